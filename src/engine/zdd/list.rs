//! The solutions one by one, and the n-th of them.
//!
//! The order is that of the diagram: where two solutions separate at a node, the one with the node's option comes
//! first. A diagram made by a solver asks for the options in one order, so this is the lexicographic order of the
//! solutions by that order of the options.
//!
//! ```text
//!     path of nodes whose option is chosen    a  b  d        next: without d? false; without b: on to c
//!                                             a  c
//! ```

use std::cmp::Ordering;
use std::collections::HashSet;
use std::iter::FusedIterator;

use super::Zdd;
use super::limbs;
use super::node::{FALSE, TRUE};
use crate::engine::count::Count;
use crate::problem::{OptionId, Solution};

impl Zdd {
    /// All solutions, in the order of the diagram, each found on demand.
    pub fn solutions(&self) -> ZddSolutions<'_> {
        ZddSolutions {
            zdd: self,
            path: Vec::new(),
            next: self.root,
        }
    }

    /// The solution with this index, from 0, in the order of [`solutions`](Self::solutions); `None` if there are not
    /// that many.
    pub fn nth(&self, index: &Count) -> Option<Solution> {
        let index = Vec::from_iter(index.to_biguint().iter_u64_digits());
        let total = self.below().get(self.root);
        (limbs::compare(&index, total) == Ordering::Less).then(|| self.at(index))
    }

    /// Whether these options, in any order, are a solution: one walk down the diagram.
    ///
    /// ```
    /// use dominox::problem::OptionId;
    /// use dominox::{Problem, Solver};
    /// let problem = Problem::parse("a b\na\nb\na b\n")?;
    /// let zdd = Solver::new(&problem)?.zdd()?;
    /// let options = |all: &[usize]| Vec::from_iter(all.iter().copied().map(OptionId::new));
    /// assert!(zdd.contains(&options(&[1, 0])) && zdd.contains(&options(&[2])));
    /// for all in [&[][..], &[0], &[0, 1, 2], &[2, 2], &[7]] {
    ///     assert!(!zdd.contains(&options(all)), "{all:?}");
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contains(&self, options: &[OptionId]) -> bool {
        let chosen: HashSet<usize> = options.iter().map(|option| option.index()).collect();
        let (mut at, mut met) = (self.root, 0);
        while at > TRUE {
            let node = self.node(at);
            at = match chosen.contains(&(node.option as usize)) {
                true => {
                    met += 1;
                    node.hi
                }
                false => node.lo,
            };
        }
        at == TRUE && met == options.len()
    }

    /// The solution with this index, which must exist.
    pub(super) fn at(&self, mut index: Vec<u64>) -> Solution {
        let below = self.below();
        let mut options = Vec::new();
        let mut at = self.root;
        while at > TRUE {
            let node = self.node(at);
            let with = below.get(node.hi);
            at = match limbs::compare(&index, with) {
                Ordering::Less => {
                    options.push(OptionId::new(node.option as usize));
                    node.hi
                }
                _ => {
                    limbs::subtract(&mut index, with);
                    node.lo
                }
            };
        }
        debug_assert_eq!(at, TRUE);
        Solution::new(options)
    }
}

/// The solutions of a diagram, in its order. Made by [`Zdd::solutions`].
#[derive(Clone, Debug)]
pub struct ZddSolutions<'a> {
    zdd: &'a Zdd,
    /// The nodes whose option is chosen, from the root on.
    path: Vec<u32>,
    /// Where to continue from the last of them.
    next: u32,
}

impl Iterator for ZddSolutions<'_> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        while self.next == FALSE {
            self.next = self.zdd.node(self.path.pop()?).lo;
        }
        // Each node leads to a solution.
        while self.next > TRUE {
            self.path.push(self.next);
            self.next = self.zdd.node(self.next).hi;
        }
        self.next = FALSE;
        let option = |&node: &u32| OptionId::new(self.zdd.node(node).option as usize);
        Some(self.path.iter().map(option).collect())
    }
}

impl FusedIterator for ZddSolutions<'_> {}
