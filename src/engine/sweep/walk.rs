//! The sweep itself: level by level, from the states of one level to those behind it.
//!
//! A state is the set of slots whose bits are still there. An option of the level can be chosen if its `need` is in the
//! state; then its `strike` is taken out. What comes of it is *settled*: levels whose item is covered are passed, and
//! so are those at which only one option can be chosen, which is chosen. So a state is stored only where there is a
//! choice, and never where there is none.
//!
//! ```text
//!     level 0            1             2            3               n
//!     {}: 1 ──▶ {b c}: 1 ──▶ … ──▶ {e}: 3 ──────▶ {f g}: 5 ──▶ {}: 7, the number of all solutions
//!         └──────────────▶ {c}: 1 ──▶ {e} again: + 1
//! ```
//!
//! The sum over all ways is linear, so any set of states of a level can be put aside and swept later by itself, and
//! the results be added. That is how memory is bounded: see [`aside`](super::aside).

use num_bigint::BigUint;

use super::plan::{ItemState, LevelPlan, OptionPlan, Plan};
use super::table::{Memory, States, Table};

/// New states that are collected before they are added, so that the memory for several is fetched at once.
const BATCH: usize = 64;

/// One level, in bits of a state.
#[derive(Debug)]
pub(super) struct Level<const W: usize> {
    item: Item,
    birth: [u64; W],
    pub(super) death: [u64; W],
    must: [u64; W],
    options: Vec<Choice<W>>,
}

/// Where a state tells whether the item of a level is to be covered.
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
    fn new(plan: &LevelPlan) -> Self {
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

    /// The state with the bits that are born here.
    #[inline(always)]
    fn with_births(&self, state: &[u64; W]) -> [u64; W] {
        std::array::from_fn(|w| state[w] | self.birth[w])
    }

    /// The state behind this level; `None` if an item is left that cannot be covered any more.
    #[inline(always)]
    fn leave(&self, state: &[u64; W]) -> Option<[u64; W]> {
        let mut lost = 0;
        for (word, must) in state.iter().zip(&self.must) {
            lost |= word & must;
        }
        (lost == 0).then(|| std::array::from_fn(|w| state[w] & !self.death[w]))
    }
}

/// Which of up to 64 options can be chosen, as bits: without a branch for each.
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

/// Follows a state, before its level `at`, to the next level with a choice; `None` for a dead end.
#[inline(always)]
fn settle<const W: usize>(
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
                if only.is_some() || live & (live - 1) != 0 {
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

/// A state that was reached: its level, and the place of the state that it comes from.
type Reached<const W: usize> = ([u64; W], u32, u32);

/// A sweep under way.
#[derive(Debug)]
pub(super) struct Walk<const W: usize> {
    pub(super) levels: Vec<Level<W>>,
    /// The states that were reached, by level; behind the last one, the solutions.
    tables: Vec<Option<Table<W>>>,
    /// The states of the level at work, and the next place among them.
    pub(super) states: Option<States<W>>,
    pub(super) level: usize,
    pub(super) place: usize,
    batch: Vec<Reached<W>>,
    /// Parts of levels that are swept later.
    pub(super) aside: Vec<(usize, States<W>)>,
    pub(super) words_aside: usize,
    pub(super) memory: Memory,
    /// If only a sample is swept, how many states of each level.
    pub(super) sample: Option<usize>,
    /// Words that may be held.
    pub(super) room: usize,
    /// Solutions of all parts that were swept to the end.
    pub(super) total: BigUint,
    /// Tests of an option against a state.
    pub(super) tests: u64,
    /// States that were gone through, and the most at one level.
    pub(super) swept: u64,
    pub(super) widest: usize,
}

impl<const W: usize> Walk<W> {
    /// Most slots of a state.
    pub(super) const SLOTS: usize = 64 * W;

    /// A sweep that holds `bytes` of states, if it can.
    pub(super) fn new(plan: &Plan, bytes: usize, sample: Option<usize>) -> Self {
        let levels = Vec::from_iter(plan.levels.iter().map(Level::new));
        let mut walk = Walk {
            tables: std::iter::repeat_with(|| None)
                .take(levels.len() + 1)
                .collect(),
            levels,
            states: None,
            level: 0,
            place: 0,
            batch: Vec::with_capacity(2 * BATCH),
            aside: Vec::new(),
            words_aside: 0,
            memory: Memory::default(),
            sample,
            room: bytes / size_of::<u64>(),
            total: BigUint::ZERO,
            tests: 0,
            swept: 0,
            widest: 0,
        };
        if let Some((level, state)) = settle(&walk.levels, [0; W], 0, &mut walk.tests) {
            let mut table = Table::new(1, 1, &mut walk.memory);
            table.add(&state, &[1], &mut walk.memory);
            walk.tables[level] = Some(table);
        }
        walk
    }

    /// Sweeps on, for about so many tests of an option against a state; whether it has come to the end.
    pub(super) fn advance(&mut self, tests: u64) -> bool {
        let last = self.tests.saturating_add(tests);
        loop {
            if self.states.is_none() && !self.next_level() {
                return true;
            }
            if self.tests >= last {
                return false;
            }
            self.expand(last);
        }
    }

    /// Goes on to the next level with states, or to the last of the parts that were put aside; `false` at the end.
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
        let states = self.sampled(states);
        let states = self.fitting(states);
        self.swept += states.len() as u64;
        self.widest = self.widest.max(states.len());
        self.states = Some(states);
        self.place = 0;
    }

    /// Goes through states of the level at work until so many tests were made.
    fn expand(&mut self, last: u64) {
        let Some(states) = self.states.take() else {
            return;
        };
        let places = states.places();
        let mut is_short = false;
        while self.place < places && self.tests < last && !is_short {
            self.collect(&states);
            add_all(&mut self.batch, &mut self.tables, &states, &mut self.memory);
            is_short = self.is_short_of_room();
        }
        if self.place == places {
            states.give_back(&mut self.memory);
            self.level += 1;
        } else if is_short {
            self.put_rest_aside(states);
        } else {
            self.states = Some(states);
        }
    }

    /// Collects what comes of the next states of the level at work: a batch, or more if one state has many options.
    #[inline(always)]
    fn collect(&mut self, states: &States<W>) {
        let places = states.places();
        let level = &self.levels[self.level];
        while self.place < places && self.batch.len() < BATCH {
            let place = self.place;
            self.place += 1;
            let Some((key, _)) = states.get(place) else {
                continue;
            };
            let state = level.with_births(key);
            self.tests += level.options.len() as u64;
            for options in level.options.chunks(64) {
                let mut live = live(options, &state);
                while live != 0 {
                    let option = &options[live.trailing_zeros() as usize];
                    live &= live - 1;
                    let Some(left) = level.leave(&option.strike(&state)) else {
                        continue;
                    };
                    let behind = self.level + 1;
                    if let Some((at, key)) = settle(&self.levels, left, behind, &mut self.tests) {
                        self.batch.push((key, at as u32, place as u32));
                    }
                }
            }
        }
    }

    /// Whether the tables may not grow any more.
    fn is_short_of_room(&mut self) -> bool {
        // Even if all tables grow fourfold, there is room for them beside those that they were.
        if self.memory.words_held() <= self.room / 8 {
            return false;
        }
        let tables = self.tables[self.level + 1..].iter().flatten();
        let growth: usize = tables.map(|table| table.growth(2 * BATCH)).sum();
        if self.memory.words_held() + growth > self.room {
            self.memory.tidy();
        }
        self.memory.words_taken() + growth > self.room
    }
}

/// A number of several limbs.
fn number(limbs: &[u64]) -> BigUint {
    let add = |sum: BigUint, &limb: &u64| (sum << u64::BITS) + limb;
    limbs.iter().rev().fold(BigUint::ZERO, add)
}

/// Adds the states that were reached to the tables of their levels.
#[inline(always)]
fn add_all<const W: usize>(
    batch: &mut Vec<Reached<W>>,
    tables: &mut [Option<Table<W>>],
    from: &States<W>,
    memory: &mut Memory,
) {
    // The loads of this loop overlap: they are waited for together.
    let mut touched = 0;
    for (key, level, _) in &*batch {
        if let Some(table) = &tables[*level as usize] {
            touched |= table.touch(key);
        }
    }
    std::hint::black_box(touched);
    for (key, level, place) in batch.drain(..) {
        let (_, ways) = from.get(place as usize).expect("a state at its place");
        let table = tables[level as usize]
            .get_or_insert_with(|| Table::new(from.limbs(), from.len() / 2, memory));
        table.add(&key, ways, memory);
    }
}
