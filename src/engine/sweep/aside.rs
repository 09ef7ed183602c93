//! Bounded memory: parts of a level are set aside and swept later.
//!
//! A level may be swept in any number of parts; their results are added. The states of two parts may lead to the same
//! later states, which are then swept twice. States that differ in a slot cannot lead to the same state as long as the
//! bit of the slot lives. So a level is split by the slot that lives longest:
//!
//! ```text
//!     level of 4 states, slots x y z      x dies soon, z last      this part     put aside
//!     {x} {x z} {y z} {y}                                          {x} {y}       {x z} {y z}
//! ```
//!
//! Without any room, each part is a single state: a depth-first search without a table, which is slow but gives the
//! same number.

use super::table::States;
use super::walk::Walk;

/// Each of two parts should have at least one state in this many.
const LEAST_SHARE: usize = 6;
/// The slot by which to split is found from the bits of at most this number of states.
const SAMPLE: usize = 1 << 13;

impl<const W: usize> Walk<W> {
    /// The states for which there is room; the others are set aside. Half of the room is for the states that follow
    /// from them.
    pub(super) fn fitting(&mut self, mut states: States<W>) -> States<W> {
        while states.len() > 1 {
            let aside = self.words_aside;
            let taken = self.memory.words_taken() - aside;
            if taken <= self.room.saturating_sub(aside) / 2 {
                break;
            }
            let others = match self.dividing_slot(&states) {
                Some(slot) => states.part(0, &mut self.memory, |key| {
                    key[slot / 64] >> (slot % 64) & 1 == 0
                }),
                None => {
                    let half = states.len() / 2;
                    let mut seen = 0..;
                    states.part(0, &mut self.memory, |_| {
                        seen.next().is_some_and(|place: usize| place < half)
                    })
                }
            };
            self.put_aside(others);
        }
        states
    }

    /// Sets aside the states of the current level that are not yet processed.
    pub(super) fn put_rest_aside(&mut self, mut states: States<W>) {
        let rest = states.part(self.place, &mut self.memory, |_| false);
        self.swept -= rest.len() as u64;
        states.give_back(&mut self.memory);
        self.put_aside(rest);
        self.level += 1;
    }

    fn put_aside(&mut self, states: States<W>) {
        if states.len() > 0 {
            self.words_aside += states.words();
            self.aside.push((self.level, states));
        }
    }

    /// Resumes with the states that were set aside last.
    pub(super) fn take_up(&mut self) -> Option<States<W>> {
        let (level, states) = self.aside.pop()?;
        self.words_aside -= states.words();
        self.level = level;
        Some(states)
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::engine::limits::Allowance;
    use crate::engine::sweep::rounds::Grain;
    use crate::engine::sweep::tests::beside;
    use crate::engine::sweep::{Sweep, account_of_plans, independent};
    use crate::engine::work::Work;
    use crate::problem::{Builder, Entry, Part, Problem};

    /// The number of solutions, and the largest size of all tables in bytes.
    fn counted_in(room: usize, problem: &Problem) -> (String, u64) {
        let plans = account_of_plans(room);
        let work = Work::new(Allowance::default().watch(), &plans);
        let components = independent(problem, &Part::default(), &work).expect("no bounds");
        let component = &components.expect("enough memory").expect("a solution")[0];
        let mut sweep = Sweep::with_grain(component, (room, Grain::default()), &work)
            .expect("enough memory")
            .expect("few bits");
        loop {
            if let Some(count) = sweep.advance(10_000, beside(1)) {
                break (count.to_string(), sweep.effort().peak_bytes);
            }
        }
    }

    /// Eight items of 36 options each, which take three of 26 secondary items.
    fn scattered() -> Problem {
        let mut builder = Builder::default();
        let items = Vec::from_iter((0..8).map(|i| builder.primary(format!("p{i}")).unwrap()));
        let others = Vec::from_iter((0..26).map(|i| builder.secondary(format!("s{i}")).unwrap()));
        let mut random = 1u64;
        for item in items.into_iter().flat_map(|item| [item; 36]) {
            let mut picked = BTreeSet::new();
            while picked.len() < 3 {
                random = random.wrapping_mul(6_364_136_223_846_793_005) + 1;
                picked.insert((random >> 33) as usize % 26);
            }
            let picked = picked.into_iter().map(|place| others[place]);
            let option = [item].into_iter().chain(picked).map(Entry::from);
            builder.option(option).unwrap();
        }
        builder.build()
    }

    /// Tables stay within the room, except for those of one batch.
    #[test]
    fn a_sweep_keeps_to_its_room() {
        let problem = scattered();
        for room in (50..400).step_by(25) {
            let room = room << 10;
            let (count, peak) = counted_in(room, &problem);
            assert_eq!(count, "147558");
            let most = room as u64 + (4 << 10);
            assert!(peak <= most, "{peak} bytes of {room}");
        }
    }
}
