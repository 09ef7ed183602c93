//! Random problems with bounds, and what tests do with kernels on them.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::subsequence;

use super::{as_sets, is_of, run_by_two, run_in_steps, run_part, run_through};
use crate::engine::kernel::{Inference, Kernel};
use crate::problem::{Entry, ItemId, OptionId, Part, Problem, Solution};

/// Random options over five items with these bounds, and two secondary items, perhaps with a colour. Some options are idle.
pub fn bounded_problems() -> impl Strategy<Value = Problem> {
    let bounds = (0..4u32, 0..3u32).prop_map(|(low, more)| (low, (low + more).max(1)));
    let uses = || prop_oneof![3 => Just(0usize), 1 => Just(1), 1 => Just(2), 1 => Just(3)];
    let option = (subsequence(Vec::from_iter(0..5usize), 0..4), uses(), uses());
    (vec(bounds, 5), vec(option, 1..11)).prop_map(|(bounds, options)| {
        let mut builder = Problem::builder();
        let mut items: Vec<ItemId> = Vec::new();
        for (at, (low, high)) in bounds.into_iter().enumerate() {
            items.push(builder.bounded(format!("p{at}"), low, high).unwrap());
        }
        let secondary = ["s", "t"].map(|name| builder.secondary(name).unwrap());
        for (primary, one, other) in options {
            let mut entries = Vec::from_iter(primary.into_iter().map(|at| Entry::from(items[at])));
            for (item, way) in secondary.into_iter().zip([one, other]) {
                let color = match way {
                    0 => continue,
                    1 => None,
                    2 => Some(builder.color("red").unwrap()),
                    _ => Some(builder.color("blue").unwrap()),
                };
                entries.push(Entry { item, color });
            }
            if !entries.is_empty() {
                builder.option(entries).unwrap();
            }
        }
        builder.build()
    })
}

/// All solutions, by a look at each set of options.
pub fn by_definition(problem: &Problem) -> BTreeSet<Solution> {
    let idle: BTreeSet<OptionId> = problem.idle_options().collect();
    let options = Vec::from_iter(problem.options().filter(|option| !idle.contains(option)));
    let set_of = |set: u32| {
        let chosen = (0..options.len()).filter(|at| set >> at & 1 == 1);
        Solution::new(chosen.map(|at| options[at]).collect())
    };
    let sets = (0..1u32 << options.len()).map(set_of);
    sets.filter(|set| problem.check(set).is_ok()).collect()
}

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
