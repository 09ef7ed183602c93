//! The cheapest solutions, or the most expensive: branch and bound with prices.
//!
//! Give every item a *price*, and subtract the prices of its items from the cost of each option. The rest is its
//! *reduced cost*. A solution covers each primary item once, so the same sum is subtracted from every solution, the
//! *base*:
//!
//! ```text
//!     cost of a solution  =  base (the sum of all prices)  +  the reduced costs of its options
//! ```
//!
//! If no reduced cost is negative, no solution costs less than the base, and no solution with a certain option costs
//! less than `base + its reduced cost`. So prices show how good a solution can be, and which options can be ignored
//! because better solutions are known. Here the prices 2, 3 and 1 settle it at once:
//!
//! ```text
//!     option   cost   reduced by a 2, b 3, c 1
//!     a b         5      0                          base 6: so the first and the last option
//!     a c         4      1                          are as cheap as a solution can be; with that
//!     b c         9      5                          known, what has a reduced cost above 0 is out
//!     c           1      0
//! ```
//!
//! A secondary item may have a price of 0 or less, as if there were another option, without cost, that leaves it
//! uncovered. The reduced cost of that option is the item's [slack](residual::Item::slack). A secondary item with
//! colours may be in several options of a solution, so it has no price.
//!
//! The price of an item with bounds enters the base once for each time that the item may be covered, and each time that it is
//! not adds its slack. Then some reduced costs stay negative, and in the cheapest case all options with a negative one are
//! chosen. So the *bound* is the base plus the sum of the negative reduced costs.
//!
//! - [`prices`] raises the base, item by item; with bounds, [`subgradient`] raises the bound before the search. [`residual`] is
//!   what is left of the problem at a node.
//! - [`walker`] goes depth-first: it sets prices, removes what is too expensive and what follows from that, and
//!   branches on the primary item with the fewest options, the cheapest option first, or, where no item must be covered, on
//!   one option that is chosen or left out. [`search`] keeps what it finds, and
//!   [`ahead`] does the same on several threads.
//! - [`trail`] is the path to a node.
//! - [`agreement`] finds options that would leave an item uncovered.
//! - [`deepening`] looks for solutions near the base first, then farther and farther away until there are enough, so
//!   that a bad start costs little.
//! - [`scale`] turns costs into whole numbers that fit into a word, rounded so that no solution is lost. [`kept`] holds
//!   the best solutions so far, with their exact costs.
//!
//! A diagram of all solutions is better if the same remainder occurs many times (dominoes, matchings), or if so large a
//! number of solutions is wanted that the costs exclude little.
//!
//! The idea of pricing set partitioning constraint by constraint is due to D. Wedelin (*Annals of Operations Research* 57,
//! 1995); the steps along a subgradient, to M. Held and R. M. Karp (*Mathematical Programming* 1, 1971). Knuth's DLX5 calls
//! prices taxes, and sets them once.

mod agreement;
mod ahead;
mod deepening;
mod kept;
mod prices;
mod residual;
mod saved;
mod scale;
mod search;
mod subgradient;
#[cfg(test)]
mod tests;
mod trail;
mod walker;

use std::ops::ControlFlow;

pub(super) use deepening::{Deepening, Progress, Wanted};
pub(super) use saved::{Ranking, Stage, write_no_ranking};

use crate::problem::Solution;

/// Takes each of the best solutions, the best first, and says whether to continue.
pub(super) type Give<'a> = &'a mut dyn FnMut(Ranked) -> ControlFlow<()>;

/// One of the best solutions. Handed on by [`Solver::for_each_cheapest`](super::Solver::for_each_cheapest) and
/// [`Solver::for_each_most_expensive`](super::Solver::for_each_most_expensive).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// Its cost.
    pub cost: u128,
    /// Whether no other solution is better, except for those that were handed on before. If false, a limit stopped the search
    /// before that was known.
    pub is_proven: bool,
    /// The solution.
    pub solution: Solution,
}

/// The best solutions of a problem by the costs of their options. Made by [`Solver::cheapest`](super::Solver::cheapest)
/// and [`Solver::most_expensive`](super::Solver::most_expensive).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Best {
    /// Solutions with their costs, the best first; solutions of equal cost in the order of their options.
    pub solutions: Vec<(u128, Solution)>,
    /// If a limit stopped the search, a bound on all solutions that are not in this list: none costs less (or, of the most
    /// expensive, more). `None` if these are proven to be the best.
    pub bound: Option<u128>,
}

impl Best {
    /// Whether these are proven to be the best.
    pub fn is_proven(&self) -> bool {
        self.bound.is_none()
    }
}
