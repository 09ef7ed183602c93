//! `dominox pack`: pieces fill a board.

use clap::Args;
use dominox::puzzles::Packing;

use super::exit::{Exit, Failure};
use super::solve::Solve;

/// Fill a board with pieces, and draw the result
///
/// A file draws the pieces and the board, or names them: `docs/packings.md` shows how; puzzles of BurrTools (`.xmpuzzle`) are read, too.
/// `dominox count` and the other commands read the same files, and take `--model 'packing SET in BOARD'`.
#[derive(Args)]
pub struct Pack {
    /// Instead of a file, a set of pieces, such as `pentominoes`, `one-sided hexominoes`, `polyhexes 4` or `soma`
    #[arg(
        long,
        value_name = "SET",
        requires = "board",
        conflicts_with = "files",
        help_heading = "Input"
    )]
    pieces: Vec<String>,

    /// The board for `--pieces`, such as `6x10`, `8x8-center`, `3x4x5`, `triangular 10` or `hexagonal 3`
    #[arg(long, value_name = "NAME", requires = "pieces", help_heading = "Input")]
    board: Option<String>,

    #[command(flatten)]
    solve: Solve,
}

impl Pack {
    pub fn run(mut self) -> Result<Exit, Failure> {
        match &self.board {
            Some(board) => {
                let sets = self.pieces.join(" and ");
                self.solve.ask_model(format!("packing {sets} in {board}"));
            }
            None => self.solve.ask_kind(Packing::KIND),
        }
        self.solve.run()
    }
}
