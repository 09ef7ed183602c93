//! How a [`Solver`] makes the diagram of all solutions.

use super::Solver;
use super::run::Group;
use crate::engine::limits::Status;
use crate::engine::memory::Account;
use crate::engine::zdd::{self, Zdd, ZddError};

impl Solver {
    /// The diagram of all solutions with the assumed and without the excluded options. As for a count, a sweep through the
    /// states of a frontier and a search that lists the solutions take turns, unless [`counting`](Self::counting) names one of
    /// them; both make the same diagram.
    ///
    /// It keeps to the [memory](Self::memory) that tables may take, the time limits and the cancel flag; other limits do not
    /// apply. It is a group of verbs of its own, which always starts again.
    ///
    /// # Errors
    /// If it needs more memory or time than is allowed, or is too large in any case; the error says how far it got.
    pub fn zdd(&mut self) -> Result<Zdd, ZddError> {
        self.run.group = None;
        self.begin(Group::Diagram);
        // The search must not be continued, whatever happens.
        self.run.group = None;
        let account = Account::new(self.room());
        let plan = zdd::Plan {
            problem: &self.problem,
            part: &self.part,
            search: &mut self.search,
            method: self.method,
            account,
            allowance: &self.run.allowance,
        };
        let built = plan.build();
        self.run.status = match built {
            Err(ZddError::Stopped(limit, _)) => Status::Stopped(limit),
            _ => Status::Exhausted,
        };
        built
    }
}
