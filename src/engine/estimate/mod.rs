//! How many solutions and nodes there are, told before a long search by going through a sample of it.
//!
//! *Knuth's probes.* Walk from the root to a leaf and take one branch at random wherever there are several. A node on the
//! way stands for as many as there are branches beside those that were taken: for 6 on the fourth level here, so 6 is an
//! estimate of the number of nodes of that level. It is right on the average over all walks, whatever the tree.
//!
//! ```text
//!     level  branches   a node stands for            ●
//!       1       2               1               ┌────┴────┐
//!       2       1               2               ●         ○ …
//!       3       3               2               ●
//!       4       –               6            ○ ─┴─ ● ─── ○
//! ```
//!
//! But few walks end deep in the tree, where most nodes are, so that nearly all of them tell too little and a few far too
//! much. Three things mend that; an estimate stays right on the average with any of them:
//!
//! - A [`probe`](mod@probe) is not one walk but many at once: a search that keeps some of the branches, so that of each
//!   *stratum* of nodes it visits about as many. Where many walks end, others part. (P. C. Chen, *SIAM Journal on
//!   Computing* 21, 1992, who goes back to P. W. Purdom, in 7 of the same, 1978.)
//! - A stratum is not a level, but all nodes with as many items left, whose subtrees have sizes of the same order.
//! - How much to keep of each stratum is learnt from Knuth's walks, and then from some probes that are not counted.
//!
//! For the 2.4 · 10³⁰ tilings of the 16 × 16 square by dominoes, a million nodes tell their number to about 4 %, all told;
//! 1.8 million nodes of walks, to about 19 %.
//!
//! It is the tree of the kernel, searched by its own code and with the inference that it would use: kernels look more
//! closely where solutions are few, and so does a probe if those before it found few. (Where a
//! search would keep changing its ways, so do probes.)
//!
//! When not to use it: where solutions are needles in a haystack, a sample has none of them. Its [`Interval`] says so. And
//! where a table can [count](crate::engine::sweep), that may be faster than any search.
//!
//! D. E. Knuth, 'Estimating the efficiency of backtrack programs', *Mathematics of Computation* 29 (1975), 121–136.

mod interval;
mod probe;
mod sum;
#[cfg(test)]
mod tests;

use std::time::Duration;

pub use interval::Interval;
pub(super) use probe::{Plan, Probe, probe, walk};
pub(super) use sum::Sum;

use super::count::Count;
use super::fits::{EngineName, Unsupported};
use crate::problem::Problem;

/// About how large a search is. Made by [`Solver::estimate`](super::Solver::estimate).
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Estimate {
    /// The number of solutions.
    pub solutions: Interval,
    /// The number of nodes that a search for all solutions enters.
    pub nodes: Interval,
    /// Whether these are the numbers themselves: everything was searched.
    pub is_exact: bool,
    /// The number of probes that they were estimated by.
    pub probes: u32,
    /// The number of solutions that the probes met, some perhaps several times.
    pub met: u64,
    /// The seconds that a node takes, as measured at the beginning of the search.
    pub seconds_per_node: f64,
}

/// What was searched before the probes.
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

    /// What probes tell of the whole.
    pub fn from_probes(self, probes: &[Probe]) -> Estimate {
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

    fn seconds_per_node(self) -> f64 {
        self.time.as_secs_f64() / self.nodes.max(1) as f64
    }
}
