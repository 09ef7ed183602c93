//! What begins at a line of a stream of Sudokus.
//!
//! ```text
//! # a comment      [Puzzle]  a section      [[0, 3, …  an array      ---+---  a rule      53..7…  cells
//! ```

use std::io;

use super::ahead::next_row;
use super::alphabet::is_part_of_rule;
use crate::puzzles::lines::{Input, Line};

/// What a line is, judged by how it begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::puzzles) enum Start {
    Blank,
    /// `#` and text.
    Comment,
    /// `[` and a letter: the section with the puzzle, or one that is not read.
    Section {
        puzzle: bool,
    },
    /// Any other `[`, or a declaration that is given an array.
    Array,
    /// `-`, `+` and `|` only.
    Rule,
    /// Anything else: cells, or a fault.
    Cells,
}

impl Start {
    pub fn of(line: &Line) -> Start {
        let text = line.text.trim_ascii_start();
        match text.as_bytes() {
            [] => Start::Blank,
            [b'#', ..] => Start::Comment,
            [b'[', letter, ..] if letter.is_ascii_alphabetic() => {
                let name = text[1..].split(']').next().unwrap_or_default();
                Start::Section {
                    puzzle: name.trim().eq_ignore_ascii_case("puzzle"),
                }
            }
            [b'[', ..] => Start::Array,
            [first, ..] if first.is_ascii_lowercase() && declares_array(text) => Start::Array,
            [b'-' | b'+' | b'|', rest @ ..] if rest.iter().copied().all(is_part_of_rule) => {
                Start::Rule
            }
            _ => Start::Cells,
        }
    }
}

/// Takes the lines between puzzles: blank lines, comments, sections that are not read, rules before no row. Gives
/// the number of the line at which a puzzle begins, and what begins there; `None` at the end of the stream.
pub(super) fn skip_to_puzzle(lines: &mut Input) -> io::Result<Option<(u64, Start)>> {
    let mut in_other_section = false;
    while let Some(line) = lines.peek(0)? {
        let (number, start) = (line.number, Start::of(line));
        let begins = match start {
            Start::Blank | Start::Comment => false,
            Start::Section { puzzle } => {
                in_other_section = !puzzle;
                puzzle
            }
            Start::Array => true,
            Start::Cells => !in_other_section,
            Start::Rule => !in_other_section && next_row(lines, None)?.is_some(),
        };
        if begins {
            return Ok(Some((number, start)));
        }
        lines.take()?;
    }
    Ok(None)
}

/// Takes lines up to a blank one, or up to a section or an array.
pub(super) fn skip_block(lines: &mut Input) -> io::Result<()> {
    while let Some(start) = lines.peek(0)?.map(Start::of) {
        if matches!(start, Start::Section { .. } | Start::Array) {
            break;
        }
        lines.take()?;
        if start == Start::Blank {
            break;
        }
    }
    Ok(())
}

/// Whether a text is `let board = [`, or `let board =` with the bracket still to come.
fn declares_array(text: &str) -> bool {
    let Some((declaration, value)) = text.split_once('=') else {
        return false;
    };
    let keyword = declaration.split_ascii_whitespace().next();
    let value = value.trim_ascii_start();
    matches!(keyword, Some("let" | "const" | "var")) && (value.is_empty() || value.starts_with('['))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::lines::Lines;

    #[test]
    fn a_line_tells_what_begins() {
        for (text, start) in [
            (" \t", Start::Blank),
            (" # 53..7", Start::Comment),
            ("[Puzzle]", Start::Section { puzzle: true }),
            ("[puzzle ]", Start::Section { puzzle: true }),
            ("[State]", Start::Section { puzzle: false }),
            ("[[0, 3]", Start::Array),
            ("[", Start::Array),
            ("[ [\"5\"", Start::Array),
            ("let board = [", Start::Array),
            ("const board =", Start::Array),
            ("let us try", Start::Cells),
            ("let a = b", Start::Cells),
            ("53..7", Start::Cells),
            ("1--2", Start::Cells),
            (" +---+ |", Start::Rule),
            ("|53.|", Start::Cells),
        ] {
            let line = Line {
                number: 1,
                text: text.into(),
                cut: false,
            };
            assert_eq!(Start::of(&line), start, "{text}");
        }
    }

    #[test]
    fn puzzles_begin_after_what_is_not_read() {
        let start = |text: &str| skip_to_puzzle(&mut Lines::new(text.as_bytes())).unwrap();
        assert_eq!(start("\n# a\n12\n"), Some((3, Start::Cells)));
        assert_eq!(start("---\n\n12\n"), Some((3, Start::Cells)));
        assert_eq!(start("---\n12\n"), Some((1, Start::Rule)));
        assert_eq!(
            start("[State]\n12\n\n12\n[Puzzle]\n12"),
            Some((5, Start::Section { puzzle: true }))
        );
        assert_eq!(start("# a\n\n---\n"), None);
    }
}
