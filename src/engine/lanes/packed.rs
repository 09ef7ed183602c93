//! A problem, or what a node leaves of one, packed into lanes.
//!
//! Every primary item has a lane, with a bit for every option that names the item. Lanes stand in *vectors* of one
//! block; where an item has more options than a lane has bits, the lanes continue in further *planes*:
//!
//! ```text
//!     planes × vectors blocks      plane 0:  vector 0 | vector 1        plane 1:  vector 0 | vector 1
//!     lane i of 8 bits             byte i % 64 of vector i / 64         the same byte: the item's options 8 to 15
//! ```
//!
//! The width of a lane follows from the number of items, so that a vector is filled: up to 8 items have lanes of 64
//! bits, up to 16 of 32, up to 32 of 16, and more have lanes of 8 bits and as many vectors as they need.
//!
//! The *row* of an option is what its choice leaves: all bits but those of options that disagree with it; its own bits
//! stay. Choosing the option means intersecting with the row; colours and secondary items are already in it. Rows are
//! made when they are first needed: bit by bit where options disagree with few others, otherwise from the *conflicts*
//! of the option's entries, which are sets of bits too. Rows and conflicts are discarded when they take too much room.

use super::shape::Shape;
use crate::engine::conflicts::{Conflicts, MOST_KEPT, Numbers};
use crate::engine::parts::{Parts, part_of};
use crate::engine::simd::block::{Block, Simd};
use crate::engine::simd::isa::Isa;
use crate::problem::{OptionId, Problem};

/// No row, no lane, no option.
const NONE: u32 = u32::MAX;
/// Work of packing an entry of an option, including the rows that are made afterwards; further work is proportional to
/// the blocks.
const WORK_OF_ENTRY: u64 = 100;

/// What a bit stands for: all that choosing its option needs, in one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// Index of the option's row, or [`NONE`].
    row: u32,
    /// The option, as the problem calls it.
    pub(super) id: OptionId,
}

/// What packing needs besides the problem. It is kept, so that packing allocates little.
#[derive(Default, Debug)]
pub(super) struct Scratch {
    parts: Parts,
    uses: Numbers,
    /// For each primary item, its lane; [`NONE`] between two calls.
    lanes: Vec<u32>,
    /// For each primary item, the number of its options so far; 0 between two calls.
    counts: Vec<u32>,
}

impl Scratch {
    pub(super) fn new(problem: &Problem) -> Scratch {
        let parts = Parts::new(problem);
        Scratch {
            uses: Numbers::new(&parts),
            parts,
            lanes: vec![NONE; problem.primary_count()],
            counts: vec![0; problem.primary_count()],
        }
    }
}

/// A packed problem.
///
/// Invariants: the bits of option o are those in `places[ends[o − 1]..ends[o]]`, one in the lane of each of its primary
/// items; `options_of[lane · depth + n]` is the option of the lane's n-th bit, and `slots` has the same order. A row that
/// was made stands in `rows` at the `row` of all slots of its option.
#[derive(Debug)]
pub(super) struct Packed {
    pub(super) shape: Shape,
    /// Number of primary items that have an option.
    pub(super) items: usize,
    options: Vec<OptionId>,
    options_of: Vec<u32>,
    slots: Vec<Slot>,
    places: Vec<u32>,
    ends: Vec<u32>,
    /// All bits that stand for an option. Lanes without an item have two bits, so that they are never taken for empty
    /// or forced.
    pub(super) full: Vec<Block>,
    /// The rows that were made, one after the other. After the bits of each come the items that it leaves uncovered: bit i
    /// of word v is lane i of vector v.
    rows: Vec<Block>,
    /// For some lanes, the set of all bits of their options; and for each lane, the first block of its set, or
    /// [`NONE`].
    lane_sets: Vec<Block>,
    lane_set_of: Vec<u32>,
    conflicts: Conflicts,
    /// Work of packing that was not yet added to that of the search. How many rows are made for the options of a dead end
    /// depends on the instruction set, so they are not counted.
    pub(super) work: u64,
}

impl Packed {
    /// The row that leaves everything: it is always there.
    pub(super) const WHOLE: usize = 0;

    pub(super) fn new() -> Packed {
        Packed {
            shape: Shape::new(0, 0),
            items: 0,
            options: Vec::new(),
            options_of: Vec::new(),
            slots: Vec::new(),
            places: Vec::new(),
            ends: Vec::new(),
            full: Vec::new(),
            rows: Vec::new(),
            lane_sets: Vec::new(),
            lane_set_of: Vec::new(),
            conflicts: Conflicts::default(),
            work: 0,
        }
    }

    /// Packs these options of the problem, each of which has a primary item. Reuses the memory of what was packed
    /// before.
    ///
    /// Items get their lanes in descending order. Among items with equally few options, a search takes the first lane,
    /// and it is faster to take the item that the problem names last (`docs/measurements-development.md`, 'Ties and
    /// packing').
    pub(super) fn pack(&mut self, problem: &Problem, live: &[OptionId], scratch: &mut Scratch) {
        let Scratch {
            parts,
            uses,
            lanes,
            counts,
        } = scratch;
        let primary = |option: OptionId| {
            let entries = problem.entries(option).iter();
            entries
                .map(|entry| entry.item)
                .filter(|&item| problem.is_primary(item))
        };
        let mut items = Vec::new();
        for item in live.iter().flat_map(|&option| primary(option)) {
            let count = &mut counts[item.index()];
            if *count == 0 {
                items.push(item.index());
            }
            *count += 1;
        }
        items.sort_unstable_by(|a, b| b.cmp(a));
        let most = items.iter().map(|&item| counts[item]).max().unwrap_or(0);
        for (lane, &item) in items.iter().enumerate() {
            (lanes[item], counts[item]) = (lane as u32, 0);
        }
        self.lay_out(items.len(), most as usize);
        for (index, &option) in live.iter().enumerate() {
            for item in primary(option) {
                let (lane, n) = (lanes[item.index()] as usize, counts[item.index()] as usize);
                counts[item.index()] += 1;
                let place = self.shape.place(lane, n);
                self.full[place / Block::BITS].set(place % Block::BITS);
                self.options_of[lane * self.shape.depth() + n] = index as u32;
                self.slots[lane * self.shape.depth() + n].id = option;
                self.places.push(place as u32);
            }
            self.ends.push(self.places.len() as u32);
            self.options.push(option);
        }
        let places_of = |option| part(&self.places, &self.ends, option).iter().copied();
        self.conflicts
            .make((parts, uses), live, places_of, self.shape.blocks());
        self.make_room();
        let entries = self.places.len() + self.conflicts.count();
        self.work += (WORK_OF_ENTRY + self.shape.blocks() as u64) * entries as u64;
        for item in items {
            (lanes[item], counts[item]) = (NONE, 0);
        }
    }

    /// Clears everything, and makes room for `items` items, each with at most `options` options.
    fn lay_out(&mut self, items: usize, options: usize) {
        let shape = Shape::new(items, options);
        (self.shape, self.items) = (shape, items);
        let lanes = shape.vectors * shape.lanes_of_vector();
        refill(&mut self.full, shape.blocks(), Block::ZERO);
        for lane in items..lanes {
            let place = shape.place(lane, 0);
            self.full[place / Block::BITS].set(place % Block::BITS);
            self.full[place / Block::BITS].set(place % Block::BITS + 1);
        }
        refill(&mut self.options_of, lanes * shape.depth(), NONE);
        let empty = Slot {
            row: NONE,
            id: OptionId::new(0),
        };
        refill(&mut self.slots, lanes * shape.depth(), empty);
        refill(&mut self.lane_set_of, items, NONE);
        self.options.clear();
        refill(&mut self.rows, shape.row_blocks(), Block::ONES);
        self.places.clear();
        self.ends.clear();
        self.lane_sets.clear();
    }

    /// Makes room for all rows and conflicts at once: vectors that grow would be copied each time, and touch twice the memory.
    /// Room that is never used costs nothing.
    fn make_room(&mut self) {
        let rows = (self.options.len() + 1) * self.shape.row_blocks();
        let lanes = self.items * self.shape.blocks();
        self.rows.reserve(rows.min(MOST_KEPT));
        self.lane_sets.reserve(lanes.min(MOST_KEPT));
        self.conflicts.reserve();
    }

    /// The items of all lanes, as words of one bit each.
    fn all_items(&self) -> impl Iterator<Item = u64> {
        let lanes = self.shape.lanes_of_vector();
        (0..self.shape.vectors).map(move |v| {
            let items = self.items.saturating_sub(v * lanes).min(lanes);
            // A shift by 64 would be too far.
            u64::MAX.checked_shr(64 - items as u32).unwrap_or(0)
        })
    }

    /// Makes a node the root: all options and all items.
    pub(super) fn write_root(&self, node: &mut [Block]) {
        let (bits, items) = node.split_at_mut(self.shape.blocks());
        bits.copy_from_slice(&self.full);
        for (v, all) in self.all_items().enumerate() {
            *Block::word_mut(items, v) = all;
        }
    }

    /// Whether an option is left: it has its bits, and its first item is uncovered.
    pub(super) fn is_live(&self, option: u32, node: &[Block]) -> bool {
        let (bits, uncovered) = node.split_at(self.shape.blocks());
        let place = self.places(option)[0] as usize;
        let lane = self.shape.lane(place);
        bits[place / Block::BITS].has(place % Block::BITS)
            && Block::word(uncovered, lane / 64) >> (lane % 64) & 1 == 1
    }

    /// The options with a bit in a lane of an uncovered item, each once.
    pub(super) fn live(&self, node: &[Block]) -> Vec<OptionId> {
        (0..self.options.len() as u32)
            .filter(|&option| self.is_live(option, node))
            .map(|option| self.options[option as usize])
            .collect()
    }

    /// The set of all options of a lane: they disagree with a choice that covers its item.
    fn set_of_lane(&mut self, lane: usize) -> &[Block] {
        let blocks = self.shape.blocks();
        if self.lane_set_of[lane] == NONE {
            let start = self.lane_sets.len();
            self.lane_set_of[lane] = start as u32;
            self.lane_sets.resize(start + blocks, Block::ZERO);
            let depth = self.shape.depth();
            let options = self.options_of[lane * depth..][..depth].iter();
            for &option in options.take_while(|&&option| option != NONE) {
                for &place in part(&self.places, &self.ends, option) {
                    self.lane_sets[start + place as usize / Block::BITS]
                        .set(place as usize % Block::BITS);
                }
            }
        }
        &self.lane_sets[self.lane_set_of[lane] as usize..][..blocks]
    }

    /// Discards the sets of lanes if they take too much room.
    fn bound_lane_sets(&mut self) {
        if self.lane_sets.len() > MOST_KEPT {
            self.lane_sets.clear();
            self.lane_set_of.fill(NONE);
        }
    }

    /// The places of an option's bits.
    pub(super) fn places(&self, option: u32) -> &[u32] {
        part(&self.places, &self.ends, option)
    }

    /// The option of the n-th bit of a lane with room for `depth`, and its row.
    #[inline(always)]
    pub(super) fn choice(
        &mut self,
        simd: impl Simd,
        (lane, depth): (usize, usize),
        n: usize,
    ) -> (OptionId, usize) {
        let Slot { row, id } = self.slots[lane * depth + n];
        match row {
            NONE => (id, self.make_row(simd, self.options_of[lane * depth + n])),
            row => (id, row as usize),
        }
    }

    /// The option of the n-th bit of a lane.
    pub(super) fn option_at(&self, lane: usize, n: usize) -> OptionId {
        self.slots[lane * self.shape.depth() + n].id
    }

    /// Whether a node has the n-th bit of a lane.
    pub(super) fn has(&self, node: &[Block], lane: usize, n: usize) -> bool {
        let place = self.shape.place(lane, n);
        node[place / Block::BITS].has(place % Block::BITS)
    }

    /// The slot of a place.
    fn slot(&self, place: usize) -> usize {
        let (lane, plane) = self.shape.lane_and_plane(place);
        let bits = self.shape.bits;
        lane * self.shape.depth() + plane * bits + (place & (bits - 1))
    }

    /// The blocks of a row that was made since rows were last discarded. Every row has `blocks` blocks.
    #[inline(always)]
    pub(super) fn row(&self, row: usize, blocks: usize) -> &[Block] {
        &self.rows[row * blocks..][..blocks]
    }

    /// Makes sure that `count` rows of `blocks` blocks can be made before any is discarded.
    #[inline(always)]
    pub(super) fn keep_rows(&mut self, count: usize, blocks: usize) {
        if self.rows.len() + count * blocks > MOST_KEPT && self.rows.len() > blocks {
            self.forget();
        }
    }

    /// Discards all rows except the one that leaves everything.
    #[cold]
    #[inline(never)]
    fn forget(&mut self) {
        refill(&mut self.rows, self.shape.row_blocks(), Block::ONES);
        for slot in &mut self.slots {
            slot.row = NONE;
        }
    }

    /// Rare, so it is not inlined into the search.
    #[cold]
    #[inline(never)]
    fn make_row<S: Simd>(&mut self, simd: S, option: u32) -> usize {
        let (blocks, start) = (self.shape.blocks(), self.rows.len());
        let (cover, end) = (start + blocks, start + self.shape.row_blocks());
        let row = start / self.shape.row_blocks();
        self.rows.extend_from_slice(&self.full);
        self.rows.resize(end, Block::ONES);
        self.bound_lane_sets();
        let mut row_blocks = std::mem::take(&mut self.rows);
        let mut strike =
            |conflicts: &[Block]| simd.strike(&mut row_blocks[start..cover], conflicts);
        if !self.is_sparse() {
            for at in part_of(&self.ends, option as usize) {
                let lane = self.shape.lane(self.places[at] as usize);
                strike(self.set_of_lane(lane));
            }
        }
        for at in self.conflicts.uses_of(option as usize) {
            if let Some(conflicts) = self.conflicts.of_use(at) {
                strike(conflicts);
            }
        }
        if self.is_sparse() {
            for &place in self.places(option) {
                self.clear_lane(self.shape.lane(place as usize), &mut row_blocks[start..]);
            }
        }
        self.rows = row_blocks;
        for at in part_of(&self.ends, option as usize) {
            let place = self.places[at] as usize;
            self.rows[start + place / Block::BITS].set(place % Block::BITS);
            let lane = self.shape.lane(place);
            *Block::word_mut(&mut self.rows[cover..], lane / 64) &= !(1 << (lane % 64));
            let slot = self.slot(place);
            self.slots[slot].row = row as u32;
        }
        row
    }

    /// Whether the options of an item have fewer bits, on the average, than a row has words: then it is faster to clear
    /// the bits one by one than to make and to strike conflicts.
    fn is_sparse(&self) -> bool {
        let bits_of_item = self.places.len() / self.items.max(1) * self.places.len();
        bits_of_item < 8 * self.shape.blocks() * self.options.len()
    }

    /// Clears the bits of an option.
    pub(super) fn clear(&self, option: u32, bits: &mut [Block]) {
        for &place in self.places(option) {
            bits[place as usize / Block::BITS].clear(place as usize % Block::BITS);
        }
    }

    /// Intersects the bits and the items of a node with an option's row without making the row, which would not pay for
    /// a single use.
    ///
    /// Where a lane has few bits left, their options are cleared one by one: after some choices, most have none.
    pub(super) fn choose(&mut self, isa: Isa, option: u32, node: &mut [Block]) {
        self.bound_lane_sets();
        let blocks = self.shape.blocks();
        let (bits, uncovered) = node.split_at_mut(blocks);
        for at in part_of(&self.ends, option as usize) {
            let lane = self.shape.lane(self.places[at] as usize);
            *Block::word_mut(uncovered, lane / 64) &= !(1 << (lane % 64));
            let rivals = (0..self.shape.planes).map(|plane| self.bits_of(bits, lane, plane));
            let rivals: u32 = rivals.map(u64::count_ones).sum();
            if rivals as usize * self.places(option).len() * 16 < blocks {
                self.clear_lane(lane, bits);
            } else {
                isa.strike(bits, self.set_of_lane(lane));
            }
        }
        for at in self.conflicts.uses_of(option as usize) {
            if let Some(conflicts) = self.conflicts.of_use(at) {
                isa.strike(bits, conflicts);
            }
        }
        for &place in self.places(option) {
            bits[place as usize / Block::BITS].set(place as usize % Block::BITS);
        }
    }

    /// The bits of a lane in one plane.
    fn bits_of(&self, bits: &[Block], lane: usize, plane: usize) -> u64 {
        let width = self.shape.bits;
        let first = self.shape.place(lane, plane * width);
        let word = bits[first / Block::BITS].0[first % Block::BITS / 64];
        word >> (first % 64) & (u64::MAX >> (64 - width))
    }

    /// Clears the bits of all options that have a bit in a lane.
    fn clear_lane(&self, lane: usize, bits: &mut [Block]) {
        for plane in 0..self.shape.planes {
            let mut rivals = self.bits_of(bits, lane, plane);
            while rivals != 0 {
                let n = plane * self.shape.bits + rivals.trailing_zeros() as usize;
                rivals &= rivals - 1;
                self.clear(self.options_of[lane * self.shape.depth() + n], bits);
            }
        }
    }

    /// Walks the bits of a node of this problem: an option has all its bits or none, none outside `full`, and lanes of
    /// covered items have one.
    #[cfg(test)]
    pub(super) fn check(&self, node: &[Block]) {
        let (bits, uncovered) = node.split_at(self.shape.blocks());
        for (block, full) in bits.iter().zip(&self.full) {
            for (word, full) in block.0.iter().zip(&full.0) {
                assert_eq!(word & !full, 0, "a bit that stands for no option");
            }
        }
        let mut bits_of = vec![0; self.items];
        for option in 0..self.options.len() as u32 {
            let has =
                |&place: &u32| bits[place as usize / Block::BITS].has(place as usize % Block::BITS);
            let places = self.places(option);
            assert!(
                places.iter().all(has) || !places.iter().any(has),
                "a part of an option"
            );
            for &place in places.iter().filter(|place| has(place)) {
                bits_of[self.shape.lane(place as usize)] += 1;
            }
        }
        for (lane, &count) in bits_of.iter().enumerate() {
            let open = Block::word(uncovered, lane / 64) >> (lane % 64) & 1 == 1;
            assert!(
                if open { count > 1 } else { count == 1 },
                "lane {lane} has {count} bits"
            );
        }
    }
}

/// The part of `values` that belongs to an option, where `ends` holds the end of each option's part.
fn part<'a, T>(values: &'a [T], ends: &[u32], option: u32) -> &'a [T] {
    &values[part_of(ends, option as usize)]
}

/// Replaces the content of a vector by `count` copies of `value`.
fn refill<T: Clone>(values: &mut Vec<T>, count: usize, value: T) {
    values.clear();
    values.resize(count, value);
}
