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
//! So the number of states does not grow with the number of ways to name things. To find out what is alike, each rest gets a
//! [certificate](residual): equal certificates mean that the rests are alike. Levels differ in how much is alike there: after a
//! row of a square more than within it. Such a level shows by the few kinds of options and items that are left. To compare
//! a state takes some thousand times as long as a step of a plain sweep, so it is tried only where a plain sweep has seconds left, in turns with that, and given up if the first
//! states with many others show that few are alike.
//!
//! When not to use it: where no two rests are alike, or only mirror images, as with dominoes.

mod residual;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::hash::Hash;
use std::thread::Builder;

use num_bigint::BigUint;

use super::TableEffort;
use super::components::Component;
use residual::{Certificate, Rest};

/// A problem with more options is not tried, nor one in which they have more items together with all levels, or with as many
/// bits. So levels are made ready within some milliseconds, and a place fits into 16 bits.
const MOST_OPTIONS: usize = 1 << 12;
const MOST_LOOKS: usize = 1 << 21;
const MOST_BITS: usize = 1 << 24;
/// States are first compared when a level has this many, and again when a level has this many times as many as were kept.
const FIRST: usize = 1 << 7;
const GROWTH: usize = 4;
/// So few states are compared soon, as that takes little time.
const FEW: usize = 1 << 12;
/// Of the first that are compared, at most one in this many may be kept.
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
#[derive(Debug)]
struct Table<K> {
    states: Vec<(Key, BigUint)>,
    places: HashMap<K, usize>,
}

impl<K> Default for Table<K> {
    fn default() -> Self {
        Table {
            states: Vec::new(),
            places: HashMap::new(),
        }
    }
}

impl<K: Hash + Eq> Table<K> {
    fn add(&mut self, key: K, ways: BigUint, state: impl FnOnce(&K) -> Key) {
        match self.places.get(&key) {
            Some(&place) => self.states[place].1 += ways,
            None => {
                self.states.push((state(&key), ways));
                self.places.insert(key, self.states.len() - 1);
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
    /// The bits of each option.
    options: Vec<Vec<u32>>,
    sets: Vec<Key>,
    levels: Vec<Level>,
    level: usize,
    /// The states of the level, and the next place among them.
    states: Vec<(Key, BigUint)>,
    place: usize,
    next: Table<Key>,
    /// Of states that are compared, those that are kept so far.
    kept: Option<Table<Certificate>>,
    /// The number of states after they were last compared, and the least that this is taken for.
    last: usize,
    least: usize,
    /// Edges that a state of the last batch has seen.
    edges: u64,
    /// Of each level, how many kinds of options and items there are.
    kinds: Vec<usize>,
    /// Whether states were compared once.
    is_tried: bool,
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
    /// A sweep through the items in this order; `None` if rests cannot be compared.
    pub(super) fn new(component: &Component, order: &[u32]) -> Option<Alike> {
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
        let mut rank = vec![0; component.primary];
        (0..)
            .zip(order)
            .for_each(|(level, &item)| rank[item as usize] = level);
        let level_of = |option: &Vec<u32>| -> usize {
            let ranks = option.iter().filter_map(|&bit| rank.get(bit as usize));
            *ranks.min().expect("an option with a primary item")
        };
        let mut levels: Vec<Level> = order
            .iter()
            .map(|&item| Level {
                item,
                options: Vec::new(),
                dead: empty(bits),
                must: empty(bits),
            })
            .collect();
        let mut death = vec![0; bits];
        for (number, option) in (0..).zip(&options) {
            let level = level_of(option);
            levels[level].options.push(number);
            option
                .iter()
                .for_each(|&bit| death[bit as usize] = level.max(death[bit as usize]));
        }
        for (bit, level) in (0..).zip(death) {
            put(&mut levels[level].dead, bit);
            if component.is_primary(bit) {
                put(&mut levels[level].must, bit);
            }
        }
        let mut all = empty(bits);
        (0..bits as u32).for_each(|bit| put(&mut all, bit));
        Some(Alike {
            primary: component.primary,
            sets: options.iter().map(|option| set_of(option, bits)).collect(),
            options,
            levels,
            level: 0,
            states: vec![(all, BigUint::from(1u32))],
            place: 0,
            next: Table::default(),
            kept: None,
            last: FIRST / GROWTH,
            least: FIRST / GROWTH,
            edges: EDGES,
            kinds: Vec::new(),
            is_tried: false,
            outcome: Outcome::UnderWay,
            work: 0,
            swept: 0,
            widest: 0,
            bytes: 0,
            most_bytes: 0,
        })
    }

    /// Sweeps on for about this much work, in this many bytes, with this many threads.
    pub(super) fn advance(&mut self, work: u64, room: usize, threads: usize) -> &Outcome {
        let last = self.work.saturating_add(work);
        while self.outcome == Outcome::UnderWay && self.work < last {
            if self.kept.is_some() {
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
                    self.next.add(left, ways.clone(), Key::clone);
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
                    self.next.add(left, ways.clone(), Key::clone);
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
        if self.kinds.is_empty() {
            self.kinds = self.kinds_of_levels();
        }
        if self.is_to_compare() {
            self.kept = Some(Table::default());
        }
    }

    /// Whether the states of the level are to be compared: there are many more than were kept, and soon there is no level with
    /// fewer kinds. The more states there are, the less far is looked ahead.
    fn is_to_compare(&self) -> bool {
        let states = self.states.len();
        let (growth, rest) = (
            states / self.last,
            &self.kinds[self.level.min(self.kinds.len())..],
        );
        let ahead = match growth {
            _ if growth < GROWTH => return false,
            _ if states <= FEW => 4,
            ..16 => 16,
            16..64 => 12,
            64..256 => 8,
            256..1024 => 6,
            1024..4096 => 4,
            4096.. => 1,
        };
        let next = rest.iter().take(ahead);
        next.min() == rest.first() && !rest.is_empty()
    }

    fn rest(&self) -> Rest<'_> {
        Rest {
            primary: self.primary,
            options: &self.options,
            sets: &self.sets,
        }
    }

    /// For each level, how many kinds of options and items are left there.
    fn kinds_of_levels(&self) -> Vec<usize> {
        let rest = self.rest();
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
            kinds.push(rest.kinds(&left, &taken));
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
        let rest = self.rest();
        let most = (EDGES / self.edges).clamp(1, COMPARED as u64);
        let end = self.states.len().min(self.place + most as usize);
        let batch = &self.states[self.place..end];
        let share = batch.len().div_ceil(threads.max(1)).max(1);
        let certify = |states: &[(Key, BigUint)]| -> Vec<(Option<Certificate>, u64)> {
            states
                .iter()
                .map(|(state, _)| rest.certificate(state))
                .collect()
        };
        let certificates: Vec<_> = std::thread::scope(|scope| {
            let (own, others) = batch.split_at(share.min(batch.len()));
            // Where the system allows no more threads, this one does their share.
            let others = others.chunks(share).map(|states| {
                let thread = Builder::new().spawn_scoped(scope, move || certify(states));
                (states, thread)
            });
            let others = Vec::from_iter(others);
            let mut all = certify(own);
            for (states, thread) in others {
                all.extend(match thread {
                    Ok(thread) => thread.join().expect("no panic"),
                    Err(_) => certify(states),
                });
            }
            all
        });
        let of_state = self.bytes_of_state();
        let kept = self.kept.get_or_insert_default();
        let (mut bytes, mut seen) = (0, 0);
        for ((state, ways), (certificate, edges)) in batch.iter().zip(certificates) {
            seen += edges;
            let Some(certificate) = certificate else {
                continue;
            };
            let before = kept.states.len();
            let size = 2 * certificate.len() + 64 + of_state;
            kept.add(certificate, ways.clone(), |_| state.clone());
            bytes += if kept.states.len() > before { size } else { 0 };
        }
        self.bytes += bytes;
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
        if !std::mem::replace(&mut self.is_tried, true) && kept.len() * WORTH > self.states.len() {
            self.outcome = Outcome::GivenUp;
        }
        self.states = kept;
        self.last = self.states.len().max(self.least);
        self.place = 0;
        self.bytes = self.states.len() * self.bytes_of_state();
    }
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
