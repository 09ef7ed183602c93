//! Text in UTF-16, as programs for Windows write it.

use std::io::{self, Read};

/// The byte order marks with which it begins: the lower byte first, or the higher one.
pub const MARKS: [[u8; 2]; 2] = [[0xff, 0xfe], [0xfe, 0xff]];

/// The number of bytes that are read at once.
const LENGTH: usize = 1 << 16;

/// An input in UTF-16, read as UTF-8. What is not text becomes U+FFFD.
pub struct Utf16<R> {
    input: R,
    unit: fn([u8; 2]) -> u16,
    /// Bytes that were read and not yet decoded: less than a character.
    rest: Vec<u8>,
    /// The decoded text, and how much of it was handed on.
    text: String,
    taken: usize,
}

impl<R: Read> Utf16<R> {
    /// An input that begins with this one of the [`MARKS`].
    pub fn new(input: R, mark: [u8; 2]) -> Utf16<R> {
        Utf16 {
            input,
            unit: match mark == MARKS[0] {
                true => u16::from_le_bytes,
                false => u16::from_be_bytes,
            },
            rest: Vec::new(),
            text: String::new(),
            taken: 0,
        }
    }

    /// Decodes the next bytes. At the end, there is no text.
    fn decode_next(&mut self) -> io::Result<()> {
        (self.taken, self.text) = (0, String::new());
        while self.text.is_empty() {
            let before = self.rest.len();
            self.rest.resize(before + LENGTH, 0);
            let read = self.input.read(&mut self.rest[before..]);
            self.rest
                .truncate(before + read.as_ref().map_or(0, |&length| length));
            let is_over = read? == 0;
            let (pairs, half) = self.rest.as_chunks();
            let mut units = Vec::from_iter(pairs.iter().map(|&pair| (self.unit)(pair)));
            let mut kept = half.len();
            match units.last() {
                // The second half of a character may be still to come.
                Some(0xd800..0xdc00) if !is_over => {
                    units.pop();
                    kept += 2;
                }
                _ => {}
            }
            let chars = char::decode_utf16(units);
            self.text
                .extend(chars.map(|char| char.unwrap_or(char::REPLACEMENT_CHARACTER)));
            self.rest.drain(..self.rest.len() - kept);
            if is_over {
                if !std::mem::take(&mut self.rest).is_empty() {
                    self.text.push(char::REPLACEMENT_CHARACTER);
                }
                break;
            }
        }
        Ok(())
    }
}

impl<R: Read> Read for Utf16<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.text.len() {
            self.decode_next()?;
        }
        let length = (&self.text.as_bytes()[self.taken..]).read(buffer)?;
        self.taken += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands on a few bytes at a time.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(self.1);
            self.0.read(&mut buffer[..length])
        }
    }

    fn decoded(bytes: &[u8], at_once: usize) -> String {
        let mark = [bytes[0], bytes[1]];
        let mut text = String::new();
        let mut input = Utf16::new(Slow(bytes, at_once), mark);
        input.read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn both_orders_are_read() {
        let text = "\u{feff}4|..\r\n..|2.\n| größer 𝟙𝟚\n";
        let bytes = |order: fn(u16) -> [u8; 2]| Vec::from_iter(text.encode_utf16().flat_map(order));
        for bytes in [bytes(u16::to_le_bytes), bytes(u16::to_be_bytes)] {
            for at_once in [1, 2, 3, 5, LENGTH] {
                assert_eq!(decoded(&bytes, at_once), text, "{at_once}");
            }
        }
    }

    #[test]
    fn what_is_no_text_is_marked() {
        for at_once in [1, 2, LENGTH] {
            let half_of_one = decoded(b"\xff\xfe4\0\x35\xd85\0", at_once);
            assert_eq!(half_of_one, "\u{feff}4\u{fffd}5");
            let cut = decoded(b"\xff\xfe4\0\x35\xd8", at_once);
            assert_eq!(cut, "\u{feff}4\u{fffd}");
            let odd = decoded(b"\xfe\xff\x004\x00", at_once);
            assert_eq!(odd, "\u{feff}4\u{fffd}");
        }
    }
}
