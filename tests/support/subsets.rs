//! Random problems with bounds, colours and costs, and all their solutions, by trying every set of options.

use std::collections::{BTreeMap, BTreeSet};

use dominox::Problem;
use dominox::problem::{Bounds, Builder, Entry, ItemId};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::subsequence;

/// A set of options, by their numbers from 1.
pub type Choice = BTreeSet<usize>;

/// All solutions: each set of options is tried.
pub fn solutions(problem: &Problem) -> BTreeSet<Choice> {
    all_sets(problem)
        .filter(|set| is_solution(problem, set))
        .collect()
}

/// Every set of options.
pub fn all_sets(problem: &Problem) -> impl Iterator<Item = Choice> + use<> {
    let options = problem.option_count();
    assert!(options <= 16, "2^{options} sets");
    (0..1u32 << options).map(move |set| {
        let chosen = (1..=options).filter(|number| set >> (number - 1) & 1 == 1);
        chosen.collect::<Choice>()
    })
}

fn is_solution(problem: &Problem, set: &Choice) -> bool {
    meets(problem, set, |_| true)
}

/// Whether a set of options, by their numbers from 1, is a solution in which only some items must be covered.
pub fn meets(problem: &Problem, set: &Choice, is_demanded: impl Fn(ItemId) -> bool) -> bool {
    let chosen = problem
        .options()
        .filter(|option| set.contains(&(option.index() + 1)));
    let mut uses: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for option in chosen {
        let entries = problem.entries(option);
        if !entries.iter().any(|entry| problem.is_primary(entry.item)) {
            return false;
        }
        for entry in entries {
            uses.entry(entry.item).or_default().push(entry.color);
        }
    }
    problem.items().all(|item| {
        let uses = uses.get(&item).map_or(&[][..], Vec::as_slice);
        match problem.bounds(item) {
            Some(Bounds { low, high }) => {
                let low = if is_demanded(item) { low as usize } else { 0 };
                (low..=high as usize).contains(&uses.len())
            }
            None => {
                uses.len() <= 1 || uses[0].is_some() && uses.iter().all(|color| *color == uses[0])
            }
        }
    })
}

/// What a random problem may have.
#[derive(Clone, Copy)]
pub struct With {
    pub bounds: bool,
    pub secondary: bool,
    pub colors: bool,
    pub costs: bool,
}

pub const ALL: With = With {
    bounds: true,
    secondary: true,
    colors: true,
    costs: true,
};

type Parts = (Vec<usize>, Vec<(usize, usize)>, u64);

/// Problems of at most 5 primary items, 3 secondary ones and 10 options; each option has an item.
pub fn problem(with: With) -> impl Strategy<Value = Problem> {
    let secondary: usize = if with.secondary { 3 } else { 0 };
    (1..=5usize, 0..=secondary).prop_flat_map(move |(primary, secondary)| {
        let bounds = vec((0..4u32, 0..3u32), primary);
        let option = (
            subsequence(Vec::from_iter(0..primary), 0..=primary.min(3)),
            subsequence(Vec::from_iter(0..secondary), 0..=secondary.min(2)),
            vec(0..3usize, 2),
            0..5u64,
        );
        let option = option.prop_map(|(primary, secondary, colors, cost)| {
            (primary, secondary.into_iter().zip(colors).collect(), cost)
        });
        let option = option.prop_filter("an item", |(primary, secondary, _): &Parts| {
            primary.len() + secondary.len() > 0
        });
        (bounds, vec(option, 0..=10))
            .prop_map(move |(bounds, options)| build(with, primary, secondary, &bounds, &options))
    })
}

fn build(
    with: With,
    primary: usize,
    secondary: usize,
    bounds: &[(u32, u32)],
    options: &[Parts],
) -> Problem {
    let mut builder = Problem::builder();
    for (place, &(low, more)) in bounds.iter().enumerate().take(primary) {
        let (low, high) = match with.bounds {
            true => (low, (low + more).max(1)),
            false => (1, 1),
        };
        builder.bounded(format!("p{place}"), low, high).unwrap();
    }
    for place in 0..secondary {
        builder.secondary(format!("s{place}")).unwrap();
    }
    for (plain, colored, cost) in options {
        let entries = entries(&mut builder, with, plain, colored);
        let option = builder.option(entries).unwrap();
        let cost = if with.costs { *cost } else { 0 };
        builder.add_cost(option, cost).unwrap();
    }
    builder.build()
}

fn entries(
    builder: &mut Builder,
    with: With,
    plain: &[usize],
    colored: &[(usize, usize)],
) -> Vec<Entry> {
    let mut entries = Vec::new();
    for place in plain {
        entries.push(builder.item(&format!("p{place}")).unwrap().into());
    }
    for &(place, color) in colored {
        let item = builder.item(&format!("s{place}")).unwrap();
        entries.push(match color {
            color if color > 0 && with.colors => {
                (item, builder.color(&format!("c{color}")).unwrap()).into()
            }
            _ => item.into(),
        });
    }
    entries
}
