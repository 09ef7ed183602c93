//! What decides between the answers of a puzzle: the cells in which they differ, and a few that are enough.
//!
//! ```text
//!     answers    1 2 3 4 | 1 2 4 3        they differ at r1c3 r1c4 r2c3 r2c4
//!                3 4 2 1 | 3 4 1 2        enough for the first one: r1c3 = 3
//! ```

use std::collections::HashMap;

use crate::engine::{Deciding, Limit, Limits, deciding};
use crate::problem::{OptionId, Part, Solution};
use crate::puzzles::Puzzle;

/// A part of an answer: a cell with its text, or an option.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Piece {
    /// What the cell is called; `None` for an option.
    cell: Option<String>,
    /// The cell and its text, or the option.
    words: String,
    /// The options that show it.
    options: Vec<OptionId>,
}

/// What decides that an answer of a puzzle is the one that is meant, in the puzzle's words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    pieces: Vec<Piece>,
    found: Deciding,
}

impl Decision {
    /// What decides that this answer is meant, among those in the part of the puzzle's problem, which assumes and excludes options
    /// beside the givens. With `fewest`, looks for a smallest choice.
    ///
    /// ```
    /// use dominox::Solver;
    /// use dominox::engine::Limits;
    /// use dominox::problem::Part;
    /// use dominox::puzzles::{Puzzle, Sudoku};
    /// use dominox::workshop::Decision;
    /// let sudoku: Sudoku = "12..34..21..43..".parse()?;
    /// let mut solver = Solver::new(sudoku.problem())?.assume(sudoku.givens());
    /// let answer = solver.any_solution().expect("an answer");
    /// let found = Decision::of(&sudoku, (answer.options(), &Part::default()), true, &Limits::default());
    /// assert_eq!(found.unwrap().chosen().count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached before any choice was found.
    ///
    /// # Panics
    /// If an option is not of the puzzle's problem, or the answer is none.
    pub fn of(
        puzzle: &dyn Puzzle,
        (answer, part): (&[OptionId], &Part),
        fewest: bool,
        limits: &Limits,
    ) -> Result<Decision, Limit> {
        let whole = puzzle.with_givens(part);
        let pieces = pieces(puzzle, answer);
        let parts = Vec::from_iter(pieces.iter().map(|piece| piece.options.clone()));
        let found = deciding(puzzle.problem(), &whole, &parts, fewest, limits)?;
        Ok(Decision { pieces, found })
    }

    /// Whether the parts are cells, and not options.
    pub fn has_cells(&self) -> bool {
        self.pieces.iter().any(|piece| piece.cell.is_some())
    }

    /// The names of the cells in which answers differ, or options that some answer lacks.
    pub fn differing(&self) -> impl Iterator<Item = &str> {
        let pieces = self.found.differing.iter().map(|&at| &self.pieces[at]);
        pieces.map(|piece| piece.cell.as_ref().unwrap_or(&piece.words).as_str())
    }

    /// The same with the texts that the answer has there: 'r1c3 = 3'.
    pub fn differing_words(&self) -> impl Iterator<Item = &str> {
        self.words(&self.found.differing)
    }

    /// Cells with their texts, or options, that no other answer has all of. An answer that has all of this one, and more, as bounds
    /// allow, does not count as another.
    pub fn chosen(&self) -> impl Iterator<Item = &str> {
        self.words(&self.found.chosen)
    }

    /// Whether each of them is needed.
    pub fn is_minimal(&self) -> bool {
        self.found.is_minimal
    }

    /// Whether no fewer would do.
    pub fn is_fewest(&self) -> bool {
        self.found.is_fewest
    }

    fn words<'s>(&'s self, places: &'s [usize]) -> impl Iterator<Item = &'s str> {
        places.iter().map(|&at| self.pieces[at].words.as_str())
    }
}

/// The parts of an answer: its cells, or if it has none, its options.
fn pieces(puzzle: &dyn Puzzle, answer: &[OptionId]) -> Vec<Piece> {
    let board = puzzle.decode(&Solution::new(answer.to_vec()));
    let blank = puzzle.decode(&Solution::new(Vec::new()));
    if board.rows() == 0 {
        let piece = |&option: &OptionId| Piece {
            cell: None,
            words: puzzle.given_words(option),
            options: vec![option],
        };
        return Solution::new(answer.to_vec())
            .options()
            .iter()
            .map(piece)
            .collect();
    }
    let mut shown: HashMap<(usize, usize, String), Vec<OptionId>> = HashMap::new();
    for option in puzzle.problem().options() {
        for label in puzzle.labels(option) {
            shown.entry(label).or_default().push(option);
        }
    }
    let cells = (0..board.rows()).flat_map(|row| (0..board.columns()).map(move |c| (row, c)));
    let cells = cells.filter(|&(row, column)| board.label(row, column) != blank.label(row, column));
    let piece = |(row, column): (usize, usize)| {
        let text = board.label(row, column).to_owned();
        let cell = puzzle.cell_name(row, column);
        Piece {
            words: format!("{cell} = {text}"),
            cell: Some(cell),
            options: shown.remove(&(row, column, text)).unwrap_or_default(),
        }
    };
    cells.map(piece).collect()
}
