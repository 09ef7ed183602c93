//! Large levels, in rounds that several threads share.
//!
//! A round *expands* some thousands of the states of a level: it collects the states that follow from them, sorted by
//! level. At the same time it *merges* what the round before has collected: it adds these states to the tables.
//!
//! ```text
//!     round                    1          2                 3                 4
//!     expands the states of    slices A   slices B          slices C
//!     merges into a table                 A ▶ next level    B ▶ next level    C ▶ next level
//!     merges into another                 A ▶ the one       B ▶ the one       C ▶ the one
//!                                         after that        after that        after that
//! ```
//!
//! Each slice and each table is a task by itself, and no task needs what another one does in the same round. All
//! decisions are made between rounds: how large a round is, and what memory its tables may grow into. So the tables,
//! their memory and the counted work are the same for any number of threads, whichever thread takes a task; a single
//! thread works in the same rounds.
//!
//! If there may be too little room for another round, there are no more rounds, and the rest of the level is swept a
//! few states at a time.

use std::cmp::Reverse;
use std::sync::Arc;

use super::growth::Growth;
use super::level::work_of_adding;
use super::memory::Memory;
use super::pool::Pool;
use super::table::{LARGE, Shape, States, Table};
use super::task::{Expand, Merge, NEAR, Slice, Task};
use super::walk::{BATCH, Reached, Walk, add_all, states_at_first};

/// Slices of a round.
const SLICES: usize = 16;
/// The most bytes of all possible successors of a slice.
const BYTES: usize = 1 << 18;
/// The number of lists of collected states: they are kept for two rounds, and a list may have twice the length that it
/// uses.
const LISTS: usize = 4 * SLICES;

/// Which levels are swept in rounds, and how large the rounds are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grain {
    /// The least work of a level, in units of about a nanosecond.
    pub(super) least: u64,
    /// Places of a slice, at most.
    pub(super) places: usize,
    /// The least work of a round that other threads are woken for.
    pub(super) for_threads: u64,
    /// Collected states may take one part in this number of the room. If room is scarce, the tables need it.
    pub(super) of_room: usize,
}

impl Default for Grain {
    fn default() -> Grain {
        Grain {
            least: 1 << 20,
            places: 1 << 11,
            for_threads: 200_000,
            of_room: 64,
        }
    }
}

/// The rounds through a level.
#[derive(Debug)]
pub(super) struct Rounds<const W: usize> {
    grain: Grain,
    /// Places of a slice; none where the level is not swept in rounds.
    places: usize,
    /// What the last round has collected, and the first place from which it comes.
    collected: Vec<Slice<W>>,
    from: Option<usize>,
    /// Empty slices.
    empty: Vec<Slice<W>>,
    /// Words that all of these take.
    words: usize,
    pool: Pool<W>,
}

impl<const W: usize> Rounds<W> {
    pub(super) fn new(grain: Grain) -> Self {
        Rounds {
            grain,
            places: 0,
            collected: Vec::new(),
            from: None,
            empty: Vec::new(),
            words: 0,
            pool: Pool::default(),
        }
    }

    /// Whether the level is swept in rounds.
    pub(super) fn is_on(&self) -> bool {
        self.places > 0
    }

    /// Whether there is something to merge.
    pub(super) fn is_pending(&self) -> bool {
        self.from.is_some()
    }

    /// The first place whose successors were collected but not merged.
    pub(super) fn first_to_merge(&self) -> Option<usize> {
        self.from
    }

    fn free(&mut self, memory: &mut Memory) {
        memory.changed(self.words, 0);
        self.collected = Vec::new();
        self.empty = Vec::new();
        self.words = 0;
        self.from = None;
        self.places = 0;
    }
}

impl<const W: usize> Walk<W> {
    /// Frees the memory of rounds, unless there is plenty.
    pub(super) fn tidy_rounds(&mut self) {
        if self.memory.words_held() > self.room / 8 {
            self.rounds.free(&mut self.memory);
        }
    }

    /// Decides whether a level with these states is swept in rounds.
    pub(super) fn begin_rounds(&mut self, states: &States<W>) {
        let work = states.len() as u64 * (self.work_of_state() + work_of_adding::<W>());
        self.rounds.places = match work >= self.rounds.grain.least {
            true => self.places_of_slice(),
            false => 0,
        };
    }

    fn work_of_state(&self) -> u64 {
        self.levels.work_of_state(self.level)
    }

    /// The places of a slice; 0 if their successors might take too much of the room.
    fn places_of_slice(&self) -> usize {
        let Grain {
            places, of_room, ..
        } = self.rounds.grain;
        let most = (BYTES / self.bytes_of_place()).clamp(1, places);
        let room = self.room * size_of::<u64>() / of_room;
        match LISTS * most * self.bytes_of_place() <= room {
            true => most,
            false => 0,
        }
    }

    /// Bytes of all possible successors of a place.
    fn bytes_of_place(&self) -> usize {
        self.levels.option_count(self.level).max(1) * size_of::<Reached<W>>()
    }

    /// Words that what is collected may take.
    fn words_to_collect(&self) -> usize {
        LISTS * self.rounds.places * self.bytes_of_place() / size_of::<u64>()
    }

    /// Expands states of the current level in rounds, until this amount of work was done or there is no room.
    pub(super) fn expand_in_rounds(
        &mut self,
        states: States<W>,
        last: u64,
        threads: usize,
    ) -> States<W> {
        let states = Arc::new(states);
        let is_over = |walk: &Self| !walk.rounds.is_on() || walk.is_over(states.places());
        while self.work < last && self.growing.is_empty() && !is_over(self) {
            self.round(&states, threads);
        }
        Arc::into_inner(states).expect("all tasks are over")
    }

    fn round(&mut self, states: &Arc<States<W>>, threads: usize) {
        let counts = self.counts();
        let made = self.make_tables(states, &counts);
        self.begin_to_grow(states.limbs());
        if !self.growing.is_empty() {
            return;
        }
        if !self.has_room_for_round(&counts, states.limbs()) {
            for level in made {
                let table = self.tables[level].take().expect("it was just made");
                table.into_states().give_back(&mut self.memory);
            }
            if let Some(from) = self.rounds.from {
                self.place = from;
            }
            self.rounds.free(&mut self.memory);
            return;
        }
        let reached: usize = counts.iter().sum();
        let adding = self.work_of_adding(states);
        let work_to_merge = adding * reached as u64;
        let collected = Arc::new(std::mem::take(&mut self.rounds.collected));
        let mut tasks = self.merges(&counts, &collected, states);
        let from = self.place;
        self.expands(states, &mut tasks);
        let share = (self.place - from) as u64 * states.len() as u64 / states.places() as u64;
        let work = work_to_merge + share * self.work_of_state();
        let threads = match work < self.rounds.grain.for_threads {
            true => 1,
            false => threads,
        };
        let mut fresh = Vec::with_capacity(SLICES);
        for task in self.rounds.pool.run(tasks, threads) {
            match task {
                Task::Merge(merge) => {
                    let (level, table) = merge.finish(&mut self.memory);
                    self.tables[level] = Some(table);
                }
                Task::Expand(expand) => fresh.push(expand.slice),
            }
        }
        for batch in collected
            .iter()
            .flat_map(|slice| slice.ahead[NEAR].chunks(BATCH))
        {
            let to = (&mut self.tables[..], self.level, self.room);
            add_all(batch, to, states, &mut self.memory);
        }
        self.work += work_to_merge + self.memory.work_of_making();
        self.rounds.from = (self.place > from).then_some(from);
        let merged = Arc::into_inner(collected).expect("all tasks are over");
        self.keep(merged, fresh);
    }

    /// The tasks to collect what follows from the next states.
    fn expands(&mut self, states: &Arc<States<W>>, tasks: &mut Vec<Task<W>>) {
        let mut empty = std::mem::take(&mut self.rounds.empty);
        empty.resize_with(SLICES, Slice::default);
        for slice in empty {
            let start = self.place;
            self.place = states.places().min(start + self.rounds.places);
            tasks.push(Task::Expand(Expand {
                levels: Arc::clone(&self.levels),
                level: self.level,
                states: Arc::clone(states),
                places: start..self.place,
                slice,
            }));
        }
    }

    /// Keeps what was collected to be merged, and empties what was merged.
    fn keep(&mut self, mut merged: Vec<Slice<W>>, collected: Vec<Slice<W>>) {
        self.work += collected.iter().map(|slice| slice.work).sum::<u64>();
        merged.iter_mut().for_each(Slice::clear);
        let words = merged.iter().chain(&collected).map(Slice::words).sum();
        self.memory.changed(self.rounds.words, words);
        self.rounds.words = words;
        self.rounds.empty = merged;
        self.rounds.collected = collected;
    }

    /// The number of states to be merged, by their distance in levels.
    fn counts(&self) -> [usize; NEAR + 1] {
        std::array::from_fn(|ahead| {
            let slices = self.rounds.collected.iter();
            slices.map(|slice| slice.ahead[ahead].len()).sum()
        })
    }

    /// The words that the tables grow by, if none of the collected states, whose numbers have `limbs` limbs, are in them
    /// yet.
    fn growth(&self, counts: &[usize; NEAR + 1], limbs: usize) -> usize {
        let concerned = match counts[NEAR] {
            0 => NEAR,
            _ => usize::MAX,
        };
        let tables = self.tables[self.level + 1..].iter().take(concerned);
        let growths = tables.enumerate().map(|(ahead, table)| {
            let more = counts[ahead.min(NEAR)];
            table.as_ref().map_or(0, |table| table.growths(more, limbs))
        });
        growths.sum()
    }

    /// Makes the tables that are missing for what was collected; those that are large grow before they are used. Returns their
    /// levels.
    fn make_tables(&mut self, states: &States<W>, counts: &[usize; NEAR + 1]) -> Vec<usize> {
        let first = self.level + 1;
        let is_missing = |&level: &usize| counts[level - first] > 0 && self.tables[level].is_none();
        let missing = Vec::from_iter((first..).take(NEAR).filter(is_missing));
        for &level in &missing {
            let at_first = states_at_first((self.level, level), states, self.room, &self.memory);
            let is_large = at_first > LARGE;
            let now = if is_large { 1 } else { at_first };
            let table = Table::new(level, states.limbs(), now, &mut self.memory);
            if is_large {
                let shape = Shape::for_states(at_first, states.limbs());
                let growth = Growth::new(level, &table, shape, &mut self.memory);
                self.growing.push(growth);
            }
            self.tables[level] = Some(table);
        }
        missing
    }

    /// Whether there is room to merge what was collected, and to collect more.
    fn has_room_for_round(&mut self, counts: &[usize; NEAR + 1], limbs: usize) -> bool {
        let more = self.growth(counts, limbs) + self.words_to_collect();
        if self.memory.words_held() + more > self.room {
            self.memory.tidy();
        }
        self.memory.words_taken() + more <= self.room
    }

    /// The tasks to merge what was collected, the largest first.
    fn merges(
        &mut self,
        counts: &[usize; NEAR + 1],
        collected: &Arc<Vec<Slice<W>>>,
        states: &Arc<States<W>>,
    ) -> Vec<Task<W>> {
        let mut near = Vec::from_iter((0..NEAR).filter(|&ahead| counts[ahead] > 0));
        near.sort_by_key(|&ahead| Reverse(counts[ahead]));
        let merge = |ahead: usize| {
            let level = self.level + 1 + ahead;
            let table = self.tables[level].take().expect("it was made");
            let spare = table.spare(counts[ahead], &mut self.memory);
            Task::Merge(Merge {
                level,
                table,
                spare,
                states: Arc::clone(states),
                collected: Arc::clone(collected),
                ahead,
                done: 0,
            })
        };
        near.into_iter().map(merge).collect()
    }
}
