//! A level of a sweep, in bits of a state, and what follows a state after a level.
//!
//! A state is the set of slots whose bits are still set. An option of the level can be chosen if its `need` is in the
//! state; then its `strike` is cleared. The result is *settled*: it moves on to the next level at which it must be
//! stored.
//!
//! ```text
//!     levels                     0         1          2             3              4
//!     options live               2         covered    1             2              …
//!     settled for a count        here      passed     chosen, on    here
//!     settled for a diagram      here      passed     here          here
//! ```
//!
//! A count may skip a level with a single live option, since it does not matter which option it was. A diagram may not:
//! each option of a solution needs a node.

use super::plan::{ItemState, LevelPlan, OptionPlan};

/// One level, in bits of a state.
#[derive(Debug)]
pub(super) struct Level<const W: usize> {
    item: Item,
    birth: [u64; W],
    pub(super) death: [u64; W],
    must: [u64; W],
    options: Vec<Choice<W>>,
}

/// How to find out whether the item of a level must be covered.
#[derive(Debug)]
enum Item {
    Open,
    Bit { word: usize, bit: u64 },
    Covered,
}

#[derive(Debug)]
struct Choice<const W: usize> {
    need: [u64; W],
    strike: [u64; W],
}

fn set<const W: usize>(slots: &[u32]) -> [u64; W] {
    let mut set = [0; W];
    for &slot in slots {
        set[slot as usize / 64] |= 1 << (slot % 64);
    }
    set
}

impl<const W: usize> Level<W> {
    pub(super) fn new(plan: &LevelPlan) -> Self {
        let choice = |option: &OptionPlan| Choice {
            need: set(&option.need),
            strike: set(&option.strike),
        };
        Level {
            item: match plan.item {
                ItemState::Open => Item::Open,
                ItemState::Covered => Item::Covered,
                ItemState::Slot(slot) => Item::Bit {
                    word: slot as usize / 64,
                    bit: 1 << (slot % 64),
                },
            },
            birth: set(&plan.birth),
            death: set(&plan.death),
            must: set(&plan.must),
            options: plan.options.iter().map(choice).collect(),
        }
    }

    #[inline(always)]
    fn is_to_cover(&self, state: &[u64; W]) -> bool {
        match self.item {
            Item::Open => true,
            Item::Bit { word, bit } => state[word] & bit != 0,
            Item::Covered => false,
        }
    }

    /// The state together with the bits that are born here.
    #[inline(always)]
    fn with_births(&self, state: &[u64; W]) -> [u64; W] {
        std::array::from_fn(|w| state[w] | self.birth[w])
    }

    /// Passes on each option that can be chosen in a state, by its place, with the state after the level, unless that
    /// is a dead end.
    #[inline(always)]
    pub(super) fn each_choice(&self, key: &[u64; W], mut hand_on: impl FnMut(usize, [u64; W])) {
        let state = self.with_births(key);
        for (chunk, options) in self.options.chunks(64).enumerate() {
            let mut live = live(options, &state);
            while live != 0 {
                let place = live.trailing_zeros() as usize;
                live &= live - 1;
                if let Some(left) = self.leave(&options[place].strike(&state)) {
                    hand_on(64 * chunk + place, left);
                }
            }
        }
    }

    /// Number of options.
    #[inline(always)]
    pub(super) fn option_count(&self) -> usize {
        self.options.len()
    }

    /// The state after this level; `None` if an item is open that can no longer be covered.
    #[inline(always)]
    fn leave(&self, state: &[u64; W]) -> Option<[u64; W]> {
        let mut lost = 0;
        for (word, must) in state.iter().zip(&self.must) {
            lost |= word & must;
        }
        (lost == 0).then(|| std::array::from_fn(|w| state[w] & !self.death[w]))
    }
}

/// Which of up to 64 options can be chosen, as bits, without a branch for each option.
#[inline(always)]
fn live<const W: usize>(options: &[Choice<W>], state: &[u64; W]) -> u64 {
    let mut live = 0;
    for (place, option) in options.iter().enumerate() {
        let mut missing = 0;
        for (need, word) in option.need.iter().zip(state) {
            missing |= need & !word;
        }
        live |= u64::from(missing == 0) << place;
    }
    live
}

impl<const W: usize> Choice<W> {
    #[inline(always)]
    fn strike(&self, state: &[u64; W]) -> [u64; W] {
        std::array::from_fn(|w| state[w] & !self.strike[w])
    }
}

/// Follows a state from level `at` to the next level at which it must be stored; `None` for a dead end. That is a level
/// with a choice; unless single options are `SILENT`, also a level with one option.
#[inline(always)]
pub(super) fn settle<const W: usize, const SILENT: bool>(
    levels: &[Level<W>],
    mut state: [u64; W],
    mut at: usize,
    tests: &mut u64,
) -> Option<(usize, [u64; W])> {
    while let Some(level) = levels.get(at) {
        let mut with = level.with_births(&state);
        if level.is_to_cover(&state) {
            *tests += level.options.len() as u64;
            let mut only = None;
            for options in level.options.chunks(64) {
                let live = live(options, &with);
                if live == 0 {
                    continue;
                }
                if !SILENT || only.is_some() || live & (live - 1) != 0 {
                    return Some((at, state));
                }
                only = Some(&options[live.trailing_zeros() as usize]);
            }
            with = only?.strike(&with);
        }
        state = level.leave(&with)?;
        at += 1;
    }
    Some((at, state))
}
