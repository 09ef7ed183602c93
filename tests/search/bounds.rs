//! Problems in which items may be covered several times: every verb against an oracle that tries all sets of options, and
//! known counts.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use crate::support::sets::{bounded_problems, by_definition};
use dominox::engine::{CountMethod, EngineName, KernelName, Limits, Status, Unsupported, Verdict};
use dominox::problem::{OptionId, Part};
use dominox::{Problem, Solution, Solver};
use proptest::prelude::*;

const KERNELS: [KernelName; 2] = [KernelName::Links, KernelName::Rows];

/// With facts or without.
fn problem() -> impl Strategy<Value = Problem> {
    prop_oneof![bounded_problems(false), bounded_problems(true)]
}

fn list(solver: &mut Solver) -> Vec<Solution> {
    let mut found = Vec::new();
    let listed = solver.for_each(|options| {
        found.push(Solution::new(options.to_vec()));
        ControlFlow::<()>::Continue(())
    });
    assert!(listed.is_continue());
    found
}

/// Solutions as a set. Checks that each was found once.
fn set(found: Vec<Solution>) -> BTreeSet<Solution> {
    let count = found.len();
    let set = BTreeSet::from_iter(found);
    assert_eq!(set.len(), count, "a solution came twice");
    set
}

fn answer_of(problem: &Problem, solution: &Solution) -> Vec<u32> {
    let facts = solution
        .options()
        .iter()
        .flat_map(|&option| match problem.has_facts() {
            true => problem.facts(option).to_vec(),
            false => vec![option.index() as u32],
        });
    Vec::from_iter(BTreeSet::from_iter(facts))
}

fn cost_of(problem: &Problem, solution: &Solution) -> u128 {
    let costs = solution
        .options()
        .iter()
        .map(|&option| problem.cost(option));
    costs.map(u128::from).sum()
}

fn solver(problem: &Problem) -> Solver {
    Solver::new(problem).expect("a kernel for bounds")
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(400)
    })]

    #[test]
    fn listing_with_any_kernel_and_threads(problem in problem(), nodes in 1..15u64) {
        let expected = by_definition(&problem);
        for kernel in KERNELS {
            let made = || Solver::with_kernel(&problem, Some(kernel)).unwrap();
            let alone = list(&mut made());
            for threads in [2, 7] {
                prop_assert_eq!(&list(&mut made().threads(threads)), &alone);
            }
            prop_assert_eq!(set(alone.clone()), expected.clone());
            // Stopped, and resumed from a checkpoint by the other kernel.
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let mut first = made().limits(limits);
            let mut found = list(&mut first);
            let checkpoint = first.checkpoint().to_string().parse().unwrap();
            let mut rest = solver(&problem);
            rest.resume(&checkpoint).unwrap();
            found.extend(list(&mut rest));
            prop_assert_eq!(set(found), expected.clone());
            prop_assert_eq!(rest.status(), Status::Exhausted);
        }
        for kernel in [KernelName::Lanes, KernelName::Units] {
            let refused = Solver::with_kernel(&problem, Some(kernel)).err();
            let by_name = |error: &Unsupported| match error {
                Unsupported::Bounds(engine, _) => *engine == EngineName::Kernel(kernel),
                _ => false,
            };
            prop_assert_eq!(refused.is_some_and(|error| by_name(&error)), problem.has_bounds() );
        }
    }

    #[test]
    fn counts_by_any_method(problem in problem()) {
        let expected = by_definition(&problem);
        let answers = BTreeSet::from_iter(expected.iter().map(|set| answer_of(&problem, set)));
        for method in [CountMethod::Auto, CountMethod::Search, CountMethod::Table] {
            for room in [0, 1 << 24] {
                let mut solver = solver(&problem).counting(method).memory(room);
                prop_assert_eq!(solver.count(), expected.len() as u64, "{:?}", method);
                solver.restart(&[]);
                prop_assert_eq!(solver.count_answers(), answers.len() as u64, "{:?}", method);
            }
        }
        let verdict = match answers.len() {
            0 => Verdict::None,
            1 => Verdict::Unique,
            _ => Verdict::Multiple,
        };
        prop_assert_eq!(solver(&problem).verdict(), verdict);
        let any = solver(&problem).any_solution();
        prop_assert_eq!(any.is_some(), !expected.is_empty());
        prop_assert!(any.is_none_or(|solution| expected.contains(&solution)));
    }

    #[test]
    fn parts_and_problems_of_parts(problem in problem(), with in any::<prop::sample::Index>(), without in any::<prop::sample::Index>()) {
        if problem.option_count() == 0 {
            return Ok(());
        }
        let [with, without] = [with, without].map(|at| OptionId::new(at.index(problem.option_count())));
        let part = Part { with: vec![with], without: vec![without] };
        let has = |solution: &Solution| solution.options().contains(&with) && !solution.options().contains(&without);
        let expected: BTreeSet<Solution> = by_definition(&problem).into_iter().filter(has).collect();
        let found = list(&mut solver(&problem).assume(&part.with).exclude(&part.without));
        prop_assert_eq!(set(found), expected.clone());
        if with != without && !problem.idle_options().any(|idle| idle == with) {
            let left = problem.options_of(&part).unwrap();
            let smaller = problem.of_part(&part).unwrap();
            let named = |solution: Solution| {
                Solution::new(solution.options().iter().map(|option| left[option.index()]).collect())
            };
            let found = list(&mut solver(&smaller)).into_iter().map(named).collect();
            prop_assert_eq!(set(found), expected, "{} {}\n{}", problem, part, smaller);
        }
    }

    #[test]
    fn diagrams(problem in problem()) {
        let expected = by_definition(&problem);
        for method in [CountMethod::Auto, CountMethod::Search, CountMethod::Table] {
            let zdd = solver(&problem).counting(method).zdd().unwrap();
            prop_assert_eq!(zdd.count(), expected.len() as u64, "{:?} {}", method, problem);
            prop_assert_eq!(set(zdd.solutions().collect()), expected.clone(), "{:?}", method);
        }
        let zdd = solver(&problem).counting(CountMethod::Table).zdd().unwrap();
        let items = zdd.item_counts(&problem);
        for (item, count) in problem.items().zip(items) {
            let names = |option: &OptionId| problem.entries(*option).iter().any(|entry| entry.item == item);
            let times = expected.iter().filter(|set| set.options().iter().any(names)).count();
            prop_assert_eq!(count, times as u64);
        }
        let occurrences = zdd.option_counts();
        for (option, count) in problem.options().zip(occurrences) {
            let times = expected.iter().filter(|set| set.options().contains(&option)).count();
            prop_assert_eq!(count, times as u64);
        }
    }

    #[test]
    fn the_best(problem in problem(), k in 1..6usize) {
        let expected = by_definition(&problem);
        let mut costs = Vec::from_iter(expected.iter().map(|set| cost_of(&problem, set)));
        costs.sort_unstable();
        for method in [CountMethod::Auto, CountMethod::Search, CountMethod::Table] {
            let best = |most_expensive: bool| {
                let mut solver = solver(&problem).counting(method);
                let best = match most_expensive {
                    true => solver.most_expensive(k),
                    false => solver.cheapest(k),
                };
                let best = best.unwrap();
                assert!(best.is_proven());
                for (cost, solution) in &best.solutions {
                    assert_eq!(cost_of(&problem, solution), *cost);
                    assert!(expected.contains(solution));
                }
                Vec::from_iter(best.solutions.into_iter().map(|(cost, _)| cost))
            };
            prop_assert_eq!(best(false), Vec::from_iter(costs.iter().copied().take(k)));
            prop_assert_eq!(best(true), Vec::from_iter(costs.iter().copied().rev().take(k)));
        }
    }

    #[test]
    fn shards(problem in problem(), shards in 1..9usize) {
        let mut answers = BTreeMap::new();
        for solution in by_definition(&problem) {
            answers.insert(answer_of(&problem, &solution), solution);
        }
        let division = solver(&problem).divide(shards).unwrap();
        prop_assert_eq!(division.check(&problem, &Part::default(), &[]), Ok(()));
        let mut found = Vec::new();
        for shard in 0..division.shards.len() {
            for part in division.parts(&problem, &Part::default(), shard).unwrap() {
                let mut solver = solver(&problem);
                solver.narrow(&part);
                let listed = solver.for_each_answer(|options| {
                    found.push(answer_of(&problem, &Solution::new(options.to_vec())));
                    ControlFlow::<()>::Continue(())
                });
                prop_assert!(listed.is_continue());
            }
        }
        found.sort();
        prop_assert_eq!(found, Vec::from_iter(answers.into_keys()));
    }
}

/// The number of solutions by table and, if there are few, by both kernels.
fn count(text: &str) -> String {
    let problem = Problem::parse(text).unwrap();
    let table = solver(&problem).counting(CountMethod::Table).count();
    let by_default = solver(&problem).count();
    assert_eq!(by_default, table);
    if table.to_u64().is_some_and(|table| table < 50_000) {
        for kernel in KERNELS {
            let mut search = Solver::with_kernel(&problem, Some(kernel)).unwrap();
            assert_eq!(search.count(), table, "{kernel}");
        }
    }
    table.to_string()
}

/// Graphs on this number of labelled vertices in which each has this degree.
fn regular_graphs(vertices: usize, degree: usize) -> String {
    let items = Vec::from_iter((0..vertices).map(|v| format!("{degree}|v{v}")));
    let mut text = items.join(" ") + "\n";
    for one in 0..vertices {
        for other in one + 1..vertices {
            text += &format!("v{one} v{other}\n");
        }
    }
    text
}

/// Square matrices of 0 and 1 with these line sums.
fn matrices(size: usize, sum: usize) -> String {
    let line =
        |name: &str| Vec::from_iter((0..size).map(|at| format!("{sum}|{name}{at}"))).join(" ");
    let mut text = line("r") + " " + &line("c") + "\n";
    for row in 0..size {
        for column in 0..size {
            text += &format!("r{row} c{column}\n");
        }
    }
    text
}

/// Ways to let each vertex of a square grid have two of its edges.
fn two_factors(size: usize) -> String {
    let name = |row: usize, column: usize| format!("v{row}.{column}");
    let cells = (0..size * size).map(|at| format!("2|{}", name(at / size, at % size)));
    let mut text = Vec::from_iter(cells).join(" ") + "\n";
    for row in 0..size {
        for column in 0..size {
            if column + 1 < size {
                text += &format!("{} {}\n", name(row, column), name(row, column + 1));
            }
            if row + 1 < size {
                text += &format!("{} {}\n", name(row, column), name(row + 1, column));
            }
        }
    }
    text
}

/// Sets of queens that attack or hold every cell of a board.
fn dominating_queens(size: usize, queens: usize) -> String {
    let name = |row: usize, column: usize| format!("c{row}.{column}");
    let cells = (0..size * size).map(|at| format!("1:{queens}|{}", name(at / size, at % size)));
    let mut text = format!("{queens}|queens {}\n", Vec::from_iter(cells).join(" "));
    for queen in 0..size * size {
        let (row, column) = (queen / size, queen % size);
        text += "queens";
        for cell in 0..size * size {
            let (other_row, other_column) = (cell / size, cell % size);
            let is_on_diagonal = row.abs_diff(other_row) == column.abs_diff(other_column);
            if row == other_row || column == other_column || is_on_diagonal {
                text += &format!(" {}", name(other_row, other_column));
            }
        }
        text += "\n";
    }
    text
}

#[test]
fn known_counts() {
    // A002829, A005815.
    assert_eq!(count(&regular_graphs(8, 3)), "19355");
    assert_eq!(count(&regular_graphs(10, 3)), "11180820");
    assert_eq!(count(&regular_graphs(8, 4)), "19355");
    assert_eq!(count(&regular_graphs(9, 4)), "1024380");
    // A001499, A001501.
    assert_eq!(count(&matrices(5, 2)), "2040");
    assert_eq!(count(&matrices(10, 2)), "1371785398200");
    assert_eq!(count(&matrices(6, 3)), "297200");
    // Those of the 6×6 grid were counted by three other programs too.
    assert_eq!(count(&two_factors(4)), "18");
    assert_eq!(count(&two_factors(6)), "13903");
    // Five queens: 4860 (D. E. Knuth, TAOCP 4B, 7.2.2.1).
    assert_eq!(count(&dominating_queens(5, 3)), "186");
    assert_eq!(count(&dominating_queens(8, 5)), "4860");
}

/// Each nurse works on two or three days, and each day has two or three nurses. Many solutions differ only in the last
/// choice, and are counted together.
fn roster(nurses: usize, days: usize) -> Problem {
    let names = |name: char, count: usize| (0..count).map(move |i| format!("2:3|{name}{i}"));
    let items: Vec<String> = names('n', nurses).chain(names('d', days)).collect();
    let works = (0..nurses).flat_map(|n| (0..days).map(move |d| format!("\nn{n} d{d}")));
    Problem::parse(&(items.join(" ") + &works.collect::<String>())).unwrap()
}

#[test]
fn counts_stop_where_listings_do() {
    let problem = roster(5, 5);
    let whole = list(&mut solver(&problem)).len();
    let solutions = [1, 2, 63, 64, 65, 66, 100, 1_000].map(|solutions| Limits {
        solutions: Some(solutions),
        ..Limits::default()
    });
    let nodes = [1, 50, 333, 1_000].map(|nodes| Limits {
        nodes: Some(nodes),
        ..Limits::default()
    });
    for limits in solutions.into_iter().chain(nodes) {
        for threads in [1, 2, 7] {
            let made = || solver(&problem).limits(limits.clone()).threads(threads);
            let (mut counter, mut lister) = (made().counting(CountMethod::Search), made());
            let (counted, listed) = (counter.count(), list(&mut lister).len());
            assert_eq!(counted, listed as u64, "{limits:?}");
            assert_eq!(counter.status(), lister.status(), "{limits:?}");
            assert_eq!(counter.effort(), lister.effort(), "{limits:?}");
            let checkpoint = counter.checkpoint().to_string().parse().unwrap();
            let mut rest = solver(&problem).counting(CountMethod::Search);
            rest.resume(&checkpoint).unwrap();
            assert_eq!(rest.count(), whole as u64, "{limits:?}");
        }
    }
}
