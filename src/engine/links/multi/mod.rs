//! Dancing links with multiplicities: Knuth's Algorithm M, for problems of any size.
//!
//! An item with bounds `low:high` is covered by `low` to `high` of the chosen options. For each, the search keeps two
//! numbers: its *need*, the options that must still be chosen, and its *capacity*, those that may be. Choosing an option
//! takes one from both. An item whose need is met is no longer branched on; an item whose capacity is used up is covered:
//! all options left in its list are removed from the other lists.
//!
//! A solution is a set of options, so an option that was tried is *excluded* before the next one of the list is. If n
//! options are left and k are needed, the first one chosen is among the first n − k + 1. That is the number of
//! branches, and `len` holds it for an active item. Choosing one of its options does not change it, since n and k both
//! fall by 1; any other removal takes 1 from it; at 0 the item cannot be covered any more. Where all items are to be
//! covered once, k is 1, `len` is the length of the list, and the search is that of Algorithm C:
//!
//! ```text
//!     item a, 2 of 4 options       list of a    need   len
//!                                  1 2 3 4      2      3       branches: choose 1; exclude 1, choose 2; exclude 1 2, choose 3
//!     choose 1                     2 3 4        1      3
//!     choose 3 as well             2 4          0              capacity 0: a is covered, 2 and 4 are removed elsewhere
//!     exclude 1, 2 and 3           4            2      0       a cannot be covered
//! ```
//!
//! When all needs are met, the options that are left may be chosen or not. The search then branches on an item that has
//! some: one branch for each option, and one without any.
//!
//! D. E. Knuth, *The Art of Computer Programming* 4B, section 7.2.2.1, Algorithm M.

mod search;
mod thinned;

#[cfg(test)]
mod tests;

use bitvec::bitvec;
use bitvec::vec::BitVec;

use super::matrix::{IDLE, Matrix, Node, OPTIONAL, PURIFIED, SPACER};
use super::{COVERED, Prior};
use crate::engine::kernel::Poll;
use crate::problem::{Bounds, OptionId, Part, Problem};
#[cfg(test)]
use std::ops::ControlFlow;

/// How often an item must and may still be covered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Demand {
    /// Below 0, if the item has been covered more often than it must be.
    need: i64,
    capacity: u32,
}

/// A node of the path: the item that is branched on, and how far.
#[derive(Clone, Copy, Debug)]
struct Level {
    item: u32,
    branch: Branch,
    /// The number of branches, and the number of those that were begun.
    branches: u32,
    begun: u32,
    /// Where the options that were tried before stand in `excluded`.
    excluded: usize,
    /// The need of the item was met, so that one branch has none of its options.
    is_free: bool,
    /// The branches that were not begun were given away.
    is_given: bool,
}

/// The branch of a node of the path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Branch {
    /// Between two branches.
    Between,
    /// The option of this node is chosen.
    With(u32),
    /// None of the item's options is.
    Without,
}

/// Where the search continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Resume {
    /// Enter the node at the end of the path.
    Enter,
    /// Try the next branch of the last level.
    Next,
    /// Leave the solution at the end of the path.
    Leave,
    /// The search is over; the path is empty.
    Over,
}

/// The state of Algorithm M.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Multi {
    matrix: Matrix,
    /// By header; index 0 is not used. A secondary item has a capacity of 1, which nothing reads.
    demands: Vec<Demand>,
    path: Vec<Level>,
    /// The first nodes of the options that were tried before the branches of the path, level by level.
    excluded: Vec<u32>,
    resume: Resume,
    part: Part,
    prior: Vec<Prior>,
    assumed: Vec<OptionId>,
    /// What assumed options did to each secondary item: 0, [`COVERED`] or a colour.
    held: Vec<i32>,
    /// Bit i: option i was assumed or excluded.
    is_decided: BitVec,
    /// The branches that a thinned search has kept and not entered yet, the next one last, each with its level.
    kept: Vec<(usize, Branch)>,
    counts_only: bool,
    nodes: u64,
    /// An item has fewer options than it needs.
    is_hopeless: bool,
}

/// The bytes that this takes in addition to the lists: for demands, the path, and the options excluded on it.
pub(super) fn most_bytes(problem: &Problem) -> usize {
    let of_option = size_of::<Level>() + size_of::<u32>() + size_of::<Prior>();
    problem.item_count() * size_of::<Demand>() + problem.option_count() * of_option
}

impl Multi {
    /// The links of a problem.
    #[cfg(test)]
    pub(super) fn of(problem: &Problem) -> Multi {
        let links = Multi::new(problem, &mut |_| ControlFlow::Continue(()));
        links.expect("nothing stops it")
    }

    /// `None` if `poll` said to stop.
    pub(super) fn new(problem: &Problem, poll: Poll) -> Option<Multi> {
        let mut matrix = Matrix::new(problem, poll)?;
        let mut is_hopeless = false;
        let mut demands = vec![
            Demand {
                need: 0,
                capacity: 1
            };
            problem.item_count() + 1
        ];
        for item in problem.items() {
            let Some(Bounds { low, high }) = problem.bounds(item) else {
                continue;
            };
            let header = item.index() + 1;
            demands[header] = Demand {
                need: i64::from(low),
                capacity: high,
            };
            if low == 0 {
                matrix.items[header].len += 1;
                matrix.deactivate(header as u32);
                continue;
            }
            let len = &mut matrix.items[header].len;
            is_hopeless |= *len < low;
            *len = (*len + 1).saturating_sub(low);
        }
        Some(Multi {
            matrix,
            demands,
            path: Vec::new(),
            excluded: Vec::new(),
            resume: Resume::Enter,
            part: Part::default(),
            prior: Vec::new(),
            assumed: Vec::new(),
            held: vec![0; problem.item_count() + 1],
            is_decided: bitvec![0; problem.option_count()],
            kept: Vec::new(),
            counts_only: false,
            nodes: 0,
            is_hopeless,
        })
    }

    /// The nodes of an option; `first` is the first of them.
    fn nodes_from(&self, first: u32) -> std::ops::Range<u32> {
        let ends = |node: &u32| self.matrix.nodes[*node as usize].top == SPACER;
        let end = (first..).find(ends);
        first..end.expect("a spacer after each option")
    }

    /// The first node of the option of a node.
    fn first_of(&self, node: u32) -> u32 {
        let ends = |node: &u32| self.matrix.nodes[*node as usize].top == SPACER;
        let before = (0..node).rev().find(ends);
        before.expect("a spacer before each option") + 1
    }

    /// Takes the nodes of an option out of their lists.
    fn unlink(&mut self, first: u32) {
        for node in self.nodes_from(first) {
            let Node { up, down, .. } = self.matrix.nodes[node as usize];
            self.matrix.nodes[up as usize].down = down;
            self.matrix.nodes[down as usize].up = up;
        }
    }

    fn relink(&mut self, first: u32) {
        for node in self.nodes_from(first).rev() {
            let Node { up, down, .. } = self.matrix.nodes[node as usize];
            self.matrix.nodes[up as usize].down = node;
            self.matrix.nodes[down as usize].up = node;
        }
    }

    /// Chooses an option. If that leaves an item with fewer options than it needs, undoes everything and returns
    /// `false`.
    fn take(&mut self, first: u32) -> bool {
        self.unlink(first);
        for node in self.nodes_from(first) {
            if self.commit(node) != 0 {
                for node in (first..=node).rev() {
                    self.uncommit(node);
                }
                self.relink(first);
                return false;
            }
        }
        true
    }

    fn untake(&mut self, first: u32) {
        for node in self.nodes_from(first).rev() {
            self.uncommit(node);
        }
        self.relink(first);
    }

    /// Covers the item of `node` once, or gives it the node's colour. Returns an item that has fewer options than it needs,
    /// or 0.
    fn commit(&mut self, node: u32) -> u32 {
        let top = self.matrix.nodes[node as usize].top;
        if top > self.matrix.primary {
            return self.matrix.commit(node);
        }
        let demand = &mut self.demands[top as usize];
        demand.need -= 1;
        demand.capacity -= 1;
        let Demand { need, capacity } = *demand;
        if need == 0 {
            self.matrix.deactivate(top);
        }
        match capacity {
            0 => self.matrix.strike(top),
            _ => 0,
        }
    }

    fn uncommit(&mut self, node: u32) {
        let top = self.matrix.nodes[node as usize].top;
        if top > self.matrix.primary {
            return self.matrix.uncommit(node);
        }
        let Demand { need, capacity } = self.demands[top as usize];
        if capacity == 0 {
            self.matrix.unstrike(top);
        }
        if need == 0 {
            self.matrix.activate(top);
        }
        let demand = &mut self.demands[top as usize];
        demand.need += 1;
        demand.capacity += 1;
    }

    /// Takes an option out of the search. Returns an item that has fewer options than it needs now, or 0.
    fn exclude(&mut self, first: u32) -> u32 {
        self.unlink(first);
        let mut emptied = 0;
        for node in self.nodes_from(first) {
            let top = self.matrix.nodes[node as usize].top;
            let len = &mut self.matrix.items[top as usize].len;
            *len -= 1;
            if *len == 0 {
                emptied = top;
            }
            self.matrix.updates += 1;
            self.matrix.fewest.marks().mark(top);
        }
        emptied
    }

    fn include(&mut self, first: u32) {
        for node in self.nodes_from(first) {
            let top = self.matrix.nodes[node as usize].top;
            self.matrix.items[top as usize].len += 1;
            self.matrix.fewest.marks().mark(top);
        }
        self.relink(first);
    }

    /// When all needs are met: the first item from `item` on that has options left; 0 if there is none.
    fn free_item(&self, item: u32) -> u32 {
        let has_some = |item: &u32| {
            self.demands[*item as usize].capacity > 0
                && self.matrix.nodes[*item as usize].down != *item
        };
        (item..=self.matrix.primary).find(has_some).unwrap_or(0)
    }

    /// Whether the option agrees with what was assumed, and was neither assumed nor excluded.
    fn is_live(&self, option: OptionId) -> bool {
        let first = self.matrix.first[option.index()];
        let agrees = |node: u32| {
            let Node { top, color, .. } = self.matrix.nodes[node as usize];
            match self.held[top as usize] {
                _ if top <= self.matrix.primary => self.demands[top as usize].capacity > 0,
                0 => true,
                COVERED => false,
                _ => color == PURIFIED,
            }
        };
        first != IDLE && !self.is_decided[option.index()] && self.nodes_from(first).all(agrees)
    }

    /// The number of options in the list of an item.
    #[cfg(test)]
    fn listed(&self, item: u32) -> u32 {
        let down = |node: &u32| Some(self.matrix.nodes[*node as usize].down);
        let nodes = std::iter::successors(down(&item), down);
        nodes.take_while(|&node| node != item).count() as u32
    }
}
