//! What follows from a choice without another choice: forced options, and what pairs strike out.

use super::packed::Packed;
use super::shape::Shape;
use crate::engine::block::{Block, Lane, MOST_COUNTED, Simd};
use crate::problem::OptionId;

/// A shape of which the compiler may know the number of blocks `B` and of vectors `V`; where they are 0, it does not.
#[derive(Clone, Copy)]
pub(super) struct Known<T, const B: usize, const V: usize> {
    shape: Shape,
    lane: std::marker::PhantomData<T>,
}

impl<T: Lane, const B: usize, const V: usize> Known<T, B, V> {
    pub(super) fn new(shape: Shape) -> Self {
        debug_assert!(shape.bits == T::BITS && (V == 0 || V == shape.vectors));
        debug_assert!(B == 0 || B == shape.blocks() && V != 0);
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
        if B == 0 { self.shape.planes } else { B / V }
    }

    #[inline(always)]
    pub(super) fn blocks(self) -> usize {
        if B == 0 { self.shape.blocks() } else { B }
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
    /// The bits of the node above, and the row of the choice that leads here.
    pub(super) parent: &'a [Block],
    pub(super) row: usize,
    /// To become the bits of all live options; of options chosen, their own.
    pub(super) blocks: &'a mut [Block],
    /// The items that are not covered: bit i of word v is lane 64 v + i.
    pub(super) uncovered: &'a mut [u64],
    /// The items that were not yet left with a pair of options, of which all was struck out that disagrees with both.
    pub(super) unpaired: &'a mut [u64],
    /// Gets the number of options of every lane, one block a vector, if the node is to be branched on.
    pub(super) counts: &'a mut [Block],
    /// Gets the options that are taken.
    pub(super) chosen: &'a mut Vec<OptionId>,
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

/// Blocks that are held in registers, if there are few and the compiler knows how many (`B`); else (`B` is 0) they are
/// where they are. To go through memory for each step costs up to a third of the time of a small node.
struct Held<'a, S: Simd, const B: usize> {
    simd: S,
    memory: &'a mut [Block],
    registers: [S::Register; B],
}

impl<'a, S: Simd, const B: usize> Held<'a, S, B> {
    #[inline(always)]
    fn new(simd: S, memory: &'a mut [Block]) -> Self {
        let registers = [simd.load(&Block::ZERO); B];
        Held {
            simd,
            memory,
            registers,
        }
    }

    #[inline(always)]
    fn get(&self, at: usize) -> S::Register {
        if B == 0 {
            self.simd.load(&self.memory[at])
        } else {
            self.registers[at]
        }
    }

    #[inline(always)]
    fn set(&mut self, at: usize, value: S::Register) {
        if B == 0 {
            self.simd.store(value, &mut self.memory[at]);
        } else {
            self.registers[at] = value;
        }
    }

    /// Makes the memory what the registers are.
    #[inline(always)]
    fn write(&mut self) {
        for (at, register) in self.registers.iter().enumerate() {
            self.simd.store(*register, &mut self.memory[at]);
        }
    }
}

/// Words that are held in registers, if the compiler knows how many (`V`).
struct Items<'a, const V: usize> {
    memory: &'a mut [u64],
    registers: [u64; V],
}

impl<'a, const V: usize> Items<'a, V> {
    #[inline(always)]
    fn new(memory: &'a mut [u64]) -> Self {
        let mut registers = [0; V];
        for (at, register) in registers.iter_mut().enumerate() {
            *register = memory[at];
        }
        Items { memory, registers }
    }

    #[inline(always)]
    fn words(&self) -> &[u64] {
        if V == 0 { self.memory } else { &self.registers }
    }

    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u64] {
        if V == 0 {
            self.memory
        } else {
            &mut self.registers
        }
    }

    #[inline(always)]
    fn write(&mut self) {
        for (at, register) in self.registers.iter().enumerate() {
            self.memory[at] = *register;
        }
    }
}

/// A node at work.
struct Node<'a, S: Simd, T, const B: usize, const V: usize> {
    simd: S,
    known: Known<T, B, V>,
    bits: Held<'a, S, B>,
    uncovered: Items<'a, V>,
    unpaired: &'a mut [u64],
    counts: Held<'a, S, V>,
    chosen: &'a mut Vec<OptionId>,
    /// Pairs looked at.
    pairs: u64,
}

/// Takes all forced options, and if `by_pairs`, strikes out what pairs leave no room for, until neither is found. Tells
/// how many pairs were looked at.
#[inline(always)]
pub(super) fn settle<S: Simd, T: Lane, const B: usize, const V: usize>(
    simd: S,
    known: Known<T, B, V>,
    packed: &mut Packed,
    rest: Rest,
    by_pairs: bool,
) -> (Settled, u64) {
    let vectors = known.vectors();
    let mut node = Node {
        simd,
        known,
        bits: Held::new(simd, &mut rest.blocks[..known.blocks()]),
        uncovered: Items::new(&mut rest.uncovered[..vectors]),
        unpaired: &mut rest.unpaired[..vectors],
        counts: Held::new(simd, &mut rest.counts[..vectors]),
        chosen: rest.chosen,
        pairs: 0,
    };
    for at in 0..known.blocks() {
        let row = packed.blocks_of(rest.row, known.blocks());
        let left = simd.and(simd.load(&rest.parent[at]), simd.load(&row[at]));
        node.bits.set(at, left);
    }
    let settled = node.settle(packed, by_pairs);
    (settled, node.pairs)
}

impl<S: Simd, T: Lane, const B: usize, const V: usize> Node<'_, S, T, B, V> {
    #[inline(always)]
    fn settle(&mut self, packed: &mut Packed, by_pairs: bool) -> Settled {
        loop {
            let Some(forced) = self.count() else {
                return Settled::DeadEnd;
            };
            self.bits.write();
            if forced {
                if !self.take_forced(packed) {
                    return Settled::DeadEnd;
                }
                if self.uncovered.words().iter().all(|&word| word == 0) {
                    return match self.has_empty_lane() {
                        true => Settled::DeadEnd,
                        false => Settled::Solution,
                    };
                }
                continue;
            }
            let pair = self.first_with(2);
            if by_pairs && pair.is_some() && self.strike_by_pairs(packed) {
                continue;
            }
            self.uncovered.write();
            self.counts.write();
            return Settled::Branch(pair.unwrap_or_else(|| self.fewest()));
        }
    }

    /// Counts the options of all lanes; whether one of them is forced. `None` if some lane is empty.
    #[inline(always)]
    fn count(&mut self) -> Option<bool> {
        let (simd, vectors) = (self.simd, self.known.vectors());
        let mut forced = 0;
        let mut empty = 0;
        for v in 0..vectors {
            let count = self.count_vector(v);
            self.counts.set(v, count);
            empty |= simd.equal::<T>(count, 0);
            forced |= simd.equal::<T>(count, 1) & self.uncovered.words()[v];
            if B == 0 && empty != 0 {
                return None;
            }
        }
        (empty == 0).then_some(forced != 0)
    }

    /// The number of options of all lanes of a vector.
    #[inline(always)]
    fn count_vector(&self, v: usize) -> S::Register {
        // So many planes have at most `MOST_COUNTED` bits a lane.
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

    /// Takes the options of all lanes that have only one; `false` if two of them are seen to disagree.
    ///
    /// Which lanes have one was counted before the first is taken. If a later option disagrees with an earlier one, the
    /// rows of each leave the other's lanes without bits, which is found at the next count.
    #[inline(always)]
    fn take_forced(&mut self, packed: &mut Packed) -> bool {
        let (simd, known) = (self.simd, self.known);
        let vectors = known.vectors();
        let mut pending = Pending::NONE;
        packed.keep_rows(pending.rows.len());
        for v in 0..vectors {
            let mut forced = simd.equal::<T>(self.counts.get(v), 1) & self.uncovered.words()[v];
            while forced != 0 {
                let lane = v * T::COUNT + forced.trailing_zeros() as usize;
                let Some((n, _)) = known.ends(self.bits.memory, lane) else {
                    return false;
                };
                let (option, row) = packed.choice(simd, (lane, known.depth()), n);
                self.chosen.push(option);
                let left = packed.cover_of(row, vectors);
                for (word, left) in self.uncovered.words_mut().iter_mut().zip(left) {
                    *word &= left;
                }
                forced &= self.uncovered.words()[v];
                if B != 0 {
                    self.intersect(packed, &[row]);
                } else if pending.push(row) {
                    self.intersect(packed, pending.take());
                    packed.keep_rows(pending.rows.len());
                }
            }
        }
        if B == 0 {
            self.intersect(packed, pending.take());
        }
        true
    }

    #[inline(always)]
    fn intersect(&mut self, packed: &Packed, rows: &[usize]) {
        let blocks = self.known.blocks();
        for at in 0..blocks {
            let mut left = self.bits.get(at);
            for &row in rows {
                let row = packed.blocks_of(row, blocks);
                left = self.simd.and(left, self.simd.load(&row[at]));
            }
            self.bits.set(at, left);
        }
    }

    /// Whether some lane is zero: where all items are covered, that two chosen options disagree.
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

    /// For each item that is newly left with two options, strikes out the options that disagree with both: one of the
    /// two is in every solution. Whether something was struck out.
    #[inline(always)]
    fn strike_by_pairs(&mut self, packed: &mut Packed) -> bool {
        let (simd, known) = (self.simd, self.known);
        let mut struck = false;
        for v in 0..known.vectors() {
            let mut pairs = simd.equal::<T>(self.counts.get(v), 2)
                & self.uncovered.words()[v]
                & self.unpaired[v];
            self.unpaired[v] &= !pairs;
            while pairs != 0 {
                let lane = v * T::COUNT + pairs.trailing_zeros() as usize;
                pairs &= pairs - 1;
                // Another pair may have struck out one of them, or both.
                let Some((a, b)) = known.ends(self.bits.memory, lane) else {
                    return true;
                };
                packed.keep_rows(2);
                self.pairs += 1;
                let lane = (lane, known.depth());
                let (_, a) = packed.choice(simd, lane, a);
                let (_, b) = packed.choice(simd, lane, b);
                struck |= self.intersect_either(packed, (a, b));
            }
        }
        struck
    }

    /// Strikes out what is in neither of two rows; whether that was anything.
    #[inline(always)]
    fn intersect_either(&mut self, packed: &Packed, (a, b): (usize, usize)) -> bool {
        let (simd, blocks) = (self.simd, self.known.blocks());
        let mut struck = simd.load(&Block::ZERO);
        for at in 0..blocks {
            let a = simd.load(&packed.blocks_of(a, blocks)[at]);
            let b = simd.load(&packed.blocks_of(b, blocks)[at]);
            let before = self.bits.get(at);
            let after = simd.and(before, simd.or(a, b));
            struck = simd.or(struck, simd.xor(before, after));
            self.bits.set(at, after);
        }
        !simd.is_zero(struck)
    }

    /// The first lane of an uncovered item with this number of options.
    #[inline(always)]
    fn first_with(&self, number: u8) -> Option<usize> {
        for v in 0..self.known.vectors() {
            let equal = self.simd.equal::<T>(self.counts.get(v), number);
            let lanes = equal & self.uncovered.words()[v];
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
        // Where all items have many options, it matters little which is taken.
        let mut v = 0;
        while self.uncovered.words()[v] == 0 {
            v += 1;
        }
        v * T::COUNT + self.uncovered.words()[v].trailing_zeros() as usize
    }
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

    /// Adds a row; whether there is no room for another.
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
