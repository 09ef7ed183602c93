//! When it pays to pack what is left at a node into fewer lanes.
//!
//! Packing costs time in proportion to the options that are left; afterwards every node below takes less. The sizes of
//! [other subtrees](crate::engine::subtrees) predict how many nodes there will be.

use super::shape::Shape;
use crate::engine::simd::block::{Block, Lane, MOST_COUNTED};
use crate::problem::Problem;

/// What packing costs in a problem.
#[derive(Debug)]
pub(super) struct Packing {
    /// The entries of an average option, and the primary ones among them; at least 1.
    entries: u64,
    primary: u64,
    /// Whether to pack wherever fewer blocks are enough: for tests.
    #[cfg(test)]
    pub(super) eager: bool,
}

/// What is left at a node.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Left {
    /// Items that are not covered.
    items: usize,
    /// The most options that one of them has, and the options of all of them together.
    most: usize,
    total: usize,
}

impl Packing {
    pub(super) fn new(problem: &Problem) -> Packing {
        let options = problem.option_count().max(1) as u64;
        let primary = problem
            .options()
            .flat_map(|option| problem.entries(option))
            .filter(|entry| problem.is_primary(entry.item))
            .count() as u64;
        Packing {
            entries: (problem.entry_count() as u64 / options).max(1),
            primary: (primary / options).max(1),
            #[cfg(test)]
            eager: false,
        }
    }

    /// Whether packing pays where `expected` nodes are expected, each of which takes `passes` passes over its blocks.
    ///
    /// The factors were fitted to the suite by trial; only their ratios matter. Packing costs in proportion to the
    /// entries, with a few more for each bit of a conflict; and each of the options that are then chosen needs a new row.
    pub(super) fn pays(&self, shape: Shape, left: Left, expected: u64, passes: u64) -> bool {
        let (before, after) = (
            shape.blocks() as u64,
            Shape::new(left.items, left.most).blocks() as u64,
        );
        #[cfg(test)]
        if self.eager {
            return after < before;
        }
        if after * 4 > before * 3 {
            return false;
        }
        let options = left.total as u64 / self.primary;
        let rows = options.min(2 * expected);
        let packing = (4 + self.primary) * options * self.entries;
        let cost = packing + rows * (self.entries * after * 3 / 4 + 20);
        expected * (before - after) * passes > cost + 125
    }
}

impl Left {
    /// The least that can be left at a node that is branched on with `items` uncovered items: two options of each. If
    /// packing does not pay for that, it does not pay for more.
    #[inline(always)]
    pub(super) fn least(items: usize) -> Left {
        Left {
            items,
            most: 2,
            total: 2 * items,
        }
    }

    /// What is left, from the counts of the lanes and the uncovered items of a node. Where a count has reached its
    /// limit, `depth` options are assumed: a lane has room for no more.
    #[inline(always)]
    pub(super) fn count<T: Lane>(
        counts: &[Block],
        uncovered: impl Iterator<Item = u64>,
        depth: usize,
    ) -> Left {
        let mut left = Left::default();
        for (counts, mut items) in counts.iter().zip(uncovered) {
            left.items += items.count_ones() as usize;
            while items != 0 {
                let mut count = counts.lane::<T>(items.trailing_zeros() as usize) as usize;
                items &= items - 1;
                if T::BITS == 8 && count == usize::from(MOST_COUNTED) {
                    count = depth;
                }
                left.most = left.most.max(count);
                left.total += count;
            }
        }
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// So that the options need not be counted where packing does not pay for the least.
        #[test]
        fn what_does_not_pay_for_the_least_does_not_for_more(
            (entries, primary) in (1..40u64, 1..10u64),
            (before, items) in (1..300usize, 1..300usize),
            (most, more) in (2..9usize, 0..20usize),
            passes in 1..20u64,
        ) {
            let packing = Packing { entries, primary, eager: false };
            let shape = Shape::new(before.max(items), most);
            let left = Left { items, most, total: 2 * items + more };
            // As soon as it pays for this much.
            if let Some(expected) = (8..2_000).find(|&expected| packing.pays(shape, left, expected, passes)) {
                prop_assert!(packing.pays(shape, Left::least(items), expected, passes));
            }
        }
    }
}
