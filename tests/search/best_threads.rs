//! The best solutions, their order, bounds and effort do not depend on the number of threads.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::support::bounded::bounded_text;
use crate::support::weighted::weighted_text;
use dominox::engine::{CountMethod, Effort, Limit, Limits, Ranked, Status};
use dominox::{Problem, Solver};

fn weighted(items: u64, options: u64, each: u64, costs: u64, seed: u64) -> Problem {
    Problem::parse(&weighted_text(items, options, each, costs, seed)).unwrap()
}

/// Problems that take branch and bound 10 to 100 ms.
fn problems() -> impl Iterator<Item = Problem> {
    let few_costs = (0..2).map(|seed| weighted(42, 280, 3, 4, seed));
    let many_costs = (0..2).map(|seed| weighted(45, 320, 3, 1000, 10 + seed));
    let bounded = bounded_text((48, 150, 6), 1000, 3, &["1:3|", "0:2|"]);
    let bounded = Problem::parse(&bounded).unwrap();
    few_costs.chain(many_costs).chain([bounded])
}

#[derive(PartialEq, Debug)]
struct Told {
    ranked: Vec<Ranked>,
    bound: Option<u128>,
    status: Status,
    effort: Effort,
}

fn told(solver: Solver, k: usize, threads: usize) -> Told {
    let mut solver = solver.threads(threads);
    let mut ranked = Vec::new();
    let bound = solver
        .for_each_cheapest(k, |one| {
            ranked.push(one);
            ControlFlow::Continue(())
        })
        .unwrap();
    Told {
        ranked,
        bound,
        status: solver.status(),
        effort: solver.effort(),
    }
}

#[test]
fn solutions_their_order_and_effort() {
    let (mut most_nodes, mut most_ranked) = (0, 0);
    for (number, problem) in problems().enumerate() {
        for (method, most) in [(CountMethod::Search, 600), (CountMethod::Auto, 40)] {
            for k in [1, 2, 40, 600].into_iter().filter(|&k| k <= most) {
                let solver = || Solver::new(&problem).unwrap().counting(method);
                let alone = told(solver(), k, 1);
                most_nodes = most_nodes.max(alone.effort.nodes);
                most_ranked = most_ranked.max(alone.ranked.len());
                assert_eq!(alone.status, Status::Exhausted);
                let threads = [2, 7][number % 2];
                let several = told(solver(), k, threads);
                assert!(several == alone, "{number} {method:?} {k} {threads}");
            }
        }
    }
    assert!(
        most_nodes > 5_000 && most_ranked == 600,
        "{most_nodes} {most_ranked}"
    );
}

#[test]
fn limits_of_nodes() {
    for (number, problem) in problems().enumerate().step_by(2) {
        let solver = || Solver::new(&problem).unwrap().counting(CountMethod::Search);
        let all = told(solver(), 1, 1).effort.nodes;
        for k in [1, 40] {
            // Before, during and after the search with the last cut-off.
            let shares = (0..6).map(|share| all * share / 5 + share % 3);
            for nodes in shares.chain([all - 1, all, all + 1]) {
                let limits = Limits {
                    nodes: Some(nodes),
                    ..Limits::default()
                };
                let alone = told(solver().limits(limits.clone()), k, 1);
                for threads in [2, 7] {
                    let several = told(solver().limits(limits.clone()), k, threads);
                    assert!(several == alone, "{number} {k} {nodes} {threads}");
                }
            }
        }
    }
}

/// With little memory, fewer solutions are kept, or the search stops: in the same way for any number of threads.
#[test]
fn little_memory() {
    for problem in problems().skip(1).take(2) {
        for (memory, k) in [
            (1 << 20, 1),
            (1 << 20, 300),
            (4 << 20, 50),
            (16 << 20, 1000),
        ] {
            let solver = || {
                let solver = Solver::new(&problem).unwrap().memory(memory);
                solver.counting(CountMethod::Search)
            };
            let alone = told(solver(), k, 1);
            assert!(told(solver(), k, 3) == alone, "{memory} {k}");
        }
    }
}

#[test]
fn time_and_the_cancel_flag_stop_all_threads() {
    // It takes minutes.
    let problem = weighted(100, 2000, 5, 1000, 1);
    let solver = |limits| {
        let solver = Solver::new(&problem).unwrap().limits(limits);
        solver.threads(4).counting(CountMethod::Search)
    };
    let time = Limits {
        time: Some(Duration::from_millis(300)),
        ..Limits::default()
    };
    let begun = Instant::now();
    let mut timed = solver(time);
    let best = timed.cheapest(3).unwrap();
    assert_eq!(timed.status(), Status::Stopped(Limit::Time));
    assert!(best.bound.is_some() && begun.elapsed() < Duration::from_secs(5));

    let flag = Arc::new(AtomicBool::new(false));
    let cancel = Limits {
        cancel: Some(Arc::clone(&flag)),
        ..Limits::default()
    };
    let canceller = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        flag.store(true, Ordering::Relaxed);
    });
    let begun = Instant::now();
    let mut cancelled = solver(cancel);
    let best = cancelled.cheapest(1).unwrap();
    canceller.join().unwrap();
    assert_eq!(cancelled.status(), Status::Stopped(Limit::Cancelled));
    assert!(best.bound.is_some() && begun.elapsed() < Duration::from_secs(5));
    // The solver can be used again.
    *cancelled.limits_mut() = Limits {
        nodes: Some(100),
        ..Limits::default()
    };
    assert!(cancelled.cheapest(1).unwrap().bound.is_some());
    assert_eq!(cancelled.status(), Status::Stopped(Limit::Nodes));
}
