//! `dominox encode`: a puzzle as an exact-cover problem.

use clap::Args;
use dominox::problem::Part;
use dominox::puzzles::why_in;

use super::exit::{Exit, Failure};
use super::given::Given;
use super::input::{Input, Question};
use super::output::{Format, write_all};
use super::page::Page;
use super::search::refuse;
use super::single::with_single;
use super::solve::deny_for;

/// Print the exact-cover problem of one puzzle, as text that `solve`, `count` and `unique` read
///
/// The problem has all items of the puzzle's rules, and the options that agree with the givens: each of its solutions is
/// a complete solution of the puzzle. Knuth's programs read it, too.
#[derive(Args)]
pub struct Encode {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    given: Given,
}

impl Encode {
    pub fn run(&self) -> Result<Exit, Failure> {
        let encode = |question: &Question, page: &mut Page| self.encode(question, page);
        let (text, exit) = with_single(&self.input, None, encode)?;
        if let Some(text) = text {
            write_all(text.as_bytes())?;
        }
        Ok(exit)
    }

    /// The text of the puzzle's problem. If its givens contradict each other, or an argument names no option, reports that
    /// and gives `None`.
    fn encode(&self, question: &Question, page: &mut Page) -> Result<Option<String>, Failure> {
        let puzzle = question.puzzle();
        let part = match self.given.part(puzzle) {
            Ok(part) => part,
            Err(reason) => {
                page.exit = refuse(page, Format::Text, question, &reason);
                return Ok(None);
            }
        };
        let whole = Part {
            with: [puzzle.givens(), &part.with].concat(),
            without: part.without.clone(),
        };
        let Ok(options) = puzzle.problem().options_of(&whole) else {
            let reason = why_in(puzzle, &part).map(|reason| reason.in_words(puzzle));
            deny_for(reason, page, Format::Text, question);
            page.exit = Exit::No;
            return Ok(None);
        };
        let text = puzzle.problem().restricted_to(options).to_text();
        text.map(Some)
            .map_err(|error| Failure::Usage(error.to_string()))
    }
}
