//! The search: from level to level of packing.

use std::ops::Range;

use super::known::Known;
use super::packed::Packed;
use super::shape::Shape;
use super::walk::{Frame, Start, Walk};
use super::{Lanes, work_of};
use crate::engine::driver::{Levels, Pass, walk};
use crate::engine::kernel::{Given, Sink};
use crate::engine::simd::block::{Block, Lane, Simd};
use crate::problem::{Branches, OptionId, Part};

/// The page for the browser has to be small, so fewer shapes are compiled.
const IN_BROWSER: bool = cfg!(target_family = "wasm");

impl Levels for Lanes {
    #[inline(always)]
    fn pass<S: Simd, const UNROLLED: bool>(&mut self, simd: S, last: u64, sink: Sink) -> Pass {
        let Shape {
            bits,
            vectors,
            planes,
        } = self.packed[self.level].shape;
        // Small shapes are known to the compiler, which then unrolls everything.
        match (bits, vectors, planes) {
            (8, 1, 1) if UNROLLED => self.walk::<S, u8, 1, 1>(simd, last, sink),
            (8, 1, 2) if UNROLLED => self.walk::<S, u8, 2, 1>(simd, last, sink),
            (8, 1, 3) if UNROLLED => self.walk::<S, u8, 3, 1>(simd, last, sink),
            (8, 2, 1) if UNROLLED => self.walk::<S, u8, 2, 2>(simd, last, sink),
            (8, 4, 1) if UNROLLED => self.walk::<S, u8, 4, 4>(simd, last, sink),
            (8, 6, 1) if UNROLLED && !IN_BROWSER => self.walk::<S, u8, 6, 6>(simd, last, sink),
            (8, 8, 1) if UNROLLED && !IN_BROWSER => self.walk::<S, u8, 8, 8>(simd, last, sink),
            (8, 1, _) => self.walk::<S, u8, 0, 1>(simd, last, sink),
            (8, ..) => self.walk::<S, u8, 0, 0>(simd, last, sink),
            (16, _, 1) => self.walk::<S, u16, 1, 1>(simd, last, sink),
            (16, _, 2) if UNROLLED && !IN_BROWSER => self.walk::<S, u16, 2, 1>(simd, last, sink),
            (16, ..) => self.walk::<S, u16, 0, 1>(simd, last, sink),
            (32, _, 1) => self.walk::<S, u32, 1, 1>(simd, last, sink),
            (32, ..) => self.walk::<S, u32, 0, 1>(simd, last, sink),
            (_, _, 1) => self.walk::<S, u64, 1, 1>(simd, last, sink),
            _ => self.walk::<S, u64, 0, 1>(simd, last, sink),
        }
    }

    /// The root of the new level is stored after the node.
    #[cold]
    #[inline(never)]
    fn pack_last(&mut self) {
        let node = self.node(self.level, self.depth - 1);
        let live = self.packed[self.level].live(&self.nodes[node.clone()]);
        self.level += 1;
        if self.packed.len() == self.level {
            self.packed.push(Packed::new());
        }
        self.packed[self.level].pack(&self.problem, &live, &mut self.scratch);
        self.begin_level(node.end);
        let root = &mut self.nodes[node.end..];
        self.packed[self.level].write_root(root);
        // The node was counted where it was packed.
        self.tally.nodes -= 1;
        self.effort.nodes -= 1;
        self.entering = true;
    }

    fn make_room(&mut self) {
        self.reserve(self.nodes.len() + 1);
    }

    fn leave_level(&mut self) -> bool {
        if self.level == 0 {
            return false;
        }
        self.level -= 1;
        self.starts.pop();
        true
    }
}

impl Lanes {
    /// Makes the root ready to be entered, unless some item has no option at all.
    pub(super) fn start(&mut self) {
        let items = self.problem.primary_count();
        self.chosen.resize(items, OptionId::new(0));
        self.depth = 0;
        self.starts.clear();
        self.taken = self.part.with.len();
        self.chosen[..self.taken].copy_from_slice(&self.part.with);
        self.begin_level(0);
        self.nodes[..self.root.len()].copy_from_slice(&self.root);
        self.entering = self.packed[0].items == items;
    }

    /// Makes room for the frames of the last level, each of which covers one more item, and for its first nodes.
    fn begin_level(&mut self, block: usize) {
        let frames = self.depth + self.packed[self.level].items + 1;
        if self.frames.len() < frames {
            self.frames.resize(frames, Frame::default());
        }
        self.starts.push(Start {
            frame: self.depth,
            block,
        });
        self.reserve(block + 2 * self.packed[self.level].shape.node_blocks());
    }

    /// Walks through the last level.
    #[inline(always)]
    fn walk<S: Simd, T: Lane, const B: usize, const V: usize>(
        &mut self,
        simd: S,
        last: u64,
        sink: Sink,
    ) -> Pass {
        simd.wide(
            #[inline(always)]
            || {
                let before = self.tally;
                let packed = &mut self.packed[self.level];
                let mut level = Walk {
                    simd,
                    known: Known::<T, B, V>::new(packed.shape),
                    packed,
                    subtrees: &mut self.subtrees,
                    packing: &self.packing,
                    start: self.starts[self.level],
                    nodes: &mut self.nodes,
                    counts: &mut self.counts,
                    frames: &mut self.frames,
                    depth: self.depth,
                    chosen: &mut self.chosen,
                    taken: self.taken,
                    tally: before,
                    entering: std::mem::take(&mut self.entering),
                };
                let pass = walk(&mut level, before.nodes + (last - self.effort.nodes), sink);
                (self.depth, self.taken, self.tally) = (level.depth, level.taken, level.tally);
                self.entering = level.entering;
                let nodes = self.tally.nodes - before.nodes;
                let updates = self.tally.updates - before.updates;
                self.effort.nodes += nodes;
                self.effort.updates += updates;
                let packed = &mut self.packed[self.level];
                self.work +=
                    work_of(packed.shape, before, self.tally) + std::mem::take(&mut packed.work);
                pass
            },
        )
    }

    /// Where the node of a frame stands. The frame belongs to this level.
    pub(super) fn node(&self, level: usize, frame: usize) -> Range<usize> {
        let start = self.starts[level];
        let blocks = self.packed[level].shape.node_blocks();
        let begin = start.block + (frame + 1 - start.frame) * blocks;
        begin..begin + blocks
    }

    /// The level of packing of a frame.
    fn level_of(&self, frame: usize) -> usize {
        let is_of = |start: &Start| start.frame <= frame;
        self.starts.partition_point(is_of) - 1
    }

    /// The branches of the node of a frame.
    fn branches(&self, frame: usize) -> Branches {
        let level = self.level_of(frame);
        let (packed, node) = (&self.packed[level], &self.nodes[self.node(level, frame)]);
        let Frame {
            lane,
            plane,
            untried,
            ..
        } = self.frames[frame];
        let mut branches = Branches::default();
        for n in (0..packed.shape.depth()).filter(|&n| packed.has(node, lane, n)) {
            let is_left = match n / packed.shape.bits {
                at if at == plane => untried >> (n % packed.shape.bits) & 1 == 1,
                at => at > plane,
            };
            match is_left {
                true => branches.untried.push(packed.option_at(lane, n)),
                false => branches.tried.push(packed.option_at(lane, n)),
            }
        }
        branches
    }

    /// What is left at the node of a frame.
    pub(super) fn left_at(&self, frame: usize) -> Vec<Part> {
        let chosen = &self.chosen[..self.frames[frame].chosen];
        self.part.at(chosen, &self.branches(frame))
    }

    /// Takes what is left at a node out of the search: at the highest node that has tried a branch and has others left.
    pub(super) fn give_highest(&mut self) -> Given {
        let can_go = |&frame: &usize| self.branches(frame).can_go();
        let Some(frame) = (0..self.depth).find(can_go) else {
            return Given::default();
        };
        let parts = self.left_at(frame);
        let branches = self.branches(frame).untried.len();
        let planes = self.packed[self.level_of(frame)].shape.planes;
        let frame = &mut self.frames[frame];
        (frame.plane, frame.untried) = (planes, 0);
        Given { parts, branches }
    }

    /// Makes room for this number of blocks of nodes.
    fn reserve(&mut self, blocks: usize) {
        if self.nodes.len() < blocks {
            self.nodes.resize(2 * blocks, Block::ZERO);
        }
    }

    /// Walks the path and checks every node on it.
    #[cfg(test)]
    pub(super) fn check_path(&self) {
        let mut frame = self.depth;
        for level in (0..self.starts.len()).rev() {
            while frame > self.starts[level].frame {
                frame -= 1;
                let node = &self.nodes[self.node(level, frame)];
                self.packed[level].check(node);
                let chosen = &self.chosen[..self.frames[frame].chosen];
                self.check_agreement(chosen, &self.packed[level].live(node));
            }
        }
    }
}
