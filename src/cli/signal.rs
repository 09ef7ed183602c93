//! What asks the program to end: signals, and the time limit of the run. The first of them during a search stops the
//! search, so that what was found is printed; any other signal ends the program.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use super::exit::{Exit, say};
use super::json::Object;
use super::output::{Format, Output, write_all};

/// Searches have this long to end after they are asked to; then the program ends anyway.
const GRACE: Duration = Duration::from_millis(80);
/// And this long to end and write where they are to a file.
const TO_KEEP: Duration = Duration::from_secs(5);

/// What a signal does, once a search may be under way.
static AT_WORK: OnceLock<Box<dyn Fn() + Send + Sync>> = OnceLock::new();

/// Lets a signal end the program, with a message and its exit code, if the system lets it.
pub fn catch() {
    let caught = ctrlc::set_handler(|| match AT_WORK.get() {
        Some(work) => work(),
        None => leave(Format::Text),
    });
    // Signals that cannot be caught end the program, as they do by default.
    drop(caught);
}

fn leave(format: Format) {
    report(format, SIGNAL);
    Exit::Stopped.leave();
}

/// Whether the program is to end, and whether it has a search to stop.
#[derive(Default)]
pub struct Signal {
    cancel: Arc<AtomicBool>,
    /// The time limit of the run was reached, and no signal came before.
    is_late: Arc<AtomicBool>,
    /// The number of threads that search.
    searching: Arc<AtomicUsize>,
    format: Format,
}

impl Signal {
    /// From here on, the first signal stops searches. Results are printed in this format.
    pub fn of(output: &Arc<Output>, format: Format) -> Signal {
        let signal = Signal {
            format,
            ..Signal::default()
        };
        let (cancel, searching) = (signal.cancel.clone(), signal.searching.clone());
        let output = output.clone();
        let work = move || {
            if searching.load(Ordering::Relaxed) == 0 || cancel.swap(true, Ordering::Relaxed) {
                output.give_up();
                leave(format);
            }
        };
        // A command begins to search once.
        let _ = AT_WORK.set(Box::new(work));
        signal
    }

    /// Ends the program at this time. Searches are stopped as by a signal; if the program waits for input it ends at
    /// once, and if a search is slow to stop, after [`GRACE`].
    pub fn end_at(&self, end: Instant, output: &Arc<Output>) {
        let (cancel, is_late) = (self.cancel.clone(), self.is_late.clone());
        let (searching, output) = (self.searching.clone(), output.clone());
        let format = self.format;
        let timer = move || {
            thread::sleep(end.saturating_duration_since(Instant::now()));
            is_late.store(true, Ordering::Relaxed);
            cancel.store(true, Ordering::Relaxed);
            if searching.load(Ordering::Relaxed) > 0 {
                thread::sleep(if output.keeps() { TO_KEEP } else { GRACE });
            }
            output.give_up();
            report(format, RUN_IS_OVER);
            Exit::Stopped.leave();
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

    /// Reports what ended the program early, if anything did.
    pub fn conclude(&self) {
        if self.came() {
            report(self.format, self.words());
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

/// Reports what ended the program early: a message, and the last record of JSON lines.
fn report(format: Format, reason: &str) {
    if format == Format::Jsonl {
        let mut record = Vec::new();
        let mut object = Object::new(&mut record);
        object.string("status", "stopped");
        object.string("error", &format!("stopped by {reason}"));
        drop(object);
        // If it cannot be written, the message below still says so.
        let _ = write_all(&record);
    }
    say(format_args!("dominox: stopped by {reason}"));
}

/// While it lives, a search is under way.
pub struct Searching<'a>(&'a AtomicUsize);

impl Drop for Searching<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
