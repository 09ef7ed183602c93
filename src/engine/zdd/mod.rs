//! All solutions of a problem at once: a zero-suppressed decision diagram.
//!
//! Each node asks for one option: `hi` holds the solutions with it, `lo` those without. A choice that can never follow has no node
//! at all, and equal nodes are one. Four cells in a row, to be covered by dominoes and single squares; five solutions,
//! seven nodes:
//!
//! ```text
//!     root ▶ (a) ───▶ (b) ───▶ (c) ───▶ (d) ───▶ true          ───▶  hi: with the option
//!             ┊        ┊        ┊                               ┊    lo: without it; where none is drawn: false
//!           (a b)    (b c)    (c d) ───▶ true
//!             └─▶ (c)  └─▶ (d)
//! ```
//!
//! Without listing anything, it gives the number of solutions, the n-th solution, a random solution, the cheapest ones, and how
//! many solutions contain each option. Its size depends on the problem's frontier, not on the number of solutions.
//!
//! - [`build`]: from the record of a [sweep](crate::engine::sweep), or [`listed`]: from a list. [`node`]: nodes and the
//!   table that keeps them unique.
//! - [`counts`], in [`limbs`]: solutions below each node, and ways to it.
//! - [`list`]: in order, and the n-th. [`sample`]: uniformly. [`best`]: by cost. [`profile`]: by option.
//! - [`restrict`]: with or without options.
//! - [`text`]: D. E. Knuth's listing, written; [`parse`], by [`mod@line`]: read. [`dot`] and [`json`]: for others.
//!
//! When not to use it: a count alone takes half the time and a fraction of the memory ([`Solver::count`]), and if hardly any
//! state is met twice, a diagram is as large as the list.
//!
//! The theory is that of S. Minato (*Design Automation Conference* 30, 1993) and of D. E. Knuth, *The Art of Computer
//! Programming* 4A, section 7.1.4. A diagram that was [read](Zdd::parse) need not ask for the options in the same order on all
//! paths; nothing here relies on that.
//!
//! [`Solver::count`]: crate::engine::Solver::count

mod best;
mod build;
mod counts;
mod dot;
mod fault;
mod json;
mod limbs;
mod line;
mod list;
mod listed;
mod node;
mod nodes;
mod parse;
mod profile;
mod restrict;
mod rounds;
mod sample;
#[cfg(test)]
mod tests;
mod text;

use std::fmt;
use std::sync::OnceLock;

pub use best::ZddByCost;
pub(super) use build::Plan;
pub use fault::{ZddError, ZddFault, ZddProgress};
pub use list::ZddSolutions;
pub use nodes::ZddNode;

use super::count::Count;
use super::memory::Share;
use super::work::{Stop, Within, Work};
use crate::problem::OptionId;
use counts::Counts;
use node::{FALSE, Node, TRUE};

/// All solutions of a problem, as a zero-suppressed decision diagram. Made by [`Solver::zdd`](super::Solver::zdd).
///
/// It is reduced: no two nodes are equal, and each leads to a solution. A node takes 12 bytes. The numbers of solutions below
/// the nodes are computed when they are first needed, and kept: about 8 bytes per node for each 64 bits of the numbers.
///
/// Methods whose names begin with `try_` keep to the limits that the diagram was built within: its time, its cancel flag
/// and its memory, of which the diagram holds a part. The others go to the end.
///
/// ```
/// use dominox::{Problem, Solver};
/// let problem = Problem::parse("a b c d\na\na b\nb\nb c\nc\nc d\nd\n")?;
/// let zdd = Solver::new(&problem)?.zdd()?;
/// assert_eq!(zdd.count(), 5);
/// assert_eq!(zdd.node_count(), 7);
/// let fewest = zdd.cheapest(|_| 1).next().expect("a solution");
/// assert_eq!((fewest.0, fewest.1.options().len()), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Zdd {
    /// Constants first; children stand before their parents.
    nodes: Vec<Node>,
    root: u32,
    /// Number of options of the problem; those of the nodes are below.
    options: usize,
    /// Solutions below each node.
    below: OnceLock<Counts>,
    /// What work with the diagram may take.
    within: Within,
    /// The memory of the nodes.
    held: Share,
}

impl Zdd {
    /// Nodes are the constants and then those that the root leads to, children first.
    fn new(nodes: Vec<Node>, root: u32, options: usize) -> Zdd {
        Zdd {
            nodes,
            root,
            options,
            below: OnceLock::new(),
            within: Within::default(),
            held: Share::default(),
        }
    }

    /// The diagram, where all that is computed from it keeps to these limits; `held` becomes what its nodes take.
    fn keep_within(mut self, within: Within, mut held: Share) -> Result<Zdd, Stop> {
        held.resize(self.bytes())?;
        (self.within, self.held) = (within, held);
        Ok(self)
    }

    /// No solution, of a problem with `options` options.
    pub(super) fn none(options: usize) -> Zdd {
        Zdd::new(vec![Node::CONSTANT; Zdd::CONSTANTS], FALSE, options)
    }

    /// The number of solutions.
    pub fn count(&self) -> Count {
        limbs::count(self.below().get(self.root))
    }

    /// Like [`count`](Self::count), within the limits of the diagram.
    ///
    /// # Errors
    /// If a limit stops it, or it needs more memory than is left. The same holds for all methods that `try_` something.
    pub fn try_count(&self) -> Result<Count, ZddError> {
        let below = self.within(|work| self.below_within(work))?;
        Ok(limbs::count(below.get(self.root)))
    }

    /// The number of nodes, without the constants true and false.
    pub fn node_count(&self) -> usize {
        self.nodes.len() - Self::CONSTANTS
    }

    /// Bytes that the nodes take.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
    }

    /// The number of options of the problem; ids of options are below.
    pub fn option_count(&self) -> usize {
        self.options
    }

    /// The options that some solution contains, ascending.
    pub fn options(&self) -> impl Iterator<Item = OptionId> + use<> {
        let mut occurs = vec![false; self.options];
        for node in self.branches() {
            occurs[node.option as usize] = true;
        }
        (0..occurs.len())
            .filter(move |&index| occurs[index])
            .map(OptionId::new)
    }

    const CONSTANTS: usize = TRUE as usize + 1;

    fn node(&self, node: u32) -> Node {
        self.nodes[node as usize]
    }

    /// All nodes but the constants.
    fn branches(&self) -> impl DoubleEndedIterator<Item = &Node> + ExactSizeIterator {
        self.nodes[Self::CONSTANTS..].iter()
    }

    /// Does some work within the limits of the diagram.
    fn within<T>(&self, work: impl FnOnce(&Work) -> Result<T, Stop>) -> Result<T, ZddError> {
        work(&self.within.work()).map_err(|stop| {
            let at = ZddProgress {
                is_made: true,
                nodes: self.node_count() as u64,
                bytes: self.bytes() as u64,
                ..ZddProgress::default()
            };
            ZddError::of(stop, &self.within.account, at)
        })
    }

    fn below(&self) -> &Counts {
        self.below.get_or_init(|| {
            Within::no_limits(|work| Counts::below(&self.nodes, |node| node.hi, work))
        })
    }

    /// Like [`below`](Self::below), unless that takes too much.
    fn below_within(&self, work: &Work) -> Result<&Counts, Stop> {
        match self.below.get() {
            Some(below) => Ok(below),
            None => {
                let below = Counts::below(&self.nodes, |node| node.hi, work)?;
                Ok(self.below.get_or_init(|| below))
            }
        }
    }
}

impl fmt::Debug for Zdd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Zdd")
            .field("nodes", &self.node_count())
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
