//! The best solutions: against listing all and sorting them, and minima that another program found.

use std::fs;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::support::{collection, naive, random};
use dominox::engine::{Best, CountMethod, EngineName, Limit, Status, Unsupported};
use dominox::problem::OptionId;
use dominox::puzzles::model;
use dominox::{Limits, Problem, Solution, Solver};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

fn cost(problem: &Problem, solution: &Solution) -> u128 {
    let costs = solution.options().iter().map(|&o| problem.cost(o));
    costs.map(u128::from).sum()
}

/// The costs, in order. Checks that these are different solutions of the problem.
fn costs_of(problem: &Problem, best: &Best) -> Vec<u128> {
    let mut solutions = Vec::from_iter(best.solutions.iter().map(|(_, solution)| solution));
    for (told, solution) in &best.solutions {
        assert_eq!(problem.check(solution), Ok(()));
        assert_eq!(*told, cost(problem, solution));
    }
    solutions.sort();
    solutions.dedup();
    assert_eq!(
        solutions.len(),
        best.solutions.len(),
        "a solution came twice"
    );
    best.solutions.iter().map(|(cost, _)| *cost).collect()
}

/// Asserts that the solvers that `make` makes find the best of `all` solutions.
fn assert_best(problem: &Problem, all: &[Solution], make: impl Fn() -> Solver) {
    let mut costs = Vec::from_iter(all.iter().map(|solution| cost(problem, solution)));
    costs.sort_unstable();
    // For pieces in a space, a sweep has far too many states.
    let is_for_diagrams = problem.option_count() < 1000;
    let methods = METHODS
        .into_iter()
        .filter(|&method| is_for_diagrams || method == CountMethod::Auto);
    let numbers = [0, 1, 3, 10, all.len(), all.len() + 1];
    for (k, method) in numbers
        .iter()
        .flat_map(|&k| methods.clone().map(move |method| (k, method)))
    {
        let mut solver = make().counting(method);
        let best = solver.cheapest(k).unwrap();
        assert_eq!(costs_of(problem, &best), costs[..k.min(costs.len())]);
        assert!(best.is_proven() && solver.status() == Status::Exhausted);
        let best = solver.most_expensive(k).unwrap();
        let expensive = costs.iter().rev().copied().take(k);
        assert_eq!(costs_of(problem, &best), Vec::from_iter(expensive));
        assert!(best.is_proven() && solver.status() == Status::Exhausted);
    }
}

/// Small problems are searched by `Auto`.
const METHODS: [CountMethod; 2] = [CountMethod::Auto, CountMethod::Table];

/// Costs that are small, alike, far apart, or hardly fit into 64 bits.
fn costs() -> impl Strategy<Value = Vec<u64>> {
    let one = prop_oneof![
        3 => (0..4u64).boxed(),
        3 => (0..1000u64).boxed(),
        1 => (u64::MAX - 2..=u64::MAX).boxed(),
        1 => any::<u64>().boxed(),
        1 => (0..64u32).prop_map(|bit| 1 << bit).boxed(),
        1 => (0..5u64).prop_map(|cost| 700 * cost).boxed(),
        1 => Just(0).boxed(),
    ];
    prop_oneof![
        vec(0..1000u64, 1..40),
        vec(0..10u64, 1..40),
        vec(u64::MAX - 9..=u64::MAX, 1..40),
        vec(one, 1..40),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(1500)
    })]

    #[test]
    fn random_problems(problem in random::problem(30), costs in costs()) {
        let problem = random::with_costs(&problem, &costs);
        let all = naive::solutions(&problem);
        assert_best(&problem, &all, || Solver::new(&problem).unwrap());
    }

    #[test]
    fn assumed_and_excluded_options(
        problem in random::problem(20),
        costs in costs(),
        assumed in vec(any::<Index>(), 0..3),
        excluded in vec(any::<Index>(), 0..3),
    ) {
        prop_assume!(problem.option_count() > 0);
        let problem = random::with_costs(&problem, &costs);
        let options = |of: &[Index]| -> Vec<OptionId> {
            of.iter().map(|index| OptionId::new(index.index(problem.option_count()))).collect()
        };
        let (assumed, excluded) = (options(&assumed), options(&excluded));
        let mut all = naive::solutions(&problem);
        all.retain(|solution| {
            let has = |option: &OptionId| solution.options().contains(option);
            assumed.iter().all(has) && !excluded.iter().any(has)
        });
        assert_best(&problem, &all, || {
            Solver::new(&problem).unwrap().assume(&assumed).exclude(&excluded)
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(200)
    })]

    #[test]
    fn larger_random_problems(problem in random::in_groups(), costs in costs()) {
        let problem = random::with_costs(&problem, &costs);
        let all = naive::solutions(&problem);
        assert_best(&problem, &all, || Solver::new(&problem).unwrap());
    }
}

/// Costs that look random, from 0 to 999, of a problem's options.
fn scattered(problem: &Problem) -> Problem {
    let count = problem.option_count() as u64;
    let costs = (1..=count).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17) % 1000);
    random::with_costs(problem, &Vec::from_iter(costs))
}

#[test]
fn the_collection() {
    for case in collection::cases().iter().filter(|case| !case.deep) {
        let problem = scattered(&case.problem);
        let all = Vec::from_iter(Solver::new(&problem).unwrap().solutions());
        assert_best(&problem, &all, || Solver::new(&problem).unwrap());
    }
}

#[test]
fn models() {
    for spec in [
        "queens 8",
        "langford 7",
        "dominoes 4x6",
        "pentominoes 3x20",
        "latin 4",
    ] {
        let problem = scattered(model(spec).unwrap().problem());
        let all = Vec::from_iter(Solver::new(&problem).unwrap().solutions());
        assert_best(&problem, &all, || Solver::new(&problem).unwrap());
    }
}

/// Prices cut off little where thousands of solutions are wanted; then a diagram is made, if it has room.
#[test]
fn search_and_diagram_take_turns() {
    let problem = scattered(model("latin 5").expect("a model").problem());
    let by = |method, memory| {
        let mut solver = Solver::new(&problem)
            .unwrap()
            .counting(method)
            .memory(memory);
        let costs = costs_of(&problem, &solver.cheapest(5000).unwrap());
        (costs, solver.engine(), solver.effort().nodes)
    };
    let (searched, kernel, nodes) = by(CountMethod::Search, 1 << 30);
    assert_eq!((searched.len(), kernel), (5000, EngineName::Prices));
    assert!(nodes > 8192, "{nodes} nodes are a turn");
    assert_eq!(
        by(CountMethod::Auto, 1 << 30),
        (searched.clone(), EngineName::Diagram, 8192)
    );
    let (costs, kernel, in_turns) = by(CountMethod::Auto, 0);
    assert_eq!((costs, kernel), (searched.clone(), EngineName::Prices));
    assert!(
        (nodes..=8192 + nodes).contains(&in_turns),
        "{in_turns} nodes"
    );
    assert_eq!(by(CountMethod::Table, 1 << 30).0, searched);
}

/// Minima that Knuth's DLX5 finds.
#[test]
fn known_minima() {
    for (name, minimum) in [
        ("domino8x8", 11451),
        ("match24", 754),
        ("queens16", 3601),
        ("queens16d", 2720),
        ("x3c_45_250", 3034),
    ] {
        let file = format!("{}/tests/data/cost_{name}.dlx", env!("CARGO_MANIFEST_DIR"));
        let problem = Problem::parse(&fs::read_to_string(file).unwrap()).unwrap();
        let best = Solver::new(&problem).unwrap().cheapest(1).unwrap();
        assert_eq!(costs_of(&problem, &best), [minimum], "{name}");
    }
}

/// After an option was found to be blocked, the rest may follow at once, and be a solution.
#[test]
fn what_follows_from_a_blocked_option_is_found() {
    let text = fs::read_to_string("tests/data/blocked.dlx").expect("a file");
    let problem = Problem::parse(&text).expect("a problem");
    let all = naive::solutions(&problem);
    assert_eq!(all.len(), 64);
    assert_best(&problem, &all, || Solver::new(&problem).unwrap());
    let mut solver = Solver::new(&problem).unwrap();
    assert_eq!(solver.cheapest(100_000).unwrap().solutions.len(), 64);
}

/// If all costs are 0, all solutions are equally good: the search ends when the requested number is found.
#[test]
fn without_costs_any_solutions_will_do() {
    let queens = model("queens 12").unwrap();
    for aim in [Solver::cheapest, Solver::most_expensive] {
        let mut solver = Solver::new(queens.problem()).unwrap();
        let best = aim(&mut solver, 5).unwrap();
        assert_eq!(costs_of(queens.problem(), &best), [0; 5]);
        assert!(solver.effort().nodes < 1000, "{:?}", solver.effort());
    }
}

/// What a stopped search reports is no better than the truth, and its bound is no worse.
#[test]
fn limits_keep_what_was_found() {
    let problem = scattered(model("queens 10").unwrap().problem());
    let all = Vec::from_iter(Solver::new(&problem).unwrap().solutions());
    let mut costs = Vec::from_iter(all.iter().map(|solution| cost(&problem, solution)));
    costs.sort_unstable();
    let mut stopped = 0;
    for nodes in (0..10).map(|power| 3 << power) {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let mut solver = Solver::new(&problem).unwrap().limits(limits);
        type Rank = fn(&mut Solver, usize) -> Result<Best, Unsupported>;
        let aims: [(Rank, i128); 2] = [(Solver::cheapest, 1), (Solver::most_expensive, -1)];
        for (aim, sign) in aims {
            let best = aim(&mut solver, 4).unwrap();
            let found = costs_of(&problem, &best);
            let Some(bound) = best.bound else {
                assert_eq!(solver.status(), Status::Exhausted);
                continue;
            };
            assert_eq!(solver.status(), Status::Stopped(Limit::Nodes));
            stopped += 1;
            let mut others = Vec::from_iter(costs.iter().map(|&cost| sign * cost as i128));
            for cost in found {
                let place = others
                    .iter()
                    .position(|&other| other == sign * cost as i128);
                others.swap_remove(place.expect("a solution of this cost"));
            }
            assert!(others.iter().all(|&other| other >= sign * bound as i128));
        }
    }
    assert!(stopped > 4);
}

#[test]
fn time_and_the_cancel_flag_stop_it_at_once() {
    let problem = scattered(model("queens 30").unwrap().problem());
    let time = Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    };
    let cancel = Limits {
        cancel: Some(Arc::new(AtomicBool::new(true))),
        ..Limits::default()
    };
    for (limits, limit) in [(time, Limit::Time), (cancel, Limit::Cancelled)] {
        let mut solver = Solver::new(&problem).unwrap().limits(limits);
        let best = solver.cheapest(1).unwrap();
        assert_eq!(solver.status(), Status::Stopped(limit));
        assert!(best.solutions.is_empty() && best.bound.is_some());
        assert!(solver.effort().nodes < 2);
    }
}

/// The search for the best and the other verbs do not disturb each other, and what was found is reported.
#[test]
fn verbs_in_turn() {
    let problem = scattered(model("queens 6").unwrap().problem());
    let mut solver = Solver::new(&problem).unwrap();
    assert!(solver.next_solution().is_some());
    assert_eq!(solver.cheapest(3).unwrap().solutions.len(), 3);
    assert_eq!(solver.found().to_u64(), Some(3));
    let found = solver.for_each(|_| ControlFlow::<()>::Continue(()));
    assert!(found.is_continue());
    assert_eq!(solver.found().to_u64(), Some(4));
    assert_eq!(solver.cheapest(9).unwrap(), solver.cheapest(9).unwrap());
}

#[test]
fn an_option_of_no_solution_is_not_chosen() {
    let problem = Problem::parse("a b | s\na b |5\ns\na s |1\nb s\n").unwrap();
    let mut solver = Solver::new(&problem).unwrap();
    assert_eq!(solver.cheapest(9).unwrap().solutions.len(), 1);
    solver.restart(&[OptionId::new(1)]);
    let best = solver.most_expensive(9).unwrap();
    assert!(best.solutions.is_empty() && best.is_proven());
}
