//! Passes: all that is forced anywhere, found and done at once, until nothing changes.
//!
//! ```text
//!     lanes        {1 2} {1 2} {2 3} {4}       a unit of four lanes, its bits 1 to 4
//!     one or more  1 2 3 4                     none is missing
//!     two or more  1 2                         so 3 and 4 are hidden in a lane each: {3}, {4}
//!     single       4                           no other lane of the unit keeps a 4
//! ```
//!
//! Nothing is looked up by option, and there is no loop over what is forced: a pass gathers the bits of all units in K
//! look-ups for each register, and brings the result to all lanes in B look-ups. It costs the same however much it
//! finds.
//!
//! The last step applies the segments of grids. A bit stays in segment `s` only if the rest of the grid can have it,
//! too (see [`grids`](super::grids)); and if a segment has as many bits that can stand nowhere else in its row as it
//! has lanes, it has no others.
#![allow(clippy::needless_range_loop)] // Register r of all arrays together.

use super::node::{NIL, REGISTERS};
use super::tables::Tables;
use crate::engine::simd::bank::{Machine, Vector};

/// The result of passes.
pub(super) enum Settled {
    Dead,
    Solved,
    Open,
}

/// The bits of each segment of both lists, and of the two others in its row, before the last pass. Once a pass changes
/// nothing, they are those of the node.
#[derive(Clone, Copy)]
pub(super) struct Marks<V> {
    pub(super) lists: [[V; 3]; 2],
}

/// Banks that do not change in a search, loaded once.
#[derive(Clone, Copy)]
pub(super) struct Fixed<V> {
    exact: V,
    most: V,
    /// Loaded from memory: otherwise the compiler turns the test for a single bit into a population count, which is
    /// slower.
    ones: V,
    /// Of the segments, by list.
    bits: [V; 2],
    sizes: [V; 2],
}

impl<const K: usize, const B: usize> Tables<K, B> {
    #[inline(always)]
    pub(super) fn fixed<M: Machine>(&self, simd: M) -> Fixed<M::Vector> {
        let [first, second] = &self.segments;
        Fixed {
            exact: simd.load(&self.exact),
            most: simd.load(&self.most),
            ones: simd.load(&self.ones),
            bits: [simd.load(&first.bits), simd.load(&second.bits)],
            sizes: [simd.load(&first.size), simd.load(&second.size)],
        }
    }

    /// Makes passes until nothing changes, and counts them.
    #[inline(always)]
    pub(super) fn settle<M: Machine>(
        &self,
        simd: M,
        fixed: &Fixed<M::Vector>,
        x: &mut [M::Vector; REGISTERS],
        marks: &mut Marks<M::Vector>,
        passes: &mut u64,
    ) -> Settled {
        loop {
            // Opaque: otherwise the compiler copies all tables to the stack before the loop, which costs a tenth of the
            // time.
            let tables = std::hint::black_box(self);
            *passes += 1;
            let before = *x;
            if let Some(settled) = tables.pass(simd, fixed, x) {
                return settled;
            }
            if tables.has_segments {
                tables.close_segments(simd, fixed, x, marks);
            }
            if !differ(simd, x, &before) {
                return Settled::Open;
            }
        }
    }

    /// One pass, without the segments; or the result of the passes, if that is known before the pass is over.
    #[inline(always)]
    fn pass<M: Machine>(
        &self,
        simd: M,
        fixed: &Fixed<M::Vector>,
        x: &mut [M::Vector; REGISTERS],
    ) -> Option<Settled> {
        let Fixed { exact, most, .. } = *fixed;
        let (one, two) = self.places_in(simd, x);
        let mut single = *x;
        let mut rest = simd.zero();
        let mut empty = 0;
        for r in 0..REGISTERS {
            let others = x[r].without_lowest(fixed.ones);
            single[r] = x[r].keep_missing(others);
            rest = rest.or(others);
            empty |= x[r].zeros();
        }
        if empty & ((1 << NIL) - 1) != 0 || exact.without(one).zeros() != u32::MAX {
            return Some(Settled::Dead);
        }
        if rest.zeros() == u32::MAX {
            return Some(match self.loose && two.misses(most) != u32::MAX {
                true => Settled::Dead,
                false => Settled::Solved,
            });
        }
        let hidden = exact.without(two);
        let (one, two) = self.places_in(simd, &single);
        let taken = one.and(most);
        if self.loose && two.misses(most) != u32::MAX {
            return Some(Settled::Dead);
        }
        for r in 0..REGISTERS {
            let chosen = x[r].and(self.of_units(simd, hidden, r));
            let left = x[r].without_unless(self.of_units(simd, taken, r), single[r]);
            x[r] = chosen.or_else(left);
        }
        None
    }

    /// For each unit, the bits that one lane or more has, and that two or more have.
    #[inline(always)]
    fn places_in<M: Machine>(&self, simd: M, x: &[M::Vector; REGISTERS]) -> (M::Vector, M::Vector) {
        let (mut one, mut two) = (simd.zero(), simd.zero());
        for k in 0..K {
            let mut lanes = *x;
            for r in 0..REGISTERS {
                lanes[r] = x[r].pick(&self.unit_lanes[r][k]);
            }
            let some = lanes[0].or3(lanes[1], lanes[2]);
            let both = lanes[0].two_of(lanes[1], lanes[2]);
            two = one.and_or(some, two.or(both));
            one = one.or(some);
        }
        (one, two)
    }

    /// For each lane of register `r`, the union of the bits of `units` over its units.
    #[inline(always)]
    fn of_units<M: Machine>(&self, simd: M, units: M::Vector, r: usize) -> M::Vector {
        let mut all = simd.zero();
        for index in &self.lane_units[r] {
            all = all.or(units.pick(index));
        }
        all
    }

    /// Strikes out the bits that the grids exclude.
    #[inline(always)]
    fn close_segments<M: Machine>(
        &self,
        simd: M,
        fixed: &Fixed<M::Vector>,
        x: &mut [M::Vector; REGISTERS],
        marks: &mut Marks<M::Vector>,
    ) {
        let mut dead = [simd.zero(); 2];
        for (s, segments) in self.segments.iter().enumerate() {
            let mut own = simd.zero();
            for r in 0..REGISTERS {
                // Lanes stand at the numbers of the first list.
                own = own.or(match s {
                    0 => x[r],
                    _ => x[r].pick(&segments.lanes[r]),
                });
            }
            own = own.and(fixed.bits[s]);
            let [mut a, mut d, mut b, mut c] = [own; 4];
            for (lane, index) in [&mut a, &mut d, &mut b, &mut c]
                .into_iter()
                .zip(&segments.across)
            {
                *lane = own.pick(index);
            }
            let p = own.pick(&segments.lines[0]);
            let q = own.pick(&segments.lines[1]);
            marks.lists[s] = [own, p, q];
            // Bits that have no other segment in the row: if there are as many as lanes, the segment has no others.
            let sure = own.without(p.or(q));
            let (count, size) = (sure.count_ones(), fixed.sizes[s]);
            let crowded = own.without(sure).keep_equal(count, size);
            dead[s] = own.without(a.and_or(d, b.and(c))).or(crowded);
        }
        for r in 0..REGISTERS {
            let second = dead[1].pick(&self.segments[1].back[r]);
            x[r] = x[r].without(dead[0].or(second));
        }
    }
}

/// Whether two nodes differ.
#[inline(always)]
fn differ<M: Machine>(simd: M, a: &[M::Vector; REGISTERS], b: &[M::Vector; REGISTERS]) -> bool {
    let mut differing = simd.zero();
    for r in 0..REGISTERS {
        differing = differing.or(a[r].xor(b[r]));
    }
    differing.zeros() != u32::MAX
}
