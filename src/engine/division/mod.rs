//! A search divided into shards, for many machines.
//!
//! ```text
//!                     0                     splits: 0 at item a, 2 at item c, …
//!            a x ╱  a y │  ╲ a z
//!               1       2       3           leaves: 1, 3, 4, 5
//!                  c u ╱ ╲ c v
//!                     4   5                 shards: {1, 4}, {3, 5}
//! ```
//!
//! The tree says how: each of its nodes is a [`Part`], and a node that is *split* at an item has a child for each option of the
//! item that can still be chosen. Exactly one of them is in each solution, so the leaves hold each solution exactly once.
//! Checking this takes only the problem and the splits, and no kernel ([`Tree::of`]): children are never stored, but follow
//! from the problem. An item with bounds may take several options: a child chooses one as the first of them, and excludes those
//! before it; if the item need not be covered any more, one child excludes all of them.
//!
//! Where several solutions are the same answer ([`Problem::facts`]), a node is split at an item by the facts of the item's
//! options, and a child excludes the options with other facts: children for single options would have answers in common.
//!
//! The largest leaf, as estimated by walks, is split next. With some fifty leaves each, shards are about equally large,
//! although estimates are not exact. The work of estimating is bounded: in a huge problem, some leaves are guesses.

#[cfg(test)]
mod tests;
mod tree;

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use super::estimate::walk;
use super::kernel::{Inference, Kernel, Step};
use super::limits::{Allowance, Limit};
use super::random::SplitMix;
use super::search::Search;
use crate::problem::{ItemId, Part, Problem};
use tree::{Finder, Tree};

/// Leaves of a shard, unless there are very many shards.
const LEAVES: usize = 50;
const MOST_LEAVES: usize = 1 << 19;
/// A leaf is searched for this many nodes: if that is all of it, it is not split. After this many in all, leaves are searched for fewer.
/// If there is more of a leaf, it is estimated by this many walks at least and at most, and between them as many as take a small share
/// of its nodes.
const SEARCHED: u64 = 1000;
const SEARCHED_IN_ALL: u64 = 10_000_000;
const SEARCHED_LATER: u64 = 100;
const WALKS: u64 = 8;
const MOST_WALKS: u64 = 256;
const SHARE: f64 = 0.01;
/// Measuring a leaf takes at most this much work, in units of about a nanosecond, unless a single walk takes more.
const MOST_WORK: u64 = 1 << 22;
/// Measuring all leaves takes this much for each, and at least as much as for this many; a leaf after that counts as an equal share
/// of its parent.
const WORK: u64 = 1 << 20;
const LEAST_LEAVES: usize = if cfg!(test) { 1 } else { 1000 };
/// Nodes searched between two looks at the work.
const TURN: u64 = 64;

/// A division of a search into shards: disjoint sets of solutions (or of answers, if options have [facts](Problem::facts)) that
/// together contain all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Division {
    /// The nodes that are split, in the order of the splits.
    pub splits: Vec<Split>,
    /// For each shard its leaves, ascending.
    pub shards: Vec<Vec<u32>>,
    /// The estimated number of nodes of all shards together.
    pub nodes: u64,
}

/// A node of a [`Division`] that has children. They are numbered when it is split, one after the other; the root is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Split {
    /// The node.
    pub node: u32,
    /// The item at which it is split.
    pub item: ItemId,
    /// The number of its children.
    pub children: u32,
}

/// Why a [`Division`] is not a division of a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DivisionError {
    /// This split names a node that there is not, or that was split before, or an item at which it cannot be split.
    BadSplit(usize),
    /// This leaf is in no shard.
    Missing(u32),
    /// This number is not a leaf, or in two shards.
    NotALeaf(u32),
}

impl Division {
    /// The parts of a shard of a division that was [checked](Self::check); their solutions are disjoint.
    ///
    /// # Errors
    /// If a leaf is none.
    ///
    /// # Panics
    /// If there is no such shard.
    pub fn parts(
        &self,
        problem: &Problem,
        whole: &Part,
        shard: usize,
    ) -> Result<Vec<Part>, DivisionError> {
        let mut finder = Finder::new(problem, whole, &self.splits);
        let leaves = self.shards[shard].iter();
        leaves.map(|&leaf| finder.part(leaf)).collect()
    }

    /// Proves that the shards, together with the leaves `done`, hold each solution in the part `whole` of a problem exactly
    /// once.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(
        &self,
        problem: &Problem,
        whole: &Part,
        done: &[u32],
    ) -> Result<(), DivisionError> {
        let tree = Tree::of(problem, whole, &self.splits)?;
        let mut is_open: Vec<bool> = tree.nodes().map(|node| tree.is_leaf(node)).collect();
        for &leaf in self.shards.iter().flatten().chain(done) {
            match is_open.get_mut(leaf as usize) {
                Some(open) if *open => *open = false,
                _ => return Err(DivisionError::NotALeaf(leaf)),
            }
        }
        match is_open.iter().position(|&open| open) {
            Some(leaf) => Err(DivisionError::Missing(leaf as u32)),
            None => Ok(()),
        }
    }
}

/// A leaf and the number of nodes that it should take.
struct Sized {
    nodes: f64,
    leaf: u32,
    /// It was searched to its end.
    is_small: bool,
}

impl Ord for Sized {
    fn cmp(&self, other: &Sized) -> Ordering {
        let by_nodes = self.nodes.total_cmp(&other.nodes);
        by_nodes.then(other.leaf.cmp(&self.leaf))
    }
}

impl PartialOrd for Sized {
    fn partial_cmp(&self, other: &Sized) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Sized {
    fn eq(&self, other: &Sized) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Sized {}

/// Divides the search of a part into this number of shards (fewer, if it is small); with `before`, that of these leaves of another
/// division.
pub(super) fn divide(
    (problem, whole): (&Problem, &Part),
    shards: usize,
    before: Option<(&Division, &[u32])>,
    search: &mut Search,
    allowance: &mut Allowance,
) -> Result<Result<Division, DivisionError>, Limit> {
    let splits = before.map_or(&[][..], |(division, _)| &division.splits);
    let mut tree = match Tree::of(problem, whole, splits) {
        Ok(tree) => tree,
        Err(error) => return Ok(Err(error)),
    };
    let first = before.map_or(&[0][..], |(_, leaves)| leaves);
    if let Some(&leaf) = first.iter().find(|&&leaf| !tree.is_leaf(leaf)) {
        return Ok(Err(DivisionError::NotALeaf(leaf)));
    }
    let wanted = LEAVES.saturating_mul(shards).min(MOST_LEAVES).max(shards);
    let mut measure = Measure {
        search,
        allowance,
        searched: 0,
        left: WORK.saturating_mul(wanted.max(first.len()).max(LEAST_LEAVES) as u64),
    };
    let mut open = BinaryHeap::new();
    let mut nodes = 0.0;
    for (measured, &leaf) in first.iter().enumerate() {
        let mean = nodes / measured.max(1) as f64;
        let sized = measure.of(&tree, leaf, mean)?;
        nodes += sized.nodes;
        open.push(sized);
    }
    let mut done = Vec::new();
    while open.len() + done.len() < wanted
        && let Some(largest) = open.pop()
    {
        let children = match largest.is_small {
            true => None,
            false => tree.split_best(largest.leaf),
        };
        match children {
            None => done.push(largest),
            Some(children) => {
                let guess = largest.nodes / children.len() as f64;
                for child in children {
                    open.push(measure.of(&tree, child, guess)?);
                }
            }
        }
    }
    done.extend(open);
    let nodes: f64 = done.iter().map(|leaf| leaf.nodes).sum();
    Ok(Ok(Division {
        nodes: nodes as u64,
        splits: tree.into_splits(),
        shards: share_out(done, shards),
    }))
}

/// Estimates how large leaves are.
struct Measure<'a> {
    search: &'a mut Search,
    allowance: &'a mut Allowance,
    /// Nodes that were searched so far.
    searched: u64,
    /// Work that is left.
    left: u64,
}

impl Measure<'_> {
    /// The size of a leaf; if no work is left, as guessed.
    fn of(&mut self, tree: &Tree, leaf: u32, guess: f64) -> Result<Sized, Limit> {
        if self.left == 0 {
            return Ok(Sized {
                nodes: guess,
                leaf,
                is_small: false,
            });
        }
        let begun = self.search.work();
        let size = self.search_and_walk(&tree.part(leaf), leaf);
        self.left = self.left.saturating_sub(self.search.work() - begun);
        size
    }

    fn search_and_walk(&mut self, part: &Part, leaf: u32) -> Result<Sized, Limit> {
        let end = self.search.work() + MOST_WORK;
        let (searched, is_small) = self.search_some(part, end)?;
        let nodes = match is_small {
            true => searched as f64,
            false => self.walk(part, leaf, end)?.max(searched as f64),
        };
        Ok(Sized {
            nodes,
            leaf,
            is_small,
        })
    }

    /// Searches a part until the work is `end`, or enough nodes were entered: how many were, and whether that is all.
    fn search_some(&mut self, part: &Part, end: u64) -> Result<(u64, bool), Limit> {
        let most = match self.searched < SEARCHED_IN_ALL {
            true => SEARCHED,
            false => SEARCHED_LATER,
        };
        let before = self.search.effort().nodes;
        self.search.begin_uncut(part);
        let mut searched = 0;
        loop {
            self.allowance.interruption()?;
            let mut count = |_: &[_]| ControlFlow::Continue(());
            let step = self.search.turn(TURN.min(most - searched), &mut count);
            searched = self.search.effort().nodes - before;
            let is_small = step == Step::Exhausted;
            if is_small || searched >= most || self.search.work() >= end {
                self.searched += searched;
                return Ok((searched, is_small));
            }
        }
    }

    /// The nodes of a part, as walks estimate them until the work is `end`.
    fn walk(&mut self, part: &Part, leaf: u32, end: u64) -> Result<f64, Limit> {
        let mut draws = SplitMix::new(u64::from(leaf));
        let (mut nodes, mut walks) = (0.0, 0);
        let kernel = self.search.kernel_mut();
        let before = kernel.effort().nodes;
        let took = |kernel: &mut dyn Kernel| (kernel.effort().nodes - before) as f64;
        while walks < WALKS || walks < MOST_WALKS && took(kernel) < SHARE * nodes / walks as f64 {
            let walk = walk(
                kernel,
                (part, Inference::Forced),
                self.allowance,
                &mut draws,
            )?;
            nodes += walk.nodes.at_scale(0);
            walks += 1;
            if kernel.work() >= end {
                break;
            }
        }
        Ok(nodes / walks as f64)
    }
}

/// Gives each leaf, the largest first, to the shard that has least so far.
fn share_out(mut leaves: Vec<Sized>, shards: usize) -> Vec<Vec<u32>> {
    leaves.sort_by(|one, other| other.cmp(one));
    let count = shards.min(leaves.len()).max(1);
    let mut shards = vec![Vec::new(); count];
    let mut least = BinaryHeap::from_iter((0..count as u32).map(|shard| {
        std::cmp::Reverse(Sized {
            nodes: 0.0,
            leaf: shard,
            is_small: false,
        })
    }));
    for Sized { nodes, leaf, .. } in leaves {
        if let Some(mut shard) = least.peek_mut() {
            shard.0.nodes += nodes;
            shards[shard.0.leaf as usize].push(leaf);
        }
    }
    shards.iter_mut().for_each(|leaves| leaves.sort_unstable());
    shards
}

impl std::fmt::Display for DivisionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DivisionError::BadSplit(number) => {
                write!(f, "this problem has no split {number}")
            }
            DivisionError::Missing(leaf) => write!(f, "leaf {leaf} is in no shard"),
            DivisionError::NotALeaf(leaf) => write!(f, "{leaf} is not a leaf, or is in two shards"),
        }
    }
}

impl std::error::Error for DivisionError {}
