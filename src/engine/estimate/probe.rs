//! One probe: a search of a sample of the branches.
//!
//! Nodes are classified by how much is left there, their *stratum*: subtrees with the same number of items left have
//! similar sizes. Each stratum has an *aim*: how many nodes one of its branches should stand for, as a power of two:
//!
//! ```text
//!     left    aim    a node that stands for 4 nodes, with branches a b c, keeps
//!     12      2^0    a b c, which stand for 4 each           (never fewer than the node itself)
//!     9       2^3    one of each two: a or b, c or the next node's first one, which stand for 8 each
//! ```
//!
//! One of each two (or four, or eight, …) consecutive branches is drawn, in the order of the search and across nodes.
//! Neighbouring branches have much in common, so this keeps about the right number of each sort.

use rand_core::Rng;

use super::sum::Sum;
use crate::engine::kernel::{Inference, Kernel, Open};
use crate::engine::limits::{Allowance, Limit};
use crate::problem::Part;

/// The work for each branch that is examined, beside that of the kernel.
const WORK_OF_BRANCH: u64 = 10;

/// Nodes between two checks of the limits; a large node takes as long as many, so its work is counted too.
const SLICE: u64 = 1 << 10;

/// How many nodes a branch of each stratum should stand for, as logarithms to base 2.
#[derive(Clone, Default, Debug)]
pub(in crate::engine) struct Plan {
    aims: Vec<u32>,
    /// After a stratum has kept this many branches, its aim doubles for the rest of the probe.
    most: u64,
}

/// A probe tries to keep this many branches of each stratum. With more, fewer probes would give the same precision, but
/// not show how precise it is.
const EACH: usize = 64;
/// For a large problem, fewer: all branches together should have about this many entries of options. But with too few
/// branches, most probes would end early.
const MOST_LOOKED_AT: usize = 1 << 26;
const LEAST: usize = 16;
/// If a probe meets this many times the branches that it should keep of a stratum, it keeps fewer.
const EXCESS: usize = 4;
/// A stratum that was met by fewer pilots than this is as good as unknown.
const FEW: u32 = 3;

impl Plan {
    #[cfg(test)]
    pub fn of_aims(aims: &[u32], most: u64) -> Plan {
        Plan {
            aims: aims.to_vec(),
            most,
        }
    }

    /// A better plan for a problem with `entries` entries, from what pilots met, which followed this plan.
    pub fn after(met: &Met, entries: usize) -> Plan {
        let strata = met.strata.iter().filter(|(_, pilots)| *pilots > 0).count();
        let each = MOST_LOOKED_AT / (strata * entries).max(1);
        Plan::keeping(each.clamp(LEAST, EACH), met)
    }

    /// A plan by which a probe keeps about this many branches of each stratum, from what pilots met.
    ///
    /// One that came far by luck says far too much of all that is there: a stratum that only few have met is kept as if
    /// nobody had.
    pub fn keeping(each: usize, met: &Met) -> Plan {
        let part = Sum::from(each as u64 * u64::from(met.pilots)).log2();
        let aim = |&(branches, pilots): &(Sum, u32)| match pilots {
            few if few < FEW.min(met.pilots) => 0,
            _ => branches.log2().saturating_sub(part),
        };
        Plan {
            aims: met.strata.iter().map(aim).collect(),
            most: (EXCESS * each) as u64,
        }
    }

    /// About the work of a probe by this plan, if a walk takes so much: a walk keeps one branch of each stratum.
    pub fn work(&self, of_walk: u64) -> u64 {
        of_walk.saturating_mul(self.most / EXCESS as u64)
    }
}

/// What pilots met, all together.
#[derive(Clone, Default, Debug)]
pub(in crate::engine) struct Met {
    pilots: u32,
    /// For each stratum, the number of branches, and how many pilots met it.
    strata: Vec<(Sum, u32)>,
}

impl Met {
    pub fn of(pilots: impl IntoIterator<Item = Probe>) -> Met {
        let mut met = Met::default();
        pilots.into_iter().for_each(|mut pilot| met.add(&mut pilot));
        met
    }

    /// The number of pilots.
    pub fn pilots(&self) -> u32 {
        self.pilots
    }

    /// Adds what a probe met, and takes it from there: it can be much, for a problem with many items.
    pub fn add(&mut self, pilot: &mut Probe) {
        let branches = std::mem::take(&mut pilot.branches);
        if self.strata.len() < branches.len() {
            self.strata.resize(branches.len(), (Sum::default(), 0));
        }
        for ((sum, pilots), met) in self.strata.iter_mut().zip(branches) {
            sum.add(met);
            *pilots += u32::from(!met.is_zero());
        }
        self.pilots += 1;
    }
}

/// What a probe met.
#[derive(Clone, Default, Debug)]
pub(in crate::engine) struct Probe {
    /// Estimates of the numbers of nodes and of solutions, and of the work of the nodes.
    pub nodes: Sum,
    pub solutions: Sum,
    pub work: Sum,
    /// Solutions met.
    pub met: u64,
    /// Branches examined.
    pub looked_at: u64,
    /// The work that it took, in steps of about a nanosecond.
    pub spent: u64,
    /// The logarithm to base 2 of the largest number that a node stood for.
    pub heaviest: u32,
    /// It was cut short: its numbers are expected to be too small.
    pub is_cut: bool,
    /// Estimates of the number of branches, by stratum.
    branches: Vec<Sum>,
}

/// The branches of a stratum during a probe.
#[derive(Clone, Default, Debug)]
struct Stratum {
    aim: u32,
    /// Complete blocks so far; one branch of each was kept.
    blocks: u64,
    /// By the logarithm of their size.
    open: Vec<Block>,
    branches: Sum,
}

/// Branches of which one is kept.
#[derive(Clone, Copy, Default, Debug)]
struct Block {
    /// The branches still to come, and how many of them come after the one that is kept.
    left: u64,
    kept: u64,
}

impl Stratum {
    /// Whether to keep a branch of a node that stands for `2^weight`; if so, what the branch stands for.
    fn sieve(&mut self, weight: u32, most: u64, rng: &mut impl Rng) -> Option<u32> {
        self.branches.add_power(weight);
        let size = self.aim.saturating_sub(weight).min(63);
        let at = size as usize;
        if self.open.len() <= at {
            self.open.resize(at + 1, Block::default());
        }
        let block = &mut self.open[at];
        if block.left == 0 {
            block.left = 1 << size;
            block.kept = match size {
                0 => 0,
                _ => rng.next_u64() >> (64 - size),
            };
        }
        block.left -= 1;
        let keeps = block.left == block.kept;
        // The aim may depend only on what the draws do not influence.
        if block.left == 0 {
            self.blocks += 1;
            if self.blocks == most {
                (self.aim, self.blocks) = (self.aim.max(weight) + 1, 0);
            }
        }
        keeps.then_some(weight + size)
    }
}

/// Searches a sample of a part, whose root must be a node that a search enters. Enters at most `most` nodes.
pub(in crate::engine) fn probe(
    kernel: &mut dyn Kernel,
    (part, inference): (&Part, Inference),
    (plan, most): (&Plan, u64),
    allowance: &mut Allowance,
    rng: &mut impl Rng,
) -> Result<Probe, Limit> {
    let stratum = |&aim: &u32| Stratum {
        aim,
        ..Stratum::default()
    };
    let mut strata: Vec<Stratum> = plan.aims.iter().map(stratum).collect();
    let mut probe = Probe::default();
    // What the nodes still to be entered stand for, the next one last.
    let mut weights = vec![0];
    let mut entered = 0;
    let watch = allowance.watch();
    let begun = kernel.work();
    let _ = kernel.enter(part, inference);
    while let Some(weight) = weights.pop() {
        if entered % SLICE == 0 {
            allowance.slice()?;
            allowance.spend_nodes(SLICE);
        }
        if entered == most {
            // Each branch that was kept is a node at least.
            weights.push(weight);
            for weight in weights {
                probe.nodes.add_power(weight);
            }
            probe.is_cut = true;
            break;
        }
        entered += 1;
        let after = weights.len();
        let work = kernel.work();
        let mut looked_at = 0;
        let is_solution = kernel.enter_thinned(&mut |node| {
            looked_at += 1;
            if strata.len() <= node.left {
                strata.resize(node.left + 1, Stratum::default());
            }
            let kept = strata[node.left].sieve(weight, plan.most, rng);
            weights.extend(kept);
            kept.is_some()
        });
        weights[after..].reverse();
        probe.looked_at += looked_at;
        probe.nodes.add_power(weight);
        let work = kernel.work() - work;
        watch.spend(work + WORK_OF_BRANCH * looked_at)?;
        let work = u32::try_from(work).unwrap_or(u32::MAX);
        probe.work.add(Sum::power(weight).times(work));
        probe.heaviest = probe.heaviest.max(weight);
        if is_solution {
            probe.solutions.add_power(weight);
            probe.met += 1;
        }
    }
    probe.branches = strata.into_iter().map(|stratum| stratum.branches).collect();
    probe.spent = kernel.work() - begun + WORK_OF_BRANCH * probe.looked_at;
    Ok(probe)
}

/// Knuth's walk: a probe that keeps one branch of each node. It needs no plan.
pub(in crate::engine) fn walk(
    kernel: &mut dyn Kernel,
    (part, inference): (&Part, Inference),
    allowance: &mut Allowance,
    rng: &mut impl Rng,
) -> Result<Probe, Limit> {
    let mut walk = Probe::default();
    let mut weight = Sum::power(0);
    let begun = kernel.work();
    let _ = kernel.enter(part, inference);
    loop {
        allowance.slice()?;
        allowance.spend_nodes(1);
        walk.nodes.add(weight);
        let mut node = None;
        let mut after = 0;
        let is_solution = kernel.enter_thinned(&mut |open| {
            if node.is_none() {
                after = match open.branches {
                    1 => 0,
                    branches => below(branches as u64, rng),
                };
            }
            node = Some(open);
            after = after.wrapping_sub(1);
            after == u64::MAX
        });
        walk.looked_at += node.map_or(0, |open| open.branches as u64);
        let Some(Open { left, branches }) = node else {
            if is_solution {
                (walk.solutions, walk.met) = (weight, 1);
            }
            walk.spent = kernel.work() - begun + WORK_OF_BRANCH * walk.looked_at;
            return Ok(walk);
        };
        weight = weight.times(branches as u32);
        if walk.branches.len() <= left {
            walk.branches.resize(left + 1, Sum::default());
        }
        walk.branches[left].add(weight);
    }
}

/// A random number below another. (The probabilities differ by at most one part in 2^32.)
fn below(end: u64, rng: &mut impl Rng) -> u64 {
    ((u128::from(rng.next_u64()) * u128::from(end)) >> 64) as u64
}
