//! A sweep that keeps each of its steps, for more than the number of solutions.
//!
//! States are numbered as they are found. For each level, a *page* is kept. For each state, it has the state's number,
//! the number of options that lead on, and these options with the states to which they lead. Number 0 is the end of the
//! last level. A row of cells a b c, to be covered by dominoes and single squares:
//!
//! ```text
//!     level 0 (a)      1: 2 options     a ▶ 2     a b ▶ 3        state 2: b c open
//!     level 1 (b)      2: 2 options     b ▶ 3     b c ▶ 0        state 3: c open
//!     level 2 (c)      3: 1 option      c ▶ 0
//! ```
//!
//! Read from the last page to the first, each state comes after those that it leads to. Nothing can be set aside here,
//! since the pages are the result. So the caller is asked again and again whether the sweep may continue.

use super::Planned;
use super::bounded::{Layout, by_items};
use super::forecast::{Forecast, Progress};
use super::growth::Growth;
use super::level::{Leveled, Levels, work_of_adding};
use super::lives::Lives;
use super::memory::Memory;
use super::plan::{ByWords, Plan, by_words};
use super::table::{Shape, States, Table};
use super::task::NEAR;
use super::walk::{expected, touch};
use crate::engine::memory::Share;
use crate::engine::race::Whole;
use crate::engine::work::{Stop, Work};
use crate::problem::OptionId;

/// New states that are collected before they are looked up, so that the memory for several of them is fetched at once.
const BATCH: usize = 64;
/// The work between two questions whether to continue.
const WORK: u64 = 1 << 17;
/// With at most this number of levels, the question is also asked at the end of each level. (To ask it, the tables of
/// all later levels are looked at.)
const FEW_LEVELS: usize = 1 << 12;
/// Before a level with at least this number of states begins a table, the question is asked, too. A page with at least
/// this number of numbers is not copied.
const LARGE: usize = 1 << 16;
/// The most states. Their numbers have 32 bits, and between two questions fewer than this number are added.
const MOST_STATES: u64 = 1 << 31;

/// The progress of a record.
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::engine) struct Stage {
    /// The current level, and the number of levels.
    pub(in crate::engine) level: usize,
    pub(in crate::engine) levels: usize,
    pub(in crate::engine) states: u64,
    /// Bytes that it takes, or will take next.
    pub(in crate::engine) bytes: usize,
    /// The work that was done, in units of about a nanosecond, and the expected work of the whole record, if known.
    pub(in crate::engine) work: u64,
    pub(in crate::engine) whole: Option<Whole>,
    /// Whether there are more states than numbers.
    pub(in crate::engine) is_full: bool,
}

/// All steps of a sweep.
#[derive(Debug)]
pub(in crate::engine) struct Record {
    /// For each level and each of its states: its number, the number of pairs that follow, and the pairs of an option
    /// and a state. The last pair may have [`NO_OPTION`]: the state that follows where none is chosen.
    pub(in crate::engine) pages: Vec<Vec<u32>>,
    /// The number of states, and the first state; `None` if there is none.
    pub(in crate::engine) states: u32,
    pub(in crate::engine) first: Option<u32>,
}

impl Planned {
    /// The options of the component, in the order of the sweep: level by level.
    pub(in crate::engine) fn options(&self, work: &Work) -> Result<Vec<OptionId>, Stop> {
        if self.component.has_bounds() {
            let options = by_items(&self.component, &self.order, work)?;
            let options = options.into_iter();
            return Ok(options
                .map(|option| self.component.options()[option as usize])
                .collect());
        }
        let lives = Lives::new(&self.component, &self.order, work)?;
        let mut options = Vec::from_iter(0..self.component.option_count());
        options.sort_by_key(|&option| lives.level_of[option]);
        Ok(options
            .into_iter()
            .map(|option| self.component.options()[option])
            .collect())
    }

    /// The record of a sweep, which calls `goes_on` from time to time and ends if that returns an error. `None` if a
    /// state needs more bits than there are. Unused memory is freed before more than `room` bytes are requested.
    pub(in crate::engine) fn record<E: From<Stop>>(
        &self,
        room: usize,
        work: &Work,
        goes_on: &mut dyn FnMut(Stage) -> Result<(), E>,
    ) -> Result<Option<Record>, E> {
        let (component, order) = (&self.component, &self.order);
        if component.has_bounds() {
            let Some(layout) = Layout::new(component, order, work)? else {
                return Ok(None);
            };
            let recording = Recording {
                widths: &layout.widths(work)?,
                room,
                work,
                goes_on,
            };
            return by_words(layout.slots, &layout, recording).transpose();
        }
        let plan = Plan::new(component, order, work)?;
        let recording = Recording {
            widths: &self.outlook.widths,
            room,
            work,
            goes_on,
        };
        by_words(plan.slots, &plan, recording).transpose()
    }
}

/// Stands for an option if none of the level is chosen.
pub(in crate::engine) const NO_OPTION: u32 = u32::MAX;

/// A record to be made, with keys of any number of words.
struct Recording<'a, E> {
    widths: &'a [f64],
    room: usize,
    work: &'a Work<'a>,
    goes_on: &'a mut dyn FnMut(Stage) -> Result<(), E>,
}

impl<E: From<Stop>> ByWords<Plan<'_>> for Recording<'_, E> {
    type Output = Result<Record, E>;

    fn run<const W: usize>(self, plan: &Plan) -> Self::Output {
        let held = self.work.take(plan.bytes::<W>())?;
        let levels = plan.levels::<W>(self.work)?;
        self.record(Levels::Once(levels), plan.options(), held)
    }
}

impl<E: From<Stop>> ByWords<Layout<'_>> for Recording<'_, E> {
    type Output = Result<Record, E>;

    fn run<const W: usize>(self, layout: &Layout) -> Self::Output {
        let held = self.work.take(layout.bytes::<W>())?;
        let levels = layout.levels::<W>(self.work)?;
        let options = layout.options().map(|option| vec![option]).collect();
        self.record(Levels::Bounded(levels), options, held)
    }
}

impl<E: From<Stop>> Recording<'_, E> {
    fn record<const W: usize>(
        self,
        levels: Levels<W>,
        options: Vec<Vec<OptionId>>,
        held: Share,
    ) -> Result<Record, E> {
        let recorder = Recorder::new(levels, options, (self.widths, self.room), held);
        recorder.run(self.goes_on)
    }
}

/// A state that was reached: its level, and where its number belongs in the page.
type Reached<const W: usize> = ([u64; W], u32, usize);

/// A record under construction.
struct Recorder<const W: usize> {
    levels: Levels<W>,
    /// The options of each level, by place.
    options: Vec<Vec<OptionId>>,
    /// The states that were reached, by level, with their numbers.
    tables: Vec<Option<Table<W>>>,
    batch: Vec<Reached<W>>,
    pages: Vec<Vec<u32>>,
    /// The current page.
    page: Vec<u32>,
    states: u64,
    memory: Memory,
    /// Bytes of `pages`.
    bytes: usize,
    room: usize,
    /// The number of states that were expanded, and the work.
    swept: u64,
    work: u64,
    /// The work after which it asks whether it may continue.
    next_question: u64,
    forecast: Forecast,
    /// The memory of the levels and their options.
    _held: Share,
}

impl<const W: usize> Recorder<W> {
    fn new(
        levels: Levels<W>,
        options: Vec<Vec<OptionId>>,
        (widths, room): (&[f64], usize),
        held: Share,
    ) -> Self {
        Recorder {
            options,
            tables: std::iter::repeat_with(|| None).take(levels.len()).collect(),
            batch: Vec::with_capacity(2 * BATCH),
            pages: Vec::with_capacity(levels.len()),
            levels,
            page: Vec::new(),
            states: 0,
            memory: Memory::default(),
            bytes: 0,
            room,
            swept: 0,
            work: 0,
            next_question: 0,
            forecast: Forecast::new(widths.to_vec()),
            _held: held,
        }
    }

    fn run<E>(mut self, goes_on: &mut dyn FnMut(Stage) -> Result<(), E>) -> Result<Record, E> {
        let first = match self.levels.settle_first::<false>(&mut self.work) {
            Some((level, _)) if level == self.levels.len() => Some(0),
            Some((level, state)) => {
                self.states = 1;
                let mut table = Table::new(level, 1, 1, &mut self.memory);
                table.number_of(&state, 1, &mut self.memory);
                self.tables[level] = Some(table);
                Some(1)
            }
            None => None,
        };
        for level in 0..self.levels.len() {
            if let Some(table) = self.tables[level].take() {
                let states = table.into_states();
                self.expand(level, &states, goes_on)?;
                states.give_back(&mut self.memory);
            }
            let page = self.take_page();
            self.bytes += page.capacity() * size_of::<u32>();
            self.pages.push(page);
        }
        Ok(Record {
            pages: self.pages,
            states: self.states as u32,
            first,
        })
    }

    /// The page that was written, in no more memory than it needs. (A large page is not copied to save memory.)
    fn take_page(&mut self) -> Vec<u32> {
        if self.page.len() >= LARGE {
            let mut page = std::mem::take(&mut self.page);
            page.shrink_to_fit();
            return page;
        }
        let page = self.page.as_slice().to_vec();
        self.page.clear();
        page
    }

    /// Processes the states of a level, and writes its page.
    fn expand<E>(
        &mut self,
        level: usize,
        states: &States<W>,
        goes_on: &mut dyn FnMut(Stage) -> Result<(), E>,
    ) -> Result<(), E> {
        self.forecast.enter(level, states.len());
        let mut place = 0;
        while place < states.places() {
            if self.work >= self.next_question {
                self.update_forecast(level, states, place);
                goes_on(self.stage(level, 0))?;
                self.next_question = self.work + WORK;
            }
            place = self.collect(level, states, place);
            if states.len() >= LARGE {
                self.begin_tables(level, states.len(), goes_on)?;
            }
            self.number(level, states.len());
            self.let_grow(level, goes_on)?;
        }
        self.swept += states.len() as u64;
        match self.levels.len() <= FEW_LEVELS {
            true => goes_on(self.stage(level, 0)),
            false => Ok(()),
        }
    }

    /// Stores how far the sweep has come.
    fn update_forecast(&mut self, level: usize, states: &States<W>, place: usize) {
        let left = states.len() * (states.places() - place) / states.places();
        let progress = Progress {
            level,
            states: states.len(),
            left,
            swept: self.swept + (states.len() - left) as u64,
        };
        self.forecast.note(self.work, progress);
    }

    /// Collects the successors of the next states, from a place on: a batch, or more if one state has many options.
    /// Returns the place after them.
    #[inline(always)]
    fn collect(&mut self, at: usize, states: &States<W>, from: usize) -> usize {
        let options = &self.options[at];
        let to = (&mut self.page, &mut self.batch, &mut self.work);
        match &self.levels {
            Levels::Once(levels) => write_page(levels, (at, options), states, from, to),
            Levels::Bounded(levels) => write_page(levels, (at, options), states, from, to),
        }
    }

    /// Makes the tables that are missing for what was collected from a level with this many states.
    fn begin_tables<E>(
        &mut self,
        level: usize,
        states: usize,
        goes_on: &mut dyn FnMut(Stage) -> Result<(), E>,
    ) -> Result<(), E> {
        let missing = |&(_, to, _): &Reached<W>| self.tables[to as usize].is_none().then_some(to);
        let mut missing = Vec::from_iter(self.batch.iter().filter_map(missing));
        missing.sort_unstable();
        missing.dedup();
        for to in missing.into_iter().map(|to| to as usize) {
            self.tables[to] = Some(Table::new(to, 1, 1, &mut self.memory));
            let shape = Shape::for_states(expected(states, to - level), 1);
            self.grow(level, (to, shape), goes_on)?;
        }
        Ok(())
    }

    /// Lets large tables of the next levels grow if they are nearly full.
    fn let_grow<E>(
        &mut self,
        level: usize,
        goes_on: &mut dyn FnMut(Stage) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.memory.words_held() < LARGE {
            return Ok(());
        }
        for to in level + 1..self.tables.len().min(level + 1 + NEAR) {
            let table = self.tables[to].as_ref();
            if let Some(shape) = table.and_then(|table| table.growth_in_pieces(1)) {
                self.grow(level, (to, shape), goes_on)?;
            }
        }
        Ok(())
    }

    /// Lets a table grow, in pieces.
    fn grow<E>(
        &mut self,
        level: usize,
        (to, shape): (usize, Shape),
        goes_on: &mut dyn FnMut(Stage) -> Result<(), E>,
    ) -> Result<(), E> {
        goes_on(self.stage(level, shape.words::<W>()))?;
        let mut table = self.tables[to].take().expect("it grows");
        let mut growth = Growth::new(to, &table, shape, &mut self.memory);
        while !growth.go_on(&table, &mut self.memory) {
            self.work += self.memory.work_of_making();
            if self.work >= self.next_question {
                goes_on(self.stage(level, 0))?;
                self.next_question = self.work + WORK;
            }
        }
        growth.finish(&mut table, &mut self.memory);
        self.tables[to] = Some(table);
        Ok(())
    }

    /// Writes the numbers of the states that were reached into the page.
    #[inline(always)]
    fn number(&mut self, level: usize, states: usize) {
        touch(&self.batch, &self.tables);
        let adding = work_of_adding::<W>() + self.memory.work_of_a_miss();
        self.work += adding * self.batch.len() as u64 + self.memory.work_of_making();
        for (key, to, entry) in self.batch.drain(..) {
            let table = self.tables[to as usize].get_or_insert_with(|| {
                let states = expected(states, to as usize - level);
                Table::new(to as usize, 1, states, &mut self.memory)
            });
            let fresh = self.states + 1;
            let number = table.number_of(&key, fresh, &mut self.memory);
            self.states += u64::from(number == fresh);
            self.page[entry] = number as u32;
        }
    }

    /// The progress, with the memory that the record takes until the next question. New tables take `fresh` words.
    fn stage(&mut self, level: usize, fresh: usize) -> Stage {
        let more = 2 * BATCH + (WORK / work_of_adding::<W>()) as usize;
        let tables = self.tables[level..].iter().flatten();
        let growth = fresh + tables.map(|table| table.growth(more)).sum::<usize>();
        let others = self.bytes + self.page.capacity() * size_of::<u32>();
        let bytes = |words: usize| others + words * size_of::<u64>();
        if bytes(self.memory.words_held() + growth) > self.room {
            self.memory.tidy();
        }
        Stage {
            level,
            levels: self.levels.len(),
            states: self.states,
            bytes: bytes(self.memory.words_held() + growth),
            work: self.work,
            whole: self.forecast.whole(self.work),
            is_full: self.states > MOST_STATES,
        }
    }
}

/// Writes the successors of the next states of a level into the page, from a place on: a batch, or more if one state
/// has many options. Returns the place after them.
#[inline(always)]
fn write_page<const W: usize>(
    levels: &[impl Leveled<W>],
    (at, options): (usize, &[OptionId]),
    states: &States<W>,
    from: usize,
    (page, batch, work): (&mut Vec<u32>, &mut Vec<Reached<W>>, &mut u64),
) -> usize {
    let mut place = from;
    let level = &levels[at];
    while place < states.places() && batch.len() < BATCH {
        *work += 1;
        let Some((key, number)) = states.get(place) else {
            place += 1;
            continue;
        };
        place += 1;
        *work += level.work_of_state();
        let start = page.len();
        page.extend([number[0] as u32, 0]);
        level.each_choice(key, |option, left| {
            if let Some((to, key)) = Leveled::settle::<false>(levels, left, at + 1, work) {
                // The end has the number that is written here; the other numbers are filled in later.
                if to < levels.len() {
                    batch.push((key, to as u32, page.len() + 1));
                }
                let option = options
                    .get(option)
                    .map_or(NO_OPTION, |id| id.index() as u32);
                page.extend([option, 0]);
            }
        });
        let pairs = (page.len() - start) / 2 - 1;
        match pairs {
            0 => page.truncate(start),
            pairs => page[start + 1] = pairs as u32,
        }
    }
    place
}
