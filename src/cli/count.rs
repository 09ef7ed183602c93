//! `dominox count`: how many answers.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use clap::{Args, ValueEnum};
use dominox::Count as Number;
use dominox::engine::{Checksum, CountMethod, OrbitProgress, Symmetries};
use dominox::problem::OptionId;
use dominox::{Problem, Solver};

use super::exit::{Exit, Failure};
use super::idle::{Idle, has_no_facts, note_if};
use super::input::Question;
use super::lines::{Amount, Missing, Outcome, Prefix};
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
use super::symmetry::UpToSymmetry;
use super::values::bytes;

/// Print the exact number of answers to each puzzle, one per line
///
/// A bad puzzle gets the line `bad`; headers, comments and blank lines get no line. After a limit or a signal, the line is a
/// lower bound, such as `>=5226`. For a Sudominoku, answers are grids: several tilings of one grid count once.
#[derive(Args)]
pub struct Count {
    /// After the number of answers, print a tab and the number of tilings (exact covers)
    #[arg(long, help_heading = "Output", conflicts_with = "up_to_symmetry")]
    tilings: bool,

    /// Counting method
    #[arg(long, help_heading = "Search", value_enum, default_value_t = Method::Auto)]
    method: Method,

    /// Memory limit, such as 512MiB or 4G, for tables, and for answers that are kept so that none is counted twice; with less, a table takes
    /// longer
    #[arg(long, help_heading = "Search", value_name = "SIZE", default_value = "1GiB", value_parser = bytes, allow_negative_numbers = true)]
    memory: usize,

    #[command(flatten)]
    up_to: UpToSymmetry,

    #[command(flatten)]
    saving: Saving,

    #[command(flatten)]
    showing: Showing,

    #[command(flatten)]
    prefix: Prefix,

    #[command(flatten)]
    amount: Amount,

    #[command(flatten)]
    search: Search,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Method {
    /// Search and table take turns until one of them ends; with `--kernel` or `--nodes`, search alone
    Auto,
    /// Search, with every shortcut that a search allows
    Search,
    /// Sweep a frontier over the items, with a table of its states and of how many ways lead to each
    Table,
    /// Visit each solution; `--stats` reports a checksum of them
    List,
}

/// The checksum for the rules that were counted last, shared by all threads.
type Kept = Mutex<Option<Arc<Checksum>>>;

impl Count {
    /// Resumes a saved search.
    pub fn resume(&mut self, path: &Path, saved: Saved, again: Again) {
        self.saving.resume(path, saved, again.every);
        self.memory = again.memory.unwrap_or(self.memory);
        self.search.change(&again);
    }

    pub fn run(&self) -> Result<Exit, Failure> {
        let kept = Kept::default();
        let method = match self.method {
            Method::Auto => CountMethod::Auto,
            Method::Table => CountMethod::Table,
            Method::Search | Method::List => CountMethod::Search,
        };
        self.prefix.note_idle(self.amount, self.search.is_jsonl());
        // With `--nodes`, it searches.
        let is_by_table = self.method == Method::Table && !self.search.limits_nodes();
        note_if(
            self.search.names_kernel() && is_by_table,
            "`--kernel` has no effect with `--method table`: a table is not a search",
        );
        note_if(
            self.search.limits_nodes() && self.method == Method::Table,
            "`--method table` has no effect with `--nodes`, which counts nodes of a search",
        );
        let tilings = Idle {
            note: "note: `--tilings` prints each number twice here: each answer has one tiling",
            is_idle: has_no_facts,
        };
        let tilings = self.tilings.then_some(tilings);
        let idle = Vec::from_iter(tilings.into_iter().chain(self.up_to.idle()));
        let manner = Manner {
            idle: &idle,
            memory: self.memory,
            is_refused: self.up_to.is_wanted(),
            is_single: self.saving.is_wanted(),
            missing: Missing::Word(self.prefix),
            shows: self.showing.progress,
            prints_at_end: true,
            amount: self.amount,
            set: &|solver| solver.counting(method),
            ..Manner::default()
        };
        self.saving.check(self.search.asking(), None)?;
        self.up_to.check(&self.saving)?;
        let work = |session: &mut Session, pen: &mut Pen, question: &Question| {
            self.count(session, pen, question, &kept)
        };
        match is_by_table {
            true => self.search.asking().run(manner, work),
            false => self.search.run(manner, work),
        }
    }

    fn count(
        &self,
        session: &mut Session,
        pen: &mut Pen,
        question: &Question,
        kept: &Kept,
    ) -> Exit {
        let (format, is_alone) = (session.format, session.is_alone());
        let symmetries = match self.up_to.of(session, &mut pen.page, question) {
            Ok(symmetries) => symmetries,
            Err(exit) => return exit,
        };
        let Some(solver) = session.solver(&mut pen.page, question) else {
            return Exit::BadInput;
        };
        if let Some(reason) = self.unfit(solver, symmetries.as_ref()) {
            return refuse(&mut pen.page, format, question, &reason);
        }
        let mut slices = match self.saving.begin(solver, pen, (is_alone, OFTEN)) {
            Ok(slices) => slices,
            Err(reason) => return refuse(&mut pen.page, format, question, &reason),
        };
        let page = &mut pen.page;
        let checksum = (self.method == Method::List && self.search.has_stats())
            .then(|| checksum_for(kept, solver.problem()));
        let mut printed = self.saving.printed();
        let answers = loop {
            let show: AtPause = &mut |progress| slices.show_orbits(&progress);
            let answers = match (self.method, &symmetries) {
                (Method::List, _) => list(
                    solver,
                    symmetries.as_ref().map(|symmetries| (symmetries, show)),
                    checksum.as_ref(),
                    &mut printed.checksum,
                ),
                (_, Some(symmetries)) => solver.count_up_to_symmetry_with_pauses(symmetries, show),
                (_, None) => solver.count_answers(),
            };
            if !slices.go_on(solver, || Some(printed)) {
                break answers;
            }
        };
        session.hint = slices.hint();
        if checksum.is_some() {
            page.tally.add_checksum(printed.checksum);
        }
        let exit = session.exit(page, question, true);
        let (exit, tilings) = match self.tilings {
            true => count_tilings(session, page, question, exit, &answers),
            false => (exit, None),
        };
        self.print(page, question, format, (exit, answers, tilings));
        exit
    }

    /// Prints the number of answers, and of tilings if they were counted. After a stop, both are lower bounds.
    fn print(
        &self,
        page: &mut Page,
        question: &Question,
        format: Format,
        (exit, answers, tilings): (Exit, Number, Option<Number>),
    ) {
        let is_stopped = exit == Exit::Stopped;
        if is_stopped {
            let place = question.place();
            match &tilings {
                None => page.say(format_args!("{place}: at least {answers}")),
                Some(tilings) => {
                    page.say(format_args!("{place}: at least {answers} and {tilings}"));
                }
            }
        }
        page.tally.results.add(match answers == 0 {
            true => Outcome::of(Outcome::None, exit),
            false => Outcome::of(Outcome::Counted, exit),
        });
        if format == Format::Jsonl {
            let status = if is_stopped { "stopped" } else { "counted" };
            let mut object = page.object(question, status);
            object.string("count", &answers.to_string());
            if let Some(tilings) = tilings {
                object.string("tilings", &tilings.to_string());
            }
            return;
        }
        if format == Format::Text {
            self.prefix.print(page, question.at());
        }
        // A lower bound must not be taken for a count.
        let mark = if is_stopped { ">=" } else { "" };
        match &tilings {
            None => page.text(format_args!("{mark}{answers}\n")),
            Some(tilings) => page.text(format_args!("{mark}{answers}\t{mark}{tilings}\n")),
        }
    }

    /// Why the answers cannot be counted with the requested method.
    fn unfit(&self, solver: &Solver, symmetries: Option<&Symmetries>) -> Option<String> {
        if self.method != Method::Table {
            return None;
        }
        let Some(symmetries) = symmetries else {
            return solver.problem().has_facts().then(|| {
                "a table counts exact covers, and several of them can be the same answer here: use `--method auto`".into()
            });
        };
        if symmetries.are_few() {
            return None;
        }
        let problem = symmetries.problem();
        let why = match (problem.has_bounds(), problem.has_facts()) {
            (true, _) => "only where no item has bounds".into(),
            (_, true) => "only where no two solutions are the same answer".into(),
            _ => format!(
                "only under at most {} symmetries, but this problem has {}",
                Symmetries::FEW,
                symmetries.order_on_options()
            ),
        };
        Some(format!(
            "a table counts up to symmetry {why}: use `--method auto`"
        ))
    }
}

/// The number of tilings after the number of answers, and the exit code of both. After a stop, a lower bound.
fn count_tilings(
    session: &mut Session,
    page: &mut Page,
    question: &Question,
    exit: Exit,
    answers: &Number,
) -> (Exit, Option<Number>) {
    if exit == Exit::Stopped {
        // Each answer has at least one tiling.
        return (exit, Some(answers.clone()));
    }
    let Some(solver) = session.solver(page, question) else {
        return (exit, None);
    };
    let tilings = solver.count();
    (session.exit(page, question, true), Some(tilings))
}

/// The work at each pause of a search for orbits.
type AtPause<'a> = &'a mut dyn FnMut(OrbitProgress);

/// Visits all answers, or one of each orbit, and adds them to a checksum. Returns their number.
fn list(
    solver: &mut Solver,
    symmetries: Option<(&Symmetries, AtPause)>,
    checksum: Option<&Arc<Checksum>>,
    sum: &mut u64,
) -> Number {
    let Some((symmetries, show)) = symmetries else {
        *sum = sum.wrapping_add(solver.sum_answers(checksum));
        return solver.found().clone();
    };
    let add = |options: &[OptionId]| -> ControlFlow<()> {
        if let Some(checksum) = checksum {
            *sum = sum.wrapping_add(checksum.of_solution(options));
        }
        ControlFlow::Continue(())
    };
    let listed = solver.for_each_up_to_symmetry_with_pauses(symmetries, show, add);
    debug_assert!(listed.is_continue());
    solver.found().clone()
}

/// The checksum for a problem: the kept one, or a new one.
fn checksum_for(kept: &Kept, problem: &Problem) -> Arc<Checksum> {
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    match &*kept {
        Some(checksum) if checksum.is_for(problem) => checksum.clone(),
        _ => kept.insert(Arc::new(Checksum::new(problem))).clone(),
    }
}
