//! Rules of a frame, drawn with characters that could be cells or words: only the rows around them, with their bars,
//! show what they are.
//!
//! ```text
//! xxxxx          o=====o                    ~~~~~~~
//! |53.|.7.       | 5 3 . | . 7 .            |12|34|
//! |6..|195       | 6 . . | 1 9 5            |34|12|
//! …              …                          ~~~~~~~
//! ```
//!
//! Otherwise, these could be the items of an exact-cover problem and its options, with the rows as comments.

use std::io;

use super::Start;
use super::alphabet::{is_blank_or_odd, is_cell};
use super::field::kept;
use super::row::{BARS, Row};
use crate::puzzles::kind::Hints;
use crate::puzzles::lines::Input;
use crate::puzzles::sudoku::LARGEST_SIZE;

/// The fewest characters of such a rule.
const SHORTEST: usize = 5;

/// The characters that such rules consist of.
const STROKES: &str = "oOxX~*_=-+";

/// How many lines are examined: rows with a rule after each band.
const LINES_AHEAD: usize = 2 * LARGEST_SIZE + 2;

/// Notes the rules of the frame that begins with the next line to belong to its layout, if they are such strokes.
pub(super) fn mark_strokes(lines: &mut Input, hints: Hints) -> io::Result<()> {
    let Some(line) = lines.peek(0)? else {
        return Ok(());
    };
    let first = without_note(&line.text).to_owned();
    if !is_stroke(&first) || Start::of(line) == Start::Rule {
        return Ok(());
    }
    let (mut rules, mut rows, mut size) = (vec![0], 0, LARGEST_SIZE);
    for distance in 1..LINES_AHEAD {
        // A program that waits for the answer writes nothing after the last row.
        if rows == size && hints.waits {
            break;
        }
        match lines.peek(distance)? {
            Some(line) if without_note(&line.text) == first => rules.push(distance),
            Some(line) if rows < size && is_barred(&line.text) => {
                size = Row::measure(&line.text, hints).width;
                rows += 1;
            }
            _ => break,
        }
        if rows == size && rules.last() == Some(&distance) {
            break;
        }
    }
    if rows == size {
        rules.iter().for_each(|&rule| lines.set_between(rule));
    }
    Ok(())
}

/// Whether a line can be such a rule.
pub(super) fn is_stroke(text: &str) -> bool {
    let text = without_note(text);
    text.len() >= SHORTEST && text.chars().all(|c| STROKES.contains(c))
}

/// A line without blanks around it, and without a comment after it.
fn without_note(text: &str) -> &str {
    text[..kept(text)].trim_ascii()
}

/// Whether a line is cells after a bar, and between others.
fn is_barred(text: &str) -> bool {
    let text = without_note(text);
    let are_cells = |byte: u8| is_cell(byte) || is_blank_or_odd(byte) || !byte.is_ascii();
    text.starts_with(BARS) && text.matches(BARS).count() > 1 && text.bytes().all(are_cells)
}

#[cfg(test)]
mod tests {
    use crate::puzzles::sudoku::Sudoku;
    use crate::puzzles::{Cover, read};

    /// A puzzle with this rule, and this at the end of each row.
    fn framed(rule: &str, end: &str) -> String {
        let bands = ["|1.|..\n|..|2.\n", "|..|3.\n|.4|..\n"];
        let bands = bands.map(|band| band.replace('\n', &format!("{end}\n")));
        format!("{rule}\n{}{rule}\n{}{rule}\n", bands[0], bands[1])
    }

    #[test]
    fn strokes_around_rows_with_bars_are_rules() {
        let plain: Sudoku = "1.....2...3..4..".parse().unwrap();
        let check = |text: &str, expected: usize| {
            let mut found = 0;
            for reading in read(text.as_bytes()) {
                let reading = reading.unwrap_or_else(|error| panic!("{error}\n{text}"));
                let sudoku = reading.puzzle.downcast_ref::<Sudoku>();
                let givens = sudoku.map(|sudoku| &sudoku.givens);
                assert_eq!(givens, Some(&plain.givens), "{text}");
                found += 1;
            }
            assert_eq!(found, expected, "{text}");
        };
        for rule in [
            "xxxxx", "o=====o", "o--o--o", "~~~~~~~", "*******", "_______", "=====", "+~~+~~+",
            "+--+--+",
        ] {
            for end in ["", "|", "|   # a note"] {
                let text = framed(rule, end);
                check(&text, 1);
                check(
                    &text.replace(&format!("{rule}\n"), &format!("{rule}  # a rule\n")),
                    1,
                );
                check(&text.replace('.', "?"), 1);
                check(&text.repeat(2), 2);
            }
        }
    }

    #[test]
    fn problems_with_comments_are_none() {
        for text in [
            "x\n| an item | and its option\nx\n",
            "xxxxx\n|1.|..\n|..|2.\nxxxxx\n",
            "a b\n|1.|..\n|..|2.\na\nb\n",
        ] {
            let reading = read(text.as_bytes()).next().unwrap();
            let reading = reading.unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert!(reading.puzzle.downcast_ref::<Cover>().is_some(), "{text}");
        }
    }
}
