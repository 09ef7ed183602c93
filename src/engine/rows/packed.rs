//! A problem, or what a node leaves of one, packed: sets of its options and of its items, as bits.
//!
//! Options and items that are left are numbered anew, from 0, and everything is a set of such numbers:
//!
//! ```text
//!     of each option     its set of items                            what it covers, and what counts are made from
//!     of each item       its set of options                          what may cover it
//!     of each option     its row: the options that disagree with it  what its choice strikes out
//! ```
//!
//! An option's row is the union of the sets of its items, and of its [conflicts](super::conflicts) over secondary items;
//! the option itself is in it. Rows are made when they are first needed, and forgotten when they take too much room.

use super::MOST_KEPT;
use super::conflicts::{Conflicts, Numbers};
use super::parts::{Parts, part_of};
use super::shape::Shape;
use crate::engine::block::{Block, Simd};
use crate::problem::OptionId;

/// No number, no row.
const NONE: u32 = u32::MAX;

/// What packing needs besides the problem: kept, so that packing allocates little.
#[derive(Debug)]
pub(super) struct Scratch {
    /// Of each primary item, its number; [`NONE`] between two calls.
    items: Vec<u32>,
    /// Of each item that is packed, the number of its options.
    counts: Vec<u32>,
    uses: Numbers,
}

impl Scratch {
    pub(super) fn new(parts: &Parts) -> Scratch {
        Scratch {
            items: vec![NONE; parts.primary],
            counts: Vec::new(),
            uses: Numbers::new(parts),
        }
    }
}

/// A packed problem.
///
/// Invariants: bit i of the set of option o is set where bit o of the set of item i is; they stand in `sets` at
/// `o · vectors` and in `masks` at `i · width`, and behind the last option's set there is an empty one. Each option has an
/// item. The row of option o stands in `rows` at `row_of[o]`, if it was made.
#[derive(Debug)]
pub(super) struct Packed {
    pub(super) shape: Shape,
    pub(super) options: Vec<OptionId>,
    /// The items, as the problem calls them.
    pub(super) items: Vec<u32>,
    sets: Vec<Block>,
    masks: Vec<Block>,
    /// The items of option o are those in `named[ends[o − 1]..ends[o]]`.
    named: Vec<u32>,
    ends: Vec<u32>,
    conflicts: Conflicts,
    rows: Vec<Block>,
    row_of: Vec<u32>,
}

impl Packed {
    pub(super) fn new() -> Packed {
        Packed {
            shape: Shape::new(0, 0, 0),
            options: Vec::new(),
            items: Vec::new(),
            sets: Vec::new(),
            masks: Vec::new(),
            named: Vec::new(),
            ends: Vec::new(),
            conflicts: Conflicts::default(),
            rows: Vec::new(),
            row_of: Vec::new(),
        }
    }

    /// Packs these options and items, in the memory of what was packed before. No option names another primary item, and
    /// each names one.
    pub(super) fn pack(
        &mut self,
        parts: &Parts,
        options: impl Iterator<Item = OptionId>,
        items: impl Iterator<Item = u32>,
        scratch: &mut Scratch,
    ) {
        self.options.clear();
        self.options.extend(options);
        self.items.clear();
        self.items.extend(items);
        self.clear();
        let Scratch {
            items: numbers,
            counts,
            uses,
        } = scratch;
        for (number, &item) in self.items.iter().enumerate() {
            numbers[item as usize] = number as u32;
        }
        refill(counts, self.items.len(), 0);
        let Shape { width, vectors, .. } = self.shape;
        for (number, &option) in self.options.iter().enumerate() {
            for &part in parts.of(option) {
                if part as usize >= parts.primary {
                    self.conflicts.note(parts, part, uses);
                    continue;
                }
                let item = numbers[part as usize];
                counts[item as usize] += 1;
                self.named.push(item);
                put(&mut self.sets[number * vectors..], item as usize);
                put(&mut self.masks[item as usize * width..], number);
            }
            self.ends.push(self.named.len() as u32);
            self.conflicts.end_option();
        }
        let noted = self.options.iter().map(|&option| parts.of(option));
        self.conflicts.finish(parts, noted, uses);
        for &item in &self.items {
            numbers[item as usize] = NONE;
        }
        let most = counts.iter().copied().max().unwrap_or(0);
        self.shape = Shape::new(self.options.len(), self.items.len(), most as usize);
    }

    /// Clears everything but the options and the items, and makes room for them.
    fn clear(&mut self) {
        let (options, items) = (self.options.len(), self.items.len());
        self.shape = Shape::new(options, items, 0);
        let Shape { width, vectors, .. } = self.shape;
        refill(&mut self.sets, (options + 1) * vectors, Block::ZERO);
        refill(&mut self.masks, items * width, Block::ZERO);
        self.named.clear();
        self.ends.clear();
        self.conflicts.clear();
        self.rows.clear();
        refill(&mut self.row_of, options, NONE);
    }

    /// The set of items of an option, of so many blocks; behind the last option, the empty set.
    #[inline(always)]
    pub(super) fn items_of(&self, option: usize, vectors: usize) -> &[Block] {
        &self.sets[option * vectors..][..vectors]
    }

    /// The sets of items of all options, and an empty one behind them.
    #[inline(always)]
    pub(super) fn sets(&self) -> &[Block] {
        &self.sets
    }

    /// The set of options of an item, of so many blocks.
    #[inline(always)]
    pub(super) fn options_of(&self, item: usize, width: usize) -> &[Block] {
        &self.masks[item * width..][..width]
    }

    /// Where the row of an option begins, which is made if need be.
    #[inline(always)]
    pub(super) fn row(&mut self, simd: impl Simd, option: usize) -> usize {
        match self.row_of[option] {
            NONE => self.make_row(simd, option),
            row => row as usize,
        }
    }

    /// The blocks of a row that was made since rows were forgotten last.
    #[inline(always)]
    pub(super) fn blocks_of(&self, row: usize, width: usize) -> &[Block] {
        &self.rows[row..][..width]
    }

    /// Makes sure that so many rows can be made before any is forgotten.
    #[inline(always)]
    pub(super) fn keep_rows(&mut self, count: usize) {
        if self.rows.len() + count * self.shape.width > MOST_KEPT && !self.rows.is_empty() {
            self.rows.clear();
            self.row_of.fill(NONE);
        }
    }

    /// Not inlined: it is rare, and would crowd the search.
    #[cold]
    #[inline(never)]
    fn make_row<S: Simd>(&mut self, simd: S, option: usize) -> usize {
        simd.wide(
            #[inline(always)]
            || {
                let width = self.shape.width;
                let start = self.rows.len();
                self.rows.resize(start + width, Block::ZERO);
                let row = &mut self.rows[start..];
                for &item in &self.named[part_of(&self.ends, option)] {
                    unite(simd, row, &self.masks[item as usize * width..]);
                }
                for at in self.conflicts.uses_of(option) {
                    if let Some(set) = self.conflicts.of_use(at, width) {
                        unite(simd, row, set);
                    }
                }
                self.row_of[option] = start as u32;
                start
            },
        )
    }

    /// Strikes the options that disagree with one out of a set, and its items out of another, without making its row.
    pub(super) fn choose(&mut self, option: usize, left: &mut [Block], open: &mut [Block]) {
        let width = self.shape.width;
        for &item in &self.named[part_of(&self.ends, option)] {
            subtract(left, &self.masks[item as usize * width..]);
            open[item as usize / Block::BITS].clear(item as usize % Block::BITS);
        }
        for at in self.conflicts.uses_of(option) {
            if let Some(set) = self.conflicts.of_use(at, width) {
                subtract(left, set);
            }
        }
    }
}

/// Adds `more` to a set.
#[inline(always)]
fn unite<S: Simd>(simd: S, set: &mut [Block], more: &[Block]) {
    for (block, more) in set.iter_mut().zip(more) {
        let both = simd.or(simd.load(block), simd.load(more));
        simd.store(both, block);
    }
}

/// Takes `struck` out of a set.
fn subtract(set: &mut [Block], struck: &[Block]) {
    for (block, struck) in set.iter_mut().zip(struck) {
        for (word, struck) in block.0.iter_mut().zip(&struck.0) {
            *word &= !struck;
        }
    }
}

/// Puts a number into a set.
fn put(set: &mut [Block], number: usize) {
    set[number / Block::BITS].set(number % Block::BITS);
}

/// Fills a vector anew.
fn refill<T: Clone>(values: &mut Vec<T>, count: usize, value: T) {
    values.clear();
    values.resize(count, value);
}

/// The set of the first numbers, so many, in so many blocks.
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

/// The numbers in a set, ascending.
pub(super) fn numbers(set: &[Block]) -> impl Iterator<Item = usize> {
    let words = set.iter().flat_map(|block| block.0).enumerate();
    words.flat_map(|(at, word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let bit = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            (bit < 64).then_some(64 * at + bit)
        })
    })
}
