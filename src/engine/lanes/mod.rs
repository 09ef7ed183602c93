//! Bit-parallel lanes: what is left of a problem is one row of bits, and a choice is one intersection.
//!
//! Every item has a *lane* of bits, one for each option that names it. The options `1` to `6` of Knuth's first
//! example, over the items a to g, the last one in front; a dot is a bit that is not set:
//!
//! ```text
//!      1: c e   2: a d g   3: b c f   4: a d f   5: b g   6: d e g
//!
//!      item            g       f       e       d       c       b       a
//!      at first        2 5 6   3 4     1 6     2 4 6   1 3     3 5     2 4
//!      row of 3        2 . 6   3 .     . 6     2 . 6   . 3     3 .     2 .
//!      row of 4        . 5 .   . 4     1 .     . 4 .   1 .     . 5     . 4
//! ```
//!
//! The *row* of option 3 keeps the bits of all options that agree with it, 2 and 6, and its own. Choosing 3 means
//! intersecting with its row. Then a lane without bits would be a dead end; a lane with one bit has a forced option,
//! unless its item is covered: here, e forces 6, and a forces 2. The rows of 6 and 2 are intersected together, and the
//! next count finds the lanes of g, e, d and a empty, since 6 and 2 disagree over d and g. Choosing 4 instead of 3
//! forces 5 and 1, and covers everything.
//!
//! Lanes are counted side by side, up to 64 in one instruction. The search branches on the item with the fewest options
//! (minimum remaining values); if there are several, on the first in the order of lanes, here f. Nothing is undone: a
//! node's bits are made from its parent's and dropped later. Colours and secondary items are in the rows, and cost
//! nothing in the search.
//!
//! A node has as many bits as the root, although most lanes soon have few bits or belong to covered items. At a node
//! whose subtree is probably large enough, what is left is packed again, into fewer blocks of lanes.
//!
//! When not to use it: where there are many items and a choice touches few of them. A node takes time in proportion to
//! all lanes; links visit only what a choice touches.

mod known;
mod packed;
mod repack;
mod search;
mod settle;
mod shape;
mod thinned;
mod walk;

#[cfg(test)]
mod tests;

use super::conflicts::MOST_KEPT;
use super::driver::{Search, Tally};
use super::fits::{KernelName, Unsupported};
use super::kernel::{Effort, Given, Inference, Keep, Kernel, Sink, Step};
use super::simd::block::Block;
use super::simd::isa::Isa;
use super::subtrees::{Sizes, Subtrees};
use crate::problem::{OptionId, Part, Problem};
use packed::{Packed, Scratch};
use repack::Packing;
use shape::Shape;
use thinned::Branch;
use walk::{Frame, Start};

/// The state of the search.
#[derive(Debug)]
pub(super) struct Lanes {
    problem: Problem,
    scratch: Scratch,
    /// The whole problem, and what was packed on the way to the current node. What comes after `level` is kept for its
    /// memory.
    packed: Vec<Packed>,
    level: usize,
    /// For each option of the problem, its index in `packed[0]`, or [`IDLE`].
    index: Vec<u32>,
    /// The part that is searched, and the node that it leaves of the whole problem.
    part: Part,
    root: Vec<Block>,
    /// Options of the part are seen to disagree.
    hopeless: bool,
    /// Where each level begins.
    starts: Vec<Start>,
    /// The nodes on the path, one after the other.
    nodes: Vec<Block>,
    /// The number of options of every lane at the current node.
    counts: Vec<Block>,
    /// The frames of the path, of which `depth` are in use.
    frames: Vec<Frame>,
    depth: usize,
    /// The options chosen, those assumed first, of which `taken` are in use.
    chosen: Vec<OptionId>,
    taken: usize,
    /// The root was not entered yet.
    fresh: bool,
    /// The root of the last level was not entered yet.
    entering: bool,
    /// Since the search began.
    tally: Tally,
    subtrees: Subtrees,
    packing: Packing,
    /// The branches that a thinned search has kept and not entered yet, the next one last.
    kept: Vec<Branch>,
    effort: Effort,
    work: u64,
    isa: Isa,
}

/// The work that was done from one tally to another, in one shape. A solution takes less, since it is found before its
/// blocks are counted. Blocks are counted anew after each round of forced options: in a chain, after each option.
fn work_of(shape: Shape, from: Tally, to: Tally) -> u64 {
    let blocks = shape.blocks() as u64;
    let solutions = to.solutions - from.solutions;
    let others = (to.nodes - from.nodes).saturating_sub(solutions);
    let (rounds, forced) = (to.rounds - from.rounds, to.forced - from.forced);
    (7 + 5 * blocks) * others
        + 9 * solutions
        + (6 + 5 * blocks) * rounds
        + (7 + 2 * blocks) * forced
}

/// `index` of an option that can never be chosen, since it has no primary item.
const IDLE: u32 = u32::MAX;

/// The bits of a node take at most this many blocks: 256 KiB. With one block more, a lane of 16 bits could not count all
/// its options.
const MOST_BLOCKS: usize = (1 << 12) - 1;
/// The bits of a node times the number of items, which bounds the length of a path: 512 MiB.
const MOST_ON_PATH: usize = 1 << 23;
/// The bits of a node times the entries of an option, whose conflicts its row is made from: 64 MiB.
const MOST_OF_ROW: usize = 1 << 20;

/// The blocks of a node of a problem of `items` items, each with at most `most` options.
pub(super) fn blocks_of_lanes(items: usize, most: usize) -> usize {
    Shape::new(items, most).blocks()
}

/// The kernel for a problem.
pub(super) fn lanes_for(problem: &Problem) -> Result<Lanes, Unsupported> {
    KernelName::Lanes.fits(problem)?;
    match size(problem).fits {
        true => Ok(Lanes::new(problem)),
        false => Err(Unsupported::TooLarge(KernelName::Lanes)),
    }
}

/// The most bytes that a search through a problem takes.
pub(super) fn most_bytes(problem: &Problem) -> usize {
    size(problem).bytes
}

struct Size {
    fits: bool,
    /// The bytes of the longest path, of rows, of conflicts, and of the sets of items.
    bytes: usize,
}

fn size(problem: &Problem) -> Size {
    let (mut options_of, mut longest) = (vec![0; problem.primary_count()], 0);
    for option in problem.options() {
        let entries = problem.entries(option);
        longest = longest.max(entries.len());
        for entry in entries {
            if let Some(count) = options_of.get_mut(entry.item.index()) {
                *count += 1;
            }
        }
    }
    let most = options_of.iter().copied().max().unwrap_or(0);
    let blocks = blocks_of_lanes(options_of.len(), most);
    let on_path = blocks.saturating_mul(options_of.len());
    let most_kept = |sets: usize| blocks.saturating_mul(sets).min(MOST_KEPT);
    let secondary_count = problem.item_count() - options_of.len();
    let sets_of_items = most_kept(options_of.len()) + most_kept(secondary_count);
    let kept = 2 * most_kept(problem.option_count()) + sets_of_items;
    Size {
        fits: blocks <= MOST_BLOCKS && on_path <= MOST_ON_PATH && blocks * longest <= MOST_OF_ROW,
        bytes: size_of::<Block>().saturating_mul(on_path + kept),
    }
}

impl Lanes {
    fn new(problem: &Problem) -> Lanes {
        let mut scratch = Scratch::new(problem);
        let mut index = vec![IDLE; problem.option_count()];
        let is_primary = |option: &OptionId| {
            let entries = problem.entries(*option);
            entries.iter().any(|entry| problem.is_primary(entry.item))
        };
        let live: Vec<OptionId> = problem.options().filter(is_primary).collect();
        for (at, option) in live.iter().enumerate() {
            index[option.index()] = at as u32;
        }
        let mut whole = Packed::new();
        whole.pack(problem, &live, &mut scratch);
        // The work of a part is that of its search: it must not depend on which part a kernel searches first.
        whole.work = 0;
        Lanes::of(problem.clone(), (whole, scratch), index)
    }

    /// The kernel for a problem that was packed; `index` has the numbers of its options.
    fn of(problem: Problem, (whole, scratch): (Packed, Scratch), index: Vec<u32>) -> Lanes {
        let vectors = whole.shape.vectors;
        let mut root = vec![Block::ZERO; whole.shape.node_blocks()];
        whole.write_root(&mut root);
        Lanes {
            subtrees: Subtrees::new(problem.primary_count()),
            packing: Packing::new(&problem),
            problem,
            scratch,
            packed: vec![whole],
            level: 0,
            index,
            part: Part::default(),
            root,
            hopeless: false,
            starts: Vec::new(),
            nodes: Vec::new(),
            // A packed shape may round its vectors up to an even number.
            counts: vec![Block::ZERO; vectors.next_multiple_of(2)],
            frames: Vec::new(),
            depth: 0,
            chosen: Vec::new(),
            taken: 0,
            fresh: true,
            entering: true,
            tally: Tally::default(),
            kept: Vec::new(),
            effort: Effort::default(),
            work: 0,
            isa: Isa::detect(),
        }
    }

    /// Whether the option may still be chosen at the root.
    fn is_live(&self, option: OptionId) -> bool {
        let at = self.index[option.index()];
        at != IDLE && self.packed[0].is_live(at, &self.root)
    }

    /// Makes the root from what the part leaves of the problem. `false` if options of the part are seen to disagree.
    fn make_root(&mut self, part: &Part) -> bool {
        self.packed[0].write_root(&mut self.root);
        for &option in &part.without {
            if self.is_live(option) {
                self.packed[0].clear(self.index[option.index()], &mut self.root);
            }
        }
        part.with.iter().all(|&option| {
            let live = self.is_live(option);
            if live {
                let at = self.index[option.index()];
                self.packed[0].choose(self.isa, at, &mut self.root);
            }
            live
        })
    }
}

impl Kernel for Lanes {
    fn name(&self) -> KernelName {
        KernelName::Lanes
    }

    fn instruction_set(&self) -> &'static str {
        self.isa.name()
    }

    fn aside(&mut self, search: &mut dyn FnMut(&mut dyn Kernel)) {
        let whole = std::mem::replace(&mut self.packed[0], Packed::new());
        let whole = (whole, std::mem::take(&mut self.scratch));
        let index = std::mem::take(&mut self.index);
        let mut beside = Lanes::of(self.problem.clone(), whole, index);
        beside.isa = self.isa;
        search(&mut beside);
        self.packed[0] = beside.packed.swap_remove(0);
        (self.scratch, self.index) = (beside.scratch, beside.index);
    }

    fn enter(&mut self, part: &Part, _: Inference) -> bool {
        (self.level, self.depth) = (0, 0);
        self.kept.clear();
        self.subtrees.clear();
        self.tally = Tally::default();
        self.part.clone_from(part);
        self.hopeless = !self.make_root(part);
        self.fresh = true;
        !self.hopeless
    }

    fn sizes(&self) -> Sizes {
        self.subtrees.sizes()
    }

    fn recall(&mut self, sizes: &Sizes) {
        self.subtrees.recall(sizes);
    }

    fn visit(&mut self, nodes: u64, sink: Sink) -> Step {
        if self.hopeless {
            return Step::Exhausted;
        }
        let last = self.effort.nodes.saturating_add(nodes);
        if self.fresh {
            self.fresh = false;
            self.start();
        }
        self.isa.dispatch(Search {
            kernel: self,
            last,
            sink,
        })
    }

    fn open(&self) -> Vec<Part> {
        if self.hopeless {
            return Vec::new();
        }
        if self.fresh {
            return vec![self.part.clone()];
        }
        let mut parts = Vec::new();
        if self.entering {
            let chosen = self.frames[..self.depth].last();
            let chosen = chosen.map_or(self.part.with.len(), |frame| frame.chosen);
            parts.push(Part {
                with: self.chosen[..chosen].to_vec(),
                without: self.part.without.clone(),
            });
        }
        parts.extend((0..self.depth).rev().flat_map(|frame| self.left_at(frame)));
        parts
    }

    fn depth(&self) -> usize {
        self.depth
    }

    fn give(&mut self) -> Given {
        match self.fresh {
            true => Given::default(),
            false => self.give_highest(),
        }
    }

    /// Never.
    fn looks_closely_above(&self) -> f64 {
        f64::INFINITY
    }

    fn enter_thinned(&mut self, keep: Keep) -> bool {
        self.enter_next_kept(keep)
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn work_of_node(&self) -> u64 {
        let branch = Tally {
            nodes: 1,
            rounds: 1,
            forced: 2,
            ..Tally::default()
        };
        work_of(self.packed[0].shape, Tally::default(), branch)
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    #[cfg(test)]
    fn check(&self) {
        self.check_path();
    }
}
