//! What is left of a search, as parts.

use super::Rows;
use super::search::{Frame, Start};
use crate::engine::kernel::Given;
use crate::problem::{Branches, OptionId, Part};

impl Rows {
    /// The level of packing of a frame.
    fn level_of(&self, frame: usize) -> usize {
        let is_of = |start: &Start| start.frames <= frame;
        self.starts.partition_point(is_of) - 1
    }

    /// The branches of the node of a frame.
    fn branches(&self, frame: usize) -> Branches {
        let level = self.level_of(frame);
        let (start, packed) = (self.starts[level], &self.packed[level]);
        let place = start.blocks + (frame - start.frames) * packed.shape.node();
        let Frame {
            item,
            word,
            untried,
            ..
        } = self.frames[frame];
        let width = packed.shape.width;
        let options = packed.options_of(item, width);
        let mut branches = Branches::default();
        for (block, (blocks, options)) in self.blocks[place..].iter().zip(options).enumerate() {
            for at in 0..8 {
                let mut bits = blocks.0[at] & options.0[at];
                while bits != 0 {
                    let bit = bits & bits.wrapping_neg();
                    bits ^= bit;
                    let is_left = match 8 * block + at {
                        here if here == word => untried & bit != 0,
                        here => word == usize::MAX || here > word,
                    };
                    let option = 64 * (8 * block + at) + bit.trailing_zeros() as usize;
                    match is_left {
                        true => branches.untried.push(packed.options[option]),
                        false => branches.tried.push(packed.options[option]),
                    }
                }
            }
        }
        branches
    }

    /// What is left at the node of a frame.
    pub(super) fn left_at(&self, frame: usize) -> Vec<Part> {
        let Frame {
            chosen, branches, ..
        } = self.frames[frame];
        let chosen = &self.chosen[..chosen];
        if self.demands.digits == 0 {
            return self.part.at(chosen, &self.branches(frame));
        }
        let tried = self.branches(frame).tried;
        let left = (branches.left > 0).then(|| Part {
            with: chosen.to_vec(),
            without: [self.without_at(frame), tried].concat(),
        });
        left.into_iter().collect()
    }

    /// The options that are in no solution below the node after the first `frames` frames. With bounds, these include
    /// the options that were tried before those chosen.
    pub(super) fn without_at(&self, frames: usize) -> Vec<OptionId> {
        let mut without = self.part.without.clone();
        if self.demands.digits == 0 {
            return without;
        }
        for frame in 0..frames {
            let Branches { mut tried, untried } = self.branches(frame);
            match self.frames[frame].branches.is_without {
                true => tried.extend(untried),
                false => drop(tried.pop()),
            }
            without.append(&mut tried);
        }
        without
    }

    /// Takes what is left at a node out of the search: at the highest node that has tried a branch and has others left.
    pub(super) fn give_highest(&mut self) -> Given {
        let is_bounded = self.demands.digits > 0;
        let can_go = |&frame: &usize| match is_bounded {
            true => {
                let left = self.frames[frame].branches.left;
                left > 0 && !self.branches(frame).tried.is_empty()
            }
            false => self.branches(frame).can_go(),
        };
        let Some(frame) = (0..self.frames.len()).find(can_go) else {
            return Given::default();
        };
        let parts = self.left_at(frame);
        let branches = match is_bounded {
            true => self.frames[frame].branches.left as usize,
            false => self.branches(frame).untried.len(),
        };
        let width = self.packed[self.level_of(frame)].shape.width;
        let frame = &mut self.frames[frame];
        match is_bounded {
            true => frame.branches.left = 0,
            false => (frame.word, frame.untried) = (8 * width - 1, 0),
        }
        Given { parts, branches }
    }
}
