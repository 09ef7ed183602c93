//! What decides between the answers of a puzzle: the cells in which they differ, and a minimal set of cells that leaves one
//! answer.
//!
//! ```text
//!     answers    1 2 3 4 | 1 2 4 3        they differ at r1c3 r1c4 r2c3 r2c4
//!                3 4 2 1 | 3 4 1 2        enough for the first one: r1c3 = 3
//! ```

use std::collections::HashMap;

use crate::engine::{Limit, Limits, deciding, determines, possible};
use crate::problem::{OptionId, Part, Solution};
use crate::puzzles::Puzzle;

/// A part of an answer: a cell with its text, or an option.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Piece {
    /// What the cell is called; `None` for an option.
    cell: Option<String>,
    /// The cell and its text, or the option.
    words: String,
    /// The options that show it; for an empty cell, those that show anything there.
    options: Vec<OptionId>,
    /// The order of the pieces.
    place: usize,
}

/// What distinguishes an answer of a puzzle from all others, in the puzzle's words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    differing: Vec<Piece>,
    chosen: Vec<Piece>,
    is_complete: bool,
    is_minimal: bool,
    is_fewest: bool,
}

impl Decision {
    /// What distinguishes this answer from all others in a part of the puzzle's problem, which assumes and excludes options in
    /// addition to the givens. With `fewest`, looks for a smallest set.
    ///
    /// The parts of the answer are the cells of its board. They are its options if there is no board, or if another answer
    /// looks the same on the board, as with copies of one piece.
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
    /// let found = found.unwrap();
    /// assert_eq!(found.chosen().count(), 2);
    /// assert!(found.chosen_options().flatten().all(|option| answer.options().contains(option)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached before any set was found.
    ///
    /// # Panics
    /// If an option does not belong to the puzzle's problem, or the answer is not an answer.
    pub fn of(
        puzzle: &dyn Puzzle,
        (answer, part): (&[OptionId], &Part),
        fewest: bool,
        limits: &Limits,
    ) -> Result<Decision, Limit> {
        let (whole, limits) = (puzzle.with_givens(part), &limits.begun());
        let problem = puzzle.problem();
        let sets = |pieces: &[Piece]| Vec::from_iter(pieces.iter().map(|it| it.options.clone()));
        let (mut pieces, mut empty) = cells(puzzle, answer);
        let by_cells = !pieces.is_empty()
            && (problem.has_facts()
                || determines(problem, &whole, &sets(&pieces), answer, limits)?);
        if !by_cells {
            (pieces, empty) = (options(puzzle, answer), Vec::new());
        }
        let found = deciding(problem, &whole, &sets(&pieces), fewest, limits)?;
        let filled = possible(problem, &whole, &sets(&empty), limits);
        let filled_by_others = filled.places.iter().map(|&at| empty[at].clone());
        let mut differing = filled_by_others
            .chain(at(&pieces, &found.differing))
            .collect::<Vec<_>>();
        differing.sort_by_key(|piece| piece.place);
        Ok(Decision {
            differing,
            chosen: at(&pieces, &found.chosen).collect(),
            is_complete: filled.is_complete,
            is_minimal: found.is_minimal,
            is_fewest: found.is_fewest,
        })
    }

    /// Whether the parts are cells, and not options.
    pub fn has_cells(&self) -> bool {
        self.chosen.iter().any(|piece| piece.cell.is_some())
    }

    /// The names of the cells in which answers differ, or options that some answer lacks.
    pub fn differing(&self) -> impl Iterator<Item = &str> {
        let pieces = self.differing.iter();
        pieces.map(|piece| piece.cell.as_ref().unwrap_or(&piece.words).as_str())
    }

    /// The same, with the texts of the answer: 'r1c3 = 3', or 'r1c3 empty'.
    pub fn differing_words(&self) -> impl Iterator<Item = &str> {
        self.differing.iter().map(|piece| piece.words.as_str())
    }

    /// A set of cells with their texts, or of options, that no other answer contains in full. An answer that contains this one
    /// and more, as bounds allow, does not count as another.
    pub fn chosen(&self) -> impl Iterator<Item = &str> {
        self.chosen.iter().map(|piece| piece.words.as_str())
    }

    /// For each element of `chosen`, its options: all that write this text into the cell, or the one option.
    pub fn chosen_options(&self) -> impl Iterator<Item = &[OptionId]> {
        self.chosen.iter().map(|piece| piece.options.as_slice())
    }

    /// Whether all cells in which answers differ are known. If not, a limit was reached.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Whether each element of `chosen` is needed. If false, a limit was reached.
    pub fn is_minimal(&self) -> bool {
        self.is_minimal
    }

    /// Whether no smaller set would be enough, as far as is known.
    pub fn is_fewest(&self) -> bool {
        self.is_fewest
    }
}

/// The pieces at these places.
fn at<'p>(pieces: &'p [Piece], places: &'p [usize]) -> impl Iterator<Item = Piece> {
    places.iter().map(|&at| pieces[at].clone())
}

/// The options of an answer.
fn options(puzzle: &dyn Puzzle, answer: &[OptionId]) -> Vec<Piece> {
    let answer = Solution::new(answer.to_vec());
    let piece = |(place, &option): (usize, &OptionId)| Piece {
        cell: None,
        words: puzzle.given_words(option),
        options: vec![option],
        place,
    };
    answer.options().iter().enumerate().map(piece).collect()
}

/// The cells of an answer: those that are filled, and the empty ones that may be filled.
fn cells(puzzle: &dyn Puzzle, answer: &[OptionId]) -> (Vec<Piece>, Vec<Piece>) {
    let board = puzzle.decode(&Solution::new(answer.to_vec()));
    let blank = puzzle.decode(&Solution::new(Vec::new()));
    if board.rows() == 0 {
        return Default::default();
    }
    let mut shown: HashMap<(usize, usize), Vec<(String, OptionId)>> = HashMap::new();
    for option in puzzle.problem().options() {
        for (row, column, text) in puzzle.labels(option) {
            shown.entry((row, column)).or_default().push((text, option));
        }
    }
    let cells = (0..board.rows()).flat_map(|row| (0..board.columns()).map(move |c| (row, c)));
    let (mut filled, mut empty) = (Vec::new(), Vec::new());
    for (place, (row, column)) in cells.enumerate() {
        let shown = shown.remove(&(row, column)).unwrap_or_default();
        let (text, cell) = (board.label(row, column), puzzle.cell_name(row, column));
        let is_filled = text != blank.label(row, column);
        let options = shown
            .into_iter()
            .filter(|(other, _)| !is_filled || other == text);
        let piece = Piece {
            words: match is_filled {
                true => format!("{cell} = {text}"),
                false => format!("{cell} empty"),
            },
            cell: Some(cell),
            options: options.map(|(_, option)| option).collect(),
            place,
        };
        match is_filled {
            true => filled.push(piece),
            false if piece.options.is_empty() => {}
            false => empty.push(piece),
        }
    }
    (filled, empty)
}
