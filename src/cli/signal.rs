//! What asks the program to end: signals, and the time limit of the run. The first of them during a search stops the
//! search, so that what was found is printed; any other signal ends the program. So does the first one if nobody reads what
//! is printed: a program that waits for its reader cannot stop a search.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::exit::{Exit, say};
use super::json::Object;
use super::output::{Format, Output};

/// Searches have this long to end after they are asked to; then the program ends anyway.
const GRACE: Duration = Duration::from_millis(80);
/// And this long to end and save their state to a file.
const TO_KEEP: Duration = Duration::from_secs(5);

/// The reader of the output has this long to take the rest of it; then the program ends anyway.
const TO_PRINT: Duration = Duration::from_millis(50);
/// And this long at the first signal, while a search prints; then the program stops waiting.
const TO_READ: Duration = Duration::from_secs(1);

/// What a signal does, once a search may be under way.
static AT_WORK: OnceLock<Box<dyn Fn() + Send + Sync>> = OnceLock::new();

/// Lets a signal end the program, with a message and its exit code, if the system allows that.
pub fn catch() {
    let caught = ctrlc::set_handler(|| match AT_WORK.get() {
        Some(work) => work(),
        None => {
            within(TO_PRINT, || say_stopped(SIGNAL));
            Exit::Stopped.leave()
        }
    });
    // Signals that cannot be caught end the program, as they do by default.
    drop(caught);
}

/// Lets another thread do this, and waits for it at most that long. Returns whether it is done.
fn within(time: Duration, work: impl FnOnce() + Send + 'static) -> bool {
    let (done, is_done) = channel();
    let work = move || {
        work();
        let _ = done.send(());
    };
    thread::Builder::new().spawn(work).is_ok() && is_done.recv_timeout(time).is_ok()
}

/// Whether the program is to end, and whether it has a search to stop.
#[derive(Clone, Default)]
pub struct Signal {
    cancel: Arc<AtomicBool>,
    /// The time limit of the run was reached, and no signal came before.
    is_late: Arc<AtomicBool>,
    /// The number of threads that search.
    searching: Arc<AtomicUsize>,
    /// Where results are printed, and in which format.
    output: Option<Arc<Output>>,
    format: Format,
    /// When the time of the run is over.
    end: Option<Instant>,
    /// A search was stopped by the time limit of the run, perhaps a little before that.
    is_over: Arc<AtomicBool>,
    /// Whether it was reported what ended the program early.
    is_reported: Arc<Mutex<bool>>,
}

impl Signal {
    /// From here on, the first signal stops searches. Results are printed in this format.
    pub fn of(output: &Arc<Output>, format: Format) -> Signal {
        let signal = Signal {
            output: Some(output.clone()),
            format,
            ..Signal::default()
        };
        let (caught, output) = (signal.clone(), output.clone());
        let work = move || {
            let is_first = caught.searching.load(Ordering::Relaxed) > 0
                && !caught.cancel.swap(true, Ordering::Relaxed);
            let prints = output.clone();
            if !is_first || !within(TO_READ, move || prints.wait_for_reader()) {
                caught.leave(SIGNAL);
            }
        };
        // A command begins to search once.
        let _ = AT_WORK.set(Box::new(work));
        signal
    }

    /// Ends the program at this time. Searches are stopped as by a signal; if the program waits for input it ends at
    /// once, and if a search is slow to stop, after [`GRACE`].
    pub fn end_at(&mut self, end: Instant, output: &Arc<Output>) {
        self.end = Some(end);
        let (signal, output) = (self.clone(), output.clone());
        let timer = move || {
            thread::sleep(end.saturating_duration_since(Instant::now()));
            // Whoever sees the flag is to see why it is set.
            let is_first = !signal.cancel.load(Ordering::Relaxed);
            signal.is_late.store(is_first, Ordering::Relaxed);
            signal.cancel.store(true, Ordering::Relaxed);
            if signal.searching.load(Ordering::Relaxed) > 0 {
                thread::sleep(if output.keeps() { TO_KEEP } else { GRACE });
            }
            signal.leave(RUN_IS_OVER);
        };
        // Without this thread, the searches still check the time.
        drop(thread::Builder::new().spawn(timer));
    }

    /// The flag that is set when the program is to end.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.cancel.clone()
    }

    /// Whether the program is to end.
    pub fn came(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// What asked the program to end.
    pub fn words(&self) -> &'static str {
        match self.is_late.load(Ordering::Relaxed) {
            true => RUN_IS_OVER,
            false => SIGNAL,
        }
    }

    /// Notes that a search was stopped by the time limit of the run. This may come before the timer ends.
    pub fn note_end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Reports what ended the program early, if anything did.
    pub fn conclude(&self, exit: Exit) {
        let is_over = || {
            self.is_over.load(Ordering::Relaxed)
                || self.end.is_some_and(|end| Instant::now() >= end)
        };
        let reason = match self.came() {
            true => self.words(),
            false if exit >= Exit::Stopped && is_over() => RUN_IS_OVER,
            false => return,
        };
        if let Some(output) = &self.output {
            output.print_end(&self.record(reason));
        }
        self.report(reason);
    }

    /// Prints the output so far and why the program ends, and ends it, even if the reader does not read.
    fn leave(&self, reason: &'static str) -> ! {
        if let Some(output) = self.output.clone() {
            let record = self.record(reason);
            within(TO_PRINT, move || output.give_up(&record));
        }
        let signal = self.clone();
        within(TO_PRINT, move || signal.report(reason));
        Exit::Stopped.leave()
    }

    /// The last record of JSON lines, which says what ended the program early.
    fn record(&self, reason: &str) -> Vec<u8> {
        let mut record = Vec::new();
        if self.format == Format::Jsonl {
            let mut object = Object::new(&mut record);
            object.string("status", "stopped");
            object.string("error", &format!("stopped by {reason}"));
        }
        record
    }

    /// Says the same on standard error, once.
    fn report(&self, reason: &str) {
        let mut is_reported = self
            .is_reported
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if !std::mem::replace(&mut *is_reported, true) {
            say_stopped(reason);
        }
    }

    /// A search is under way as long as the guard lives.
    pub fn guard(&self) -> Searching<'_> {
        self.searching.fetch_add(1, Ordering::Relaxed);
        Searching(&self.searching)
    }
}

/// What ends the program when its time is over.
pub const RUN_IS_OVER: &str = "the time limit of the run";

/// What a signal is called.
const SIGNAL: &str = "a signal";

fn say_stopped(reason: &str) {
    say(format_args!("dominox: stopped by {reason}"));
}

/// While it lives, a search is under way.
pub struct Searching<'a>(&'a AtomicUsize);

impl Drop for Searching<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
