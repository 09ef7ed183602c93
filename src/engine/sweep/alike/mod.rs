//! A sweep that keeps one of several states whose rests are alike.
//!
//! A state of a [sweep](super) says what is left of the problem. If what two states leave differs only in the names of items
//! and options, it has equally many solutions: one of them is kept, and gets the ways to both.
//!
//! ```text
//!     Latin squares of order 4, after the first row       states    kept
//!         1 2 3 4     1 2 4 3     1 3 2 4     …               24       1
//! ```
//!
//! So the number of states does not grow with the number of ways to name things. The [order](self::order) of the items is one in
//! which much is alike. Levels differ in how much is alike there: after a row of a square more than within it. Such a level shows by
//! the few kinds of options and items that are left ([`plan`]). States are compared there alone:
//!
//! ```text
//!     kept ──▶ some scout ahead: which level is next? ──▶ a sample of theirs: are many alike there?
//!      ▲                                                          │ yes: all states follow
//!      └── each is looked for among the classes ◀── each is renamed to be small ◀─┘
//! ```
//!
//! - [`march`], [`marching`]: states go from level to level, some at a time, so that little memory is needed.
//! - [`renamings`]: what is known of a level makes most states equal that are alike.
//! - [`comparing`]: the others are looked for among [`classes`], by the [`colors`] of what they leave.
//!
//! To look for a state takes some hundred times as long as a step of a plain sweep. So it is tried only where a plain sweep has
//! seconds left, in turns with that, and given up if the first level with many states shows that few are alike.
//!
//! When not to use it: where no two rests are alike, or only mirror images, as with dominoes.

mod classes;
mod colors;
mod comparing;
mod march;
mod marching;
mod order;
mod plan;
mod renamings;
mod residual;
mod states;
#[cfg(test)]
mod tests;

use std::thread::Builder;

use num_bigint::BigUint;

use super::TableEffort;
use super::components::Component;
use comparing::{Comparing, pairs};
use march::March;
use marching::Marching;
use plan::{FEW, Plan};
use renamings::Renamings;
use states::{States, Ways};

/// A problem with more options is not tried, nor one in which they have more items together with all levels, or with as many
/// bits. So levels are made ready within some milliseconds, and a place fits into 16 bits.
const MOST_OPTIONS: usize = 1 << 12;
const MOST_LOOKS: usize = 1 << 21;
const MOST_BITS: usize = 1 << 24;
/// Of the first level with this many states that are compared, at most one in this many may be kept. Of larger levels, a sample is to
/// show that it is at most one in [`ALIKE`].
const ENOUGH: usize = 1 << 7;
const WORTH: usize = 4;
const ALIKE: u128 = 8;
/// A sample has this many times the square root of the number of states, within these bounds: then of states of which each is alike to
/// n others, some 2n pairs of the sample are alike.
const SAMPLE: usize = 2;
const SAMPLES: (usize, usize) = (1 << 6, 1 << 13);
/// The work of a step from a state to another one, and of an edge that is seen, in units of about a nanosecond.
const WORK_OF_STEP: u64 = 80;
const WORK_OF_EDGE: u64 = 2;

/// How many states there are at a time.
#[derive(Clone, Copy, Debug)]
struct Grain {
    /// So few are compared without a sample.
    few: usize,
    /// About this many scout ahead, at most.
    scouts: usize,
    /// About this many are at the same level when states go together, so that they fit into the caches of a processor.
    together: usize,
}

impl Default for Grain {
    fn default() -> Grain {
        Grain {
            few: FEW,
            scouts: 1 << 16,
            together: 1 << 16,
        }
    }
}

/// A set of bits: what is still to be covered.
type Key = Box<[u64]>;

/// A sweep in progress.
#[derive(Debug)]
pub(super) struct Alike {
    /// Its levels are made by the first advance.
    plan: Plan,
    /// The states that were kept the last time, and their level.
    level: usize,
    kept: States,
    /// `None` before the first advance, and at the end.
    phase: Option<Phase>,
    grain: Grain,
    /// Whether many states were compared once.
    is_tried: bool,
    /// Whether the states of each level are compared, for tests.
    compares_all: bool,
    outcome: Outcome,
    work: u64,
    swept: u64,
    widest: usize,
    most_bytes: usize,
}

/// What is being done.
#[derive(Debug)]
enum Phase {
    Scout(Box<Scouts>),
    March(Box<Marching>, Next),
    Compare(Box<Comparing>, Next),
}

/// What is done with states that have arrived.
#[derive(Debug)]
enum Next {
    /// They are a sample: it is decided whether all are compared.
    Decide(Box<Scouts>),
    /// They are compared, at their level, to which about this many came.
    Keep { level: usize, states: usize },
    /// They are at the end.
    Count,
}

/// Some states, which go ahead to see what comes.
#[derive(Debug)]
struct Scouts {
    march: March,
    /// How often every second state was left out.
    halved: u32,
    /// How many times as many states as were kept there were on the way.
    growth: usize,
}

/// How far a sweep is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    UnderWay,
    /// The number of solutions.
    Counted(BigUint),
    /// Few states are alike, or there are too many for the memory.
    GivenUp,
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
        let is_large = count > MOST_OPTIONS || looks > MOST_LOOKS || count * bits > MOST_BITS;
        let is_numbered = count + bits <= usize::from(u16::MAX);
        if is_large || !is_numbered || !secondary.clone().all(is_plain) {
            return None;
        }
        let plan = Plan::new(component);
        let mut kept = States::new(plan.words);
        kept.push(&plan.first_state(), &Ways::ONE);
        Some(Alike {
            plan,
            level: 0,
            kept,
            phase: None,
            grain: Grain::default(),
            is_tried: false,
            compares_all: false,
            outcome: Outcome::UnderWay,
            work: 0,
            swept: 0,
            widest: 0,
            most_bytes: 0,
        })
    }

    /// Sweeps on for about this much work, in this many bytes, with this many threads.
    pub(super) fn advance(&mut self, work: u64, room: usize, threads: usize) -> &Outcome {
        let last = self.work.saturating_add(work);
        while self.outcome == Outcome::UnderWay && self.work < last {
            self.phase = match self.phase.take() {
                None => {
                    self.work += self.plan.make();
                    Some(self.scout())
                }
                Some(Phase::Scout(scouts)) => self.go_on_scouting(scouts),
                Some(Phase::March(marching, next)) => self.go_on_marching(marching, next, threads),
                Some(Phase::Compare(comparing, next)) => self.compare(comparing, next, threads),
            };
            let bytes = self.bytes();
            self.most_bytes = self.most_bytes.max(bytes);
            if bytes > room {
                self.give_up();
            }
        }
        &self.outcome
    }

    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// The effort so far.
    pub(super) fn effort(&self) -> TableEffort {
        TableEffort {
            counts: 0,
            states: self.swept,
            widest: self.widest as u64,
            peak_bytes: self.most_bytes as u64,
        }
    }

    fn bytes(&self) -> usize {
        let scouting = |scouts: &Scouts| scouts.march.bytes();
        let waiting = |next: &Next| match next {
            Next::Decide(scouts) => scouting(scouts),
            Next::Keep { .. } | Next::Count => 0,
        };
        let beside = match &self.phase {
            None => 0,
            Some(Phase::Scout(scouts)) => scouting(scouts),
            Some(Phase::March(marching, next)) => marching.bytes() + waiting(next),
            Some(Phase::Compare(comparing, next)) => comparing.bytes() + waiting(next),
        };
        self.kept.bytes() + beside
    }

    fn give_up(&mut self) {
        self.outcome = Outcome::GivenUp;
        self.phase = None;
    }

    /// Lets the states that were kept go ahead.
    fn scout(&self) -> Phase {
        let from = (self.level, self.kept.clone());
        Phase::Scout(Box::new(Scouts {
            march: March::new(from, self.plan.words, usize::MAX),
            halved: 0,
            growth: 1,
        }))
    }

    fn go_on_scouting(&mut self, mut scouts: Box<Scouts>) -> Option<Phase> {
        let before = scouts.march.work;
        let is_at_level = scouts.march.step(&self.plan);
        self.work += scouts.march.work - before;
        if !is_at_level {
            return Some(Phase::Scout(scouts));
        }
        let (level, states) = (scouts.march.level, scouts.states());
        scouts.growth = scouts.growth.max(states / self.kept.len().max(1));
        if level == self.plan.levels.len() {
            if scouts.halved > 0 && !self.is_tried {
                self.give_up();
                return None;
            }
            return Some(self.march_all(scouts, Renamings::default(), Next::Count));
        }
        if !self.is_to_compare(level, states) {
            scouts.thin(self.grain.scouts);
            return Some(Phase::Scout(scouts));
        }
        let (renamings, work) = Renamings::of_level(&self.plan, level);
        self.work += work;
        if states <= self.grain.few {
            return Some(self.march_all(scouts, renamings, Next::Keep { level, states }));
        }
        let sample = March::new((level, scouts.sample()), self.plan.words, usize::MAX);
        let sample = Marching::of_one(sample, renamings, &self.plan);
        Some(Phase::March(Box::new(sample), Next::Decide(scouts)))
    }

    fn is_to_compare(&self, level: usize, states: usize) -> bool {
        if self.plan.levels[level].options.is_empty() {
            return false;
        }
        let last = (self.kept.len().max(1), self.last_kinds());
        self.compares_all || self.plan.is_to_compare(level, states, last)
    }

    /// The kinds of the level where states were compared the last time; 0 if they never were.
    fn last_kinds(&self) -> usize {
        match self.level {
            0 => 0,
            level => self.plan.kinds(level),
        }
    }

    /// Lets all states follow, if they are not among the scouts.
    fn march_all(&mut self, scouts: Box<Scouts>, renamings: Renamings, next: Next) -> Phase {
        let marching = match scouts.halved {
            0 => Marching::of_one(scouts.march, renamings, &self.plan),
            _ => {
                let to = (scouts.march.level, renamings);
                let together = (self.grain.together, scouts.growth);
                Marching::of_all(&self.kept, to, together, &self.plan)
            }
        };
        Phase::March(Box::new(marching), next)
    }

    fn go_on_marching(
        &mut self,
        mut marching: Box<Marching>,
        next: Next,
        threads: usize,
    ) -> Option<Phase> {
        let from = (self.level, &self.kept);
        let (is_over, work) = marching.go_on(from, &self.plan, threads);
        self.work += work;
        if !is_over {
            return Some(Phase::March(marching, next));
        }
        self.swept += marching.swept;
        self.widest = self.widest.max(marching.widest);
        let (arrived, renamings) = marching.into_arrived();
        if let Next::Count = next {
            self.outcome = Outcome::Counted(arrived.states().total());
            return None;
        }
        let comparing = Comparing::new(arrived, renamings, &self.plan);
        Some(Phase::Compare(Box::new(comparing), next))
    }

    fn compare(
        &mut self,
        mut comparing: Box<Comparing>,
        next: Next,
        threads: usize,
    ) -> Option<Phase> {
        let (is_over, work) = comparing.go_on(&self.plan, threads);
        self.work += work;
        if !is_over {
            return Some(Phase::Compare(comparing, next));
        }
        let (kept, renamings) = comparing.into_kept();
        match next {
            Next::Decide(scouts) => self.decide(scouts, &kept, renamings),
            Next::Keep { level, states } => self.keep(level, kept, states),
            Next::Count => unreachable!("what is counted is not compared"),
        }
    }

    /// Decides by a sample whether all states are compared where the scouts are.
    fn decide(
        &mut self,
        mut scouts: Box<Scouts>,
        sample: &States,
        renamings: Renamings,
    ) -> Option<Phase> {
        let (pairs, size) = (pairs(sample), scouts.sample_size() as u128);
        let are_alike = 2 * pairs * scouts.states() as u128 >= ALIKE * size * size;
        if are_alike && pairs >= 2 * ALIKE {
            let (level, states) = (scouts.march.level, scouts.states());
            let next = Next::Keep { level, states };
            return Some(self.march_all(scouts, renamings, next));
        }
        if !self.is_tried {
            self.give_up();
            return None;
        }
        scouts.thin(self.grain.scouts);
        Some(Phase::Scout(scouts))
    }

    /// Goes on with the states that are kept.
    fn keep(&mut self, level: usize, kept: States, states: usize) -> Option<Phase> {
        let is_first = states >= ENOUGH && !std::mem::replace(&mut self.is_tried, true);
        if is_first && kept.len() * WORTH > states {
            self.give_up();
            return None;
        }
        (self.level, self.kept) = (level, kept);
        Some(self.scout())
    }
}

impl Scouts {
    /// About how many states there are, of which these are some.
    fn states(&self) -> usize {
        self.march.states.len() << self.halved
    }

    /// Leaves out every second state, as long as there are more than this.
    fn thin(&mut self, most: usize) {
        while self.march.states.len() > most {
            let states = &mut self.march.states;
            *states = states.pick((0..states.len()).step_by(2));
            self.halved += 1;
        }
    }

    fn sample_size(&self) -> usize {
        let size = SAMPLE * self.states().isqrt();
        size.clamp(SAMPLES.0, SAMPLES.1)
            .min(self.march.states.len())
    }

    /// Some of the states, evenly spread, with one way to each.
    fn sample(&self) -> States {
        let (states, size) = (&self.march.states, self.sample_size());
        let mut sample = states.pick((0..size).map(|place| place * states.len() / size));
        (0..size).for_each(|place| *sample.ways_mut(place) = Ways::ONE);
        sample
    }
}

/// What `work` makes of each, in order, with this many threads. Where the system allows fewer, one does the share of others.
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
            // What a thread that cannot be had leaves is done below.
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
