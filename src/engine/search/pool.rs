//! Threads that run ahead in the list of a search.
//!
//! Each has a kernel of its own. It takes the first piece that is waiting, and puts into the list what it finds and what
//! it cuts off. How a piece is searched and cut depends on the piece alone, so the list is the same for any number of
//! threads; they only run ahead in it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::Duration;

use super::frontier::{Claim, Frontier};
use super::output::{Mark, Output};
use super::worker::{Event, Piece, Worker};
use crate::engine::checksum::Checksum;
use crate::engine::kernel::Kernel;

/// Makes another kernel of the same kind for the same problem.
pub(in crate::engine) type Maker = Arc<dyn Fn() -> Box<dyn Kernel> + Send + Sync>;

/// Stops after which a thread puts its output into the list.
const MARKS: usize = 64;
/// Nodes between two looks at whether the piece was taken away.
const NODES: u64 = 1 << 12;
/// How long the caller's thread waits for another one.
const WAIT: Duration = Duration::from_millis(2);

/// The state that the threads of a search share.
pub(super) struct Shared {
    list: Mutex<Frontier>,
    /// Notified when a piece is waiting, or there is room for output.
    is_work: Condvar,
    /// Notified when there is output, or a piece is done.
    is_news: Condvar,
    /// Incremented whenever pieces are taken away from threads at work on them.
    round: AtomicU64,
    /// Solutions are not kept, but only counted, by any shortcut.
    pub(super) counts_only: AtomicBool,
    /// They are not kept, but only visited and summed up with this.
    pub(super) visits_only: AtomicBool,
    pub(super) checksum: Mutex<Option<Arc<Checksum>>>,
}

impl Shared {
    pub(super) fn lock(&self) -> MutexGuard<'_, Frontier> {
        self.list.lock().expect("no thread has panicked")
    }

    /// Call this when pieces are taken away from threads at work on them.
    pub(super) fn next_round(&self) {
        self.round.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn tell_of_work(&self) {
        self.is_work.notify_all();
    }
}

/// The state of a piece that was searched for a while, ahead of the head.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Beside {
    Open,
    Over,
    /// It was taken away.
    Lost,
}

/// What to do with solutions.
enum Wanted {
    Themselves,
    /// Their number, and the sum over them.
    Sum(Option<Arc<Checksum>>),
    Number,
}

impl Shared {
    fn wanted(&self) -> Wanted {
        if self.counts_only.load(Ordering::Relaxed) {
            return Wanted::Number;
        }
        match self.visits_only.load(Ordering::Relaxed) {
            true => Wanted::Sum(
                self.checksum
                    .lock()
                    .expect("no thread has panicked")
                    .clone(),
            ),
            false => Wanted::Themselves,
        }
    }

    /// Waits for a piece that may be searched, and takes it; none, when the list is closed.
    fn next_piece(&self) -> Option<(Claim, Piece)> {
        let mut list = self.lock();
        while !list.is_closed {
            if list.has_room_for_next()
                && let Some((claim, piece)) = list.take()
            {
                return Some((claim, piece.clone()));
            }
            list = self.is_work.wait(list).expect("no thread has panicked");
        }
        None
    }

    /// Waits until a piece may be searched on; `false`, if it was taken away.
    fn may_go_on(&self, claim: Claim) -> bool {
        let mut list = self.lock();
        while list.holds(claim) && !list.is_closed {
            if list.has_room_for(claim) {
                return true;
            }
            list = self.is_work.wait(list).expect("no thread has panicked");
        }
        false
    }

    /// Searches a piece for a while, and puts what was found and cut off into the list: after `marks` stops at the latest.
    /// `output` is empty, before and after.
    pub(super) fn go_on_beside(
        &self,
        (worker, output): (&mut Worker, &mut Output),
        claim: Claim,
        marks: usize,
    ) -> Beside {
        let wanted = self.wanted();
        worker.count_only(matches!(wanted, Wanted::Number));
        let round = self.round.load(Ordering::Relaxed);
        let event = loop {
            let event = stretch(worker, output, &wanted);
            let is_stop = !matches!(event, Event::Look | Event::Paused)
                || output.marks.len() >= marks
                || output.is_full();
            if is_stop || self.round.load(Ordering::Relaxed) != round {
                break event;
            }
        };
        let mut list = self.lock();
        if !list.holds(claim) {
            output.clear();
            return Beside::Lost;
        }
        list.put_output(claim, output);
        let beside = match event {
            Event::Over => {
                list.finish(claim);
                Beside::Over
            }
            Event::Cut(cut) => {
                list.cut(claim, cut);
                self.is_work.notify_all();
                Beside::Open
            }
            _ => Beside::Open,
        };
        drop(list);
        self.is_news.notify_all();
        beside
    }
}

/// Lets a worker continue to its next stop.
fn stretch(worker: &mut Worker, output: &mut Output, wanted: &Wanted) -> Event {
    let last = worker.tally().effort.nodes + NODES;
    let (mut found, mut sum) = (0, 0u64);
    let event = worker.go_on(last, &mut |solution| {
        found += 1;
        match wanted {
            Wanted::Themselves => output.write(solution),
            Wanted::Sum(Some(checksum)) => sum = sum.wrapping_add(checksum.of_solution(solution)),
            Wanted::Sum(None) | Wanted::Number => {}
        }
        match output.is_full() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    found += worker.counted();
    output.marks.push(Mark {
        tally: worker.news(),
        found,
        sum,
        is_look: matches!(event, Event::Look | Event::Cut(_) | Event::Over),
    });
    event
}

/// The threads other than the caller's.
pub(super) struct Pool {
    pub(super) shared: Arc<Shared>,
    /// The number of threads to start, and a function that makes their kernels.
    wanted: Option<(usize, Maker)>,
    threads: Vec<JoinHandle<()>>,
}

impl Pool {
    /// A pool of this many threads, which are started later, with room for this many bytes of output.
    pub(super) fn new(wanted: Option<(usize, Maker)>, bytes: usize) -> Pool {
        Pool {
            shared: Arc::new(Shared {
                list: Mutex::new(Frontier::new(bytes)),
                is_work: Condvar::new(),
                is_news: Condvar::new(),
                round: AtomicU64::new(0),
                counts_only: AtomicBool::new(false),
                visits_only: AtomicBool::new(false),
                checksum: Mutex::new(None),
            }),
            wanted,
            threads: Vec::new(),
        }
    }

    /// Starts the threads, or fewer if the system allows no more.
    pub(super) fn start(&mut self) {
        let Some((wanted, maker)) = self.wanted.take() else {
            return;
        };
        for _ in 0..wanted {
            let (shared, maker) = (Arc::clone(&self.shared), Arc::clone(&maker));
            let named = std::thread::Builder::new().name("dominox".to_owned());
            self.threads
                .extend(named.spawn(move || help(&shared, &maker)));
        }
    }

    /// Waits until another thread has put something into the list, but not for long.
    ///
    /// # Panics
    /// If one has panicked.
    pub(super) fn wait(&self, list: MutexGuard<Frontier>) {
        let waited = self.shared.is_news.wait_timeout(list, WAIT);
        let has_ended = self.threads.iter().any(JoinHandle::is_finished);
        assert!(
            waited.is_ok() && !has_ended,
            "a thread of the search has panicked"
        );
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        if let Ok(mut list) = self.shared.list.lock() {
            list.is_closed = true;
        }
        self.shared.next_round();
        self.shared.is_work.notify_all();
        for thread in self.threads.drain(..) {
            // If it has panicked, its message was printed.
            let _ = thread.join();
        }
    }
}

/// The work of a thread other than the caller's, until the list is closed.
fn help(shared: &Shared, maker: &Maker) {
    let mut worker = Worker::new(maker());
    let mut output = Output::default();
    while let Some((claim, piece)) = shared.next_piece() {
        worker.enter_piece(&piece);
        while shared.may_go_on(claim)
            && shared.go_on_beside((&mut worker, &mut output), claim, MARKS) == Beside::Open
        {
        }
    }
}
