//! States of a level, compared one after the other.

use std::cell::RefCell;
use std::collections::HashSet;

use super::classes::{Classes, Found};
use super::colors::Colors;
use super::plan::Plan;
use super::states::{States, Table, Ways};
use super::{WORK_OF_EDGE, by_threads};

/// States that are compared at once, by all threads together: at most this number, and about as many as take this much work.
const COMPARED: usize = 1 << 10;
const WORK: u64 = 4_000_000;

thread_local! {
    static COLORS: RefCell<Colors> = RefCell::default();
}

/// States that are compared, and of those that are alike the ones that are kept.
#[derive(Debug)]
pub(super) struct Comparing {
    /// The options of their level and of those after it.
    left: Vec<usize>,
    table: Table,
    place: usize,
    kept: States,
    classes: Classes,
    /// The work of a state of the last batch.
    each: u64,
}

impl Comparing {
    /// Of the states of a level.
    pub(super) fn new((table, level): (Table, usize), classes: Classes, plan: &Plan) -> Comparing {
        Comparing {
            left: plan.options_left(level),
            table,
            place: 0,
            kept: States::new(plan.words),
            classes,
            each: WORK,
        }
    }

    /// How many states these are.
    pub(super) fn states(&self) -> usize {
        self.table.len()
    }

    /// Compares a batch of the states. Returns whether all are compared, and the work that was done.
    pub(super) fn go_on(&mut self, plan: &Plan, threads: usize) -> (bool, u64) {
        let most = (WORK / self.each).clamp(1, COMPARED as u64) as usize;
        let end = self.table.len().min(self.place + most);
        let mut places = Vec::from_iter(self.place..end);
        let looked = by_threads(&mut places, threads, |place| self.look(*place, plan));
        let mut work = 0;
        let mut traces = HashSet::new();
        for (place, (mut found, seen)) in (self.place..end).zip(looked) {
            work += WORK_OF_EDGE * seen;
            // Another of the batch may have been the first of its class.
            if let Some(Found::New(paths)) = &found
                && paths
                    .first()
                    .is_some_and(|path| !traces.insert(path.first()))
            {
                let (again, seen) = self.look(place, plan);
                work += WORK_OF_EDGE * seen;
                found = again;
            }
            let class = found.map(|found| self.class(found));
            self.add(class, place);
        }
        self.each = (work / (end - self.place).max(1) as u64).max(1);
        self.place = end;
        (end == self.table.len(), work)
    }

    /// The result for a state, or `None` if it leads to no solution; and the number of items seen.
    fn look(&self, place: usize, plan: &Plan) -> (Option<Found>, u64) {
        COLORS.with_borrow_mut(|colors| {
            let is_open = colors.begin((plan.whole(), &self.left), self.table.states().key(place));
            let found = is_open.then(|| self.classes.look(colors));
            (found, colors.seen())
        })
    }

    fn class(&mut self, found: Found) -> u32 {
        let new = self.kept.len();
        match found {
            Found::Known(class) => return class as u32,
            Found::New(paths) => self.classes.add(paths, new),
            Found::Unknown => {}
        }
        new as u32
    }

    /// Adds the ways to a state to that of its class.
    fn add(&mut self, class: Option<u32>, place: usize) {
        let (key, ways) = (
            self.table.states().key(place),
            self.table.states().ways(place),
        );
        match class.map(|class| class as usize) {
            None => {}
            Some(class) if class < self.kept.len() => self.kept.ways_mut(class).add(ways),
            Some(_) => self.kept.push(key, ways),
        }
    }

    /// The states that are kept.
    pub(super) fn into_kept(self) -> States {
        self.kept
    }

    pub(super) fn bytes(&self) -> usize {
        self.table.bytes() + self.kept.bytes() + self.classes.bytes()
    }
}

/// The number of pairs of states of a sample that are alike; each state that was kept has the number of states that it
/// stands for.
pub(super) fn pairs(kept: &States) -> u128 {
    let pairs_of = |ways: &Ways| match ways {
        Ways::Few(count) => count * (count - 1) / 2,
        Ways::Many(_) => u128::MAX,
    };
    kept.iter().map(|(_, ways)| pairs_of(ways)).sum()
}

/// About how many different states there are among `all`, if `count` of them were drawn and `left` are the different
/// ones of these.
///
/// n of c that are equally frequent have about n²/2c pairs that are equal. But some are rarer, and c counts the frequent ones.
/// So the number is between c and `all`: near c if most of those drawn were met twice, else near the geometric mean.
pub(super) fn different(left: &States, count: usize, all: f64) -> f64 {
    let (met, count) = (left.len() as f64, count as f64);
    if count >= all {
        return met;
    }
    let frequent = (count * count / 2.0 / pairs(left) as f64).clamp(met, all);
    let is_single = |ways: &Ways| matches!(ways, Ways::Few(1));
    let once = left.iter().filter(|(_, ways)| is_single(ways)).count();
    let unseen = once as f64 / count;
    frequent * (all / frequent).powf(unseen / 2.0)
}
