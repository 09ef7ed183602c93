//! A fault in a text, with its place.

use std::error::Error;
use std::fmt;

use unicode_width::UnicodeWidthChar;

/// How much of a faulty line a message shows, in characters.
const SHOWN: usize = 72;
/// How much of a word a message quotes, in characters.
const QUOTED: usize = 40;

/// A fault `F` with its place in a text. The errors of every parser in this crate have this form.
///
/// Printed, it reads `line:column: what is wrong`, and below it the line with the place marked:
///
/// ```text
/// 3:5: unknown item `q9`: did you mean `q8`?
///   | q1 r2 q9
///   |       ^^
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Located<F> {
    /// The line, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1.
    pub column: u64,
    /// The number of wrong characters; 0 if something is missing there.
    pub width: u64,
    /// The line; of a long one, a piece around the fault, with `…` where it was cut.
    shown: String,
    /// How far the fault is from the start of `shown`, in characters.
    offset: usize,
    /// What is wrong.
    pub fault: F,
}

impl<F> Located<F> {
    /// The fault at bytes `start..end` of `text`, which is line number `line` (from 1).
    ///
    /// The range may extend past the end of the text. It is clipped to the text and to whole characters.
    pub fn new(fault: F, line: u64, text: &str, start: usize, end: usize) -> Self {
        let start = floor_char(text, start);
        let end = floor_char(text, end.max(start));
        let before = text[..start].chars().count();
        let skipped = before.saturating_sub(SHOWN / 2);
        let mark = if skipped > 0 { "…" } else { "" };
        let mut piece = text.chars().skip(skipped).map(printable);
        let mut shown = String::from(mark);
        shown.extend(piece.by_ref().take(SHOWN));
        if piece.next().is_some() {
            shown.push('…');
        }
        Located {
            line,
            column: before as u64 + 1,
            width: text[start..end].chars().count() as u64,
            shown,
            offset: before - skipped + mark.chars().count(),
            fault,
        }
    }

    /// The line as messages show it: of a long one, a piece around the fault, with `…` where it was cut.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// The same place with another fault.
    pub fn map<G>(self, change: impl FnOnce(F) -> G) -> Located<G> {
        let Located {
            line,
            column,
            width,
            shown,
            offset,
            fault,
        } = self;
        Located {
            line,
            column,
            width,
            shown,
            offset,
            fault: change(fault),
        }
    }
}

/// The last boundary between characters of `text` at or before byte `at`.
fn floor_char(text: &str, at: usize) -> usize {
    (0..=at.min(text.len()))
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0)
}

/// A word as a message quotes it: without control characters, and only the beginning of a long one, followed by `…`.
pub(crate) fn quotable(word: &str) -> String {
    let mut chars = word.chars().map(printable);
    let mut shown: String = chars.by_ref().take(QUOTED).collect();
    if chars.next().is_some() {
        shown.push('…');
    }
    shown
}

/// Control characters could confuse a terminal. A tab becomes a blank, any other the replacement character.
fn printable(c: char) -> char {
    match c {
        '\t' => ' ',
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    }
}

/// The columns of a terminal that these characters take: two each for Hangul and other wide ones.
fn columns(chars: impl Iterator<Item = char>) -> usize {
    chars.filter_map(UnicodeWidthChar::width).sum()
}

impl<F: fmt::Display> fmt::Display for Located<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.fault)?;
        if self.shown.trim().is_empty() {
            return Ok(());
        }
        let mut chars = self.shown.trim_end_matches('…').chars();
        let blanks = columns(chars.by_ref().take(self.offset));
        let carets = columns(chars.take(self.width as usize)).max(1);
        write!(
            f,
            "\n  | {}\n  | {:blanks$}{:^<carets$}",
            self.shown.trim_end(),
            "",
            ""
        )
    }
}

impl<F: fmt::Debug + fmt::Display> Error for Located<F> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_are_as_wide_as_what_they_mark() {
        let located = Located::new("no such item", 2, "가 나다 b", 4, 10);
        assert_eq!((located.column, located.width), (3, 2));
        assert_eq!(
            located.to_string(),
            "2:3: no such item\n  | 가 나다 b\n  |    ^^^^"
        );
    }

    #[test]
    fn a_quoted_word_is_short_and_harmless() {
        let whole = "é".repeat(QUOTED);
        assert_eq!(quotable(&whole), whole);
        assert_eq!(quotable(&format!("{whole}é")), format!("{whole}…"));
        assert_eq!(quotable("a\u{1b}[1m\tb"), "a\u{fffd}[1m b");
    }
}
