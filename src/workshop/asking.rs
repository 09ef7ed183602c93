//! Questions to the engine about one answer: is there another one?
//!
//! ```text
//!     clues 5 3 7 …, answer 5 3 4 6 7 …       is the 3 needed? another answer with 5, 7, …, and without the 3
//! ```
//!
//! If all solutions are answers of their own, a clue is superfluous if and only if no solution has all other clues and not that
//! one: a question for one solution, not for two.

use crate::engine::{Limit, Limits, Solver, Status, Uniqueness, Unsupported, Verdict};
use crate::problem::{OptionId, Part, Problem};

/// Asks about puzzles over one problem.
pub(super) struct Asking {
    solver: Solver,
    /// What a question excludes.
    without: Part,
}

impl Asking {
    pub(super) fn new(problem: &Problem) -> Result<Asking, Unsupported> {
        Ok(Asking {
            solver: Solver::new(problem)?,
            without: Part::default(),
        })
    }

    /// How far each question goes.
    pub(super) fn limits_mut(&mut self) -> &mut Limits {
        self.solver.limits_mut()
    }

    fn restart(&mut self, clues: &[OptionId], without: Option<OptionId>) {
        self.solver.restart(clues);
        if let Some(option) = without {
            self.without.without.clear();
            self.without.without.push(option);
            self.solver.narrow(&self.without);
        }
    }

    fn limit(&self) -> Option<Limit> {
        match self.solver.status() {
            Status::Stopped(limit) => Some(limit),
            _ => None,
        }
    }

    /// A solution with these clues; `None` too if it is not found within this number of nodes.
    ///
    /// # Errors
    /// Another limit that was reached before it was known.
    pub(super) fn solution_within(
        &mut self,
        clues: &[OptionId],
        nodes: u64,
    ) -> Result<Option<&[OptionId]>, Limit> {
        self.restart(clues, None);
        let own = self.limits_mut().nodes.replace(nodes);
        let is_found = self.solver.any_options().is_some();
        self.limits_mut().nodes = own;
        match self.limit() {
            _ if is_found => Ok(self.solver.any_options()),
            None | Some(Limit::Nodes) => Ok(None),
            Some(limit) => Err(limit),
        }
    }

    /// Whether the last question was given up for its number of nodes.
    pub(super) fn was_given_up(&self) -> bool {
        self.limit() == Some(Limit::Nodes)
    }

    /// The solution of the question that was asked.
    fn found(&mut self) -> Result<Option<&[OptionId]>, Limit> {
        if self.solver.any_options().is_none() {
            return self.limit().map_or(Ok(None), Err);
        }
        // It is the same solution again.
        Ok(self.solver.any_options())
    }

    /// A solution with these clues and without this option.
    ///
    /// # Errors
    /// The limit that was reached before it was known.
    pub(super) fn solution_without(
        &mut self,
        clues: &[OptionId],
        option: OptionId,
    ) -> Result<Option<&[OptionId]>, Limit> {
        self.restart(clues, Some(option));
        self.found()
    }

    /// Whether there is a solution with these clues and without this option; `None` if that is not known after this number of nodes.
    ///
    /// # Errors
    /// Another limit that was reached before it was known.
    pub(super) fn has_solution_without(
        &mut self,
        clues: &[OptionId],
        option: OptionId,
        nodes: Option<u64>,
    ) -> Result<Option<bool>, Limit> {
        let Some(nodes) = nodes else {
            return Ok(Some(self.solution_without(clues, option)?.is_some()));
        };
        let own = self.limits_mut().nodes.replace(nodes);
        let found = self
            .solution_without(clues, option)
            .map(|found| Some(found.is_some()));
        self.limits_mut().nodes = own;
        match found {
            Err(Limit::Nodes) => Ok(None),
            found => found,
        }
    }

    /// A solution with these clues, and without this option if one is named, of another answer than that of which `is_answer`
    /// says so.
    ///
    /// # Errors
    /// The limit that was reached before it was known.
    pub(super) fn other(
        &mut self,
        clues: &[OptionId],
        without: Option<OptionId>,
        is_answer: impl Fn(&[OptionId]) -> bool,
    ) -> Result<Option<&[OptionId]>, Limit> {
        if let Some(option) = without
            && !self.solver.problem().has_facts()
        {
            return self.solution_without(clues, option);
        }
        self.restart(clues, without);
        if self.solver.verdict() == Verdict::Undecided
            && let Some(limit) = self.limit()
        {
            return Err(limit);
        }
        Ok(self.solver.witnesses().find(|found| !is_answer(found)))
    }

    /// Whether there is exactly one answer with these clues, and which.
    ///
    /// # Errors
    /// The limit that was reached before it was known.
    pub(super) fn uniqueness(&mut self, clues: &[OptionId]) -> Result<Uniqueness, Limit> {
        self.restart(clues, None);
        match self.solver.uniqueness() {
            Uniqueness::Undecided(_) => Err(self.limit().unwrap_or(Limit::Cancelled)),
            known => Ok(known),
        }
    }
}
