//! What the compiler knows about small shapes, and what it therefore holds in registers.

use super::shape::Shape;
use crate::engine::simd::block::{Block, Lane, Simd};

/// A shape. The compiler knows its number of blocks, `B`, and of vectors, `V`, unless they are 0.
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
    pub(super) fn row_blocks(self) -> usize {
        self.blocks() + self.vectors().div_ceil(8)
    }

    #[inline(always)]
    pub(super) fn node_blocks(self) -> usize {
        self.blocks() + self.vectors().div_ceil(8)
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

    /// The first bit of a lane, counted through all planes.
    #[inline(always)]
    pub(super) fn first(self, blocks: &[Block], lane: usize) -> Option<usize> {
        for plane in 0..self.planes() {
            let bits = self.bits(blocks, lane, plane);
            if bits != 0 {
                return Some(plane * T::BITS + bits.trailing_zeros() as usize);
            }
        }
        None
    }
}

/// Blocks that are held in registers if there are few and the compiler knows how many (`B`); otherwise (`B` is 0) they
/// stay in memory. In small nodes, going through memory for each step costs up to a third of the time.
pub(super) struct Held<'a, S: Simd, const B: usize> {
    simd: S,
    pub(super) memory: &'a mut [Block],
    registers: [S::Register; B],
}

impl<'a, S: Simd, const B: usize> Held<'a, S, B> {
    #[inline(always)]
    pub(super) fn new(simd: S, memory: &'a mut [Block]) -> Self {
        let registers = [simd.load(&Block::ZERO); B];
        Held {
            simd,
            memory,
            registers,
        }
    }

    #[inline(always)]
    pub(super) fn get(&self, at: usize) -> S::Register {
        if B == 0 {
            self.simd.load(&self.memory[at])
        } else {
            self.registers[at]
        }
    }

    #[inline(always)]
    pub(super) fn set(&mut self, at: usize, value: S::Register) {
        if B == 0 {
            self.simd.store(value, &mut self.memory[at]);
        } else {
            self.registers[at] = value;
        }
    }

    /// Makes the memory what the registers are.
    #[inline(always)]
    pub(super) fn write(&mut self) {
        for (at, register) in self.registers.iter().enumerate() {
            self.simd.store(*register, &mut self.memory[at]);
        }
    }
}

/// The set of uncovered items, which follows the bits of a node. Its words are in registers, if the compiler knows how
/// many (`V`).
pub(super) struct Items<'a, const V: usize> {
    memory: &'a mut [Block],
    vectors: usize,
    uncovered: [u64; V],
}

impl<'a, const V: usize> Items<'a, V> {
    #[inline(always)]
    pub(super) fn new(memory: &'a mut [Block], vectors: usize) -> Self {
        Items {
            memory,
            vectors,
            uncovered: [0; V],
        }
    }

    #[inline(always)]
    pub(super) fn uncovered(&self, at: usize) -> u64 {
        if V == 0 {
            Block::word(self.memory, at)
        } else {
            self.uncovered[at]
        }
    }

    #[inline(always)]
    pub(super) fn uncovered_mut(&mut self, at: usize) -> &mut u64 {
        if V == 0 {
            Block::word_mut(self.memory, at)
        } else {
            &mut self.uncovered[at]
        }
    }

    /// Keeps the items that a row leaves uncovered.
    #[inline(always)]
    pub(super) fn keep(&mut self, row: &[Block]) {
        for at in 0..self.vectors {
            *self.uncovered_mut(at) &= Block::word(row, at);
        }
    }

    #[inline(always)]
    pub(super) fn all_covered(&self) -> bool {
        (0..self.vectors).fold(0, |all, at| all | self.uncovered(at)) == 0
    }

    /// Makes the memory what the registers are.
    #[inline(always)]
    pub(super) fn write(&mut self) {
        for (at, word) in self.uncovered.iter().enumerate() {
            *Block::word_mut(self.memory, at) = *word;
        }
    }
}
