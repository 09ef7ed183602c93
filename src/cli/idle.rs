//! Arguments that have no effect, with other arguments or on some puzzles: a note on standard error, once in a run.

use dominox::Problem;
use dominox::problem::OptionId;
use dominox::puzzles::{Puzzle, Sudoku};

use super::exit::say;

/// An argument that has no effect on some puzzles.
#[derive(Clone, Copy, Debug)]
pub struct Idle {
    /// The note to print.
    pub note: &'static str,
    pub is_idle: fn(&dyn Puzzle) -> bool,
}

/// Reports that an argument has no effect with others.
pub fn note_if(is_idle: bool, reason: &str) {
    if is_idle {
        say(format_args!("note: {reason}"));
    }
}

pub fn is_no_sudoku(puzzle: &dyn Puzzle) -> bool {
    puzzle.downcast_ref::<Sudoku>().is_none()
}

pub fn is_sudoku(puzzle: &dyn Puzzle) -> bool {
    !is_no_sudoku(puzzle)
}

/// Whether there is nothing to draw.
pub fn has_no_board(puzzle: &dyn Puzzle) -> bool {
    !puzzle.has_board()
}

/// Whether each answer is one exact cover.
pub fn has_no_facts(puzzle: &dyn Puzzle) -> bool {
    !puzzle.problem().has_facts()
}

/// Whether all solutions cost nothing.
pub fn has_no_costs(puzzle: &dyn Puzzle) -> bool {
    !costs(puzzle.problem())
}

/// Whether some option has a cost.
pub fn costs(problem: &Problem) -> bool {
    let has_cost = |option: OptionId| problem.cost(option) > 0;
    problem.options().any(has_cost)
}
