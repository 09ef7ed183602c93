//! Estimates against what is known: numbers of solutions and of nodes, some beyond all floating-point numbers.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use dominox::engine::{Estimate, KernelName, Limit, Status};
use dominox::num_bigint::BigUint;
use dominox::puzzles::model;
use dominox::{Count, Limits, Problem, Solver};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

fn estimate(solver: &mut Solver, probes: u32, seed: u64) -> Estimate {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    solver.estimate(Some(probes), &mut rng).unwrap()
}

fn solver(spec: &str, kernel: Option<KernelName>) -> Solver {
    Solver::with_kernel(model(spec).unwrap().problem(), kernel).unwrap()
}

fn float(count: &Count) -> f64 {
    count.to_string().parse().unwrap()
}

/// Each estimate is of a tree whose size is known from a search, and most intervals contain the true number.
#[test]
fn estimates_are_near_the_numbers_of_a_search() {
    let cases = [
        ("queens 11", Some(KernelName::Links)),
        ("queens 11", Some(KernelName::Lanes)),
        ("dominoes 6x8", Some(KernelName::Links)),
        ("latin 5", Some(KernelName::Units)),
        ("dominoes 6x7", Some(KernelName::Rows)),
    ];
    const SEEDS: u64 = 20;
    for (spec, kernel) in cases {
        let mut solver = solver(spec, kernel);
        let before = solver.effort().nodes;
        let solutions = float(&solver.count());
        let nodes = (solver.effort().nodes - before) as f64;
        let (mut means, mut held) = ([0.0; 2], [0; 2]);
        for seed in 0..SEEDS {
            let estimate = estimate(&mut solver, 16, seed);
            assert!(!estimate.is_exact, "{spec}");
            let intervals = [(&estimate.solutions, solutions), (&estimate.nodes, nodes)];
            for (at, (interval, truth)) in intervals.into_iter().enumerate() {
                means[at] += float(&interval.mean) / truth / SEEDS as f64;
                let high = float(interval.high.as_ref().unwrap());
                held[at] += u32::from((float(&interval.low)..=high).contains(&truth));
            }
        }
        assert!(
            means.iter().all(|mean| (mean - 1.0).abs() < 0.1),
            "{spec}: {means:?}"
        );
        assert!(held.iter().all(|&held| held >= 15), "{spec}: {held:?}");
    }
}

/// 540 times four ways.
#[test]
fn numbers_may_be_of_any_size() {
    let items: Vec<String> = (0..540).map(|item| format!("i{item}")).collect();
    let options: String = items
        .iter()
        .map(|item| format!("\n{item}").repeat(4))
        .collect();
    let problem = Problem::parse(&(items.join(" ") + &options)).unwrap();
    let estimate = estimate(&mut Solver::new(&problem).unwrap(), 4, 1);
    let truth = BigUint::from(4u8).pow(540);
    assert!(estimate.solutions.low.to_biguint() <= truth);
    assert!(estimate.solutions.high.unwrap().to_biguint() >= truth);
    assert!(estimate.solutions.mean.to_biguint() > &truth / 2u8);
    assert!(estimate.nodes.mean > estimate.solutions.mean);
}

/// Each probe has random numbers of its own, whichever thread makes it.
#[test]
fn the_number_of_threads_does_not_show() {
    let cases = [
        ("langford 11", None),
        ("dominoes 8x8", Some(KernelName::Links)),
        ("latin 6", None),
        ("pentominoes 6x10", Some(KernelName::Rows)),
    ];
    for (spec, kernel) in cases {
        let by = |threads: usize| {
            let mut solver = solver(spec, kernel).threads(threads);
            let estimate = estimate(&mut solver, 40, 7);
            let found = (estimate.solutions, estimate.nodes, estimate.met);
            (found, solver.effort(), solver.status())
        };
        let alone = by(1);
        assert!(alone.0.2 > 0, "{spec}");
        for threads in [2, 7] {
            assert_eq!(by(threads), alone, "{spec}, {threads} threads");
        }
    }
}

#[test]
fn small_searches_are_exact() {
    let cases = [
        ("a\n", 0, 0),
        ("a b\na\nb\n", 1, 3),
        ("a b\na\n", 0, 0),
        ("a b c\na\na b\nb c\nc\n", 2, 4),
    ];
    for (text, solutions, most_nodes) in cases {
        let problem = Problem::parse(text).unwrap();
        let estimate = estimate(&mut Solver::new(&problem).unwrap(), 8, 1);
        assert!(estimate.is_exact, "{text:?}");
        let found = &estimate.solutions;
        assert_eq!(
            (&found.mean, &found.low),
            (&found.low, &Count::from(solutions)),
            "{text:?}"
        );
        assert_eq!(found.high.as_ref(), Some(&found.mean));
        assert!(
            estimate.nodes.mean.to_u64() <= Some(most_nodes + 1),
            "{text:?}"
        );
        assert_eq!((estimate.probes, estimate.met), (0, 0));
    }
    let problem = Problem::parse("a b\na\na b\nb\n").unwrap();
    let options: Vec<_> = problem.options().collect();
    let mut disagreeing = Solver::new(&problem).unwrap().assume(&options[..2]);
    assert_eq!(estimate(&mut disagreeing, 8, 1).solutions.mean, 0);
}

#[test]
fn a_seed_makes_an_estimate_and_leaves_the_solver_as_it_was() {
    let numbers = |estimate: &Estimate| {
        (
            estimate.solutions.clone(),
            estimate.nodes.clone(),
            estimate.met,
        )
    };
    let mut used = solver("dominoes 8x8", None);
    let first = numbers(&estimate(&mut used, 8, 7));
    assert_eq!(used.status(), Status::Open);
    assert_eq!(used.count(), 12_988_816);
    assert_eq!(numbers(&estimate(&mut used, 8, 7)), first);
    assert!(used.next_solution().is_some());
    assert_eq!(
        numbers(&estimate(&mut solver("dominoes 8x8", None), 8, 7)),
        first
    );
    assert_ne!(numbers(&estimate(&mut used, 8, 8)), first);
}

#[test]
fn limits_stop_the_probes() {
    let stopped = |limits| {
        let mut solver = solver("dominoes 8x8", None).limits(limits);
        let estimate = estimate(&mut solver, 1_000_000, 1);
        (solver.status(), estimate)
    };
    let cancelled = Limits {
        cancel: Some(Arc::new(AtomicBool::new(true))),
        ..Limits::default()
    };
    let (status, estimate) = stopped(cancelled);
    assert_eq!(status, Status::Stopped(Limit::Cancelled));
    assert_eq!((estimate.probes, estimate.nodes.high), (0, None));
    let nodes = |nodes| Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let (status, estimate) = stopped(nodes(100));
    assert_eq!(status, Status::Stopped(Limit::Nodes));
    assert_eq!(
        (estimate.nodes.mean, estimate.probes),
        (Count::from(100), 0)
    );
    // Some walks, but no probe.
    let (status, estimate) = stopped(nodes((1 << 15) + 1000));
    assert_eq!(status, Status::Stopped(Limit::Nodes));
    assert!((2..64).contains(&estimate.probes), "{}", estimate.probes);
    assert!(estimate.nodes.mean.to_u64() > Some(40_000) && estimate.nodes.high.is_none());
    let (status, estimate) = stopped(nodes(300_000));
    assert_eq!(status, Status::Stopped(Limit::Nodes));
    assert!((10..1000).contains(&estimate.probes), "{}", estimate.probes);
    assert!(estimate.nodes.high.is_some());
}
