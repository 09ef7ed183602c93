//! A board: cells in rows and columns, each with a label and the piece that it belongs to.
//!
//! Walls are not stored. They follow from the pieces: between two neighbouring cells there is a wall if and only if
//! they are of different pieces, where the holes and the outside of the board count as one more piece.
//!
//! ```text
//!   pieces  0 0 1       drawn  ┌───────┬───┐
//!           2 3 1              │       │   │
//!                              ├───┬───┤   │
//!                              │   │   │   │
//!                              └───┴───┴───┘
//! ```
//!
//! Cells can also lie in *regions*, such as the boxes of a Sudominoku, whose borders are drawn heavy.

/// A board of `rows` × `columns` cells, which [`Display`](std::fmt::Display) draws in box characters.
///
/// Rows and columns are counted from 0, from the upper left. All methods that take a row and a column panic if the
/// cell is outside the board.
///
/// ```
/// use dominox::render::Board;
/// let mut board = Board::new(1, 3);
/// board.set_label(0, 1, "5");
/// board.set_piece(0, 2, 1);
/// assert_eq!(board.to_string(), "┌─────┬───┐\n│   5 │   │\n└─────┴───┘");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Board {
    columns: usize,
    /// Whether cells lie in regions.
    has_regions: bool,
    /// `rows * columns` cells, row by row.
    cells: Vec<Cell>,
}

/// One cell of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Cell {
    label: String,
    /// `None` for a hole.
    piece: Option<u32>,
    region: u32,
}

impl Board {
    /// A board of blank cells, all of piece 0.
    ///
    /// # Panics
    /// If there are more cells than memory can hold.
    pub fn new(rows: usize, columns: usize) -> Board {
        let cells = rows.checked_mul(columns);
        let cells = cells.expect("a board of no more cells than memory can hold");
        let blank = Cell {
            label: String::new(),
            piece: Some(0),
            region: 0,
        };
        Board {
            columns,
            has_regions: false,
            cells: vec![blank; cells],
        }
    }

    /// Number of rows. A board without columns has none.
    pub fn rows(&self) -> usize {
        self.cells.len().checked_div(self.columns).unwrap_or(0)
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The text in a cell; empty if none was set.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn label(&self, row: usize, column: usize) -> &str {
        &self.cells[self.index(row, column)].label
    }

    /// The piece that a cell belongs to; `None` for a hole.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn piece(&self, row: usize, column: usize) -> Option<u32> {
        self.cells[self.index(row, column)].piece
    }

    /// Writes `label` into a cell.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn set_label(&mut self, row: usize, column: usize, label: impl Into<String>) {
        let index = self.index(row, column);
        self.cells[index].label = label.into();
    }

    /// Makes a cell part of a piece: there is a wall between neighbours of different pieces.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn set_piece(&mut self, row: usize, column: usize, piece: u32) {
        let index = self.index(row, column);
        self.cells[index].piece = Some(piece);
    }

    /// Puts a cell into a region. Borders of regions are drawn heavy, and dashed where they cross a piece; so is the outline
    /// of the board once any cell is in a region. Cells that are in none are in region 0.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn set_region(&mut self, row: usize, column: usize, region: u32) {
        let index = self.index(row, column);
        self.cells[index].region = region;
        self.has_regions = true;
    }

    /// The region of a cell; `None` for a hole, and if no cell was put into one.
    pub(super) fn region(&self, row: usize, column: usize) -> Option<u32> {
        let cell = &self.cells[self.index(row, column)];
        cell.piece.and(self.has_regions.then_some(cell.region))
    }

    /// Makes a cell a hole, which is not part of the board: nothing is drawn in it, nor between two of them.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn set_hole(&mut self, row: usize, column: usize) {
        let index = self.index(row, column);
        self.cells[index] = Cell {
            label: String::new(),
            piece: None,
            region: 0,
        };
    }

    /// The row and column of each cell and hole, row by row.
    pub(super) fn places(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (rows, columns) = (self.rows(), self.columns());
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
    }

    fn index(&self, row: usize, column: usize) -> usize {
        let rows = self.rows();
        assert!(
            row < rows && column < self.columns,
            "cell ({row}, {column}) of a board of {rows} rows and {} columns",
            self.columns
        );
        row * self.columns + column
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_holds_what_was_set() {
        let mut board = Board::new(2, 3);
        assert_eq!((board.rows(), board.columns()), (2, 3));
        board.set_label(1, 2, "x");
        board.set_piece(1, 2, 7);
        assert_eq!((board.label(1, 2), board.piece(1, 2)), ("x", Some(7)));
        assert_eq!((board.label(0, 2), board.piece(0, 2)), ("", Some(0)));
        board.set_hole(1, 2);
        assert_eq!((board.label(1, 2), board.piece(1, 2)), ("", None));
    }

    #[test]
    #[should_panic(expected = "cell (0, 3) of a board of 2 rows and 3 columns")]
    fn a_column_outside_is_not_the_next_row() {
        Board::new(2, 3).set_label(0, 3, "x");
    }
}
