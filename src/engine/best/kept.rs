//! The best solutions that were found and not given yet.

use std::collections::BinaryHeap;

use super::scale::Scale;
use crate::engine::memory::{Account, NoMemory, Share};
use crate::problem::{OptionId, Solution};

/// A limited number of solutions: those of the least values above what was given. Of equal ones, the first found are kept.
///
/// Where memory is short, the half of the greater values is dropped: then only solutions [up to](Kept::lowered) some
/// value are kept.
pub(super) struct Kept {
    /// The largest number of solutions that are kept.
    most: usize,
    /// Solutions up to this value were given.
    after: Option<i128>,
    /// The worst solution on top.
    heap: BinaryHeap<(i128, Solution)>,
    lowered: Option<i128>,
    held: Share,
}

impl Kept {
    pub(super) fn new(most: usize, after: Option<i128>, account: &Account) -> Kept {
        Kept {
            most,
            after,
            heap: BinaryHeap::new(),
            lowered: None,
            held: account.share(),
        }
    }

    /// With solutions that were kept before; up to the value `lowered`, they are complete.
    pub(super) fn restored(
        mut self,
        solutions: &[(i128, Solution)],
        lowered: Option<i128>,
    ) -> Result<Kept, NoMemory> {
        for (value, solution) in solutions {
            self.held.grow(bytes_of(solution.options().len()))?;
            self.heap.push((*value, solution.clone()));
        }
        self.lowered = lowered;
        Ok(self)
    }

    /// Whether no more can be kept.
    pub(super) fn is_full(&self) -> bool {
        self.heap.len() >= self.most
    }

    /// The value up to which solutions are kept, if memory was too short for others.
    pub(super) fn lowered(&self) -> Option<i128> {
        self.lowered
    }

    /// Solutions below this value are kept; `None` if any solution is.
    pub(super) fn limit(&self) -> Option<i128> {
        let worst = self.heap.peek().map(|(value, _)| *value);
        let worst = worst.filter(|_| self.is_full());
        let beyond = self.lowered.map(|value| value + 1);
        match (worst, beyond) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        }
    }

    /// The cut-off, lowered as far as the kept solutions allow.
    pub(super) fn cut_off(&self, scale: &Scale, cut_off: i64) -> i64 {
        match self.limit() {
            Some(limit) => cut_off.min(scale.scaled(limit - 1)),
            None => cut_off,
        }
    }

    /// The number of solutions that can be kept before each new one replaces another.
    pub(super) fn room(&self) -> usize {
        self.most.saturating_sub(self.heap.len())
    }

    /// Solutions up to this value were given.
    pub(super) fn after(&self) -> Option<i128> {
        self.after
    }

    /// Whether a solution of this value would be kept.
    pub(super) fn wants(&self, value: i128) -> bool {
        let is_given = self.after.is_some_and(|after| value <= after);
        let is_beyond = self.limit().is_some_and(|limit| value >= limit);
        self.most > 0 && !is_given && !is_beyond
    }

    /// Keeps a solution if it is among the best. Fails if there is not enough memory to tell better solutions from
    /// worse ones.
    pub(super) fn offer(&mut self, value: i128, options: &[OptionId]) -> Result<(), NoMemory> {
        if !self.wants(value) {
            return Ok(());
        }
        if self.is_full()
            && let Some((_, solution)) = self.heap.pop()
        {
            let bytes = self.held.bytes() - bytes_of(solution.options().len());
            self.held.resize(bytes)?;
        }
        while let Err(refused) = self.held.grow(bytes_of(options.len())) {
            if !self.lower() {
                return Err(refused);
            }
            if !self.wants(value) {
                return Ok(());
            }
        }
        self.heap.push((value, Solution::new(options.to_vec())));
        Ok(())
    }

    /// Drops solutions of the greatest values, about half of all; `false` if all have one value.
    fn lower(&mut self) -> bool {
        let mut sorted = std::mem::take(&mut self.heap).into_sorted_vec();
        let worst = sorted.last().map(|(value, _)| *value);
        let middle = sorted.get(sorted.len() / 2).map(|(value, _)| *value);
        let (Some(worst), Some(middle)) = (worst, middle) else {
            return false;
        };
        let stays = match middle < worst {
            true => sorted.partition_point(|(value, _)| *value <= middle),
            false => sorted.partition_point(|(value, _)| *value < worst),
        };
        if stays > 0 {
            sorted.truncate(stays);
            self.lowered = sorted.last().map(|(value, _)| *value);
        }
        let lengths = sorted.iter().map(|(_, solution)| solution.options().len());
        let bytes = lengths.map(bytes_of).sum();
        self.heap = BinaryHeap::from(sorted);
        stays > 0 && self.held.resize(bytes).is_ok()
    }

    /// The solutions, in no order.
    pub(super) fn solutions(&self) -> impl Iterator<Item = &(i128, Solution)> {
        self.heap.iter()
    }

    /// The solutions, and the value up to which they are complete, if memory was short.
    pub(super) fn into_solutions(self) -> (Vec<(i128, Solution)>, Option<i128>) {
        (self.heap.into_vec(), self.lowered)
    }

    /// The solutions, the best first.
    pub(super) fn into_sorted(self) -> Vec<(i128, Solution)> {
        self.heap.into_sorted_vec()
    }
}

/// The bytes of a solution with `options` options, including the overhead of its allocation and room for the list to
/// grow.
pub(super) fn bytes_of(options: usize) -> usize {
    2 * size_of::<(i128, Solution)>() + options * size_of::<OptionId>() + 16
}
