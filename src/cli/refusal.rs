//! The message if a puzzle cannot be answered.

use super::exit::Exit;
use super::input::Question;
use super::output::Format;
use super::page::Page;

/// Reports why a puzzle is not answered, as bad input.
pub fn refuse(page: &mut Page, format: Format, question: &Question, reason: &str) -> Exit {
    page.say(format_args!("{}: {reason}", question.place()));
    if format == Format::Jsonl {
        page.object(question, "bad").string("error", reason);
    }
    Exit::BadInput
}
