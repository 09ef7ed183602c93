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
            |session, pen, question| match self.all || self.limit.is_some() {
                true => self.list(session, pen, question, most != Some(1)),
                false => self.solve(session, &mut pen.page, question),
            },
        )
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
        Self::conclude(session, page, question, found)
    }

    /// Prints all answers, or as many as are wanted.
    fn list(
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
        Self::conclude(session, &mut pen.page, question, printed > 0)
    }

    /// Says why there is no answer, or no further one, and returns the exit code.
    fn conclude(session: &Session, page: &mut Page, question: &Question, found: bool) -> Exit {
        let exit = session.exit(page, question, found);
        if exit == Exit::No {
            deny(page, session.format, question);
        } else if exit == Exit::Stopped && session.format == Format::Jsonl {
            page.object(question, "stopped");
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
