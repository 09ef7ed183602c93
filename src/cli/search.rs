//! Searching: what the actions that search have in common.

use std::num::{NonZeroU16, NonZeroU64};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use dominox::engine::{Effort, KernelName};

use super::drawing::FORMATS;
use super::exit::{Exit, Failure, say};
use super::files::Inputs;
use super::given::Given;
use super::input::{Input, Question};
pub use super::kernel::Kernel;
use super::manner::Manner;
use super::model::ModelParser;
use super::output::{Format, Output, write_all};
use super::page::Page;
use super::pen::Pen;
use super::progress::Progress;
use super::session::{Session, Terms};
use super::signal::Signal;
use super::source::{Source, progress_of};
use super::stream::Stream;
use super::target::Target;
use super::timeouts::{MostNodes, Timeouts};
use super::turns::Turns;
use super::values::{threads, threads_or_all};

/// The questions, and how the answers are printed.
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
    /// The answers are the same. This pays off for hard problems with few options, and costs time for most others.
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

/// The settings that `resume` changes.
pub struct Again {
    pub threads: Option<NonZeroU16>,
    pub kernel: Option<Kernel>,
    pub nodes: Option<NonZeroU64>,
    pub timeout: Option<Duration>,
    pub memory: Option<usize>,
    /// The time between two checkpoints.
    pub every: Option<Duration>,
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
    pub fn change(&mut self, again: &Again) {
        self.kernel = again.kernel.or(self.kernel);
        self.most.nodes = again.nodes.or(self.most.nodes);
        self.asking.change(again);
    }

    /// The questions, without the kernel and the node limit.
    pub fn asking(&self) -> &Asking {
        &self.asking
    }

    /// Solves a model instead of the input of the arguments.
    pub fn ask_model(&mut self, spec: String) {
        self.asking.model = Some(spec);
    }

    /// Reads the input as this kind, unless the arguments name another.
    pub fn ask_kind(&mut self, kind: &'static dominox::puzzles::Kind) {
        self.asking.input.kind.get_or_insert(kind);
    }

    /// Whether a kernel was asked for.
    pub fn names_kernel(&self) -> bool {
        self.kernel.is_some()
    }

    pub fn limits_nodes(&self) -> bool {
        self.most.nodes.is_some()
    }

    /// Whether results are JSON lines.
    pub fn is_jsonl(&self) -> bool {
        self.asking.is_jsonl()
    }

    /// Whether statistics are reported.
    pub fn has_stats(&self) -> bool {
        self.asking.has_stats()
    }
}

impl Asking {
    /// Settings that answer puzzles as they are read.
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

    /// Uses these settings from here on.
    pub fn change(&mut self, again: &Again) {
        self.threads = again.threads.or(self.threads);
        self.timeouts.timeout = again.timeout.or(self.timeouts.timeout);
    }

    /// Whether the puzzles are read from standard input, which cannot be read again.
    pub fn reads_standard_input(&self) -> bool {
        self.model.is_none() && self.input.is_standard()
    }

    /// The files that are read.
    ///
    /// # Errors
    /// If standard input is named twice.
    pub fn inputs(&self) -> Result<Inputs, Failure> {
        match self.model {
            Some(_) => Ok(Inputs::default()),
            None => self.input.inputs(),
        }
    }

    /// Whether results are pictures.
    pub fn draws(&self) -> bool {
        self.format.draws().is_some()
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
        let progress = progress.shown(manner.shows, manner.prints_at_end);
        let format = self.format_of(&manner)?;
        let (target, album) = Target::and_album(manner.target, format, &self.inputs()?)?;
        let output = Arc::new(Output::new(progress, manner.amount.prints(album), target));
        let timeout = self.timeouts.timeout;
        let end = self.timeouts.end(start);
        let mut signal = Signal::of(&output, format);
        if let Some(end) = end {
            signal.end_at(end, &output);
        }
        let source = match &self.model {
            Some(spec) => match Source::of_model(&self.input, (spec, start, timeout), &output) {
                Ok(source) => source,
                Err(failure) => {
                    output.close()?;
                    return Err(failure);
                }
            },
            None => Source::of_files(&self.input, files, &output, read, timeout),
        };
        let threads = threads_or_all(self.threads);
        let idle = Vec::from_iter(self.input.idle().chain(manner.idle.iter().copied()));
        let terms = Terms {
            limits: manner.limits(end, &signal),
            timeout,
            signal: &signal,
            given: &self.given,
            reduces: self.reduce,
            manner: Manner {
                idle: &idle,
                ..manner
            },
            threads: 1,
            of_search: threads,
            turns: &Turns::new(&output),
        };
        let make = |side_by_side| {
            let mut session = Session::of(format, terms.side_by_side(side_by_side));
            let work = &work;
            move |pen: &mut Pen, question: &Question| {
                self.answer(&mut session, pen, question, work);
            }
        };
        let conclude = || {
            let exit = self.conclude(&manner, &output, &signal, format, start);
            exit.unwrap_or_else(|failure| failure.report())
        };
        let stream = Stream::new(source, &output, &signal, (format, manner.missing));
        let readers = match manner.is_single {
            true => threads.max(2),
            false => threads,
        };
        Ok(stream.run_threads(readers, make, conclude))
    }

    /// The format, with the look of pictures.
    fn format_of(&self, manner: &Manner) -> Result<Format, Failure> {
        let format = match manner.drawing {
            Some(drawing) => drawing.of(self.format)?,
            None => self.format,
        };
        Ok(match manner.most {
            Some(1) => format,
            _ => format.with_numbers(),
        })
    }

    /// Answers one puzzle with `work`.
    fn answer(
        &self,
        session: &mut Session,
        pen: &mut Pen,
        question: &Question,
        work: &impl Fn(&mut Session, &mut Pen, &Question) -> Exit,
    ) {
        match session.has_shares() {
            true => pen.attempt_twice(|pen| self.attempt(session, pen, question, work)),
            false => self.attempt(session, pen, question, work),
        }
    }

    /// Answers one puzzle, unless the run is stopped. With statistics in JSON lines, writes the effort.
    fn attempt(
        &self,
        session: &mut Session,
        pen: &mut Pen,
        question: &Question,
        work: &impl Fn(&mut Session, &mut Pen, &Question) -> Exit,
    ) {
        let begun = (self.stats && self.is_jsonl()).then(Instant::now);
        session.begin(question);
        let draws = session.format.draws();
        if let Some(draws) = draws.filter(|draws| draws.has_questions) {
            pen.page.draw_question(draws, question);
        }
        let exit = work(session, pen, question);
        session.conclude(&mut pen.page, question, exit);
        if let Some(effort) = session.close(&mut pen.page)
            && let Some(begun) = begun
        {
            report_effort(&mut pen.page, question, effort, begun.elapsed());
        }
    }

    /// Prints what comes after all answers: a summary, or what the action ends with; and the statistics.
    fn conclude(
        &self,
        manner: &Manner,
        output: &Output,
        signal: &Signal,
        format: Format,
        start: Instant,
    ) -> Result<Exit, Failure> {
        let (exit, tally) = output.close()?;
        signal.conclude(exit);
        let summary = manner.amount.summary(format, &tally.results);
        let end = summary.unwrap_or_else(|| (manner.end)().into());
        if !end.is_empty() {
            write_all(&end)?;
        }
        if self.stats {
            let seconds = start.elapsed().as_secs_f64();
            say(format_args!("{tally}, {seconds:.6} s"));
        }
        Ok(exit)
    }
}

/// Writes the effort for a puzzle, in JSON lines.
fn report_effort(page: &mut Page, question: &Question, effort: Effort, time: Duration) {
    let mut object = page.object(question, "stats");
    object.number("nodes", Some(effort.nodes));
    object.number("updates", Some(effort.updates));
    object.seconds("seconds", time);
}
