//! How many blocks a packed problem takes.

use crate::engine::simd::block::Block;

/// The shape of a packed problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    /// Blocks of a set of options.
    pub(super) width: usize,
    /// Blocks of a set of items.
    pub(super) vectors: usize,
    /// Binary digits of a count: at least [`Shape::FEWEST_PLANES`].
    pub(super) planes: usize,
    /// Binary digits of a capacity; 0 where each item is to be covered once.
    pub(super) digits: usize,
}

impl Shape {
    /// This many show which counts are at most 3, 7 and 15.
    pub(super) const FEWEST_PLANES: usize = 4;

    /// The shape for `options` options and `items` items, where no item has more than `most` options.
    pub(super) fn new(options: usize, items: usize, most: usize) -> Shape {
        let digits = (usize::BITS - most.leading_zeros()) as usize;
        let width = options.div_ceil(Block::BITS).max(1);
        let vectors = items.div_ceil(Block::BITS).max(1);
        let planes = digits.max(Shape::FEWEST_PLANES);
        Shape {
            width,
            vectors,
            // Some numbers are known to the compiler, see `Rows::search`.
            planes: match (width, vectors) {
                (1..=4, 1) => planes.next_multiple_of(2),
                _ => planes,
            },
            digits: 0,
        }
    }

    /// The same, where capacities have this many binary digits.
    pub(super) fn with_digits(self, digits: usize) -> Shape {
        Shape {
            planes: self.planes.max(digits),
            digits,
            ..self
        }
    }

    /// The highest count for which there are planes.
    pub(super) fn most(self) -> usize {
        (1 << self.planes) - 1
    }

    /// Blocks of the sets of `options` options and `items` items.
    pub(super) fn sets(self, options: usize, items: usize) -> usize {
        options * self.vectors + items * self.width
    }

    /// Blocks of a node: its options, its items, their counts and capacities.
    pub(super) fn node(self) -> usize {
        self.width + self.vectors * (1 + self.planes + self.digits)
    }
}
