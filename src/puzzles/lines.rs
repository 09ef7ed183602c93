//! Lines of a stream, numbered, with a look ahead; memory stays bounded whatever comes in.

use std::collections::VecDeque;
use std::io::{self, BufRead};

/// One line of a stream, without its end (`\n` or `\r\n`) and, at the start of the stream, without a byte order mark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Counted from 1.
    pub number: u64,
    /// What stands in it; bytes that are not UTF-8 show as U+FFFD.
    pub text: String,
    /// Whether the line was longer than [`LONGEST`] bytes: `text` is only its beginning.
    pub cut: bool,
}

/// Bytes that are kept of one line; the rest of a longer one is read and dropped.
pub const LONGEST: usize = 16 << 20;

/// Hands out the lines of a stream one by one.
pub struct Lines<R> {
    input: R,
    /// Lines that were looked at but not taken, the next one first.
    ahead: VecDeque<Line>,
    /// Number of lines read so far.
    read: u64,
    /// The bytes of the line being read.
    bytes: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    pub fn new(input: R) -> Self {
        Lines {
            input,
            ahead: VecDeque::new(),
            read: 0,
            bytes: Vec::new(),
        }
    }

    /// Takes the next line; `None` at the end of the stream.
    pub fn take(&mut self) -> io::Result<Option<Line>> {
        match self.ahead.pop_front() {
            Some(line) => Ok(Some(line)),
            None => self.read_line(),
        }
    }

    /// Looks at the line `distance` lines behind the next one (0: the next one) without taking it.
    pub fn peek(&mut self, distance: usize) -> io::Result<Option<&Line>> {
        while self.ahead.len() <= distance {
            match self.read_line()? {
                Some(line) => self.ahead.push_back(line),
                None => return Ok(None),
            }
        }
        Ok(self.ahead.get(distance))
    }

    /// Number of lines read from the stream so far, those looked at included: the last line's number at its end.
    pub fn count(&self) -> u64 {
        self.read
    }

    fn read_line(&mut self) -> io::Result<Option<Line>> {
        self.bytes.clear();
        let mut cut = false;
        let mut started = false;
        loop {
            let buffer = self.input.fill_buf()?;
            if buffer.is_empty() {
                break;
            }
            started = true;
            let newline = buffer.iter().position(|&byte| byte == b'\n');
            let line_part = &buffer[..newline.unwrap_or(buffer.len())];
            let room = LONGEST - self.bytes.len();
            cut |= line_part.len() > room;
            self.bytes
                .extend_from_slice(&line_part[..line_part.len().min(room)]);
            let used = newline.map_or(buffer.len(), |at| at + 1);
            self.input.consume(used);
            if newline.is_some() {
                break;
            }
        }
        if !started {
            return Ok(None);
        }
        self.read += 1;
        let bytes = self.bytes.strip_suffix(b"\r").unwrap_or(&self.bytes);
        let text = String::from_utf8_lossy(bytes);
        let text = if self.read == 1 {
            text.trim_start_matches('\u{feff}')
        } else {
            &text
        };
        Ok(Some(Line {
            number: self.read,
            text: text.to_owned(),
            cut,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_lines_and_the_mark_at_the_start_are_not_part_of_a_line() {
        let mut lines = Lines::new("\u{feff}a\r\nb\n\nc".as_bytes());
        assert_eq!(lines.peek(1).unwrap().unwrap().text, "b");
        let texts: Vec<_> = std::iter::from_fn(|| lines.take().unwrap())
            .map(|line| line.text)
            .collect();
        assert_eq!(texts, ["a", "b", "", "c"]);
        assert_eq!(lines.count(), 4);
    }

    #[test]
    fn a_line_without_end_is_cut() {
        let mut lines = Lines::new(io::BufReader::new(io::Read::take(
            io::repeat(b'5'),
            LONGEST as u64 + 9,
        )));
        let line = lines.take().unwrap().unwrap();
        assert!(line.cut && line.text.len() == LONGEST);
        assert_eq!(lines.take().unwrap(), None);
    }
}
