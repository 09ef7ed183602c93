//! The search itself: from node to node, and from level to level of packing.

use super::packed::{Packed, first_ones, numbers};
use super::settle::{Entry, Known, Node, Passing, Settled, Settling};
use super::shape::Packing;
use super::{Prior, Rows, Sink};
use crate::engine::block::{Block, Simd};
use crate::engine::kernel::Step;
use crate::problem::OptionId;

/// Solutions are few where a search has entered so many nodes for each, so that dead ends are what takes the time. Then
/// the options of items are worth a look (`docs/measurements.md`).
const NODES_PER_SOLUTION: u64 = 8;

/// A node that is branched on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The item that is branched on, and its options that were not tried: `untried` in this word of its set, and all in
    /// the words behind.
    item: usize,
    word: usize,
    untried: u64,
    /// Number of options chosen on the way to this node, and of those that are left.
    pub(super) chosen: usize,
    total: usize,
}

/// Where the nodes of a level begin: the first of its frames, and the first block of its root.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Start {
    pub(super) frames: usize,
    pub(super) blocks: usize,
}

/// What was done since the search began.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Tally {
    pub(super) nodes: u64,
    pub(super) solutions: u64,
    /// Options chosen or taken.
    pub(super) updates: u64,
}

/// Blocks for what is looked at in passing.
#[derive(Default, Debug)]
pub(super) struct Buffers {
    sets: [Vec<Block>; 4],
    changed: Vec<Block>,
    sums: Vec<Block>,
    numbers: Vec<u32>,
}

/// Why the search of a level ended.
enum Pass {
    /// It stands at a solution, or the nodes are used up.
    Stopped(Step),
    /// The node that was entered last is to be packed.
    Packs,
    /// There is no room for the next node.
    Full,
    /// Nothing is left to search in this level.
    Exhausted,
}

/// The search of a level.
struct Walk<'a, S, const W: usize, const P: usize> {
    simd: S,
    known: Known<W, P>,
    packed: &'a mut Packed,
    start: Start,
    blocks: &'a mut [Block],
    buffers: &'a mut Buffers,
    frames: &'a mut Vec<Frame>,
    chosen: &'a mut Vec<OptionId>,
    tally: Tally,
    packing: Packing,
}

impl Rows {
    /// Makes the root ready to be entered.
    pub(super) fn start(&mut self) {
        self.chosen.clear();
        let assumed = self.prior.iter().filter_map(|prior| match prior {
            Prior::Assumed(option) => Some(*option),
            Prior::Excluded(_) => None,
        });
        self.chosen.extend(assumed);
        self.starts.clear();
        self.starts.push(Start::default());
        let whole = self.packed[0].shape;
        let options = self.root.left.iter().map(Block::count_ones).sum();
        let items = self.root.open.iter().map(Block::count_ones).sum();
        let (left, open) = (self.root.left.clone(), self.root.open.clone());
        self.base = 0;
        if self.packing.pays(whole, options, items) {
            self.base = 1;
            self.starts.push(Start::default());
            self.pack(&left, &open);
        } else {
            self.reserve(2 * whole.node());
            self.blocks[..whole.width].copy_from_slice(&left);
            self.blocks[whole.width..][..whole.vectors].copy_from_slice(&open);
        }
        self.entering = Some(Entry::Root { fresh: true });
    }

    /// Goes on until a solution is refused by `sink`, or `last` nodes have been entered, or nothing is left.
    #[inline(always)]
    pub(super) fn search<S: Simd>(&mut self, simd: S, last: u64, sink: Sink) -> Step {
        loop {
            let shape = self.packed[self.level].shape;
            // Small shapes are known to the compiler, which then unrolls everything.
            let pass = match (shape.width, shape.vectors, shape.planes) {
                (1, 1, 4) => self.pass::<S, 1, 4>(simd, last, sink),
                (1, 1, 6) => self.pass::<S, 1, 6>(simd, last, sink),
                (1, 1, 8) => self.pass::<S, 1, 8>(simd, last, sink),
                (2, 1, 6) => self.pass::<S, 2, 6>(simd, last, sink),
                (2, 1, 8) => self.pass::<S, 2, 8>(simd, last, sink),
                (3, 1, 6) => self.pass::<S, 3, 6>(simd, last, sink),
                (3, 1, 8) => self.pass::<S, 3, 8>(simd, last, sink),
                _ => self.pass::<S, 0, 0>(simd, last, sink),
            };
            match pass {
                Pass::Stopped(step) => return step,
                Pass::Packs => self.pack_last(),
                Pass::Full => self.reserve(self.blocks.len() + 1),
                Pass::Exhausted if self.level == self.base => return Step::Exhausted,
                Pass::Exhausted => {
                    self.level -= 1;
                    self.starts.pop();
                }
            }
        }
    }

    /// Searches the last level.
    #[inline(always)]
    fn pass<S: Simd, const W: usize, const P: usize>(
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
                let mut walk = Walk {
                    simd,
                    known: Known::<W, P>::new(packed.shape),
                    packed,
                    start: self.starts[self.level],
                    blocks: &mut self.blocks,
                    buffers: &mut self.buffers,
                    frames: &mut self.frames,
                    chosen: &mut self.chosen,
                    tally: self.tally,
                    packing: self.packing,
                };
                let last = before.nodes + (last - self.effort.nodes);
                let pass = walk.run(&mut self.entering, last, sink);
                self.tally = walk.tally;
                self.effort.nodes += self.tally.nodes - before.nodes;
                self.effort.updates += self.tally.updates - before.updates;
                pass
            },
        )
    }

    /// Packs what is left at the node behind the last frame.
    #[cold]
    #[inline(never)]
    fn pack_last(&mut self) {
        let (shape, start) = (self.packed[self.level].shape, self.starts[self.level]);
        let nodes = self.frames.len() - start.frames;
        let blocks = start.blocks + nodes * shape.node();
        let node = &self.blocks[blocks..];
        let left = node[..shape.width].to_vec();
        let open = node[shape.width..][..shape.vectors].to_vec();
        // What is packed stands in the place of the node, which is not needed any more.
        self.starts.push(Start {
            frames: self.frames.len(),
            blocks,
        });
        self.pack(&left, &open);
        self.entering = Some(Entry::Root { fresh: false });
        // The node was counted where it was packed.
        self.tally.nodes -= 1;
        self.effort.nodes -= 1;
    }

    /// Packs what is left of the last level into a level of its own, and makes its root.
    fn pack(&mut self, left: &[Block], open: &[Block]) {
        self.level += 1;
        if self.packed.len() == self.level {
            self.packed.push(Packed::new());
        }
        let [.., parent, packed] = &mut self.packed[..=self.level] else {
            unreachable!("the whole problem is above it")
        };
        let options = numbers(left).map(|option| parent.options[option]);
        let items = numbers(open).map(|item| parent.items[item]);
        packed.pack(&self.parts, options, items, &mut self.scratch);
        let shape = packed.shape;
        let blocks = self.starts.last().map_or(0, |start| start.blocks);
        self.reserve(blocks + 2 * shape.node());
        let packed = &self.packed[self.level];
        let all = first_ones(packed.options.len(), shape.width);
        let all = all.chain(first_ones(packed.items.len(), shape.vectors));
        for (block, all) in self.blocks[blocks..].iter_mut().zip(all) {
            *block = all;
        }
    }

    /// Makes room for the blocks of nodes up to this end, and for what is looked at in passing in the last level.
    #[cold]
    #[inline(never)]
    fn reserve(&mut self, blocks: usize) {
        if self.blocks.len() < blocks {
            self.blocks.resize(2 * blocks, Block::ZERO);
        }
        self.buffers.reserve(&self.packed[self.level]);
    }
}

impl Buffers {
    fn reserve(&mut self, packed: &Packed) {
        let shape = packed.shape;
        for set in &mut self.sets {
            grow(set, shape.width, Block::ZERO);
        }
        grow(&mut self.changed, shape.vectors, Block::ZERO);
        grow(&mut self.sums, shape.planes, Block::ZERO);
        grow(&mut self.numbers, packed.options.len() + 16, 0);
    }
}

fn grow<T: Clone>(values: &mut Vec<T>, count: usize, value: T) {
    if values.len() < count {
        values.resize(count, value);
    }
}

impl<S: Simd, const W: usize, const P: usize> Walk<'_, S, W, P> {
    #[inline(always)]
    fn run(&mut self, entering: &mut Option<Entry>, last: u64, sink: Sink) -> Pass {
        loop {
            if self.tally.nodes >= last {
                return Pass::Stopped(Step::Paused);
            }
            let place = self.start.blocks + self.nodes() * self.known.node();
            if self.blocks.len() < place + self.known.node() {
                return Pass::Full;
            }
            let entry = match entering.take() {
                Some(root) => root,
                None => match self.next_option() {
                    Some(option) => Entry::Child(option),
                    None => return Pass::Exhausted,
                },
            };
            self.tally.nodes += 1;
            match self.enter(entry) {
                (Settled::DeadEnd, _) => {}
                (Settled::Solution, _) => {
                    self.tally.solutions += 1;
                    if sink(self.chosen).is_break() {
                        return Pass::Stopped(Step::Solution);
                    }
                }
                (Settled::Branch(item), total) => {
                    if self.packs(total) {
                        return Pass::Packs;
                    }
                    self.frames.push(Frame {
                        item,
                        word: usize::MAX,
                        untried: 0,
                        chosen: self.chosen.len(),
                        total,
                    });
                }
            }
        }
    }

    /// Number of nodes of this level that are branched on.
    #[inline(always)]
    fn nodes(&self) -> usize {
        self.frames.len() - self.start.frames
    }

    /// Whether to pack what is left at the node behind the last frame, which has so many options.
    #[inline(always)]
    fn packs(&self, total: usize) -> bool {
        let shape = self.packed.shape;
        self.known.width() + self.known.vectors() > 2 && {
            let place = self.start.blocks + self.nodes() * self.known.node();
            let open = &self.blocks[place + self.known.width()..][..self.known.vectors()];
            let items = open.iter().map(Block::count_ones).sum();
            self.packing.pays(shape, total, items)
        }
    }

    /// The next option to be tried at the last node of this level, which is chosen. Nodes without another are left.
    #[inline(always)]
    fn next_option(&mut self) -> Option<usize> {
        let width = self.known.width();
        loop {
            let nodes = self.nodes();
            if nodes == 0 {
                return None;
            }
            let place = self.start.blocks + (nodes - 1) * self.known.node();
            let left = &self.blocks[place..][..width];
            let frame = self.frames.last_mut()?;
            let mask = self.packed.options_of(frame.item, width);
            while frame.untried == 0 && frame.word.wrapping_add(1) < 8 * width {
                frame.word = frame.word.wrapping_add(1);
                let at = frame.word;
                frame.untried = left[at / 8].0[at % 8] & mask[at / 8].0[at % 8];
            }
            if frame.untried == 0 {
                self.frames.pop();
                continue;
            }
            let option = 64 * frame.word + frame.untried.trailing_zeros() as usize;
            frame.untried &= frame.untried - 1;
            self.chosen.truncate(frame.chosen);
            self.chosen.push(self.packed.options[option]);
            self.tally.updates += 1;
            return Some(option);
        }
    }

    /// Enters the root of the level, or the child of the last node by an option, and follows what that forces. Tells also
    /// how many options are left.
    #[inline(always)]
    fn enter(&mut self, entry: Entry) -> (Settled, usize) {
        let chosen = self.chosen.len();
        let by_domains = self.tally.nodes > NODES_PER_SOLUTION * self.tally.solutions;
        let settled = match W {
            0 => self.enter_in_memory(entry, by_domains),
            _ => self.enter_in_registers(entry, by_domains),
        };
        self.tally.updates += (self.chosen.len() - chosen) as u64;
        settled
    }

    #[inline(always)]
    fn enter_in_memory(&mut self, entry: Entry, by_domains: bool) -> (Settled, usize) {
        let known = self.known;
        let (width, vectors) = (known.width(), known.vectors());
        let place = self.start.blocks + self.nodes() * known.node();
        let (above, here) = self.blocks.split_at_mut(place);
        let here = &mut here[..known.node()];
        if let Entry::Child(_) = entry {
            here.copy_from_slice(&above[place - known.node()..]);
        }
        let (counted, rest) = here.split_at_mut(width);
        let (open, counts) = rest.split_at_mut(vectors);
        let buffers = &mut *self.buffers;
        let [left, struck, own, common] = &mut buffers.sets;
        let mut settling = Settling {
            simd: self.simd,
            known,
            packed: self.packed,
            node: Node {
                counted,
                left: &mut left[..width],
                open,
                changed: &mut buffers.changed[..vectors],
                counts,
                total: self.frames.last().map_or(0, |frame| frame.total),
            },
            passing: Passing {
                struck: &mut struck[..width],
                own: &mut own[..width],
                common: &mut common[..width],
                sums: &mut buffers.sums[..known.planes()],
                numbers: &mut buffers.numbers,
            },
            chosen: self.chosen,
        };
        let settled = settling.enter(entry, by_domains);
        (settled, settling.node.total)
    }

    #[inline(always)]
    fn enter_in_registers(&mut self, entry: Entry, by_domains: bool) -> (Settled, usize) {
        let (simd, known) = (self.simd, self.known);
        let place = self.start.blocks + self.nodes() * known.node();
        let from = match entry {
            Entry::Child(_) => place - known.node(),
            Entry::Root { .. } => place,
        };
        let [mut counted, mut left, mut struck, mut own, mut common] = [[Block::ZERO; W]; 5];
        let [mut open, mut changed] = [[Block::ZERO; 1]; 2];
        let [mut counts, mut sums] = [[Block::ZERO; P]; 2];
        let parent = &self.blocks[from..][..known.node()];
        let memory = counted.iter_mut().chain(&mut open).chain(&mut counts);
        for (block, parent) in memory.zip(parent) {
            simd.store(simd.load(parent), block);
        }
        let mut settling = Settling {
            simd,
            known,
            packed: self.packed,
            node: Node {
                counted: &mut counted,
                left: &mut left,
                open: &mut open,
                changed: &mut changed,
                counts: &mut counts,
                total: self.frames.last().map_or(0, |frame| frame.total),
            },
            passing: Passing {
                struck: &mut struck,
                own: &mut own,
                common: &mut common,
                sums: &mut sums,
                numbers: &mut self.buffers.numbers,
            },
            chosen: self.chosen,
        };
        let settled = settling.enter(entry, by_domains);
        let total = settling.node.total;
        if let Settled::Branch(_) = settled {
            let here = &mut self.blocks[place..][..known.node()];
            let registers = counted.iter().chain(&open).chain(&counts);
            for (block, register) in here.iter_mut().zip(registers) {
                simd.store(simd.load(register), block);
            }
        }
        (settled, total)
    }
}
