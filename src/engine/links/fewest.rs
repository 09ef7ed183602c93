//! The item with the fewest options, found without looking at all items.
//!
//! Where there are very many items, a choice touches few of them. So items form groups of 64, groups form larger groups, and so
//! on, and each group knows the first of its active items with the fewest options:
//!
//! ```text
//!     items       3 2 5 … 4 │ 2 7 1 … 3 │ 4 4 6 … 2 ║ 3 3 …     options of each
//!     groups          2     │     1     │     2     ║ 3         an item of the second group loses an option:
//!     of groups                   1                 ║ 3         look again at that group, and at those it is in
//! ```
//!
//! Whatever changes the number of options of an item, or covers it, *marks* its group. Only marked groups are examined
//! again, when the next item is chosen. So a choice takes time in proportion to what the last one touched.

use super::matrix::{Item, OPTIONAL};

/// Items of a group, and groups of a larger one.
const SIZE: usize = if cfg!(test) { 2 } else { 64 };

/// An item and the number of its options, such that the least key is that of the first item with the fewest.
type Key = u64;

fn key(len: u32, item: usize) -> Key {
    u64::from(len) << 32 | item as Key
}

/// Groups of one size.
///
/// Invariant: the least key of a group that is not marked is the least one of its items, or of the groups in it.
#[derive(Clone, Debug)]
struct Level {
    least: Vec<Key>,
    marked: Vec<bool>,
    /// The groups that are marked.
    list: Vec<u32>,
}

/// The items with the fewest options.
#[derive(Clone, Debug)]
pub(super) struct Fewest {
    /// The smallest groups first; the last level has one group.
    levels: Vec<Level>,
    /// Keys that were examined.
    #[cfg(test)]
    pub(super) looks: usize,
}

/// The groups of items, to be marked.
pub(super) struct Marks<'a>(&'a mut Level);

impl Marks<'_> {
    /// Takes note that the number of an item's options changed, or that it was covered or uncovered.
    #[inline(always)]
    pub(super) fn mark(&mut self, item: u32) {
        self.0.mark(item as usize / SIZE);
    }
}

impl Level {
    /// A number of groups, all marked.
    fn new(groups: usize) -> Level {
        Level {
            least: vec![Key::MAX; groups],
            marked: vec![true; groups],
            list: (0..groups as u32).collect(),
        }
    }

    #[inline(always)]
    fn mark(&mut self, group: usize) {
        if !self.marked[group] {
            self.marked[group] = true;
            self.list.push(group as u32);
        }
    }
}

impl Fewest {
    /// For a number of items, the head of their list included.
    pub(super) fn new(items: usize) -> Fewest {
        let mut levels = Vec::new();
        let mut groups = items;
        loop {
            groups = groups.div_ceil(SIZE);
            levels.push(Level::new(groups));
            if groups <= 1 {
                break;
            }
        }
        Fewest {
            levels,
            #[cfg(test)]
            looks: 0,
        }
    }

    #[inline(always)]
    pub(super) fn marks(&mut self) -> Marks<'_> {
        Marks(&mut self.levels[0])
    }

    /// About the keys that are examined to find the next item: of one group of each size.
    pub(super) fn usual_looks(&self) -> u64 {
        (SIZE * self.levels.len()) as u64
    }

    /// The first active item with the fewest options; the head 0 if none is active.
    pub(super) fn first(&mut self, items: &[Item]) -> u32 {
        for depth in 0..self.levels.len() {
            for at in 0..self.levels[depth].list.len() {
                let group = self.levels[depth].list[at] as usize;
                let least = self.least(depth, group, items);
                self.levels[depth].least[group] = least;
                self.levels[depth].marked[group] = false;
                if let Some(above) = self.levels.get_mut(depth + 1) {
                    above.mark(group / SIZE);
                }
            }
            #[cfg(test)]
            (self.looks += SIZE * self.levels[depth].list.len());
            self.levels[depth].list.clear();
        }
        let root = self.levels.last().and_then(|level| level.least.first());
        match root {
            Some(&least) if least < key(OPTIONAL, 0) => least as u32,
            _ => 0,
        }
    }

    /// The least key of a group, by those of its items or of the groups in it.
    fn least(&self, depth: usize, group: usize, items: &[Item]) -> Key {
        let members = |count: usize| group * SIZE..count.min((group + 1) * SIZE);
        let least = match depth.checked_sub(1) {
            Some(below) => {
                let below = &self.levels[below].least;
                below[members(below.len())].iter().copied().min()
            }
            None => {
                let members = members(items.len());
                let keys = members.clone().zip(&items[members]);
                keys.map(|(number, item)| key(item.len, number)).min()
            }
        };
        least.unwrap_or(Key::MAX)
    }

    /// Holds the invariant.
    #[cfg(test)]
    pub(super) fn check(&self, items: &[Item]) {
        for (depth, level) in self.levels.iter().enumerate() {
            for (group, &marked) in level.marked.iter().enumerate() {
                let place = format!("group {group} of level {depth}");
                assert_eq!(marked, level.list.contains(&(group as u32)), "{place}");
                if !marked {
                    assert_eq!(
                        level.least[group],
                        self.least(depth, group, items),
                        "{place}"
                    );
                }
            }
        }
    }
}
