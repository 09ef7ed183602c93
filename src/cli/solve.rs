//! `dominox solve`: answers.

use std::io;
use std::num::NonZeroU64;
use std::ops::ControlFlow;

use clap::{Args, ValueEnum};
use dominox::Solution;
use dominox::problem::OptionId;
use dominox::puzzles::Kind;
use serde_json::json;

use super::exit::{Exit, Failure};
use super::input::{Asked, Question};
use super::output::{Format, Output};
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
        self.search
            .each(most, |session, question| self.solve(session, question))
    }

    fn solve(&self, session: &mut Session, question: &Question) -> Result<Exit, Failure> {
        let (output, format) = (session.output.clone(), session.format);
        let Some(solver) = session.solver(question)? else {
            return Ok(Exit::BadInput);
        };
        let mut printed = 0;
        let written = solver.for_each_answer(|options: &[OptionId]| {
            printed += 1;
            let solution = Solution::new(options.to_vec());
            match self.print(&output, format, question, printed, &solution) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            }
        });
        if let ControlFlow::Break(error) = written {
            return Err(error.into());
        }
        let exit = session.exit(&question.place, printed > 0);
        if exit == Exit::No {
            deny(&output, format, question)?;
        } else if exit == Exit::Stopped && format == Format::Jsonl {
            output.json(&question.status("stopped"))?;
        }
        Ok(exit)
    }

    fn print(
        &self,
        output: &Output,
        format: Format,
        question: &Question,
        number: u64,
        solution: &Solution,
    ) -> io::Result<()> {
        let asked = &question.asked;
        let text = match self.show {
            Show::Answer => asked.answer(question.index, solution),
            Show::Board | Show::Tiling => asked.board(solution),
            Show::Options => asked.options(solution),
        };
        if format == Format::Jsonl {
            let mut object = question.status("solved");
            object["answer"] = json!(text.trim_end_matches('\n'));
            object["number"] = json!(number);
            return output.json(&object);
        }
        if self.show == Show::Answer && speaks_for_itself(asked, &text) {
            output.text(&text)
        } else {
            output.paragraph(&text)
        }
    }
}

/// Whether an answer is told from others without a blank line between: a grid in one line, a case with its heading.
pub fn speaks_for_itself(asked: &Asked, answer: &str) -> bool {
    match asked.kind() {
        Some(Kind::Sudoku) => answer.find('\n') == Some(answer.len() - 1),
        Some(Kind::Sudominoku) => true,
        _ => false,
    }
}

/// Tells that a puzzle has no answer, and why.
pub fn deny(output: &Output, format: Format, question: &Question) -> io::Result<()> {
    let reason = why(question.asked.puzzle());
    let place = &question.place;
    match &reason {
        Some(reason) => output.say(format_args!("{place}: no solution: {reason}")),
        None => output.say(format_args!("{place}: no solution")),
    }
    if format == Format::Text {
        return Ok(());
    }
    let mut object = question.status("none");
    if let Some(reason) = reason {
        object["why"] = json!(reason);
    }
    output.json(&object)
}
