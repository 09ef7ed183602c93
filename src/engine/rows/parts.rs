//! What the options of a problem name, in numbers that are quickly packed.
//!
//! A *part* of an option is one of its entries. Primary items are known by their index; each way of using a secondary
//! item, in a certain colour or without, is a *use*, and uses are numbered behind the primary items:
//!
//! ```text
//!     items a b | x y        option 1: a x:red       parts 0 2        uses   2: x in red
//!                            option 2: b x:red y           1 2 3             3: y without colour
//!                            option 3: b x                 1 4               4: x without colour
//! ```

use std::collections::HashMap;
use std::ops::Range;

use crate::problem::{OptionId, Problem};

/// A way of using a secondary item.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Use {
    /// The item, counted from the first secondary one.
    pub(super) item: u32,
    /// Number of the colour; 0: none.
    pub(super) color: u32,
}

#[derive(Debug)]
pub(super) struct Parts {
    parts: Vec<u32>,
    /// The parts of option o are those in `ends[o − 1]..ends[o]`.
    ends: Vec<u32>,
    /// Number of primary items.
    pub(super) primary: usize,
    /// Number of secondary items.
    pub(super) secondary: usize,
    /// By the number of the part, less the primary items.
    uses: Vec<Use>,
}

impl Parts {
    pub(super) fn new(problem: &Problem) -> Parts {
        let primary = problem.primary_count();
        let mut numbers = HashMap::new();
        let mut parts = Parts {
            parts: Vec::with_capacity(problem.entry_count()),
            ends: Vec::with_capacity(problem.option_count()),
            primary,
            secondary: problem.item_count() - primary,
            uses: Vec::new(),
        };
        for option in problem.options() {
            for entry in problem.entries(option) {
                let item = entry.item.index();
                let part = if item < primary {
                    item
                } else {
                    let used = Use {
                        item: (item - primary) as u32,
                        color: entry.color.map_or(0, |color| color.number()),
                    };
                    let uses = &mut parts.uses;
                    *numbers.entry(used).or_insert_with(|| {
                        uses.push(used);
                        primary + uses.len() - 1
                    })
                };
                parts.parts.push(part as u32);
            }
            parts.ends.push(parts.parts.len() as u32);
        }
        parts
    }

    /// The parts of an option.
    pub(super) fn of(&self, option: OptionId) -> &[u32] {
        &self.parts[part_of(&self.ends, option.index())]
    }

    /// What a part stands for that is no primary item.
    pub(super) fn used(&self, part: u32) -> Use {
        self.uses[part as usize - self.primary]
    }

    /// Number of primary items and uses.
    pub(super) fn count(&self) -> usize {
        self.primary + self.uses.len()
    }
}

/// Where the `at`-th part of a list stands, of which `ends` holds the end of each.
#[inline(always)]
pub(super) fn part_of(ends: &[u32], at: usize) -> Range<usize> {
    let begin = at.checked_sub(1).map_or(0, |before| ends[before]);
    begin as usize..ends[at] as usize
}
