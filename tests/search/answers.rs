//! Distinct answers against the oracle, where each answer is shown by many solutions.
//!
//! The engine gets a [padded](random::padded) problem, in which each answer comes often enough that the search splits
//! around it, and the oracle the bare one.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::support::{KERNELS, naive, random};
use dominox::engine::{Answers, KernelName, Limit, Status};
use dominox::problem::{Builder, OptionId};
use dominox::puzzles::{Puzzle, Sudominoku};
use dominox::{Limits, Problem, Solution, Solver, Uniqueness};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// The facts of a solution, each once.
type Facts = BTreeSet<u32>;

fn facts(problem: &Problem, solution: &Solution) -> Facts {
    let options = solution.options().iter();
    options
        .flat_map(|&option| problem.facts(option))
        .copied()
        .collect()
}

/// A problem to be searched, and all its answers.
#[derive(Debug)]
struct Case {
    problem: Problem,
    kernel: KernelName,
    assumed: Vec<OptionId>,
    excluded: Vec<OptionId>,
    expected: BTreeSet<Facts>,
}

impl Case {
    fn solver(&self) -> Solver {
        crate::support::solver(&self.problem, self.kernel)
            .assume(&self.assumed)
            .exclude(&self.excluded)
    }

    /// The answers that solutions show. Panics if a solution is not one, or if an answer occurs twice.
    fn shown(&self, solutions: impl Iterator<Item = Solution>) -> BTreeSet<Facts> {
        let mut shown = BTreeSet::new();
        for solution in solutions {
            assert_eq!(self.problem.check(&solution), Ok(()));
            let has = |option| solution.options().contains(option);
            assert!(self.assumed.iter().all(has) && !self.excluded.iter().any(has));
            assert!(shown.insert(facts(&self.problem, &solution)), "again");
        }
        shown
    }

    fn uniqueness_agrees(&self, uniqueness: Uniqueness) {
        let (count, witnesses) = match uniqueness {
            Uniqueness::None => (0, vec![]),
            Uniqueness::Unique(one) => (1, vec![one]),
            Uniqueness::Multiple(one, other) => (2, vec![one, other]),
            Uniqueness::Undecided(_) => panic!("not decided"),
        };
        assert_eq!(count, self.expected.len().min(2));
        assert!(self.shown(witnesses.into_iter()).is_subset(&self.expected));
    }
}

/// Options that may be assumed: for every other choice from one solution, so that some solutions are left.
fn assumable(problem: &Problem, solutions: &[Solution], choice: &[(bool, Index)]) -> Vec<OptionId> {
    let all = Vec::from_iter(problem.options());
    let of_one = solutions.first().map_or(&all[..], Solution::options);
    let pick = |&(any, index): &(bool, Index)| {
        let from = if any { &all } else { of_one };
        (!from.is_empty()).then(|| *index.get(from))
    };
    choice.iter().filter_map(pick).collect()
}

fn case() -> impl Strategy<Value = Case> {
    let widths = prop_oneof![
        Just(vec![]),
        // Each answer again and again, before the next one.
        (2..150usize).prop_map(|width| vec![width]),
        // All answers, then all of them again.
        (3..9usize).prop_map(|count| vec![2; count]),
    ];
    (
        random::with_facts(6).prop_filter("facts", Problem::has_facts),
        widths,
        vec(any::<(bool, Index)>(), 0..3),
        vec(any::<Index>(), 0..4),
        select(&KERNELS[..]),
    )
        .prop_map(|(bare, widths, assumed, excluded, kernel)| {
            let mut solutions = naive::solutions(&bare);
            let assumed = assumable(&bare, &solutions, &assumed);
            let options = Vec::from_iter(bare.options());
            let excluded = Vec::from_iter(excluded.iter().map(|index| *index.get(&options)));
            solutions.retain(|solution| {
                let has = |option| solution.options().contains(option);
                assumed.iter().all(has) && !excluded.iter().any(has)
            });
            Case {
                expected: solutions.iter().map(|one| facts(&bare, one)).collect(),
                problem: random::padded(&bare, &widths),
                kernel,
                assumed,
                excluded,
            }
        })
}

/// A listing of answers that starts again whenever a limit ends it, until all answers are found.
fn in_pieces(solver: Solver) -> Vec<Solution> {
    let mut found = Vec::new();
    let mut listing: Answers = solver.answers();
    loop {
        found.extend(&mut listing);
        if listing.solver().status() == Status::Exhausted {
            return found;
        }
        listing = listing.into_solver().answers();
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(4000)
    })]

    #[test]
    fn each_answer_is_listed_once(case in case()) {
        prop_assert_eq!(&case.shown(case.solver().answers()), &case.expected);
        prop_assert_eq!(case.solver().count_answers(), case.expected.len() as u64);
        case.uniqueness_agrees(case.solver().uniqueness());
    }

    #[test]
    fn without_facts_each_solution_is_an_answer(problem in random::problem(12)) {
        let solver = || Solver::new(&problem).expect("a problem without bounds");
        let solutions = Vec::from_iter(solver().solutions());
        prop_assert_eq!(Vec::from_iter(solver().answers()), solutions);
        prop_assert_eq!(solver().count_answers(), solver().count());
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(1500)
    })]

    #[test]
    fn a_listing_that_stops_is_taken_up_where_it_stood(case in case(), nodes in 1..200u64, some in 1..4u64) {
        let whole = Vec::from_iter(case.solver().answers());
        let by_nodes = Limits { nodes: Some(nodes), ..Limits::default() };
        let by_solutions = Limits { solutions: Some(some), ..Limits::default() };
        for limits in [by_nodes, by_solutions] {
            let solver = || case.solver().limits(limits.clone());
            prop_assert_eq!(&in_pieces(solver()), &whole);

            let mut counting = solver();
            let mut count = counting.count_answers();
            while counting.status() != Status::Exhausted {
                prop_assert!(matches!(counting.status(), Status::Stopped(Limit::Nodes | Limit::Solutions)));
                count = counting.count_answers();
            }
            prop_assert_eq!(count, whole.len() as u64);

            let mut deciding = solver();
            let mut uniqueness = deciding.uniqueness();
            while let Uniqueness::Undecided(found) = uniqueness {
                prop_assert!(found.is_none_or(|found| found == whole[0]));
                uniqueness = deciding.uniqueness();
            }
            case.uniqueness_agrees(uniqueness);
        }
    }

    #[test]
    fn a_listing_that_is_written_down_goes_on_elsewhere(case in case(), some in 1..4u64) {
        let whole = Vec::from_iter(case.solver().answers());
        let by_solutions = Limits { solutions: Some(some), ..Limits::default() };
        let new = |threads| case.solver().threads(threads);
        prop_assert_eq!(in_checkpoints(&new, &[by_solutions]), whole);
    }
}

/// A listing that is stopped again and again, and each time resumed from a checkpoint by another solver.
fn in_checkpoints(new: &dyn Fn(usize) -> Solver, limits: &[Limits]) -> Vec<Solution> {
    let mut found = Vec::new();
    let mut checkpoint = new(1).checkpoint();
    for (number, limits) in limits.iter().cycle().enumerate() {
        let mut solver = new(1 + number % 3).limits(limits.clone());
        solver.resume(&checkpoint).unwrap();
        let _ = solver.for_each_answer(|options| {
            found.push(options.iter().copied().collect());
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(*solver.found(), found.len() as u64);
        checkpoint = solver.checkpoint();
        let text = checkpoint.to_string();
        assert_eq!(text.parse().as_ref(), Ok(&checkpoint));
        let mut written = String::new();
        solver.write_checkpoint(&mut written).unwrap();
        assert_eq!(written, text);
        if checkpoint.is_over() {
            assert_eq!(checkpoint.share_done(), 1.0);
            assert_eq!(solver.status(), Status::Exhausted);
            return found;
        }
    }
    found
}

/// Items with two options each, of which one has the item's number as a fact: 2^`cells` answers.
fn cells(builder: &mut Builder, cells: u32) {
    for fact in 0..cells {
        let cell = builder.primary(format!("cell{fact}")).unwrap();
        builder.option([cell]).unwrap();
        builder.option([cell]).unwrap();
        builder.facts([fact]).unwrap();
    }
}

#[test]
fn an_answer_with_very_many_solutions_is_left_soon() {
    for (count, expected) in [(0, "1"), (1, "2"), (3, "8"), (6, "64")] {
        let mut builder = Problem::builder();
        cells(&mut builder, count);
        let always = builder.primary("always").unwrap();
        builder.option([always]).unwrap();
        builder.facts([1000]).unwrap();
        // Each answer has 2^60 solutions.
        let problem = random::padded(&builder.build(), &[2; 60]);
        let limits = Limits {
            nodes: Some(1_000_000),
            ..Limits::default()
        };
        let mut solver = Solver::new(&problem).unwrap().limits(limits);
        assert_eq!(solver.count_answers().to_string(), expected);
        assert_eq!(solver.status(), Status::Exhausted);
        let unique = matches!(solver.uniqueness(), Uniqueness::Unique(_));
        assert_eq!(unique, count == 0);
    }
}

/// The search is cut into pieces, and split around an answer in the middle of one.
#[test]
fn splits_depend_neither_on_threads_nor_on_stops() {
    let case = "6\n6 B2 1 B3\n2 C4 9 C3\n6 D3 8 E3\n7 E1 4 F1\n8 B7 4 B8\n4 E9 1 F9\nC5 A3 D9 I4 A9 E5 A2 C6 I1\n";
    let case: Sudominoku = case.parse().unwrap();
    let problem = random::padded(case.problem(), &[6]);
    let new = |threads| {
        let solver = crate::support::solver(&problem, KernelName::Rows).assume(case.givens());
        solver.threads(threads)
    };
    let list = |solver: &mut Solver| {
        let mut found = Vec::new();
        let _ = solver.for_each_answer(|options| {
            found.push(options.iter().copied().collect::<Solution>());
            ControlFlow::<()>::Continue(())
        });
        found
    };
    let mut alone = new(1);
    let whole = list(&mut alone);
    assert_eq!(whole.len(), 40);
    for threads in [2, 3] {
        let mut solver = new(threads);
        assert!(list(&mut solver) == whole, "{threads} threads");
        assert_eq!(solver.effort(), alone.effort(), "{threads} threads");
    }
    let some = Limits {
        solutions: Some(27),
        ..Limits::default()
    };
    let mut first = new(2).limits(some.clone());
    list(&mut first);
    let text = first.checkpoint().to_string();
    let regions = text.lines().filter(|line| line.starts_with("region "));
    assert!(regions.count() > 1, "it was split");
    assert!(in_checkpoints(&new, &[some]) == whole);
}

#[test]
fn a_listing_in_little_memory_stops() {
    let mut builder = Problem::builder();
    cells(&mut builder, 14);
    let problem = random::padded(&builder.build(), &[2]);
    let mut solver = Solver::new(&problem).unwrap().memory(100_000);
    let found = solver.count_answers();
    assert_eq!(solver.status(), Status::Stopped(Limit::Memory));
    assert!(found > 1000u64.into() && found < (1u64 << 14).into());
    // With more memory it continues from there.
    let checkpoint = solver.checkpoint();
    let mut solver = Solver::new(&problem).unwrap();
    solver.resume(&checkpoint).unwrap();
    assert_eq!(solver.count_answers(), 1 << 14);
}

#[test]
fn more_answers_than_are_kept_in_memory() {
    let mut builder = Problem::builder();
    cells(&mut builder, 17);
    let problem = random::padded(&builder.build(), &[2]);
    let mut solver = Solver::new(&problem).unwrap();
    assert_eq!(solver.count_answers(), 1 << 17);
}
