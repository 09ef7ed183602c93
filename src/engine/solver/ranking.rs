//! How a [`Solver`] finds the best solutions: without its kernel, by branch and bound.

use super::{Group, Solver};
use crate::engine::best::{Aim, Best, Wanted, best};
use crate::engine::count::Count;
use crate::engine::limits::Status;

impl Solver {
    /// The `k` solutions that [cost](crate::Problem::cost) least, or all if there are fewer, by a search of its own.
    ///
    /// Their costs are exact and in order. Which of several solutions of the same cost are among them is not told, but it
    /// is the same each time. With many solutions of the same cost it matters how `k` relates to their number: the search
    /// ends as soon as nothing cheaper is possible.
    ///
    /// The limits of nodes and time and the cancel flag stop it: then [`status`](Self::status) tells so, and what is
    /// returned is the best so far, with a [bound](Best::bound). Each call begins anew.
    ///
    /// ```
    /// use dominox::{Problem, Solver};
    /// let problem = Problem::parse("a b c\na b |5\na c |4\nb c |9\nc |1\nb |3\n")?;
    /// let best = Solver::new(&problem)?.cheapest(1);
    /// assert_eq!(best.solutions[0].0, 6);
    /// assert_eq!(problem.option_text(best.solutions[0].1.options()[0]), "a b");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cheapest(&mut self, k: usize) -> Best {
        self.rank(k, Aim::Cheapest)
    }

    /// As [`cheapest`](Self::cheapest), the `k` solutions that cost most, the dearest first.
    pub fn dearest(&mut self, k: usize) -> Best {
        self.rank(k, Aim::Dearest)
    }

    fn rank(&mut self, k: usize, aim: Aim) -> Best {
        self.allowance.renew(&self.limits);
        self.allowance.allow_any_solutions();
        self.group = Some(Group::Best);
        self.sort_assumed();
        let wanted = Wanted {
            problem: &self.problem,
            assumed: &self.assumed,
            excluded: &self.excluded,
            aim,
            most: k,
        };
        let ranking = best(&wanted, &mut self.allowance);
        self.status = ranking.stopped.map_or(Status::Exhausted, Status::Stopped);
        self.found = Count::ZERO;
        self.found += ranking.best.solutions.len() as u64;
        self.ranked.nodes += ranking.effort.nodes;
        self.ranked.updates += ranking.effort.updates;
        ranking.best
    }
}
