//! `dominox encode`: a puzzle as an exact-cover problem.

use std::sync::Arc;

use clap::Args;
use dominox::problem::{BuildError, Entry, OptionId, Problem};

use super::exit::{Exit, Failure};
use super::input::{Input, Question};
use super::output::{Format, Output, write_all};
use super::page::Page;
use super::progress::Progress;
use super::signal::Signal;
use super::solve::deny;
use super::source::Source;
use super::stream::Stream;

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
        let output = Output::new(Progress::default());
        let source = Source::of_files(&self.input, self.input.files()?, &output, Arc::default());
        let signal = Signal::default();
        let mut seen = 0;
        let mut text = Ok(None);
        Stream::new(source, &output, &signal, Format::Text).run(|pen, question| {
            seen += 1;
            if seen > 1 {
                let place = question.place();
                pen.page
                    .say(format_args!("{place}: a second puzzle: expected only one"));
                pen.page.exit = Exit::BadInput;
                pen.page.last = true;
            } else {
                text = encode(question, &mut pen.page);
                pen.page.last = text.is_err();
            }
        });
        let (exit, _) = output.close()?;
        if let Some(text) = text?.filter(|_| seen == 1) {
            write_all(text.as_bytes())?;
        }
        Ok(exit)
    }
}

/// The text of the puzzle's problem; `None`, told, if its givens contradict each other.
fn encode(question: &Question, page: &mut Page) -> Result<Option<String>, Failure> {
    let puzzle = question.asked.puzzle();
    let problem = puzzle.problem();
    let Ok(live) = problem.agreeing(puzzle.givens()) else {
        deny(page, Format::Text, question);
        page.exit = Exit::No;
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
