//! Searches for the best solutions that are stopped and resumed from checkpoints: their results and effort are those of
//! a search without stops.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::support::bounded::bounded_text;
use crate::support::weighted::weighted_text;
use dominox::engine::{Checkpoint, CountMethod, Effort, EngineName, Limit, Limits, Ranked, Status};
use dominox::{Problem, Solver};

fn weighted(items: u64, options: u64, each: u64, costs: u64, seed: u64) -> Problem {
    Problem::parse(&weighted_text(items, options, each, costs, seed)).unwrap()
}

/// With items that may be covered several times, or not at all.
fn bounded(items: u64, options: u64, each: u64, costs: u64, seed: u64) -> Problem {
    let text = bounded_text((items, options, each), costs, seed, &["1:3|", "0:2|"]);
    Problem::parse(&text).unwrap()
}

/// The result of a search without stops.
fn whole(problem: &Problem, method: CountMethod, k: usize, max: bool) -> (Vec<Ranked>, Effort) {
    let mut solver = Solver::new(problem).unwrap().counting(method);
    let mut ranked = Vec::new();
    assert_eq!(rank(&mut solver, k, max, &mut ranked), None);
    (ranked, solver.effort())
}

fn rank(solver: &mut Solver, k: usize, max: bool, ranked: &mut Vec<Ranked>) -> Option<u128> {
    let keep = |one| {
        ranked.push(one);
        ControlFlow::Continue(())
    };
    match max {
        false => solver.for_each_cheapest(k, keep),
        true => solver.for_each_most_expensive(k, keep),
    }
    .unwrap()
}

/// A checkpoint that was written and read back.
fn written(solver: &Solver) -> Checkpoint {
    let checkpoint = solver.checkpoint();
    let text = checkpoint.to_string();
    let mut streamed = String::new();
    solver.write_checkpoint(&mut streamed).unwrap();
    assert_eq!(text, streamed);
    assert_eq!(text.parse().as_ref(), Ok(&checkpoint));
    checkpoint
}

/// The proven solutions of a search that enters this number of nodes between stops, in new solvers or in the same one;
/// with the number of stops, and the effort.
fn in_steps(
    problem: &Problem,
    (method, k, max): (CountMethod, usize, bool),
    mut nodes: u64,
    (threads, anew): (usize, bool),
) -> (Vec<Ranked>, usize, Effort) {
    let new = |nodes| {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let solver = Solver::new(problem).unwrap().counting(method);
        solver.limits(limits).threads(threads)
    };
    let (mut proven, mut stops) = (Vec::new(), 0);
    let mut solver = new(nodes);
    loop {
        let mut ranked = Vec::new();
        let bound = rank(&mut solver, k, max, &mut ranked);
        let unproven = ranked.iter().filter(|one| !one.is_proven).count();
        ranked.retain(|one| one.is_proven);
        proven.extend(ranked);
        assert_eq!(*solver.found(), (proven.len() + unproven) as u64);
        let checkpoint = written(&solver);
        assert_eq!(checkpoint.is_over(), bound.is_none());
        let Some(bound) = bound else {
            return (proven, stops, solver.effort());
        };
        stops += 1;
        assert!(stops < 100_000, "it gets nowhere");
        assert_eq!(solver.status(), Status::Stopped(Limit::Nodes));
        let last = proven
            .last()
            .map_or(if max { u128::MAX } else { 0 }, |one| one.cost);
        assert!(if max { bound <= last } else { bound >= last });
        assert_eq!(*checkpoint.found(), proven.len() as u64);
        if anew {
            // A kernel repeats the current piece.
            let is_of_kernel = matches!(solver.engine(), EngineName::Kernel(_));
            assert!(is_of_kernel || checkpoint.effort() == solver.effort());
            nodes *= if is_of_kernel { 2 } else { 1 };
            solver = new(nodes);
            solver.resume(&checkpoint).unwrap();
        }
    }
}

#[test]
fn steps_of_any_length_come_to_the_same() {
    for (number, problem) in [
        weighted(42, 260, 3, 4, 1),
        weighted(36, 200, 3, 1000, 2),
        weighted(45, 300, 3, 30, 3),
        bounded(48, 150, 6, 1000, 3),
    ]
    .iter()
    .enumerate()
    {
        for (k, max) in [(1, false), (7, true), (200, false)] {
            let asked = (CountMethod::Search, k, max);
            let (ranked, effort) = whole(problem, CountMethod::Search, k, max);
            assert!(ranked.len() == k && effort.nodes > 60, "{effort:?}");
            // Each stop takes some milliseconds.
            for (nodes, how) in [
                (7, (1, number > 0)),
                (40, (1, false)),
                (171, (1, true)),
                (1000, (3, true)),
            ] {
                if effort.nodes > 200 * nodes {
                    continue;
                }
                let came = in_steps(problem, asked, nodes, how);
                assert!(came.0 == ranked, "{number} {k} {nodes} {how:?}");
                assert_eq!(came.2, effort, "{number} {k} {nodes} {how:?}");
                let fewest = (effort.nodes / (nodes + 64)) as usize;
                assert!(came.1 >= fewest, "{} stops", came.1);
            }
        }
    }
}

/// Threads run ahead of where the search is stopped.
#[test]
fn threads_are_stopped_anywhere() {
    let problem = weighted(48, 350, 3, 1000, 11);
    for k in [1, 60] {
        let (ranked, effort) = whole(&problem, CountMethod::Search, k, false);
        for nodes in [effort.nodes / 9, effort.nodes / 4, effort.nodes / 2] {
            for threads in [1, 2, 5] {
                let asked = (CountMethod::Search, k, false);
                let came = in_steps(&problem, asked, nodes, (threads, true));
                assert!(came.0 == ranked && came.1 > 1, "{k} {nodes} {threads}");
                assert_eq!(came.2, effort, "{k} {nodes} {threads}");
            }
        }
    }
}

/// At a pause, only proven solutions are given, and the next call continues.
#[test]
fn pauses() {
    let problem = weighted(48, 350, 3, 1000, 10);
    for (method, threads) in [
        (CountMethod::Search, 1),
        (CountMethod::Search, 3),
        (CountMethod::Auto, 2),
    ] {
        let (expected, effort) = whole(&problem, method, 30, false);
        let mut solver = Solver::new(&problem)
            .unwrap()
            .counting(method)
            .threads(threads);
        solver.limits_mut().pause = Some(Duration::from_millis(1));
        let (mut ranked, mut pauses) = (Vec::new(), 0);
        while rank(&mut solver, 30, false, &mut ranked).is_some() {
            assert_eq!(solver.status(), Status::Stopped(Limit::Pause));
            assert!(ranked.iter().all(|one| one.is_proven));
            pauses += 1;
        }
        assert!(ranked == expected && pauses > 2, "{pauses} pauses");
        assert_eq!(solver.effort(), effort, "{method:?} {threads}");
    }
}

/// In turn with diagrams, and with diagrams alone.
#[test]
fn turns_are_resumed() {
    let problem = weighted(48, 350, 3, 1000, 10);
    let (ranked, effort) = whole(&problem, CountMethod::Auto, 40, false);
    assert!(effort.nodes > 8192, "more than a turn of the search");
    for nodes in [500, 8191, 8192, 8193, 12_000] {
        let asked = (CountMethod::Auto, 40, false);
        let came = in_steps(&problem, asked, nodes, (2, true));
        assert!(came.0 == ranked && came.2 == effort, "{nodes}");
    }
    let queens = dominox::puzzles::model("queens 8")
        .unwrap()
        .problem()
        .clone();
    for (text, k) in [("a b c\na b |5\na c |4\nb c |9\nc |1\nb |3\n", 2), ("", 92)] {
        let problem = match text {
            "" => queens.clone(),
            text => Problem::parse(text).unwrap(),
        };
        let (ranked, _) = whole(&problem, CountMethod::Table, k, false);
        assert_eq!(ranked.len(), k);
        let asked = (CountMethod::Table, k, false);
        assert_eq!(in_steps(&problem, asked, 5, (1, true)).0, ranked);
    }
}

/// Where all solutions cost the same, the kernel lists.
#[test]
fn lists_of_the_kernel_are_resumed() {
    let queens = dominox::puzzles::model("queens 8").unwrap();
    let problem = queens.problem();
    for (k, max) in [(1, false), (5, true), (92, false)] {
        let (ranked, effort) = whole(problem, CountMethod::Search, k, max);
        assert!(ranked.len() > 3 || ranked.len() == k);
        let asked = (CountMethod::Search, k, max);
        let limits = effort.nodes / 2 + 1;
        let came = in_steps(problem, asked, limits, (1, true));
        assert!(came.0 == ranked && came.1 > 0, "{k} {max}");
    }
}

#[test]
fn a_verb_for_others_begins_anew() {
    let problem = weighted(36, 200, 3, 1000, 2);
    let (three, _) = whole(&problem, CountMethod::Search, 3, false);
    let mut solver = Solver::new(&problem).unwrap().counting(CountMethod::Search);
    solver.limits_mut().nodes = Some(100);
    assert!(solver.cheapest(2).unwrap().bound.is_some());
    solver.limits_mut().nodes = None;
    let mut ranked = Vec::new();
    assert_eq!(rank(&mut solver, 3, false, &mut ranked), None);
    assert_eq!(ranked, three);
    // All were given, so the search starts again.
    assert_eq!(rank(&mut solver, 3, false, &mut ranked), None);
    assert_eq!(ranked.len(), 6);
    // Nor is it known where to continue after the caller wanted no more.
    let broken = solver.for_each_cheapest(3, |_| ControlFlow::Break(()));
    assert_eq!(broken.unwrap(), None);
    assert!(!written(&solver).is_over());
    assert_eq!(rank(&mut solver, 3, false, &mut ranked), None);
    assert_eq!(ranked.len(), 9);
    // A checkpoint after the end says so.
    let mut other = Solver::new(&problem).unwrap();
    other.resume(&written(&solver)).unwrap();
    assert_eq!(rank(&mut other, 3, false, &mut ranked), None);
    assert_eq!((ranked.len(), other.found().clone()), (9, 3u64.into()));
}
