//! Which items a smaller problem needs, and how often they are still to be covered.

use crate::engine::checksum::mix;
use crate::engine::groups::Groups;
use crate::problem::{Bounds, Color, ItemId, OptionId, Problem};

/// The options left that use an item, each with its colour there.
type Uses = Vec<(OptionId, Option<Color>)>;

/// What becomes of each item.
pub(super) struct Items {
    /// For primary items that are kept, how often they are still to be covered; secondary ones are covered 0 to 1 times.
    kept: Vec<Option<Bounds>>,
    uses: Vec<Uses>,
}

impl Items {
    /// The items where these options are chosen and those are left.
    pub fn of(problem: &Problem, chosen: &[OptionId], left: &[OptionId]) -> Items {
        let count = problem.item_count();
        let mut sizes = vec![0; count];
        for entry in left.iter().flat_map(|&option| problem.entries(option)) {
            sizes[entry.item.index()] += 1;
        }
        let mut uses = Vec::from_iter(sizes.into_iter().map(Uses::with_capacity));
        for &option in left {
            for entry in problem.entries(option) {
                uses[entry.item.index()].push((option, entry.color));
            }
        }
        let mut covered = vec![0; count];
        for entry in chosen.iter().flat_map(|&option| problem.entries(option)) {
            covered[entry.item.index()] += 1;
        }
        let kept = problem.items().map(|item| match problem.bounds(item) {
            Some(Bounds { low, high }) => Some(Bounds {
                low: low.saturating_sub(covered[item.index()]),
                high: high.saturating_sub(covered[item.index()]),
            }),
            // Those left have the colour of the chosen ones.
            None => (covered[item.index()] == 0).then_some(Bounds { low: 0, high: 1 }),
        });
        let mut items = Items {
            kept: kept.collect(),
            uses,
        };
        items.drop_unused();
        items.drop_equal(problem);
        items.drop_implied(problem);
        items.drop_idle(problem);
        items
    }

    fn drop_unused(&mut self) {
        for (kept, uses) in self.kept.iter_mut().zip(&self.uses) {
            if uses.is_empty() {
                *kept = None;
            }
        }
    }

    /// Of items with the same uses, one is enough: the first, within the bounds of all.
    fn drop_equal(&mut self, problem: &Problem) {
        let uses = &self.uses;
        let hash = |item: usize| uses[item].iter().fold(0, |sum, used| hash_of(used) ^ sum);
        let kept = Vec::from_iter((0..self.kept.len()).filter(|&item| self.kept[item].is_some()));
        let (groups, _) = Groups::of(&kept, hash, |one, other| uses[one] == uses[other]);
        for group in groups.iter() {
            let first = group[0];
            let is_colored = uses[first].iter().any(|(_, color)| color.is_some());
            for &item in &group[1..] {
                let (Some(one), Some(own)) = (self.kept[first], self.kept[item]) else {
                    continue;
                };
                let both = Bounds {
                    low: own.low.max(one.low),
                    high: own.high.min(one.high),
                };
                // A secondary item with colours has no bounds to compare, only uses.
                if is_colored || both.low <= both.high && both.high > 0 {
                    self.kept[item] = None;
                    if problem.is_primary(ItemId::new(first)) {
                        self.kept[first] = Some(both);
                    }
                }
            }
        }
    }

    /// A secondary item without colours is implied by one that is covered at most once and has all its options.
    fn drop_implied(&mut self, problem: &Problem) {
        let is_plain = |uses: &Uses| uses.iter().all(|(_, color)| color.is_none());
        let is_plain = Vec::from_iter(self.uses.iter().map(is_plain));
        for item in problem.primary_count()..self.kept.len() {
            let uses = &self.uses[item];
            if self.kept[item].is_none() || !is_plain[item] {
                continue;
            }
            let others = problem
                .entries(uses[0].0)
                .iter()
                .map(|entry| entry.item.index());
            let implies = |&other: &usize| {
                other != item
                    && self.kept[other].is_some_and(|bounds| bounds.high == 1)
                    && is_plain[other]
                    && uses
                        .iter()
                        .all(|used| self.uses[other].binary_search(used).is_ok())
            };
            if others.into_iter().any(|other| implies(&other)) {
                self.kept[item] = None;
            }
        }
    }

    /// Items that are satisfied whatever is chosen; of the primary ones, those whose options all have another one.
    fn drop_idle(&mut self, problem: &Problem) {
        for item in (0..self.kept.len()).rev() {
            let Some(bounds) = self.kept[item] else {
                continue;
            };
            let uses = &self.uses[item];
            let is_idle = match problem.is_primary(ItemId::new(item)) {
                true => bounds.low == 0 && bounds.high as usize >= uses.len(),
                false => {
                    let first = uses[0].1;
                    uses.len() == 1 || first.is_some() && uses.iter().all(|used| used.1 == first)
                }
            };
            let has_other = |&(option, _): &(OptionId, Option<Color>)| {
                problem.entries(option).iter().any(|entry| {
                    let other = entry.item;
                    other.index() != item
                        && problem.is_primary(other)
                        && self.kept[other.index()].is_some()
                })
            };
            let can_go = || !problem.is_primary(ItemId::new(item)) || uses.iter().all(has_other);
            if is_idle && can_go() {
                self.kept[item] = None;
            }
        }
    }

    /// The items that are used, but not kept.
    pub fn idle(&self) -> Vec<ItemId> {
        let is_idle = |&item: &usize| self.kept[item].is_none() && !self.uses[item].is_empty();
        (0..self.kept.len())
            .filter(is_idle)
            .map(ItemId::new)
            .collect()
    }

    /// How often each item that is kept is still to be covered.
    pub fn bounds(&self) -> &[Option<Bounds>] {
        &self.kept
    }

    pub fn keep(&self, item: ItemId) -> bool {
        self.kept[item.index()].is_some()
    }

    /// Whether at most one option can be chosen of those that have the same items left as this one.
    pub fn allow_one(&self, problem: &Problem, option: OptionId) -> bool {
        problem.entries(option).iter().any(|entry| {
            let bounds = self.kept[entry.item.index()];
            entry.color.is_none() && bounds.is_some_and(|bounds| bounds.high == 1)
        })
    }
}

fn hash_of(&(option, color): &(OptionId, Option<Color>)) -> u64 {
    let color = color.map_or(0, |color| u64::from(color.number()));
    mix(color << 32 | option.index() as u64)
}
