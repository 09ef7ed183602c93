//! A sweep that keeps one of several states whose rests are alike.
//!
//! A state of a [sweep](super) says what is left of the problem. If the rests of two states differ only in the names of items
//! and options, they have equally many solutions: one state is kept, and gets the ways to both.
//!
//! ```text
//!     Latin squares of order 4, after the first row       states    kept
//!         1 2 3 4     1 2 4 3     1 3 2 4     …               24       1
//! ```
//!
//! So the number of states does not grow with the number of ways to name things. The [order] of the items is one in
//! which much is alike. Levels differ in how much is alike there: after a row of a square more than within it. At such
//! a level, few kinds of options and items are left ([`plan`]). States are compared only there:
//!
//! ```text
//!     kept ──▶ some scout ahead: which level is next? ──▶ a sample of theirs: are many alike there?
//!      ▲                                                          │ yes: all states follow
//!      └── each is looked for among the classes ◀── each is renamed to be small ◀─┘
//! ```
//!
//! - [`march`], [`marching`]: states go from level to level, some at a time, so that little memory is needed.
//! - [`renamings`]: what is known about a level makes most states equal that are alike.
//! - [`comparing`]: the others are looked for among [`classes`], by the [`colors`] of what they leave, unless a sample shows that
//!   this would hardly make them fewer.
//!
//! Looking up a state takes some hundred times as long as a step of a plain sweep. So this is tried only where a plain
//! sweep has seconds left, in turns with that sweep. It is abandoned at once if hardly anything that may be left can be
//! renamed, and later if samples of several levels show that few states are alike. If the sweep is still long,
//! [`survey`]s show which order suits best, and a sweep in that order takes turns with the first one.
//!
//! When not to use it: where no two rests are alike, or only mirror images, as with dominoes.

mod aligned;
mod classes;
mod colors;
mod comparing;
mod march;
mod marching;
mod order;
mod plan;
mod renamings;
mod residual;
mod run;
mod states;
mod survey;
#[cfg(test)]
mod tests;

use std::thread::Builder;

use num_bigint::BigUint;

use super::TableEffort;
use super::components::Component;
use plan::Plan;
use run::{Grain, Run};
use survey::Surveys;

/// A problem with more options is not tried, nor one in which they have more items together with all levels, or with as many
/// bits. So levels are made ready within some milliseconds, and a place fits into 16 bits.
const MOST_OPTIONS: usize = 1 << 12;
const MOST_LOOKS: usize = 1 << 21;
const MOST_BITS: usize = 1 << 24;
/// The work of a step from a state to another one, and of an edge that is seen, in units of about a nanosecond.
const WORK_OF_STEP: u64 = 80;
const WORK_OF_EDGE: u64 = 2;

/// When a sweep has done this amount of work, and is expected to take `LONGER` times as much in all, surveys show
/// whether another order suits better.
const LONG: u64 = 2_000_000_000;
const LONGER: u64 = 4;
/// If two sweeps take turns: the work of a turn, and how many times as much the better one does. The first one gets one
/// part in `LITTLE` of the memory.
const TURN: u64 = 10_000_000;
const LEAN: u64 = 7;
const LITTLE: usize = 4;

/// A set of bits: what is still to be covered.
type Key = Box<[u64]>;

/// The progress of a sweep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    UnderWay,
    /// The number of solutions.
    Counted(BigUint),
    /// Few states are alike, or there are too many for the memory.
    GivenUp,
}

/// A sweep, or two in different orders.
#[derive(Debug)]
pub(super) struct Alike {
    plan: Plan,
    stage: Stage,
    /// The first one, and perhaps one in a better order.
    runs: Vec<Run>,
    grain: Grain,
    /// Whether the states of each level are compared, for tests.
    compares_all: bool,
    /// When other orders are examined; [`LONG`] except in tests.
    long: u64,
    outcome: Outcome,
    /// The work for the orders and of a sweep that was left, and the states of that.
    work: u64,
    left: TableEffort,
}

/// What is being done.
#[derive(Debug)]
enum Stage {
    /// The first order is made.
    Order,
    /// One sweep continues.
    Alone,
    /// It was long: other orders are made, then compared.
    Others,
    Survey(Box<Surveys>),
    /// The sweep in the better order takes turns with the first one. Without a better order, the first one continues.
    Both,
}

impl Alike {
    /// A sweep; `None` if rests cannot be compared.
    pub(super) fn new(component: &Component) -> Option<Alike> {
        let bits = component.bit_count();
        let secondary = component.primary as u32..bits as u32;
        let is_plain = |bit: u32| component.siblings(bit).len() == 1 && !component.is_shared(bit);
        let (count, looks) = (
            component.option_count(),
            component.size() * component.primary,
        );
        let is_large = component.primary == 0
            || count > MOST_OPTIONS
            || looks > MOST_LOOKS
            || count * bits > MOST_BITS;
        let is_numbered = count + bits <= usize::from(u16::MAX);
        if is_large || !is_numbered || !secondary.clone().all(is_plain) {
            return None;
        }
        let plan = Plan::new(component);
        Some(Alike {
            plan,
            stage: Stage::Order,
            runs: Vec::new(),
            grain: Grain::default(),
            compares_all: false,
            long: LONG,
            outcome: Outcome::UnderWay,
            work: 0,
            left: TableEffort::default(),
        })
    }

    /// Continues the sweep for about `work` units of work, in `room` bytes, with `threads` threads.
    pub(super) fn advance(&mut self, work: u64, room: usize, threads: usize) -> &Outcome {
        let last = self.work().saturating_add(work);
        while self.outcome == Outcome::UnderWay && self.work() < last {
            let left = last - self.work();
            self.go_on(left, room, threads);
        }
        &self.outcome
    }

    /// Does part of what comes next, at most about `work` units of work.
    fn go_on(&mut self, work: u64, room: usize, threads: usize) {
        match &mut self.stage {
            Stage::Order => {
                if let Some(orders) = self.order() {
                    self.begin(self.plan.in_order(&orders[0]));
                    self.stage = Stage::Alone;
                }
            }
            Stage::Alone => match self.long.saturating_sub(self.runs[0].work()) {
                0 => {
                    self.plan.begin_others();
                    self.stage = Stage::Others;
                }
                left => self.sweep(0, work.min(left), room, threads),
            },
            Stage::Others => {
                if let Some(mut orders) = self.order() {
                    let first = self.plan.in_order(&orders.remove(0));
                    self.stage = Stage::Survey(Box::new(Surveys::new(first, orders)));
                }
            }
            Stage::Survey(surveys) => {
                let (are_over, work) = surveys.go_on(&self.plan, LONGER * self.long, threads);
                self.work += work;
                if are_over {
                    let better = surveys.better();
                    better.into_iter().for_each(|plan| self.begin(plan));
                    self.stage = Stage::Both;
                }
            }
            Stage::Both => match &self.runs[..] {
                [first, better] => {
                    let is_due = better.work() / LEAN <= first.work().saturating_sub(self.long);
                    let room = match is_due {
                        true => room.saturating_sub(first.bytes()),
                        false => room / LITTLE,
                    };
                    self.sweep(usize::from(is_due), work.min(TURN), room, threads);
                }
                _ => self.sweep(0, work, room, threads),
            },
        }
    }

    fn order(&mut self) -> Option<Vec<Vec<u32>>> {
        let (orders, work) = self.plan.order();
        self.work += work;
        orders
    }

    fn begin(&mut self, plan: Plan) {
        let run = Run::new(plan, self.grain, self.compares_all);
        self.runs.push(run);
    }

    fn sweep(&mut self, run: usize, work: u64, room: usize, threads: usize) {
        let outcome = self.runs[run].advance(work, room, threads).clone();
        if outcome == Outcome::GivenUp && self.runs.len() > 1 {
            let run = self.runs.remove(run);
            self.work += run.work();
            self.left = self.left.with(run.effort());
        } else {
            self.outcome = outcome;
        }
    }

    pub(super) fn work(&self) -> u64 {
        self.work + self.runs.iter().map(Run::work).sum::<u64>()
    }

    /// Whether at least some thousand states became fewer by this `ratio`.
    pub(super) fn has_reduced_by(&self, ratio: usize) -> bool {
        self.runs.iter().any(|run| run.has_reduced_by(ratio))
    }

    /// The effort so far.
    pub(super) fn effort(&self) -> TableEffort {
        let efforts = self.runs.iter().map(Run::effort);
        efforts.fold(self.left, TableEffort::with)
    }
}

/// The results of `work` for each, in order, by `threads` threads. If the system allows fewer, these do the work of the
/// others.
fn by_threads<T: Send, R: Send>(
    of: &mut [T],
    threads: usize,
    work: impl Fn(&mut T) -> R + Sync,
) -> Vec<R> {
    let share = of.len().div_ceil(threads.max(1)).max(1);
    let work_all = |of: &mut [T]| Vec::from_iter(of.iter_mut().map(&work));
    let mut shares = Vec::from_iter(of.chunks_mut(share).map(|of| (of, None)));
    std::thread::scope(|scope| {
        let Some((own, others)) = shares.split_first_mut() else {
            return;
        };
        for (of, done) in others {
            let work_all = &work_all;
            let work = move || *done = Some(work_all(of));
            // If the thread cannot be started, its share is done below.
            let _ = Builder::new().spawn_scoped(scope, work);
        }
        own.1 = Some(work_all(own.0));
    });
    let done = shares.into_iter();
    done.flat_map(|(of, done)| done.unwrap_or_else(|| work_all(of)))
        .collect()
}

fn empty(bits: usize) -> Key {
    vec![0; bits.div_ceil(64)].into()
}

fn put(set: &mut [u64], bit: u32) {
    set[bit as usize / 64] |= 1 << (bit % 64);
}

fn has(set: &[u64], bit: u32) -> bool {
    set[bit as usize / 64] >> (bit % 64) & 1 != 0
}

fn set_of(elements: &[u32], bits: usize) -> Key {
    let mut set = empty(bits);
    elements.iter().for_each(|&bit| put(&mut set, bit));
    set
}
