//! The nodes of one level of packing.

use super::known::Known;
use super::packed::Packed;
use super::repack::{Left, Packing};
use super::settle::{Node, Place};
use crate::engine::driver::{Nodes, Pass, Settled, Tally};
use crate::engine::simd::block::{Block, Lane, Simd};
use crate::engine::subtrees::Subtrees;
use crate::problem::OptionId;

/// A node that is branched on.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Frame {
    /// The lane that is branched on, and the options in it that were not tried: `untried` in this plane, and all in the
    /// later planes.
    pub(super) lane: usize,
    pub(super) plane: usize,
    pub(super) untried: u64,
    /// The number of options chosen on the way to this node.
    pub(super) chosen: usize,
    /// Uncovered items; nodes entered before its children.
    items: usize,
    entered: u64,
}

/// Where a level begins: its first frame, and in `nodes` its first block. The root comes as it was packed, and then each
/// node of the path as it was branched on.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Start {
    pub(super) frame: usize,
    pub(super) block: usize,
}

/// The search of a level. It has slices and numbers of its own, which can be in registers.
pub(super) struct Walk<'a, S, T, const B: usize, const V: usize> {
    pub(super) simd: S,
    pub(super) known: Known<T, B, V>,
    pub(super) packed: &'a mut Packed,
    pub(super) subtrees: &'a mut Subtrees,
    pub(super) packing: &'a Packing,
    pub(super) start: Start,
    pub(super) nodes: &'a mut [Block],
    pub(super) counts: &'a mut [Block],
    pub(super) frames: &'a mut [Frame],
    /// Frames in use.
    pub(super) depth: usize,
    pub(super) chosen: &'a mut [OptionId],
    /// Options chosen.
    pub(super) taken: usize,
    pub(super) tally: Tally,
    /// The root of the level was not entered yet.
    pub(super) entering: bool,
}

/// A node is entered by a row, and branched on at a lane.
impl<S: Simd, T: Lane, const B: usize, const V: usize> Nodes for Walk<'_, S, T, B, V> {
    type Entry = usize;
    type Branch = usize;

    #[inline(always)]
    fn tally(&mut self) -> &mut Tally {
        &mut self.tally
    }

    #[inline(always)]
    fn next(&mut self) -> Result<usize, Pass> {
        match std::mem::take(&mut self.entering) {
            true => Ok(Packed::WHOLE),
            false => self.next_choice().ok_or(Pass::Exhausted),
        }
    }

    #[inline(always)]
    fn enter(&mut self, row: usize) -> Settled<usize> {
        let (at, blocks) = (self.last_node(), self.known.node_blocks());
        let (parent, child) = self.nodes[at..][..2 * blocks].split_at_mut(blocks);
        let place = Place {
            node: child,
            counts: self.counts,
            chosen: self.chosen,
            taken: self.taken,
        };
        let mut node = Node::new(self.simd, self.known, place);
        let settled = node.enter(self.packed, parent, row);
        self.tally.forced += node.forced;
        self.tally.rounds += node.rounds;
        // How much of a dead end is counted depends on how the search was compiled.
        if settled != Settled::DeadEnd {
            self.tally.updates += (node.taken - self.taken) as u64;
        }
        self.taken = node.taken;
        settled
    }

    /// Adds the node that was just entered to the path, to be branched on, or to be packed if that pays.
    #[inline(always)]
    fn branch(&mut self, lane: usize) -> Result<(), Pass> {
        let (at, blocks) = (self.last_node(), self.known.node_blocks());
        let node = &self.nodes[at + blocks..][..blocks];
        let mut frame = Frame {
            lane,
            plane: 0,
            untried: self.known.bits(node, lane, 0),
            chosen: self.taken,
            items: 0,
            entered: self.tally.nodes,
        };
        let mut packs = false;
        if self.known.blocks() > 1 {
            (frame.items, packs) = self.packs(&node[self.known.blocks()..]);
        }
        if packs {
            // What is left of it is the next level.
            (frame.plane, frame.untried) = (self.known.planes(), 0);
        }
        self.frames[self.depth] = frame;
        self.depth += 1;
        match packs {
            true => Err(Pass::Packs),
            false if self.nodes.len() < at + 3 * blocks => Err(Pass::Full),
            false => Ok(()),
        }
    }

    #[inline(always)]
    fn chosen(&self) -> &[OptionId] {
        &self.chosen[..self.taken]
    }
}

impl<S: Simd, T: Lane, const B: usize, const V: usize> Walk<'_, S, T, B, V> {
    /// Where the node of the last frame begins; before the root has a frame, the root.
    #[inline(always)]
    fn last_node(&self) -> usize {
        self.start.block + (self.depth - self.start.frame) * self.known.node_blocks()
    }

    /// Chooses the next option at the last node, and returns its row. Leaves nodes that have no further option.
    #[inline(always)]
    fn next_choice(&mut self) -> Option<usize> {
        let known = self.known;
        loop {
            if self.depth == self.start.frame {
                return None;
            }
            let node = self.last_node();
            let frame = &mut self.frames[self.depth - 1];
            if known.planes() > 1 {
                let bits = &self.nodes[node..][..known.blocks()];
                while frame.untried == 0 && frame.plane + 1 < known.planes() {
                    frame.plane += 1;
                    frame.untried = known.bits(bits, frame.lane, frame.plane);
                }
            }
            if frame.untried == 0 {
                if known.blocks() > 1 {
                    let nodes = self.tally.nodes - frame.entered;
                    self.subtrees.note(frame.items, nodes);
                }
                self.depth -= 1;
                continue;
            }
            let n = frame.plane * T::BITS + frame.untried.trailing_zeros() as usize;
            frame.untried &= frame.untried - 1;
            self.packed.keep_rows(1, known.row_blocks());
            let lane = (frame.lane, known.depth());
            let (option, row) = self.packed.choice(self.simd, lane, n);
            self.chosen[frame.chosen] = option;
            self.taken = frame.chosen + 1;
            self.tally.updates += 1;
            return Some(row);
        }
    }

    /// The number of uncovered items of a node, and whether to pack it.
    #[inline(always)]
    fn packs(&self, uncovered: &[Block]) -> (usize, bool) {
        let known = self.known;
        let words = (0..known.vectors()).map(|v| Block::word(uncovered, v));
        let items = words.clone().map(|word| word.count_ones() as usize).sum();
        let expected = self.subtrees.expected(items, self.tally.nodes);
        let packs = expected >= 8 && {
            // One pass to count, and one for each option chosen or forced.
            let passes = 1 + self.tally.updates / self.tally.nodes.max(1);
            let shape = self.packed.shape;
            let pays = |left| self.packing.pays(shape, left, expected, passes);
            // Usually the first call already says no.
            pays(Left::least(items)) && pays(Left::count::<T>(self.counts, words, known.depth()))
        };
        (items, packs)
    }
}
