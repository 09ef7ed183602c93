//! Reduced problems: under the map, they have the solutions of the whole one, found by trying every set of options.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::support::subsets::{ALL, Choice, With, problem, solutions};
use dominox::engine::{Limit, Limits, Reduction};
use dominox::problem::{OptionId, Part};
use dominox::puzzles::model;
use dominox::{Problem, Solver};
use proptest::prelude::*;

/// The solutions that one of the smaller problem stands for.
fn expanded(reduction: &Reduction, small: &Choice) -> Vec<Choice> {
    let number = |option: &OptionId| option.index() + 1;
    let mut all = vec![reduction.part.with.iter().map(number).collect::<Choice>()];
    for option in small {
        let stands_for = reduction.stands_for(OptionId::new(option - 1));
        let one_more = |set: &Choice| {
            let with = stands_for.iter().map(number).map(|one| {
                let mut set = set.clone();
                set.insert(one);
                set
            });
            Vec::from_iter(with)
        };
        all = all.iter().flat_map(one_more).collect();
    }
    let options = Vec::from_iter(small.iter().map(|option| OptionId::new(option - 1)));
    assert_eq!(reduction.factor(&options), all.len() as u128);
    all
}

fn check(problem: &Problem, part: &Part) -> Result<(), TestCaseError> {
    let is_in = |set: &Choice| {
        part.with
            .iter()
            .all(|option| set.contains(&(option.index() + 1)))
            && part
                .without
                .iter()
                .all(|option| !set.contains(&(option.index() + 1)))
    };
    let all: BTreeSet<Choice> = solutions(problem).into_iter().filter(is_in).collect();
    let reduction = Reduction::of(problem, part);
    prop_assert_eq!(reduction.part.without.len(), reduction.gone.len());
    if reduction.is_contradictory {
        prop_assert!(all.is_empty());
        prop_assert!(solutions(&reduction.problem).is_empty());
        return Ok(());
    }
    let small = solutions(&reduction.problem);
    let found = Vec::from_iter(small.iter().flat_map(|set| expanded(&reduction, set)));
    prop_assert_eq!(found.len(), found.iter().collect::<BTreeSet<_>>().len());
    prop_assert_eq!(
        BTreeSet::from_iter(found),
        all.clone(),
        "{:?}\n{}",
        reduction,
        problem
    );
    // The options in every solution, and those in none, without the smaller problem.
    for set in &all {
        prop_assert!(
            reduction
                .part
                .with
                .iter()
                .all(|option| set.contains(&(option.index() + 1)))
        );
        prop_assert!(
            reduction
                .part
                .without
                .iter()
                .all(|option| !set.contains(&(option.index() + 1)))
        );
    }
    // Costs stay.
    for small in reduction.problem.options() {
        for &option in reduction.stands_for(small) {
            prop_assert_eq!(reduction.problem.cost(small), problem.cost(option));
        }
    }
    // Nothing more is removed, unless options became one.
    let stands_for_one = |option| reduction.stands_for(option).len() == 1;
    if reduction.problem.options().all(stands_for_one) {
        let again = Reduction::of(&reduction.problem, &Part::default());
        prop_assert_eq!(again.part, Part::default());
        prop_assert!(!again.is_contradictory);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(800) })]

    #[test]
    fn the_solutions_are_the_same_under_the_map(
        problem in prop_oneof![problem(ALL), problem(With { bounds: false, ..ALL })],
        with in 0..30usize,
        without in 0..30usize,
    ) {
        check(&problem, &Part::default())?;
        let option = |number: usize| {
            (number < problem.option_count()).then(|| OptionId::new(number))
        };
        let part = Part { with: option(with).into_iter().collect(), without: option(without).into_iter().collect() };
        if with != without {
            check(&problem, &part)?;
        }
    }
}

/// A model with as many solutions as its smaller problem, counted by the factors.
#[test]
fn models_keep_their_number_of_solutions() {
    for (spec, count) in [
        ("langford 7", 52),
        ("queens 6", 4),
        ("pentominoes 3x20", 8),
        ("dominoes 4x4", 36),
    ] {
        let model = dominox::puzzles::model(spec).unwrap();
        let reduction = Reduction::of(model.problem(), &Part::default());
        let mut found = 0;
        let solver = Solver::new(&reduction.problem).unwrap();
        for solution in solver.solutions() {
            found += reduction.factor(solution.options());
        }
        assert_eq!(found, count, "{spec}");
        let mut within = Solver::new(model.problem()).unwrap();
        within.narrow(&reduction.part);
        assert_eq!(within.count().to_u64(), Some(count as u64), "{spec}");
    }
}

#[test]
fn a_limit_stops_it_and_what_was_not_tried_stays() {
    let pentominoes = model("pentominoes 6x10").expect("a model");
    let problem = pentominoes.problem();
    let limits = Limits {
        cancel: Some(Arc::new(AtomicBool::new(true))),
        ..Limits::default()
    };
    let stopped = Reduction::within(problem, &Part::default(), &limits);
    let whole = Reduction::of(problem, &Part::default());
    assert!(stopped.problem.option_count() > whole.problem.option_count());
    assert_eq!(
        (stopped.stopped, whole.stopped),
        (Some(Limit::Cancelled), None)
    );
}

#[test]
fn a_large_problem_is_not_begun_if_it_could_not_be_finished() {
    let limits = Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    };
    for (spec, is_begun) in [("matching 300", true), ("matching 400", false)] {
        let model = model(spec).expect("a model");
        let begin = |limits| Reduction::in_time(model.problem(), &Part::default(), limits);
        assert_eq!(begin(&limits).is_some(), is_begun, "{spec}");
    }
}

#[test]
fn what_has_no_solution_becomes_an_item_without_options() {
    let builder = || {
        let mut builder = Problem::builder();
        let x = builder.secondary("x").unwrap();
        builder.option([x]).unwrap();
        builder.build()
    };
    let part = Part {
        with: vec![OptionId::new(0)],
        without: Vec::new(),
    };
    for problem in [builder(), Problem::parse("a | x\nx\na\n").unwrap()] {
        let reduction = Reduction::of(&problem, &part);
        assert!(reduction.is_contradictory);
        assert_eq!(reduction.problem.primary_count(), 1);
        assert_eq!(reduction.problem.option_count(), 0);
    }
}
