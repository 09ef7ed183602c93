//! One line of Knuth's listing: four numbers and the signs between them.
//!
//! ```text
//!     1f: (~12?0x1c:1)  the rest of the line is ignored, as by ZDDREAD
//!     ▲     ▲    ▲  ▲
//!     number, option, lo, hi: hexadecimal except for the option, `0x` before them or not, blanks between them or not
//! ```

use std::ops::Range;

use super::fault::ZddFault;
use crate::problem::quotable;

/// A line, with the places of its numbers in bytes.
#[derive(Debug)]
pub(super) struct Line {
    fields: [(u32, Range<usize>); 4],
}

/// A fault and its place in the line, in bytes.
type Fault = (ZddFault, Range<usize>);

impl Line {
    pub(super) const NUMBER: usize = 0;
    pub(super) const OPTION: usize = 1;
    pub(super) const LO: usize = 2;
    pub(super) const HI: usize = 3;

    /// Reads the line at the start of the text.
    pub(super) fn read(text: &str) -> Result<Line, Fault> {
        let mut cursor = Cursor {
            line: text.lines().next().unwrap_or_default(),
            at: 0,
        };
        let number = cursor.number(16, "the number of a node in hexadecimal digits")?;
        cursor.sign(':', "`:` after the number of the node")?;
        cursor.sign('(', "`(`")?;
        cursor.sign('~', "`~` before the option")?;
        let option = cursor.number(10, "the number of an option in decimal digits")?;
        cursor.sign('?', "`?` after the option")?;
        let lo = cursor.number(16, "the node without the option")?;
        cursor.sign(':', "`:` between the two nodes")?;
        let hi = cursor.number(16, "the node with the option")?;
        cursor.sign(')', "`)`")?;
        Ok(Line {
            fields: [number, option, lo, hi],
        })
    }

    /// Number, option, lo and hi.
    pub(super) fn values(&self) -> [u32; 4] {
        self.fields.each_ref().map(|(value, _)| *value)
    }

    /// The place of a field.
    pub(super) fn place(&self, field: usize) -> Range<usize> {
        self.fields[field].1.clone()
    }
}

struct Cursor<'a> {
    line: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// The rest after the blanks.
    fn rest(&mut self) -> &'a str {
        let rest = self.line[self.at..].trim_start();
        self.at = self.line.len() - rest.len();
        rest
    }

    fn sign(&mut self, sign: char, what: &'static str) -> Result<(), Fault> {
        match self.rest().strip_prefix(sign) {
            Some(_) => {
                self.at += sign.len_utf8();
                Ok(())
            }
            None => Err(self.expected(what)),
        }
    }

    fn number(&mut self, radix: u32, what: &'static str) -> Result<(u32, Range<usize>), Fault> {
        let rest = self.rest();
        let start = self.at;
        let prefix = match radix {
            16 if rest.starts_with("0x") => 2,
            _ => 0,
        };
        let is_digit = |c: char| c.is_digit(radix);
        let digits = &rest[prefix..];
        let digits = &digits[..digits.find(|c| !is_digit(c)).unwrap_or(digits.len())];
        if digits.is_empty() {
            return Err(self.expected(what));
        }
        let place = start..start + prefix + digits.len();
        self.at = place.end;
        match u32::from_str_radix(digits, radix) {
            Ok(number) => Ok((number, place)),
            Err(_) => Err((ZddFault::TooLarge(quotable(digits)), place)),
        }
    }

    fn expected(&mut self, what: &'static str) -> Fault {
        let rest = self.rest();
        let is_in_word = |c: char| c.is_alphanumeric();
        let first = rest.chars().next();
        let len = match first {
            Some(c) if is_in_word(c) => rest.find(|c| !is_in_word(c)).unwrap_or(rest.len()),
            first => first.map_or(0, char::len_utf8),
        };
        let found = quotable(&rest[..len]);
        (ZddFault::Expected { what, found }, self.at..self.at + len)
    }
}
