//! The search itself: from node to node, and from level to level of packing.

mod branching;
mod shapes;

use super::Rows;
use super::bounds::{Carried, most_options};
use super::packed::{Packed, first_ones};
use super::policy::Policy;
use super::settle::{DIGITS, Entry, Fork, Known, Node, Passing, Settling, push};
use crate::engine::driver::{Levels, Nodes, Pass, Settled, Tally};
use crate::engine::kernel::Sink;
use crate::engine::parts::Parts;
use crate::engine::simd::block::{Block, Simd};
use crate::engine::subtrees::Subtrees;
use crate::problem::OptionId;

/// A node that is branched on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The item that is branched on, and its options that were not tried: `untried` in this word of its set, and all in
    /// the later words.
    pub(super) item: usize,
    pub(super) word: usize,
    pub(super) untried: u64,
    /// The number of options chosen on the way to this node, and the number of those that are left.
    pub(super) chosen: usize,
    pub(super) total: usize,
    /// Each of its branches is a solution.
    pub(super) is_last: bool,
    /// Items that can be covered, and nodes entered before its branches; 0 in the smallest shapes.
    items: usize,
    entered: u64,
    /// With bounds, what is left of its branches.
    pub(super) branches: Branching,
}

/// The branches of a node, where items have bounds.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Branching {
    /// Number of those that were not begun.
    pub(super) left: u32,
    /// The last branch has none of the item's options.
    pub(super) is_free: bool,
    /// That branch was begun.
    pub(super) is_without: bool,
}

/// Where the nodes of a level begin: the first of its frames, and the first block of its root.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Start {
    pub(super) frames: usize,
    pub(super) blocks: usize,
    /// Items that could be covered when the level was packed, and nodes entered before.
    items: usize,
    entered: u64,
}

/// Temporary blocks, see [`Passing`](super::settle::Passing).
#[derive(Default, Debug)]
pub(super) struct Buffers {
    sets: [Vec<Block>; 4],
    changed: Vec<Block>,
    sums: Vec<Block>,
    numbers: Vec<u32>,
}

/// The search of a level.
struct Walk<'a, S, I, const W: usize, const P: usize, const BOUNDS: bool> {
    simd: S,
    of_items: I,
    known: Known<W, P>,
    parts: &'a Parts,
    packed: &'a mut Packed,
    start: Start,
    blocks: &'a mut [Block],
    buffers: &'a mut Buffers,
    frames: &'a mut Vec<Frame>,
    chosen: &'a mut Vec<OptionId>,
    tally: Tally,
    policy: Policy,
    subtrees: &'a mut Subtrees,
    /// The root of the level, as long as it was not entered.
    entering: &'a mut Option<Entry>,
    /// Solutions below one node are counted together, unless that would exceed this number of nodes.
    counts_until: u64,
    counted: &'a mut u64,
}

impl Levels for Rows {
    #[inline(always)]
    fn pass<S: Simd, const UNROLLED: bool>(&mut self, simd: S, last: u64, sink: Sink) -> Pass {
        let packed = &self.packed[self.level];
        let half = simd.half();
        // The second half of a set of such numbers is empty.
        let is_half = |numbers: usize| numbers <= 64 * S::Half::WORDS;
        match packed.shape.vectors == 1 && is_half(packed.items.len()) {
            true if is_half(packed.options.len()) => {
                self.pass_small::<S::Half, S::Half, UNROLLED>((half, half), last, sink)
            }
            true => self.pass_by::<S, S::Half, UNROLLED>((simd, half), last, sink),
            false => self.pass_by::<S, S, UNROLLED>((simd, simd), last, sink),
        }
    }

    #[cold]
    #[inline(never)]
    fn pack_last(&mut self) {
        let (shape, start) = (self.packed[self.level].shape, self.starts[self.level]);
        let nodes = self.frames.len() - start.frames;
        let blocks = start.blocks + nodes * shape.node();
        let rest = &self.blocks[blocks..][shape.width..shape.node()];
        let counts = &rest[shape.vectors..][..shape.vectors * shape.planes];
        let used = |q: &usize| {
            counts
                .chunks(shape.planes)
                .any(|planes| planes[*q] != Block::ZERO)
        };
        let digits = (0..shape.planes).rev().find(used).map_or(0, |q| q + 1);
        let most = ((1 << digits) - 1).max(most_options(&self.packed[self.level], rest));
        self.pack(blocks, most);
        self.entering = Some(Entry::Root { fresh: false });
        // The node was counted where it was packed.
        self.tally.nodes -= 1;
        self.effort.nodes -= 1;
    }

    fn make_room(&mut self) {
        self.reserve(self.blocks.len() + 1);
    }

    fn leave_level(&mut self) -> bool {
        if self.level == self.base {
            return false;
        }
        let Start { items, entered, .. } = self.starts[self.level];
        self.subtrees.note(items, self.tally.nodes - entered);
        self.level -= 1;
        self.starts.pop();
        true
    }
}

impl Rows {
    /// Makes the root ready to be entered.
    pub(super) fn start(&mut self) {
        self.chosen.clone_from(&self.part.with);
        self.starts.clear();
        self.starts.push(Start::default());
        self.base = 0;
        self.entering = Some(Entry::Root { fresh: true });
        let (whole, root) = (self.packed[0].shape, &self.root);
        let options = root.left.iter().map(Block::count_ones).sum();
        let items = root.open.iter().map(Block::count_ones).sum();
        self.reserve(2 * whole.node());
        self.blocks[..whole.width].copy_from_slice(&self.root.left);
        self.blocks[whole.width..][..whole.vectors].copy_from_slice(&self.root.open);
        self.blocks[whole.node() - self.root.capacities.len()..][..self.root.capacities.len()]
            .copy_from_slice(&self.root.capacities);
        if Policy::is_smaller(whole, options, items) {
            self.base = 1;
            self.pack(0, whole.most());
        }
    }

    /// Packs a node of the last level into a level of its own. The root of that level overwrites the node, which is no
    /// longer needed. No item has more than `most` options.
    fn pack(&mut self, blocks: usize, most: usize) {
        self.level += 1;
        if self.packed.len() == self.level {
            self.packed.push(Packed::new());
        }
        let [.., from, packed] = &mut self.packed[..=self.level] else {
            unreachable!("the whole problem is above it")
        };
        let (left, rest) = self.blocks[blocks..].split_at(from.shape.width);
        let open = &rest[..from.shape.vectors];
        let bounded = (from.shape.digits > 0).then(|| Carried::of(from, rest));
        let items = bounded.as_ref().map_or(open, |carried| &carried.items);
        packed.pack(&self.parts, from, (left, items), most, &mut self.uses);
        let items = items.iter().map(Block::count_ones).sum();
        let carried = bounded.map(|carried| carried.into(packed, &self.demands));
        self.starts.push(Start {
            frames: self.frames.len(),
            blocks,
            items,
            entered: self.tally.nodes,
        });
        let shape = packed.shape;
        self.reserve(blocks + 2 * shape.node());
        let packed = &self.packed[self.level];
        let all = first_ones(packed.options.len(), shape.width).chain(packed.open.iter().copied());
        for (block, all) in self.blocks[blocks..].iter_mut().zip(all) {
            *block = all;
        }
        if let Some((open, capacities)) = carried {
            let here = &mut self.blocks[blocks..][..shape.node()];
            here[shape.width..][..shape.vectors].copy_from_slice(&open);
            here[shape.node() - capacities.len()..].copy_from_slice(&capacities);
        }
    }

    /// Makes room for the blocks of nodes up to this end, and for the temporary blocks of the last level.
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
        let sets = self.sets.iter_mut().map(|set| (set, shape.width));
        for (blocks, count) in sets.chain([(&mut self.sums, shape.planes)]) {
            grow(blocks, count, Block::ZERO);
            // A walk by halves writes only the first half of each, and reads all of it.
            blocks[..count].fill(Block::ZERO);
        }
        grow(&mut self.changed, shape.vectors, Block::ZERO);
        grow(&mut self.numbers, packed.options.len() + 16, 0);
    }
}

fn grow<T: Clone>(values: &mut Vec<T>, count: usize, value: T) {
    if values.len() < count {
        values.resize(count, value);
    }
}

impl<S: Simd, I: Simd, const W: usize, const P: usize, const BOUNDS: bool> Nodes
    for Walk<'_, S, I, W, P, BOUNDS>
{
    type Entry = Entry;
    type Branch = Fork;

    #[inline(always)]
    fn tally(&mut self) -> &mut Tally {
        &mut self.tally
    }

    #[inline(always)]
    fn next(&mut self) -> Result<Entry, Pass> {
        let place = self.start.blocks + self.branched() * self.known.node();
        if self.blocks.len() < place + self.known.node() {
            return Err(Pass::Full);
        }
        match self.entering.take() {
            Some(root) => {
                self.tally.unchosen += 1;
                Ok(root)
            }
            None => self.next_child().ok_or(Pass::Exhausted),
        }
    }

    #[inline(always)]
    fn enter(&mut self, entry: Entry) -> Settled<Fork> {
        match self.is_below_last(entry) {
            true => {
                self.tally.below_last += u64::from(BOUNDS);
                Settled::Solution
            }
            false => self.settle(entry),
        }
    }

    #[inline(always)]
    fn branch(&mut self, fork: Fork) -> Result<(), Pass> {
        let Fork {
            item,
            is_free,
            total,
        } = fork;
        let items = self.items_of_large();
        if self.packs(total, items) {
            return Err(Pass::Packs);
        }
        let branches = match BOUNDS {
            true => self.branching(item, is_free),
            false => Branching::default(),
        };
        let is_last = self.is_last((item, total), branches);
        if BOUNDS && is_last && self.counts_together(items, branches) {
            return Ok(());
        }
        self.frames.push(Frame {
            item,
            word: usize::MAX,
            untried: 0,
            chosen: self.chosen.len(),
            total,
            is_last,
            items,
            entered: self.tally.nodes,
            branches,
        });
        Ok(())
    }

    #[inline(always)]
    fn chosen(&self) -> &[OptionId] {
        self.chosen
    }
}

impl<S: Simd, I: Simd, const W: usize, const P: usize, const BOUNDS: bool>
    Walk<'_, S, I, W, P, BOUNDS>
{
    /// Number of nodes of this level that are branched on.
    #[inline(always)]
    fn branched(&self) -> usize {
        self.frames.len() - self.start.frames
    }

    /// Whether what is left may fit into a smaller shape.
    #[inline(always)]
    fn is_large(&self) -> bool {
        self.known.width() + self.known.vectors() > 2
    }

    /// The items that can be covered at the node after the last frame, if its shape is large.
    #[inline(always)]
    fn items_of_large(&self) -> usize {
        let place = self.start.blocks + self.branched() * self.known.node();
        let open = &self.blocks[place + self.known.width()..][..self.known.vectors()];
        match BOUNDS {
            _ if !self.is_large() => 0,
            true => self.coverable(place),
            false => open.iter().map(Block::count_ones).sum(),
        }
    }

    /// Whether to pack what is left at the node after the last frame: `options` options and `items` items.
    #[inline(always)]
    fn packs(&self, options: usize, items: usize) -> bool {
        self.is_large() && {
            let shape = self.packed.shape;
            let known = (&*self.subtrees, self.tally.nodes);
            self.policy.packs(shape, (options, items), known)
        }
    }

    /// Leaves the node of the last frame.
    #[inline(always)]
    fn leave(&mut self) {
        if let Some(Frame { items, entered, .. }) = self.frames.pop()
            && self.is_large()
            && self.branched() > 0
        {
            self.subtrees.note(items, self.tally.nodes - entered);
        }
    }

    /// Counts these branches, all of which are solutions, as entered. `false` if they may not be counted together.
    #[inline(always)]
    fn counts_together(&mut self, items: usize, branches: Branching) -> bool {
        let solutions = u64::from(branches.left);
        if self.tally.nodes + solutions > self.counts_until {
            return false;
        }
        self.tally.nodes += solutions;
        self.tally.solutions += solutions;
        self.tally.below_last += solutions;
        self.tally.unchosen += u64::from(branches.is_free);
        self.tally.updates += solutions - u64::from(branches.is_free);
        *self.counted += solutions;
        if self.is_large() && self.branched() > 0 {
            self.subtrees.note(items, solutions);
        }
        true
    }

    /// The next option to be tried at the last node of this level, which is chosen. Nodes without another are left.
    #[inline(always)]
    fn next_child(&mut self) -> Option<Entry> {
        let width = self.known.width();
        loop {
            let nodes = self.branched();
            if nodes == 0 {
                return None;
            }
            let place = self.start.blocks + (nodes - 1) * self.known.node();
            let left = &self.blocks[place..][..width];
            let frame = self.frames.last_mut()?;
            if BOUNDS {
                let branches = &mut frame.branches;
                if branches.left == 0 {
                    self.leave();
                    continue;
                }
                branches.left -= 1;
                if branches.left == 0 && branches.is_free {
                    branches.is_without = true;
                    self.chosen.truncate(frame.chosen);
                    self.tally.unchosen += 1;
                    return Some(Entry::Without(frame.item));
                }
            }
            let mask = self.packed.options_of(frame.item, width);
            while frame.untried == 0 && frame.word.wrapping_add(1) < 8 * width {
                frame.word = frame.word.wrapping_add(1);
                let at = frame.word;
                frame.untried = left[at / 8].0[at % 8] & mask[at / 8].0[at % 8];
            }
            if frame.untried == 0 {
                self.leave();
                continue;
            }
            let option = 64 * frame.word + frame.untried.trailing_zeros() as usize;
            frame.untried &= frame.untried - 1;
            self.chosen.truncate(frame.chosen);
            push(self.chosen, self.packed.options[option]);
            self.tally.updates += 1;
            return Some(Entry::Child {
                item: frame.item,
                option,
            });
        }
    }

    /// Enters the root of the level, or a child of the last node, and follows what that forces.
    #[inline(always)]
    fn settle(&mut self, entry: Entry) -> Settled<Fork> {
        let chosen = self.chosen.len();
        let Tally {
            nodes, solutions, ..
        } = self.tally;
        let by_domains = self.policy.looks_at_domains(nodes, solutions);
        let settled = match W {
            0 => self.enter_in_memory(entry, by_domains),
            _ => self.enter_in_registers(entry, by_domains),
        };
        self.tally.updates += (self.chosen.len() - chosen) as u64;
        settled
    }

    #[inline(always)]
    fn enter_in_memory(&mut self, entry: Entry, by_domains: bool) -> Settled<Fork> {
        let known = self.known;
        let (width, vectors) = (known.width(), known.vectors());
        let place = self.start.blocks + self.branched() * known.node();
        let (above, here) = self.blocks.split_at_mut(place);
        let here = &mut here[..known.node()];
        if !matches!(entry, Entry::Root { .. }) {
            here.copy_from_slice(&above[place - known.node()..]);
        }
        let (counted, rest) = here.split_at_mut(width);
        let (open, rest) = rest.split_at_mut(vectors);
        let (counts, capacities) = rest.split_at_mut(vectors * known.planes());
        let buffers = &mut *self.buffers;
        let [left, struck, own, common] = &mut buffers.sets;
        let mut settling = Settling::<S, I, W, P, BOUNDS> {
            simd: self.simd,
            of_items: self.of_items,
            known,
            parts: self.parts,
            packed: self.packed,
            node: Node {
                counted,
                left: &mut left[..width],
                open,
                changed: &mut buffers.changed[..vectors],
                counts,
                capacities,
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
        settling.enter(entry, by_domains)
    }

    #[inline(always)]
    fn enter_in_registers(&mut self, entry: Entry, by_domains: bool) -> Settled<Fork> {
        let (simd, known) = (self.simd, self.known);
        let place = self.start.blocks + self.branched() * known.node();
        let from = match entry {
            Entry::Child { .. } | Entry::Without(_) => place - known.node(),
            Entry::Root { .. } => place,
        };
        let [mut counted, mut left, mut struck, mut own, mut common] = [[Block::ZERO; W]; 5];
        let [mut open, mut changed] = [[Block::ZERO; 1]; 2];
        let [mut counts, mut sums] = [[Block::ZERO; P]; 2];
        let mut capacities = [Block::ZERO; DIGITS];
        let parent = &self.blocks[from..][..known.node()];
        counted.copy_from_slice(&parent[..W]);
        open.copy_from_slice(&parent[W..=W]);
        counts.copy_from_slice(&parent[W + 1..][..P]);
        if BOUNDS {
            for digit in known.each_digit() {
                capacities[digit] = parent[W + 1 + P + digit];
            }
        }
        let mut settling = Settling::<S, I, W, P, BOUNDS> {
            simd,
            of_items: self.of_items,
            known,
            parts: self.parts,
            packed: self.packed,
            node: Node {
                counted: &mut counted,
                left: &mut left,
                open: &mut open,
                changed: &mut changed,
                counts: &mut counts,
                capacities: &mut capacities,
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
        if let Settled::Branch(_) = settled {
            let here = &mut self.blocks[place..][..known.node()];
            here[..W].copy_from_slice(&counted);
            here[W..=W].copy_from_slice(&open);
            here[W + 1..][..P].copy_from_slice(&counts);
            if BOUNDS {
                for digit in known.each_digit() {
                    here[W + 1 + P + digit] = capacities[digit];
                }
            }
        }
        settled
    }
}
