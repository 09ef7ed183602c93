//! The item with the fewest options, without a look at all items.
//!
//! Where there are very many items, a choice touches few of them. So items stand in *groups* of 64, and groups in
//! *regions* of 64, and each of these knows the first of its active items that has the fewest options:
//!
//! ```text
//!     options of the items     3 2 5 … 4 │ 2 7 1 … 3 │ 4 4 6 … 2 ║ 3 3 …
//!     of the groups                2     │     1     │         2 ║ 3        an item of group 1 loses an option:
//!     of the regions                     1                       ║ 3        look again at group 1 and its region
//! ```
//!
//! Whatever changes the number of options of an item, or covers it, *marks* its group. Only marked groups are looked at
//! again, when the next item is chosen. So a choice takes time in proportion to what the last one touched.

use super::{Item, OPTIONAL};

/// Items of a group, and groups of a region.
const SIZE: usize = if cfg!(test) { 2 } else { 64 };

/// An item and the number of its options, so that the least is the first item with the fewest.
type Key = u64;

fn key(len: u32, item: usize) -> Key {
    u64::from(len) << 32 | item as Key
}

/// The items with the fewest options.
///
/// Invariant: the least of a group that is not marked is that of its items, and that of a region without marked groups is
/// the least of its groups.
#[derive(Debug)]
pub(super) struct Fewest {
    marked: Vec<bool>,
    groups: Vec<Key>,
    regions: Vec<Key>,
}

/// The marks of all groups.
pub(super) struct Marks<'a>(&'a mut [bool]);

impl Marks<'_> {
    /// Takes note that the number of an item's options changed, or that it was covered or uncovered.
    #[inline(always)]
    pub(super) fn mark(&mut self, item: u32) {
        self.0[item as usize / SIZE] = true;
    }
}

impl Fewest {
    /// For so many items, the head of their list included.
    pub(super) fn new(items: usize) -> Fewest {
        let groups = items.div_ceil(SIZE);
        Fewest {
            marked: vec![true; groups],
            groups: vec![Key::MAX; groups],
            regions: vec![Key::MAX; groups.div_ceil(SIZE)],
        }
    }

    #[inline(always)]
    pub(super) fn marks(&mut self) -> Marks<'_> {
        Marks(&mut self.marked)
    }

    /// The first active item with the fewest options; the head 0 if none is active.
    pub(super) fn first(&mut self, items: &[Item]) -> u32 {
        let regions = self.marked.chunks_mut(SIZE).zip(&mut self.regions);
        for (region, (marked, least)) in regions.enumerate() {
            if !marked.iter().fold(false, |any, &marked| any | marked) {
                continue;
            }
            let first = region * SIZE;
            for (group, marked) in (first..).zip(marked) {
                if std::mem::take(marked) {
                    self.groups[group] = least_of(items, group);
                }
            }
            *least = least_of_groups(&self.groups, region);
        }
        let least = self.regions.iter().copied().min().unwrap_or(Key::MAX);
        match least < key(OPTIONAL, 0) {
            true => least as u32,
            false => 0,
        }
    }

    /// Holds the invariant.
    #[cfg(test)]
    pub(super) fn check(&self, items: &[Item]) {
        for (region, marked) in self.marked.chunks(SIZE).enumerate() {
            for (group, _) in (region * SIZE..)
                .zip(marked)
                .filter(|(_, marked)| !**marked)
            {
                assert_eq!(self.groups[group], least_of(items, group), "group {group}");
            }
            if !marked.contains(&true) {
                let least = least_of_groups(&self.groups, region);
                assert_eq!(self.regions[region], least, "region {region}");
            }
        }
    }
}

fn least_of(items: &[Item], group: usize) -> Key {
    let numbers = group * SIZE..items.len().min((group + 1) * SIZE);
    let keys = numbers.map(|item| key(items[item].len, item));
    keys.min().unwrap_or(Key::MAX)
}

fn least_of_groups(groups: &[Key], region: usize) -> Key {
    let groups = &groups[region * SIZE..groups.len().min((region + 1) * SIZE)];
    groups.iter().copied().min().unwrap_or(Key::MAX)
}
