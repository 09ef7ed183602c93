//! Counting with a table: all solutions at once, level by level, without meeting each.
//!
//! Take the items in a fixed order. The *level* of an option is the first of its primary items. Whoever has chosen the
//! options of the first levels can only be told apart, by the levels that follow, by what is left for *them*: which of
//! their items are covered, and which uses of their secondary items are still allowed. That is the *state*. Many ways
//! lead to one state, and only their number matters. A row of cells a b c d, to be covered by dominoes and single squares:
//!
//! ```text
//!     level          0                  1                2                3              end
//!     item           a                  b                c                d
//!     still open     a b c d: 1 ──a──▶ b c d: 1 ──b──▶ c d: 1 + 1 ──c──▶ d: 2 + 1 ──d──▶ 3 + 2 = 5
//!     choices                └─────────a b────────────▶   │      └────────c d───────────▶
//!                                              └───────b c┼────────────▶
//! ```
//!
//! So a sweep goes through the levels once, with a table of the states of each and the number of ways to them. The width
//! of the frontier decides how many there are, not the number of solutions: the 20 × 20 square has 1.3 · 10⁴⁸ tilings by
//! dominoes, and 3.5 million states.
//!
//! - [`rest`]: what is left beside assumed options, in independent parts whose numbers multiply.
//! - [`order`]: the order of the items, chosen by the width of its frontier.
//! - [`plan`]: the bits of a state at each level. [`walk`]: the sweep. [`table`]: the states of a level.
//! - [`level`]: what an option does to a state. [`record`]: a sweep that keeps each step, for a diagram.
//! - [`aside`]: bounded memory. [`sample`]: an estimate of the number of solutions.
//!
//! When not to use it: where each state is met once, as in queens or in random sets, a search is faster, which needs no
//! memory and sees dead ends early. `solver/counting.rs` decides. `docs/counting.md` has the proof and the figures.

mod aside;
mod level;
mod order;
mod plan;
mod record;
mod rest;
mod sample;
mod table;
#[cfg(test)]
pub(super) mod tests;
mod walk;

use std::fmt;

use num_bigint::BigUint;

use super::count::Count;
use super::fits::{EngineName, Unsupported};
use crate::problem::{self, Problem};
use order::Outlook;
use plan::Plan;
pub(super) use record::{Record, Stage};
use rest::Part;
use walk::Walk;

/// What counting with a table has taken.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TableEffort {
    /// How many counts were found by it.
    pub counts: u64,
    /// States that were gone through, also where a search was faster in the end.
    pub states: u64,
    /// The most states of one level.
    pub widest: u64,
    /// The most bytes that tables took at once.
    pub peak_bytes: u64,
}

/// A count by sweeping, which can be paused.
#[derive(Debug)]
pub(super) struct Sweep {
    /// The parts that are not yet counted, the last one at work.
    parts: Vec<Planned>,
    walk: Option<Box<dyn Walking>>,
    /// The number of solutions of the parts that were counted.
    product: BigUint,
    /// Bytes that tables may take.
    room: usize,
    /// Of the parts that were counted.
    effort: TableEffort,
}

/// A part, the order of its items, and what the sweep should cost.
#[derive(Debug)]
pub(super) struct Planned {
    part: Part,
    order: Vec<u32>,
    outlook: Outlook,
}

impl Sweep {
    /// A count of the solutions of a part, in `room` bytes of tables.
    pub(super) fn new(
        problem: &Problem,
        part: &problem::Part,
        room: usize,
    ) -> Result<Sweep, Unsupported> {
        EngineName::Table.fits(problem)?;
        let parts = planned(problem, part);
        let product = BigUint::from(u8::from(parts.is_some()));
        Ok(Sweep {
            parts: parts.unwrap_or_default(),
            walk: None,
            product,
            room,
            effort: TableEffort::default(),
        })
    }

    /// The expected number of tests of an option against a state, as a logarithm to base 2; of the parts that are not
    /// counted.
    pub(super) fn score(&self) -> f64 {
        let tests = self.parts.iter();
        let tests = tests.map(|planned| planned.outlook.score.exp2());
        tests.sum::<f64>().log2()
    }

    /// Sweeps on, for about so many tests; the number of solutions, if it has come to the end. `Err` if a state needs
    /// more bits than there are.
    pub(super) fn advance(&mut self, tests: u64) -> Result<Option<Count>, TooWide> {
        if self.product == BigUint::ZERO {
            return Ok(Some(Count::ZERO));
        }
        let Some(planned) = self.parts.last() else {
            return Ok(Some(Count::from(self.product.clone())));
        };
        let mut walk = match self.walk.take() {
            Some(walk) => walk,
            None => planned.walk(self.room, None)?,
        };
        if walk.advance(tests) {
            self.product *= walk.total();
            self.effort = self.effort.with(walk.effort());
            self.parts.pop();
        } else {
            self.walk = Some(walk);
        }
        Ok(None)
    }

    /// About how many solutions there are, by a sample of so many states of each level; `None` if no sample came to the
    /// end.
    pub(super) fn estimate(&self, states: usize) -> Option<f64> {
        let of_part = |planned: &Planned| {
            let mut walk = planned.walk(self.room, Some(states)).ok()?;
            while !walk.advance(u64::MAX) {}
            let digits = walk.total().iter_u64_digits().rev();
            let number = digits.fold(0.0, |sum, limb| sum * f64::exp2(64.0) + limb as f64);
            (number > 0.0).then_some(number)
        };
        self.parts.iter().map(of_part).product()
    }

    /// About how much is left to do, held against what was done of the part at work; `None` if that cannot be told.
    pub(super) fn left_to_done(&self) -> Option<f64> {
        let Some((planned, others)) = self.parts.split_last() else {
            return Some(0.0);
        };
        let frontier = self.walk.as_ref()?.frontier()?;
        let behind = planned
            .outlook
            .states_behind(frontier.level, frontier.states);
        let left = (frontier.left as f64 + behind) / frontier.swept as f64;
        let of_others = others.iter().map(|planned| planned.outlook.score.exp2());
        Some(left + of_others.sum::<f64>() / frontier.tests as f64)
    }

    /// What the sweep has taken so far.
    pub(super) fn effort(&self) -> TableEffort {
        match &self.walk {
            Some(walk) => self.effort.with(walk.effort()),
            None => self.effort,
        }
    }
}

/// The independent parts of what `part` leaves of a problem, each with the order of its items; `None` if they are seen to
/// have no solution.
pub(super) fn planned(problem: &Problem, part: &problem::Part) -> Option<Vec<Planned>> {
    let planned = |part| {
        let (order, outlook) = order::best(&part);
        Planned {
            part,
            order,
            outlook,
        }
    };
    let parts = rest::parts(problem, part)?;
    Some(parts.into_iter().map(planned).collect())
}

impl TableEffort {
    /// Both together, one after the other.
    #[must_use]
    pub fn with(self, other: TableEffort) -> TableEffort {
        TableEffort {
            counts: self.counts + other.counts,
            states: self.states + other.states,
            widest: self.widest.max(other.widest),
            peak_bytes: self.peak_bytes.max(other.peak_bytes),
        }
    }
}

/// A state would need more bits than there are.
#[derive(Debug)]
pub(super) struct TooWide;

impl Planned {
    /// The sweep, with keys of as few words as will do.
    fn walk(&self, room: usize, sample: Option<usize>) -> Result<Box<dyn Walking>, TooWide> {
        let plan = &Plan::new(&self.part, &self.order);
        Ok(match plan.slots.div_ceil(64) {
            0 | 1 => Box::new(Walk::<1>::new(plan, room, sample)),
            2 => Box::new(Walk::<2>::new(plan, room, sample)),
            3..=4 => Box::new(Walk::<4>::new(plan, room, sample)),
            5..=8 => Box::new(Walk::<8>::new(plan, room, sample)),
            9..=16 => Box::new(Walk::<16>::new(plan, room, sample)),
            17..=64 => Box::new(Walk::<64>::new(plan, room, sample)),
            _ => return Err(TooWide),
        })
    }
}

/// How far a walk has come.
struct Frontier {
    level: usize,
    /// States of the level, and how many of them are not yet gone through.
    states: usize,
    left: usize,
    /// States that were gone through, and tests of an option against one.
    swept: u64,
    tests: u64,
}

/// A walk with keys of any number of words.
trait Walking: Send + fmt::Debug {
    fn advance(&mut self, tests: u64) -> bool;
    fn total(&self) -> &BigUint;
    /// How far it has come; `None` if parts of levels were put aside.
    fn frontier(&self) -> Option<Frontier>;
    fn effort(&self) -> TableEffort;
}

impl<const W: usize> Walking for Walk<W> {
    fn advance(&mut self, tests: u64) -> bool {
        Walk::advance(self, tests)
    }

    fn total(&self) -> &BigUint {
        &self.total
    }

    fn frontier(&self) -> Option<Frontier> {
        let states = self.states.as_ref().filter(|_| self.aside.is_empty())?;
        let left = states.len() * (states.places() - self.place) / states.places();
        Some(Frontier {
            level: self.level,
            states: states.len(),
            left,
            swept: self.swept - left as u64,
            tests: self.tests,
        })
    }

    fn effort(&self) -> TableEffort {
        TableEffort {
            counts: 0,
            states: self.swept,
            widest: self.widest as u64,
            peak_bytes: self.memory.most_bytes() as u64,
        }
    }
}
