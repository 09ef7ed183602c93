//! Searches that are stopped, and resumed from checkpoints by other solvers, with other kernels and numbers of threads.

use std::ops::ControlFlow;
use std::time::Duration;

use dominox::engine::{Checkpoint, CheckpointError, CountMethod, KernelName, Limits, Status};
use dominox::problem::OptionId;
use dominox::puzzles::{Puzzle, Sudominoku, model};
use dominox::{Problem, Solver};

const KERNELS: [KernelName; 3] = [KernelName::Links, KernelName::Lanes, KernelName::Rows];

fn problem(name: &str) -> Problem {
    model(name).unwrap().problem().clone()
}

fn solver(problem: &Problem, kernel: KernelName, threads: usize) -> Solver {
    let solver = Solver::with_kernel(problem, Some(kernel)).unwrap();
    solver.threads(threads)
}

fn at_most(solutions: Option<u64>, nodes: Option<u64>) -> Limits {
    Limits {
        solutions,
        nodes,
        ..Limits::default()
    }
}

fn list(solver: &mut Solver, found: &mut Vec<Vec<OptionId>>) {
    let listed = solver.for_each(|options| {
        found.push(options.to_vec());
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(listed, ControlFlow::Continue(()));
}

/// A checkpoint that was written and read back.
fn written(solver: &Solver) -> Checkpoint {
    let checkpoint = solver.checkpoint();
    let text = checkpoint.to_string();
    assert_eq!(text.parse().as_ref(), Ok(&checkpoint));
    checkpoint
}

#[test]
fn a_resumed_listing_is_that_of_a_search_without_stops() {
    let problem = problem("queens 10");
    for kernel in KERNELS {
        let mut whole = Vec::new();
        let mut alone = solver(&problem, kernel, 1);
        list(&mut alone, &mut whole);
        assert_eq!(whole.len(), 724);
        for limits in [
            at_most(Some(37), None),
            at_most(Some(100), None),
            at_most(None, Some(1_000)),
            at_most(None, Some(12_345)),
        ] {
            let (mut found, mut threads) = (Vec::new(), 0);
            let mut checkpoint = written(&solver(&problem, kernel, 1));
            while !checkpoint.is_over() {
                threads = threads % 3 + 1;
                let mut next = solver(&problem, kernel, threads).limits(limits.clone());
                next.resume(&checkpoint).unwrap();
                list(&mut next, &mut found);
                assert_eq!(*next.found(), found.len() as u64);
                checkpoint = written(&next);
                assert_eq!(checkpoint.found(), next.found());
                // A search that repeats a piece may stop within it again, and so never end.
                if next.status() != Status::Exhausted && limits.nodes.is_some() {
                    let mut rest = solver(&problem, kernel, threads);
                    rest.resume(&checkpoint).unwrap();
                    list(&mut rest, &mut found);
                    checkpoint = written(&rest);
                }
            }
            assert!(found == whole, "{kernel} {limits:?}");
            assert_eq!(checkpoint.effort(), alone.effort(), "{kernel} {limits:?}");
        }
    }
}

#[test]
fn another_kernel_finds_the_rest() {
    let problem = problem("queens 9");
    for (before, after) in KERNELS
        .iter()
        .flat_map(|one| KERNELS.map(|other| (*one, other)))
    {
        for stop in [0, 1, 100, 351] {
            let mut first = solver(&problem, before, 2).limits(at_most(Some(stop), None));
            let mut found = Vec::new();
            list(&mut first, &mut found);
            let mut second = solver(&problem, after, 2);
            second.resume(&written(&first)).unwrap();
            list(&mut second, &mut found);
            assert_eq!(*second.found(), 352);
            found
                .iter_mut()
                .for_each(|solution| solution.sort_unstable());
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), 352, "{before} {after} {stop}");
        }
    }
}

#[test]
fn counts_are_resumed() {
    let problem = problem("queens 10");
    let one = OptionId::new(3);
    let mut first = Solver::new(&problem).unwrap().assume(&[one]);
    let whole = first.count();
    let mut first = Solver::new(&problem)
        .unwrap()
        .assume(&[one])
        .limits(at_most(None, Some(500)));
    let part = first.count();
    assert!(part < whole.to_biguint().into());
    let mut second = Solver::new(&problem).unwrap();
    second.resume(&written(&first)).unwrap();
    assert_eq!(second.count(), whole);
    assert!(written(&second).is_over());
    let mut third = Solver::new(&problem).unwrap();
    third.resume(&written(&second)).unwrap();
    assert_eq!((third.count(), third.next_solution()), (whole, None));
}

/// One answer may have several tilings, which the pieces of a search share.
#[test]
fn a_listing_of_answers_is_resumed() {
    let case = "6\n6 B2 1 B3\n2 C4 9 C3\n6 D3 8 E3\n7 E1 4 F1\n8 B7 4 B8\n4 E9 1 F9\nC5 A3 D9 I4 A9 E5 A2 C6 I1\n";
    let case: Sudominoku = case.parse().unwrap();
    let list = |solver: &mut Solver, found: &mut Vec<Vec<OptionId>>| {
        let listed = solver.for_each_answer(|options| {
            found.push(options.to_vec());
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(listed, ControlFlow::Continue(()));
    };
    let new = |threads| solver(case.problem(), KernelName::Rows, threads).assume(case.givens());
    let (mut alone, mut whole) = (new(1), Vec::new());
    list(&mut alone, &mut whole);
    assert_eq!(whole.len(), 40);
    for threads in [1, 2, 7] {
        let mut found = Vec::new();
        let mut checkpoint = written(&new(threads));
        let (mut rounds, mut share) = (0, 0.0);
        while !checkpoint.is_over() {
            let mut next = new(1 + (rounds + threads) % 4).limits(at_most(Some(3), None));
            next.resume(&checkpoint).unwrap();
            list(&mut next, &mut found);
            assert_eq!(*next.found(), found.len() as u64);
            checkpoint = written(&next);
            let done = checkpoint.share_done();
            // Sums of shares are rounded.
            assert!(done > share - 1e-9, "{done} after {share}");
            share = checkpoint.share_done();
            rounds += 1;
        }
        assert!(rounds > 13);
        assert!(found == whole, "{threads} threads");
        assert_eq!(checkpoint.effort(), alone.effort(), "{threads} threads");
        // Another kernel finds the rest.
        let mut first = new(threads).limits(at_most(Some(15), None));
        let mut found = Vec::new();
        list(&mut first, &mut found);
        let mut second = solver(case.problem(), KernelName::Lanes, threads);
        second.resume(&written(&first)).unwrap();
        list(&mut second, &mut found);
        found.sort();
        found.dedup();
        assert_eq!((found.len(), second.found()), (40, &40u64.into()));
    }
}

/// Three boards side by side: components that are counted one after the other.
fn three_boards() -> Problem {
    let board = |name: char, board: &str| {
        let text = problem(board).to_string();
        let (items, options) = text.split_once('\n').unwrap();
        let named = |line: &str| {
            let words = line.split(' ').map(|word| format!("{name}{word}"));
            words.collect::<Vec<_>>().join(" ")
        };
        let options: Vec<String> = options.lines().map(named).collect();
        (named(items), options.join("\n"))
    };
    let boards = [
        board('x', "dominoes 12x12"),
        board('y', "dominoes 12x11"),
        board('z', "dominoes 11x12"),
    ];
    let items: Vec<&str> = boards.iter().map(|board| &*board.0).collect();
    let options: Vec<&str> = boards.iter().map(|board| &*board.1).collect();
    Problem::parse(&format!("{}\n{}\n", items.join(" "), options.join("\n"))).unwrap()
}

/// The same problem together with components of one item.
fn beside(items: &str, options: &str, problem: &Problem) -> Problem {
    Problem::parse(&format!("{items} {problem}\n{options}\n")).unwrap()
}

/// A table continues with the levels that it had finished, and with the components that were not counted yet.
#[test]
fn a_count_by_table_is_resumed() {
    let board = problem("dominoes 16x16");
    for problem in [
        beside("forced too", "forced too", &board),
        beside("forced either", "forced\neither\neither", &board),
        beside("0:2|several", "several\nseveral\nseveral", &three_boards()),
        three_boards(),
        board,
    ] {
        for method in [CountMethod::Table, CountMethod::Auto] {
            let solver = |threads| {
                Solver::new(&problem)
                    .unwrap()
                    .counting(method)
                    .threads(threads)
            };
            let count = solver(1).count();
            let mut checkpoint = written(&solver(1));
            let (mut rounds, mut time, mut with_table) = (0, Duration::from_millis(1), 0);
            loop {
                let mut solver = solver(rounds % 3 + 1).limits(Limits {
                    time: Some(time),
                    ..Limits::default()
                });
                solver.resume(&checkpoint).unwrap();
                let found = solver.count();
                if solver.status() == Status::Exhausted {
                    assert_eq!(found, count);
                    break;
                }
                assert!(found <= count);
                checkpoint = written(&solver);
                with_table += u64::from(checkpoint.to_string().contains("\nlevel "));
                // A slow machine gets more time, so that it comes to an end.
                time = time * 9 / 8;
                rounds += 1;
            }
            assert!(with_table > 0, "{rounds} rounds");
        }
    }
}

#[test]
fn damaged_checkpoints_are_refused_by_name() {
    let problem = problem("queens 8");
    let mut solver = solver(&problem, KernelName::Rows, 1).limits(at_most(Some(5), None));
    solver.count();
    let text = solver.checkpoint().to_string();
    let error = |text: &str| text.parse::<Checkpoint>().unwrap_err();
    let first_line = text.find('\n').unwrap();
    for place in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[place] ^= 1;
        let damaged = String::from_utf8(bytes).unwrap();
        assert!(damaged.parse::<Checkpoint>().is_err(), "{place}: {damaged}");
        let cut = error(&text[..place]);
        let expected = [
            CheckpointError::Truncated,
            CheckpointError::NotOne,
            CheckpointError::Altered,
        ];
        assert!(
            expected.contains(&cut) || place < first_line,
            "{place}: {cut}"
        );
    }
    assert_eq!(error(""), CheckpointError::NotOne);
    assert_eq!(error("queens 8"), CheckpointError::NotOne);
    let other = format!("dominox-checkpoint 2{}", &text[first_line..]);
    assert_eq!(error(&other), CheckpointError::OtherVersion("2".into()));
    let altered = text.replacen("found 5", "found 6", 1);
    assert_eq!(error(&altered), CheckpointError::Altered);
    assert!(error(&altered).to_string().contains("altered"));
}

#[test]
fn a_checkpoint_of_another_problem_is_refused() {
    let checkpoint = Solver::new(&problem("queens 8")).unwrap().checkpoint();
    for other in ["queens 7", "queens 9", "langford 4"] {
        let mut solver = Solver::new(&problem(other)).unwrap();
        assert_eq!(
            solver.resume(&checkpoint),
            Err(CheckpointError::OtherProblem)
        );
    }
    // Items in another order are another problem: options have other numbers.
    let one = Problem::parse("a b\na\nb\n").unwrap();
    let other = Problem::parse("a b\nb\na\n").unwrap();
    let checkpoint = Solver::new(&one).unwrap().checkpoint();
    let mut solver = Solver::new(&other).unwrap();
    assert_eq!(
        solver.resume(&checkpoint),
        Err(CheckpointError::OtherProblem)
    );
}
