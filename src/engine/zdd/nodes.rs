//! The nodes of a diagram, for code that draws it or walks through it.

use super::Zdd;
use crate::problem::OptionId;

/// A node of a [`Zdd`]: its solutions without the option are those of `lo`, and those with it are those of `hi`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ZddNode {
    /// The option that is requested.
    pub option: OptionId,
    /// The number of the node without the option.
    pub lo: usize,
    /// The number of the node with the option.
    pub hi: usize,
}

impl Zdd {
    /// The nodes, children before their parents. The first one has the number 2: 0 is no solution, 1 is the solution without
    /// further options.
    ///
    /// ```
    /// use dominox::{Problem, Solver};
    /// let problem = Problem::parse("a b\na\nb\na b\n")?;
    /// let zdd = Solver::new(&problem)?.zdd()?;
    /// let nodes: Vec<_> = zdd.nodes().collect();
    /// assert_eq!((nodes.len(), zdd.root()), (3, 4));
    /// assert!(nodes.iter().enumerate().all(|(place, node)| node.lo.max(node.hi) < place + 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = ZddNode> {
        self.branches().map(|node| ZddNode {
            option: OptionId::new(node.option as usize),
            lo: node.lo as usize,
            hi: node.hi as usize,
        })
    }

    /// The number of the root.
    pub fn root(&self) -> usize {
        self.root as usize
    }
}
