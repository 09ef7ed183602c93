//! The best solutions so far.

use std::collections::BinaryHeap;

use crate::problem::{OptionId, Solution};

/// At most so many solutions, those of the least values. Among equals, the first that came stay.
#[derive(Default)]
pub(super) struct Kept {
    /// The most that are kept.
    most: usize,
    /// The worst on top.
    heap: BinaryHeap<(i128, Solution)>,
}

impl Kept {
    pub(super) fn new(most: usize) -> Kept {
        Kept {
            most,
            heap: BinaryHeap::new(),
        }
    }

    /// Whether no solution of this value, or of a greater one, can be kept any more.
    pub(super) fn is_full_below(&self, value: i128) -> bool {
        self.limit().is_some_and(|limit| value >= limit)
    }

    fn is_full(&self) -> bool {
        self.heap.len() >= self.most
    }

    /// The value that a solution must be below to be kept; `None` if any is kept.
    pub(super) fn limit(&self) -> Option<i128> {
        let worst = self.heap.peek().map(|(value, _)| *value);
        worst.filter(|_| self.is_full())
    }

    /// Keeps a solution, if it is among the best.
    pub(super) fn offer(&mut self, value: i128, options: &[OptionId]) {
        if self.most == 0 || self.is_full_below(value) {
            return;
        }
        if self.is_full() {
            self.heap.pop();
        }
        self.heap.push((value, Solution::new(options.to_vec())));
    }

    /// The solutions, the best first.
    pub(super) fn into_sorted(self) -> Vec<(i128, Solution)> {
        self.heap.into_sorted_vec()
    }
}

/// The best of two lists, which may share solutions.
pub(super) fn merged(
    one: Vec<(i128, Solution)>,
    other: Vec<(i128, Solution)>,
    most: usize,
) -> Vec<(i128, Solution)> {
    let mut all = one;
    all.extend(other);
    all.sort_unstable();
    all.dedup();
    all.truncate(most);
    all
}
