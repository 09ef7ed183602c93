//! Reading JSON piece by piece, without a tree of values.

use std::borrow::Cow;
use std::ops::Range;

use crate::formats::FormatFault;
use crate::formats::place::{expected, fault};
use crate::problem::{Located, quotable};

type Result<T> = std::result::Result<T, Located<FormatFault>>;

/// The maximum nesting of values.
const DEEPEST: usize = 64;

/// A text, and how far it was read.
#[derive(Clone)]
pub(super) struct Scan<'t> {
    pub text: &'t str,
    pub at: usize,
}

impl<'t> Scan<'t> {
    pub fn new(text: &'t str) -> Scan<'t> {
        Scan { text, at: 0 }
    }

    /// The next byte that is not blank; 0 at the end.
    pub fn peek(&mut self) -> u8 {
        let bytes = self.text.as_bytes();
        while matches!(bytes.get(self.at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
        bytes.get(self.at).copied().unwrap_or(0)
    }

    /// Takes this byte, if it is the next that is not blank.
    pub fn takes(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == byte && self.at < self.text.len();
        self.at += usize::from(is_next);
        is_next
    }

    /// The next word, for a message.
    fn word(&mut self) -> Range<usize> {
        self.peek();
        let rest = &self.text[self.at..];
        let is_part = |c: char| c.is_alphanumeric() || "_.+-".contains(c);
        let length = match rest.chars().next() {
            None => return self.text.trim_end().len()..self.text.trim_end().len(),
            Some('"') => rest[1..]
                .find(['"', '\n'])
                .map_or(rest.len(), |end| end + 2),
            Some(first) if is_part(first) => rest.find(|c: char| !is_part(c)).unwrap_or(rest.len()),
            Some(first) => first.len_utf8(),
        };
        self.at..self.at + length
    }

    pub fn expected(&mut self, what: &'static str) -> Located<FormatFault> {
        let word = self.word();
        expected(self.text, word, what)
    }

    pub fn expect(&mut self, byte: u8, what: &'static str) -> Result<()> {
        match self.takes(byte) {
            true => Ok(()),
            false => Err(self.expected(what)),
        }
    }

    /// After a value in a list that ends with this byte: whether another one follows.
    pub fn goes_on(&mut self, end: u8) -> Result<bool> {
        if self.takes(end) {
            return Ok(false);
        }
        let what = match end {
            b']' => "`,` or `]`",
            _ => "`,` or `}`",
        };
        self.expect(b',', what)?;
        Ok(true)
    }

    /// Takes a string, and returns its place.
    pub fn string(&mut self, what: &'static str) -> Result<(Cow<'t, str>, Range<usize>)> {
        if self.peek() != b'"' {
            return Err(self.expected(what));
        }
        let start = self.at;
        let mut text = Cow::Borrowed("");
        let mut from = start + 1;
        loop {
            let rest = &self.text.as_bytes()[from..];
            let end = rest
                .iter()
                .position(|&b| b == b'"' || b == b'\\' || b < b' ');
            let Some(length) = end.filter(|&end| rest[end] >= b' ') else {
                self.at = from + end.unwrap_or(rest.len());
                let what = "`\"` at the end of the string, in the same line";
                return Err(fault(
                    self.text,
                    start..self.at,
                    FormatFault::expected(Some(quotable(&self.text[start..self.at])), what),
                ));
            };
            let piece = &self.text[from..from + length];
            match &mut text {
                Cow::Borrowed("") => text = Cow::Borrowed(piece),
                text => text.to_mut().push_str(piece),
            }
            self.at = from + length + 1;
            if rest[length] == b'"' {
                return Ok((text, start..self.at));
            }
            text.to_mut().push(self.escaped()?);
            from = self.at;
        }
    }

    /// The character after a backslash.
    fn escaped(&mut self) -> Result<char> {
        let start = self.at - 1;
        let kind = self.text[self.at..].chars().next();
        self.at += kind.map_or(0, char::len_utf8);
        let plain = match kind {
            Some('n') => Some('\n'),
            Some('t') => Some('\t'),
            Some('r') => Some('\r'),
            Some('b') => Some('\u{8}'),
            Some('f') => Some('\u{c}'),
            Some('u') => self.unicode(),
            Some(same @ ('"' | '\\' | '/')) => Some(same),
            _ => None,
        };
        plain.ok_or_else(|| {
            let end = self.at.max(start + 1);
            expected(
                self.text,
                start..end,
                "an escape such as `\\n` or `\\u00e9`",
            )
        })
    }

    /// The character whose number follows, perhaps in two halves.
    fn unicode(&mut self) -> Option<char> {
        let first = self.hex()?;
        if !(0xd800..0xdc00).contains(&first) {
            return char::from_u32(first);
        }
        if !self.text[self.at..].starts_with("\\u") {
            return None;
        }
        self.at += 2;
        let second = self
            .hex()?
            .checked_sub(0xdc00)
            .filter(|&half| half < 0x400)?;
        char::from_u32(0x10000 + ((first - 0xd800) << 10) + second)
    }

    fn hex(&mut self) -> Option<u32> {
        let digits = self.text.get(self.at..self.at + 4)?;
        let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        self.at += 4;
        u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)
    }

    /// Takes a whole number.
    pub fn number(&mut self, what: &'static str) -> Result<(u64, Range<usize>)> {
        let word = self.word();
        let text = &self.text[word.clone()];
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse() {
            Ok(number) if is_number => {
                self.at = word.end;
                Ok((number, word))
            }
            _ => Err(self.expected(what)),
        }
    }

    /// Takes any value.
    pub fn skip(&mut self) -> Result<()> {
        let mut open = Vec::new();
        loop {
            match self.peek() {
                b'{' | b'[' if open.len() == DEEPEST => {
                    return Err(self.expected("at most 64 nested brackets"));
                }
                bracket @ (b'{' | b'[') => {
                    self.at += 1;
                    open.push(bracket + 2);
                    if self.takes(bracket + 2) {
                        open.pop();
                    } else {
                        self.key_if(bracket == b'{')?;
                        continue;
                    }
                }
                b'"' => drop(self.string("a string")?),
                b'-' | b'0'..=b'9' | b'a'..=b'z' => self.at = self.word().end,
                _ => return Err(self.expected("a value")),
            }
            loop {
                let Some(&end) = open.last() else {
                    return Ok(());
                };
                if self.goes_on(end)? {
                    self.key_if(end == b'}')?;
                    break;
                }
                open.pop();
            }
        }
    }

    fn key_if(&mut self, is_object: bool) -> Result<()> {
        match is_object {
            true => self.key().map(drop),
            false => Ok(()),
        }
    }

    /// Takes the name of a field, and the colon after it.
    pub fn key(&mut self) -> Result<(Cow<'t, str>, Range<usize>)> {
        let key = self.string("the name of a field")?;
        self.expect(b':', "`:` after the name of a field")?;
        Ok(key)
    }
}
