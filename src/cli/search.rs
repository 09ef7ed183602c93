//! Searching: what the actions that search have in common.

use std::num::{NonZeroU16, NonZeroU64};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use clap::Args;
use dominox::engine::{Effort, KernelName, Limit, Limits, Reduction, Solver, Status, Unmade};
use dominox::problem::Part;
use dominox::puzzles::{Puzzle, why, why_in};
use dominox::workshop::explain_briefly;

use super::drawing::FORMATS;
use super::exit::{Exit, Failure, say};
use super::given::Given;
use super::idle::Idle;
use super::input::{Input, Question};
pub use super::kernel::Kernel;
use super::lines::Outcome;
use super::manner::Manner;
use super::model::ModelParser;
use super::output::{Format, Output, Pen, write_all};
use super::page::{Done, Page};
use super::progress::Progress;
use super::refusal::{in_words, refuse};
use super::signal::{RUN_IS_OVER, Signal};
use super::source::{Source, progress_of};
use super::stream::Stream;
use super::target::Target;
use super::timeouts::{MostNodes, Timeouts};
use super::values::threads;

/// What is asked, and how the answers are printed.
#[derive(Args)]
pub struct Asking {
    #[command(flatten)]
    input: Input,

    /// Answer this classic problem instead of reading input, such as "queens 8" (see `dominox model --help`)
    #[arg(long, help_heading = "Input", value_name = "NAME ARGS", value_parser = ModelParser, hide_possible_values = true, conflicts_with_all = ["files", "kind", "shape", "column", "strict"])]
    model: Option<String>,

    #[command(flatten)]
    given: Given,

    /// Output format
    #[arg(long, help_heading = "Output", value_parser = FORMATS, default_value = "text")]
    format: Format,

    /// Before the search of each puzzle, try all options, and exclude those that cannot be in an answer
    ///
    /// Answers are the same. It pays for hard problems of few options, and takes longer for most others.
    #[arg(long, help_heading = "Search")]
    reduce: bool,

    #[command(flatten)]
    timeouts: Timeouts,

    /// Number of threads, at most 1024 [default: one per processor]
    ///
    /// Several puzzles are answered in parallel, each by one thread. A single puzzle is searched by all threads. The output
    /// is the same for any number of threads.
    #[arg(short = 'j', long, help_heading = "Search", value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    threads: Option<NonZeroU16>,

    /// Report search statistics on standard error, and in JSON lines for each puzzle
    #[arg(long, help_heading = "Output")]
    stats: bool,
}

/// How to search, and how to print the answers.
#[derive(Args)]
pub struct Search {
    #[command(flatten)]
    asking: Asking,

    /// Search with this kernel [default: the one expected to be fastest]
    #[arg(long, help_heading = "Search", value_enum)]
    kernel: Option<Kernel>,

    #[command(flatten)]
    most: MostNodes,
}

/// What a search that is resumed does in another way.
pub struct Again {
    pub threads: Option<NonZeroU16>,
    pub kernel: Option<Kernel>,
    pub nodes: Option<NonZeroU64>,
    pub timeout: Option<Duration>,
}

impl Search {
    /// Answers each puzzle, as [`Asking::run`] does, with the kernel of the arguments.
    pub fn run(
        &self,
        manner: Manner,
        work: impl Fn(&mut Session, &mut Pen, &Question) -> Exit + Sync,
    ) -> Result<Exit, Failure> {
        let kernel = self.kernel.map(KernelName::from);
        let manner = Manner {
            kernel: &|_| kernel,
            nodes: self.most.nodes,
            ..manner
        };
        self.asking.run(manner, work)
    }

    /// Searches in this way from here on.
    pub fn change(&mut self, again: Again) {
        let Again {
            threads,
            kernel,
            nodes,
            timeout,
        } = again;
        self.kernel = kernel.or(self.kernel);
        self.most.nodes = nodes.or(self.most.nodes);
        self.asking.threads = threads.or(self.asking.threads);
        if timeout.is_some() {
            self.asking.timeouts.timeout = timeout;
        }
    }

    /// Asks for a model instead of what the arguments say.
    pub fn ask_model(&mut self, spec: String) {
        self.asking.model = Some(spec);
    }

    /// Takes the input to be of this kind, unless the arguments say something else.
    pub fn ask_kind(&mut self, kind: &'static dominox::puzzles::Kind) {
        self.asking.input.kind.get_or_insert(kind);
    }

    /// Whether the puzzles are read from standard input, which cannot be read again.
    pub fn reads_standard_input(&self) -> bool {
        self.asking.model.is_none() && self.asking.input.is_standard()
    }

    /// Whether a kernel was asked for.
    pub fn names_kernel(&self) -> bool {
        self.kernel.is_some()
    }

    /// Whether results are JSON lines.
    pub fn is_jsonl(&self) -> bool {
        self.asking.is_jsonl()
    }

    /// Whether results are pictures.
    pub fn draws(&self) -> bool {
        self.asking.format.draws().is_some()
    }

    /// Whether statistics are reported.
    pub fn has_stats(&self) -> bool {
        self.asking.has_stats()
    }
}

impl Asking {
    /// To answer puzzles that are read, as they are.
    pub fn of(
        input: Input,
        format: Format,
        timeouts: Timeouts,
        threads: Option<NonZeroU16>,
    ) -> Asking {
        Asking {
            input,
            model: None,
            given: Given::default(),
            format,
            reduce: false,
            timeouts,
            threads,
            stats: false,
        }
    }

    /// Whether statistics are reported.
    pub fn has_stats(&self) -> bool {
        self.stats
    }

    /// Whether problems are reduced before the search.
    pub fn is_reduced(&self) -> bool {
        self.reduce
    }

    /// Whether results are JSON lines.
    pub fn is_jsonl(&self) -> bool {
        self.format == Format::Jsonl
    }

    /// Answers each puzzle with `work`, which writes to the page and searches in the session of its thread. Returns the
    /// weightiest exit.
    pub fn run(
        &self,
        manner: Manner,
        work: impl Fn(&mut Session, &mut Pen, &Question) -> Exit + Sync,
    ) -> Result<Exit, Failure> {
        let start = Instant::now();
        let files = self.input.files()?;
        let read = Arc::default();
        let progress = match self.model {
            Some(_) => Progress::default(),
            None => progress_of(&files, &read),
        };
        let progress = progress.shown(manner.shows.0, manner.shows.1);
        let format = match manner.drawing {
            Some(drawing) => drawing.of(self.format, manner.most != Some(1))?,
            None => self.format,
        };
        let (target, album) = Target::and_album(manner.target, format)?;
        let prints = manner.amount.has_results();
        let output = Arc::new(Output::of(progress, prints, target, album));
        let Timeouts {
            timeout,
            timeout_total,
        } = self.timeouts;
        let end = timeout_total.and_then(|total| start.checked_add(total));
        let signal = Signal::catch(&output, format);
        if let Some(end) = end {
            signal.end_at(end, &output);
        }
        let source = match &self.model {
            Some(spec) => Source::of_model(&self.input, Question::of_model(spec, start)?, &output),
            None => Source::of_files(&self.input, files, &output, read, timeout),
        };
        let limits = Limits {
            solutions: manner.most,
            nodes: manner.nodes.map(NonZeroU64::get),
            deadline: end,
            cancel: Some(signal.flag()),
            ..Limits::default()
        };
        let turns = RwLock::new(());
        let has_records = self.stats && self.is_jsonl();
        let idle = Vec::from_iter(self.input.idle().chain(manner.idle.iter().copied()));
        let threads = match self.threads {
            Some(threads) => threads.get().into(),
            None => available_parallelism().map_or(1, usize::from),
        };
        let make = |side_by_side| {
            let mut session = Session {
                format,
                limits: limits.clone(),
                timeout,
                deadline: end,
                signal: &signal,
                given: &self.given,
                reduces: self.reduce,
                manner: Manner {
                    idle: &idle,
                    ..manner
                },
                threads: side_by_side,
                // Who works alone has the threads for each search.
                of_search: if side_by_side == 1 { threads } else { 1 },
                turns: &turns,
                turn: Turn::None,
                solvers: Vec::new(),
                at_work: false,
                stopped_early: None,
                hint: String::new(),
            };
            let work = &work;
            move |pen: &mut Pen, question: &Question| {
                let begun = has_records.then(Instant::now);
                session.begin(question);
                if let Some(draws) = format.draws().filter(|draws| draws.has_questions) {
                    pen.page.draw_question(draws, question);
                }
                let exit = work(&mut session, pen, question);
                session.conclude(&mut pen.page, question, exit);
                if let Some(effort) = session.close(&mut pen.page)
                    && let Some(begun) = begun
                {
                    report_effort(&mut pen.page, question, effort, begun.elapsed());
                }
            }
        };
        let conclude = || match output.close() {
            Ok((exit, tally)) => {
                signal.conclude();
                let summary = manner.amount.summary(format, &tally.results);
                let end = summary.unwrap_or_else(|| (manner.end)().into());
                if !end.is_empty()
                    && let Err(failure) = write_all(&end)
                {
                    return failure.report();
                }
                if self.stats {
                    let seconds = start.elapsed().as_secs_f64();
                    say(format_args!("{tally}, {seconds:.6} s"));
                }
                exit
            }
            Err(failure) => failure.report(),
        };
        let stream = Stream::new(source, &output, &signal, (format, manner.missing));
        Ok(stream.run_threads(threads, make, conclude))
    }
}

/// The number of solvers that a thread keeps, so that none is made anew where several rules alternate, such as those of
/// Sudokus of several sizes.
const KEPT: usize = 4;

/// The puzzles of a file in which a search for a reason is made.
const EXPLAINED: u64 = 100;

/// The searches of one thread, one after the other.
pub struct Session<'a> {
    pub format: Format,
    limits: Limits,
    /// How long a puzzle may take.
    timeout: Option<Duration>,
    /// When the work on the present puzzle ends.
    deadline: Option<Instant>,
    signal: &'a Signal,
    manner: Manner<'a>,
    given: &'a Given,
    /// Whether problems are reduced before the search.
    reduces: bool,
    /// The number of threads that share the memory.
    threads: usize,
    /// The number of threads that search one puzzle.
    of_search: usize,
    /// Held for writing by a thread that needs all of the memory, while no other thread searches.
    turns: &'a RwLock<()>,
    turn: Turn<'a>,
    /// Solvers with what they have done so far, the last used one first.
    solvers: Vec<Kept>,
    /// Whether the first one searches for the present puzzle.
    at_work: bool,
    /// The exit of the present puzzle, if a limit was reached before there was a solver.
    stopped_early: Option<Exit>,
    /// What to say to who wants to go on with a search that was stopped.
    pub hint: String,
}

/// Why there is no solver for a puzzle.
enum Trouble {
    /// No kernel can solve it, or an argument is wrong.
    Refused(String),
    /// This limit was reached before it was made.
    Stopped(Limit),
}

/// A solver that is kept.
struct Kept {
    solver: Solver,
    /// What it had done before the present puzzle.
    done: Done,
    /// The options of the arguments, in its problem.
    part: Part,
}

/// The part of the memory that a thread has while it works on a puzzle.
enum Turn<'a> {
    /// It does not work on one, or its puzzles are never refused.
    None,
    /// Its share.
    Shared(#[expect(dead_code, reason = "held")] RwLockReadGuard<'a, ()>),
    /// All.
    Alone(#[expect(dead_code, reason = "held")] RwLockWriteGuard<'a, ()>),
}

impl Session<'_> {
    /// Begins the work on a puzzle, whose time began when it was read.
    fn begin(&mut self, question: &Question) {
        if self.threads > 1 && self.manner.is_refused {
            let turn = self.turns.read().unwrap_or_else(PoisonError::into_inner);
            self.turn = Turn::Shared(turn);
        }
        let Some(timeout) = self.timeout else {
            return;
        };
        let left = timeout.saturating_sub(question.reading_took);
        let of_run = self.limits.deadline;
        self.deadline = match (Instant::now().checked_add(left), of_run) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
    }

    /// Whether no other thread answers puzzles at the same time.
    pub fn is_alone(&self) -> bool {
        self.threads == 1
    }

    /// A solver for this puzzle. If no kernel can solve it, reports that as bad input and gives none; so if a limit is reached before
    /// there is one.
    pub fn solver(&mut self, page: &mut Page, question: &Question) -> Option<&mut Solver> {
        let puzzle = question.puzzle();
        match self.prepare(page, puzzle) {
            Ok(()) => {}
            Err(Trouble::Refused(reason)) => {
                refuse(page, self.format, question, &reason);
                return None;
            }
            Err(Trouble::Stopped(limit)) => {
                self.stopped_early = Some(self.report_stop(page, question, limit));
                return None;
            }
        }
        self.at_work = true;
        let Kept { solver, part, .. } = &mut self.solvers[0];
        solver.limits_mut().deadline = self.deadline;
        solver.set_memory(match self.turn {
            Turn::Alone(_) => self.manner.memory,
            _ => self.manner.memory / self.threads,
        });
        solver.restart(puzzle.givens());
        if *part != Part::default() {
            solver.narrow(part);
        }
        if self.reduces {
            let limits = solver.limits_mut().clone();
            let whole = puzzle.with_givens(part);
            let reduction = Reduction::within(puzzle.problem(), &whole, &limits);
            solver.narrow(&reduction.part);
        }
        Some(solver)
    }

    /// Waits until this thread may have all of the memory; `false` if it had that already. The time limit of the puzzle
    /// is extended by the wait.
    pub fn wait_for_all_memory(&mut self) -> bool {
        if !matches!(self.turn, Turn::Shared(_)) {
            return false;
        }
        self.turn = Turn::None;
        let begun = Instant::now();
        let turn = self.turns.write().unwrap_or_else(PoisonError::into_inner);
        self.turn = Turn::Alone(turn);
        if self.timeout.is_some() {
            self.deadline = self.deadline.map(|deadline| deadline + begun.elapsed());
        }
        true
    }

    /// Puts a solver for this problem first.
    fn prepare(&mut self, page: &mut Page, puzzle: &dyn Puzzle) -> Result<(), Trouble> {
        let problem = puzzle.problem();
        let is_for = |kept: &Kept| kept.solver.problem().is_same(problem);
        match self.solvers.iter().position(is_for) {
            Some(0) => {}
            Some(place) => self.solvers[..=place].rotate_right(1),
            None => {
                let is_idle = |idle: &&Idle| (idle.is_idle)(puzzle);
                let idle = self.manner.idle.iter().filter(is_idle);
                idle.for_each(|idle| page.note(idle.note));
                let kernel = (self.manner.kernel)(problem);
                let memory = self.manner.memory / self.threads;
                let part = self.given.part(puzzle).map_err(Trouble::Refused)?;
                let limits = Limits {
                    deadline: self.deadline,
                    ..self.limits.clone()
                };
                let solver = Solver::within(problem, kernel, memory, limits);
                let solver = solver.map_err(|unmade| match unmade {
                    Unmade::Stopped(limit) => Trouble::Stopped(limit),
                    Unmade::Unsupported(error) => Trouble::Refused(in_words(&error, problem)),
                    other => Trouble::Refused(other.to_string()),
                })?;
                let solver = solver.threads(self.of_search);
                let kept = Kept {
                    solver: (self.manner.set)(solver),
                    done: Done::default(),
                    part,
                };
                self.solvers.truncate(KEPT - 1);
                self.solvers.insert(0, kept);
            }
        }
        Ok(())
    }

    /// The part of its problem that the arguments ask for.
    ///
    /// # Errors
    /// What is wrong with an argument.
    pub fn part(&self, question: &Question) -> Result<Part, String> {
        self.given.part(question.puzzle())
    }

    /// The limits of the work on the present puzzle.
    pub fn limits(&self) -> Limits {
        Limits {
            deadline: self.deadline,
            solutions: None,
            nodes: None,
            ..self.limits.clone()
        }
    }

    /// As [`why`](Self::why), or if nothing shows, demands that contradict each other, if they are found within a few steps. They
    /// are looked for in the first puzzles of a file, so that a stream goes on.
    pub fn why_together(&self, question: &Question) -> Option<String> {
        self.why(question).or_else(|| {
            let puzzle = question.puzzle();
            let part = self.part(question).ok()?;
            let briefly = || explain_briefly(puzzle, &part, self.limits());
            let reason = (question.index() <= EXPLAINED).then(briefly)?;
            reason.map(|reason| reason.in_words(puzzle))
        })
    }

    /// Why the present puzzle has no answer, if it shows without a search.
    pub fn why(&self, question: &Question) -> Option<String> {
        let puzzle = question.puzzle();
        let reason = match self.solvers.first() {
            Some(kept) => why_in(puzzle, &kept.part),
            None => why(puzzle),
        };
        reason.map(|reason| reason.in_words(puzzle))
    }

    /// Whether results are printed, and so are the reasons for them.
    pub fn prints(&self) -> bool {
        self.manner.amount.has_results()
    }

    /// The limit that has been reached in the work on the present puzzle.
    pub fn interruption(&self) -> Option<Limit> {
        if self.signal.came() {
            Some(Limit::Cancelled)
        } else {
            let is_over = self.deadline.is_some_and(|end| Instant::now() >= end);
            is_over.then_some(Limit::Time)
        }
    }

    /// The name of a limit, for messages.
    pub fn reason(&self, limit: Limit) -> &'static str {
        let is_run_over = |end| Instant::now() >= end;
        match limit {
            Limit::Time if self.limits.deadline.is_some_and(is_run_over) => RUN_IS_OVER,
            Limit::Time => "the time limit",
            Limit::Cancelled => self.signal.words(),
            Limit::Memory => "the memory limit",
            Limit::Nodes => "the limit of nodes",
            _ => "a limit",
        }
    }

    /// Reports that a limit stopped the work on a puzzle.
    pub fn report_stop(&self, page: &mut Page, question: &Question, limit: Limit) -> Exit {
        let reason = self.reason(limit);
        let hint = match limit {
            Limit::Memory => "; `--memory` allows more",
            _ => &self.hint,
        };
        page.say(format_args!(
            "{}: stopped by {reason}{hint}",
            question.place()
        ));
        Exit::Stopped
    }

    /// The exit after a search that found an answer, or did not.
    pub fn exit(&self, page: &mut Page, question: &Question, found: bool) -> Exit {
        match self.solvers.first().map(|kept| kept.solver.status()) {
            Some(Status::Stopped(limit)) if limit != Limit::Solutions => {
                self.report_stop(page, question, limit)
            }
            _ if found => Exit::Answered,
            _ => Exit::No,
        }
    }

    /// Adds the exit of a puzzle, and says so if it was refused.
    fn conclude(&mut self, page: &mut Page, question: &Question, exit: Exit) {
        let stopped = self.stopped_early.take();
        let exit = stopped.unwrap_or(exit);
        if stopped.is_some() {
            page.tally.results.add(Outcome::Stopped);
            match self.format {
                Format::Text => self.manner.missing.print(page, question.at(), "stopped"),
                Format::Jsonl => drop(page.object(question, "stopped")),
                Format::Drawn(_) => {}
            }
        }
        page.exit = page.exit.max(exit);
        if exit == Exit::BadInput {
            page.tally.results.add(Outcome::Bad);
            if self.format == Format::Text {
                self.manner.missing.print(page, question.at(), "bad");
            }
        }
    }

    /// Adds the search for a puzzle to the tally. Returns its effort, if there was a search.
    fn close(&mut self, page: &mut Page) -> Option<Effort> {
        self.turn = Turn::None;
        let at_work = std::mem::take(&mut self.at_work);
        let Kept { solver, done, .. } = self.solvers.first_mut().filter(|_| at_work)?;
        let before = std::mem::replace(done, Done::by(solver));
        Some(page.tally.add_search(solver, before))
    }
}

/// Writes how much work a puzzle was, in JSON lines.
fn report_effort(page: &mut Page, question: &Question, effort: Effort, time: Duration) {
    let mut object = page.object(question, "stats");
    object.number("nodes", Some(effort.nodes));
    object.number("updates", Some(effort.updates));
    object.seconds("seconds", time);
}
