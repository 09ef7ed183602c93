//! The graph of the items: two are neighbours if an option has both, or if they share a secondary item.
//!
//! The cells of a strip, covered by dominoes: `1 ─ 2 ─ 3 ─ 4 ─ 5`.

use super::components::Component;
use crate::engine::memory::Share;
use crate::engine::work::{Stop, Work};

/// Secondary items used beside more primary items than this do not join them: no order could keep them together.
const MOST_BESIDE: usize = 50;

/// The neighbours of each item, ascending, itself among them.
#[derive(Debug)]
pub(super) struct Neighbours {
    items: Vec<u32>,
    ends: Vec<usize>,
    _held: Share,
}

impl Neighbours {
    pub(super) fn of(component: &Component, work: &Work) -> Result<Neighbours, Stop> {
        let groups = Groups::of(component, work)?;
        let items = component.primary;
        let pairs: usize = groups.iter().map(|group| group.len().pow(2)).sum();
        let words = items.div_ceil(64);
        // Either a set of all items for each item, or a sorted list: whichever is shorter to go through.
        if (groups.members.len() + 2 * items) * words < 8 * pairs {
            let near = pairs.min(items * items);
            let bytes = items * words * size_of::<u64>() + 2 * near * size_of::<u32>();
            let held = work.take(bytes + items * size_of::<usize>())?;
            Self::by_sets(&groups, items, held, work)
        } else {
            let of_item = size_of::<Vec<u32>>() + size_of::<usize>();
            let held = work.take(4 * pairs * size_of::<u32>() + items * of_item)?;
            Self::by_lists(&groups, items, held, work)
        }
    }

    fn by_sets(
        groups: &Groups,
        items: usize,
        held: Share,
        work: &Work,
    ) -> Result<Neighbours, Stop> {
        let words = items.div_ceil(64);
        let mut sets = vec![0u64; items * words];
        let mut all = vec![0u64; words];
        for group in groups.iter() {
            for &item in group {
                work.spend(4 + words / 2)?;
                all[item as usize / 64] |= 1 << (item % 64);
            }
            for &item in group {
                let set = &mut sets[item as usize * words..][..words];
                set.iter_mut().zip(&all).for_each(|(set, all)| *set |= all);
            }
            for &item in group {
                all[item as usize / 64] = 0;
            }
        }
        let mut near = Vec::new();
        let mut ends = Vec::with_capacity(items);
        for set in sets.chunks_exact(words) {
            work.spend(words)?;
            for (at, &word) in set.iter().enumerate() {
                let mut word = word;
                while word != 0 {
                    near.push(64 * at as u32 + word.trailing_zeros());
                    word &= word - 1;
                }
            }
            ends.push(near.len());
        }
        Ok(Neighbours {
            items: near,
            ends,
            _held: held,
        })
    }

    fn by_lists(
        groups: &Groups,
        items: usize,
        held: Share,
        work: &Work,
    ) -> Result<Neighbours, Stop> {
        let mut near = vec![Vec::new(); items];
        for group in groups.iter() {
            for &item in group {
                work.spend(8 + group.len())?;
                near[item as usize].extend_from_slice(group);
            }
        }
        let mut neighbours = Neighbours {
            items: Vec::new(),
            ends: Vec::with_capacity(items),
            _held: held,
        };
        for mut items in near {
            work.spend(8 + 8 * items.len())?;
            items.sort_unstable();
            items.dedup();
            neighbours.items.append(&mut items);
            neighbours.ends.push(neighbours.items.len());
        }
        Ok(neighbours)
    }

    /// The numbers of neighbours of all items, added up.
    pub(super) fn pairs(&self) -> usize {
        self.items.len()
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn near(&self, item: usize) -> &[u32] {
        let start = item.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.items[start..self.ends[item]]
    }
}

/// Sets of items that are all neighbours of each other.
#[derive(Default)]
struct Groups {
    members: Vec<u32>,
    ends: Vec<usize>,
    _held: Share,
}

impl Groups {
    fn of(component: &Component, work: &Work) -> Result<Groups, Stop> {
        let mut groups = Groups {
            _held: work.take(Self::most_bytes(component))?,
            ..Groups::default()
        };
        let mut beside = vec![Vec::new(); component.bit_count() - component.primary];
        for option in 0..component.option_count() {
            work.spend(8 + 4 * component.bits(option).len())?;
            let start = groups.members.len();
            let bits = component.bits(option);
            let primary = bits.iter().filter(|&&bit| component.is_primary(bit));
            groups.members.extend(primary);
            groups.ends.push(groups.members.len());
            for &bit in bits.iter().filter(|&&bit| !component.is_primary(bit)) {
                // All uses of an item are kept at the first of them.
                let place = component.siblings(bit).start as usize - component.primary;
                work.spend(groups.members.len() - start)?;
                beside[place].extend_from_slice(&groups.members[start..]);
            }
        }
        for items in &mut beside {
            work.spend(4 + 8 * items.len())?;
            items.sort_unstable();
            items.dedup();
            if items.len() <= MOST_BESIDE {
                groups.members.extend_from_slice(items);
                groups.ends.push(groups.members.len());
            }
        }
        Ok(groups)
    }

    /// The most bytes that the groups take, together with what is needed to find them.
    fn most_bytes(component: &Component) -> usize {
        let uses = component.bit_count() - component.primary;
        let options = component.option_count();
        let beside = |option| {
            let bits = component.bits(option);
            let primary = bits.iter().filter(|&&bit| component.is_primary(bit));
            let primary = primary.count();
            (bits.len() - primary) * primary
        };
        let beside: usize = match uses {
            0 => 0,
            _ => (0..options).map(beside).sum(),
        };
        let members = component.size() + 2 * beside;
        2 * members * size_of::<u32>()
            + 2 * (options + uses) * size_of::<usize>()
            + uses * size_of::<Vec<u32>>()
    }

    fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let group = &self.members[start..end];
            start = end;
            group
        })
    }
}
