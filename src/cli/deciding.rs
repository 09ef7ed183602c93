//! What decides between the answers of a puzzle, as comments and in JSON lines.
//!
//! ```text
//!     # answers differ at r1c3 r1c4 r4c3 r4c4
//!     # enough for one answer: r1c3 = 4
//! ```

use dominox::puzzles::{Cover, Puzzle};
use dominox::workshop::Decision;

use super::differ::comment_mark;
use super::json::Object;
use super::page::Page;

/// Prints two comment lines.
pub fn print(decision: &Decision, wants_fewest: bool, puzzle: &dyn Puzzle, page: &mut Page) {
    let mark = comment_mark(puzzle.downcast_ref::<Cover>().is_some());
    let between = if decision.has_cells() { " " } else { ", " };
    let differing = Vec::from_iter(decision.differing()).join(between);
    let more = match decision.is_complete() {
        true => "",
        false => " (perhaps in more)",
    };
    page.text(format_args!("{mark} answers differ at {differing}{more}\n"));
    let chosen = Vec::from_iter(decision.chosen()).join(", ");
    let doubt = match (decision.is_minimal(), wants_fewest && !decision.is_fewest()) {
        (false, _) => " (perhaps not all are needed)",
        (true, true) => " (perhaps fewer are enough)",
        (true, false) => "",
    };
    page.text(format_args!(
        "{mark} enough for one answer: {chosen}{doubt}\n"
    ));
}

/// Adds what decides to a JSON object.
pub fn write(decision: &Decision, object: &mut Object) {
    object.strings("differing_parts", decision.differing_words());
    object.strings("deciding", decision.chosen());
    object.boolean("complete", decision.is_complete());
    object.boolean("minimal", decision.is_minimal());
    object.boolean("fewest", decision.is_fewest());
}
