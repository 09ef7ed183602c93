//! Solutions in the order of their costs.
//!
//! Each node knows the cost of its best solution. The path from the root that always takes the better branch is the best
//! solution. At each branch, a path can depart to the other side, which costs some *regret* more. Departures are kept in a
//! heap. The one with the least regret leads to the next solution, whose path has new departures. (J. Y. Yen and others find
//! the k shortest paths this way. Here no path has to be ruled out, since no two paths of a diagram are the same solution.)
//!
//! ```text
//!     best 3:  a 1 ── b 1 ── d 1           leaving before b, for c: regret 2      before a, for x: regret 0
//!     next 3:  x …                         and so on
//! ```
//!
//! Solutions of equal cost come in the order of the diagram. Departures of equal regret from one solution come right
//! after it, the last one first: they are a stack. Those of different solutions are sorted by their paths when their
//! regret is reached, so that the heap need not compare paths.
//!
//! The heap grows with each solution. If it may not grow, [`rounds`](super::rounds) continue after the last solution.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::iter::FusedIterator;
use std::ops::ControlFlow;

use super::Zdd;
use super::node::{FALSE, Node, TRUE};
use super::rounds::Rounds;
use crate::engine::aim::Aim;
use crate::engine::limits::Limit;
use crate::engine::memory::{NoMemory, Share};
use crate::engine::work::{Stop, Within, Work};
use crate::problem::{OptionId, Solution};

impl Zdd {
    /// The solutions with their costs, cheapest first; those of equal cost in the order of
    /// [`solutions`](Self::solutions). The cost of a solution is the sum of the costs of its options.
    ///
    /// Each solution is found on demand. That takes 16 bytes per node of the diagram, and after n solutions of l
    /// options each at most about 60·n·l bytes more.
    pub fn cheapest(&self, cost: impl Fn(OptionId) -> u64) -> ZddByCost<'_> {
        Within::no_limits(|work| Ok(Costs::new(self, cost, Aim::Cheapest, work)?.in_order(work)))
    }

    /// Like [`cheapest`](Self::cheapest), most expensive first.
    pub fn most_expensive(&self, cost: impl Fn(OptionId) -> u64) -> ZddByCost<'_> {
        Within::no_limits(|work| {
            Ok(Costs::new(self, cost, Aim::MostExpensive, work)?.in_order(work))
        })
    }

    /// Gives the solutions by cost with their numbers, the best first, `most` of them at most, within the limits of the diagram.
    pub(in crate::engine) fn each_by_cost(
        &self,
        cost: impl Fn(OptionId) -> u64,
        aim: Aim,
        most: usize,
        give: &mut dyn FnMut(usize, u128, Solution) -> ControlFlow<()>,
    ) -> Result<(), Limit> {
        let work = self.within.work();
        let limit = |stop| match stop {
            Stop::Limit(limit) => limit,
            Stop::Memory(_) => Limit::Memory,
        };
        let costs = Costs::new(self, cost, aim, &work).map_err(limit)?;
        let mut ranked = costs.in_order(&work);
        for number in 0..most {
            let Some((cost, solution)) = ranked.next_within(&work).map_err(limit)? else {
                break;
            };
            if give(number, cost, solution).is_break() {
                break;
            }
        }
        Ok(())
    }
}

/// The solutions of a diagram by cost. Made by [`Zdd::cheapest`] and [`Zdd::most_expensive`].
#[derive(Clone, Debug)]
pub struct ZddByCost<'a> {
    costs: Costs<'a>,
    /// The regret of the last solution, and how many of that regret there were.
    regret: u128,
    given: u64,
    way: Way,
}

/// How the next solution is found.
#[derive(Clone, Debug)]
enum Way {
    Departures(Departures),
    Rounds(Rounds),
}

/// A diagram with what its solutions cost.
#[derive(Clone, Debug)]
pub(super) struct Costs<'a> {
    pub(super) zdd: &'a Zdd,
    /// Cost of each option.
    of_options: Vec<u64>,
    /// Cost of the best solution below each node but false.
    best: Vec<u128>,
    aim: Aim,
    /// The memory of these lists.
    _held: Share,
}

/// Departures that were met.
#[derive(Clone, Default, Debug)]
struct Departures {
    /// Options chosen on the paths to departures.
    links: Vec<Link>,
    /// Departures of the present regret, the next one last.
    stack: Vec<Departure>,
    /// Departures with more regret.
    heap: BinaryHeap<(Reverse<u128>, Departure)>,
    /// Their memory.
    held: Share,
}

/// A node whose option was chosen, and the one before it on the path from the root. Each path has its own links.
#[derive(Clone, Copy, Debug)]
struct Link {
    before: usize,
    node: u32,
}

/// No link: nothing was chosen.
const NONE: usize = usize::MAX;

/// The solutions below a node, reached from the root by choosing `depth` options; the link holds the last of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Departure {
    node: u32,
    link: usize,
    depth: usize,
}

impl<'a> Costs<'a> {
    fn new(
        zdd: &'a Zdd,
        cost: impl Fn(OptionId) -> u64,
        aim: Aim,
        work: &Work,
    ) -> Result<Self, Stop> {
        let of_options = zdd.options * size_of::<u64>();
        let of_nodes = zdd.nodes.len() * size_of::<u128>();
        let held = work.account.take(of_options + of_nodes)?;
        let mut of_options = vec![0; zdd.options];
        for option in zdd.options() {
            of_options[option.index()] = cost(option);
        }
        let mut best = vec![0u128; zdd.nodes.len()];
        for (number, node) in (Zdd::CONSTANTS..).zip(zdd.branches()) {
            work.spend(4)?;
            let with = best[node.hi as usize] + u128::from(of_options[node.option as usize]);
            let without = best[node.lo as usize];
            best[number] = match (node.lo, aim) {
                (FALSE, _) => with,
                (_, Aim::MostExpensive) => with.max(without),
                (_, Aim::Cheapest) => with.min(without),
            };
        }
        Ok(Costs {
            zdd,
            of_options,
            best,
            aim,
            _held: held,
        })
    }

    /// All solutions, the best first.
    fn in_order(self, work: &Work) -> ZddByCost<'a> {
        let root = self.zdd.root;
        let all = Departure {
            node: root,
            link: NONE,
            depth: 0,
        };
        ZddByCost {
            costs: self,
            regret: 0,
            given: 0,
            way: Way::Departures(Departures {
                stack: Vec::from_iter((root != FALSE).then_some(all)),
                held: work.account.share(),
                ..Departures::default()
            }),
        }
    }

    /// What is lost by continuing to the `hi` of a node, and to its `lo`: at least one of them is nothing.
    pub(super) fn regrets(&self, number: u32, node: Node) -> [u128; 2] {
        let with = self.best[node.hi as usize] + u128::from(self.of_options[node.option as usize]);
        let more = with.abs_diff(self.best[node.lo as usize]);
        match with == self.best[number as usize] {
            true => [0, more],
            false => [more, 0],
        }
    }

    /// The cost of a solution with this regret.
    fn with_regret(&self, regret: u128) -> u128 {
        let best = self.best[self.zdd.root as usize];
        match self.aim {
            Aim::MostExpensive => best - regret,
            Aim::Cheapest => best + regret,
        }
    }
}

impl ZddByCost<'_> {
    /// The next solution, within the limits of this work.
    fn next_within(&mut self, work: &Work) -> Result<Option<(u128, Solution)>, Stop> {
        let next = match &mut self.way {
            Way::Departures(departures) => {
                work.spend(1 << 8)?;
                let next = departures.next(&self.costs, self.regret);
                if departures.hold().is_err() {
                    let (regret, given) = match &next {
                        Some((regret, _)) if *regret == self.regret => (*regret, self.given + 1),
                        Some((regret, _)) => (*regret, 1),
                        None => (self.regret, self.given),
                    };
                    self.way = Way::Rounds(Rounds::after(regret, given));
                }
                next
            }
            Way::Rounds(rounds) => rounds.next(&self.costs, work)?,
        };
        let Some((regret, solution)) = next else {
            return Ok(None);
        };
        self.given = match regret == self.regret {
            true => self.given + 1,
            false => 1,
        };
        self.regret = regret;
        Ok(Some((self.costs.with_regret(regret), solution)))
    }
}

impl Departures {
    /// The next solution and its regret, if that of the one before was `regret`.
    fn next(&mut self, costs: &Costs, mut regret: u128) -> Option<(u128, Solution)> {
        let departure = self.depart(&mut regret)?;
        let end = self.follow(departure, costs, regret);
        Some((regret, self.solution(costs.zdd, end.link)))
    }

    /// The next departure.
    fn depart(&mut self, regret: &mut u128) -> Option<Departure> {
        if self.stack.is_empty() {
            let (Reverse(least), first) = self.heap.pop()?;
            *regret = least;
            self.stack.push(first);
            while let Some((Reverse(next), _)) = self.heap.peek() {
                if *next != least {
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

    /// Follows the best side from a departure of this regret down to a solution, which the departure that is returned is,
    /// and notes the departures on the way.
    fn follow(&mut self, mut at: Departure, costs: &Costs, regret: u128) -> Departure {
        while at.node > TRUE {
            let node = costs.zdd.node(at.node);
            let chosen = Departure {
                node: node.hi,
                link: self.links.len(),
                depth: at.depth + 1,
            };
            let passed = Departure {
                node: node.lo,
                ..at
            };
            let [with, without] = costs.regrets(at.node, node);
            let is_best = with == 0;
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
            match with.max(without) {
                0 => self.stack.push(other),
                more => self.heap.push((Reverse(regret + more), other)),
            }
        }
        at
    }

    /// Holds the memory that the lists take.
    fn hold(&mut self) -> Result<(), NoMemory> {
        let bytes = self.links.capacity() * size_of::<Link>()
            + self.stack.capacity() * size_of::<Departure>()
            + self.heap.capacity() * size_of::<(Reverse<u128>, Departure)>();
        self.held.resize(bytes)
    }

    fn solution(&self, zdd: &Zdd, mut link: usize) -> Solution {
        let mut options = Vec::new();
        while let Some(chosen) = self.links.get(link) {
            options.push(OptionId::new(zdd.node(chosen.node).option as usize));
            link = chosen.before;
        }
        Solution::new(options)
    }
}

impl Iterator for ZddByCost<'_> {
    type Item = (u128, Solution);

    fn next(&mut self) -> Option<(u128, Solution)> {
        Within::no_limits(|work| self.next_within(work))
    }
}

impl FusedIterator for ZddByCost<'_> {}

impl Departure {
    /// Which path comes later in the order of the diagram, and so is less. Where two paths separate, they choose
    /// different nodes, and a node that is chosen earlier has a higher number.
    fn compare(&self, other: &Departure, links: &[Link]) -> Ordering {
        let depth = self.depth.min(other.depth);
        let (mut one, mut two) = (self.back_to(depth, links), other.back_to(depth, links));
        while one.link != two.link {
            (one, two) = (one.back(links), two.back(links));
        }
        one.node.cmp(&two.node)
    }

    /// The path up to the last choice but one, and the node of the last choice.
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
