//! What is found, its order, counts and effort do not depend on the number of threads.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use dominox::Solver;
use dominox::engine::{Checksum, CountMethod, Effort, Limit, Limits, Status, TableEffort, Verdict};
use dominox::problem::OptionId;
use dominox::puzzles::{Puzzle, Sudominoku, model};

/// Problems that take searches and sweeps some milliseconds, in turn and together.
const MODELS: [&str; 7] = [
    "queens 10",
    "latin 5",
    "latin 6 --reduced",
    "langford 8",
    "pentominoes 4x15",
    "dominoes 8x8",
    "pentominoes 3x20",
];

fn solver(name: &str, method: CountMethod, threads: usize) -> Solver {
    let model = model(name).unwrap();
    let solver = Solver::new(model.problem()).unwrap().counting(method);
    solver.threads(threads)
}

fn counted(name: &str, method: CountMethod, threads: usize) -> (String, Effort, TableEffort) {
    let mut solver = solver(name, method, threads);
    let count = solver.count();
    (count.to_string(), solver.effort(), solver.table_effort())
}

#[test]
fn counts_and_their_effort() {
    for name in MODELS {
        for method in [CountMethod::Auto, CountMethod::Search] {
            // By search, these take seconds.
            if method == CountMethod::Search && ["dominoes 8x8", "latin 5"].contains(&name) {
                continue;
            }
            let alone = counted(name, method, 1);
            for threads in [2, 7] {
                assert_eq!(counted(name, method, threads), alone, "{name} {method:?}");
            }
        }
    }
}

/// Their widest levels have tens of thousands of states, which threads share if there is room.
#[test]
fn tables_of_large_levels() {
    let counted = |name: &str, threads: usize, room: usize| {
        let board = model(name).unwrap();
        let solver = Solver::new(board.problem()).unwrap().threads(threads);
        let mut solver = solver.counting(CountMethod::Table).memory(room);
        (solver.count().to_string(), solver.table_effort())
    };
    // A004003
    let square18 = "548943583215388338077567813208427340288";
    let square20 = "1269984011256235834242602753102293934298576249856";
    for (name, number, room) in [
        ("dominoes 18x18", square18, 16 << 20),
        ("dominoes 18x18", square18, 1 << 30),
        ("dominoes 20x20", square20, 1 << 30),
    ] {
        let (count, effort) = counted(name, 1, room);
        assert_eq!(count, number);
        assert!(effort.peak_bytes <= room as u64 * 3 / 2, "{effort:?}");
        for threads in [2, 7] {
            assert_eq!(counted(name, threads, room), (count.clone(), effort));
        }
    }
}

#[test]
fn a_table_of_large_levels_stops_soon() {
    let board = model("dominoes 22x22").unwrap();
    for threads in [1, 2, 7] {
        let limits = Limits {
            time: Some(Duration::from_millis(300)),
            ..Limits::default()
        };
        let solver = Solver::new(board.problem()).unwrap().threads(threads);
        let mut solver = solver.counting(CountMethod::Table).limits(limits);
        let began = Instant::now();
        assert_eq!(solver.count(), 0);
        let took = began.elapsed();
        assert_eq!(solver.status(), Status::Stopped(Limit::Time));
        // This takes a tenth of a second on an idle machine.
        assert!(took < Duration::from_secs(2), "{took:?}");
    }
}

#[test]
fn a_stopped_count_goes_on() {
    for threads in [1, 3] {
        let limits = Limits {
            nodes: Some(3_000),
            ..Limits::default()
        };
        let mut solver = solver("queens 11", CountMethod::Search, threads).limits(limits);
        let (mut count, mut stops) = (solver.count(), 0);
        while solver.effort().nodes < 10_000 || count != 2680 {
            let more = solver.count();
            assert!(more.to_biguint() >= count.to_biguint());
            (count, stops) = (more, stops + 1);
            assert!(stops < 1000);
        }
    }
}

/// Sums, counts and single solutions in turn, each from where the previous one has stopped.
#[test]
fn sums_over_answers() {
    for name in ["queens 11", "dominoes 6x8", "latin 5"] {
        let checksum = Arc::new(Checksum::new(model(name).unwrap().problem()));
        let mut all = Vec::new();
        let _ = solver(name, CountMethod::Search, 1).for_each(|options| -> ControlFlow<()> {
            let mut options = options.to_vec();
            options.sort_unstable();
            all.push(options);
            ControlFlow::Continue(())
        });
        let sum_of = |solutions: &[Vec<OptionId>]| {
            let sums = solutions
                .iter()
                .map(|options| checksum.of_solution(options));
            sums.fold(0, u64::wrapping_add)
        };
        let at_most = |solutions: u64, nodes: Option<u64>| Limits {
            solutions: Some(solutions),
            nodes,
            ..Limits::default()
        };
        for threads in [1, 2, 5] {
            let mut solver = solver(name, CountMethod::Search, threads);
            let mut at = 0;
            for (number, nodes) in [(1, None), (700, None), (u64::MAX, Some(2_000)), (901, None)] {
                *solver.limits_mut() = at_most(number, nodes);
                let sum = solver.sum_answers(Some(&checksum));
                let found = solver.found().to_string().parse::<usize>().unwrap();
                assert!(
                    nodes.is_some() || (found - at) as u64 == number,
                    "{name} {threads}"
                );
                assert!(
                    sum == sum_of(&all[at..found]),
                    "{name} {threads} {at} {found}"
                );
                *solver.limits_mut() = at_most(5, None);
                assert_eq!(solver.sum_answers(None), 0);
                let one = solver.next_solution().unwrap();
                assert!(one.options() == all[found + 5], "{name} {threads} {found}");
                solver.count();
                at = found + 11;
                assert_eq!(*solver.found(), at as u64, "{name} {threads}");
            }
            *solver.limits_mut() = Limits::default();
            assert!(
                solver.sum_answers(Some(&checksum)) == sum_of(&all[at..]),
                "{name} {threads}"
            );
            assert_eq!(*solver.found(), all.len() as u64);
            assert_eq!(solver.status(), Status::Exhausted);
        }
    }
}

#[test]
fn first_solutions_of_a_listing() {
    let first = |threads: usize| {
        let mut solver = solver("queens 11", CountMethod::Auto, threads);
        let mut found = Vec::new();
        let _ = solver.for_each(|options| {
            found.push(options.to_vec());
            match found.len() {
                1000 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        for _ in 0..500 {
            found.extend(
                solver
                    .next_solution()
                    .map(|solution| solution.options().to_vec()),
            );
        }
        found
            .iter_mut()
            .for_each(|solution| solution.sort_unstable());
        found
    };
    let alone = first(1);
    assert_eq!(alone.len(), 1500);
    for threads in [2, 5] {
        assert!(first(threads) == alone, "{threads}");
    }
}

/// Searches that take turns with walks, long enough for other threads to take part: also where limits stop them.
#[test]
fn first_solutions_and_verdicts_are_those_of_one_thread() {
    let first = |name: &str, nodes: Option<u64>, threads: usize| {
        let limits = Limits {
            nodes,
            ..Limits::default()
        };
        let mut solver = solver(name, CountMethod::Auto, threads).limits(limits);
        let mut stops = Vec::new();
        while let (None, Status::Stopped(_)) = (solver.any_solution(), solver.status()) {
            stops.push(solver.effort());
        }
        (solver.any_solution(), solver.effort(), stops)
    };
    let judged = |name: &str, nodes: u64, threads: usize| {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let mut solver = solver(name, CountMethod::Auto, threads).limits(limits);
        let verdicts = [solver.verdict(), solver.verdict()];
        let witnesses = Vec::from_iter(solver.witnesses().map(<[_]>::to_vec));
        (verdicts, witnesses, solver.effort())
    };
    let whole = first("queens 300", None, 1);
    let stopped = first("queens 300", Some(9_000), 1);
    assert!(stopped.2.len() > 2 && stopped.0 == whole.0);
    let open = judged("langford 13", 700_001, 1);
    assert_eq!(open.0, [Verdict::Undecided; 2]);
    // Enough for one solution.
    let nodes = whole.1.nodes;
    let two = judged("queens 300", nodes, 1);
    assert_eq!(two.0, [Verdict::Undecided, Verdict::Multiple]);
    for threads in [2, 7] {
        assert_eq!(first("queens 300", None, threads), whole);
        assert_eq!(first("queens 300", Some(9_000), threads), stopped);
        assert_eq!(judged("langford 13", 700_001, threads), open);
        assert_eq!(judged("queens 300", nodes, threads), two);
    }
}

/// Where several solutions are one answer: its regions are searched by all threads, in turn with walks.
#[test]
fn verdicts_of_a_sudominoku() {
    let case = "4\n3 C5 4 C6\n9 F8 7 F9\n6 G4 4 H4\n9 I3 1 I4\nD2 D5 I1 G2 I5 B8 B3 E4 H6\n";
    let case: Sudominoku = case.parse().unwrap();
    let judged = |nodes: Option<u64>, threads: usize| {
        let limits = Limits {
            nodes,
            ..Limits::default()
        };
        let solver = Solver::new(case.problem()).unwrap().assume(case.givens());
        let mut solver = solver.limits(limits).threads(threads);
        let mut stops = Vec::new();
        let verdict = loop {
            match solver.verdict() {
                Verdict::Undecided => stops.push(solver.effort()),
                verdict => break verdict,
            }
        };
        let witnesses = Vec::from_iter(solver.witnesses().map(<[_]>::to_vec));
        (verdict, witnesses, solver.effort(), stops)
    };
    let (whole, stopped) = (judged(None, 1), judged(Some(9_000), 1));
    assert_eq!((whole.0, whole.1.len()), (Verdict::Unique, 1));
    assert!(stopped.1 == whole.1 && stopped.3.len() > 2);
    for threads in [2, 7] {
        assert_eq!(judged(None, threads), whole);
        assert_eq!(judged(Some(9_000), threads), stopped);
    }
}

/// Other threads are searching when it is stopped, and one of them has the next part.
#[test]
fn a_verdict_that_was_stopped_soon_goes_on() {
    let case =
        "5\n3 F5 2 F6\n7 F7 6 F8\n5 G4 9 G5\n7 I8 8 I9\n7 C9 2 B9\nC5 A3 D9 I4 A9 E5 A2 C6 I1\n";
    let case: Sudominoku = case.parse().unwrap();
    for moment in (1..=40).map(Duration::from_millis) {
        let solver = Solver::new(case.problem()).unwrap().assume(case.givens());
        let mut solver = solver.threads(4);
        for time in [moment, Duration::from_secs(20)] {
            solver.limits_mut().time = Some(time);
            solver.verdict();
        }
        assert_eq!(solver.verdict(), Verdict::Multiple, "{moment:?}");
    }
}

#[test]
fn verdicts() {
    for (name, verdict) in [
        ("queens 11", Verdict::Multiple),
        ("langford 9", Verdict::None),
    ] {
        for threads in [1, 4] {
            assert_eq!(solver(name, CountMethod::Auto, threads).verdict(), verdict);
        }
    }
}

#[test]
fn a_solver_with_threads_can_be_dropped_at_any_time() {
    for stop in [1, 100, 2_000] {
        let mut listing = solver("queens 11", CountMethod::Auto, 4).solutions();
        assert!(listing.nth(stop).is_some());
        drop(listing);
    }
}
