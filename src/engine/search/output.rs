//! Solutions found ahead of the head of a search, until they are handed on.
//!
//! A search finds one solution after the other in the same branch, so that most options of a solution are those of the one
//! before. Of long solutions only the others are written:
//!
//! ```text
//!     solutions      4 17 31 52     4 17 33 50     4 18 20 61
//!     options        4 17 31 52         33 50        18 20 61
//!     kept           0              2              1                 options of the solution before
//! ```
//!
//! Comparing short solutions takes longer than writing them.

use super::worker::Tally;
use crate::problem::OptionId;

/// Options and solutions after which a worker puts its output into the list.
const MOST: usize = 1 << 14;
/// A solution with fewer options is short.
const LONG: usize = 32;
/// Options that are compared at once.
const BLOCK: usize = 16;

/// A stretch of a search that ends where its worker stopped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) tally: Tally,
    /// Solutions found, and their checksum, if requested.
    pub(super) found: u64,
    pub(super) sum: u64,
    /// The worker has stopped to look at its work.
    pub(super) is_look: bool,
}

/// A solution: the first `kept` options of the one before, and then those up to `end`.
#[derive(Clone, Copy, Debug)]
struct Line {
    kept: u32,
    end: u32,
}

/// The solutions that a worker has found, unless these are only counted, and where it has stopped.
#[derive(Default, Debug)]
pub(super) struct Output {
    pub(super) marks: Vec<Mark>,
    lines: Vec<Line>,
    options: Vec<OptionId>,
    /// The long solution that was written or read last.
    last: Vec<OptionId>,
}

impl Output {
    pub(super) fn clear(&mut self) {
        self.marks.clear();
        self.lines.clear();
        self.options.clear();
        self.last.clear();
    }

    pub(super) fn bytes(&self) -> usize {
        self.marks.capacity() * size_of::<Mark>()
            + self.lines.capacity() * size_of::<Line>()
            + (self.options.capacity() + self.last.capacity()) * size_of::<OptionId>()
    }

    pub(super) fn work(&self) -> u64 {
        self.marks.iter().map(|mark| mark.tally.work).sum()
    }

    pub(super) fn is_full(&self) -> bool {
        self.options.len() >= MOST || self.lines.len() >= MOST
    }

    pub(super) fn write(&mut self, solution: &[OptionId]) {
        let kept = match solution.len() {
            0..LONG => 0,
            _ => self.remember(solution),
        };
        self.options.extend_from_slice(&solution[kept..]);
        self.lines.push(Line {
            kept: kept as u32,
            end: self.options.len() as u32,
        });
    }

    /// How many options a long solution has in common with the last one, which it then replaces.
    fn remember(&mut self, solution: &[OptionId]) -> usize {
        let kept = alike(&self.last, solution);
        self.last.truncate(kept);
        self.last.extend_from_slice(&solution[kept..]);
        kept
    }

    /// The solution with this number, if the one before was read last; empty if solutions are only counted.
    pub(super) fn read(&mut self, number: usize) -> &[OptionId] {
        let Some(&Line { kept, end }) = self.lines.get(number) else {
            return &[];
        };
        let begin = match number {
            0 => 0,
            _ => self.lines[number - 1].end,
        };
        let others = &self.options[begin as usize..end as usize];
        if kept == 0 && others.len() < LONG {
            return others;
        }
        self.last.truncate(kept as usize);
        self.last.extend_from_slice(others);
        &self.last
    }
}

/// How many options both begin with.
fn alike(one: &[OptionId], other: &[OptionId]) -> usize {
    let blocks = one.as_chunks::<BLOCK>().0.iter();
    let blocks = blocks.zip(other.as_chunks::<BLOCK>().0);
    // Without an early end in a block, it is compared at once.
    let is_same = |(one, other): &(&[OptionId; BLOCK], &[OptionId; BLOCK])| {
        let pairs = one.iter().zip(*other);
        pairs.fold(true, |same, (one, other)| same & (one == other))
    };
    let sure = BLOCK * blocks.take_while(is_same).count();
    let rest = one[sure..].iter().zip(&other[sure..]);
    sure + rest.take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(
            numbers in vec(0..3usize, 80),
            lengths in vec(0..80usize, 0..20),
        ) {
            let options = Vec::from_iter(numbers.iter().map(|&number| OptionId::new(number)));
            // Some are short; of the others, some are alike and some begin differently.
            let solutions = Vec::from_iter(lengths.iter().map(|&length| &options[length % 3..][..length.min(77)]));
            let mut output = Output::default();
            for _ in 0..2 {
                output.clear();
                for solution in &solutions {
                    output.write(solution);
                }
                for (number, &solution) in solutions.iter().enumerate() {
                    prop_assert_eq!(output.read(number), solution);
                }
            }
            prop_assert!(output.read(solutions.len()).is_empty());
        }

        #[test]
        fn lists_are_alike_up_to_the_first_difference(length in 0..50usize, at in 0..50usize) {
            let one = vec![OptionId::new(1); length];
            let mut other = one.clone();
            if let Some(option) = other.get_mut(at) {
                *option = OptionId::new(2);
            }
            prop_assert_eq!(alike(&one, &other), at.min(length));
            prop_assert_eq!(alike(&one, &one[..at.min(length)]), at.min(length));
        }
    }
}
