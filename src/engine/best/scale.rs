//! Costs as whole numbers that fit into a word.
//!
//! Prices are fractions of a cost, so costs are multiplied by a power of two first; if they are too large for that,
//! they are divided by one. The *value* of a cost is the cost itself or, if the most expensive solutions are wanted,
//! the negative cost: the best solution has the least value. Values are divided by the greatest common divisor of all
//! costs, and rounded down to the scale:
//!
//! ```text
//!     sum of the scaled values of a solution's options  ≤  its value, scaled
//! ```
//!
//! So a solution whose scaled sum is above that of a bound is beyond the bound. Numbers are so small that no sum of
//! prices can overflow: see [`Scale::new`].

use crate::engine::aim::Aim;
use crate::problem::{OptionId, Problem};

/// The exponent of the largest power of two by which values are multiplied.
const MOST_FINE: u32 = 16;

/// How the costs of a problem are scaled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    aim: Aim,
    /// The greatest common divisor of all costs; 1 if all are 0.
    divisor: u64,
    /// Values are multiplied by 2 to the power of this, or divided if it is negative.
    shift: i32,
    /// The largest number of bits of the scaled value of a solution.
    room: u32,
    /// The absolute value of every solution is at most this many divisors.
    most: i128,
}

impl Scale {
    /// The scale for a problem.
    ///
    /// The scaled value of a solution has at most b bits, so that nothing overflows, whatever the prices are. Let an
    /// option have less than 2ᵉ entries, and the problem less than 2ⁱ items. Prices change by at most 2ᵇ in one step,
    /// except for the last pricing of 16: that lifts what is negative by then, by at most 16·2ᵉ·2ᵇ, in each of an option's
    /// items. So a reduced cost is changed by at most 2^(4 + 2e + b), and the base by 2^(4 + e + i + b), in 16
    /// pricings, of which there are 25 times as many. With the b below, reduced costs stay below 2⁵⁸ and the base below
    /// 2⁶¹.
    ///
    /// With bounds, each pricing changes each price by at most 2ᵇ. There are at most 2¹⁰ before the search, and 8 at each node of
    /// a path, which are less than the 2ᵒ options: less than 2^q in all. So all reduced costs together stay below
    /// 2^(q + e + o + b), and so does the base, since an item is covered no more often than it has options. That is below 2⁶¹.
    pub(super) fn new(problem: &Problem, aim: Aim) -> Scale {
        let costs = || problem.options().map(|option| problem.cost(option));
        let divisor = costs().fold(0, greatest_common_divisor).max(1);
        let highest = costs().max().unwrap_or(0) / divisor;
        let options = problem.option_count();
        let length = match problem.has_bounds() {
            true => options,
            false => problem.primary_count().min(options),
        };
        let most = i128::from(highest) * length as i128;
        let bits = (128 - most.leading_zeros()) as i32;
        let entries = problem.options().map(|o| problem.entries(o).len());
        let entry_bits = bits_of(entries.max().unwrap_or(0));
        let item_bits = bits_of(problem.item_count());
        let room = 49u32.saturating_sub(2 * entry_bits);
        let option_bits = bits_of(options);
        let pricing_bits = 1 + (3 + option_bits).max(10);
        let room = match problem.has_bounds() {
            true => room.min(61u32.saturating_sub(pricing_bits + entry_bits + option_bits)),
            false => room.min(52u32.saturating_sub(entry_bits + item_bits)),
        };
        let shift = (room as i32 - bits).min(MOST_FINE as i32);
        Scale {
            aim,
            divisor,
            shift,
            room,
            most,
        }
    }

    /// The value of a cost, in divisors.
    fn value(&self, cost: u64) -> i128 {
        let cost = i128::from(cost / self.divisor);
        match self.aim {
            Aim::Cheapest => cost,
            Aim::MostExpensive => -cost,
        }
    }

    /// The total value of options, in divisors.
    pub(super) fn value_of(&self, problem: &Problem, options: &[OptionId]) -> i128 {
        options.iter().map(|&o| self.value(problem.cost(o))).sum()
    }

    /// The cost that has this value.
    pub(super) fn cost(&self, value: i128) -> u128 {
        let cost = match self.aim {
            Aim::Cheapest => value,
            Aim::MostExpensive => -value,
        };
        cost.max(0).unsigned_abs() * u128::from(self.divisor)
    }

    /// The cost that has this scaled value; `None` where scaled values are rounded.
    pub(super) fn exact_cost(&self, scaled: i64) -> Option<u128> {
        let shift = u32::try_from(self.shift).ok()?;
        Some(self.cost(i128::from(scaled) >> shift))
    }

    /// A value, scaled and rounded down.
    pub(super) fn scaled(&self, value: i128) -> i64 {
        let scaled = match self.shift {
            0.. => value << self.shift,
            _ => value >> -self.shift,
        };
        i64::try_from(scaled).expect("scaled values have room in a word")
    }

    /// The scaled value of an option.
    pub(super) fn scaled_cost(&self, cost: u64) -> i64 {
        self.scaled(self.value(cost))
    }

    /// The least value whose scaled sum may be above `scaled`, but not more than any solution has.
    pub(super) fn above(&self, scaled: i64) -> i128 {
        let least = i128::from(scaled) + 1;
        let value = match self.shift {
            0.. => -(-least >> self.shift),
            _ => least << -self.shift,
        };
        value.clamp(-self.most, self.most)
    }

    /// The least value that a solution may have.
    pub(super) fn least(&self) -> i128 {
        match self.aim {
            Aim::Cheapest => 0,
            Aim::MostExpensive => -self.most,
        }
    }

    /// One divisor, scaled; at least 1.
    pub(super) fn unit(&self) -> i64 {
        self.scaled(1).max(1)
    }

    /// The largest scaled value of a solution.
    pub(super) fn highest(&self) -> i64 {
        match self.aim {
            Aim::Cheapest => self.scaled(self.most),
            Aim::MostExpensive => 0,
        }
    }

    /// The largest change of a price in one step.
    pub(super) fn step(&self) -> i64 {
        1 << self.room
    }
}

/// The number of bits of a number.
fn bits_of(number: usize) -> u32 {
    usize::BITS - number.leading_zeros()
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}
