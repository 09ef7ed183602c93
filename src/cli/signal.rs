//! What asks the program to end: signals, and the time limit of the run. The first of them during a search stops the
//! search, so that what was found is printed; any other signal ends the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::exit::{Exit, say};
use super::output::Output;

/// Searches have this long to end after they are asked to; then the program ends anyway.
const GRACE: Duration = Duration::from_millis(80);

/// Whether the program is to end, and whether it has a search to stop.
#[derive(Default)]
pub struct Signal {
    cancel: Arc<AtomicBool>,
    /// The time limit of the run was reached, and no signal came before.
    is_late: Arc<AtomicBool>,
    /// The number of threads that search.
    searching: Arc<AtomicUsize>,
}

impl Signal {
    /// Catches the signals, if the system lets it.
    pub fn catch() -> Signal {
        let signal = Signal::default();
        let (cancel, searching) = (signal.cancel.clone(), signal.searching.clone());
        let caught = ctrlc::set_handler(move || {
            if searching.load(Ordering::Relaxed) == 0 || cancel.swap(true, Ordering::Relaxed) {
                Exit::Stopped.leave();
            }
        });
        // Signals that cannot be caught end the program, as they do by default.
        drop(caught);
        signal
    }

    /// Ends the program at this time. Searches are stopped as by a signal; if the program waits for input it ends at
    /// once, and if a search is slow to stop, after [`GRACE`].
    pub fn end_at(&self, end: Instant, output: &Arc<Output>) {
        let (cancel, is_late) = (self.cancel.clone(), self.is_late.clone());
        let (searching, output) = (self.searching.clone(), output.clone());
        let timer = move || {
            thread::sleep(end.saturating_duration_since(Instant::now()));
            is_late.store(true, Ordering::Relaxed);
            cancel.store(true, Ordering::Relaxed);
            if searching.load(Ordering::Relaxed) > 0 {
                thread::sleep(GRACE);
            }
            output.give_up();
            report_end_of_run();
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
            false => "a signal",
        }
    }

    /// Reports that the time limit of the run ended the program.
    pub fn conclude(&self) {
        if self.is_late.load(Ordering::Relaxed) {
            report_end_of_run();
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

fn report_end_of_run() {
    say(format_args!("dominox: stopped by {RUN_IS_OVER}"));
}

/// While it lives, a search is under way.
pub struct Searching<'a>(&'a AtomicUsize);

impl Drop for Searching<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
