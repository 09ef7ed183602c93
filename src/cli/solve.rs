//! `dominox solve`: answers.

use std::num::NonZeroU64;
use std::ops::ControlFlow;

use clap::{Args, ValueEnum};
use dominox::problem::OptionId;
use dominox::puzzles::Kind;

use super::exit::{Exit, Failure};
use super::input::{Asked, Question};
use super::output::{Format, Pen};
use super::page::Page;
use super::search::{Search, Session, positive};
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

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Show {
    /// The answer in the layout of the question; of a model, its board
    Answer,
    /// The board, drawn with box characters
    Board,
    /// The same, for a Sudominoku: the outlines of the dominoes
    Tiling,
    /// The options of the exact cover, one a line
    Options,
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
            self.print(&mut pen.page, format, question, printed, options);
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

    fn print(
        &self,
        page: &mut Page,
        format: Format,
        question: &Question,
        number: u64,
        options: &[OptionId],
    ) {
        let asked = &question.asked;
        let write = |text: &mut Vec<u8>| match self.show {
            Show::Answer => asked.write_answer(options, text),
            Show::Board | Show::Tiling => asked.write_board(options, text),
            Show::Options => asked.write_options(options, text),
        };
        if format == Format::Jsonl {
            let mut text = Vec::new();
            write(&mut text);
            let mut object = page.object(question, "solved");
            object.string("answer", without_last_line_end(&text));
            object.number("number", Some(number));
            return;
        }
        let start = page.answers.len();
        write(&mut page.answers);
        if self.show != Show::Answer || !speaks_for_itself(asked, &page.answers[start..]) {
            page.paragraph_from(start);
        }
    }
}

/// An answer as a value: without the end of its last line.
pub fn without_last_line_end(answer: &[u8]) -> &str {
    let text = str::from_utf8(answer).expect("an answer is UTF-8");
    text.trim_end_matches('\n')
}

/// Whether an answer is told from others without a blank line between: a grid in one line, a case with its heading.
pub fn speaks_for_itself(asked: &Asked, answer: &[u8]) -> bool {
    match asked.kind() {
        Some(Kind::Sudoku) => {
            answer.iter().position(|&byte| byte == b'\n') == Some(answer.len() - 1)
        }
        Some(Kind::Sudominoku) => true,
        _ => false,
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
