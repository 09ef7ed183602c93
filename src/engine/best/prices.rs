//! Prices that raise the base.
//!
//! Let the reduced costs of an item's options be, in order, `least`, `second`, …. Exactly one of these options is
//! chosen. If the item's price rises by p, so does the base, and each of these reduced costs falls by p. Negative ones
//! count against the bound, `base + sum of the negative reduced costs`. It is highest for any p from `least` to
//! `second`, and such a price never lowers it:
//!
//! ```text
//!     reduced costs 2 5 9     up by 2: 0 3 7    base + 2     the bound: + 2
//!                             up by 4: -2 1 5   base + 4     the bound: + 4 − 2
//! ```
//!
//! A higher p leaves more to the other items of the more expensive options, which makes their prices rise: so a pricing
//! goes [far](PART) towards `second` at each item, and one pricing that goes to `least` only makes all reduced costs 0
//! or more again. Then the base is the bound.
//!
//! An item that is covered k times takes k of its options: so its price is best from the k-th least reduced cost to the next.
//! Where it may be covered less often, there are as many options more, without items, whose reduced cost is its slack. Then
//! reduced costs may stay negative, and the bound is what the sum above says.
//!
//! ```text
//!     k = 2, reduced costs 2 5 9     up by 5: -3 0 4   base + 10     the bound: + 10 − 3
//! ```
//!
//! Pricings stop below the bound of linear programming. In a prototype, 20 steps of a subgradient method at each node
//! came near it; they halved the nodes, and the search took 1.2 to 1.8 times as long.

use super::residual::{Item, MUST, Residual};
use crate::engine::limits::Watch;

/// How far a price goes from the least reduced cost to the second, in 32ths.
const PART: i64 = 25;

/// The most pricings over the whole problem before the search, and the number after which their gain is checked.
const MOST_PRICINGS: usize = 400;
const PRICINGS: usize = 16;

/// The pricings continue if they raise the base by at least one part in this number of its size.
const GAIN: i64 = 2000;

impl Residual {
    /// Sets prices for the whole problem, until little more is gained, or the watch stops it. Without bounds, all reduced costs
    /// are 0 or more afterwards. Returns the number of pricings.
    pub(super) fn price_well(&mut self, step: i64, most: usize, watch: &Watch) -> u64 {
        let mut pricings = 1;
        self.pricing::<0>(step, false);
        while pricings < most.min(MOST_PRICINGS) {
            let before = self.bound();
            let mut is_stopped = false;
            for number in 0..PRICINGS {
                is_stopped = watch.spend(self.work()).is_err();
                if is_stopped {
                    break;
                }
                self.pricing::<PART>(step, number % 2 == 1);
                pricings += 1;
            }
            self.pricing::<0>(step, false);
            pricings += 1;
            if is_stopped || self.bound() - before <= before.abs() / GAIN {
                break;
            }
        }
        pricings as u64
    }

    /// Whether no choice of options costs more than any other: then every solution costs the base.
    pub(super) fn is_flat(&self) -> bool {
        let mut slacks = self.items.iter().map(|item| item.slack);
        self.reduced.iter().all(|&cost| cost == 0)
            && slacks.all(|slack| slack == 0 || slack == MUST)
    }

    /// Sets all prices again, in two pricings. Without bounds, all reduced costs are 0 or more afterwards.
    pub(super) fn price(&mut self, step: i64, backward: bool) {
        self.pricing::<PART>(step, backward);
        self.pricing::<0>(step, !backward);
    }

    fn pricing<const FAR: i64>(&mut self, step: i64, backward: bool) {
        match self.has_bounds {
            true => self.pass::<FAR, true>(step, backward),
            false => self.pass::<FAR, false>(step, backward),
        }
    }

    /// One pass: moves each price `FAR` 32ths of the way from the least reduced cost to the second.
    fn pass<const FAR: i64, const BOUNDED: bool>(&mut self, step: i64, backward: bool) {
        let Residual {
            reduced,
            items,
            members,
            base,
            priced,
            ..
        } = self;
        // Without bounds, the last pass goes all the way down: otherwise reduced costs would stay negative.
        let down = if BOUNDED { -step } else { i64::MIN };
        let mut costs = Vec::new();
        let mut visit = |item: &mut Item, start: u32| {
            let members = &members[start as usize..item.end as usize];
            *base += match BOUNDED && item.high > 1 {
                true => adjust_several::<FAR>(item, members, (reduced, &mut costs), step),
                false => adjust::<FAR>(item, members, reduced, (down, step)),
            };
        };
        if backward {
            for at in (0..*priced).rev() {
                let start = at.checked_sub(1).map_or(0, |before| items[before].end);
                visit(&mut items[at], start);
            }
        } else {
            let mut start = 0;
            for item in &mut items[..*priced] {
                visit(item, start);
                start = item.end;
            }
        }
    }
}

/// Changes the price of an item that may be covered more than once, by at most `step`. Returns what that adds to the base. `costs` is
/// scratch space.
#[inline(never)]
fn adjust_several<const FAR: i64>(
    item: &mut Item,
    members: &[u32],
    (reduced, costs): (&mut [i64], &mut Vec<i64>),
    step: i64,
) -> i64 {
    costs.clear();
    costs.extend(members.iter().map(|&option| reduced[option as usize]));
    // One for each time that the item may be covered less often, but no more than it has options.
    let spare = (item.high - item.low).min(members.len() as u32) as usize;
    costs.extend(std::iter::repeat_n(item.slack, spare));
    let times = item.high as usize;
    let (_, &mut last, others) = costs.select_nth_unstable(times - 1);
    let between = match others.iter().min() {
        Some(next) => ((next - last) >> 5) * FAR,
        None => 0,
    };
    let change = (last + between).clamp(-step, step);
    change_price(item, members, reduced, change);
    change * i64::from(item.high)
}

/// Raises the price of an item by `change`, which may be negative.
#[inline(always)]
pub(super) fn change_price(item: &mut Item, members: &[u32], reduced: &mut [i64], change: i64) {
    if change != 0 {
        for &option in members {
            reduced[option as usize] -= change;
        }
        if item.slack != MUST {
            item.slack -= change;
        }
    }
}

/// Changes the price of an item that is covered at most once and returns by how much: at most `step`, and no more than `down` in the last
/// pass.
#[inline(always)]
fn adjust<const FAR: i64>(
    item: &mut Item,
    members: &[u32],
    reduced: &mut [i64],
    (down, step): (i64, i64),
) -> i64 {
    let (mut least, mut second) = (item.slack, MUST);
    for &option in members {
        let cost = reduced[option as usize];
        second = second.min(least.max(cost));
        least = least.min(cost);
    }
    let between = match second {
        MUST => 0,
        _ => ((second - least) >> 5) * FAR,
    };
    let change = match FAR {
        0 => least.max(down).min(step),
        _ => (least + between).clamp(-step, step),
    };
    change_price(item, members, reduced, change);
    change
}
