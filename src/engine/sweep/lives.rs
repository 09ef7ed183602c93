//! When the bits of a state are born and die in an order of the items, and so how wide the frontier is.
//!
//! A bit is *born* at the first level with an option that may take it away, and *dies* at the last one with an option that
//! needs it; in between it is part of each state.
//!
//! ```text
//!     level     options        alive after it         items a b c d, of which `a c` and `b d` are options
//!     0 (a)     a,  a c        c
//!     1 (b)     b,  b d        c d
//!     2 (c)     c                d
//!     3 (d)     d
//! ```

use super::components::Component;
use super::log::{exp2, log2};
use crate::engine::work::{Stop, Work};

/// Where bits begin and cease to matter, in an order of the items.
#[derive(Debug)]
pub(super) struct Lives {
    /// The level of each option: the first of its primary items.
    pub(super) level_of: Vec<u32>,
    /// The first level at which an option may take the bit away; `u32::MAX` if none does.
    pub(super) birth: Vec<u32>,
    /// The last level at which an option needs the bit.
    pub(super) death: Vec<u32>,
}

impl Lives {
    /// The lives of all bits, if the items are taken in this order.
    pub(super) fn new(component: &Component, order: &[u32], work: &Work) -> Result<Lives, Stop> {
        let mut rank = vec![0; component.primary];
        for (level, &item) in order.iter().enumerate() {
            rank[item as usize] = level as u32;
        }
        let mut level_of = Vec::with_capacity(component.option_count());
        for option in 0..component.option_count() {
            let bits = component.bits(option);
            work.spend(8 + 4 * bits.len())?;
            let ranks = bits.iter().filter_map(|&bit| rank.get(bit as usize));
            level_of.push(*ranks.min().expect("an option with a primary item"));
        }
        Lives::of_levels(component, level_of, work)
    }

    /// The lives of all bits, if the options have these levels.
    pub(super) fn of_levels(
        component: &Component,
        level_of: Vec<u32>,
        work: &Work,
    ) -> Result<Lives, Stop> {
        const NEVER: u32 = u32::MAX;
        let bits = component.bit_count();
        let mut birth = vec![NEVER; bits];
        let mut death = vec![0; bits];
        for (option, &level) in level_of.iter().enumerate() {
            let bits = component.bits(option);
            work.spend(4 * bits.len())?;
            for &bit in bits {
                let bit = bit as usize;
                birth[bit] = birth[bit].min(level);
                death[bit] = death[bit].max(level);
            }
        }
        let mut lives = Lives {
            level_of,
            birth,
            death,
        };
        lives.settle_uses(component, work)?;
        Ok(lives)
    }

    /// Bytes that the lives of the bits of a component take.
    pub(super) fn bytes(component: &Component) -> usize {
        (component.option_count() + 2 * component.bit_count() + component.primary)
            * size_of::<u32>()
    }

    /// For uses, turns the first level at which a use is needed into the first level at which another use may take it
    /// away.
    fn settle_uses(&mut self, component: &Component, work: &Work) -> Result<(), Stop> {
        let mut bit = component.primary as u32;
        while (bit as usize) < component.bit_count() {
            let all = component.siblings(bit);
            work.spend(8 + 8 * all.len())?;
            let levels = |bit| (self.birth[bit as usize], bit);
            let mut firsts = [(u32::MAX, u32::MAX); 2];
            for this in all.clone().map(levels) {
                if this < firsts[0] {
                    firsts = [this, firsts[0]];
                } else if this < firsts[1] {
                    firsts[1] = this;
                }
            }
            for bit in all.clone() {
                let is_own = firsts[0].1 == bit && component.is_shared(bit);
                let birth = firsts[usize::from(is_own)].0;
                // A use that no option needs after its birth is not kept. (A primary bit may still show a dead end.)
                let is_kept = self.death[bit as usize] > birth;
                self.birth[bit as usize] = if is_kept { birth } else { u32::MAX };
            }
            bit = all.end;
        }
        Ok(())
    }

    /// What is to be expected of a sweep in this order, through this number of levels.
    pub(super) fn outlook(
        &self,
        component: &Component,
        levels: usize,
        work: &Work,
    ) -> Result<Outlook, Stop> {
        let mut change = vec![0.0; levels + 1];
        for bit in 0..component.bit_count() as u32 {
            work.spend(8)?;
            let (birth, death) = (self.birth[bit as usize], self.death[bit as usize]);
            if birth < death {
                let weight = weight(component, bit);
                change[birth as usize + 1] += weight;
                change[death as usize + 1] -= weight;
            }
        }
        let mut options = vec![0u32; levels];
        for &level in &self.level_of {
            options[level as usize] += 1;
        }
        let mut width = 0.0;
        let mut tests = 0.0;
        let mut widths = Vec::with_capacity(levels);
        for (options, change) in options.iter().zip(change) {
            work.spend(32)?;
            width += change;
            widths.push(width);
            tests += f64::from(*options) * exp2(width / 2.0);
        }
        Ok(Outlook {
            score: log2(tests),
            widths,
        })
    }
}

/// What a bit adds to the width of a frontier.
fn weight(component: &Component, bit: u32) -> f64 {
    let uses = component.siblings(bit).len() as f64;
    match component.is_primary(bit) {
        true => log2(f64::from(component.bounds_of(bit).high) + 1.0),
        false => log2(uses + 1.0) / uses,
    }
}

/// What to expect of an order.
#[derive(Debug)]
pub(super) struct Outlook {
    /// The expected number of tests of an option against a state, as a logarithm to base 2.
    pub(super) score: f64,
    /// The width of each level in bits.
    pub(super) widths: Vec<f64>,
}
