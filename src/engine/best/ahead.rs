//! Threads that run ahead, with the cut-off as it is.
//!
//! The first branches of a search that were not tried yet are cut off, each as a *piece* of its own, in the order in which one
//! thread would come to them:
//!
//! ```text
//!     front, at work │ over, 2 solutions │ over │ at work │ waiting │ waiting          cut-off 2350
//! ```
//!
//! What the search of a piece does depends only on its node and on the cut-off. So what was found ahead is what one
//! thread would find, unless a solution before it lowers the cut-off: then it is dropped, and the piece waits again.
//! Only the *front*, the first piece, knows its cut-off for certain. Only the front lowers it, and the front is cut
//! again when threads have nothing to do. The effort of a piece is counted when all pieces before it are over. So
//! solutions, their order and the nodes are those of one thread.
//!
//! A thread that finds a solution which would lower the cut-off leaves its piece there until the piece is the front.
//! Work far from the front is the most likely to be wasted. So the front is cut deep in the tree, and a thread far from
//! it leaves its piece for later when one nearer to it is waiting.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::kept::Kept;
use super::search::{Place, SLICE};
use super::trail::Trail;
use super::walker::{Step, Walker};
use crate::engine::kernel::Effort;
use crate::engine::limits::{Allowance, Limit};
use crate::engine::memory::Account;
use crate::problem::{OptionId, Solution};

mod line;

use line::{Line, Ran, State};

/// Nodes between two cuts of the front.
const CUTS: u64 = 1 << 4;

/// The most options that the waiting solutions of a piece may have together.
const LOGGED: usize = 1 << 16;

/// Why a search did not reach its end.
pub(super) enum Halt {
    Stopped(Limit),
    /// There is no memory to run ahead.
    OutOfRoom,
}

impl From<Limit> for Halt {
    fn from(limit: Limit) -> Halt {
        Halt::Stopped(limit)
    }
}

/// What the threads share.
struct Ahead<'s> {
    line: Mutex<Line<'s>>,
    /// Something has changed for those who wait.
    wake: Condvar,
    /// The number of the piece at the front, and the cut-off there.
    front: AtomicU64,
    cut_off: AtomicI64,
    /// No piece near the front is waiting.
    is_hungry: AtomicBool,
    /// The memory of what runs ahead.
    aside: Account,
}

/// The work of a thread on a piece.
struct Task {
    id: u64,
    is_front: bool,
    /// What had been done when it was last counted, and of this piece before.
    counted: Effort,
    before: Effort,
    /// The solutions that were found, unless it is the front.
    found: Vec<(i128, Vec<OptionId>)>,
    /// Solutions up to this value were given.
    after: Option<i128>,
    /// The number of solutions after which the cut-off may change.
    most: usize,
    /// The nodes at which the limits are checked, or the front may be cut.
    pause: u64,
    next_cut: u64,
}

/// How a thread leaves a piece.
enum End {
    Over,
    /// At a solution that may lower the cut-off.
    AtSolution,
    /// A piece nearer to the front is waiting.
    Yielded,
    /// The cut-off has changed, or memory is short.
    Dropped,
    Stopped(Halt),
}

/// The result of the threads.
pub(super) struct Came {
    /// Whether something was left out because of the cut-off, if all is over.
    pub(super) ended: Result<bool, Halt>,
    pub(super) kept: Kept,
    /// Where to continue, if a limit stopped it.
    pub(super) place: Option<Place>,
    pub(super) found_ahead: Vec<(i128, Solution)>,
}

/// Continues with a search with `others` more threads, which may take `aside` bytes, until it is over.
pub(super) fn run(
    walker: &mut Walker,
    kept: Kept,
    allowance: &mut Allowance,
    (others, aside, account): (usize, usize, &Account),
) -> Came {
    let outside = allowance.outside().clone();
    let (problem, scale) = (walker.problem, walker.scale);
    let ahead = Ahead {
        front: AtomicU64::new(0),
        cut_off: AtomicI64::new(walker.cut_off),
        is_hungry: AtomicBool::new(false),
        wake: Condvar::new(),
        aside: Account::new(aside),
        line: Mutex::new(Line::new(walker, kept, allowance, others)),
    };
    std::thread::scope(|scope| {
        let first = Task::new(0, walker, true, &ahead.lock().kept);
        for _ in 0..others {
            let (ahead, outside) = (&ahead, &outside);
            let agreement = walker.agreement.as_ref().map(|some| some.shared());
            let work = move || {
                let trail = Trail::new(ahead.aside.share());
                let mut walker = Walker::new(problem, scale, outside.watch(), trail);
                walker.agreement = agreement;
                ahead.work(&mut walker, None);
            };
            // Where the system allows no more threads, there are fewer.
            if std::thread::Builder::new()
                .spawn_scoped(scope, work)
                .is_err()
            {
                break;
            }
        }
        ahead.work(walker, Some(first));
    });
    let line = ahead.line.into_inner();
    let mut line = line.unwrap_or_else(PoisonError::into_inner);
    walker.effort = line.effort;
    walker.trail = Trail::new(account.share());
    let ended = line.ended.take().unwrap_or(Ok(()));
    let has_cut = line.has_cut;
    // If memory ran out, there may be no thread at the place.
    let place = matches!(ended, Err(Halt::Stopped(_))).then(|| line.place());
    let is_interrupted = matches!(ended, Err(Halt::Stopped(Limit::Time | Limit::Cancelled)));
    let found_ahead = match is_interrupted {
        true => line.found_ahead(),
        false => Vec::new(),
    };
    Came {
        ended: ended.map(|()| has_cut),
        kept: line.kept,
        place,
        found_ahead,
    }
}

impl Task {
    fn new(id: u64, walker: &Walker, is_front: bool, kept: &Kept) -> Task {
        Task {
            id,
            is_front,
            counted: walker.effort,
            before: Effort::default(),
            found: Vec::new(),
            after: kept.after(),
            most: kept.room().max(1),
            pause: 0,
            next_cut: walker.effort.nodes + CUTS,
        }
    }

    /// What was done since it was last counted.
    fn uncounted(&mut self, walker: &Walker) -> Effort {
        let before = std::mem::replace(&mut self.counted, walker.effort);
        Effort {
            nodes: walker.effort.nodes - before.nodes,
            updates: walker.effort.updates - before.updates,
        }
    }

    /// What the walker has found, with its trail if it has not reached the end.
    fn ran(&mut self, walker: &mut Walker, trail: Option<Trail>) -> Ran {
        Ran {
            cut_off: walker.cut_off,
            has_cut: walker.has_cut,
            effort: self
                .uncounted(walker)
                .with(std::mem::take(&mut self.before)),
            found: std::mem::take(&mut self.found),
            is_at_last: false,
            trail,
        }
    }
}

impl<'s> Ahead<'s> {
    fn lock(&self) -> MutexGuard<'_, Line<'s>> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches one piece after the other, until all are over.
    fn work(&self, walker: &mut Walker, first: Option<Task>) {
        let _guard = Guard(self);
        let mut next = first.or_else(|| self.take(walker));
        while let Some(mut task) = next {
            let end = self.pursue(walker, &mut task);
            self.put(walker, &mut task, end);
            next = self.take(walker);
        }
    }

    /// Begins the first piece that can be begun, and waits if there is none yet. `None` if all are over.
    fn take(&self, walker: &mut Walker) -> Option<Task> {
        let mut line = self.lock();
        loop {
            if line.ended.is_some() {
                return None;
            }
            if let Some(place) = line.next_to_do() {
                match line.begin(place, walker) {
                    Ok(task) => {
                        self.is_hungry.store(line.is_hungry(), Ordering::Relaxed);
                        return Some(task);
                    }
                    Err(_) if place > 0 => {}
                    Err(_) => {
                        line.ended = Some(Err(Halt::OutOfRoom));
                        self.publish(&line);
                        self.wake.notify_all();
                        return None;
                    }
                }
            } else {
                self.is_hungry.store(line.is_hungry(), Ordering::Relaxed);
            }
            line = self.wake.wait(line).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Searches a piece.
    fn pursue(&self, walker: &mut Walker, task: &mut Task) -> End {
        loop {
            if !task.is_front {
                if self.front.load(Ordering::Relaxed) == task.id {
                    if let Err(halt) = self.come_to_front(walker, task) {
                        return End::Stopped(halt);
                    }
                } else if self.cut_off.load(Ordering::Relaxed) != walker.cut_off {
                    return End::Dropped;
                } else if walker.effort.nodes >= task.pause {
                    task.pause = walker.effort.nodes + SLICE;
                    if self.lock().is_too_far(task.id) {
                        return End::Yielded;
                    }
                }
            }
            if task.is_front
                && let Err(halt) = self.look_around(walker, task)
            {
                return End::Stopped(halt);
            }
            match walker.step() {
                Ok(Step::On) => {}
                Ok(Step::Over) => return End::Over,
                Ok(Step::Solved) if task.is_front => {
                    if let Err(halt) = self.keep(walker) {
                        return End::Stopped(halt);
                    }
                }
                Ok(Step::Solved) => {
                    let path = &walker.trail.path;
                    let value = walker.scale.value_of(walker.problem, path);
                    if task.after.is_some_and(|after| value <= after) {
                        continue;
                    }
                    task.found.push((value, path.clone()));
                    if task.found.len() >= task.most || task.found.len() * path.len() >= LOGGED {
                        return End::AtSolution;
                    }
                }
                Err(Limit::Memory) if task.is_front => return End::Stopped(Halt::OutOfRoom),
                Err(Limit::Memory) => return End::Dropped,
                Err(limit) => return End::Stopped(Halt::Stopped(limit)),
            }
        }
    }

    /// All pieces before this one are over: what it has found counts, unless it was found with another cut-off.
    fn come_to_front(&self, walker: &mut Walker, task: &mut Task) -> Result<(), Halt> {
        task.is_front = true;
        task.pause = 0;
        let mut line = self.lock();
        let ran = task.ran(walker, None);
        if line.accepts(&ran) {
            line.count(ran, &walker.scale)?;
            walker.cut_off = line.cut_off;
            self.publish(&line);
            return Ok(());
        }
        line.restart_front(walker).map_err(|_| Halt::OutOfRoom)
    }

    /// At the front: checks the limits now and then, and gives work to idle threads.
    fn look_around(&self, walker: &mut Walker, task: &mut Task) -> Result<(), Halt> {
        let nodes = walker.effort.nodes;
        if nodes >= task.pause {
            let mut line = self.lock();
            if line.ended.is_some() {
                // Another thread has said why.
                return Err(Halt::Stopped(Limit::Cancelled));
            }
            line.add(task.uncounted(walker));
            task.pause = nodes + line.allowance.slice()?.min(SLICE);
        }
        if nodes >= task.next_cut && self.is_hungry.load(Ordering::Relaxed) {
            task.next_cut = nodes + CUTS;
            let forks = walker.fork(&self.aside);
            if !forks.is_empty() {
                let mut line = self.lock();
                for (fork, branches) in forks {
                    line.insert(fork, branches);
                }
                self.is_hungry.store(line.is_hungry(), Ordering::Relaxed);
                self.wake.notify_all();
            }
        }
        Ok(())
    }

    /// Keeps a solution that was found at the front.
    fn keep(&self, walker: &mut Walker) -> Result<(), Halt> {
        let path = &walker.trail.path;
        let value = walker.scale.value_of(walker.problem, path);
        let mut line = self.lock();
        line.offer(value, path, &walker.scale)?;
        walker.cut_off = line.cut_off;
        self.publish(&line);
        Ok(())
    }

    /// Leaves a piece.
    fn put(&self, walker: &mut Walker, task: &mut Task, end: End) {
        let trail = match end {
            End::Stopped(_) if task.is_front => Some(std::mem::take(&mut walker.trail)),
            End::AtSolution | End::Yielded => {
                let fresh = Trail::new(self.aside.share());
                Some(std::mem::replace(&mut walker.trail, fresh))
            }
            _ => None,
        };
        let mut line = self.lock();
        match end {
            End::Over if task.is_front => {
                line.add(task.uncounted(walker));
                line.has_cut |= walker.has_cut;
                line.pieces.pop_front();
            }
            End::Over | End::AtSolution | End::Yielded => {
                let mut ran = task.ran(walker, trail);
                ran.is_at_last = matches!(end, End::AtSolution);
                line.set(task.id, State::Done(ran));
            }
            End::Dropped => line.set(task.id, State::Waiting),
            End::Stopped(halt) => {
                if let Some(trail) = trail {
                    line.add(task.uncounted(walker));
                    line.has_cut |= walker.has_cut;
                    line.set(task.id, State::Suspended(trail));
                }
                match halt {
                    // Then everything is done again.
                    Halt::OutOfRoom => line.ended = Some(Err(halt)),
                    Halt::Stopped(_) => drop(line.ended.get_or_insert(Err(halt))),
                }
            }
        }
        line.advance(&walker.scale);
        self.publish(&line);
        self.wake.notify_all();
    }

    /// Tells threads at work where the front is, and its cut-off; a cut-off of nothing if all is over.
    fn publish(&self, line: &Line) {
        let cut_off = match line.ended {
            Some(_) => i64::MIN,
            None => line.cut_off,
        };
        self.cut_off.store(cut_off, Ordering::Relaxed);
        if let Some(front) = line.pieces.front() {
            self.front.store(front.id, Ordering::Relaxed);
        }
    }
}

/// If a thread panics, the others stop waiting.
struct Guard<'g, 's>(&'g Ahead<'s>);

impl Drop for Guard<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let mut line = self.0.lock();
            line.ended = Some(Err(Halt::OutOfRoom));
            self.0.publish(&line);
            self.0.wake.notify_all();
        }
    }
}
