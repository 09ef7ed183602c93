//! Latin squares: n symbols in n × n cells, each symbol once in each row and in each column.
//!
//! ```text
//!   ┌───────┐     items    r1c1 .. r3c3   a symbol in each cell       all primary, n² of each kind
//!   │ 1 2 3 │              r1s1 .. r3s3   each symbol in each row
//!   │ 2 3 1 │              c1s1 .. c3s3   each symbol in each column
//!   │ 3 1 2 │     option   r2c1 r2s2 c1s2      (the 2 at row 2, column 1)
//!   └───────┘
//! ```
//!
//! In a *reduced* square the first row and the first column are in order. Then there are only the options that agree with these
//! 2n - 1 cells.
//!
//! Source: OEIS A002860 (all) and A000315 (reduced); B. D. McKay and I. M. Wanless, *On the number of Latin squares*,
//! Annals of Combinatorics 9 (2005).

use std::ops::RangeInclusive;

use super::Puzzle;
use super::size::{self, SizeError};
use crate::problem::{BuildError, ItemId, OptionId, Problem, Solution};
use crate::render::Board;

/// The problem of Latin squares of one size.
#[derive(Clone, Debug)]
pub struct Latin {
    size: usize,
    problem: Problem,
    /// For each option its row, column and symbol, from 0.
    places: Vec<[usize; 3]>,
}

impl Latin {
    /// The sizes that are allowed.
    pub const SIZES: RangeInclusive<usize> = 1..=64;

    /// The problem of all Latin squares of `size` × `size`.
    ///
    /// # Errors
    /// If the size is not one of [`SIZES`](Self::SIZES).
    pub fn new(size: usize) -> Result<Latin, SizeError> {
        Self::with(size, |_| true)
    }

    /// The problem of the reduced Latin squares of `size` × `size`: first row and first column in order.
    ///
    /// # Errors
    /// If the size is not one of [`SIZES`](Self::SIZES).
    pub fn reduced(size: usize) -> Result<Latin, SizeError> {
        Self::with(size, |[row, column, symbol]| {
            if row == 0 || column == 0 {
                symbol == row.max(column)
            } else {
                symbol != row && symbol != column
            }
        })
    }

    /// The problem of the squares that contain only the `allowed` triples of row, column and symbol.
    fn with(size: usize, allowed: impl Fn([usize; 3]) -> bool) -> Result<Latin, SizeError> {
        size::check(size, &Self::SIZES)?;
        let places: Vec<_> = (0..size.pow(3))
            .map(|index| [index / size / size, index / size % size, index % size])
            .filter(|&place| allowed(place))
            .collect();
        let problem = encode(size, &places).expect("distinct items, each once in an option");
        Ok(Latin {
            size,
            problem,
            places,
        })
    }
}

fn encode(size: usize, places: &[[usize; 3]]) -> Result<Problem, BuildError> {
    let mut builder = Problem::builder();
    for (first, second) in [('r', 'c'), ('r', 's'), ('c', 's')] {
        for (i, j) in (1..=size).flat_map(|i| (1..=size).map(move |j| (i, j))) {
            builder.primary(format!("{first}{i}{second}{j}"))?;
        }
    }
    for &[row, column, symbol] in places {
        let item = |kind, i, j| ItemId::new((kind * size + i) * size + j);
        builder.option([
            item(0, row, column),
            item(1, row, symbol),
            item(2, column, symbol),
        ])?;
    }
    Ok(builder.build())
}

impl Puzzle for Latin {
    fn problem(&self) -> &Problem {
        &self.problem
    }

    fn decode(&self, solution: &Solution) -> Board {
        let mut board = Board::new(self.size, self.size);
        for option in solution.options() {
            let [row, column, symbol] = self.places[option.index()];
            board.set_label(row, column, (symbol + 1).to_string());
        }
        board
    }

    fn labels(&self, option: OptionId) -> Vec<(usize, usize, String)> {
        let [row, column, symbol] = self.places[option.index()];
        vec![(row, column, (symbol + 1).to_string())]
    }

    /// Rows, columns and symbols do not change roles.
    fn item_kinds(&self) -> Option<Vec<u32>> {
        let kind = |item: ItemId| (item.index() / (self.size * self.size)) as u32;
        Some(self.problem.items().map(kind).collect())
    }

    fn item_words(&self, item: ItemId) -> String {
        let (line, last) = (item.index() / self.size, item.index() % self.size + 1);
        let first = line % self.size + 1;
        match line / self.size {
            0 => format!("a symbol at row {first}, column {last}"),
            1 => format!("symbol {last} in row {first}"),
            _ => format!("symbol {last} in column {first}"),
        }
    }

    fn option_words(&self, option: OptionId) -> String {
        let [row, column, symbol] = self.places[option.index()].map(|index| index + 1);
        format!("{symbol} at row {row}, column {column}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_option_names_its_cell_row_and_column() {
        let latin = Latin::new(3).unwrap();
        let problem = latin.problem();
        assert_eq!((problem.item_count(), problem.option_count()), (27, 27));
        let entries = problem.entries(OptionId::new(10)).iter();
        let names: Vec<_> = entries.map(|entry| problem.item_name(entry.item)).collect();
        assert_eq!(names, ["r2c1", "r2s2", "c1s2"]);
        assert_eq!(
            latin.option_words(OptionId::new(10)),
            "2 at row 2, column 1"
        );
    }

    #[test]
    fn items_have_words() {
        let latin = Latin::new(3).unwrap();
        let words = |name| latin.item_words(latin.problem().item_named(name).unwrap());
        assert_eq!(words("r2c3"), "a symbol at row 2, column 3");
        assert_eq!(words("r2s3"), "symbol 3 in row 2");
        assert_eq!(words("c2s3"), "symbol 3 in column 2");
    }

    #[test]
    fn reduced_squares_keep_exactly_the_options_that_agree_with_the_first_row_and_column() {
        let all = Latin::new(5).unwrap();
        let in_order = |&option: &OptionId| {
            let [row, column, symbol] = all.places[option.index()];
            (row == 0 || column == 0) && symbol == row + column
        };
        let given: Vec<_> = all.problem.options().filter(in_order).collect();
        assert_eq!(given.len(), 9);
        let agreeing = all.problem.agreeing(&given).unwrap();
        let agreeing: Vec<_> = agreeing
            .iter()
            .map(|option| all.places[option.index()])
            .collect();
        assert_eq!(Latin::reduced(5).unwrap().places, agreeing);
    }
}
