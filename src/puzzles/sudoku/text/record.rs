//! Which fields of an object can hold a board.
//!
//! ```text
//! {"board": [[5, 3, …]], "solution": [[5, 3, …]]}                      all but the solution
//! {"file":…,"index":1,"status":"solved","answer":"1243…"}              a JSON line of dominox: its puzzle, or else its answer,
//! {"file":…,"index":1,"status":"best","answer":"1243…","options":[…]}  and no list
//! ```

use std::ops::Range;

use super::start::is_solution;
use super::tree::{Item, Node};

/// The fields of every JSON line about a puzzle.
const NAMES: [&str; 3] = ["file", "index", "status"];

/// The items of a node that can hold a board, where `is_board` says whether a word in quotes is one.
pub(super) fn fields<'n>(
    node: &'n Node,
    text: &str,
    is_board: impl Fn(&Range<usize>) -> bool,
) -> Vec<&'n Item> {
    let (solutions, others): (Vec<&Item>, Vec<&Item>) = node
        .items
        .iter()
        .partition(|item| is_solution(&text[item.key()]));
    if !is_record(node, text) {
        return others;
    }
    let is_text =
        |item: &&Item| matches!(item, Item::Cell { place, quoted: true, .. } if is_board(place));
    let puzzles = Vec::from_iter(others.into_iter().filter(is_text));
    match puzzles.is_empty() {
        true => solutions.into_iter().filter(is_text).collect(),
        false => puzzles,
    }
}

/// Whether an object is a JSON line of dominox.
fn is_record(node: &Node, text: &str) -> bool {
    let has = |name: &str| {
        let mut keys = node.items.iter().map(|item| &text[item.key()]);
        keys.any(|key| key.trim_matches('"') == name)
    };
    node.is_object && NAMES.iter().all(|name| has(name))
}

#[cfg(test)]
mod tests {
    use crate::puzzles::Sudoku;

    #[test]
    fn a_json_line_of_dominox_is_its_puzzle_or_else_its_answer() {
        let (puzzle, answer) = ("1.....2..3.....4", "1243342143122134");
        let line =
            |fields: &str| format!("{{\"file\":\"p\",\"index\":1,\"status\":\"s\",{fields}}}\n");
        let answered = format!("\"answer\":\"{answer}\"");
        for (fields, givens) in [
            (answered.clone(), 16),
            (format!("\"puzzle\":\"{puzzle}\",{answered}"), 4),
            (
                format!("{answered},\"options\":[{{\"items\":[\"r1c1\",\"r1#1\"]}}]"),
                16,
            ),
            (format!("\"canonical\":\"{puzzle}\",\"rows\":[1,2,3,4]"), 4),
        ] {
            let sudoku: Sudoku = line(&fields).parse().expect("a Sudoku");
            assert_eq!(sudoku.placements().count(), givens, "{fields}");
        }
        for text in [line("\"answer\":\"none\""), format!("{{{answered}}}\n")] {
            assert!(text.parse::<Sudoku>().is_err(), "{text}");
        }
    }
}
