//! Recognising the kind of a stream by its first lines.
//!
//! The first lines that are neither blank nor comments decide, in this order:
//!
//! ```text
//! 1. [Puzzle]   [[0, 3, …   let board = [     a section or an array: Sudoku
//! 2. 10 / 6 B2 1 B3                           a number alone, then a domino: Sudominoku
//! 3. 53..7.... / 6..195... / …                most of N lines have N cells, or the line has N²: Sudoku
//! 4. a b c | x / a b x:red                    names, then a line of those names: a cover
//! 5. 53..7... / …                             digits and dots that fit nothing: a bad Sudoku
//! 6. a b c / a d                              names, then a line with one of them: a bad cover
//! ```
//!
//! Anything else is of no known kind. `docs/format.md` tells the same for users.

use std::collections::HashSet;
use std::io::{self, BufRead};

use super::Kind;
use super::lines::{Line, Lines};
use super::sudoku::{Likeness, Shape, Start, is_cell, likeness};

/// How many lines are looked through for the second one that counts.
const LINES_AHEAD: usize = 150;

/// The fewest characters of a word that is taken for a line of a puzzle though it has letters.
const LONG_WORD: usize = 10;

/// Recognises what comes next, and takes the blank lines and comments before it. `None` if it is of no known kind, or
/// if nothing comes. Looks no further than it must: a puzzle that is one word tells its kind alone.
pub(super) fn recognise<R: BufRead>(
    lines: &mut Lines<R>,
    asked: Option<Shape>,
) -> io::Result<Option<Kind>> {
    while let Some(line) = lines.peek(0)? {
        let start = Start::of(line);
        let is_word = !line.text.trim_ascii().contains([' ', '\t']);
        let is_comment = is_bar_comment(line);
        match start {
            Start::Section { .. } | Start::Array => return Ok(Some(Kind::Sudoku)),
            // What begins with `#` is the item line of a cover if the next line uses its names.
            Start::Comment if Opening::ahead(lines)?.is_cover() => return Ok(Some(Kind::Cover)),
            Start::Cells | Start::Rule if !is_comment => {
                let likeness = likeness(lines, asked)?;
                if is_word && likeness == Likeness::Line {
                    return Ok(Some(Kind::Sudoku));
                }
                return Ok(Opening::ahead(lines)?.kind(likeness));
            }
            _ => {}
        }
        lines.take()?;
    }
    Ok(None)
}

/// Whether a line is a comment of a cover, not a row of a grid in a frame.
fn is_bar_comment(line: &Line) -> bool {
    let text = line.text.trim_ascii();
    let is_row = text.len() > 1 && text.ends_with('|') && text.bytes().all(is_cell);
    text.starts_with('|') && !is_row
}

/// The first two lines that count.
struct Opening {
    first: String,
    /// Whether the first line was too long to be kept whole.
    cut: bool,
    second: Option<String>,
}

impl Opening {
    /// Looks at the next line, which counts, and at the next behind it that does.
    fn ahead<R: BufRead>(lines: &mut Lines<R>) -> io::Result<Opening> {
        let (first, cut) = match lines.peek(0)? {
            Some(line) => (line.text.clone(), line.cut),
            None => (String::new(), false),
        };
        for distance in 1..LINES_AHEAD {
            let Some(line) = lines.peek(distance)? else {
                break;
            };
            let start = Start::of(line);
            if !matches!(start, Start::Blank | Start::Comment) && !is_bar_comment(line) {
                let second = Some(line.text.clone());
                return Ok(Opening { first, cut, second });
            }
        }
        Ok(Opening {
            first,
            cut,
            second: None,
        })
    }

    /// The kind, by the rules behind the first, in their order.
    fn kind(&self, likeness: Likeness) -> Option<Kind> {
        match likeness {
            _ if self.is_sudominoku() => Some(Kind::Sudominoku),
            Likeness::Grid => Some(Kind::Sudoku),
            // Names can have 81 characters together, but no line of a puzzle is followed by one made of its words.
            Likeness::Line if !self.is_cover() => Some(Kind::Sudoku),
            _ if self.is_cover() => Some(Kind::Cover),
            _ if self.is_bad_sudoku() => Some(Kind::Sudoku),
            _ if self.is_bad_cover() => Some(Kind::Cover),
            _ => None,
        }
    }

    /// A number alone, then words that begin with a digit and a letter in turn; or a `0` and nothing more.
    fn is_sudominoku(&self) -> bool {
        let number = self.first.trim_ascii();
        let Some(second) = &self.second else {
            return number == "0";
        };
        let mut words = second
            .split_ascii_whitespace()
            .map(|word| word.as_bytes()[0]);
        number.len() <= 3
            && number.bytes().all(|byte| byte.is_ascii_digit())
            && words.next().is_some_and(|byte| byte.is_ascii_digit())
            && words.next().is_some_and(|byte| byte.is_ascii_alphabetic())
    }

    /// Two or more names, all different, and a second line of those names.
    fn is_cover(&self) -> bool {
        let names: Vec<_> = names(&self.first).collect();
        let distinct: HashSet<_> = names.iter().copied().collect();
        names.len() >= 2
            && names.len() == distinct.len()
            && !self.cut
            && self.second.as_deref().is_some_and(|second| {
                let mut used = uses(second).peekable();
                used.peek().is_some() && used.all(|name| distinct.contains(name))
            })
    }

    /// Two or more names, and a second line that uses one of them: what is wrong with the others, the parser tells.
    fn is_bad_cover(&self) -> bool {
        let names: HashSet<_> = names(&self.first).collect();
        names.len() >= 2
            && self
                .second
                .as_deref()
                .is_some_and(|second| uses(second).any(|name| names.contains(name)))
    }

    /// Digits, dots, blanks and rules only, or one long word that is mostly of these, or all of characters that can be
    /// cells.
    fn is_bad_sudoku(&self) -> bool {
        let text = self.first.trim_ascii();
        let plain = |byte: u8| is_cell(byte) && !byte.is_ascii_alphabetic();
        let plain_bytes = text.bytes().filter(|&byte| plain(byte)).count();
        let is_word = !text.bytes().any(|byte| byte.is_ascii_whitespace());
        plain_bytes == text.len()
            || is_word
                && (plain_bytes * 2 > text.len()
                    || text.len() >= LONG_WORD && text.bytes().all(is_cell))
    }
}

/// The names in an item line: words without the bounds before them.
fn names(line: &str) -> impl Iterator<Item = &str> {
    line.split_whitespace()
        .filter_map(|word| word.rsplit('|').next())
        .filter(|name| !name.is_empty())
}

/// The names in an option's line: words without the colours behind them, but no costs.
fn uses(line: &str) -> impl Iterator<Item = &str> {
    line.split_whitespace()
        .filter(|word| !word.starts_with('|'))
        .filter_map(|word| word.split(':').next())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> Option<Kind> {
        let mut lines = Lines::new(text.as_bytes());
        let kind = recognise(&mut lines, None).unwrap();
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
            &"A B C D E F G H I J K L M N O P\n".repeat(16),
            &"5".repeat(80),
            &format!("{}a", "5".repeat(80)),
            "ABCDEFGHIJKLMNO\n",
            "12 34\n",
            "10\n",
            "3\n5 6\n",
            &"530 070 000 ".repeat(9),
        ] {
            assert_eq!(kind(text), Some(Kind::Sudoku), "{text}");
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
            assert_eq!(kind(text), Some(Kind::Sudominoku), "{text}");
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
            "#a b\n#a\nb\n",
            "A B C D\nA B\nC D\n",
            "1 2 3 4\n1 2\n3 4\n",
            &format!("{}\n1 2\n", numbers(45)),
            &format!("{}\n1 2\n", numbers(100)),
            "x1 x2\nx1 x3\n",
            "a b a\na b\n",
        ] {
            assert_eq!(kind(text), Some(Kind::Cover), "{text}");
        }
    }

    #[test]
    fn others() {
        for text in [
            "",
            "\n# a comment\n",
            "hello\n",
            "a b\n",
            "a\na\n",
            "a b\nc d\n",
            "To be, or not\nthat is the question",
            "\u{1}\u{fffd}\u{2}\n",
            "{\"a\": 1}",
        ] {
            assert_eq!(kind(text), None, "{text}");
        }
    }
}
