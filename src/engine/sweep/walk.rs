//! The sweep itself: level by level, from the states of one level to those of later levels.
//!
//! From each state of a [level](super::level), each option that can be chosen leads to a state of a later level. A
//! state is stored only at a level with a choice.
//!
//! ```text
//!     level 0            1             2            3               n
//!     {}: 1 ──▶ {b c}: 1 ──▶ … ──▶ {e}: 3 ──────▶ {f g}: 5 ──▶ {}: 7, the number of all solutions
//!         └──────────────▶ {c}: 1 ──▶ {e} again: + 1
//! ```
//!
//! The sum over all ways is linear. So any set of states of a level can be set aside and swept later by itself, and the
//! results are added. This bounds the memory: see [`aside`](super::aside).

use std::sync::Arc;

use num_bigint::BigUint;

use super::forecast::{Forecast, Progress};
use super::growth::Growth;
use super::level::{Leveled, Levels, work_of_adding};
use super::memory::Memory;
use super::rounds::{Grain, Rounds};
use super::scouts::{AtWork, Scouts};
use super::table::{LARGE, States, Table};
use super::taken_by;
use super::task::NEAR;
use crate::engine::memory::{Account, Share};

/// New states that are collected before they are added, so that the memory for several of them is fetched at once.
pub(super) const BATCH: usize = 64;

/// A state that was reached: its level, and the place of the state that it comes from.
pub(super) type Reached<const W: usize> = ([u64; W], u32, u32);

/// A sweep in progress.
#[derive(Debug)]
pub(super) struct Walk<const W: usize> {
    pub(super) levels: Arc<Levels<W>>,
    /// The states reached, by level; after the last level, the solutions.
    pub(super) tables: Vec<Option<Table<W>>>,
    /// The states of the current level, and the next place among them.
    pub(super) states: Option<States<W>>,
    pub(super) level: usize,
    pub(super) place: usize,
    batch: Vec<Reached<W>>,
    /// Tables that grow before states are added to them again.
    pub(super) growing: Vec<Growth<W>>,
    pub(super) rounds: Rounds<W>,
    /// Parts of levels to be swept later.
    pub(super) aside: Vec<(usize, States<W>)>,
    pub(super) words_aside: usize,
    pub(super) memory: Memory,
    /// The memory limit in words.
    pub(super) room: usize,
    /// Solutions of all parts swept to the end.
    pub(super) total: BigUint,
    /// What was done, in units of about a nanosecond.
    pub(super) work: u64,
    pub(super) forecast: Forecast,
    pub(super) scouts: Scouts,
    /// States processed, and the largest number at one level.
    pub(super) swept: u64,
    pub(super) widest: usize,
    /// The number of states for which tables certainly have room, without another look at all of them.
    looked_ahead: usize,
    /// The memory of the levels.
    _held: Share,
}

impl<const W: usize> Walk<W> {
    /// The most slots of a state.
    pub(super) const SLOTS: usize = 64 * W;

    /// A sweep that holds at most `room` bytes of states and levels, if possible.
    pub(super) fn new(
        levels: Levels<W>,
        widths: &[f64],
        (room, grain): (usize, Grain),
        (held, account): (Share, &Account),
    ) -> Self {
        let mut walk = Walk {
            tables: std::iter::repeat_with(|| None)
                .take(levels.len() + 1)
                .collect(),
            levels: Arc::new(levels),
            states: None,
            level: 0,
            place: 0,
            batch: Vec::with_capacity(2 * BATCH),
            growing: Vec::new(),
            rounds: Rounds::new(grain),
            aside: Vec::new(),
            words_aside: 0,
            memory: Memory::default(),
            room: room.saturating_sub(taken_by(account)) / size_of::<u64>(),
            total: BigUint::ZERO,
            work: 0,
            forecast: Forecast::new(widths.to_vec()),
            scouts: Scouts::new(),
            swept: 0,
            widest: 0,
            looked_ahead: 0,
            _held: held,
        };
        if let Some((level, state)) = walk.levels.settle_first::<true>(&mut walk.work) {
            let mut table = Table::new(level, 1, 1, &mut walk.memory);
            table.add(&state, &[1], &mut walk.memory);
            walk.tables[level] = Some(table);
        }
        walk
    }

    /// Continues the sweep for about `work` units of work, with `threads` threads. Returns whether it has reached the
    /// end.
    pub(super) fn advance(&mut self, work: u64, threads: usize) -> bool {
        let last = self.work.saturating_add(work);
        loop {
            if self.states.is_none() && !self.next_level() {
                return true;
            }
            if self.work >= last {
                return false;
            }
            match self.growing.pop() {
                Some(growth) => self.grow(growth),
                None => self.expand(last, threads),
            }
        }
    }

    /// Continues the growth of a table by one piece.
    fn grow(&mut self, mut growth: Growth<W>) {
        let table = self.tables[growth.level].as_mut();
        let table = table.expect("it is not used before it has grown");
        match growth.go_on(table, &mut self.memory) {
            true => growth.finish(table, &mut self.memory),
            false => self.growing.push(growth),
        }
        self.work += self.memory.work_of_making();
    }

    /// Lets large tables of the next levels grow if numbers of `limbs` limbs make that necessary and there is room.
    pub(super) fn begin_to_grow(&mut self, limbs: usize) {
        if self.memory.words_held() < LARGE {
            return;
        }
        let first = self.level + 1;
        for level in first..self.tables.len().min(first + NEAR) {
            let Some(table) = &self.tables[level] else {
                continue;
            };
            let Some(shape) = table.growth_in_pieces(limbs) else {
                continue;
            };
            let words = shape.words::<W>();
            if self.memory.words_held() + words > self.room {
                self.memory.tidy();
            }
            if self.memory.words_taken() + words <= self.room {
                let growth = Growth::new(level, table, shape, &mut self.memory);
                self.growing.push(growth);
            }
        }
    }

    /// Continues with the next level with states, or with the last part that was set aside; `false` at the end.
    fn next_level(&mut self) -> bool {
        let end = self.levels.len();
        while self.level < end {
            match self.tables[self.level].take() {
                Some(table) => {
                    self.enter(table.into_states());
                    return true;
                }
                None => self.level += 1,
            }
        }
        if let Some(table) = self.tables[end].take() {
            let states = table.into_states();
            for (_, ways) in states.iter() {
                self.total += number(ways);
            }
            states.give_back(&mut self.memory);
        }
        match self.take_up() {
            Some(states) => {
                self.enter(states);
                true
            }
            None => false,
        }
    }

    fn enter(&mut self, states: States<W>) {
        self.tidy_rounds();
        let states = self.fitting(states);
        self.swept += states.len() as u64;
        self.widest = self.widest.max(states.len());
        self.forecast.enter(self.level, states.len());
        self.begin_rounds(&states);
        self.begin_to_grow(states.limbs());
        self.states = Some(states);
        self.place = 0;
    }

    /// Sends scouts ahead if it is time. `spent` is the work of the search.
    pub(super) fn send_scouts(&mut self, spent: u64) {
        let Some(states) = self.states.as_ref().filter(|_| self.aside.is_empty()) else {
            return;
        };
        let from = self.rounds.first_to_merge().unwrap_or(self.place);
        let sweep = AtWork {
            levels: &self.levels,
            level: self.level,
            states,
            from,
            tables: &self.tables,
        };
        self.scouts.go(&sweep, self.work, spent);
    }

    /// Expands states of the current level until this amount of work was done.
    fn expand(&mut self, last: u64, threads: usize) {
        let Some(mut states) = self.states.take() else {
            return;
        };
        if self.rounds.is_on() {
            states = self.expand_in_rounds(states, last, threads);
        }
        let places = states.places();
        let mut is_short = false;
        while !self.is_over(places) && self.work < last && self.growing.is_empty() {
            is_short = self.is_short_of_room(states.limbs());
            if is_short {
                break;
            }
            self.collect(&states);
            let adding = self.work_of_adding(&states);
            self.work += adding * self.batch.len() as u64 + self.memory.work_of_making();
            let to = (&mut self.tables[..], self.level, self.room);
            add_all(&self.batch, to, &states, &mut self.memory);
            self.looked_ahead = self.looked_ahead.saturating_sub(self.batch.len());
            self.batch.clear();
            if !self.is_over(places) {
                self.begin_to_grow(states.limbs());
            }
        }
        if self.is_over(places) {
            states.give_back(&mut self.memory);
            self.level += 1;
        } else if is_short {
            self.put_rest_aside(states);
        } else {
            self.states = Some(states);
        }
    }

    /// The work of adding a successor of these states, whose number has the same limbs.
    pub(super) fn work_of_adding(&self, states: &States<W>) -> u64 {
        let limbs = states.limbs() as u64;
        work_of_adding::<W>() + self.memory.work_of_a_miss() + (limbs - 1)
    }

    /// Whether all `places` places were expanded and their successors added.
    pub(super) fn is_over(&self, places: usize) -> bool {
        self.place == places && !self.rounds.is_pending()
    }

    /// Collects what follows from the next states of the current level: a batch, or more if one state has many options.
    #[inline(always)]
    fn collect(&mut self, states: &States<W>) {
        let gathered = (&mut self.place, &mut self.batch, &mut self.work);
        match &*self.levels {
            Levels::Once(levels) => gather(levels, self.level, states, gathered),
            Levels::Bounded(levels) => gather(levels, self.level, states, gathered),
        }
    }

    /// How far the sweep has come; `None` if parts of levels were set aside.
    pub(super) fn progress(&self) -> Option<Progress> {
        let states = self.states.as_ref().filter(|_| self.aside.is_empty())?;
        let left = states.len() * (states.places() - self.place) / states.places();
        Some(Progress {
            level: self.level,
            states: states.len(),
            left,
            swept: self.swept - left as u64,
        })
    }

    /// Whether another batch, of numbers with `limbs` limbs, may need tables that are larger than the room. If there are
    /// no tables yet, it never does.
    fn is_short_of_room(&mut self, limbs: usize) -> bool {
        // Even if all tables grow fourfold, there is room for the old and the new tables.
        if self.memory.words_held() <= self.room / 8 {
            return false;
        }
        // The last state of a batch may have as many successors as there are options.
        let next = BATCH + self.levels.option_count(self.level);
        if next <= self.looked_ahead {
            return false;
        }
        // Levels of few states have smaller batches: then one look, which takes about a nanosecond for each level, is
        // enough for several.
        self.looked_ahead = BATCH + next;
        let tables = &self.tables[self.level + 1..];
        self.work += tables.len() as u64;
        let growths = tables.iter().flatten();
        let growth: usize = growths
            .map(|table| table.growths(BATCH + next, limbs))
            .sum();
        if self.memory.words_held() + growth > self.room {
            self.memory.tidy();
        }
        let is_short = growth > 0 && self.memory.words_taken() + growth > self.room;
        if is_short {
            self.looked_ahead = 0;
        }
        is_short
    }
}

/// Collects what follows from the states of a level from a place on, until a batch is full, and counts the work.
#[inline(always)]
fn gather<const W: usize>(
    levels: &[impl Leveled<W>],
    at: usize,
    states: &States<W>,
    (next, batch, work): (&mut usize, &mut Vec<Reached<W>>, &mut u64),
) {
    let places = states.places();
    let level = &levels[at];
    while *next < places && batch.len() < BATCH {
        let place = *next;
        *next += 1;
        let Some((key, _)) = states.get(place) else {
            continue;
        };
        *work += level.work_of_state();
        level.each_choice(key, |_, left| {
            if let Some((at, key)) = Leveled::settle::<true>(levels, left, at + 1, work) {
                batch.push((key, at as u32, place as u32));
            }
        });
    }
}

/// A number of several limbs.
fn number(limbs: &[u64]) -> BigUint {
    let add = |sum: BigUint, &limb: &u64| (sum << u64::BITS) + limb;
    limbs.iter().rev().fold(BigUint::ZERO, add)
}

/// Touches the places of the states that were reached, so that they are in the cache.
#[inline(always)]
pub(super) fn touch<const W: usize, T>(batch: &[([u64; W], u32, T)], tables: &[Option<Table<W>>]) {
    // The loads of this loop overlap.
    let mut touched = 0;
    for (key, level, _) in batch {
        if let Some(table) = &tables[*level as usize] {
            touched |= table.touch(key);
        }
    }
    std::hint::black_box(touched);
}

/// Adds the states reached to the tables of their levels.
#[inline(always)]
pub(super) fn add_all<const W: usize>(
    batch: &[Reached<W>],
    (tables, at, room): (&mut [Option<Table<W>>], usize, usize),
    from: &States<W>,
    memory: &mut Memory,
) {
    touch(batch, tables);
    for (key, level, place) in batch {
        let level = *level as usize;
        let table = tables[level].get_or_insert_with(|| {
            // If it has to become larger, it grows in pieces.
            let states = states_at_first((at, level), from, room, memory).min(LARGE);
            Table::new(level, from.limbs(), states, memory)
        });
        table.add(key, from.ways(*place), memory);
    }
}

/// About the number of states of a level that follow at first from those of an earlier one: fewer if the level is
/// further ahead.
pub(super) fn expected(states: usize, levels_ahead: usize) -> usize {
    states.checked_shr(levels_ahead as u32).unwrap_or(0)
}

/// About the number of states for which the first table of a level should have room, if they follow from those of an
/// earlier one.
pub(super) fn states_at_first<const W: usize>(
    (at, level): (usize, usize),
    from: &States<W>,
    room: usize,
    memory: &Memory,
) -> usize {
    // A table of n states has room for up to four times as many: all new ones together keep to a quarter of what is left.
    let left = room.saturating_sub(memory.words_held());
    expected(from.len(), level - at).min(left / (16 * (W + from.limbs())))
}
