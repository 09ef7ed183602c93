//! What disagrees with an entry of an option, as a set of bits.
//!
//! An option that uses a secondary item in a colour disagrees with all users of the item but those in the same colour. With many
//! colours these are few: so the set is that of all users, of which they are taken out.
//!
//! ```text
//!     users of x         1 1 1 1 0 1 1      made once
//!     in the colour A    1 0 1 0 0 0 0      taken out
//!     conflicts of x:A   0 1 0 1 0 1 1
//! ```

use super::{MOST_BLOCKS, NONE, Packed};
use crate::engine::simd::block::Block;

impl Packed {
    /// Forgets conflicts that take too much room.
    pub(super) fn bound_conflicts(&mut self) {
        if self.conflicts.len() > MOST_BLOCKS {
            self.conflicts.clear();
            self.conflicts_of.fill(NONE);
            self.uses.iter_mut().for_each(|used| used.conflicts = NONE);
        }
    }

    /// All options of a lane: what disagrees with a choice that covers its item.
    pub(super) fn conflicts_of_lane(&mut self, lane: usize) -> &[Block] {
        if self.conflicts_of[lane] == NONE {
            let mut conflicts = std::mem::take(&mut self.conflicts);
            self.conflicts_of[lane] = conflicts.len() as u32;
            let set = self.new_set(&mut conflicts);
            let depth = self.shape.depth();
            let options = self.options_of[lane * depth..][..depth].iter();
            for &option in options.take_while(|&&option| option != NONE) {
                mark(self.places(option), set);
            }
            self.conflicts = conflicts;
        }
        &self.conflicts[self.conflicts_of[lane] as usize..][..self.shape.blocks()]
    }

    /// The options that disagree with a use of a secondary item: all other uses, and if it is without colour, its own
    /// too. `None` if there is only one use, in a colour.
    pub(super) fn conflicts_of_use(&mut self, index: usize) -> Option<&[Block]> {
        let used = self.uses[index];
        let first = self.first_use[used.item as usize] as usize;
        let second = self.uses[first].next;
        if used.color != 0 && second == NONE {
            return None;
        }
        if used.conflicts == NONE {
            let mut conflicts = std::mem::take(&mut self.conflicts);
            self.uses[index].conflicts = conflicts.len() as u32;
            let set = self.new_set(&mut conflicts);
            let has_many = second != NONE && self.uses[second as usize].next != NONE;
            if has_many && self.has_room_for_users() {
                set.copy_from_slice(self.users_of(used.item as usize));
                if used.color != 0 {
                    unmark(self.users(index), set);
                }
            } else {
                let is_other = |&other: &usize| other != index || used.color == 0;
                self.mark_users(used.item as usize, is_other, set);
            }
            self.conflicts = conflicts;
        }
        let start = self.uses[index].conflicts as usize;
        Some(&self.conflicts[start..][..self.shape.blocks()])
    }

    /// Whether sets of the users of all secondary items take no more room than conflicts may.
    fn has_room_for_users(&self) -> bool {
        self.first_use.len() * self.shape.blocks() <= MOST_BLOCKS
    }

    /// The options that use a secondary item, whatever the colour.
    fn users_of(&mut self, item: usize) -> &[Block] {
        if self.users_at[item] == NONE {
            let mut sets = std::mem::take(&mut self.user_sets);
            self.users_at[item] = sets.len() as u32;
            let set = self.new_set(&mut sets);
            self.mark_users(item, |_| true, set);
            self.user_sets = sets;
        }
        &self.user_sets[self.users_at[item] as usize..][..self.shape.blocks()]
    }

    /// An empty set after the others.
    fn new_set<'a>(&self, sets: &'a mut Vec<Block>) -> &'a mut [Block] {
        let start = sets.len();
        sets.resize(start + self.shape.blocks(), Block::ZERO);
        &mut sets[start..]
    }

    /// Adds the bits of the options that use a secondary item in these ways.
    fn mark_users(&self, item: usize, is_wanted: impl Fn(&usize) -> bool, set: &mut [Block]) {
        let next = |&index: &usize| known(self.uses[index].next);
        let uses = std::iter::successors(known(self.first_use[item]), next);
        uses.filter(is_wanted)
            .for_each(|index| mark(self.users(index), set));
    }

    /// The places of the options of a use.
    fn users(&self, index: usize) -> &[u32] {
        let begin = index
            .checked_sub(1)
            .map_or(0, |before| self.uses[before].end);
        &self.users[begin as usize..self.uses[index].end as usize]
    }
}

fn mark(places: &[u32], set: &mut [Block]) {
    for &place in places {
        set[place as usize / Block::BITS].set(place as usize % Block::BITS);
    }
}

fn unmark(places: &[u32], set: &mut [Block]) {
    for &place in places {
        set[place as usize / Block::BITS].clear(place as usize % Block::BITS);
    }
}

fn known(number: u32) -> Option<usize> {
    (number != NONE).then_some(number as usize)
}
