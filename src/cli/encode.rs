//! `dominox encode`: a puzzle as an exact-cover problem.

use std::cell::Cell;

use clap::Args;
use dominox::problem::{BuildError, Entry, OptionId, Problem};

use super::exit::{Exit, Failure};
use super::input::{Input, Question};
use super::output::{Format, Output};
use super::solve::deny;

/// Print the exact-cover problem of one puzzle, as text that `solve`, `count` and `unique` read
///
/// It has all items of the puzzle's rules, and those options that agree with what is given: each of its solutions is
/// a whole solution of the puzzle. Knuth's programs read it too.
#[derive(Args)]
pub struct Encode {
    #[command(flatten)]
    input: Input,
}

impl Encode {
    pub fn run(&self) -> Result<Exit, Failure> {
        let output = Output::new();
        let surplus = Cell::new(false);
        let mut seen = false;
        let mut text = None;
        let exit = self.input.each(
            &output,
            Format::Text,
            || surplus.get(),
            |question| {
                if std::mem::replace(&mut seen, true) {
                    surplus.set(true);
                    let place = &question.place;
                    output.say(format_args!("{place}: a second puzzle: expected only one"));
                    return Ok(Exit::BadInput);
                }
                text = encode(&question, &output)?;
                Ok(match text {
                    Some(_) => Exit::Answered,
                    None => Exit::No,
                })
            },
        )?;
        if let Some(text) = text.filter(|_| !surplus.get()) {
            output.text(&text)?;
            output.flush()?;
        }
        Ok(exit)
    }
}

/// The text of the puzzle's problem; `None`, told, if its givens contradict each other.
fn encode(question: &Question, output: &Output) -> Result<Option<String>, Failure> {
    let puzzle = question.asked.puzzle();
    let problem = puzzle.problem();
    let Ok(live) = problem.agreeing(puzzle.givens()) else {
        deny(output, Format::Text, question)?;
        return Ok(None);
    };
    let options = live.iter_ones().map(OptionId::new);
    let problem =
        restricted(problem, options).map_err(|error| Failure::Usage(error.to_string()))?;
    let text = problem.to_text();
    text.map(Some)
        .map_err(|error| Failure::Usage(error.to_string()))
}

/// The problem with these options alone, and all its items.
fn restricted(
    problem: &Problem,
    options: impl Iterator<Item = OptionId>,
) -> Result<Problem, BuildError> {
    let mut builder = Problem::builder();
    for item in problem.items() {
        match problem.bounds(item) {
            Some(bounds) => builder.bounded(problem.item_name(item), bounds.low, bounds.high)?,
            None => builder.secondary(problem.item_name(item))?,
        };
    }
    for option in options {
        let mut entries = Vec::new();
        for &Entry { item, color } in problem.entries(option) {
            let color = color
                .map(|color| builder.color(problem.color_name(color)))
                .transpose()?;
            entries.push(Entry { item, color });
        }
        let copy = builder.option(entries)?;
        builder.add_cost(copy, problem.cost(option))?;
    }
    Ok(builder.build())
}
