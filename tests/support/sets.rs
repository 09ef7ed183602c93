//! Random problems with bounds, and an oracle that tries all sets of options.
//!
//! The engine's own tests have this file as a module too. So it takes the types of problems from the neighbouring
//! module `api`.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::subsequence;

use super::api::{Entry, ItemId, OptionId, Problem, Solution};

/// Random options over five items with random bounds and two secondary ones, with costs, and facts if `has_facts`. Some
/// options are idle.
pub fn bounded_problems(has_facts: bool) -> impl Strategy<Value = Problem> {
    let bounds = (0..4u32, 0..3u32).prop_map(|(low, more)| (low, (low + more).max(1)));
    let uses = || prop_oneof![3 => Just(0usize), 1 => Just(1), 1 => Just(2), 1 => Just(3)];
    let primary = subsequence(Vec::from_iter(0..5usize), 0..4);
    let option = (primary, uses(), uses(), 0..5u64, 0..4u32);
    (vec(bounds, 5), vec(option, 1..11)).prop_map(move |(bounds, options)| {
        let mut builder = Problem::builder();
        let mut items: Vec<ItemId> = Vec::new();
        for (at, (low, high)) in bounds.into_iter().enumerate() {
            items.push(builder.bounded(format!("p{at}"), low, high).unwrap());
        }
        let secondary = ["s", "t"].map(|name| builder.secondary(name).unwrap());
        for (primary, one, other, cost, fact) in options {
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
            if entries.is_empty() {
                continue;
            }
            let option = builder.option(entries).unwrap();
            builder.add_cost(option, cost).unwrap();
            if has_facts {
                builder.facts([fact, fact / 2 + 7]).unwrap();
            }
        }
        builder.build()
    })
}

/// Every set of options that [`Problem::check`] accepts, without options that cover no primary item.
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
