//! The oracle: all solutions of a small problem, found by following the definition.
//!
//! Take the first primary item that is not covered yet and try each option that names it. A map from items to colours
//! has the items of the options chosen so far. Every solution names that item in exactly one option, so every solution
//! is met exactly once. For tiny problems only: it recurses, and copies the map at each step.

use std::collections::BTreeMap;

use dominox::problem::{Color, Entry, ItemId, OptionId};
use dominox::{Problem, Solution};

/// The items that the chosen options name, each with its colour there.
type Held = BTreeMap<ItemId, Option<Color>>;

/// All solutions, sorted. Options without primary items are never chosen.
pub fn solutions(problem: &Problem) -> Vec<Solution> {
    assert!(!problem.has_bounds(), "the oracle knows exact covers only");
    let mut found = Vec::new();
    extend(problem, &mut Vec::new(), &Held::new(), &mut found);
    found.sort();
    found
}

fn extend(problem: &Problem, chosen: &mut Vec<OptionId>, held: &Held, found: &mut Vec<Solution>) {
    let uncovered = |item: &ItemId| problem.is_primary(*item) && !held.contains_key(item);
    let Some(item) = problem.items().find(uncovered) else {
        found.push(Solution::new(chosen.clone()));
        return;
    };
    for option in problem.options() {
        let entries = problem.entries(option);
        if entries.iter().any(|entry| entry.item == item) && entries.iter().all(|e| fits(e, held)) {
            let mut with_option = held.clone();
            with_option.extend(entries.iter().map(|entry| (entry.item, entry.color)));
            chosen.push(option);
            extend(problem, chosen, &with_option, found);
            chosen.pop();
        }
    }
}

/// Whether the entry's item is free, or held in the entry's colour.
fn fits(entry: &Entry, held: &Held) -> bool {
    match held.get(&entry.item) {
        None => true,
        Some(color) => color.is_some() && *color == entry.color,
    }
}
