//! `dominox count`: how many answers.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use clap::{Args, ValueEnum};
use dominox::Count as Number;
use dominox::{Problem, Solver};

use super::checksum::Checksum;
use super::exit::{Exit, Failure};
use super::input::Question;
use super::output::Format;
use super::page::Page;
use super::search::{Search, Session};

/// Print the exact number of answers of each puzzle, one line each
///
/// Of a Sudominoku, answers are grids, however many tilings they have.
#[derive(Args)]
pub struct Count {
    /// Print the number of tilings (exact covers) behind the number of answers, with a tab between
    #[arg(long)]
    tilings: bool,

    /// How to count
    #[arg(long, value_enum, default_value_t = Method::Auto)]
    method: Method,

    #[command(flatten)]
    search: Search,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Method {
    /// The way that should be fastest
    Auto,
    /// Search, with any shortcut that a search allows
    Search,
    /// Visit each solution; `--stats` tells a checksum of them
    List,
}

/// The checksum for the rules that were counted last, shared by all threads.
type Kept = Mutex<Option<Arc<Checksum>>>;

impl Count {
    pub fn run(&self) -> Result<Exit, Failure> {
        let kept = Kept::default();
        self.search.run(None, |session, pen, question| {
            self.count(session, &mut pen.page, question, &kept)
        })
    }

    fn count(
        &self,
        session: &mut Session,
        page: &mut Page,
        question: &Question,
        kept: &Kept,
    ) -> Exit {
        let Some(solver) = session.solver(page, question) else {
            return Exit::BadInput;
        };
        let answers = match self.method {
            Method::Auto | Method::Search => solver.count_answers(),
            Method::List => {
                let checksum = self
                    .search
                    .stats
                    .then(|| checksum_for(kept, solver.problem()));
                let (number, sum) = list(solver, checksum.as_deref());
                if checksum.is_some() {
                    page.tally.add_checksum(sum);
                }
                number
            }
        };
        let mut exit = session.exit(page, question, true);
        let mut tilings = None;
        if self.tilings && exit == Exit::Stopped {
            // Each answer has a tiling.
            tilings = Some(answers.clone());
        } else if self.tilings
            && let Some(solver) = session.solver(page, question)
        {
            tilings = Some(solver.count());
            exit = session.exit(page, question, true);
        }
        if exit == Exit::Stopped {
            let place = question.place();
            match &tilings {
                None => page.say(format_args!("{place}: at least {answers}")),
                Some(tilings) => {
                    page.say(format_args!("{place}: at least {answers} and {tilings}"));
                }
            }
        }
        match (session.format, &tilings) {
            (Format::Text, None) => page.text(format_args!("{answers}\n")),
            (Format::Text, Some(tilings)) => page.text(format_args!("{answers}\t{tilings}\n")),
            (Format::Jsonl, _) => {
                let status = match exit {
                    Exit::Stopped => "stopped",
                    _ => "counted",
                };
                let mut object = page.object(question, status);
                object.string("count", &answers.to_string());
                if let Some(tilings) = tilings {
                    object.string("tilings", &tilings.to_string());
                }
            }
        }
        exit
    }
}

/// Visits all answers: their number, and if there is a checksum, the sum over them.
fn list(solver: &mut Solver, checksum: Option<&Checksum>) -> (Number, u64) {
    let mut sum = 0u64;
    let listed = solver.for_each_answer(|options| -> ControlFlow<()> {
        if let Some(checksum) = checksum {
            sum = sum.wrapping_add(checksum.of_solution(options));
        }
        ControlFlow::Continue(())
    });
    debug_assert!(listed.is_continue());
    (solver.found().clone(), sum)
}

/// The checksum for a problem: the one that is kept, or a new one.
fn checksum_for(kept: &Kept, problem: &Problem) -> Arc<Checksum> {
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    match &*kept {
        Some(checksum) if checksum.is_for(problem) => checksum.clone(),
        _ => kept.insert(Arc::new(Checksum::of(problem))).clone(),
    }
}
