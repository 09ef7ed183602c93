//! Searching: what the actions that search have in common.

use std::num::NonZeroU16;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use dominox::engine::{KernelName, Limit, Limits, Solver, Status, Unsupported};
use dominox::problem::{Bounds, Problem};

use super::exit::{Exit, Failure, say};
use super::input::{Asked, Input, Question};
use super::output::{Format, Output, Pen};
use super::page::{Done, Page};
use super::progress::Progress;
use super::signal::Signal;
use super::source::{Source, progress_of};
use super::stream::Stream;
use super::values::{positive, seconds};

/// What is asked, and how the answers are printed.
#[derive(Args)]
pub struct Asking {
    #[command(flatten)]
    input: Input,

    /// Answer this classic problem instead of reading input, such as "queens 8" (see `dominox model --help`)
    #[arg(long, value_name = "NAME ARGS", conflicts_with_all = ["files", "kind", "shape", "strict"])]
    model: Option<String>,

    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Give up on a puzzle after this time
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,

    /// Number of threads that answer puzzles in parallel [default: one per processor]
    ///
    /// Each puzzle is answered by one thread. The output is the same for any number of threads.
    #[arg(long, value_name = "N", value_parser = positive::<NonZeroU16>)]
    threads: Option<NonZeroU16>,

    /// Report search statistics on standard error
    #[arg(long)]
    stats: bool,
}

/// How to search, and how to print the answers.
#[derive(Args)]
pub struct Search {
    #[command(flatten)]
    asking: Asking,

    /// Search with this kernel [default: the one expected to be fastest]
    #[arg(long, value_enum)]
    kernel: Option<Kernel>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kernel {
    /// Dancing links: problems of any size
    Links,
    /// Bit-parallel lanes: all but the largest problems
    Lanes,
    /// Bit-parallel rows of options: problems such as Sudominokus and pentominoes, whose choices are hard to find
    Rows,
    /// Bit-parallel lanes and units: small problems such as Sudokus and Latin squares, without colours
    Units,
}

impl From<Kernel> for KernelName {
    fn from(kernel: Kernel) -> KernelName {
        match kernel {
            Kernel::Links => KernelName::Links,
            Kernel::Lanes => KernelName::Lanes,
            Kernel::Rows => KernelName::Rows,
            Kernel::Units => KernelName::Units,
        }
    }
}

impl Search {
    /// Answers each puzzle, as [`Asking::run`] does, with the kernel of the arguments.
    pub fn run(
        &self,
        most: Option<u64>,
        set: impl Fn(Solver) -> Solver + Sync,
        work: impl Fn(&mut Session, &mut Pen, &Question) -> Exit + Sync,
    ) -> Result<Exit, Failure> {
        let kernel = self.kernel.map(KernelName::from);
        self.asking.run(|_| kernel, most, set, work)
    }

    /// Whether a kernel was asked for.
    pub fn names_kernel(&self) -> bool {
        self.kernel.is_some()
    }

    /// Whether statistics are reported.
    pub fn has_stats(&self) -> bool {
        self.asking.stats
    }
}

impl Asking {
    /// Answers each puzzle with `work`, which writes to the page and searches in the session of its thread, with solvers
    /// that have the kernel that `kernel` names, or the best one, and the settings of `set`. The search for one puzzle ends after `most`
    /// answers. Returns the weightiest exit.
    pub fn run(
        &self,
        kernel: impl Fn(&Problem) -> Option<KernelName> + Sync,
        most: Option<u64>,
        set: impl Fn(Solver) -> Solver + Sync,
        work: impl Fn(&mut Session, &mut Pen, &Question) -> Exit + Sync,
    ) -> Result<Exit, Failure> {
        let start = Instant::now();
        let files = self.input.files()?;
        let read = Arc::default();
        let progress = match self.model {
            Some(_) => Progress::default(),
            None => progress_of(&files, &read),
        };
        let output = Output::new(progress);
        let source = match &self.model {
            Some(spec) => Source::of_model(&self.input, model(spec)?, &output),
            None => Source::of_files(&self.input, files, &output, read),
        };
        let signal = Signal::catch();
        let limits = Limits {
            solutions: most,
            time: self.timeout,
            cancel: Some(signal.flag()),
            ..Limits::default()
        };
        let make = || {
            let mut session = Session::new(self.format, &kernel, limits.clone(), &set);
            let work = &work;
            move |pen: &mut Pen, question: &Question| {
                let exit = work(&mut session, pen, question);
                pen.page.exit = pen.page.exit.max(exit);
                session.close(&mut pen.page);
            }
        };
        let threads = match self.threads {
            Some(threads) => threads.get().into(),
            None => available_parallelism().map_or(1, usize::from),
        };
        let conclude = || match output.close() {
            Ok((exit, tally)) => {
                if self.stats {
                    let seconds = start.elapsed().as_secs_f64();
                    say(format_args!("{tally}, {seconds:.6} s"));
                }
                exit
            }
            Err(failure) => failure.report(),
        };
        let stream = Stream::new(source, &output, &signal, self.format);
        Ok(stream.run_threads(threads, make, conclude))
    }
}

/// A model as a question.
fn model(spec: &str) -> Result<Question, Failure> {
    let model = dominox::puzzles::model(spec).map_err(|error| Failure::Usage(error.to_string()))?;
    Ok(Question {
        file: spec.into(),
        asked: Asked::Model(model),
    })
}

/// The number of solvers that a thread keeps, so that none is made anew where several rules alternate, such as those of
/// Sudokus of several sizes.
const KEPT: usize = 4;

/// The searches of one thread, one after the other.
pub struct Session<'a> {
    pub format: Format,
    limits: Limits,
    /// The kernel for a problem; `None` for the best one.
    kernel: &'a (dyn Fn(&Problem) -> Option<KernelName> + Sync),
    /// Gives a solver its settings.
    set: &'a (dyn Fn(Solver) -> Solver + Sync),
    /// Solvers with what they have done so far, the last used one first.
    solvers: Vec<(Solver, Done)>,
    /// Whether the first one searches for the present puzzle.
    at_work: bool,
}

impl<'a> Session<'a> {
    fn new(
        format: Format,
        kernel: &'a (dyn Fn(&Problem) -> Option<KernelName> + Sync),
        limits: Limits,
        set: &'a (dyn Fn(Solver) -> Solver + Sync),
    ) -> Session<'a> {
        Session {
            format,
            limits,
            kernel,
            set,
            solvers: Vec::new(),
            at_work: false,
        }
    }

    /// A solver for this puzzle. If no kernel can solve it, reports that as bad input and gives none.
    pub fn solver(&mut self, page: &mut Page, question: &Question) -> Option<&mut Solver> {
        let puzzle = question.puzzle();
        if let Err(error) = self.prepare(puzzle.problem()) {
            refuse(page, self.format, question, &error);
            return None;
        }
        self.at_work = true;
        let (solver, _) = &mut self.solvers[0];
        solver.restart(puzzle.givens());
        Some(solver)
    }

    /// Puts a solver for this problem first.
    fn prepare(&mut self, problem: &Problem) -> Result<(), Unsupported> {
        let is_for = |(solver, _): &(Solver, Done)| solver.problem().is_same(problem);
        match self.solvers.iter().position(is_for) {
            Some(0) => {}
            Some(place) => self.solvers[..=place].rotate_right(1),
            None => {
                let solver = Solver::with_kernel(problem, (self.kernel)(problem))?
                    .limits(self.limits.clone());
                let solver = (self.set)(solver);
                self.solvers.truncate(KEPT - 1);
                self.solvers.insert(0, (solver, Done::default()));
            }
        }
        Ok(())
    }

    /// The limit that has been reached since the work on a puzzle began.
    pub fn interruption(&self, begun: Instant) -> Option<Limit> {
        let Limits { time, cancel, .. } = &self.limits;
        if cancel
            .as_ref()
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
        {
            Some(Limit::Cancelled)
        } else {
            time.filter(|&time| begun.elapsed() >= time)
                .map(|_| Limit::Time)
        }
    }

    /// The exit after a search that found an answer, or did not.
    pub fn exit(&self, page: &mut Page, question: &Question, found: bool) -> Exit {
        match self.solvers.first().map(|(solver, _)| solver.status()) {
            Some(Status::Stopped(limit)) if limit != Limit::Solutions => {
                let reason = limit_words(limit);
                page.say(format_args!("{}: stopped by {reason}", question.place()));
                Exit::Stopped
            }
            _ if found => Exit::Answered,
            _ => Exit::No,
        }
    }

    /// Adds the search for a puzzle to the tally.
    fn close(&mut self, page: &mut Page) {
        if std::mem::take(&mut self.at_work)
            && let Some((solver, done)) = self.solvers.first_mut()
        {
            page.tally
                .add_search(solver, std::mem::replace(done, Done::by(solver)));
        }
    }
}

/// Says why an engine does not take a puzzle, which is bad input.
pub fn refuse(page: &mut Page, format: Format, question: &Question, error: &Unsupported) -> Exit {
    let reason = in_words(error, question.puzzle().problem());
    page.say(format_args!("{}: {reason}", question.place()));
    if format == Format::Jsonl {
        page.object(question, "bad").string("error", &reason);
    }
    Exit::BadInput
}

fn in_words(error: &Unsupported, problem: &Problem) -> String {
    match error {
        Unsupported::Bounds(_, item) => {
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

pub fn limit_words(limit: Limit) -> &'static str {
    match limit {
        Limit::Time => "the time limit",
        Limit::Cancelled => "a signal",
        _ => "a limit",
    }
}
