//! How many lanes, how wide, and in which order: see the picture in [`packed`](super::packed).

use crate::engine::simd::block::Block;

/// The shape of a packed problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    /// Width of a lane: 8, 16, 32 or 64.
    pub(super) bits: usize,
    pub(super) vectors: usize,
    pub(super) planes: usize,
}

impl Shape {
    /// The shape for `items` items, each with at most `options` options.
    pub(super) fn new(items: usize, options: usize) -> Shape {
        let bits = match items {
            0..=8 => 64,
            9..=16 => 32,
            17..=32 => 16,
            _ => 8,
        };
        let vectors = items.div_ceil(Block::BITS / bits).max(1);
        let planes = options.div_ceil(bits).max(1);
        Shape {
            bits,
            // Some numbers are known to the compiler, see `Lanes::search`.
            vectors: match (vectors, planes) {
                (3..=8, 1) => vectors.next_multiple_of(2),
                _ => vectors,
            },
            planes,
        }
    }

    pub(super) fn blocks(self) -> usize {
        self.vectors * self.planes
    }

    /// Blocks of a row: its bits, and after them a set of items.
    pub(super) fn row_blocks(self) -> usize {
        self.blocks() + self.vectors.div_ceil(8)
    }

    /// Blocks of a node: its bits, and after them a set of items.
    pub(super) fn node_blocks(self) -> usize {
        self.row_blocks()
    }

    pub(super) fn lanes_of_vector(self) -> usize {
        Block::BITS >> self.bits.trailing_zeros()
    }

    /// Options for which a lane has room.
    pub(super) fn depth(self) -> usize {
        self.planes * self.bits
    }

    /// Where the bit of an item's n-th option stands. Widths are powers of two, so that nothing is divided.
    pub(super) fn place(self, lane: usize, n: usize) -> usize {
        let width = self.bits.trailing_zeros();
        let lanes = self.lanes_of_vector().trailing_zeros();
        let block = (n >> width) * self.vectors + (lane >> lanes);
        let in_block = (lane & ((1 << lanes) - 1)) << width | n & (self.bits - 1);
        block * Block::BITS + in_block
    }

    /// The lane in which a place is.
    pub(super) fn lane(self, place: usize) -> usize {
        self.lane_and_plane(place).0
    }

    pub(super) fn lane_and_plane(self, place: usize) -> (usize, usize) {
        let width = self.bits.trailing_zeros();
        let (block, vectors) = ((place / Block::BITS) as u32, self.vectors as u32);
        let (plane, vector) = (block / vectors, (block % vectors) as usize);
        let lane = vector * self.lanes_of_vector() + ((place % Block::BITS) >> width);
        (lane, plane as usize)
    }
}
