//! A sweep of some states from one level to a later one.

use super::plan::Plan;
use super::renamings::Renamings;
use super::states::{States, Table};
use super::{WORK_OF_STEP, has};

/// States that are processed between two checks of the allowed work.
const BATCH: usize = 256;

/// States that go from level to level together. If there are too many, some of them wait.
#[derive(Debug)]
pub(super) struct March {
    pub(super) level: usize,
    pub(super) states: States,
    place: usize,
    next: Table,
    /// States that wait, each list with its level.
    aside: Vec<(usize, States)>,
    /// No level has many more states than this.
    most: usize,
    state: Vec<u64>,
    other: Vec<u64>,
    pub(super) work: u64,
    pub(super) swept: u64,
    pub(super) widest: usize,
}

impl March {
    pub(super) fn new((level, states): (usize, States), words: usize, most: usize) -> March {
        March {
            level,
            states,
            place: 0,
            next: Table::new(words),
            aside: Vec::new(),
            most,
            state: Vec::new(),
            other: Vec::new(),
            work: 0,
            swept: 0,
            widest: 0,
        }
    }

    /// Continues with a batch of states. Returns whether all are at the next level now.
    pub(super) fn step(&mut self, plan: &Plan) -> bool {
        let end = self.states.len().min(self.place + BATCH);
        for place in self.place..end {
            self.work += WORK_OF_STEP;
            self.leave(place, plan);
        }
        self.swept += (end - self.place) as u64;
        self.place = end;
        if self.next.len() > self.most && end < self.states.len() {
            let rest = self.states.pick(end..self.states.len());
            self.aside.push((self.level, rest));
            self.place = self.states.len();
        }
        if self.place < self.states.len() {
            return false;
        }
        self.next.move_to(&mut self.states);
        self.place = 0;
        self.level += 1;
        self.widest = self.widest.max(self.states.len());
        true
    }

    /// Adds the successors of a state to the next level.
    fn leave(&mut self, place: usize, plan: &Plan) {
        let March { state, next, .. } = self;
        let level = &plan.levels[self.level];
        let (key, ways) = (self.states.key(place), self.states.ways(place));
        if !has(key, level.item) {
            state.clear();
            state.extend_from_slice(key);
            if level.leave(state) {
                next.add(state, ways);
            }
            return;
        }
        for &option in &level.options {
            let set = &plan.sets[option as usize];
            if set.iter().zip(key).any(|(set, key)| set & !key != 0) {
                continue;
            }
            self.work += WORK_OF_STEP;
            state.clear();
            state.extend(set.iter().zip(key).map(|(set, key)| key & !set));
            if level.leave(state) {
                next.add(state, ways);
            }
        }
    }

    /// Moves on to level `to`, until `last` work was done in all. There, the states are renamed to be as small as
    /// possible, or equal to one that is `known`, and added to those that have `arrived`. Returns whether all have
    /// arrived.
    pub(super) fn go_on(
        &mut self,
        plan: &Plan,
        (to, renamings): (usize, &Renamings),
        last: u64,
        (known, arrived): (&Table, &mut Table),
    ) -> bool {
        while self.work < last {
            if self.level < to {
                self.step(plan);
            } else if self.arrive(renamings, known, arrived) {
                let Some((level, states)) = self.aside.pop() else {
                    return true;
                };
                (self.level, self.states, self.place) = (level, states, 0);
            }
        }
        false
    }

    /// Adds a batch of states to those that have arrived. Returns whether these were the last ones.
    fn arrive(&mut self, renamings: &Renamings, known: &Table, arrived: &mut Table) -> bool {
        let is_known = |state: &[u64]| known.has(state);
        let end = self.states.len().min(self.place + BATCH);
        for place in self.place..end {
            self.state.clear();
            self.state.extend_from_slice(self.states.key(place));
            self.work += renamings.lessen(&mut self.state, &mut self.other, is_known);
            arrived.add(&self.state, self.states.ways(place));
        }
        self.place = end;
        end == self.states.len()
    }

    pub(super) fn bytes(&self) -> usize {
        let aside = self.aside.iter().map(|(_, states)| states.bytes());
        self.states.bytes() + self.next.bytes() + aside.sum::<usize>()
    }
}
