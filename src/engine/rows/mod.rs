//! Rows of options: what is left of a problem is a set of options, and what disagrees with an option is another.
//!
//! A node keeps three things: the options that are left, one bit each; the items that are not covered; and for each
//! item, the number of options that cover it. These numbers are binary, and each digit is a set of items ([`counts`]).
//! The six options of Knuth's first example, over the items a to g (a dot is a bit that is not set):
//!
//! ```text
//!      1: c e   2: a d g   3: b c f   4: a d f   5: b g   6: d e g
//!
//!      options left        1 2 3 4 5 6         row of 1       1 . 3 . . 6       row of 4       . 2 3 4 . 6
//!      items open          a b c d e f g       row of 2       . 2 . 4 5 6       row of 5       . 2 3 . 5 6
//!      counts, 2s          a b c d e f g       row of 3       1 . 3 4 5 .       row of 6       1 2 . 4 5 6
//!      counts, 1s          . . . d . . g
//! ```
//!
//! The *row* of an option contains all options that disagree with it, and the option itself. Choosing 4 takes its row
//! away: 1 and 5 are left; a, d and f are covered; and 2, 3, 4 and 6, which were struck out, are subtracted from the
//! counts of their items, for all items at once. Then b, c, e and g count 1, so 5 and 1 are *forced*, and everything is
//! covered.
//!
//! *Domain consistency.* One of an item's options is in every solution, so whatever disagrees with all of them can be
//! struck out: the rows of the item's options are intersected, as long as anything is left. At the root, a has 2 and 4,
//! and both of their rows have 6, which is struck out. Then e forces 1, after that b forces 5, and a forces 4: there
//! was nothing to guess. An item is examined when its count has changed and is at most 15, items with few options
//! first. This saves dead ends, so it is done only as long as solutions are few.
//!
//! A node has as many bits as the root, although few of them stay set. Where fewer blocks are enough, and the subtree
//! is probably large enough to pay for it, what is left is packed again, with rows of its own.
//!
//! When not to use it: where items have few options, and only forced options can be found. There a node of
//! [`lanes`](super::lanes), which count without adding up, is faster.
// Loops over the blocks of a set run over several sets at once; as iterators, some were not inlined into the search.
#![allow(clippy::needless_range_loop)]

mod bounds;
mod counts;
mod left;
mod packed;
mod policy;
mod search;
mod settle;
mod shape;
mod thinned;

#[cfg(test)]
mod tests;

use super::conflicts::{MOST_KEPT, Numbers};
use super::driver::{Search, Tally};
use super::fits::{KernelName, Unsupported};
use super::kernel::{Effort, Given, Inference, Keep, Kernel, Sink, Step};
use super::parts::Parts;
use super::simd::block::Block;
use super::simd::isa::Isa;
use super::subtrees::{Sizes, Subtrees};
use crate::problem::{Bounds, OptionId, Part, Problem};
use bounds::{Demands, needed};
use packed::{Packed, first_ones};
use policy::{NODES_PER_SOLUTION, Policy};
use search::{Buffers, Frame, Start};
use settle::Entry;
use shape::Shape;
use thinned::Branch;

/// The options that are left, and the items that are not covered, as the whole problem numbers them.
#[derive(Clone, Default, Debug)]
struct Root {
    left: Vec<Block>,
    open: Vec<Block>,
    /// With bounds, how often items may be covered, in planes.
    capacities: Vec<Block>,
}

/// The first options of a part, and what they leave of the whole problem. Parts that are entered one after the other
/// mostly begin with the same options, and with a million options each choice takes long.
#[derive(Clone, Default, Debug)]
struct Beginning {
    chosen: Vec<OptionId>,
    root: Root,
}

/// The state of the search.
#[derive(Debug)]
pub(super) struct Rows {
    #[cfg(test)]
    problem: Option<Problem>,
    parts: Parts,
    /// Memory for packing.
    uses: Numbers,
    /// The whole problem, and what was packed on the way to the current node. What comes after `level` is kept for its
    /// memory.
    packed: Vec<Packed>,
    level: usize,
    /// The level in which the search begins: 1 if what the part leaves was packed first.
    base: usize,
    /// For each option of the problem, its number in `packed[0]`, or [`IDLE`].
    index: Vec<u32>,
    /// With bounds: the bounds of all items, and the capacities when nothing is chosen.
    demands: Demands,
    capacities: Vec<Block>,
    /// The part that is searched, and what it leaves of the whole problem.
    part: Part,
    root: Root,
    beginning: Beginning,
    inference: Inference,
    /// Options of the part are seen to disagree.
    hopeless: bool,
    /// Whether solutions are only counted; and the number of those that were counted and not handed on yet.
    counts_only: bool,
    counted: u64,
    /// The nodes on the path, one after the other. Each has the options that are left, the items that are not covered,
    /// and the planes of their counts; the shape of its level says how many blocks that takes.
    blocks: Vec<Block>,
    buffers: Buffers,
    frames: Vec<Frame>,
    /// For each level, where its nodes begin.
    starts: Vec<Start>,
    /// The options chosen, those assumed first.
    chosen: Vec<OptionId>,
    /// The root was not made yet.
    fresh: bool,
    /// The root of the last level, if it was not entered yet.
    entering: Option<Entry>,
    tally: Tally,
    policy: Policy,
    subtrees: Subtrees,
    /// The branches that a thinned search has kept and not entered yet, the next one last.
    kept: Vec<Branch>,
    effort: Effort,
    /// In units of about a nanosecond.
    work: u64,
    isa: Isa,
}

/// The work that was done from one tally to another, in one shape, without that of adding up options and of looking at
/// rows. With bounds there are more planes to go through.
fn work_of(shape: Shape, from: Tally, to: Tally) -> u64 {
    let nodes = to.nodes - from.nodes;
    let solutions = to.solutions.saturating_sub(from.solutions);
    let unchosen = to.unchosen - from.unchosen;
    let forced = (to.updates - from.updates) + unchosen - nodes;
    let width = shape.width as u64;
    if shape.digits == 0 {
        return 12 * nodes + (35 + 2 * width) * forced;
    }
    let below_last = to.below_last - from.below_last;
    let settled = nodes - below_last;
    let solutions = solutions.saturating_sub(below_last);
    35 * settled + 20 * solutions + (45 + 20 * width) * forced + WORK_BELOW_LAST * below_last
}

/// With bounds, the work of a solution below a node all of whose branches are solutions. A count adds up all of them at
/// once; a listing spends most of its time on what the caller does with them.
const WORK_BELOW_LAST: u64 = 3;

/// About the work of a node, for each block of a set of options.
const WORK_OF_NODE: u64 = 100;

/// `index` of an option that can never be chosen, since it has no primary item.
const IDLE: u32 = u32::MAX;

/// The sets of the whole problem, of all options and of all items, take at most this many blocks: 64 MiB.
const MOST_OF_LEVEL: usize = 1 << 20;
/// The blocks of a node times the number of items, which bounds the length of a path: 512 MiB.
const MOST_ON_PATH: usize = 1 << 23;

/// The kernel for a problem.
pub(super) fn rows_for(problem: &Problem) -> Result<Rows, Unsupported> {
    KernelName::Rows.fits(problem)?;
    match size(problem).fits {
        true => Ok(Rows::new(problem)),
        false => Err(Unsupported::TooLarge(KernelName::Rows)),
    }
}

/// The most bytes that a search through a problem takes.
pub(super) fn most_bytes(problem: &Problem) -> usize {
    size(problem).bytes
}

struct Size {
    fits: bool,
    /// The bytes of the sets of the whole problem, of the longest path, of rows, of conflicts and of users.
    bytes: usize,
}

fn size(problem: &Problem) -> Size {
    let (mut options_of, mut options) = (vec![0usize; problem.primary_count()], 0);
    for option in problem.options() {
        let mut is_idle = true;
        for entry in problem.entries(option) {
            if let Some(count) = options_of.get_mut(entry.item.index()) {
                *count += 1;
                is_idle = false;
            }
        }
        options += usize::from(!is_idle);
    }
    let items = options_of.len();
    let secondary_count = problem.item_count() - items;
    let most = options_of.iter().copied().max().unwrap_or(0);
    let mut shape = Shape::new(options, items, most);
    if problem.has_bounds() {
        let most = times(problem, &options_of).max().unwrap_or(0);
        shape = shape.with_digits((usize::BITS - most.leading_zeros()) as usize);
    }
    let sets = shape.sets(options, items);
    let on_path = shape
        .node()
        .saturating_mul(longest_path(problem, &options_of));
    let kept = |sets: usize| shape.node().saturating_mul(sets).min(MOST_KEPT);
    let blocks = sets + on_path + 2 * kept(options) + kept(secondary_count);
    Size {
        fits: sets <= MOST_OF_LEVEL && on_path <= MOST_ON_PATH,
        bytes: size_of::<Block>().saturating_mul(blocks),
    }
}

/// How often each primary item may be covered, where it has this number of options.
fn times<'a>(problem: &'a Problem, options_of: &'a [usize]) -> impl Iterator<Item = usize> + 'a {
    problem.items().zip(options_of).map(|(item, &options)| {
        let bounds = problem.bounds(item).unwrap_or(Bounds::EXACT);
        options.min(bounds.high as usize)
    })
}

/// The most nodes on a path: one for each item, or for each time that bounds allow it to be covered.
fn longest_path(problem: &Problem, options_of: &[usize]) -> usize {
    let items = options_of.len();
    if !problem.has_bounds() {
        return items;
    }
    let times: usize = times(problem, options_of).sum();
    items + times.min(problem.option_count())
}

impl Rows {
    fn new(problem: &Problem) -> Rows {
        let parts = Parts::new(problem);
        let mut uses = Numbers::new(&parts);
        let mut index = vec![IDLE; problem.option_count()];
        let is_primary = |option: &OptionId| !parts.primary_of(*option).is_empty();
        let options: Vec<OptionId> = problem.options().filter(is_primary).collect();
        for (number, option) in options.iter().enumerate() {
            index[option.index()] = number as u32;
        }
        let (mut whole, demands) = Packed::whole(&parts, options, &mut uses);
        let capacities = demands.capacities(&whole.items, whole.shape.vectors);
        whole.set_bounds(&demands, &capacities);
        Rows {
            #[cfg(test)]
            problem: Some(problem.clone()),
            root: Root::of(&whole, &capacities),
            policy: Policy::of(&parts, &whole.options),
            subtrees: Subtrees::new(parts.primary_count),
            packed: vec![whole],
            demands,
            capacities,
            parts,
            uses,
            index,
            ..Rows::empty()
        }
    }

    /// The kernel for nothing.
    fn empty() -> Rows {
        Rows {
            #[cfg(test)]
            problem: None,
            root: Root::default(),
            beginning: Beginning::default(),
            packed: Vec::new(),
            demands: Demands::default(),
            capacities: Vec::new(),
            parts: Parts::default(),
            uses: Numbers::default(),
            index: Vec::new(),
            level: 0,
            base: 0,
            part: Part::default(),
            inference: Inference::default(),
            hopeless: false,
            counts_only: false,
            counted: 0,
            blocks: Vec::new(),
            buffers: Buffers::default(),
            frames: Vec::new(),
            starts: Vec::new(),
            chosen: Vec::new(),
            fresh: true,
            entering: None,
            tally: Tally::default(),
            policy: Policy::default(),
            subtrees: Subtrees::new(0),
            kept: Vec::new(),
            effort: Effort::default(),
            work: 0,
            isa: Isa::detect(),
        }
    }

    /// Whether the option may still be chosen at the root.
    fn is_live(&self, option: OptionId) -> bool {
        let at = self.index[option.index()];
        at != IDLE && self.root.left[at as usize / Block::BITS].has(at as usize % Block::BITS)
    }

    /// Makes the root from what the part leaves of the whole problem. `false` if options of the part are seen to
    /// disagree.
    fn make_root(&mut self, part: &Part) -> bool {
        if self.demands.is_hopeless {
            return false;
        }
        let Some(begun) = self.begin_like_the_last(part) else {
            return false;
        };
        for option in &part.without {
            if self.is_live(*option) {
                let at = self.index[option.index()] as usize;
                self.root.left[at / Block::BITS].clear(at % Block::BITS);
            } else if part.with[..begun].contains(option) {
                return false;
            }
        }
        self.choose_all(&part.with[begun..])
    }

    /// Makes the root from what is left by the first options of the part, as far as the last part began with the same
    /// ones. Returns their number; `None` if they are seen to disagree.
    fn begin_like_the_last(&mut self, part: &Part) -> Option<usize> {
        let Beginning { chosen, root } = &self.beginning;
        let begun = match part.with.starts_with(chosen) {
            true => chosen.len(),
            false => 0,
        };
        match begun {
            0 => self.root.reset(&self.packed[0], &self.capacities),
            _ => self.root.clone_from(root),
        }
        let pairs = part.with.iter().zip(&self.part.with);
        let alike = pairs.take_while(|(one, other)| one == other).count();
        if alike <= begun {
            return Some(begun);
        }
        let agree = self.choose_all(&part.with[begun..alike]);
        agree.then(|| {
            let Beginning { chosen, root } = &mut self.beginning;
            chosen.clear();
            chosen.extend_from_slice(&part.with[..alike]);
            root.clone_from(&self.root);
            alike
        })
    }

    /// Chooses options at the root. Returns whether they agree with what was chosen and excluded.
    fn choose_all(&mut self, options: &[OptionId]) -> bool {
        options.iter().all(|&option| {
            let live = self.is_live(option);
            if live {
                let at = self.index[option.index()] as usize;
                self.packed[0].choose((self.isa, &self.parts), at, &mut self.root);
            }
            live
        })
    }
}

impl Root {
    /// Everything.
    fn of(whole: &Packed, capacities: &[Block]) -> Root {
        let mut root = Root {
            left: Vec::new(),
            open: Vec::new(),
            capacities: Vec::new(),
        };
        root.reset(whole, capacities);
        root
    }

    fn reset(&mut self, whole: &Packed, capacities: &[Block]) {
        let width = whole.shape.width;
        self.left.clear();
        self.left.extend(first_ones(whole.options.len(), width));
        self.open.clear();
        self.open.extend_from_slice(&whole.open);
        self.capacities.clear();
        self.capacities.extend_from_slice(capacities);
        for (open, needed) in self.open.iter_mut().zip(needed(capacities, whole)) {
            *open = needed;
        }
    }
}

impl Kernel for Rows {
    fn name(&self) -> KernelName {
        KernelName::Rows
    }

    fn instruction_set(&self) -> &'static str {
        self.isa.name()
    }

    fn aside(&mut self, search: &mut dyn FnMut(&mut dyn Kernel)) {
        let whole = std::mem::replace(&mut self.packed[0], Packed::new());
        let mut beside = Rows {
            #[cfg(test)]
            problem: self.problem.clone(),
            root: self.root.clone(),
            policy: self.policy,
            subtrees: Subtrees::new(self.parts.primary_count),
            packed: vec![whole],
            demands: std::mem::take(&mut self.demands),
            capacities: std::mem::take(&mut self.capacities),
            parts: std::mem::take(&mut self.parts),
            uses: std::mem::take(&mut self.uses),
            index: std::mem::take(&mut self.index),
            isa: self.isa,
            ..Rows::empty()
        };
        search(&mut beside);
        self.packed[0] = beside.packed.swap_remove(0);
        (self.demands, self.capacities) = (beside.demands, beside.capacities);
        (self.parts, self.uses, self.index) = (beside.parts, beside.uses, beside.index);
    }

    fn enter(&mut self, part: &Part, inference: Inference) -> bool {
        self.frames.clear();
        self.kept.clear();
        self.level = 0;
        self.entering = None;
        self.inference = inference;
        self.tally = Tally::default();
        self.subtrees.clear();
        self.policy.is_thinned = false;
        self.hopeless = !self.make_root(part);
        self.part.clone_from(part);
        self.fresh = true;
        !self.hopeless
    }

    fn sizes(&self) -> Sizes {
        self.subtrees.sizes()
    }

    fn recall(&mut self, sizes: &Sizes) {
        self.subtrees.recall(sizes);
    }

    fn count_only(&mut self, counts_only: bool) {
        self.counts_only = counts_only;
    }

    fn counted(&mut self) -> u64 {
        std::mem::take(&mut self.counted)
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
        if self.entering.is_some() {
            parts.push(Part {
                with: self.chosen.clone(),
                without: self.without_at(self.frames.len()),
            });
        }
        let frames = (0..self.frames.len()).rev();
        parts.extend(frames.flat_map(|frame| self.left_at(frame)));
        parts
    }

    fn depth(&self) -> usize {
        self.frames.len()
    }

    fn give(&mut self) -> Given {
        self.give_highest()
    }

    fn looks_closely_above(&self) -> f64 {
        NODES_PER_SOLUTION as f64
    }

    fn enter_thinned(&mut self, keep: Keep) -> bool {
        self.enter_next_kept(keep)
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn work_of_node(&self) -> u64 {
        WORK_OF_NODE * self.packed[0].shape.width as u64
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    #[cfg(test)]
    fn check(&self) {
        self.check_path();
    }
}
