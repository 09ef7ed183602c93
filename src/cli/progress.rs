//! The progress of a long run: of a stream, how much of the input was read, and how many puzzles were answered; of the
//! search of a single puzzle, what share of it is over.
//!
//! ```text
//! ━━━━━━━━━━━━━━━━━━━━╸                     52 %   1,204,224 puzzles, 401,408/s, 3s left
//! ━━━━━━╸                                   16 %   14,772,512 found, 18,211,904 nodes/s, 4m left
//! ⠹ cost 2960 found, none below 2926, 58,245 nodes/s
//! ```
//!
//! The bar is shown only where it disturbs nothing: on standard error, if that is a terminal and standard output is not (or
//! nothing is printed there before the end), and after one second. It has no colours and is removed at the end. For
//! programs there are JSON lines instead.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::exit::say;
use super::json::Object;

/// The bar is not shown before this time.
const LONG: Duration = Duration::from_secs(1);
/// Time between two updates of the bar, and between two JSON lines.
const INTERVAL: Duration = Duration::from_millis(100);
const JSON_INTERVAL: Duration = Duration::from_secs(1);
/// Places of the bar of a search.
const PLACES: f64 = 1000.0;

/// How progress is shown.
#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum, Debug)]
pub enum Shows {
    /// A bar on standard error, if that is a terminal and nothing else is printed there
    #[default]
    Auto,
    /// For a single puzzle, a JSON line on standard error each second
    Json,
    /// Nothing
    None,
}

/// Whether progress is shown.
#[derive(Args)]
#[command(next_help_heading = "Search")]
pub struct Showing {
    /// How to show the progress of a long run
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Shows::Auto)]
    pub progress: Shows,
}

/// The progress of the search for a puzzle.
#[derive(Clone)]
pub struct Searched {
    pub extent: Extent,
    pub found: String,
    pub nodes: u64,
}

/// What is known about its progress.
#[derive(Clone)]
pub enum Extent {
    /// The share that is done, from 0 to 1.
    Share(f64),
    /// For a search for the best: the best cost found that is not proven, and a bound on all other solutions.
    Costs { best: Option<u128>, bound: Bound },
}

/// A bound on costs.
#[derive(Clone, Copy)]
pub enum Bound {
    NoneBelow(u128),
    NoneAbove(u128),
}

/// The progress that is shown, if any.
#[derive(Default)]
pub struct Progress {
    shows: Shows,
    /// Searches of single puzzles are shown.
    shows_searches: bool,
    input: Option<OfInput>,
    search: Option<OfSearch>,
}

struct OfInput {
    bar: ProgressBar,
    begun: Instant,
    next: Instant,
    /// The number of bytes read from all inputs.
    read: Arc<AtomicU64>,
}

struct OfSearch {
    bar: ProgressBar,
    begun: Instant,
    next: Instant,
    /// The progress at the start.
    before: Searched,
}

/// A bar that is hidden at first.
fn hidden(bar: ProgressBar, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("a template");
    bar.set_draw_target(ProgressDrawTarget::hidden());
    bar.set_style(style.progress_chars("━╸ "));
    bar
}

/// Shows a bar from now on.
fn uncover(bar: &ProgressBar) {
    if bar.is_hidden() {
        bar.set_draw_target(ProgressDrawTarget::stderr());
    }
}

impl Progress {
    /// Whether a bar of a stream may be shown.
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
        let input = OfInput {
            bar: hidden(bar, template),
            begun,
            next: begun + LONG,
            read,
        };
        Progress {
            input: Some(input),
            ..Progress::default()
        }
    }

    /// Shows it in this way. If standard output stays empty until the end, that can be on its terminal.
    pub fn shown(self, shows: Shows, prints_at_end: bool) -> Progress {
        let is_free =
            || io::stderr().is_terminal() && (prints_at_end || !io::stdout().is_terminal());
        Progress {
            shows,
            shows_searches: match shows {
                Shows::Json => true,
                Shows::None => false,
                Shows::Auto => is_free(),
            },
            input: self.input.filter(|_| shows == Shows::Auto),
            ..self
        }
    }

    /// Updates the bar of the input if an update is due.
    pub fn show(&mut self, now: Instant, puzzles: u64) {
        let Some(input) = self.input.as_mut().filter(|input| now >= input.next) else {
            return;
        };
        input.next = now + INTERVAL;
        uncover(&input.bar);
        let rate = puzzles as f64 / (now - input.begun).as_secs_f64();
        let (puzzles, rate) = (HumanCount(puzzles), HumanCount(rate as u64));
        input
            .bar
            .set_message(format!("{puzzles} puzzles, {rate}/s"));
        input.bar.set_position(input.read.load(Ordering::Relaxed));
        input.bar.tick();
    }

    /// Whether searches of single puzzles are shown.
    pub fn shows_searches(&self) -> bool {
        self.shows_searches
    }

    /// Shows the progress of a search, if an update is due.
    pub fn show_search(&mut self, searched: &Searched) {
        let now = Instant::now();
        if let Some(input) = self.input.take() {
            input.bar.finish_and_clear();
        }
        let search = self
            .search
            .get_or_insert_with(|| OfSearch::new(now, searched));
        if now < search.next {
            return;
        }
        match self.shows {
            Shows::Json => search.report(now, searched),
            _ => search.draw(now, searched),
        }
    }

    /// Hides the bar while `write` writes to the terminal.
    pub fn aside(&self, write: impl FnOnce()) {
        let input = self.input.as_ref().map(|input| &input.bar);
        let search = self.search.as_ref().map(|search| &search.bar);
        match input.or(search) {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Removes the bar.
    pub fn clear(&mut self) {
        let input = self.input.take().map(|input| input.bar);
        let search = self.search.take().map(|search| search.bar);
        for bar in input.into_iter().chain(search) {
            bar.finish_and_clear();
        }
    }
}

impl OfSearch {
    fn new(now: Instant, before: &Searched) -> OfSearch {
        let bar = match before.extent {
            Extent::Share(_) => hidden(
                ProgressBar::new(PLACES as u64),
                "{bar:40} {percent:>3} %   {msg}",
            ),
            Extent::Costs { .. } => hidden(ProgressBar::no_length(), "{spinner} {msg}"),
        };
        OfSearch {
            bar,
            begun: now,
            next: now + LONG,
            before: before.clone(),
        }
    }

    /// Nodes per second.
    fn speed(&self, now: Instant, searched: &Searched) -> u64 {
        let nodes = searched.nodes.saturating_sub(self.before.nodes);
        (nodes as f64 / (now - self.begun).as_secs_f64()) as u64
    }

    /// The remaining time, if the rest is as fast as the search so far.
    fn time_left(&self, now: Instant, share: f64) -> Option<Duration> {
        let before = match self.before.extent {
            Extent::Share(share) => share,
            Extent::Costs { .. } => 0.0,
        };
        let seconds = (now - self.begun).as_secs_f64();
        Duration::try_from_secs_f64(seconds * (1.0 - share) / (share - before)).ok()
    }

    fn draw(&mut self, now: Instant, searched: &Searched) {
        self.next = now + INTERVAL;
        uncover(&self.bar);
        let nodes = HumanCount(self.speed(now, searched));
        let message = match &searched.extent {
            Extent::Share(share) => {
                self.bar.set_position((share * PLACES) as u64);
                let left = self.time_left(now, *share);
                let left = left.map_or("?".into(), |left| HumanDuration(left).to_string());
                let found = &searched.found;
                format!("{found} found, {nodes} nodes/s, {left} left")
            }
            Extent::Costs { best, bound } => {
                let best = best.map_or("nothing".into(), |cost| format!("cost {cost}"));
                let bound = match bound {
                    Bound::NoneBelow(cost) => format!("none below {cost}"),
                    Bound::NoneAbove(cost) => format!("none above {cost}"),
                };
                format!("{best} found, {bound}, {nodes} nodes/s")
            }
        };
        self.bar.set_message(message);
        self.bar.tick();
    }

    fn report(&mut self, now: Instant, searched: &Searched) {
        self.next = now + JSON_INTERVAL;
        let mut line = Vec::new();
        let mut object = Object::new(&mut line);
        object.string("status", "searching");
        match &searched.extent {
            Extent::Share(share) => object.fraction("share", *share),
            Extent::Costs { best, bound } => {
                if let Some(cost) = best {
                    object.string("cost", &cost.to_string());
                }
                let (Bound::NoneBelow(bound) | Bound::NoneAbove(bound)) = bound;
                object.string("bound", &bound.to_string());
            }
        }
        object.string("found", &searched.found);
        object.number("nodes", Some(searched.nodes));
        object.number("nodes_per_second", Some(self.speed(now, searched)));
        if let Extent::Share(share) = searched.extent {
            match self.time_left(now, share) {
                Some(left) => object.seconds("seconds_left", left),
                None => object.number("seconds_left", None),
            }
        }
        object.close();
        say(String::from_utf8_lossy(&line));
    }
}
