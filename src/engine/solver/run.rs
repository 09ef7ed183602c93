//! The search that verbs run, and how far it is: all of a [`Solver`](super::Solver) that is not a setting.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::uniqueness::Witnesses;
use crate::engine::answers::AnswerSearch;
use crate::engine::best::Ranking;
use crate::engine::checkpoint::Checkpoint;
use crate::engine::checksum::Checksum;
use crate::engine::count::Count;
use crate::engine::counting::{Counting, SavedCount, write_nothing};
use crate::engine::first::First;
use crate::engine::fits::EngineName;
use crate::engine::kernel::Effort;
use crate::engine::limits::{Allowance, Limit, Status};
use crate::engine::search::{Search, Until};
use crate::engine::sweep::TableEffort;
use crate::problem::{OptionId, Part, Problem, Solution};

/// Verbs that continue with each other's search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Group {
    Solutions,
    Any,
    Answers,
    Uniqueness,
    Diagram,
    /// Without the kernel.
    Best,
}

/// A search under way for the verbs of one group.
pub(super) struct Run {
    /// What the search is for; `None` if the next verb starts again.
    pub(super) group: Option<Group>,
    pub(super) status: Status,
    /// Solutions or answers found since the search began.
    pub(super) found: Count,
    /// What is left of the limits for the verb at work.
    pub(super) allowance: Allowance,
    /// All solutions were counted, so that the search need not continue.
    pub(super) is_over: bool,
    /// The count that is under way.
    pub(super) counting: Option<Box<Counting>>,
    /// What was left of one that is to be resumed.
    pub(super) saved_count: Option<Arc<SavedCount>>,
    pub(super) answers: Option<AnswerSearch>,
    /// The walks that help to find a first solution.
    pub(super) first: First,
    /// What `verdict` has found so far.
    pub(super) witnesses: Witnesses,
    /// The current solution, level by level.
    pub(super) current: Vec<OptionId>,
    /// How far the last ranking has come.
    pub(super) ranking: Option<Box<Ranking>>,
    /// What found the best solutions.
    pub(super) ranked_by: EngineName,
    /// What a search that is resumed had found and done.
    pub(super) resumed_found: Count,
    pub(super) resumed_effort: Effort,
    is_resumed: bool,
    /// What tables took before the count that is under way.
    table: TableEffort,
    /// What searches took beside that of the kernel: those for the best solutions, and for components.
    pub(super) beside: Effort,
}

impl Run {
    /// Before the first search.
    pub(super) fn new(problem: &Problem) -> Run {
        Run {
            group: None,
            status: Status::Open,
            found: Count::ZERO,
            allowance: Allowance::new(problem.entry_count()),
            is_over: false,
            counting: None,
            saved_count: None,
            answers: None,
            first: First::new(),
            witnesses: Witnesses::default(),
            current: Vec::new(),
            ranking: None,
            ranked_by: EngineName::Prices,
            resumed_found: Count::ZERO,
            resumed_effort: Effort::default(),
            is_resumed: false,
            table: TableEffort::default(),
            beside: Effort::default(),
        }
    }

    /// Begins a search of this group for the solutions of a part, within what is left of the allowance.
    pub(super) fn begin(
        &mut self,
        group: Group,
        (problem, part): (&Problem, &Part),
        search: &mut Search,
    ) {
        self.group = Some(group);
        self.status = Status::Open;
        self.found = Count::ZERO;
        self.is_over = false;
        if std::mem::take(&mut self.is_resumed) {
            self.resumed_found = Count::ZERO;
            self.resumed_effort = Effort::default();
        }
        self.drop_counting();
        self.saved_count = None;
        self.ranking = None;
        self.witnesses.clear();
        self.first.begin(problem, search);
        self.answers = match group {
            _ if !problem.has_facts() => None,
            Group::Answers | Group::Uniqueness => Some(AnswerSearch::new(part)),
            _ => None,
        };
        if self.answers.is_none() {
            search.begin(part);
        }
    }

    /// Continues from a checkpoint with the search that was begun.
    pub(super) fn resume(&mut self, checkpoint: &Checkpoint) {
        self.is_resumed = true;
        self.found = checkpoint.found.clone();
        self.resumed_found = checkpoint.found.clone();
        self.resumed_effort = checkpoint.effort;
        self.beside = self.beside.with(checkpoint.effort);
        self.is_over = checkpoint.is_over();
        self.saved_count = checkpoint.counting.clone();
    }

    /// Writes what is left of the count under way, beside its search.
    pub(super) fn write_count(&self, search: &Search, to: &mut dyn fmt::Write) -> fmt::Result {
        match (&self.counting, &self.saved_count) {
            (Some(counting), _) if !counting.is_stale(search) => counting.write(to),
            (None, Some(saved)) => write!(to, "{saved}"),
            _ => write_nothing(to),
        }
    }

    /// Moves on to the next solution or answer, and writes it to `current`; whether there is one.
    pub(super) fn step(&mut self, problem: &Problem, search: &mut Search) -> bool {
        if self.is_over {
            self.status = Status::Exhausted;
            return false;
        }
        let never = Until::work(u64::MAX, u64::MAX);
        self.step_in_turn(problem, search, never).unwrap_or(false)
    }

    /// The same, until this [turn](Search::run_turn) of the search is over: then it is not known yet.
    pub(super) fn step_in_turn(
        &mut self,
        problem: &Problem,
        search: &mut Search,
        until: Until,
    ) -> Option<bool> {
        let (current, allowance) = (&mut self.current, &mut self.allowance);
        let found = match &mut self.answers {
            None => search.run_turn(until, allowance, &mut |options| {
                current.clear();
                current.extend_from_slice(options);
                ControlFlow::Break(())
            }),
            Some(answers) => answers.step(problem, search, until, allowance, current),
        };
        let found = found.transpose()?;
        self.status = status_of(found);
        if found == Ok(true) {
            allowance.spend_solution(current.len());
            self.found += 1u64;
        }
        Some(found == Ok(true))
    }

    /// Hands on all solutions within the allowance, without stopping at any.
    pub(super) fn visit_solutions<B>(
        &mut self,
        search: &mut Search,
        mut visit: impl FnMut(&[OptionId]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (before, mut broken) = (search.handed(), None);
        let stopped = match self.is_over {
            true => Ok(false),
            false => search.run(&mut self.allowance, |options| match visit(options) {
                ControlFlow::Continue(()) => ControlFlow::Continue(()),
                ControlFlow::Break(value) => {
                    broken = Some(value);
                    ControlFlow::Break(())
                }
            }),
        };
        self.found += search.handed() - before;
        self.status = status_of(stopped);
        broken.map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }

    /// Visits all solutions within the allowance: the sum over them.
    pub(super) fn sum_solutions(
        &mut self,
        search: &mut Search,
        checksum: Option<&Arc<Checksum>>,
    ) -> u64 {
        let before = search.handed();
        let (sum, stopped) = match self.is_over {
            true => (0, Ok(false)),
            false => search.run_summing(checksum, &mut self.allowance),
        };
        self.found += search.handed() - before;
        self.status = status_of(stopped);
        sum
    }

    /// The current solution.
    pub(super) fn solution(&self) -> Solution {
        Solution::new(self.current.clone())
    }

    /// Keeps what a count has come to: the number of solutions, or of those that there are for sure.
    pub(super) fn close_count(&mut self, counted: Result<Count, Limit>) -> Count {
        match (counted, &self.counting) {
            (Ok(count), _) => {
                self.found = count;
                self.is_over = true;
                self.status = Status::Exhausted;
                self.drop_counting();
                self.found.clone()
            }
            (Err(limit), Some(counting)) => {
                self.found = counting.found();
                self.status = Status::Stopped(limit);
                counting.at_least()
            }
            (Err(limit), None) => {
                self.status = Status::Stopped(limit);
                self.found.clone()
            }
        }
    }

    /// Forgets the count under way, except for what it took.
    pub(super) fn drop_counting(&mut self) {
        if let Some(counting) = self.counting.take() {
            self.table = self.table.with(counting.table_effort());
            self.beside = self.beside.with(counting.searched());
        }
    }

    /// What tables took since the solver was made.
    pub(super) fn table_effort(&self) -> TableEffort {
        let under_way = self
            .counting
            .as_ref()
            .map(|counting| counting.table_effort());
        self.table.with(under_way.unwrap_or_default())
    }

    /// What was done since the solver was made, beside the search by the kernel.
    pub(super) fn effort_beside(&self) -> Effort {
        let counting = self.counting.as_ref().map(|counting| counting.searched());
        let first = Effort {
            nodes: self.first.nodes(),
            updates: 0,
        };
        self.beside.with(first).with(counting.unwrap_or_default())
    }
}

/// What a search says of itself that stands at a solution (`true`), or has ended.
pub(super) fn status_of(found: Result<bool, Limit>) -> Status {
    match found {
        Ok(true) => Status::Open,
        Ok(false) => Status::Exhausted,
        Err(limit) => Status::Stopped(limit),
    }
}
