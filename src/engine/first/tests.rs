//! Walks and diagrams against the definition: what they find is a solution, and where they say that there is none, there is none.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::subsequence;

use super::First;
use super::sets::Sets;
use super::walk::{Walked, Walks};
use crate::engine::choose::choose;
use crate::engine::limits::Allowance;
use crate::engine::search::Search;
use crate::engine::search::tests::queens;
use crate::problem::{Entry, ItemId, OptionId, Part, Problem, Solution};

/// Random options over five primary and three secondary items, the latter perhaps with one of two colours.
fn problems() -> impl Strategy<Value = Problem> {
    let secondary = vec(0..4usize, 3);
    let option = (subsequence(Vec::from_iter(0..5usize), 0..4), secondary);
    vec(option, 0..14).prop_map(|options| {
        let mut builder = Problem::builder();
        let primary = Vec::from_iter((0..5).map(|at| builder.primary(format!("p{at}")).unwrap()));
        let secondary =
            Vec::from_iter((0..3).map(|at| builder.secondary(format!("s{at}")).unwrap()));
        let colors = ["red", "blue"].map(|name| builder.color(name).unwrap());
        for (plain, using) in options {
            let plain = plain.into_iter().map(|at| Entry::from(primary[at]));
            let used = secondary.iter().zip(using).filter(|&(_, using)| using > 0);
            let used = used.map(|(&item, using): (&ItemId, usize)| Entry {
                item,
                color: (using > 1).then(|| colors[using - 2]),
            });
            builder.option(plain.chain(used)).unwrap();
        }
        builder.build()
    })
}

/// By the definition: the solutions among all sets of options.
fn solutions(problem: &Problem, part: &Part) -> Vec<Solution> {
    let without: BTreeSet<OptionId> = part.without.iter().copied().collect();
    let with = Solution::new(part.with.clone());
    let has_primary = |option: OptionId| {
        let mut entries = problem.entries(option).iter();
        entries.any(|entry| problem.is_primary(entry.item))
    };
    let all = Vec::from_iter(problem.options());
    (0..1usize << all.len())
        .map(|set| {
            let chosen = all.iter().filter(|option| set >> option.index() & 1 == 1);
            Solution::new(chosen.copied().collect())
        })
        .filter(|solution| {
            let chosen = solution.options();
            problem.check(solution).is_ok()
                && chosen.iter().all(|&option| has_primary(option))
                && with.options().iter().all(|option| chosen.contains(option))
                && !chosen.iter().any(|option| without.contains(option))
        })
        .collect()
}

/// Walks to the end, pausing after each number of nodes.
fn walk(problem: &Problem, part: &Part, nodes: u64) -> Option<Solution> {
    let mut walks = Walks::new(problem, part)?;
    walk_on(&mut walks, part, nodes)
}

fn walk_on(walks: &mut Walks, part: &Part, nodes: u64) -> Option<Solution> {
    loop {
        let walked = walks.go(u64::MAX, walks.nodes() + nodes);
        walks.check();
        match walked {
            Walked::Paused => {}
            Walked::Nowhere => return None,
            Walked::Found => {
                let chosen = part.with.iter().copied().chain(walks.solution());
                return Some(chosen.collect());
            }
        }
    }
}

/// Options to assume or exclude.
fn picks() -> impl Strategy<Value = Vec<(prop::sample::Index, bool)>> {
    vec((any::<prop::sample::Index>(), any::<bool>()), 0..3)
}

fn part_of(problem: &Problem, picks: Vec<(prop::sample::Index, bool)>) -> Part {
    let mut part = Part::default();
    for (pick, with) in picks {
        if problem.option_count() > 0 {
            let option = OptionId::new(pick.index(problem.option_count()));
            if with {
                &mut part.with
            } else {
                &mut part.without
            }
            .push(option);
        }
    }
    part.with.sort_unstable();
    part.with.dedup();
    part
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn walks_find_a_solution_wherever_there_is_one(
        problem in problems(),
        picks in picks(),
    ) {
        let part = part_of(&problem, picks);
        let all = solutions(&problem, &part);
        let found = walk(&problem, &part, 1);
        prop_assert_eq!(&walk(&problem, &part, u64::MAX / 2), &found);
        match found {
            Some(solution) => prop_assert!(all.contains(&solution)),
            None => prop_assert!(all.is_empty()),
        }
    }

    #[test]
    fn diagrams_find_two_solutions_wherever_there_are(
        problem in problems(),
        picks in picks(),
    ) {
        let part = part_of(&problem, picks);
        let all = solutions(&problem, &part);
        let mut search = Search::new(choose(&problem, None).unwrap());
        search.begin(&part);
        let found = |first: &First| {
            let found = first.found().iter().copied();
            first.outcome().expect("a diagram").then(|| found.collect::<Solution>())
        };
        let mut first = First::new();
        first.begin(&problem, &search);
        let mut sweep = |first: &mut First| {
            let most = (u64::MAX, usize::MAX);
            first.sweep((&problem, &part), &mut search, most, &Allowance::default()).unwrap();
            found(first)
        };
        let one = sweep(&mut first);
        prop_assert_eq!(one.is_some(), !all.is_empty());
        let Some(one) = one else {
            return Ok(());
        };
        prop_assert!(all.contains(&one));
        first.look_beside(one.options());
        let other = found(&first);
        prop_assert_eq!(other.is_some(), all.len() > 1);
        prop_assert!(other.is_none_or(|other| other != one && all.contains(&other)));
        for known in &all {
            let mut first = First::new();
            first.look_beside(known.options());
            let other = sweep(&mut first);
            prop_assert_eq!(other.is_some(), all.len() > 1);
            prop_assert!(other.is_none_or(|other| other != *known && all.contains(&other)));
        }
    }

    /// From the known one on, and in walks that begin with another one known.
    #[test]
    fn walks_find_a_second_solution_wherever_there_is_one(
        problem in problems(),
        picks in picks(),
    ) {
        let part = part_of(&problem, picks);
        let all = solutions(&problem, &part);
        let Some(mut walks) = Walks::new(&problem, &part) else {
            return Ok(());
        };
        let Some(first) = walk_on(&mut walks, &part, 1) else {
            return Ok(());
        };
        walks.look_beside(first.options());
        let second = walk_on(&mut walks, &part, 1);
        prop_assert_eq!(second.is_some(), all.len() > 1);
        prop_assert!(second.is_none_or(|second| second != first && all.contains(&second)));
        for known in &all {
            let mut walks = Walks::new(&problem, &part).expect("a solution");
            walks.look_beside(known.options());
            let other = walk_on(&mut walks, &part, u64::MAX / 2);
            prop_assert_eq!(other.is_some(), all.len() > 1);
            prop_assert!(other.is_none_or(|other| other != *known && all.contains(&other)));
        }
    }
}

/// To plan a sweep takes work in proportion to the size of the problem, and the diagram may take an eighth of what was done.
#[test]
fn diagrams_of_large_problems_are_tried_later() {
    let text = format!("a b c\n{}", "a b\nc\nb c\na\n".repeat(10_000));
    let problem = Problem::parse(&text).unwrap();
    let mut first = First::new();
    let before = first.next_sweep;
    first.begin(&problem, &Search::new(choose(&problem, None).unwrap()));
    assert!(first.next_sweep > before);
    first.begin(&queens(8), &Search::new(choose(&queens(8), None).unwrap()));
    assert_eq!(first.next_sweep, before);
}

/// Any of the two options of `x` can be left out: a solution is a part of another one.
#[test]
fn with_bounds_a_part_of_a_solution_is_another_one() {
    let problem = Problem::parse("y 0:2|x\ny\nx\nx\n").unwrap();
    let part = Part::default();
    let all = solutions(&problem, &part);
    assert_eq!(all.len(), 4);
    for known in &all {
        let mut search = Search::new(choose(&problem, None).unwrap());
        search.begin(&part);
        let mut first = First::new();
        first.look_beside(known.options());
        let most = (u64::MAX, usize::MAX);
        let swept = first.sweep((&problem, &part), &mut search, most, &Allowance::default());
        assert_eq!((swept, first.outcome()), (Ok(()), Some(true)));
        let found = Solution::new(first.found().to_vec());
        assert!(found != *known && all.contains(&found));
    }
}

#[test]
fn a_hundred_queens_take_a_few_walks() {
    let problem = queens(100);
    let mut walks = Walks::new(&problem, &Part::default()).unwrap();
    assert_eq!(walks.go(u64::MAX, 10_000), Walked::Found);
    let solution: Solution = walks.solution().collect();
    assert_eq!(solution.options().len(), 100);
    problem.check(&solution).unwrap();
    // The same walks again: nothing depends on addresses or on the clock.
    let mut again = Walks::new(&problem, &Part::default()).unwrap();
    assert_eq!(again.go(u64::MAX, 10_000), Walked::Found);
    assert_eq!((again.work(), again.nodes()), (walks.work(), walks.nodes()));
    assert_eq!(again.solution().collect::<Solution>(), solution);
}

#[test]
fn walks_end_where_there_is_no_solution() {
    for size in [2, 3] {
        assert_eq!(walk(&queens(size), &Part::default(), 3), None);
    }
    let problem = Problem::parse("a b c\na b\nb c\na c\n").unwrap();
    assert_eq!(walk(&problem, &Part::default(), 1), None);
}

#[test]
fn what_was_undone_is_as_it_was() {
    let problem = queens(6);
    let mut sets = Sets::new(&problem, &Part::default()).unwrap();
    let sizes = |sets: &Sets| {
        Vec::from_iter(
            sets.open()
                .iter()
                .map(|&item| (item, sets.size(item)))
                .collect::<BTreeSet<_>>(),
        )
    };
    let before = sizes(&sets);
    for option in 0..problem.option_count() as u32 {
        let mark = sets.mark();
        let _ = sets.choose(option).and_then(|()| sets.settle());
        sets.check();
        sets.undo(mark);
        sets.check();
        assert_eq!(sizes(&sets), before);
    }
}
