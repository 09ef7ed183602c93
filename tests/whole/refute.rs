//! Reasons for which there is no solution, and what decides between several: checked by trying every set of options, and by the
//! kernels.

use std::collections::BTreeSet;

use crate::support::subsets::{ALL, Choice, With, all_sets, meets, problem, solutions};
use dominox::engine::{Core, Demand, Limit, Limits, Refutation, Refuter, deciding};
use dominox::problem::{OptionId, Part};
use dominox::puzzles::{Puzzle, Sudoku, Sudominoku};
use dominox::{Problem, Solver};
use proptest::prelude::*;

/// Whether some set of options meets all these demands.
fn can_be_met(problem: &Problem, demands: &[Demand], with_items: bool) -> bool {
    all_sets(problem).any(|set| {
        let has_all = demands.iter().all(|demand| match demand {
            Demand::Option(option) => set.contains(&(option.index() + 1)),
            _ => true,
        });
        has_all
            && meets(problem, &set, |item| {
                with_items || demands.contains(&Demand::Item(item))
            })
    })
}

fn without(demands: &[Demand], left_out: Demand) -> Vec<Demand> {
    demands
        .iter()
        .copied()
        .filter(|&demand| demand != left_out)
        .collect()
}

fn check(problem: &Problem, options: &[usize], with_items: bool) -> Result<(), TestCaseError> {
    let count = problem.option_count();
    let options: BTreeSet<usize> = match count {
        0 => BTreeSet::new(),
        _ => options.iter().map(|option| option % count).collect(),
    };
    let options = options
        .into_iter()
        .map(|option| Demand::Option(OptionId::new(option)));
    let items = problem
        .items()
        .filter(|&item| problem.is_primary(item) && !with_items);
    let demands = Vec::from_iter(items.map(Demand::Item).chain(options));
    let mut refuter = Refuter::new(problem, &[], with_items);
    match refuter.minimal(&demands, &Limits::default()) {
        Refutation::Solvable(solution) => {
            let set: Choice = solution.options().iter().map(|o| o.index() + 1).collect();
            prop_assert!(meets(problem, &set, |_| true));
            for demand in demands {
                if let Demand::Option(option) = demand {
                    prop_assert!(set.contains(&(option.index() + 1)));
                }
            }
        }
        Refutation::Unsolvable(mut core) => {
            prop_assert!(core.is_minimal);
            prop_assert!(
                core.demands
                    .is_sorted_by_key(|one| demands.iter().position(|d| d == one))
            );
            prop_assert!(
                !can_be_met(problem, &core.demands, with_items),
                "{:?}",
                core
            );
            for &demand in &core.demands {
                let others = without(&core.demands, demand);
                prop_assert!(
                    can_be_met(problem, &others, with_items),
                    "{demand:?} of {:?}",
                    core
                );
                let again = refuter.refute(&others, &Limits::default());
                prop_assert!(matches!(again, Refutation::Solvable(_)));
            }
            refuter.confirm(&mut core, &Limits::default());
            let is_known = Solver::new(problem).is_ok();
            prop_assert!(core.is_confirmed || !is_known);
        }
        Refutation::Stopped(limit) => prop_assert!(false, "{limit:?}"),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    #[test]
    fn cores_are_unsolvable_and_minimal(problem in problem(ALL), options in prop::collection::vec(0..20usize, 0..4)) {
        check(&problem, &options, false)?;
        check(&problem, &options, true)?;
    }

    #[test]
    fn cores_of_plain_problems_are_confirmed(
        problem in problem(With { bounds: false, ..ALL }),
        options in prop::collection::vec(0..20usize, 0..4),
    ) {
        check(&problem, &options, false)?;
        check(&problem, &options, true)?;
    }

    #[test]
    fn what_decides_leaves_one_solution(problem in problem(ALL), which in 0..100usize, excluded in 0..20usize) {
        let part = match problem.option_count() {
            0 => Part::default(),
            count => Part { with: vec![], without: vec![OptionId::new(excluded % count)] },
        };
        let left_out: BTreeSet<usize> = part.without.iter().map(|o| o.index() + 1).collect();
        let all = Vec::from_iter(solutions(&problem).into_iter().filter(|set| set.is_disjoint(&left_out)));
        if all.is_empty() {
            return Ok(());
        }
        let meant = &all[which % all.len()];
        let parts = Vec::from_iter(meant.iter().map(|number| vec![OptionId::new(number - 1)]));
        let numbers = Vec::from_iter(meant.iter().copied());
        // A solution can be a subset of another one. Only other solutions that lack some of its options can be
        // distinguished from it.
        if all.iter().any(|other| other != meant && other.is_superset(meant)) {
            return Ok(());
        }
        let has = |set: &Choice, chosen: &[usize]| chosen.iter().all(|&part| set.contains(&numbers[part]));
        let decides = |chosen: &[usize]| all.iter().filter(|set| has(set, chosen)).count() == 1;
        for fewest in [false, true] {
            let found = deciding(&problem, &part, &parts, fewest, &Limits::default()).unwrap();
            let differing = (0..parts.len()).filter(|&part| all.iter().any(|set| !has(set, &[part])));
            prop_assert_eq!(&found.differing, &Vec::from_iter(differing));
            prop_assert!(decides(&found.chosen), "{:?}", found);
            prop_assert!(found.is_minimal);
            for &one in &found.chosen {
                let others = Vec::from_iter(found.chosen.iter().copied().filter(|&part| part != one));
                prop_assert!(!decides(&others), "{:?}", found);
            }
            if fewest {
                prop_assert!(found.is_fewest);
                let choices = 0..1u32 << parts.len();
                let smallest = choices.filter_map(|choice| {
                    let chosen = (0..parts.len()).filter(|part| choice >> part & 1 == 1);
                    let chosen = Vec::from_iter(chosen);
                    decides(&chosen).then_some(chosen.len())
                });
                prop_assert_eq!(Some(found.chosen.len()), smallest.min());
            }
        }
    }
}

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A Sudoku with one wrong given: the core has it, has a kernel's word, and is minimal by the kernels.
#[test]
fn a_wrong_given_of_a_sudoku() {
    let solution =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    for (cell, wrong) in [(2, b'1'), (40, b'9'), (59, b'9')] {
        assert_eq!(EASY.as_bytes()[cell], b'.');
        assert_ne!(solution.as_bytes()[cell], wrong);
        let mut text = EASY.as_bytes().to_vec();
        text[cell] = wrong;
        let sudoku: Sudoku = std::str::from_utf8(&text).unwrap().parse().unwrap();
        let core = core_of(&sudoku, &Limits::default());
        assert!(core.is_minimal && core.is_confirmed, "{core:?}");
        let given = |demand: &Demand| match demand {
            Demand::Option(option) => *option,
            other => panic!("{other:?}"),
        };
        let givens = Vec::from_iter(core.demands.iter().map(given));
        let solve = |givens: &[OptionId]| {
            Solver::new(sudoku.problem())
                .unwrap()
                .assume(givens)
                .any_solution()
        };
        assert_eq!(solve(&givens), None);
        for left_out in &givens {
            let others = Vec::from_iter(givens.iter().copied().filter(|given| given != left_out));
            assert!(solve(&others).is_some());
        }
    }
}

fn core_of(puzzle: &dyn Puzzle, limits: &Limits) -> Core {
    let mut refuter = Refuter::new(puzzle.problem(), &[], true);
    let demands = Vec::from_iter(puzzle.givens().iter().copied().map(Demand::Option));
    match refuter.minimal(&demands, limits) {
        Refutation::Unsolvable(mut core) => {
            refuter.confirm(&mut core, limits);
            core
        }
        other => panic!("{other:?}"),
    }
}

/// By itself, the search that learns would take half a minute to fill a Sudominoku with few givens.
#[test]
fn few_givens_are_soon_known_to_be_needed() {
    let text = "2\n1 A1 2 A2\n1 A5 3 A6\nE5 I9 I1 F4 G3 H2 C7 B8 A9\n0\n";
    let sudominoku: Sudominoku = text.parse().unwrap();
    let limits = Limits {
        nodes: Some(1 << 17),
        ..Limits::default()
    };
    let core = core_of(&sudominoku, &limits);
    assert!(core.is_minimal && core.is_confirmed, "{core:?}");
    assert_eq!(core.demands.len(), 2);
}

#[test]
fn limits_stop_it() {
    let nodes = |nodes| Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let past = Limits {
        time: Some(std::time::Duration::ZERO),
        ..Limits::default()
    };
    let large: Problem = dominox::puzzles::model("queens 60")
        .unwrap()
        .problem()
        .clone();
    let items = Vec::from_iter(large.items().take(large.primary_count()).map(Demand::Item));
    let mut slow = Refuter::new(&large, &[], false);
    assert_eq!(
        slow.minimal(&items, &past),
        Refutation::Stopped(Limit::Time)
    );
    let few = slow.minimal(&items, &nodes(3));
    assert_eq!(few, Refutation::Stopped(Limit::Nodes));
    // A limit in the middle leaves a reason that holds, but may not be minimal.
    let mut text = EASY.replace('.', "0");
    text.replace_range(2..3, "1");
    let sudoku: Sudoku = text.parse().unwrap();
    let full = core_of(&sudoku, &Limits::default());
    let stopped = (0..2000).step_by(2).find_map(|most| {
        let demands = Vec::from_iter(sudoku.givens().iter().copied().map(Demand::Option));
        match Refuter::new(sudoku.problem(), &[], true).minimal(&demands, &nodes(most)) {
            Refutation::Unsolvable(core) if !core.is_minimal => Some(core),
            _ => None,
        }
    });
    let stopped = stopped.expect("a limit between the first core and the last");
    assert!(stopped.demands.len() >= full.demands.len());
}

#[test]
fn equal_demands_count_once() {
    let problem = Problem::parse("a b c\na b\na c\nb c\n").unwrap();
    let mut refuter = Refuter::new(&problem, &[], false);
    let [first, second] = [0, 1].map(|option| Demand::Option(OptionId::new(option)));
    let demands = [second, first, second, first];
    let Refutation::Unsolvable(core) = refuter.minimal(&demands, &Limits::default()) else {
        panic!("they both cover item a");
    };
    assert_eq!((core.demands, core.is_minimal), (vec![second, first], true));
}
