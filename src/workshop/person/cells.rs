//! Sets of cells, a bit for each cell.
//!
//! ```text
//! 9×9:  bit 0 = r1c1, bit 1 = r1c2, …, bit 80 = r9c9      bits 81 to 255 are never set
//! ```

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub};

/// The most cells of a grid: those of 16×16.
pub const MOST_CELLS: usize = 64 * WORDS;

const WORDS: usize = 4;

/// A set of cells, which are counted from 0, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CellSet([u64; WORDS]);

impl CellSet {
    /// The set of one cell.
    pub fn of(cell: usize) -> CellSet {
        let mut set = CellSet::default();
        set.insert(cell);
        set
    }

    /// Adds a cell.
    pub fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// Takes a cell away.
    pub fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    /// Whether a cell is in the set.
    pub fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether each cell is in the other set, too.
    pub fn is_within(&self, other: &CellSet) -> bool {
        (*self - *other).is_empty()
    }

    /// Whether no cell is in both sets.
    pub fn is_apart_from(&self, other: &CellSet) -> bool {
        (*self & *other).is_empty()
    }

    /// The first cell.
    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// The cells, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<> {
        let words = self.0;
        (0..WORDS).flat_map(move |word| bits(words[word]).map(move |bit| 64 * word + bit))
    }
}

/// The places of the bits of a word, ascending.
pub(super) fn bits(word: impl Into<u64>) -> impl Iterator<Item = usize> {
    let mut left = word.into();
    std::iter::from_fn(move || {
        let place = (left != 0).then(|| left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(place)
    })
}

impl FromIterator<usize> for CellSet {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> CellSet {
        let mut set = CellSet::default();
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl BitAnd for CellSet {
    type Output = CellSet;

    fn bitand(mut self, other: CellSet) -> CellSet {
        self &= other;
        self
    }
}

impl BitAndAssign for CellSet {
    fn bitand_assign(&mut self, other: CellSet) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= b);
    }
}

impl BitOr for CellSet {
    type Output = CellSet;

    fn bitor(mut self, other: CellSet) -> CellSet {
        self |= other;
        self
    }
}

impl BitOrAssign for CellSet {
    fn bitor_assign(&mut self, other: CellSet) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a |= b);
    }
}

impl Sub for CellSet {
    type Output = CellSet;

    /// The cells that are not in the other set.
    fn sub(mut self, other: CellSet) -> CellSet {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= !b);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let mut set = CellSet::from_iter([3, 64, 255]);
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 64, 255]);
        set.remove(64);
        assert!(!set.contains(64) && set.contains(255));
        assert_eq!((set.len(), set.first()), (2, Some(3)));
        let other = CellSet::from_iter([3, 4]);
        assert_eq!(set & other, CellSet::of(3));
        assert_eq!(set - other, CellSet::of(255));
        assert_eq!((set | other).len(), 3);
        assert!(CellSet::of(4).is_within(&other) && !other.is_within(&set));
    }
}
