//! The canonical form of a grid: two grids are the same puzzle if and only if their forms are equal.
//!
//! Rows may change places within a band, and bands with each other; columns and stacks likewise; digits may be renamed; and if
//! boxes are square, rows may become columns. The canonical form is the least of all grids that arise in this way, compared row
//! by row, where a blank is less than any digit.
//!
//! ```text
//!     1 · · 2        blanks come first, and each new      · · · 1        in one line: ...1.2....2.3..4
//!     · 3 · ·        digit is the least that is           · 2 · ·
//!     · · 3 ·        not used yet                         · · 2 ·
//!     4 · · ·                                             3 · · 4
//! ```
//!
//! [`full`] is for full grids of 9 × 9, where the first rows leave few choices. [`search`] is for all others: it goes row by
//! row and keeps all choices that lead to the least rows so far.

mod full;
mod search;

use std::fmt;

use super::Grid;

/// A transformation of a grid to another grid that is the same puzzle.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Transformation {
    /// Whether rows become columns first.
    pub transposes: bool,
    /// The rows that become row 0, row 1, and so on.
    pub rows: Vec<usize>,
    /// Like `rows`, for columns.
    pub columns: Vec<usize>,
    /// What the digits 1, 2, … become.
    pub digits: Vec<u8>,
}

/// The canonical form of a grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Canonical {
    /// The least grid that is the same puzzle.
    pub grid: Grid,
    /// A transformation from the grid to this form. For a symmetric grid, there are several; this is one of them.
    pub transformation: Transformation,
}

/// There are too many ways to begin a form: the grid is large, and its first rows can be ordered in millions of ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyWays;

impl Transformation {
    /// The image of a grid.
    ///
    /// # Panics
    /// If the transformation is for grids of another size.
    pub fn apply(&self, grid: &Grid) -> Grid {
        let size = grid.shape().size();
        let turned;
        let from = match self.transposes {
            true => {
                turned = grid.transposed();
                turned.digits()
            }
            false => grid.digits(),
        };
        let rename = |digit: u8| match digit {
            0 => 0,
            digit => self.digits[usize::from(digit) - 1],
        };
        let cells = self.rows.iter().flat_map(|row| {
            let columns = self.columns.iter();
            columns.map(move |column| row * size + column)
        });
        Grid::new(grid.shape(), cells.map(|cell| rename(from[cell])).collect())
    }
}

/// The canonical form of a grid.
///
/// ```
/// use dominox::puzzles::Sudoku;
/// use dominox::workshop::{Grid, canonical};
/// let grid = |text: &str| text.parse::<Sudoku>().map(|sudoku| Grid::from(&sudoku));
/// let one = canonical(&grid("1..2.3....3.4...")?)?;
/// let other = canonical(&grid("4..3.2....2.1...")?)?;
/// assert_eq!(one.grid, other.grid);
/// assert_eq!(one.grid.to_string(), "...1.2....2.3..4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the grid is larger than 9 × 9, and there are too many ways to order its first rows. That happens with full grids, but not
/// with ordinary puzzles.
pub fn canonical(grid: &Grid) -> Result<Canonical, TooManyWays> {
    let transformation = match full::least(grid) {
        Some(transformation) => transformation,
        None => search::least(grid)?.swap_remove(0),
    };
    Ok(Canonical {
        grid: transformation.apply(grid),
        transformation,
    })
}

impl fmt::Display for TooManyWays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there are millions of ways to order the first rows: too many to compare")
    }
}

impl std::error::Error for TooManyWays {}

#[cfg(test)]
mod tests;
