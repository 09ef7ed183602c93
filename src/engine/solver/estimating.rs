//! How a [`Solver`] estimates: it searches for a while, and if that is not the end, goes through samples of the search.

use std::ops::ControlFlow;

use rand_core::Rng;

use super::Solver;
use super::run::Group;
use crate::engine::count::Count;
use crate::engine::estimate::{self as probes, Beginning, Estimate, GROUP, Plan, Probe, Sum};
use crate::engine::fits::Unsupported;
use crate::engine::kernel::{Inference, Step};
use crate::engine::limits::{Limit, Status, Stopwatch};

/// Nodes of the search before the probes: it tells all of a small problem, and of a large one what a node takes.
const FIRST: u64 = 1 << 15;
/// Walks that the first plan is made after, and probes for each better one.
const WALKS: usize = 64;
const PILOTS: usize = 8;

impl Solver {
    /// Estimates how many solutions there are, and how many nodes a search for all of them enters, by `probes` random
    /// probes. An estimate of the same problem by as many probes with the same random numbers is the same on
    /// every machine and with any number of [threads](Self::threads), but for the [time](Estimate::seconds_per_node).
    ///
    /// It is exact if the whole search takes no more than some ten thousand nodes. Else a probe is a search that visits
    /// some thousand nodes, or ten thousands of a large problem; four times as many probes tell twice as precisely. A limit
    /// of time, a limit of nodes and the cancel flag stop the probes, as [`status`](Self::status) tells, and the estimate
    /// is by those that were finished, fewer than were asked for, perhaps none.
    ///
    /// Every verb after it starts again.
    ///
    /// # Errors
    /// If estimates do not support what the problem asks for, such as bounds.
    ///
    /// ```
    /// use dominox::puzzles::{Puzzle, model};
    /// use dominox::Solver;
    /// use rand_chacha::ChaCha8Rng;
    /// use rand_chacha::rand_core::SeedableRng;
    ///
    /// let dominoes = model("dominoes 16x16")?;
    /// let estimate =
    ///     Solver::new(dominoes.problem())?.estimate(64, &mut ChaCha8Rng::seed_from_u64(1))?;
    /// let tilings = 2_444_888_770_250_892_795_802_079_170_816u128.into();
    /// assert!(estimate.solutions.low.to_biguint() < tilings);
    /// assert!(estimate.solutions.high.is_some_and(|high| high.to_biguint() > tilings));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn estimate(&mut self, probes: u32, rng: &mut impl Rng) -> Result<Estimate, Unsupported> {
        let mut beginning = Beginning::new(&self.problem)?;
        self.run.group = None;
        self.begin(Group::Solutions);
        let searched = self.search_beginning(&mut beginning);
        self.run.found = Count::from(beginning.solutions);
        let (estimate, status) = match searched {
            Ok(true) => (beginning.exact(), Status::Exhausted),
            Ok(false) => {
                let mut done = Vec::new();
                let limit = self.probe_on(&beginning, probes as usize, &mut done, rng);
                let status = limit.map_or_else(Status::Stopped, |()| Status::Open);
                (beginning.by_probes(&done), status)
            }
            Err(limit) => (beginning.by_probes(&[]), Status::Stopped(limit)),
        };
        self.run.status = status;
        self.run.group = None;
        Ok(estimate)
    }

    /// Searches for a while; whether that was all.
    fn search_beginning(&mut self, beginning: &mut Beginning) -> Result<bool, Limit> {
        let begun = Stopwatch::start();
        while beginning.nodes < FIRST {
            let nodes = self.run.allowance.slice()?.min(FIRST - beginning.nodes);
            let before = self.search.effort().nodes;
            let step = self.search.turn(nodes, &mut |_| {
                beginning.solutions += 1;
                ControlFlow::Continue(())
            });
            let entered = self.search.effort().nodes - before;
            self.run.allowance.spend_nodes(entered);
            beginning.nodes += entered;
            beginning.time = begun.elapsed();
            if step == Step::Exhausted {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Makes a plan, and then `probes` probes by it, which are `done` group by group.
    fn probe_on(
        &mut self,
        beginning: &Beginning,
        probes: usize,
        done: &mut Vec<Probe>,
        rng: &mut impl Rng,
    ) -> Result<(), Limit> {
        let mut ratio = Sum::from(beginning.nodes).ratio(Sum::from(beginning.solutions));
        let (mut nodes, mut solutions) = (Sum::default(), Sum::default());
        let entries = self.problem.entry_count();
        let mut make = |plan: Option<&Plan>, count: usize, done: &mut Vec<Probe>| {
            let last = done.len() + count;
            while done.len() < last {
                let before = done.len();
                self.probe_group((plan, ratio), (last - before).min(GROUP), done, rng)?;
                if plan.is_some() {
                    for probe in &done[before..] {
                        nodes.add(probe.nodes);
                        solutions.add(probe.solutions);
                    }
                }
                if !solutions.is_zero() {
                    ratio = nodes.ratio(solutions);
                }
            }
            Ok(())
        };
        let mut pilots = Vec::new();
        make(None, WALKS, &mut pilots)?;
        let mut plan = Plan::after(&pilots, entries);
        for _ in 0..2 {
            pilots.clear();
            make(Some(&plan), PILOTS, &mut pilots)?;
            plan = Plan::after(&pilots, entries);
        }
        make(Some(&plan), probes, done)
    }

    /// Makes a group of `count` probes, where this many nodes were entered for each solution. Those before a limit are done.
    fn probe_group(
        &mut self,
        (plan, nodes_per_solution): (Option<&Plan>, f64),
        count: usize,
        done: &mut Vec<Probe>,
        rng: &mut impl Rng,
    ) -> Result<(), Limit> {
        let (kernel, others) = self.search.kernel_and_more();
        let inference = match nodes_per_solution > kernel.looks_closely_above() {
            true => Inference::Full,
            false => Inference::Forced,
        };
        let group = probes::Group {
            part: &self.part,
            plan,
            inference,
        };
        let made = group.run(count, kernel, others, &mut self.run.allowance, rng);
        self.run.beside = self.run.beside.with(made.beside);
        done.extend(made.probes);
        made.limit
    }
}
