//! Whether the numbers of a grid count from 0 or from 1.
//!
//! ```text
//! 15 .  .  8 0 …        16 numbers from 0: the blank is a point, and no cell is 16
//! 16 0  0  9 1 …        16 numbers from 1: 0 is the blank
//! ```

use super::alphabet::Alphabet;

impl Alphabet {
    /// Numbers from 1.
    pub const NUMBERS: Alphabet = Alphabet::Numbers { first: 1 };

    /// The same, with this number or symbol for digit 1.
    fn from(self, first: u8) -> Alphabet {
        match self {
            Alphabet::Numbers { .. } => Alphabet::Numbers { first },
            Alphabet::Symbols { small, blank, .. } => Alphabet::Symbols {
                first,
                small,
                blank,
            },
        }
    }
}

/// How digits are written in a grid of this size with these cells. As in [symbols](Alphabet::of), 0 is a digit if there is
/// another blank, and no cell is N. As numbers, or in a small grid, it is none if two of them stand in one row or column.
pub(super) fn settled<'t>(
    alphabet: Alphabet,
    size: usize,
    cells: impl Iterator<Item = &'t str>,
) -> Alphabet {
    let is_open = match alphabet {
        Alphabet::Numbers { .. } => true,
        Alphabet::Symbols { first, .. } => first == 0 && size <= 9,
    };
    if !is_open {
        return alphabet;
    }
    let (mut has_blank, mut has_last, mut repeats) = (false, false, false);
    let (mut rows, mut columns) = (0u64, 0u64);
    for (index, cell) in cells.enumerate() {
        match Alphabet::NUMBERS.read(size, cell.as_bytes()) {
            Some(0) if cell.contains('0') => {
                let (row, column) = (1 << (index / size), 1 << (index % size));
                repeats |= rows & row != 0 || columns & column != 0;
                (rows, columns) = (rows | row, columns | column);
            }
            Some(0) => has_blank |= cell != "x",
            Some(digit) => has_last |= usize::from(digit) == size,
            None => {}
        }
    }
    let from_zero = rows != 0 && has_blank && !has_last && !repeats;
    alphabet.from(u8::from(!from_zero))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::sudoku::text::Seen;

    #[test]
    fn numbers_count_from_zero_beside_another_blank() {
        let first = |cells: &[&'static str]| {
            let settled = settled(Alphabet::NUMBERS, 16, cells.iter().copied());
            u8::from(settled == Alphabet::NUMBERS)
        };
        assert_eq!(first(&["15", ".", "0"]), 0);
        assert_eq!(first(&["15", "", "0"]), 0);
        assert_eq!(first(&["15", "null", "00"]), 0);
        assert_eq!(first(&["16", ".", "0"]), 1, "16 is the last digit");
        assert_eq!(first(&["15", "x", "0"]), 1, "both are blanks");
        assert_eq!(first(&["15", "0"]), 1);
        assert_eq!(first(&["15", "."]), 1);
        assert_eq!(first(&["0", ".", "0"]), 1, "two in a row");
        let column = [&["0"][..], &["."; 15], &["0"]].concat();
        assert_eq!(first(&column), 1, "two in a column");
        let symbols = Alphabet::of(9, Seen::all(b"0.5"));
        let again = |cells: &'static str| settled(symbols, 9, cells.split(' '));
        assert_eq!(again("0 . 5"), symbols);
        assert_ne!(again("0 . 5 0"), symbols);
    }

    #[test]
    fn digits_are_written_as_they_count() {
        let from_zero = Alphabet::Numbers { first: 0 };
        let mut text = Vec::new();
        from_zero.write(16, 3, &mut text);
        assert_eq!(text, b" 15");
        assert_eq!(from_zero.read(16, b"0"), Some(1));
        assert_eq!(from_zero.read(16, b"16"), None);
        assert_eq!(from_zero.read(16, b"."), Some(0));
        let digits = from_zero.digits(16).to_string();
        assert_eq!(digits, "0 to 15, or `.`, `_`, `*` or `x` for a blank");
    }
}
