//! What can be wrong with the text of a matrix.

use std::error::Error;
use std::fmt;

use crate::problem::BuildError;

/// What is wrong with the text of a matrix. Rows are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MatrixFault {
    /// This is neither 0 nor 1.
    BadCell(String),
    /// This row is shorter or longer than the first one.
    RowLength {
        /// The number of the row.
        row: usize,
        /// The number of its cells.
        found: usize,
        /// The number of cells of the first row.
        expected: usize,
    },
    /// The array has no rows.
    NoRows,
    /// There are cells that are in no row, or brackets within a row.
    OutsideRows,
    /// No closing bracket before the end of the text, or before a blank line.
    Unclosed,
    /// The problem is too large.
    Build(BuildError),
}

impl fmt::Display for MatrixFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatrixFault::BadCell(found) => {
                write!(f, "`{found}` is not part of a matrix: expected `0` or `1`")
            }
            MatrixFault::RowLength {
                row,
                found,
                expected,
            } => {
                let s = if *found == 1 { "" } else { "s" };
                write!(
                    f,
                    "row {row} has {found} cell{s}: expected {expected}, as in row 1"
                )
            }
            MatrixFault::NoRows => {
                f.write_str("a matrix without rows: expected rows of `0` and `1`")
            }
            MatrixFault::OutsideRows => {
                f.write_str("not in a row: expected each row in brackets, and all rows together")
            }
            MatrixFault::Unclosed => f.write_str("the array ends here: expected a closing `]`"),
            MatrixFault::Build(error) => error.fmt(f),
        }
    }
}

impl Error for MatrixFault {}
