//! Groups of equal values: all groups in two vectors, however many there are.

use std::convert::Infallible;
use std::ops::Index;

use hashbrown::HashTable;

use super::checksum::mix;
use crate::problem::Entry;

/// Groups of values, in the order of their first members. Members keep their original order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Groups<M> {
    members: Vec<M>,
    /// Where each group ends.
    ends: Vec<u32>,
}

impl<M: Copy> Groups<M> {
    /// Groups of equal values, and the group of each value. Equal values have the same hash.
    pub fn of(
        things: &[M],
        hash: impl Fn(M) -> u64,
        is_same: impl Fn(M, M) -> bool,
    ) -> (Groups<M>, Vec<u32>) {
        let Ok(groups) = Groups::unless(things, |thing| Ok::<_, Infallible>(hash(thing)), is_same);
        groups
    }

    /// Like [`of`](Self::of), unless a hash fails.
    pub fn unless<E>(
        things: &[M],
        hash: impl Fn(M) -> Result<u64, E>,
        is_same: impl Fn(M, M) -> bool,
    ) -> Result<(Groups<M>, Vec<u32>), E> {
        let mut known = HashTable::<(u64, u32)>::with_capacity(things.len());
        let mut firsts: Vec<M> = Vec::new();
        let mut group_of = Vec::with_capacity(things.len());
        for &thing in things {
            let own = hash(thing)?;
            let is_its_group = |&(other, group): &(u64, u32)| {
                other == own && is_same(firsts[group as usize], thing)
            };
            let group = match known.find(own, is_its_group) {
                Some(&(_, group)) => group,
                None => {
                    let fresh = firsts.len() as u32;
                    known.insert_unique(own, (own, fresh), |&(hash, _)| hash);
                    firsts.push(thing);
                    fresh
                }
            };
            group_of.push(group);
        }
        Ok((Groups::sorted(things, &group_of, firsts), group_of))
    }

    /// Values by the numbers of their groups; `firsts` are the first members.
    fn sorted(things: &[M], group_of: &[u32], firsts: Vec<M>) -> Groups<M> {
        let mut ends = vec![0; firsts.len() + 1];
        group_of
            .iter()
            .for_each(|&group| ends[group as usize + 1] += 1);
        for group in 0..firsts.len() {
            ends[group + 1] += ends[group];
        }
        let mut members = things.to_vec();
        for (&thing, &group) in things.iter().zip(group_of) {
            let end = &mut ends[group as usize];
            members[*end as usize] = thing;
            *end += 1;
        }
        ends.pop();
        Groups { members, ends }
    }

    /// The number of groups.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The members of each group.
    pub fn iter(&self) -> impl Iterator<Item = &[M]> {
        (0..self.len()).map(|group| &self[group])
    }
}

impl<M> Index<usize> for Groups<M> {
    type Output = [M];

    fn index(&self, group: usize) -> &[M] {
        let start = group.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.members[start as usize..self.ends[group] as usize]
    }
}

/// A hash of what an option covers, in any order.
pub(super) fn hash_of<'a>(entries: impl Iterator<Item = &'a Entry>) -> u64 {
    let number = |entry: &Entry| {
        let color = entry.color.map_or(0, |color| u64::from(color.number()));
        mix((color << 32) + entry.item.index() as u64 + 1)
    };
    mix(entries.map(number).fold(0, u64::wrapping_add))
}

/// Whether two options cover the same, in any order.
pub(super) fn are_same<'a>(
    one: impl Iterator<Item = &'a Entry> + Clone,
    other: impl Iterator<Item = &'a Entry> + Clone,
) -> bool {
    let sorted = |entries: &mut dyn Iterator<Item = &'a Entry>| {
        let mut entries = Vec::from_iter(entries);
        entries.sort_unstable();
        entries
    };
    one.clone().eq(other.clone()) || sorted(&mut { one }) == sorted(&mut { other })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_the_same_is_together() {
        let things = [3, 14, 5, 9, 4, 13, 3];
        let last = |thing: u32| thing % 10;
        for hash in [|thing: u32| u64::from(thing % 10), |_| 0] {
            let (groups, of) = Groups::of(&things, hash, |one, other| last(one) == last(other));
            let all = Vec::from_iter(groups.iter());
            assert_eq!(all, [&[3, 13, 3][..], &[14, 4], &[5], &[9]]);
            assert_eq!(of, [0, 1, 2, 3, 1, 0, 0]);
            assert_eq!((groups.len(), &groups[1]), (4, &[14, 4][..]));
        }
        let (none, _) = Groups::of(&[], u64::from, |one: u32, other| one == other);
        assert_eq!((none.len(), none.iter().count()), (0, 0));
    }
}
