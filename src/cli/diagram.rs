//! What the actions share that need all solutions at once: a diagram of each puzzle.

use std::time::Instant;

use clap::Args;
use dominox::Zdd;
use dominox::engine::{Limit, Solver, ZddError};

use super::exit::{Exit, Failure};
use super::input::Question;
use super::output::{Format, Pen};
use super::page::Page;
use super::search::{Asking, Session};
use super::show::note_tilings;
use super::values::bytes;

/// How diagrams are made, and of what.
#[derive(Args)]
pub struct Diagrams {
    /// Memory limit for the diagram of a puzzle, such as 512MiB or 4G; a larger diagram is refused
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = bytes)]
    memory: usize,

    #[command(flatten)]
    asking: Asking,
}

impl Diagrams {
    /// Builds the diagram of each puzzle and hands it to `work`, which prints. Returns the weightiest exit.
    pub fn run(
        &self,
        work: impl Fn(&Zdd, Format, &mut Pen, &Question) -> Exit + Sync,
    ) -> Result<Exit, Failure> {
        self.run_long(|zdd, format, pen, question, _| work(zdd, format, pen, question))
    }

    /// As [`run`](Self::run), for work that takes long: it can look at the limits, too.
    pub fn run_long(
        &self,
        work: impl Fn(&Zdd, Format, &mut Pen, &Question, &dyn Fn() -> Option<Limit>) -> Exit + Sync,
    ) -> Result<Exit, Failure> {
        let set = |solver: Solver| solver.memory(self.memory);
        let answer = |session: &mut Session, pen: &mut Pen, question: &Question| {
            let begun = Instant::now();
            let Some(solver) = session.solver(&mut pen.page, question) else {
                return Exit::BadInput;
            };
            note_tilings(&mut pen.page, question);
            match solver.zdd() {
                Ok(zdd) => {
                    let look = || session.interruption(begun);
                    work(&zdd, session.format, pen, question, &look)
                }
                Err(error) => refuse(&error, session.format, &mut pen.page, question),
            }
        };
        self.asking.run(|_| None, None, set, answer)
    }
}

/// Reports why there is no diagram of this puzzle.
fn refuse(error: &ZddError, format: Format, page: &mut Page, question: &Question) -> Exit {
    let hint = match error {
        ZddError::Memory { .. } | ZddError::TooLong { .. } => "; `--memory` allows more",
        _ => "",
    };
    page.say(format_args!("{}: {error}{hint}", question.place()));
    let (status, exit) = match error {
        ZddError::TooWide | ZddError::Unsupported(_) => ("bad", Exit::BadInput),
        _ => ("stopped", Exit::Stopped),
    };
    if format == Format::Jsonl {
        let mut object = page.object(question, status);
        object.string("error", &error.to_string());
    }
    exit
}
