//! All minimal hitting sets, each once: the algorithm MMCS (K. Murakami, T. Uno, *Efficient Algorithms for Dualizing
//! Large-Scale Hypergraphs*, 2014), with sets that are requested on demand.
//!
//! An element is *critical* as long as some set is hit by it alone. The search adds an element of a set that is not hit yet,
//! and continues only if all chosen elements stay critical. Of the elements of a set, each that was not tried yet is closed to the
//! branches before it, so that nothing is found twice.

use std::ops::ControlFlow;

use super::{Bits, Hitting, Missed, watch};
use crate::engine::limits::{Limit, Limits, Watch};

impl Hitting {
    /// Hands each minimal hitting set to `visit`, sorted, until it returns `Break`.
    ///
    /// # Errors
    /// The limit that was reached before all were found.
    pub fn for_each_minimal(
        &mut self,
        limits: &Limits,
        missed: Missed,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Limit> {
        let elements = self.elements;
        let mut listing = Listing {
            family: self,
            chosen: Vec::new(),
            is_chosen: Bits::none(elements),
            open: Bits::all(elements),
            watch: watch(limits),
            missed,
            visit,
        };
        listing.go_on()
    }
}

struct Listing<'a, 'b> {
    family: &'a mut Hitting,
    chosen: Vec<usize>,
    is_chosen: Bits,
    /// Elements that may still be chosen.
    open: Bits,
    watch: Watch,
    missed: Missed<'b>,
    visit: &'b mut dyn FnMut(&[usize]) -> ControlFlow<()>,
}

impl Listing<'_, '_> {
    fn go_on(&mut self) -> Result<ControlFlow<()>, Limit> {
        let branches = loop {
            if let Some(branches) = self.not_hit()? {
                break branches;
            }
            match (self.missed)(&self.chosen, None)? {
                Some(set) => self.family.add(&set),
                None => {
                    let mut found = self.chosen.clone();
                    found.sort_unstable();
                    return Ok((self.visit)(&found));
                }
            }
        };
        branches
            .iter()
            .for_each(|&element| self.open.remove(element));
        for &element in &branches {
            self.chosen.push(element);
            self.is_chosen.insert(element);
            if self.are_critical()? && self.go_on()?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            self.chosen.pop();
            self.is_chosen.remove(element);
            self.open.insert(element);
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The open elements of a known set that is not hit, of one with the fewest; `None` if all are hit.
    fn not_hit(&self) -> Result<Option<Vec<usize>>, Limit> {
        let sets = &self.family.sets;
        self.watch.spend((sets.len() * self.open.0.len()) as u64)?;
        let not_hit = sets.iter().filter(|set| !set.meets(&self.is_chosen));
        let fewest = not_hit.min_by_key(|set| set.shared(&self.open));
        Ok(fewest.map(|set| {
            set.elements()
                .filter(|&element| self.open.has(element))
                .collect()
        }))
    }

    /// Whether each chosen element but the last one, which hits a set that nothing else hits, is still critical.
    fn are_critical(&mut self) -> Result<bool, Limit> {
        for place in 0..self.chosen.len() - 1 {
            let element = self.chosen[place];
            let alone = |set: &Bits| set.has(element) && set.shared(&self.is_chosen) == 1;
            if self.family.sets.iter().any(alone) {
                continue;
            }
            let mut others = self.chosen.clone();
            others.remove(place);
            match (self.missed)(&others, Some(element))? {
                Some(set) => self.family.add(&set),
                None => return Ok(false),
            }
        }
        Ok(true)
    }
}
