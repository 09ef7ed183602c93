//! How a [`Solver`] finds the best solutions: by branch and bound, or from a diagram of all of them.
//!
//! Branch and bound is fast where prices cut off most of a problem, and hopeless where they do not; a diagram is as fast
//! however many solutions are wanted and however similar they are, but may be too large. Neither is known beforehand, so they
//! take turns, each longer than the one before:
//!
//! ```text
//!     8,192 nodes     a diagram: 16 MiB or 0.25 s     131,072 nodes     256 MiB or 4 s     1,048,576 nodes     all memory or 32 s
//!     8,388,608 nodes     all memory     to the end
//! ```
//!
//! Where the prices show that all solutions cost the same, as without costs, the kernel lists any.
//!
//! Branch and bound and the diagram use the threads of the solver; what they find does not depend on their number.
//! What a turn may take is counted in nodes, bytes and work, not in time, so that the same problem has the same answer.

mod course;

use std::ops::ControlFlow;

use super::Solver;
use crate::engine::aim::Aim;
use crate::engine::best::{Best, Ranked};
use crate::engine::fits::Unsupported;
use crate::engine::limits::Status;

impl Solver {
    /// The `k` solutions of least [cost](crate::Problem::cost), or all if there are fewer. Branch and bound and a diagram take
    /// turns, unless [`counting`](Self::counting) names one of them; a diagram that would be larger than the
    /// [memory](Self::memory) is abandoned for a search.
    ///
    /// Their costs are exact and in order. Which of several solutions of the same cost are among them is not specified, but it
    /// is the same each time. If many solutions have the same cost, the time depends on whether `k` exceeds their number: the
    /// search ends as soon as nothing cheaper is possible.
    ///
    /// The limits of nodes and time, the cancel flag and the memory stop it: then [`status`](Self::status) says so, and the
    /// result has the best solutions so far, with a [bound](Best::bound). Each call starts again, except for the first after a
    /// [`resume`](Self::resume).
    ///
    /// # Errors
    /// If no engine supports the problem.
    ///
    /// ```
    /// use dominox::{Problem, Solver};
    /// let problem = Problem::parse("a b c\na b |5\na c |4\nb c |9\nc |1\nb |3\n")?;
    /// let best = Solver::new(&problem)?.cheapest(1)?;
    /// assert_eq!(best.solutions[0].0, 6);
    /// assert_eq!(problem.option_text(best.solutions[0].1.options()[0]), "a b");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cheapest(&mut self, k: usize) -> Result<Best, Unsupported> {
        self.collect_best(k, Aim::Cheapest)
    }

    /// Like [`cheapest`](Self::cheapest), but the `k` solutions of greatest cost, the most expensive first.
    ///
    /// # Errors
    /// As for [`cheapest`](Self::cheapest).
    pub fn most_expensive(&mut self, k: usize) -> Result<Best, Unsupported> {
        self.collect_best(k, Aim::MostExpensive)
    }

    /// Hands the solutions that [`cheapest`](Self::cheapest) returns to `visit`, each as soon as it is known to come next,
    /// until it returns `Break`. Solutions of the same cost may come in any order, which is the same each time. No more of them
    /// are held at once than the [memory](Self::memory) allows.
    ///
    /// Returns a [bound](Best::bound) on all other solutions if a limit stopped it. Then the last solutions are those that were
    /// found and are not proven to be best; at a [pause](crate::engine::Limits::pause), there are none of these. The next call
    /// for the same number of solutions continues after the proven ones; if `visit` returned `Break`, it starts again.
    ///
    /// # Errors
    /// As for [`cheapest`](Self::cheapest).
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use dominox::{Problem, Solver};
    /// let problem = Problem::parse("a b c\na b |5\na c |4\nb c |9\nc |1\nb |3\n")?;
    /// let mut costs = Vec::new();
    /// let bound = Solver::new(&problem)?.for_each_cheapest(2, |ranked| {
    ///     costs.push(ranked.cost);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!((costs, bound), (vec![6, 7], None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_each_cheapest(
        &mut self,
        k: usize,
        mut visit: impl FnMut(Ranked) -> ControlFlow<()>,
    ) -> Result<Option<u128>, Unsupported> {
        self.rank(k, Aim::Cheapest, &mut visit)
    }

    /// Like [`for_each_cheapest`](Self::for_each_cheapest), but the most expensive solutions come first.
    ///
    /// # Errors
    /// As for [`cheapest`](Self::cheapest).
    pub fn for_each_most_expensive(
        &mut self,
        k: usize,
        mut visit: impl FnMut(Ranked) -> ControlFlow<()>,
    ) -> Result<Option<u128>, Unsupported> {
        self.rank(k, Aim::MostExpensive, &mut visit)
    }

    /// The best cost among the solutions that a stopped search for the best has found, but has not handed to its `visit` as
    /// proven.
    pub fn best_found(&self) -> Option<u128> {
        let ranking = self.run.ranking.as_ref()?;
        ranking.best_found(&self.problem)
    }

    fn collect_best(&mut self, k: usize, aim: Aim) -> Result<Best, Unsupported> {
        if self.run.status != Status::Open {
            self.run.ranking = None;
        }
        let mut solutions = Vec::new();
        let bound = self.rank(k, aim, &mut |ranked| {
            solutions.push((ranked.cost, ranked.solution));
            ControlFlow::Continue(())
        })?;
        solutions.sort_by(|(one, first), (other, second)| match aim {
            Aim::Cheapest => (one, first).cmp(&(other, second)),
            Aim::MostExpensive => (other, first).cmp(&(one, second)),
        });
        Ok(Best { solutions, bound })
    }
}
