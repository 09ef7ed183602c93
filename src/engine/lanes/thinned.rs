//! A search that goes through some branches only: those that were kept are put on a stack, and taken from there.

use std::ops::ControlFlow;

use super::Lanes;
use super::walk::Tally;
use crate::engine::kernel::{Keep, Kernel, Open, Step};
use crate::engine::simd::block::Block;

/// A branch that was kept: the n-th bit of the lane that a frame is branched on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    frame: usize,
    n: usize,
}

impl Lanes {
    /// Goes on to the root or to the branch that was kept last, and asks which of its branches to keep.
    pub(super) fn enter_next_kept(&mut self, keep: Keep) -> bool {
        let branch = self.kept.pop();
        let frames = branch.map_or(0, |branch| self.go_back_to(branch));
        // A search of no nodes so far does not expect that packing pays, and in a thinned one it does not.
        self.tally = Tally::default();
        let step = self.visit(1, &mut |_| ControlFlow::Break(()));
        if self.depth > frames {
            self.keep_branches(keep);
        }
        step == Step::Solution
    }

    /// Makes the branch the one that is tried next. Returns the number of frames on the way to it.
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
        let is_branch = |n: &usize| {
            let place = shape.place(lane, *n);
            bits[place / Block::BITS].has(place % Block::BITS)
        };
        let branches = || (0..shape.depth()).filter(is_branch);
        let words = (0..shape.vectors).map(|v| Block::word(uncovered, v));
        let open = Open {
            left: words.map(|word| word.count_ones() as usize).sum(),
            branches: branches().count(),
        };
        let first = self.kept.len();
        let kept = branches().filter(|_| keep(open));
        self.kept.extend(kept.map(|n| Branch { frame, n }));
        self.kept[first..].reverse();
    }
}
