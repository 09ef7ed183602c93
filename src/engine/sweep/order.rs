//! The order of the items in a sweep, chosen without running anything.
//!
//! What an order costs can be estimated beforehand, since the [lives](super::lives) of the bits say how wide the
//! frontier is at each level. A level whose states have w bits has at most 2ʷ of them, and on the instances that were
//! measured about 2 to the power w/2. Each of them is compared with the level's options:
//!
//! ```text
//!     score = log₂ Σ options of the level · 2^(w/2)
//! ```
//!
//! The uses of a secondary item are k bits; at most one of them is set, or all are. Together they count as log₂(k + 1).
//!
//! Candidates are
//!
//! - the order of the problem, which is often good since people write problems down row by row;
//! - that of E. Cuthill and J. McKee (*Proceedings of the 24th ACM National Conference*, 1969), which walks through the
//!   graph of items breadth first from a far end and so keeps the frontier of a tiling short;
//! - that of S. W. Sloan (*International Journal for Numerical Methods in Engineering* 23, 1986), which also goes from
//!   one end to the other, and first takes the items that bring few others into the frontier: better where a problem
//!   branches, as a tree does;
//!
//! and the reverse of each.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::components::Component;
use super::lives::{Lives, Outlook};
use super::neighbours::Neighbours;
use crate::engine::work::{Stop, Work};

/// The best of the candidates, and what to expect of it.
pub(super) fn best(component: &Component, work: &Work) -> Result<(Vec<u32>, Outlook), Stop> {
    let given = Vec::from_iter(0..component.primary as u32);
    let near = Neighbours::of(component, work)?;
    let _held = work.take(most_bytes(component, &near))?;
    let end_of = |walk: &[u32]| walk.last().map_or(0, |&item| item as usize);
    let end = end_of(&near.walk(0, work)?);
    let far = end_of(&near.walk(end, work)?);
    let walk = near.walk(far, work)?;
    let sloan = near.sloan(far, end_of(&walk), work)?;
    let backwards = |order: &[u32]| Vec::from_iter(order.iter().rev().copied());
    let candidates = [
        backwards(&given),
        backwards(&walk),
        walk,
        backwards(&sloan),
        sloan,
    ];
    let rated = |order: Vec<u32>| -> Result<_, Stop> {
        let lives = Lives::new(component, &order, work)?;
        let outlook = lives.outlook(component, component.primary, work)?;
        Ok((order, outlook))
    };
    let better = |best: (Vec<u32>, Outlook), next: Vec<u32>| {
        let next = rated(next)?;
        // Equal except for rounding: the earlier one stays.
        if next.1.score < best.1.score - 1e-3 {
            Ok(next)
        } else {
            Ok(best)
        }
    };
    candidates.into_iter().try_fold(rated(given)?, better)
}

/// Bytes that it takes at most to find the order, when the neighbours are known.
fn most_bytes(component: &Component, near: &Neighbours) -> usize {
    // Each neighbour that is taken in may put an item into Sloan's queue, which grows as a list does.
    let of_pairs = 2 * near.pairs() * size_of::<(i64, Reverse<usize>)>();
    // Six orders, two outlooks and what they are made from, and the lists of a walk or of Sloan's order.
    let of_items = component.primary * (7 * size_of::<u32>() + 6 * size_of::<f64>() + 33);
    of_pairs + of_items + Lives::bytes(component)
}

impl Neighbours {
    /// All items, breadth-first from one of them, those with few neighbours first.
    fn walk(&self, start: usize, work: &Work) -> Result<Vec<u32>, Stop> {
        let count = self.len();
        let mut seen = vec![false; count];
        let mut order = Vec::with_capacity(count);
        let mut starts = Vec::from_iter(0..count);
        starts.sort_by_key(|&item| (item != start, self.near(item).len()));
        let mut next = 0;
        for start in starts {
            if !std::mem::replace(&mut seen[start], true) {
                order.push(start as u32);
            }
            while let Some(&item) = order.get(next) {
                next += 1;
                work.spend(16 + 16 * self.near(item as usize).len())?;
                let after = order.len();
                for &other in self.near(item as usize) {
                    if !std::mem::replace(&mut seen[other as usize], true) {
                        order.push(other);
                    }
                }
                order[after..].sort_by_key(|&item| (self.near(item as usize).len(), item));
            }
        }
        Ok(order)
    }

    /// The number of steps from an item to each other one; 0 if there is no way.
    fn distances(&self, from: usize, work: &Work) -> Result<Vec<i64>, Stop> {
        let mut distance = vec![0; self.len()];
        let mut seen = vec![false; self.len()];
        seen[from] = true;
        let mut queue = vec![from];
        let mut next = 0;
        while let Some(&item) = queue.get(next) {
            next += 1;
            work.spend(8 + 4 * self.near(item).len())?;
            for &other in self.near(item) {
                let other = other as usize;
                if !std::mem::replace(&mut seen[other], true) {
                    distance[other] = distance[item] + 1;
                    queue.push(other);
                }
            }
        }
        Ok(distance)
    }

    /// Sloan's order from `start` to `end`.
    fn sloan(&self, start: usize, end: usize, work: &Work) -> Result<Vec<u32>, Stop> {
        let mut sloan = Sloan {
            near: self,
            priority: self.distances(end, work)?,
            place: vec![Place::Apart; self.len()],
            queue: BinaryHeap::new(),
            risen: Vec::new(),
            has_risen: vec![false; self.len()],
        };
        for item in 0..self.len() {
            // Each neighbour, itself among them, may have to be taken into the frontier.
            sloan.priority[item] -= PER_NEW * self.near(item).len() as i64;
        }
        let mut order = Vec::with_capacity(self.len());
        for start in [start].into_iter().chain(0..self.len()) {
            sloan.reach(start);
            while let Some(item) = sloan.take(work)? {
                order.push(item);
            }
        }
        Ok(order)
    }
}

/// How much each item that is brought into the frontier counts, where a step away from the end counts 1.
const PER_NEW: i64 = 2;

/// Where an item stands in Sloan's order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Nothing near it was taken.
    Apart,
    /// Something near the frontier.
    Close,
    /// In the frontier: a neighbour was taken.
    Frontier,
    Taken,
}

/// Sloan's order in the making.
struct Sloan<'a> {
    near: &'a Neighbours,
    priority: Vec<i64>,
    place: Vec<Place>,
    /// Candidates, the best first; each stands in it for several priorities that it had, the highest of which counts.
    queue: BinaryHeap<(i64, Reverse<usize>)>,
    /// Candidates whose priority has risen since an item was taken, each once: where many items enter the frontier at once,
    /// it rises many times.
    risen: Vec<u32>,
    has_risen: Vec<bool>,
}

impl Sloan<'_> {
    /// Makes an item a candidate.
    fn reach(&mut self, item: usize) {
        if self.place[item] == Place::Apart {
            self.place[item] = Place::Close;
            self.rise(item);
        }
    }

    /// Notes that an item's priority is to be put into the queue.
    fn rise(&mut self, item: usize) {
        if !std::mem::replace(&mut self.has_risen[item], true) {
            self.risen.push(item as u32);
        }
    }

    /// Puts the priorities that have risen into the queue.
    fn queue_risen(&mut self) {
        for &item in &self.risen {
            let item = item as usize;
            self.has_risen[item] = false;
            self.queue.push((self.priority[item], Reverse(item)));
        }
        self.risen.clear();
    }

    /// Takes the best candidate.
    fn take(&mut self, work: &Work) -> Result<Option<u32>, Stop> {
        self.queue_risen();
        while let Some((priority, Reverse(item))) = self.queue.pop() {
            work.spend(32)?;
            if self.place[item] == Place::Taken || self.priority[item] != priority {
                continue;
            }
            if self.place[item] == Place::Close {
                self.enter_frontier(item, work)?;
            }
            self.place[item] = Place::Taken;
            let near = self.near;
            for &other in near.near(item) {
                if matches!(self.place[other as usize], Place::Apart | Place::Close) {
                    self.enter_frontier(other as usize, work)?;
                }
            }
            return Ok(Some(item as u32));
        }
        Ok(None)
    }

    /// Takes an item into the frontier: none of its neighbours will bring it in any more.
    fn enter_frontier(&mut self, item: usize, work: &Work) -> Result<(), Stop> {
        self.place[item] = Place::Frontier;
        let near = self.near;
        work.spend(32 * near.near(item).len())?;
        for &other in near.near(item) {
            let other = other as usize;
            if self.place[other] == Place::Taken {
                continue;
            }
            self.priority[other] += PER_NEW;
            match self.place[other] {
                Place::Apart => self.reach(other),
                _ => self.rise(other),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::engine::sweep::components::components;
    use crate::engine::work::Within;
    use crate::problem::{Part, Problem};

    /// Sloan's order, where each step looks at all items.
    fn by_definition(near: &Neighbours, start: usize, distance: &[i64]) -> Vec<u32> {
        let items = Vec::from_iter(0..near.len());
        let (mut is_close, mut is_in, mut order) =
            (vec![false; near.len()], vec![false; near.len()], Vec::new());
        while order.len() < items.len() {
            let priority = |item: usize| {
                let new = near
                    .near(item)
                    .iter()
                    .filter(|&&other| !is_in[other as usize]);
                distance[item] - PER_NEW * new.count() as i64
            };
            let is_left = |item: usize| !order.contains(&(item as u32));
            let close = items
                .iter()
                .filter(|&&item| is_close[item] && is_left(item));
            let best = close.max_by_key(|&&item| (priority(item), Reverse(item)));
            let first = || {
                if is_left(start) {
                    start
                } else {
                    items.iter().copied().find(|&item| is_left(item)).unwrap()
                }
            };
            let taken = best.copied().unwrap_or_else(first);
            order.push(taken as u32);
            for &item in near.near(taken) {
                is_in[item as usize] = true;
                near.near(item as usize)
                    .iter()
                    .for_each(|&other| is_close[other as usize] = true);
            }
        }
        order
    }

    proptest! {
        #[test]
        fn sloan_takes_the_best_of_all(options in vec(vec(0..14usize, 2..5), 1..20)) {
            let names = |items: &mut dyn Iterator<Item = usize>| items.fold(String::new(), |text, item| format!("{text} i{item}"));
            let mut text = names(&mut (0..14)) + "\n";
            for mut items in options {
                items.sort_unstable();
                items.dedup();
                text += &(names(&mut items.into_iter()) + "\n");
            }
            (0..14).for_each(|item| text += &format!("i{item}\n"));
            let problem = Problem::parse(text.trim_start()).unwrap();
            let orders = Within::no_limits(|work| {
                let parts = components(&problem, &Part::default(), work)?.expect("a solution");
                let orders = parts.iter().map(|component| {
                    let near = Neighbours::of(component, work)?;
                    let (start, end) = (near.len() / 2, near.len() - 1);
                    let distance = near.distances(end, work)?;
                    Ok((near.sloan(start, end, work)?, by_definition(&near, start, &distance)))
                });
                orders.collect::<Result<Vec<_>, Stop>>()
            });
            for (order, expected) in orders {
                prop_assert_eq!(order, expected);
            }
        }
    }
}
