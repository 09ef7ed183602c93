//! What holds for the nodes, whatever made them.

use std::collections::{BTreeSet, HashSet};

use std::ops::ControlFlow;

use proptest::prelude::*;

use super::node::{FALSE, Node, TRUE};
use super::*;
use crate::engine::aim::Aim;
use crate::engine::choose::choose;
use crate::engine::limits::Allowance;
use crate::engine::memory::Account;
use crate::engine::search::Search;
use crate::engine::sweep::tests::problem;
use crate::engine::{CountMethod, Solver};
use crate::problem::{Builder, Part, Problem};

impl Zdd {
    /// Walks all nodes and checks that the diagram is reduced, children come before their parents, all nodes are
    /// reached, and no path asks for an option twice.
    fn check(&self) {
        assert_eq!(self.nodes[..Zdd::CONSTANTS], [Node::CONSTANT; 2]);
        let mut seen = HashSet::new();
        let mut is_reached = vec![false; self.nodes.len()];
        is_reached[self.root as usize] = true;
        let mut below = vec![BTreeSet::new(); self.nodes.len()];
        for (number, node) in (TRUE + 1..).zip(self.branches()) {
            assert!((node.option as usize) < self.options);
            assert!(node.lo < number && node.hi < number, "children first");
            assert_ne!(node.hi, FALSE, "zero-suppressed");
            assert!(seen.insert((node.option, node.lo, node.hi)), "unique");
            let mut options = below[node.lo as usize].clone();
            options.extend(below[node.hi as usize].iter().copied());
            assert!(options.insert(node.option), "asked once");
            below[number as usize] = options;
        }
        for number in (Zdd::CONSTANTS..self.nodes.len()).rev() {
            assert!(is_reached[number], "no node is idle");
            let node = self.nodes[number];
            is_reached[node.lo as usize] = true;
            is_reached[node.hi as usize] = true;
        }
    }

    /// Checks that every path asks for the options in one order.
    fn check_order(&self) {
        let mut later = vec![BTreeSet::new(); self.options];
        for node in self.branches() {
            for child in [node.lo, node.hi].into_iter().filter(|&child| child > TRUE) {
                later[node.option as usize].insert(self.node(child).option as usize);
            }
        }
        let mut left: BTreeSet<usize> = (0..self.options).collect();
        while !left.is_empty() {
            let before = left.len();
            let last = |option: &usize| later[*option].iter().any(|later| left.contains(later));
            left = left.iter().copied().filter(last).collect();
            assert!(left.len() < before, "options {left:?} stand in a circle");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 3000 })
    })]

    #[test]
    fn diagrams_are_reduced_and_ordered(problem in problem()) {
        let made = |method| Solver::new(&problem).unwrap().counting(method).zdd().unwrap();
        let (zdd, listed) = (made(CountMethod::Table), made(CountMethod::Search));
        zdd.check();
        zdd.check_order();
        listed.check();
        prop_assert!(zdd.solutions().eq(listed.solutions()), "the same order");
        prop_assert_eq!(zdd.node_count(), listed.node_count());
        for option in problem.options().take(3) {
            for part in [zdd.with(&[option]), zdd.without(&[option])] {
                part.check();
                part.check_order();
            }
        }
        let text = zdd.to_text().to_string();
        let read = Zdd::parse(&text, problem.option_count()).unwrap();
        prop_assert_eq!((read.nodes, read.root), (zdd.nodes, zdd.root));
    }
}

/// A square to be covered by dominoes.
fn dominoes(size: usize) -> Problem {
    let mut builder = Problem::builder();
    let cell = |builder: &mut Builder, cell: usize| builder.primary(format!("c{cell}")).unwrap();
    let cells = Vec::from_iter((0..size * size).map(|at| cell(&mut builder, at)));
    for at in 0..size * size {
        if at % size + 1 < size {
            builder.option([cells[at], cells[at + 1]]).unwrap();
        }
        if at + size < cells.len() {
            builder.option([cells[at], cells[at + size]]).unwrap();
        }
    }
    builder.build()
}

#[test]
fn reading_takes_no_memory_for_options_that_do_not_occur() {
    let zdd = Zdd::parse("2: (~4?0:1)\n3: (~2?2:1)\n", usize::MAX).unwrap();
    assert_eq!((zdd.count(), zdd.option_count()), (2u64.into(), usize::MAX));
}

/// Ranked in one go, and by rounds from the second solution on, which is where the memory ends.
#[test]
fn rounds_rank_as_departures_do() {
    let problem = dominoes(6);
    let zdd = Solver::new(&problem).unwrap().zdd().unwrap();
    for (most, aim) in [
        (1, Aim::Cheapest),
        (5, Aim::MostExpensive),
        (1000, Aim::Cheapest),
    ] {
        let cost = |option: OptionId| (option.index() as u64 * 7919) % 1009 % most;
        let ranked = match aim {
            Aim::Cheapest => Vec::from_iter(zdd.cheapest(cost)),
            Aim::MostExpensive => Vec::from_iter(zdd.most_expensive(cost)),
        };
        assert_eq!(ranked.len(), 6728);
        let mut small = zdd.clone();
        let (nodes, options) = (zdd.nodes.len(), problem.option_count());
        small.within.account = Account::new(32 * nodes + 8 * options + (1 << 16));
        let mut at = 0;
        let given = small.each_by_cost(cost, aim, 6000, &mut |number, cost, solution| {
            assert_eq!((number, &(cost, solution)), (at, &ranked[at]));
            at += 1;
            ControlFlow::Continue(())
        });
        assert_eq!((given, at), (Ok(()), 6000));
    }
}

/// A sweep that takes too much work is left; that depends on the problem alone.
#[test]
fn a_diagram_is_built_within_some_work() {
    let problem = dominoes(8);
    let built = |work: u64| {
        let mut search = Search::new(choose(&problem, None).unwrap());
        let plan = Plan {
            problem: &problem,
            part: &Part::default(),
            search: &mut search,
            method: CountMethod::Table,
            account: Account::default(),
            allowance: &Allowance::default(),
        };
        plan.build_within(work).unwrap().map(|zdd| zdd.node_count())
    };
    assert_eq!(built(1), None);
    let (mut too_little, mut enough) = (1, 1 << 40);
    while enough - too_little > 1 {
        let between = (too_little + enough) / 2;
        match built(between) {
            None => too_little = between,
            some => {
                assert_eq!(some, built(u64::MAX));
                enough = between;
            }
        }
    }
    assert!((10_000..10_000_000).contains(&enough), "{enough}");
}

#[test]
fn what_is_computed_keeps_to_the_limits() {
    let problem = dominoes(8);
    let zdd = Solver::new(&problem).unwrap().zdd().unwrap();
    let few = zdd.options().take(2).collect::<Vec<_>>();
    let counts = zdd.option_counts();
    let attempts = |zdd: &Zdd| {
        [
            zdd.try_count().err(),
            zdd.try_option_counts().err(),
            zdd.try_with(&few).err(),
            zdd.try_without(&few).err(),
        ]
    };
    let fresh = |zdd: &Zdd| Zdd::new(zdd.nodes.clone(), zdd.root, zdd.options);
    assert_eq!(attempts(&fresh(&zdd)), [const { None }; 4]);
    assert_eq!(zdd.try_count().unwrap(), zdd.count());
    assert_eq!(zdd.try_option_counts().unwrap(), counts);
    assert_eq!(
        zdd.try_item_counts(&problem, &counts).unwrap(),
        zdd.item_counts(&problem)
    );
    assert_eq!(zdd.try_with(&few).unwrap().count(), zdd.with(&few).count());

    let mut small = fresh(&zdd);
    small.within.account = Account::new(100);
    for error in attempts(&small) {
        assert!(
            matches!(error, Some(ZddError::Memory { bound: 100, .. })),
            "{error:?}"
        );
    }
}
