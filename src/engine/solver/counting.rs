//! How a [`Solver`] counts: by search, by table, or by whichever comes first to the end.

use super::{Group, Solver};
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
        if self.is_over {
            self.status = Status::Exhausted;
            return self.found.clone();
        }
        if self
            .counting
            .as_ref()
            .is_none_or(|counting| counting.is_stale(&self.search))
        {
            self.drop_counting();
        }
        let room = self.room();
        let counting = self
            .counting
            .get_or_insert_with(|| Counting::new(&self.search, &self.problem, &self.found, room));
        let mut counted = Counted {
            problem: &self.problem,
            part: &self.part,
            method,
            room,
            search: &mut self.search,
        };
        match counting.run(&mut counted, &self.allowance) {
            Ok(count) => {
                self.found = count;
                self.is_over = true;
                self.status = Status::Exhausted;
                self.drop_counting();
                self.found.clone()
            }
            Err(limit) => {
                self.found = counting.found();
                self.status = Status::Stopped(limit);
                counting.at_least()
            }
        }
    }

    /// Forgets the count under way, but for what it took.
    pub(super) fn drop_counting(&mut self) {
        if let Some(counting) = self.counting.take() {
            self.table = self.table.with(counting.table_effort());
            self.beside = self.beside.with(counting.searched());
        }
    }

    /// What counting with a table has taken since the solver was made.
    pub fn table_effort(&self) -> TableEffort {
        let under_way = self.counting.as_ref().map(Counting::table_effort);
        self.table.with(under_way.unwrap_or_default())
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
