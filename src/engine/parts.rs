//! What the options of a problem name, in numbers that are quickly packed.
//!
//! A *part* of an option is one of its entries. Primary items are numbered backwards: among items with equally few
//! options a search takes the first, and the one that the problem names last proved to be the better choice. Each way of
//! using a secondary item, in a certain colour or without, is a *use*, and uses are numbered from 0:
//!
//! ```text
//!     items a b | x y        option 1: a x:red       primary 1       uses 0        use 0: x in red
//!                            option 2: b x:red y             0            0 1          1: y without colour
//!                            option 3: b x                   0            2            2: x without colour
//! ```

use std::collections::HashMap;
use std::ops::Range;

use crate::problem::{Bounds, OptionId, Problem};

/// A way of using a secondary item.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Use {
    /// The item, counted from the first secondary one.
    pub(super) item: u32,
    /// Number of the colour; 0: none.
    pub(super) color: u32,
}

#[derive(Default, Debug)]
pub(super) struct Parts {
    /// The primary items of option o are those in `primary_ends[o − 1]..primary_ends[o]`; and so for its uses.
    primary: Vec<u32>,
    primary_ends: Vec<u32>,
    uses: Vec<u32>,
    use_ends: Vec<u32>,
    /// By their numbers.
    used: Vec<Use>,
    /// The bounds of the primary items, by their numbers; empty if all are to be covered once.
    pub(super) bounds: Vec<Bounds>,
    pub(super) primary_count: usize,
    pub(super) secondary_count: usize,
}

impl Parts {
    pub(super) fn new(problem: &Problem) -> Parts {
        let primary_count = problem.primary_count();
        let mut numbers = HashMap::new();
        let mut parts = Parts {
            primary: Vec::with_capacity(problem.entry_count()),
            primary_ends: Vec::with_capacity(problem.option_count()),
            uses: Vec::new(),
            use_ends: Vec::with_capacity(problem.option_count()),
            used: Vec::new(),
            bounds: Vec::new(),
            primary_count,
            secondary_count: problem.item_count() - primary_count,
        };
        for option in problem.options() {
            for entry in problem.entries(option) {
                let item = entry.item.index();
                if item < primary_count {
                    parts.primary.push((primary_count - 1 - item) as u32);
                    continue;
                }
                let way = Use {
                    item: (item - primary_count) as u32,
                    color: entry.color.map_or(0, |color| color.number()),
                };
                let used = &mut parts.used;
                let number = *numbers.entry(way).or_insert_with(|| {
                    used.push(way);
                    used.len() as u32 - 1
                });
                parts.uses.push(number);
            }
            parts.primary_ends.push(parts.primary.len() as u32);
            parts.use_ends.push(parts.uses.len() as u32);
        }
        if problem.has_bounds() {
            let bounds = problem.items().filter_map(|item| problem.bounds(item));
            parts.bounds = bounds.collect();
            parts.bounds.reverse();
        }
        parts
    }

    /// The primary items of an option.
    pub(super) fn primary_of(&self, option: OptionId) -> &[u32] {
        &self.primary[part_of(&self.primary_ends, option.index())]
    }

    /// The uses of an option.
    pub(super) fn uses_of(&self, option: OptionId) -> &[u32] {
        &self.uses[part_of(&self.use_ends, option.index())]
    }

    /// What a use is.
    pub(super) fn used(&self, number: u32) -> Use {
        self.used[number as usize]
    }

    pub(super) fn use_count(&self) -> usize {
        self.used.len()
    }
}

/// Where the `at`-th part of a list stands, of which `ends` holds the end of each.
#[inline(always)]
pub(super) fn part_of(ends: &[u32], at: usize) -> Range<usize> {
    let begin = at.checked_sub(1).map_or(0, |before| ends[before]);
    begin as usize..ends[at] as usize
}
