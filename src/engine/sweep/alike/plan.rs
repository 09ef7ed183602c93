//! The plan of a sweep that compares states: the levels, and how many kinds of options and items are left at each.

use super::aligned::aligned;
use super::order::Ordering;
use super::residual::Whole;
use super::{Key, empty, put, set_of};
use crate::engine::sweep::components::Component;

/// States are compared when a level has `FIRST` states, and `GROWTH` times the number that was kept the last time.
const FIRST: usize = 8;
const GROWTH: usize = 4;
/// The work of an edge that is seen for an order, in units of about a nanosecond.
const WORK_OF_ORDERING: u64 = 50;
/// Up to this number, states are compared soon, since that takes little time.
pub(super) const FEW: usize = 1 << 12;

/// One level of the sweep. An item has no level if earlier options determine whether it is covered.
#[derive(Debug)]
pub(super) struct Level {
    /// The item that is covered here.
    pub(super) item: u32,
    /// The options whose first item this is.
    pub(super) options: Vec<u32>,
    /// Bits that no option of a later level has.
    dead: Key,
    /// Those of them that are primary.
    must: Key,
}

/// The options, and the levels once they are made.
#[derive(Debug)]
pub(super) struct Plan {
    primary: usize,
    /// The number of bits: items, the primary ones first. And the words of a state.
    pub(super) bits: usize,
    pub(super) words: usize,
    /// The bits of each option, numbered [anew](super::aligned) once an order is made.
    options: Vec<Vec<u32>>,
    pub(super) sets: Vec<Key>,
    /// Until the levels are made: the order of the items, as far as it was chosen, and the edges that were seen for it.
    ordering: Option<(Ordering, u64)>,
    pub(super) levels: Vec<Level>,
    /// For each level, how many kinds of options and items there are.
    kinds: Vec<usize>,
}

impl Plan {
    /// Without levels.
    pub(super) fn new(component: &Component) -> Plan {
        let (primary, bits) = (component.primary, component.bit_count());
        let all = 0..component.option_count();
        let options: Vec<_> = all.map(|option| component.bits(option).to_vec()).collect();
        Plan {
            primary,
            bits,
            words: bits.div_ceil(64),
            sets: options.iter().map(|option| set_of(option, bits)).collect(),
            options,
            ordering: None,
            levels: Vec::new(),
            kinds: Vec::new(),
        }
    }

    /// Continues to make orders of the items, first those without a given first item. Returns all orders once they are
    /// made, the one to begin with first; and the work that was done.
    pub(super) fn order(&mut self) -> (Option<Vec<Vec<u32>>>, u64) {
        if self.ordering.is_none() {
            self.number_anew();
        }
        let whole = Whole {
            primary: self.primary,
            options: &self.options,
            sets: &self.sets,
        };
        let new = || (Ordering::new(whole, self.bits), 0);
        let (ordering, seen) = self.ordering.get_or_insert_with(new);
        let orders = ordering.go_on(whole).then(|| ordering.orders());
        let work = WORK_OF_ORDERING * (ordering.work() - *seen);
        *seen = ordering.work();
        (orders, work)
    }

    fn number_anew(&mut self) {
        let numbers = aligned(self.primary, self.bits, &self.options);
        for (option, set) in self.options.iter_mut().zip(&mut self.sets) {
            let bits = option.iter_mut();
            bits.for_each(|bit| *bit = numbers[*bit as usize]);
            option.sort_unstable();
            *set = set_of(option, self.bits);
        }
    }

    /// Lets [`order`](Self::order) continue with other first items.
    pub(super) fn begin_others(&mut self) {
        let whole = Whole {
            primary: self.primary,
            options: &self.options,
            sets: &self.sets,
        };
        if let Some((ordering, _)) = &mut self.ordering {
            ordering.begin_others(whole);
        }
    }

    /// The same with levels.
    pub(super) fn in_order(&self, order: &[u32]) -> Plan {
        let mut plan = Plan {
            options: self.options.clone(),
            sets: self.sets.clone(),
            ordering: None,
            levels: Vec::new(),
            kinds: Vec::new(),
            ..*self
        };
        plan.make_levels(order);
        plan.kinds = plan.kinds_of_levels();
        plan
    }

    fn make_levels(&mut self, order: &[u32]) {
        let mut rank = vec![0; self.primary];
        for (level, &item) in order.iter().enumerate() {
            rank[item as usize] = level;
            self.levels.push(Level {
                item,
                options: Vec::new(),
                dead: empty(self.bits),
                must: empty(self.bits),
            });
        }
        let mut death = vec![0; self.bits];
        for (number, option) in (0..).zip(&self.options) {
            let ranks = option.iter().filter_map(|&bit| rank.get(bit as usize));
            let level = *ranks.min().expect("an option with a primary item");
            self.levels[level].options.push(number);
            let bits = option.iter().map(|&bit| bit as usize);
            bits.for_each(|bit| death[bit] = level.max(death[bit]));
        }
        for (bit, level) in (0..).zip(death) {
            put(&mut self.levels[level].dead, bit);
            if (bit as usize) < self.primary {
                put(&mut self.levels[level].must, bit);
            }
        }
        // Where no option is left for an item, nothing happens: all that it needs was decided before.
        let is_idle =
            |level: &Level| level.options.is_empty() && level.must.iter().all(|&word| word == 0);
        self.levels.retain(|level| !is_idle(level));
    }

    /// The state before the first level: all bits.
    pub(super) fn first_state(&self) -> Key {
        set_of(&Vec::from_iter(0..self.bits as u32), self.bits)
    }

    pub(super) fn whole(&self) -> Whole<'_> {
        Whole {
            primary: self.primary,
            options: &self.options,
            sets: &self.sets,
        }
    }

    /// For each level, how many kinds of options and items are left there.
    fn kinds_of_levels(&self) -> Vec<usize> {
        let mut taken = empty(self.bits);
        let mut kinds = Vec::new();
        for (number, level) in self.levels.iter().enumerate() {
            kinds.push(self.whole().kinds(&self.options_left(number), &taken));
            self.take(level, &mut taken);
        }
        kinds
    }

    /// The options of a level and of those after it, ascending.
    pub(super) fn options_left(&self, level: usize) -> Vec<usize> {
        let levels = self.levels[level..].iter();
        let options = levels.flat_map(|level| &level.options);
        let mut left = Vec::from_iter(options.map(|&option| option as usize));
        left.sort_unstable();
        left
    }

    /// The bits that earlier options may have, and options left at a level, too.
    pub(super) fn taken(&self, level: usize) -> Key {
        let (mut taken, mut left) = (empty(self.bits), empty(self.bits));
        let (before, after) = self.levels.split_at(level);
        before.iter().for_each(|level| self.take(level, &mut taken));
        after.iter().for_each(|level| self.take(level, &mut left));
        taken
            .iter_mut()
            .zip(&left)
            .for_each(|(taken, left)| *taken &= left);
        taken
    }

    /// Adds the bits of the options of a level.
    fn take(&self, level: &Level, taken: &mut [u64]) {
        for &option in &level.options {
            let set = self.sets[option as usize].iter();
            taken
                .iter_mut()
                .zip(set)
                .for_each(|(taken, set)| *taken |= set);
        }
    }

    /// Whether to compare the states of a level, about `states`, after `last` were kept at a level with `last_kinds`
    /// kinds. That is so if there are many more states, or fewer kinds, so that more states are probably alike; and if
    /// none of the next levels has fewer kinds. The more states there are, the fewer levels are examined.
    pub(super) fn is_to_compare(
        &self,
        level: usize,
        states: usize,
        (last, last_kinds): (usize, usize),
    ) -> bool {
        let kinds = self.kinds[level];
        let promise = match last_kinds {
            0 => states,
            before => states.saturating_mul(before) / kinds.max(1),
        };
        if states < FIRST.max(last) || promise < GROWTH * last {
            return false;
        }
        let ahead = match states / last {
            _ if states <= FEW => 4,
            ..16 => 16,
            16..64 => 12,
            64..256 => 8,
            256..4096 => 6,
            4096..0x10_0000 => 4,
            0x10_0000.. => 1,
        };
        let next = self.kinds[level..].iter().take(ahead);
        next.copied().all(|next| next >= kinds)
    }

    pub(super) fn kinds(&self, level: usize) -> usize {
        self.kinds[level]
    }
}

impl Level {
    /// Turns a state into that of the next level. Returns whether all items can still be covered.
    pub(super) fn leave(&self, state: &mut [u64]) -> bool {
        let mut open = state.iter().zip(&self.must);
        let is_lost = open.any(|(state, must)| state & must != 0);
        let dead = state.iter_mut().zip(&self.dead);
        dead.for_each(|(state, dead)| *state &= !dead);
        !is_lost
    }
}
