//! What the tests of several kernels do with them.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use super::kernel::{Effort, Kernel, Step};
use crate::problem::{OptionId, Solution};

/// What a search has come to.
#[derive(PartialEq, Debug)]
pub struct Run {
    /// In their order.
    pub found: Vec<Vec<OptionId>>,
    pub effort: Effort,
    pub exhausted: bool,
}

impl Run {
    /// Solutions as sets, those of them that are.
    pub fn sets(&self) -> BTreeSet<Solution> {
        let sets: BTreeSet<Solution> = self.found.iter().cloned().map(Solution::new).collect();
        assert_eq!(sets.len(), self.found.len(), "a solution came twice");
        sets
    }
}

/// So many steps of a kernel, of so many nodes each.
pub fn run_in_steps(kernel: &mut dyn Kernel, nodes: u64, steps: usize) -> Run {
    let (mut found, mut exhausted) = (Vec::new(), false);
    for _ in 0..steps {
        let step = kernel.advance(nodes);
        if step == Step::Solution {
            let mut solution = Vec::new();
            kernel.solution(&mut solution);
            found.push(solution);
        }
        exhausted = step == Step::Exhausted;
        if exhausted {
            break;
        }
        kernel.check();
    }
    Run {
        found,
        effort: kernel.effort(),
        exhausted,
    }
}

/// The first solutions of a kernel, so many at most, within so many nodes.
pub fn run_through(kernel: &mut dyn Kernel, nodes: u64, most: usize) -> Run {
    let mut found = Vec::new();
    let step = kernel.visit(nodes, &mut |solution| {
        found.push(solution.to_vec());
        match found.len() < most {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    Run {
        found,
        effort: kernel.effort(),
        exhausted: step == Step::Exhausted,
    }
}

/// What is done before a search: options that are assumed (`true`) or excluded.
pub type Priors = Vec<(bool, Index)>;

pub fn priors() -> impl Strategy<Value = Priors> {
    let assumed = prop_oneof![1 => Just(true), 3 => Just(false)];
    vec((assumed, any::<Index>()), 0..8)
}
