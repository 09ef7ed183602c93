//! Walks: searches for one solution, each abandoned after a number of dead ends, and started again in another order.
//!
//! Where a search takes a wrong turn early, it may spend ages in a part without solutions: over the orders in which it
//! might go, the time is *heavy-tailed*. A hundred queens take 93 nodes in most orders, and millions in some. So it is
//! better to start again after a while. (C. P. Gomes, B. Selman, N. Crato, H. Kautz, *Heavy-Tailed Phenomena in
//! Satisfiability and Constraint Satisfaction Problems*, Journal of Automated Reasoning 24, 2000.)
//!
//! How many dead ends a walk may meet follows the sequence of M. Luby, A. Sinclair and D. Zuckerman (*Optimal Speedup of
//! Las Vegas Algorithms*, 1993), which loses no more than a logarithm against the best number, whatever that is:
//!
//! ```text
//!     1  1  2  1  1  2  4  1  1  2  1  1  2  4  8  …       times [`DEAD_ENDS`]; each order has a sequence of its own
//! ```
//!
//! A node has two branches: with an option, and without it. In the second the item is chosen anew.
//!
//! Walks can look for a solution other than a known one, too, which is then one more dead end.

use std::collections::HashSet;

use super::order::{Order, Preference};
use super::random::Random;
use super::sets::{Choice, Mark, Sets};
use crate::problem::{OptionId, Part, Problem};

/// Dead ends of the shortest walks.
const DEAD_ENDS: u64 = 50;

/// How walking ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Walked {
    /// At a solution.
    Found,
    /// There is no solution.
    Nowhere,
    /// The work is used up.
    Paused,
}

/// A branch that was taken.
#[derive(Debug)]
struct Level {
    before: Mark,
    option: Choice,
}

/// Walks through a part of a problem, one after the other.
#[derive(Debug)]
pub(super) struct Walks {
    sets: Sets,
    preference: Preference,
    levels: Vec<Level>,
    order: Order,
    /// Dead ends that the walk may still meet.
    left: u64,
    walks: u64,
    nodes: u64,
    end: Option<Walked>,
    /// The solution that is not looked for: which options it has.
    known: Option<HashSet<OptionId>>,
}

impl Walks {
    /// Walks through the part; `None` if it is seen to have no solution.
    pub(super) fn new(problem: &Problem, part: &Part) -> Option<Walks> {
        let mut sets = Sets::new(problem, part)?;
        sets.settle().ok()?;
        let (_, items) = sets.counts();
        let mut walks = Walks {
            sets,
            preference: Preference::new(items, Random::of(problem, part)),
            levels: Vec::new(),
            order: Order::Fewest,
            left: 0,
            walks: 0,
            nodes: 0,
            end: None,
            known: None,
        };
        walks.begin();
        Some(walks)
    }

    /// Begins the next walk.
    fn begin(&mut self) {
        if let Some(level) = self.levels.drain(..).next() {
            self.sets.undo(level.before);
        }
        let turns = Order::TURNS.len() as u64;
        self.order = Order::TURNS[(self.walks % turns) as usize];
        self.left = DEAD_ENDS * luby(self.walks / turns + 1);
        self.walks += 1;
        self.preference.shuffle();
    }

    /// The work done so far, in units of about a nanosecond.
    pub(super) fn work(&self) -> u64 {
        self.sets.work()
    }

    /// The nodes entered so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The options of the solution that was found, without the assumed ones.
    pub(super) fn solution(&self) -> impl Iterator<Item = OptionId> {
        self.sets.chosen()
    }

    /// Walks on until it is decided whether there is a solution, or the work done so far is `work`, or the nodes entered
    /// so far are `nodes`.
    pub(super) fn go(&mut self, work: u64, nodes: u64) -> Walked {
        while self.end.is_none() {
            if self.sets.work() >= work || self.nodes >= nodes {
                return Walked::Paused;
            }
            let goes_on = match self.sets.open().is_empty() {
                true if self.is_known() => self.go_back(),
                true => {
                    self.end = Some(Walked::Found);
                    continue;
                }
                false if self.left == 0 => {
                    self.begin();
                    continue;
                }
                false => self.branch(),
            };
            if !goes_on {
                self.end = Some(Walked::Nowhere);
            }
        }
        self.end.unwrap_or(Walked::Paused)
    }

    /// Looks for another solution than this one from now on; if it was just found, continues from there.
    pub(super) fn look_beside(&mut self, known: &[OptionId]) {
        self.known = Some(known.iter().copied().collect());
        if self.end == Some(Walked::Found) {
            self.end = None;
        }
    }

    /// Whether the solution that was met is the known one: no solution has another one as a part.
    fn is_known(&self) -> bool {
        let known = self.known.as_ref();
        known.is_some_and(|known| self.sets.chosen().all(|option| known.contains(&option)))
    }

    /// Enters a node, and goes back as far as it must. Returns `false` if nothing is left to go back to.
    fn branch(&mut self) -> bool {
        self.nodes += 1;
        self.sets.add_work(20 + 2 * self.sets.open().len() as u64);
        let item = self.preference.item(self.order, &self.sets);
        let option = self.preference.option(self.order, item, &self.sets);
        let before = self.sets.mark();
        self.levels.push(Level { before, option });
        match self.sets.choose(option).and_then(|()| self.sets.settle()) {
            Ok(()) => true,
            Err(wiped) => {
                self.preference.note(wiped.0);
                self.go_back()
            }
        }
    }

    /// Goes back from a dead end, to the last node whose other branch is none. Returns `false` if there is no such node.
    fn go_back(&mut self) -> bool {
        while let Some(Level { before, option }) = self.levels.pop() {
            self.left = self.left.saturating_sub(1);
            self.sets.undo(before);
            match self.sets.hide(option).and_then(|()| self.sets.settle()) {
                Ok(()) => return true,
                Err(wiped) => self.preference.note(wiped.0),
            }
        }
        false
    }

    #[cfg(test)]
    pub(super) fn check(&self) {
        self.sets.check();
    }
}

/// The sequence 1 1 2 1 1 2 4 …, from 1 on.
fn luby(mut at: u64) -> u64 {
    loop {
        // The last of the first 2^k − 1 numbers is 2^(k − 1); those before it are the first 2^(k − 1) − 1, twice.
        let power = (at + 1).next_power_of_two();
        if power == at + 1 {
            return power / 2;
        }
        at -= power / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_may_meet_dead_ends_as_luby_says() {
        let first = Vec::from_iter((1..=15).map(luby));
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
