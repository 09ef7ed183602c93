//! The loops that lanes and rows share: from level to level of packing, and from node to node within a level.
//!
//! A kernel that packs what is left of a problem searches it as a problem of its own, in a *level* above the one before. Each
//! level is a [`walk`] through its nodes, compiled for the shape of the level; it ends with a [`Pass`] that says what to do.

use super::kernel::{Sink, Step};
use super::simd::OnBlocks;
use super::simd::block::Simd;
use crate::problem::OptionId;

/// Why the walk through a level ended.
pub(super) enum Pass {
    /// It is at a solution, or the nodes are used up.
    Stopped(Step),
    /// What is left at the last node is to be packed.
    Packs,
    /// There is no room for another node.
    Full,
    /// Nothing is left to search in this level.
    Exhausted,
}

/// A kernel that searches in levels.
pub(super) trait Levels {
    /// Walks through the last level until `last` nodes have been entered in all; small shapes are `UNROLLED`.
    fn pass<S: Simd, const UNROLLED: bool>(&mut self, simd: S, last: u64, sink: Sink) -> Pass;

    /// Packs what is left at the last node into a level of its own.
    fn pack_last(&mut self);

    /// Makes room for another node.
    fn make_room(&mut self);

    /// Goes back to the level before; `false` if there is none.
    fn leave_level(&mut self) -> bool;
}

/// Continues until `sink` breaks, or `last` nodes have been entered, or nothing is left.
pub(super) struct Search<'a, 'b, K> {
    pub(super) kernel: &'a mut K,
    pub(super) last: u64,
    pub(super) sink: Sink<'b>,
}

impl<K: Levels> OnBlocks for Search<'_, '_, K> {
    type Output = Step;

    #[inline(always)]
    fn run<S: Simd, const UNROLLED: bool>(self, simd: S) -> Step {
        let Search { kernel, last, sink } = self;
        loop {
            match kernel.pass::<S, UNROLLED>(simd, last, sink) {
                Pass::Stopped(step) => return step,
                Pass::Packs => kernel.pack_last(),
                Pass::Full => kernel.make_room(),
                Pass::Exhausted if !kernel.leave_level() => return Step::Exhausted,
                Pass::Exhausted => {}
            }
        }
    }
}

/// The result of entering a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Settled<B> {
    /// Some item has no option left.
    DeadEnd,
    /// All items are covered.
    Solution,
    /// Neither yet: the node is branched on here.
    Branch(B),
}

/// The effort since the search began.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Tally {
    /// Nodes entered, and solutions among them.
    pub(super) nodes: u64,
    pub(super) solutions: u64,
    /// Options chosen or forced.
    pub(super) updates: u64,
    /// In lanes: lanes that had one option when all were counted, also in dead ends.
    pub(super) forced: u64,
    /// In lanes: rounds in which options were forced.
    pub(super) rounds: u64,
    /// In rows: nodes entered without choosing an option, such as the root.
    pub(super) unchosen: u64,
    /// In rows: solutions below nodes all of whose branches are solutions.
    pub(super) below_last: u64,
}

/// The nodes of a level.
pub(super) trait Nodes {
    /// How a node is entered, and where it is branched on.
    type Entry;
    type Branch;

    /// The effort; the walk counts nodes and solutions in it.
    fn tally(&mut self) -> &mut Tally;

    /// How to enter the next node, or why there is none.
    fn next(&mut self) -> Result<Self::Entry, Pass>;

    /// Enters a node, and follows forced options there.
    fn enter(&mut self, entry: Self::Entry) -> Settled<Self::Branch>;

    /// Branches on the node that was entered last, unless the walk ends there.
    fn branch(&mut self, branch: Self::Branch) -> Result<(), Pass>;

    /// The options of the solution that was entered last.
    fn chosen(&self) -> &[OptionId];
}

/// Goes from node to node until `last` nodes have been entered or the level ends.
#[inline(always)]
pub(super) fn walk(level: &mut impl Nodes, last: u64, sink: Sink) -> Pass {
    loop {
        if level.tally().nodes >= last {
            return Pass::Stopped(Step::Paused);
        }
        let entry = match level.next() {
            Ok(entry) => entry,
            Err(pass) => return pass,
        };
        level.tally().nodes += 1;
        match level.enter(entry) {
            Settled::DeadEnd => {}
            Settled::Solution => {
                level.tally().solutions += 1;
                if sink(level.chosen()).is_break() {
                    return Pass::Stopped(Step::Solution);
                }
            }
            Settled::Branch(branch) => {
                if let Err(pass) = level.branch(branch) {
                    return pass;
                }
            }
        }
    }
}
