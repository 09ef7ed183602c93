//! The compression of LZ-string, in base 64: a dictionary of pieces of text, which grows in the same way when packing
//! and when unpacking.
//!
//! ```text
//!   number    0 a new character of 8 bits   1 one of 16 bits   2 the end   3, 4, … a piece of the dictionary
//! ```
//!
//! Numbers are written with as many bits as the dictionary needs, the lowest bit first. After each piece, the dictionary gets that
//! piece with the next character. Characters are units of UTF-16. Source of the format: the library lz-string by pieroxy.

use std::collections::{HashMap, HashSet};

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The number that a character in base 64 stands for.
pub(super) fn digit(byte: u8) -> Option<u8> {
    let number = DIGITS.iter().position(|&digit| digit == byte);
    number.map(|number| number as u8)
}

/// Bits of a character in base 64.
const BITS: u32 = 6;

/// The most characters that are unpacked.
const MOST: usize = 1 << 24;

const NEW_BYTE: usize = 0;
const NEW_WIDE: usize = 1;
const END: usize = 2;
const FIRST: usize = 3;

/// How many bits a number has. It grows after a number of entries that doubles each time.
struct Width {
    bits: u32,
    left: usize,
}

impl Width {
    fn count(&mut self) {
        self.left -= 1;
        if self.left == 0 {
            self.left = 1 << self.bits;
            self.bits += 1;
        }
    }
}

/// Bits of a text in base 64, the highest bit of each character first.
struct Bits<'t> {
    digits: std::slice::Iter<'t, u8>,
    digit: u8,
    left: u32,
}

impl Bits<'_> {
    /// The next number; `None` at the end of the text.
    fn number(&mut self, bits: u32) -> Option<usize> {
        let mut number = 0;
        for place in 0..bits {
            if self.left == 0 {
                let next = self.digits.next()?;
                self.digit = digit(*next)?;
                self.left = BITS;
            }
            self.left -= 1;
            number |= usize::from(self.digit >> self.left & 1) << place;
        }
        Some(number)
    }
}

/// The text that was packed; `None` if this is no packed text.
pub(super) fn unpacked(data: &str) -> Option<String> {
    let data = data.trim_end_matches('=');
    let mut bits = Bits {
        digits: data.as_bytes().iter(),
        digit: 0,
        left: 0,
    };
    let mut width = Width { bits: 2, left: 4 };
    // Pieces of the text so far: where each begins, and its length.
    let mut pieces: Vec<(usize, usize)> = vec![(0, 0); FIRST];
    let mut text: Vec<u16> = Vec::new();
    let mut last: Option<(usize, usize)> = None;
    loop {
        let mut number = bits.number(width.bits)?;
        let new = match number {
            NEW_BYTE => Some(bits.number(8)?),
            NEW_WIDE => Some(bits.number(16)?),
            END => return String::from_utf16(&text).ok(),
            _ => None,
        };
        let start = text.len();
        if let Some(unit) = new {
            number = pieces.len();
            pieces.push((start, 1));
            text.push(unit as u16);
            if last.is_some() {
                width.count();
            }
        } else {
            let (from, length) = match (pieces.get(number), last) {
                (Some(&piece), _) => piece,
                // The piece that is about to be added: the last one, and its first character once more.
                (None, Some((from, length))) if number == pieces.len() => (from, length + 1),
                _ => return None,
            };
            for at in from..from + length {
                text.push(*text.get(at)?);
            }
        }
        if text.len() > MOST {
            return None;
        }
        if let Some((from, length)) = last {
            pieces.push((from, length + 1));
            width.count();
        } else {
            width = Width { bits: 3, left: 4 };
        }
        last = Some((start, text.len() - start));
        debug_assert!(number <= pieces.len());
    }
}

/// Numbers as a text in base 64.
struct Packer {
    text: String,
    digit: usize,
    filled: u32,
    width: Width,
}

impl Packer {
    fn write(&mut self, number: usize, bits: u32) {
        for place in 0..bits {
            self.digit = self.digit << 1 | number >> place & 1;
            self.filled += 1;
            if self.filled == BITS {
                self.text.push(char::from(DIGITS[self.digit]));
                (self.digit, self.filled) = (0, 0);
            }
        }
    }

    /// Writes a piece: its number, or the character if that is new.
    fn piece(&mut self, number: usize, new: Option<u16>) {
        let bits = self.width.bits;
        match new {
            Some(unit @ ..256) => {
                self.write(NEW_BYTE, bits);
                self.write(unit.into(), 8);
                self.width.count();
            }
            Some(unit) => {
                self.write(NEW_WIDE, bits);
                self.write(unit.into(), 16);
                self.width.count();
            }
            None => self.write(number, bits),
        }
        self.width.count();
    }

    fn finish(mut self) -> String {
        self.write(END, self.width.bits);
        let rest = BITS - self.filled;
        self.write(0, rest);
        let missing = self.text.len().next_multiple_of(4) - self.text.len();
        self.text + &"=".repeat(missing)
    }
}

/// The text, packed.
pub(super) fn packed(text: &str) -> String {
    let width = Width { bits: 2, left: 2 };
    let mut packer = Packer {
        text: String::new(),
        digit: 0,
        filled: 0,
        width,
    };
    let mut singles: HashMap<u16, usize> = HashMap::new();
    let mut longer: HashMap<(usize, u16), usize> = HashMap::new();
    let mut new: HashSet<u16> = HashSet::new();
    let mut count = FIRST;
    // The number of the piece so far, and its character if it is one.
    let mut piece: Option<(usize, Option<u16>)> = None;
    for unit in text.encode_utf16() {
        let single = *singles.entry(unit).or_insert_with(|| {
            new.insert(unit);
            count += 1;
            count - 1
        });
        let Some((number, own)) = piece else {
            piece = Some((single, Some(unit)));
            continue;
        };
        if let Some(&known) = longer.get(&(number, unit)) {
            piece = Some((known, None));
            continue;
        }
        packer.piece(number, own.filter(|unit| new.remove(unit)));
        longer.insert((number, unit), count);
        count += 1;
        piece = Some((single, Some(unit)));
    }
    if let Some((number, own)) = piece {
        packer.piece(number, own.filter(|unit| new.remove(unit)));
    }
    packer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_packed_and_unpacked() {
        let long = (0..500)
            .map(|i| format!("{{\"r\":{}}}", i * i % 97))
            .collect::<String>();
        for text in [
            "",
            "a",
            "aaaaaaa",
            "abcabcabcabcd",
            "Größe → 數獨 🧩",
            &long,
        ] {
            assert_eq!(unpacked(&packed(text)).as_deref(), Some(text));
        }
        assert!(packed(&long).len() < long.len() / 2);
    }

    #[test]
    fn what_is_no_packed_text_is_refused() {
        for data in ["", "A", "????", "N4Ig", "////////"] {
            assert_eq!(unpacked(data), None, "{data}");
        }
    }
}
