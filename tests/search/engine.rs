//! The engine against the oracle: over the collection, and over thousands of random problems.

use std::ops::ControlFlow;

use crate::support::{KERNELS, collection, naive, random, solver};
use dominox::engine::{EngineName, KernelName, Limit, Status, Unsupported};
use dominox::problem::OptionId;
use dominox::puzzles::{Puzzle, Shape, Sudoku, model, read};
use dominox::{Limits, Problem, Solution, Solver, Uniqueness};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

fn sorted(solutions: impl Iterator<Item = Solution>) -> Vec<Solution> {
    let mut solutions: Vec<Solution> = solutions.collect();
    solutions.sort();
    solutions
}

/// Every verb about solutions agrees with `all`, the sorted list of the solutions that `solver` admits.
fn verbs_agree(solver: impl Fn() -> Solver, all: &[Solution]) {
    assert_eq!(sorted(solver().solutions()), all);
    assert_eq!(solver().count(), all.len() as u64);
    assert_eq!(solver().next_solution().is_some(), !all.is_empty());
    let mut any = solver();
    let found = any.any_solution();
    assert_eq!(found.is_some(), !all.is_empty());
    assert!(found.iter().all(|solution| all.contains(solution)));
    assert_eq!(any.any_solution(), found, "the same one again");
    match (solver().uniqueness(), all) {
        (Uniqueness::None, []) => {}
        (Uniqueness::Unique(solution), [only]) => assert_eq!(&solution, only),
        (Uniqueness::Multiple(one, other), [_, _, ..]) => {
            assert_ne!(one, other);
            assert!(all.contains(&one) && all.contains(&other));
        }
        (uniqueness, _) => panic!("{uniqueness:?} of {} solutions", all.len()),
    }
}

#[test]
fn the_collection_has_its_known_numbers() {
    let cases = collection::cases();
    for (case, kernel) in cases
        .iter()
        .flat_map(|case| KERNELS.map(|kernel| (case, kernel)))
    {
        let found = sorted(solver(&case.problem, kernel).solutions());
        assert_eq!(found.len() as u64, case.solutions, "{}", case.name);
        assert!(
            found.is_sorted_by(|one, other| one < other),
            "{}",
            case.name
        );
        for solution in &found {
            assert_eq!(case.problem.check(solution), Ok(()), "{}", case.name);
        }
        if !case.deep {
            assert_eq!(found, naive::solutions(&case.problem), "{}", case.name);
        }
        verbs_agree(|| solver(&case.problem, kernel), &found);
    }
}

#[test]
fn units_take_problems_without_colours() {
    for case in collection::cases() {
        let name = case.name;
        match Solver::with_kernel(&case.problem, Some(KernelName::Units)) {
            Ok(solver) => assert_eq!(solver.kernel(), KernelName::Units, "{name}"),
            Err(error) => {
                assert!(error.to_string().contains("`units`"));
                if case.problem.color_count() > 0 {
                    let units = EngineName::Kernel(KernelName::Units);
                    assert_eq!(error, Unsupported::Colors(units), "{name}");
                } else {
                    assert_eq!(error, Unsupported::NoUnits, "{name}");
                    assert!(case.problem.option_count() > 93, "{name}");
                }
            }
        }
    }
}

#[test]
fn small_sudokus_are_searched_by_units_and_large_ones_by_rows() {
    let kernel_of = |size| {
        let empty = Sudoku::empty(Shape::of_size(size).unwrap());
        Solver::new(empty.problem()).unwrap().kernel()
    };
    assert_eq!([4, 6, 9].map(kernel_of), [KernelName::Units; 3]);
    assert_eq!([12, 16].map(kernel_of), [KernelName::Rows; 2]);
}

#[test]
fn pieces_in_a_space_are_searched_by_rows() {
    let kernel_of = |spec| {
        let model = model(spec).unwrap();
        Solver::new(model.problem()).unwrap().kernel()
    };
    for spec in ["pentominoes 3x20", "pentominoes 6x10", "pentominoes 5x12"] {
        assert_eq!(kernel_of(spec), KernelName::Rows, "{spec}");
    }
    for spec in [
        "queens 8",
        "langford 7",
        "dominoes 6x6",
        "soma",
        "matching 8",
        "latin 5",
    ] {
        assert_eq!(kernel_of(spec), KernelName::Lanes, "{spec}");
    }
    let case = "1\n1 A1 2 A2\nB1 B2 B3 B4 B5 B6 B7 B8 B9\n0\n";
    let cases = read(case.as_bytes()).map(|reading| reading.unwrap().puzzle);
    for case in cases {
        assert_eq!(
            Solver::new(case.problem()).unwrap().kernel(),
            KernelName::Rows
        );
    }
}

fn chosen(problem: &Problem, choice: &[Index]) -> Vec<OptionId> {
    let options: Vec<OptionId> = problem.options().collect();
    match options.is_empty() {
        true => Vec::new(),
        false => choice.iter().map(|index| *index.get(&options)).collect(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(3000)
    })]

    #[test]
    fn random_problems(problem in random::problem(20), kernel in select(&KERNELS[..])) {
        let all = naive::solutions(&problem);
        for solution in &all {
            prop_assert_eq!(problem.check(solution), Ok(()));
        }
        verbs_agree(|| solver(&problem, kernel), &all);
    }

    #[test]
    fn assumed_and_excluded_options(
        problem in random::problem(20),
        kernel in select(&KERNELS[..]),
        assumed in vec(any::<Index>(), 0..3),
        excluded in vec(any::<Index>(), 0..4),
    ) {
        let (assumed, excluded) = (chosen(&problem, &assumed), chosen(&problem, &excluded));
        let mut all = naive::solutions(&problem);
        all.retain(|solution| {
            assumed.iter().all(|option| solution.options().contains(option))
                && !excluded.iter().any(|option| solution.options().contains(option))
        });
        verbs_agree(|| solver(&problem, kernel).assume(&assumed).exclude(&excluded), &all);
    }

    /// A used solver that is restarted works like a new one.
    #[test]
    fn one_solver_for_many_searches(
        problem in random::problem(20),
        kernel in select(&KERNELS[..]),
        givens in vec(vec(any::<Index>(), 0..3), 1..5),
        stop in 0..3usize,
    ) {
        let mut reused = solver(&problem, kernel);
        for given in givens {
            let given = chosen(&problem, &given);
            let mut all = naive::solutions(&problem);
            all.retain(|solution| given.iter().all(|option| solution.options().contains(option)));
            reused.restart(&given);
            prop_assert_eq!(reused.count(), all.len() as u64);
            // The search stays somewhere in the middle, for the next restart.
            reused.restart(&given);
            let begun = (0..stop).filter_map(|_| reused.next_solution()).count();
            prop_assert_eq!(begun, stop.min(all.len()));
        }
    }

    #[test]
    fn a_search_that_stops_is_taken_up_where_it_stood(
        problem in random::problem(20),
        kernel in select(&KERNELS[..]),
        stops in vec((0..4usize, 1..5u64), 1..5),
    ) {
        let whole: Vec<Solution> = solver(&problem, kernel).solutions().collect();
        prop_assert_eq!(in_pieces(solver(&problem, kernel), &stops), whole);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(100)
    })]

    #[test]
    fn problems_of_many_blocks(
        problem in random::in_groups(),
        kernel in select(&KERNELS[..]),
        excluded in vec(any::<Index>(), 0..3),
        stops in vec((0..4usize, 1..40u64), 1..5),
    ) {
        let excluded = chosen(&problem, &excluded);
        let mut all = naive::solutions(&problem);
        all.retain(|solution| !excluded.iter().any(|option| solution.options().contains(option)));
        let solver = || solver(&problem, kernel).exclude(&excluded);
        let whole = Vec::from_iter(solver().solutions());
        prop_assert_eq!(sorted(whole.iter().cloned()), all);
        prop_assert_eq!(in_pieces(solver(), &stops), whole);
    }
}

/// All solutions in their order, by one verb after the other: each of `stops` says which verb continues, and how far.
fn in_pieces(mut solver: Solver, stops: &[(usize, u64)]) -> Vec<Solution> {
    let mut found = Vec::new();
    for &(verb, most) in stops.iter().cycle() {
        let limited = |nodes, solutions| Limits {
            nodes,
            solutions,
            ..Limits::default()
        };
        match verb {
            0 => {
                solver = solver.limits(limited(Some(most), None));
                found.extend(solver.next_solution());
            }
            1 => {
                let mut listing = solver.limits(limited(None, Some(most))).solutions();
                found.extend(&mut listing);
                solver = listing.into_solver();
            }
            _ => {
                let limits = match verb {
                    2 => limited(Some(most), None),
                    _ => limited(None, Some(most)),
                };
                solver = solver.limits(limits);
                let enough = found.len() + most as usize - 1;
                let end = solver.for_each(|options| {
                    found.push(Solution::new(options.to_vec()));
                    match found.len() > enough && verb == 2 {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    }
                });
                assert_eq!(end.is_break(), solver.status() == Status::Open);
            }
        }
        assert_eq!(*solver.found(), found.len() as u64);
        match solver.status() {
            Status::Exhausted => break,
            Status::Open | Status::Stopped(Limit::Nodes | Limit::Solutions) => {}
            Status::Stopped(other) => panic!("nothing else was limited: {other:?}"),
        }
    }
    assert_eq!(solver.limits(Limits::default()).count(), found.len() as u64);
    found
}
