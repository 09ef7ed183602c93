//! The progress of a long stream, on a terminal: how much of the input was read, and how many puzzles were answered.
//!
//! ```text
//! ━━━━━━━━━━━━━━━━━━━━╸                     52 %   1,204,224 puzzles, 401,408/s, 3s left
//! ```
//!
//! The bar is shown only where it disturbs nothing: on standard error, if that is a terminal and standard output is not,
//! and after one second. It has no colours and is removed at the end.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The bar is not shown before this time.
const LONG: Duration = Duration::from_secs(1);
/// Time between two updates.
const INTERVAL: Duration = Duration::from_millis(100);

/// The bar, if one may be shown.
#[derive(Default)]
pub struct Progress {
    shown: Option<Shown>,
}

struct Shown {
    bar: ProgressBar,
    begun: Instant,
    next: Instant,
    /// The number of bytes read from all inputs.
    read: Arc<AtomicU64>,
}

impl Progress {
    /// Whether a bar may be shown.
    pub fn is_wanted() -> bool {
        io::stderr().is_terminal() && !io::stdout().is_terminal()
    }

    /// The progress of reading `total` bytes, if their number is known; `read` counts those that were read.
    pub fn new(read: Arc<AtomicU64>, total: Option<u64>) -> Progress {
        let begun = Instant::now();
        let (bar, template) = match total {
            Some(total) => (
                ProgressBar::new(total),
                "{bar:40} {percent:>3} %   {msg}, {eta} left",
            ),
            None => (ProgressBar::no_length(), "{spinner} {msg}"),
        };
        let style = ProgressStyle::with_template(template).expect("a template");
        bar.set_draw_target(ProgressDrawTarget::hidden());
        bar.set_style(style.progress_chars("━╸ "));
        let shown = Shown {
            bar,
            begun,
            next: begun + LONG,
            read,
        };
        Progress { shown: Some(shown) }
    }

    /// Updates the bar if it is time to.
    pub fn show(&mut self, now: Instant, puzzles: u64) {
        let Some(shown) = self.shown.as_mut().filter(|shown| now >= shown.next) else {
            return;
        };
        shown.next = now + INTERVAL;
        if shown.bar.is_hidden() {
            shown.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        let rate = puzzles as f64 / (now - shown.begun).as_secs_f64();
        let (puzzles, rate) = (HumanCount(puzzles), HumanCount(rate as u64));
        shown
            .bar
            .set_message(format!("{puzzles} puzzles, {rate}/s"));
        shown.bar.set_position(shown.read.load(Ordering::Relaxed));
        shown.bar.tick();
    }

    /// Hides the bar while `write` writes to the terminal.
    pub fn aside(&self, write: impl FnOnce()) {
        match &self.shown {
            Some(shown) => shown.bar.suspend(write),
            None => write(),
        }
    }

    /// Removes the bar.
    pub fn clear(&mut self) {
        if let Some(shown) = self.shown.take() {
            shown.bar.finish_and_clear();
        }
    }
}
