//! Parts: what is left of a search and what is given away, for every kernel, stopped at every node.
//!
//! What was found and what is left are together all solutions, none of them twice, whatever was paused, given away, and
//! finished by another kernel.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use super::*;
use crate::engine::choose::{choose, more_kernels};
use crate::engine::fits::KernelName;
use crate::engine::kernel::{Inference, Kernel};
use crate::engine::limits::Limits;
use crate::engine::solver::{CountMethod, Solver};
use crate::engine::trial::{part_of, priors};
use crate::problem::{Entry, ItemId, OptionId, Problem, Solution};

/// Problems with more solutions are cut short.
const MOST_FOUND: usize = 400;

/// Small problems: solved at the root, without primary items, without solutions, with colours, with many branches at a
/// node, with options that are never chosen.
const PROBLEMS: [&str; 8] = [
    "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g",
    "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B",
    "a b c d\na b\nc d\na c\nb d\na d\nb c\na\nb\nc\nd",
    "a b c | x y\na x:r y\na x:g\nb x:r\nb x:g y:r\nb x\nc x:r y:r\nc y:g\nc\nx:r y",
    "a b c\na b c",
    "a b c\na b\nb c\nc a",
    "| x\nx",
    "a b\na\na\na\na\na\na\na\na\na\na\na\nb\nb\nb\nb",
];

fn kernels(problem: &Problem) -> Vec<Box<dyn Kernel>> {
    let kernel = |name| choose(problem, Some(name)).ok();
    KernelName::ALL.into_iter().filter_map(kernel).collect()
}

/// Continues to the end, or to `MOST_FOUND` solutions, or for `nodes` nodes.
fn run(kernel: &mut dyn Kernel, nodes: u64, found: &mut Vec<Vec<OptionId>>) -> Step {
    kernel.visit(nodes, &mut |solution| {
        found.push(solution.to_vec());
        match found.len() < MOST_FOUND {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    })
}

fn all_of(kernel: &mut dyn Kernel, parts: &[Part]) -> Vec<Vec<OptionId>> {
    let mut found = Vec::new();
    for part in parts {
        kernel.enter(part, Inference::Adaptive);
        run(kernel, u64::MAX, &mut found);
    }
    found
}

fn sets(found: Vec<Vec<OptionId>>) -> BTreeSet<Solution> {
    let count = found.len();
    let sets: BTreeSet<Solution> = found.into_iter().map(Solution::new).collect();
    assert_eq!(sets.len(), count, "a solution came twice");
    sets
}

/// Pauses the search of a part after each number of nodes, and finishes what is left with each kernel.
fn pause_everywhere(problem: &Problem, part: &Part, most_nodes: u64) {
    let mut all = kernels(problem);
    let whole = all_of(&mut *all[0], std::slice::from_ref(part));
    if whole.len() >= MOST_FOUND {
        return;
    }
    let whole = sets(whole);
    for at in 0..all.len() {
        for nodes in 0..most_nodes {
            let mut found = Vec::new();
            all[at].enter(part, Inference::Adaptive);
            let step = run(&mut *all[at], nodes, &mut found);
            let left = all[at].open();
            assert!(
                step != Step::Exhausted || left.is_empty(),
                "{left:?} is left of all"
            );
            let by = (at + nodes as usize) % all.len();
            found.extend(all_of(&mut *all[by], &left));
            assert_eq!(sets(found), whole, "{:?} at {nodes}", all[at].name());
            if step == Step::Exhausted {
                break;
            }
        }
    }
}

#[test]
fn what_is_left_at_every_node_of_small_problems() {
    for text in PROBLEMS {
        let problem = Problem::parse(text).unwrap();
        pause_everywhere(&problem, &Part::default(), 60);
    }
}

/// Queens: rows and lanes pack what is left of them.
pub(in crate::engine) fn queens(size: usize) -> Problem {
    let mut builder = Problem::builder();
    let mut primary = |name: &str| {
        let names = (0..size).map(|i| format!("{name}{i}"));
        Vec::from_iter(names.map(|name| builder.primary(name).unwrap()))
    };
    let (rows, columns) = (primary("r"), primary("c"));
    let mut secondary = |name: &str| {
        let names = (0..2 * size).map(|i| format!("{name}{i}"));
        Vec::from_iter(names.map(|name| builder.secondary(name).unwrap()))
    };
    let (ups, downs) = (secondary("u"), secondary("d"));
    for (r, c) in (0..size).flat_map(|r| (0..size).map(move |c| (r, c))) {
        let items = [rows[r], columns[c], ups[r + c], downs[r + size - c]];
        builder.option(items).unwrap();
    }
    builder.build()
}

#[test]
fn what_is_left_at_every_node_of_queens() {
    pause_everywhere(&queens(6), &Part::default(), 200);
}

/// What a kernel finds that gives branches away whenever it has entered `nodes` nodes.
fn cut_by_hand(kernel: &mut dyn Kernel, nodes: u64, gives: usize) -> Vec<Vec<OptionId>> {
    let (mut found, mut waiting) = (Vec::new(), vec![Part::default()]);
    while let Some(part) = waiting.pop() {
        kernel.enter(&part, Inference::Adaptive);
        while run(kernel, nodes, &mut found) == Step::Paused {
            for _ in 0..gives {
                waiting.extend(kernel.give().parts.into_iter().rev());
            }
            kernel.check();
        }
    }
    found
}

#[test]
fn branches_that_are_given_away_are_searched_once() {
    let mut problems = Vec::from(PROBLEMS.map(|text| Problem::parse(text).unwrap()));
    problems.push(queens(7));
    for problem in problems {
        let whole = sets(all_of(&mut *kernels(&problem)[0], &[Part::default()]));
        for mut kernel in kernels(&problem) {
            for (nodes, gives) in [(1, 1), (1, 3), (2, 1), (3, 2), (7, 1), (20, 9)] {
                let found = cut_by_hand(&mut *kernel, nodes, gives);
                assert_eq!(sets(found), whole, "{:?} {nodes} {gives}", kernel.name());
            }
        }
    }
}

/// What a kernel finds in a part, what it does for it, and how much work that is. It pauses after every `nodes` nodes, and
/// other parts may be searched aside then.
fn with_others_aside(
    kernel: &mut dyn Kernel,
    (part, others): (&Part, &[Part]),
    nodes: u64,
) -> (Vec<Vec<OptionId>>, Effort, u64) {
    let (effort, work) = (kernel.effort(), kernel.work());
    let mut found = Vec::new();
    kernel.enter(part, Inference::Adaptive);
    while run(kernel, nodes, &mut found) == Step::Paused {
        kernel.aside(&mut |beside| {
            all_of(beside, others);
        });
        kernel.check();
    }
    let done = Effort {
        nodes: kernel.effort().nodes - effort.nodes,
        updates: kernel.effort().updates - effort.updates,
    };
    (found, done, kernel.work() - work)
}

#[test]
fn a_search_aside_changes_nothing() {
    let mut problems = Vec::from(PROBLEMS.map(|text| Problem::parse(text).unwrap()));
    problems.push(queens(7));
    let bounded = "2:3|a 0:2|b 1:2|c d | x\na b x:A\na c x:B\na d\nb c x\nb d x:A\na b c\nc d\na x:B\nb\nc x:A";
    problems.push(Problem::parse(bounded).unwrap());
    let whole = Part::default();
    for problem in problems {
        let first = problem.options().take(1).collect();
        let with_first = Part {
            with: first,
            ..Part::default()
        };
        for (part, other) in [(&whole, &with_first), (&with_first, &whole)] {
            for mut kernel in kernels(&problem) {
                for nodes in [1, 2, 7] {
                    let plain = with_others_aside(&mut *kernel, (part, &[]), nodes);
                    let others = [other.clone(), part.clone()];
                    let found = with_others_aside(&mut *kernel, (part, &others), nodes);
                    assert_eq!(found, plain, "{:?} {nodes}", kernel.name());
                }
            }
        }
    }
}

/// Solutions in their order.
type Found = Vec<Vec<OptionId>>;

/// What a search finds that is paused again and again after a number of nodes, what it took, and of the first pauses, all
/// solutions that were found or are left.
pub(super) fn listed(
    problem: &Problem,
    name: KernelName,
    (nodes, interval): (u64, u64),
) -> (Found, Effort, Vec<Found>) {
    let mut search = Search::new(choose(problem, Some(name)).unwrap());
    search.begin_with(&Part::default(), interval);
    let (mut found, mut pauses) = (Vec::new(), Vec::new());
    loop {
        let step = search.turn(nodes, &mut |solution| {
            found.push(solution.to_vec());
            ControlFlow::Continue(())
        });
        if step == Step::Exhausted {
            return (found, search.effort(), pauses);
        }
        if pauses.len() < 12 {
            let mut kernel = choose(problem, Some(name)).unwrap();
            let rest = all_of(&mut *kernel, &search.remaining());
            pauses.push([&found[..], &rest].concat());
        }
    }
}

#[test]
fn a_search_finds_the_same_in_the_same_order_however_it_is_paused() {
    let problem = queens(8);
    for name in [KernelName::Links, KernelName::Lanes, KernelName::Rows] {
        for interval in [1, 2_000, 20_000] {
            let (found, effort, _) = listed(&problem, name, (u64::MAX, interval));
            let whole = sets(found.clone());
            assert_eq!(whole.len(), 92);
            for nodes in [1, 7, 40] {
                let (again, effort_again, pauses) = listed(&problem, name, (nodes, interval));
                assert_eq!(
                    (&again, effort_again),
                    (&found, effort),
                    "{name} {interval}"
                );
                for found_or_left in pauses {
                    assert_eq!(sets(found_or_left), whole, "{name} {interval} {nodes}");
                }
            }
        }
    }
}

/// A search that this many threads share.
fn shared(problem: &Problem, name: KernelName, threads: usize) -> Search {
    let mut search = Search::new(choose(problem, Some(name)).unwrap());
    search.share(
        more_kernels(problem, name, (threads - 1, usize::MAX)),
        1 << 20,
    );
    search
}

/// What a search finds from here on, in turns of `nodes` nodes, each ended after `most` solutions.
fn go_on(search: &mut Search, (nodes, most): (u64, usize), found: &mut Found) -> Step {
    let mut left = most;
    search.turn(nodes, &mut |solution| {
        found.push(solution.to_vec());
        left -= 1;
        match left {
            0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    })
}

/// Miri goes through thousands of times fewer nodes in the same time.
const SIDE: usize = if cfg!(miri) { 4 } else { 8 };

#[test]
fn threads_find_the_same_in_the_same_order() {
    let problem = queens(SIDE);
    let kernels = [KernelName::Links, KernelName::Lanes, KernelName::Rows];
    let kernels = if cfg!(miri) { &kernels[..1] } else { &kernels };
    for &name in kernels {
        for interval in [1, 2_000, 20_000] {
            let (whole, effort, _) = listed(&problem, name, (u64::MAX, interval));
            for (threads, nodes, most) in [
                (2, u64::MAX, usize::MAX),
                (7, u64::MAX, usize::MAX),
                (3, 7, 3),
                (2, 100, 1),
            ] {
                let mut search = shared(&problem, name, threads);
                search.begin_with(&Part::default(), interval);
                let mut found = Vec::new();
                while go_on(&mut search, (nodes, most), &mut found) != Step::Exhausted {}
                let same = found == whole && search.effort() == effort;
                assert!(
                    same,
                    "{name} {interval} {threads}: {effort:?} {:?} {}",
                    search.effort(),
                    found == whole
                );
            }
        }
    }
}

#[test]
fn a_limit_stops_threads_where_it_stops_one() {
    let problem = queens(8);
    for (name, interval) in [(KernelName::Rows, 1), (KernelName::Lanes, 3_000)] {
        let (whole, ..) = listed(&problem, name, (u64::MAX, interval));
        let stops = |threads: usize, limits: &Limits| {
            let mut search = shared(&problem, name, threads);
            search.begin_with(&Part::default(), interval);
            let mut allowance = Allowance::new(1000);
            let (mut found, mut stops) = (Found::new(), Vec::new());
            loop {
                allowance.renew(limits);
                let stopped = search.run(&mut allowance, |solution| {
                    found.push(solution.to_vec());
                    ControlFlow::Continue(())
                });
                let left = search.remaining();
                stops.push((found.len(), search.effort(), left.clone()));
                let rest = all_of(&mut *choose(&problem, Some(name)).unwrap(), &left);
                let all = sets([&found[..], &rest].concat());
                assert!(all == sets(whole.clone()), "{name} {threads} {limits:?}");
                if stopped == Ok(false) {
                    assert_eq!(found, whole);
                    return stops;
                }
            }
        };
        let by_nodes = |nodes| Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let by_solutions = |solutions| Limits {
            solutions: Some(solutions),
            ..Limits::default()
        };
        for limits in [
            by_nodes(37),
            by_nodes(300),
            by_solutions(1),
            by_solutions(20),
        ] {
            let alone = stops(1, &limits);
            for threads in [2, 7] {
                assert_eq!(
                    stops(threads, &limits),
                    alone,
                    "{name} {threads} {limits:?}"
                );
            }
        }
    }
}

#[test]
fn what_is_left_is_searched_on_as_it_would_have_been() {
    let problem = queens(8);
    for (name, interval) in [
        (KernelName::Rows, 1),
        (KernelName::Lanes, 3_000),
        (KernelName::Links, 10_000),
    ] {
        let (whole, effort, _) = listed(&problem, name, (u64::MAX, interval));
        for stop in 0..200 {
            let mut search = shared(&problem, name, 1 + stop % 3);
            search.begin_with(&Part::default(), interval);
            let mut found = Vec::new();
            for _ in 0..stop {
                go_on(&mut search, (9, usize::MAX), &mut found);
            }
            let (left, before) = (search.left(), search.effort_of_pieces());
            let share: f64 = left.iter().map(|piece| piece.share).sum();
            assert!((share + search.share_done() - 1.0).abs() < 1e-9);
            let mut search = shared(&problem, name, 1 + stop / 3 % 3);
            search.begin_pieces(left);
            let begun = search.effort();
            while go_on(&mut search, (u64::MAX, usize::MAX), &mut found) != Step::Exhausted {}
            assert_eq!(found, whole, "{name} {stop}");
            let nodes = before.nodes + search.effort().nodes - begun.nodes;
            assert_eq!(nodes, effort.nodes, "{name} {stop}");
        }
    }
}

/// The same, with a second kernel of this name.
pub(super) fn looked_at_twice(
    problem: &Problem,
    (name, second): (KernelName, KernelName),
    threads: usize,
) -> Search {
    let mut search = shared(problem, name, threads);
    let problem = problem.clone();
    search.look_twice(Arc::new(move || choose(&problem, Some(second)).ok()));
    search
}

#[test]
fn a_second_kernel_changes_no_search_that_finds_something() {
    let problem = queens(SIDE);
    for interval in [1, 2_000, 20_000] {
        let lanes = (KernelName::Lanes, KernelName::Rows);
        for names in [lanes, (KernelName::Links, KernelName::Links)] {
            let (whole, effort, _) = listed(&problem, names.0, (u64::MAX, interval));
            for (threads, nodes) in [(1, u64::MAX), (1, 7), (3, 40)] {
                let mut search = looked_at_twice(&problem, names, threads);
                search.begin_with(&Part::default(), interval);
                let mut found = Vec::new();
                while go_on(&mut search, (nodes, usize::MAX), &mut found) != Step::Exhausted {}
                assert_eq!(found, whole, "{names:?} {interval} {threads}");
                assert_eq!(search.effort(), effort, "{names:?} {interval} {threads}");
            }
        }
    }
}

/// Queens, and two items with more options than any other. Each option of the one disagrees with each of the other.
fn hopeless_queens(size: usize) -> Problem {
    let queens = queens(size).to_string();
    let (items, options) = queens.split_once('\n').unwrap();
    let mut text = format!("x y {items} s\n{options}");
    text += &("x s:x\n".repeat(15) + &"y s:y\n".repeat(15));
    Problem::parse(&text).unwrap()
}

#[test]
fn a_second_kernel_sees_that_there_is_nothing_to_find() {
    let problem = hopeless_queens(SIDE + 2);
    let names = (KernelName::Lanes, KernelName::Rows);
    for interval in [1, 2_000, 20_000] {
        let (whole, effort, _) = listed(&problem, names.0, (u64::MAX, interval));
        assert!(whole.is_empty());
        let mut efforts = Vec::new();
        for (threads, nodes) in [(1, u64::MAX), (1, 50), (3, 40)] {
            let mut search = looked_at_twice(&problem, names, threads);
            search.begin_with(&Part::default(), interval);
            for _ in 0..2 {
                while go_on(&mut search, (nodes, 1), &mut Vec::new()) != Step::Exhausted {}
            }
            assert_eq!(
                (search.left(), search.remaining()),
                (Vec::new(), Vec::new())
            );
            assert_eq!(search.share_done(), 1.0);
            efforts.push(search.effort());
        }
        assert!(
            efforts.iter().all(|&other| other == efforts[0]),
            "{efforts:?}"
        );
        assert!(
            4 * efforts[0].nodes < effort.nodes,
            "{efforts:?} {effort:?}"
        );
    }
}

#[test]
fn a_solver_sees_that_there_is_nothing_to_find() {
    let problem = hopeless_queens(12);
    let count = |kernel| {
        let solver = Solver::with_kernel(&problem, kernel).unwrap();
        let mut solver = solver.counting(CountMethod::Search);
        assert_eq!(
            (solver.kernel(), solver.count()),
            (KernelName::Lanes, 0u64.into())
        );
        solver.effort().nodes
    };
    let (chosen, lanes) = (count(None), count(Some(KernelName::Lanes)));
    assert!(2 * chosen < lanes, "{chosen} {lanes}");
}

/// A node of many branches gives all but one away as one part, which is most of what was left.
#[test]
fn after_half_of_the_nodes_about_half_is_over() {
    let problem = queens(10);
    for name in [KernelName::Links, KernelName::Lanes, KernelName::Rows] {
        let (.., effort, _) = listed(&problem, name, (u64::MAX, 20_000));
        let mut search = shared(&problem, name, 1);
        search.begin_with(&Part::default(), 20_000);
        let half = effort.nodes / 2;
        while search.effort().nodes < half {
            go_on(&mut search, (50, usize::MAX), &mut Found::new());
        }
        let share = search.share_done();
        assert!((0.3..0.7).contains(&share), "{name}: {share}");
    }
}

/// Nurses who work on two or three of some days, two or three of them each day: many solutions differ in the last choice.
pub(super) fn roster(nurses: usize, days: usize) -> Problem {
    let names = |name: char, count: usize| (0..count).map(move |i| format!("2:3|{name}{i}"));
    let items: Vec<String> = names('n', nurses).chain(names('d', days)).collect();
    let works = (0..nurses).flat_map(|n| (0..days).map(move |d| format!("\nn{n} d{d}")));
    Problem::parse(&(items.join(" ") + &works.collect::<String>())).unwrap()
}

#[test]
fn a_search_that_only_counted_can_list_afterwards() {
    for problem in [queens(8), roster(5, 4)] {
        let (whole, effort, _) = listed(&problem, KernelName::Rows, (u64::MAX, 1));
        for (pauses, threads) in (0..20).flat_map(|pauses| [(pauses, 1), (pauses, 3)]) {
            let mut search = shared(&problem, KernelName::Rows, threads);
            search.begin_with(&Part::default(), 1);
            search.count_only(true);
            for _ in 0..pauses {
                go_on(&mut search, (30, usize::MAX), &mut Vec::new());
            }
            search.count_only(false);
            let (counted, mut found) = (search.handed() as usize, Vec::new());
            while go_on(&mut search, (u64::MAX, usize::MAX), &mut found) != Step::Exhausted {}
            assert_eq!(found, whole[counted..]);
            assert_eq!(search.effort(), effort);
        }
    }
}

/// Entries of an option: places of items, and the number of a colour for those that are secondary (0: none).
type Entries = Vec<(Index, usize)>;

fn build(primary: usize, secondary: usize, options: Vec<Entries>) -> Problem {
    let mut builder = Problem::builder();
    for item in 0..primary {
        builder.primary(format!("p{item}")).unwrap();
    }
    for item in 0..secondary {
        builder.secondary(format!("s{item}")).unwrap();
    }
    for option in options {
        let mut entries = Vec::<Entry>::new();
        for (place, color) in option {
            let item = ItemId::new(place.index(primary + secondary));
            let plain = item.index() < primary || color == 0;
            let color = (!plain).then(|| builder.color(&color.to_string()).unwrap());
            if entries.iter().all(|entry| entry.item != item) {
                entries.push(Entry { item, color });
            }
        }
        builder.option(entries).unwrap();
    }
    // One option for each item alone, so that there are solutions.
    for item in 0..primary {
        builder.option([ItemId::new(item)]).unwrap();
    }
    builder.build()
}

fn problems() -> impl Strategy<Value = Problem> {
    let options = vec(vec((any::<Index>(), 0usize..3), 1..6), 1..30);
    (1usize..14, 0usize..4, options)
        .prop_map(|(primary, secondary, options)| build(primary, secondary, options))
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 200 })
    })]

    #[test]
    fn what_is_left_of_random_problems(problem in problems(), priors in priors()) {
        pause_everywhere(&problem, &part_of(&problem, &priors), 12);
    }

    #[test]
    fn what_random_problems_give_away(
        problem in problems(),
        nodes in 1u64..9,
        gives in 1usize..4,
    ) {
        let whole = all_of(&mut *kernels(&problem)[0], &[Part::default()]);
        if whole.len() < MOST_FOUND {
            let whole = sets(whole);
            for mut kernel in kernels(&problem) {
                let found = cut_by_hand(&mut *kernel, nodes, gives);
                prop_assert_eq!(sets(found), whole.clone(), "{:?}", kernel.name());
            }
        }
    }
}
