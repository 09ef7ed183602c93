//! The size of a search, estimated from samples.
//!
//! First some of Knuth's [walks](crate::engine::estimate). They cost little, and if the branches of a node are similar, they
//! estimate the size of the search to within ten per cent or so. Where few walks reach the depth that has most nodes, their
//! estimate is far too small, often by a factor of a hundred. [`probe`]s, which follow a plan made from the walks, work even
//! then.

use crate::engine::estimate::{Met, Plan, Probe, Spread, Sum, probe, walk};
use crate::engine::kernel::{Inference, Kernel};
use crate::engine::limits::{Allowance, Limit};
use crate::engine::random::SplitMix;
use crate::problem::Part;

/// The work of a step of a walk beside that of the kernel, and for each branch that it looks at.
const WORK_OF_STEP: u64 = 300;
const WORK_OF_BRANCH: u64 = 10;
/// Branches of each stratum that a probe keeps, and that a pilot should keep: where walks have met too little of a stratum, a
/// pilot keeps many times as many.
const EACH: usize = 8;
const PILOT: usize = 2;
/// Probes in the first sample, and in all samples at most. Each sample has as many as all those before it.
const FIRST: usize = 8;
const MOST: usize = 512;
/// The first sample takes about this much work at most, unless a pilot and two probes take more.
const WORK_OF_FIRST: u64 = 1_000_000;
const LEAST: usize = 2;
/// A sample is cut short if it takes this many times as much as it should, and no less than the first one may.
const CUT: u64 = 4;
/// No estimate is too large on the average, so hardly any is this many times too large.
const UNLIKELY: f64 = 100.0;
/// No more samples are drawn from a search that should have this many nodes: the sweep continues first anyway. So a few walks are enough
/// if they show that it hardly has fewer.
const HOPELESS: f64 = 1e10;
const FEW_WALKS: u32 = 4;
/// As long as walks are few, they may take this many times as much as all of them should: fewer say too little.
const WIDER: u64 = 4;

/// Walks and probes, with draws that are the same each time.
#[derive(Debug)]
pub(in crate::engine) struct Samples {
    /// What the walks met.
    walks: Met,
    plan: Option<Plan>,
    /// The numbers of nodes by each probe or, before there is any, by each walk.
    nodes: Vec<Sum>,
    probes: usize,
    /// The last probe was cut short, or the probes estimate far less than an earlier one did. The next sample begins anew.
    is_void: bool,
    spread: Option<Spread>,
    /// The nodes of the probes that are entered, and their work.
    entered: Sum,
    work_of_entered: Sum,
    /// The largest estimate of a probe.
    largest: f64,
    draws: SplitMix,
    /// The work of all of them, and the nodes that they entered.
    work: u64,
    steps: u64,
    /// What the next sample should take.
    next: u64,
}

/// What a sample is drawn from.
pub(super) struct Tree<'a> {
    pub(super) kernel: &'a mut dyn Kernel,
    pub(super) part: &'a Part,
    pub(super) inference: Inference,
}

impl Samples {
    pub(in crate::engine) fn new() -> Samples {
        Samples {
            walks: Met::default(),
            plan: None,
            nodes: Vec::new(),
            probes: 0,
            is_void: false,
            spread: None,
            entered: Sum::default(),
            work_of_entered: Sum::default(),
            largest: 0.0,
            draws: SplitMix::new(1),
            work: 0,
            steps: 0,
            next: 0,
        }
    }

    /// Samples until `count` walks were made, or enough of them have taken `most` work, or a few show that the search is hopeless.
    pub(super) fn walk(
        &mut self,
        (count, most): (u32, u64),
        tree: &mut Tree,
        allowance: &Allowance,
    ) -> Result<(), Limit> {
        let mut allowance = allowance.of_time();
        while !self.has_walked((count, most)) {
            let mut walked = self.charge(tree, |tree, draws| {
                let of = (tree.part, tree.inference);
                walk(tree.kernel, of, &mut allowance, draws)
            })?;
            self.nodes.push(walked.nodes);
            self.walks.add(&mut walked);
            let is_due = self.walks.pilots() == FEW_WALKS;
            if is_due && Spread::of(&self.nodes).mean > UNLIKELY * HOPELESS {
                break;
            }
        }
        self.next = self.work * (EACH * (FIRST + 1)) as u64 / u64::from(self.walks.pilots().max(1));
        self.spread = Some(Spread::of(&self.nodes));
        Ok(())
    }

    /// Whether `count` walks were made, or some that took `most` work. Until half of them are made they may take more.
    fn has_walked(&self, (count, most): (u32, u64)) -> bool {
        let most = match self.walks.pilots() {
            0 => return false,
            few if few < count / 2 => most.saturating_mul(WIDER),
            _ => most,
        };
        self.walks.pilots() >= count || self.work >= most
    }

    /// Makes the next sample of probes. One that takes far more than it should, or more than this at `most`, is cut short: all
    /// that it shows is that the search is large.
    pub(super) fn probe(
        &mut self,
        tree: &mut Tree,
        most: u64,
        allowance: &Allowance,
    ) -> Result<(), Limit> {
        let mut allowance = allowance.of_time();
        let begun = self.work;
        let last = begun + WORK_OF_FIRST;
        let most = most.max(self.next);
        let end = begun + WORK_OF_FIRST.max(most.min(CUT.saturating_mul(self.next)));
        if std::mem::take(&mut self.is_void) {
            (self.probes, self.plan) = (0, None);
        }
        let Some(plan) = self.plan(tree, end, &mut allowance)? else {
            self.close_sample(begun, 1);
            return Ok(());
        };
        let (count, least) = match self.probes {
            0 => (FIRST, LEAST),
            before => (before, before),
        };
        let mut made = 0;
        while !self.is_void && (made < least || made < count && self.work < last) {
            let probed = self.probe_once(tree, (&plan, end), &mut allowance)?;
            self.note(&probed);
            made += 1;
        }
        self.close_sample(begun, made);
        Ok(())
    }

    /// The plan of all probes, which walks and a pilot make; `None` if the pilot was cut short.
    fn plan(
        &mut self,
        tree: &mut Tree,
        end: u64,
        allowance: &mut Allowance,
    ) -> Result<Option<Plan>, Limit> {
        if self.plan.is_none() {
            let plan = Plan::keeping(PILOT, &self.walks);
            let pilot = self.probe_once(tree, (&plan, end), allowance)?;
            match pilot.is_cut {
                true => self.note(&pilot),
                false => self.plan = Some(Plan::keeping(EACH, &Met::of([pilot]))),
            }
        }
        Ok(self.plan.clone())
    }

    /// Makes a probe that is cut short where the work of all samples has come to `end`.
    fn probe_once(
        &mut self,
        tree: &mut Tree,
        (plan, end): (&Plan, u64),
        allowance: &mut Allowance,
    ) -> Result<Probe, Limit> {
        let work_of_step = (self.work / self.steps.max(1)).max(1);
        let most = (end.saturating_sub(self.work) / work_of_step).max(1);
        self.charge(tree, |tree, draws| {
            let of = (tree.part, tree.inference);
            probe(tree.kernel, of, (plan, most), allowance, draws)
        })
    }

    fn note(&mut self, probed: &Probe) {
        if self.probes == 0 {
            self.nodes.clear();
            (self.entered, self.work_of_entered) = Default::default();
        }
        self.nodes.push(probed.nodes);
        if !probed.is_cut {
            self.entered.add(probed.nodes);
            self.work_of_entered.add(probed.work);
        }
        self.probes += 1;
        self.is_void = probed.is_cut;
        self.largest = self.largest.max(probed.nodes.at_scale(0));
    }

    /// After a sample of `made` probes that began at this work.
    fn close_sample(&mut self, begun: u64, made: usize) {
        let work = self.work - begun;
        let spread = Spread::of(&self.nodes);
        self.is_void |= self.largest > UNLIKELY * spread.mean * spread.high;
        self.next = match self.is_void {
            true => 2 * work,
            false => work / made as u64 * self.probes as u64,
        };
        self.spread = Some(spread);
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
        self.steps += steps;
        self.work += tree.kernel.work() - work + uncounted;
        made
    }

    /// The work that the next sample should take; `None` if there is none.
    pub(super) fn next(&self) -> Option<u64> {
        let spread = self.spread?;
        let is_open = self.probes < MOST && spread.mean < HOPELESS;
        is_open.then_some(self.next)
    }

    /// Whether the estimate comes from whole probes: that of walks alone may be far too small.
    pub(super) fn has_probes(&self) -> bool {
        self.probes > 0 && !self.is_void
    }

    /// Whether the first sample of probes was drawn, though they may have been cut short.
    pub(super) fn has_tried_probes(&self) -> bool {
        self.probes > 0
    }

    /// The work of all of them.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// The work of an average node of the search, as probes estimate it; `None` before there is one.
    pub(super) fn work_of_node(&self) -> Option<f64> {
        let is_known = !self.entered.is_zero();
        is_known.then(|| self.work_of_entered.ratio(self.entered))
    }

    /// About how many nodes the search has; `None` before the first sample.
    pub(super) fn nodes(&self) -> Option<Spread> {
        self.spread
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::ops::ControlFlow;

    use rand_core::TryRng;

    use super::*;
    use crate::engine::choose::choose;
    use crate::engine::fits::KernelName;
    use crate::engine::kernel::Step;
    use crate::engine::limits::Limits;
    use crate::problem::Problem;

    /// Links between places that have one of 40 colours each. From a colour, some six options lead to colours of the next
    /// place, drawn at random; half of the colours lead nowhere.
    fn chain(links: usize) -> Problem {
        const COLORS: u64 = 40;
        let mut draws = SplitMix::new(5);
        let mut below = |bound: u64| draws.try_next_u64().unwrap_or_default() % bound;
        let names = |prefix: &str, count| {
            (0..count).fold(String::new(), |s, i| s + &format!("{prefix}{i} "))
        };
        let mut text = format!("{}| {}", names("l", links), names("p", links + 1));
        for link in 0..links {
            for from in (0..COLORS).filter(|color| (color + link as u64).is_multiple_of(2)) {
                for _ in 0..6 {
                    write!(
                        text,
                        "\nl{link} p{link}:{from} p{}:{}",
                        link + 1,
                        below(COLORS)
                    )
                    .unwrap();
                }
            }
        }
        Problem::parse(&text).unwrap()
    }

    /// The items `c` are covered by options that cover one more item each: a path with two ends for each.
    fn queens(size: usize) -> Problem {
        let mut text = String::new();
        for i in 0..size {
            write!(text, "r{i} c{i} ").unwrap();
        }
        text.push('|');
        for i in 0..2 * size {
            write!(text, " a{i} b{i}").unwrap();
        }
        for (r, c) in (0..size).flat_map(|r| (0..size).map(move |c| (r, c))) {
            write!(text, "\nr{r} c{c} a{} b{}", r + c, size + r - c).unwrap();
        }
        Problem::parse(&text).unwrap()
    }

    /// Nodes, and the work of an average node.
    fn nodes(kernel: &mut dyn Kernel, part: &Part) -> (f64, f64) {
        let before = (kernel.effort().nodes, kernel.work());
        kernel.enter(part, Inference::Forced);
        while kernel.visit(u64::MAX, &mut |_| ControlFlow::Continue(())) == Step::Paused {}
        let nodes = (kernel.effort().nodes - before.0) as f64;
        (nodes, (kernel.work() - before.1) as f64 / nodes)
    }

    fn unlimited() -> Allowance {
        let mut allowance = Allowance::default();
        allowance.renew(&Limits::default());
        allowance
    }

    /// Few walks are enough for a search that never ends, and all are made for one that does.
    #[test]
    fn walks_end_soon_where_a_search_does_not() {
        for (items, walks) in [(3, 32), (20, FEW_WALKS)] {
            let names = Vec::from_iter((0..items).map(|item| format!("i{item}")));
            let options = names.iter().map(|name| format!("\n{name}").repeat(10));
            let text = names.join(" ") + &options.collect::<String>();
            let problem = Problem::parse(&text).unwrap();
            let mut kernel = choose(&problem, Some(KernelName::Links)).unwrap();
            let allowance = unlimited();
            let mut tree = Tree {
                kernel: &mut *kernel,
                part: &Part::default(),
                inference: Inference::Forced,
            };
            let mut samples = Samples::new();
            samples.walk((32, u64::MAX), &mut tree, &allowance).unwrap();
            assert_eq!(samples.walks.pilots(), walks, "{items} items");
        }
    }

    #[test]
    fn samples_enclose_the_number_of_nodes() {
        for (name, problem) in [
            ("queens", queens(8)),
            ("chain", chain(7)),
            ("longer", chain(10)),
        ] {
            let mut kernel = choose(&problem, Some(KernelName::Links)).unwrap();
            let part = Part::default();
            let (truth, each) = nodes(&mut *kernel, &part);
            let allowance = unlimited();
            let mut tree = Tree {
                kernel: &mut *kernel,
                part: &part,
                inference: Inference::Forced,
            };
            let mut samples = Samples::new();
            samples.walk((32, u64::MAX), &mut tree, &allowance).unwrap();
            assert!(!samples.has_probes(), "{name}");
            for sample in 0..4 {
                samples.probe(&mut tree, u64::MAX, &allowance).unwrap();
                let Spread { mean, low, high } = samples.nodes().unwrap();
                assert!(
                    mean * low <= truth && truth <= mean * high,
                    "{name}: {truth} nodes, after sample {sample} {mean} · {low} … {high}"
                );
            }
            let sure = samples.nodes().unwrap().low;
            assert!(sure > 0.3, "{name}: {sure}");
            let work = samples.work_of_node().unwrap();
            assert!(
                0.8 * each <= work && work <= 1.25 * each,
                "{name}: {work} for {each}"
            );
        }
    }

    /// Probes that take many times as much as was expected.
    #[test]
    fn a_sample_takes_no_more_than_its_budget() {
        let problem = chain(60);
        let mut kernel = choose(&problem, Some(KernelName::Links)).unwrap();
        let allowance = unlimited();
        let mut tree = Tree {
            kernel: &mut *kernel,
            part: &Part::default(),
            inference: Inference::Forced,
        };
        let mut samples = Samples::new();
        samples.walk((1, 0), &mut tree, &allowance).unwrap();
        samples.next = 0;
        let mut void = 0;
        while void == 0 || samples.is_void {
            let (next, work) = (samples.next, samples.work);
            samples.probe(&mut tree, u64::MAX, &allowance).unwrap();
            let work = samples.work - work;
            let budget = WORK_OF_FIRST.max(CUT * next);
            assert!(work <= budget + budget / 4, "{work} of {budget}");
            assert_eq!(samples.has_probes(), !samples.is_void);
            void += usize::from(samples.is_void);
        }
        let Spread { mean, high, .. } = samples.nodes().unwrap();
        assert!(mean * high > 1e28, "{mean} · {high}");
    }
}
