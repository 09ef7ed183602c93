//! Solutions in the order of what they cost.
//!
//! Each node knows the cost of its best solution. Whoever follows it down from the root has the best of all, and at each
//! branch may leave it for the other side, which costs some *regret* more. Such a departure is an entry of a heap; the
//! least regret is the next solution, down from there, with new departures on its way. (So J. Y. Yen and others find the
//! k shortest paths; no path needs to be ruled out here, as no two ways of a diagram are the same solution.)
//!
//! ```text
//!     best 3:  a 1 ── b 1 ── d 1           leaving before b, for c: regret 2      before a, for x: regret 0
//!     next 3:  x …                         and so on
//! ```
//!
//! What costs the same comes in the order of the diagram. Departures of equal regret that stem from one solution lie
//! behind it and before all others, the last one first: they are a stack. Others meet when their turn comes, and are
//! sorted then by their ways, without a comparison in the heap.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::iter::FusedIterator;

use super::Zdd;
use super::node::{FALSE, TRUE};
use crate::problem::{OptionId, Solution};

impl Zdd {
    /// The solutions with their costs, cheapest first; those of equal cost in the order of
    /// [`solutions`](Self::solutions). The cost of a solution is the sum of those of its options.
    ///
    /// Each is found when it is asked for. That takes 16 bytes for each node of the diagram, and after n solutions of l
    /// options each at most about 60·n·l bytes more.
    pub fn cheapest(&self, cost: impl Fn(OptionId) -> u64) -> ZddByCost<'_> {
        ZddByCost::new(self, cost, false)
    }

    /// As [`cheapest`](Self::cheapest), most expensive first.
    pub fn most_expensive(&self, cost: impl Fn(OptionId) -> u64) -> ZddByCost<'_> {
        ZddByCost::new(self, cost, true)
    }
}

/// The solutions of a diagram by cost. Made by [`Zdd::cheapest`] and [`Zdd::most_expensive`].
#[derive(Clone, Debug)]
pub struct ZddByCost<'a> {
    zdd: &'a Zdd,
    /// Cost of each option.
    costs: Vec<u64>,
    /// Cost of the best solution below each node but false.
    best: Vec<u128>,
    is_most_expensive: bool,
    /// Options chosen on the way to departures.
    links: Vec<Link>,
    /// Departures of this regret, the next one last.
    regret: u128,
    stack: Vec<Departure>,
    /// Departures of more regret.
    heap: BinaryHeap<(Reverse<u128>, Departure)>,
}

/// A node whose option was chosen, and the one before it on the way from the root. Each way has its own links.
#[derive(Clone, Copy, Debug)]
struct Link {
    before: usize,
    node: u32,
}

/// No link: nothing was chosen.
const NONE: usize = usize::MAX;

/// The solutions below a node, reached from the root by choosing `depth` options: the last is that of the link.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Departure {
    node: u32,
    link: usize,
    depth: usize,
}

impl<'a> ZddByCost<'a> {
    fn new(zdd: &'a Zdd, cost: impl Fn(OptionId) -> u64, is_most_expensive: bool) -> Self {
        let mut costs = vec![0; zdd.options];
        for option in zdd.options() {
            costs[option.index()] = cost(option);
        }
        let mut best = vec![0u128; zdd.nodes.len()];
        for (number, node) in (Zdd::CONSTANTS..).zip(zdd.branches()) {
            let with = best[node.hi as usize] + u128::from(costs[node.option as usize]);
            let without = best[node.lo as usize];
            best[number] = match (node.lo, is_most_expensive) {
                (FALSE, _) => with,
                (_, true) => with.max(without),
                (_, false) => with.min(without),
            };
        }
        let all = Departure {
            node: zdd.root,
            link: NONE,
            depth: 0,
        };
        ZddByCost {
            zdd,
            costs,
            best,
            is_most_expensive,
            links: Vec::new(),
            regret: 0,
            stack: Vec::from_iter((zdd.root != FALSE).then_some(all)),
            heap: BinaryHeap::new(),
        }
    }

    /// The next departure.
    fn depart(&mut self) -> Option<Departure> {
        if self.stack.is_empty() {
            let (Reverse(regret), first) = self.heap.pop()?;
            self.regret = regret;
            self.stack.push(first);
            while let Some((Reverse(next), _)) = self.heap.peek() {
                if *next != regret {
                    break;
                }
                self.stack
                    .extend(self.heap.pop().map(|(_, departure)| departure));
            }
            let links = &self.links;
            self.stack
                .sort_unstable_by(|one, other| one.compare(other, links));
        }
        self.stack.pop()
    }

    /// Follows the best side from a departure down to a solution, which the departure that is returned is, and notes the
    /// departures on the way.
    fn follow(&mut self, mut at: Departure) -> Departure {
        while at.node > TRUE {
            let node = self.zdd.node(at.node);
            let chosen = Departure {
                node: node.hi,
                link: self.links.len(),
                depth: at.depth + 1,
            };
            let passed = Departure {
                node: node.lo,
                ..at
            };
            let with = self.best[node.hi as usize] + u128::from(self.costs[node.option as usize]);
            let is_best = with == self.best[at.node as usize];
            if is_best || node.lo != FALSE {
                self.links.push(Link {
                    before: at.link,
                    node: at.node,
                });
            }
            let other;
            (at, other) = if is_best {
                (chosen, passed)
            } else {
                (passed, chosen)
            };
            if other.node == FALSE {
                continue;
            }
            let without = self.best[node.lo as usize];
            match with.abs_diff(without) {
                0 => self.stack.push(other),
                more => self.heap.push((Reverse(self.regret + more), other)),
            }
        }
        at
    }

    fn solution(&self, mut link: usize) -> Solution {
        let mut options = Vec::new();
        while let Some(chosen) = self.links.get(link) {
            options.push(OptionId::new(self.zdd.node(chosen.node).option as usize));
            link = chosen.before;
        }
        Solution::new(options)
    }
}

impl Iterator for ZddByCost<'_> {
    type Item = (u128, Solution);

    fn next(&mut self) -> Option<(u128, Solution)> {
        let departure = self.depart()?;
        let end = self.follow(departure);
        let best = self.best[self.zdd.root as usize];
        let cost = match self.is_most_expensive {
            true => best - self.regret,
            false => best + self.regret,
        };
        Some((cost, self.solution(end.link)))
    }
}

impl FusedIterator for ZddByCost<'_> {}

impl Departure {
    /// Which way is the later one in the order of the diagram, and so less: where two ways part, they choose different
    /// nodes, and a node that is chosen earlier has a higher number.
    fn compare(&self, other: &Departure, links: &[Link]) -> Ordering {
        let depth = self.depth.min(other.depth);
        let (mut one, mut two) = (self.back_to(depth, links), other.back_to(depth, links));
        while one.link != two.link {
            (one, two) = (one.back(links), two.back(links));
        }
        one.node.cmp(&two.node)
    }

    /// The way up to the choice before the last, and the node of the last.
    fn back(&self, links: &[Link]) -> Departure {
        let Link { before, node } = links[self.link];
        Departure {
            node,
            link: before,
            depth: self.depth - 1,
        }
    }

    fn back_to(&self, depth: usize, links: &[Link]) -> Departure {
        let mut at = *self;
        while at.depth > depth {
            at = at.back(links);
        }
        at
    }
}
