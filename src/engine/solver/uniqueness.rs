//! How a [`Solver`] decides whether there is one answer: it looks for two.

use super::Solver;
use super::run::Group;
use crate::engine::count::Count;
use crate::engine::first::Turn;
use crate::engine::limits::Status;
use crate::engine::search::Until;
use crate::problem::{OptionId, Solution};

/// Whether a problem has no answer, one, or more.
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

/// A [`Verdict`] and the solutions that prove it.
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
    /// A walk or a diagram found the first one, so the search meets it again.
    walked: bool,
}

impl Witnesses {
    pub(super) fn clear(&mut self) {
        self.count = 0;
        self.walked = false;
    }

    /// Whether this solution of the search was taken.
    fn has(&self, solution: &[OptionId]) -> bool {
        if !self.walked {
            return false;
        }
        let set = |options: &[OptionId]| Solution::new(options.to_vec());
        let found = &self.found[..self.count];
        found
            .iter()
            .any(|other| other.len() == solution.len() && set(other) == set(solution))
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
        while self.run.witnesses.count < 2 && self.next_witness() {
            self.run.witnesses.take(&mut self.run.current);
            if self.takes_turns() {
                self.run.first.look_beside(&self.run.witnesses.found[0]);
            }
        }
        self.search.rest();
        self.run.found = Count::from(self.run.witnesses.count as u64);
        match (self.run.witnesses.count, self.run.status) {
            (2, _) => Verdict::Multiple,
            (_, Status::Stopped(_)) => Verdict::Undecided,
            (1, _) => Verdict::Unique,
            _ => Verdict::None,
        }
    }

    /// Continues to a solution whose answer is new, and writes it to `current`. Returns whether there is one.
    ///
    /// Walks and diagrams help, unless a kernel was asked for. Where a solution does not determine the answer, the second one is left to
    /// the search.
    fn next_witness(&mut self) -> bool {
        while self.takes_turns() {
            if let Some(outcome) = self.run.first.outcome() {
                return self.take_outcome(outcome);
            }
            let whole = (&self.problem, &self.part);
            let taken = match self.run.first.turn(&mut self.search) {
                Turn::Search { work, nodes } => {
                    match self.step_in_turn(Until::work(work, nodes)) {
                        Some(true) if self.run.witnesses.has(&self.run.current) => {}
                        Some(found) => return found,
                        None => self.run.first.end_turn(),
                    }
                    Ok(())
                }
                Turn::Walk(last) => self.run.first.walk(whole, last, &mut self.run.allowance),
                Turn::Sweep(work) => {
                    let most = (work, self.room());
                    let (search, allowance) = (&mut self.search, &self.run.allowance);
                    self.run.first.sweep(whole, search, most, allowance)
                }
            };
            if let Err(limit) = taken {
                self.run.status = Status::Stopped(limit);
                return false;
            }
        }
        self.search.stay_alone(false);
        let mut found = self.step();
        while found && self.run.witnesses.has(&self.run.current) {
            found = self.step();
        }
        found
    }

    /// Whether the search takes turns with walks and diagrams.
    fn takes_turns(&self) -> bool {
        let can_walk = match self.run.witnesses.count {
            0 => true,
            count => count == 1 && self.run.answers.is_none(),
        };
        can_walk && !self.kernel_was_asked_for
    }

    /// Takes the solution that walks or a diagram have found, if there is one. Returns whether there is.
    fn take_outcome(&mut self, is_found: bool) -> bool {
        if !is_found {
            self.run.status = Status::Exhausted;
            return false;
        }
        self.run.status = Status::Open;
        self.run.witnesses.walked = true;
        self.run.current.clear();
        let found = self.run.first.found();
        self.run.current.extend_from_slice(found);
        self.run.allowance.spend_solution(found.len());
        if let Some(answers) = &mut self.run.answers {
            answers.pass_over(&self.problem, &self.run.current);
        }
        true
    }

    /// The solutions that prove the last [`verdict`](Self::verdict), at most two, of different answers: each as option ids in
    /// the order of the search.
    pub fn witnesses(&self) -> impl ExactSizeIterator<Item = &[OptionId]> {
        let Witnesses { found, count, .. } = &self.run.witnesses;
        found[..*count].iter().map(Vec::as_slice)
    }

    /// Like [`verdict`](Self::verdict), with its witnesses.
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
