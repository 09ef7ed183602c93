//! Bounded memory: parts of a sweep are set aside and swept later.
//!
//! A sweep may be divided into any number of parts; their results are added. The states of two parts may lead to the same
//! later states, which are then swept twice. States that differ in a slot cannot lead to the same state as long as the
//! bit of the slot lives. So all levels, up to where it dies, are divided by the slot that lives longest:
//!
//! ```text
//!     level of 4 states, slots x y z      x dies soon, z last      this part     set aside
//!     {x} {x z} {y z} {y}                                          {x} {y}       {x z} {y z}
//! ```
//!
//! Where the slot dies, the parts *meet*: neither goes on before the other has come. So each level after that is swept once.
//! Only where those that have come take all the room, they go on alone.
//!
//! Without any room, each part is a single state: a depth-first search without a table, which is slow but gives the
//! same number.

use super::table::{States, Table};
use super::walk::Walk;

/// Each of two parts should have at least one state in this many.
const LEAST_SHARE: usize = 6;
/// The bits of this many states at most tell by which slot to split.
const SAMPLE: usize = 1 << 13;

/// A part of a sweep that waits.
#[derive(Debug)]
pub(super) struct Aside<const W: usize> {
    /// The level where it meets the other parts, if they have one.
    pub(super) meeting: Option<usize>,
    /// Its states, by level, ascending.
    pub(super) levels: Vec<(usize, States<W>)>,
}

impl<const W: usize> Walk<W> {
    /// As many of the states as there is room for; the others are set aside. Half of the room is for the states that
    /// follow from them.
    pub(super) fn fitting(&mut self, mut states: States<W>) -> States<W> {
        while states.len() > 1 {
            let apart = self.words_aside + self.words_met();
            if self.memory.words_taken() - apart <= self.room.saturating_sub(apart) / 2 {
                break;
            }
            self.divide(&mut states);
        }
        states
    }

    /// Where there is no room for what follows from more states: divides those of the current level that are not yet
    /// processed, and goes on with a part of them.
    pub(super) fn divide_rest(&mut self, mut states: States<W>) {
        let mut rest = states.part(self.place, &mut self.memory, |_| false);
        states.give_back(&mut self.memory);
        self.swept -= rest.len() as u64;
        if rest.len() > 1 {
            self.divide(&mut rest);
            self.enter(rest);
        } else {
            self.level += 1;
            if rest.len() > 0 {
                self.put_aside(vec![(self.level - 1, rest)]);
            }
        }
    }

    /// Sets aside about half of the states of the current level, and of what follows from earlier ones.
    fn divide(&mut self, states: &mut States<W>) {
        let Some(slot) = self.dividing_slot(states) else {
            let half = states.len() / 2;
            let mut seen = 0..;
            let is_first = |_: &[u64; W]| seen.next().is_some_and(|place: usize| place < half);
            let others = states.part(0, &mut self.memory, is_first);
            return self.put_aside(vec![(self.level, others)]);
        };
        let stays = |key: &[u64; W]| key[slot / 64] >> (slot % 64) & 1 == 0;
        let end = self.levels.end_of(slot, self.level);
        let end = end.map_or(self.levels.len(), |end| self.level + end + 1);
        if end < self.levels.len() && self.meeting.is_none() {
            self.meeting = Some(end);
        }
        let end = self.meeting.map_or(end, |meeting| meeting.min(end));
        let mut others = vec![(self.level, states.part(0, &mut self.memory, stays))];
        let mut staying = Vec::new();
        for level in self.level + 1..end {
            if let Some(table) = self.tables[level].take() {
                let mut states = table.into_states();
                let part = states.part(0, &mut self.memory, stays);
                if part.len() > 0 {
                    others.push((level, part));
                }
                staying.push((level, states));
            }
        }
        self.put_aside(others);
        for (level, states) in staying {
            self.put_back(level, states);
        }
    }

    /// Adds states to the table of their level.
    fn put_back(&mut self, level: usize, states: States<W>) {
        if states.len() > 0 {
            let memory = &mut self.memory;
            let fresh = || Table::new(level, states.limbs(), states.len(), memory);
            let table = self.tables[level].get_or_insert_with(fresh);
            memory.moved += states.len() as u64;
            for (key, ways) in states.iter() {
                table.add(key, ways, memory);
            }
        }
        states.give_back(&mut self.memory);
    }

    /// Sets aside a part that has these states, by level.
    pub(super) fn put_aside(&mut self, levels: Vec<(usize, States<W>)>) {
        let part = Aside {
            meeting: self.meeting,
            levels,
        };
        self.words_aside += part.words();
        self.aside.push(part);
    }

    /// Adds the states of another level to the part that was set aside last.
    pub(super) fn put_with(&mut self, (level, states): (usize, States<W>)) {
        if let Some(part) = self.aside.last_mut() {
            self.words_aside += states.words();
            part.levels.push((level, states));
        }
    }

    /// Resumes with the part that was set aside last; while parts are to meet, with one of these, unless those that have come
    /// already take all the room.
    pub(super) fn take_up(&mut self) -> Option<States<W>> {
        if self.meeting.is_some() {
            let is_one_of_them = |part: &Aside<W>| part.meeting == self.meeting;
            let room = self.room.saturating_sub(self.words_aside);
            if !self.aside.last().is_some_and(is_one_of_them) || self.words_met() >= room {
                return None;
            }
        }
        let part = self.aside.pop()?;
        self.words_aside -= part.words();
        self.meeting = part.meeting;
        let mut levels = part.levels.into_iter();
        let (level, states) = levels.next()?;
        self.level = level;
        for (level, states) in levels {
            self.put_back(level, states);
        }
        Some(states)
    }

    /// Words of the tables at the meeting and after it.
    fn words_met(&self) -> usize {
        let met = self.meeting.map_or(&[][..], |level| &self.tables[level..]);
        met.iter().flatten().map(Table::words).sum()
    }

    /// Whether no part was set aside.
    pub(super) fn is_whole(&self) -> bool {
        self.aside.is_empty() && self.meeting.is_none()
    }

    /// Among the slots that split the states evenly enough, the one whose bit lives longest.
    fn dividing_slot(&self, states: &States<W>) -> Option<usize> {
        let mut set = vec![0usize; Self::SLOTS];
        let step = states.len().div_ceil(SAMPLE);
        let mut count = 0;
        for (key, _) in states.iter().step_by(step) {
            count += 1;
            for (slot, set) in set.iter_mut().enumerate() {
                *set += (key[slot / 64] >> (slot % 64) & 1) as usize;
            }
        }
        let parts_well = |slot: &usize| {
            let smaller = set[*slot].min(count - set[*slot]);
            smaller * LEAST_SHARE >= count
        };
        let dies_at = |slot: &usize| self.levels.end_of(*slot, self.level);
        let slots = (0..Self::SLOTS).filter(parts_well);
        slots.max_by_key(|slot| dies_at(slot).unwrap_or(usize::MAX))
    }
}

impl<const W: usize> Aside<W> {
    /// Words of memory that are taken.
    fn words(&self) -> usize {
        self.levels.iter().map(|(_, states)| states.words()).sum()
    }
}
