//! Rows of options: what is left of a problem is a set of options.

mod conflicts;
mod counts;
mod packed;
mod parts;
mod policy;
mod search;
mod settle;
mod shape;
mod wide;

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use super::block::Block;
use super::isa::Isa;
use super::kernel::{Effort, Kernel, Step};
use crate::problem::{OptionId, Problem};
use conflicts::Numbers;
use packed::{Packed, first_ones};
use parts::Parts;
use policy::Policy;
use search::{Buffers, Frame, Start, Tally};
use settle::Entry;
use shape::Shape;

/// Is handed each solution, and says whether to go on.
type Sink<'a> = &'a mut dyn FnMut(&[OptionId]) -> ControlFlow<()>;

/// What was done before the search.
#[derive(Clone, Copy, Debug)]
enum Prior {
    Assumed(OptionId),
    Excluded(OptionId),
}

/// The options that are left, and the items that are not covered, as the whole problem numbers them.
#[derive(Clone, Debug)]
struct Root {
    left: Vec<Block>,
    open: Vec<Block>,
}

/// The state of the search.
#[derive(Debug)]
pub(super) struct Rows {
    #[cfg(test)]
    problem: Problem,
    parts: Parts,
    /// Memory for packing.
    uses: Numbers,
    /// The whole problem, and what was packed anew on the way to the present node; those behind `level` are memory to
    /// be used again.
    packed: Vec<Packed>,
    level: usize,
    /// The level in which the search begins: 1 if what exclusions and assumptions left was packed anew.
    base: usize,
    /// Of each option of the problem, its number in `packed[0]`, or [`IDLE`].
    index: Vec<u32>,
    /// What exclusions and assumptions left.
    root: Root,
    prior: Vec<Prior>,
    /// The nodes on the path, one behind the other, of as many blocks each as its level's shape says: the options that
    /// are left, the items that are not covered, and the planes of their counts.
    blocks: Vec<Block>,
    buffers: Buffers,
    frames: Vec<Frame>,
    /// Of each level, where its nodes begin.
    starts: Vec<Start>,
    /// The options chosen, those assumed first.
    chosen: Vec<OptionId>,
    /// The root was not made yet.
    fresh: bool,
    /// The root of the last level, if it was not entered yet.
    entering: Option<Entry>,
    tally: Tally,
    policy: Policy,
    effort: Effort,
    isa: Isa,
}

/// `index` of an option that can never be chosen, since it has no primary item.
const IDLE: u32 = u32::MAX;

/// Rows, and conflicts, are forgotten when they take so many blocks: 16 MiB each. In tests, they are forgotten all the
/// time.
const MOST_KEPT: usize = if cfg!(test) { 1 << 6 } else { 1 << 18 };
/// The sets of the whole problem, of all options and of all items, take at most so many blocks: 64 MiB.
const MOST_OF_LEVEL: usize = 1 << 20;
/// The blocks of a node times the number of items, which bounds the length of a path: 512 MiB.
const MOST_ON_PATH: usize = 1 << 23;

/// The kernel for a problem; `None` if it is too large.
pub(super) fn rows_for(problem: &Problem) -> Option<Rows> {
    let (mut options_of, mut options) = (vec![0; problem.primary_count()], 0);
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
    let most = options_of.into_iter().max().unwrap_or(0);
    let shape = Shape::new(options, items, most);
    let fits = shape.sets(options, items) <= MOST_OF_LEVEL && shape.node() * items <= MOST_ON_PATH;
    fits.then(|| Rows::new(problem))
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
        let whole = Packed::whole(&parts, options, &mut uses);
        Rows {
            #[cfg(test)]
            problem: problem.clone(),
            root: Root::of(&whole),
            parts,
            uses,
            packed: vec![whole],
            level: 0,
            base: 0,
            index,
            prior: Vec::new(),
            blocks: Vec::new(),
            buffers: Buffers::default(),
            frames: Vec::new(),
            starts: Vec::new(),
            chosen: Vec::new(),
            fresh: true,
            entering: None,
            tally: Tally::default(),
            policy: Policy::default(),
            effort: Effort::default(),
            isa: Isa::detect(),
        }
    }

    /// Does to the root what was done before the search.
    fn apply(&mut self, prior: Prior) {
        let (Prior::Assumed(option) | Prior::Excluded(option)) = prior;
        let at = self.index[option.index()] as usize;
        let Root { left, open } = &mut self.root;
        match prior {
            Prior::Excluded(_) => left[at / Block::BITS].clear(at % Block::BITS),
            Prior::Assumed(_) => {
                let with = (self.isa, &self.parts);
                self.packed[0].choose(with, at, left, open);
            }
        }
    }
}

impl Root {
    /// Everything.
    fn of(whole: &Packed) -> Root {
        let mut root = Root {
            left: Vec::new(),
            open: Vec::new(),
        };
        root.reset(whole);
        root
    }

    fn reset(&mut self, whole: &Packed) {
        let width = whole.shape.width;
        self.left.clear();
        self.left.extend(first_ones(whole.options.len(), width));
        self.open.clear();
        self.open.extend_from_slice(&whole.open);
    }
}

impl Kernel for Rows {
    fn name(&self) -> &'static str {
        "rows"
    }

    fn instruction_set(&self) -> &'static str {
        self.isa.name()
    }

    fn is_live(&self, option: OptionId) -> bool {
        let at = self.index[option.index()];
        at != IDLE && self.root.left[at as usize / Block::BITS].has(at as usize % Block::BITS)
    }

    fn exclude(&mut self, option: OptionId) {
        if self.is_live(option) {
            self.prior.push(Prior::Excluded(option));
            self.apply(Prior::Excluded(option));
        }
    }

    fn assume(&mut self, option: OptionId) -> bool {
        let live = self.is_live(option);
        if live {
            self.prior.push(Prior::Assumed(option));
            self.apply(Prior::Assumed(option));
        }
        live
    }

    fn mark(&self) -> usize {
        self.prior.len()
    }

    fn rollback(&mut self, mark: usize) {
        if self.prior.len() == mark {
            return;
        }
        self.prior.truncate(mark);
        self.root.reset(&self.packed[0]);
        for at in 0..mark {
            self.apply(self.prior[at]);
        }
    }

    fn advance(&mut self, nodes: u64) -> Step {
        self.visit(nodes, &mut |_| ControlFlow::Break(()))
    }

    fn visit(&mut self, nodes: u64, sink: Sink) -> Step {
        let last = self.effort.nodes.saturating_add(nodes);
        if self.fresh {
            self.fresh = false;
            self.start();
        }
        self.search_as_wide_as_can_be(last, sink)
    }

    fn rewind(&mut self) {
        self.frames.clear();
        self.chosen.clear();
        self.level = 0;
        self.entering = None;
        self.tally = Tally::default();
        self.fresh = true;
    }

    fn solution(&self, out: &mut Vec<OptionId>) {
        out.clear();
        out.extend_from_slice(&self.chosen);
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    #[cfg(test)]
    fn check(&self) {
        self.check_path();
    }
}
