//! Whether one board is another one, filled in: then it is the solution of that puzzle, not a puzzle.
//!
//! ```text
//! 1.....2..3.....4      the puzzle
//! 1243342143122134      the same clues, and no blank: its solution
//! ```

use super::alphabet::{is_blank_or_odd, is_empty_word};

/// The characters of a word, each of which is a cell.
pub(super) fn characters_of(word: &str) -> Vec<&str> {
    let characters = word.char_indices();
    characters
        .map(|(at, c)| &word[at..at + c.len_utf8()])
        .collect()
}

/// Whether the cells of a board are those of this puzzle, with its blanks filled in.
pub(super) fn completes(full: &[&str], puzzle: &[&str]) -> bool {
    let has_points = puzzle.iter().any(|cell| is_point(cell));
    let is_blank = |cell: &str| is_point(cell) || cell == "0" && !has_points;
    full.len() == puzzle.len()
        && full
            .iter()
            .zip(puzzle)
            .all(|(digit, cell)| !is_blank(digit) && (is_blank(cell) || digit == cell))
        && puzzle.iter().any(|cell| is_blank(cell))
}

/// Whether a cell is a blank that is not a digit of any puzzle.
fn is_point(cell: &str) -> bool {
    match cell.as_bytes() {
        [b'0'] => false,
        [byte] if byte.is_ascii() => is_blank_or_odd(*byte) || *byte == b' ',
        _ => is_empty_word(cell.as_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_has_the_clues_and_no_blank() {
        let is_solution =
            |full: &str, puzzle: &str| completes(&characters_of(full), &characters_of(puzzle));
        for puzzle in ["1.3.", "1_3_", "1030", "1-3-", "...."] {
            assert!(is_solution("1234", puzzle), "{puzzle}");
        }
        assert!(is_solution("0123", "0..3"), "0 is a digit beside points");
        for (full, puzzle) in [
            ("1234", "1.4."),
            ("12.4", "1..."),
            ("1204", "1000"),
            ("1234", "1234"),
            ("12345", "1..."),
        ] {
            assert!(!is_solution(full, puzzle), "{full} {puzzle}");
        }
        assert!(completes(&["1", "12"], &["", "12"]));
        assert!(completes(&["1", "12"], &["null", "12"]));
    }
}
