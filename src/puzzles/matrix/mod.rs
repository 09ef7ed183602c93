//! A matrix of 0 and 1 as an exact-cover problem: the rows are options, the columns are items, and an answer is a choice of
//! rows with exactly one 1 in each column.
//!
//! ```text
//! 1 0 0 1 0      row 1 covers columns 1 and 4
//! 0 1 1 0 0      row 2
//! 0 1 0 0 1      row 3
//! 0 0 0 0 1      row 4                          the answer: 1 2 4
//! ```

mod fault;
mod kind;
mod text;

pub use fault::MatrixFault;
pub(super) use kind::begins_array;

use super::Puzzle;
use crate::problem::{BuildError, Entry, ItemId, OptionId, Problem, Solution};

/// A matrix that was given as text.
///
/// ```
/// use dominox::puzzles::{self, Matrix};
/// let mut reader = puzzles::read("1001\n0110\n0100\n".as_bytes());
/// let reading = reader.next().expect("a matrix")?;
/// assert_eq!(reading.kind, Matrix::KIND);
/// assert_eq!(reading.puzzle.problem().to_text()?, "c1 c2 c3 c4\nc1 c4\nc2 c3\nc2\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matrix {
    problem: Problem,
}

impl Matrix {
    /// The matrix with this number of columns and these rows: for each, the columns with a 1, from 0.
    fn new<'r>(
        columns: usize,
        rows: impl Iterator<Item = &'r [usize]>,
    ) -> Result<Matrix, BuildError> {
        let mut builder = Problem::builder();
        let items: Vec<ItemId> = (1..=columns)
            .map(|column| builder.primary(format!("c{column}")))
            .collect::<Result<_, _>>()?;
        for row in rows {
            builder.option(row.iter().map(|&column| Entry::from(items[column])))?;
        }
        Ok(Matrix {
            problem: builder.build(),
        })
    }
}

impl Puzzle for Matrix {
    fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The numbers of the rows, from 1.
    fn write_answer(&self, _number: u64, options: &[OptionId], text: &mut Vec<u8>) {
        let solution = Solution::new(options.to_vec());
        let rows = solution.options().iter();
        let rows: Vec<String> = rows.map(|row| (row.index() + 1).to_string()).collect();
        text.extend_from_slice(rows.join(" ").as_bytes());
        text.push(b'\n');
    }

    fn answers_stand_alone(&self) -> bool {
        true
    }

    fn item_words(&self, item: ItemId) -> String {
        format!("column {}", item.index() + 1)
    }

    fn item_verb(&self) -> &'static str {
        "cover"
    }

    fn option_words(&self, option: OptionId) -> String {
        format!("row {}", option.index() + 1)
    }
}
