//! The search itself: from node to node, and from level to level of packing.

use super::packed::Packed;
use super::repack::Left;
use super::settle::{Known, Rest, Settled, settle};
use super::shape::Shape;
use super::{Lanes, Sink};
use crate::engine::block::{Block, Lane, Simd};
use crate::engine::kernel::Step;

/// Solutions are few where a search has entered so many nodes for each, so that dead ends are what takes the time. Then
/// pairs are worth a look (`docs/measurements.md`).
const NODES_PER_SOLUTION: u64 = 8;

/// A node that is branched on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Where its bits and its items begin.
    blocks: usize,
    words: usize,
    /// The lane that is branched on, and the options in it that were not tried: `untried` in this plane, and all in the
    /// planes behind. A node that was packed anew has none: what is left of it is the level behind.
    lane: usize,
    plane: usize,
    untried: u64,
    /// Number of options chosen on the way to this node.
    chosen: usize,
    level: usize,
    /// Uncovered items; nodes entered before its children.
    items: usize,
    entered: u64,
}

/// A choice at a node.
#[derive(Clone, Copy, Debug)]
struct Choice {
    /// Where the node's bits and items begin; its child's are behind them.
    blocks: usize,
    words: usize,
    row: usize,
}

impl Choice {
    fn child(self, blocks: usize, vectors: usize) -> (usize, usize) {
        (self.blocks + blocks, self.words + 2 * vectors)
    }
}

/// Why the search of a level ended.
enum Pass {
    /// It stands at a solution, or the nodes are used up.
    Stopped(Step),
    /// A node was packed: its level is to be entered.
    Packed,
    /// Nothing is left to search in this level.
    Exhausted,
}

impl Lanes {
    /// Makes the root ready to be entered, unless some item has no option at all.
    pub(super) fn start(&mut self) {
        self.subtrees.watched = self.packed[0].shape.blocks() > 1;
        let assumed = self.prior.iter().filter_map(|prior| match prior {
            super::Prior::Assumed(option) => Some(*option),
            super::Prior::Excluded(_) => None,
        });
        self.chosen.clear();
        self.chosen.extend(assumed);
        self.blocks.clear();
        self.blocks.extend_from_slice(&self.root.blocks);
        self.words.clear();
        self.words.extend_from_slice(&self.root.uncovered);
        self.words.extend_from_slice(&self.root.uncovered);
        self.reserve(2 * self.blocks.len(), 2 * self.words.len());
        self.entering = self.packed[0].items == self.problem.primary_count();
    }

    /// Goes on until a solution is refused by `sink`, or `last` nodes have been entered, or nothing is left.
    #[inline(always)]
    pub(super) fn search<S: Simd>(&mut self, simd: S, last: u64, sink: Sink) -> Step {
        loop {
            let Shape {
                bits,
                vectors,
                planes,
            } = self.packed[self.level].shape;
            // Small shapes are known to the compiler, which then unrolls everything.
            let pass = match (bits, vectors, planes) {
                (8, 1, 1) => self.pass::<S, u8, 1, 1>(simd, last, sink),
                (8, 1, 2) => self.pass::<S, u8, 2, 1>(simd, last, sink),
                (8, 1, 3) => self.pass::<S, u8, 3, 1>(simd, last, sink),
                (8, 2, 1) => self.pass::<S, u8, 2, 2>(simd, last, sink),
                (8, 4, 1) => self.pass::<S, u8, 4, 4>(simd, last, sink),
                (8, 6, 1) => self.pass::<S, u8, 6, 6>(simd, last, sink),
                (8, 8, 1) => self.pass::<S, u8, 8, 8>(simd, last, sink),
                (8, 1, _) => self.pass::<S, u8, 0, 1>(simd, last, sink),
                (8, ..) => self.pass::<S, u8, 0, 0>(simd, last, sink),
                (16, _, 1) => self.pass::<S, u16, 1, 1>(simd, last, sink),
                (16, ..) => self.pass::<S, u16, 0, 1>(simd, last, sink),
                (32, _, 1) => self.pass::<S, u32, 1, 1>(simd, last, sink),
                (32, ..) => self.pass::<S, u32, 0, 1>(simd, last, sink),
                (_, _, 1) => self.pass::<S, u64, 1, 1>(simd, last, sink),
                _ => self.pass::<S, u64, 0, 1>(simd, last, sink),
            };
            match pass {
                Pass::Stopped(step) => return step,
                Pass::Packed => {}
                Pass::Exhausted if self.level == 0 => return Step::Exhausted,
                Pass::Exhausted => self.level -= 1,
            }
        }
    }

    /// Searches the last level.
    #[inline(always)]
    fn pass<S: Simd, T: Lane, const B: usize, const V: usize>(
        &mut self,
        simd: S,
        last: u64,
        sink: Sink,
    ) -> Pass {
        let known = Known::<T, B, V>::new(self.packed[self.level].shape);
        loop {
            if self.effort.nodes >= last {
                return Pass::Stopped(Step::Paused);
            }
            let choice = if std::mem::take(&mut self.entering) {
                self.root_choice()
            } else {
                match self.next_choice(simd, known) {
                    Some(choice) => choice,
                    None => return Pass::Exhausted,
                }
            };
            self.effort.nodes += 1;
            self.nodes += 1;
            match self.enter(simd, known, choice) {
                Settled::DeadEnd => {}
                Settled::Solution => {
                    self.solutions += 1;
                    if sink(&self.chosen).is_break() {
                        return Pass::Stopped(Step::Solution);
                    }
                }
                Settled::Branch(lane) => {
                    let at = choice.child(known.blocks(), known.vectors());
                    if self.branch(known, at, lane) {
                        return Pass::Packed;
                    }
                }
            }
        }
    }

    /// The root of the last level, entered by the choice that leaves everything.
    fn root_choice(&self) -> Choice {
        let (blocks, words) = match self.frames.last() {
            Some(frame) => {
                let shape = self.packed[frame.level].shape;
                (
                    frame.blocks + shape.blocks(),
                    frame.words + 2 * shape.vectors,
                )
            }
            None => (0, 0),
        };
        Choice {
            blocks,
            words,
            row: Packed::WHOLE,
        }
    }

    /// The next choice at the last node of this level. Nodes without another are left.
    #[inline(always)]
    fn next_choice<S: Simd, T: Lane, const B: usize, const V: usize>(
        &mut self,
        simd: S,
        known: Known<T, B, V>,
    ) -> Option<Choice> {
        let packed = &mut self.packed[self.level];
        loop {
            let frame = self.frames.last_mut()?;
            if frame.level != self.level {
                return None;
            }
            let bits = &self.blocks[frame.blocks..][..known.blocks()];
            while frame.untried == 0 && frame.plane + 1 < known.planes() {
                frame.plane += 1;
                frame.untried = known.bits(bits, frame.lane, frame.plane);
            }
            if frame.untried == 0 {
                if self.subtrees.watched {
                    self.subtrees.note(frame.items, self.nodes - frame.entered);
                }
                self.frames.pop();
                continue;
            }
            let n = frame.plane * T::BITS + frame.untried.trailing_zeros() as usize;
            frame.untried &= frame.untried - 1;
            packed.keep_rows(1);
            let (option, row) = packed.choice(simd, (frame.lane, known.depth()), n);
            self.chosen.truncate(frame.chosen);
            self.chosen.push(option);
            self.effort.updates += 1;
            return Some(Choice {
                blocks: frame.blocks,
                words: frame.words,
                row,
            });
        }
    }

    /// Enters the child of a node, and follows what the choice forces.
    #[inline(always)]
    fn enter<S: Simd, T: Lane, const B: usize, const V: usize>(
        &mut self,
        simd: S,
        known: Known<T, B, V>,
        choice: Choice,
    ) -> Settled {
        let (blocks, vectors) = (known.blocks(), known.vectors());
        let packed = &mut self.packed[self.level];
        let (parent, child) = self.words[choice.words..].split_at_mut(2 * vectors);
        let (uncovered, unpaired) = child[..2 * vectors].split_at_mut(vectors);
        let mut open = 0;
        for (v, left) in packed.cover_of(choice.row, vectors).iter().enumerate() {
            uncovered[v] = parent[v] & left;
            unpaired[v] = parent[vectors + v];
            open |= uncovered[v];
        }
        if open == 0 {
            return Settled::Solution;
        }
        let (parent, child) = self.blocks[choice.blocks..].split_at_mut(blocks);
        let rest = Rest {
            parent,
            row: choice.row,
            blocks: &mut child[..blocks],
            uncovered,
            unpaired,
            counts: &mut self.counts,
            chosen: &mut self.chosen,
        };
        let chosen = rest.chosen.len();
        let by_pairs = self.nodes > NODES_PER_SOLUTION * self.solutions;
        let (settled, pairs) = settle(simd, known, packed, rest, by_pairs);
        let forced = (self.chosen.len() - chosen) as u64;
        self.effort.updates += forced;
        self.intersections += forced + pairs;
        settled
    }

    /// Branches on a lane of a node; or packs what the node leaves, if that pays: then the answer is `true`.
    #[inline(always)]
    fn branch<T: Lane, const B: usize, const V: usize>(
        &mut self,
        known: Known<T, B, V>,
        (blocks, words): (usize, usize),
        lane: usize,
    ) -> bool {
        let mut frame = Frame {
            blocks,
            words,
            lane,
            plane: 0,
            untried: known.bits(&self.blocks[blocks..][..known.blocks()], lane, 0),
            chosen: self.chosen.len(),
            level: self.level,
            items: 0,
            entered: self.nodes,
        };
        let mut packs = false;
        if self.subtrees.watched {
            let uncovered = &self.words[words..][..known.vectors()];
            frame.items = uncovered
                .iter()
                .map(|word| word.count_ones() as usize)
                .sum();
            let expected = self.subtrees.expected(frame.items, self.nodes);
            packs = known.blocks() > 1 && expected >= 8 && {
                let left = Left::count::<T>(&self.counts, uncovered, known.depth());
                // One to make the node, one to count, and one for each option chosen or pair looked at.
                let passes = 2 + self.intersections / self.nodes.max(1);
                self.subtrees
                    .pays(self.packed[self.level].shape, left, expected, passes)
            };
        }
        if packs {
            (frame.plane, frame.untried) = (known.planes(), 0);
            self.pack(frame);
        } else {
            self.reserve(blocks + 2 * known.blocks(), words + 4 * known.vectors());
        }
        self.frames.push(frame);
        packs
    }

    /// Packs what is left at a node into a level of its own, whose root stands behind the node.
    #[cold]
    #[inline(never)]
    fn pack(&mut self, frame: Frame) {
        let parent = &self.packed[frame.level];
        let shape = parent.shape;
        let bits = &self.blocks[frame.blocks..][..shape.blocks()];
        let uncovered = &self.words[frame.words..][..shape.vectors];
        let live = parent.live(bits, uncovered);
        self.level += 1;
        if self.packed.len() == self.level {
            self.packed.push(Packed::new());
        }
        let packed = &mut self.packed[self.level];
        packed.pack(&self.problem, &live, &mut self.scratch);
        let (blocks, words) = (
            frame.blocks + shape.blocks(),
            frame.words + 2 * shape.vectors,
        );
        let inner = packed.shape;
        self.reserve(blocks + 2 * inner.blocks(), words + 4 * inner.vectors);
        let packed = &self.packed[self.level];
        self.blocks[blocks..][..inner.blocks()].copy_from_slice(&packed.full);
        for (v, items) in packed.all_items().enumerate() {
            self.words[words + v] = items;
            self.words[words + inner.vectors + v] = items;
        }
        // The node was counted where it was packed.
        self.nodes -= 1;
        self.effort.nodes -= 1;
        self.entering = true;
    }

    /// Makes room for bits and items of nodes up to these ends, and for counts.
    #[inline(always)]
    fn reserve(&mut self, blocks: usize, words: usize) {
        if self.blocks.len() < blocks {
            self.blocks.resize(2 * blocks, Block::ZERO);
        }
        if self.words.len() < words {
            self.words.resize(2 * words, 0);
        }
    }

    /// Walks the path and checks every node on it.
    #[cfg(test)]
    pub(super) fn check_path(&self) {
        for frame in &self.frames {
            let packed = &self.packed[frame.level];
            let bits = &self.blocks[frame.blocks..][..packed.shape.blocks()];
            let uncovered = &self.words[frame.words..][..packed.shape.vectors];
            packed.check(bits, uncovered);
        }
    }
}
