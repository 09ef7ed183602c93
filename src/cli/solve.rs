//! `dominox solve`: answers.

use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use dominox::problem::OptionId;
use dominox::puzzles::Kind;

use super::drawing::Drawing;
use super::exit::{Exit, Failure};
use super::idle::note_if;
use super::input::Question;
use super::lines::{Amount, Missing, Outcome};
use super::manner::Manner;
use super::output::Format;
use super::page::Page;
use super::pen::Pen;
use super::progress::Showing;
use super::refusal::refuse;
use super::saved::Saved;
use super::saving::{OFTEN, Saving};
use super::search::{Again, Search};
use super::session::Session;
use super::show::Show;
use super::source::is_warning;
use super::symmetry::UpToSymmetry;
use super::values::{bytes, positive, written};

/// Print an answer to each puzzle, in the layout of the question
///
/// For a puzzle without an answer nothing is printed; standard error gives the reason if one is found quickly.
#[derive(Args)]
#[command(next_help_heading = "Output")]
pub struct Solve {
    /// Print all answers to each puzzle
    #[arg(short, long)]
    all: bool,

    /// Print at most K answers to each puzzle
    #[arg(long, value_name = "K", conflicts_with = "all", value_parser = positive::<NonZeroU64>, allow_negative_numbers = true)]
    limit: Option<NonZeroU64>,

    /// What to print for an answer
    #[arg(long, value_enum, default_value_t = Show::Answer)]
    show: Show,

    /// Print this line for each puzzle that gets no answer: it has none, is bad, or a limit stopped it
    #[arg(long, value_name = "TEXT")]
    no_answer: Option<String>,

    /// Write the answers to this file instead of standard output. For several pictures, `%` in the name stands for the number of
    /// each: `answer-%.svg`; `%%%` stands for three digits
    #[arg(short, long, value_name = "FILE", value_parser = written())]
    output: Option<PathBuf>,

    /// Memory limit, such as 512MiB or 4G, for answers that are kept so that none is printed twice
    #[arg(long, help_heading = "Search", value_name = "SIZE", default_value = "1GiB", value_parser = bytes, allow_negative_numbers = true)]
    memory: usize,

    #[command(flatten)]
    up_to: UpToSymmetry,

    #[command(flatten)]
    saving: Saving,

    #[command(flatten)]
    showing: Showing,

    #[command(flatten)]
    drawing: Drawing,

    #[command(flatten)]
    amount: Amount,

    #[command(flatten)]
    search: Search,
}

impl Solve {
    /// Resumes a saved search.
    pub fn resume(&mut self, path: &Path, saved: Saved, again: Again) {
        self.saving.resume(path, saved, again.every);
        self.memory = again.memory.unwrap_or(self.memory);
        self.search.change(&again);
    }

    /// Solves a model instead of the input of the arguments.
    pub fn ask_model(&mut self, spec: String) {
        self.search.ask_model(spec);
    }

    /// Reads the input as this kind, unless the arguments name another.
    pub fn ask_kind(&mut self, kind: &'static Kind) {
        self.search.ask_kind(kind);
    }

    /// # Errors
    /// If checkpoints are requested that could not be resumed.
    fn check(&self) -> Result<(), Failure> {
        self.saving
            .check(self.search.asking(), self.output.as_deref())?;
        self.up_to.check(&self.saving)?;
        let lists = self.all || self.limit.is_some();
        let needs = match (lists, self.output.is_some()) {
            _ if !self.saving.is_wanted() => return Ok(()),
            (true, true) => return Ok(()),
            (true, false) => "`--output FILE`: a resumed run adds its answers to the file",
            (false, true) => "`--all` or `--limit`",
            (false, false) => "`--all` or `--limit`, and `--output FILE`",
        };
        Err(Failure::Usage(format!("`--checkpoint` needs {needs}")))
    }

    pub fn run(&self) -> Result<Exit, Failure> {
        self.check()?;
        let printed = self.saving.printed();
        let lists = self.all || self.limit.is_some();
        let target = self.output.as_deref();
        note_if(
            self.no_answer.is_some() && self.search.is_jsonl(),
            "`--no-answer` has no effect with `--format jsonl`: each puzzle has an object",
        );
        note_if(
            self.show != Show::Answer && !self.amount.has_results(),
            "`--show` has no effect with `--summary` or `--quiet`",
        );
        note_if(
            self.output.is_some() && !self.amount.has_results(),
            "`--output` has no effect with `--summary` or `--quiet`: the file stays empty",
        );
        note_if(
            self.search.asking().draws() && !self.amount.has_results(),
            "`--format svg`, `html` and `png` have no effect with `--summary` or `--quiet`",
        );
        let missing = self.missing();
        let idle = Vec::from_iter(self.show.idle().into_iter().chain(self.up_to.idle()));
        let manner = Manner {
            idle: &idle,
            most: (!lists).then_some(1),
            missing,
            shows: self.showing.progress,
            prints_at_end: self.output.is_some(),
            drawing: Some(&self.drawing),
            target: target.map(|path| (path, printed.bytes.unwrap_or(0))),
            amount: self.amount,
            memory: self.memory,
            is_refused: self.up_to.is_wanted(),
            is_single: self.saving.is_wanted(),
            ..Manner::default()
        };
        self.search.run(manner, |session, pen, question| {
            match lists || self.up_to.is_wanted() {
                true => self.list(session, pen, question),
                false => self.solve(session, &mut pen.page, question),
            }
        })
    }

    fn missing(&self) -> Missing<'_> {
        self.no_answer
            .as_deref()
            .map_or(Missing::Nothing, Missing::Line)
    }

    /// Prints an answer, whichever is found first.
    fn solve(&self, session: &mut Session, page: &mut Page, question: &Question) -> Exit {
        let (format, in_order) = (session.format, self.search.names_kernel());
        let Some(solver) = session.solver(page, question) else {
            return Exit::BadInput;
        };
        let mut found = false;
        let mut print = |options: &[OptionId]| {
            found = true;
            self.show
                .print(page, format, question, ("solved", 1), options);
        };
        match in_order {
            // Whoever names a kernel wants to see what that finds.
            true => {
                let _ = solver.for_each_answer(|options| {
                    print(options);
                    ControlFlow::Break(())
                });
            }
            false => solver.any_options().into_iter().for_each(print),
        }
        self.conclude(session, page, question, found)
    }

    /// Prints all answers, or the requested number.
    fn list(&self, session: &mut Session, pen: &mut Pen, question: &Question) -> Exit {
        let (format, is_alone) = (session.format, session.is_alone());
        let symmetries = match self.up_to.of(session, &mut pen.page, question) {
            Ok(symmetries) => symmetries,
            Err(exit) => return exit,
        };
        let Some(solver) = session.solver(&mut pen.page, question) else {
            return Exit::BadInput;
        };
        let mut slices = match self.saving.begin(solver, pen, (is_alone, OFTEN)) {
            Ok(slices) => slices,
            Err(reason) => return refuse(&mut pen.page, format, question, &reason),
        };
        let most = match self.all {
            true => None,
            false => Some(self.limit.map_or(1, NonZeroU64::get)),
        };
        let several = most != Some(1);
        if several {
            pen.flush_next();
        }
        let mut printed = self.saving.printed();
        loop {
            let left = most.map(|most| most.saturating_sub(printed.solutions));
            solver.limits_mut().solutions = left;
            let print = |options: &[OptionId]| {
                printed.solutions += 1;
                let status = ("solved", printed.solutions);
                self.show
                    .print(&mut pen.page, format, question, status, options);
                match several {
                    true => pen.flush_if_due(),
                    false => ControlFlow::Continue(()),
                }
            };
            let seen = match &symmetries {
                Some(symmetries) => {
                    let show = &mut |progress| slices.show_orbits(&progress);
                    solver.for_each_up_to_symmetry_with_pauses(symmetries, show, print)
                }
                None => solver.for_each_answer(print),
            };
            if seen.is_break() {
                // The reader has gone away.
                return Exit::Answered;
            }
            let written = || {
                printed.bytes = pen.sync().ok()?;
                Some(printed)
            };
            if !slices.go_on(solver, written) {
                break;
            }
        }
        session.hint = slices.hint();
        self.conclude(session, &mut pen.page, question, printed.solutions > 0)
    }

    /// Says why there is no answer, or no further one, and returns the exit code.
    fn conclude(
        &self,
        session: &Session,
        page: &mut Page,
        question: &Question,
        found: bool,
    ) -> Exit {
        let exit = session.exit(page, question, found);
        page.tally.results.add(Outcome::of(Outcome::Solved, exit));
        if !found && session.format == Format::Text {
            self.missing().print(page, question.at(), "");
        }
        if exit == Exit::No && session.prints() {
            deny_for(
                session.why_together(question),
                page,
                session.format,
                question,
            );
        } else if exit == Exit::Stopped && session.format == Format::Jsonl {
            page.object(question, "stopped");
        }
        exit
    }
}

/// Reports that a puzzle has no answer, and why.
pub fn deny(page: &mut Page, session: &Session, question: &Question) {
    deny_for(session.why(question), page, session.format, question);
}

/// Reports that a puzzle has no answer for this reason.
pub fn deny_for(reason: Option<String>, page: &mut Page, format: Format, question: &Question) {
    let place = question.place();
    match &reason {
        Some(reason) if !is_warning(question, reason) => {
            page.say(format_args!("{place}: no solution: {reason}"));
        }
        _ => page.say(format_args!("{place}: no solution")),
    }
    if format == Format::Text {
        return;
    }
    let mut object = page.object(question, "none");
    if let Some(reason) = reason {
        object.string("why", &reason);
    }
}
