//! The shape of a Sudoku: how many rows and columns a box has.
//!
//! ```text
//!   2x3:  ┌───────┬───────┐     a box has 2 rows and 3 columns, hence N = 2·3 = 6 cells;
//!         │ · · · │ · · · │     the grid has N rows, N columns, N boxes and N digits
//!         │ · · · │ · · · │
//!         ├───────┼───────┤
//!         │ · · · │ · · · │
//!         ┊       ┊       ┊
//! ```

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// The size of the largest grid: with 36 digits, the characters `0` to `9` and `A` to `Z` are used up.
pub const LARGEST_SIZE: usize = 36;

/// Boxes of R rows and C columns, R and C at least 2, R·C at most 36.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shape {
    rows_per_box: u8,
    columns_per_box: u8,
}

/// Why a shape was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ShapeError {
    /// The text is not of the form `RxC`.
    NotAShape(String),
    /// A box of this many rows and columns is too small or too large.
    OutOfRange(usize, usize),
}

impl Shape {
    /// Boxes of 3×3: a grid of 9×9.
    pub const CLASSIC: Shape = Shape {
        rows_per_box: 3,
        columns_per_box: 3,
    };

    /// Boxes of `rows` rows and `columns` columns.
    ///
    /// # Errors
    /// `OutOfRange` unless both are at least 2 and their product at most [`LARGEST_SIZE`].
    pub fn new(rows: usize, columns: usize) -> Result<Shape, ShapeError> {
        let fits = rows >= 2
            && columns >= 2
            && rows
                .checked_mul(columns)
                .is_some_and(|size| size <= LARGEST_SIZE);
        if !fits {
            return Err(ShapeError::OutOfRange(rows, columns));
        }
        Ok(Shape {
            rows_per_box: rows as u8,
            columns_per_box: columns as u8,
        })
    }

    /// The usual shape of a grid of `size` × `size` cells: boxes as square as possible, and not taller than wide. `None` if no
    /// shape has this size.
    ///
    /// ```
    /// use dominox::puzzles::Shape;
    /// assert_eq!(Shape::of_size(9), "3x3".parse().ok());
    /// assert_eq!(Shape::of_size(12), "3x4".parse().ok());
    /// assert_eq!(Shape::of_size(7), None);
    /// ```
    pub fn of_size(size: usize) -> Option<Shape> {
        USUAL.get(size).copied().flatten()
    }

    /// All sizes that a grid can have, ascending.
    pub fn sizes() -> impl Iterator<Item = usize> {
        (4..=LARGEST_SIZE).filter(|&size| Shape::of_size(size).is_some())
    }

    /// N: the number of rows, of columns, of boxes and of digits.
    pub fn size(self) -> usize {
        self.rows_per_box() * self.columns_per_box()
    }

    /// N²: the number of cells.
    pub fn cells(self) -> usize {
        self.size() * self.size()
    }

    /// R: the number of rows of a box.
    pub fn rows_per_box(self) -> usize {
        usize::from(self.rows_per_box)
    }

    /// C: the number of columns of a box.
    pub fn columns_per_box(self) -> usize {
        usize::from(self.columns_per_box)
    }

    /// The box of a cell. Row, column and box are counted from 0, boxes from left to right and top to bottom.
    pub fn box_of(self, row: usize, column: usize) -> usize {
        // N / C = R boxes stand side by side.
        row / self.rows_per_box() * self.rows_per_box() + column / self.columns_per_box()
    }
}

/// The usual shape of each size.
const USUAL: [Option<Shape>; LARGEST_SIZE + 1] = usual_shapes();

const fn usual_shapes() -> [Option<Shape>; LARGEST_SIZE + 1] {
    let mut shapes = [None; LARGEST_SIZE + 1];
    let mut rows = 2;
    while rows * rows <= LARGEST_SIZE {
        let mut columns = rows;
        while rows * columns <= LARGEST_SIZE {
            // The last one is the most square.
            shapes[rows * columns] = Some(Shape {
                rows_per_box: rows as u8,
                columns_per_box: columns as u8,
            });
            columns += 1;
        }
        rows += 1;
    }
    shapes
}

impl FromStr for Shape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| match text.bytes().all(|byte| byte.is_ascii_digit()) {
            true => text.parse().ok(),
            false => None,
        };
        text.split_once(['x', 'X', '×'])
            .and_then(|(rows, columns)| Some((number(rows)?, number(columns)?)))
            .ok_or_else(|| ShapeError::NotAShape(text.into()))
            .and_then(|(rows, columns)| Shape::new(rows, columns))
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows_per_box, self.columns_per_box)
    }
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShapeError::NotAShape(text) => write!(
                f,
                "`{text}` is not a shape: expected the rows and columns of a box, such as 3x3"
            ),
            ShapeError::OutOfRange(rows, columns) => write!(
                f,
                "boxes of {rows}x{columns}: expected at least 2 rows and 2 columns, and at most {LARGEST_SIZE} cells"
            ),
        }
    }
}

impl Error for ShapeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_shape_is_as_square_as_can_be() {
        let shapes: Vec<_> = [4, 6, 8, 9, 10, 12, 16, 24, 25, 36]
            .into_iter()
            .map(|size| Shape::of_size(size).unwrap().to_string())
            .collect();
        assert_eq!(shapes.join(" "), "2x2 2x3 2x4 3x3 2x5 3x4 4x4 4x6 5x5 6x6");
        let sizes: Vec<_> = Shape::sizes().collect();
        assert_eq!(sizes[..6], [4, 6, 8, 9, 10, 12]);
        let primes_and_one = 12;
        assert_eq!((sizes.len(), sizes[23]), (36 - primes_and_one, 36));
    }

    #[test]
    fn text_is_read_and_printed() {
        assert_eq!("4x2".parse::<Shape>().unwrap().to_string(), "4x2");
        for (text, error) in [
            ("3", ShapeError::NotAShape("3".into())),
            ("+3x3", ShapeError::NotAShape("+3x3".into())),
            ("1x9", ShapeError::OutOfRange(1, 9)),
            ("6x7", ShapeError::OutOfRange(6, 7)),
        ] {
            assert_eq!(text.parse::<Shape>(), Err(error));
        }
    }

    #[test]
    fn boxes_are_counted_row_by_row() {
        let shape = Shape::new(2, 3).unwrap();
        let boxes: Vec<_> = (0..6)
            .map(|row| (0..6).map(|column| shape.box_of(row, column)).collect())
            .collect::<Vec<Vec<_>>>();
        assert_eq!(boxes[1], [0, 0, 0, 1, 1, 1]);
        assert_eq!(boxes[2], [2, 2, 2, 3, 3, 3]);
        assert_eq!(boxes[5], [4, 4, 4, 5, 5, 5]);
    }
}
