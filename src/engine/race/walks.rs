//! How large a search is, by samples of it.
//!
//! First some of Knuth's [walks](crate::engine::estimate). They cost little, and where the branches of a node are much alike
//! they tell the size of the search to some ten per cent. Where few walks come to where most nodes are, they tell far too
//! little: a hundred times too little is common. What they have met is a plan for [`probe`]s, which do not.

use crate::engine::estimate::{Plan, Probe, Spread, Sum, probe, walk};
use crate::engine::kernel::{Inference, Kernel};
use crate::engine::limits::{Allowance, Limit};
use crate::engine::random::SplitMix;
use crate::problem::Part;

/// The work of a step of a walk beside that of the kernel, and for each branch that it looks at.
const WORK_OF_STEP: u64 = 300;
const WORK_OF_BRANCH: u64 = 10;
/// Branches that a probe keeps of each stratum, and a pilot: walks may have told far too little of deep strata, so that it
/// keeps many times as many.
const EACH: usize = 8;
const PILOT: usize = 2;
/// Probes in the first sample, and in all of them at most. Each sample has as many as all those before it.
const FIRST: usize = 8;
const MOST: usize = 512;
/// The first sample takes about this much work at most, unless a pilot and two probes take more.
const WORK_OF_FIRST: u64 = 1_000_000;
const LEAST: usize = 2;
/// No sample is drawn from a search that should have this many nodes: whatever is beside it goes on first.
const HOPELESS: f64 = 1e10;
/// A sample is good enough if no less than this part of what it tells is sure.
const GOOD: f64 = 0.3;

/// Walks and probes, with draws that are the same each time.
#[derive(Debug)]
pub(in crate::engine) struct Walks {
    walks: Vec<Probe>,
    plan: Option<Plan>,
    /// The numbers of nodes by each probe or, before there is any, by each walk.
    nodes: Vec<Sum>,
    probes: usize,
    spread: Option<Spread>,
    draws: SplitMix,
    /// The work of all of them, and how much of it the kernel has not counted.
    work: u64,
    uncounted: u64,
    /// What the next sample should take.
    next: u64,
}

/// What a sample is drawn from.
pub(super) struct Tree<'a> {
    pub(super) kernel: &'a mut dyn Kernel,
    pub(super) part: &'a Part,
    pub(super) inference: Inference,
}

impl Walks {
    pub(in crate::engine) fn new() -> Walks {
        Walks {
            walks: Vec::new(),
            plan: None,
            nodes: Vec::new(),
            probes: 0,
            spread: None,
            draws: SplitMix::new(1),
            work: 0,
            uncounted: 0,
            next: 0,
        }
    }

    /// Walks until `count` walks were made, or walks have taken `most` work.
    pub(super) fn walk(
        &mut self,
        (count, most): (usize, u64),
        tree: &mut Tree,
        allowance: &Allowance,
    ) -> Result<(), Limit> {
        let mut allowance = allowance.of_time();
        while self.walks.len() < count && (self.walks.is_empty() || self.work < most) {
            let walked = self.charge(tree, |tree, draws| {
                let of = (tree.part, tree.inference);
                walk(tree.kernel, of, &mut allowance, draws)
            })?;
            self.nodes.push(walked.nodes);
            self.walks.push(walked);
        }
        self.next = self.work * (EACH * (FIRST + 1)) as u64 / self.walks.len().max(1) as u64;
        self.spread = Some(Spread::of(&self.nodes));
        Ok(())
    }

    /// Makes the next sample of probes.
    pub(super) fn probe(&mut self, tree: &mut Tree, allowance: &Allowance) -> Result<(), Limit> {
        let mut allowance = allowance.of_time();
        let last = self.work + WORK_OF_FIRST;
        let (plan, count, least) = match self.plan.take() {
            Some(plan) => (plan, self.probes, self.probes),
            None => {
                let plan = Plan::default().keeping(PILOT, &self.walks);
                let pilot = self.probe_once(tree, &plan, &mut allowance)?;
                self.nodes.clear();
                (plan.keeping(EACH, &[pilot]), FIRST, LEAST)
            }
        };
        let begun = (self.work, self.nodes.len());
        for made in 0..count {
            if made >= least && self.work >= last {
                break;
            }
            let probed = self.probe_once(tree, &plan, &mut allowance)?;
            self.nodes.push(probed.nodes);
        }
        self.probes = self.nodes.len();
        self.plan = Some(plan);
        let of_one = (self.work - begun.0) / (self.probes - begun.1) as u64;
        self.next = of_one * self.probes as u64;
        self.spread = Some(Spread::of(&self.nodes));
        Ok(())
    }

    fn probe_once(
        &mut self,
        tree: &mut Tree,
        plan: &Plan,
        allowance: &mut Allowance,
    ) -> Result<Probe, Limit> {
        self.charge(tree, |tree, draws| {
            let of = (tree.part, tree.inference);
            probe(tree.kernel, of, plan, allowance, draws)
        })
    }

    /// Makes one walk or probe, and counts its work.
    fn charge(
        &mut self,
        tree: &mut Tree,
        make: impl FnOnce(&mut Tree, &mut SplitMix) -> Result<Probe, Limit>,
    ) -> Result<Probe, Limit> {
        let (work, nodes) = (tree.kernel.work(), tree.kernel.effort().nodes);
        let made = make(tree, &mut self.draws);
        let looked_at = made.as_ref().map_or(0, |probe| probe.looked_at);
        let steps = tree.kernel.effort().nodes - nodes;
        let uncounted = WORK_OF_STEP * steps + WORK_OF_BRANCH * looked_at;
        self.uncounted += uncounted;
        self.work += tree.kernel.work() - work + uncounted;
        made
    }

    /// The work that the next sample should take; `None` if there is none.
    pub(super) fn next(&self) -> Option<u64> {
        let spread = self.spread?;
        let is_open = self.probes < MOST && spread.mean < HOPELESS;
        is_open.then_some(self.next)
    }

    /// Whether what is known is hardly more than a guess.
    pub(super) fn is_vague(&self) -> bool {
        self.spread.is_none_or(|spread| spread.low < GOOD)
    }

    /// Whether what is known comes from probes: walks alone may tell far too little.
    pub(super) fn has_probes(&self) -> bool {
        self.probes > 0
    }

    /// How much of the work the kernel has not counted.
    pub(super) fn uncounted(&self) -> u64 {
        self.uncounted
    }

    /// About how many nodes the search has; `None` before the first sample.
    pub(super) fn nodes(&self) -> Option<Spread> {
        self.spread
    }
}
