//! Searching: what the actions that search have in common.

use std::fmt;
use std::io;
use std::num::NonZeroU16;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use dominox::engine::{KernelName, Limit, Limits, Solver, Status, Unsupported};
use dominox::problem::{Bounds, Problem};
use serde_json::json;

use super::exit::{Exit, Failure};
use super::input::{Asked, Input, Place, Question};
use super::output::{Format, Output, say};

/// How to search, and how to tell.
#[derive(Args)]
pub struct Search {
    #[command(flatten)]
    input: Input,

    /// Answer this classic problem instead of reading: "queens 8" (see `dominox model --help`)
    #[arg(long, value_name = "NAME ARGS", conflicts_with_all = ["files", "kind", "shape", "strict"])]
    model: Option<String>,

    /// How answers are written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// Give up on a puzzle after this time
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,

    /// Threads to search with; so far every search uses one, whatever is asked for
    #[arg(long, value_name = "N", default_value = "1", value_parser = positive::<NonZeroU16>)]
    threads: NonZeroU16,

    /// Search with this kernel instead of the one that should be fastest
    #[arg(long, value_enum)]
    kernel: Option<Kernel>,

    /// Tell on standard error what the search took
    #[arg(long)]
    stats: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kernel {
    /// Dancing links: problems of any size
    Links,
    /// Bit-parallel lanes: all but the largest problems
    Lanes,
}

impl From<Kernel> for KernelName {
    fn from(kernel: Kernel) -> KernelName {
        match kernel {
            Kernel::Links => KernelName::Links,
            Kernel::Lanes => KernelName::Lanes,
        }
    }
}

/// A search for puzzle after puzzle: the solver is kept as long as the rules stay the same.
pub struct Session {
    pub output: Output,
    pub format: Format,
    limits: Limits,
    kernel: Option<KernelName>,
    solver: Option<Solver>,
    totals: Totals,
}

/// What `--stats` tells.
#[derive(Default)]
struct Totals {
    puzzles: u64,
    found: u64,
    nodes: u64,
    updates: u64,
    kernel: Option<&'static str>,
}

impl Search {
    /// Hands each puzzle to `work`, with a session to search in, and returns the weightiest exit. The search for one
    /// puzzle ends after `most` answers.
    pub fn each(
        &self,
        most: Option<u64>,
        mut work: impl FnMut(&mut Session, &Question) -> Result<Exit, Failure>,
    ) -> Result<Exit, Failure> {
        let start = Instant::now();
        let signal = Signal::catch();
        let cancel = signal.as_ref().map(|signal| signal.cancel.clone());
        let limits = Limits {
            solutions: most,
            time: self.timeout,
            cancel,
            ..Limits::default()
        };
        let output = Output::new();
        let (format, totals) = (self.format, Totals::default());
        let mut session = Session {
            output: output.clone(),
            format,
            limits,
            kernel: self.kernel.map(KernelName::from),
            solver: None,
            totals,
        };
        let work = |question: Question| {
            session.totals.puzzles += 1;
            let guard = signal.as_ref().map(Signal::guard);
            let exit = work(&mut session, &question);
            drop(guard);
            session.note_found();
            exit
        };
        let cancelled = || {
            signal
                .as_ref()
                .is_some_and(|signal| signal.cancel.load(Ordering::Relaxed))
        };
        let exit = match &self.model {
            Some(spec) => answer_model(spec, work)?,
            None => self.input.each(&output, self.format, cancelled, work)?,
        };
        output.flush()?;
        if self.stats {
            session.retire();
            let seconds = start.elapsed().as_secs_f64();
            say(format_args!("{}, {seconds:.6} s", session.totals));
        }
        Ok(exit)
    }
}

fn answer_model(
    spec: &str,
    mut work: impl FnMut(Question) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    let model = dominox::puzzles::model(spec).map_err(|error| Failure::Usage(error.to_string()))?;
    let place = Place {
        file: spec.into(),
        line: None,
    };
    work(Question {
        index: 1,
        place,
        asked: Asked::Model(model),
    })
}

impl Session {
    /// A solver for this puzzle. If no kernel can solve it, says so and gives none: that is bad input.
    pub fn solver(&mut self, question: &Question) -> io::Result<Option<&mut Solver>> {
        let puzzle = question.asked.puzzle();
        let problem = puzzle.problem();
        if !self
            .solver
            .as_ref()
            .is_some_and(|solver| solver.problem().is_same(problem))
        {
            self.retire();
            match Solver::with_kernel(problem, self.kernel) {
                Ok(solver) => self.solver = Some(solver.limits(self.limits.clone())),
                Err(error) => {
                    let reason = in_words(&error, problem);
                    self.output
                        .say(format_args!("{}: {reason}", question.place));
                    if self.format == Format::Jsonl {
                        let mut object = question.status("bad");
                        object["error"] = json!(reason);
                        self.output.json(&object)?;
                    }
                    return Ok(None);
                }
            }
        }
        let solver = self.solver.as_mut().expect("a solver was just put there");
        solver.restart(puzzle.givens());
        Ok(Some(solver))
    }

    /// The exit of a search that found what it looked for, or did not.
    pub fn exit(&self, place: &Place, found: bool) -> Exit {
        match self.solver.as_ref().map(Solver::status) {
            Some(Status::Stopped(limit)) if limit != Limit::Solutions => {
                let reason = limit_words(limit);
                self.output
                    .say(format_args!("{place}: stopped by {reason}"));
                Exit::Stopped
            }
            _ if found => Exit::Answered,
            _ => Exit::No,
        }
    }

    fn note_found(&mut self) {
        if let Some(solver) = &self.solver {
            self.totals.found = self
                .totals
                .found
                .saturating_add(solver.found().to_u64().unwrap_or(u64::MAX));
        }
    }

    /// Lets go of the solver, and takes its effort into the totals.
    fn retire(&mut self) {
        if let Some(solver) = self.solver.take() {
            self.totals.nodes += solver.effort().nodes;
            self.totals.updates += solver.effort().updates;
            self.totals.kernel = Some(solver.kernel());
        }
    }
}

fn in_words(error: &Unsupported, problem: &Problem) -> String {
    match error {
        Unsupported::Bounds(item) => {
            let name = problem.item_name(*item);
            let times = match problem.bounds(*item) {
                Some(Bounds { low, high }) if low < high => format!("{low} to {high} times"),
                Some(Bounds { high, .. }) => format!("{high} times"),
                None => "as a secondary one".into(),
            };
            format!(
                "item `{name}` is to be covered {times}: so far a search needs items that are covered exactly once"
            )
        }
        _ => error.to_string(),
    }
}

fn limit_words(limit: Limit) -> &'static str {
    match limit {
        Limit::Time => "the time limit",
        Limit::Cancelled => "a signal",
        _ => "a limit",
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Totals {
            puzzles,
            found,
            nodes,
            updates,
            kernel,
        } = self;
        let kernel = kernel.unwrap_or("none");
        write!(
            f,
            "kernel {kernel}, puzzles {puzzles}, found {found}, nodes {nodes}, updates {updates}"
        )
    }
}

/// The first signal during a search stops it, so that what was found is told; any other ends the program.
struct Signal {
    cancel: Arc<AtomicBool>,
    searching: Arc<AtomicBool>,
}

impl Signal {
    /// Catches the signals that ask a program to end, if the system lets it.
    fn catch() -> Option<Signal> {
        let signal = Signal {
            cancel: Arc::default(),
            searching: Arc::default(),
        };
        let (cancel, searching) = (signal.cancel.clone(), signal.searching.clone());
        ctrlc::set_handler(move || {
            if !searching.load(Ordering::Relaxed) || cancel.swap(true, Ordering::Relaxed) {
                std::process::exit(3);
            }
        })
        .ok()
        .map(|()| signal)
    }

    fn guard(&self) -> Searching<'_> {
        self.searching.store(true, Ordering::Relaxed);
        Searching(&self.searching)
    }
}

/// While it lives, a search is under way.
struct Searching<'a>(&'a AtomicBool);

impl Drop for Searching<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// Reads a number of a type that has no zero.
pub fn positive<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse()
        .map_err(|_| "expected a whole number from 1".into())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok();
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "expected a number of seconds, such as 2.5".into())
}
