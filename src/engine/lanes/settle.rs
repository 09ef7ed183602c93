//! What follows from a choice without another choice: forced options, and what pairs strike out.

use super::packed::{Packed, Shape};
use crate::engine::block::{Block, Lane, MOST_COUNTED, Simd};
use crate::problem::OptionId;

/// A shape that the compiler may know: `V` vectors and `P` planes of lanes `T`; where `V` or `P` is 0, any number.
#[derive(Clone, Copy)]
pub(super) struct Known<T, const V: usize, const P: usize> {
    shape: Shape,
    lane: std::marker::PhantomData<T>,
}

impl<T: Lane, const V: usize, const P: usize> Known<T, V, P> {
    pub(super) fn new(shape: Shape) -> Self {
        debug_assert!(shape.bits == T::BITS && (V == 0 || V == shape.vectors));
        debug_assert!(P == 0 || P == shape.planes);
        Known {
            shape,
            lane: std::marker::PhantomData,
        }
    }

    #[inline(always)]
    pub(super) fn vectors(self) -> usize {
        if V == 0 { self.shape.vectors } else { V }
    }

    #[inline(always)]
    pub(super) fn planes(self) -> usize {
        if P == 0 { self.shape.planes } else { P }
    }

    #[inline(always)]
    pub(super) fn blocks(self) -> usize {
        self.vectors() * self.planes()
    }

    #[inline(always)]
    pub(super) fn depth(self) -> usize {
        self.planes() * T::BITS
    }

    /// The bits of a lane in one plane.
    #[inline(always)]
    pub(super) fn bits(self, blocks: &[Block], lane: usize, plane: usize) -> u64 {
        blocks[plane * self.vectors() + lane / T::COUNT].lane::<T>(lane % T::COUNT)
    }

    /// The first and the last bit of a lane, counted through all planes.
    #[inline(always)]
    fn ends(self, blocks: &[Block], lane: usize) -> Option<(usize, usize)> {
        let (mut first, mut last) = (usize::MAX, 0);
        for plane in 0..self.planes() {
            let bits = self.bits(blocks, lane, plane);
            if bits != 0 {
                first = first.min(plane * T::BITS + bits.trailing_zeros() as usize);
                last = plane * T::BITS + bits.ilog2() as usize;
            }
        }
        (first != usize::MAX).then_some((first, last))
    }
}

/// What is left at a node.
pub(super) struct Rest<'a> {
    /// The bits of all live options; of options chosen, their own.
    pub(super) blocks: &'a mut [Block],
    /// The items that are not covered: bit i of word v is lane 64 v + i.
    pub(super) uncovered: &'a mut [u64],
    /// The items that were not yet left with a pair of options, of which all was struck out that disagrees with both.
    pub(super) unpaired: &'a mut [u64],
}

/// What became of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Settled {
    /// Some item has no option left.
    DeadEnd,
    /// All items are covered.
    Solution,
    /// All items have two options or more; this lane has the fewest.
    Branch(usize),
}

/// Rows that are still to be intersected with the blocks of a node: so many at once.
struct Pending {
    rows: [usize; 16],
    len: usize,
}

impl Pending {
    const NONE: Pending = Pending {
        rows: [0; 16],
        len: 0,
    };

    #[inline(always)]
    fn flush<S: Simd>(&mut self, simd: S, packed: &Packed, blocks: &mut [Block]) {
        let count = blocks.len();
        for at in 0..count {
            let mut left = simd.load(&blocks[at]);
            for &row in &self.rows[..self.len] {
                left = simd.and(left, simd.load(&packed.blocks_of(row, count)[at]));
            }
            simd.store(left, &mut blocks[at]);
        }
        self.len = 0;
    }
}

/// Takes all forced options, and if `by_pairs`, strikes out what pairs leave no room for, until neither is found.
///
/// `counts` gets the number of options of every lane, one block a vector. Options taken go to `chosen`.
#[inline(always)]
pub(super) fn settle<S: Simd, T: Lane, const V: usize, const P: usize>(
    simd: S,
    known: Known<T, V, P>,
    packed: &mut Packed,
    rest: Rest,
    counts: &mut [Block],
    chosen: &mut Vec<OptionId>,
    by_pairs: bool,
) -> Settled {
    let Rest {
        blocks,
        uncovered,
        unpaired,
    } = rest;
    let (vectors, planes) = (known.vectors(), known.planes());
    let blocks = &mut blocks[..known.blocks()];
    let (uncovered, unpaired) = (&mut uncovered[..vectors], &mut unpaired[..vectors]);
    let counts = &mut counts[..vectors];
    loop {
        let mut forced = 0;
        for v in 0..vectors {
            let mut count = simd.count::<T>(simd.load(&blocks[v]));
            for p in 1..planes {
                let more = simd.count::<T>(simd.load(&blocks[p * vectors + v]));
                count = simd.add::<T>(count, more);
            }
            simd.store(count, &mut counts[v]);
            if simd.equal::<T>(count, 0) != 0 {
                return Settled::DeadEnd;
            }
            forced |= simd.equal::<T>(count, 1) & uncovered[v];
        }
        if forced != 0 {
            if !take_forced(simd, known, packed, blocks, uncovered, counts, chosen) {
                return Settled::DeadEnd;
            }
            if uncovered.iter().all(|&word| word == 0) {
                return if all_agree(simd, known, blocks) {
                    Settled::Solution
                } else {
                    Settled::DeadEnd
                };
            }
            continue;
        }
        let Some(lane) = first_with(simd, known, counts, uncovered, 2) else {
            return Settled::Branch(fewest(simd, known, counts, uncovered));
        };
        if by_pairs && strike_by_pairs(simd, known, packed, blocks, (uncovered, unpaired), counts) {
            continue;
        }
        return Settled::Branch(lane);
    }
}

/// Takes the options of all lanes that have only one; `false` if two of them are seen to disagree.
///
/// Which lanes have one was counted before the first is taken. If a later option disagrees with an earlier one, the rows
/// of each leave the other's lanes without bits, which is found at the next count.
#[inline(always)]
fn take_forced<S: Simd, T: Lane, const V: usize, const P: usize>(
    simd: S,
    known: Known<T, V, P>,
    packed: &mut Packed,
    blocks: &mut [Block],
    uncovered: &mut [u64],
    counts: &[Block],
    chosen: &mut Vec<OptionId>,
) -> bool {
    let vectors = known.vectors();
    let mut pending = Pending::NONE;
    packed.keep_rows(pending.rows.len());
    for v in 0..vectors {
        let mut forced = simd.equal::<T>(simd.load(&counts[v]), 1) & uncovered[v];
        while forced != 0 {
            let lane = v * T::COUNT + forced.trailing_zeros() as usize;
            let Some((n, _)) = known.ends(blocks, lane) else {
                return false;
            };
            let option = packed.option(lane, known.depth(), n);
            let row = packed.row(simd, option);
            chosen.push(packed.options[option as usize].id);
            for (word, left) in uncovered.iter_mut().zip(packed.cover_of(row, vectors)) {
                *word &= left;
            }
            forced &= uncovered[v];
            pending.rows[pending.len] = row;
            pending.len += 1;
            if pending.len == pending.rows.len() {
                pending.flush(simd, packed, blocks);
                packed.keep_rows(pending.rows.len());
            }
        }
    }
    pending.flush(simd, packed, blocks);
    true
}

/// Whether no lane is zero: where all items are covered, that all options chosen agree.
#[inline(always)]
fn all_agree<S: Simd, T: Lane, const V: usize, const P: usize>(
    simd: S,
    known: Known<T, V, P>,
    blocks: &[Block],
) -> bool {
    let vectors = known.vectors();
    let mut empty = 0;
    for v in 0..vectors {
        let mut any = simd.load(&blocks[v]);
        for p in 1..known.planes() {
            any = simd.or(any, simd.load(&blocks[p * vectors + v]));
        }
        empty |= simd.equal::<T>(any, 0);
    }
    empty == 0
}

/// For each item that is newly left with two options, strikes out the options that disagree with both: one of the
/// two is in every solution. Whether something was struck out.
#[inline(always)]
fn strike_by_pairs<S: Simd, T: Lane, const V: usize, const P: usize>(
    simd: S,
    known: Known<T, V, P>,
    packed: &mut Packed,
    blocks: &mut [Block],
    (uncovered, unpaired): (&[u64], &mut [u64]),
    counts: &[Block],
) -> bool {
    let mut struck = false;
    for v in 0..known.vectors() {
        let mut pairs = simd.equal::<T>(simd.load(&counts[v]), 2) & uncovered[v] & unpaired[v];
        unpaired[v] &= !pairs;
        while pairs != 0 {
            let lane = v * T::COUNT + pairs.trailing_zeros() as usize;
            pairs &= pairs - 1;
            // Another pair may have struck out one of them, or both.
            let Some((a, b)) = known.ends(blocks, lane) else {
                return true;
            };
            packed.keep_rows(2);
            let (a, b) = (
                packed.option(lane, known.depth(), a),
                packed.option(lane, known.depth(), b),
            );
            let (a, b) = (packed.row(simd, a), packed.row(simd, b));
            let count = known.blocks();
            for (at, block) in blocks.iter_mut().enumerate() {
                let (row_a, row_b) = (packed.blocks_of(a, count), packed.blocks_of(b, count));
                let either = simd.or(simd.load(&row_a[at]), simd.load(&row_b[at]));
                let before = simd.load(block);
                let after = simd.and(before, either);
                struck |= !simd.is_zero(simd.xor(before, after));
                simd.store(after, block);
            }
        }
    }
    struck
}

/// The first lane of an uncovered item with this number of options.
#[inline(always)]
fn first_with<S: Simd, T: Lane, const V: usize, const P: usize>(
    simd: S,
    known: Known<T, V, P>,
    counts: &[Block],
    uncovered: &[u64],
    number: u8,
) -> Option<usize> {
    for v in 0..known.vectors() {
        let lanes = simd.equal::<T>(simd.load(&counts[v]), number) & uncovered[v];
        if lanes != 0 {
            return Some(v * T::COUNT + lanes.trailing_zeros() as usize);
        }
    }
    None
}

/// The first lane of those with the fewest options, all having three or more.
#[inline(always)]
fn fewest<S: Simd, T: Lane, const V: usize, const P: usize>(
    simd: S,
    known: Known<T, V, P>,
    counts: &[Block],
    uncovered: &[u64],
) -> usize {
    let mut number = 3;
    while number <= MOST_COUNTED {
        if let Some(lane) = first_with(simd, known, counts, uncovered, number) {
            return lane;
        }
        number += 1;
    }
    // Where all items have many options, it matters little which is taken.
    let mut v = 0;
    while uncovered[v] == 0 {
        v += 1;
    }
    v * T::COUNT + uncovered[v].trailing_zeros() as usize
}
