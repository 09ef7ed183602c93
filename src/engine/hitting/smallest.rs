//! Few elements that hit all sets, or the proof that more are needed.
//!
//! The search branches on the set that is not hit and has the fewest elements left. An element that was tried is barred from
//! the branches after it. Disjoint sets need one element each, so a greedy choice of disjoint sets bounds the search:
//!
//! ```text
//!     not hit   {1 2} {2 3} {4 5} {5 6}      {1 2} and {4 5} have nothing in common: two more at least
//! ```

use super::{Bits, Hitting, Missed, watch};
use crate::engine::limits::{Limit, Limits, Watch};

impl Hitting {
    /// At most this number of elements that hit all sets, sorted; `None` if that is impossible.
    ///
    /// # Errors
    /// The limit that was reached before the result was known. The sets named so far are kept.
    pub fn at_most(
        &mut self,
        most: usize,
        limits: &Limits,
        missed: Missed,
    ) -> Result<Option<Vec<usize>>, Limit> {
        let none = Bits::none(self.elements);
        let mut search = Search {
            counts: vec![0; self.elements],
            family: self,
            chosen: Vec::new(),
            is_chosen: none.clone(),
            barred: none,
            watch: watch(limits),
            missed,
        };
        let found = search.go_on(most)?;
        search.chosen.sort_unstable();
        Ok(found.then_some(search.chosen))
    }
}

struct Search<'a, 'b> {
    family: &'a mut Hitting,
    chosen: Vec<usize>,
    is_chosen: Bits,
    /// Elements that were tried before.
    barred: Bits,
    watch: Watch,
    missed: Missed<'b>,
    /// By element: the sets with it that are not hit.
    counts: Vec<u32>,
}

/// What is to be done with the sets that are not hit.
enum Next {
    /// They cannot all be hit.
    Hopeless,
    /// The elements of one of them are tried in this order.
    Branch(Vec<usize>),
    /// None is known.
    Ask,
}

impl Search<'_, '_> {
    /// Whether at most `more` elements beside those chosen hit all; then they are chosen.
    fn go_on(&mut self, more: usize) -> Result<bool, Limit> {
        let branches = loop {
            match self.next(more)? {
                Next::Hopeless => return Ok(false),
                Next::Branch(branches) => break branches,
                Next::Ask => match (self.missed)(&self.chosen, None)? {
                    None => return Ok(true),
                    Some(set) => self.family.add(&set),
                },
            }
        };
        for &element in &branches {
            self.chosen.push(element);
            self.is_chosen.insert(element);
            if self.go_on(more - 1)? {
                return Ok(true);
            }
            self.chosen.pop();
            self.is_chosen.remove(element);
            self.barred.insert(element);
        }
        branches
            .iter()
            .for_each(|&element| self.barred.remove(element));
        Ok(false)
    }

    fn next(&mut self, more: usize) -> Result<Next, Limit> {
        let Hitting { elements, sets } = &*self.family;
        self.watch
            .spend((sets.len() * self.barred.0.len()) as u64)?;
        let (mut taken, mut apart) = (Bits::none(*elements), 0);
        let mut fewest: Option<(usize, &Bits)> = None;
        for set in sets.iter().filter(|set| !set.meets(&self.is_chosen)) {
            let left = set.count() - set.shared(&self.barred);
            if left == 0 {
                return Ok(Next::Hopeless);
            }
            if fewest.is_none_or(|(count, _)| left < count) {
                fewest = Some((left, set));
            }
            let words = set
                .0
                .iter()
                .zip(&self.barred.0)
                .map(|(set, barred)| set & !barred);
            if !words
                .clone()
                .zip(&taken.0)
                .any(|(word, taken)| word & taken != 0)
            {
                apart += 1;
                taken
                    .0
                    .iter_mut()
                    .zip(words)
                    .for_each(|(taken, word)| *taken |= word);
            }
        }
        if apart > more {
            return Ok(Next::Hopeless);
        }
        let Some((_, set)) = fewest else {
            return Ok(Next::Ask);
        };
        let mut branches = Vec::from_iter(set.elements().filter(|&e| !self.barred.has(e)));
        self.counts.fill(0);
        for set in sets.iter().filter(|set| !set.meets(&self.is_chosen)) {
            set.elements().for_each(|element| self.counts[element] += 1);
        }
        branches.sort_by_key(|&element| std::cmp::Reverse(self.counts[element]));
        Ok(Next::Branch(branches))
    }
}
