//! A problem, or what a node leaves of one, packed: sets of its options and of its items, as bits.
//!
//! Options and items that are left get new numbers, from 0, and everything is a set of such numbers:
//!
//! ```text
//!     of each option     its set of items                            what it covers, and what counts are made from
//!     of each item       its set of options                          what may cover it
//!     of each option     its row: the options that disagree with it  what its choice strikes out
//! ```
//!
//! An option's row is the union of the sets of its items, and of its [conflicts](crate::engine::conflicts) over
//! secondary items; the option itself is in it. Rows are made when they are first needed, and discarded when they take
//! too much room.

use super::Root;
use super::bounds::{Demands, some_and_one, use_one};
use super::shape::Shape;
use crate::engine::conflicts::{Conflicts, MOST_KEPT, Numbers};
use crate::engine::parts::Parts;
use crate::engine::simd::block::{Block, Simd};
use crate::engine::simd::isa::Isa;
use crate::problem::OptionId;

/// No number, no row.
const NONE: u32 = u32::MAX;
/// Work of making a row: a fixed amount, and for each block of each set in it.
const WORK_OF_ROW: u64 = 100;
const WORK_OF_SET: u64 = 2;
/// Work of each user of a secondary item when a set of conflicts is made.
const WORK_OF_USER: u64 = 1;
/// Work of packing: a fixed amount, for each entry of an option, and for each block of the sets.
const WORK_OF_PACKING: u64 = 200;
const WORK_OF_ENTRY: u64 = 3;
const WORK_OF_BLOCK: u64 = 10;

/// The work of packing options that have `entries` entries together, into sets that have `blocks` blocks together.
pub(super) fn work_to_pack(entries: u64, blocks: u64) -> u64 {
    WORK_OF_ENTRY * entries + WORK_OF_BLOCK * blocks
}

/// The work of making a row from sets that have `blocks` blocks together.
pub(super) fn work_to_make(blocks: u64) -> u64 {
    WORK_OF_ROW + WORK_OF_SET * blocks
}

/// A packed problem.
///
/// Invariants: bit i of the set of option o is set where bit o of the set of item i is; they stand in `sets` at
/// `o · vectors` and in `masks` at `i · width`, and after the last option's set there is an empty one. Each option has an
/// item. The row of option o stands in `rows` at `row_of[o]`, if it was made.
#[derive(Debug)]
pub(super) struct Packed {
    pub(super) shape: Shape,
    pub(super) options: Vec<OptionId>,
    /// The items, as [`Parts`] numbers them; and for each item of `Parts`, its number here.
    pub(super) items: Vec<u32>,
    numbers: Vec<u32>,
    /// The items that were not covered when this was packed: the options name no others.
    pub(super) open: Vec<Block>,
    /// With bounds: what the capacities have to spare, in planes; and the items whose capacity was 1 when this was
    /// packed.
    pub(super) spare: Vec<Block>,
    pub(super) single: Vec<Block>,
    sets: Vec<Block>,
    masks: Vec<Block>,
    conflicts: Conflicts,
    rows: Vec<Block>,
    row_of: Vec<u32>,
    /// Work that was not yet added to that of the search: of making rows, looking at them, and adding up options.
    pub(super) work: u64,
    /// This is the whole problem. Its rows may be there from an earlier search, so making them is not counted.
    is_whole: bool,
}

impl Packed {
    pub(super) fn new() -> Packed {
        Packed {
            shape: Shape::new(0, 0, 0),
            options: Vec::new(),
            items: Vec::new(),
            numbers: Vec::new(),
            open: Vec::new(),
            spare: Vec::new(),
            single: Vec::new(),
            sets: Vec::new(),
            masks: Vec::new(),
            conflicts: Conflicts::default(),
            rows: Vec::new(),
            row_of: Vec::new(),
            work: 0,
            is_whole: false,
        }
    }

    /// The whole problem: these options, each of which has a primary item, and all items.
    pub(super) fn whole(
        parts: &Parts,
        options: Vec<OptionId>,
        uses: &mut Numbers,
    ) -> (Packed, Demands) {
        let mut whole = Packed::new();
        let mut options_of = vec![0; parts.primary_count];
        for &item in options.iter().flat_map(|&option| parts.primary_of(option)) {
            options_of[item as usize] += 1;
        }
        let demands = Demands::of(parts, &options_of);
        let most = options_of.into_iter().max().unwrap_or(0);
        whole.shape = Shape::new(options.len(), parts.primary_count, most);
        whole.shape = whole.shape.with_digits(demands.digits);
        whole.options = options;
        whole.number_items(0..parts.primary_count as u32, parts.primary_count);
        whole.make_sets(parts);
        whole.make_masks(parts);
        whole.find_conflicts(parts, uses);
        (whole.is_whole, whole.work) = (true, 0);
        (whole, demands)
    }

    /// Packs what is left of another packed problem: a set of its options, and a set of its items. No item has more
    /// than `most` of these options, and no option names another item. Reuses the memory of what was packed before.
    ///
    /// Items keep their numbers, unless new numbers save a block.
    pub(super) fn pack(
        &mut self,
        parts: &Parts,
        from: &Packed,
        (left, open): (&[Block], &[Block]),
        most: usize,
        uses: &mut Numbers,
    ) {
        self.options.clear();
        for_each(left, |option| self.options.push(from.options[option]));
        let items = open.iter().map(Block::count_ones).sum();
        self.shape = Shape::new(self.options.len(), items, most).with_digits(from.shape.digits);
        if self.shape.vectors < from.shape.vectors {
            let mut ids = Vec::with_capacity(items);
            for_each(open, |item| ids.push(from.items[item]));
            self.number_items(ids.into_iter(), parts.primary_count);
            self.make_sets(parts);
        } else {
            self.items.clone_from(&from.items);
            self.numbers.clone_from(&from.numbers);
            self.open.clear();
            self.open.extend_from_slice(open);
            self.copy_sets(from, left);
        }
        let entries = self.make_masks(parts);
        self.find_conflicts(parts, uses);
        let entries = (entries + self.conflicts.count()) as u64;
        let blocks = (self.sets.len() + self.masks.len()) as u64;
        self.work += WORK_OF_PACKING + work_to_pack(entries, blocks);
    }

    fn find_conflicts(&mut self, parts: &Parts, uses: &mut Numbers) {
        let place_of = std::iter::once;
        self.conflicts
            .make((parts, uses), &self.options, place_of, self.shape.width);
    }

    /// Stores the bounds of the items, whose capacities are given.
    pub(super) fn set_bounds(&mut self, demands: &Demands, capacities: &[Block]) {
        if demands.digits > 0 {
            self.spare = demands.spare(&self.items, self.shape.vectors);
            (_, self.single) = some_and_one(capacities, demands.digits);
        }
    }

    /// Numbers these items; all of them are open.
    fn number_items(&mut self, ids: impl Iterator<Item = u32>, most: usize) {
        self.items.clear();
        self.items.extend(ids);
        refill(&mut self.numbers, most, NONE);
        for (number, &id) in self.items.iter().enumerate() {
            self.numbers[id as usize] = number as u32;
        }
        self.open.clear();
        self.open
            .extend(first_ones(self.items.len(), self.shape.vectors));
    }

    /// Makes the sets of all options.
    fn make_sets(&mut self, parts: &Parts) {
        let vectors = self.shape.vectors;
        refill(
            &mut self.sets,
            (self.options.len() + 1) * vectors,
            Block::ZERO,
        );
        for (option, &id) in self.options.iter().enumerate() {
            for &item in parts.primary_of(id) {
                let item = self.numbers[item as usize] as usize;
                self.sets[option * vectors + item / Block::BITS].set(item % Block::BITS);
            }
        }
    }

    /// Does what [`make_sets`](Self::make_sets) does, for the options in `left`, where the items have kept their
    /// numbers.
    fn copy_sets(&mut self, from: &Packed, left: &[Block]) {
        let vectors = self.shape.vectors;
        self.sets.clear();
        for_each(left, |option| {
            self.sets.extend_from_slice(from.items_of(option, vectors));
        });
        self.sets.resize(self.sets.len() + vectors, Block::ZERO);
    }

    /// Makes the sets of all items. Returns the number of primary items in all options together.
    fn make_masks(&mut self, parts: &Parts) -> usize {
        self.make_room();
        let (width, mut entries) = (self.shape.width, 0);
        for (option, &id) in self.options.iter().enumerate() {
            let (block, bit) = (option / Block::BITS, option % Block::BITS);
            let items = parts.primary_of(id);
            entries += items.len();
            for &item in items {
                let item = self.numbers[item as usize] as usize;
                self.masks[item * width + block].set(bit);
            }
        }
        entries
    }

    /// Makes room for the sets of all items, which are empty where items are open, and for rows.
    fn make_room(&mut self) {
        let width = self.shape.width;
        self.masks.resize(self.items.len() * width, Block::ZERO);
        for_each(&self.open, |item| {
            self.masks[item * width..][..width].fill(Block::ZERO);
        });
        self.rows.clear();
        // Rows that grow would be copied each time, and touch twice the memory. Room that is never used costs nothing.
        self.rows
            .reserve((self.options.len() * width).min(MOST_KEPT));
        refill(&mut self.row_of, self.options.len(), NONE);
    }

    /// The set of items of an option, in `vectors` blocks; after the last option, the empty set.
    #[inline(always)]
    pub(super) fn items_of(&self, option: usize, vectors: usize) -> &[Block] {
        &self.sets[option * vectors..][..vectors]
    }

    /// The sets of items of all options, and an empty one after them.
    #[inline(always)]
    pub(super) fn sets(&self) -> &[Block] {
        &self.sets
    }

    /// The set of options of an item, in `width` blocks.
    #[inline(always)]
    pub(super) fn options_of(&self, item: usize, width: usize) -> &[Block] {
        &self.masks[item * width..][..width]
    }

    /// Where the row of an option begins. Makes the row if it is not there.
    #[inline(always)]
    pub(super) fn row(&mut self, parts: &Parts, simd: impl Simd, option: usize) -> usize {
        match self.row_of[option] {
            NONE => self.make_row(parts, simd, option),
            row => row as usize,
        }
    }

    /// The blocks of a row that was made since rows were last discarded.
    #[inline(always)]
    pub(super) fn blocks_of(&self, row: usize, width: usize) -> &[Block] {
        &self.rows[row..][..width]
    }

    /// The row of an option, if it was made.
    #[cfg(test)]
    pub(super) fn made_row(&self, option: usize) -> Option<&[Block]> {
        match self.row_of[option] {
            NONE => None,
            row => Some(self.blocks_of(row as usize, self.shape.width)),
        }
    }

    /// Makes sure that `count` rows can be made before any is discarded.
    #[inline(always)]
    pub(super) fn keep_rows(&mut self, count: usize) {
        if self.rows.len() + count * self.shape.width > MOST_KEPT && !self.rows.is_empty() {
            self.forget();
        }
    }

    /// Discards all rows. Rare, so it is not inlined into the search.
    #[cold]
    #[inline(never)]
    fn forget(&mut self) {
        self.rows.clear();
        self.row_of.fill(NONE);
    }

    /// Makes a row. Rare, so it is not inlined into the search.
    #[cold]
    #[inline(never)]
    fn make_row<S: Simd>(&mut self, parts: &Parts, simd: S, option: usize) -> usize {
        simd.wide(
            #[inline(always)]
            || {
                let width = self.shape.width;
                let start = self.rows.len();
                self.rows.resize(start + width, Block::ZERO);
                let row = &mut self.rows[start..][..width];
                let items = parts.primary_of(self.options[option]);
                let is_bounded = self.shape.digits > 0;
                let sets = items.len() + self.conflicts.uses_of(option).len();
                for w in 0..width {
                    let mut all = simd.load(&Block::ZERO);
                    for &item in items {
                        let item = self.numbers[item as usize] as usize;
                        let (block, bit) = (item / Block::BITS, item % Block::BITS);
                        if is_bounded && !self.single[block].has(bit) {
                            continue;
                        }
                        all = simd.or(all, simd.load(&self.masks[item * width + w]));
                    }
                    simd.store(all, &mut row[w]);
                }
                for at in self.conflicts.uses_of(option) {
                    if let Some(set) = self.conflicts.of_use(at) {
                        for w in 0..width {
                            let both = simd.or(simd.load(&row[w]), simd.load(&set[w]));
                            simd.store(both, &mut row[w]);
                        }
                    }
                }
                let marked = self.conflicts.take_marked() as u64;
                if !self.is_whole {
                    self.work += work_to_make((sets * width) as u64) + WORK_OF_USER * marked;
                }
                // If no item of the option has a capacity of 1, none of the sets above contains the option itself.
                self.rows[start + option / Block::BITS].set(option % Block::BITS);
                self.row_of[option] = start as u32;
                start
            },
        )
    }

    /// Chooses an option without making its row: strikes out the options that disagree with it, and covers its items
    /// once.
    pub(super) fn choose(&mut self, (isa, parts): (Isa, &Parts), option: usize, root: &mut Root) {
        let width = self.shape.width;
        let Root {
            left,
            open,
            capacities,
        } = root;
        let items = parts.primary_of(self.options[option]).iter();
        let items = Vec::from_iter(items.map(|&item| self.numbers[item as usize]));
        let (met, full) = match self.shape.digits {
            0 => (items.clone(), items),
            digits => use_one(&items, (capacities, &self.spare), digits),
        };
        for item in full {
            isa.strike(left, &self.masks[item as usize * width..][..width]);
        }
        for item in met {
            open[item as usize / Block::BITS].clear(item as usize % Block::BITS);
        }
        left[option / Block::BITS].clear(option % Block::BITS);
        for at in self.conflicts.uses_of(option) {
            if let Some(set) = self.conflicts.of_use(at) {
                isa.strike(left, set);
            }
        }
    }
}

/// Replaces the content of a vector by `count` copies of `value`.
fn refill<T: Clone>(values: &mut Vec<T>, count: usize, value: T) {
    values.clear();
    values.resize(count, value);
}

/// The set of the first `count` numbers, in `blocks` blocks.
pub(super) fn first_ones(count: usize, blocks: usize) -> impl Iterator<Item = Block> {
    (0..blocks).map(move |block| {
        let words = 8 * block..8 * block + 8;
        let mut all = Block::ZERO;
        for (word, at) in all.0.iter_mut().zip(words) {
            let bits = count.saturating_sub(64 * at).min(64) as u32;
            // A shift by 64 would be too far.
            *word = u64::MAX.checked_shr(64 - bits).unwrap_or(0);
        }
        all
    })
}

/// Does something with each number in a set, ascending.
#[inline(always)]
pub(super) fn for_each(set: &[Block], mut act: impl FnMut(usize)) {
    for (block, Block(words)) in set.iter().enumerate() {
        for (at, &word) in words.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                act(block * Block::BITS + 64 * at + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }
}
