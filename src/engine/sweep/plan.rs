//! The levels of a sweep: which bits a state has at each, and what an option of the level does to them.
//!
//! Bits whose lives do not overlap share a *slot* of the state. A row of three cells, dominoes a b, b c and singles:
//!
//! ```text
//!     bit     born at level   dies at      slot
//!     a       0               0            0         options of level 0 (item a):   a,  a b
//!     b       0               1            1                            1 (item b):   b,  b c
//!     c       1               2            0         a is dead by then                2 (item c):   c
//! ```
//!
//! At the level of its birth a bit is certainly set; `birth` puts it into the state. At the level of its death it is
//! dropped after the choice; if a primary bit is still set then, its item can never be covered.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use super::components::Component;
use super::level::{Choice, Item, Level};
use super::lives::Lives;
use crate::engine::memory::Share;
use crate::engine::work::{Stop, Work};
use crate::problem::OptionId;

/// The rows of [needs](super::needs) may take one part in this number of the memory.
const PART_FOR_NEEDS: usize = 64;

/// Where the bits of a component are in a state, if its items are taken in some order.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    component: &'a Component,
    order: &'a [u32],
    lives: Lives,
    /// The bits that are part of a state, ascending.
    kept: Vec<u32>,
    /// The slot of each bit that is kept.
    slot_of: Vec<u32>,
    pub(super) slots: usize,
    _held: Share,
}

/// Work on a plan, with keys of some number of words.
pub(super) trait ByWords<P> {
    type Output;

    fn run<const W: usize>(self, plan: &P) -> Self::Output;
}

/// Does this work with keys of the fewest words that hold `slots` slots. `None` if no key is large enough.
pub(super) fn by_words<P, T: ByWords<P>>(slots: usize, plan: &P, what: T) -> Option<T::Output> {
    Some(match slots.div_ceil(64) {
        0 | 1 => what.run::<1>(plan),
        2 => what.run::<2>(plan),
        3..=4 => what.run::<4>(plan),
        5..=8 => what.run::<8>(plan),
        9..=16 => what.run::<16>(plan),
        17..=64 => what.run::<64>(plan),
        _ => return None,
    })
}

impl<'a> Plan<'a> {
    /// The plan for this order of the items.
    pub(super) fn new(
        component: &'a Component,
        order: &'a [u32],
        work: &Work,
    ) -> Result<Plan<'a>, Stop> {
        // The numbers and slots of the bits, and the two heaps for finding slots, which may have twice the length that
        // they use.
        let of_bits = component.bit_count() * 12 * size_of::<u32>();
        let held = work.take(Lives::bytes(component) + of_bits)?;
        let lives = Lives::new(component, order, work)?;
        let (slot_of, slots) = lives.lay_out(work)?;
        Ok(Plan {
            component,
            order,
            kept: lives.kept().collect(),
            lives,
            slot_of,
            slots,
            _held: held,
        })
    }

    /// The options of each level, in the order of the problem.
    pub(super) fn options(&self) -> Vec<Vec<OptionId>> {
        let mut options = Vec::from_iter(self.lengths().into_iter().map(Vec::with_capacity));
        for (&level, &id) in self.lives.level_of.iter().zip(self.component.options()) {
            options[level as usize].push(id);
        }
        options
    }

    /// The number of options of each level.
    fn lengths(&self) -> Vec<usize> {
        let mut lengths = vec![0; self.order.len()];
        for &level in &self.lives.level_of {
            lengths[level as usize] += 1;
        }
        lengths
    }

    /// Bytes of the levels with states of `W` words, and of their options in the problem.
    pub(super) fn bytes<const W: usize>(&self) -> usize {
        let of_level = size_of::<Level<W>>() + size_of::<Vec<OptionId>>() + size_of::<usize>();
        let of_option = size_of::<Choice<W>>() + size_of::<OptionId>();
        self.order.len() * of_level + self.component.option_count() * of_option
    }

    /// The levels, one for each primary item in the order of the sweep, with states of `W` words.
    pub(super) fn levels<const W: usize>(&self, work: &Work) -> Result<Vec<Level<W>>, Stop> {
        let mut levels = Vec::with_capacity(self.order.len());
        for ((level, &item), options) in (0..).zip(self.order).zip(self.lengths()) {
            work.spend(8 * W)?;
            levels.push(Level::new(self.item(level, item), options));
        }
        for &bit in &self.kept {
            work.spend(16)?;
            let slot = self.slot_of[bit as usize];
            let (birth, death) = (
                self.lives.birth[bit as usize],
                self.lives.death[bit as usize],
            );
            put(&mut levels[birth as usize].birth, slot);
            put(&mut levels[death as usize].death, slot);
            if self.component.is_primary(bit) {
                put(&mut levels[death as usize].must, slot);
            }
        }
        for (option, &level) in self.lives.level_of.iter().enumerate() {
            let choice = self.choice(option, level, work)?;
            levels[level as usize].push(choice);
        }
        let mut room = work.account.bound() / PART_FOR_NEEDS;
        for level in &mut levels {
            room = room.saturating_sub(level.finish(room, work)?);
        }
        Ok(levels)
    }

    /// Where a state says whether the item of a level must be covered.
    fn item(&self, level: u32, item: u32) -> Item {
        let (birth, death) = (
            self.lives.birth[item as usize],
            self.lives.death[item as usize],
        );
        if birth >= level {
            Item::Open
        } else if death < level {
            Item::Covered
        } else {
            Item::at(self.slot_of[item as usize])
        }
    }

    fn choice<const W: usize>(
        &self,
        option: usize,
        level: u32,
        work: &Work,
    ) -> Result<Choice<W>, Stop> {
        let Plan {
            component, lives, ..
        } = self;
        let mut choice = Choice {
            need: [0; W],
            strike: [0; W],
        };
        work.spend(16 + 2 * W)?;
        for &bit in component.bits(option) {
            work.spend(8)?;
            let mut add = |bit: u32, set: fn(&mut Choice<W>) -> &mut [u64; W]| {
                let at = bit as usize;
                if lives.birth[at] <= level && level <= lives.death[at] {
                    put(set(&mut choice), self.slot_of[at]);
                }
            };
            add(bit, |choice| &mut choice.need);
            if component.is_primary(bit) {
                add(bit, |choice| &mut choice.strike);
                continue;
            }
            let siblings = component.siblings(bit);
            let first = self.kept.partition_point(|&kept| kept < siblings.start);
            let kept = self.kept[first..].iter().copied();
            for other in kept.take_while(|kept| siblings.contains(kept)) {
                work.spend(4)?;
                if other != bit || !component.is_shared(bit) {
                    add(other, |choice| &mut choice.strike);
                }
            }
        }
        Ok(choice)
    }
}

fn put<const W: usize>(set: &mut [u64; W], slot: u32) {
    set[slot as usize / 64] |= 1 << (slot % 64);
}

impl Lives {
    /// The bits that are part of a state.
    fn kept(&self) -> impl Iterator<Item = u32> {
        (0..)
            .zip(&self.birth)
            .filter(|&(_, &birth)| birth != u32::MAX)
            .map(|(bit, _)| bit)
    }

    /// Gives each bit that is kept a slot, the lowest that is free. Returns the slots by bit, and their number.
    fn lay_out(&self, work: &Work) -> Result<(Vec<u32>, usize), Stop> {
        let mut bits = Vec::from_iter(self.kept());
        bits.sort_by_key(|&bit| (self.birth[bit as usize], bit));
        let mut slot_of = vec![0; self.birth.len()];
        let mut slots = 0;
        // The slots that are free, and the others, each with the level after which it is free.
        let mut free: BinaryHeap<Reverse<u32>> = BinaryHeap::new();
        let mut busy: BinaryHeap<Reverse<(u32, u32)>> = BinaryHeap::new();
        for bit in bits {
            work.spend(64)?;
            let (birth, death) = (self.birth[bit as usize], self.death[bit as usize]);
            while let Some(first) = busy.peek_mut()
                && first.0.0 < birth
            {
                let Reverse((_, slot)) = PeekMut::pop(first);
                free.push(Reverse(slot));
            }
            let slot = free.pop().map_or_else(
                || {
                    slots += 1;
                    slots - 1
                },
                |Reverse(slot)| slot,
            );
            busy.push(Reverse((death, slot)));
            slot_of[bit as usize] = slot;
        }
        Ok((slot_of, slots as usize))
    }
}
