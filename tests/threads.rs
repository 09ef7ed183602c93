//! What is found, its order, counts and effort do not depend on the number of threads.

use std::ops::ControlFlow;

use dominox::Solver;
use dominox::engine::{CountMethod, Effort, Limits, TableEffort, Verdict};
use dominox::puzzles::model;

/// Problems that searches and sweeps take some milliseconds for, in turn and together.
const MODELS: [&str; 7] = [
    "queens 10",
    "latin 5",
    "latin 6 --reduced",
    "langford 8",
    "pentominoes 4x15",
    "dominoes 8x8",
    "pentominoes 3x20",
];

fn solver(name: &str, method: CountMethod, threads: usize) -> Solver {
    let model = model(name).unwrap();
    let solver = Solver::new(model.problem()).unwrap().counting(method);
    solver.threads(threads)
}

fn counted(name: &str, method: CountMethod, threads: usize) -> (String, Effort, TableEffort) {
    let mut solver = solver(name, method, threads);
    let count = solver.count();
    (count.to_string(), solver.effort(), solver.table_effort())
}

#[test]
fn counts_and_their_effort() {
    for name in MODELS {
        for method in [CountMethod::Auto, CountMethod::Search] {
            // By search, these take seconds.
            if method == CountMethod::Search && ["dominoes 8x8", "latin 5"].contains(&name) {
                continue;
            }
            let alone = counted(name, method, 1);
            for threads in [2, 7] {
                assert_eq!(counted(name, method, threads), alone, "{name} {method:?}");
            }
        }
    }
}

#[test]
fn a_stopped_count_goes_on() {
    for threads in [1, 3] {
        let limits = Limits {
            nodes: Some(3_000),
            ..Limits::default()
        };
        let mut solver = solver("queens 11", CountMethod::Search, threads).limits(limits);
        let (mut count, mut stops) = (solver.count(), 0);
        while solver.effort().nodes < 10_000 || count != 2680 {
            let more = solver.count();
            assert!(more.to_biguint() >= count.to_biguint());
            (count, stops) = (more, stops + 1);
            assert!(stops < 1000);
        }
    }
}

#[test]
fn first_solutions_of_a_listing() {
    let first = |threads: usize| {
        let mut solver = solver("queens 11", CountMethod::Auto, threads);
        let mut found = Vec::new();
        let _ = solver.for_each(|options| {
            found.push(options.to_vec());
            match found.len() {
                1000 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        for _ in 0..500 {
            found.extend(
                solver
                    .next_solution()
                    .map(|solution| solution.options().to_vec()),
            );
        }
        found
            .iter_mut()
            .for_each(|solution| solution.sort_unstable());
        found
    };
    let alone = first(1);
    assert_eq!(alone.len(), 1500);
    for threads in [2, 5] {
        assert!(first(threads) == alone, "{threads}");
    }
}

#[test]
fn verdicts() {
    for (name, verdict) in [
        ("queens 11", Verdict::Multiple),
        ("langford 9", Verdict::None),
    ] {
        for threads in [1, 4] {
            assert_eq!(solver(name, CountMethod::Auto, threads).verdict(), verdict);
        }
    }
}

#[test]
fn a_solver_with_threads_can_be_dropped_at_any_time() {
    for stop in [1, 100, 2_000] {
        let mut listing = solver("queens 11", CountMethod::Auto, 4).solutions();
        assert!(listing.nth(stop).is_some());
        drop(listing);
    }
}
