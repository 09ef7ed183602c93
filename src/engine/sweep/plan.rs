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
//! At the level of its birth a bit is surely there; it is put into the state by `birth`. At the level of its death,
//! behind the choice, it is dropped; a primary one that is still there will never be covered.

use super::order::Lives;
use super::rest::Part;
use crate::problem::OptionId;

/// The levels, one for each primary item in the order of the sweep.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) slots: usize,
    pub(super) levels: Vec<LevelPlan>,
}

/// One level, in numbers of slots.
#[derive(Default, Debug)]
pub(super) struct LevelPlan {
    pub(super) item: ItemState,
    pub(super) birth: Vec<u32>,
    pub(super) death: Vec<u32>,
    /// Those of `death` that are primary.
    pub(super) must: Vec<u32>,
    /// In the order of the problem.
    pub(super) options: Vec<OptionPlan>,
}

/// Whether the item of a level is to be covered there.
#[derive(Clone, Copy, Default, Debug)]
pub(super) enum ItemState {
    /// No earlier option names it.
    #[default]
    Open,
    /// The slot tells.
    Slot(u32),
    /// All of its options stand at earlier levels, and its slot may be another bit's by now.
    Covered,
}

/// One option, in numbers of slots.
#[derive(Debug)]
pub(super) struct OptionPlan {
    /// The option of the problem.
    pub(super) id: OptionId,
    /// Slots that must be set for the option to be chosen.
    pub(super) need: Vec<u32>,
    /// Slots that are cleared by choosing it.
    pub(super) strike: Vec<u32>,
}

impl Plan {
    /// The plan for this order of the items.
    pub(super) fn new(part: &Part, order: &[u32]) -> Plan {
        let lives = Lives::new(part, order);
        let mut levels = Vec::from_iter(order.iter().map(|_| LevelPlan::default()));
        let (slot_of, slots) = lives.lay_out(part, &mut levels);
        for (level, (plan, &item)) in levels.iter_mut().zip(order).enumerate() {
            let (birth, death) = (lives.birth[item as usize], lives.death[item as usize]);
            plan.item = match level as u32 {
                level if birth >= level => ItemState::Open,
                level if death < level => ItemState::Covered,
                _ => ItemState::Slot(slot_of[item as usize]),
            };
        }
        for (option, &level) in lives.level_of.iter().enumerate() {
            let is_alive = |bit: &u32| {
                let bit = *bit as usize;
                lives.birth[bit] <= level && level <= lives.death[bit]
            };
            let mut plan = OptionPlan {
                id: part.id(option),
                need: Vec::new(),
                strike: Vec::new(),
            };
            for &bit in part.bits(option) {
                if is_alive(&bit) {
                    plan.need.push(slot_of[bit as usize]);
                }
                let others = part
                    .siblings(bit)
                    .filter(|&b| b != bit || !part.is_shared(bit));
                let struck = others.filter(is_alive).map(|bit| slot_of[bit as usize]);
                plan.strike.extend(struck);
            }
            levels[level as usize].options.push(plan);
        }
        Plan { slots, levels }
    }
}

impl Lives {
    /// Gives each bit that is kept a slot, the lowest that is free, and enters births and deaths. Returns the slots by
    /// bit, and their number.
    fn lay_out(&self, part: &Part, levels: &mut [LevelPlan]) -> (Vec<u32>, usize) {
        let kept = |bit: &u32| self.birth[*bit as usize] != u32::MAX;
        let mut bits = Vec::from_iter((0..part.bit_count() as u32).filter(kept));
        bits.sort_by_key(|&bit| (self.birth[bit as usize], bit));
        let mut slot_of = vec![0; part.bit_count()];
        // The level behind which each slot is free again.
        let mut busy: Vec<u32> = Vec::new();
        for bit in bits {
            let (birth, death) = (self.birth[bit as usize], self.death[bit as usize]);
            let slot = match busy.iter().position(|&until| until < birth) {
                Some(slot) => slot,
                None => {
                    busy.push(0);
                    busy.len() - 1
                }
            };
            busy[slot] = death;
            let number = slot as u32;
            slot_of[bit as usize] = number;
            levels[birth as usize].birth.push(number);
            levels[death as usize].death.push(number);
            if part.is_primary(bit) {
                levels[death as usize].must.push(number);
            }
        }
        (slot_of, busy.len())
    }
}
