//! Searches divided into shards: each solution is in one of them, and each answer.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use dominox::engine::{Division, DivisionError};
use dominox::problem::{OptionId, Part};
use dominox::puzzles::model;
use dominox::{Problem, Solver};
use proptest::collection::vec;
use proptest::prelude::*;

fn of_part(problem: &Problem, part: &Part) -> Solver {
    let solver = Solver::new(problem).unwrap();
    solver.assume(&part.with).exclude(&part.without)
}

/// The facts of a solution, or its options.
fn answer(problem: &Problem, options: &[OptionId]) -> Vec<u32> {
    let mut answer: Vec<u32> = match problem.has_facts() {
        true => options
            .iter()
            .flat_map(|&option| problem.facts(option).iter().copied())
            .collect(),
        false => options.iter().map(|option| option.index() as u32).collect(),
    };
    answer.sort_unstable();
    answer.dedup();
    answer
}

/// The answers of a part, found by a solver of the whole.
fn answers(solver: &mut Solver, part: &Part) -> Vec<Vec<u32>> {
    let problem = solver.problem().clone();
    solver.restart(&part.with);
    solver.narrow(&Part {
        with: Vec::new(),
        without: part.without.clone(),
    });
    let mut answers = Vec::new();
    let listed = solver.for_each_answer(|options| {
        answers.push(answer(&problem, options));
        ControlFlow::<()>::Continue(())
    });
    assert!(listed.is_continue());
    answers
}

/// All answers of all shards, which must be those of the whole, none of them twice.
fn check(problem: &Problem, whole: &Part, shards: usize) -> Division {
    let mut solver = of_part(problem, whole);
    let division = solver.divide(shards).unwrap();
    assert_eq!(
        of_part(problem, whole).divide(shards).as_ref(),
        Ok(&division)
    );
    assert!(division.shards.len() <= shards);
    assert_eq!(division.check(problem, whole, &[]), Ok(()));
    let mut found = Vec::new();
    for shard in 0..division.shards.len() {
        for part in division.parts(problem, whole, shard).unwrap() {
            found.extend(answers(&mut solver, &part));
        }
    }
    let all = BTreeSet::from_iter(answers(&mut solver, whole));
    assert_eq!(found.len(), all.len());
    assert_eq!(BTreeSet::from_iter(found), all);
    division
}

#[test]
fn shards_of_models() {
    for (name, shards) in [("queens 9", 7), ("langford 8", 3), ("pentominoes 3x20", 40)] {
        let model = model(name).unwrap();
        let division = check(model.problem(), &Part::default(), shards);
        assert!(division.shards.len() > 1, "{name}");
    }
    // A search that is small, one without a solution, and one without an item.
    for text in ["a b\na\nb\na b\n", "a b\na\n", "| x\nx\n", "a\na\na\na\n"] {
        let problem = Problem::parse(text).unwrap();
        check(&problem, &Part::default(), 5);
    }
}

#[test]
fn a_division_that_is_none_is_refused() {
    let model = model("queens 11").unwrap();
    let (problem, whole) = (model.problem(), Part::default());
    let good = check(problem, &whole, 12);
    let refused = |change: &dyn Fn(&mut Division)| {
        let mut division = good.clone();
        change(&mut division);
        division.check(problem, &whole, &[]).unwrap_err()
    };
    let leaf = good.shards[1][0];
    assert_eq!(
        refused(&|bad| {
            bad.shards[1].remove(0);
        }),
        DivisionError::Missing(leaf)
    );
    assert_eq!(
        refused(&|bad| bad.shards[0].push(leaf)),
        DivisionError::NotALeaf(leaf)
    );
    assert_eq!(
        refused(&|bad| bad.shards[0].push(0)),
        DivisionError::NotALeaf(0)
    );
    assert_eq!(
        refused(&|bad| bad.splits[0].children -= 1),
        DivisionError::BadSplit(0)
    );
    let number = good.splits.len() - 1;
    let again = good.splits[0];
    assert_eq!(
        refused(&|bad| bad.splits[number] = again),
        DivisionError::BadSplit(number)
    );
    // Leaves that were searched before are in no shard.
    let mut rest = good.clone();
    let done = rest.shards.remove(1);
    assert_eq!(rest.check(problem, &whole, &done), Ok(()));
    assert!(rest.check(problem, &whole, &done[1..]).is_err());
}

#[test]
fn what_is_left_is_divided_again() {
    let model = model("queens 10").unwrap();
    let (problem, whole) = (model.problem(), Part::default());
    let mut solver = Solver::new(problem).unwrap();
    let division = solver.divide(4).unwrap();
    let left = [&division.shards[1][..], &division.shards[3]].concat();
    let done = [&division.shards[0][..], &division.shards[2]].concat();
    let again = solver.divide_rest(9, &division, &left).unwrap().unwrap();
    assert_eq!(again.check(problem, &whole, &done), Ok(()));
    let count = |division: &Division, shards: std::ops::Range<usize>| {
        let parts = shards.flat_map(|shard| division.parts(problem, &whole, shard).unwrap());
        parts
            .map(|part| answers(&mut Solver::new(problem).unwrap(), &part).len())
            .sum::<usize>()
    };
    let before = count(&division, 0..1) + count(&division, 2..3);
    assert_eq!(before + count(&again, 0..again.shards.len()), 724);
    let no_leaf = solver.divide_rest(9, &division, &[0]).unwrap();
    assert_eq!(no_leaf, Err(DivisionError::NotALeaf(0)));
}

/// An option as items and the colours of those that are secondary; each primary item of an option may carry a fact.
type Named = Vec<(usize, usize)>;

fn build(options: &[Named], has_facts: bool) -> Problem {
    let mut builder = Problem::builder();
    let primary: Vec<_> = (0..6)
        .map(|i| builder.primary(format!("p{i}")).unwrap())
        .collect();
    let secondary: Vec<_> = (0..2)
        .map(|i| builder.secondary(format!("s{i}")).unwrap())
        .collect();
    for option in options {
        let mut entries = Vec::<dominox::problem::Entry>::new();
        let mut facts = Vec::new();
        for &(place, color) in option {
            let is_primary = place < primary.len();
            let item = *primary.iter().chain(&secondary).nth(place).unwrap();
            let color =
                (!is_primary && color > 0).then(|| builder.color(&color.to_string()).unwrap());
            if entries.iter().all(|entry| entry.item != item) {
                entries.push(dominox::problem::Entry { item, color });
                if is_primary {
                    facts.push((3 * place + option.len() % 3) as u32);
                }
            }
        }
        builder.option(entries).unwrap();
        if has_facts {
            builder.facts(facts).unwrap();
        }
    }
    builder.build()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100) })]

    #[test]
    fn shards_of_random_problems(
        options in vec(vec((0usize..8, 0usize..3), 1..4), 1..40),
        has_facts in any::<bool>(),
        shards in 1usize..6,
        given in 0usize..40,
        without in 0usize..40,
    ) {
        let problem = build(&options, has_facts);
        let option = |number: usize| OptionId::new(number % options.len());
        let mut whole = Part::default();
        if given % 3 == 0 && options[given % options.len()].iter().any(|entry| entry.0 < 6) {
            whole.with.push(option(given));
        }
        if without % 2 == 0 {
            whole.without.push(option(without));
        }
        check(&problem, &whole, shards);
    }
}
