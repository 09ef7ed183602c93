//! The first levels of a search up to symmetry: parts that have a solution of each orbit.
//!
//! At a node, a primary item is chosen that is not covered yet. Its options lie in orbits O₁, O₂, … under what fixes the
//! node. A solution has an option of some of them; of the first such orbit, a symmetry takes it to any that we like.
//!
//! ```text
//!            ●  group H
//!     O₁ ╱   │ O₂  ╲ O₃
//!       ①    ②     ③          ②: with one option of O₂, and without all of O₁;  group: what of H fixes that option
//! ```
//!
//! If all options of an orbit are of one item that is covered once, a solution has one of them, and no two solutions of one
//! orbit are met in different branches. Otherwise a solution can have several options of O₂, and can be met again in branch ②
//! by another one of them. In the first case, all branches in which only the identity is left are one part: without the other
//! options of the item. A part is *exact* if that cannot happen on the way to it, and if only the identity is left.
//!
//! Where all items that are left may be left uncovered, and the group is large, there are two branches: with one option of an orbit, and
//! without all of it.

use std::cmp::Reverse;
use std::collections::HashMap;

use bitvec::prelude::*;

use super::graph::Graph;
use super::group::{Group, Orbits};
use crate::engine::limits::{Limit, Watch};
use crate::problem::{OptionId, Part, Problem};

/// No more parts than this are made if there is a choice, and none more where the groups of those that are not divided yet take
/// more than this share of the memory.
const MOST_PARTS: usize = 1 << 10;
const SHARE: usize = 4;
/// So few symmetries, as a cube has, would save little in return for the many parts that options make which may be left out.
const FEW: u32 = 1 << 6;

/// A node of the tree.
pub(super) struct Node {
    /// The classes of options of its branches, each with the branch.
    orbits: HashMap<u32, u32>,
    branches: Vec<Branch>,
    /// The node without any of these classes, if there may be none.
    none: Option<usize>,
}

struct Branch {
    option: u32,
    /// The node after it.
    node: usize,
}

/// A part to be searched.
pub(crate) struct Leaf {
    pub(crate) part: Part,
    pub(crate) is_exact: bool,
}

/// The tree and its parts.
pub(super) struct Tree {
    nodes: Vec<Node>,
    pub(super) leaves: Vec<Leaf>,
}

/// The parts still to be divided.
struct Open {
    node: usize,
    with: Vec<u32>,
    /// The options that are not chosen and can be.
    alive: BitVec,
    /// The orbits that were left out.
    without: Vec<u32>,
    group: Group,
    /// The bytes of the group; 0 at the root, whose group there is anyway.
    bytes: usize,
    is_exact: bool,
}

/// How an item divides a node.
struct Choice {
    /// For each orbit, the first option of the item in it.
    firsts: Vec<u32>,
    /// All options of the item.
    all: Vec<u32>,
    /// All options of these orbits are the item's own, and it is covered once.
    is_exact: bool,
    /// A solution may have none of them.
    is_optional: bool,
}

impl Tree {
    /// Divides a part of the problem.
    pub(super) fn new(
        problem: &Problem,
        graph: &Graph,
        part: &Part,
        group: &Group,
        (watch, room): (&Watch, usize),
    ) -> Result<Tree, Limit> {
        let mut tree = Tree {
            nodes: Vec::new(),
            leaves: Vec::new(),
        };
        let maker = Maker {
            problem,
            graph,
            covers: covers(problem, graph),
            part,
            watch,
        };
        let mut open = vec![maker.root(group, tree.add_node())];
        // Breadth first, so that the bound on the number of parts cuts all branches alike.
        let mut bytes = 0;
        while !open.is_empty() {
            let mut next = Vec::new();
            for at in std::mem::take(&mut open) {
                bytes -= at.bytes;
                let is_full = tree.leaves.len() + next.len() >= MOST_PARTS || bytes > room / SHARE;
                let choice = match at.group.is_trivial() || is_full {
                    true => None,
                    false => maker.choice(&at)?,
                };
                match choice {
                    Some(choice) => {
                        let before = next.len();
                        tree.divide(&maker, at, &choice, &mut next)?;
                        bytes += next[before..].iter().map(|at| at.bytes).sum::<usize>();
                    }
                    None => tree.leaves.push(maker.leaf(&at)),
                }
            }
            open = next;
        }
        Ok(tree)
    }

    /// Whether the solution, as ascending classes of options, is met in some part.
    pub(super) fn meets(&self, solution: &[u32]) -> bool {
        let mut node = &self.nodes[0];
        while !node.branches.is_empty() {
            let orbit = solution.iter().filter_map(|class| node.orbits.get(class));
            let branch = orbit.min().map(|&orbit| &node.branches[orbit as usize]);
            if branch.is_some_and(|it| solution.binary_search(&it.option).is_err()) {
                return false;
            }
            let Some(next) = branch.map(|it| it.node).or(node.none) else {
                return false;
            };
            node = &self.nodes[next];
        }
        true
    }

    fn add_node(&mut self) -> usize {
        self.nodes.push(Node {
            orbits: HashMap::new(),
            branches: Vec::new(),
            none: None,
        });
        self.nodes.len() - 1
    }

    fn divide(
        &mut self,
        maker: &Maker,
        mut at: Open,
        choice: &Choice,
        next: &mut Vec<Open>,
    ) -> Result<(), Limit> {
        let orbits = Orbits::of(&at.group, maker.watch)?;
        let whole = (at.with.clone(), at.without.clone());
        let mut free = Vec::new();
        for (number, &first) in (0..).zip(&choice.firsts) {
            let least = orbits.least[first as usize];
            let of_orbit = |&class: &usize| orbits.least[class] == least;
            let all: Vec<u32> = at
                .alive
                .iter_ones()
                .filter(of_orbit)
                .map(|c| c as u32)
                .collect();
            let node = self.add_node();
            let own = &mut self.nodes[at.node];
            own.orbits.extend(all.iter().map(|&class| (class, number)));
            own.branches.push(Branch {
                option: first,
                node,
            });
            let child = maker.with(&at, first, node, choice.is_exact)?;
            match choice.is_exact && child.group.is_trivial() {
                true => free.push(first),
                false => next.push(child),
            }
            all.iter()
                .for_each(|&class| at.alive.set(class as usize, false));
            at.without.extend(all);
        }
        if choice.is_optional {
            let node = self.add_node();
            self.nodes[at.node].none = Some(node);
            next.push(Open { node, ..at });
            return Ok(());
        }
        if !free.is_empty() {
            let (with, mut without) = whole;
            let others = choice.all.iter().filter(|class| !free.contains(class));
            without.extend(others);
            let leaf = maker.part_of(&with, &without);
            self.leaves.push(Leaf {
                part: leaf,
                is_exact: at.is_exact,
            });
        }
        Ok(())
    }
}

struct Maker<'a> {
    problem: &'a Problem,
    graph: &'a Graph,
    /// The classes of options of each item, ascending.
    covers: Vec<Vec<u32>>,
    part: &'a Part,
    watch: &'a Watch,
}

fn covers(problem: &Problem, graph: &Graph) -> Vec<Vec<u32>> {
    let mut covers = vec![Vec::new(); problem.item_count()];
    for (class, members) in (0..).zip(graph.options.iter()) {
        for entry in problem.entries(members[0]) {
            covers[entry.item.index()].push(class);
        }
    }
    covers
}

impl Maker<'_> {
    fn root(&self, group: &Group, node: usize) -> Open {
        let mut open = Open {
            node,
            with: Vec::new(),
            alive: bitvec![1; self.graph.options.len()],
            without: Vec::new(),
            group: group.clone(),
            bytes: 0,
            is_exact: !self.problem.has_facts(),
        };
        for option in &self.part.without {
            open.alive
                .set(self.graph.class_of[option.index()] as usize, false);
        }
        for option in &self.part.with {
            self.choose(&mut open, self.graph.class_of[option.index()]);
        }
        open
    }

    /// The node after a branch.
    fn with(&self, at: &Open, option: u32, node: usize, is_exact: bool) -> Result<Open, Limit> {
        let group = at.group.stabiliser(option, self.watch)?;
        let mut open = Open {
            node,
            with: at.with.clone(),
            alive: at.alive.clone(),
            without: at.without.clone(),
            bytes: group.bytes(),
            group,
            is_exact: at.is_exact && is_exact,
        };
        self.choose(&mut open, option);
        Ok(open)
    }

    /// Chooses an option: those that cannot stand beside it go.
    fn choose(&self, open: &mut Open, class: u32) {
        open.with.push(class);
        open.alive.set(class as usize, false);
        for entry in self.problem.entries(self.graph.options[class as usize][0]) {
            let covers = &self.covers[entry.item.index()];
            let bounds = self.problem.bounds(entry.item);
            if bounds.is_some_and(|bounds| bounds.high > 1) {
                continue;
            }
            for &other in covers {
                let option = self.graph.options[other as usize][0];
                let agrees = bounds.is_none()
                    && entry.color.is_some()
                    && self.problem.entries(option).contains(entry);
                if !agrees {
                    open.alive.set(other as usize, false);
                }
            }
        }
    }

    /// The item that leaves the least share of the solutions; `None` if none leaves less than all.
    fn choice(&self, at: &Open) -> Result<Option<Choice>, Limit> {
        let orbits = Orbits::of(&at.group, self.watch)?;
        let mut sizes: HashMap<u32, usize> = HashMap::new();
        for class in at.alive.iter_ones() {
            *sizes.entry(orbits.least[class]).or_insert(0) += 1;
        }
        let mut is_covered = bitvec![0; self.problem.item_count()];
        for &class in &at.with {
            for entry in self.problem.entries(self.graph.options[class as usize][0]) {
                is_covered.set(entry.item.index(), true);
            }
        }
        let mut best: Option<Choice> = None;
        for item in self.problem.items().take(self.problem.primary_count()) {
            let bounds = self.problem.bounds(item).expect("a primary item");
            if is_covered[item.index()] || bounds.low == 0 {
                continue;
            }
            let covers = &self.covers[item.index()];
            self.watch.spend(32 * covers.len() as u64)?;
            let alive = covers.iter().filter(|&&class| at.alive[class as usize]);
            let mut own: HashMap<u32, usize> = HashMap::new();
            let mut choice = Choice {
                firsts: Vec::new(),
                all: Vec::new(),
                is_exact: false,
                is_optional: false,
            };
            for &class in alive {
                let least = orbits.least[class as usize];
                let count = own.entry(least).or_insert(0);
                if *count == 0 {
                    choice.firsts.push(class);
                }
                *count += 1;
                choice.all.push(class);
            }
            let is_own = |(least, count): (&u32, &usize)| sizes[least] == *count;
            choice.is_exact = bounds.high == 1 && own.iter().all(is_own);
            if best.as_ref().is_none_or(|best| choice.is_better_than(best)) {
                best = Some(choice);
            }
        }
        let best = best.filter(|best| best.firsts.len() < best.all.len());
        let is_worth_it = best.is_none() && at.group.order() > FEW.into();
        Ok(match is_worth_it {
            true => self.optional_choice(at, &orbits),
            false => best,
        })
    }

    /// The largest orbit of options that may be left out.
    fn optional_choice(&self, at: &Open, orbits: &Orbits) -> Option<Choice> {
        let may_be_left_out = |class: &usize| {
            let entries = self.problem.entries(self.graph.options[*class][0]);
            let bounds = entries.iter().filter_map(|it| self.problem.bounds(it.item));
            // Without a primary item, an option is in no solution.
            bounds.map(|bounds| bounds.low).max() == Some(0)
        };
        let mut all: HashMap<u32, Vec<u32>> = HashMap::new();
        for class in at.alive.iter_ones().filter(may_be_left_out) {
            let orbit = all.entry(orbits.least[class]).or_default();
            orbit.push(class as u32);
        }
        let largest = all
            .into_values()
            .max_by_key(|all| (all.len(), Reverse(all[0])));
        largest.filter(|all| all.len() > 1).map(|all| Choice {
            firsts: vec![all[0]],
            all,
            is_exact: false,
            is_optional: true,
        })
    }

    fn leaf(&self, at: &Open) -> Leaf {
        Leaf {
            part: self.part_of(&at.with, &at.without),
            is_exact: at.is_exact && at.group.is_trivial(),
        }
    }

    /// The part with these classes of options and without those.
    fn part_of(&self, with: &[u32], without: &[u32]) -> Part {
        let first = |class: &u32| self.graph.options[*class as usize][0];
        // Of equal options, only the first is used.
        let others = self.graph.options.iter().flat_map(|class| &class[1..]);
        let mut without: Vec<OptionId> = without.iter().map(first).collect();
        without.extend(others.filter(|option| !self.part.with.contains(option)));
        Part {
            with: with.iter().map(first).collect(),
            without,
        }
    }
}

impl Choice {
    /// Whether this leaves a smaller share, or as much in an exact way, or by fewer options.
    fn is_better_than(&self, other: &Choice) -> bool {
        let share = |one: &Choice, two: &Choice| one.firsts.len() * two.all.len();
        let rank = |one: &Choice, two: &Choice| (share(one, two), !one.is_exact, one.all.len());
        rank(self, other) < rank(other, self)
    }
}
