//! How a node is branched on.

use super::{Branching, Walk};
use crate::engine::rows::bounds::{number_in, some_and_one};
use crate::engine::rows::settle::Entry;
use crate::engine::simd::block::{Block, Simd};

impl<S: Simd, I: Simd, const W: usize, const P: usize, const BOUNDS: bool>
    Walk<'_, S, I, W, P, BOUNDS>
{
    /// The branches of the node after the last frame: those by options of this item, and one without, if it `is_free`.
    #[inline(always)]
    pub(super) fn branching(&self, item: usize, is_free: bool) -> Branching {
        let known = self.known;
        let place = self.start.blocks + self.branched() * known.node();
        let node = &self.blocks[place..][..known.node()];
        let left = match is_free {
            true => {
                let mask = self.packed.options_of(item, known.width());
                let both = node.iter().zip(mask);
                let of_words = |(a, b): (&Block, &Block)| {
                    a.0.into_iter()
                        .zip(b.0)
                        .map(|(a, b)| (a & b).count_ones())
                        .sum::<u32>()
                };
                1 + both.map(of_words).sum::<u32>() as usize
            }
            false => {
                let counts = &node[known.width() + known.vectors()..];
                let planes = &counts[item / Block::BITS * known.planes()..][..known.planes()];
                number_in(planes, item % Block::BITS)
            }
        };
        Branching {
            left: left as u32,
            is_free,
            is_without: false,
        }
    }

    /// Whether each branch of the node after the last frame is a solution: no other item must be covered, and nothing is left
    /// to choose when this one is.
    #[inline(always)]
    pub(super) fn is_last(&self, (item, total): (usize, usize), branches: Branching) -> bool {
        let known = self.known;
        let place = self.start.blocks + self.branched() * known.node();
        let open = &self.blocks[place + known.width()..][..known.vectors()];
        let open: usize = open.iter().map(Block::count_ones).sum();
        if !BOUNDS {
            return open == 1;
        }
        let own = branches.left as usize - usize::from(branches.is_free);
        open == usize::from(!branches.is_free) && own == total && {
            let end = place + known.node();
            let digits = known.digits();
            let capacities = &self.blocks[end - known.vectors() * digits..end];
            let block = &capacities[item / Block::BITS * digits..][..digits];
            number_in(block, item % Block::BITS) == 1
        }
    }

    /// Whether the entry is a branch of a node all of whose branches are solutions.
    #[inline(always)]
    pub(super) fn is_below_last(&self, entry: Entry) -> bool {
        let is_child = !matches!(entry, Entry::Root { .. });
        is_child && self.frames.last().is_some_and(|frame| frame.is_last)
    }

    /// How many items can still be covered at the node that begins here.
    #[inline(always)]
    pub(super) fn coverable(&self, place: usize) -> usize {
        let known = self.known;
        let end = place + known.node();
        let capacities = &self.blocks[end - known.vectors() * known.digits()..end];
        let (some, _) = some_and_one(capacities, known.digits());
        some.iter().map(Block::count_ones).sum()
    }
}
