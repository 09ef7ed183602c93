//! How far a search may go, and why it stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Nodes that a search enters between two looks at the clock and the cancel flag.
const SLICE: u64 = 1 << 12;

/// What one call of a verb of a [`Solver`](super::Solver) may use up. Without limits (the default) it goes to the end.
///
/// A limit stops the search where it stands; the next call goes on from there, with a new allowance.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    /// Stop after this many solutions (or answers, for the verbs that are about answers).
    pub solutions: Option<u64>,
    /// Stop after entering this many nodes.
    pub nodes: Option<u64>,
    /// Stop after this time, looked at every few thousand nodes.
    pub time: Option<Duration>,
    /// Stop soon after this flag is set, perhaps from another thread or a signal handler.
    pub cancel: Option<Arc<AtomicBool>>,
}

/// Why a search stopped before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Limit {
    /// As many solutions were found as were asked for.
    Solutions,
    /// The nodes are used up.
    Nodes,
    /// The time is over.
    Time,
    /// The cancel flag was set.
    Cancelled,
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It has not stopped yet: it did not begin, or it stands at a solution.
    Open,
    /// Everything was searched.
    Exhausted,
    /// It was stopped by a limit and can be taken up again.
    Stopped(Limit),
}

/// What is left of the limits during one call of a verb.
#[derive(Default, Debug)]
pub(super) struct Allowance {
    solutions: u64,
    nodes: u64,
    end: Option<Instant>,
    cancel: Option<Arc<AtomicBool>>,
}

impl Allowance {
    /// Allows all that the limits do. The cancel flag is taken along only where it is `None` so far or another one:
    /// counting its owners once a puzzle would make the threads of a stream wait for each other.
    pub(super) fn renew(&mut self, limits: &Limits) {
        self.solutions = limits.solutions.unwrap_or(u64::MAX);
        self.nodes = limits.nodes.unwrap_or(u64::MAX);
        self.end = limits
            .time
            .and_then(|time| Instant::now().checked_add(time));
        let kept = match (&self.cancel, &limits.cancel) {
            (Some(kept), Some(flag)) => Arc::ptr_eq(kept, flag),
            (kept, flag) => kept.is_none() && flag.is_none(),
        };
        if !kept {
            self.cancel.clone_from(&limits.cancel);
        }
    }

    /// What is left of the time, without any other limit.
    pub(super) fn of_time(&self) -> Allowance {
        Allowance {
            solutions: u64::MAX,
            nodes: u64::MAX,
            end: self.end,
            cancel: self.cancel.clone(),
        }
    }

    /// Forgets the limit of solutions.
    pub(super) fn allow_any_solutions(&mut self) {
        self.solutions = u64::MAX;
    }

    /// Nodes that may be entered before asking again, or the limit that was reached.
    pub(super) fn slice(&self) -> Result<u64, Limit> {
        if self.solutions == 0 {
            Err(Limit::Solutions)
        } else if self.nodes == 0 {
            Err(Limit::Nodes)
        } else {
            self.interruption()?;
            match self.end.is_some() || self.cancel.is_some() {
                true => Ok(self.nodes.min(SLICE)),
                false => Ok(self.nodes),
            }
        }
    }

    /// Of the limits that come from outside, the one that was reached: the cancel flag, or the time.
    pub(super) fn interruption(&self) -> Result<(), Limit> {
        let is_set = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        if self.cancel.as_ref().is_some_and(is_set) {
            Err(Limit::Cancelled)
        } else if self.end.is_some_and(|end| Instant::now() >= end) {
            Err(Limit::Time)
        } else {
            Ok(())
        }
    }

    /// Leaves so many nodes at most, and tells how many it keeps for later.
    pub(super) fn keep_back(&mut self, nodes: u64) -> u64 {
        let kept = self.nodes.saturating_sub(nodes);
        self.nodes -= kept;
        kept
    }

    pub(super) fn give_back(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    pub(super) fn spend_nodes(&mut self, nodes: u64) {
        self.nodes = self.nodes.saturating_sub(nodes);
    }

    /// Spends a solution; whether there may be another.
    pub(super) fn spend_solution(&mut self) -> bool {
        self.solutions = self.solutions.saturating_sub(1);
        self.solutions > 0
    }
}
