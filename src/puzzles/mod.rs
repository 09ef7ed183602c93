//! Puzzles: what makes an exact-cover problem out of a puzzle, and a drawn board out of its solution.

mod any;
mod cover;
pub mod dominoes;
mod fault;
pub mod langford;
pub mod latin;
mod lines;
pub mod matching;
mod model;
mod packing;
pub mod pentominoes;
pub mod queens;
mod read;
mod recognise;
mod shapes;
mod size;
pub mod soma;
pub mod sudoku;
pub mod sudominoku;

use crate::problem::{ItemId, OptionId, Problem, Solution};
use crate::render::Board;

pub use any::{AnyPuzzle, Kind};
pub use cover::Cover;
pub use fault::{PuzzleFault, ReadCause, ReadError};
pub use model::{MODELS, Model, ModelError, model};
pub use packing::Packing;
pub use pentominoes::pentominoes;
pub use read::{Reader, Reading, read};
pub use size::SizeError;
pub use soma::soma;
pub use sudoku::{Shape, Sudoku};
pub use sudominoku::Sudominoku;

/// A puzzle that is an exact-cover problem. It is plain data, which threads can share.
pub trait Puzzle: Send + Sync {
    /// The exact-cover problem: the rules, the same for all puzzles of one kind and size.
    fn problem(&self) -> &Problem;

    /// The options that this puzzle gives: they are assumed, on top of the rules.
    fn givens(&self) -> &[OptionId] {
        &[]
    }

    /// Draws a solution.
    fn decode(&self, solution: &Solution) -> Board;

    /// What covering this item means, in the puzzle's words, to be read behind 'no place for': 'digit 5 in row 3'.
    fn item_words(&self, item: ItemId) -> String {
        format!("item `{}`", self.problem().item_name(item))
    }

    /// What choosing this option means, in the puzzle's words: '5 at row 3, column 1'.
    fn option_words(&self, option: OptionId) -> String {
        format!("option {}", option.index() + 1)
    }
}
