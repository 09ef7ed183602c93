//! Which options occur in some solution.

use super::Solver;
use super::run::Group;
use crate::engine::limits::{Limit, Status};
use crate::problem::{Occurrence, OptionId};

/// For each option, the solutions and nodes of the listing that comes before the searches.
const LISTED: u64 = 2;
const NODES: u64 = 4;

impl Solver {
    /// For each option of the problem, whether some solution contains it, among those with all assumed and no excluded
    /// options.
    ///
    /// First some solutions are listed, and each of their options occurs. If they are not all, each option that is not known yet
    /// is assumed in turn: the search finds a solution with it, or there is none. So there are at most as many searches as
    /// options, however many solutions there are. If a [limit](Self::limits) is reached, the rest is
    /// [`Unknown`](crate::problem::Occurrence::Unknown), and [`status`](Self::status) says which limit; limits of nodes are for each
    /// search, all others for all searches together.
    ///
    /// ```
    /// use dominox::problem::Occurrence::{InNone, InSome};
    /// use dominox::{Problem, Solver};
    /// let problem = Problem::parse("a b c\na b\nc\nb\na c\nb c\n")?;
    /// let occurring = Solver::new(&problem)?.occurrences();
    /// assert_eq!(occurring, [InSome, InSome, InSome, InSome, InNone]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn occurrences(&mut self) -> Vec<Occurrence> {
        let begun = self.limits.begun();
        let limits = std::mem::replace(&mut self.limits, begun);
        let known = self.search_for_each();
        self.limits = limits;
        self.run.group = None;
        known
    }

    fn search_for_each(&mut self) -> Vec<Occurrence> {
        let mut known = vec![Occurrence::Unknown; self.problem.option_count()];
        for option in &self.part.without {
            known[option.index()] = Occurrence::InNone;
        }
        let is_out = |option: &OptionId| known[option.index()] == Occurrence::InNone;
        if self.part.with.iter().any(is_out) || self.list_some(&mut known) {
            let rest = known.iter_mut().filter(|one| **one == Occurrence::Unknown);
            rest.for_each(|one| *one = Occurrence::InNone);
            return known;
        }
        // A search puts the assumed options in order.
        let assumed = self.part.with.clone();
        for option in self.problem.clone().options() {
            if known[option.index()] != Occurrence::Unknown {
                continue;
            }
            self.part.with.push(option);
            let found = self.find_occurring(&mut known);
            self.part.with.clone_from(&assumed);
            match found {
                Ok(true) => {}
                Ok(false) => known[option.index()] = Occurrence::InNone,
                Err(limit) => {
                    self.run.status = Status::Stopped(limit);
                    return known;
                }
            }
        }
        self.run.status = Status::Exhausted;
        known
    }

    /// Lists a few solutions and marks their options; whether these are all solutions. Where there are many, that marks most options
    /// for less than a search for each.
    fn list_some(&mut self, known: &mut [Occurrence]) -> bool {
        let options = known.len() as u64;
        let limits = self.limits.clone();
        let nodes = limits.nodes.unwrap_or(u64::MAX).min(NODES * options);
        (self.limits.nodes, self.limits.solutions) = (Some(nodes), Some(LISTED * options));
        self.run.group = None;
        self.begin(Group::Solutions);
        while self.step() {
            for option in &self.run.current {
                known[option.index()] = Occurrence::InSome;
            }
        }
        self.limits = limits;
        self.run.status == Status::Exhausted
    }

    /// Finds a solution and marks its options; whether there was one.
    fn find_occurring(&mut self, known: &mut [Occurrence]) -> Result<bool, Limit> {
        // A search is often over before it looks at the clock.
        self.run.allowance.interruption()?;
        self.run.group = None;
        if let Some(options) = self.any_options() {
            for option in options {
                known[option.index()] = Occurrence::InSome;
            }
            return Ok(true);
        }
        match self.run.status {
            Status::Stopped(limit) => Err(limit),
            _ => Ok(false),
        }
    }
}
