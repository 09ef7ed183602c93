//! Sudoku as a person solves it: steps with their reasons, and how hard the hardest one is.
//!
//! ```text
//!   pencil marks ──▶ finders, the easiest technique first ──▶ step ──▶ pencil marks with less ──▶ …
//!      marks.rs        singles, locked, …, chains              step.rs
//! ```
//!
//! A *technique* is a reason that a person can see: 'in box 5, only r4c5 can be 7'. Each has a value, on the scale of Sudoku
//! Explainer, and the rating of a puzzle is the value of its hardest step (`docs/rating.md`). Steps do not decide whether a
//! puzzle has exactly one answer: the engine does. Techniques of uniqueness assume that it has.

mod aligned;
mod almost;
mod cells;
mod chains;
mod draw;
mod evidence;
mod grave;
mod grid;
mod links;
mod locked;
mod loops;
mod marks;
mod picture;
mod pieces;
mod singles;
mod solving;
mod step;
mod subsets;
mod technique;
mod wings;
mod words;

#[cfg(test)]
mod tests;

pub use cells::{CellSet, MOST_CELLS};
pub use grid::{CellName, Grid, Unit, UnitKind};
pub use marks::{Digits, Marks};
pub use picture::{marks_picture, piece_step_picture, step_board, step_picture};
pub use pieces::{PieceReason, PieceStep, Pieces};
pub use solving::{Rating, Solving};
pub use step::{NotAValue, Removed, Step, Value};
pub use technique::Technique;
pub use words::Words;

use crate::puzzles::Sudoku;

/// The pencil marks of a Sudoku: its givens, and the digits that they leave. `None` if the grid is larger than
/// [`MOST_CELLS`], or if two givens contradict each other.
///
/// ```
/// use dominox::puzzles::Sudoku;
/// use dominox::workshop::person::{Rating, pencil_marks};
/// let sudoku: Sudoku = "1.....2..3.....4".parse()?;
/// let rating = Rating::of(pencil_marks(&sudoku).expect("a grid of a person"));
/// assert!(rating.is_solved);
/// assert_eq!(rating.hardest.to_string(), "1.2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pencil_marks(sudoku: &Sudoku) -> Option<Marks> {
    let grid = Grid::of(sudoku.rules().shape())?;
    let size = grid.size();
    let mut marks = Marks::new(grid);
    for place in sudoku.placements() {
        let (cell, digit) = (
            place.row * size + place.column,
            usize::from(place.digit) - 1,
        );
        if marks.value(cell) == Some(digit as u8) {
            continue;
        }
        if !marks.can_be(cell, digit) {
            return None;
        }
        marks.place(cell, digit);
    }
    Some(marks)
}
