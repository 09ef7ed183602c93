//! What holds of the nodes, whatever made them.

use std::collections::{BTreeSet, HashSet};

use proptest::prelude::*;

use super::node::{FALSE, Node, TRUE};
use super::*;
use crate::engine::sweep::tests::problem;
use crate::engine::{CountMethod, Solver};

impl Zdd {
    /// Walks all nodes: the diagram is reduced, children stand before their parents, all nodes are reached, and no
    /// option is asked for twice on a way.
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

    /// That there is an order of the options in which every way asks for them.
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
