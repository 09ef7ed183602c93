//! The order of a walk: which item next, and which of its options.
//!
//! Each walk breaks ties at random, in an order of its own. No order of items and options is good everywhere, so the walks take
//! several of them in turn ([`Order::TURNS`]).
//!
//! All walks learn *weights* together: an item weighs one more each time that it was left without options. A heavy item is hard
//! to cover, and is better covered early, where a mistake costs little. (F. Boussemart and others, *Boosting Systematic Search
//! by Weighting Constraints*, ECAI 2004: 'dom/wdeg'.)

use super::random::Random;
use super::sets::{Choice, Item, Sets};

/// An order of items and options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// The item with the fewest options, among ties the heaviest; any of its options.
    Fewest,
    /// The item with the fewest options in proportion to its weight; any of its options.
    Heaviest,
    /// The item with the fewest options, among ties the one that the problem names first; any of its options. Where values are
    /// interchangeable, as digits in an empty grid are, this fills a row first, in which no choice is wrong.
    Named,
    /// The item as for `Fewest`; of its options, the one that removes the fewest others.
    Gentle,
}

impl Order {
    /// The orders that walks take by turns.
    pub(super) const TURNS: [Order; 4] =
        [Order::Fewest, Order::Heaviest, Order::Gentle, Order::Named];
}

/// The weights of items, and the random numbers drawn for them.
#[derive(Debug)]
pub(super) struct Preference {
    /// One, plus one for each time that the item was left without options.
    weights: Vec<u32>,
    /// The lowest first, of items that are equal.
    ranks: Vec<u32>,
    random: Random,
}

impl Preference {
    pub(super) fn new(items: usize, random: Random) -> Self {
        Preference {
            weights: vec![1; items],
            ranks: vec![0; items],
            random,
        }
    }

    /// Draws a new order for ties.
    pub(super) fn shuffle(&mut self) {
        for rank in &mut self.ranks {
            *rank = self.random.bits();
        }
    }

    /// An item was left without options.
    pub(super) fn note(&mut self, item: Item) {
        let weight = &mut self.weights[item as usize];
        *weight = weight.saturating_add(1);
    }

    /// The item to branch on; there must be an open one.
    pub(super) fn item(&self, order: Order, sets: &Sets) -> Item {
        let key = |&item: &Item| {
            let (size, weight) = (sets.size(item), self.weights[item as usize]);
            let rank = self.ranks[item as usize];
            match order {
                // The weights of different items are compared only where the sizes are equal.
                Order::Fewest | Order::Gentle => (u64::from(size) << 32, !weight, rank),
                Order::Named => (u64::from(size) << 32, item, rank),
                // A fraction of 31 bits before the point, and 32 after it.
                Order::Heaviest => ((u64::from(size) << 32) / u64::from(weight), 0, rank),
            }
        };
        *sets
            .open()
            .iter()
            .min_by_key(|item| key(item))
            .expect("an open item")
    }

    /// The option of an item to try.
    pub(super) fn option(&mut self, order: Order, item: Item, sets: &Sets) -> Choice {
        let drawn = self.random.below(sets.size(item)) as usize;
        let mut options = sets.options(item);
        match order {
            Order::Fewest | Order::Heaviest | Order::Named => {
                options.nth(drawn).expect("an option")
            }
            Order::Gentle => {
                // Of equals, the first from the one drawn on.
                let (before, after) = (sets.options(item).take(drawn), options.skip(drawn));
                let least = after
                    .chain(before)
                    .min_by_key(|&option| sets.touched(option));
                least.expect("an option")
            }
        }
    }
}
