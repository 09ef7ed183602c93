//! Where two answers differ: in cells of the board, or in options.
//!
//! ```text
//!     1243342143122134
//!     1243342143212143
//!     # differs at r3c3 r3c4 r4c3 r4c4         a comment, as the reader of answers skips it
//! ```

use std::collections::BTreeSet;
use std::fmt;

use dominox::problem::{OptionId, Solution};
use dominox::puzzles::{Cover, Puzzle};

use super::json::Object;

/// Where the second of two answers differs from the first.
pub enum Difference {
    Cells(Vec<Differing>),
    /// The options that only the first has, and those that only the second has; and the mark of a comment.
    Options([Vec<OptionId>; 2], char),
}

/// A cell with two texts.
pub struct Differing {
    row: usize,
    column: usize,
    name: String,
    texts: [String; 2],
}

/// The mark of a comment among answers: in Knuth's text, the names of items may begin with `#`.
pub fn comment_mark(is_cover: bool) -> char {
    if is_cover { '|' } else { '#' }
}

impl Difference {
    pub fn of(puzzle: &dyn Puzzle, answers: [&[OptionId]; 2]) -> Difference {
        let boards = answers.map(|options| puzzle.decode(&Solution::new(options.to_vec())));
        let (rows, columns) = (boards[0].rows(), boards[0].columns());
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let differing = cells.filter_map(|(row, column)| {
            let texts = [&boards[0], &boards[1]].map(|board| board.label(row, column).to_owned());
            (texts[0] != texts[1]).then(|| Differing {
                row,
                column,
                name: puzzle.cell_name(row, column),
                texts,
            })
        });
        let differing = Vec::from_iter(differing);
        if !differing.is_empty() {
            return Difference::Cells(differing);
        }
        let [first, second] = answers.map(|options| BTreeSet::from_iter(options.iter().copied()));
        let only = |of: &BTreeSet<_>, other| of.difference(other).copied().collect();
        let mark = comment_mark(puzzle.downcast_ref::<Cover>().is_some());
        Difference::Options([only(&first, &second), only(&second, &first)], mark)
    }

    /// Adds the cells to a JSON object.
    pub fn write(&self, object: &mut Object) {
        if let Difference::Cells(cells) = self {
            object.objects("differing", cells, |cell, object| {
                object.string("cell", &cell.name);
                object.number("row", Some(cell.row as u64 + 1));
                object.number("column", Some(cell.column as u64 + 1));
                object.string("first", &cell.texts[0]);
                object.string("second", &cell.texts[1]);
            });
        }
    }
}

impl fmt::Display for Difference {
    /// A comment line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Cells(cells) => {
                f.write_str("# differs at")?;
                cells
                    .iter()
                    .try_for_each(|cell| write!(f, " {}", cell.name))
            }
            Difference::Options([first, second], mark) => {
                let numbers = |options: &[OptionId]| {
                    let numbers = options
                        .iter()
                        .map(|option| (option.index() + 1).to_string());
                    match options.is_empty() {
                        true => "none".into(),
                        false => Vec::from_iter(numbers).join(" "),
                    }
                };
                write!(
                    f,
                    "{mark} differs in options: {} in the first answer, {} in the second",
                    numbers(first),
                    numbers(second)
                )
            }
        }
    }
}
