//! Arguments about symmetries, for the actions that know them.

use clap::{Args, ValueEnum};
use dominox::engine::{Solver, Symmetries};
use dominox::problem::Part;
use dominox::puzzles::Puzzle;

use super::input::Question;
use super::page::Page;

/// Whether one answer of each orbit is asked for.
#[derive(Args)]
pub struct UpToSymmetry {
    /// Take all answers that symmetries of the problem take to each other for one
    ///
    /// Of each orbit, the answer is printed whose ascending option numbers come first, as in a dictionary. `dominox symmetries`
    /// prints the symmetries.
    #[arg(long, help_heading = "Search")]
    up_to_symmetry: bool,

    /// Which symmetries count
    #[arg(long, help_heading = "Search", value_name = "WHICH", value_enum, default_value_t = Which::Full, requires = "up_to_symmetry")]
    symmetry: Which,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Which {
    /// All symmetries of the exact-cover problem
    Full,
    /// Those of the puzzle's rules alone: rows, columns and symbols of a Latin square do not change roles
    Own,
}

impl Which {
    /// The symmetries of a puzzle that keep its givens and the options of the arguments.
    pub fn of(self, puzzle: &dyn Puzzle, part: &Part) -> Symmetries {
        let whole = Part {
            with: [puzzle.givens(), &part.with].concat(),
            without: part.without.clone(),
        };
        self.fixing(puzzle, &whole)
    }

    /// The symmetries of a puzzle that keep the options of a part.
    fn fixing(self, puzzle: &dyn Puzzle, part: &Part) -> Symmetries {
        let kinds = match self {
            Which::Full => None,
            Which::Own => puzzle.item_kinds(),
        };
        Symmetries::fixing(puzzle.problem(), part, kinds.as_deref())
    }
}

impl UpToSymmetry {
    /// Whether it is asked for.
    pub fn is_wanted(&self) -> bool {
        self.up_to_symmetry
    }

    /// The symmetries that count for a puzzle, with what its solver assumes and excludes.
    ///
    /// # Errors
    /// Why they cannot be used.
    pub fn of(
        &self,
        question: &Question,
        solver: &Solver,
        page: &mut Page,
    ) -> Result<Symmetries, String> {
        let symmetries = self.symmetry.fixing(question.puzzle(), solver.part());
        if !symmetries.can_be_used() {
            let digits = symmetries.order_on_options().to_string().len();
            let options = symmetries.problem().option_count();
            return Err(format!(
                "more than 10^{} symmetries of {options} options take too much memory for `--up-to-symmetry`",
                digits - 1
            ));
        }
        if !symmetries.is_complete() {
            let place = question.place();
            page.say(format_args!(
                "{place}: the search for symmetries was given up: only those that were found count"
            ));
        }
        Ok(symmetries)
    }
}
