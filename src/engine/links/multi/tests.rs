//! Algorithm M against the definition.

use std::ops::ControlFlow;

use proptest::prelude::*;

use super::Multi;
use crate::engine::kernel::{Inference, Kernel, Step};
use crate::engine::trial::bounded::{
    any_part_of, bounded_problems, by_definition, changes, enters_like_a_fresh_one, holds_bounds,
    parts,
};
use crate::engine::trial::run_part;
use crate::problem::{Part, Problem, Solution};

fn multi(problem: &Problem) -> Box<dyn Kernel> {
    Box::new(Multi::of(problem))
}

/// The number of solutions, and of nodes.
fn count(text: &str) -> (usize, u64) {
    let problem: Problem = text.parse().unwrap();
    let run = run_part(
        &mut Multi::of(&problem),
        &Part::default(),
        u64::MAX,
        usize::MAX,
    );
    assert_eq!(run.sets(), by_definition(&problem), "{text}");
    (run.found.len(), run.effort.nodes)
}

#[test]
fn needs_and_capacities_are_kept() {
    // Two of four options: the root, three nodes with a first option, and the pairs.
    assert_eq!(count("2|a\na\na\na\na"), (6, 1 + 3 + 6));
    assert_eq!(count("2|a b\na b\na b\na\na"), (4, 1 + 2 + 4));
    // Free options: all subsets, whether they share an item or not.
    assert_eq!(count("0:1|a 0:1|b 0:1|c\na\nb\nc").0, 8);
    assert_eq!(count("0:3|a\na\na\na").0, 8);
    assert_eq!(count("0:2|a\na\na\na").0, 7);
    // Nothing to choose from.
    assert_eq!(count("2|a\na"), (0, 0));
    assert_eq!(count("0:2|a").0, 1);
    // An option with only secondary items is in no solution.
    assert_eq!(count("1:2|a | x\na x\na x\nx").0, 2);
    assert_eq!(count("1:2|a | x\na x:r\na x:r\na x:g\na").0, 4 + 1 + 3);
}

/// Each solution strikes out 100,000 options, which are in no other list.
#[test]
fn a_visit_pauses_where_nodes_take_long() {
    let text = "100000|h".to_owned() + &"\nh".repeat(200_000);
    let mut kernel = Multi::of(&text.parse().unwrap());
    assert!(kernel.enter(&Part::default(), Inference::Forced));
    let (mut found, mut visits) = (0, 0);
    while found < 100 {
        visits += 1;
        let step = kernel.visit(u64::MAX, &mut |_| {
            found += 1;
            match found {
                100.. => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        assert!(matches!(step, Step::Paused | Step::Solution));
    }
    assert!((4..=8).contains(&visits), "{visits} visits");
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(2000)
    })]

    #[test]
    fn solutions_are_those_of_the_definition(
        problem in bounded_problems(),
        priors in parts(),
        nodes in 1..20u64,
        gives in 0..4usize,
    ) {
        holds_bounds(&multi, &problem, &any_part_of(&problem, &priors), (nodes, gives));
    }

    #[test]
    fn a_part_is_entered_as_by_a_fresh_kernel(problem in bounded_problems(), changes in changes()) {
        enters_like_a_fresh_one(&Multi::of, &problem, changes);
    }

    #[test]
    fn a_thinned_search_that_keeps_all_finds_all(problem in bounded_problems()) {
        let mut kernel = Multi::of(&problem);
        let mut left = u64::from(kernel.enter(&Part::default(), Inference::Forced));
        let mut found = Vec::new();
        while left > 0 {
            left -= 1;
            let is_solution = kernel.enter_thinned(&mut |_| {
                left += 1;
                true
            });
            if is_solution {
                let mut chosen = Vec::new();
                kernel.write_chosen(kernel.path.len(), &mut chosen);
                found.push(Solution::new(chosen));
            }
        }
        found.sort();
        prop_assert_eq!(found, Vec::from_iter(by_definition(&problem)));
    }
}
