//! Which options occur in some solution, compared with all solutions.

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

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    /// Too many solutions to list: a chain of items, whose options agree with their neighbours in colours, and some of which are
    /// used up elsewhere.
    #[test]
    fn occurrences_are_those_of_a_search_for_each_option(
        colors in prop::collection::vec((0..3u8, 0..3u8, 0..4u8), 40..90),
        least in 1..3u32,
    ) {
        const ITEMS: usize = 12;
        let mut text = (0..ITEMS).map(|item| format!("{least}:2|i{item} ")).collect::<String>() + "|";
        text += &(0..=ITEMS).map(|item| format!(" c{item} d{item}")).collect::<String>();
        for (at, (before, after, other)) in colors.iter().enumerate() {
            let item = at % ITEMS;
            text += &format!("\ni{item} c{item}:{before} c{}:{after}", item + 1);
            text += &if *other == 0 { format!(" d{}", at % 5) } else { String::new() };
        }
        let problem = Problem::parse(&text).unwrap();
        let known = Solver::new(&problem).unwrap().occurrences();
        for option in problem.options() {
            let with = Solver::new(&problem).unwrap().assume(&[option]).any_solution();
            let expected = if with.is_some() { Occurrence::InSome } else { Occurrence::InNone };
            prop_assert_eq!(known[option.index()], expected, "{}", option.index() + 1);
        }
    }
}

#[test]
fn options_that_agree_are_searched_for_together() {
    const ITEMS: usize = 300;
    let names = Vec::from_iter((0..ITEMS).map(|item| format!("i{item}")));
    let text = format!("{0}\n{1}\n{1}\n", names.join(" "), names.join("\n"));
    let problem = Problem::parse(&text).unwrap();
    let mut solver = Solver::new(&problem).unwrap();
    let known = solver.occurrences();
    assert!(known.iter().all(|&one| one == Occurrence::InSome));
    // A search for each of the second options enters 300 nodes.
    let nodes = solver.effort().nodes;
    assert!(nodes < 30 * ITEMS as u64, "{nodes}");
}

/// Whatever is known after the listing, which has limits of its own.
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
