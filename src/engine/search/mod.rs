//! The loop that runs a kernel: part after part, within the limits.
//!
//! A search works through a list of [`Part`]s in their order. It begins with one part, and *cuts* the part at work again
//! and again: takes the untried branches of its highest node that has some out of it, and puts them into the list, right
//! after it. If these are few, it does the same with the next node.
//!
//! ```text
//!     ①                         one part
//!     ① │ ② ③                   ① was cut: what was cut off comes after it
//!     ① │ ④ ⑤ │ ② ③             ① was cut again, lower
//!     ④ │ ⑤ │ ② ③               ① is over, ④ is entered
//! ```
//!
//! A part is cut by *counted work*, after an allowance that doubles each time ([`worker`]); the parts that are cut off begin
//! with the allowance that it had come to. It checks whether it is time after numbers of nodes that are fixed when the part is
//! entered. So how the list is cut depends on the problem and the kernel alone: not on the clock, the instruction set, limits,
//! pauses or threads. So a part is the unit of everything else that is done with a search: other threads can [run ahead](pool)
//! in the list, and what is left can be written down ([`left`](Search::left), [`remaining`](Search::remaining)).
//!
//! # Threads
//!
//! The caller's thread hands on what is found, in order. It works at the first piece of the list, the *head*; while
//! another thread does that, it works at another piece too, and keeps its output. Nodes and work are counted when the
//! output is handed on, so that [`effort`](Search::effort) does not depend on threads either.

mod frontier;
mod line;
mod output;
mod pool;
mod second;
#[cfg(test)]
pub(super) mod tests;
mod until;
mod worker;

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;

use line::Line;
pub(super) use pool::Maker;
use pool::Pool;
pub(super) use second::MakeSecond;
use second::Second;
pub(super) use until::Until;
use worker::FIRST;
pub(super) use worker::Piece;

use super::checksum::Checksum;
use super::fits::KernelName;
use super::kernel::{Effort, Kernel, Sink, Step};
use super::limits::{Allowance, Limit};
use crate::problem::{OptionId, Part};

/// The maximum number of bytes for solutions found ahead of the head.
const MOST_BYTES: usize = 64 << 20;

/// A search for the solutions of a part.
pub(super) struct Search {
    line: Line,
    /// Solutions that were handed on since the search began.
    handed: Cell<u64>,
    /// The number of other threads, if there are any, and a function that makes their kernels.
    others: Option<(usize, Maker)>,
}

impl Search {
    pub(super) fn new(kernel: Box<dyn Kernel>) -> Self {
        Search {
            line: Line::new(kernel),
            handed: Cell::new(0),
            others: None,
        }
    }

    /// Lets this many other threads run ahead with kernels of their own, once the search has taken some milliseconds. Abandons
    /// the search under way. The solutions that they find may take this many `bytes`.
    pub(super) fn share(&mut self, (others, maker): (usize, Maker), bytes: usize) {
        if others != self.others() {
            self.others = (others > 0).then_some((others, maker));
            self.line.abandon();
            let pool = Pool::new(self.others.clone(), bytes.min(MOST_BYTES));
            self.line.set_pool(pool);
        }
    }

    /// Lets a [second kernel](second) refute searches that find nothing.
    pub(super) fn look_twice(&mut self, make: MakeSecond) {
        self.line.set_second(Second::made_by(make));
    }

    /// The number of threads other than the caller's.
    pub(super) fn others(&self) -> usize {
        self.others.as_ref().map_or(0, |others| others.0)
    }

    /// Begins the search of a part, and abandons the one under way.
    pub(super) fn begin(&mut self, part: &Part) {
        self.begin_with(part, FIRST);
    }

    /// Like [`begin`](Self::begin), but never cuts the part.
    pub(super) fn begin_uncut(&mut self, part: &Part) {
        self.begin_with(part, 0);
    }

    /// Like [`begin`](Self::begin), with this much work before the first cut.
    pub(super) fn begin_with(&mut self, part: &Part, interval: u64) {
        self.handed.set(0);
        self.line.begin(part, interval);
    }

    /// Begins the search of these pieces, one after the other, and abandons the one under way.
    pub(super) fn begin_pieces(&mut self, pieces: Vec<Piece>) {
        self.handed.set(0);
        self.line.begin_pieces(pieces);
    }

    /// Whether solutions are only counted: then sinks may get an empty list of options instead of a solution.
    pub(super) fn count_only(&mut self, counts_only: bool) {
        self.line.count_only(counts_only, &self.handed);
    }

    /// Keeps other threads out of the search under way, as it may end before they have begun.
    pub(super) fn stay_alone(&mut self, is_alone: bool) {
        self.line.stay_alone(is_alone);
    }

    /// Bounds the work that threads run ahead.
    pub(super) fn run_ahead(&mut self, work: u64) {
        self.line.run_ahead(work);
    }

    fn advance(&mut self, until: Until, sink: Sink) -> Step {
        let Search { line, handed, .. } = self;
        line.advance(until, handed, &mut |solution| {
            handed.set(handed.get() + 1);
            sink(solution)
        })
    }

    /// Searches on until `sink` breaks, about `nodes` nodes have been entered, or nothing is left. It may pause earlier.
    pub(super) fn turn(&mut self, nodes: u64, sink: Sink) -> Step {
        let nodes = self.effort().nodes.saturating_add(nodes);
        self.advance(Until::nodes(nodes).in_bulk(u64::MAX), sink)
    }

    /// Searches on to the first look at the work when this much was done in all, or until `sink` breaks. Before its first cut
    /// it ends after about `nodes` nodes too. It may pause earlier: see [`is_at_stop`](Self::is_at_stop).
    pub(super) fn turn_of_work(&mut self, work: u64, nodes: u64, sink: Sink) -> Step {
        let nodes = self.effort().nodes.saturating_add(nodes);
        self.advance(Until::work(work, nodes).in_bulk(u64::MAX), sink)
    }

    /// Like [`run`](Self::run), but solutions are not spent; and the turn goes only so far. If it is over, it is not known yet
    /// whether something is left.
    pub(super) fn run_turn(
        &mut self,
        until: Until,
        allowance: &mut Allowance,
        sink: Sink,
    ) -> Result<Option<bool>, Limit> {
        loop {
            let slice = allowance.slice().map_err(|limit| self.stopped(limit))?;
            let before = self.effort().nodes;
            let until = until
                .pausing(before.saturating_add(slice))
                .at_most(before.saturating_add(allowance.nodes()));
            let step = self.advance(until, sink);
            allowance.spend_nodes(self.effort().nodes - before);
            match step {
                Step::Solution => return Ok(Some(true)),
                Step::Exhausted => return Ok(Some(false)),
                Step::Paused if self.is_at_stop() => return Ok(None),
                Step::Paused => {}
            }
        }
    }

    /// Whether the last turn ended at a place that depends on the problem, the kernel and the lengths of turns alone.
    pub(super) fn is_at_stop(&self) -> bool {
        self.line.is_at_stop()
    }

    /// Searches on within the allowance, of which each solution is spent. Whether `sink` broke: else, nothing is left.
    pub(super) fn run(
        &mut self,
        allowance: &mut Allowance,
        mut sink: impl FnMut(&[OptionId]) -> ControlFlow<()>,
    ) -> Result<bool, Limit> {
        loop {
            let slice = allowance.slice();
            let until = match slice {
                Ok(nodes) => self.until(nodes, allowance),
                Err(limit) => return Err(self.stopped(limit)),
            };
            let (before, handed_before) = (self.effort().nodes, self.handed.get());
            let (mut broke, mut singly) = (false, 0);
            let Search { line, handed, .. } = self;
            let until = until.in_bulk(handed_before.saturating_add(allowance.solutions()));
            let step = line.advance(until, handed, &mut |solution| {
                handed.set(handed.get() + 1);
                singly += 1;
                broke = sink(solution).is_break();
                match allowance.spend_solution(solution.len()) && !broke {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            });
            allowance.spend_nodes(self.effort().nodes - before);
            allowance.spend_solutions(self.handed.get() - handed_before - singly);
            match step {
                Step::Solution if broke => return Ok(true),
                Step::Exhausted => return Ok(false),
                // Without another solution, the next slice says so.
                Step::Solution | Step::Paused => {}
            }
        }
    }

    /// Like [`run`](Self::run), but solutions are only visited, each by the thread that finds it: the sum over them.
    pub(super) fn run_summing(
        &mut self,
        checksum: Option<&Arc<Checksum>>,
        allowance: &mut Allowance,
    ) -> (u64, Result<bool, Limit>) {
        self.line.visit_only(checksum, &self.handed);
        let mut sum = 0u64;
        let stopped = self.run(allowance, |solution| {
            if let Some(checksum) = checksum {
                sum = sum.wrapping_add(checksum.of_solution(solution));
            }
            ControlFlow::Continue(())
        });
        (sum.wrapping_add(self.line.sum()), stopped)
    }

    fn until(&self, nodes: u64, allowance: &Allowance) -> Until {
        let entered = self.effort().nodes;
        Until::nodes(entered.saturating_add(nodes))
            .at_most(entered.saturating_add(allowance.nodes()))
    }

    /// Moves the kernel to the place where the last solution was handed on, as if no other thread had run ahead.
    pub(super) fn settle(&mut self) {
        self.line.settle(&self.handed);
    }

    /// At a limit, the other threads rest; and if it is one that was counted, the search stands where it was reached.
    fn stopped(&mut self, limit: Limit) -> Limit {
        if limit == Limit::Solutions {
            self.settle();
        }
        self.line.rest();
        limit
    }

    /// Lets the other threads rest until the search continues.
    pub(super) fn rest(&mut self) {
        self.line.rest();
    }

    /// The rest of the search, as disjoint parts in order. The current solution is not among them.
    pub(super) fn remaining(&mut self) -> Vec<Part> {
        self.line.remaining(&self.handed)
    }

    /// The rest of the search, as pieces in order, which are searched as they would have been by this search. The first may
    /// have been begun: it skips the solutions that were handed on.
    pub(super) fn left(&self) -> Vec<Piece> {
        self.line.left(self.handed.get())
    }

    /// The effort for finished pieces.
    pub(super) fn effort_of_pieces(&self) -> Effort {
        self.line.of_pieces().effort
    }

    /// The effort since the search began.
    pub(super) fn effort_since_begun(&self) -> Effort {
        self.line.since_begun().effort
    }

    /// Solutions that were handed on since the search began.
    pub(super) fn handed(&self) -> u64 {
        self.handed.get()
    }

    /// The share of the search that is done, from 0 to 1, estimated from its cuts.
    pub(super) fn share_done(&self) -> f64 {
        self.line.share_done()
    }

    /// Lends `search` a kernel, while the search under way is paused.
    pub(super) fn aside(&mut self, search: &mut dyn FnMut(&mut dyn Kernel)) {
        self.line.kernel_mut().aside(search);
    }

    /// The kernel, for another search: the one under way is abandoned.
    pub(super) fn kernel_mut(&mut self) -> &mut dyn Kernel {
        self.line.abandon();
        self.line.kernel_mut()
    }

    /// The same, and a function that makes more kernels, if other threads may take part.
    pub(super) fn kernel_and_more(&mut self) -> (&mut dyn Kernel, Option<&(usize, Maker)>) {
        self.line.abandon();
        (self.line.kernel_mut(), self.others.as_ref())
    }

    pub(super) fn kernel(&self) -> KernelName {
        self.line.kernel().name()
    }

    pub(super) fn instruction_set(&self) -> &'static str {
        self.line.kernel().instruction_set()
    }

    /// About how much work a node of the whole problem is; at least 1.
    pub(super) fn work_of_node(&self) -> u64 {
        self.line.kernel().work_of_node()
    }

    /// The work done since the kernel was made, in units of about a nanosecond.
    pub(super) fn work(&self) -> u64 {
        self.line.tally().work
    }

    /// The work done since the kernel was made.
    pub(super) fn effort(&self) -> Effort {
        self.line.tally().effort
    }
}
