//! What 'the best' means for the diagram, branch and bound, and their callers.

/// Which solutions are the best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    Cheapest,
    MostExpensive,
}
