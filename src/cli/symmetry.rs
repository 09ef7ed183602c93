//! Arguments about symmetries, for the actions that know them.

use clap::{Args, ValueEnum};
use dominox::engine::Symmetries;
use dominox::problem::Part;
use dominox::puzzles::Puzzle;

/// Which symmetries count.
#[derive(Args)]
pub struct Which {
    /// Which symmetries count
    #[arg(long, help_heading = "Search", value_name = "WHICH", value_enum, default_value_t = Group::Full)]
    symmetry: Group,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Group {
    /// All of the exact-cover problem
    Full,
    /// Those that the rules of the puzzle speak of: of a Latin square, rows, columns and symbols are permuted, but do not change roles
    Own,
}

impl Which {
    /// The symmetries of a puzzle that keep its givens and the options of the arguments.
    pub fn of(&self, puzzle: &dyn Puzzle, part: &Part) -> Symmetries {
        let whole = Part {
            with: [puzzle.givens(), &part.with].concat(),
            without: part.without.clone(),
        };
        let kinds = match self.symmetry {
            Group::Full => None,
            Group::Own => puzzle.item_kinds(),
        };
        Symmetries::fixing(puzzle.problem(), &whole, kinds.as_deref())
    }
}
