//! Solutions up to symmetry: known numbers, and random problems against the orbits that brute force finds.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Duration;

use crate::support::naive;
use crate::support::sets::by_definition;
use crate::support::symmetry::{by_brute_force, small};
use dominox::engine::{CountMethod, Limit, Limits, OrbitProgress, Reduction, Status, Symmetries};
use dominox::problem::{Entry, OptionId, Part};
use dominox::puzzles::model;
use dominox::{Problem, Solution, Solver};
use proptest::collection::vec;
use proptest::prelude::*;

/// One solution of each orbit, in the order in which they are found.
fn listed(solver: &mut Solver, symmetries: &Symmetries) -> Vec<Vec<OptionId>> {
    let mut found = Vec::new();
    let flow = solver.for_each_up_to_symmetry(symmetries, |options| {
        found.push(options.to_vec());
        ControlFlow::<()>::Continue(())
    });
    assert!(flow.is_continue());
    assert_eq!(*solver.found(), found.len() as u64);
    found
}

/// The progress of a search up to symmetry at each of its pauses.
#[derive(Default)]
struct Pauses(Vec<OrbitProgress>);

impl Pauses {
    /// Checks that listing and counting by this solver give the same with pauses and without. Returns the pauses of
    /// both.
    fn check(
        solver: &mut Solver,
        symmetries: &Symmetries,
        expected: &[Vec<OptionId>],
    ) -> [Pauses; 2] {
        solver.limits_mut().pause = Some(Duration::ZERO);
        let (mut listed, mut pauses) = (Vec::new(), Pauses::default());
        let mut visit = |options: &[OptionId]| {
            listed.push(options.to_vec());
            ControlFlow::<()>::Continue(())
        };
        let mut at_pause = |progress| pauses.0.push(progress);
        let flow =
            solver.for_each_up_to_symmetry_with_pauses(symmetries, &mut at_pause, &mut visit);
        assert!(flow.is_continue());
        assert_eq!(listed, expected);
        pauses.check_order(solver);

        let mut of_count = Pauses::default();
        let mut at_pause = |progress| of_count.0.push(progress);
        let count = solver.count_up_to_symmetry_with_pauses(symmetries, &mut at_pause);
        assert_eq!(count, expected.len() as u64);
        of_count.check_order(solver);
        [pauses, of_count]
    }

    /// Checks that no number decreases, and that none exceeds its end.
    fn check_order(&self, solver: &Solver) {
        assert_eq!(solver.status(), Status::Exhausted);
        assert!(
            self.0
                .iter()
                .all(|progress| (0.0..=1.0).contains(&progress.share))
        );
        assert!(self.0.is_sorted_by_key(|progress| progress.share));
        assert!(self.0.is_sorted_by_key(|progress| progress.nodes));
        assert!(self.0.is_sorted_by_key(|progress| progress.found.clone()));
        if let Some(last) = self.0.last() {
            assert!(last.nodes <= solver.effort().nodes && last.found <= *solver.found());
        }
    }
}

/// The number of orbits in each way in which it can be found: listed, by search, by whatever is best, and by table if there are
/// few symmetries.
fn orbits(spec: &str, is_own: bool) -> u64 {
    let model = model(spec).unwrap();
    let kinds = model.item_kinds().filter(|_| is_own);
    let symmetries = Symmetries::fixing(model.problem(), &Part::default(), kinds.as_deref());
    let mut solver = Solver::new(model.problem()).unwrap();
    let listed = listed(&mut solver, &symmetries);
    let different: BTreeSet<_> = listed.iter().collect();
    assert_eq!(different.len(), listed.len(), "{spec}");
    for solution in &listed {
        let solution = solution.iter().copied().collect();
        assert_eq!(model.problem().check(&solution), Ok(()), "{spec}");
    }
    let mut methods = vec![CountMethod::Search, CountMethod::Auto];
    // With a table, pentominoes take seconds.
    let has_table = symmetries.are_few() && model.problem().option_count() < 1000;
    methods.extend(has_table.then_some(CountMethod::Table));
    for method in methods {
        let mut solver = Solver::new(model.problem()).unwrap().counting(method);
        let count = solver.count_up_to_symmetry(&symmetries);
        assert_eq!(count, listed.len() as u64, "{spec} {method:?}");
        assert_eq!(solver.status(), Status::Exhausted);
        Pauses::check(&mut solver, &symmetries, &listed);
    }
    listed.len() as u64
}

#[test]
fn searches_pause_in_lists_and_counts() {
    let model = model("queens 13").unwrap();
    let symmetries = Symmetries::of(model.problem());
    for method in [CountMethod::Search, CountMethod::Table] {
        let mut solver = Solver::new(model.problem()).unwrap().counting(method);
        let all = listed(&mut solver, &symmetries);
        assert_eq!(all.len(), 9233);
        let pauses = Pauses::check(&mut solver, &symmetries, &all);
        let pauses = pauses.map(|pauses| pauses.0.len());
        assert!(
            pauses.iter().all(|&pauses| pauses > 0),
            "{method:?} {pauses:?}"
        );
    }
}

/// OEIS A002562.
#[test]
fn queens() {
    let numbers = [1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341];
    for (size, number) in (1..).zip(numbers) {
        assert_eq!(orbits(&format!("queens {size}"), false), number, "{size}");
    }
}

/// 2,339 by C. B. and Jenifer Haselgrove (1960); 2 in 3×20, 368 in 4×15.
#[test]
fn pentominoes() {
    for (size, number) in [("3x20", 2), ("4x15", 368), ("6x10", 2339)] {
        assert_eq!(
            orbits(&format!("pentominoes {size}"), false),
            number,
            "{size}"
        );
    }
}

/// J. H. Conway and M. J. T. Guy (1961), by hand.
#[test]
fn soma() {
    assert_eq!(orbits("soma", false), 240);
}

/// OEIS A014552: Langford pairs up to reversal.
#[test]
fn langford() {
    for (size, number) in [(3, 1), (4, 1), (5, 0), (7, 26), (8, 150)] {
        assert_eq!(orbits(&format!("langford {size}"), false), number, "{size}");
    }
}

/// OEIS A003090 (main classes of Latin squares) and A040082 (isotopy classes).
#[test]
fn latin_squares() {
    for (size, main, isotopy) in [(2, 1, 1), (3, 1, 1), (4, 2, 2), (5, 2, 2)] {
        assert_eq!(orbits(&format!("latin {size}"), false), main, "{size}");
        assert_eq!(orbits(&format!("latin {size}"), true), isotopy, "{size}");
    }
}

/// E. Russell and F. Jarvis: 2 essentially different grids of 4×4.
#[test]
fn sudokus() {
    assert_eq!(orbits("sudoku 2x2", true), 2);
    assert_eq!(orbits("sudoku 2x2", false), 2);
}

/// There is no source: listing and the table, which count in different ways, must agree.
#[test]
fn dominoes() {
    for (size, number) in [
        ("2x2", 1),
        ("2x3", 2),
        ("4x4", 9),
        ("4x5", 33),
        ("6x6", 930),
    ] {
        assert_eq!(orbits(&format!("dominoes {size}"), false), number, "{size}");
    }
}

/// All pairings are alike.
#[test]
fn matchings() {
    for people in [3, 4, 6, 8] {
        let number = u64::from(people % 2 == 0);
        assert_eq!(orbits(&format!("matching {people}"), false), number);
    }
}

/// Of n options that can be chosen or not, a solution of each orbit is found by itself, not among all 2ⁿ.
#[test]
fn options_that_may_be_left_out() {
    let names = Vec::from_iter((0..20).map(|number| format!("i{number}")));
    let items = names.iter().map(|name| format!("0:1|{name}"));
    let apart = Vec::from_iter(items).join(" ") + "\n" + &names.join("\n");
    let equal = format!("0:50|a\n{}", "a\n".repeat(20));
    for text in [apart, equal] {
        let problem = Problem::parse(&text).unwrap();
        let symmetries = Symmetries::of(&problem);
        let mut solver = Solver::new(&problem).unwrap();
        assert_eq!(listed(&mut solver, &symmetries).len(), 21);
        assert!(solver.effort().nodes < 1000, "{:?}", solver.effort());
    }
}

/// Graphs of n vertices, each with at most this many edges. With two, they consist of paths and circles: p(a) q(n − a) for each a, where
/// p counts partitions and q those into parts of 3 and more. The others were counted by the program geng of nauty.
#[test]
fn graphs_of_bounded_degree() {
    let degree_2 = [(5, 2, 11), (6, 2, 19), (7, 2, 29), (8, 2, 46)];
    for (n, most, number) in degree_2.into_iter().chain([(6, 5, 156), (7, 3, 150)]) {
        let items = Vec::from_iter((0..n).map(|vertex| format!("0:{most}|v{vertex}")));
        let edges = (0..n).flat_map(|one| (0..one).map(move |other| format!("v{one} v{other}\n")));
        let problem =
            Problem::parse(&(items.join(" ") + "\n" + &String::from_iter(edges))).unwrap();
        let symmetries = Symmetries::of(&problem);
        let mut solver = Solver::new(&problem).unwrap();
        assert_eq!(listed(&mut solver, &symmetries).len(), number, "{n} {most}");
    }
}

#[test]
fn the_first_in_the_order_of_a_dictionary_stands_for_its_orbit() {
    let queens = model("queens 5").unwrap();
    let symmetries = Symmetries::of(queens.problem());
    let mut solver = Solver::new(queens.problem()).unwrap();
    let mut all: Vec<Vec<usize>> = Vec::new();
    let found = listed(&mut solver, &symmetries);
    for solution in Solver::new(queens.problem()).unwrap().solutions() {
        all.push(solution.options().iter().map(|o| o.index()).collect());
    }
    all.sort();
    let mut found: Vec<Vec<usize>> = found
        .iter()
        .map(|solution| solution.iter().map(|o| o.index()).collect())
        .collect();
    found.sort();
    // 8 of them are images of one, and 2 of the other.
    assert_eq!((all.len(), found.len()), (10, 2));
    assert_eq!(found[0], all[0]);
    assert!(all.contains(&found[1]));
}

#[test]
fn limits_stop_a_search_up_to_symmetry() {
    let queens = model("queens 8").unwrap();
    let symmetries = Symmetries::of(queens.problem());
    let mut solver = Solver::new(queens.problem()).unwrap().limits(Limits {
        solutions: Some(5),
        ..Limits::default()
    });
    assert_eq!(listed(&mut solver, &symmetries).len(), 5);
    assert_eq!(solver.status(), Status::Stopped(Limit::Solutions));
    *solver.limits_mut() = Limits {
        nodes: Some(20),
        ..Limits::default()
    };
    let before = solver.effort().nodes;
    listed(&mut solver, &symmetries);
    assert_eq!(solver.status(), Status::Stopped(Limit::Nodes));
    assert_eq!(solver.effort().nodes - before, 20);
    *solver.limits_mut() = Limits::default();
    assert_eq!(listed(&mut solver, &symmetries).len(), 12);
    assert_eq!(solver.status(), Status::Exhausted);
    // The other verbs start again, without the parts that were searched.
    assert_eq!(solver.count(), 92);
}

/// Symmetries fix the givens, but not what follows from them.
#[test]
fn what_is_implied_changes_no_orbits() {
    let problem = Problem::parse("a b | x y\nb x\nb a x\nb y\na b y\n").unwrap();
    let mut solver = Solver::new(&problem).unwrap().exclude(&[OptionId::new(0)]);
    let reduction = Reduction::of(&problem, solver.given());
    assert!(reduction.part.without.len() > 1);
    solver.imply(&reduction.part);
    assert_eq!(solver.given().without, [OptionId::new(0)]);
    let symmetries = Symmetries::fixing(&problem, solver.given(), None);
    assert_eq!(listed(&mut solver, &symmetries).len(), 2);
    assert_eq!(solver.count_up_to_symmetry(&symmetries), 2);
    assert_eq!(solver.count(), 2);
    solver.restart(&[]);
    assert_eq!(solver.given().without, []);
}

#[test]
fn equal_options_that_are_assumed_exclude_each_other() {
    let problem = Problem::parse("a b\na b\na b\na b\nb\na\n").unwrap();
    let assumed = [0, 1].map(OptionId::new);
    for method in [CountMethod::Auto, CountMethod::Table, CountMethod::Search] {
        let solver = Solver::new(&problem).unwrap().counting(method);
        let mut solver = solver.assume(&assumed);
        let symmetries = Symmetries::fixing(&problem, solver.given(), None);
        assert_eq!(solver.count_up_to_symmetry(&symmetries), 0, "{method:?}");
    }
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let board = model("pentominoes 4x15").unwrap();
    let symmetries = Symmetries::of(board.problem());
    let found = [1, 2, 5].map(|threads| {
        let mut solver = Solver::new(board.problem()).unwrap().threads(threads);
        listed(&mut solver, &symmetries)
    });
    assert_eq!(found[0].len(), 368);
    assert!(found.iter().all(|other| *other == found[0]));
}

#[test]
#[should_panic(expected = "symmetries that fix other options")]
fn symmetries_that_do_not_fix_the_givens_are_refused() {
    let queens = model("queens 5").unwrap();
    let symmetries = Symmetries::of(queens.problem());
    let solver = Solver::new(queens.problem()).unwrap();
    solver
        .assume(&[OptionId::new(1)])
        .count_up_to_symmetry(&symmetries);
}

/// The options of a solution, or its facts if the problem has facts.
fn answer(problem: &Problem, solution: &[u32]) -> BTreeSet<u32> {
    let options = solution.iter().copied();
    match problem.has_facts() {
        false => options.collect(),
        true => options
            .flat_map(|option| problem.facts(OptionId::new(option as usize)))
            .copied()
            .collect(),
    }
}

/// The number of orbits, by brute force: answers of a solution and of its images are of one orbit.
fn orbits_by_brute_force(problem: &Problem, part: &Part) -> usize {
    let has_all = |solution: &Vec<u32>| {
        let has = |option: &OptionId| solution.contains(&(option.index() as u32));
        part.with.iter().all(has) && !part.without.iter().any(has)
    };
    let numbers = |solution: Solution| -> Vec<u32> {
        let options = solution.options().iter();
        options.map(|option| option.index() as u32).collect()
    };
    let solutions = match problem.has_bounds() {
        true => Vec::from_iter(by_definition(problem)),
        false => naive::solutions(problem),
    };
    let solutions: Vec<Vec<u32>> = solutions.into_iter().map(numbers).filter(has_all).collect();
    let group = by_brute_force(problem, part, &vec![0; problem.item_count()]);
    let mut left: BTreeSet<BTreeSet<u32>> = solutions.iter().map(|s| answer(problem, s)).collect();
    let mut orbits = 0;
    for solution in &solutions {
        let mut open = vec![solution.clone()];
        orbits += usize::from(left.remove(&answer(problem, solution)));
        while let Some(solution) = open.pop() {
            for element in &group {
                let image: Vec<u32> = solution.iter().map(|&o| element[o as usize]).collect();
                if left.remove(&answer(problem, &image)) {
                    open.push(image);
                }
            }
        }
    }
    orbits
}

/// The same problem with other bounds of its first primary items.
fn with_bounds(problem: &Problem, bounds: &[(u32, u32)]) -> Problem {
    let mut builder = Problem::builder();
    for item in problem.items() {
        let name = problem.item_name(item);
        match problem.is_primary(item) {
            true => {
                let (low, more) = bounds[item.index() % bounds.len()];
                builder.bounded(name, low, (low + more).max(1)).unwrap()
            }
            false => builder.secondary(name).unwrap(),
        };
    }
    for option in problem.options() {
        let entries = problem.entries(option).iter().map(|entry| Entry {
            item: entry.item,
            color: entry
                .color
                .map(|color| builder.color(problem.color_name(color)).unwrap()),
        });
        let entries = Vec::from_iter(entries);
        builder.option(entries).unwrap();
        if problem.has_facts() {
            builder
                .facts(problem.facts(option).iter().copied())
                .unwrap();
        }
    }
    builder.build()
}

/// The first option that is marked with 1 is assumed, those marked with 2 are excluded.
fn marked(problem: &Problem, marks: &[u8]) -> Part {
    let with = |mark| move |option: &OptionId| marks[option.index()] == mark;
    Part {
        with: problem.options().filter(with(1)).take(1).collect(),
        without: problem.options().filter(with(2)).collect(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn as_many_orbits_as_brute_force_finds(problem in small(), marks in vec(0..6u8, 6)) {
        let part = marked(&problem, &marks);
        let symmetries = Symmetries::fixing(&problem, &part, None);
        let expected = orbits_by_brute_force(&problem, &part);
        let solver = || Solver::new(&problem).unwrap().assume(&part.with).exclude(&part.without);
        prop_assert_eq!(listed(&mut solver(), &symmetries).len(), expected);
        for method in [CountMethod::Search, CountMethod::Auto, CountMethod::Table] {
            let mut solver = solver().counting(method);
            prop_assert_eq!(solver.count_up_to_symmetry(&symmetries), expected as u64, "{:?}", method);
        }
    }

    #[test]
    fn as_many_orbits_where_items_have_bounds(
        problem in small(),
        bounds in vec((0..3u32, 0..3u32), 4),
        marks in vec(0..9u8, 6),
    ) {
        let problem = with_bounds(&problem, &bounds);
        let part = marked(&problem, &marks);
        let symmetries = Symmetries::fixing(&problem, &part, None);
        let expected = orbits_by_brute_force(&problem, &part);
        let solver = || Solver::new(&problem).unwrap().assume(&part.with).exclude(&part.without);
        prop_assert_eq!(listed(&mut solver(), &symmetries).len(), expected, "{} {}", &problem, &part);
        for method in [CountMethod::Search, CountMethod::Auto, CountMethod::Table] {
            let mut solver = solver().counting(method);
            let count = solver.count_up_to_symmetry(&symmetries);
            prop_assert_eq!(count, expected as u64, "{:?}\n{} {}", method, &problem, &part);
        }
    }
}

#[test]
fn an_option_that_is_assumed_and_excluded_is_in_no_solution() {
    let problem = Problem::parse("a b\na b\na\nb\n").unwrap();
    let option = OptionId::new(0);
    let part = Part {
        with: vec![option],
        without: vec![option],
    };
    let symmetries = Symmetries::fixing(&problem, &part, None);
    for method in [CountMethod::Auto, CountMethod::Search, CountMethod::Table] {
        let solver = Solver::new(&problem).unwrap().counting(method);
        let mut solver = solver.assume(&[option]).exclude(&[option]);
        assert_eq!(solver.count_up_to_symmetry(&symmetries), 0, "{method:?}");
    }
}

/// A panic that is caught, as in tests and in servers, must not change what the solver finds next.
#[test]
fn a_solver_is_as_before_after_a_callback_that_panicked() {
    let queens = model("queens 8").unwrap();
    let symmetries = Symmetries::of(queens.problem());
    let mut solver = Solver::new(queens.problem()).unwrap();
    solver.limits_mut().solutions = Some(1000);
    let mut seen = 0;
    let mut panics = |_: &[OptionId]| -> ControlFlow<()> {
        seen += 1;
        assert_ne!(seen % 5, 0, "the fifth one");
        ControlFlow::Continue(())
    };
    for up_to_symmetry in [true, false] {
        let flow =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| match up_to_symmetry {
                true => solver.for_each_up_to_symmetry(&symmetries, &mut panics),
                false => solver.for_each(&mut panics),
            }));
        assert!(flow.is_err());
        assert_eq!(*solver.given(), Part::default());
        assert_eq!(solver.limits_mut().solutions, Some(1000));
        assert_eq!(solver.count(), 92);
        assert_eq!(solver.count_up_to_symmetry(&symmetries), 12);
    }
}

#[test]
fn facts_that_repeat_count_once() {
    let problem = Problem::parse("a\na\na\n").unwrap();
    let problem = problem.with_facts(&[vec![1, 1], vec![1]]).unwrap();
    let symmetries = Symmetries::of(&problem);
    let mut solver = Solver::new(&problem).unwrap();
    assert_eq!(solver.count_up_to_symmetry(&symmetries), 1);
    assert_eq!(
        Problem::parse("a\na\n").unwrap(),
        Problem::parse("a\na\n")
            .unwrap()
            .with_facts(&[vec![]])
            .unwrap()
    );
}
