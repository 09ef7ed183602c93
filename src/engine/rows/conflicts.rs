//! Which options disagree over a secondary item.
//!
//! Two options may use one secondary item if both give it the same colour. So whoever uses it in a colour disagrees with
//! all others of its users but those that give it this colour; whoever uses it without colour, with all of them:
//!
//! ```text
//!     users of x:  1 in red, 2 in red, 3 in blue, 4 without        x in red: 3 4     x in blue: 1 2 4     x: 1 2 3 4
//! ```
//!
//! These sets are made when they are first needed, and forgotten when they take too much room.

use std::ops::Range;

use super::MOST_KEPT;
use crate::engine::parts::{self, Parts, part_of};
use crate::engine::simd::block::Block;
use crate::problem::OptionId;

/// No number, nothing made.
const NONE: u32 = u32::MAX;

/// A use by some of the options, and its conflicts.
#[derive(Clone, Copy, Debug)]
struct Use {
    /// The item, as index into `user_ends`.
    item: u32,
    color: u32,
    /// First block of the conflicts, or [`NONE`].
    conflicts: u32,
}

/// The uses of secondary items by some options, which are numbered from 0.
#[derive(Default, Debug)]
pub(super) struct Conflicts {
    /// The uses of option o are those in `use_ends[o − 1]..use_ends[o]` of `uses_of`.
    uses_of: Vec<u32>,
    use_ends: Vec<u32>,
    uses: Vec<Use>,
    /// The users of an item, each with its colour: those of item i are in `user_ends[i − 1]..user_ends[i]`.
    users: Vec<(u32, u32)>,
    user_ends: Vec<u32>,
    sets: Vec<Block>,
}

/// Memory for the numbering of uses: kept, so that packing allocates little.
#[derive(Default, Debug)]
pub(super) struct Numbers {
    /// Of each use of the problem, its number here; [`NONE`] between two calls.
    uses: Vec<u32>,
    /// Of each secondary item, its number and the users it has: [`NONE`] and 0 between two calls.
    items: Vec<(u32, u32)>,
}

impl Numbers {
    pub(super) fn new(parts: &Parts) -> Numbers {
        Numbers {
            uses: vec![NONE; parts.use_count()],
            items: vec![(NONE, 0); parts.secondary_count],
        }
    }
}

impl Conflicts {
    /// Begins anew with the uses of these options.
    pub(super) fn make(&mut self, parts: &Parts, options: &[OptionId], numbers: &mut Numbers) {
        self.clear();
        if parts.secondary_count == 0 {
            return;
        }
        for &option in options {
            for &part in parts.uses_of(option) {
                self.note(part, parts.used(part), numbers);
            }
            self.use_ends.push(self.uses_of.len() as u32);
        }
        for &part in options.iter().flat_map(|&option| parts.uses_of(option)) {
            numbers.uses[part as usize] = NONE;
            let (item, users) = &mut numbers.items[parts.used(part).item as usize];
            if *item != NONE {
                self.user_ends[*item as usize] = *users;
            }
            (*item, *users) = (NONE, 0);
        }
        self.list_users();
    }

    fn clear(&mut self) {
        self.uses_of.clear();
        self.use_ends.clear();
        self.uses.clear();
        self.users.clear();
        self.user_ends.clear();
        self.sets.clear();
    }

    /// Takes note of the next use.
    fn note(&mut self, part: u32, used: parts::Use, numbers: &mut Numbers) {
        let (item, users) = &mut numbers.items[used.item as usize];
        if *item == NONE {
            *item = self.user_ends.len() as u32;
            self.user_ends.push(0);
        }
        *users += 1;
        let number = &mut numbers.uses[part as usize];
        if *number == NONE {
            *number = self.uses.len() as u32;
            self.uses.push(Use {
                item: *item,
                color: used.color,
                conflicts: NONE,
            });
        }
        self.uses_of.push(*number);
    }

    /// Lists the users of each item, where `user_ends` holds how many each has.
    fn list_users(&mut self) {
        let mut begin = 0;
        for end in &mut self.user_ends {
            begin += std::mem::replace(end, begin);
        }
        // Each user is put at the end of its item's list so far, which thereby becomes the end of the list.
        self.users.resize(self.uses_of.len(), (0, 0));
        for option in 0..self.use_ends.len() {
            for at in part_of(&self.use_ends, option) {
                let Use { item, color, .. } = self.uses[self.uses_of[at] as usize];
                let end = &mut self.user_ends[item as usize];
                self.users[*end as usize] = (option as u32, color);
                *end += 1;
            }
        }
    }

    /// The number of uses of all options together.
    pub(super) fn count(&self) -> usize {
        self.uses_of.len()
    }

    /// Where the uses of an option are, to be asked one by one: a use has conflicts, or none.
    pub(super) fn uses_of(&self, option: usize) -> Range<usize> {
        match self.use_ends.get(option) {
            Some(_) => part_of(&self.use_ends, option),
            None => 0..0,
        }
    }

    /// What disagrees over one use: a set of options, in `width` blocks. `None` if nothing does but the user itself.
    pub(super) fn of_use(&mut self, at: usize, width: usize) -> Option<&[Block]> {
        let number = self.uses_of[at] as usize;
        let Use {
            item,
            color,
            conflicts,
        } = self.uses[number];
        let users = part_of(&self.user_ends, item as usize);
        if users.len() == 1 {
            return None;
        }
        if conflicts != NONE {
            return Some(&self.sets[conflicts as usize..][..width]);
        }
        if self.sets.len() >= MOST_KEPT {
            self.sets.clear();
            self.uses.iter_mut().for_each(|used| used.conflicts = NONE);
        }
        let start = self.sets.len();
        self.uses[number].conflicts = start as u32;
        self.sets.resize(start + width, Block::ZERO);
        let set = &mut self.sets[start..];
        for &(option, other) in &self.users[users] {
            if color == 0 || other != color {
                set[option as usize / Block::BITS].set(option as usize % Block::BITS);
            }
        }
        Some(set)
    }
}
