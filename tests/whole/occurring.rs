//! Which options occur in some solution, held against all solutions.

use std::ops::ControlFlow;

use dominox::engine::{KernelName, Limits};
use dominox::problem::{Occurrence, OptionId};
use dominox::{Problem, Solver};
use proptest::prelude::*;

/// By listing all solutions.
fn listed(solver: &mut Solver, problem: &Problem) -> Vec<Occurrence> {
    let mut known = vec![Occurrence::InNone; problem.option_count()];
    let listed = solver.for_each(|options| {
        for option in options {
            known[option.index()] = Occurrence::InSome;
        }
        ControlFlow::<()>::Continue(())
    });
    assert!(listed.is_continue());
    known
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn occurrences_are_those_of_all_solutions(
        options in prop::collection::vec(prop::collection::btree_set(0..7usize, 1..4), 1..14),
        assumed in prop::option::of(0..14usize),
        excluded in prop::option::of(0..14usize),
    ) {
        let lines = options.iter().map(|items| {
            let names: Vec<String> = items.iter().map(|item| format!("i{item}")).collect();
            names.join(" ")
        });
        let text = format!("i0 i1 i2 i3 i4 | i5 i6\n{}\n", lines.collect::<Vec<_>>().join("\n"));
        let Ok(problem) = Problem::parse(&text) else { return Ok(()) };
        let of = |place: Option<usize>| -> Vec<OptionId> {
            place.into_iter().filter(|&at| at < options.len()).map(OptionId::new).collect()
        };
        let (assumed, excluded) = (of(assumed), of(excluded));
        for kernel in [KernelName::Links, KernelName::Lanes, KernelName::Rows] {
            let solver = || Solver::with_kernel(&problem, Some(kernel)).map(|solver| {
                solver.assume(&assumed).exclude(&excluded)
            });
            let (Ok(mut one), Ok(mut other)) = (solver(), solver()) else { continue };
            prop_assert_eq!(one.occurrences(), listed(&mut other, &problem));
            // The solver is as it was before.
            prop_assert_eq!(one.count(), other.count());
        }
    }
}

/// However much of it is known after the listing, which has limits of its own.
#[test]
fn without_limits_it_comes_to_its_end() {
    for spec in [
        "queens 7",
        "queens 12",
        "langford 7",
        "latin 4",
        "matching 8",
        "dominoes 6x6",
    ] {
        let model = dominox::puzzles::model(spec).expect("a model");
        let mut solver = Solver::new(model.problem()).expect("a kernel");
        let known = solver.occurrences();
        assert!(
            known.iter().all(|&one| one != Occurrence::Unknown),
            "{spec}"
        );
        assert_eq!(
            solver.status(),
            dominox::engine::Status::Exhausted,
            "{spec}"
        );
    }
}

#[test]
fn a_limit_leaves_the_rest_unknown() {
    let text = dominox::puzzles::model("queens 12").expect("a model");
    let limits = Limits {
        nodes: Some(0),
        ..Limits::default()
    };
    let mut solver = Solver::new(text.problem())
        .expect("a kernel")
        .limits(limits);
    let known = solver.occurrences();
    assert!(known.iter().all(|&one| one == Occurrence::Unknown));
    assert!(matches!(
        solver.status(),
        dominox::engine::Status::Stopped(_)
    ));
}
