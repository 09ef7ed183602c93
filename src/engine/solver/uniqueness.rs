//! How a [`Solver`] decides whether there is one answer: it looks for two.

use super::{Group, Solver};
use crate::engine::limits::Status;
use crate::problem::{OptionId, Solution};

/// How many answers a problem has, as far as it matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// No solution.
    None,
    /// Exactly one answer.
    Unique,
    /// At least two answers.
    Multiple,
    /// A limit stopped the search before it was decided.
    Undecided,
}

/// A [`Verdict`] and the solutions that show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Uniqueness {
    /// No solution.
    None,
    /// Exactly one answer, and a solution that shows it.
    Unique(Solution),
    /// At least two answers, and solutions that show two of them.
    Multiple(Solution, Solution),
    /// A limit stopped the search before it was decided; the solution that was found, if one was.
    Undecided(Option<Solution>),
}

/// Solutions of different answers: the first `count` of them.
#[derive(Default, Debug)]
pub(super) struct Witnesses {
    found: [Vec<OptionId>; 2],
    count: usize,
}

impl Witnesses {
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    /// Takes a solution, and leaves the memory of an older one for it.
    fn take(&mut self, solution: &mut Vec<OptionId>) {
        std::mem::swap(solution, &mut self.found[self.count]);
        self.count += 1;
    }
}

impl Solver {
    /// Whether there is no answer, one, or more than one. Stops at the second; [`witnesses`](Self::witnesses) are the
    /// solutions that were met.
    pub fn verdict(&mut self) -> Verdict {
        self.begin(Group::Uniqueness);
        while self.witnesses.count < 2 && self.step() {
            self.witnesses.take(&mut self.current);
        }
        match (self.witnesses.count, self.status) {
            (2, _) => Verdict::Multiple,
            (_, Status::Stopped(_)) => Verdict::Undecided,
            (1, _) => Verdict::Unique,
            _ => Verdict::None,
        }
    }

    /// The solutions that show the last [`verdict`](Self::verdict), of different answers, two at most: each as option
    /// ids in the order of the search.
    pub fn witnesses(&self) -> impl ExactSizeIterator<Item = &[OptionId]> {
        let Witnesses { found, count } = &self.witnesses;
        found[..*count].iter().map(Vec::as_slice)
    }

    /// As [`verdict`](Self::verdict), with its witnesses.
    pub fn uniqueness(&mut self) -> Uniqueness {
        let verdict = self.verdict();
        let mut witnesses = self
            .witnesses()
            .map(|options| Solution::new(options.to_vec()));
        match (verdict, witnesses.next(), witnesses.next()) {
            (_, Some(one), Some(other)) => Uniqueness::Multiple(one, other),
            (Verdict::Undecided, found, _) => Uniqueness::Undecided(found),
            (_, Some(one), None) => Uniqueness::Unique(one),
            (_, None, _) => Uniqueness::None,
        }
    }
}
