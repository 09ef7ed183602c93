//! What follows from a choice: forced options.

use super::known::{Held, Items, Known};
use super::packed::Packed;
use crate::engine::driver::Settled;
use crate::engine::simd::block::{Block, Lane, MOST_COUNTED, Simd};
use crate::problem::OptionId;

/// Where a node has its memory.
pub(super) struct Place<'a> {
    /// Gets the bits of the options that are left and of those chosen, and after them the set of uncovered items.
    pub(super) node: &'a mut [Block],
    /// Gets the number of options of every lane, one block a vector, if the node is to be branched on.
    pub(super) counts: &'a mut [Block],
    /// Gets the options that are taken, after the first `taken`.
    pub(super) chosen: &'a mut [OptionId],
    pub(super) taken: usize,
}

/// A node at work.
pub(super) struct Node<'a, S: Simd, T, const B: usize, const V: usize> {
    simd: S,
    known: Known<T, B, V>,
    bits: Held<'a, S, B>,
    items: Items<'a, V>,
    counts: Held<'a, S, V>,
    chosen: &'a mut [OptionId],
    /// Options chosen on the way to here.
    pub(super) taken: usize,
    /// The number of lanes that had one option when all were counted, also in dead ends.
    pub(super) forced: u64,
    /// The number of rounds in which options were forced.
    pub(super) rounds: u64,
}

impl<'a, S: Simd, T: Lane, const B: usize, const V: usize> Node<'a, S, T, B, V> {
    #[inline(always)]
    pub(super) fn new(simd: S, known: Known<T, B, V>, place: Place<'a>) -> Self {
        let (bits, items) = place.node.split_at_mut(known.blocks());
        Node {
            simd,
            known,
            bits: Held::new(simd, bits),
            items: Items::new(items, known.vectors()),
            counts: Held::new(simd, &mut place.counts[..known.vectors()]),
            chosen: place.chosen,
            taken: place.taken,
            forced: 0,
            rounds: 0,
        }
    }

    /// Makes the node from what a row leaves of its parent, and chooses forced options until nothing more follows.
    #[inline(always)]
    pub(super) fn enter(
        &mut self,
        packed: &mut Packed,
        parent: &[Block],
        row: usize,
    ) -> Settled<usize> {
        let (simd, known) = (self.simd, self.known);
        let row = packed.row(row, known.row_blocks());
        let (bits, items) = parent.split_at(known.blocks());
        let (row_bits, row_items) = row.split_at(known.blocks());
        for v in 0..known.vectors() {
            *self.items.uncovered_mut(v) = Block::word(items, v) & Block::word(row_items, v);
        }
        if self.items.all_covered() {
            return Settled::Solution;
        }
        for (at, (bits, row)) in bits.iter().zip(row_bits).enumerate() {
            self.bits.set(at, simd.and(simd.load(bits), simd.load(row)));
        }
        self.settle(packed)
    }
}

impl<S: Simd, T: Lane, const B: usize, const V: usize> Node<'_, S, T, B, V> {
    #[inline(always)]
    fn settle(&mut self, packed: &mut Packed) -> Settled<usize> {
        loop {
            let Some(forced) = self.count() else {
                return Settled::DeadEnd;
            };
            self.bits.write();
            if forced > 0 {
                self.forced += u64::from(forced);
                self.rounds += 1;
                if !self.take_forced(packed) {
                    return Settled::DeadEnd;
                }
                if self.items.all_covered() {
                    return match self.has_empty_lane() {
                        true => Settled::DeadEnd,
                        false => Settled::Solution,
                    };
                }
                continue;
            }
            self.items.write();
            self.counts.write();
            // Mostly it is one with two.
            return Settled::Branch(self.first_with(2).unwrap_or_else(|| self.fewest()));
        }
    }

    /// Counts the options of all lanes. Returns the number of lanes with a forced option; `None` if some lane is empty.
    #[inline(always)]
    fn count(&mut self) -> Option<u32> {
        let (simd, vectors) = (self.simd, self.known.vectors());
        let mut forced = 0;
        let mut empty = 0;
        for v in 0..vectors {
            let count = self.count_vector(v);
            self.counts.set(v, count);
            empty |= simd.equal::<T>(count, 0);
            forced += (simd.equal::<T>(count, 1) & self.items.uncovered(v)).count_ones();
            if B == 0 && empty != 0 {
                return None;
            }
        }
        (empty == 0).then_some(forced)
    }

    /// The number of options of all lanes of a vector.
    #[inline(always)]
    fn count_vector(&self, v: usize) -> S::Register {
        // In this number of planes, a lane has at most `MOST_COUNTED` bits.
        const TOGETHER: usize = 15;
        let (simd, vectors, planes) = (self.simd, self.known.vectors(), self.known.planes());
        let mut count = simd.count::<T>(self.bits.get(v));
        let mut p = 1;
        while p < planes.min(TOGETHER) {
            count = simd.sum::<T>(count, simd.count::<T>(self.bits.get(p * vectors + v)));
            p += 1;
        }
        while p < planes {
            let mut more = simd.count::<T>(self.bits.get(p * vectors + v));
            p += 1;
            while p < planes && p % TOGETHER != 0 {
                more = simd.sum::<T>(more, simd.count::<T>(self.bits.get(p * vectors + v)));
                p += 1;
            }
            count = simd.add::<T>(count, more);
        }
        count
    }

    /// Takes the options of all lanes that have only one. `false` if two of them are seen to disagree.
    ///
    /// All of these lanes were counted before the first option is taken. If two of the options disagree, the row of
    /// each leaves the other's lanes without bits, and the next count finds that.
    #[inline(always)]
    fn take_forced(&mut self, packed: &mut Packed) -> bool {
        let (simd, known) = (self.simd, self.known);
        let vectors = known.vectors();
        let mut pending = Pending::NONE;
        self.keep_rows(packed, pending.rows.len());
        for v in 0..vectors {
            let mut forced = simd.equal::<T>(self.counts.get(v), 1) & self.items.uncovered(v);
            while forced != 0 {
                let lane = v * T::COUNT + forced.trailing_zeros() as usize;
                let Some(n) = known.first(self.bits.memory, lane) else {
                    return false;
                };
                let (option, row) = packed.choice(simd, (lane, known.depth()), n);
                self.chosen[self.taken] = option;
                self.taken += 1;
                let left = packed.row(row, known.row_blocks());
                self.items.keep(&left[known.blocks()..]);
                forced &= self.items.uncovered(v);
                if B != 0 {
                    self.intersect(packed, &[row]);
                } else if pending.push(row) {
                    self.intersect(packed, pending.take());
                    self.keep_rows(packed, pending.rows.len());
                }
            }
        }
        if B == 0 {
            self.intersect(packed, pending.take());
        }
        true
    }

    /// Makes sure that `count` rows can be made before any is discarded. Small ones may all be kept until the next
    /// node.
    #[inline(always)]
    fn keep_rows(&self, packed: &mut Packed, count: usize) {
        if B == 0 {
            packed.keep_rows(count, self.known.row_blocks());
        }
    }

    #[inline(always)]
    fn intersect(&mut self, packed: &Packed, rows: &[usize]) {
        let blocks = self.known.blocks();
        for at in 0..blocks {
            let mut left = self.bits.get(at);
            for &row in rows {
                let row = packed.row(row, self.known.row_blocks());
                left = self.simd.and(left, self.simd.load(&row[at]));
            }
            self.bits.set(at, left);
        }
    }

    /// Whether some lane is empty. If all items are covered, this means that two chosen options disagree.
    #[inline(always)]
    fn has_empty_lane(&self) -> bool {
        let vectors = self.known.vectors();
        let mut empty = 0;
        for v in 0..vectors {
            let mut any = self.bits.get(v);
            for p in 1..self.known.planes() {
                any = self.simd.or(any, self.bits.get(p * vectors + v));
            }
            empty |= self.simd.equal::<T>(any, 0);
        }
        empty != 0
    }

    /// The first lane of an uncovered item with this number of options.
    #[inline(always)]
    fn first_with(&self, number: u8) -> Option<usize> {
        for v in 0..self.known.vectors() {
            let equal = self.simd.equal::<T>(self.counts.get(v), number);
            let lanes = equal & self.items.uncovered(v);
            if lanes != 0 {
                return Some(v * T::COUNT + lanes.trailing_zeros() as usize);
            }
        }
        None
    }

    /// The first lane of those with the fewest options, all having three or more.
    #[inline(always)]
    fn fewest(&self) -> usize {
        let mut number = 3;
        while number <= MOST_COUNTED {
            if let Some(lane) = self.first_with(number) {
                return lane;
            }
            number += 1;
        }
        // If all items have many options, it hardly matters which one is taken.
        let mut v = 0;
        while self.items.uncovered(v) == 0 {
            v += 1;
        }
        v * T::COUNT + self.items.uncovered(v).trailing_zeros() as usize
    }
}

/// Rows that are still to be intersected with the blocks of a node, all in one pass.
struct Pending {
    rows: [usize; 16],
    len: usize,
}

impl Pending {
    const NONE: Pending = Pending {
        rows: [0; 16],
        len: 0,
    };

    /// Adds a row. Returns whether there is no room for another.
    #[inline(always)]
    fn push(&mut self, row: usize) -> bool {
        self.rows[self.len] = row;
        self.len += 1;
        self.len == self.rows.len()
    }

    #[inline(always)]
    fn take(&mut self) -> &[usize] {
        &self.rows[..std::mem::take(&mut self.len)]
    }
}
