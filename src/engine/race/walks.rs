//! How large a search is, by random walks through it.

use super::DISCOUNT;
use crate::engine::estimate::{Sum, walk};
use crate::engine::kernel::{Inference, Kernel};
use crate::engine::limits::{Allowance, Limit};
use crate::engine::random::SplitMix;
use crate::problem::Part;

/// The work of a step of a walk beside that of the kernel: some, and this many times that of a node at the root, since the
/// branches are listed.
const WORK_OF_STEP: u64 = 200;
const LISTING: u64 = 4;

/// Knuth's [walks](crate::engine::estimate), with draws that are the same each time.
#[derive(Debug)]
pub(in crate::engine) struct Walks {
    made: u64,
    nodes: Sum,
    /// The numbers of nodes of the largest one, and of all others.
    largest: Sum,
    others: Sum,
    draws: SplitMix,
    /// The work of all walks, and how much of it the kernel has not counted.
    work: u64,
    uncounted: u64,
}

impl Walks {
    pub(in crate::engine) fn new() -> Walks {
        Walks {
            made: 0,
            nodes: Sum::default(),
            largest: Sum::default(),
            others: Sum::default(),
            draws: SplitMix::new(1),
            work: 0,
            uncounted: 0,
        }
    }

    /// Walks through the search of a part until `count` walks were made, or walks have taken `most` work.
    pub(in crate::engine) fn walk(
        &mut self,
        (count, most): (u64, u64),
        kernel: &mut dyn Kernel,
        (part, inference): (&Part, Inference),
        allowance: &Allowance,
    ) -> Result<(), Limit> {
        let mut allowance = allowance.of_time();
        let of_step = WORK_OF_STEP + LISTING * kernel.work_of_node();
        while self.made < count && (self.made == 0 || self.work < most) {
            let (work, nodes) = (kernel.work(), kernel.effort().nodes);
            let walk = walk(kernel, (part, inference), &mut allowance, &mut self.draws)?;
            let uncounted = of_step * (kernel.effort().nodes - nodes);
            self.uncounted += uncounted;
            self.work += kernel.work() - work + uncounted;
            self.nodes.add(walk.nodes);
            let (less, more) = match walk.nodes.ratio(self.largest) > 1.0 {
                true => (self.largest, walk.nodes),
                false => (walk.nodes, self.largest),
            };
            self.others.add(less);
            self.largest = more;
            self.made += 1;
        }
        Ok(())
    }

    pub(in crate::engine) fn made(&self) -> u64 {
        self.made
    }

    /// What the walks took.
    pub(in crate::engine) fn work(&self) -> u64 {
        self.work
    }

    /// How much of it the kernel has not counted.
    pub(in crate::engine) fn uncounted(&self) -> u64 {
        self.uncounted
    }

    /// What part of the estimate is sure: one part in [`DISCOUNT`] of what remains without the largest walk, since it is
    /// one of them that is too large by much, if any.
    pub(in crate::engine) fn certainty(&self) -> f64 {
        self.others.ratio(self.nodes) / DISCOUNT as f64
    }

    /// About how many nodes the search has; `None` before the first walk.
    pub(in crate::engine) fn nodes(&self) -> Option<f64> {
        (self.made > 0).then(|| self.nodes.ratio(Sum::from(self.made)))
    }
}
