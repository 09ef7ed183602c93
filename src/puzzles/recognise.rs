//! Recognising the kind of a stream by its first lines.
//!
//! The first lines that are neither blank nor comments decide: of the kinds that they [fit](Fit), the best. In order:
//!
//! ```text
//! 0. | exact-cover problem                    a comment that says so: a cover
//! 1. [Puzzle]   [[0, 3, …   let board = [     a section or an array: Sudoku
//! 2. 10 / 6 B2 1 B3                           a number alone, then a domino: Sudominoku
//!    p0 p1 p2 p3 / p3 p1 |32                  names, then a line of those names with a cost: a cover
//! 3. 53..7.... / 6..195... / …                most of N lines have N cells: Sudoku
//! 4. a b c | x / a b x:red                    names, then a line of those names: a cover
//! 5. 53..7....1..                             a line of N² cells: Sudoku
//! 6. 53..7... / …                             digits and dots that fit nothing: a bad Sudoku
//! 7. a b c / a d       2:3|a b / c            names, then a line with one of them; or names with bounds: a bad cover
//! ```
//!
//! Anything else is of no known kind. `docs/format.md` describes the same for users.

use std::io;

use super::cover::{Cover, DECLARATION, begins_with_item};
use super::kind::{Fit, Hints, KINDS, Kind};
use super::lines::{Input, Line};
use super::sudoku::{Start, is_blank_or_odd, is_cell, kept};

/// How many lines are searched for the second one that counts.
const LINES_AHEAD: usize = 150;

/// A kind that was recognised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Recognised {
    pub kind: &'static Kind,
    /// Whether the whole stream is of this kind, not only a line with a fault in it.
    pub sure: bool,
}

/// Recognises what comes next, and takes the blank lines and comments before it. `None` if it is of no known kind, or
/// if nothing comes. Looks no further ahead than it must: the kind of a puzzle that is one word is recognised by that word.
pub(super) fn recognise(lines: &mut Input, hints: Hints) -> io::Result<Option<Recognised>> {
    while let Some(line) = lines.peek(0)? {
        if line.text.trim_ascii() == DECLARATION {
            let (kind, sure) = (Cover::KIND, true);
            return Ok(Some(Recognised { kind, sure }));
        }
        let (start, is_bar_comment) = (Start::of(line), is_bar_comment(line));
        if start != Start::Blank && !is_bar_comment {
            for kind in KINDS {
                if (kind.begins)(lines, hints)? {
                    return Ok(Some(Recognised { kind, sure: true }));
                }
            }
            let best = best_fit(lines, start == Start::Comment, hints)?;
            // What begins with `#`, or looks like a heading, is one if it is nothing else.
            if best.is_some() || !matches!(start, Start::Comment | Start::Heading | Start::Solution)
            {
                return Ok(best);
            }
        }
        lines.take()?;
    }
    Ok(None)
}

/// The kind that the next lines fit best.
fn best_fit(lines: &mut Input, is_comment: bool, hints: Hints) -> io::Result<Option<Recognised>> {
    let opening = Opening::ahead(lines, is_comment)?;
    let mut best: Option<(Fit, &'static Kind)> = None;
    for kind in KINDS {
        if let Some(fit) = (kind.fit)(lines, &opening, hints)?
            && best.is_none_or(|(best, _)| fit > best)
        {
            best = Some((fit, kind));
        }
    }
    let Some((fit, kind)) = best else {
        return Ok(None);
    };
    let is_ruled_out = (kind.is_ruled_out)(lines, &opening, hints)?;
    Ok((!is_ruled_out).then_some(Recognised {
        kind,
        sure: fit != Fit::SpoiltLine,
    }))
}

/// Whether a line is a comment of a cover, not a row of a grid in a frame.
pub(super) fn is_bar_comment(line: &Line) -> bool {
    let text = line.text[..kept(&line.text)].trim_ascii();
    let are_cells = |byte: u8| is_cell(byte) || is_blank_or_odd(byte);
    let is_row = text.len() > 1 && text.ends_with('|') && text.bytes().all(are_cells);
    text.starts_with('|') && !is_row
}

/// The first two lines that count.
pub(super) struct Opening {
    pub first: String,
    /// Whether the first line was too long to be kept whole.
    pub cut: bool,
    /// Whether the first line looks like a comment: it begins with `#`.
    pub is_comment: bool,
    pub second: Option<String>,
}

impl Opening {
    /// Looks at the next line, which counts, and at the next one after it that does.
    fn ahead(lines: &mut Input, is_comment: bool) -> io::Result<Opening> {
        let (first, cut) = match lines.peek(0)? {
            Some(line) => (line.text.clone(), line.cut),
            None => (String::new(), false),
        };
        let mut opening = Opening {
            first,
            cut,
            is_comment,
            second: None,
        };
        for distance in 1..LINES_AHEAD {
            let Some(line) = lines.peek(distance)? else {
                break;
            };
            let start = Start::of(line);
            // The name of an item may begin with `#` too.
            let is_comment =
                start == Start::Comment && !begins_with_item(&line.text, &opening.first);
            if start != Start::Blank && !is_comment && !is_bar_comment(line) {
                opening.second = Some(line.text.clone());
                break;
            }
        }
        Ok(opening)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::lines::Lines;
    use crate::puzzles::{Cover, Sudoku, Sudominoku};

    fn kind(text: &str) -> Option<&'static Kind> {
        let mut lines = Lines::new(text.as_bytes());
        let kind = recognise(&mut lines, Hints::default()).unwrap();
        let kind = kind.map(|recognised| recognised.kind);
        if kind.is_some() {
            let start = Start::of(lines.peek(0).unwrap().unwrap());
            assert_ne!(start, Start::Blank, "{text}");
        }
        kind
    }

    #[test]
    fn sudokus() {
        let nine = ".........\n".repeat(9);
        let short = nine.replacen('.', "", 1);
        let line = "0".repeat(81);
        for text in [
            &nine,
            &line,
            &format!("# a collection\n\n{line}"),
            "[Puzzle]\n",
            "#ASomeone\n[State]\n",
            "[[0, 3",
            "let board = [",
            "const board =\n[",
            &short,
            &"1 2 3 4 5 6 7 8 9\n".repeat(9),
            &"1 2 3 4 5 6 7 8 9\n4 5 6 7\n".repeat(5),
            &"|53.|.7.|...|\n".repeat(9),
            &"|53?|?7?|???|\n".repeat(9),
            &"|53.|.7.|...|  # a note\n".repeat(9),
            &format!("- `{line}`\n").repeat(2),
            &format!("* `{line}`\n- `{line}`\n"),
            &"A B C D E F G H I J K L M N O P\n".repeat(16),
            &"5".repeat(80),
            &format!("{}a", "5".repeat(80)),
            "ABCDEFGHIJKLMNO\n",
            "12 34\n",
            "10\n",
            "3\n5 6\n",
            &"530 070 000 ".repeat(9),
        ] {
            assert_eq!(kind(text), Some(Sudoku::KIND), "{text}");
        }
    }

    #[test]
    fn sudominokus() {
        for text in [
            "10\n6 B2 1 B3\n",
            "# one\n\n1\n# two\n\n6 B2 1 B3 too much",
            "36\n6 b2",
            "0\n",
            "0\n# nothing\n\n",
        ] {
            assert_eq!(kind(text), Some(Sudominoku::KIND), "{text}");
        }
    }

    #[test]
    fn covers() {
        let numbers = |last: usize| (1..=last).map(|n| format!("{n} ")).collect::<String>();
        for text in [
            "a b c\na b\n",
            "| a comment\n\na b | x y\nb x:red |5\n",
            "| 1 2 | 3 4\na b\nb\n",
            "0:2|a 3|b\n|a comment\n\nb\n",
            "| a\n | exact-cover problem \n1 2 3 4\n1 2 3 4\n1 2 3 4\n1 2 3 4\n",
            "#a b\n#a\nb\n",
            "5|# 1:5|00 01\n# 00\n# 01\n",
            "A B C D\nA B\nC D\n",
            "1 2 3 4\n1 2\n3 4\n",
            &format!("{}\n1 2\n", numbers(45)),
            &format!("{}\n1 2\n", numbers(100)),
            "x1 x2\nx1 x3\n",
            "a b a\na b\n",
            "a\na\n",
            "A B\na b\n",
            "2:3|nurse|night\nnurse night\n",
            "- `a`\n- `a`\n",
            &format!("p0 p1 p2 p3 p4 p5\n{}", "p4 p1 |32\n".repeat(6)),
            &format!("p0 p1 p2 p3 p4 | p5\n{}", "p4 p1 |32\n".repeat(6)),
            &format!("0 1 2 3 4 5\n{}", "4 1 |32\n".repeat(6)),
        ] {
            assert_eq!(kind(text), Some(Cover::KIND), "{text}");
        }
    }

    #[test]
    fn others() {
        for text in [
            "",
            "\n# a comment\n",
            "hello\n",
            "a b\n",
            "a\nb\n",
            "a b\nc d\n",
            "To be, or not\nthat is the question",
            "\u{1}\u{fffd}\u{2}\n",
        ] {
            assert_eq!(kind(text), None, "{text}");
        }
    }
}
