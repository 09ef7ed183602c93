//! What can be wrong with the text of a Sudoku.

use std::error::Error;
use std::fmt;

use super::alphabet::Digits;
use crate::problem::{Located, quotable};
use crate::puzzles::sudoku::{LARGEST_SIZE, Shape, Sudoku};

/// A puzzle, or what is wrong with it.
pub(super) type Outcome = Result<Sudoku, Located<SudokuFault>>;

/// What is wrong with the text of a Sudoku. Rows are counted from 1, sizes are numbers of cells.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SudokuFault {
    /// The text holds no puzzle.
    NoPuzzle,
    /// This is the first line of a program in which there is no board.
    Code,
    /// The text holds more than the one puzzle that was requested.
    SecondPuzzle,
    /// This cell holds neither a digit of a grid of this size nor a blank.
    BadCell {
        /// The text of the cell.
        found: String,
        /// N: the number of rows and columns.
        size: usize,
        /// The digits that are allowed.
        digits: Digits,
    },
    /// These are the candidates of each cell of a smaller grid, not digits of this one.
    Candidates {
        /// N of the smaller grid.
        size: usize,
    },
    /// This field of an object gives a rule of a variant.
    Rule(String),
    /// The cells of this grid are objects, as in the files of f-puzzles and SudokuPad.
    Drawing,
    /// This is not part of a puzzle of any size.
    NotACell(String),
    /// This line is not as long as a puzzle in one line is.
    LineLength {
        /// The number of cells in the line.
        found: usize,
        /// The number of cells of a whole puzzle.
        expected: usize,
    },
    /// A row of a table has something else than a puzzle in its column, such as `none`.
    NotInColumn {
        /// The number of the column, from 1.
        column: usize,
        /// What is there.
        found: String,
    },
    /// A row of a table has fewer columns.
    NoSuchColumn {
        /// The number of the column with the puzzles, from 1.
        column: usize,
        /// The number of columns in this row.
        found: usize,
    },
    /// This array of cells is not as long as a puzzle.
    ArrayLength {
        /// The number of cells in the array.
        found: usize,
        /// The number of cells of the puzzle that is nearest.
        expected: usize,
    },
    /// This array has fewer cells than any puzzle, and no rows.
    NoBoard {
        /// The number of cells in the array.
        found: usize,
    },
    /// Beside the rows of an array, in brackets, this cell stands alone: a bracket is missing.
    BesideRows(String),
    /// This row of a grid is shorter or longer than the grid is wide.
    RowLength {
        /// The number of the row.
        row: usize,
        /// The number of cells in the row.
        found: usize,
        /// The number of cells that most rows have.
        expected: usize,
    },
    /// The grid has too few rows.
    EndsEarly {
        /// The number of rows that are there.
        rows: usize,
        /// The number of rows that should be.
        expected: usize,
    },
    /// The grids end with too few rows, and in some of those before them a digit repeats: perhaps a row is missing before.
    OutOfStep {
        /// The number of rows that are left.
        rows: usize,
        /// The number of rows that should be.
        expected: usize,
        /// The line of the first grid in which a digit repeats.
        since: u64,
        /// The number of such grids.
        grids: usize,
    },
    /// The grid has too few rows or too many, or one of those before it, which no later lines showed.
    Doubtful {
        /// The number of rows that are there.
        rows: usize,
        /// The number of rows that should be.
        expected: usize,
        /// The line of the first grid whose answer is doubtful.
        since: u64,
    },
    /// The array, or the grid, has too many rows.
    TooManyRows {
        /// The number of rows that are there.
        rows: usize,
        /// The number of rows that should be.
        expected: usize,
    },
    /// No Sudoku has rows of this many cells, or not with the boxes that were requested.
    NoSuchSize {
        /// The number of cells of a row, or of a line.
        found: usize,
        /// The shape that was requested.
        asked: Option<Shape>,
    },
    /// The line can be a puzzle of one size or a row of the other.
    EitherSize {
        /// The size if the line is a whole puzzle.
        puzzle: Shape,
        /// The size if the line is a row.
        row: Shape,
    },
    /// The line, or the array, is longer than any puzzle.
    TooLong,
    /// No closing bracket before the end of the array's text.
    UnclosedArray,
    /// The array continues with something unexpected.
    BadArray {
        /// What was found.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
}

impl fmt::Display for SudokuFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SudokuFault::NoPuzzle => write!(f, "no puzzle: expected a Sudoku grid"),
            SudokuFault::Code => write!(
                f,
                "a program without a board: `dominox formats` lists what is read"
            ),
            SudokuFault::SecondPuzzle => write!(f, "a second puzzle begins: expected only one"),
            SudokuFault::BadCell {
                found,
                size,
                digits,
            } => {
                write!(
                    f,
                    "`{found}` is not a digit of a {size}×{size} grid: expected {digits}"
                )?;
                hint_at_case(f, found, *size)
            }
            SudokuFault::Candidates { size } => write!(
                f,
                "these are the candidates of each cell of a {size}×{size} grid: expected its given digits alone"
            ),
            SudokuFault::Rule(name) => write!(
                f,
                "`{name}` is a rule: beside a board, rules are not read; write the puzzle as a variant, as `dominox formats variant` shows"
            ),
            SudokuFault::Drawing => write!(
                f,
                "a drawing as f-puzzles or SudokuPad stores it: give its link instead"
            ),
            SudokuFault::NotACell(found) => write!(
                f,
                "`{found}` is not part of a Sudoku: expected digits, and `0`, `.`, `_`, `*` or `x` for a blank"
            ),
            SudokuFault::LineLength { found, expected } => write!(
                f,
                "the line has {}: expected {expected} ({size}×{size})",
                cells(*found),
                size = expected.isqrt()
            ),
            SudokuFault::NotInColumn { column, found } if found.is_empty() => {
                write!(f, "column {column} is empty: expected a puzzle")
            }
            SudokuFault::NotInColumn { column, found } => write!(
                f,
                "`{}` in column {column}: expected a puzzle of N·N cells",
                quotable(found)
            ),
            SudokuFault::NoSuchColumn { column, found } => {
                let s = if *found == 1 { "" } else { "s" };
                write!(f, "no column {column} here: the line has {found} column{s}")
            }
            SudokuFault::ArrayLength { found, expected } => write!(
                f,
                "the array has {}: expected {expected} ({size}×{size})",
                cells(*found),
                size = expected.isqrt()
            ),
            SudokuFault::RowLength {
                row,
                found,
                expected,
            } => write!(f, "row {row} has {}: expected {expected}", cells(*found)),
            SudokuFault::EndsEarly { rows, expected } => ends_early(f, *rows, *expected),
            SudokuFault::Doubtful {
                rows,
                expected,
                since,
            } => {
                match rows < expected {
                    true => ends_early(f, *rows, *expected)?,
                    false => too_many(f, *rows, *expected)?,
                }
                write!(
                    f,
                    "; perhaps an earlier grid is the bad one: the answers from line {since} up to here are doubtful"
                )
            }
            SudokuFault::OutOfStep {
                rows,
                expected,
                since,
                grids,
            } => write!(
                f,
                "the grids end after row {rows} of {expected}: perhaps an earlier row is missing, since a digit repeats in {grids} grids from line {since} on"
            ),
            SudokuFault::TooManyRows { rows, expected } => too_many(f, *rows, *expected),
            SudokuFault::NoBoard { found: 0 } => {
                write!(f, "an empty array: expected rows in brackets, or N·N cells")
            }
            SudokuFault::NoBoard { found } => write!(
                f,
                "an array of {}: expected rows in brackets, or N·N cells",
                cells(*found)
            ),
            SudokuFault::BesideRows(found) => write!(
                f,
                "`{found}` beside rows in brackets: expected each row in brackets, and all rows together"
            ),
            SudokuFault::NoSuchSize { found, asked: None } => write!(
                f,
                "{} in a line: expected N (a row) or N·N (a whole puzzle), where N is 4, 6, 8, 9, 10, 12, … up to {LARGEST_SIZE}",
                cells(*found)
            ),
            SudokuFault::NoSuchSize {
                found,
                asked: Some(shape),
            } => write!(
                f,
                "{} in a line: with boxes of {shape}, expected {} (a row) or {} (a whole puzzle)",
                cells(*found),
                shape.size(),
                shape.cells()
            ),
            SudokuFault::EitherSize { puzzle, row } => write!(
                f,
                "this can be a {small}×{small} puzzle in one line or a row of a {large}×{large} grid: choose with --box {puzzle} or --box {row}",
                small = puzzle.size(),
                large = row.size()
            ),
            SudokuFault::TooLong => write!(
                f,
                "too long: a puzzle has at most {} cells",
                LARGEST_SIZE * LARGEST_SIZE
            ),
            SudokuFault::UnclosedArray => write!(f, "the array ends here: expected a closing `]`"),
            SudokuFault::BadArray { found, expected } => {
                write!(f, "{found} in the array: expected {expected}")
            }
        }
    }
}

impl Error for SudokuFault {}

fn ends_early(f: &mut fmt::Formatter<'_>, rows: usize, expected: usize) -> fmt::Result {
    write!(f, "the grid ends after row {rows} of {expected}")
}

fn too_many(f: &mut fmt::Formatter<'_>, rows: usize, expected: usize) -> fmt::Result {
    write!(f, "the grid has {rows} rows: expected {expected}")
}

fn cells(number: usize) -> String {
    match number {
        1 => "1 cell".into(),
        number => format!("{number} cells"),
    }
}

/// Letters are digits in one case only, the one that the grid has.
fn hint_at_case(f: &mut fmt::Formatter<'_>, found: &str, size: usize) -> fmt::Result {
    match found.as_bytes() {
        [byte] if size > 9 && byte.is_ascii_lowercase() => {
            write!(
                f,
                " (small letters are digits if there are no capital ones)"
            )
        }
        _ => Ok(()),
    }
}
