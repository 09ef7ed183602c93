//! What one thread does of a [round](super::rounds): it expands a slice of states, or merges into one table.

use std::ops::Range;
use std::sync::Arc;

use super::level::{Leveled, Levels};
use super::memory::Memory;
use super::table::{Spare, States, Table};
use super::walk::{BATCH, Reached};

/// States of this number of next levels are merged level by level; there are few states further ahead.
pub(super) const NEAR: usize = 32;

/// The successors of some of the states of a level.
#[derive(Debug)]
pub(super) struct Slice<const W: usize> {
    /// A list for each distance in levels; the last list has all states that are further ahead.
    pub(super) ahead: Vec<Vec<Reached<W>>>,
    /// The work of collecting them.
    pub(super) work: u64,
}

impl<const W: usize> Default for Slice<W> {
    fn default() -> Self {
        Slice {
            ahead: vec![Vec::new(); NEAR + 1],
            work: 0,
        }
    }
}

impl<const W: usize> Slice<W> {
    pub(super) fn clear(&mut self) {
        self.ahead.iter_mut().for_each(Vec::clear);
        self.work = 0;
    }

    /// Words of memory that are taken.
    pub(super) fn words(&self) -> usize {
        let capacity: usize = self.ahead.iter().map(Vec::capacity).sum();
        capacity * size_of::<Reached<W>>() / size_of::<u64>()
    }
}

/// What one thread does.
pub(super) enum Task<const W: usize> {
    Expand(Expand<W>),
    Merge(Merge<W>),
}

/// Collects the successors of the states at some places.
pub(super) struct Expand<const W: usize> {
    pub(super) levels: Arc<Levels<W>>,
    pub(super) level: usize,
    pub(super) states: Arc<States<W>>,
    pub(super) places: Range<usize>,
    pub(super) slice: Slice<W>,
}

/// Adds all that was collected for a level to its table.
pub(super) struct Merge<const W: usize> {
    pub(super) level: usize,
    pub(super) table: Table<W>,
    pub(super) spare: Spare,
    pub(super) states: Arc<States<W>>,
    pub(super) collected: Arc<Vec<Slice<W>>>,
    /// Which list of each slice is merged.
    pub(super) ahead: usize,
    /// States that were added.
    pub(super) done: usize,
}

impl<const W: usize> Task<W> {
    pub(super) fn run(&mut self) {
        match self {
            Task::Expand(expand) => expand.run(),
            Task::Merge(merge) => merge.run(),
        }
    }
}

impl<const W: usize> Expand<W> {
    fn run(&mut self) {
        let levels = Arc::clone(&self.levels);
        match &*levels {
            Levels::Once(levels) => self.run_through(levels),
            Levels::Bounded(levels) => self.run_through(levels),
        }
    }

    fn run_through(&mut self, levels: &[impl Leveled<W>]) {
        let Slice { ahead, work } = &mut self.slice;
        let level = &levels[self.level];
        let next = self.level + 1;
        for place in self.places.clone() {
            let Some((key, _)) = self.states.get(place) else {
                continue;
            };
            *work += level.work_of_state();
            level.each_choice(key, |_, left| {
                if let Some((at, key)) = Leveled::settle::<true>(levels, left, next, work) {
                    ahead[(at - next).min(NEAR)].push((key, at as u32, place as u32));
                }
            });
        }
    }
}

impl<const W: usize> Merge<W> {
    /// Adds the states for which there is memory: nearly always all.
    fn run(&mut self) {
        for slice in &self.collected[..] {
            for batch in slice.ahead[self.ahead].chunks(BATCH) {
                // The loads of this loop overlap.
                let touch = |touched, (key, ..): &Reached<W>| touched | self.table.touch(key);
                std::hint::black_box(batch.iter().fold(0, touch));
                for (key, _, place) in batch {
                    let ways = self.states.ways(*place);
                    if !self.table.add_within(key, ways, &mut self.spare) {
                        return;
                    }
                    self.done += 1;
                }
            }
        }
    }

    /// Adds the rest, with all the memory that it takes. Returns the level and its table.
    pub(super) fn finish(mut self, memory: &mut Memory) -> (usize, Table<W>) {
        self.spare.give_back(memory);
        let lists = self.collected.iter().map(|slice| &slice.ahead[self.ahead]);
        for (key, _, place) in lists.flatten().skip(self.done) {
            self.table.add(key, self.states.ways(*place), memory);
        }
        (self.level, self.table)
    }
}
