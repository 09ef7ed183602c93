//! `dominox encode`: a puzzle as an exact-cover problem.

use super::exit::{Exit, Failure};
use super::given::Given;
use super::input::{Input, Question};
use super::output::write_all;
use super::page::Page;
use super::single::{note_facts, problem_left, with_single};
use clap::Args;
use dominox::puzzles::Cover;

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

    /// The text of the problem that is left; `None` if it was reported that there is none.
    fn encode(&self, question: &Question, page: &mut Page) -> Result<Option<String>, Failure> {
        note_facts(question, page);
        let problem = problem_left(&self.given, question, page);
        let text = problem.map(|problem| Cover::text(&problem)).transpose();
        text.map_err(|error| Failure::Usage(error.to_string()))
    }
}
