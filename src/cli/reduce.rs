//! `dominox reduce`: a problem without what cannot be in a solution.

use clap::Args;
use dominox::engine::Reduction;
use dominox::puzzles::why_in;
use dominox::workshop::{explain_briefly, reduced_text};

use super::exit::{Exit, Failure};
use super::given::Given;
use super::input::{Input, Question};
use super::model::ModelParser;
use super::output::{Format, write_all};
use super::page::Page;
use super::refusal::refuse;
use super::signal::Signal;
use super::single::{note_facts, search_single};
use super::solve::deny_for;
use super::timeouts::Timeout;

/// Print a problem without the options that no solution can contain
///
/// Options that would leave an item uncovered are removed, and so are dominated items and those that are always satisfied.
/// Options that are in every solution are taken out and listed in comments. Equal options become one. Comments say which option
/// stands for which of the original ones, and why the others were removed. With these comments, each solution of the printed
/// problem yields solutions of the original one, and together they yield all of them.
#[derive(Args)]
pub struct Reduce {
    #[command(flatten)]
    input: Input,

    /// Take this classic problem instead of reading input, such as "queens 8" (see `dominox model --help`)
    #[arg(long, help_heading = "Input", value_name = "NAME ARGS", value_parser = ModelParser, hide_possible_values = true, conflicts_with_all = ["files", "kind", "shape", "column", "strict"])]
    model: Option<String>,

    #[command(flatten)]
    given: Given,

    #[command(flatten)]
    timeout: Timeout,
}

impl Reduce {
    pub fn run(&self) -> Result<Exit, Failure> {
        let reduce = |question: &Question, page: &mut Page, signal: &Signal| {
            self.reduce(question, page, signal)
        };
        let spec = self.model.as_deref();
        let (text, exit) = search_single(&self.input, spec, &self.timeout, reduce)?;
        if let Some(text) = text {
            write_all(text.as_bytes())?;
        }
        Ok(exit)
    }

    /// The text of the smaller problem; `None` if it was reported that there is none.
    fn reduce(
        &self,
        question: &Question,
        page: &mut Page,
        signal: &Signal,
    ) -> Result<Option<String>, Failure> {
        let puzzle = question.puzzle();
        let given = match self.given.part(puzzle) {
            Ok(given) => given,
            Err(reason) => {
                page.exit = refuse(page, Format::Text, question, &reason);
                return Ok(None);
            }
        };
        let part = puzzle.with_givens(&given);
        let limits = self.timeout.limits(question, signal);
        let mut stop = |and: &str| {
            let place = question.place();
            let reason = match signal.came() {
                true => signal.words(),
                false => "the time limit",
            };
            page.say(format_args!("{place}: stopped by {reason}: {and}"));
            page.exit = Exit::Stopped;
        };
        let Some(reduction) = Reduction::in_time(puzzle.problem(), &part, &limits) else {
            stop("nothing was tried");
            return Ok(None);
        };
        if reduction.stopped.is_some() {
            stop("perhaps more can be removed");
        }
        if reduction.is_contradictory {
            let briefly = || explain_briefly(puzzle, &given, limits);
            let reason = why_in(puzzle, &given).or_else(briefly);
            let reason = reason.map(|reason| reason.in_words(puzzle));
            deny_for(reason, page, Format::Text, question);
            page.exit = Exit::No;
            return Ok(None);
        }
        note_facts(question, page);
        Ok(Some(reduced_text(puzzle, &reduction)))
    }
}
