//! The walk through a level, compiled for its shape.

use super::Walk;
use crate::engine::driver::{Pass, walk};
use crate::engine::kernel::Sink;
use crate::engine::rows::settle::{DIGITS, Known};
use crate::engine::rows::{Rows, work_of};
use crate::engine::simd::block::Simd;

impl Rows {
    /// Walks through the last level, with registers for sets of options and for sets of items.
    #[inline(always)]
    pub(super) fn pass_by<S: Simd, I: Simd, const UNROLLED: bool>(
        &mut self,
        by: (S, I),
        last: u64,
        sink: Sink,
    ) -> Pass {
        // Small shapes are known to the compiler, which then unrolls everything. In a browser, only those of one block
        // gain by it.
        let shape = self.packed[self.level].shape;
        let unrolls = UNROLLED && !cfg!(target_family = "wasm");
        match (shape.width, shape.vectors, shape.planes) {
            (1, ..) => self.pass_small::<S, I, UNROLLED>(by, last, sink),
            _ if shape.digits > 0 => self.walk::<S, I, 0, 0, true>(by, last, sink),
            (2, 1, 6) if unrolls => self.walk::<S, I, 2, 6, false>(by, last, sink),
            (2, 1, 8) if unrolls => self.walk::<S, I, 2, 8, false>(by, last, sink),
            (3, 1, 6) if unrolls => self.walk::<S, I, 3, 6, false>(by, last, sink),
            (3, 1, 8) if unrolls => self.walk::<S, I, 3, 8, false>(by, last, sink),
            (4, 1, 8) if unrolls => self.walk::<S, I, 4, 8, false>(by, last, sink),
            _ => self.walk::<S, I, 0, 0, false>(by, last, sink),
        }
    }

    /// The same, where a set of options is one block.
    #[inline(always)]
    pub(super) fn pass_small<S: Simd, I: Simd, const UNROLLED: bool>(
        &mut self,
        by: (S, I),
        last: u64,
        sink: Sink,
    ) -> Pass {
        let shape = self.packed[self.level].shape;
        let has_bounds = UNROLLED && (1..=DIGITS).contains(&shape.digits);
        match (shape.vectors, shape.planes) {
            (1, 4) if has_bounds => self.walk::<S, I, 1, 4, true>(by, last, sink),
            (1, 6) if has_bounds => self.walk::<S, I, 1, 6, true>(by, last, sink),
            (1, 8) if has_bounds => self.walk::<S, I, 1, 8, true>(by, last, sink),
            (1, 10) if has_bounds => self.walk::<S, I, 1, 10, true>(by, last, sink),
            _ if shape.digits > 0 => self.walk::<S, I, 0, 0, true>(by, last, sink),
            (1, 4) if UNROLLED => self.walk::<S, I, 1, 4, false>(by, last, sink),
            (1, 6) if UNROLLED => self.walk::<S, I, 1, 6, false>(by, last, sink),
            (1, 8) if UNROLLED => self.walk::<S, I, 1, 8, false>(by, last, sink),
            _ => self.walk::<S, I, 0, 0, false>(by, last, sink),
        }
    }

    /// Walks through the last level, of this shape.
    #[inline(always)]
    fn walk<S: Simd, I: Simd, const W: usize, const P: usize, const BOUNDS: bool>(
        &mut self,
        (simd, of_items): (S, I),
        last: u64,
        sink: Sink,
    ) -> Pass {
        simd.wide(
            #[inline(always)]
            || {
                let before = self.tally;
                let last = before.nodes + (last - self.effort.nodes);
                let counts = self.counts_only && !self.policy.is_thinned;
                let packed = &mut self.packed[self.level];
                let shape = packed.shape;
                let mut level = Walk::<S, I, W, P, BOUNDS> {
                    simd,
                    of_items,
                    known: Known::<W, P>::new(packed.shape),
                    parts: &self.parts,
                    packed,
                    start: self.starts[self.level],
                    blocks: &mut self.blocks,
                    buffers: &mut self.buffers,
                    frames: &mut self.frames,
                    chosen: &mut self.chosen,
                    tally: self.tally,
                    policy: self.policy,
                    subtrees: &mut self.subtrees,
                    entering: &mut self.entering,
                    counts_until: if counts { last } else { 0 },
                    counted: &mut self.counted,
                };
                let pass = walk(&mut level, last, sink);
                self.tally = level.tally;
                let nodes = self.tally.nodes - before.nodes;
                self.effort.nodes += nodes;
                let looked = std::mem::take(&mut self.packed[self.level].work);
                self.work += work_of(shape, before, self.tally) + looked;
                self.effort.updates += self.tally.updates - before.updates;
                pass
            },
        )
    }
}
