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

use super::bounded::Step;
use super::needs::{BLOCK, Needs, SET, Sets, only};
use crate::engine::work::{Stop, Work};

/// The work of expanding a state and comparing it with a few options, and of choosing one of these, in units of about a
/// nanosecond. These and the other prices were fitted to the times of some hundred sweeps.
const WORK_OF_STATE: u64 = 40;
const WORK_OF_CHOICE: u64 = 8;

/// About how many levels without a choice are passed in one go.
const RUN: usize = 128;

/// The level from which on a state that comes from level `from` is stored even without a choice. Otherwise ways that meet in a
/// long run of such levels would each go on to its end. Those from nearby levels rest at the same one.
#[inline(always)]
pub(super) fn rest_after(from: usize) -> usize {
    (from / RUN + 2) * RUN
}

/// The work of passing a level with a state of `W` words.
#[inline(always)]
fn work_of_level<const W: usize>() -> u64 {
    5 + W as u64
}

/// The work of testing options one by one against a state of `W` words.
#[inline(always)]
fn work_of_tests<const W: usize>(options: usize) -> u64 {
    (options * (W + 3)) as u64 / 5
}

/// The work of adding a state of `W` words to a table, without waiting for memory.
#[inline(always)]
pub(super) fn work_of_adding<const W: usize>() -> u64 {
    11 * W as u64
}

/// A level of either kind of sweep.
pub(super) trait Leveled<const W: usize>: Sized {
    /// The number of options that are compared with each state.
    fn option_count(&self) -> usize;

    /// The work of going through a state.
    fn work_of_state(&self) -> u64;

    /// Whether a slot is part of states up to this level.
    fn ends(&self, slot: usize) -> bool;

    /// Passes on each option that can be chosen in a state, by its place, and the state after the level, unless it is a
    /// dead end.
    fn each_choice(&self, key: &[u64; W], hand_on: impl FnMut(usize, [u64; W]));

    /// Follows a state from level `at` to the next level at which it must be stored; `None` for a dead end. That is a
    /// level with a choice; unless single options are `SILENT`, also a level where one is chosen; and one where a long run
    /// without a choice [rests](rest_after).
    fn settle<const SILENT: bool>(
        levels: &[Self],
        state: [u64; W],
        at: usize,
        work: &mut u64,
    ) -> Option<(usize, [u64; W])>;
}

/// The levels of a sweep.
#[derive(Debug)]
pub(super) enum Levels<const W: usize> {
    /// All items are covered once: a level for each.
    Once(Vec<Level<W>>),
    /// Some have other bounds: a level for each option.
    Bounded(Vec<Step<W>>),
}

impl<const W: usize> Levels<W> {
    pub(super) fn len(&self) -> usize {
        match self {
            Levels::Once(levels) => levels.len(),
            Levels::Bounded(levels) => levels.len(),
        }
    }

    pub(super) fn option_count(&self, level: usize) -> usize {
        match self {
            Levels::Once(levels) => levels[level].option_count(),
            Levels::Bounded(levels) => levels[level].option_count(),
        }
    }

    /// The work of going through a state of a level.
    pub(super) fn work_of_state(&self, level: usize) -> u64 {
        match self {
            Levels::Once(levels) => levels[level].work_of_state(),
            Levels::Bounded(levels) => levels[level].work_of_state(),
        }
    }

    /// The number of levels, from this one on, for which a slot is part of states, if it ends.
    pub(super) fn end_of(&self, slot: usize, level: usize) -> Option<usize> {
        match self {
            Levels::Once(levels) => levels[level..].iter().position(|level| level.ends(slot)),
            Levels::Bounded(levels) => levels[level..].iter().position(|level| level.ends(slot)),
        }
    }

    /// Follows the state before all levels.
    pub(super) fn settle_first<const SILENT: bool>(
        &self,
        work: &mut u64,
    ) -> Option<(usize, [u64; W])> {
        match self {
            Levels::Once(levels) => Leveled::settle::<SILENT>(levels, [0; W], 0, work),
            Levels::Bounded(levels) => Leveled::settle::<SILENT>(levels, [0; W], 0, work),
        }
    }
}

/// One level, in bits of a state.
#[derive(Debug)]
pub(super) struct Level<const W: usize> {
    item: Item,
    pub(super) birth: [u64; W],
    pub(super) death: [u64; W],
    /// Those of `death` that are primary.
    pub(super) must: [u64; W],
    /// In the order of the problem.
    options: Vec<Choice<W>>,
    /// Where there are many options: which of them a state allows.
    needs: Option<Box<Needs>>,
    /// The work of going through a state.
    work: u64,
}

/// How to find out whether the item of a level must be covered.
#[derive(Debug)]
pub(super) enum Item {
    /// No earlier option names it.
    Open,
    /// The slot says it.
    Bit { word: usize, bit: u64 },
    /// All of its options are at earlier levels. Another bit may have its slot now.
    Covered,
}

impl Item {
    pub(super) fn at(slot: u32) -> Item {
        Item::Bit {
            word: slot as usize / 64,
            bit: 1 << (slot % 64),
        }
    }
}

/// One option.
#[derive(Debug)]
pub(super) struct Choice<const W: usize> {
    /// Bits that must be set for the option to be chosen.
    pub(super) need: [u64; W],
    /// Bits that are cleared by choosing it.
    pub(super) strike: [u64; W],
}

impl<const W: usize> Level<W> {
    /// A level for this number of options.
    pub(super) fn new(item: Item, options: usize) -> Self {
        Level {
            item,
            birth: [0; W],
            death: [0; W],
            must: [0; W],
            options: Vec::with_capacity(options),
            needs: None,
            work: WORK_OF_STATE,
        }
    }

    pub(super) fn push(&mut self, option: Choice<W>) {
        self.options.push(option);
    }

    /// Prepares a level that has all its options, in at most `room` bytes. Returns the bytes that this takes.
    pub(super) fn finish(&mut self, room: usize, work: &Work) -> Result<usize, Stop> {
        let needs = self.options.iter().map(|option| &option.need[..]);
        self.needs = Needs::new(&Vec::from_iter(needs), room, work.account);
        let Some(needs) = &self.needs else {
            if self.options.len() > SET {
                self.work += work_of_tests::<W>(self.options.len());
            }
            return Ok(0);
        };
        self.work += needs.work();
        work.spend(needs.work_to_make())?;
        Ok(needs.bytes())
    }

    /// The number of sets of up to 64 options.
    #[inline(always)]
    fn set_count(&self) -> usize {
        self.options.len().div_ceil(SET)
    }

    /// The only option that can be chosen, as a bit of a set, and its set; several bits if there are more, and none if there is none.
    #[inline(always)]
    pub(super) fn only(&self, state: &[u64; W], work: &mut u64) -> (u64, usize) {
        match &self.needs {
            Some(needs) => needs.only(state, work),
            None if self.options.len() > SET => self.only_of_many(state, work),
            None => {
                *work += work_of_tests::<W>(self.options.len());
                (live(&self.options, state), 0)
            }
        }
    }

    /// The same if there are several sets, and no memory for their needs.
    #[inline(never)]
    fn only_of_many(&self, state: &[u64; W], work: &mut u64) -> (u64, usize) {
        *work += work_of_tests::<W>(self.options.len());
        only(self.set_count(), |set| {
            self.live(set, state, &mut [0; BLOCK])
        })
    }

    /// The options of a set that can be chosen, as bits. Sets are requested one after the other.
    #[inline(always)]
    pub(super) fn live(&self, set: usize, state: &[u64; W], block: &mut Sets) -> u64 {
        match &self.needs {
            Some(needs) => needs.live(set, state, block),
            None => {
                let options = &self.options[set * SET..];
                live(&options[..options.len().min(SET)], state)
            }
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

    /// The state after this level; `None` if an item is left that cannot be covered any more.
    #[inline(always)]
    fn leave(&self, state: &[u64; W]) -> Option<[u64; W]> {
        let is_open = !is_lost(state, &self.must);
        is_open.then(|| std::array::from_fn(|w| state[w] & !self.death[w]))
    }
}

impl<const W: usize> Leveled<W> for Level<W> {
    #[inline(always)]
    fn option_count(&self) -> usize {
        self.options.len()
    }

    #[inline(always)]
    fn work_of_state(&self) -> u64 {
        self.work
    }

    #[inline(always)]
    fn ends(&self, slot: usize) -> bool {
        self.death[slot / 64] >> (slot % 64) & 1 == 1
    }

    #[inline(always)]
    fn each_choice(&self, key: &[u64; W], mut hand_on: impl FnMut(usize, [u64; W])) {
        let state = self.with_births(key);
        let mut block = [0; BLOCK];
        for set in 0..self.set_count() {
            let mut live = self.live(set, &state, &mut block);
            while live != 0 {
                let place = set * SET + live.trailing_zeros() as usize;
                live &= live - 1;
                if let Some(left) = self.leave(&self.options[place].strike(&state)) {
                    hand_on(place, left);
                }
            }
        }
    }

    // In the page for the browser, it is more important that the program is small.
    #[cfg_attr(target_family = "wasm", inline(never))]
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn settle<const SILENT: bool>(
        levels: &[Self],
        mut state: [u64; W],
        mut at: usize,
        work: &mut u64,
    ) -> Option<(usize, [u64; W])> {
        *work += WORK_OF_CHOICE;
        let rest = rest_after(at);
        while let Some(level) = levels.get(at) {
            *work += work_of_level::<W>();
            let mut with = level.with_births(&state);
            if level.is_to_cover(&state) {
                let (live, set) = level.only(&with, work);
                if live == 0 {
                    return None;
                }
                if !SILENT || !live.is_power_of_two() || at >= rest {
                    return Some((at, state));
                }
                let only = set * SET + live.trailing_zeros() as usize;
                with = level.options[only].strike(&with);
            }
            state = level.leave(&with)?;
            at += 1;
        }
        Some((at, state))
    }
}

/// Whether a state still has a bit of an item that `must` be covered by then.
#[inline(always)]
pub(super) fn is_lost<const W: usize>(state: &[u64; W], must: &[u64; W]) -> bool {
    let words = state.iter().zip(must);
    words.fold(0, |lost, (word, must)| lost | word & must) != 0
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

#[cfg(test)]
mod tests {
    use crate::engine::count::Count;
    use crate::engine::sweep::tests::begun;
    use crate::problem::Problem;

    /// Items that are each covered with the secondary item before or after it: once after, then always after. If it is
    /// bounded, the first item is covered with the one before.
    fn shifting(items: usize, is_bounded: bool) -> Problem {
        let primary = (0..items).map(|item| format!("p{item} "));
        let secondary = (0..=items).map(|item| format!(" s{item}"));
        let options = (0..items).map(|item| {
            let bounded = if is_bounded && item < 3 { "q" } else { "" };
            format!("\np{item} s{item}\np{item} s{} {bounded}", item + 1)
        });
        let bounds = if is_bounded { "0:2|q " } else { "" };
        let primary = bounds.chars().map(String::from).chain(primary);
        let (primary, secondary): (String, String) = (primary.collect(), secondary.collect());
        let text = format!("{primary}|{secondary}{}", options.collect::<String>());
        Problem::parse(&text).unwrap()
    }

    /// The number of solutions, and the work of the sweep.
    fn swept(problem: &Problem) -> (Count, u64) {
        let (mut sweep, beside) = begun(problem);
        loop {
            if let Some(count) = sweep.advance(u64::MAX, beside) {
                return (count, sweep.report().spent);
            }
        }
    }

    /// All ways through a long run of single options end in the same state.
    #[test]
    fn runs_of_single_options_meet() {
        for is_bounded in [false, true] {
            let work = |items| {
                let problem = shifting(items, is_bounded);
                assert_eq!(problem.has_bounds(), is_bounded);
                let (count, work) = swept(&problem);
                assert_eq!(count, (items + usize::from(!is_bounded)) as u64);
                work
            };
            let (small, large) = (work(1000), work(10_000));
            assert!(large < 20 * small, "{is_bounded}: {small} {large}");
        }
    }

    /// An item that is covered twice: once it is, no option that is left can be chosen.
    #[test]
    fn runs_without_an_option_meet() {
        let work = |options: usize| {
            let problem = Problem::parse(&format!("2|x\n{}", "x\n".repeat(options))).unwrap();
            let (count, work) = swept(&problem);
            assert_eq!(count, (options * (options - 1) / 2) as u64);
            work
        };
        let (small, large) = (work(1000), work(10_000));
        assert!(large < 20 * small, "{small} {large}");
    }
}
