//! How far a search may go, and why it stopped. Nothing else in the engine reads a clock.
//!
//! Reading the clock takes some 30 nanoseconds, so the work between two readings is counted: the nodes of a
//! [slice](Allowance::slice), which is longer if nodes are fast, or the [work](Watch::spend) of everything else.
//!
//! ```text
//!     nodes of a slice     64   128   256   512   512   256  …      doubled, until one takes more than 2 ms
//! ```

use std::cell::Cell;
use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::memory::NoMemory;

/// The nodes that a search enters before it checks the clock and the cancel flag, at first and at most. The first slice
/// of a large problem is shorter: its nodes times the entries of the problem are no more than this.
const FIRST_SLICE: u64 = 1 << 6;
const LONGEST_SLICE: u64 = 1 << 12;
const FIRST_ENTRIES: u64 = 1 << 22;
/// The next slice is longer after one that took less than this, and shorter after one that took four times as long.
const SHORT: Duration = Duration::from_millis(2);
/// The clock and the cancel flag are checked when solutions together have this many options, each counted as [`MORE`]
/// options more.
const OPTIONS: u64 = 1 << 13;
const MORE: u64 = 1 << 5;
/// A shorter pause is extended to this: a pause that is due at once would come again and again before any work is done.
const SHORTEST: Duration = Duration::from_millis(1);
/// The work after which the clock and the cancel flag are checked.
const WORK: u64 = 1 << 20;

/// The limits of one call of a verb of a [`Solver`](super::Solver). Without limits (the default), it runs to the end.
///
/// A limit stops the search; the next call continues from there, with a new allowance.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    /// Stop after this many solutions (or answers, for the verbs that are about answers).
    pub solutions: Option<u64>,
    /// Stop after entering this many nodes.
    pub nodes: Option<u64>,
    /// Stop after this time. It has no effect where there is no clock, as on `wasm32-unknown-unknown`.
    pub time: Option<Duration>,
    /// Stop at this time, however many verbs are called before.
    pub deadline: Option<Instant>,
    /// Stop soon after this flag is set, perhaps from another thread or a signal handler.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Stop for a [pause](Limit::Pause) after this time, as soon as the next call can continue without repeating any work. It
    /// applies to the verbs that find, list, count or rank all solutions or answers.
    pub pause: Option<Duration>,
}

impl Limits {
    /// A watch over work that begins now, within the time and until the cancel flag is set.
    pub(super) fn watch(&self) -> Watch {
        let Limits {
            deadline, cancel, ..
        } = self.begun();
        let outside = Outside {
            end: deadline,
            cancel,
            pause: None,
        };
        outside.watch()
    }

    /// The limits of several verbs together that begin now. They do not pause, since only one of the verbs could continue.
    pub(crate) fn begun(&self) -> Limits {
        let after_time = self.time.and_then(from_now);
        Limits {
            time: None,
            pause: None,
            deadline: match (after_time, self.deadline) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            },
            ..self.clone()
        }
    }

    /// With a deadline that leaves this time for later work.
    pub(super) fn earlier_by(self, time: Duration) -> Limits {
        let early = |end: Instant| end.checked_sub(time).unwrap_or(end);
        Limits {
            deadline: self.deadline.map(early),
            ..self
        }
    }
}

/// Why a search stopped before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Limit {
    /// All requested solutions were found.
    Solutions,
    /// The nodes are used up.
    Nodes,
    /// The time is over.
    Time,
    /// The cancel flag was set.
    Cancelled,
    /// The memory is used up.
    Memory,
    /// A [pause](Limits::pause) was due.
    Pause,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Solutions => "all solutions that were asked for were found",
            Limit::Nodes => "the node limit was reached",
            Limit::Time => "the time limit was reached",
            Limit::Cancelled => "it was cancelled",
            Limit::Memory => "the memory limit was reached",
            Limit::Pause => "a pause was due",
        })
    }
}

impl Error for Limit {}

impl From<NoMemory> for Limit {
    fn from(_: NoMemory) -> Limit {
        Limit::Memory
    }
}

/// The state of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It has not stopped yet: it did not begin, or it is at a solution.
    Open,
    /// Everything was searched.
    Exhausted,
    /// It was stopped by a limit and can be resumed.
    Stopped(Limit),
}

/// The time, if there is a clock.
fn now() -> Option<Instant> {
    match cfg!(all(target_arch = "wasm32", target_os = "unknown")) {
        true => None,
        false => Some(Instant::now()),
    }
}

/// When this time will be over.
fn from_now(time: Duration) -> Option<Instant> {
    now()?.checked_add(time)
}

/// Measures how long something takes.
pub(super) struct Stopwatch(Option<Instant>);

impl Stopwatch {
    pub(super) fn start() -> Stopwatch {
        Stopwatch(now())
    }

    /// The time since the start; zero without a clock.
    pub(super) fn elapsed(&self) -> Duration {
        self.0.map_or(Duration::ZERO, |start| start.elapsed())
    }
}

/// The limits that come from outside: the end of the time, the cancel flag, and the next pause.
#[derive(Clone, Default, Debug)]
pub(super) struct Outside {
    end: Option<Instant>,
    cancel: Option<Arc<AtomicBool>>,
    pause: Option<Instant>,
}

impl Outside {
    /// The limit that was reached.
    pub(super) fn interruption(&self) -> Result<(), Limit> {
        self.interruption_before(Duration::ZERO)
    }

    /// The limit that was reached; the time limit counts as reached if less than this `delay` is left.
    fn interruption_before(&self, delay: Duration) -> Result<(), Limit> {
        let is_set = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        if self.cancel.as_ref().is_some_and(is_set) {
            Err(Limit::Cancelled)
        } else if self
            .end
            .is_some_and(|end| now().is_some_and(|now| now + delay >= end))
        {
            Err(Limit::Time)
        } else if self.pause.is_some_and(|pause| now() >= Some(pause)) {
            Err(Limit::Pause)
        } else {
            Ok(())
        }
    }

    /// A watch over work that begins now.
    pub(super) fn watch(&self) -> Watch {
        Watch {
            outside: self.clone(),
            left: Cell::new(WORK),
        }
    }
}

/// Counts work, and checks the limits from outside now and then.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    outside: Outside,
    /// Work before the next check.
    left: Cell<u64>,
}

impl Watch {
    /// Counts work, in units of about a nanosecond, and checks the limits now and then.
    #[inline]
    pub(super) fn spend(&self, work: u64) -> Result<(), Limit> {
        match self.left.get().checked_sub(work) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => self.look(),
        }
    }

    /// Checks the limits. If many short pieces of work have a watch each, only this reads the clock.
    #[cold]
    pub(super) fn look(&self) -> Result<(), Limit> {
        self.left.set(WORK);
        self.outside.interruption()
    }
}

/// What is left of the limits during one call of a verb.
#[derive(Default, Debug)]
pub(super) struct Allowance {
    solutions: u64,
    nodes: u64,
    outside: Outside,
    first_slice: u64,
    /// Nodes of the slice at work; 0 before the first.
    slice: Cell<u64>,
    /// When the slice at work began; `None` for the first one.
    slice_began: Cell<Option<Instant>>,
    /// Options of solutions since the clock and the cancel flag were last checked.
    unseen: u64,
}

impl Allowance {
    /// An allowance for searches through a problem with this number of entries; nothing is allowed before it is renewed.
    pub(super) fn new(entries: usize) -> Allowance {
        Allowance {
            first_slice: (FIRST_ENTRIES / entries.max(1) as u64).clamp(1, FIRST_SLICE),
            ..Allowance::default()
        }
    }

    /// Allows all that the limits do, and no pause. The cancel flag is cloned only if it differs from the present one: counting
    /// its owners for each puzzle would make the threads of a stream wait for each other.
    pub(super) fn renew(&mut self, limits: &Limits) {
        self.solutions = limits.solutions.unwrap_or(u64::MAX);
        self.nodes = limits.nodes.unwrap_or(u64::MAX);
        let after_time = limits.time.and_then(from_now);
        let Outside { end, cancel, pause } = &mut self.outside;
        *pause = None;
        *end = match (after_time, limits.deadline) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        let kept = match (&cancel, &limits.cancel) {
            (Some(kept), Some(flag)) => Arc::ptr_eq(kept, flag),
            (kept, flag) => kept.is_none() && flag.is_none(),
        };
        if !kept {
            cancel.clone_from(&limits.cancel);
        }
        self.slice.set(0);
        self.slice_began.set(None);
    }

    /// Makes a pause due after this time, but not before some work is done.
    pub(super) fn pause_after(&mut self, time: Option<Duration>) {
        self.outside.pause = time.and_then(|time| from_now(time.max(SHORTEST)));
    }

    /// What is left of the time, without any other limit.
    pub(super) fn of_time(&self) -> Allowance {
        Allowance {
            solutions: u64::MAX,
            nodes: u64::MAX,
            outside: self.outside.clone(),
            first_slice: self.first_slice,
            ..Allowance::default()
        }
    }

    /// The same for work that would be lost at a pause.
    pub(super) fn of_time_without_pause(&self) -> Allowance {
        let mut allowance = self.of_time();
        allowance.outside.pause = None;
        allowance
    }

    /// The limits that come from outside.
    pub(super) fn outside(&self) -> &Outside {
        &self.outside
    }

    /// Replaces the limit of solutions.
    pub(super) fn allow_solutions(&mut self, most: u64) {
        self.solutions = most;
    }

    /// Nodes that may be entered before asking again, or the limit that was reached.
    pub(super) fn slice(&self) -> Result<u64, Limit> {
        if self.solutions == 0 {
            return Err(Limit::Solutions);
        }
        if self.nodes == 0 {
            return Err(Limit::Nodes);
        }
        Ok(self.nodes.min(self.slice_of_time()?))
    }

    /// Nodes that may be entered.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Like [`slice`](Self::slice), for a search that only the limits from outside can stop.
    pub(super) fn slice_of_time(&self) -> Result<u64, Limit> {
        let Outside { end, cancel, pause } = &self.outside;
        if end.is_none() && cancel.is_none() && pause.is_none() {
            return Ok(u64::MAX);
        }
        self.interruption()?;
        Ok(self.next_slice())
    }

    /// The length of the next slice, by the time that the one before took. It only decides when a search pauses, never
    /// where it goes.
    fn next_slice(&self) -> u64 {
        let slice = self.slice.get();
        let next = if slice == 0 {
            // Most searches end within the first slice, and need no clock.
            self.first_slice
        } else {
            let now = now();
            let began = self.slice_began.replace(now);
            match now.zip(began).map(|(now, began)| now - began) {
                Some(short) if short < SHORT => 2 * slice,
                Some(long) if long > 4 * SHORT => slice / 2,
                _ => slice,
            }
        };
        self.slice.set(next.clamp(1, LONGEST_SLICE));
        self.slice.get()
    }

    /// A watch over work that begins now.
    pub(super) fn watch(&self) -> Watch {
        self.outside.watch()
    }

    /// The limit from outside that was reached.
    pub(super) fn interruption(&self) -> Result<(), Limit> {
        self.outside.interruption()
    }

    /// The same, for work that takes this long to stop.
    pub(super) fn interruption_before(&self, delay: Duration) -> Result<(), Limit> {
        self.outside.interruption_before(delay)
    }

    /// Limits what is left to `nodes` nodes. Returns the number of nodes that it keeps for later.
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

    /// Spends a solution of this number of options. Returns whether the search may continue without asking for a
    /// [slice](Self::slice).
    pub(super) fn spend_solution(&mut self, options: usize) -> bool {
        self.solutions = self.solutions.saturating_sub(1);
        self.unseen += MORE + options as u64;
        self.solutions > 0 && (self.unseen < OPTIONS || self.look_at_solutions())
    }

    /// Spends solutions that were only counted.
    pub(super) fn spend_solutions(&mut self, number: u64) {
        self.solutions = self.solutions.saturating_sub(number);
    }

    /// The number of solutions that are still allowed.
    pub(super) fn solutions(&self) -> u64 {
        self.solutions
    }

    /// The caller may spend more time on solutions than the search does.
    #[cold]
    fn look_at_solutions(&mut self) -> bool {
        self.unseen = 0;
        self.interruption().is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_that_may_end_too_late_is_not_begun() {
        let in_an_hour = Limits {
            deadline: from_now(Duration::from_secs(3600)),
            ..Limits::default()
        };
        for (limits, hours, expected) in [
            (&in_an_hour, 0, Ok(())),
            (&in_an_hour, 2, Err(Limit::Time)),
            (&Limits::default(), 2, Ok(())),
        ] {
            let mut allowance = Allowance::default();
            allowance.renew(limits);
            let delay = Duration::from_secs(3600) * hours;
            assert_eq!(allowance.interruption_before(delay), expected);
        }
    }
}
