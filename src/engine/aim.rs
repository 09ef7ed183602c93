//! What the diagram, branch and bound, and who asks them mean by the best.

/// Which solutions are the best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    Cheapest,
    MostExpensive,
}
