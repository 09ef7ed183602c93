//! First solutions where the ordinary search alone would take very long.

use dominox::engine::{Limit, Status, Verdict};
use dominox::problem::{Entry, OptionId};
use dominox::puzzles::model;
use dominox::{Limits, Problem, Solution, Solver, Uniqueness};

/// A hundred queens in the order of the model: links alone take millions of nodes to the first solution.
fn queens() -> Problem {
    model("queens 100").unwrap().problem().clone()
}

fn any(problem: &Problem) -> Option<Solution> {
    Solver::new(problem).unwrap().any_solution()
}

#[test]
fn a_hundred_queens_take_few_nodes() {
    let problem = queens();
    let mut solver = Solver::new(&problem).unwrap();
    let solution = solver.any_solution().unwrap();
    problem.check(&solution).unwrap();
    assert!(solver.effort().nodes < 100_000, "{:?}", solver.effort());
    assert_eq!(
        (solver.status(), solver.found() == &1),
        (Status::Open, true)
    );
    assert_eq!(any(&problem), Some(solution), "the same one each time");
}

#[test]
fn a_second_solution_takes_few_nodes() {
    let problem = model("queens 150").unwrap().problem().clone();
    let limits = Limits {
        nodes: Some(200_000),
        ..Limits::default()
    };
    let mut solver = Solver::new(&problem).unwrap().limits(limits);
    let Uniqueness::Multiple(one, other) = solver.uniqueness() else {
        panic!("150 queens in one way at most");
    };
    assert_ne!(one, other);
    problem.check(&one).unwrap();
    problem.check(&other).unwrap();
}

/// Dominoes cannot cover a board without two opposite corners. To show that, a search takes very long.
#[test]
fn a_diagram_shows_that_there_is_no_solution() {
    let size = 12;
    let is_there = |cell: &usize| *cell != 0 && *cell + 1 != size * size;
    let cells = Vec::from_iter((0..size * size).filter(is_there));
    let mut builder = Problem::builder();
    let names = cells
        .iter()
        .map(|cell| builder.primary(format!("c{cell}")).unwrap());
    let items = Vec::from_iter(names);
    let item = |cell: usize| items[cells.binary_search(&cell).unwrap()];
    for &cell in &cells {
        let right = Some(cell + 1).filter(|_| cell % size + 1 < size);
        for other in right.into_iter().chain([cell + size]) {
            if cells.binary_search(&other).is_ok() {
                builder.option([item(cell), item(other)]).unwrap();
            }
        }
    }
    let limits = Limits {
        nodes: Some(4_000_000),
        ..Limits::default()
    };
    let mut solver = Solver::new(&builder.build()).unwrap().limits(limits);
    assert_eq!(solver.any_solution(), None);
    assert_eq!(solver.status(), Status::Exhausted);
    assert_eq!(solver.verdict(), Verdict::None);
}

#[test]
fn limits_stop_it_and_it_goes_on_to_the_same_solution() {
    let problem = queens();
    for nodes in [1, 700, 4096, 5000] {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let mut solver = Solver::new(&problem).unwrap().limits(limits);
        let mut stops = 0;
        let solution = loop {
            if let Some(solution) = solver.any_solution() {
                break solution;
            }
            assert_eq!(solver.status(), Status::Stopped(Limit::Nodes));
            stops += 1;
            assert!(stops < 200_000);
        };
        assert_eq!(Some(solution), any(&problem), "{nodes} nodes at a time");
    }
}

#[test]
fn assumed_and_excluded_options_are_heeded() {
    let problem = queens();
    let first = any(&problem).unwrap();
    let out = &first.options()[..3];
    let solver = Solver::new(&problem).unwrap();
    let other = solver.exclude(out).any_solution().unwrap();
    problem.check(&other).unwrap();
    assert!(out.iter().all(|option| !other.options().contains(option)));
    let solver = Solver::new(&problem).unwrap();
    let with = solver.assume(&[OptionId::new(5)]).any_solution().unwrap();
    problem.check(&with).unwrap();
    assert!(with.options().contains(&OptionId::new(5)));
}

#[test]
fn the_first_witness_of_uniqueness_is_found_so_too() {
    let problem = queens();
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    let mut solver = Solver::new(&problem).unwrap().limits(limits);
    // The second witness is left to the ordinary search, which may not end with this number of nodes.
    let verdict = solver.verdict();
    let witnesses = Vec::from_iter(
        solver
            .witnesses()
            .map(|options| Solution::new(options.to_vec())),
    );
    match verdict {
        Verdict::Undecided => assert_eq!(witnesses.len(), 1),
        Verdict::Multiple => assert_ne!(witnesses[0], witnesses[1]),
        Verdict::None | Verdict::Unique => panic!("there are many: {verdict:?}"),
    }
    for witness in &witnesses {
        problem.check(witness).unwrap();
    }
}

/// A board of n × n without two opposite corners, for dominoes; with `more`, one option covers all that is left.
fn mutilated(n: usize, more: bool) -> Problem {
    let mut builder = Problem::builder();
    let is_cell = |cell: &usize| *cell != 0 && *cell != n * n - 1;
    let items = Vec::from_iter((0..n * n).map(|cell| {
        let is_cell = is_cell(&cell);
        is_cell.then(|| builder.primary(format!("c{cell}")).unwrap())
    }));
    for cell in 0..n * n {
        let beside = (cell % n + 1 < n).then_some(cell + 1);
        let below = (cell + n < n * n).then_some(cell + n);
        for other in [beside, below].into_iter().flatten() {
            if let (Some(one), Some(other)) = (items[cell], items[other]) {
                builder.option([one, other]).unwrap();
            }
        }
    }
    if more {
        let all = items.iter().flatten().map(|&item| Entry::from(item));
        builder.option(all).unwrap();
    }
    builder.build()
}

#[test]
fn where_there_is_none_it_ends() {
    let problem = mutilated(8, false);
    let mut solver = Solver::new(&problem).unwrap();
    assert_eq!(solver.any_solution(), None);
    assert_eq!(solver.status(), Status::Exhausted);
    assert!(solver.effort().nodes > 4096, "walks took part");
    assert_eq!(Solver::new(&problem).unwrap().verdict(), Verdict::None);
}

#[test]
fn the_only_solution_is_told_once() {
    let problem = mutilated(8, true);
    let only = Solution::new(vec![OptionId::new(problem.option_count() - 1)]);
    assert_eq!(any(&problem), Some(only.clone()));
    let mut solver = Solver::new(&problem).unwrap();
    assert_eq!(solver.uniqueness(), Uniqueness::Unique(only));
    assert_eq!(*solver.found(), 1);
}
