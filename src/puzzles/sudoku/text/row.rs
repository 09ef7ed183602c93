//! One line of a puzzle, measured: how many cells it has and what they are made of.
//!
//! A cell is one character, or, where the line is spaced, one word:
//!
//! ```text
//! 53.|.7.|...        9 cells of one character
//! 530 070 000        9 cells too: words of one length are groups of cells
//! 0 3 10 12          4 cells, words
//! ```

use std::ops::Range;

use super::alphabet::{Seen, is_gap};
use crate::puzzles::sudoku::Shape;

/// The longest line that can be a row, in bytes; a longer one can only be a puzzle.
pub(super) const LONGEST_ROW: usize = 4096;

/// What a line is made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// Number of cells.
    pub width: usize,
    /// Whether each cell is separated from its neighbours.
    pub spaced: bool,
    /// Whether cells are words, and not all of them one character; else cells are characters.
    pub wide: bool,
    pub seen: Seen,
}

/// The sizes of puzzles that can have this number of cells in a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fit {
    /// The line is a row of a grid of this shape.
    pub row: Option<Shape>,
    /// The line is a whole puzzle of this shape.
    pub puzzle: Option<Shape>,
}

impl Fit {
    /// What `width` cells can be, if only `asked` will do, or any usual shape.
    pub fn of(width: usize, asked: Option<Shape>) -> Fit {
        let shape = |size| match asked {
            Some(shape) => Some(shape).filter(|shape| shape.size() == size),
            None => Shape::of_size(size),
        };
        let root = width.isqrt();
        Fit {
            row: shape(width),
            puzzle: shape(root).filter(|shape| shape.cells() == width),
        }
    }

    /// Whether it fits anything.
    pub fn is_some(self) -> bool {
        self.row.is_some() || self.puzzle.is_some()
    }
}

impl Row {
    pub fn measure(text: &str, asked: Option<Shape>) -> Row {
        let (mut characters, mut words) = (0, 0);
        let mut in_word = false;
        let mut seen = Seen::default();
        for byte in text.bytes() {
            seen.add(byte);
            if is_gap(byte) {
                in_word = false;
            } else if !is_continuation(byte) {
                characters += 1;
                words += usize::from(!in_word);
                in_word = true;
            }
        }
        let wide =
            words > 1 && characters > words && Fit::of(words, asked).is_some() && !is_grouped(text);
        Row {
            width: if wide { words } else { characters },
            spaced: wide || words == characters,
            wide,
            seen,
        }
    }

    /// Whether everything in the row can be in a grid of this shape.
    pub fn suits(&self, shape: Shape) -> bool {
        !self.seen.has_foreign()
            && (shape.size() > 9 || !self.wide && self.seen.fits_numerals_up_to(shape.size()))
    }

    /// The places of the cells in `text`, the line that was measured.
    pub fn cells(self, text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
        let bytes = text.as_bytes();
        let mut at = 0;
        std::iter::from_fn(move || {
            while is_gap(*bytes.get(at)?) {
                at += 1;
            }
            let start = at;
            at += 1;
            let goes_on = |byte| match self.wide {
                true => !is_gap(byte),
                false => is_continuation(byte),
            };
            while bytes.get(at).is_some_and(|&byte| goes_on(byte)) {
                at += 1;
            }
            Some(start..at)
        })
    }
}

/// Whether a byte continues a character of several bytes.
fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// Whether the words of a line are groups of characters: all of one length, and longer than a number of two digits.
fn is_grouped(text: &str) -> bool {
    let mut lengths = text
        .as_bytes()
        .split(|&byte| is_gap(byte))
        .map(<[u8]>::len)
        .filter(|&length| length > 0);
    let first = lengths.next().unwrap_or(0);
    first > 2 && lengths.all(|length| length == first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<&str> {
        let row = Row::measure(text, None);
        let cells: Vec<_> = row.cells(text).map(|place| &text[place]).collect();
        assert_eq!(cells.len(), row.width);
        cells
    }

    #[test]
    fn cells_are_characters_or_words() {
        assert_eq!(cells("5.|x1|").join(" "), "5 . x 1");
        assert_eq!(cells("530 070 000").len(), 9);
        assert_eq!(cells(" 0\t3 10 12 "), ["0", "3", "10", "12"]);
        assert_eq!(
            cells("12 34"),
            ["1", "2", "3", "4"],
            "no grid has 2 columns"
        );
        assert_eq!(cells("1é\u{fffd}2"), ["1", "é", "\u{fffd}", "2"]);
        assert_eq!(cells("1 2 3 4 5 6 7 8 1O").len(), 9);
        assert_eq!(cells("1 2 3 4 5 6 7 8 100").len(), 9);
        assert_eq!(cells("1234 5678 ABCD EFG.").len(), 16);
    }

    #[test]
    fn the_boxes_asked_for_tell_what_a_cell_is() {
        let width = |asked: &str| Row::measure("12 34 56 78", asked.parse().ok()).width;
        assert_eq!((width("4x2"), width("2x2")), (8, 4));
    }
}
