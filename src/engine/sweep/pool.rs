//! Threads that take the tasks of a [round](super::rounds), one after the other, together with the caller's.
//!
//! They are started when they are first needed, and sleep between rounds. The caller takes tasks too, and in the end
//! waits only for those that another thread has begun: a thread that comes late finds nothing to do, and delays no
//! other.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use super::task::Task;

/// The number of times that a thread looks for something to do before it sleeps. That takes some tens of microseconds,
/// about as long as waking it.
const LOOKS: usize = 2000;
/// How long the caller sleeps before it checks that no thread has panicked.
const WAIT: Duration = Duration::from_millis(10);

/// The threads other than the caller's.
pub(super) struct Pool<const W: usize> {
    shared: Arc<Shared<W>>,
    threads: Vec<JoinHandle<()>>,
    /// The system allows no more threads.
    is_full: bool,
}

struct Shared<const W: usize> {
    board: Mutex<Board<W>>,
    is_work: Condvar,
    is_done: Condvar,
    /// Readable without locking the board: some tasks are not done.
    is_busy: AtomicBool,
    /// The same: some tasks have not begun, or the board is closed.
    is_waiting: AtomicBool,
}

/// The tasks of a round.
struct Board<const W: usize> {
    /// The tasks that no thread has begun, the first one last, each with its place in the round.
    waiting: Vec<(usize, Task<W>)>,
    /// The tasks that are done, by their places.
    done: Vec<Option<Task<W>>>,
    /// The number of tasks that are not done.
    left: usize,
    is_closed: bool,
}

impl<const W: usize> Shared<W> {
    fn lock(&self) -> MutexGuard<'_, Board<W>> {
        self.board.lock().expect("no thread panics at the board")
    }

    /// Does tasks until none is waiting.
    fn work<'a>(&'a self, mut board: MutexGuard<'a, Board<W>>) -> MutexGuard<'a, Board<W>> {
        while let Some((place, mut task)) = board.waiting.pop() {
            drop(board);
            task.run();
            board = self.lock();
            board.done[place] = Some(task);
            board.left -= 1;
            if board.left == 0 {
                self.is_busy.store(false, Ordering::Relaxed);
                self.is_done.notify_one();
            }
        }
        self.is_waiting.store(false, Ordering::Relaxed);
        board
    }

    /// What a thread does until the pool is dropped.
    fn help(&self) {
        let mut board = self.lock();
        while !board.is_closed {
            drop(self.work(board));
            look(|| self.is_waiting.load(Ordering::Relaxed));
            board = self.lock();
            if !board.is_closed && board.waiting.is_empty() {
                board = self
                    .is_work
                    .wait(board)
                    .expect("no thread panics at the board");
            }
        }
    }
}

/// Looks for a while whether something has happened.
fn look(has_happened: impl Fn() -> bool) {
    for _ in 0..LOOKS {
        if has_happened() {
            return;
        }
        std::hint::spin_loop();
    }
}

impl<const W: usize> Pool<W> {
    /// Does all tasks with this many threads, or fewer if the system allows no more. Returns them in their order.
    ///
    /// # Panics
    /// If a thread has panicked.
    pub(super) fn run(&mut self, mut tasks: Vec<Task<W>>, threads: usize) -> Vec<Task<W>> {
        if threads <= 1 {
            tasks.iter_mut().for_each(Task::run);
            return tasks;
        }
        self.start(threads - 1);
        let mut board = self.shared.lock();
        board.left = tasks.len();
        board.done.resize_with(tasks.len(), || None);
        board.waiting.extend(tasks.into_iter().enumerate().rev());
        self.shared.is_busy.store(true, Ordering::Relaxed);
        self.shared.is_waiting.store(true, Ordering::Relaxed);
        self.shared.is_work.notify_all();
        drop(self.shared.work(board));
        look(|| !self.shared.is_busy.load(Ordering::Relaxed));
        board = self.shared.lock();
        while board.left > 0 {
            let waited = self.shared.is_done.wait_timeout(board, WAIT);
            let has_ended = self.threads.iter().any(JoinHandle::is_finished);
            assert!(!has_ended, "a thread of the sweep has panicked");
            (board, _) = waited.expect("no thread panics at the board");
        }
        board.done.drain(..).flatten().collect()
    }

    fn start(&mut self, threads: usize) {
        while self.threads.len() < threads && !self.is_full {
            let shared = Arc::clone(&self.shared);
            let named = Builder::new().name("dominox".to_owned());
            match named.spawn(move || shared.help()) {
                Ok(thread) => self.threads.push(thread),
                Err(_) => self.is_full = true,
            }
        }
    }
}

impl<const W: usize> Default for Pool<W> {
    fn default() -> Self {
        let board = Board {
            waiting: Vec::new(),
            done: Vec::new(),
            left: 0,
            is_closed: false,
        };
        Pool {
            shared: Arc::new(Shared {
                board: Mutex::new(board),
                is_work: Condvar::new(),
                is_done: Condvar::new(),
                is_busy: AtomicBool::new(false),
                is_waiting: AtomicBool::new(false),
            }),
            threads: Vec::new(),
            is_full: false,
        }
    }
}

impl<const W: usize> Drop for Pool<W> {
    fn drop(&mut self) {
        if let Ok(mut board) = self.shared.board.lock() {
            board.is_closed = true;
        }
        self.shared.is_waiting.store(true, Ordering::Relaxed);
        self.shared.is_work.notify_all();
        for thread in self.threads.drain(..) {
            // If the thread has panicked, its message was printed.
            let _ = thread.join();
        }
    }
}

impl<const W: usize> fmt::Debug for Pool<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pool({})", self.threads.len())
    }
}
