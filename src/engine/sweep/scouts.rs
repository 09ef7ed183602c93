//! How much is left of a sweep: estimated by a sample of its states that goes ahead through all levels.
//!
//! At each level, the sample is drawn from the successors of the sample before. It takes a thousandth of the work or
//! less. It shows where dead ends are, how many options can be chosen, and how many states are met again:
//!
//! ```text
//!     n of N places, each of which has one of D states, have about n²/2D pairs that are equal:
//!     so some hundred places tell ten thousand states from more, a thousand of them a million.
//! ```
//!
//! If there are too few such pairs, the number of states is between two bounds: at most, all places have different
//! states; at least, the most of them are equal for which it is still likely that no pair is seen. If some states are
//! met far more often than others, there are more states than the pairs suggest.

use std::collections::BTreeMap;

use rand_core::Rng;

use super::level::{Leveled, Levels, work_of_adding};
use super::log::{exp2, log2};
use super::memory::work_of_a_miss_in;
use super::table::{States, Table};
use crate::engine::race::Whole;
use crate::engine::random::SplitMix;

/// Scouts go ahead when the work has grown by one part in this number since the last time.
const GROWTH: u64 = 2;
/// They may take one part in this number of the work. The first ones may take more, since growth says little about what
/// comes.
const SHARE: u64 = 40;
const SHARE_OF_FIRST: u64 = 16;
/// If they take this number of times what they may, they are stopped.
const CUT: u64 = 3;
/// States of a sample.
const LEAST: usize = 16;
const MOST: usize = 4096;
/// A state of a sample is stored at about one in this number of the levels that are left.
const PASSED: u64 = 4;
/// The work that is taken to be certain is at most this number of times the lower bound.
const SURE: f64 = 4.0;
/// If scouts did not reach the end, and growth predicts this number of times what was done, growth decides what is
/// certain.
const FAR: u64 = 64;
/// The whole is rarely more than this number of times what is expected, and up to once more of that if hardly anything
/// is certain.
const UNEVEN: f64 = 2.0;
/// If scouts that went ahead since one part in `BACK` of the work was done have missed most of what was left, later
/// ones are assumed to miss as much, but at most `MOST_TIMES` times what they see.
const BACK: u64 = 4;
const MOST_TIMES: f64 = 8.0;
/// Words of a sample of a level, at most.
const WORDS: usize = 1 << 16;
/// The work of sorting a state into a sample, in addition to what the sweep itself would take.
const WORK_OF_PLACE: u64 = 60;

/// What scouts have seen.
#[derive(Debug)]
pub(super) struct Scouts {
    draws: SplitMix,
    seen: Vec<Left>,
    /// The work at which they go ahead the next time, and the work of a state of a sample.
    next: u64,
    each: u64,
    /// What they have taken.
    pub(super) work: u64,
}

/// What was left when a sweep had done some work.
#[derive(Clone, Copy, Debug)]
struct Left {
    done: u64,
    expected: f64,
    least: f64,
    /// Whether the sample reached the end. A sample that died out earlier has seen only a part of what is left.
    is_at_end: bool,
}

/// Where a sweep is.
pub(super) struct AtWork<'a, const W: usize> {
    pub(super) levels: &'a Levels<W>,
    pub(super) level: usize,
    /// The states of the level, and the first place that was not expanded yet.
    pub(super) states: &'a States<W>,
    pub(super) from: usize,
    /// The states of later levels that were reached.
    pub(super) tables: &'a [Option<Table<W>>],
}

impl Scouts {
    pub(super) fn new() -> Scouts {
        Scouts {
            draws: SplitMix::new(1),
            seen: Vec::new(),
            next: 0,
            each: 0,
            work: 0,
        }
    }

    /// Goes ahead with some of the states of a sweep, if it is time. `done` is the work of the sweep, `spent` that of
    /// the search with which it takes turns.
    pub(super) fn go<const W: usize>(&mut self, sweep: &AtWork<W>, done: u64, spent: u64) {
        let all = done.saturating_add(spent);
        let size = self.size(sweep, all);
        if size < LEAST {
            return;
        }
        let most = all / SHARE * CUT;
        let mut ahead = Ahead::new((size, most), &mut self.draws);
        ahead.begin(sweep);
        match sweep.levels {
            Levels::Once(levels) => ahead.pass(levels),
            Levels::Bounded(levels) => ahead.pass(levels),
        }
        self.seen.push(Left {
            done,
            expected: ahead.expected,
            least: ahead.least,
            is_at_end: ahead.is_at_end,
        });
        self.next = all.saturating_add(all / GROWTH);
        self.each = ahead.work / size as u64 + 1;
        self.work += ahead.work;
    }

    /// The number of states of each level that go ahead when `spent` work was spent in all; too few if it is not time.
    fn size<const W: usize>(&mut self, sweep: &AtWork<W>, spent: u64) -> usize {
        if spent < self.next {
            return 0;
        }
        if self.each == 0 {
            self.each = sweep.work_of_levels() / PASSED + 1;
        }
        let most = MOST.min(WORDS / W);
        let share = match self.seen[..] {
            [] => SHARE_OF_FIRST,
            _ => SHARE,
        };
        let size = (spent / share / self.each).min(most as u64) as usize;
        if size < LEAST {
            self.next = LEAST as u64 * self.each * share;
        }
        size
    }

    /// The expected work of the whole sweep, of which `done` was done; `None` if nothing was seen yet. `forecast` is
    /// what growth alone predicts.
    pub(super) fn whole(&self, done: u64, forecast: Option<Whole>) -> Option<Whole> {
        let Some(last) = self.seen.last() else {
            return forecast;
        };
        let sure = last.done.saturating_add(last.sure());
        let times = self.times_too_few(last, sure.max(done));
        let whole = |left: f64| last.done.saturating_add((left * times) as u64);
        let expected = whole(last.expected);
        let grown = forecast.map_or(u64::MAX, |whole| whole.expected);
        let (expected, most) = match (last.is_at_end, last.is_vague()) {
            (true, false) => (expected, whole(last.most())),
            (true, true) => (expected.min(grown.max(sure)), u64::MAX),
            (false, _) => (expected.max(grown), u64::MAX),
        };
        let least = self.seen.iter();
        let least = least.map(|left| left.done.saturating_add(left.least as u64));
        let least = least.fold(sure, u64::max).max(done);
        let is_far = |whole: &Whole| !last.is_at_end && whole.least / FAR > done;
        let growth = forecast.filter(is_far);
        Some(Whole {
            expected: expected.max(done + done / 8),
            least: growth.map_or(least, |whole| whole.least.max(least)),
            most: most.max(done),
            is_seen: growth.is_none(),
        })
    }

    /// How many times too little some recent scouts saw: those whose upper estimate of the whole is below `sure`, which
    /// it certainly takes. Later scouts probably miss as much again. 1 if there are none.
    fn times_too_few(&self, last: &Left, sure: u64) -> f64 {
        let was_wrong = |left: &&Left| {
            let most = left.done.saturating_add(left.most() as u64);
            let is_recent = left.done >= last.done / BACK;
            is_recent && left.is_at_end && !left.is_vague() && most < sure
        };
        let times = |left: &Left| (sure - left.done) as f64 / left.expected.max(1.0);
        let wrong = self.seen.iter().filter(was_wrong);
        wrong.map(times).fold(1.0, f64::max).min(MOST_TIMES)
    }
}

impl Left {
    /// A number between both bounds, nearer to the lower one. Nearly always, it was less than the truth.
    fn sure(&self) -> u64 {
        let between = exp2((log2(self.expected) + 2.0 * log2(self.least)) / 3.0);
        between.min(SURE * self.least) as u64
    }

    /// Whether the sample was too small to say much: without pairs, the expected number of states grows from level to
    /// level.
    fn is_vague(&self) -> bool {
        self.expected > SURE.powi(3) * self.least
    }

    /// The most that may be left: more, if less is certain.
    fn most(&self) -> f64 {
        let uncertain = 1.0 - self.least / self.expected.max(1.0);
        self.expected * (UNEVEN + uncertain)
    }
}

impl<const W: usize> AtWork<'_, W> {
    /// About how many states of the level are left.
    fn left(&self) -> usize {
        let places = self.states.places();
        self.states.len() * (places - self.from) / places
    }

    /// The work of one state of each level that is left.
    fn work_of_levels(&self) -> u64 {
        let work = |at| self.levels.work_of_state(at) + 2 * work_of_adding::<W>();
        (self.level..self.levels.len()).map(work).sum()
    }
}

/// A state of a sample, and how many states it stands for.
type Sampled<const W: usize> = ([u64; W], f64);

/// What a sample has reached of a level.
struct Reached<const W: usize> {
    states: Vec<Sampled<W>>,
    /// The number of states from which these follow. Successors of one state are never equal.
    families: usize,
}

/// A sample on its way through the levels.
struct Ahead<'a, const W: usize> {
    size: usize,
    /// What was reached of each level.
    waiting: BTreeMap<usize, Reached<W>>,
    /// The work that this may take.
    most: u64,
    draws: &'a mut SplitMix,
    /// The estimated work of the sweep, and a lower estimate.
    expected: f64,
    least: f64,
    is_at_end: bool,
    work: u64,
}

impl<'a, const W: usize> Ahead<'a, W> {
    fn new((size, most): (usize, u64), draws: &'a mut SplitMix) -> Self {
        Ahead {
            size,
            waiting: BTreeMap::new(),
            most,
            draws,
            expected: 0.0,
            least: 0.0,
            is_at_end: false,
            work: 0,
        }
    }

    /// Draws some of the states that a sweep has reached.
    fn begin(&mut self, sweep: &AtWork<W>) {
        let here = sweep.states.some(sweep.from, self.size);
        self.add(sweep.level, sweep.left(), here);
        let tables = sweep.tables.iter().enumerate();
        for (level, table) in tables.take(sweep.levels.len()) {
            if let Some(table) = table {
                self.add(level, table.len(), table.some(self.size));
            }
        }
    }

    /// Adds some of the states of a level, of which there are about `count`.
    fn add(&mut self, level: usize, count: usize, some: Vec<[u64; W]>) {
        if !some.is_empty() {
            let each = count.max(some.len()) as f64 / some.len() as f64;
            let here = self.waiting.entry(level).or_default();
            here.families += some.len();
            here.states.extend(some.into_iter().map(|key| (key, each)));
        }
    }

    fn pass<L: Leveled<W>>(&mut self, levels: &[L]) {
        while let Some((level, reached)) = self.waiting.pop_first() {
            if level == levels.len() || self.work > self.most {
                self.is_at_end = level == levels.len();
                return;
            }
            self.work += WORK_OF_PLACE * reached.states.len() as u64;
            let (mut states, number, least) = reached.merge();
            if states.len() > self.size {
                states = self.draw(&states, number);
            }
            let before = self.expected;
            let miss = work_of_a_miss_in((number * words_of_state::<W>()) as usize);
            for sampled in states {
                if self.work > self.most {
                    break;
                }
                self.follow(levels, level, sampled, miss);
            }
            self.least += (self.expected - before) * least / number;
        }
    }

    /// Some of these states, which stand for this number of them.
    fn draw(&mut self, from: &[Sampled<W>], number: f64) -> Vec<Sampled<W>> {
        let each = number / self.size as f64;
        let mut next = each * (self.draws.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let mut passed = 0.0;
        let mut drawn = Vec::with_capacity(self.size);
        for &(key, stands_for) in from {
            passed += stands_for;
            let before = next;
            while next < passed {
                next += each;
            }
            if next > before {
                drawn.push((key, next - before));
            }
        }
        drawn
    }

    /// Adds the successors of a state. `miss` is the work of waiting for memory when the sweep adds a state to a table.
    fn follow<L: Leveled<W>>(
        &mut self,
        levels: &[L],
        level: usize,
        (key, each): Sampled<W>,
        miss: u64,
    ) {
        let (mut work, mut added) = (levels[level].work_of_state(), 0);
        let waiting = &mut self.waiting;
        let mut last = level;
        levels[level].each_choice(&key, |_, left| {
            if let Some((at, key)) = Leveled::settle::<true>(levels, left, level + 1, &mut work) {
                let there = waiting.entry(at).or_default();
                there.states.push((key, each));
                there.families += usize::from(at != last);
                last = at;
                added += 1;
            }
        });
        work += added * work_of_adding::<W>();
        self.work += work;
        self.expected += each * (work + added * miss) as f64;
    }
}

impl<const W: usize> Reached<W> {
    /// The different states, about how many there are where the sample comes from, and how many at least: by A. Chao's estimate of
    /// the number of species (*Biometrics* 43, 1987), in samples without replacement.
    fn merge(mut self) -> (Vec<Sampled<W>>, f64, f64) {
        let count = self.states.len() as f64;
        let family = count / self.families.max(1) as f64;
        self.states.sort_unstable_by_key(|state| state.0);
        let (mut places, mut merged, mut once, mut twice) = (0.0, 0.0, 0.0, 0.0);
        let mut different: Vec<Sampled<W>> = Vec::with_capacity(self.states.len());
        for equal in self.states.chunk_by(|one, other| one.0 == other.0) {
            let sum: f64 = equal.iter().map(|place| place.1).sum();
            let each = sum / equal.len() as f64;
            match equal.len() {
                1 => once += 1.0,
                2 => twice += 1.0,
                _ => {}
            }
            places += sum;
            merged += each;
            different.push((equal[0].0, each));
        }
        let seen = different.len() as f64;
        let part = (count / places).min(1.0);
        let unseen = |twice: f64| match once > 0.0 && part < 1.0 {
            true => once * once / (2.0 * twice + once * part / (1.0 - part)),
            false => 0.0,
        };
        // More pairs than were met may have been expected; and pairs come by families.
        let pairs = twice / family;
        let pairs = (pairs + 1.0 + 2.0 * (pairs + 0.5).sqrt()) * family;
        let (number, least) = (seen + unseen(twice), seen + unseen(pairs));
        for state in &mut different {
            state.1 *= number / merged;
        }
        (different, number, least)
    }
}

/// About how many words a state takes in a table, with the ways to it and the places that are free.
fn words_of_state<const W: usize>() -> f64 {
    2.0 * (W + 1) as f64
}

impl<const W: usize> Default for Reached<W> {
    fn default() -> Self {
        Reached {
            states: Vec::new(),
            families: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sample distinguishes a few states from many, even if some are met more often than others.
    #[test]
    fn pairs_tell_the_number_of_states() {
        let mut draws = SplitMix::new(3);
        for (states, skew) in [(200, 1), (1000, 1), (20_000, 1), (1000, 2)] {
            let each = 1000.0;
            let mut draw = || {
                let places = (0..skew).map(|_| draws.next_u64() % states);
                ([places.min().unwrap()], each)
            };
            let reached = Reached {
                states: Vec::from_iter((0..1000).map(|_| draw())),
                families: 1000,
            };
            let (different, number, least) = reached.merge();
            assert!(different.len() as f64 <= least && least <= number);
            let share = number / states as f64;
            assert!((0.6..1.4).contains(&share), "{number} of {states}");
            assert!(least <= 1.1 * states as f64, "{least} of {states}");
            let all: f64 = different.iter().map(|state| state.1).sum();
            assert!((all / number - 1.0).abs() < 1e-6);
        }
    }

    /// Scouts that say again and again that little is left are believed less, unless that was long ago.
    #[test]
    fn an_end_that_recedes_is_expected_to_recede_on() {
        let left = |done, expected: f64| Left {
            done,
            expected,
            least: expected / 2.0,
            is_at_end: true,
        };
        let whole = |seen: &[Left], done| {
            let seen = seen.to_vec();
            let scouts = Scouts {
                seen,
                ..Scouts::new()
            };
            scouts.whole(done, None).unwrap()
        };
        // The first ones saw 100 or at most 250, and then 400 were done.
        let missed = [left(1000, 100.0), left(1400, 200.0)];
        let once = whole(&missed[1..], 1400);
        assert_eq!((once.expected, once.most), (1600, 1900));
        let again = whole(&missed, 1400);
        assert!((2400..2600).contains(&again.expected), "{again:?}");
        assert!(again.most > again.expected && again.least == once.least);
        let long_ago = [left(100, 10.0), left(1400, 200.0)];
        assert_eq!(whole(&long_ago, 1400), once);
        let far_too_few = [left(1000, 1.0), left(1400, 200.0)];
        assert_eq!(whole(&far_too_few, 1400).expected, 1400 + 8 * 200);
    }

    /// Scouts that did not reach the end have seen a part of what is left. Growth says more, if it promises far more.
    #[test]
    fn growth_counts_where_scouts_did_not_come_to_the_end() {
        for (is_at_end, least, is_seen) in [
            (true, 1_000_000, true),
            (false, 50_000, true),
            (false, 1_000_000, false),
        ] {
            let mut scouts = Scouts::new();
            scouts.seen.push(Left {
                done: 1000,
                expected: 100.0,
                least: 50.0,
                is_at_end,
            });
            let grown = Whole::of_growth(2 * least, least);
            let whole = scouts.whole(1000, Some(grown)).unwrap();
            let says = (whole.is_seen, whole.least == least);
            assert_eq!(says, (is_seen, !is_seen), "{is_at_end}, {least}");
        }
    }

    #[test]
    fn a_whole_sample_is_counted() {
        let reached = Reached {
            states: Vec::from_iter((0..90).map(|n| ([n % 40], 1.0))),
            families: 90,
        };
        let (different, number, least) = reached.merge();
        assert_eq!((different.len(), number, least), (40, 40.0, 40.0));
    }

    /// Where there are no pairs, all may be different.
    #[test]
    fn without_pairs_there_are_two_bounds() {
        let reached = Reached {
            states: Vec::from_iter((0..100).map(|n| ([n], 1e6))),
            families: 100,
        };
        let (_, number, least) = reached.merge();
        assert!((number - 1e8).abs() < 1.0, "{number}");
        assert!((1000.0..5000.0).contains(&least), "{least}");
    }

    #[test]
    fn a_draw_stands_for_all() {
        let mut draws = SplitMix::new(5);
        let mut ahead = Ahead::new((16, u64::MAX), &mut draws);
        let from = Vec::from_iter((0..100).map(|n| ([n], f64::from(n as u32))));
        let drawn = ahead.draw(&from, 4950.0);
        let all: f64 = drawn.iter().map(|state| state.1).sum();
        assert!(drawn.len() <= 16 && (all - 4950.0).abs() < 1e-6, "{all}");
    }
}
