use super::*;
use crate::engine::solver::{CountMethod, Solver};
use crate::engine::sweep::components::components;
use crate::engine::sweep::order;
use crate::engine::work::Within;
use crate::problem::{Part, Problem};
use crate::puzzles::model;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::subsequence;

/// The number of solutions, and the states that were gone through, if states are compared once there are this many; `None` if
/// few of the first ones are alike.
fn count(problem: &Problem, first: usize) -> Option<(BigUint, u64)> {
    Within::no_limits(|work| {
        let parts = components(problem, &Part::default(), work)?;
        let (mut count, mut states) = (BigUint::from(1u32), 0);
        for component in parts.unwrap_or_default() {
            let (order, _) = order::best(&component, work)?;
            let mut alike = Alike::new(&component, &order).expect("no colours");
            alike.least = first;
            alike.last = first;
            // With the least number, states are compared even where few are alike.
            alike.is_tried = first == 1;
            match alike.advance(u64::MAX, usize::MAX, 2) {
                Outcome::Counted(own) => count *= own,
                _ => return Ok(None),
            }
            states += alike.swept;
        }
        Ok(Some((count, states)))
    })
}

/// OEIS A002860, A000315 (reduced), A107739 (Sudokus with square boxes).
#[test]
fn known_numbers() {
    let numbers = [
        ("latin 4", 576),
        ("latin 5", 161_280),
        ("latin 6", 812_851_200u64),
        ("latin 6 --reduced", 9408),
        ("latin 7 --reduced", 16_942_080),
        ("sudoku 2x2", 288),
        ("sudoku 2x3", 28_200_960),
        ("matching 10", 945),
    ];
    for (spec, number) in numbers {
        let model = model(spec).unwrap();
        let counted = count(model.problem(), FIRST / GROWTH);
        assert_eq!(counted.expect(spec).0, number.into(), "{spec}");
    }
}

#[test]
fn names_do_not_matter() {
    let model = model("sudoku 2x3").unwrap();
    let problem = model.problem();
    let mut options: Vec<_> = problem.options().collect();
    options.sort_by_key(|option| option.index().wrapping_mul(0x9e37_79b9) % 1009);
    let items: Vec<_> = problem.items().collect();
    let mut places: Vec<usize> = (0..items.len()).collect();
    places.sort_by_key(|place| place.wrapping_mul(0x85eb_ca6b) % 1013);
    let mut builder = Problem::builder();
    let mut named = items.clone();
    for place in places {
        named[place] = builder.primary(format!("{place}")).unwrap();
    }
    for option in options {
        let entries = problem.entries(option).iter();
        builder
            .option(entries.map(|entry| named[entry.item.index()]))
            .unwrap();
    }
    let (number, states) = count(&builder.build(), FIRST / GROWTH).expect("many are alike");
    assert_eq!(number, 28_200_960u32.into());
    assert!(states < 50_000, "{states} states");
}

#[test]
fn where_few_states_are_alike_it_is_given_up() {
    assert_eq!(
        count(model("dominoes 16x16").unwrap().problem(), FIRST / GROWTH),
        None
    );
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Compared at every level, with secondary items too.
    #[test]
    fn random_problems(
        options in vec((subsequence(vec![0, 1, 2, 3, 4, 5, 6], 1..4), subsequence(vec![0, 1], 0..2)), 0..24),
    ) {
        let mut builder = Problem::builder();
        let primary: Vec<_> = (0..7).map(|i| builder.primary(format!("p{i}")).unwrap()).collect();
        let secondary: Vec<_> = (0..2).map(|i| builder.secondary(format!("s{i}")).unwrap()).collect();
        for (plain, others) in options {
            let plain = plain.iter().map(|&item: &usize| primary[item]);
            builder.option(plain.chain(others.iter().map(|&item: &usize| secondary[item]))).unwrap();
        }
        let problem = builder.build();
        let expected = Solver::new(&problem).unwrap().counting(CountMethod::Search).count();
        let solvable = Within::no_limits(|work| components(&problem, &Part::default(), work)).is_some();
        if let Some((number, _)) = count(&problem, 1) {
            let number = if solvable { number } else { BigUint::ZERO };
            prop_assert_eq!(expected.to_biguint(), number);
        }
    }
}
