//! Which options disagree over a secondary item, as sets of bits.
//!
//! Two options may use one secondary item if both give it the same colour. So an option that uses it in a colour disagrees with
//! all users of the item except those in the same colour; an option that uses it without a colour disagrees with all users.
//! With many colours, few users have the same colour. So the set is made from the set of all users, by removing them.
//!
//! ```text
//!     users of x         1 1 1 1 0 1 1      made once
//!     in the colour A    1 0 1 0 0 0 0      taken out
//!     conflicts of x:A   0 1 0 1 0 1 1
//! ```
//!
//! The kernel decides where each option has its bits, its *places*. Sets are made when they are first needed, and discarded
//! when they take too much room.

use std::ops::Range;

use super::parts::{Parts, part_of};
use super::simd::block::Block;
use crate::problem::OptionId;

/// Sets that can be made again are forgotten when they take this many blocks: 16 MiB. In tests, they are forgotten all the
/// time. Sets of all users take no more.
pub(super) const MOST_KEPT: usize = if cfg!(test) { 1 << 6 } else { 1 << 18 };
/// No number, nothing made.
const NONE: u32 = u32::MAX;

/// The options that use a secondary item in one colour, or without.
#[derive(Clone, Copy, Debug)]
struct Use {
    /// The use, as [`Parts`] numbers it.
    part: u32,
    /// The item, as index into `first_use`.
    item: u32,
    /// Number of the colour; 0: none.
    color: u32,
    /// Another use of the same item, or [`NONE`].
    next: u32,
    /// Where its places end in `users`, which begin where those of the use before end.
    end: u32,
    /// First block of its conflicts, or [`NONE`].
    conflicts: u32,
}

/// The uses of secondary items by some options, which are numbered from 0.
#[derive(Default, Debug)]
pub(super) struct Conflicts {
    /// Number of blocks of a set.
    blocks: usize,
    /// The uses of option o are those in `use_ends[o − 1]..use_ends[o]` of `uses_of`.
    uses_of: Vec<u32>,
    use_ends: Vec<u32>,
    uses: Vec<Use>,
    /// For each item, one of its uses, and the first block of the set of its users, or [`NONE`].
    first_use: Vec<u32>,
    users_at: Vec<u32>,
    /// The places of all options of each use.
    users: Vec<u32>,
    user_sets: Vec<Block>,
    sets: Vec<Block>,
    /// Places that were marked in sets or taken out, since the last call.
    marked: usize,
}

/// Memory for the numbering of uses: kept, so that packing allocates little.
#[derive(Default, Debug)]
pub(super) struct Numbers {
    /// For each use of the problem and of each secondary item, its number here; [`NONE`] between two calls.
    uses: Vec<u32>,
    items: Vec<u32>,
}

impl Numbers {
    pub(super) fn new(parts: &Parts) -> Numbers {
        Numbers {
            uses: vec![NONE; parts.use_count()],
            items: vec![NONE; parts.secondary_count],
        }
    }
}

impl Conflicts {
    /// Starts again with the uses of these options, each of which has its bits at `places_of` its number, in sets of
    /// this many blocks.
    pub(super) fn make<P: ExactSizeIterator<Item = u32>>(
        &mut self,
        (parts, numbers): (&Parts, &mut Numbers),
        options: &[OptionId],
        places_of: impl Fn(u32) -> P,
        blocks: usize,
    ) {
        self.clear();
        self.blocks = blocks;
        if parts.secondary_count == 0 {
            return;
        }
        for (&option, number) in options.iter().zip(0..) {
            let places = places_of(number).len() as u32;
            for &part in parts.uses_of(option) {
                let number = match numbers.uses[part as usize] {
                    NONE => self.begin_use(part, parts, numbers),
                    number => number,
                };
                self.uses[number as usize].end += places;
                self.uses_of.push(number);
            }
            self.use_ends.push(self.uses_of.len() as u32);
        }
        for used in &self.uses {
            numbers.uses[used.part as usize] = NONE;
            numbers.items[parts.used(used.part).item as usize] = NONE;
        }
        self.list_users(places_of);
    }

    fn clear(&mut self) {
        self.uses_of.clear();
        self.use_ends.clear();
        self.uses.clear();
        self.first_use.clear();
        self.users_at.clear();
        self.users.clear();
        self.user_sets.clear();
        self.sets.clear();
        self.marked = 0;
    }

    /// Numbers a use that is met for the first time.
    fn begin_use(&mut self, part: u32, parts: &Parts, numbers: &mut Numbers) -> u32 {
        let used = parts.used(part);
        let item = &mut numbers.items[used.item as usize];
        if *item == NONE {
            *item = self.first_use.len() as u32;
            self.first_use.push(NONE);
            self.users_at.push(NONE);
        }
        let number = self.uses.len() as u32;
        self.uses.push(Use {
            part,
            item: *item,
            color: used.color,
            next: std::mem::replace(&mut self.first_use[*item as usize], number),
            end: 0,
            conflicts: NONE,
        });
        numbers.uses[part as usize] = number;
        number
    }

    /// Lists the places of the options of each use, whose `end` holds how many they are.
    fn list_users<P: ExactSizeIterator<Item = u32>>(&mut self, places_of: impl Fn(u32) -> P) {
        let mut begin = 0;
        for used in &mut self.uses {
            begin += std::mem::replace(&mut used.end, begin);
        }
        // What is left of a smaller list is overwritten.
        self.users.resize(begin as usize, NONE);
        // Each place is put at the end of its use's list so far, which thereby becomes the end of the list.
        let (uses, users) = (&mut self.uses[..], &mut self.users[..]);
        for option in 0..self.use_ends.len() {
            for &number in &self.uses_of[part_of(&self.use_ends, option)] {
                let end = &mut uses[number as usize].end;
                for place in places_of(option as u32) {
                    users[*end as usize] = place;
                    *end += 1;
                }
            }
        }
    }

    /// The number of uses of all options together.
    pub(super) fn count(&self) -> usize {
        self.uses_of.len()
    }

    /// How many places were marked since the last call: the work of making sets.
    pub(super) fn take_marked(&mut self) -> usize {
        std::mem::take(&mut self.marked)
    }

    /// Makes room for all sets at once: vectors that grow would be copied each time, and touch twice the memory. Room that is
    /// never used costs nothing.
    pub(super) fn reserve(&mut self) {
        let all = self.uses.len() * self.blocks;
        self.sets.reserve(all.min(MOST_KEPT));
    }

    /// Where the uses of an option are, to be asked one by one.
    pub(super) fn uses_of(&self, option: usize) -> Range<usize> {
        match self.use_ends.get(option) {
            Some(_) => part_of(&self.use_ends, option),
            None => 0..0,
        }
    }

    /// What disagrees over one use: the places of all other uses of its item, and if it is without colour, its own too.
    /// `None` if nothing else disagrees.
    pub(super) fn of_use(&mut self, at: usize) -> Option<&[Block]> {
        let index = self.uses_of[at] as usize;
        let used = self.uses[index];
        if used.conflicts == NONE {
            let first = self.first_use[used.item as usize] as usize;
            let second = self.uses[first].next;
            if second == NONE && (used.color != 0 || self.users(index).len() == 1) {
                return None;
            }
            let has_many = second != NONE && self.uses[second as usize].next != NONE;
            self.make_set(index, has_many && self.has_room_for_users());
        }
        let start = self.uses[index].conflicts as usize;
        Some(&self.sets[start..][..self.blocks])
    }

    /// Makes the conflicts of a use, by the set of all users of its item or without it.
    #[cold]
    fn make_set(&mut self, index: usize, by_users: bool) {
        if self.sets.len() >= MOST_KEPT {
            self.sets.clear();
            self.uses.iter_mut().for_each(|used| used.conflicts = NONE);
        }
        let Use { item, color, .. } = self.uses[index];
        let mut sets = std::mem::take(&mut self.sets);
        self.uses[index].conflicts = sets.len() as u32;
        if by_users {
            sets.extend_from_slice(self.users_of(item as usize));
            if color != 0 {
                let own = self.users(index);
                let set = sets.len() - self.blocks;
                own.iter().for_each(|&place| clear(place, &mut sets[set..]));
                self.marked += own.len();
            }
        } else {
            let is_other = |&other: &usize| other != index || color == 0;
            self.mark_users(item as usize, is_other, &mut sets);
        }
        self.sets = sets;
    }

    /// Whether sets of the users of all secondary items take no more room than conflicts may.
    fn has_room_for_users(&self) -> bool {
        self.first_use.len() * self.blocks <= MOST_KEPT
    }

    /// The options that use a secondary item, whatever the colour.
    fn users_of(&mut self, item: usize) -> &[Block] {
        if self.users_at[item] == NONE {
            let mut sets = std::mem::take(&mut self.user_sets);
            self.users_at[item] = sets.len() as u32;
            self.mark_users(item, |_| true, &mut sets);
            self.user_sets = sets;
        }
        &self.user_sets[self.users_at[item] as usize..][..self.blocks]
    }

    /// Adds to `sets` that of the options that use a secondary item in these ways.
    fn mark_users(
        &mut self,
        item: usize,
        is_wanted: impl Fn(&usize) -> bool,
        sets: &mut Vec<Block>,
    ) {
        let start = sets.len();
        sets.resize(start + self.blocks, Block::ZERO);
        let next = |&index: &usize| known(self.uses[index].next);
        let uses = std::iter::successors(known(self.first_use[item]), next);
        let mut marked = 0;
        for index in uses.filter(is_wanted) {
            let users = self.users(index);
            users
                .iter()
                .for_each(|&place| set(place, &mut sets[start..]));
            marked += users.len();
        }
        self.marked += marked;
    }

    /// The places of the options of a use.
    fn users(&self, index: usize) -> &[u32] {
        let begin = index
            .checked_sub(1)
            .map_or(0, |before| self.uses[before].end);
        &self.users[begin as usize..self.uses[index].end as usize]
    }
}

fn set(place: u32, set: &mut [Block]) {
    set[place as usize / Block::BITS].set(place as usize % Block::BITS);
}

fn clear(place: u32, set: &mut [Block]) {
    set[place as usize / Block::BITS].clear(place as usize % Block::BITS);
}

fn known(number: u32) -> Option<usize> {
    (number != NONE).then_some(number as usize)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use std::collections::BTreeSet;
    use std::fmt::Write;

    use super::*;
    use crate::problem::Problem;

    /// Options of one primary item, each with these uses of three secondary items: 0 for none, 1 without colour, 2 and more
    /// in a colour.
    fn problem(options: &[[u32; 3]]) -> Problem {
        let mut text = String::from("p | x y z");
        for uses in options {
            text += "\np";
            for (&used, item) in uses.iter().zip(["x", "y", "z"]) {
                match used {
                    0 => {}
                    1 => write!(text, " {item}").unwrap(),
                    color => write!(text, " {item}:c{color}").unwrap(),
                }
            }
        }
        Problem::parse(&text).unwrap()
    }

    /// Each option has `each` places, one after the other.
    fn places(option: u32, each: u32) -> std::ops::Range<u32> {
        each * option..each * (option + 1)
    }

    fn made(problem: &Problem, each: u32) -> Conflicts {
        let parts = Parts::new(problem);
        let options = Vec::from_iter(problem.options());
        let blocks = (options.len() * each as usize).div_ceil(Block::BITS);
        let mut conflicts = Conflicts::default();
        let numbers = &mut Numbers::new(&parts);
        conflicts.make((&parts, numbers), &options, |o| places(o, each), blocks);
        conflicts
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

        /// Sets are forgotten all the time, since few blocks are kept in tests.
        #[test]
        fn conflicts_are_the_places_of_all_that_disagrees(
            options in proptest::collection::vec([0..5u32, 0..2, 0..40], 1..300),
            each in 1..3u32,
        ) {
            let mut conflicts = made(&problem(&options), each);
            for (number, uses) in options.iter().enumerate() {
                let items = (0..3).filter(|&item| uses[item] > 0);
                prop_assert_eq!(conflicts.uses_of(number).len(), items.clone().count());
                for (at, item) in conflicts.uses_of(number).zip(items) {
                    let others = (0..options.len()).filter(|&other| {
                        let used = options[other][item];
                        other != number && used > 0 && (used != uses[item] || used == 1)
                    });
                    let expected = BTreeSet::from_iter(others.flat_map(|o| places(o as u32, each)));
                    let set = conflicts.of_use(at).unwrap_or_default().iter();
                    let words = set.flat_map(|block| block.0).enumerate();
                    let bits = words.flat_map(|(at, word)| (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * at as u32 + bit));
                    let found = bits.filter(|place| !places(number as u32, each).contains(place));
                    prop_assert_eq!(BTreeSet::from_iter(found), expected, "option {}, item {}", number, item);
                }
            }
        }
    }

    /// Each user is marked once for the item and once for its colour, however many colours there are.
    #[test]
    fn many_colors_take_linear_time() {
        let options = Vec::from_iter((0..1000).map(|color| [color + 2, 0, 0]));
        let mut conflicts = made(&problem(&options), 1);
        for option in 0..options.len() {
            let at = conflicts.uses_of(option).start;
            conflicts.of_use(at).unwrap();
        }
        assert_eq!(conflicts.take_marked(), 2 * options.len());
        assert_eq!(conflicts.take_marked(), 0);
    }
}
