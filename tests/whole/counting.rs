//! Counting with a table: against the search, whatever room it has, and against closed forms.

use crate::support::{collection, random};
use dominox::engine::{CountMethod, Limit, Status};
use dominox::num_bigint::BigUint;
use dominox::problem::Entry;
use dominox::puzzles::model;
use dominox::{Limits, Problem, Solver};
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn by_table(problem: &Problem, room: usize) -> String {
    let solver = Solver::new(problem).expect("no bounds");
    let mut solver = solver.counting(CountMethod::Table).memory(room);
    let count = solver.count();
    assert_eq!(solver.status(), Status::Exhausted);
    assert_eq!(solver.found(), &count);
    assert_eq!(solver.table_effort().counts, 1, "not counted by search");
    assert_eq!(solver.next_solution(), None, "all are counted");
    count.to_string()
}

fn model_by_table(spec: &str) -> String {
    by_table(model(spec).expect("a model").problem(), 1 << 30)
}

#[test]
fn the_collection_has_its_known_numbers() {
    for case in collection::cases() {
        // Plans of 60,000 options take some 20 MiB, and the kernel up to half of the memory.
        let number = by_table(&case.problem, 1 << 26);
        assert_eq!(number, case.solutions.to_string(), "{}", case.name);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(1000)
    })]

    #[test]
    fn random_problems(problem in random::problem(30), room in 0..20usize) {
        let mut search = Solver::new(&problem).unwrap().counting(CountMethod::Search);
        prop_assert_eq!(by_table(&problem, (1 << room) - 1), search.count().to_string());
    }

    #[test]
    fn a_used_solver_counts_as_a_new_one(problem in random::problem(20)) {
        let mut solver = Solver::new(&problem).unwrap().counting(CountMethod::Table);
        for option in problem.options() {
            solver.restart(&[option]);
            let new = Solver::new(&problem).unwrap().assume(&[option]);
            let mut new = new.counting(CountMethod::Search);
            prop_assert_eq!(solver.count(), new.count());
        }
    }
}

/// P. W. Kasteleyn, *Physica* 27 (1961): the product of `4 cos²(πj/(m+1)) + 4 cos²(πk/(n+1))`.
fn kasteleyn(m: u32, n: u32) -> f64 {
    let term = |i: u32, of: u32| {
        let cosine = (std::f64::consts::PI * f64::from(i) / f64::from(of + 1)).cos();
        4.0 * cosine * cosine
    };
    let pairs = (1..=m.div_ceil(2)).flat_map(|j| (1..=n.div_ceil(2)).map(move |k| (j, k)));
    pairs.map(|(j, k)| term(j, m) + term(k, n)).product()
}

#[test]
fn dominoes_by_the_closed_form() {
    for (m, n) in [(2, 2), (4, 4), (4, 7), (8, 8), (6, 13), (2, 90)] {
        let number = model_by_table(&format!("dominoes {m}x{n}"));
        let ratio = number.parse::<f64>().unwrap() / kasteleyn(m, n);
        assert!((ratio - 1.0).abs() < 1e-9, "{m}x{n}: {number}");
    }
    // OEIS A004003.
    let squares = [
        ("8x8", "12988816"),
        ("12x12", "53060477521960000"),
        ("16x16", "2444888770250892795802079170816"),
    ];
    for (size, number) in squares {
        assert_eq!(model_by_table(&format!("dominoes {size}")), number);
    }
}

/// A row of cells, covered by dominoes and single squares: the Fibonacci numbers (OEIS A000045), here one of 209 digits,
/// in eleven limbs.
#[test]
fn numbers_of_many_limbs() {
    let (mut before, mut number) = (BigUint::from(1u8), BigUint::from(1u8));
    for _ in 1..1000 {
        before += &number;
        std::mem::swap(&mut before, &mut number);
    }
    let mut builder = Problem::builder();
    let cells = (0..1000).map(|i| builder.primary(i.to_string()).expect("a name"));
    let cells = Vec::from_iter(cells);
    for covered in cells.chunks(1).chain(cells.windows(2)) {
        let covered = covered.iter().copied();
        builder.option(covered).expect("an option");
    }
    assert_eq!(by_table(&builder.build(), 1 << 20), number.to_string());
}

/// OEIS A001147.
#[test]
fn matchings_by_the_double_factorial() {
    let mut number = 1u64;
    for n in 1..=8 {
        number *= 2 * n - 1;
        assert_eq!(
            model_by_table(&format!("matching {}", 2 * n)),
            number.to_string()
        );
    }
}

/// OEIS A002860.
#[test]
fn latin_squares() {
    for (order, number) in [(1, 1), (2, 2), (3, 12), (4, 576), (5, 161_280)] {
        assert_eq!(
            model_by_table(&format!("latin {order}")),
            number.to_string()
        );
    }
}

/// Several copies of one problem, with one colour in common: the number is a power.
#[test]
fn independent_parts_multiply() {
    let mut text = String::new();
    let copies = 40;
    for copy in 0..copies {
        text += &format!("a{copy} b{copy} c{copy} ");
    }
    text += "| x\n";
    for copy in 0..copies {
        let (a, b, c) = (format!("a{copy}"), format!("b{copy}"), format!("c{copy}"));
        text += &format!("{a} {b}\n{c} x:red\n{a} x:red\n{b} {c}\n{b}\n");
    }
    let problem = Problem::parse(&text).unwrap();
    // Each: {a b, c}, {a, b c}, {a, b, c}.
    assert_eq!(by_table(&problem, 1 << 20), 3u64.pow(copies).to_string());
}

/// Several partitions of the items into triples that have nothing to do with each other, each in a colour of its own that
/// all options must agree on: each is a solution, and in any order of the items the frontier is hundreds of bits wide.
#[test]
fn keys_of_several_words() {
    for (prime, factors) in [(67, 3), (157, 4), (307, 6), (613, 6)] {
        let mut builder = Problem::builder();
        let names = (1..prime).map(|i: usize| i.to_string());
        let items = Vec::from_iter(names.map(|name| builder.primary(name).expect("a name")));
        let choice = builder.secondary("choice").expect("a name");
        for factor in [1, 5, 46, 11, 20, 25].into_iter().take(factors) {
            let color = builder.color(&factor.to_string()).expect("a name");
            let permuted = Vec::from_iter((1..prime).map(|i| items[i * factor % prime - 1]));
            for triple in permuted.chunks(3) {
                let entries = triple.iter().map(|&item| Entry::from(item));
                let entries = entries.chain([Entry::from((choice, color))]);
                builder.option(entries).expect("an option");
            }
        }
        assert_eq!(by_table(&builder.build(), 1 << 26), factors.to_string());
    }
}

#[test]
fn a_count_that_is_stopped_says_so_and_goes_on() {
    let latin = model("latin 5").unwrap();
    let cancel = Arc::new(AtomicBool::new(true));
    let stopped = |limits: Limits| {
        let solver = Solver::new(latin.problem())
            .unwrap()
            .counting(CountMethod::Table);
        let mut solver = solver.limits(limits);
        assert_eq!(solver.count(), 0);
        let status = solver.status();
        (solver.limits(Limits::default()), status)
    };
    let of_time = Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    };
    let of_flag = Limits {
        cancel: Some(cancel),
        ..Limits::default()
    };
    for (limits, limit) in [(of_time, Limit::Time), (of_flag, Limit::Cancelled)] {
        let (mut solver, status) = stopped(limits);
        assert_eq!(status, Status::Stopped(limit));
        assert_eq!(solver.count(), 161_280);
        assert_eq!(solver.status(), Status::Exhausted);
    }
}

/// The numbers of solutions and of nodes are limits of the search.
#[test]
fn other_limits_are_kept_by_searching() {
    let latin = model("latin 4").unwrap();
    for method in [CountMethod::Auto, CountMethod::Table] {
        let mut solver = Solver::new(latin.problem())
            .unwrap()
            .counting(method)
            .limits(Limits {
                solutions: Some(5),
                ..Limits::default()
            });
        assert_eq!(solver.count(), 5);
        assert_eq!(solver.status(), Status::Stopped(Limit::Solutions));
    }
}

/// Counts that no search could finish in a lifetime need no option.
#[test]
fn the_table_is_used_where_it_pays() {
    let board = model("dominoes 10x10").unwrap();
    let mut solver = Solver::new(board.problem()).unwrap();
    assert_eq!(solver.count().to_string(), "258584046368");
    assert_eq!(solver.table_effort().counts, 1);
    assert_eq!(solver.count().to_string(), "258584046368", "and told again");
    let queens = model("queens 6").unwrap();
    let mut solver = Solver::new(queens.problem()).unwrap();
    assert_eq!(solver.count(), 4);
    assert_eq!(
        solver.table_effort().states,
        0,
        "the search was done at once"
    );
}

/// Less room costs time and nothing else; what is taken stays near what is allowed, except for a table that grows, and for a batch of
/// states.
#[test]
fn memory_is_bounded() {
    let latin = model("latin 5").unwrap();
    for room in [1 << 20, 1 << 17, 1 << 14] {
        let solver = Solver::new(latin.problem()).unwrap();
        let mut solver = solver.counting(CountMethod::Table).memory(room);
        assert_eq!(solver.count(), 161_280);
        let taken = solver.table_effort().peak_bytes;
        let most = room * 3 / 2 + (8 << 10);
        assert!(taken as usize <= most, "{taken} bytes of {room}");
    }
}
