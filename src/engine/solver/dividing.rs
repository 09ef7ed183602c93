//! How a [`Solver`] divides its search into shards.

use super::Solver;
use crate::engine::division::{Division, DivisionError, divide};
use crate::engine::limits::Limit;
use crate::problem::Part;

impl Solver {
    /// Divides the search into this number of shards of about equal size; fewer if the search is small. The same problem,
    /// kernel, assumed and excluded options give the same shards.
    ///
    /// ```
    /// use dominox::{Problem, Solver};
    /// let problem = Problem::parse("a b c\na\na b\nb c\nb\nc\n")?;
    /// let mut solver = Solver::new(&problem)?;
    /// let division = solver.divide(2).expect("there is no limit");
    /// assert_eq!(division.check(&problem, solver.part(), &[]), Ok(()));
    /// let mut found = 0;
    /// for shard in 0..division.shards.len() {
    ///     for part in division.parts(&problem, solver.part(), shard)? {
    ///         let solver = Solver::new(&problem)?.assume(&part.with).exclude(&part.without);
    ///         found += solver.solutions().count();
    ///     }
    /// }
    /// assert_eq!(found, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn divide(&mut self, shards: usize) -> Result<Division, Limit> {
        // A division of the whole is right by construction.
        self.divide_leaves(shards, None)
            .map(|division| division.unwrap_or_else(|_| unreachable!()))
    }

    /// Divides these leaves of a division of the same search again, into this number of shards. The other leaves are in none of
    /// them.
    ///
    /// # Errors
    /// The limit that was reached, or that the division belongs to another search.
    pub fn divide_rest(
        &mut self,
        shards: usize,
        division: &Division,
        leaves: &[u32],
    ) -> Result<Result<Division, DivisionError>, Limit> {
        self.divide_leaves(shards, Some((division, leaves)))
    }

    fn divide_leaves(
        &mut self,
        shards: usize,
        before: Option<(&Division, &[u32])>,
    ) -> Result<Result<Division, DivisionError>, Limit> {
        self.sort_part();
        self.run.group = None;
        self.run.allowance.renew(&self.limits);
        let whole = (&self.problem, &self.part);
        let (search, allowance) = (&mut self.search, &mut self.run.allowance);
        divide(whole, shards, before, search, allowance)
    }

    /// The assumed and the excluded options, and those that were [implied](Self::imply).
    pub fn part(&self) -> &Part {
        &self.part
    }
}
