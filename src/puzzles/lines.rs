//! Numbered lines of a stream, with look-ahead and bounded memory.
//!
//! ```text
//! stream "53..7\r\n\n6..1\n"     take ▶ 1 "53..7"     peek(0) ▶ 2 ""     peek(1) ▶ 3 "6..1"
//! ```

use std::collections::VecDeque;
use std::io::{self, BufRead};

/// One line of a stream, without its end (`\n` or `\r\n`) and without a byte order mark before it. A no-break space is a space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Counted from 1.
    pub number: u64,
    /// Its text; bytes that are not UTF-8 show as U+FFFD.
    pub text: String,
    /// Whether the line was longer than [`LONGEST`] bytes: `text` is only its beginning.
    pub cut: bool,
    /// Whether it is between or before the rows of a puzzle, and belongs only to the layout.
    pub is_between: bool,
}

impl Line {
    /// The lines of a text.
    pub fn all(text: &str) -> Vec<Line> {
        let line = |(text, number): (&str, u64)| Line {
            number,
            text: text.into(),
            cut: false,
            is_between: false,
        };
        text.lines().zip(1..).map(line).collect()
    }
}

/// Whether a text begins as the comments of packings and variants do.
pub fn is_comment(text: &str) -> bool {
    text.starts_with('#') || text.starts_with("//")
}

/// Bytes that are kept of one line; the rest of a longer one is read and dropped.
pub const LONGEST: usize = 16 << 20;

/// Bytes of a line that are dropped at once.
const PIECE: usize = 1 << 16;

/// Bytes that are kept of a line that is not text.
const SHOWN: usize = 72;

/// Hands out the lines of a stream one by one.
pub struct Lines<R: ?Sized> {
    /// Lines that were examined but not taken, the next one first.
    ahead: VecDeque<Line>,
    read: u64,
    /// The number of bytes known to be left in the input's buffer: looking at them needs no read.
    held: usize,
    /// The number of the line with a byte that no text contains: there the stream ends, and its beginning.
    not_text: Option<(u64, String)>,
    /// Why reading on failed while looking ahead: the stream ends early after the lines that were examined.
    broken: Option<io::Error>,
    /// The rest of the last line that was read is still in the input, as it is longer than [`LONGEST`]: here is the beginning of
    /// a character at the place where it is cut.
    rest: Option<Vec<u8>>,
    input: R,
}

/// The lines of any stream.
pub type Input<'a> = Lines<dyn BufRead + 'a>;

impl<R: BufRead> Lines<R> {
    pub fn new(input: R) -> Self {
        Lines {
            ahead: VecDeque::new(),
            read: 0,
            held: 0,
            not_text: None,
            broken: None,
            rest: None,
            input,
        }
    }
}

impl<R: BufRead + ?Sized> Lines<R> {
    /// Takes the next line; `None` at the end of the stream.
    pub fn take(&mut self) -> io::Result<Option<Line>> {
        match self.ahead.pop_front() {
            Some(line) => Ok(Some(line)),
            None => self.read_line(),
        }
    }

    /// Looks at the line `distance` lines after the next one (0: the next one) without taking it.
    ///
    /// If reading fails after lines that were examined, these come first, as if the stream ended there, and the error
    /// after them. Only an error that the time is over comes at once. Nothing is seen after a line that is cut.
    pub fn peek(&mut self, distance: usize) -> io::Result<Option<&Line>> {
        while self.ahead.len() <= distance {
            if (self.broken.is_some() || self.rest.is_some()) && !self.ahead.is_empty() {
                return Ok(None);
            }
            match self.read_line() {
                Ok(Some(line)) => self.ahead.push_back(line),
                Ok(None) => return Ok(None),
                Err(error) if self.ahead.is_empty() || is_late(&error) => return Err(error),
                Err(error) => self.broken = Some(error),
            }
        }
        Ok(self.ahead.get(distance))
    }

    /// Notes that a line that was examined only belongs to the layout of a puzzle.
    pub fn set_between(&mut self, distance: usize) {
        if let Some(line) = self.ahead.get_mut(distance) {
            line.is_between = true;
        }
    }

    /// Looks at the next line if it can be read; an error is still to come.
    pub fn look(&mut self) -> Option<&Line> {
        self.peek_or_keep();
        self.ahead.front()
    }

    /// Whether the stream has ended, and not because reading failed: such an error is still to come.
    pub fn is_over(&mut self) -> bool {
        self.peek_or_keep() && self.ahead.is_empty()
    }

    /// Looks at the next line, and keeps an error; whether there was none.
    fn peek_or_keep(&mut self) -> bool {
        let Err(error) = self.peek(0) else {
            return true;
        };
        self.broken = (!is_late(&error)).then_some(error);
        false
    }

    /// The error with which the stream ends, if all lines before it were taken.
    pub fn take_error(&mut self) -> Option<io::Error> {
        match self.ahead.is_empty() {
            true => self.broken.take(),
            false => None,
        }
    }

    /// Whether a line that is not blank was examined and not taken.
    pub fn looks_ahead(&self) -> bool {
        let mut ahead = self.ahead.iter();
        ahead.any(|line| !line.text.trim_ascii().is_empty())
    }

    /// Number of lines read from the stream so far, those examined included: the last line's number at its end.
    pub fn count(&self) -> u64 {
        self.read
    }

    /// Number of lines taken so far.
    pub fn taken(&self) -> u64 {
        self.read - self.ahead.len() as u64
    }

    /// The first line of those examined that was not kept whole.
    pub fn first_cut(&self) -> Option<&Line> {
        self.ahead.iter().find(|line| line.cut)
    }

    /// The line with a NUL byte, and its text up to that byte: the stream ends there.
    pub fn not_text(&self) -> Option<&(u64, String)> {
        self.not_text.as_ref()
    }

    /// Takes the bytes of the next line, however long it is, into `bytes`; `false` at the end of the stream. A line that
    /// was examined has U+FFFD for bytes that are not UTF-8.
    pub fn take_bytes(&mut self, bytes: &mut Vec<u8>) -> io::Result<bool> {
        bytes.clear();
        let Some(line) = self.ahead.pop_front() else {
            return Ok(self.read_bytes(bytes, usize::MAX)?.is_some());
        };
        bytes.extend_from_slice(line.text.as_bytes());
        // Nothing was examined after a line that is cut.
        if let Some(rest) = self.rest.take_if(|_| line.cut) {
            bytes.extend_from_slice(&rest);
            if self.append(bytes, usize::MAX, self.read)?.is_none() {
                return Ok(false);
            }
            trim_return(bytes);
        }
        Ok(true)
    }

    /// The bytes that the input holds in its buffer, as far as is known without reading, if they begin with the next
    /// line.
    pub fn held(&mut self) -> io::Result<&[u8]> {
        if self.held == 0 || !self.ahead.is_empty() || self.rest.is_some() {
            return Ok(&[]);
        }
        let buffer = self.input.fill_buf()?;
        self.held = buffer.len();
        Ok(buffer)
    }

    /// Takes the next line, which is the first `length` bytes of [`held`](Self::held), including its end. Returns its number.
    pub fn take_held(&mut self, length: usize) -> u64 {
        self.consume(length);
        self.read += 1;
        self.read
    }

    /// Fails if the input has failed by now, for example because its time is over: to be called within a line that takes long.
    pub fn poll(&mut self) -> io::Result<()> {
        self.input.read(&mut []).map(|_| ())
    }

    /// Takes bytes from the input's buffer, which holds at least `length`.
    fn consume(&mut self, length: usize) {
        self.held -= length;
        self.input.consume(length);
    }

    fn read_line(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let Some(cut) = self.read_bytes(&mut bytes, LONGEST)? else {
            return Ok(None);
        };
        if cut {
            self.rest = Some(bytes.split_off(whole_characters(&bytes)));
        }
        let text = String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        let text = match text.contains('\u{a0}') {
            true => text.replace('\u{a0}', " "),
            false => text,
        };
        Ok(Some(Line {
            number: self.read,
            text,
            cut,
            is_between: false,
        }))
    }

    /// Reads a line and appends its first bytes, `most` of them at most; whether there are more. `None` at the end of the
    /// stream.
    fn read_bytes(&mut self, bytes: &mut Vec<u8>, most: usize) -> io::Result<Option<bool>> {
        if let Some(error) = self.broken.take() {
            return Err(error);
        }
        if self.rest.take().is_some() {
            self.skip_rest()?;
        }
        if self.not_text.is_some() {
            return Ok(None);
        }
        let Some(End { cut, ended }) = self.append(bytes, most, self.read + 1)? else {
            return Ok(None);
        };
        if bytes.is_empty() && !ended {
            return Ok(None);
        }
        if !cut {
            trim_return(bytes);
        }
        self.read += 1;
        if bytes.starts_with("\u{feff}".as_bytes()) {
            bytes.drain(..'\u{feff}'.len_utf8());
        }
        Ok(Some(cut))
    }

    /// Drops the rest of a line that is cut.
    fn skip_rest(&mut self) -> io::Result<()> {
        let mut part = Vec::new();
        while let Some(End { cut: true, .. }) = self.append(&mut part, PIECE, self.read)? {
            part.clear();
        }
        Ok(())
    }

    /// Appends bytes up to the end of the line, or until there are `most`. `None` if a byte of line `number` is none of a text.
    fn append(&mut self, bytes: &mut Vec<u8>, most: usize, number: u64) -> io::Result<Option<End>> {
        let (mut cut, mut ended) = (false, false);
        while !ended && !cut {
            let buffer = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            let Some(&next) = buffer.first() else { break };
            if bytes.last() == Some(&b'\r') && !b"\r\n".contains(&next) {
                bytes.pop();
                ended = true;
                break;
            }
            let end = line_end(buffer);
            let part = &buffer[..end.unwrap_or(buffer.len())];
            let kept = part.len().min(most - bytes.len());
            let part = &part[..kept];
            if let Some(nul) = part.iter().position(|&byte| byte == 0) {
                let shown = nul.min(SHOWN.saturating_sub(bytes.len()));
                bytes.extend_from_slice(&part[..shown]);
                let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(SHOWN)]);
                self.not_text = Some((number, shown.into_owned() + "\0"));
                return Ok(None);
            }
            bytes.extend_from_slice(part);
            cut = kept < end.unwrap_or(buffer.len());
            ended = end.is_some() && !cut;
            self.held = buffer.len();
            self.consume(kept + usize::from(ended));
        }
        Ok(Some(End { cut, ended }))
    }
}

/// Where the line ends in these bytes: at a line feed, or at a carriage return that another character follows.
#[inline]
fn line_end(bytes: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        // One comparison finds both, and few other bytes.
        let found = bytes[from..].iter().position(|&byte| byte <= b'\r')?;
        let at = from + found;
        let is_end = match bytes[at] {
            b'\n' => true,
            b'\r' => matches!(bytes.get(at + 1), Some(next) if !b"\r\n".contains(next)),
            _ => false,
        };
        if is_end {
            return Some(at);
        }
        from = at + 1;
    }
}

/// Where reading a line came to its end.
struct End {
    /// The line is longer than was asked for.
    cut: bool,
    ended: bool,
}

/// Takes away the carriage return with which a line ends.
fn trim_return(bytes: &mut Vec<u8>) {
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
}

/// The number of bytes without the last character if it is cut in the middle.
fn whole_characters(bytes: &[u8]) -> usize {
    let last = bytes.len().saturating_sub(3);
    let start = bytes[last..].iter().rposition(|&byte| byte >= 0xC0);
    match start.map(|start| last + start) {
        Some(start) if str::from_utf8(&bytes[start..]).is_err() => start,
        _ => bytes.len(),
    }
}

/// Whether this error says that the time for reading is over.
fn is_late(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::TimedOut
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn lines_of(text: &str) -> Lines<&[u8]> {
        Lines::new(text.as_bytes())
    }

    /// Wherever the buffer ends.
    #[test]
    fn a_carriage_return_alone_ends_a_line() {
        let text = b"a\rbc\r\rd\r\ne\r\r\nf\r";
        for length in 1..=text.len() {
            let mut lines = Lines::new(io::BufReader::with_capacity(length, &text[..]));
            let texts: Vec<_> = std::iter::from_fn(|| lines.take().unwrap())
                .map(|line| line.text)
                .collect();
            assert_eq!(texts, ["a", "bc", "d", "e\r", "f"], "{length}");
            assert_eq!(lines.count(), 5);
        }
    }

    #[test]
    fn ends_of_lines_and_the_mark_at_the_start_of_a_file_are_not_part_of_a_line() {
        let mut lines = lines_of("\u{feff}a\r\nb\n\n\u{feff}c");
        assert_eq!(lines.peek(1).unwrap().unwrap().text, "b");
        let texts: Vec<_> = std::iter::from_fn(|| lines.take().unwrap())
            .map(|line| line.text)
            .collect();
        assert_eq!(texts, ["a", "b", "", "c"], "the second file of several");
        assert_eq!(lines.count(), 4);
    }

    #[test]
    fn a_line_without_end_is_cut() {
        for (extra, cut) in [(0, false), (9, true)] {
            let input = io::repeat(b'5').take(LONGEST as u64 + extra);
            let mut lines = Lines::new(io::BufReader::new(input.chain("\n7".as_bytes())));
            let line = lines.take().unwrap().unwrap();
            assert_eq!((line.cut, line.text.len()), (cut, LONGEST));
            assert_eq!(lines.take().unwrap().unwrap().text, "7");
            assert_eq!(lines.take().unwrap(), None);
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_shown_as_such() {
        let mut lines = Lines::new(&b"5\xff3\n"[..]);
        assert_eq!(lines.take().unwrap().unwrap().text, "5\u{fffd}3");
    }

    #[test]
    fn a_line_is_cut_wherever_the_buffer_ends() {
        for size in 1..9 {
            let input = io::BufReader::with_capacity(size, "ab\r\n\ncde\r\nf".as_bytes());
            let mut lines = Lines::new(input);
            let texts: Vec<_> = std::iter::from_fn(|| lines.take().unwrap())
                .map(|line| line.text)
                .collect();
            assert_eq!(texts, ["ab", "", "cde", "f"], "{size}");
        }
    }

    /// What is held begins with the next line, and looking at it reads nothing.
    #[test]
    fn bytes_are_held_after_a_line_that_was_read() {
        let mut lines = Lines::new(io::BufReader::with_capacity(4, "a\nb\nc\nd".as_bytes()));
        assert_eq!(lines.held().unwrap(), b"");
        assert_eq!(lines.take().unwrap().unwrap().text, "a");
        assert_eq!(lines.held().unwrap(), b"b\n");
        assert_eq!(lines.take_held(2), 2);
        assert_eq!(lines.held().unwrap(), b"", "the rest is still to be read");
        assert_eq!(lines.peek(0).unwrap().unwrap().text, "c");
        assert_eq!(lines.held().unwrap(), b"", "a line was looked at");
        assert_eq!(lines.take().unwrap().unwrap().number, 3);
        assert_eq!(lines.held().unwrap(), b"d");
        assert_eq!((lines.count(), lines.taken()), (3, 3));
    }

    #[test]
    fn bytes_are_those_of_the_lines_that_were_looked_at_and_then_of_the_others() {
        let mut lines = lines_of("a\nb\nc\r\nd\r\n\ne");
        lines.take().unwrap();
        lines.peek(1).unwrap();
        let mut bytes = Vec::new();
        for expected in ["b", "c", "d", "", "e"] {
            assert!(lines.take_bytes(&mut bytes).unwrap());
            assert_eq!(bytes, expected.as_bytes());
        }
        assert!(!lines.take_bytes(&mut bytes).unwrap());
        assert_eq!((lines.count(), lines.taken()), (6, 6));
    }

    #[test]
    fn a_nul_byte_ends_the_stream() {
        let mut lines = Lines::new(&b"ab\nc\xffd\0e\nf\n"[..]);
        assert_eq!(lines.take().unwrap().unwrap().text, "ab");
        assert_eq!(lines.not_text(), None);
        assert_eq!(lines.take().unwrap(), None);
        assert_eq!(lines.not_text(), Some(&(2, "c\u{fffd}d\0".to_owned())));
        assert_eq!(lines.take().unwrap(), None);
        let mut endless = Lines::new(io::BufReader::new(io::repeat(0)));
        assert_eq!(endless.take().unwrap(), None);
    }

    /// A line that is cut is whole once its bytes are taken, wherever a character stands at the cut.
    #[test]
    fn bytes_of_a_line_that_was_looked_at_are_not_cut() {
        for before in 0..4 {
            let text = ["a".repeat(before), "é€".repeat(LONGEST / 5 + 9)].concat();
            let mut lines = Lines::new(io::BufReader::new(text.as_bytes().chain(&b"\r\nb\nc"[..])));
            let seen = lines.peek(0).unwrap().unwrap();
            assert!(seen.cut && text.starts_with(&seen.text), "{before}");
            assert_eq!(
                lines.peek(1).unwrap(),
                None,
                "what comes after it is not known"
            );
            let mut bytes = Vec::new();
            assert!(lines.take_bytes(&mut bytes).unwrap());
            assert!(bytes == text.as_bytes(), "{before}");
            assert_eq!(lines.take().unwrap().unwrap().text, "b");
            assert_eq!((lines.count(), lines.taken()), (2, 2));
            let mut lines = Lines::new(io::BufReader::new(text.as_bytes().chain(&b"\nb"[..])));
            lines.peek(0).unwrap();
            assert!(lines.take().unwrap().unwrap().cut);
            assert_eq!(lines.take().unwrap().unwrap().number, 2);
        }
    }

    #[test]
    fn bytes_of_a_line_are_not_cut() {
        let input = io::repeat(b'5').take(LONGEST as u64 + 9);
        let mut lines = Lines::new(io::BufReader::new(input));
        let mut bytes = Vec::new();
        assert!(lines.take_bytes(&mut bytes).unwrap());
        assert_eq!(bytes.len(), LONGEST + 9);
    }

    /// A stream that fails after its text.
    struct Failing(io::ErrorKind);

    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(self.0.into())
        }
    }

    #[test]
    fn lines_that_were_looked_at_come_before_an_error() {
        let failing = |kind| {
            let input = "a\nb\nc".as_bytes().chain(Failing(kind));
            Lines::new(io::BufReader::new(input))
        };
        let mut lines = failing(io::ErrorKind::UnexpectedEof);
        assert_eq!(lines.peek(5).unwrap(), None);
        assert_eq!(lines.peek(1).unwrap().unwrap().text, "b");
        assert!(lines.take_error().is_none(), "`a` comes first");
        for expected in ["a", "b"] {
            assert!(!lines.is_over());
            assert_eq!(lines.take().unwrap().unwrap().text, expected);
        }
        assert!(!lines.is_over());
        let error = lines.take().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        let mut late = failing(io::ErrorKind::TimedOut);
        let error = late.peek(5).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }
}
