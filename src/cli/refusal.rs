//! What is said where a puzzle cannot be answered.

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
