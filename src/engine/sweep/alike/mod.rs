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
//! which much is alike. A [rest](residual) is looked for among the [classes] of those that are kept. Levels differ in how much is alike
//! there: after a row of a square more than within it. Such a level shows by the few kinds of options and items that are left. To
//! look for a rest takes some hundred times as long as a step of a plain sweep. So it is tried only where a plain sweep has
//! seconds left, in turns with that, and given up if the first level with many states shows that few are alike.
//!
//! When not to use it: where no two rests are alike, or only mirror images, as with dominoes.

mod classes;
mod order;
mod residual;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::thread::Builder;

use num_bigint::BigUint;

use super::TableEffort;
use super::components::Component;
use classes::{Classes, Found};
use order::Ordering;
use residual::Whole;

/// A problem with more options is not tried, nor one in which they have more items together with all levels, or with as many
/// bits. So levels are made ready within some milliseconds, and a place fits into 16 bits.
const MOST_OPTIONS: usize = 1 << 12;
const MOST_LOOKS: usize = 1 << 21;
const MOST_BITS: usize = 1 << 24;
/// States are compared when a level has this many, and this many times as many as were kept the last time.
const FIRST: usize = 8;
const GROWTH: usize = 4;
/// So few states are compared soon, as that takes little time.
const FEW: usize = 1 << 12;
/// Of the first level with this many states that are compared, at most one in this many may be kept.
const ENOUGH: usize = 1 << 7;
const WORTH: usize = 4;
/// The work of a step from a state to another one, and of an edge that a certificate sees, in units of about a nanosecond.
const WORK_OF_STEP: u64 = 300;
const WORK_OF_EDGE: u64 = 4;
/// States that are worked on between two looks at the work that is allowed.
const BATCH: usize = 64;
/// States that are compared in between, by all threads together: at most this number, and about as many as see this number of
/// edges.
const COMPARED: usize = 256;
const EDGES: u64 = 1 << 21;

/// A set of bits: what is still to be covered.
type Key = Box<[u64]>;

/// States, in the order in which they were met, each with the number of ways to it.
#[derive(Debug, Default)]
struct Table {
    states: Vec<(Key, BigUint)>,
    places: HashMap<Key, usize>,
}

impl Table {
    fn add(&mut self, state: Key, ways: &BigUint) {
        match self.places.entry(state) {
            Entry::Occupied(place) => self.states[*place.get()].1 += ways,
            Entry::Vacant(place) => {
                self.states.push((place.key().clone(), ways.clone()));
                place.insert(self.states.len() - 1);
            }
        }
    }
}

/// One level of the sweep.
#[derive(Debug)]
struct Level {
    /// The item that is covered here.
    item: u32,
    /// The options whose first item this is.
    options: Vec<u32>,
    /// Bits that no option of a later level has.
    dead: Key,
    /// Those of them that are primary.
    must: Key,
}

/// A sweep in progress.
#[derive(Debug)]
pub(super) struct Alike {
    primary: usize,
    /// The number of bits: items, the primary ones first.
    bits: usize,
    /// The bits of each option.
    options: Vec<Vec<u32>>,
    sets: Vec<Key>,
    /// Until the levels are made ready: the order of the items, and how many edges were seen for it so far.
    ordering: Option<(Ordering, u64)>,
    levels: Vec<Level>,
    level: usize,
    /// The states of the level, and the next place among them.
    states: Vec<(Key, BigUint)>,
    place: usize,
    next: Table,
    /// Of states that are compared, those that are kept so far.
    kept: Option<Kept>,
    /// The number of states after they were last compared, and the kinds of that level.
    last: usize,
    last_kinds: usize,
    /// Edges that a state of the last batch has seen.
    edges: u64,
    /// Of each level, how many kinds of options and items there are.
    kinds: Vec<usize>,
    /// Whether many states were compared once.
    is_tried: bool,
    /// Whether the states of each level are compared, for tests.
    compares_all: bool,
    outcome: Outcome,
    work: u64,
    swept: u64,
    widest: usize,
    bytes: usize,
    most_bytes: usize,
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
        let options: Vec<Vec<u32>> = (0..component.option_count())
            .map(|option| component.bits(option).to_vec())
            .collect();
        Some(Alike {
            primary: component.primary,
            bits,
            sets: options.iter().map(|option| set_of(option, bits)).collect(),
            options,
            ordering: None,
            levels: Vec::new(),
            level: 0,
            states: Vec::new(),
            place: 0,
            next: Table::default(),
            kept: None,
            last: 1,
            last_kinds: 0,
            edges: EDGES,
            kinds: Vec::new(),
            is_tried: false,
            compares_all: false,
            outcome: Outcome::UnderWay,
            work: 0,
            swept: 0,
            widest: 0,
            bytes: 0,
            most_bytes: 0,
        })
    }

    /// Goes on to choose the order of the items; with that, makes the levels ready.
    fn plan(&mut self) {
        let whole = Whole {
            primary: self.primary,
            options: &self.options,
            sets: &self.sets,
        };
        let (ordering, done) = self
            .ordering
            .get_or_insert_with(|| (Ordering::new(whole, self.bits), 0));
        let order = ordering.go_on(whole);
        self.work += WORK_OF_EDGE * (ordering.work() - *done);
        *done = ordering.work();
        if let Some(order) = order {
            self.ordering = None;
            self.lay_out(&order);
        }
    }

    /// Makes the levels ready.
    fn lay_out(&mut self, order: &[u32]) {
        let empty = empty(self.bits);
        let mut rank = vec![0; self.primary];
        for (level, &item) in order.iter().enumerate() {
            rank[item as usize] = level;
            self.levels.push(Level {
                item,
                options: Vec::new(),
                dead: empty.clone(),
                must: empty.clone(),
            });
        }
        let mut death = vec![0; self.bits];
        for (number, option) in (0..).zip(&self.options) {
            let ranks = option.iter().filter_map(|&bit| rank.get(bit as usize));
            let level = *ranks.min().expect("an option with a primary item");
            self.levels[level].options.push(number);
            let bits = option.iter().map(|&bit| bit as usize);
            bits.for_each(|bit| death[bit] = level.max(death[bit]));
        }
        let mut all = empty;
        for (bit, level) in (0..).zip(death) {
            put(&mut all, bit);
            put(&mut self.levels[level].dead, bit);
            if (bit as usize) < self.primary {
                put(&mut self.levels[level].must, bit);
            }
        }
        self.states.push((all, BigUint::from(1u32)));
        self.kinds = self.kinds_of_levels();
    }

    /// Sweeps on for about this much work, in this many bytes, with this many threads.
    pub(super) fn advance(&mut self, work: u64, room: usize, threads: usize) -> &Outcome {
        let last = self.work.saturating_add(work);
        while self.outcome == Outcome::UnderWay && self.work < last {
            if self.levels.is_empty() {
                self.plan();
            } else if self.kept.is_some() {
                self.compare(threads);
            } else {
                self.step();
            }
            self.most_bytes = self.most_bytes.max(self.bytes);
            if self.bytes > room {
                self.outcome = Outcome::GivenUp;
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

    /// Goes through a batch of the states of the level.
    fn step(&mut self) {
        let Some(level) = self.levels.get(self.level) else {
            let ways = self.states.iter().map(|(_, ways)| ways);
            self.outcome = Outcome::Counted(ways.sum());
            return;
        };
        let end = self.states.len().min(self.place + BATCH);
        for (state, ways) in &self.states[self.place..end] {
            self.work += WORK_OF_STEP;
            if !has(state, level.item) {
                if let Some(left) = level.leave(state.clone()) {
                    self.next.add(left, ways);
                }
                continue;
            }
            for &option in &level.options {
                let set = &self.sets[option as usize];
                if set.iter().zip(state).any(|(set, state)| set & !state != 0) {
                    continue;
                }
                self.work += WORK_OF_STEP;
                let left = set
                    .iter()
                    .zip(state)
                    .map(|(set, state)| state & !set)
                    .collect();
                if let Some(left) = level.leave(left) {
                    self.next.add(left, ways);
                }
            }
        }
        self.swept += (end - self.place) as u64;
        self.place = end;
        let of_next = self.next.states.len();
        self.bytes = (self.states.len() + 2 * of_next) * self.bytes_of_state();
        if end == self.states.len() {
            self.enter();
        }
    }

    fn bytes_of_state(&self) -> usize {
        8 * self.sets.first().map_or(1, |set| set.len()) + 96
    }

    /// Enters the next level, and decides whether its states are compared.
    fn enter(&mut self) {
        self.states = std::mem::take(&mut self.next).states;
        self.widest = self.widest.max(self.states.len());
        self.level += 1;
        self.place = 0;
        if self.is_to_compare() {
            self.kept = Some(Kept::default());
        }
    }

    /// Whether the states of the level are to be compared: there are many more than were kept, or fewer kinds than there were
    /// then, so that more should be alike; and soon there is no level with fewer kinds. The more states there are, the less far is
    /// looked ahead.
    fn is_to_compare(&self) -> bool {
        let (states, kinds) = (self.states.len(), self.kinds.get(self.level).copied());
        let Some(kinds) = kinds.filter(|_| states >= FIRST) else {
            return self.compares_all && kinds.is_some();
        };
        let promise = match self.last_kinds {
            0 => states,
            last => states * last / kinds.max(1),
        };
        if states < self.last || promise < GROWTH * self.last {
            return self.compares_all;
        }
        let ahead = match states / self.last {
            _ if states <= FEW => 4,
            ..16 => 16,
            16..64 => 12,
            64..256 => 8,
            256..1024 => 6,
            1024..4096 => 4,
            4096.. => 1,
        };
        let levels = self.levels.iter().zip(&self.kinds).skip(self.level);
        let next = levels.filter(|(level, _)| !level.options.is_empty());
        next.take(ahead).all(|(_, &next)| next >= kinds) || self.compares_all
    }

    fn whole(&self) -> Whole<'_> {
        Whole {
            primary: self.primary,
            options: &self.options,
            sets: &self.sets,
        }
    }

    /// For each level, how many kinds of options and items are left there.
    fn kinds_of_levels(&self) -> Vec<usize> {
        let whole = self.whole();
        let mut taken: Key = self
            .sets
            .first()
            .map_or_else(Key::default, |set| vec![0; set.len()].into());
        let mut kinds = Vec::new();
        for (number, level) in self.levels.iter().enumerate() {
            let left = self.levels[number..]
                .iter()
                .flat_map(|level| &level.options);
            let mut left: Vec<usize> = left.map(|&option| option as usize).collect();
            left.sort_unstable();
            kinds.push(whole.kinds(&left, &taken));
            for &option in &level.options {
                taken
                    .iter_mut()
                    .zip(&self.sets[option as usize])
                    .for_each(|(taken, set)| *taken |= set);
            }
        }
        kinds
    }

    /// Compares a batch of the states of the level with those that are kept.
    fn compare(&mut self, threads: usize) {
        let mut kept = self.kept.take().unwrap_or_default();
        let whole = self.whole();
        let most = (EDGES / self.edges).clamp(1, COMPARED as u64);
        let end = self.states.len().min(self.place + most as usize);
        let batch = &self.states[self.place..end];
        let looked = by_threads(batch, threads, |(state, _)| kept.look(whole, state));
        let known = kept.states.len();
        let (before, mut seen) = (kept.classes.bytes(), 0);
        for ((state, ways), (mut found, edges)) in batch.iter().zip(looked) {
            seen += edges;
            // Another of the batch may have been the first of its class.
            if matches!(found, Some(Found::New(_))) && kept.states.len() > known {
                let (again, edges) = kept.look(whole, state);
                seen += edges;
                found = again;
            }
            kept.add(found, (state, ways));
        }
        let states = kept.states.len() - known;
        self.bytes += kept.classes.bytes() - before + states * self.bytes_of_state();
        self.kept = Some(kept);
        self.work += WORK_OF_EDGE * seen;
        self.edges = (seen / batch.len().max(1) as u64).max(1);
        self.place = end;
        if end == self.states.len() {
            self.close();
        }
    }

    /// Goes on with the states that are kept.
    fn close(&mut self) {
        let kept = self.kept.take().unwrap_or_default().states;
        let is_first = self.states.len() >= ENOUGH && !std::mem::replace(&mut self.is_tried, true);
        if is_first && kept.len() * WORTH > self.states.len() {
            self.outcome = Outcome::GivenUp;
        }
        self.states = kept;
        self.last = self.states.len().max(1);
        self.last_kinds = self.kinds[self.level];
        self.place = 0;
        self.bytes = self.states.len() * self.bytes_of_state();
    }
}

/// Of the states of a level, those that are kept.
#[derive(Debug, Default)]
struct Kept {
    states: Vec<(Key, BigUint)>,
    classes: Classes,
}

impl Kept {
    /// What is found about a state, `None` if no solution comes from it; and the edges seen.
    fn look(&self, whole: Whole, state: &[u64]) -> (Option<Found>, u64) {
        match whole.rest(state) {
            Some(rest) => {
                let (found, seen) = self.classes.look(&rest);
                (Some(found), seen)
            }
            None => (None, 0),
        }
    }

    fn add(&mut self, found: Option<Found>, (state, ways): (&Key, &BigUint)) {
        let place = self.states.len();
        match found {
            None => return,
            Some(Found::Known(class)) => {
                self.states[class].1 += ways;
                return;
            }
            Some(Found::New(paths)) => self.classes.add(paths, place),
            Some(Found::Unknown) => {}
        }
        self.states.push((state.clone(), ways.clone()));
    }
}

/// What `work` makes of each, in order, with this many threads. Where the system allows fewer, one does the share of others.
fn by_threads<T: Sync, R: Send>(of: &[T], threads: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let share = of.len().div_ceil(threads.max(1)).max(1);
    let (own, others) = of.split_at(share.min(of.len()));
    let work_all = |of: &[T]| Vec::from_iter(of.iter().map(&work));
    std::thread::scope(|scope| {
        let others = others.chunks(share).map(|of| {
            let work_all = &work_all;
            let thread = Builder::new().spawn_scoped(scope, move || work_all(of));
            (of, thread)
        });
        let others = Vec::from_iter(others);
        let mut all = work_all(own);
        for (of, thread) in others {
            all.extend(match thread {
                Ok(thread) => thread.join().expect("no panic"),
                Err(_) => work_all(of),
            });
        }
        all
    })
}

impl Level {
    /// The state after this level; `None` if an item is left that cannot be covered any more.
    fn leave(&self, mut state: Key) -> Option<Key> {
        let mut open = state.iter().zip(&self.must);
        if open.any(|(state, must)| state & must != 0) {
            return None;
        }
        state
            .iter_mut()
            .zip(&self.dead)
            .for_each(|(state, dead)| *state &= !dead);
        Some(state)
    }
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
