//! Signals that ask the program to end. The first one during a search stops the search, so that what was found is
//! printed; any other ends the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::exit::Exit;

/// Whether a signal came, and whether it has a search to stop.
#[derive(Default)]
pub struct Signal {
    cancel: Arc<AtomicBool>,
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

    /// The flag that is set when a signal comes.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.cancel.clone()
    }

    /// Whether a signal came.
    pub fn came(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// A search is under way as long as the guard lives.
    pub fn guard(&self) -> Searching<'_> {
        self.searching.fetch_add(1, Ordering::Relaxed);
        Searching(&self.searching)
    }
}

/// While it lives, a search is under way.
pub struct Searching<'a>(&'a AtomicUsize);

impl Drop for Searching<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
