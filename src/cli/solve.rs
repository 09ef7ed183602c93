//! `dominox solve`: answers.

use std::num::NonZeroU64;
use std::ops::ControlFlow;

use clap::Args;
use dominox::problem::OptionId;

use super::exit::{Exit, Failure};
use super::input::Question;
use super::output::{Format, Pen};
use super::page::Page;
use super::search::{Search, Session};
use super::show::Show;
use super::values::positive;
use super::why::why;

/// Print an answer of each puzzle, in the layout of the question
///
/// A puzzle without an answer prints nothing; standard error says why, as far as it shows.
#[derive(Args)]
pub struct Solve {
    /// Print all answers of each puzzle
    #[arg(long)]
    all: bool,

    /// Print at most K answers of each puzzle
    #[arg(long, value_name = "K", conflicts_with = "all", value_parser = positive::<NonZeroU64>)]
    limit: Option<NonZeroU64>,

    /// What to print of an answer
    #[arg(long, value_enum, default_value_t = Show::Answer)]
    show: Show,

    #[command(flatten)]
    search: Search,
}

impl Solve {
    pub fn run(&self) -> Result<Exit, Failure> {
        let most = if self.all {
            None
        } else {
            Some(self.limit.map_or(1, NonZeroU64::get))
        };
        self.search.run(
            most,
            |solver| solver,
            |session, pen, question| self.solve(session, pen, question, most != Some(1)),
        )
    }

    fn solve(
        &self,
        session: &mut Session,
        pen: &mut Pen,
        question: &Question,
        several: bool,
    ) -> Exit {
        let format = session.format;
        let Some(solver) = session.solver(&mut pen.page, question) else {
            return Exit::BadInput;
        };
        if several {
            pen.hurry();
        }
        let mut printed = 0;
        let seen = solver.for_each_answer(|options: &[OptionId]| {
            printed += 1;
            let told = ("solved", printed);
            self.show
                .print(&mut pen.page, format, question, told, options);
            match several {
                true => pen.pause(),
                false => ControlFlow::Continue(()),
            }
        });
        if seen.is_break() {
            // Nobody reads on.
            return Exit::Answered;
        }
        let exit = session.exit(&mut pen.page, question, printed > 0);
        if exit == Exit::No {
            deny(&mut pen.page, format, question);
        } else if exit == Exit::Stopped && format == Format::Jsonl {
            pen.page.object(question, "stopped");
        }
        exit
    }
}

/// Tells that a puzzle has no answer, and why.
pub fn deny(page: &mut Page, format: Format, question: &Question) {
    let reason = why(question.asked.puzzle());
    let place = question.place();
    match &reason {
        Some(reason) => page.say(format_args!("{place}: no solution: {reason}")),
        None => page.say(format_args!("{place}: no solution")),
    }
    if format == Format::Text {
        return;
    }
    let mut object = page.object(question, "none");
    if let Some(reason) = reason {
        object.string("why", &reason);
    }
}
