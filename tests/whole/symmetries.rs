//! Symmetries of problems: known orders, and random problems against all permutations of their options.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::support::symmetry::{by_brute_force, small, structure};
use dominox::Problem;
use dominox::engine::{Limits, Symmetries, Symmetry, cycles};
use dominox::num_bigint::BigUint;
use dominox::problem::{ItemId, OptionId, Part};
use dominox::puzzles::model;
use proptest::collection::vec;
use proptest::prelude::*;

fn order_of(spec: &str, is_own: bool) -> BigUint {
    let model = model(spec).unwrap();
    let kinds = model.item_kinds().filter(|_| is_own);
    let symmetries = Symmetries::fixing(model.problem(), &Part::default(), kinds.as_deref());
    assert!(symmetries.is_complete(), "{spec}");
    assert!(
        symmetries
            .generators()
            .iter()
            .all(|s| s.keeps(model.problem())),
        "{spec}"
    );
    symmetries.order_on_options()
}

fn factorial(number: u32) -> BigUint {
    (1..=number).map(BigUint::from).product()
}

/// Boards have the symmetries of a rectangle, 4, or of a square, 8; the cube, 48, as the two screws of the Soma cube are
/// exchanged by a reflection.
#[test]
fn boards() {
    let orders = [
        ("queens 8", 8u32),
        ("queens 30", 8),
        ("pentominoes 6x10", 4),
        ("dominoes 16x16", 8),
        ("dominoes 8x9", 4),
        ("soma", 48),
        ("langford 8", 2),
    ];
    for (spec, order) in orders {
        assert_eq!(order_of(spec, false), order.into(), "{spec}");
    }
}

/// Latin squares: rows, columns and symbols are permuted, and change roles. B. D. McKay, A. Meynert and W. Myrvold, *Small
/// Latin squares, quasigroups and loops*, Journal of Combinatorial Designs 15 (2007).
#[test]
fn latin_squares() {
    for size in 3..8 {
        let own = factorial(size).pow(3);
        assert_eq!(order_of(&format!("latin {size}"), true), own);
        assert_eq!(order_of(&format!("latin {size}"), false), own * 6u32);
    }
}

/// E. Russell and F. Jarvis, *Mathematics of Sudoku II* (2006): 3,359,232 symmetries of a grid of 9×9, transposition among
/// them, and 9! ways to exchange digits. In general, rows in a band, bands, columns in a stack, and stacks are permuted.
#[test]
fn sudokus() {
    let order = |rows: u32, columns: u32| {
        let bands = factorial(rows).pow(columns) * factorial(columns);
        let stacks = factorial(columns).pow(rows) * factorial(rows);
        let transposed = if rows == columns { 2u32 } else { 1 };
        bands * stacks * transposed * factorial(rows * columns)
    };
    assert_eq!(order(3, 3), BigUint::from(3_359_232u32) * factorial(9));
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (3, 4)] {
        let spec = format!("sudoku {rows}x{columns}");
        assert_eq!(order_of(&spec, true), order(rows, columns), "{spec}");
        // The problem has no others.
        assert_eq!(order_of(&spec, false), order(rows, columns), "{spec}");
    }
}

/// All permutations of the people.
#[test]
fn matchings() {
    for people in [4, 7, 12, 30] {
        assert_eq!(
            order_of(&format!("matching {people}"), false),
            factorial(people)
        );
    }
}

#[test]
fn givens_are_kept() {
    let queens = model("queens 8").unwrap();
    let option = |row: usize, column: usize| OptionId::new(8 * row + column);
    let order = |with: &[OptionId], without: &[OptionId]| {
        let part = Part {
            with: with.to_vec(),
            without: without.to_vec(),
        };
        u32::try_from(Symmetries::fixing(queens.problem(), &part, None).order_on_options()).unwrap()
    };
    assert_eq!(order(&[option(0, 0)], &[]), 2);
    assert_eq!(order(&[option(0, 1)], &[]), 1);
    assert_eq!(order(&[], &[option(0, 0), option(7, 7)]), 4);
    assert_eq!(order(&[option(0, 0)], &[option(7, 7)]), 2);
    assert_eq!(order(&[option(0, 1), option(1, 0)], &[]), 2);
}

#[test]
fn equal_options_and_items_change_places() {
    let order = |text: &str| {
        let problem = Problem::parse(text).unwrap();
        let symmetries = Symmetries::of(&problem);
        assert!(symmetries.generators().iter().all(|s| s.keeps(&problem)));
        [symmetries.order(), symmetries.order_on_options()]
            .map(|order| u64::try_from(order).unwrap())
    };
    assert_eq!(order("a\na\na\na\n"), [6, 6]);
    assert_eq!(order("a\na |1\na |1\na |2\n"), [2, 2]);
    assert_eq!(order("a b c d\na b c\nd\n"), [6, 1]);
    assert_eq!(
        order("a b | x y\na x:1 y:2\na x:2 y:1\nb x:1 y:2\n"),
        [2, 1]
    );
    assert_eq!(order("a | x\na x:1\na x:2\na x:3\n"), [6, 6]);
    assert_eq!(order("a 2|b\na\nb\n"), [1, 1]);
    assert_eq!(order("a b | x\na x\nb x\na\nb\n"), [2, 2]);
    let many = Problem::parse(&("a b\n".repeat(21))).unwrap();
    assert_eq!(Symmetries::of(&many).order(), factorial(20) * 2u32);
    let empty = Symmetries::of(&Problem::builder().build());
    assert_eq!((empty.order(), empty.generators().len()), (1u32.into(), 0));
}

#[test]
fn cycles_begin_with_their_least() {
    assert_eq!(
        cycles(&[(1, 3), (2, 5), (3, 4), (4, 1), (5, 2)]),
        [vec![1, 3, 4], vec![2, 5]]
    );
    assert!(cycles::<u8>(&[]).is_empty());
}

fn check(problem: &Problem, part: &Part, kinds: Option<&[u32]>) -> Result<(), TestCaseError> {
    let symmetries = Symmetries::fixing(problem, part, kinds);
    let same = vec![0; problem.item_count()];
    let kinds = kinds.unwrap_or(&same);
    let all = by_brute_force(problem, part, kinds);
    prop_assert!(symmetries.is_complete());
    prop_assert_eq!(symmetries.order_on_options(), all.len().into());
    let identity: Vec<u32> = (0..problem.option_count() as u32).collect();
    let twins = structure(problem, kinds, &identity).0;
    let alike: BigUint = twins
        .iter()
        .map(|(_, count)| factorial(*count as u32))
        .product();
    prop_assert_eq!(symmetries.order(), symmetries.order_on_options() * alike);
    let image = |symmetry: &Symmetry| -> Vec<u32> {
        let image = problem.options().map(|option| symmetry.option(option));
        image.map(|option| option.index() as u32).collect()
    };
    let kind = |item: ItemId| kinds[item.index()];
    for symmetry in symmetries.generators() {
        prop_assert!(symmetry.keeps(problem));
        prop_assert!(all.contains(&image(symmetry)));
        prop_assert!(
            problem
                .items()
                .all(|item| kind(item) == kind(symmetry.item(item)))
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn as_many_as_all_permutations_show(problem in small()) {
        check(&problem, &Part::default(), None)?;
    }

    #[test]
    fn with_givens_and_kinds(problem in small(), marks in vec(0..3u8, 6), kinds in vec(0..2u32, 12)) {
        let marked = |mark| -> Vec<OptionId> {
            problem.options().filter(|option| marks[option.index()] == mark).collect()
        };
        let part = Part { with: marked(1), without: marked(2) };
        let kinds = &kinds[..problem.item_count()];
        check(&problem, &part, Some(kinds))?;
    }
}

#[test]
fn a_limit_stops_the_search_for_symmetries() {
    let limits = Limits {
        cancel: Some(Arc::new(AtomicBool::new(true))),
        ..Limits::default()
    };
    let found = |spec| {
        let latin = model(spec).expect("a model");
        Symmetries::fixing_within(latin.problem(), &Part::default(), None, &limits)
    };
    let during_the_search = found("latin 12").expect("a graph that is soon made");
    assert!(!during_the_search.is_complete());
    assert!(found("latin 40").is_none());
    let latin = model("latin 12").expect("a model");
    assert!(Symmetries::of(latin.problem()).is_complete());
}
