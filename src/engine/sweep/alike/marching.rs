//! The way of all kept states to the level where they are compared next.
//!
//! Some states go together, so that those that meet on the way become one; but not all at once, so that little memory
//! is needed. Threads share the marches. Which states go together does not depend on the number of threads.

use std::ops::Range;

use super::by_threads;
use super::march::March;
use super::plan::Plan;
use super::renamings::Renamings;
use super::states::{States, Table};

/// The number of marches that are under way at a time.
const MARCHES: usize = 8;
/// The work that each takes in a turn.
const TURN: u64 = 2_500_000;

/// States under way to a level.
#[derive(Debug)]
pub(super) struct Marching {
    to: usize,
    renamings: Renamings,
    /// The places of the states that wait, among those that were kept.
    waiting: Range<usize>,
    /// The number of states that begin together; below, the number that no level should exceed by much.
    beginning: usize,
    most: usize,
    under_way: Vec<March>,
    arrived: Table,
    pub(super) swept: u64,
    pub(super) widest: usize,
}

impl Marching {
    /// All of these states. At any time, about `together` of them are under way where their number is largest: `growth`
    /// times the number at first.
    pub(super) fn of_all(
        from: &States,
        (to, renamings): (usize, Renamings),
        (together, growth): (usize, usize),
        plan: &Plan,
    ) -> Marching {
        Marching {
            to,
            renamings,
            waiting: 0..from.len(),
            beginning: (together / growth.max(1)).max(1),
            most: 2 * together,
            under_way: Vec::new(),
            arrived: Table::new(plan.words),
            swept: 0,
            widest: 0,
        }
    }

    /// States that are at their level.
    pub(super) fn of_one(march: March, renamings: Renamings, plan: &Plan) -> Marching {
        Marching {
            to: march.level,
            renamings,
            waiting: 0..0,
            beginning: 1,
            most: usize::MAX,
            under_way: vec![march],
            arrived: Table::new(plan.words),
            swept: 0,
            widest: 0,
        }
    }

    /// Continues for a while. Returns whether all have arrived, and the work that was done.
    pub(super) fn go_on(
        &mut self,
        (level, from): (usize, &States),
        plan: &Plan,
        threads: usize,
    ) -> (bool, u64) {
        while self.under_way.len() < MARCHES && !self.waiting.is_empty() {
            let start = self.waiting.start;
            let end = self.waiting.end.min(start + self.beginning);
            let states = from.pick(start..end);
            let march = March::new((level, states), plan.words, self.most);
            self.under_way.push(march);
            self.waiting.start = end;
        }
        let to = (self.to, &self.renamings);
        let known = &self.arrived;
        let turns = by_threads(&mut self.under_way, threads, |march| {
            let mut arrived = Table::new(plan.words);
            let before = march.work;
            let is_over = march.go_on(plan, to, before + TURN, (known, &mut arrived));
            (is_over, march.work - before, arrived)
        });
        let mut work = 0;
        let mut are_over = Vec::new();
        for (is_over, done, arrived) in turns {
            work += done;
            are_over.push(is_over);
            let states = arrived.states().iter();
            states.for_each(|(key, ways)| self.arrived.add(key, ways));
        }
        let under_way = std::mem::take(&mut self.under_way);
        for (march, is_over) in under_way.into_iter().zip(are_over) {
            match is_over {
                true => {
                    self.swept += march.swept;
                    self.widest = self.widest.max(march.widest);
                }
                false => self.under_way.push(march),
            }
        }
        (self.under_way.is_empty() && self.waiting.is_empty(), work)
    }

    /// All states that have arrived.
    pub(super) fn into_arrived(mut self) -> Table {
        self.arrived.shrink();
        self.arrived
    }

    pub(super) fn bytes(&self) -> usize {
        self.arrived.bytes() + self.under_way.iter().map(March::bytes).sum::<usize>()
    }
}
