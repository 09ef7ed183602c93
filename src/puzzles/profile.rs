//! Boards of a profile: for each text that options write into cells, how often it is in each cell.
//!
//! ```text
//!   options                counts        boards of `1` and `2`
//!   1 at row 1, column 1   3                ┌───┬───┐    ┌───┬───┐
//!   2 at row 1, column 1   0                │ 3 │ 1 │    │ 0 │ 2 │
//!   1 at row 1, column 2   1                └───┴───┘    └───┴───┘
//!   2 at row 1, column 2   2
//! ```

use std::collections::{BTreeSet, HashMap};
use std::fmt::Display;
use std::ops::AddAssign;

use super::Puzzle;
use crate::problem::{Occurrence, Solution};
use crate::render::Board;

/// For each text that options of the puzzle write into cells, its board: in each cell where an option writes it, the
/// sum of the counts of those options. Shorter texts come first, so that 9 comes before 10.
///
/// `counts` has a number for each option, such as those of
/// [`Zdd::option_counts`](crate::engine::Zdd::option_counts).
///
/// ```
/// use dominox::puzzles::{Puzzle, Sudoku, profile};
/// use dominox::Solver;
/// let sudoku: Sudoku = "12..34..........".parse()?;
/// let zdd = Solver::new(sudoku.problem())?.assume(sudoku.givens()).zdd()?;
/// let boards = profile(&sudoku, &zdd.option_counts());
/// let (text, board) = &boards[3];
/// assert_eq!((text.as_str(), board.label(0, 0), board.label(0, 2)), ("4", "0", "6"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If there are fewer counts than options.
pub fn profile<C>(puzzle: &dyn Puzzle, counts: &[C]) -> Vec<(String, Board)>
where
    C: Clone + Default + Display + for<'a> AddAssign<&'a C>,
{
    let blank = puzzle.decode(&Solution::new(Vec::new()));
    let cells = blank.rows() * blank.columns();
    let mut sums: HashMap<String, Vec<Option<C>>> = HashMap::new();
    for option in puzzle.problem().options() {
        for (row, column, text) in puzzle.labels(option) {
            let of_text = sums.entry(text).or_insert_with(|| vec![None; cells]);
            let sum = of_text[row * blank.columns() + column].get_or_insert_default();
            *sum += &counts[option.index()];
        }
    }
    let draw = |(text, sums): (String, Vec<Option<C>>)| {
        let mut board = blank.clone();
        for (cell, sum) in sums.iter().enumerate() {
            if let Some(sum) = sum {
                let (row, column) = (cell / blank.columns(), cell % blank.columns());
                board.set_label(row, column, sum.to_string());
            }
        }
        (text, board)
    };
    let mut boards: Vec<_> = sums.into_iter().map(draw).collect();
    boards.sort_by(|(a, _), (b, _)| (a.len(), a).cmp(&(b.len(), b)));
    boards
}

/// The pencil marks of a puzzle: a board with, in each cell, the texts that some solution has there, and after a `?` those of
/// which nothing is known. `None` if its options write nothing into cells.
///
/// `occurring` is for each option, as [`Solver::occurrences`](crate::Solver::occurrences) returns it. Texts of several
/// characters are separated by commas.
///
/// ```
/// use dominox::puzzles::{Puzzle, Sudoku, candidates};
/// use dominox::Solver;
/// let sudoku: Sudoku = "12..34..........".parse()?;
/// let occurring = Solver::new(sudoku.problem())?.assume(sudoku.givens()).occurrences();
/// let board = candidates(&sudoku, &occurring).expect("digits");
/// assert_eq!((board.label(0, 0), board.label(0, 2), board.label(1, 2)), ("1", "34", "12"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If there are fewer occurrences than options.
pub fn candidates(puzzle: &dyn Puzzle, occurring: &[Occurrence]) -> Option<Board> {
    let mut board = puzzle.decode(&Solution::new(Vec::new()));
    let columns = board.columns();
    let mut marks = vec![(BTreeSet::new(), BTreeSet::new()); board.rows() * columns];
    let mut writes = false;
    for option in puzzle.problem().options() {
        for (row, column, text) in puzzle.labels(option) {
            writes = true;
            let (some, unknown) = &mut marks[row * columns + column];
            match occurring[option.index()] {
                Occurrence::InSome => some.insert((text.len(), text)),
                Occurrence::Unknown => unknown.insert((text.len(), text)),
                Occurrence::InNone => false,
            };
        }
    }
    for (cell, (some, mut unknown)) in marks.into_iter().enumerate() {
        unknown.retain(|text| !some.contains(text));
        if some.is_empty() && unknown.is_empty() {
            continue;
        }
        let mut label = joined(&some);
        if !unknown.is_empty() {
            label += "?";
            label += &joined(&unknown);
        }
        board.set_label(cell / columns, cell % columns, label);
    }
    writes.then_some(board)
}

fn joined(texts: &BTreeSet<(usize, String)>) -> String {
    let is_long = texts.iter().any(|(_, text)| text.chars().nth(1).is_some());
    let texts: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
    texts.join(if is_long { "," } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::{model, soma};

    /// The overridden `labels` agree with the board of the option.
    #[test]
    fn labels_are_those_of_the_board() {
        #[derive(Debug)]
        struct Plain(Box<dyn Puzzle>);
        impl Puzzle for Plain {
            fn problem(&self) -> &crate::problem::Problem {
                self.0.problem()
            }
            fn decode(&self, solution: &Solution) -> Board {
                self.0.decode(solution)
            }
        }
        let sudominoku = "0\n".replace('0', "1\n6 B2 1 B3\nC5 A3 D9 I4 A9 E5 A2 C6 I1");
        let case: crate::puzzles::Sudominoku = sudominoku.parse().unwrap();
        for puzzle in [
            model("sudoku 2x3").unwrap(),
            model("latin 3").unwrap(),
            model("queens 4").unwrap(),
            model("langford 3").unwrap(),
            model("matching 6").unwrap(),
            model("dominoes 2x3").unwrap(),
            Box::new(case),
            Box::new(soma()),
        ] {
            let plain = Plain(puzzle);
            for option in plain.problem().options() {
                assert_eq!(plain.0.labels(option), plain.labels(option));
            }
        }
    }
}
