//! What is said where a puzzle cannot be answered.

use dominox::Problem;
use dominox::engine::Unsupported;
use dominox::problem::Bounds;

use super::exit::Exit;
use super::input::Question;
use super::output::Format;
use super::page::Page;

/// Says why a puzzle is not answered, which is bad input.
pub fn refuse(page: &mut Page, format: Format, question: &Question, reason: &str) -> Exit {
    page.say(format_args!("{}: {reason}", question.place()));
    if format == Format::Jsonl {
        page.object(question, "bad").string("error", reason);
    }
    Exit::BadInput
}

/// Why an engine does not take a problem.
pub fn in_words(error: &Unsupported, problem: &Problem) -> String {
    match error {
        Unsupported::Bounds(engine, item) => {
            let name = problem.item_name(*item);
            let times = match problem.bounds(*item) {
                Some(Bounds { low, high }) if low < high => format!("{low} to {high} times"),
                Some(Bounds { high, .. }) => format!("{high} times"),
                None => "as a secondary one".into(),
            };
            format!(
                "item `{name}` is to be covered {times}: `{engine}` needs items that are covered exactly once"
            )
        }
        _ => error.to_string(),
    }
}
