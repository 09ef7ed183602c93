//! Long work: without the interpreter's lock, and so that Ctrl-C ends it.
//!
//! Python handles signals in its main thread only, when that runs Python code or asks for them. So the work goes to a
//! thread of its own, and the calling thread asks:
//!
//! ```text
//!     caller   ──┬──────asks──────asks──────asks: KeyboardInterrupt ──sets the flag──┬──▶ raises it
//!     worker     └──────────────────── work ───────────────────────────── stops ─────┘
//! ```

use std::any::Any;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;

/// The time between two questions whether a signal has come.
const PAUSE: Duration = Duration::from_millis(20);

/// What is over.
enum Over<T> {
    Done(T),
    Interrupted(PyErr),
    Panicked(Box<dyn Any + Send>),
    NoThread(io::Error),
}

impl<T> Over<T> {
    fn result(self) -> PyResult<T> {
        match self {
            Over::Done(value) => Ok(value),
            Over::Interrupted(error) => Err(error),
            Over::Panicked(payload) => Err(bug(&*payload)),
            Over::NoThread(error) => Err(PyOSError::new_err(format!("no thread: {error}"))),
        }
    }
}

/// Does some work, which ends soon after the flag `cancel` is set. Other Python threads can run meanwhile.
///
/// # Errors
/// What a handler of a signal raises, as `KeyboardInterrupt`. A panic of the work is a `RuntimeError`.
pub fn run<T: Send>(
    py: Python,
    cancel: &AtomicBool,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    run_until(py, cancel, None, work)
}

/// Does work that nothing can stop: a signal is raised after it. Other Python threads can run meanwhile.
///
/// # Errors
/// As for [`run`].
pub fn run_to_end<T: Send>(py: Python, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    run(py, &AtomicBool::new(false), work)
}

/// Does work that nothing can stop. After a signal it continues to its end, but nobody waits for it.
///
/// # Errors
/// As for [`run`].
pub fn run_alone<T: Send + 'static>(
    py: Python,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    py.check_signals()?;
    py.detach(|| await_alone(work)).result()
}

/// Like [`run`], and the flag is set at this time too.
pub fn run_until<T: Send>(
    py: Python,
    cancel: &AtomicBool,
    deadline: Option<Instant>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    // Short pieces of work, one after the other, would never come to ask.
    py.check_signals()?;
    cancel.store(false, Ordering::Relaxed);
    let over = py.detach(|| supervise(cancel, deadline, work));
    cancel.store(false, Ordering::Relaxed);
    over.result()
}

/// Does work of some milliseconds in the calling thread. Other Python threads can run meanwhile.
///
/// # Errors
/// As for [`run`].
pub fn run_briefly<T: Send>(py: Python, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.check_signals()?;
    let done = py.detach(|| panic::catch_unwind(AssertUnwindSafe(work)));
    done.map_err(|payload| bug(&*payload))
}

/// The exception for a panic.
fn bug(payload: &(dyn Any + Send)) -> PyErr {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or(payload.downcast_ref::<&str>().copied());
    let text = format!("a bug in dominox: {}", text.unwrap_or("it panicked"));
    PyRuntimeError::new_err(text)
}

fn supervise<T: Send>(
    cancel: &AtomicBool,
    deadline: Option<Instant>,
    work: impl FnOnce() -> T + Send,
) -> Over<T> {
    thread::scope(|scope| {
        let (ready, waiting) = mpsc::channel::<()>();
        let spawned = thread::Builder::new().spawn_scoped(scope, move || {
            // The end of the work, or of a panic, drops it.
            let _ready = ready;
            work()
        });
        let worker = match spawned {
            Ok(worker) => worker,
            Err(error) => return Over::NoThread(error),
        };
        let mut interruption = None;
        while waiting.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
            if interruption.is_none() {
                interruption = Python::attach(|py| py.check_signals()).err();
            }
            if interruption.is_some() || deadline.is_some_and(|end| Instant::now() >= end) {
                cancel.store(true, Ordering::Relaxed);
            }
        }
        match (worker.join(), interruption) {
            (Err(payload), _) => Over::Panicked(payload),
            (Ok(_), Some(error)) => Over::Interrupted(error),
            (Ok(value), None) => Over::Done(value),
        }
    })
}

fn await_alone<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Over<T> {
    let (done, waiting) = mpsc::channel();
    let spawned = thread::Builder::new().spawn(move || {
        // Nobody may be waiting any more.
        let _ = done.send(panic::catch_unwind(AssertUnwindSafe(work)));
    });
    if let Err(error) = spawned {
        return Over::NoThread(error);
    }
    loop {
        match waiting.recv_timeout(PAUSE) {
            Ok(Ok(value)) => return Over::Done(value),
            Ok(Err(payload)) => return Over::Panicked(payload),
            Err(_) => {
                if let Err(error) = Python::attach(|py| py.check_signals()) {
                    return Over::Interrupted(error);
                }
            }
        }
    }
}
