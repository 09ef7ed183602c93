//! A grid of digits and blanks: what the workshop draws, thins out and compares.
//!
//! ```text
//!     1 2 3 4        "123434122.4...21" in one line: row by row, `.` is a blank;
//!     3 4 1 2        digits after 9 are letters
//!     2 · 4 ·
//!     · · 2 1
//! ```

use std::fmt;

use crate::problem::OptionId;
use crate::puzzles::sudoku::Rules;
use crate::puzzles::{Puzzle, Shape, Sudoku};

/// The characters of digits, from 1 on.
const SYMBOLS: &[u8; 35] = b"123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// N × N cells, each with a digit or blank. Its digits may contradict each other.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Grid {
    shape: Shape,
    /// Row by row; 0 is a blank.
    digits: Vec<u8>,
}

impl Grid {
    /// A grid with these digits, row by row, where 0 is a blank.
    ///
    /// # Panics
    /// If there are not N² of them, or one is greater than N.
    pub fn new(shape: Shape, digits: Vec<u8>) -> Grid {
        assert_eq!(digits.len(), shape.cells(), "digits of a grid of {shape}");
        let in_range = |&digit: &u8| usize::from(digit) <= shape.size();
        assert!(digits.iter().all(in_range), "digits up to {}", shape.size());
        Grid { shape, digits }
    }

    /// The grid without digits.
    pub fn empty(shape: Shape) -> Grid {
        Grid {
            shape,
            digits: vec![0; shape.cells()],
        }
    }

    /// The shape of its boxes.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Its N² digits, row by row; 0 is a blank.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The number of cells with a digit.
    pub fn clues(&self) -> usize {
        self.digits.iter().filter(|&&digit| digit > 0).count()
    }

    /// Whether no cell is blank.
    pub fn is_full(&self) -> bool {
        self.clues() == self.digits.len()
    }

    /// The digits as options of the rules, in the order of the cells.
    pub fn options(&self) -> Vec<OptionId> {
        let size = self.shape.size();
        let filled = self.digits.iter().enumerate().filter(|&(_, &d)| d > 0);
        let option = |(cell, &digit): (usize, &u8)| option(size, cell, digit);
        filled.map(option).collect()
    }

    /// The puzzle with these digits given.
    pub fn to_sudoku(&self) -> Sudoku {
        let rules = Rules::of(self.shape);
        let places = self.options().into_iter();
        Sudoku::new(self.shape, places.map(|option| rules.placement(option)))
    }

    /// The grid in which rows are columns, and columns rows.
    pub fn transposed(&self) -> Grid {
        let size = self.shape.size();
        let (rows, columns) = (self.shape.rows_per_box(), self.shape.columns_per_box());
        let shape = Shape::new(columns, rows).expect("it has as many cells");
        let at = |cell: usize| self.digits[cell % size * size + cell / size];
        Grid::new(shape, (0..shape.cells()).map(at).collect())
    }

    pub(super) fn digits_mut(&mut self) -> &mut [u8] {
        &mut self.digits
    }

    /// Writes the digits of these options over those that are there.
    pub(super) fn put(&mut self, options: &[OptionId]) {
        let size = self.shape.size();
        for option in options {
            self.digits[option.index() / size] = (option.index() % size) as u8 + 1;
        }
    }
}

/// The option of the rules that puts a digit into a cell of a grid with `size` rows.
pub(super) fn option(size: usize, cell: usize, digit: u8) -> OptionId {
    OptionId::new(cell * size + usize::from(digit) - 1)
}

impl From<&Sudoku> for Grid {
    /// The given digits.
    fn from(sudoku: &Sudoku) -> Grid {
        let mut grid = Grid::empty(sudoku.rules().shape());
        grid.put(sudoku.givens());
        grid
    }
}

impl fmt::Display for Grid {
    /// All cells in one line. In a grid of 36 rows, digits begin with `0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_largest = self.shape.size() > SYMBOLS.len();
        let symbol = |&digit: &u8| match (digit, is_largest) {
            (0, _) => '.',
            (1, true) => '0',
            (digit, true) => char::from(SYMBOLS[usize::from(digit) - 2]),
            (digit, false) => char::from(SYMBOLS[usize::from(digit) - 1]),
        };
        f.write_str(&self.digits.iter().map(symbol).collect::<String>())
    }
}
