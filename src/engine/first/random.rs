//! Random numbers that depend on the problem alone.
//!
//! SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, *Fast Splittable Pseudorandom Number Generators*, OOPSLA 2014), seeded
//! with a hash of the problem's entries and of what is assumed and excluded: the same on every machine.

use crate::problem::{OptionId, Part, Problem};

/// A source of random numbers.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    /// The source for a part of a problem.
    pub(super) fn of(problem: &Problem, part: &Part) -> Random {
        let mut random = Random(problem.primary_count() as u64);
        for option in problem.options() {
            for entry in problem.entries(option) {
                let color = entry.color.map_or(0, |color| color.number());
                random.take(entry.item.index() as u64 | u64::from(color) << 32);
            }
            random.take(u64::MAX);
        }
        let ids = |options: &[OptionId]| Vec::from_iter(options.iter().map(|id| id.index() as u64));
        let (with, without) = (ids(&part.with), ids(&part.without));
        random.take(with.len() as u64);
        with.into_iter()
            .chain(without)
            .for_each(|id| random.take(id));
        random
    }

    /// Makes all later numbers depend on this one.
    fn take(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    /// The next 32 bits.
    pub(super) fn bits(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x >> 32) as u32
    }

    /// A number below `bound`.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.bits()) * u64::from(bound)) >> 32) as u32
    }
}
