//! A level of a sweep through a problem with bounds: one option, and the successors of a state with it and without it.

use crate::engine::sweep::level::{Leveled, is_lost, rest_after};

/// The work of going through a state, and then that of passing a level, for each word of the state and for each field of the
/// option, in units of about a nanosecond.
const WORK_OF_STATE: u64 = 36;
const WORK_OF_WORD: u64 = 1;
const WORK_OF_FIELD: u64 = 5;
/// The branches of a level, for its work: with the option and without it.
const BRANCHES: usize = 2;

/// One option.
#[derive(Debug)]
pub(in crate::engine::sweep) struct Step<const W: usize> {
    /// The bits that are part of states from here on, each field with its capacity and its guard.
    pub(super) birth: [u64; W],
    /// The slots that are part of states up to here.
    pub(super) death: [u64; W],
    /// Bits that must be set for the option to be chosen, and bits that its choice clears.
    pub(super) need: [u64; W],
    pub(super) strike: [u64; W],
    /// The lowest bit of each field that the choice takes 1 from, and the guards of these fields.
    pub(super) one: [u64; W],
    pub(super) guards: [u64; W],
    /// Bits of items that must be covered, and that no later option names.
    pub(super) must: [u64; W],
    pub(super) fields: Vec<Field>,
}

/// What must hold of a field after a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub(super) word: u32,
    pub(super) shift: u32,
    /// Of the capacity, at the lowest place.
    pub(super) mask: u64,
    /// How often the item may be left uncovered: `high − low`.
    pub(super) spare: u64,
    /// Options of the item at later levels.
    pub(super) rest: u64,
}

impl<const W: usize> Step<W> {
    /// Without bits, with room for this number of fields.
    pub(super) fn new(fields: usize) -> Self {
        Step {
            birth: [0; W],
            death: [0; W],
            need: [0; W],
            strike: [0; W],
            one: [0; W],
            guards: [0; W],
            must: [0; W],
            fields: Vec::with_capacity(fields),
        }
    }

    /// The states after this level, with the option and without it, each unless it is a dead end.
    #[inline(always)]
    fn branches(&self, key: &[u64; W]) -> [Option<[u64; W]>; BRANCHES] {
        let state = std::array::from_fn(|w| key[w] | self.birth[w]);
        [self.take(&state), self.leave(state)]
    }

    /// The state after the option is chosen.
    #[inline(always)]
    fn take(&self, state: &[u64; W]) -> Option<[u64; W]> {
        let mut missing = 0;
        let taken = std::array::from_fn(|w| {
            let less = state[w].wrapping_sub(self.one[w]);
            missing |= self.need[w] & !state[w] | self.guards[w] & !less;
            less & !self.strike[w]
        });
        match missing {
            0 => self.leave(taken),
            _ => None,
        }
    }

    /// The state without the bits and fields that end here; `None` if an item cannot be covered any more.
    #[inline(always)]
    fn leave(&self, mut state: [u64; W]) -> Option<[u64; W]> {
        if is_lost(&state, &self.must) {
            return None;
        }
        for field in &self.fields {
            let word = &mut state[field.word as usize];
            let capacity = *word >> field.shift & field.mask;
            if capacity > field.spare + field.rest {
                return None;
            }
            if capacity <= field.spare && capacity > field.rest {
                *word ^= (capacity ^ field.rest) << field.shift;
            }
        }
        Some(std::array::from_fn(|w| state[w] & !self.death[w]))
    }
}

impl<const W: usize> Leveled<W> for Step<W> {
    fn option_count(&self) -> usize {
        BRANCHES
    }

    #[inline(always)]
    fn work_of_state(&self) -> u64 {
        WORK_OF_STATE
    }

    fn ends(&self, slot: usize) -> bool {
        self.death[slot / 64] >> (slot % 64) & 1 == 1
    }

    #[inline(always)]
    fn each_choice(&self, key: &[u64; W], mut hand_on: impl FnMut(usize, [u64; W])) {
        for (place, state) in self.branches(key).into_iter().enumerate() {
            if let Some(state) = state {
                hand_on(place, state);
            }
        }
    }

    // In a page, it is more important that the program is small.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn settle<const SILENT: bool>(
        levels: &[Self],
        mut state: [u64; W],
        mut at: usize,
        work: &mut u64,
    ) -> Option<(usize, [u64; W])> {
        let rest = rest_after(at);
        while let Some(step) = levels.get(at) {
            *work += WORK_OF_WORD * W as u64 + WORK_OF_FIELD * step.fields.len() as u64;
            let next = match step.branches(&state) {
                [Some(_), Some(_)] => return Some((at, state)),
                [Some(_), None] if !SILENT => return Some((at, state)),
                [with, without] => with.or(without)?,
            };
            if at >= rest {
                return Some((at, state));
            }
            state = next;
            at += 1;
        }
        Some((at, state))
    }
}
