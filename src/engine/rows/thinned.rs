//! A search that goes through some branches only: the branches to be searched wait on a stack.

use std::ops::ControlFlow;

use super::Rows;
use super::policy::Policy;
use super::search::Frame;
use crate::engine::kernel::{Keep, Kernel, Open, Step};
use crate::engine::simd::block::Block;

/// A branch that was kept: an option of the item that a frame is branched on, as its level numbers them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    frame: usize,
    /// `None`: none of the options of an item whose need is met.
    option: Option<usize>,
}

impl Rows {
    /// Moves on to the root or to the branch that was kept last, and asks which of its branches to keep.
    pub(super) fn enter_next_kept(&mut self, keep: Keep) -> bool {
        let branch = self.kept.pop();
        let frames = branch.map_or(0, |branch| self.go_back_to(branch));
        self.policy.is_thinned = true;
        self.tally.solutions = Policy::solutions_for(self.inference);
        let step = self.visit(1, &mut |_| ControlFlow::Break(()));
        if self.frames.len() > frames {
            self.keep_branches(keep);
        }
        step == Step::Solution
    }

    /// Goes back to the node of the branch, which is tried next. Returns the number of frames on the way to it.
    fn go_back_to(&mut self, Branch { frame, option }: Branch) -> usize {
        self.frames.truncate(frame + 1);
        while self.starts[self.level].frames > frame {
            self.level -= 1;
            self.starts.pop();
        }
        let last = &mut self.frames[frame];
        (last.word, last.untried) = match option {
            Some(option) => (option / 64, 1 << (option % 64)),
            None => (usize::MAX, 0),
        };
        // The last branch of a free item is the one without.
        last.branches.left = if option.is_none() { 1 } else { 2 };
        frame + 1
    }

    fn keep_branches(&mut self, keep: Keep) {
        let frame = self.frames.len() - 1;
        let (start, packed) = (self.starts[self.level], &self.packed[self.level]);
        let width = packed.shape.width;
        let place = start.blocks + (frame - start.frames) * packed.shape.node();
        let (left, rest) = self.blocks[place..].split_at(width);
        let items = &rest[..packed.shape.vectors];
        let options = packed.options_of(self.frames[frame].item, width);
        let words = left.iter().zip(options).flat_map(|(left, options)| {
            let words = left.0.iter().zip(options.0);
            words.map(|(left, options)| left & options)
        });
        let all = words.clone().map(|word| word.count_ones() as usize).sum();
        let Frame {
            branches, total, ..
        } = self.frames[frame];
        let open = match self.demands.digits {
            0 => Open {
                left: items.iter().map(Block::count_ones).sum(),
                branches: all,
            },
            _ => Open {
                left: total,
                branches: branches.left as usize,
            },
        };
        let options = words.enumerate().flat_map(|(at, word)| ones(at, word));
        let branches = options.map(Some).chain([None]).take(open.branches);
        let first = self.kept.len();
        for option in branches {
            if keep(open) {
                self.kept.push(Branch { frame, option });
            }
        }
        self.kept[first..].reverse();
    }
}

/// The bits of a word of a set.
fn ones(at: usize, word: u64) -> impl Iterator<Item = usize> {
    let next = |word: &u64| Some(word & (word - 1)).filter(|&rest| rest != 0);
    let words = std::iter::successors(Some(word).filter(|&word| word != 0), next);
    words.map(move |word| 64 * at + word.trailing_zeros() as usize)
}
