//! `dominox reduce`: a problem without what cannot be in a solution.

use std::fmt::Write;

use clap::Args;
use dominox::engine::{Gone, Reduction};
use dominox::problem::{OptionId, Part};
use dominox::puzzles::Puzzle;

use super::exit::{Exit, Failure};
use super::given::Given;
use super::input::{Input, Question};
use super::output::{Format, write_all};
use super::page::Page;
use super::refusal::refuse;
use super::single::with_single;
use super::solve::deny_for;

/// Print a problem without what cannot be in a solution
///
/// Options that would leave an item uncovered go, and so do dominated items and those that say nothing. Options that are in every
/// solution are given. Equal options become one. Comments say which option stands for which of the old ones, and why the others
/// went. What is printed has the same solutions, under that map.
#[derive(Args)]
pub struct Reduce {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    given: Given,
}

impl Reduce {
    pub fn run(&self) -> Result<Exit, Failure> {
        let reduce = |question: &Question, page: &mut Page| self.reduce(question, page);
        let (text, exit) = with_single(&self.input, None, reduce)?;
        if let Some(text) = text {
            write_all(text.as_bytes())?;
        }
        Ok(exit)
    }

    /// The text of the smaller problem; `None` if it was reported that there is none.
    fn reduce(&self, question: &Question, page: &mut Page) -> Result<Option<String>, Failure> {
        let puzzle = question.puzzle();
        let part = match self.given.part(puzzle) {
            Ok(part) => whole(puzzle, &part),
            Err(reason) => {
                page.exit = refuse(page, Format::Text, question, &reason);
                return Ok(None);
            }
        };
        let reduction = Reduction::of(puzzle.problem(), &part);
        if reduction.is_contradictory {
            deny_for(None, page, Format::Text, question);
            page.exit = Exit::No;
            return Ok(None);
        }
        let problem = &reduction.problem;
        let mut text = comments(puzzle, &reduction);
        // Without items, nothing is left to choose, and there is no text for that.
        if problem.primary_count() > 0 {
            text += &problem.to_string();
        }
        Ok(Some(text))
    }
}

/// A part of a puzzle's problem, with its givens.
pub fn whole(puzzle: &dyn Puzzle, part: &Part) -> Part {
    Part {
        with: [puzzle.givens(), &part.with].concat(),
        without: part.without.clone(),
    }
}

/// What was done, in comments.
fn comments(puzzle: &dyn Puzzle, reduction: &Reduction) -> String {
    let problem = puzzle.problem();
    let words = |option: OptionId| {
        format!(
            "option {} (`{}`)",
            option.index() + 1,
            problem.option_text(option)
        )
    };
    let smaller = &reduction.problem;
    let mut text = format!(
        "| left: {} of {} items, {} of {} options\n",
        smaller.item_count(),
        problem.item_count(),
        smaller.option_count(),
        problem.option_count()
    );
    for &option in &reduction.part.with {
        let _ = writeln!(text, "| {} is in every solution", words(option));
    }
    for (&option, gone) in reduction.part.without.iter().zip(&reduction.gone) {
        let why = match gone {
            Gone::Leaves(item) => format!(
                "it would leave no way to cover {}",
                puzzle.item_words(*item)
            ),
            Gone::Overfills(item) => {
                format!("it would cover {} too often", puzzle.item_words(*item))
            }
            Gone::Contradicts => "it would need options that disagree".into(),
            _ => continue,
        };
        let _ = writeln!(text, "| {} is in no solution: {why}", words(option));
    }
    for &item in &reduction.items {
        let item = puzzle.item_words(item);
        let _ = writeln!(text, "| {item} is left out: the other items are enough");
    }
    for (place, options) in reduction.options.iter().enumerate() {
        let old = options
            .iter()
            .map(|option| (option.index() + 1).to_string());
        let old = Vec::from_iter(old).join(" or ");
        let _ = writeln!(text, "| option {} was {old}", place + 1);
    }
    text
}
