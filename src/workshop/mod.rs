//! The workshop, for makers of puzzles. It draws grids, makes puzzles with one answer, compares them, and says why a puzzle has
//! no answer.
//!
//! ```text
//!   a full grid ──▶ clues that leave one answer ──▶ the form in which equal puzzles look the same
//!                          ▲      │ without this clue: another answer?
//!                          └──── engine
//! ```
//!
//! Whether a puzzle has one answer is decided by the [engine](crate::engine) alone.

mod alike;
mod asking;
mod canonical;
#[cfg(test)]
mod chance;
mod deciding;
mod diagram;
mod draft;
mod explain;
mod full;
mod generate;
mod grid;
mod minimal;
pub mod person;
mod random;
mod reduced;
mod refused;
mod sudominoku;
mod symmetry;
mod tiling;
mod variant;

pub use alike::{Alike, symmetries};
pub use canonical::{Canonical, TooManyWays, Transformation, canonical};
pub use deciding::Decision;
pub use diagram::zdd_picture;
pub use explain::{Contradiction, Explained, explain, explain_briefly};
pub use full::{Fairness, FullGrids};
pub use generate::{Made, Maker, Order, Wish, WishError, fewest_clues};
pub use grid::Grid;
pub use minimal::{Fewest, MinimizeError, Minimizer, Subpuzzle};
pub use reduced::{gone_words, reduced_text};
pub use refused::refused_words;
pub use sudominoku::{CaseMaker, CaseWish};
pub use symmetry::CellSymmetry;
pub use variant::VariantMaker;
