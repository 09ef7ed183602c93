//! Subpuzzles from subpuzzles: one clue is exchanged for another.
//!
//! ```text
//!     a c e f     without e, other answers lack {b e} and {b d e}: so b could take its place
//!     a b c f     now a is not needed: three clues are enough
//! ```
//!
//! A step exchanges a clue at random. It never gets worse, and after some steps a clue or two may be superfluous, so that such a walk
//! finds smaller subpuzzles than leaving out clues in many orders.

use super::{Minimizer, without};
use crate::engine::Limit;

/// The last of some numbers that look random: the linear congruential generator of D. E. Knuth's MMIX.
#[derive(Clone, Debug)]
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new() -> Dice {
        Dice(1)
    }

    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % end.max(1) as u64) as usize
    }
}

impl Minimizer {
    /// Exchanges this number of clues of a subpuzzle, by numbers, and leaves out those that are not needed then.
    pub(super) fn exchange(
        &mut self,
        kept: &mut Vec<usize>,
        steps: usize,
        dice: &mut Dice,
    ) -> Result<(), Limit> {
        for _ in 0..steps {
            if kept.is_empty() || kept.len() == self.clues.len() {
                return Ok(());
            }
            let gone = kept[dice.below(kept.len())];
            let others = without(kept, gone);
            if let Some(other) = self.substitute(&others, gone, dice)? {
                *kept = others;
                kept.push(other);
                self.leave_out_all(kept)?;
            }
        }
        Ok(())
    }

    /// A clue that makes a subpuzzle of these, other than the one that is gone, if there is one.
    fn substitute(
        &mut self,
        others: &[usize],
        gone: usize,
        dice: &mut Dice,
    ) -> Result<Option<usize>, Limit> {
        loop {
            let mut candidates = self.hitting.common_of_missed(others);
            candidates.retain(|number| *number != gone && !others.contains(number));
            if candidates.is_empty() {
                return Ok(None);
            }
            let candidate = candidates[dice.below(candidates.len())];
            let chosen = [others, &[candidate]].concat();
            match self.least_missed(&chosen, None)? {
                None => return Ok(Some(candidate)),
                Some(set) => self.hitting.add(&set),
            }
        }
    }

    /// Leaves out each clue that is not needed.
    fn leave_out_all(&mut self, kept: &mut Vec<usize>) -> Result<(), Limit> {
        for number in kept.clone() {
            let others = without(kept, number);
            if self.hitting.misses(&others) {
                continue;
            }
            match self.least_missed(&others, Some(number))? {
                None => *kept = others,
                Some(set) => self.hitting.add(&set),
            }
        }
        Ok(())
    }
}
