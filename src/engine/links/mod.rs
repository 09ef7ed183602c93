//! Dancing links with colours: Knuth's Algorithm C, for problems of any size. With bounds, his Algorithm M ([`multi`]).
//!
//! Every item has a circular, doubly linked list of the options that still may cover it. Choosing an option removes
//! all options that disagree with it from all lists; taking the choice back puts them in again, in reverse order,
//! which needs no memory, since a removed node still knows its neighbours. The search branches on an item with the
//! fewest options (minimum remaining values) and keeps its path in a vector, not on the call stack.
//!
//! The options `a b x:1` and `a c`, with items a = 1, b = 2, c = 3, x = 4, are stored as
//!
//! ```text
//!     node   0   1   2   3   4 |  5 |  6   7   8 |  9 | 10  11 | 12
//!     top    -   -   -   -   - |  - |  1   2   4 |  - |  1   3 |  -     headers 1..=4, spacers 5, 9, 12
//!     color  -   0   0   0   0 |  - |  0   0   1 |  0 |  0   0 |  1     a spacer holds the id of the option before it
//!     up     -  10   7  11   8 |  - |  1   2   4 |  6 |  6   3 | 10     and points up to that option's first node
//!     down   -   6   7  11   8 |  8 | 10   2   4 | 11 |  1   3 |  -     and down to the next option's last node
//! ```
//!
//! The lines that perform Knuth's steps C1 to C8 carry their names. D. E. Knuth, *The Art of Computer Programming*
//! 4B, section 7.2.2.1, exercise 66 and Algorithm C.
//!
//! When not to use it: where a problem fits into lanes of bits ([`lanes`](super::lanes)), one instruction does many of
//! these steps at once.

mod fewest;
mod matrix;
mod multi;
mod search;
mod thinned;

use bitvec::bitvec;
use bitvec::vec::BitVec;

use super::fits::{KernelName, Unsupported};
use super::kernel::{Kernel, Poll};
use crate::problem::{OptionId, Part, Problem};
use matrix::{IDLE, Item, Matrix, Node, PURIFIED};
use multi::Multi;
#[cfg(test)]
use std::ops::ControlFlow;

/// `held` of an item that is covered.
const COVERED: i32 = -1;

/// A visit pauses after this many [steps](Matrix::steps): some milliseconds, which is one node where an item has a million options.
const STEPS_OF_VISIT: u64 = 1 << 21;

/// Where a visit pauses: when this many nodes have been entered, or steps made, in all.
#[derive(Clone, Copy, Debug)]
struct Pause {
    nodes: u64,
    steps: u64,
}

impl Pause {
    /// After this many `nodes` more than those `entered`.
    fn after(nodes: u64, (entered, steps): (u64, u64)) -> Pause {
        Pause {
            nodes: entered.saturating_add(nodes),
            steps: steps.saturating_add(STEPS_OF_VISIT),
        }
    }

    #[inline(always)]
    fn is_due(self, nodes: u64, steps: u64) -> bool {
        nodes >= self.nodes || steps >= self.steps
    }
}

/// The operations before the search, to be undone in reverse order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Prior {
    option: OptionId,
    deed: Deed,
    /// Removals that it took.
    updates: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Deed {
    Assumed,
    Excluded,
    /// It should be excluded, but was already in no list.
    Nothing,
}

impl Prior {
    fn new(option: OptionId, deed: Deed, updates: u64) -> Prior {
        Prior {
            option,
            deed,
            updates,
        }
    }
}

/// The number of the first deeds that entering a part would do again: it assumes options first, and then excludes others. Parts
/// that are entered one after the other mostly differ in their last options, and where there are a million options, each deed
/// takes long.
fn kept_of(prior: &[Prior], part: &Part) -> usize {
    let with = part.with.iter().map(|&option| (option, true));
    let all = with.chain(part.without.iter().map(|&option| (option, false)));
    let is_same = |(prior, (option, is_assumed)): &(&Prior, (OptionId, bool))| {
        prior.option == *option && (prior.deed == Deed::Assumed) == *is_assumed
    };
    prior.iter().zip(all).take_while(is_same).count()
}

/// The options that are still to be assumed, and to be excluded, when this number of deeds was kept.
fn left_of(part: &Part, kept: usize) -> (&[OptionId], &[OptionId]) {
    let assumed = kept.min(part.with.len());
    (&part.with[assumed..], &part.without[kept - assumed..])
}

/// Makes `kept` the part that was entered, except for the exclusions that changed nothing: they would not in parts of it either.
fn keep_effective(kept: &mut Part, part: &Part, prior: &[Prior]) {
    kept.with.clone_from(&part.with);
    let excluded = prior.iter().filter(|prior| prior.deed == Deed::Excluded);
    kept.without.clear();
    kept.without.extend(excluded.map(|prior| prior.option));
}

/// Where the search continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Resume {
    /// C2: enter the node at the end of the path.
    Enter,
    /// C8: leave the solution at the end of the path.
    Leave,
    /// C6: leave the option at the end of the path, which leaves some item without options.
    DeadEnd,
    /// The search is over; the path is empty.
    Over,
}

/// The state of Algorithm C.
#[derive(Clone, Debug)]
pub(super) struct Links {
    matrix: Matrix,
    /// Node chosen on each level: a node in the list of the item that the level branches on.
    path: Vec<u32>,
    resume: Resume,
    /// At this many of the path's first nodes, the untried options were given away.
    given: usize,
    /// The part that is searched, except for exclusions that change nothing.
    part: Part,
    prior: Vec<Prior>,
    /// The assumed options among them.
    assumed: Vec<OptionId>,
    /// What assumed options did to each item: 0, [`COVERED`] or a colour; index 0 is not used.
    held: Vec<i32>,
    /// Bit i: option i was excluded.
    excluded: BitVec,
    /// The nodes that a thinned search has kept and not entered yet, the next one last, each with its level in `opened`.
    kept: Vec<(usize, u32)>,
    /// The items that the thinned search branches on, level by level; the last one may have none on the path.
    opened: Vec<u32>,
    counts_only: bool,
    nodes: u64,
}

/// The kernel for a problem: Algorithm C, or M if some item has bounds.
/// `None` if it was told to stop.
pub(super) fn links_for(
    problem: &Problem,
    poll: Poll,
) -> Result<Option<Box<dyn Kernel>>, Unsupported> {
    KernelName::Links.fits(problem)?;
    Ok(match problem.has_bounds() {
        true => Multi::new(problem, poll).map(|links| Box::new(links) as _),
        false => Links::new(problem, poll).map(|links| Box::new(links) as _),
    })
}

/// The bytes that the links of a problem take.
pub(super) fn most_bytes(problem: &Problem) -> usize {
    let (items, options) = (problem.item_count(), problem.option_count());
    let of_bounds = match problem.has_bounds() {
        true => multi::most_bytes(problem),
        false => 0,
    };
    of_bounds
        + (items + 2 + problem.entry_count() + options) * size_of::<Node>()
        + items * (size_of::<Item>() + size_of::<i32>())
        + options * size_of::<u32>()
}

impl Links {
    /// The links of a problem.
    #[cfg(test)]
    pub(super) fn of(problem: &Problem) -> Self {
        let links = Links::new(problem, &mut |_| ControlFlow::Continue(()));
        links.expect("nothing stops it")
    }

    /// `None` if it was told to stop.
    fn new(problem: &Problem, poll: Poll) -> Option<Self> {
        Some(Links {
            matrix: Matrix::new(problem, poll)?,
            path: Vec::new(),
            resume: Resume::Enter,
            given: 0,
            part: Part::default(),
            prior: Vec::new(),
            assumed: Vec::new(),
            held: vec![0; problem.item_count() + 1],
            excluded: bitvec![0; problem.option_count()],
            kept: Vec::new(),
            opened: Vec::new(),
            counts_only: false,
            nodes: 0,
        })
    }
}

#[cfg(test)]
mod tests;
