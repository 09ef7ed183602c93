//! The one loop that runs a kernel: part after part, within what is allowed.
//!
//! A search works through a list of [`Part`]s in their order, of which the first is at work. It begins with one part, and
//! *cuts* the part at work again and again: takes the untried branches of its highest node that has some out of it, and
//! puts them into the list, right after it.
//!
//! ```text
//!     ①                         one part
//!     ① │ ③ ②                   ① was cut: what it gave comes after it (the list grows at its front, so it is a stack)
//!     ① │ ⑤ ④ │ ③ ②             ① was cut again, lower
//!     ⑤ │ ④ │ ③ ②               ① is over, ⑤ is entered
//! ```
//!
//! A part is cut by *counted work*: when it has taken [`FIRST`] units, then after twice as much, and so on up to
//! [`MOST`]; the parts that it gives begin with the allowance that it had come to. Whether it is time is looked at after
//! numbers of nodes that are fixed when the part is entered. So how the list is cut depends on the
//! problem and the kernel alone: not on the clock, the instruction set, limits or pauses. That makes a part the unit of
//! whatever is done with a search besides running it: what is left can be written down ([`remaining`](Search::remaining)),
//! and parts can be run elsewhere, as none knows of another.

#[cfg(test)]
pub(super) mod tests;

use std::ops::ControlFlow;

use super::fits::KernelName;
use super::kernel::{Effort, Inference, Kernel, Sink, Step};
use super::limits::{Allowance, Limit};
use crate::problem::Part;

/// Work before the first cut of a part, and the most between two cuts, in units of [`Kernel::work`]: about 2 and 50
/// milliseconds. Entering a part costs some tens of microseconds.
const FIRST: u64 = 2_000_000;
const MOST: u64 = 50_000_000;
/// Work between two looks at the work, if each node were as large as the root.
const GRAIN: u64 = 1_000_000;

/// A search for the solutions of a part.
pub(super) struct Search {
    kernel: Box<dyn Kernel>,
    /// The parts after the one at work, the next one last.
    waiting: Vec<Waiting>,
    /// Work between two cuts of the part at work; 0 if it is never cut.
    interval: u64,
    /// The part at work is cut when the kernel has done this much work in all.
    cut_at: u64,
    /// That is looked at when the kernel has entered this many nodes in all.
    look_at: u64,
    /// Turns end where a part does, and one has ended there.
    pauses_between: bool,
    is_between: bool,
}

/// A part that is not yet at work.
struct Waiting {
    part: Part,
    interval: u64,
}

impl Search {
    pub(super) fn new(kernel: Box<dyn Kernel>) -> Self {
        Search {
            kernel,
            waiting: Vec::new(),
            interval: 0,
            cut_at: u64::MAX,
            look_at: u64::MAX,
            pauses_between: false,
            is_between: false,
        }
    }

    /// Begins the search of a part, and abandons the one under way.
    pub(super) fn begin(&mut self, part: &Part) {
        self.begin_with(part, FIRST);
    }

    /// As [`begin`](Self::begin), but never cuts the part.
    pub(super) fn begin_uncut(&mut self, part: &Part) {
        self.begin_with(part, 0);
    }

    /// As [`begin`](Self::begin), with this much work before the first cut.
    pub(super) fn begin_with(&mut self, part: &Part, interval: u64) {
        self.waiting.clear();
        self.is_between = false;
        self.pauses_between = false;
        self.enter(part, interval);
    }

    fn enter(&mut self, part: &Part, interval: u64) {
        // What is seen to disagree is searched in no time.
        let _ = self.kernel.enter(part, Inference::Adaptive);
        self.interval = interval;
        self.cut_later();
    }

    fn cut_later(&mut self) {
        self.cut_at = self.kernel.work().saturating_add(self.interval);
        self.look_at = u64::MAX;
        if self.interval > 0 {
            self.look_later();
        }
    }

    fn look_later(&mut self) {
        let nodes = (self.interval.min(GRAIN) / self.kernel.work_of_node()).max(1);
        self.look_at = self.effort().nodes + nodes;
    }

    /// Goes on to the next part of the list; whether there is one.
    fn next_part(&mut self) -> bool {
        let next = self.waiting.pop();
        if let Some(Waiting { part, interval }) = &next {
            self.enter(part, *interval);
        }
        next.is_some()
    }

    /// Cuts the part at work.
    fn cut(&mut self) {
        self.interval = (2 * self.interval).min(MOST);
        let interval = self.interval;
        let given = self.kernel.give().into_iter().rev();
        self.waiting
            .extend(given.map(|part| Waiting { part, interval }));
        self.cut_later();
    }

    /// Searches on until `sink` breaks off, about `nodes` nodes have been entered, or nothing is left.
    pub(super) fn turn(&mut self, nodes: u64, sink: Sink) -> Step {
        if std::mem::take(&mut self.is_between) && !self.next_part() {
            return Step::Exhausted;
        }
        let last = self.effort().nodes.saturating_add(nodes);
        loop {
            let next_stop = last.min(self.look_at);
            let nodes = next_stop.saturating_sub(self.effort().nodes);
            match self.kernel.visit(nodes, sink) {
                Step::Solution => return Step::Solution,
                Step::Exhausted if self.pauses_between && !self.waiting.is_empty() => {
                    self.is_between = true;
                    return Step::Paused;
                }
                Step::Exhausted if !self.next_part() => return Step::Exhausted,
                Step::Exhausted => {}
                // At both, it is looked at when the next turn begins.
                Step::Paused if next_stop == last => return Step::Paused,
                Step::Paused if self.kernel.work() >= self.cut_at => self.cut(),
                Step::Paused => self.look_later(),
            }
        }
    }

    /// Searches on within the allowance, of which each solution is spent. Whether `sink` broke off: else, nothing is left.
    pub(super) fn run(&mut self, allowance: &mut Allowance, sink: Sink) -> Result<bool, Limit> {
        loop {
            let nodes = allowance.slice()?;
            let before = self.effort().nodes;
            let mut broke = false;
            let step = self.turn(nodes, &mut |solution| {
                broke = sink(solution).is_break();
                match allowance.spend_solution(solution.len()) && !broke {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            });
            allowance.spend_nodes(self.effort().nodes - before);
            match step {
                Step::Solution if broke => return Ok(true),
                Step::Exhausted => return Ok(false),
                // Without another solution, the next slice says so.
                Step::Solution | Step::Paused => {}
            }
        }
    }

    /// As [`run`](Self::run), but solutions are not spent.
    pub(super) fn run_nodes(
        &mut self,
        allowance: &mut Allowance,
        sink: Sink,
    ) -> Result<bool, Limit> {
        loop {
            let nodes = allowance.slice()?;
            let before = self.effort().nodes;
            let step = self.turn(nodes, sink);
            allowance.spend_nodes(self.effort().nodes - before);
            match step {
                Step::Solution => return Ok(true),
                Step::Exhausted => return Ok(false),
                Step::Paused => {}
            }
        }
    }

    /// All that is left, as disjoint parts in their order. The solution where the search stands is not among them.
    pub(super) fn remaining(&self) -> Vec<Part> {
        let waiting = self.waiting.iter().rev();
        let waiting = waiting.map(|waiting| waiting.part.clone());
        self.kernel.open().into_iter().chain(waiting).collect()
    }

    /// Whether a turn is to end where a part does.
    pub(super) fn pause_between_parts(&mut self, pauses: bool) {
        self.pauses_between = pauses;
    }

    /// Whether one part is over and the next one was not entered yet: then [`kernel_between`](Self::kernel_between) is
    /// free.
    pub(super) fn is_between_parts(&self) -> bool {
        self.is_between
    }

    /// The kernel, for a search of one's own. If it is [between parts](Self::is_between_parts), the search under way goes on
    /// afterwards; else it has to begin anew.
    pub(super) fn kernel_between(&mut self) -> &mut dyn Kernel {
        &mut *self.kernel
    }

    /// The kernel, for a search of one's own: the one under way is abandoned.
    pub(super) fn kernel_mut(&mut self) -> &mut dyn Kernel {
        self.waiting.clear();
        &mut *self.kernel
    }

    pub(super) fn kernel(&self) -> KernelName {
        self.kernel.name()
    }

    pub(super) fn instruction_set(&self) -> &'static str {
        self.kernel.instruction_set()
    }

    /// The work done since the kernel was made, in units of about a nanosecond.
    pub(super) fn work(&self) -> u64 {
        self.kernel.work()
    }

    /// About how much work a node of the whole problem is; at least 1.
    pub(super) fn work_of_node(&self) -> u64 {
        self.kernel.work_of_node()
    }

    /// The work done since the kernel was made.
    pub(super) fn effort(&self) -> Effort {
        self.kernel.effort()
    }
}
