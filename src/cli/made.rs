//! What `dominox generate` prints of a puzzle.
//!
//! ```text
//!     ..5..31...4..2..8. …      variant 9x9 falling rising
//!                               ..5..31..
//!                               .4..2..8. …
//! ```

use dominox::puzzles::sudominoku::Piece;
use dominox::puzzles::{Puzzle, Sudominoku, Variant};
use dominox::render::{Picture, TooLarge};
use dominox::workshop::Grid;
use dominox::workshop::person::{Rating, Value, pencil_marks};

/// A puzzle that was made, or its answer.
pub trait Printed {
    /// The noun for its clues.
    const CLUES: &str = "clues";
    /// The text after the last puzzle.
    const END: &str = "";

    /// Its text, with the last line end.
    fn text(&self) -> String;

    /// Its picture.
    fn picture(&self) -> Result<Picture, TooLarge>;

    /// The number of its digits, or of other clues.
    fn clues(&self) -> usize;

    /// Its rating; `None` if that is more than `most`, or if such puzzles cannot be rated.
    fn rating(&self, _most: Value) -> Option<Rating> {
        None
    }
}

impl Printed for Grid {
    fn text(&self) -> String {
        format!("{self}\n")
    }

    fn picture(&self) -> Result<Picture, TooLarge> {
        self.to_sudoku().picture(&[])
    }

    fn clues(&self) -> usize {
        self.clues()
    }

    fn rating(&self, most: Value) -> Option<Rating> {
        Rating::within(most, pencil_marks(&self.to_sudoku())?)
    }
}

impl Printed for Variant {
    fn text(&self) -> String {
        self.to_string()
    }

    fn picture(&self) -> Result<Picture, TooLarge> {
        Puzzle::picture(self, &[])
    }

    fn clues(&self) -> usize {
        self.givens().len()
    }
}

impl Printed for Sudominoku {
    const CLUES: &str = "dominoes";
    const END: &str = "0\n";

    fn text(&self) -> String {
        self.to_string()
    }

    fn picture(&self) -> Result<Picture, TooLarge> {
        Puzzle::picture(self, &[])
    }

    fn clues(&self) -> usize {
        let is_domino = |piece: &&Piece| matches!(piece, Piece::Domino(..));
        self.pieces().iter().filter(is_domino).count()
    }
}
