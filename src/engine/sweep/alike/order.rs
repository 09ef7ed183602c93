//! The order of the items in a sweep that compares states.
//!
//! The next item is one for which the number of its options, times the number of bits that these make uncertain, is
//! least: then there are few states, and each depends on few bits. Among several, it is one after which the fewest
//! kinds of options and items can be distinguished: then many states are alike. At such a point it is known which items
//! are covered, but not which options were chosen.
//!
//! ```text
//!     Latin squares, two cells of row 1 covered
//!         third cell of row 1     one row and three columns differ from the others      few kinds
//!         first cell of row 2     two rows and two columns, with one corner left        more kinds
//! ```
//!
//! Row after row comes out where a problem has rows. Two orders are made. In the first, items that share an option with
//! a covered one come last: all cells of a Sudoku come before the question where a digit stands. Where that leaves many
//! more bits uncertain, as in tilings, whose cells all share options with their neighbours, the second order is taken,
//! which has no such rule.
//!
//! An order depends more than it should on its first item, and on which of several equal items is taken. So where a
//! sweep is long, two orders are also made for each of several first items that can be distinguished, and
//! [surveys](super::survey) show which order suits best.

use super::residual::Whole;
use super::{Key, empty, has, put};

/// The best order of the first sort is taken if it leaves at most this share more bits uncertain than that of the second, in percent.
const MORE: usize = 25;
/// After this number of edges was seen for an order, kinds are no longer distinguished.
const MOST_WORK: u64 = 1 << 23;
/// They are also no longer distinguished after this number of steps in a row in which most candidates were of different
/// kinds, as in tilings.
const MOST_DISTINCT: usize = 16;

/// The problem that an order is made for.
#[derive(Clone, Copy)]
struct Of<'a> {
    whole: Whole<'a>,
    /// For each bit, the options.
    options_of: &'a [Vec<u32>],
}

/// An order being made.
#[derive(Debug)]
struct Order {
    /// The item to begin with, if it is given.
    first: Option<u32>,
    /// Whether items come first that share no option with those covered, and which share one.
    is_apart: bool,
    has_met: Vec<bool>,
    items: Vec<u32>,
    is_covered: Vec<bool>,
    /// Options without a covered item, and how many of them have each bit.
    is_left: Vec<bool>,
    left: Vec<usize>,
    /// Bits that earlier options may have.
    taken: Key,
    /// The most bits that were uncertain after an item: bits that earlier options may have, and later ones, too.
    width: usize,
    /// The number of last steps in a row in which most candidates were of different kinds.
    distinct: usize,
    /// Work done: edges seen.
    work: u64,
}

/// Orders being made.
#[derive(Debug)]
pub(super) struct Ordering {
    /// For each bit, the options.
    options_of: Vec<Vec<u32>>,
    orders: Vec<Order>,
}

impl Ordering {
    pub(super) fn new(whole: Whole, bits: usize) -> Ordering {
        let mut options_of = vec![Vec::new(); bits];
        for (number, option) in (0..).zip(whole.options) {
            let bits = option.iter().map(|&bit| bit as usize);
            bits.for_each(|bit| options_of[bit].push(number));
        }
        let mut ordering = Ordering {
            options_of,
            orders: Vec::new(),
        };
        ordering.begin(whole, None);
        ordering
    }

    /// Begins two orders more for each of some first items.
    pub(super) fn begin_others(&mut self, whole: Whole) {
        for first in whole.firsts() {
            self.begin(whole, Some(first));
        }
    }

    fn begin(&mut self, whole: Whole, first: Option<u32>) {
        let bits = self.options_of.len();
        for is_apart in [true, false] {
            self.orders.push(Order {
                first,
                is_apart,
                has_met: vec![false; bits],
                items: Vec::with_capacity(whole.primary),
                is_covered: vec![false; whole.primary],
                is_left: vec![true; whole.options.len()],
                left: self.options_of.iter().map(Vec::len).collect(),
                taken: empty(bits),
                width: 0,
                distinct: 0,
                work: 0,
            });
        }
    }

    /// Adds one item to one of the orders. Returns whether all orders are complete.
    pub(super) fn go_on(&mut self, whole: Whole) -> bool {
        let of = Of {
            whole,
            options_of: &self.options_of,
        };
        for order in &mut self.orders {
            if let Some(item) = order.next(of) {
                order.cover(of, item);
                return false;
            }
        }
        true
    }

    /// The orders of the primary items, each once, the best of the first two first.
    pub(super) fn orders(&self) -> Vec<Vec<u32>> {
        let (apart, near) = (&self.orders[0], &self.orders[1]);
        let is_first_apart = apart.width * 100 <= near.width * (100 + MORE);
        let best = if is_first_apart { apart } else { near };
        let mut orders: Vec<Vec<u32>> = Vec::new();
        for order in std::iter::once(best).chain(&self.orders) {
            if !orders.contains(&order.items) {
                orders.push(order.items.clone());
            }
        }
        orders
    }

    /// The edges that were seen so far.
    pub(super) fn work(&self) -> u64 {
        self.orders.iter().map(|order| order.work).sum()
    }
}

impl Order {
    /// The item to be covered next.
    fn next(&mut self, of: Of) -> Option<u32> {
        if let (Some(first), []) = (self.first, &self.items[..]) {
            return Some(first);
        }
        let is_open = |item: &u32| !self.is_covered[*item as usize];
        let mut open = Vec::from_iter((0..of.whole.primary as u32).filter(is_open));
        if let Some(&settled) = open.iter().find(|&&item| self.left[item as usize] == 0) {
            return Some(settled);
        }
        let is_new = |item: &u32| !self.has_met[*item as usize];
        if self.is_apart && open.iter().any(is_new) {
            open.retain(is_new);
        }
        let candidates = match self.tells_kinds_apart() {
            true => self.one_of_each(of, &open),
            false => open,
        };
        let cost = |item: &u32| self.cost_of(of, *item);
        let least = candidates.iter().map(cost).min()?;
        let best = candidates.into_iter();
        let best = Vec::from_iter(best.filter(|item| cost(item) == least));
        match best[..] {
            [first, ..] if best.len() == 1 || !self.tells_kinds_apart() => Some(first),
            _ => best
                .into_iter()
                .min_by_key(|&item| (self.kinds_after(of, item), item)),
        }
    }

    fn tells_kinds_apart(&self) -> bool {
        self.work < MOST_WORK && self.distinct < MOST_DISTINCT
    }

    /// Of these items, one of each kind.
    fn one_of_each(&mut self, of: Of, items: &[u32]) -> Vec<u32> {
        let left = self.options_left(of, None);
        self.look_at(of, &left);
        let cost = |item| self.cost_of(of, item);
        let one_of_each = of.whole.one_of_each(&left, &self.taken, items, cost);
        // One item alone says nothing.
        if items.len() > 1 {
            let are_most = 2 * one_of_each.len() > items.len();
            self.distinct = if are_most { self.distinct + 1 } else { 0 };
        }
        one_of_each
    }

    /// The cost of an item: its number of options, times the number of bits that these make uncertain.
    fn cost_of(&self, of: Of, item: u32) -> usize {
        self.left[item as usize] * self.new_after(of, item)
    }

    /// How many bits this item makes uncertain that were not before.
    fn new_after(&self, of: Of, item: u32) -> usize {
        let mut taken = self.taken.clone();
        let mut new = 0;
        for &bit in self.bits_of(of, item) {
            new += usize::from(bit != item && !has(&taken, bit));
            put(&mut taken, bit);
        }
        new
    }

    /// The kinds of what is left after this item.
    fn kinds_after(&mut self, of: Of, item: u32) -> usize {
        let mut taken = self.taken.clone();
        self.bits_of(of, item).for_each(|&bit| put(&mut taken, bit));
        let left = self.options_left(of, Some(item));
        self.look_at(of, &left);
        of.whole.kinds(&left, &taken)
    }

    /// The bits of the options left for an item.
    fn bits_of<'a>(&'a self, of: Of<'a>, item: u32) -> impl Iterator<Item = &'a u32> {
        let options = of.options_of[item as usize].iter();
        let left = options.filter(|&&option| self.is_left[option as usize]);
        left.flat_map(|&option| &of.whole.options[option as usize])
    }

    /// The options left, without those of an item.
    fn options_left(&self, of: Of, without: Option<u32>) -> Vec<usize> {
        let mut left = self.is_left.clone();
        if let Some(item) = without {
            let options = of.options_of[item as usize].iter();
            options.for_each(|&option| left[option as usize] = false);
        }
        (0..left.len()).filter(|&option| left[option]).collect()
    }

    /// Counts the edges of these options, which are examined twice or more to refine a partition.
    fn look_at(&mut self, of: Of, options: &[usize]) {
        let sizes = options
            .iter()
            .map(|&option| of.whole.options[option].len() as u64);
        self.work += 2 * sizes.sum::<u64>();
    }

    fn cover(&mut self, of: Of, item: u32) {
        self.items.push(item);
        self.is_covered[item as usize] = true;
        for &option in &of.options_of[item as usize] {
            if !std::mem::replace(&mut self.is_left[option as usize], false) {
                continue;
            }
            for &bit in &of.whole.options[option as usize] {
                put(&mut self.taken, bit);
                self.left[bit as usize] -= 1;
                self.has_met[bit as usize] = true;
            }
        }
        let is_uncertain = |&bit: &usize| self.left[bit] > 0 && has(&self.taken, bit as u32);
        let uncertain = (0..self.left.len()).filter(is_uncertain).count();
        self.width = self.width.max(uncertain);
    }
}
