//! A search that goes through some branches only: the branches to be searched wait on a stack.

use std::ops::ControlFlow;

use super::Lanes;
use crate::engine::driver::Tally;
use crate::engine::kernel::{Keep, Kernel, Open, Step};
use crate::engine::simd::block::Block;

/// A branch that was kept: the n-th bit of the lane that a frame is branched on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    frame: usize,
    n: usize,
}

impl Lanes {
    /// Moves on to the root or to the branch that was kept last, and asks which of its branches to keep.
    pub(super) fn enter_next_kept(&mut self, keep: Keep) -> bool {
        let branch = self.kept.pop();
        let frames = branch.map_or(0, |branch| self.go_back_to(branch));
        // Packing does not pay in a thinned search. A search that has entered no nodes does not pack.
        self.tally = Tally::default();
        let step = self.visit(1, &mut |_| ControlFlow::Break(()));
        if self.depth > frames {
            self.keep_branches(keep);
        }
        step == Step::Solution
    }

    /// Goes back to the node of the branch, which is tried next. Returns the number of frames on the way to it.
    fn go_back_to(&mut self, Branch { frame, n }: Branch) -> usize {
        self.depth = frame + 1;
        while self.starts[self.level].frame > frame {
            self.level -= 1;
            self.starts.pop();
        }
        let bits = self.packed[self.level].shape.bits;
        let last = &mut self.frames[frame];
        (last.plane, last.untried) = (n / bits, 1 << (n % bits));
        frame + 1
    }

    fn keep_branches(&mut self, keep: Keep) {
        let frame = self.depth - 1;
        let lane = self.frames[frame].lane;
        let shape = self.packed[self.level].shape;
        let (bits, uncovered) = self.nodes[self.node(self.level, frame)].split_at(shape.blocks());
        let of_plane = |plane: usize| {
            let place = shape.place(lane, plane * shape.bits);
            let word = Block::word(bits, place / 64) >> (place % 64);
            word & (u64::MAX >> (64 - shape.bits))
        };
        let planes = || (0..shape.planes).map(of_plane);
        let words = (0..shape.vectors).map(|v| Block::word(uncovered, v));
        let open = Open {
            left: words.map(|word| word.count_ones() as usize).sum(),
            branches: planes().map(|word| word.count_ones() as usize).sum(),
        };
        let first = self.kept.len();
        for (plane, mut word) in planes().enumerate() {
            while word != 0 {
                if keep(open) {
                    let n = plane * shape.bits + word.trailing_zeros() as usize;
                    self.kept.push(Branch { frame, n });
                }
                word &= word - 1;
            }
        }
        self.kept[first..].reverse();
    }
}
