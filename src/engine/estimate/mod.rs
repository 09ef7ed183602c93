//! Estimates how many solutions and nodes a search has, before a long run, from a sample of it.
//!
//! *Knuth's probes.* Walk from the root to a leaf, and at each node take one of its branches at random. A node on the
//! way stands for the product of the numbers of branches above it: for 6 nodes at depth 4 here. So 6 is an estimate of
//! the number of nodes at that depth. The average over all walks is correct, whatever the tree.
//!
//! ```text
//!     level  branches   a node stands for            ●
//!       1       2               1               ┌────┴────┐
//!       2       1               2               ●         ○ …
//!       3       3               2               ●
//!       4       –               6            ○ ─┴─ ● ─── ○
//! ```
//!
//! But few walks reach deep into the tree, where most nodes are. So nearly all of them estimate too little, and a few
//! far too much. Three things improve this; with each of them, the average stays correct:
//!
//! - A [`probe`](mod@probe) is not one walk but many at once: a search that keeps some of the branches, so that it
//!   visits about the same number of nodes of each *stratum*. Where many walks end, others split. (P. C. Chen, *SIAM
//!   Journal on Computing* 21, 1992, following P. W. Purdom, in volume 7, 1978.)
//! - A stratum is not a depth, but all nodes with the same number of items left; their subtrees have similar sizes.
//! - How many branches to keep of each stratum is learnt from Knuth's walks, and then from some probes that are not
//!   counted.
//!
//! For the 2.4 · 10³⁰ domino tilings of the 16×16 square, a million nodes give the number to about 4 %; 1.8 million
//! nodes of simple walks, to about 19 %.
//!
//! The tree is that of the kernel, searched by its own code and with the inference that it would use: kernels look more closely
//! where solutions are few, and so does a probe if the probes before it found few. (Where a search would keep changing its
//! ways, so do probes.)
//!
//! When not to use it: if solutions are very rare, a sample contains none of them; its [`Interval`] says so. And if a
//! table can [count](crate::engine::sweep), that may be faster than any search.
//!
//! D. E. Knuth, 'Estimating the efficiency of backtrack programs', *Mathematics of Computation* 29 (1975), 121–136.

mod group;
mod interval;
mod probe;
mod sum;
#[cfg(test)]
mod tests;

use std::time::Duration;

pub(super) use group::{GROUP, Group};
pub use interval::Interval;
pub(super) use interval::Spread;
pub(super) use probe::{Met, Plan, Probe, probe, walk};
pub(super) use sum::Sum;

use super::count::Count;
use super::fits::{EngineName, Unsupported};
use crate::problem::Problem;

/// The estimated size of a search. Made by [`Solver::estimate`](super::Solver::estimate).
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Estimate {
    /// The number of solutions.
    pub solutions: Interval,
    /// The number of nodes that a search for all solutions enters.
    pub nodes: Interval,
    /// Whether the numbers are exact, because the whole search was run.
    pub is_exact: bool,
    /// The number of probes.
    pub probes: u32,
    /// The number of solutions that the probes met, counting repeats.
    pub met: u64,
    /// The seconds per node, measured at the beginning of the search.
    pub seconds_per_node: f64,
}

/// The search before the probes.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Beginning {
    pub nodes: u64,
    pub solutions: u64,
    pub time: Duration,
}

impl Beginning {
    /// Before the search.
    pub fn new(problem: &Problem) -> Result<Beginning, Unsupported> {
        EngineName::Probes.fits(problem)?;
        Ok(Beginning::default())
    }

    /// Everything was searched.
    pub fn exact(self) -> Estimate {
        Estimate {
            solutions: Interval::exactly(Count::from(self.solutions)),
            nodes: Interval::exactly(Count::from(self.nodes)),
            is_exact: true,
            probes: 0,
            met: 0,
            seconds_per_node: self.seconds_per_node(),
        }
    }

    /// What the probes say about the whole search.
    pub fn by_probes(self, probes: &[Probe]) -> Estimate {
        let heaviest = probes.iter().map(|probe| probe.heaviest).max().unwrap_or(0);
        let nodes: Vec<Sum> = probes.iter().map(|probe| probe.nodes).collect();
        let solutions: Vec<Sum> = probes.iter().map(|probe| probe.solutions).collect();
        let met: u64 = probes.iter().map(|probe| probe.met).sum();
        Estimate {
            solutions: Interval::of(&solutions, heaviest, self.solutions.max(met.min(1))),
            nodes: Interval::of(&nodes, heaviest, self.nodes),
            is_exact: false,
            probes: probes.len() as u32,
            met,
            seconds_per_node: self.seconds_per_node(),
        }
    }

    /// What Knuth's walks say about the whole search: usually too little, so there is no upper end.
    pub fn by_walks(self, walks: &[Probe]) -> Estimate {
        let mut estimate = self.by_probes(walks);
        estimate.solutions.high = None;
        estimate.nodes.high = None;
        estimate
    }

    fn seconds_per_node(self) -> f64 {
        self.time.as_secs_f64() / self.nodes.max(1) as f64
    }
}
