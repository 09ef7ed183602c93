//! Hitting sets: elements that include one of each set of a family. The family need not be known in advance.
//!
//! ```text
//!     sets           {1 2}  {2 3}  {3 4}
//!     hitting sets   {2 3}, {2 4}, {1 3} are minimal; {1 2 3} is not: without 1 it hits them all
//! ```
//!
//! To keep a puzzle unique, its clues must form a hitting set: each other answer contradicts some of the clues, and one of
//! these must be kept. There are too many other answers to list. So sets are requested on demand: 'which set do these elements
//! miss?' Each set that was named is kept and never requested again.
//!
//! [`smallest`] looks for few elements, [`minimal`] lists all minimal sets.

mod minimal;
mod smallest;
#[cfg(test)]
mod tests;

use super::limits::{Allowance, Limit, Limits, Watch};

/// Names a set of the family that has none of these elements, but contains the last argument if there is one; `None` if there
/// is no such set.
pub type Missed<'a> =
    &'a mut dyn FnMut(&[usize], Option<usize>) -> Result<Option<Vec<usize>>, Limit>;

/// The known part of a family of sets of elements. Elements are numbers from 0.
///
/// ```
/// use dominox::engine::{Hitting, Limits};
/// let family = [[0, 1], [1, 2], [2, 3]];
/// let mut missed = |chosen: &[usize], has: Option<usize>| {
///     let is_missed = |set: &&[usize; 2]| {
///         !set.iter().any(|element| chosen.contains(element)) && has.is_none_or(|one| set.contains(&one))
///     };
///     Ok(family.iter().find(is_missed).map(|set| set.to_vec()))
/// };
/// let mut hitting = Hitting::new(4);
/// let limits = Limits::default();
/// assert_eq!(hitting.at_most(1, &limits, &mut missed), Ok(None));
/// assert_eq!(hitting.at_most(2, &limits, &mut missed).map(|found| found.map(|set| set.len())), Ok(Some(2)));
/// ```
#[derive(Clone, Debug)]
pub struct Hitting {
    elements: usize,
    /// Smaller ones first.
    sets: Vec<Bits>,
}

impl Hitting {
    /// A family without known sets.
    pub fn new(elements: usize) -> Hitting {
        Hitting {
            elements,
            sets: Vec::new(),
        }
    }

    /// Adds a set to the known ones.
    ///
    /// # Panics
    /// If the set is empty, or one of its elements is not less than their number.
    pub fn add(&mut self, set: &[usize]) {
        assert!(!set.is_empty(), "an empty set, which nothing hits");
        let mut bits = Bits::none(self.elements);
        for &element in set {
            assert!(
                element < self.elements,
                "element {element} of {}",
                self.elements
            );
            bits.insert(element);
        }
        let place = self
            .sets
            .partition_point(|other| other.count() <= bits.count());
        self.sets.insert(place, bits);
    }

    /// Whether a known set has none of these elements.
    ///
    /// # Panics
    /// If an element is not less than their number.
    pub fn misses(&self, elements: &[usize]) -> bool {
        let mut bits = Bits::none(self.elements);
        elements.iter().for_each(|&element| bits.insert(element));
        self.sets.iter().any(|set| !set.meets(&bits))
    }

    /// The elements that are common to all known sets which these elements miss; all elements if they miss none.
    ///
    /// # Panics
    /// If an element is not less than their number.
    pub fn common_of_missed(&self, elements: &[usize]) -> Vec<usize> {
        let mut bits = Bits::none(self.elements);
        elements.iter().for_each(|&element| bits.insert(element));
        let missed = self.sets.iter().filter(|set| !set.meets(&bits));
        let common = missed.fold(Bits::all(self.elements), |common, set| common.and(set));
        common.elements().collect()
    }

    /// The number of sets that are known.
    pub fn known(&self) -> usize {
        self.sets.len()
    }
}

/// A watch over work within these limits.
fn watch(limits: &Limits) -> Watch {
    let mut allowance = Allowance::new(0);
    allowance.renew(limits);
    allowance.watch()
}

/// Elements as bits.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Bits(Vec<u64>);

impl Bits {
    fn none(elements: usize) -> Bits {
        Bits(vec![0; elements.div_ceil(64)])
    }

    fn all(elements: usize) -> Bits {
        let mut all = Bits::none(elements);
        (0..elements).for_each(|element| all.insert(element));
        all
    }

    fn insert(&mut self, element: usize) {
        self.0[element / 64] |= 1 << (element % 64);
    }

    fn remove(&mut self, element: usize) {
        self.0[element / 64] &= !(1 << (element % 64));
    }

    fn has(&self, element: usize) -> bool {
        self.0[element / 64] >> (element % 64) & 1 == 1
    }

    fn meets(&self, other: &Bits) -> bool {
        self.0
            .iter()
            .zip(&other.0)
            .any(|(one, other)| one & other != 0)
    }

    fn and(&self, other: &Bits) -> Bits {
        let words = self.0.iter().zip(&other.0);
        Bits(words.map(|(one, other)| one & other).collect())
    }

    fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The number of elements that the other set has, too.
    fn shared(&self, other: &Bits) -> usize {
        let words = self.0.iter().zip(&other.0);
        words
            .map(|(one, other)| (one & other).count_ones() as usize)
            .sum()
    }

    fn elements(&self) -> impl Iterator<Item = usize> {
        (0..self.0.len() * 64).filter(|&element| self.has(element))
    }
}
