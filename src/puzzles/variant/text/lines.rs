//! Lines of a variant, and the words in them.

use super::Fault;
use crate::problem::Located;
use crate::puzzles::lines::{Line, is_comment};
use crate::puzzles::variant::VariantFault;

/// A line with its number.
#[derive(Clone, Default, Debug)]
pub(super) struct Row {
    pub number: u64,
    pub text: String,
}

/// A word of a line, and the byte where it begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Word<'r> {
    pub start: usize,
    pub text: &'r str,
}

/// The lines of one variant, taken one after the other.
#[derive(Clone)]
pub(super) struct Script<'l> {
    lines: &'l [Line],
}

impl<'l> Script<'l> {
    pub fn new(lines: &'l [Line]) -> Script<'l> {
        Script { lines }
    }

    /// Looks at the next line that is neither blank nor a comment.
    pub fn peek(&mut self) -> Option<Row> {
        while let [line, rest @ ..] = self.lines {
            let text = line.text.trim();
            if !text.is_empty() && !is_comment(text) {
                return Some(row(line));
            }
            self.lines = rest;
        }
        None
    }

    /// Takes the next line that is neither blank nor a comment.
    pub fn next(&mut self) -> Option<Row> {
        let row = self.peek()?;
        self.next_raw();
        Some(row)
    }

    /// Takes the next line, whatever it is.
    pub fn next_raw(&mut self) -> Option<Row> {
        let (line, rest) = self.lines.split_first()?;
        self.lines = rest;
        Some(row(line))
    }
}

fn row(line: &Line) -> Row {
    Row {
        number: line.number,
        text: line.text.trim_end().to_owned(),
    }
}

impl Row {
    /// The words, which blanks and commas separate, up to a comment.
    pub fn words(&self) -> Vec<Word<'_>> {
        let mut words = words(&self.text, |c| c.is_whitespace() || c == ',');
        let comment = words.iter().position(|word| is_comment(word.text));
        words.truncate(comment.unwrap_or(words.len()));
        words
    }

    /// A fault at a word.
    pub fn at(&self, word: Word, fault: VariantFault) -> Fault {
        self.between(word.start, word.start + word.text.len(), fault)
    }

    /// A fault at these bytes.
    pub fn between(&self, start: usize, end: usize, fault: VariantFault) -> Fault {
        Located::new(fault, self.number, &self.text, start, end)
    }

    /// A fault after the last word.
    pub fn at_end(&self, fault: VariantFault) -> Fault {
        self.between(self.text.len(), self.text.len(), fault)
    }
}

/// The parts of a text between these separators.
pub(super) fn words(text: &str, separates: impl Fn(char) -> bool) -> Vec<Word<'_>> {
    let start = text.as_ptr() as usize;
    text.split(separates)
        .filter(|word| !word.is_empty())
        .map(|text| Word {
            start: text.as_ptr() as usize - start,
            text,
        })
        .collect()
}

/// A fault of a whole line.
pub(super) fn whole(row: &Row, fault: VariantFault) -> Fault {
    let start = row.text.len() - row.text.trim_start().len();
    row.between(start, row.text.len(), fault)
}
