//! Symmetries by brute force: all permutations of the options are tried.

use std::collections::BTreeMap;

use dominox::Problem;
use dominox::problem::{Bounds, Entry, OptionId, Part};
use proptest::collection::vec;
use proptest::prelude::*;

use super::random;

/// An item as its options see it: its bounds, its kind, the options that cover it without a colour, and for each of its
/// colours the options that give it that colour.
type Face = (Option<Bounds>, u32, Vec<u32>, Vec<Vec<u32>>);

/// What decides whether a permutation of the options is a symmetry: how often each face occurs, and each set of options
/// that share a fact.
type Structure = (Vec<(String, usize)>, Vec<(Vec<u32>, usize)>);

fn counted<T: Ord>(things: impl Iterator<Item = T>) -> Vec<(T, usize)> {
    let mut counts = BTreeMap::new();
    things.for_each(|thing| *counts.entry(thing).or_insert(0) += 1);
    counts.into_iter().collect()
}

/// The structure of a problem in which each option has the number that `image` says.
pub fn structure(problem: &Problem, kinds: &[u32], image: &[u32]) -> Structure {
    let mut faces: Vec<Face> = problem
        .items()
        .map(|item| (problem.bounds(item), kinds[item.index()], vec![], vec![]))
        .collect();
    let mut colored: BTreeMap<Entry, Vec<u32>> = BTreeMap::new();
    let mut facts: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for option in problem.options() {
        let number = image[option.index()];
        for entry in problem.entries(option) {
            match entry.color {
                None => faces[entry.item.index()].2.push(number),
                Some(_) => colored.entry(*entry).or_default().push(number),
            }
        }
        for &fact in problem.facts(option) {
            facts.entry(fact).or_default().push(number);
        }
    }
    for (entry, mut options) in colored {
        options.sort_unstable();
        faces[entry.item.index()].3.push(options);
    }
    for face in &mut faces {
        face.2.sort_unstable();
        face.3.sort();
    }
    let facts = facts.into_values().map(|mut options| {
        options.sort_unstable();
        options.dedup();
        options
    });
    (
        counted(faces.iter().map(|face| format!("{face:?}"))),
        counted(facts),
    )
}

/// All permutations of the numbers below `count`.
fn permutations(count: u32) -> Vec<Vec<u32>> {
    let mut all = vec![vec![]];
    for number in 0..count {
        let with = |shorter: &Vec<u32>| {
            let shorter = shorter.clone();
            (0..=shorter.len()).map(move |place| {
                let mut longer = shorter.clone();
                longer.insert(place, number);
                longer
            })
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

/// The permutations of options that are symmetries, found by trying all.
pub fn by_brute_force(problem: &Problem, part: &Part, kinds: &[u32]) -> Vec<Vec<u32>> {
    let count = problem.option_count() as u32;
    let identity: Vec<u32> = (0..count).collect();
    let own = structure(problem, kinds, &identity);
    let mark = |option: u32| {
        let option = OptionId::new(option as usize);
        let with = part.with.contains(&option);
        (problem.cost(option), with, part.without.contains(&option))
    };
    let mut all = permutations(count);
    all.retain(|image| {
        (0..count).all(|option| mark(option) == mark(image[option as usize]))
            && structure(problem, kinds, image) == own
    });
    all
}

/// A problem of at most six options, with costs.
pub fn small() -> impl Strategy<Value = Problem> {
    let costs = vec(0..2u64, 1..4);
    let problem = prop_oneof![random::problem(3), random::with_facts(0)];
    (problem, costs, any::<bool>()).prop_map(|(problem, costs, has_costs)| {
        let options = problem.options().take(6);
        let problem = problem.restricted_to(options);
        match has_costs {
            true => random::with_costs(&problem, &costs),
            false => problem,
        }
    })
}
