//! What tests do with kernels on problems with bounds.

/// What [`sets`] needs.
mod api {
    pub use crate::problem::{Entry, ItemId, OptionId, Problem, Solution};
}
#[path = "../../../tests/support/sets.rs"]
mod sets;

pub use sets::by_definition;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use proptest::collection::vec;
use proptest::prelude::*;

use super::{as_sets, is_of, run_by_two, run_in_steps, run_part, run_through};
use crate::engine::kernel::{Inference, Kernel};
use crate::problem::{OptionId, Part, Problem, Solution};

/// Some options assumed and some excluded, whether they agree or not.
pub fn parts() -> impl Strategy<Value = Vec<(bool, prop::sample::Index)>> {
    vec((any::<bool>(), any::<prop::sample::Index>()), 0..5)
}

/// The part of a problem that `priors` ask for. No option is named twice.
pub fn any_part_of(problem: &Problem, priors: &[(bool, prop::sample::Index)]) -> Part {
    let mut part = Part::default();
    for (assumed, place) in priors {
        if problem.option_count() == 0 {
            continue;
        }
        let option = OptionId::new(place.index(problem.option_count()));
        if part.with.contains(&option) || part.without.contains(&option) {
            continue;
        }
        match assumed {
            true => part.with.push(option),
            false => part.without.push(option),
        }
    }
    part
}

/// Parts, each of which begins as the one before does: with this number of its options.
pub fn changes() -> impl Strategy<Value = Vec<(usize, Vec<(bool, prop::sample::Index)>)>> {
    vec((0..4usize, parts()), 1..6)
}

/// A kernel that enters one part after the other does with each what a fresh one does, and as much.
pub fn enters_like_a_fresh_one<K: Kernel>(
    make: &dyn Fn(&Problem) -> K,
    problem: &Problem,
    changes: Vec<(usize, Vec<(bool, prop::sample::Index)>)>,
) {
    let mut kernel = make(problem);
    let mut priors = Vec::new();
    for (kept, more) in changes {
        priors.truncate(kept);
        priors.extend(more);
        let part = any_part_of(problem, &priors);
        let mut fresh = make(problem);
        let [own, other]: [&mut K; 2] = [&mut kernel, &mut fresh];
        let [own, other] = [own, other].map(|kernel| {
            let before = kernel.effort();
            let agrees = kernel.enter(&part, Inference::Adaptive);
            kernel.check();
            let found = run_in_steps(kernel, 2, 5).found;
            let after = kernel.effort();
            let done = [after.nodes - before.nodes, after.updates - before.updates];
            (agrees, found, kernel.open(), done)
        });
        assert_eq!(own, other, "{part:?}");
    }
}

/// A part of options by their numbers.
pub fn numbered(without: &[usize], with: &[usize]) -> Part {
    let options = |numbers: &[usize]| numbers.iter().map(|&n| OptionId::new(n)).collect();
    Part {
        with: options(with),
        without: options(without),
    }
}

/// The corners of a square, to be paired along its sides, in two ways; with these bounds of the first one.
pub fn square(bounds: &[&str]) -> Vec<Problem> {
    let problem = |bounds: &&str| format!("{bounds}a b c d\na b\nc d\na c\nb d").parse();
    bounds
        .iter()
        .map(|bounds| problem(bounds).unwrap())
        .collect()
}

/// Parts of a square, one after the other, of which some exclude what they assume.
pub fn excludes_what_it_assumes(kernel: &mut dyn Kernel) {
    let mut count = |without: &[usize], with: &[usize]| {
        let agrees = kernel.enter(&numbered(without, with), Inference::Adaptive);
        let mut solutions = 0;
        kernel.visit(u64::MAX, &mut |_| {
            solutions += 1;
            ControlFlow::Continue(())
        });
        (agrees, solutions)
    };
    assert_eq!(count(&[2], &[0]), (true, 1));
    for _ in 0..3 {
        assert_eq!(count(&[2, 0], &[0]), (false, 0));
    }
    assert_eq!(count(&[2], &[0]), (true, 1));
}

/// Whatever a kernel for bounds must hold: the solutions of a part, found in one go, in small steps, and by two kernels that
/// give branches to each other; and the same again when it is entered anew.
pub fn holds_bounds(
    make: &dyn Fn(&Problem) -> Box<dyn Kernel>,
    problem: &Problem,
    part: &Part,
    (nodes, gives): (u64, usize),
) {
    let expected: BTreeSet<Solution> = by_definition(problem)
        .into_iter()
        .filter(|solution| is_of(part, solution))
        .collect();
    let mut kernel = make(problem);
    kernel.check();
    let whole = run_part(&mut *kernel, part, u64::MAX, usize::MAX);
    assert!(whole.exhausted);
    assert_eq!(whole.sets(), expected);
    let inferences = [Inference::Forced, Inference::Full, Inference::Adaptive];
    for inference in inferences {
        kernel.enter(part, inference);
        kernel.check();
        let again = run_through(&mut *kernel, u64::MAX, usize::MAX);
        assert_eq!(again.sets(), expected, "{inference:?}");
    }
    kernel.enter(part, Inference::Adaptive);
    let in_steps = run_in_steps(&mut *kernel, 1, usize::MAX);
    assert_eq!(in_steps.found, whole.found);
    for given in [0, gives] {
        let found = run_by_two(&mut *make(problem), &mut *kernel, part, nodes, given);
        assert_eq!(as_sets(&found), expected, "{nodes} nodes, {given} gives");
    }
}

/// Without facts, which kernels do not know.
pub fn bounded_problems() -> impl Strategy<Value = Problem> {
    sets::bounded_problems(false)
}
