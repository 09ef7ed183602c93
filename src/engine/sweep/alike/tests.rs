use std::collections::BTreeSet;

use super::*;
use crate::engine::solver::{CountMethod, Solver};
use crate::engine::sweep::components::components;
use crate::engine::work::Within;
use crate::problem::{Part, Problem};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::subsequence;

/// The number of solutions, and the states that were gone through; `None` if few are alike. If `always`, states are compared at each
/// level, however few are alike.
fn count(problem: &Problem, always: bool) -> Option<(BigUint, u64)> {
    Within::no_limits(|work| {
        let parts = components(problem, &Part::default(), work)?;
        let (mut count, mut states) = (BigUint::from(1u32), 0);
        for component in parts.unwrap_or_default() {
            let mut alike = Alike::new(&component).expect("no colours");
            alike.compares_all = always;
            alike.is_tried = always;
            match alike.advance(u64::MAX, usize::MAX, 2) {
                Outcome::Counted(own) => count *= own,
                _ => return Ok(None),
            }
            states += alike.swept;
        }
        Ok(Some((count, states)))
    })
}

/// Latin squares; of Sudokus, with boxes of `height` rows and as many columns as there are boxes above each other; `reduced`,
/// with the first row and column in order.
fn squares(n: usize, height: Option<usize>, reduced: bool) -> Problem {
    let (mut items, mut options) = (BTreeSet::new(), String::new());
    for (row, column) in (0..n * n).map(|cell| (cell / n, cell % n)) {
        for digit in 0..n {
            let mut option = vec![
                format!("cell{row}.{column}"),
                format!("row{row}.{digit}"),
                format!("column{column}.{digit}"),
            ];
            if let Some(height) = height {
                let box_of = row / height * height + column / (n / height);
                option.push(format!("box{box_of}.{digit}"));
            }
            let is_fixed = row == 0 && digit != column || column == 0 && digit != row;
            if !(reduced && is_fixed) {
                options += &(option.join(" ") + "\n");
            }
            items.extend(option);
        }
    }
    let items = Vec::from_iter(items).join(" ");
    Problem::parse(&format!("{items}\n{options}")).unwrap()
}

/// OEIS A002860, A000315 (reduced), A107739 (Sudokus with square boxes).
#[test]
fn known_numbers() {
    let numbers = [
        (squares(4, None, false), 576),
        (squares(5, None, false), 161_280),
        (squares(6, None, false), 812_851_200u64),
        (squares(6, None, true), 9408),
        (squares(4, Some(2), false), 288),
        (squares(6, Some(2), false), 28_200_960),
    ];
    for (problem, number) in numbers {
        let counted = count(&problem, false);
        assert_eq!(counted.expect("many are alike").0, number.into());
    }
}

/// A turn that is over ends while the order of the items is made, which may take a third of a second.
#[test]
fn the_order_is_made_in_turns() {
    Within::no_limits(|work| {
        let parts = components(&squares(10, None, false), &Part::default(), work)?;
        let component = &parts.unwrap_or_default()[0];
        let mut alike = Alike::new(component).expect("no colours");
        let mut turns = 0;
        while alike.levels.is_empty() {
            let last = alike.work + 100_000;
            alike.advance(100_000, usize::MAX, 1);
            assert!(alike.work < last + 5_000_000, "{}", alike.work - last);
            turns += 1;
        }
        assert!(turns > 10, "{turns}");
        Ok(())
    });
}

#[test]
fn names_do_not_matter() {
    let problem = squares(6, Some(2), false);
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
        let entries = entries.map(|entry| named[entry.item.index()]);
        builder.option(entries).unwrap();
    }
    let (number, _) = count(&builder.build(), false).expect("many are alike");
    assert_eq!(number, 28_200_960u32.into());
}

/// Dominoes on a board, whose states have few mirror images.
#[test]
fn where_few_states_are_alike_it_is_given_up() {
    let n = 16;
    let name = |cell: usize| format!("{}.{}", cell / n, cell % n);
    let mut text = Vec::from_iter((0..n * n).map(name)).join(" ") + "\n";
    for cell in 0..n * n {
        if cell % n + 1 < n {
            text += &format!("{} {}\n", name(cell), name(cell + 1));
        }
        if cell / n + 1 < n {
            text += &format!("{} {}\n", name(cell), name(cell + n));
        }
    }
    let problem = Problem::parse(&text).unwrap();
    assert_eq!(count(&problem, false), None);
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
        if let Some((number, _)) = count(&problem, true) {
            let number = if solvable { number } else { BigUint::ZERO };
            prop_assert_eq!(expected.to_biguint(), number);
        }
    }
}
