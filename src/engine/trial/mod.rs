//! What the tests of several kernels do with them.

pub mod bounded;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use super::kernel::{Effort, Inference, Kernel, Step};
use crate::problem::{OptionId, Part, Problem, Solution};

/// The result of a search.
#[derive(PartialEq, Debug)]
pub struct Run {
    /// In their order.
    pub found: Vec<Vec<OptionId>>,
    pub effort: Effort,
    /// By both of these the list of parts is cut.
    pub work: u64,
    pub left: Vec<Part>,
    pub exhausted: bool,
}

impl Run {
    /// Solutions as sets, those of them that are.
    pub fn sets(&self) -> BTreeSet<Solution> {
        as_sets(&self.found)
    }
}

/// Solutions as sets, each of which was found once.
pub fn as_sets(found: &[Vec<OptionId>]) -> BTreeSet<Solution> {
    let sets: BTreeSet<Solution> = found.iter().cloned().map(Solution::new).collect();
    assert_eq!(sets.len(), found.len(), "a solution came twice");
    sets
}

/// Searches on to the next solution, which is written to `solution`.
pub fn advance(kernel: &mut dyn Kernel, nodes: u64, solution: &mut Vec<OptionId>) -> Step {
    kernel.visit(nodes, &mut |options| {
        solution.clear();
        solution.extend_from_slice(options);
        ControlFlow::Break(())
    })
}

/// The first `steps` steps of a kernel, of `nodes` nodes each.
pub fn run_in_steps(kernel: &mut dyn Kernel, nodes: u64, steps: usize) -> Run {
    let (mut found, mut exhausted) = (Vec::new(), false);
    for _ in 0..steps {
        let mut solution = Vec::new();
        let step = advance(kernel, nodes, &mut solution);
        if step == Step::Solution {
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
        work: kernel.work(),
        left: kernel.open(),
        exhausted,
    }
}

/// The first `most` solutions of a kernel, within `nodes` nodes.
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
        work: kernel.work(),
        left: kernel.open(),
        exhausted: step == Step::Exhausted,
    }
}

/// What a part is made from: options that are in all of its solutions (`true`) or in none.
pub type Priors = Vec<(bool, Index)>;

pub fn priors() -> impl Strategy<Value = Priors> {
    let assumed = prop_oneof![1 => Just(true), 3 => Just(false)];
    vec((assumed, any::<Index>()), 0..8)
}

/// The part of a problem that `priors` ask for, without what disagrees with an earlier one.
pub fn part_of(problem: &Problem, priors: &Priors) -> Part {
    let mut part = Part::default();
    let agree = |one: OptionId, other: OptionId| {
        problem.entries(one).iter().all(|entry| {
            problem.entries(other).iter().all(|other| {
                entry.item != other.item || entry.color.is_some() && entry.color == other.color
            })
        })
    };
    let is_idle = |option| problem.idle_options().any(|idle| idle == option);
    for (assumed, place) in priors {
        let option = OptionId::new(place.index(problem.option_count()));
        let is_live = !is_idle(option)
            && !part.without.contains(&option)
            && part.with.iter().all(|&other| agree(option, other));
        match assumed {
            true if is_live => part.with.push(option),
            false if is_live => part.without.push(option),
            _ => {}
        }
    }
    part
}

/// Whether a solution is one of the part.
pub fn is_of(part: &Part, solution: &Solution) -> bool {
    let has = |option: &OptionId| solution.options().contains(option);
    part.with.iter().all(has) && !part.without.iter().any(has)
}

/// Like [`run_through`], of a part.
pub fn run_part(kernel: &mut dyn Kernel, part: &Part, nodes: u64, most: usize) -> Run {
    kernel.enter(part, Inference::Adaptive);
    run_through(kernel, nodes, most)
}

/// The solutions of a part: those that a kernel finds within `nodes` nodes, and those that another one finds in what is
/// left then, after the first has given branches away `gives` times.
pub fn run_by_two(
    kernel: &mut dyn Kernel,
    other: &mut dyn Kernel,
    part: &Part,
    nodes: u64,
    gives: usize,
) -> Vec<Vec<OptionId>> {
    let mut found = run_part(kernel, part, nodes, usize::MAX).found;
    let given: Vec<Part> = (0..gives).flat_map(|_| kernel.give().parts).collect();
    kernel.check();
    for part in kernel.open().iter().chain(&given) {
        found.extend(run_part(other, part, u64::MAX, usize::MAX).found);
    }
    found
}
