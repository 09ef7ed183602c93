//! How a [`Solver`] estimates: it searches for a while, and if that does not complete the search, it takes samples of it.

use std::ops::ControlFlow;

use rand_core::Rng;

use super::Solver;
use super::run::Group;
use crate::engine::count::Count;
use crate::engine::estimate::{self as probes, Beginning, Estimate, GROUP, Met, Plan, Probe, Sum};
use crate::engine::fits::Unsupported;
use crate::engine::kernel::{Inference, Step};
use crate::engine::limits::{Limit, Status, Stopwatch};

/// Nodes of the search before the probes: it completes a small problem, and measures what a node of a large one takes.
const FIRST: u64 = 1 << 15;
/// Nodes of it between two looks at its work.
const SLICE: u64 = 1 << 6;
/// The walks before the first plan, and the probes for each better plan.
const WALKS: usize = 64;
const PILOTS: usize = 8;
/// If the number of probes is open, it is `PROBES`, or less if they would take more than this work.
const PROBES: usize = 64;
const WORK: u64 = 4_000_000_000;
/// Fewer probes than this have no plan of their own.
const FEW: usize = 8;

impl Solver {
    /// Estimates how many solutions there are, and how many nodes a search for all of them enters, by `probes` random probes
    /// (eight, for 0 or 1). `None` stands for 64 probes or, if these take more than some seconds of processor time, for fewer
    /// or simpler ones. With the same number of probes and the same random numbers, the estimate is the same on every machine
    /// and with any number of [threads](Self::threads), except for the [time](Estimate::seconds_per_node).
    ///
    /// It is exact if the whole search takes no more than some ten thousand nodes. Otherwise a probe is a search that visits
    /// some thousand nodes, or tens of thousands in a large problem; four times as many probes halve the error. A limit of time
    /// or nodes and the cancel flag stop the probes; then [`status`](Self::status) says so, and the estimate uses the probes
    /// that were finished or, if these are fewer than two, random walks, which usually underestimate.
    ///
    /// Any verb after it starts again.
    ///
    /// # Errors
    /// If estimates do not support the problem.
    ///
    /// ```
    /// use dominox::puzzles::{Puzzle, model};
    /// use dominox::Solver;
    /// use rand_chacha::ChaCha8Rng;
    /// use rand_chacha::rand_core::SeedableRng;
    ///
    /// let dominoes = model("dominoes 16x16")?;
    /// let estimate =
    ///     Solver::new(dominoes.problem())?.estimate(None, &mut ChaCha8Rng::seed_from_u64(1))?;
    /// let tilings = 2_444_888_770_250_892_795_802_079_170_816u128.into();
    /// assert!(estimate.solutions.low.to_biguint() < tilings);
    /// assert!(estimate.solutions.high.is_some_and(|high| high.to_biguint() > tilings));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn estimate(
        &mut self,
        probes: Option<u32>,
        rng: &mut impl Rng,
    ) -> Result<Estimate, Unsupported> {
        let mut beginning = Beginning::new(&self.problem)?;
        self.run.group = None;
        self.begin(Group::Solutions);
        let most = probes.map_or(WORK / 4, |_| u64::MAX);
        let searched = self.search_beginning(&mut beginning, most);
        self.run.found = Count::from(beginning.solutions);
        let (estimate, status) = match searched {
            Ok(true) => (beginning.exact(), Status::Exhausted),
            Ok(false) => {
                let mut probing = Probing::new(self, &beginning, rng);
                let limit = match probes {
                    Some(probes) => probing.make_all(probes as usize),
                    None => probing.make_some(WORK),
                };
                let status = limit.map_or_else(Status::Stopped, |()| Status::Open);
                (probing.estimate(beginning), status)
            }
            Err(limit) => (beginning.by_probes(&[]), Status::Stopped(limit)),
        };
        self.run.status = status;
        self.run.group = None;
        Ok(estimate)
    }

    /// Searches for a while, with `most` work at most; whether that was all.
    fn search_beginning(&mut self, beginning: &mut Beginning, most: u64) -> Result<bool, Limit> {
        let (begun, before) = (Stopwatch::start(), self.search.work());
        while beginning.nodes < FIRST && self.search.work() - before < most {
            let left = FIRST - beginning.nodes;
            let nodes = self.run.allowance.slice()?.min(left).min(SLICE);
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

/// Probes under way.
struct Probing<'a, R> {
    solver: &'a mut Solver,
    rng: &'a mut R,
    nodes_per_solution: f64,
    /// What probes by plans have met.
    nodes: Sum,
    solutions: Sum,
    /// The walks, and the probes of each plan.
    made: Vec<Vec<Probe>>,
    /// What the last of them met.
    met: Met,
    entries: usize,
}

impl<'a, R: Rng> Probing<'a, R> {
    fn new(solver: &'a mut Solver, beginning: &Beginning, rng: &'a mut R) -> Probing<'a, R> {
        Probing {
            nodes_per_solution: Sum::from(beginning.nodes).ratio(Sum::from(beginning.solutions)),
            entries: solver.problem.entry_count(),
            solver,
            rng,
            nodes: Sum::default(),
            solutions: Sum::default(),
            made: Vec::new(),
            met: Met::default(),
        }
    }

    /// By the probes of the last plan that has two or more; by walks, if there is none.
    fn estimate(self, beginning: Beginning) -> Estimate {
        let mut plans = self.made.iter().skip(1).rev();
        match plans.find(|probes| probes.len() > 1) {
            Some(probes) => beginning.by_probes(probes),
            None => beginning.by_walks(self.made.first().map_or(&[], |walks| walks)),
        }
    }

    /// Makes plans, and then `count` probes.
    fn make_all(&mut self, count: usize) -> Result<(), Limit> {
        self.make(None, WALKS)?;
        for count in [PILOTS, PILOTS, count] {
            let plan = self.better_plan();
            self.make(Some(&plan), count)?;
        }
        Ok(())
    }

    /// Makes as many probes as this work allows: by the first plan, if they are [`FEW`], or only walks, if not even one is affordable.
    fn make_some(&mut self, work: u64) -> Result<(), Limit> {
        self.make(None, 1)?;
        self.make_more(None, self.affordable(FEW - 1, work / 4).max(1))?;
        self.make_more(None, self.affordable(WALKS - FEW, work / 4))?;
        let plan = self.better_plan();
        if plan.work(self.work_of_one()) > work {
            return Ok(());
        }
        self.make(Some(&plan), 1)?;
        if self.affordable(2 * PILOTS, work / 2) < 2 * PILOTS {
            return self.make_more(Some(&plan), self.affordable(PROBES, work).max(1));
        }
        self.make_more(Some(&plan), PILOTS - 1)?;
        for most in [PILOTS, PROBES] {
            let count = self.affordable(most, work);
            let plan = self.better_plan();
            self.make(Some(&plan), count)?;
        }
        Ok(())
    }

    /// How many more probes as the last ones may be made until all of this work is spent, but no more than `most`.
    fn affordable(&self, most: usize, work: u64) -> usize {
        let spent: u64 = self.made.iter().flatten().map(|probe| probe.spent).sum();
        let more = work.saturating_sub(spent) / self.work_of_one();
        usize::try_from(more).map_or(most, |more| more.min(most))
    }

    /// The work of one of the last probes, on the average.
    fn work_of_one(&self) -> u64 {
        let last = self.made.last().map_or(&[][..], |probes| probes);
        let spent: u64 = last.iter().map(|probe| probe.spent).sum();
        (spent / last.len().max(1) as u64).max(1)
    }

    fn better_plan(&self) -> Plan {
        Plan::after(&self.met, self.entries)
    }

    fn make(&mut self, plan: Option<&Plan>, count: usize) -> Result<(), Limit> {
        self.made.push(Vec::new());
        self.met = Met::default();
        self.make_more(plan, count)
    }

    /// Makes this many probes more, in addition to the last ones.
    fn make_more(&mut self, plan: Option<&Plan>, count: usize) -> Result<(), Limit> {
        let done = self.made.last_mut().expect("some were made before");
        let last = done.len() + count;
        while done.len() < last {
            let before = done.len();
            let by = (plan, self.nodes_per_solution);
            self.solver
                .probe_group(by, (last - before).min(GROUP), done, self.rng)?;
            for probe in &mut done[before..] {
                self.met.add(probe);
                if plan.is_some() {
                    self.nodes.add(probe.nodes);
                    self.solutions.add(probe.solutions);
                }
            }
            if !self.solutions.is_zero() {
                self.nodes_per_solution = self.nodes.ratio(self.solutions);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::random::SplitMix;
    use crate::problem::Problem;

    #[test]
    fn probes_are_as_many_as_the_work_allows() {
        // Pairs of twenty things.
        let mut text = String::from("a b c d e f g h i j k l m n o p q r s t\n");
        for first in 'a'..='t' {
            for second in (first..='t').skip(1) {
                text += &format!("{first} {second}\n");
            }
        }
        let pairs = Problem::parse(&text).unwrap();
        let made = |work: u64| {
            let mut solver = Solver::new(&pairs).unwrap();
            let mut rng = SplitMix::new(1);
            solver.begin(Group::Solutions);
            let mut probing = Probing::new(&mut solver, &Beginning::default(), &mut rng);
            probing.make_some(work).unwrap();
            let spent: u64 = probing.made.iter().flatten().map(|probe| probe.spent).sum();
            let numbers = Vec::from_iter(probing.made.iter().map(Vec::len));
            (numbers, spent)
        };
        let (all, needed) = made(u64::MAX);
        assert_eq!(all, [WALKS, PILOTS, PILOTS, PROBES]);
        assert_eq!(made(0).0, [2]);
        for part in [2, 4, 8, 16] {
            let (numbers, spent) = made(needed / part);
            let &probes = numbers.last().unwrap();
            assert!((2..PROBES).contains(&probes), "1 / {part}: {numbers:?}");
            assert!(
                spent < needed / part * 5 / 4,
                "1 / {part}: {spent} of {needed}"
            );
        }
    }
}
