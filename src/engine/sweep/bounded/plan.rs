//! Where the bits and fields of a state are.

use super::step::{Field, Step};
use crate::engine::memory::Share;
use crate::engine::sweep::components::Component;
use crate::engine::sweep::lives::{Lives, Outlook};
use crate::engine::work::{Stop, Work};
use crate::problem::{Bounds, OptionId};

/// Slots of a state, at most.
const MOST_SLOTS: usize = 4096;
/// Levels where a bit is never part of a state.
const NEVER: u32 = u32::MAX;

/// The layout of the states of a component, if its items are taken in some order.
#[derive(Debug)]
pub(in crate::engine::sweep) struct Layout<'a> {
    component: &'a Component,
    /// The options in the order of their levels.
    options: Vec<u32>,
    lives: Lives,
    /// The first slot of each bit that is kept.
    slot_of: Vec<u32>,
    /// The number of slots.
    pub(in crate::engine::sweep) slots: usize,
    _held: Share,
}

impl<'a> Layout<'a> {
    /// The layout for this order of the items; `None` if a state needs more slots than there are.
    pub(in crate::engine::sweep) fn new(
        component: &'a Component,
        order: &[u32],
        work: &Work,
    ) -> Result<Option<Layout<'a>>, Stop> {
        let of_bits = component.bit_count() * 4 * size_of::<u32>();
        let of_options = component.option_count() * 8 * size_of::<u32>();
        let held = work.take(Lives::bytes(component) + of_bits + of_options)?;
        let options = by_items(component, order, work)?;
        let mut level_of = vec![0; options.len()];
        for (level, &option) in (0..).zip(&options) {
            level_of[option as usize] = level;
        }
        let lives = Lives::of_levels(component, level_of, work)?;
        let mut layout = Layout {
            component,
            options,
            slot_of: vec![NEVER; component.bit_count()],
            lives,
            slots: 0,
            _held: held,
        };
        Ok(layout.lay_out(work)?.then_some(layout))
    }

    /// Gives each bit that is kept the first free slots, all in one word. Returns whether there are enough.
    fn lay_out(&mut self, work: &Work) -> Result<bool, Stop> {
        let mut bits = Vec::from_iter(0..self.component.bit_count() as u32);
        bits.retain(|&bit| self.lives.birth[bit as usize] != NEVER);
        bits.sort_by_key(|&bit| (self.lives.birth[bit as usize], bit));
        // For each slot, the first level at which it is free.
        let mut free_at: Vec<u32> = Vec::new();
        for bit in bits {
            work.spend(64 + free_at.len())?;
            let (birth, death) = (
                self.lives.birth[bit as usize],
                self.lives.death[bit as usize],
            );
            let size = size_of_bit(self.component.bounds_of(bit));
            let is_free = |slot: usize| free_at.get(slot).is_none_or(|&free| free <= birth);
            let fits = |slot: &usize| {
                slot / 64 == (slot + size - 1) / 64 && (*slot..slot + size).all(is_free)
            };
            let Some(slot) = (0..MOST_SLOTS).find(fits) else {
                return Ok(false);
            };
            if free_at.len() < slot + size {
                free_at.resize(slot + size, 0);
            }
            free_at[slot..slot + size].fill(death + 1);
            self.slot_of[bit as usize] = slot as u32;
        }
        self.slots = free_at.len().min(MOST_SLOTS);
        Ok(true)
    }

    /// The option of each level.
    pub(in crate::engine::sweep) fn options(&self) -> impl Iterator<Item = OptionId> {
        let options = self.options.iter();
        options.map(|&option| self.component.options()[option as usize])
    }

    /// The width of each level in bits, for [`Forecast`](crate::engine::sweep::forecast::Forecast).
    pub(in crate::engine::sweep) fn widths(&self, work: &Work) -> Result<Vec<f64>, Stop> {
        let outlook: Outlook = self
            .lives
            .outlook(self.component, self.options.len(), work)?;
        Ok(outlook.widths)
    }

    /// Bytes of the levels with states of `W` words.
    pub(in crate::engine::sweep) fn bytes<const W: usize>(&self) -> usize {
        self.options.len() * size_of::<Step<W>>() + self.component.size() * size_of::<Field>()
    }

    /// The levels, one for each option, with states of `W` words.
    pub(in crate::engine::sweep) fn levels<const W: usize>(
        &self,
        work: &Work,
    ) -> Result<Vec<Step<W>>, Stop> {
        let component = self.component;
        let mut rest = vec![0u64; component.primary];
        for option in 0..component.option_count() {
            for &bit in component.bits(option) {
                if let Some(rest) = rest.get_mut(bit as usize) {
                    *rest += 1;
                }
            }
        }
        let mut levels = Vec::with_capacity(self.options.len());
        for (level, &option) in (0..).zip(&self.options) {
            let bits = component.bits(option as usize);
            let mut step = Step::<W>::new(bits.iter().filter(|&&bit| self.is_counted(bit)).count());
            work.spend(64 + 8 * W)?;
            for &bit in bits {
                work.spend(16)?;
                if component.is_primary(bit) {
                    rest[bit as usize] -= 1;
                    self.name_item(&mut step, (level, bit), rest[bit as usize]);
                } else {
                    self.name_use(&mut step, (level, bit));
                }
            }
            levels.push(step);
        }
        for bit in 0..component.bit_count() as u32 {
            let (birth, death) = (
                self.lives.birth[bit as usize],
                self.lives.death[bit as usize],
            );
            if birth == NEVER {
                continue;
            }
            work.spend(16)?;
            let bounds = component.bounds_of(bit);
            let size = size_of_bit(bounds);
            let guard = if size > 1 { 1 << (size - 1) } else { 0 };
            let slot = self.slot_of[bit as usize];
            or(
                &mut levels[birth as usize].birth,
                slot,
                u64::from(bounds.high) | guard,
            );
            or(&mut levels[death as usize].death, slot, (1 << size) - 1);
        }
        Ok(levels)
    }

    /// Whether a bit is an item that can be covered several times.
    fn is_counted(&self, bit: u32) -> bool {
        self.component.is_primary(bit) && size_of_bit(self.component.bounds_of(bit)) > 1
    }

    /// What the option of a level does to a primary item, of which `rest` options come later.
    fn name_item<const W: usize>(&self, step: &mut Step<W>, (level, bit): (u32, u32), rest: u64) {
        let bounds = self.component.bounds_of(bit);
        let slot = self.slot_of[bit as usize];
        let size = size_of_bit(bounds);
        if size == 1 {
            or(&mut step.need, slot, 1);
            or(&mut step.strike, slot, 1);
            if bounds.low > 0 && level == self.lives.death[bit as usize] {
                or(&mut step.must, slot, 1);
            }
            return;
        }
        or(&mut step.one, slot, 1);
        or(&mut step.guards, slot, 1 << (size - 1));
        step.fields.push(Field {
            word: slot / 64,
            shift: slot % 64,
            mask: (1 << (size - 1)) - 1,
            spare: u64::from(bounds.high - bounds.low),
            rest,
        });
    }

    /// What the option of a level does to a use of a secondary item.
    fn name_use<const W: usize>(&self, step: &mut Step<W>, (level, bit): (u32, u32)) {
        let is_there = |bit: u32| {
            let (birth, death) = (
                self.lives.birth[bit as usize],
                self.lives.death[bit as usize],
            );
            birth <= level && level <= death
        };
        if is_there(bit) {
            or(&mut step.need, self.slot_of[bit as usize], 1);
        }
        for other in self.component.siblings(bit) {
            if is_there(other) && (other != bit || !self.component.is_shared(bit)) {
                or(&mut step.strike, self.slot_of[other as usize], 1);
            }
        }
    }
}

/// The options, those of the first item first, and so on; among those, by the other items that they name.
pub(in crate::engine::sweep) fn by_items(
    component: &Component,
    order: &[u32],
    work: &Work,
) -> Result<Vec<u32>, Stop> {
    let mut rank = vec![0u32; component.primary];
    for (place, &item) in (0..).zip(order) {
        rank[item as usize] = place;
    }
    let mut keys: Vec<(Vec<u32>, u32)> = Vec::with_capacity(component.option_count());
    for option in 0..component.option_count() {
        let bits = component.bits(option);
        work.spend(32 + 16 * bits.len())?;
        let mut ranks = Vec::from_iter(bits.iter().filter_map(|&bit| rank.get(bit as usize)));
        ranks.sort_unstable();
        keys.push((ranks.into_iter().copied().collect(), option as u32));
    }
    keys.sort_unstable();
    Ok(keys.into_iter().map(|(_, option)| option).collect())
}

/// Slots of a bit with these bounds: one, or those of a capacity and a guard.
fn size_of_bit(bounds: Bounds) -> usize {
    match bounds.high {
        0 | 1 => 1,
        high => (u32::BITS - high.leading_zeros()) as usize + 1,
    }
}

/// Sets some bits from a slot on, all in one word.
fn or<const W: usize>(set: &mut [u64; W], slot: u32, bits: u64) {
    set[slot as usize / 64] |= bits << (slot % 64);
}
