//! From a list of all solutions to nodes, for problems that have few.
//!
//! Where hardly any state is met twice, a sweep is far from its end when a search has long been done: pentominoes, most
//! Sudokus, words. So a search goes beside the sweep and keeps what it finds, as long as that is not too much:
//!
//! ```text
//!     found           by rank         sorted          nodes made, from the last solution on
//!     a d, b, a c     0 3 │ 1 │ 0 2   0 2 │ 0 3 │ 1   (b), (d), (c, else d), (a, else b)
//! ```
//!
//! Options are ranked as the sweep has them, so that the diagram is the same, but for the numbers of its nodes. Sorted
//! solutions that agree up to a place stand together; from the last to the first, the nodes of one can be made as far as
//! the one before it differs, and a table makes equal ones one.

use std::ops::ControlFlow;

use super::Zdd;
use super::node::{FALSE, Made, TRUE};
use crate::engine::fits::KernelName;
use crate::engine::kernel::Step;
use crate::engine::search::Search;
use crate::problem::OptionId;

/// Bytes that an option of a solution takes at most, in the list and then as a node and in the table.
const BYTES: usize = 48;
/// Options that are kept beside a sweep.
const BESIDE: usize = 1 << 21;

/// A search that keeps its solutions.
pub(super) struct Listing<'a> {
    search: &'a mut Search,
    /// Options that may be kept now, and at all.
    room: usize,
    most: usize,
    /// Indices of the options of all solutions that were found, and where those of each end.
    options: Vec<u32>,
    ends: Vec<usize>,
    pub(super) state: State,
    /// Nodes that were entered.
    pub(super) nodes: u64,
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    Open,
    /// All solutions were found.
    Done,
    /// There are more than may be kept.
    Full,
}

impl<'a> Listing<'a> {
    /// A search from where it stands, whose diagram may take so many bytes; with none it never begins.
    pub(super) fn new(search: &'a mut Search, bytes: usize) -> Self {
        Listing {
            search,
            room: BESIDE.min(bytes / BYTES),
            most: bytes / BYTES,
            options: Vec::new(),
            ends: Vec::new(),
            state: match bytes {
                0 => State::Full,
                _ => State::Open,
            },
            nodes: 0,
        }
    }

    /// Lets the search keep as much as it may at all, as nothing goes beside it.
    pub(super) fn alone(&mut self) {
        if self.room < self.most {
            self.room = self.most;
            self.state = match self.state {
                State::Full => State::Open,
                state => state,
            };
        }
    }

    /// Searches on for about so many nodes.
    pub(super) fn advance(&mut self, nodes: u64) -> State {
        if self.state != State::Open {
            return self.state;
        }
        let before = self.search.effort().nodes;
        let step = self.search.turn(nodes, &mut |solution| {
            self.options
                .extend(solution.iter().map(|option| option.index() as u32));
            self.ends.push(self.options.len());
            if self.options.len() + self.ends.len() > self.room {
                self.state = State::Full;
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        self.nodes += self.search.effort().nodes - before;
        if step == Step::Exhausted {
            self.state = State::Done;
        }
        self.state
    }

    /// Solutions that were found.
    pub(super) fn found(&self) -> usize {
        self.ends.len()
    }

    /// Bytes that the list takes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<u32>() * self.options.capacity() + size_of::<usize>() * self.ends.capacity()
    }

    /// About how many tests of a sweep take as long as a node.
    pub(super) fn tests_a_node(&self) -> u64 {
        match self.search.kernel() {
            KernelName::Rows => 2048,
            _ => 256,
        }
    }

    /// The diagram of the solutions of a problem with so many options, in this order.
    pub(super) fn finish(mut self, order: &[OptionId], option_count: usize) -> Zdd {
        let mut rank_of = vec![0; option_count];
        for (rank, option) in (0..).zip(order) {
            rank_of[option.index()] = rank;
        }
        for option in &mut self.options {
            *option = rank_of[*option as usize];
        }
        let mut start = 0;
        for &end in &self.ends {
            self.options[start..end].sort_unstable();
            start = end;
        }
        let solution = |place: usize| {
            let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
            &self.options[start..self.ends[place]]
        };
        let mut sorted = Vec::from_iter(0..self.ends.len());
        sorted.sort_unstable_by(|&one, &other| solution(one).cmp(solution(other)));
        let mut made = Made::new(self.options.len());
        // By depth the node of the solutions behind, which agree up to there.
        let mut behind: Vec<u32> = Vec::new();
        for (at, &place) in sorted.iter().enumerate().rev() {
            let ranks = solution(place);
            let before = at.checked_sub(1).map_or(&[][..], |at| solution(sorted[at]));
            let same = ranks
                .iter()
                .zip(before)
                .take_while(|(one, other)| one == other);
            let depth = same.count();
            behind.resize(ranks.len().max(behind.len()), FALSE);
            let mut node = TRUE;
            for (&rank, &lo) in ranks.iter().zip(&behind).skip(depth).rev() {
                node = made.node(order[rank as usize].index() as u32, lo, node);
            }
            behind.truncate(depth);
            behind.push(node);
        }
        made.finish(behind.first().copied().unwrap_or(FALSE), option_count)
    }
}
