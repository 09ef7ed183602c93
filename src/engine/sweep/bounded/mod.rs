//! Sweeps through problems with bounds: a level for each option.
//!
//! A slot of a state is a bit, and a bit says whether an item is still to be covered. An item that may be covered several
//! times has a *field* instead: its capacity, how often it may still be covered, as a binary number, and above it a
//! *guard*, a bit that is always set. Choosing an option subtracts 1 from the fields of all its items at once. Where a
//! capacity was used up, this takes its guard away, and no other field is touched:
//!
//! ```text
//!                      item a   item b   item c       guards and capacities
//!     state            1 10     1 01     1 00         a: 2, b: 1, c: 0
//!     option a b       1 01     1 00     1 00         all guards are there: it can be chosen
//!     option b c       1 10     1 00     0 11         the guard of c is gone: it cannot
//! ```
//!
//! Several options of an item can be chosen together. So each option is a level of its own: it is chosen or not. The
//! options of an item come together, in the [order](super::order) of the items.
//!
//! After a level, each item that its option names has *rest* options left. An item must be covered `low` times, so its
//! capacity may be at most `high − low + rest`; otherwise the state is a dead end. Once `low` is reached, a capacity
//! above `rest` is as good as `rest`, and is lowered to it, so that states with the same future are equal.

mod plan;
mod step;
#[cfg(test)]
mod tests;

pub(super) use plan::{Layout, by_items};
pub(super) use step::Step;
