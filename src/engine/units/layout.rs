//! Where the options of a problem stand: in which lane, as which bit.
//!
//! A *lane* is a primary item whose options each get a bit of a 16-bit word. All options of any other item must be in
//! different lanes, at the same bit: the item is a set of lanes at a bit. Items with the same lanes are one *unit*,
//! with several bits. In a Latin square of two rows:
//!
//! ```text
//!     options      r1c1#1  r1c1#2  r1c2#1  r1c2#2  r2c1#1 …
//!     lanes        r1c1    r1c1    r1c2    r1c2    r2c1         items that share at most one option with any other
//!     bits         1       2       1       2       1            r1#1, c1#1, r2#1 … tie all options with a 1 together
//!     units        row 1 = {r1c1 r1c2}, row 2, column 1, column 2: r1#1 is row 1 at bit 1, r1#2 is row 1 at bit 2
//! ```
//!
//! Nothing is known about rows and digits. The lanes are chosen greedily. Options that share another item get the same
//! bit, and so do all options connected in this way. An option that is in none of these lanes gets a *free* one, with
//! its bit and another one for 'not chosen'.

use std::collections::HashMap;

use super::node::{NIL, REGISTERS};
use crate::problem::{OptionId, Problem};

/// The bit that stands for 'not chosen' in a free lane. Lanes that are not used have this bit alone.
pub(super) const NONE_BIT: u16 = 15;
const MOST_LANES: usize = REGISTERS * NIL;
const BITS: usize = 16;

#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Lane and bit of each option.
    pub(super) place: Vec<(usize, u16)>,
    /// For each lane, whether it is free.
    pub(super) free: Vec<bool>,
    pub(super) units: Vec<Unit>,
    /// A primary item has no options: there are no solutions.
    pub(super) hopeless: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub(super) lanes: LaneSet,
    /// The bits of primary items; below, those of secondary items.
    pub(super) exact: u16,
    pub(super) most: u16,
}

/// Which lanes are allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Allow {
    /// Any.
    Free,
    /// Only those of items.
    Items,
}

impl Layout {
    /// The layout of a problem without colours; `None` if it does not fit. This takes time in proportion to the entries
    /// of the problem, except for a few thousand options that nearly fit.
    pub(super) fn new(problem: &Problem, allow: Allow) -> Option<Layout> {
        if problem.option_count() > MOST_LANES * BITS {
            return None;
        }
        let mut uses = Uses::new(problem)?;
        if allow == Allow::Items {
            let has_all = !uses.lanes.contains(&Uses::NONE);
            return has_all.then(|| uses.layout(problem)).flatten();
        }
        uses.layout(problem).or_else(|| {
            uses.free_all();
            uses.layout(problem)
        })
    }

    pub(super) fn lanes(&self) -> usize {
        self.free.len()
    }

    /// The number of units that a lane is in, on average, rounded: 3 in a Sudoku, 2 in a Latin square, 1 with dominoes.
    pub(super) fn units_per_lane(&self) -> usize {
        let all: usize = self.units.iter().map(|unit| unit.lanes.count()).sum();
        (2 * all + self.lanes()) / (2 * self.lanes()).max(1)
    }
}

/// The options of the items of a problem.
struct Uses {
    /// By item.
    of: Vec<Vec<usize>>,
    /// For each item, whether it is a lane.
    is_lane: Vec<bool>,
    /// The lane of each option, or [`NONE`](Self::NONE).
    lanes: Vec<usize>,
    count: usize,
}

impl Uses {
    const NONE: usize = usize::MAX;
    /// The most entries of an option: at most one lane, and units.
    const MOST_ENTRIES: usize = 9;

    /// Chooses items as lanes, greedily: no lane shares an option with another lane, and none shares two options with
    /// any other item. `None` if an option has too many items.
    fn new(problem: &Problem) -> Option<Uses> {
        let mut of = vec![Vec::new(); problem.item_count()];
        for option in problem.options() {
            let entries = problem.entries(option);
            if entries.len() > Uses::MOST_ENTRIES {
                return None;
            }
            for entry in entries {
                of[entry.item.index()].push(option.index());
            }
        }
        let mut uses = Uses {
            is_lane: vec![false; of.len()],
            lanes: vec![Uses::NONE; problem.option_count()],
            of,
            count: 0,
        };
        // For each item, the last one that was examined and shares an option with it; and whether a lane does.
        let mut seen = vec![Uses::NONE; problem.item_count()];
        let mut beside_lane = vec![false; problem.item_count()];
        for item in 0..problem.primary_count() {
            let options = &uses.of[item];
            if beside_lane[item] || options.is_empty() || options.len() > BITS {
                continue;
            }
            let others = || {
                let entries = options
                    .iter()
                    .flat_map(|&o| problem.entries(OptionId::new(o)));
                let items = entries.map(|entry| entry.item.index());
                items.filter(|&other| other != item)
            };
            let is_new = |other: usize| std::mem::replace(&mut seen[other], item) != item;
            if others().all(is_new) {
                others().for_each(|other| beside_lane[other] = true);
                uses.is_lane[item] = true;
                for &option in options {
                    uses.lanes[option] = uses.count;
                }
                uses.count += 1;
            }
        }
        Some(uses)
    }

    /// Takes no item as a lane.
    fn free_all(&mut self) {
        self.is_lane.fill(false);
        self.lanes.fill(Uses::NONE);
        self.count = 0;
    }

    /// The layout with these lanes, and free ones for all other options.
    fn layout(&self, problem: &Problem) -> Option<Layout> {
        let mut lanes = self.lanes.clone();
        let mut free = vec![false; self.count];
        for lane in lanes.iter_mut().filter(|lane| **lane == Uses::NONE) {
            *lane = free.len();
            free.push(true);
        }
        if free.len() > MOST_LANES {
            return None;
        }
        let place = self.places(&lanes, &free)?;
        let units = merge(self.units(problem, &place), &place, free.len())?;
        let primary = 0..problem.primary_count();
        Some(Layout {
            hopeless: primary.into_iter().any(|item| self.of[item].is_empty()),
            place,
            free,
            units,
        })
    }

    /// The items that are no lanes.
    fn others(&self) -> impl Iterator<Item = usize> {
        (0..self.of.len()).filter(|&item| !self.is_lane[item])
    }

    /// A bit for each component of options that the other items connect. Components that meet in a lane get different
    /// bits.
    fn places(&self, lanes: &[usize], free: &[bool]) -> Option<Vec<(usize, u16)>> {
        let mut components = Components::new(lanes.len());
        for item in self.others() {
            for pair in self.of[item].windows(2) {
                components.join(pair[0], pair[1]);
            }
        }
        let mut members = vec![Vec::new(); lanes.len()];
        for option in 0..lanes.len() {
            members[components.find(option)].push(option);
        }
        let none = |&free: &bool| u16::from(free) << NONE_BIT;
        let mut used: Vec<u16> = free.iter().map(none).collect();
        let mut place = vec![(0, 0); lanes.len()];
        for member in members.iter().filter(|member| !member.is_empty()) {
            let taken = member.iter().fold(0, |all, &o| all | used[lanes[o]]);
            let bit = taken.trailing_ones() as u16;
            for &option in member {
                let used = &mut used[lanes[option]];
                if usize::from(bit) >= BITS || *used >> bit & 1 == 1 {
                    return None;
                }
                *used |= 1 << bit;
                place[option] = (lanes[option], bit);
            }
        }
        Some(place)
    }

    /// The units: for each set of lanes, all bits that items have there.
    fn units(&self, problem: &Problem, place: &[(usize, u16)]) -> Vec<Unit> {
        let mut units: Vec<Unit> = Vec::new();
        let mut last = HashMap::new();
        for item in self.others().filter(|&item| !self.of[item].is_empty()) {
            let options = &self.of[item];
            let lanes: LaneSet = options.iter().map(|&option| place[option].0).collect();
            let bit = 1u16 << place[options[0]].1;
            let number = last.entry(lanes).or_insert(units.len());
            // Two items with the same lanes and the same bit are in two units.
            if units.get(*number).is_none_or(|unit| unit.bits() & bit != 0) {
                *number = units.len();
                units.push(Unit {
                    lanes,
                    exact: 0,
                    most: 0,
                });
            }
            let unit = &mut units[*number];
            match item < problem.primary_count() {
                true => unit.exact |= bit,
                false => unit.most |= bit,
            }
        }
        units
    }
}

impl Unit {
    pub(super) fn bits(&self) -> u16 {
        self.exact | self.most
    }
}

/// Merges units that have different bits. A unit may have lanes without one of its bits, but no lane that has this bit
/// for another unit. `None` if too many units are left.
fn merge(mut units: Vec<Unit>, place: &[(usize, u16)], lanes: usize) -> Option<Vec<Unit>> {
    let mut bits = vec![0u16; lanes];
    for &(lane, bit) in place {
        bits[lane] |= 1 << bit;
    }
    // The bits of the lanes that are in `of` and not in `among`.
    let foreign = |of: LaneSet, among: LaneSet| {
        let lanes = of.without(among);
        lanes.iter().fold(0, |all, lane| all | bits[lane])
    };
    units.sort_by_key(|unit| std::cmp::Reverse(unit.lanes.count()));
    let mut merged: Vec<Unit> = Vec::new();
    for unit in units {
        let fits = |to: &&mut Unit| {
            to.bits() & unit.bits() == 0
                && to.lanes.meets(unit.lanes)
                && foreign(unit.lanes, to.lanes) & to.bits() == 0
                && foreign(to.lanes, unit.lanes) & unit.bits() == 0
        };
        let shared = |to: &&mut Unit| unit.lanes.and(to.lanes).count();
        let is_full = merged.len() == NIL;
        match merged.iter_mut().filter(fits).max_by_key(shared) {
            Some(to) => {
                to.lanes = to.lanes.or(unit.lanes);
                to.exact |= unit.exact;
                to.most |= unit.most;
            }
            None if is_full => return None,
            None => merged.push(unit),
        }
    }
    Some(merged)
}

/// Disjoint sets of options.
struct Components(Vec<usize>);

impl Components {
    fn new(count: usize) -> Components {
        Components((0..count).collect())
    }

    fn find(&mut self, mut option: usize) -> usize {
        while self.0[option] != option {
            self.0[option] = self.0[self.0[option]];
            option = self.0[option];
        }
        option
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a] = b;
    }
}

/// A set of lanes: bit i is lane i.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct LaneSet(u128);

const _: () = assert!(MOST_LANES <= u128::BITS as usize);

impl LaneSet {
    pub(super) fn and(self, other: LaneSet) -> LaneSet {
        LaneSet(self.0 & other.0)
    }

    pub(super) fn or(self, other: LaneSet) -> LaneSet {
        LaneSet(self.0 | other.0)
    }

    fn without(self, other: LaneSet) -> LaneSet {
        LaneSet(self.0 & !other.0)
    }

    pub(super) fn meets(self, other: LaneSet) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The lanes, in rising order.
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let lane = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(lane)
        })
    }
}

impl FromIterator<usize> for LaneSet {
    fn from_iter<I: IntoIterator<Item = usize>>(lanes: I) -> LaneSet {
        LaneSet(lanes.into_iter().fold(0, |set, lane| set | 1 << lane))
    }
}
