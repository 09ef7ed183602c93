//! Dominoes: a rectangle covered by pieces of two cells.
//!
//! ```text
//!   ┌───┬───────┐     items    r1c1 r1c2 r1c3 r2c1 r2c2 r2c3     all primary, one for each cell
//!   │   │       │     option   r1c1 r2c1                         (the upright domino)
//!   │   ├───────┤
//!   │   │       │
//!   └───┴───────┘
//! ```
//!
//! There is an option for each pair of neighbouring cells. An odd area has no solution.
//!
//! Source: P. W. Kasteleyn, *The statistics of dimers on a lattice*, Physica 27 (1961), counts them by a formula.

use std::ops::RangeInclusive;

use super::Puzzle;
use super::size::{self, SizeError};
use crate::problem::{BuildError, ItemId, OptionId, Problem, Solution};
use crate::render::Board;

/// The problem of covering a rectangle with dominoes.
#[derive(Clone, Debug)]
pub struct Dominoes {
    height: usize,
    width: usize,
    problem: Problem,
}

impl Dominoes {
    /// The heights and widths that are allowed.
    pub const SIDES: RangeInclusive<usize> = 1..=256;

    /// The problem of covering a rectangle of `height` rows and `width` columns.
    ///
    /// # Errors
    /// If a side is not one of [`SIDES`](Self::SIDES).
    pub fn new(height: usize, width: usize) -> Result<Dominoes, SizeError> {
        size::check(height, &Self::SIDES)?;
        size::check(width, &Self::SIDES)?;
        let problem = encode(height, width).expect("distinct items, each once in an option");
        Ok(Dominoes {
            height,
            width,
            problem,
        })
    }

    /// The row and the column of a cell's item, from 0.
    fn cell(&self, item: ItemId) -> (usize, usize) {
        (item.index() / self.width, item.index() % self.width)
    }
}

/// Item `row * width + column` is that cell.
fn encode(height: usize, width: usize) -> Result<Problem, BuildError> {
    let mut builder = Problem::builder();
    for (row, column) in (1..=height).flat_map(|row| (1..=width).map(move |column| (row, column))) {
        builder.primary(format!("r{row}c{column}"))?;
    }
    for cell in 0..height * width {
        let (row, column) = (cell / width, cell % width);
        if column + 1 < width {
            builder.option([cell, cell + 1].map(ItemId::new))?;
        }
        if row + 1 < height {
            builder.option([cell, cell + width].map(ItemId::new))?;
        }
    }
    Ok(builder.build())
}

impl Puzzle for Dominoes {
    fn problem(&self) -> &Problem {
        &self.problem
    }

    fn decode(&self, solution: &Solution) -> Board {
        let mut board = Board::new(self.height, self.width);
        for (piece, &option) in solution.options().iter().enumerate() {
            for entry in self.problem.entries(option) {
                let (row, column) = self.cell(entry.item);
                board.set_piece(row, column, piece as u32 + 1);
            }
        }
        board
    }

    fn labels(&self, _option: OptionId) -> Vec<(usize, usize, String)> {
        Vec::new()
    }

    fn item_words(&self, item: ItemId) -> String {
        let (row, column) = self.cell(item);
        format!("a domino at row {}, column {}", row + 1, column + 1)
    }

    fn option_words(&self, option: OptionId) -> String {
        let cells: Vec<_> = self
            .problem
            .entries(option)
            .iter()
            .map(|entry| self.cell(entry.item))
            .collect();
        let (row, column) = cells[0];
        if cells[1].0 == row {
            format!(
                "a domino at row {}, columns {} and {}",
                row + 1,
                column + 1,
                column + 2
            )
        } else {
            format!(
                "a domino at rows {} and {}, column {}",
                row + 1,
                row + 2,
                column + 1
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_cells_are_options() {
        let dominoes = Dominoes::new(2, 3).unwrap();
        let words = |option| dominoes.option_words(OptionId::new(option));
        assert_eq!(dominoes.problem.option_count(), 2 * 2 + 3);
        assert_eq!(words(0), "a domino at row 1, columns 1 and 2");
        assert_eq!(words(1), "a domino at rows 1 and 2, column 1");
        assert_eq!(words(6), "a domino at row 2, columns 2 and 3");
        assert_eq!(
            dominoes.item_words(ItemId::new(5)),
            "a domino at row 2, column 3"
        );
    }

    #[test]
    fn a_domino_on_a_single_column_is_upright() {
        let dominoes = Dominoes::new(3, 1).unwrap();
        assert_eq!(
            dominoes.option_words(OptionId::new(1)),
            "a domino at rows 2 and 3, column 1"
        );
        assert_eq!(Dominoes::new(1, 1).unwrap().problem.option_count(), 0);
    }

    #[test]
    fn sides_are_limited() {
        assert!(Dominoes::new(0, 4).is_err() && Dominoes::new(4, 257).is_err());
    }
}
