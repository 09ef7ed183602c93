//! How a [`Solver`] finds any solution.

use super::Solver;
use super::run::{Group, status_of};
use crate::engine::count::Count;
use crate::problem::{OptionId, Solution};

impl Solver {
    /// A solution, whichever is found first, or `None` if there is none or a [limit](Self::limits) was reached:
    /// [`status`](Self::status) says which.
    ///
    /// This can be very much faster than [`next_solution`](Self::next_solution), which goes through the solutions in the order
    /// of the search. After some thousand nodes of that search, other searches take turns with it. These start again and again,
    /// each time with a new random order of items and options; and now and then a [diagram](Self::zdd) is tried. The random numbers depend
    /// only on the problem and on the assumed and excluded options, so the solution is the same each time, on every machine, with the same
    /// [memory](Self::memory).
    ///
    /// It is a group of verbs of its own: after a limit, it continues where it stopped; once it has found a solution, it
    /// returns the same solution again. The nodes of all searches count towards the limit of nodes.
    ///
    /// ```
    /// use dominox::engine::Status;
    /// use dominox::{Problem, Solver};
    /// let problem = Problem::parse("a b c\na b\nc\nb c\n")?;
    /// let mut solver = Solver::new(&problem)?;
    /// let solution = solver.any_solution().expect("a solution");
    /// assert!(problem.check(&solution).is_ok());
    ///
    /// let without = Problem::parse("a b c\na b\nb c\n")?;
    /// let mut solver = Solver::new(&without)?;
    /// assert_eq!((solver.any_solution(), solver.status()), (None, Status::Exhausted));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn any_solution(&mut self) -> Option<Solution> {
        let options = self.any_options()?;
        Some(Solution::new(options.to_vec()))
    }

    /// Like [`any_solution`](Self::any_solution), as option ids: first the assumed ones, then the others in no particular order.
    /// They are borrowed from the solver.
    pub fn any_options(&mut self) -> Option<&[OptionId]> {
        self.begin(Group::Any);
        let was_known = self.run.first.outcome().is_some();
        let room = self.room();
        let found = self.run.first.run(
            (&self.problem, &self.part),
            (&mut self.search, room),
            &mut self.run.allowance,
            &mut self.run.current,
        );
        self.run.status = status_of(found);
        if found == Ok(true) && !was_known {
            self.run.found = Count::from(1u64);
        }
        (found == Ok(true)).then_some(&self.run.current)
    }
}
