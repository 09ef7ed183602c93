//! What decides between the answers of a puzzle: the cells in which they differ, and a few that are enough.
//!
//! ```text
//!     # answers differ at r1c3 r1c4 r4c3 r4c4
//!     # enough for one answer: r1c3 = 4
//! ```

use std::collections::HashMap;

use dominox::engine::{Deciding, Limit, Limits, deciding};
use dominox::problem::{OptionId, Part, Solution};
use dominox::puzzles::{Cover, Puzzle};

use super::json::Object;
use super::page::Page;

/// A part of an answer: a cell with its text, or an option.
struct Piece {
    /// What the cell is called; `None` for an option.
    cell: Option<String>,
    /// The cell and its text, or the option.
    words: String,
    /// The options that show it.
    options: Vec<OptionId>,
}

/// What decides that an answer is the one that is meant.
pub struct Decision {
    pieces: Vec<Piece>,
    found: Deciding,
    /// The mark of a comment.
    mark: char,
}

impl Decision {
    /// What decides that this answer is meant, among those in the part of the problem.
    ///
    /// # Errors
    /// The limit that was reached before any choice was found.
    pub fn of(
        puzzle: &dyn Puzzle,
        (answer, part): (&[OptionId], &Part),
        fewest: bool,
        limits: &Limits,
    ) -> Result<Decision, Limit> {
        let whole = Part {
            with: [puzzle.givens(), &part.with].concat(),
            without: part.without.clone(),
        };
        let pieces = pieces(puzzle, answer);
        let parts = Vec::from_iter(pieces.iter().map(|piece| piece.options.clone()));
        let found = deciding(puzzle.problem(), &whole, &parts, fewest, limits)?;
        let is_cover = puzzle.downcast_ref::<Cover>().is_some();
        Ok(Decision {
            pieces,
            found,
            mark: if is_cover { '|' } else { '#' },
        })
    }

    /// Prints two comment lines.
    pub fn print(&self, page: &mut Page) {
        let mark = self.mark;
        let name = |&place: &usize| {
            let Piece { cell, words, .. } = &self.pieces[place];
            cell.as_ref().unwrap_or(words).as_str()
        };
        let has_cells = self.pieces.iter().any(|piece| piece.cell.is_some());
        let between = if has_cells { " " } else { ", " };
        let differing = Vec::from_iter(self.found.differing.iter().map(name)).join(between);
        page.text(format_args!("{mark} answers differ at {differing}\n"));
        let chosen = Vec::from_iter(self.chosen()).join(", ");
        let doubt = match self.found.is_minimal {
            true => "",
            false => " (perhaps fewer)",
        };
        page.text(format_args!(
            "{mark} enough for one answer: {chosen}{doubt}\n"
        ));
    }

    fn chosen(&self) -> impl Iterator<Item = &str> {
        let chosen = self.found.chosen.iter();
        chosen.map(|&place| self.pieces[place].words.as_str())
    }

    /// Adds what was found to a JSON object.
    pub fn write(&self, object: &mut Object) {
        let differing = self.found.differing.iter();
        let words = differing.map(|&place| self.pieces[place].words.as_str());
        object.strings("differing_parts", words);
        object.strings("deciding", self.chosen());
        object.boolean("minimal", self.found.is_minimal);
        object.boolean("fewest", self.found.is_fewest);
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
