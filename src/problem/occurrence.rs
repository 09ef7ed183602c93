//! Whether an option occurs in a solution.

/// Whether an option of a problem occurs in some solution, as
/// [`Solver::occurrences`](crate::Solver::occurrences) finds out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Occurrence {
    /// Some solution contains it.
    InSome,
    /// No solution contains it.
    InNone,
    /// A limit was reached before it was known.
    Unknown,
}
