//! Limits: what stops a search, what it says then, and continuing.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use dominox::engine::{CountMethod, Limit, Status, Verdict};
use dominox::{Limits, Problem, Solution, Solver, Uniqueness};

/// All pairs of 2`n` items, to be matched: 1 · 3 · 5 ⋯ (2`n` - 1) solutions.
fn matching(n: usize) -> Solver {
    let mut builder = Problem::builder();
    let items = Vec::from_iter((0..2 * n).map(|i| builder.primary(i.to_string()).unwrap()));
    for (place, &one) in items.iter().enumerate() {
        for &other in &items[..place] {
            builder.option([one, other]).unwrap();
        }
    }
    Solver::new(&builder.build()).unwrap()
}

/// A search that never ends: 1 · 3 · 5 ⋯ 79 is above 10^51.
fn endless() -> Solver {
    matching(40)
}

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

fn solutions(solutions: u64) -> Limits {
    Limits {
        solutions: Some(solutions),
        ..Limits::default()
    }
}

#[test]
fn without_limits_a_search_ends() {
    let mut solver = matching(4);
    assert_eq!(solver.status(), Status::Open);
    assert!(solver.next_solution().is_some());
    assert_eq!(solver.status(), Status::Open);
    assert_eq!(*solver.found(), 1);
    assert_eq!(solver.count(), 105);
    assert_eq!(solver.status(), Status::Exhausted);
    assert_eq!(solver.next_solution(), None);
    assert_eq!(solver.count(), 105);
}

#[test]
fn time_ends_a_search() {
    let time = Duration::from_millis(20);
    let solver = endless().counting(CountMethod::Search);
    let mut solver = solver.limits(Limits {
        time: Some(time),
        ..Limits::default()
    });
    for _ in 0..2 {
        let begin = Instant::now();
        let before = solver.found().clone();
        assert!(solver.count() > before);
        assert_eq!(solver.status(), Status::Stopped(Limit::Time));
        assert!(begin.elapsed() >= time);
    }
}

#[test]
fn no_time_is_a_limit_and_endless_time_is_none() {
    let time = |time| Limits {
        time: Some(time),
        ..Limits::default()
    };
    let mut solver = matching(3).limits(time(Duration::ZERO));
    assert_eq!(solver.count(), 0);
    assert_eq!(solver.status(), Status::Stopped(Limit::Time));
    assert_eq!(solver.limits(time(Duration::MAX)).count(), 15);
}

#[test]
fn a_flag_ends_a_search_from_another_thread() {
    let flag = Arc::new(AtomicBool::new(false));
    let cancel = Some(flag.clone());
    let mut solver = endless().limits(Limits {
        cancel,
        ..Limits::default()
    });
    let (begun, wait) = std::sync::mpsc::channel();
    let other = thread::spawn(move || {
        wait.recv().unwrap();
        flag.store(true, Ordering::Relaxed);
        flag
    });
    let mut visited = 0u64;
    let end = solver.for_each(|_| {
        visited += 1;
        if visited == 1 {
            begun.send(()).unwrap();
        }
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(end, ControlFlow::Continue(()));
    assert_eq!(solver.status(), Status::Stopped(Limit::Cancelled));
    assert_eq!(*solver.found(), visited);

    // As long as the flag is set, nothing continues.
    let effort = solver.effort();
    assert_eq!((solver.next_solution(), solver.effort()), (None, effort));
    other.join().unwrap().store(false, Ordering::Relaxed);
    assert!(solver.next_solution().is_some());
}

#[test]
fn nodes_end_a_search_and_the_sum_is_the_whole() {
    let whole = matching(5).count();
    assert_eq!(whole, 945);
    for limit in [1, 2, 7, 100, 1_000, 1_000_000] {
        let mut solver = matching(5).limits(nodes(limit));
        let mut before = solver.effort().nodes;
        loop {
            let found = solver.count();
            let spent = solver.effort().nodes - before;
            before += spent;
            if solver.status() == Status::Exhausted {
                assert_eq!(found, whole);
                break;
            }
            assert_eq!(solver.status(), Status::Stopped(Limit::Nodes));
            assert!(found <= whole && spent == limit);
        }
    }
    let mut solver = matching(5).limits(nodes(0));
    assert_eq!(solver.count(), 0);
    assert_eq!(solver.effort().nodes, 0);
}

#[test]
fn solutions_end_a_search() {
    let mut solver = matching(4).limits(solutions(40));
    for (found, status) in [
        (40, Status::Stopped(Limit::Solutions)),
        (80, Status::Stopped(Limit::Solutions)),
        (105, Status::Exhausted),
    ] {
        assert_eq!(solver.count(), found);
        assert_eq!(solver.status(), status);
    }
    // The search does not check whether another solution is left.
    let mut solver = matching(1).limits(solutions(1));
    assert_eq!(solver.count(), 1);
    assert_eq!(solver.status(), Status::Stopped(Limit::Solutions));
}

#[test]
fn a_callback_ends_a_search() {
    let mut solver = matching(4);
    let mut visited = 0;
    let end = solver.for_each(|options| {
        visited += 1;
        if visited == 3 {
            return ControlFlow::Break(options.to_vec());
        }
        ControlFlow::Continue(())
    });
    let third = matching(4).solutions().nth(2);
    assert_eq!(end.break_value().map(Solution::new), third);
    assert_eq!(solver.status(), Status::Open);
    assert_eq!(solver.count(), 105);
}

#[test]
fn the_solver_of_a_listing_goes_on() {
    let whole = Vec::from_iter(matching(4).solutions());
    let mut listing = matching(4).limits(solutions(10)).solutions();
    let mut found = Vec::from_iter(&mut listing);
    assert_eq!(found.len(), 10);
    // The limit is one of the listing as a whole.
    assert_eq!(listing.next(), None);
    let status = Status::Stopped(Limit::Solutions);
    assert_eq!(listing.solver().status(), status);

    let mut solver = listing.into_solver().limits(Limits::default());
    found.extend(solver.next_solution());
    found.extend(solver.solutions());
    assert_eq!(found, whole);
}

#[test]
fn an_undecided_question_can_be_asked_again() {
    let mut solver = matching(4).limits(nodes(1));
    let undecided = |uniqueness: &Uniqueness| matches!(uniqueness, Uniqueness::Undecided(_));
    let mut answer = solver.uniqueness();
    assert!(undecided(&answer));
    assert_eq!(solver.status(), Status::Stopped(Limit::Nodes));
    while undecided(&answer) {
        answer = solver.uniqueness();
    }
    let both = Vec::from_iter(matching(4).solutions().take(2));
    assert_eq!(
        answer,
        Uniqueness::Multiple(both[0].clone(), both[1].clone())
    );
    assert_eq!(solver.uniqueness(), answer);
}

#[test]
fn another_verb_or_setting_begins_anew() {
    let mut solver = matching(4).limits(solutions(40));
    assert_eq!(solver.count(), 40);
    assert_eq!(solver.verdict(), Verdict::Multiple);
    assert_eq!(solver.count(), 40);
    // Without facts, each solution is an answer.
    assert_eq!(solver.count_answers(), 80);
    let option = solver.problem().options().next().unwrap();
    let mut solver = solver.exclude(&[option]);
    assert_eq!(solver.count(), 40);
    solver.restart(&[option]);
    assert_eq!(solver.count(), 15);
}

#[test]
fn two_runs_give_the_same_order_and_effort() {
    let run = || {
        let mut listing = matching(5).solutions();
        let found = Vec::from_iter(&mut listing);
        (found, listing.solver().effort())
    };
    assert_eq!(run(), run());
}
