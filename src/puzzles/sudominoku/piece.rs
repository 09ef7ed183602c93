//! The board of a Sudominoku: cells, digits on cells, and the pieces that carry the digits.
//!
//! Cells are named as in the puzzle's text, the row's letter and then the column's digit:
//!
//! ```text
//!       1  2  3  4  5  6  7  8  9
//!    A  0  1  2  3  4  5  6  7  8      A1 has the index 0,
//!    B  9 10 11 ...                    B3 the index 11,
//!    ...
//!    I 72 73 ...               80      I9 the index 80
//! ```

use std::fmt;

/// A cell of the 9×9 board. Printed by its name, from `A1` to `I9`: the row's letter and the column's digit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this index in `0..81`, row by row.
    pub(super) fn new(index: usize) -> Self {
        debug_assert!(index < 81, "the board has 81 cells");
        Cell(index as u8)
    }

    /// The cell of this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        match *name.as_bytes() {
            [row @ (b'A'..=b'I' | b'a'..=b'i'), column @ b'1'..=b'9'] => {
                let row = row.to_ascii_uppercase() - b'A';
                Some(Cell(row * 9 + (column - b'1')))
            }
            _ => None,
        }
    }

    /// The index of the cell in `0..81`, row by row.
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// The row in `0..9`, from the top.
    pub fn row(self) -> usize {
        self.index() / 9
    }

    /// The column in `0..9`, from the left.
    pub fn column(self) -> usize {
        self.index() % 9
    }

    /// The 3×3 box in `0..9`, row by row.
    pub fn box_index(self) -> usize {
        self.row() / 3 * 3 + self.column() / 3
    }

    /// Whether the two cells share a side.
    pub fn touches(self, other: Cell) -> bool {
        self.row().abs_diff(other.row()) + self.column().abs_diff(other.column()) == 1
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", row_letter(self.row()), self.column() + 1)
    }
}

/// The letter of a row in `0..9`: `A` to `I`.
pub(super) fn row_letter(row: usize) -> char {
    char::from(b'A' + row as u8)
}

/// A digit at a cell. Printed as in the puzzle's text: `6 B2`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Mark {
    /// The digit, 1 to 9.
    pub digit: u8,
    /// Its cell.
    pub cell: Cell,
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.digit, self.cell)
    }
}

/// A piece on the board. Printed in words: `5 at A3`, `domino 1-2 at A3 B3`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    /// One of the nine single digits.
    Single(Mark),
    /// A domino: two different digits on cells that touch, in either order.
    Domino(Mark, Mark),
}

impl Piece {
    /// The digits that the piece puts on the board: one or two.
    pub fn marks(self) -> impl Iterator<Item = Mark> {
        let (first, second) = match self {
            Piece::Single(mark) => (mark, None),
            Piece::Domino(first, second) => (first, Some(second)),
        };
        [first].into_iter().chain(second)
    }

    /// Whether the piece lies on this cell.
    pub fn covers(self, cell: Cell) -> bool {
        self.marks().any(|mark| mark.cell == cell)
    }

    /// The two digits of a domino, the smaller one first; `None` for a single digit.
    pub fn pair(self) -> Option<[u8; 2]> {
        match self {
            Piece::Single(_) => None,
            Piece::Domino(Mark { digit: a, .. }, Mark { digit: b, .. }) => {
                Some([a.min(b), a.max(b)])
            }
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Piece::Single(Mark { digit, cell }) => write!(f, "{digit} at {cell}"),
            Piece::Domino(first, second) => write!(
                f,
                "domino {}-{} at {} {}",
                first.digit, second.digit, first.cell, second.cell
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_indices_of_cells_are_inverse() {
        for index in 0..81 {
            let cell = Cell::new(index);
            assert_eq!(Cell::named(&cell.to_string()), Some(cell));
        }
        assert_eq!(Cell::new(11).to_string(), "B3");
        for word in ["", "A", "A0", "J1", "j1", "1A", "A10", "Ä1"] {
            assert_eq!(Cell::named(word), None, "{word}");
        }
    }

    #[test]
    fn a_cell_touches_its_two_to_four_neighbours() {
        let neighbours = |name| {
            let cell = Cell::named(name).unwrap();
            let near = (0..81).map(Cell::new).filter(|&other| cell.touches(other));
            near.map(|cell| cell.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(neighbours("A1"), ["A2", "B1"]);
        assert_eq!(neighbours("C9"), ["B9", "C8", "D9"]);
        assert_eq!(neighbours("E5"), ["D5", "E4", "E6", "F5"]);
    }
}
