//! The order in which a sweep takes the items, chosen without running anything.
//!
//! What an order costs can be told beforehand. A bit is *born* at the first level with an option that may take it away,
//! and *dies* at the last one with an option that needs it; in between it is part of each state. So a level whose
//! states have w bits has at most 2ʷ of them, and on the instances that were measured about 2 to the power w/2. Each is
//! held against the level's options:
//!
//! ```text
//!     score = log₂ Σ options of the level · 2^(w/2)
//! ```
//!
//! The uses of a secondary item are k bits of which at most one is set or all are: together they count as log₂(k + 1).
//!
//! Candidates are the order of the problem, which is often good since people write problems down row by row, the order
//! of E. Cuthill and J. McKee (*Proceedings of the 24th ACM National Conference*, 1969), which walks through the graph
//! of items breadth first from a far end and so keeps the frontier of a tiling short, and both backwards.

use super::rest::Part;

/// Secondary items used beside more primary items than this do not join them: the order could not keep them together.
const MOST_BESIDE: usize = 50;

/// Where bits begin and cease to matter, in an order of the items.
#[derive(Debug)]
pub(super) struct Lives {
    /// The level of each option: the first of its primary items.
    pub(super) level_of: Vec<u32>,
    /// The first level at which an option may take a bit away; of a bit that always stands, `u32::MAX`.
    pub(super) birth: Vec<u32>,
    /// The last level at which an option needs the bit.
    pub(super) death: Vec<u32>,
}

/// What an order promises.
#[derive(Debug)]
pub(super) struct Outlook {
    /// The expected number of tests of an option against a state, as a logarithm to base 2.
    pub(super) score: f64,
    /// The width of each level in bits.
    widths: Vec<f64>,
}

impl Outlook {
    /// About how many states there are at the levels behind this one, which has so many: if the number grows and shrinks
    /// with the width as it did so far.
    pub(super) fn states_behind(&self, level: usize, states: usize) -> f64 {
        let share = (states as f64).log2() / self.widths[level].max(1.0);
        let behind = self.widths[level + 1..].iter();
        behind.map(|width| f64::exp2(share * width)).sum()
    }
}

impl Lives {
    /// The lives of all bits, if the items are taken in this order.
    pub(super) fn new(part: &Part, order: &[u32]) -> Lives {
        const NEVER: u32 = u32::MAX;
        let mut rank = vec![0; part.primary];
        for (level, &item) in order.iter().enumerate() {
            rank[item as usize] = level as u32;
        }
        let bits = part.bit_count();
        let mut level_of = Vec::with_capacity(part.option_count());
        let mut first = vec![NEVER; bits];
        let mut death = vec![0; bits];
        for option in 0..part.option_count() {
            let primary = part
                .bits(option)
                .iter()
                .filter(|&&bit| part.is_primary(bit));
            let ranks = primary.map(|&bit| rank[bit as usize]);
            let level = ranks.min().expect("an option with a primary item");
            for &bit in part.bits(option) {
                let bit = bit as usize;
                first[bit] = first[bit].min(level);
                death[bit] = death[bit].max(level);
            }
            level_of.push(level);
        }
        let firsts = first_uses(part, &first);
        let birth = |bit: u32| {
            let [one, other] = firsts[part.siblings(bit).start as usize];
            let is_own = one.1 == bit && part.is_shared(bit);
            if is_own { other.0 } else { one.0 }
        };
        let mut birth = Vec::from_iter((0..bits as u32).map(birth));
        // A secondary bit that nobody needs behind its birth is not kept. A primary one may yet show a dead end.
        for bit in part.primary..bits {
            if death[bit] <= birth[bit] {
                birth[bit] = NEVER;
            }
        }
        Lives {
            level_of,
            birth,
            death,
        }
    }

    /// What is to be expected of a sweep in this order.
    fn outlook(&self, part: &Part) -> Outlook {
        let mut change = vec![0.0; part.primary + 1];
        for bit in 0..part.bit_count() as u32 {
            let (birth, death) = (self.birth[bit as usize], self.death[bit as usize]);
            if birth < death {
                let weight = weight(part, bit);
                change[birth as usize + 1] += weight;
                change[death as usize + 1] -= weight;
            }
        }
        let mut options = vec![0u32; part.primary];
        for &level in &self.level_of {
            options[level as usize] += 1;
        }
        let mut width = 0.0;
        let mut tests = 0.0;
        let mut widths = Vec::with_capacity(part.primary);
        for (options, change) in options.iter().zip(change) {
            width += change;
            widths.push(width);
            tests += f64::from(*options) * f64::exp2(width / 2.0);
        }
        Outlook {
            score: tests.log2(),
            widths,
        }
    }
}

/// For each item, at its first bit, the two of its bits that are used first, with the levels.
fn first_uses(part: &Part, first: &[u32]) -> Vec<[(u32, u32); 2]> {
    let mut firsts = vec![[(u32::MAX, u32::MAX); 2]; first.len()];
    for (bit, &level) in (0..).zip(first) {
        let [one, other] = &mut firsts[part.siblings(bit).start as usize];
        let this = (level, bit);
        if this < *one {
            (*one, *other) = (this, *one);
        } else if this < *other {
            *other = this;
        }
    }
    firsts
}

/// What a bit adds to the width of a frontier.
fn weight(part: &Part, bit: u32) -> f64 {
    let uses = part.siblings(bit).len() as f64;
    match part.is_primary(bit) {
        true => 1.0,
        false => (uses + 1.0).log2() / uses,
    }
}

/// The best of the candidates, and what it promises.
pub(super) fn best(part: &Part) -> (Vec<u32>, Outlook) {
    let given = Vec::from_iter(0..part.primary as u32);
    let near = Neighbours::of(part);
    let end = near.walk(0).last().map_or(0, |&item| item as usize);
    let far = near.walk(end).last().map_or(0, |&item| item as usize);
    let walk = near.walk(far);
    let backwards = |order: &[u32]| Vec::from_iter(order.iter().rev().copied());
    let candidates = [backwards(&given), backwards(&walk), walk];
    let rated = |order: Vec<u32>| {
        let outlook = Lives::new(part, &order).outlook(part);
        (order, outlook)
    };
    let better = |best: (Vec<u32>, Outlook), next: Vec<u32>| {
        let next = rated(next);
        // Equal but for rounding: the earlier one stays.
        if next.1.score < best.1.score - 1e-3 {
            next
        } else {
            best
        }
    };
    candidates.into_iter().fold(rated(given), better)
}

/// The items that stand in an option with each item, or share a secondary item with it.
struct Neighbours {
    items: Vec<u32>,
    ends: Vec<usize>,
}

impl Neighbours {
    fn of(part: &Part) -> Neighbours {
        let mut near = vec![Vec::new(); part.primary];
        let mut beside = vec![Vec::new(); part.bit_count() - part.primary];
        for option in 0..part.option_count() {
            let bits = part.bits(option);
            let (primary, secondary): (Vec<u32>, Vec<u32>) =
                bits.iter().partition(|&&bit| part.is_primary(bit));
            for &item in &primary {
                near[item as usize].extend_from_slice(&primary);
            }
            for bit in secondary {
                // All uses of an item are kept at the first of them.
                let place = part.siblings(bit).start as usize - part.primary;
                beside[place].extend_from_slice(&primary);
            }
        }
        for items in &mut beside {
            items.sort_unstable();
            items.dedup();
            if items.len() <= MOST_BESIDE {
                for &item in &*items {
                    near[item as usize].extend_from_slice(items);
                }
            }
        }
        let mut neighbours = Neighbours {
            items: Vec::new(),
            ends: Vec::with_capacity(part.primary),
        };
        for mut items in near {
            items.sort_unstable();
            items.dedup();
            neighbours.items.append(&mut items);
            neighbours.ends.push(neighbours.items.len());
        }
        neighbours
    }

    fn near(&self, item: usize) -> &[u32] {
        let start = item.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.items[start..self.ends[item]]
    }

    /// All items, breadth first from one of them, those with few neighbours first.
    fn walk(&self, start: usize) -> Vec<u32> {
        let count = self.ends.len();
        let mut seen = vec![false; count];
        let mut order = Vec::with_capacity(count);
        let mut starts = Vec::from_iter(0..count);
        starts.sort_by_key(|&item| (item != start, self.near(item).len()));
        let mut next = 0;
        for start in starts {
            if !std::mem::replace(&mut seen[start], true) {
                order.push(start as u32);
            }
            while let Some(&item) = order.get(next) {
                next += 1;
                let behind = order.len();
                for &other in self.near(item as usize) {
                    if !std::mem::replace(&mut seen[other as usize], true) {
                        order.push(other);
                    }
                }
                order[behind..].sort_by_key(|&item| (self.near(item as usize).len(), item));
            }
        }
        order
    }
}
