//! A search that goes through some branches only: those that were kept are put on a stack, and taken from there.

use std::ops::ControlFlow;

use super::Lanes;
use super::walk::Tally;
use crate::engine::block::Block;
use crate::engine::kernel::{Keep, Kernel, Step};

/// A branch that was kept: the n-th bit of the lane that a frame is branched on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    frame: usize,
    n: usize,
}

impl Lanes {
    /// Goes on to the root or to the branch that was kept last, and asks which of its branches to keep.
    pub(super) fn enter_next_kept(&mut self, close: bool, keep: Keep) -> bool {
        let branch = self.kept.pop();
        let frames = branch.map_or(0, |branch| self.go_back_to(branch));
        // A search of no nodes so far does not expect that packing pays, and in a thinned one it does not.
        self.tally = Tally::that_asks(close);
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
        let shape = self.packed[self.level].shape;
        let node = &self.nodes[self.node(self.level, frame)];
        let uncovered = &node[shape.blocks()..];
        let words = (0..shape.vectors).map(|v| Block::word(uncovered, v));
        let left = words.map(|word| word.count_ones() as usize).sum();
        let first = self.kept.len();
        for n in 0..shape.depth() {
            let place = shape.place(self.frames[frame].lane, n);
            if node[place / Block::BITS].has(place % Block::BITS) && keep(left) {
                self.kept.push(Branch { frame, n });
            }
        }
        self.kept[first..].reverse();
    }
}
