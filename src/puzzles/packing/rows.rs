//! Words and pictures in the lines of a packing.
//!
//! ```text
//!   piece P x2  xx/xx/x.  # the picture in the line of the piece; after `#` or `//`, a comment
//!   board                   the picture in the rows below, up to the next rule
//!     xxx
//!     x.x
//! ```

use super::fault::PackingFault;
use super::picture::{PictureError, PictureFault, rows_of_line};
use crate::problem::Located;
use crate::puzzles::lines::{Line, is_comment};

pub(super) type Fault = Located<PackingFault>;

/// The words that begin a rule.
pub(super) const RULES: [&str; 6] = [
    "piece",
    "pieces",
    "board",
    "holes",
    "reflections",
    "rotations",
];

/// A word of a line, and the byte where it begins.
#[derive(Clone, Copy)]
pub(super) struct Word<'l> {
    pub(super) line: &'l Line,
    pub(super) start: usize,
    pub(super) text: &'l str,
}

/// A picture: rows of text, each with its line.
pub(super) struct Picture<'l> {
    rows: Vec<(String, &'l Line)>,
    /// The bytes of the line in which the whole picture stands, unless its rows are lines.
    inline: Option<(usize, usize)>,
}

/// What stands below a rule.
pub(super) struct Below<'l> {
    /// The rows of a picture.
    pub(super) rows: Vec<(&'l str, &'l Line)>,
    /// All lines after the rule.
    all: &'l [Line],
}

/// Whether a line says nothing.
pub(super) fn is_between(line: &Line) -> bool {
    let text = line.text.trim();
    text.is_empty() || is_comment(text)
}

/// Whether a text can be a row of a picture.
pub(super) fn is_picture(text: &str) -> bool {
    text.chars()
        .all(|c| "x?.^v".contains(c) || c.is_whitespace())
}

/// The words of a rule, up to a comment. The name of a piece may look like one.
pub(super) fn words(line: &Line) -> Vec<Word<'_>> {
    let start = line.text.as_ptr() as usize;
    let words = line.text.split_whitespace().map(|text| Word {
        line,
        start: text.as_ptr() as usize - start,
        text,
    });
    let mut words = Vec::from_iter(words);
    let named = match words.first() {
        Some(first) if first.text == "piece" => 2,
        _ => 1,
    };
    let comment = words
        .iter()
        .skip(named)
        .position(|word| is_comment(word.text));
    words.truncate(comment.map_or(words.len(), |at| named + at));
    words
}

/// The row of a picture that a line is, if it is one: without a comment after it.
fn row(line: &Line) -> Option<&str> {
    let comments = line.text.match_indices(['#', '/']);
    let mut comments = comments.filter(|&(at, _)| {
        is_comment(&line.text[at..]) && line.text[..at].ends_with(char::is_whitespace)
    });
    let end = comments.next().map_or(line.text.len(), |(at, _)| at);
    Some(line.text[..end].trim_end()).filter(|text| is_picture(text))
}

impl<'l> Below<'l> {
    /// Takes the rows of a picture from the next lines.
    ///
    /// # Errors
    /// If there is a blank line inside the picture.
    pub(super) fn take(lines: &mut &'l [Line]) -> Result<Below<'l>, Fault> {
        let (all, mut rows, mut blank) = (*lines, Vec::new(), None);
        while let Some((line, rest)) = lines.split_first() {
            if !is_between(line) {
                let Some(row) = row(line) else {
                    break;
                };
                if let Some(blank) = blank {
                    let fault = PackingFault::Picture(PictureError::BlankLine);
                    return Err(Located::new(fault, blank, "", 0, 0));
                }
                rows.push((row, line));
            } else if line.text.trim().is_empty() && !rows.is_empty() {
                blank = blank.or(Some(line.number));
            }
            *lines = rest;
        }
        Ok(Below { rows, all })
    }

    /// The first character of the next line, if the line is probably a row of a picture in other characters.
    fn foreign_character(&self) -> Option<Fault> {
        // `#` is a cell in the pictures of other programs.
        let is_drawn = |line: &&Line| {
            let text = line.text.trim();
            !text.is_empty() && text.chars().all(|c| "#.x? ".contains(c))
        };
        let mut lines = self.all.iter();
        let line = lines.find(|line| !is_between(line) || is_drawn(line))?;
        if RULES.contains(&line.text.split_whitespace().next()?) {
            return None;
        }
        let mut characters = line.text.char_indices();
        let (at, found) = characters.find(|&(_, c)| !is_picture(&c.to_string()))?;
        let fault = PackingFault::Picture(PictureError::BadCharacter(found));
        let end = at + found.len_utf8();
        Some(Located::new(fault, line.number, &line.text, at, end))
    }

    /// A fault if there is a picture.
    pub(super) fn surplus(&self, fault: PackingFault) -> Result<(), Fault> {
        match self.rows.first() {
            Some((text, line)) => {
                let start = text.len() - text.trim_start().len();
                Err(Located::new(
                    fault,
                    line.number,
                    &line.text,
                    start,
                    text.len(),
                ))
            }
            None => Ok(()),
        }
    }
}

impl Word<'_> {
    pub(super) fn end(&self) -> usize {
        self.start + self.text.len()
    }

    pub(super) fn fault(&self, fault: PackingFault) -> Fault {
        self.fault_to(self, fault)
    }

    /// A fault from this word to another one of its line.
    pub(super) fn fault_to(&self, last: &Word, fault: PackingFault) -> Fault {
        let Word { line, start, .. } = self;
        Located::new(fault, line.number, &line.text, *start, last.end())
    }

    /// A fault at the end of the line, of which this is the last word.
    pub(super) fn fault_after(&self, fault: PackingFault) -> Fault {
        let (end, line) = (self.end(), self.line);
        Located::new(fault, line.number, &line.text, end, end)
    }
}

pub(super) fn joined(words: &[Word]) -> String {
    Vec::from_iter(words.iter().map(|word| word.text)).join(" ")
}

impl<'l> Picture<'l> {
    /// The picture in the rest of a line, or below it. `before` is the last word before it.
    ///
    /// # Errors
    /// If there is none, or there are two.
    pub(super) fn of(
        before: Word<'l>,
        rest: &[Word<'l>],
        below: Below<'l>,
        what: &'static str,
    ) -> Result<Picture<'l>, Fault> {
        let (Some(first), Some(last)) = (rest.first(), rest.last()) else {
            if below.rows.is_empty() {
                let missing = || before.fault_after(PackingFault::Missing(what));
                return Err(below.foreign_character().unwrap_or_else(missing));
            }
            let rows = below.rows.into_iter();
            return Ok(Picture {
                rows: rows.map(|(row, line)| (row.to_owned(), line)).collect(),
                inline: None,
            });
        };
        below.surplus(PackingFault::Surplus)?;
        let rows = rows_of_line(&joined(rest)).into_iter();
        Ok(Picture {
            rows: rows.map(|row| (row, first.line)).collect(),
            inline: Some((first.start, last.end())),
        })
    }

    pub(super) fn rows(&self) -> Vec<&str> {
        self.rows.iter().map(|(text, _)| text.as_str()).collect()
    }

    /// A fault of the picture, where it stands in the text.
    pub(super) fn fault(&self, (error, row, byte): PictureFault) -> Fault {
        let fault = PackingFault::Picture(error);
        let (text, line) = &self.rows[row.min(self.rows.len() - 1)];
        let (start, end) = self.inline.unwrap_or_else(|| {
            let width = text[byte..].chars().next().map_or(0, char::len_utf8);
            (byte, byte + width)
        });
        Located::new(fault, line.number, &line.text, start, end)
    }
}
