use std::fmt::Write;

use super::*;
use crate::engine::choose::choose;
use crate::engine::limits::{Allowance, Limits};

#[test]
fn a_whole_that_is_one_component_pays_for_its_plan() {
    let text = "a b c\na b\nb c\nc a\na\nb\nc";
    let problem = Problem::parse(text).unwrap();
    let part = &Part::default();
    let mut search = Search::new(choose(&problem, None).unwrap());
    search.begin(part);
    let counted = Counted {
        problem: &problem,
        part,
        method: CountMethod::Auto,
        room: 1 << 20,
        search: &mut search,
    };
    let mut counting = Counting::of_whole(&counted, counted.searching(), &Count::from(0u64));
    let work = Work::new(Allowance::default().watch(), &counting.plans);
    let components = independent(&problem, part, &work).unwrap().unwrap();
    let sizes: Vec<usize> = components.iter().flatten().map(Component::size).collect();
    counting.split(components);
    assert_eq!(sizes.len(), 1);
    assert_eq!(
        counting.races[0].sweeping.report(),
        Report::ahead(work_to_plan(sizes[0]))
    );
}

/// Queens on a square board, none of which attacks another one.
fn queens(size: usize) -> Problem {
    let names = |kind: char, count: usize| (0..count).map(move |number| format!("{kind}{number} "));
    let mut text: String = names('r', size).chain(names('c', size)).collect();
    text.push('|');
    text.extend(
        names('a', 2 * size)
            .chain(names('b', 2 * size))
            .map(|name| format!(" {name}")),
    );
    for (i, j) in (0..size).flat_map(|i| (0..size).map(move |j| (i, j))) {
        write!(text, "\nr{i} c{j} a{} b{}", i + j, size + i - j).unwrap();
    }
    Problem::parse(&text).unwrap()
}

/// Else a search that seems to be nearer to its end would continue until its bound says otherwise.
#[test]
fn scouts_go_ahead_while_the_search_has_the_turn() {
    let problem = queens(10);
    let part = &Part::default();
    let mut search = Search::new(choose(&problem, None).unwrap());
    search.begin(part);
    let counted = &mut Counted {
        problem: &problem,
        part,
        method: CountMethod::Auto,
        room: 1 << 28,
        search: &mut search,
    };
    let mut allowance = Allowance::default();
    allowance.renew(&Limits::default());
    let before = Count::ZERO;
    let mut counting = Counting::of_whole(counted, counted.searching(), &before);
    let components = {
        let work = Work::new(allowance.watch(), &counting.plans);
        independent(&problem, part, &work).unwrap().unwrap()
    };
    counting.split(components);
    let race = &mut counting.races[0];
    loop {
        let (states, spent) = (race.sweeping.effort().states, race.sweeping.spent());
        let nodes = counted.search.effort().nodes;
        let after = race.go_on(counted, &before, &counting.plans, &allowance);
        assert!(matches!(after, Ok(After::Paused)), "no scouts in its turns");
        let has_searched = counted.search.effort().nodes > nodes;
        let has_swept = race.sweeping.effort().states > states;
        if has_searched && !has_swept && race.sweeping.spent() > spent {
            break;
        }
    }
}
