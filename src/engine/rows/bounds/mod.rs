//! Items that may be covered several times.
//!
//! An item with bounds `low:high` has a *need*, the options that must still be chosen, and a *capacity*, those that may
//! be. Capacities stand in each node, in planes as counts do, and `spare` has `high − low`, which never changes; so the
//! need is the capacity less what is spare, and is met where both are the same:
//!
//! ```text
//!                              item       a 1:1   b 2:2   c 1:3   d 0:2
//!     at the root              capacity   1       2       3       2
//!                              spare      0       0       2       2        open (needed)   a b c
//!     an option b c is chosen  capacity   1       1       2       2        open            a b
//! ```
//!
//! The counts of an open item hold its *branches*: the options that are left, less the need, and 1. Choosing one of its
//! options leaves that as it is, so only options that are struck out, and not those chosen, are subtracted. With one
//! branch, all options of an item are forced; with none, the node is dead.
//!
//! Rows have the options of an item only where its capacity is 1. Where an item of a larger one is used up, its options
//! are struck out then. When nothing is needed any more, the options that are left may be chosen or not: the search
//! branches on an item that has some, and the last branch has none of them.

#[cfg(test)]
mod tests;

use super::packed::{Packed, for_each};
use super::settle::Settling;
use super::shape::Shape;
use crate::engine::parts::Parts;
use crate::engine::simd::block::{Block, Simd};

/// Bounds of the items, as [`Parts`] numbers them.
#[derive(Clone, Default, Debug)]
pub(super) struct Demands {
    /// Binary digits of the largest capacity; 0 if all items are to be covered once.
    pub(super) digits: usize,
    high: Vec<u32>,
    spare: Vec<u32>,
    /// An item has fewer options than it needs.
    pub(super) is_hopeless: bool,
}

impl Demands {
    /// The bounds of items with these numbers of options.
    pub(super) fn of(parts: &Parts, options_of: &[usize]) -> Demands {
        let mut demands = Demands::default();
        for (bounds, &options) in parts.bounds.iter().zip(options_of) {
            let most = bounds.high.min(options as u32);
            demands.is_hopeless |= most < bounds.low;
            demands.high.push(most);
            demands.spare.push(most.saturating_sub(bounds.low));
        }
        let most = demands.high.iter().copied().max().unwrap_or(0);
        if !parts.bounds.is_empty() {
            demands.digits = (u32::BITS - most.leading_zeros()).max(1) as usize;
        }
        demands
    }

    /// The capacities of all these items, in planes.
    pub(super) fn capacities(&self, items: &[u32], blocks: usize) -> Vec<Block> {
        planes(&self.high, items, (blocks, self.digits))
    }

    /// What these items have to spare, in planes.
    pub(super) fn spare(&self, items: &[u32], blocks: usize) -> Vec<Block> {
        planes(&self.spare, items, (blocks, self.digits))
    }
}

/// Numbers of these items, in planes: those of each block of items, one block after the other.
fn planes(numbers: &[u32], items: &[u32], (blocks, digits): (usize, usize)) -> Vec<Block> {
    let mut planes = vec![Block::ZERO; blocks * digits];
    for (at, &item) in items.iter().enumerate() {
        for digit in 0..digits {
            if numbers[item as usize] >> digit & 1 == 1 {
                planes[at / Block::BITS * digits + digit].set(at % Block::BITS);
            }
        }
    }
    planes
}

/// The items whose number is not 0, and those whose number is 1.
pub(super) fn some_and_one(planes: &[Block], digits: usize) -> (Vec<Block>, Vec<Block>) {
    let of_block = |planes: &[Block]| {
        let word = |at: usize| {
            let more = planes[1..].iter().fold(0, |more, plane| more | plane.0[at]);
            (planes[0].0[at] | more, planes[0].0[at] & !more)
        };
        let words: [(u64, u64); 8] = std::array::from_fn(word);
        (
            Block(words.map(|word| word.0)),
            Block(words.map(|word| word.1)),
        )
    };
    planes.chunks(digits).map(of_block).unzip()
}

/// The items whose need is not met when nothing is chosen. Empty, if all items are to be covered once.
pub(super) fn needed(capacities: &[Block], whole: &Packed) -> Vec<Block> {
    let digits = whole.shape.digits;
    if digits == 0 {
        return Vec::new();
    }
    let differ = |(one, other): (&[Block], &[Block])| {
        let pairs = one.iter().zip(other);
        let word = |at: usize| pairs.clone().fold(0, |all, (a, b)| all | a.0[at] ^ b.0[at]);
        Block(std::array::from_fn(word))
    };
    let blocks = capacities.chunks(digits).zip(whole.spare.chunks(digits));
    blocks.map(differ).collect()
}

/// Takes 1 from the capacities of these items, one by one. Returns the items whose need is met now, and those that are
/// used up.
pub(super) fn use_one(
    items: &[u32],
    (capacities, spare): (&mut [Block], &[Block]),
    digits: usize,
) -> (Vec<u32>, Vec<u32>) {
    let (mut met, mut full) = (Vec::new(), Vec::new());
    for &item in items {
        let (block, bit) = (item as usize / Block::BITS, item as usize % Block::BITS);
        let number = |planes: &[Block]| number_in(&planes[block * digits..][..digits], bit);
        let left = number(capacities) - 1;
        for digit in 0..digits {
            let plane = &mut capacities[block * digits + digit];
            match left >> digit & 1 {
                1 => plane.set(bit),
                _ => plane.clear(bit),
            }
        }
        if left == number(spare) {
            met.push(item);
        }
        if left == 0 {
            full.push(item);
        }
    }
    (met, full)
}

/// Numbers the items in `kept` from 0, in their order, and moves their bits in the planes of `from` to the new numbers.
fn renumber(from: &[Block], kept: &[Block], (blocks, digits): (usize, usize)) -> Vec<Block> {
    let mut planes = vec![Block::ZERO; blocks * digits];
    let mut number = 0;
    for_each(kept, |item| {
        for digit in 0..digits {
            if from[item / Block::BITS * digits + digit].has(item % Block::BITS) {
                planes[number / Block::BITS * digits + digit].set(number % Block::BITS);
            }
        }
        number += 1;
    });
    planes
}

/// The number of one item in planes of a block.
#[inline(always)]
pub(super) fn number_in(planes: &[Block], bit: usize) -> usize {
    let digit = |(q, plane): (usize, &Block)| usize::from(plane.has(bit)) << q;
    planes.iter().enumerate().map(digit).sum()
}

/// The most options that any item has which must still be covered several times. (The counts hold its branches, which
/// are fewer.) `blocks` begins with the open items of a node, followed by counts and capacities.
pub(super) fn most_options(packed: &Packed, blocks: &[Block]) -> usize {
    let Shape {
        vectors,
        planes,
        digits,
        ..
    } = packed.shape;
    let (open, rest) = blocks.split_at(vectors);
    let (counts, capacities) = rest.split_at(vectors * planes);
    let mut most = 0;
    if digits > 0 {
        for_each(open, |item| {
            let (block, bit) = (item / Block::BITS, item % Block::BITS);
            let number = |of: &[Block], digits| number_in(&of[block * digits..][..digits], bit);
            let need = number(capacities, digits) - number(&packed.spare, digits);
            most = most.max(number(counts, planes) + need - 1);
        });
    }
    most
}

/// What a node hands over when what is left of it is packed.
pub(super) struct Carried {
    /// The items that can still be covered, and those that must be.
    pub(super) items: Vec<Block>,
    open: Vec<Block>,
    capacities: Vec<Block>,
}

impl Carried {
    /// From a node: `blocks` begins with its open items, counts and capacities.
    pub(super) fn of(from: &Packed, blocks: &[Block]) -> Carried {
        let Shape {
            vectors,
            planes,
            digits,
            ..
        } = from.shape;
        let capacities = &blocks[vectors * (1 + planes)..][..vectors * digits];
        Carried {
            items: some_and_one(capacities, digits).0,
            open: blocks[..vectors].to_vec(),
            capacities: capacities.to_vec(),
        }
    }

    /// The open items and the capacities, as `packed` numbers them. Stores the bounds in `packed`.
    pub(super) fn into(self, packed: &mut Packed, demands: &Demands) -> (Vec<Block>, Vec<Block>) {
        let Shape {
            vectors, digits, ..
        } = packed.shape;
        let (open, capacities) = match vectors < self.open.len() {
            true => (
                renumber(&self.open, &self.items, (vectors, 1)),
                renumber(&self.capacities, &self.items, (vectors, digits)),
            ),
            false => (self.open, self.capacities),
        };
        packed.set_bounds(demands, &capacities);
        (open, capacities)
    }
}

impl<S: Simd, I: Simd, const W: usize, const P: usize, const BOUNDS: bool>
    Settling<'_, S, I, W, P, BOUNDS>
{
    /// Covers the items of an option once, and strikes out the options of those that are used up now.
    #[inline(always)]
    pub(super) fn use_items(&mut self, option: usize) {
        let (simd, known) = (self.simd, self.known);
        let (block, own) = (option / Block::BITS, Block::only(option % Block::BITS));
        let counted = &mut self.node.counted[block];
        simd.store(simd.and_not(simd.load(counted), simd.load(&own)), counted);
        self.node.total -= 1;
        let simd = self.of_items;
        for v in 0..known.vectors() {
            let items = simd.load(&self.packed.items_of(option, known.vectors())[v]);
            let (mut borrow, mut some) = (items, simd.load(&Block::ZERO));
            let mut unmet = some;
            let first = v * known.digits();
            for digit in known.each_digit() {
                let plane = &mut self.node.capacities[first + digit];
                let before = simd.load(plane);
                let after = simd.xor(before, borrow);
                borrow = simd.and_not(borrow, before);
                simd.store(after, plane);
                some = simd.or(some, after);
                let spare = simd.load(&self.packed.spare[first + digit]);
                unmet = simd.or(unmet, simd.xor(after, spare));
            }
            let open = simd.load(&self.node.open[v]);
            let met = simd.and_not(items, unmet);
            simd.store(simd.and_not(open, met), &mut self.node.open[v]);
            let single = simd.load(&self.packed.single[v]);
            let full = simd.and_not(simd.and_not(items, some), single);
            if !simd.is_zero(full) {
                self.strike_full(v, full);
            }
        }
    }

    /// Strikes out the options of items that are used up.
    #[inline(always)]
    fn strike_full(&mut self, v: usize, full: I::Register) {
        let mut items = Block::ZERO;
        self.of_items.store(full, &mut items);
        for at in 0..I::WORDS {
            let mut word = items.0[at];
            while word != 0 {
                let item = v * Block::BITS + 64 * at + word.trailing_zeros() as usize;
                word &= word - 1;
                self.strike_item(item);
            }
        }
    }

    /// Turns the counts of options in `sums`, for a block of items, into counts of branches. `false` if an open item
    /// has no branch.
    #[inline(always)]
    pub(super) fn take_needs(&mut self, v: usize) -> bool {
        let (simd, known) = (self.of_items, self.known);
        let digits = known.digits();
        let open = simd.load(&self.node.open[v]);
        let zero = simd.load(&Block::ZERO);
        // An open item has a capacity greater than what is spare: their difference less 1 is not negative.
        let (mut borrow, mut short) = (open, zero);
        let mut below = open;
        for digit in 0..known.planes() {
            let (capacity, spare) = match digit < digits {
                true => (
                    simd.load(&self.node.capacities[v * digits + digit]),
                    simd.load(&self.packed.spare[v * digits + digit]),
                ),
                false => (zero, zero),
            };
            let need = simd.xor(simd.xor(capacity, spare), below);
            below = lent(simd, capacity, spare, below);
            if digit == 0 {
                borrow = zero;
            }
            let need = simd.and(need, open);
            let count = simd.load(&self.passing.sums[digit]);
            simd.store(
                simd.xor(simd.xor(count, need), borrow),
                &mut self.passing.sums[digit],
            );
            borrow = lent(simd, count, need, borrow);
            short = borrow;
        }
        simd.is_zero(simd.and(short, open))
    }

    /// Strikes out the options of an item that were tried before this one.
    #[inline(always)]
    pub(super) fn strike_tried(&mut self, item: usize, option: usize) {
        let (simd, width) = (self.simd, self.known.width());
        let mask = self.packed.options_of(item, width);
        for w in 0..=option / Block::BITS {
            let left = &mut self.node.left[w];
            let mut tried = mask[w];
            if w == option / Block::BITS {
                let bit = option % Block::BITS;
                for (at, word) in tried.0.iter_mut().enumerate() {
                    *word &= match bit / 64 {
                        here if at < here => u64::MAX,
                        here if at == here => (1 << (bit % 64)) - 1,
                        _ => 0,
                    };
                }
            }
            simd.store(simd.and_not(simd.load(left), simd.load(&tried)), left);
        }
    }

    /// Strikes out all options of an item.
    #[inline(always)]
    pub(super) fn strike_item(&mut self, item: usize) {
        let (simd, width) = (self.simd, self.known.width());
        let mask = self.packed.options_of(item, width);
        for w in 0..width {
            let left = &mut self.node.left[w];
            simd.store(simd.and_not(simd.load(left), simd.load(&mask[w])), left);
        }
    }

    /// An item of the first option that is left; `None` if no option is.
    #[inline(always)]
    pub(super) fn free_item(&self) -> Option<usize> {
        let simd = self.simd;
        for w in 0..self.known.width() {
            let words = simd.occupied(simd.load(&self.node.left[w]));
            if words != 0 {
                let at = words.trailing_zeros() as usize;
                let bit = self.node.left[w].0[at].trailing_zeros() as usize;
                let option = w * Block::BITS + 64 * at + bit;
                return self.first_item(option);
            }
        }
        None
    }

    /// The first item of an option.
    #[inline(always)]
    fn first_item(&self, option: usize) -> Option<usize> {
        for (v, items) in self
            .packed
            .items_of(option, self.known.vectors())
            .iter()
            .enumerate()
        {
            let words = self.of_items.occupied(self.of_items.load(items));
            if words != 0 {
                let at = words.trailing_zeros() as usize;
                let bit = items.0[at].trailing_zeros() as usize;
                return Some(v * Block::BITS + 64 * at + bit);
            }
        }
        None
    }
}

/// The borrow of a subtraction: digit `a` less digit `b` and `borrow`.
#[inline(always)]
fn lent<S: Simd>(simd: S, a: S::Register, b: S::Register, borrow: S::Register) -> S::Register {
    simd.or(simd.and(b, borrow), simd.and_not(simd.or(b, borrow), a))
}
