//! The symmetries under which solutions of a puzzle are the same.
//!
//! ```text
//!     queens       r1c2 ⇄ r2c1, …         full: all symmetries of the problem
//!     Latin square rows ⇄ columns         own:  not this one; rows change places with rows only
//!     packing      left ⇄ right           own:  movements of the board; turns: without mirror images in space
//! ```

use crate::engine::{Limits, Symmetries};
use crate::problem::Part;
use crate::puzzles::Puzzle;

/// Which symmetries of a puzzle are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alike {
    /// All symmetries of the exact-cover problem.
    Full,
    /// Those of the puzzle's rules alone: rows, columns and symbols of a Latin square do not change roles.
    Own,
    /// Of a packing, its own ones without reflections in space: a solid packing and its mirror image are two.
    Turns,
}

/// The symmetries of a puzzle that preserve a part of its problem; givens are preserved only if the part [has
/// them](Puzzle::with_givens). By default, these are the puzzle's own symmetries for a packing, and all symmetries of the
/// problem for other puzzles.
///
/// The search for them ends when the time is over or the cancel flag is set. Then they are not complete; `None` if the search
/// had not begun, or if not all of a packing's own symmetries were seen.
///
/// ```
/// use dominox::engine::Limits;
/// use dominox::problem::Part;
/// use dominox::puzzles::model;
/// use dominox::workshop::{Alike, symmetries};
/// let square = model("latin 4")?;
/// let order = |which| Some(symmetries(&*square, &Part::default(), Some(which), &Limits::default())?.order());
/// assert_eq!(order(Alike::Full), order(Alike::Own).map(|order| order * 6u32));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If an option of the part does not belong to the puzzle's problem.
pub fn symmetries(
    puzzle: &dyn Puzzle,
    part: &Part,
    which: Option<Alike>,
    limits: &Limits,
) -> Option<Symmetries> {
    let listed = match which {
        Some(Alike::Full) => None,
        Some(Alike::Own) | None => puzzle.own_symmetries(true),
        Some(Alike::Turns) => puzzle.own_symmetries(false),
    };
    if let Some(elements) = listed {
        return Symmetries::of_items_within(puzzle.problem(), part, &elements, limits);
    }
    let kinds = match which {
        Some(Alike::Own | Alike::Turns) => puzzle.item_kinds(),
        Some(Alike::Full) | None => None,
    };
    Symmetries::fixing_within(puzzle.problem(), part, kinds.as_deref(), limits)
}
