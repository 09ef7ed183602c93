//! Which options occur in some solution.

use super::Solver;
use crate::engine::limits::Status;
use crate::problem::{Occurrence, OptionId};

impl Solver {
    /// For each option of the problem, whether some solution contains it, among those with all assumed and no excluded
    /// options.
    ///
    /// One search finds a solution, and each of its options occurs. Then each option that is not known yet is assumed in
    /// turn: the search finds a solution with it, or there is none. So there are at most as many searches as options,
    /// however many solutions there are. If a [limit](Self::limits) is reached, the rest is
    /// [`Unknown`](crate::problem::Occurrence::Unknown), and [`status`](Self::status) says which limit; limits of nodes are for each search.
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
        let mut known = vec![Occurrence::Unknown; self.problem.option_count()];
        // A search puts the assumed options in order.
        let assumed = self.part.with.clone();
        let mut next = self.find_occurring(&mut known);
        if next == Some(false) {
            known.fill(Occurrence::InNone);
        }
        for option in self.problem.clone().options() {
            if next.is_none() {
                break;
            }
            if known[option.index()] != Occurrence::Unknown {
                continue;
            }
            self.part.with.push(option);
            next = self.find_occurring(&mut known);
            self.part.with.clone_from(&assumed);
            if next == Some(false) {
                known[option.index()] = Occurrence::InNone;
            }
        }
        self.run.group = None;
        known
    }

    /// Finds a solution and marks its options; whether there was one, or `None` if a limit was reached.
    fn find_occurring(&mut self, known: &mut [Occurrence]) -> Option<bool> {
        self.run.group = None;
        let excluded = |option: &OptionId| self.part.without.contains(option);
        if self.part.with.iter().any(excluded) {
            return Some(false);
        }
        if let Some(options) = self.any_options() {
            for option in options {
                known[option.index()] = Occurrence::InSome;
            }
            return Some(true);
        }
        (self.run.status == Status::Exhausted).then_some(false)
    }
}
