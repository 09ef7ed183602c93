//! `dominox encode`: a puzzle as an exact-cover problem.

use std::sync::Arc;

use clap::Args;
use dominox::problem::Part;
use dominox::puzzles::why_in;

use super::exit::{Exit, Failure};
use super::given::Given;
use super::input::{Input, Question};
use super::lines::Missing;
use super::output::{Format, Output, Target, write_all};
use super::page::Page;
use super::progress::Progress;
use super::search::refuse;
use super::signal::Signal;
use super::solve::deny_for;
use super::source::Source;
use super::stream::Stream;

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
        let output = Output::new(Progress::default(), true, Target::new(None)?);
        let source = Source::of_files(
            &self.input,
            self.input.files()?,
            &output,
            Arc::default(),
            None,
        );
        let signal = Signal::default();
        let mut seen = 0;
        let mut text = Ok(None);
        Stream::new(source, &output, &signal, (Format::Text, Missing::Nothing)).run(
            |pen, question| {
                seen += 1;
                if seen > 1 {
                    let place = question.place();
                    pen.page
                        .say(format_args!("{place}: a second puzzle: expected only one"));
                    pen.page.exit = Exit::BadInput;
                    pen.page.last = true;
                } else {
                    let idle = self.input.idle();
                    let idle = idle.filter(|idle| (idle.is_idle)(question.puzzle()));
                    idle.for_each(|idle| pen.page.note(idle.note));
                    text = self.encode(question, &mut pen.page);
                    pen.page.last = text.is_err();
                }
            },
        );
        let (exit, _) = output.close()?;
        if let Some(text) = text?.filter(|_| seen == 1) {
            write_all(text.as_bytes())?;
        }
        Ok(exit)
    }
}

impl Encode {
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
