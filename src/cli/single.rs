//! Actions that take a single puzzle.

use std::sync::Arc;
use std::time::Instant;

use dominox::Problem;
use dominox::puzzles::why_in;

use super::exit::{Exit, Failure};
use super::given::Given;
use super::input::{Input, Question};
use super::lines::Missing;
use super::output::{Format, Output, Prints};
use super::page::Page;
use super::refusal::refuse;
use super::signal::Signal;
use super::solve::deny_for;
use super::source::Source;
use super::stream::Stream;
use super::timeouts::Timeout;

/// Calls `work` with the puzzle that is read or given, if it is the only one; `None` if it is not, or if there is no result.
/// Messages go to the page.
pub fn with_single<T>(
    input: &Input,
    given: Option<Question>,
    mut work: impl FnMut(&Question, &mut Page) -> Result<Option<T>, Failure>,
) -> Result<(Option<T>, Exit), Failure> {
    let output = Arc::new(Output::standard(Prints::Text));
    let source = match given {
        Some(given) => Source::of_one(input, given, &output),
        None => Source::of_files(input, input.files()?, &output, Arc::default(), None),
    };
    let work = |question: &Question, page: &mut Page, _: &Signal| work(question, page);
    single(input, source, (&output, Signal::default()), work)
}

/// Like [`with_single`], for the model that is named, or the puzzle that is read; for work that ends early with what it has when the
/// flag of the signal is set. If the puzzle is not there in time, that is reported.
pub fn search_single<T>(
    input: &Input,
    spec: Option<&str>,
    timeout: &Timeout,
    work: impl FnMut(&Question, &mut Page, &Signal) -> Result<Option<T>, Failure>,
) -> Result<(Option<T>, Exit), Failure> {
    let output = Arc::new(Output::standard(Prints::Text));
    let source = match spec {
        Some(spec) => Source::of_model(input, (spec, Instant::now(), timeout.timeout), &output)?,
        None => Source::of_files(
            input,
            input.files()?,
            &output,
            Arc::default(),
            timeout.timeout,
        ),
    };
    let signal = Signal::of(&output, Format::Text);
    single(input, source, (&output, signal), work)
}

fn single<T>(
    input: &Input,
    source: Source,
    (output, signal): (&Arc<Output>, Signal),
    mut work: impl FnMut(&Question, &mut Page, &Signal) -> Result<Option<T>, Failure>,
) -> Result<(Option<T>, Exit), Failure> {
    let mut seen = 0;
    let mut made = Ok(None);
    Stream::new(source, output, &signal, (Format::Text, Missing::Nothing)).run(|pen, question| {
        seen += 1;
        if seen > 1 {
            let place = question.place();
            pen.page
                .say(format_args!("{place}: a second puzzle: expected only one"));
            pen.page.exit = Exit::BadInput;
            pen.page.last = true;
        } else {
            let idle = input.idle();
            let idle = idle.filter(|idle| (idle.is_idle)(question.puzzle()));
            idle.for_each(|idle| pen.page.note(idle.note));
            made = work(question, &mut pen.page, &signal);
            pen.page.last = made.is_err();
        }
    });
    let (exit, _) = output.close()?;
    Ok((made?.filter(|_| seen == 1), exit))
}

/// Prints a note that the output counts solutions, if several of them can be the same answer.
pub fn note_facts(question: &Question, page: &mut Page) {
    if question.puzzle().problem().has_facts() {
        page.note(
            "note: several solutions can be the same answer, but this text does not show that",
        );
    }
}

/// The problem of a puzzle, as far as its givens and the options of the arguments leave it. If they contradict each other, or an
/// argument names no option, reports that and gives `None`.
pub fn problem_left(given: &Given, question: &Question, page: &mut Page) -> Option<Problem> {
    let puzzle = question.puzzle();
    let part = match given.part(puzzle) {
        Ok(part) => part,
        Err(reason) => {
            page.exit = refuse(page, Format::Text, question, &reason);
            return None;
        }
    };
    let Ok(left) = puzzle.problem().of_part(&puzzle.with_givens(&part)) else {
        let reason = why_in(puzzle, &part).map(|reason| reason.in_words(puzzle));
        deny_for(reason, page, Format::Text, question);
        page.exit = Exit::No;
        return None;
    };
    let whole = puzzle.problem();
    let is_whole =
        left.item_count() == whole.item_count() && left.option_count() == whole.option_count();
    Some(match is_whole {
        true => whole.clone(),
        false => left,
    })
}
