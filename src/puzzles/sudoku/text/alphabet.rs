//! How digits are written: as numbers, or as one symbol each.
//!
//! Every set of symbols is a window of one row of characters. A window that begins at `first` writes digit 1 as its
//! first character, digit 2 as its second, and so on:
//!
//! ```text
//!            0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ
//! first 0    └──────────────┘                         0-9A-F   16×16, where `.`, `_` or `*` is the blank
//! first 1     └──────────────┘                        1-9A-G   16×16
//! first 10             └──────────────┘               A-P      16×16 in which no digit stands
//! ```
//!
//! Which window it is follows from the size and from the symbols in the grid: see [`Alphabet::of`].

use std::fmt;
use std::io::Write;

/// The symbols of all windows, in their order.
const SYMBOLS: &[u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The same with small letters; `x` is a blank and no digit, so that only what comes before it is used.
const SMALL_SYMBOLS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// The characters, other than letters, that can be blanks where there are no others.
const ODD_BLANKS: &[u8] = b"?-~=";

/// What a byte means in a line of a puzzle: the index into `SYMBOLS`, or one of the constants below.
const CLASSES: [u8; 256] = classes();

/// `.`, `_` and `*`: a blank.
const POINT: u8 = 36;
/// `x`: a blank too; then `0` is also a blank.
const CROSS: u8 = 37;
/// Space, tab and `|`: they separate cells.
const GAP: u8 = 38;
/// `-` and `+`: parts of a rule between boxes.
const RULE: u8 = 39;
/// Anything else.
const FOREIGN: u8 = 40;

const fn classes() -> [u8; 256] {
    let mut classes = [FOREIGN; 256];
    let mut index = 0;
    while index < SYMBOLS.len() {
        classes[SYMBOLS[index] as usize] = index as u8;
        index += 1;
    }
    classes[b'.' as usize] = POINT;
    classes[b'_' as usize] = POINT;
    classes[b'*' as usize] = POINT;
    classes[b'x' as usize] = CROSS;
    classes[b' ' as usize] = GAP;
    classes[b'\t' as usize] = GAP;
    classes[b'|' as usize] = GAP;
    classes[b'-' as usize] = RULE;
    classes[b'+' as usize] = RULE;
    classes
}

/// The number of bytes of what separates cells at this place, 0 if nothing does: a space, a tab or a bar.
pub(super) fn gap_at(text: &[u8], at: usize) -> usize {
    const BARS: [&str; 4] = ["│", "┃", "║", "┇"];
    match text[at] {
        byte if CLASSES[usize::from(byte)] == GAP => 1,
        byte if byte.is_ascii() => 0,
        _ => {
            let rest = &text[at..];
            let bar = BARS
                .into_iter()
                .find(|bar| rest.starts_with(bar.as_bytes()));
            bar.map_or(0, str::len)
        }
    }
}

/// Whether a character that is not ASCII is a blank.
fn is_dot(character: &str) -> bool {
    matches!(character, "·" | "•" | "∙" | "⋅" | "□")
}

/// Whether a byte is a blank, or can be one where there are no others.
pub(in crate::puzzles) fn is_blank_or_odd(byte: u8) -> bool {
    matches!(byte, b'0' | b'.' | b'_' | b'*' | b'x' | b'X') || ODD_BLANKS.contains(&byte)
}

/// Whether a byte can be part of a line of a puzzle of some size, as a cell or between cells.
pub(in crate::puzzles) fn is_cell(byte: u8) -> bool {
    CLASSES[usize::from(byte)] != FOREIGN
}

/// Whether a byte can be part of a rule between boxes.
pub(super) fn is_part_of_rule(byte: u8) -> bool {
    matches!(CLASSES[usize::from(byte)], GAP | RULE)
}

/// Whether a byte is part of no row, whatever the size of the grid.
pub(super) fn is_foreign(byte: u8) -> bool {
    matches!(CLASSES[usize::from(byte)], RULE | FOREIGN)
}

/// Whether a byte is a digit of some size, other than `0`.
pub(super) fn is_symbol(byte: u8) -> bool {
    (1..POINT).contains(&CLASSES[usize::from(byte)])
}

/// Whether a symbol other than `0` occurs twice in a text.
pub(super) fn repeats_a_symbol(text: &str) -> bool {
    let mut seen = 0u64;
    text.bytes().filter(|&byte| is_symbol(byte)).any(|byte| {
        let bit = 1 << CLASSES[usize::from(byte)];
        let repeated = seen & bit != 0;
        seen |= bit;
        repeated
    })
}

/// How many symbols other than `0` a text has.
pub(super) fn symbol_count(text: &str) -> usize {
    text.bytes().filter(|&byte| is_symbol(byte)).count()
}

/// A set of byte classes: bit i is set if a byte of class i was seen.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(in crate::puzzles::sudoku) struct Seen(u64);

impl Seen {
    const NUMERALS: u64 = 0b11_1111_1110;
    const SYMBOLS: u64 = (1 << SYMBOLS.len()) - 1;
    const BLANKS: u64 = 1 << POINT | 1 << CROSS;

    pub fn add(&mut self, byte: u8) {
        self.0 |= 1 << CLASSES[usize::from(byte)];
    }

    /// Takes note of one character.
    pub fn add_character(&mut self, character: &str) {
        match character.as_bytes() {
            [byte] => self.add(*byte),
            _ if is_dot(character) => self.0 |= 1 << POINT,
            _ => self.0 |= 1 << FOREIGN,
        }
    }

    /// Whether there is a blank among what was seen; `0` may be one.
    pub fn has_blank(self) -> bool {
        self.0 & (Self::BLANKS | 1) != 0
    }

    /// Whether `X` was seen, and no other letter.
    fn has_only_x(self) -> bool {
        let letters = self.0 & Self::SYMBOLS >> 10 << 10;
        letters == 1 << CLASSES[b'X' as usize]
    }

    /// The same, without what is part of no row, and with these symbols.
    fn with(self, symbols: u64) -> Seen {
        Seen(self.0 & !(1 << RULE | 1 << FOREIGN) | symbols)
    }

    /// The classes of these bytes.
    pub fn all(bytes: &[u8]) -> Seen {
        let mut seen = Seen::default();
        bytes.iter().for_each(|&byte| seen.add(byte));
        seen
    }

    /// What is in either of them.
    pub fn or(self, other: Seen) -> Seen {
        Seen(self.0 | other.0)
    }

    /// Whether something was seen that is part of no row.
    pub fn has_foreign(self) -> bool {
        self.0 & (1 << RULE | 1 << FOREIGN) != 0
    }

    /// Whether nothing was seen but symbols and blanks of one byte.
    pub fn has_only_cells(self) -> bool {
        self.0 & !(Self::SYMBOLS | Self::BLANKS) == 0
    }

    pub fn has_letters(self) -> bool {
        self.0 & Self::SYMBOLS >> 10 << 10 != 0
    }

    /// Whether nothing was seen but digits `1..=size` and blanks, as symbols of this alphabet.
    pub fn fits(self, alphabet: Alphabet, size: usize) -> bool {
        let Alphabet::Symbols { first, .. } = alphabet else {
            return false;
        };
        let window = ((1 << size) - 1) << first;
        let zero_as_blank = u64::from(first > 0);
        self.0 & !(window | zero_as_blank | Self::BLANKS) == 0
    }

    /// Whether nothing was seen but gaps and what one-digit numbers and blanks are made of, up to `size`.
    pub fn fits_numerals_up_to(self, size: usize) -> bool {
        self.0 & !(1 << GAP | Self::BLANKS | ((1 << (size + 1)) - 1)) == 0
    }
}

/// The small letters, and other characters that are part of no row, in a grid: they may be digits or blanks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(in crate::puzzles::sudoku) struct Odd {
    /// Bit i: the letter i, 0 for `a`; not `x`, which is a blank.
    small: u32,
    /// The other one, if there is one.
    other: Option<u8>,
    /// There are several others, or one that is never a blank.
    foreign: bool,
}

impl Odd {
    /// Takes note of one character.
    pub fn add(&mut self, character: &str) {
        match character.as_bytes() {
            [byte] if CLASSES[usize::from(*byte)] < RULE => {}
            [byte @ b'a'..=b'z'] => self.small |= 1 << (byte - b'a'),
            [byte] if ODD_BLANKS.contains(byte) => {
                self.foreign |= self.other.is_some_and(|other| other != *byte);
                self.other = Some(*byte);
            }
            _ if is_dot(character) => {}
            _ => self.foreign = true,
        }
    }

    /// What is in either of them.
    pub fn or(self, other: Odd) -> Odd {
        let (one, two) = (self.other, other.other);
        let differ = one.is_some() && two.is_some() && one != two;
        Odd {
            small: self.small | other.small,
            other: one.or(two),
            foreign: self.foreign || other.foreign || differ,
        }
    }

    pub fn is_some(self) -> bool {
        self != Odd::default()
    }

    /// Whether a `-` is here, as in a row where it is a blank.
    pub fn has_dash(self) -> bool {
        self.other == Some(b'-')
    }

    /// How digits are written in a grid of this size that has these characters in addition to those in `seen`; `None`
    /// if that is not clear. One character is the blank if there is no other; small letters are digits if there are no
    /// capital ones.
    pub fn reading(self, size: usize, seen: Seen) -> Option<Alphabet> {
        let blank = (self.small.count_ones() == 1)
            .then(|| b'a' + self.small.trailing_zeros() as u8)
            .filter(|_| size <= 9);
        let has_small = self.small != 0 && blank.is_none();
        if self.foreign || (has_small && (size <= 9 || seen.has_letters())) {
            return None;
        }
        let blank = match (self.other, blank) {
            (Some(_), Some(_)) => return None,
            (other, blank) => other.or(blank),
        };
        if blank.is_some() && seen.has_blank() {
            return None;
        }
        let mut symbols = 0;
        if has_small {
            symbols = u64::from(self.small) << 10;
        }
        let blanks = if blank.is_some() { 1 << POINT } else { 0 };
        let seen = seen.with(symbols | blanks);
        let Alphabet::Symbols { first, .. } = Alphabet::of(size, seen) else {
            return None;
        };
        let last = usize::from(first) + size;
        if has_small && last > usize::from(b'x' - b'a') + 10 {
            return None;
        }
        let alphabet = Alphabet::Symbols {
            first,
            small: has_small,
            blank: blank.unwrap_or(0),
        };
        let gaps = Seen(seen.0 & !(1 << GAP));
        gaps.fits(alphabet, size).then_some(alphabet)
    }
}

/// A way to write the digits `1..=size`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::puzzles::sudoku) enum Alphabet {
    /// As decimal numbers: digit d is the number `first + d - 1`. If `first` is 1, 0 is a blank.
    Numbers { first: u8 },
    /// As single characters: digit d is `SYMBOLS[first + d - 1]`, or the same as a small letter. If `blank` is not 0, it is
    /// a blank, too.
    Symbols { first: u8, small: bool, blank: u8 },
}

impl Alphabet {
    /// The symbols of a grid of this size that has the characters in `seen`.
    pub fn of(size: usize, seen: Seen) -> Alphabet {
        let has_last = size < SYMBOLS.len() && seen.0 & (1 << size) != 0;
        let zero_is_digit = seen.0 & 1 != 0 && seen.0 & (1 << POINT) != 0 && !has_last;
        let first = if zero_is_digit || size == SYMBOLS.len() {
            0
        } else if size <= 9 {
            1
        } else if seen.0 & Seen::NUMERALS == 0 && size <= 26 {
            10
        } else {
            1
        };
        Alphabet::Symbols {
            first,
            small: false,
            blank: 0,
        }
    }

    /// The symbols of a grid that has these characters.
    pub fn of_grid(size: usize, seen: Seen, odd: Odd) -> Alphabet {
        let clear = match odd.is_some() {
            true => odd.reading(size, seen),
            false => Alphabet::with_x_as_blank(size, seen),
        };
        clear.unwrap_or_else(|| Alphabet::of(size, seen))
    }

    /// The symbols that are used where `X` is the only blank: only in grids whose digits are numerals.
    pub fn with_x_as_blank(size: usize, seen: Seen) -> Option<Alphabet> {
        let is_blank = size <= 9 && seen.has_only_x() && !seen.has_blank();
        is_blank.then_some(Alphabet::Symbols {
            first: 1,
            small: false,
            blank: b'X',
        })
    }

    /// The digit that a cell holds, 0 if it is blank; `None` if it holds no digit of a grid of this size.
    pub fn read(self, size: usize, cell: &[u8]) -> Option<u8> {
        let class = match (cell, self) {
            ([byte], Alphabet::Symbols { blank, .. }) if *byte == blank => POINT,
            ([] | [b' '], _) => POINT,
            ([byte @ b'a'..=b'z'], Alphabet::Symbols { small: true, .. }) if *byte != b'x' => {
                CLASSES[usize::from(byte.to_ascii_uppercase())]
            }
            ([byte], Alphabet::Symbols { small: true, .. }) if byte.is_ascii_uppercase() => FOREIGN,
            ([byte], _) => CLASSES[usize::from(*byte)],
            _ if is_empty_word(cell) => POINT,
            _ => FOREIGN,
        };
        if class == POINT || class == CROSS {
            return Some(0);
        }
        let digit = match self {
            Alphabet::Numbers { first } => {
                (read_number(cell)? + 1).checked_sub(usize::from(first))?
            }
            Alphabet::Symbols { first, .. } if class < POINT => {
                if class == 0 && first > 0 {
                    return Some(0);
                }
                usize::from((class + 1).checked_sub(first)?)
            }
            Alphabet::Symbols { .. } => return None,
        };
        let is_blank = digit == 0 && self == Alphabet::NUMBERS;
        (is_blank || (1..=size).contains(&digit)).then_some(digit as u8)
    }

    /// The same for a cell of one byte, most of which are plain symbols or blanks.
    #[inline]
    pub fn read_byte(self, size: usize, byte: u8) -> Option<u8> {
        if let Alphabet::Symbols {
            first,
            small: false,
            blank: 0,
        } = self
        {
            let class = CLASSES[usize::from(byte)];
            let digit = class.wrapping_sub(first).wrapping_add(1);
            if class == POINT {
                return Some(0);
            }
            if (1..=size).contains(&usize::from(digit)) {
                return Some(digit);
            }
        }
        self.read(size, &[byte])
    }

    /// Appends a digit to `text`, a number flush right in `width` characters.
    pub fn write(self, digit: u8, width: usize, text: &mut Vec<u8>) {
        match self {
            Alphabet::Numbers { first } => {
                let number = first + digit - 1;
                write!(text, "{number:>width$}").expect("memory can be written")
            }
            Alphabet::Symbols { first, small, .. } => {
                text.push(symbols(small)[usize::from(first + digit) - 1])
            }
        }
    }

    /// The characters of the digits 1, 2, …; none where digits are numbers.
    pub fn symbols(self) -> &'static [u8] {
        match self {
            Alphabet::Numbers { .. } => &[],
            Alphabet::Symbols { first, small, .. } => &symbols(small)[usize::from(first)..],
        }
    }

    /// The index of the digit that a byte stands for, 0 for digit 1, if it stands for one; else `size` or more. Only for
    /// bytes that [fit](Seen::fits), and where digits are symbols.
    pub fn index_of(self, byte: u8) -> usize {
        match self {
            Alphabet::Numbers { .. } => usize::from(FOREIGN),
            Alphabet::Symbols { first, .. } => {
                usize::from(CLASSES[usize::from(byte)].wrapping_sub(first))
            }
        }
    }

    /// The digits of a grid of this size, in words: `1-9`, `1-9A-G`, `a number from 1 to 16`.
    pub fn digits(self, size: usize) -> Digits {
        Digits {
            alphabet: self,
            size,
        }
    }
}

fn symbols(small: bool) -> &'static [u8; 36] {
    if small { SMALL_SYMBOLS } else { SYMBOLS }
}

/// Whether a word stands for nothing in some language, or is a dot that is not ASCII.
pub(super) fn is_empty_word(cell: &[u8]) -> bool {
    let word = str::from_utf8(cell).unwrap_or("-").trim();
    is_dot(word)
        || matches!(
            word,
            "null" | "None" | "nil" | "undefined" | "NULL" | "nan" | "NaN" | ""
        )
}

fn read_number(cell: &[u8]) -> Option<usize> {
    cell.iter().try_fold(0usize, |number, byte| {
        let numeral = byte.is_ascii_digit().then(|| usize::from(byte - b'0'))?;
        number.checked_mul(10)?.checked_add(numeral)
    })
}

/// The digits of a grid, for messages: `1-9A-G`, or `1 to 16` where they are written as numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Digits {
    alphabet: Alphabet,
    size: usize,
}

impl Digits {
    /// The symbols for a blank that can be used with these digits.
    fn blanks(self) -> &'static str {
        match self.alphabet {
            Alphabet::Symbols { first: 0, .. } | Alphabet::Numbers { first: 0 } => {
                "`.`, `_`, `*` or `x`"
            }
            _ => "`0`, `.`, `_`, `*` or `x`",
        }
    }
}

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.alphabet {
            Alphabet::Numbers { first } => {
                let first = usize::from(first);
                write!(f, "{first} to {}", first + self.size - 1)?
            }
            Alphabet::Symbols { first, small, .. } => {
                let window = &symbols(small)[usize::from(first)..][..self.size];
                let numerals = window
                    .iter()
                    .take_while(|byte| byte.is_ascii_digit())
                    .count();
                for run in [&window[..numerals], &window[numerals..]] {
                    match run {
                        [] => {}
                        [only] => write!(f, "{}", char::from(*only))?,
                        [from, .., to] => write!(f, "{}-{}", char::from(*from), char::from(*to))?,
                    }
                }
            }
        }
        write!(f, ", or {} for a blank", self.blanks())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alphabet(size: usize, cells: &str) -> Alphabet {
        Alphabet::of(size, Seen::all(cells.as_bytes()))
    }

    #[test]
    fn the_symbols_in_a_grid_tell_the_window() {
        let first = |size, cells| match alphabet(size, cells) {
            Alphabet::Symbols { first, .. } => first,
            Alphabet::Numbers { .. } => unreachable!("symbols were asked for"),
        };
        assert_eq!(first(9, "0539"), 1);
        assert_eq!(first(9, "0.539"), 1, "both are blanks, since 9 is there");
        assert_eq!(first(9, "0.53"), 0);
        assert_eq!(first(16, "A.G5"), 1);
        assert_eq!(first(16, "A0G5"), 1, "the zero is the blank");
        assert_eq!(first(16, "A0x5"), 1, "both are blanks");
        assert_eq!(first(16, "A0F.5"), 0);
        assert_eq!(first(16, "A0F.G5"), 1);
        assert_eq!(first(16, "A.P"), 10);
        assert_eq!(first(16, "A0P"), 10, "a zero that is the blank is no digit");
        assert_eq!(first(25, "A.Y"), 10);
        assert_eq!(first(25, "A.P1"), 1);
        assert_eq!(first(30, "A."), 1, "there are not 30 letters");
        assert_eq!(first(36, "A.Z"), 0);
    }

    #[test]
    fn digits_are_read_as_they_are_written() {
        for (size, cells) in [
            (9, "1"),
            (16, "1"),
            (16, "0."),
            (16, "A"),
            (36, "A"),
            (35, "1"),
        ] {
            let alphabet = alphabet(size, cells);
            for digit in 1..=size as u8 {
                let mut text = Vec::new();
                alphabet.write(digit, 1, &mut text);
                assert_eq!(alphabet.read(size, &text), Some(digit), "{text:?}");
            }
        }
        let read = |text: &str| Alphabet::NUMBERS.read(12, text.as_bytes());
        assert_eq!(
            [
                "0",
                ".",
                "7",
                "12",
                "13",
                "1A",
                "",
                "99999999999999999999999"
            ]
            .map(read),
            [
                Some(0),
                Some(0),
                Some(7),
                Some(12),
                None,
                None,
                Some(0),
                None
            ]
        );
    }

    #[test]
    fn what_is_no_digit_of_the_size_is_refused() {
        let read = |size, cells, cell: &str| alphabet(size, cells).read(size, cell.as_bytes());
        assert_eq!(read(9, "1", "A"), None);
        assert_eq!(read(4, "1", "5"), None);
        assert_eq!(read(16, "A", "Q"), None);
        assert_eq!(read(16, "0.", "G"), None);
        assert_eq!(read(9, "1", "a"), None);
        assert_eq!(read(9, "1", "-"), None);
        assert_eq!(read(9, "1", "é"), None);
        assert_eq!(read(9, "1", "·"), Some(0));
        assert_eq!(read(9, "1", "0"), Some(0));
        assert_eq!(read(16, "0.", "0"), Some(1));
    }

    #[test]
    fn digits_are_named() {
        let digits = |size, cells| alphabet(size, cells).digits(size).to_string();
        assert_eq!(
            digits(16, "1"),
            "1-9A-G, or `0`, `.`, `_`, `*` or `x` for a blank"
        );
        assert_eq!(
            digits(16, "0."),
            "0-9A-F, or `.`, `_`, `*` or `x` for a blank"
        );
        assert!(digits(10, "1").starts_with("1-9A,"));
        assert!(digits(25, "A").starts_with("A-Y,"));
        let numbers = Alphabet::NUMBERS.digits(12).to_string();
        assert!(numbers.starts_with("1 to 12,"));
    }
}
