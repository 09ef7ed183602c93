//! The items that a state leaves, in colours.
//!
//! Items that a renaming exchanges have the same colour: at first, all of a kind; then each takes on the colours around it, in
//! rounds, until there are no more colours than before.
//!
//! ```text
//!     a round     an option's colour   mixes those of its items
//!                 an item's new one    mixes its own with those of its options
//! ```
//!
//! An item is *singled out* by a colour of its own; what the next rounds make of that is a *trace*. Colours and traces are
//! numbers that do not depend on the names of items and options, nor on their order. Different things may get the same
//! number by chance. So numbers only say where to look, and a [certificate](Colors::certificate) is compared as a whole.
//!
//! This is the refinement of [partitions](crate::engine::symmetry), in a simpler form: it is undone by copies of the colours
//! instead of splits, and passes over all options each time, which pays for the few hundred that are left here.

use super::has;
use super::residual::Whole;

/// The work that one look may take: items seen, in options and alone. One that would need more is given up.
const MOST_SEEN: u64 = 1 << 22;

/// Options in their order, each by the number of its items and their places; first how many options there are, and how many
/// primary items.
pub(super) type Certificate = Box<[u16]>;

/// A look took too long.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooLong;

/// The colours of all bits at some time, and how many there are.
pub(super) type Saved = (Vec<u64>, usize);

/// The items and options that a state leaves.
#[derive(Debug, Default)]
pub(super) struct Colors {
    /// The bits of the options left, one option after the other, and where each ends.
    bits: Vec<u32>,
    ends: Vec<usize>,
    /// The items of these options.
    items: Vec<u32>,
    primary: usize,
    /// By bit: its colour, and what a round adds to it.
    colors: Vec<u64>,
    sums: Vec<u64>,
    /// How many colours there are.
    cells: usize,
    /// Each colour with the number of its items, in a table with empty slots.
    slots: Vec<(u64, u32)>,
    seen: u64,
}

impl Colors {
    /// Begins with what a state leaves; `false` if an item cannot be covered any more.
    pub(super) fn begin(&mut self, whole: Whole, state: &[u64]) -> bool {
        self.bits.clear();
        self.ends.clear();
        for (option, set) in whole.options.iter().zip(whole.sets) {
            if set.iter().zip(state).all(|(set, state)| set & !state == 0) {
                self.bits.extend_from_slice(option);
                self.ends.push(self.bits.len());
            }
        }
        self.colors.clear();
        self.colors.resize(64 * state.len(), 0);
        self.sums.clear();
        self.sums.resize(64 * state.len(), 0);
        self.items.clear();
        self.primary = 0;
        for &bit in &self.bits {
            let is_primary = (bit as usize) < whole.primary;
            let color = &mut self.colors[bit as usize];
            if *color == 0 {
                *color = if is_primary { 1 } else { 2 };
                self.primary += usize::from(is_primary);
                self.items.push(bit);
            }
        }
        self.cells = 0;
        self.seen = self.bits.len() as u64 + whole.options.len() as u64 / 4;
        let is_covered = |&bit: &u32| self.colors[bit as usize] != 0;
        let mut open = (0..whole.primary as u32).filter(|&bit| has(state, bit));
        open.all(|bit| is_covered(&bit))
    }

    /// How much was seen since it began.
    pub(super) fn seen(&self) -> u64 {
        self.seen
    }

    /// Goes on until there are no more colours than before; the trace.
    pub(super) fn refine(&mut self) -> Result<u64, TooLong> {
        loop {
            self.round();
            if self.seen > MOST_SEEN {
                return Err(TooLong);
            }
            let before = self.cells;
            self.cells = self.count();
            if self.cells == before || self.are_single() {
                break;
            }
        }
        let add = |sum: u64, &item: &u32| sum.wrapping_add(mix(self.colors[item as usize]));
        let sum = self.items.iter().fold(0, add);
        Ok(mix(sum ^ self.ends.len() as u64))
    }

    fn round(&mut self) {
        let mut start = 0;
        for &end in &self.ends {
            let bits = &self.bits[start..end];
            let add = |sum: u64, &bit: &u32| sum.wrapping_add(self.colors[bit as usize]);
            let color = mix(bits.iter().fold(0, add));
            for &bit in bits {
                let sum = &mut self.sums[bit as usize];
                *sum = sum.wrapping_add(color);
            }
            start = end;
        }
        for &item in &self.items {
            let sum = std::mem::take(&mut self.sums[item as usize]);
            let color = &mut self.colors[item as usize];
            *color = mix(color.rotate_left(9) ^ sum);
        }
        self.seen += (self.bits.len() + self.items.len()) as u64;
    }

    /// Counts the items of each colour; how many colours there are.
    fn count(&mut self) -> usize {
        let size = (2 * self.items.len()).next_power_of_two();
        self.slots.clear();
        self.slots.resize(size, (0, 0));
        let mut cells = 0;
        for &item in &self.items {
            let color = self.colors[item as usize];
            let mut place = color as usize % size;
            while self.slots[place].1 > 0 && self.slots[place].0 != color {
                place = (place + 1) % size;
            }
            let slot = &mut self.slots[place];
            cells += usize::from(slot.1 == 0);
            *slot = (color, slot.1 + 1);
        }
        cells
    }

    /// Whether no two items have the same colour.
    fn are_single(&self) -> bool {
        self.cells == self.items.len()
    }

    /// The items of a smallest cell of several, after refining; none if each is a cell of its own.
    pub(super) fn smallest_cell(&self) -> Vec<u32> {
        let several = self.slots.iter().filter(|slot| slot.1 > 1);
        let Some(&(least, _)) = several.min_by_key(|&&(color, size)| (size, color)) else {
            return Vec::new();
        };
        let items = self.items.iter().copied();
        items
            .filter(|&item| self.colors[item as usize] == least)
            .collect()
    }

    /// Gives an item a colour of its own, and refines; the trace.
    pub(super) fn single_out(&mut self, item: u32) -> Result<u64, TooLong> {
        let color = &mut self.colors[item as usize];
        *color = mix(!*color);
        self.refine()
    }

    pub(super) fn save(&self) -> Saved {
        (self.colors.clone(), self.cells)
    }

    pub(super) fn restore(&mut self, (colors, cells): &Saved) {
        self.colors.copy_from_slice(colors);
        self.cells = *cells;
    }

    /// The options in their order, if each item has a colour of its own: by the places of their items among all, by colour.
    pub(super) fn certificate(&self) -> Certificate {
        let mut by_color = self.items.clone();
        by_color.sort_unstable_by_key(|&item| self.colors[item as usize]);
        let mut place_of = vec![0; self.colors.len()];
        for (place, &item) in (0..).zip(&by_color) {
            place_of[item as usize] = place;
        }
        let mut places = Vec::from_iter(self.bits.iter().map(|&bit| place_of[bit as usize]));
        let mut options: Vec<&mut [u16]> = Vec::with_capacity(self.ends.len());
        let (mut rest, mut start) = (&mut places[..], 0);
        for &end in &self.ends {
            let (own, others) = rest.split_at_mut(end - start);
            own.sort_unstable();
            options.push(own);
            (rest, start) = (others, end);
        }
        options.sort_unstable();
        let mut certificate = vec![options.len() as u16, self.primary as u16];
        for own in options {
            certificate.push(own.len() as u16);
            certificate.extend_from_slice(own);
        }
        certificate.into()
    }
}

fn mix(number: u64) -> u64 {
    let x = number.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 32)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 29)
}
