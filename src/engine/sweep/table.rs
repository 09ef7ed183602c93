//! The states of one level with the number of ways to each.
//!
//! Open addressing: an entry is a key of `W` words and a number of `limbs` words, the lowest first, side by side. A
//! number of zero marks an empty place.
//!
//! ```text
//!     W = 1, two limbs     │ key │ low, high │  0  │ 0, 0 │ key │ low, high │ …
//! ```
//!
//! All numbers of a table have as many limbs as the largest one needs. On a carry out of the last limb, the table is
//! rebuilt with one more; a large one gets it [in pieces](super::growth), before there is a carry. So numbers never overflow, and
//! small numbers take one word each.

use std::ops::Range;

use super::memory::Memory;

/// The states of a level reached so far.
#[derive(Debug)]
pub(super) struct Table<const W: usize> {
    words: Vec<u64>,
    limbs: usize,
    len: usize,
    /// All bits of the last limbs of sums.
    high: u64,
    /// Number of places − 1; the number of places is a power of two.
    mask: usize,
    /// The last factor of a hash, whose top bits are the place.
    factor: u64,
    shift: u32,
}

/// The number of places of a table, and the limbs of its numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    pub(super) places: usize,
    pub(super) limbs: usize,
}

impl Shape {
    /// The shape of a new table for about `states` states.
    pub(super) fn for_states(states: usize, limbs: usize) -> Shape {
        Shape {
            places: (2 * states).next_power_of_two().max(LEAST),
            limbs,
        }
    }

    /// The words of a table whose keys have `W` words.
    pub(super) fn words<const W: usize>(self) -> usize {
        self.places * (W + self.limbs)
    }
}

/// Memory with which a table can grow once; after that, the memory where it was.
#[derive(Default, Debug)]
pub(super) struct Spare {
    words: Vec<u64>,
    /// States that were moved.
    moved: usize,
}

impl Spare {
    pub(super) fn give_back(self, memory: &mut Memory) {
        memory.note_moved(self.moved);
        if self.words.capacity() > 0 {
            memory.give_back(self.words);
        }
    }
}

/// About the number of words that are moved at once from one list of states to another.
const MOVED: usize = if cfg!(test) { 1 << 5 } else { 1 << 19 };

/// The least number of places, and the number up to which a full table grows fourfold.
const LEAST: usize = 16;
const SMALL: usize = 1 << 15;
/// With more places than this, a table grows [in pieces](super::growth) where it can.
pub(super) const LARGE: usize = if cfg!(test) { 1 << 6 } else { 1 << 18 };

/// How full a table is when it grows, in eighths of its places; below, a large one that grows at once.
const EIGHTHS: usize = 5;
const EIGHTHS_OF_LARGE: usize = 6;

/// When a sum has this number of bits in its last limb, the table needs one more. Before there is a carry, the number
/// can still be added to it a hundred times.
const HIGH: u32 = if cfg!(test) { 40 } else { 56 };

/// Whether a table with `states` states and this mask must grow at once.
#[inline(always)]
fn is_full(states: usize, mask: usize) -> bool {
    let eighths = match mask < LARGE {
        true => EIGHTHS,
        false => EIGHTHS_OF_LARGE,
    };
    states * 8 >= (mask + 1) * eighths
}

/// The number of places after a table with this mask has grown.
fn grown(mask: usize) -> usize {
    (mask + 1) * if mask < SMALL { 4 } else { 2 }
}

impl<const W: usize> Table<W> {
    /// A table for about `states` states of this level.
    pub(super) fn new(level: usize, limbs: usize, states: usize, memory: &mut Memory) -> Self {
        let shape = Shape::for_states(states, limbs);
        let words = memory.take(shape.words::<W>());
        Self::of_shape(shape, words, factor_of(level))
    }

    /// An empty table. Its words are zero, and complete before a state is added.
    fn of_shape(Shape { places, limbs }: Shape, words: Vec<u64>, factor: u64) -> Self {
        Table {
            words,
            limbs,
            len: 0,
            high: 0,
            mask: places - 1,
            factor,
            shift: u64::BITS - places.trailing_zeros(),
        }
    }

    #[inline(always)]
    fn is_full(&self, more: usize) -> bool {
        is_full(self.len + more, self.mask)
    }

    fn grown(&self) -> usize {
        grown(self.mask)
    }

    /// The shape to which the table should grow in pieces, if it is large and either nearly full or in need of another
    /// limb: because its numbers nearly fill theirs, or because numbers of `limbs` limbs will be added.
    #[inline(always)]
    pub(super) fn growth_in_pieces(&self, limbs: usize) -> Option<Shape> {
        if self.mask < LARGE {
            return None;
        }
        let is_full = self.len * 8 >= self.places() * EIGHTHS;
        let limbs = self.limbs_for(limbs);
        (is_full || limbs > self.limbs).then(|| Shape {
            places: if is_full { self.grown() } else { self.places() },
            limbs,
        })
    }

    fn is_high(&self) -> bool {
        self.high >> HIGH != 0
    }

    /// Words that the table would take if it grew; it grows if `states` states are added.
    pub(super) fn growth(&self, more: usize) -> usize {
        if self.is_full(more) {
            self.grown() * (W + self.limbs)
        } else {
            0
        }
    }

    /// Words of all tables that take its place one after the other, if `more` states with numbers of `limbs` limbs are
    /// added.
    pub(super) fn growths(&self, more: usize, limbs: usize) -> usize {
        let limbs = self.limbs_for(limbs);
        let (mut mask, mut words) = (self.mask, 0);
        while is_full(self.len + more, mask) {
            mask = grown(mask) - 1;
            words += (mask + 1) * (W + limbs);
        }
        match limbs > self.limbs {
            true => words + (mask + 1) * (W + limbs),
            false => words,
        }
    }

    /// The limbs that the table may need if numbers of `limbs` limbs are added.
    fn limbs_for(&self, limbs: usize) -> usize {
        limbs.max(self.limbs + usize::from(self.is_high()))
    }

    /// The memory to grow once, if that may be needed for `more` states.
    pub(super) fn spare(&self, more: usize, memory: &mut Memory) -> Spare {
        let words = match self.growth(more) {
            0 => Vec::new(),
            words => memory.take_empty(words),
        };
        Spare { words, moved: 0 }
    }

    /// Where the search for a key begins.
    #[inline(always)]
    fn place(&self, key: &[u64; W]) -> usize {
        (hash(key, self.factor) >> self.shift) as usize
    }

    /// The word where the search for a key begins. Reading it early brings it into the cache.
    #[inline(always)]
    pub(super) fn touch(&self, key: &[u64; W]) -> u64 {
        self.words[self.place(key) * (W + self.limbs)]
    }

    /// Adds ways to a state.
    #[inline(always)]
    pub(super) fn add(&mut self, key: &[u64; W], ways: &[u64], memory: &mut Memory) {
        if self.is_full(0) {
            self.rebuild(self.grown(), self.limbs, memory);
        }
        while !self.try_add(key, ways) {
            let limbs = ways.len().max(self.limbs + 1);
            self.rebuild(self.places(), limbs, memory);
        }
    }

    /// Adds ways to a state, with no memory except `spare`. If there is no room for them, changes nothing and returns
    /// `false`.
    #[inline(always)]
    pub(super) fn add_within(&mut self, key: &[u64; W], ways: &[u64], spare: &mut Spare) -> bool {
        if self.is_full(0) && !self.grow_into(spare) {
            return false;
        }
        self.try_add(key, ways)
    }

    #[cold]
    #[inline(never)]
    fn grow_into(&mut self, spare: &mut Spare) -> bool {
        let shape = Shape {
            places: self.grown(),
            limbs: self.limbs,
        };
        let words = shape.words::<W>();
        let has_room = spare.moved == 0 && spare.words.capacity() >= words;
        if has_room {
            let mut fresh = std::mem::take(&mut spare.words);
            fresh.resize(words, 0);
            spare.moved = self.len;
            spare.words = self.move_to(shape, fresh);
        }
        has_room
    }

    /// The number of a state, in a table of one limb; for a new state, `fresh`, which is not zero.
    #[inline(always)]
    pub(super) fn number_of(&mut self, key: &[u64; W], fresh: u64, memory: &mut Memory) -> u64 {
        if self.is_full(0) {
            self.rebuild(self.grown(), self.limbs, memory);
        }
        let stride = W + self.limbs;
        let mut place = self.place(key);
        loop {
            let entry = &mut self.words[place * stride..][..stride];
            let (known, number) = entry.split_at_mut(W);
            if number[0] == 0 {
                known.copy_from_slice(key);
                number[0] = fresh;
                self.len += 1;
                return fresh;
            }
            if known == key {
                return number[0];
            }
            place = (place + 1) & self.mask;
        }
    }

    /// Adds ways to a state if the sum fits into the limbs; otherwise changes nothing.
    #[inline(always)]
    fn try_add(&mut self, key: &[u64; W], ways: &[u64]) -> bool {
        if ways.len() > self.limbs {
            return false;
        }
        let stride = W + self.limbs;
        let mut place = self.place(key);
        loop {
            let entry = &mut self.words[place * stride..][..stride];
            let (known, number) = entry.split_at_mut(W);
            if is_zero(number) {
                known.copy_from_slice(key);
                number[..ways.len()].copy_from_slice(ways);
                self.len += 1;
                return true;
            }
            if known == key {
                return match add_limbs(number, ways) {
                    Some(last) => {
                        self.high |= last;
                        true
                    }
                    None => false,
                };
            }
            place = (place + 1) & self.mask;
        }
    }

    #[cold]
    #[inline(never)]
    fn rebuild(&mut self, places: usize, limbs: usize, memory: &mut Memory) {
        let shape = Shape { places, limbs };
        let words = memory.take(shape.words::<W>());
        memory.note_moved(self.len);
        let old = self.move_to(shape, words);
        memory.give_back(old);
    }

    /// Moves all states to these words, which are zero. Returns the words where they were.
    fn move_to(&mut self, shape: Shape, words: Vec<u64>) -> Vec<u64> {
        let mut table = Self::of_shape(shape, words, self.factor);
        self.copy_to(&mut table, 0..self.places());
        std::mem::replace(self, table).words
    }

    /// Adds the states at these places to a table with room for them. Returns how many these are.
    pub(super) fn copy_to(&self, table: &mut Self, places: Range<usize>) -> usize {
        let stride = W + self.limbs;
        let before = table.len;
        for entry in self.words[places.start * stride..places.end * stride].chunks_exact(stride) {
            if let Some((key, ways)) = key_and_ways(entry) {
                let fits = table.try_add(key, ways);
                debug_assert!(fits, "limbs never become fewer");
            }
        }
        table.len - before
    }

    pub(super) fn places(&self) -> usize {
        self.mask + 1
    }

    /// A table for the same states, in this memory, which is empty and must be [filled up](Self::fill_up) first.
    pub(super) fn successor(&self, shape: Shape, memory: Vec<u64>) -> Self {
        Self::of_shape(shape, memory, self.factor)
    }

    /// Adds at most `most` of the missing words. Returns how many were added.
    pub(super) fn fill_up(&mut self, most: usize) -> usize {
        let before = self.words.len();
        let all = self.places() * (W + self.limbs);
        self.words.resize(all.min(before + most), 0);
        self.words.len() - before
    }

    /// Limbs of each number.
    pub(super) fn limbs(&self) -> usize {
        self.limbs
    }

    /// Number of states.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// All states, and the number of ways to each.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&[u64; W], &[u64])> {
        let entries = self.words.chunks_exact(W + self.limbs);
        entries.filter_map(key_and_ways::<W>)
    }

    /// The length of the longest run of states without an empty place.
    #[cfg(test)]
    pub(super) fn longest_run(&self) -> usize {
        let entries = self.words.chunks_exact(W + self.limbs);
        let mut run = 0;
        let lengths = entries.map(|entry| {
            run = if key_and_ways::<W>(entry).is_some() {
                run + 1
            } else {
                0
            };
            run
        });
        lengths.max().unwrap_or(0)
    }

    /// At most `most` of the states.
    pub(super) fn some(&self, most: usize) -> Vec<[u64; W]> {
        some(&self.words, W + self.limbs, (self.len, most))
    }

    /// The states in the order of their places.
    pub(super) fn into_states(self) -> States<W> {
        States {
            words: self.words,
            limbs: self.limbs,
            len: self.len,
        }
    }
}

/// Adds a number to another of at least as many limbs. Returns the last limb of the sum; if that does not fit, changes nothing and
/// returns `None`.
#[inline(always)]
fn add_limbs(number: &mut [u64], more: &[u64]) -> Option<u64> {
    if let ([limb], [more]) = (&mut *number, more) {
        let sum = limb.checked_add(*more)?;
        *limb = sum;
        return Some(sum);
    }
    if carry_through(number, more, u64::overflowing_add) {
        carry_through(number, more, u64::overflowing_sub);
        return None;
    }
    number.last().copied()
}

/// Adds or subtracts limb by limb; returns whether there is a carry out of the last limb.
#[inline(always)]
fn carry_through(number: &mut [u64], more: &[u64], step: impl Fn(u64, u64) -> (u64, bool)) -> bool {
    let mut carry = false;
    for (place, limb) in number.iter_mut().enumerate() {
        let (partial, first) = step(*limb, more.get(place).copied().unwrap_or(0));
        let (whole, second) = step(partial, u64::from(carry));
        *limb = whole;
        carry = first | second;
    }
    carry
}

#[inline(always)]
fn is_zero(number: &[u64]) -> bool {
    number.iter().all(|&limb| limb == 0)
}

/// A key and its number; `None` for an empty place.
#[inline(always)]
fn key_and_ways<const W: usize>(entry: &[u64]) -> Option<(&[u64; W], &[u64])> {
    let (key, number) = entry.split_first_chunk()?;
    (!is_zero(number)).then_some((key, number))
}

/// Up to `most` of the `len` states in these words, spread evenly over their places, which hashes say.
fn some<const W: usize>(
    words: &[u64],
    stride: usize,
    (len, most): (usize, usize),
) -> Vec<[u64; W]> {
    let places = words.len() / stride;
    let parts = len.min(most);
    let first = |part: usize| part * places / parts.max(1);
    let of_part = |part: usize| {
        let mut entries =
            words[first(part) * stride..first(part + 1) * stride].chunks_exact(stride);
        entries.find_map(key_and_ways::<W>).map(|(key, _)| *key)
    };
    match len <= most {
        true => words
            .chunks_exact(stride)
            .filter_map(key_and_ways::<W>)
            .map(|(key, _)| *key)
            .collect(),
        false => (0..parts).filter_map(of_part).collect(),
    }
}

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// The last factor of the hashes of a level.
///
/// States are expanded in the order of their places, and many of them pass unchanged to a later level. With the same
/// hash there, they would all fall into the first part of its table until it has grown, and each search would pass over
/// hundreds of states. So each level has a hash of its own.
fn factor_of(level: usize) -> u64 {
    FACTOR.wrapping_pow((level as u32).wrapping_mul(2) | 1)
}

#[inline(always)]
fn hash<const W: usize>(key: &[u64; W], factor: u64) -> u64 {
    let mut hash = 0u64;
    for word in key {
        let product = u128::from(hash ^ word) * u128::from(FACTOR);
        hash = product as u64 ^ (product >> 64) as u64;
    }
    hash.wrapping_mul(factor)
}

/// States to be processed one after the other, with empty places between them.
#[derive(Debug)]
pub(super) struct States<const W: usize> {
    words: Vec<u64>,
    limbs: usize,
    len: usize,
}

impl<const W: usize> States<W> {
    /// Number of states.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Limbs of each number.
    pub(super) fn limbs(&self) -> usize {
        self.limbs
    }

    /// Words of memory that are taken.
    pub(super) fn words(&self) -> usize {
        self.words.capacity()
    }

    /// Number of places.
    pub(super) fn places(&self) -> usize {
        self.words.len() / (W + self.limbs)
    }

    /// The state at a place and the number of ways to it, if the place is not empty.
    #[inline(always)]
    pub(super) fn get(&self, place: usize) -> Option<(&[u64; W], &[u64])> {
        let stride = W + self.limbs;
        key_and_ways(&self.words[place * stride..][..stride])
    }

    /// The number of ways to the state at a place.
    #[inline(always)]
    pub(super) fn ways(&self, place: u32) -> &[u64] {
        let stride = W + self.limbs;
        &self.words[place as usize * stride..][W..stride]
    }

    /// At most `most` of the states, from a place on.
    pub(super) fn some(&self, from: usize, most: usize) -> Vec<[u64; W]> {
        let stride = W + self.limbs;
        some(&self.words[from * stride..], stride, (self.len, most))
    }

    /// All states, and the number of ways to each.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&[u64; W], &[u64])> {
        self.iter_from(0)
    }

    /// The same, from a place on.
    pub(super) fn iter_from(&self, place: usize) -> impl Iterator<Item = (&[u64; W], &[u64])> {
        let stride = W + self.limbs;
        let entries = self.words[place * stride..].chunks_exact(stride);
        entries.filter_map(key_and_ways::<W>)
    }

    /// Moves out the states that do not stay, from place `from` on. States at earlier places are dropped.
    ///
    /// States are separated in place, and moved from the end a few at a time, which frees their memory. So they are
    /// never all in memory twice.
    pub(super) fn part(
        &mut self,
        from: usize,
        memory: &mut Memory,
        mut stays: impl FnMut(&[u64; W]) -> bool,
    ) -> States<W> {
        let stride = W + self.limbs;
        let before = self.words.capacity();
        let (mut len, mut all) = (0, 0);
        for place in from..self.places() {
            let start = place * stride;
            let Some((key, _)) = key_and_ways::<W>(&self.words[start..][..stride]) else {
                continue;
            };
            let stays = stays(key);
            self.words.copy_within(start..start + stride, all * stride);
            if stays {
                let (front, back) = self.words.split_at_mut(all * stride);
                if len < all {
                    front[len * stride..][..stride].swap_with_slice(&mut back[..stride]);
                }
                len += 1;
            }
            all += 1;
        }
        self.words.truncate(all * stride);
        self.words.shrink_to_fit();
        let mut others = Vec::with_capacity((all - len) * stride);
        // No state is cut in two.
        let moved = (MOVED / stride).max(1) * stride;
        while self.words.len() > len * stride {
            let start = self.words.len().saturating_sub(moved).max(len * stride);
            others.extend_from_slice(&self.words[start..]);
            self.words.truncate(start);
            self.words.shrink_to_fit();
        }
        memory.changed(before, self.words.capacity() + others.capacity());
        let others = States {
            words: others,
            limbs: self.limbs,
            len: all - len,
        };
        self.len = len;
        others
    }

    pub(super) fn give_back(self, memory: &mut Memory) {
        memory.give_back(self.words);
    }
}
