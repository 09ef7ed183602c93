//! `dominox solve`: answers.

use std::num::NonZeroU64;
use std::ops::ControlFlow;

use clap::Args;
use dominox::problem::OptionId;

use super::exit::{Exit, Failure};
use super::idle::note_if;
use super::input::Question;
use super::lines::{Amount, Missing, Outcome};
use super::output::{Format, Pen};
use super::page::Page;
use super::search::{Manner, Search, Session};
use super::show::Show;
use super::values::positive;

/// Print an answer to each puzzle, in the layout of the question
///
/// For a puzzle without an answer nothing is printed; standard error gives the reason if it is plain to see.
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

    #[command(flatten)]
    amount: Amount,

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
        note_if(
            self.no_answer.is_some() && self.search.is_jsonl(),
            "`--no-answer` has no effect with `--format jsonl`: each puzzle has an object",
        );
        let missing = self.missing();
        let idle = Vec::from_iter(self.show.idle());
        let manner = Manner {
            idle: &idle,
            most,
            missing,
            amount: self.amount,
            ..Manner::default()
        };
        self.search.run(manner, |session, pen, question| {
            match self.all || self.limit.is_some() {
                true => self.list(session, pen, question, most != Some(1)),
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
            pen.flush_next();
        }
        let mut printed = 0;
        let seen = solver.for_each_answer(|options: &[OptionId]| {
            printed += 1;
            let status = ("solved", printed);
            self.show
                .print(&mut pen.page, format, question, status, options);
            match several {
                true => pen.flush_if_due(),
                false => ControlFlow::Continue(()),
            }
        });
        if seen.is_break() {
            // The reader has gone away.
            return Exit::Answered;
        }
        self.conclude(session, &mut pen.page, question, printed > 0)
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
            deny(page, session, question);
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
