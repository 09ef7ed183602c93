//! Which bits stand for which item, and for which colour of it.
//!
//! ```text
//!     items    a   b | x          x is used with colours 1 and 3, and once without
//!     bits     0   1   2 3 4
//!                      - 1 3      bit 2: x without colour
//! ```

use std::ops::Range;

use crate::problem::{Entry, Problem};

/// Places of the bits of a problem.
pub(super) struct Bitmap {
    /// The first bit of each item.
    pub(super) first: Vec<usize>,
    /// Of each item, the colours that options give it, ascending; a use without colour is 0.
    uses: Vec<Vec<u32>>,
    /// Number of bits.
    pub(super) bits: usize,
}

impl Bitmap {
    pub(super) fn new(problem: &Problem) -> Bitmap {
        let mut uses: Vec<Vec<u32>> = vec![Vec::new(); problem.item_count()];
        for option in problem.options() {
            for &Entry { item, color } in problem.entries(option) {
                uses[item.index()].push(color.map_or(0, |color| color.number()));
            }
        }
        let mut bits = 0;
        let mut first = Vec::with_capacity(uses.len());
        for uses in &mut uses {
            uses.sort_unstable();
            uses.dedup();
            first.push(bits);
            bits += uses.len().max(1);
        }
        Bitmap { first, uses, bits }
    }

    /// The bits of an entry's item, and the one among them that this entry holds.
    pub(super) fn places(&self, entry: &Entry) -> (Range<usize>, usize) {
        let item = entry.item.index();
        let (first, uses) = (self.first[item], &self.uses[item]);
        let color = entry.color.map_or(0, |color| color.number());
        let at = uses
            .binary_search(&color)
            .expect("each use of an item was collected");
        (first..first + uses.len(), first + at)
    }
}
