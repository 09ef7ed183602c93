//! How a [`Solver`] counts: by search, by table, or by whichever finishes first.

use super::Solver;
use super::run::{Group, Run};
use crate::engine::count::Count;
use crate::engine::counting::{Begun, Counted, Counting};
use crate::engine::limits::Status;
use crate::engine::sweep::TableEffort;

/// How [`Solver::count`] counts solutions, and how [`Solver::zdd`] builds its diagram.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum CountMethod {
    /// Search and table take turns, and the first to finish gives the number. If a kernel was requested, a count only searches.
    #[default]
    Auto,
    /// Search with the kernel.
    Search,
    /// Sweep through the states of a frontier, with a table. The time limits and the cancel flag stop it; a stopped count has
    /// no result yet. It searches instead if a state needs more than 4,096 bits.
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
        let mut counted = Counted {
            problem: &self.problem,
            part: &self.part,
            method,
            room,
            search: &mut self.search,
        };
        let Run {
            counting,
            saved_count,
            found,
            allowance,
            ..
        } = &mut self.run;
        let counted = match counting {
            Some(counting) => counting.run(&mut counted, allowance),
            None => match Counting::begin(&mut counted, found, saved_count, allowance) {
                Begun::Over(count) => Ok(count),
                Begun::Stopped(limit) => Err(limit),
                Begun::UnderWay(begun, limit) => {
                    let counting = counting.insert(begun);
                    limit.and_then(|()| counting.run(&mut counted, allowance))
                }
            },
        };
        self.run.close_count(counted)
    }

    /// The effort of counting with tables since the solver was made.
    pub fn table_effort(&self) -> TableEffort {
        self.run.table_effort()
    }

    /// How to count solutions, according to the settings.
    pub(super) fn method_at_work(&self) -> CountMethod {
        let is_limited = self.limits.nodes.is_some() || self.limits.solutions.is_some();
        match self.method {
            _ if is_limited => CountMethod::Search,
            CountMethod::Auto if self.kernel_was_asked_for => CountMethod::Search,
            method => method,
        }
    }
}
