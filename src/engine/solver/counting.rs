//! How a [`Solver`] counts: by search, by table, or by whichever comes first to the end.

use super::Solver;
use super::run::Group;
use crate::engine::count::Count;
use crate::engine::counting::{Counted, Counting};
use crate::engine::limits::Status;
use crate::engine::sweep::TableEffort;

/// How [`Solver::count`] counts solutions, and how [`Solver::zdd`] finds those of its diagram.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum CountMethod {
    /// Search and table take turns, and the one that ends first tells. A count only searches, if a kernel was asked for.
    #[default]
    Auto,
    /// Search with the kernel.
    Search,
    /// Go through the states of a frontier, with a table. The limits of time and the cancel flag stop it, and a stopped
    /// count has found nothing yet. It searches instead if a state needs more than 4,096 bits.
    Table,
}

impl Solver {
    /// Counts the solutions of this group of verbs, by search and by table.
    pub(super) fn count_with_table(&mut self, group: Group, method: CountMethod) -> Count {
        self.begin(group);
        if self.run.is_over {
            self.run.status = Status::Exhausted;
            return self.run.found.clone();
        }
        if self
            .run
            .counting
            .as_ref()
            .is_none_or(|counting| counting.is_stale(&self.search))
        {
            self.run.drop_counting();
        }
        let room = self.room();
        let (found, is_fresh) = (&self.run.found, self.run.may_begin_anew());
        let counting = self.run.counting.get_or_insert_with(|| {
            Counting::new(&self.search, &self.problem, (found, is_fresh), room)
        });
        let mut counted = Counted {
            problem: &self.problem,
            part: &self.part,
            method,
            room,
            search: &mut self.search,
        };
        match counting.run(&mut counted, &self.run.allowance) {
            Ok(count) => {
                self.run.found = count;
                self.run.is_over = true;
                self.run.status = Status::Exhausted;
                self.run.drop_counting();
                self.run.found.clone()
            }
            Err(limit) => {
                self.run.found = counting.found();
                self.run.status = Status::Stopped(limit);
                counting.at_least()
            }
        }
    }

    /// What counting with a table has taken since the solver was made.
    pub fn table_effort(&self) -> TableEffort {
        self.run.table_effort()
    }

    /// How solutions are to be counted, as the settings say.
    pub(super) fn method_at_work(&self) -> CountMethod {
        let is_limited = self.limits.nodes.is_some() || self.limits.solutions.is_some();
        match self.method {
            _ if is_limited => CountMethod::Search,
            CountMethod::Auto if self.kernel_was_asked_for => CountMethod::Search,
            method => method,
        }
    }
}
