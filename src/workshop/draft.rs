//! From a full grid to a puzzle: clues that leave one answer, without redundant ones.
//!
//! ```text
//!     answer   1 2 3 4 …      some clues  1 · 3 · …      told apart  1 · 3 4 …      thinned out  · · 3 4 …
//! ```
//!
//! Of the rules, only the [questions](Asking) know more than the numbers of cells and digits. An option that puts a digit into a
//! cell has the number `cell · size + digit − 1`; options of higher numbers follow from the digits.

use std::ops::RangeInclusive;

use rand_core::Rng;

use super::asking::Asking;
use super::grid::option;
use super::random::shuffle;
use crate::engine::Limit;
use crate::problem::OptionId;

/// What makes puzzles from answers.
pub(super) struct Thinning {
    /// The number of digits.
    pub size: usize,
    /// The least and the greatest number of clues.
    pub clues: RangeInclusive<usize>,
    /// Whether no single clue may be left out.
    pub minimal: bool,
    /// If questions can be too hard, the number of nodes after which one is abandoned, and its clue stays.
    pub patience: Option<u64>,
    /// The cells whose clues stay.
    pub givens: Vec<usize>,
    /// The other cells that may have clues, in sets that have clues together or not at all.
    pub orbits: Vec<Vec<usize>>,
    pub asking: Asking,
    /// The order in which the sets are examined.
    order: Vec<usize>,
    draft: Draft,
}

impl Thinning {
    /// All clues except the `givens` may be left out.
    pub fn new(
        size: usize,
        givens: Vec<usize>,
        orbits: Vec<Vec<usize>>,
        asking: Asking,
    ) -> Thinning {
        Thinning {
            size,
            clues: 0..=usize::MAX,
            minimal: false,
            patience: None,
            givens,
            orbits,
            asking,
            order: Vec::new(),
            draft: Draft::default(),
        }
    }

    /// Makes a puzzle with this answer. Returns whether it meets the request.
    pub fn attempt<R: Rng + ?Sized>(
        &mut self,
        rng: &mut R,
        answer: Vec<u8>,
    ) -> Result<bool, Limit> {
        self.order.clear();
        self.order.extend(0..self.orbits.len());
        shuffle(rng, &mut self.order);
        let (least, greatest) = (*self.clues.start(), *self.clues.end());
        let first = match self.patience {
            // Few clues would leave questions that have no end.
            Some(_) => answer.len(),
            None => least.max(answer.len() * FIRST_CLUES / 100),
        };
        self.draft.begin(answer, self.size, &self.givens);
        let orbits = &self.orbits;
        for &orbit in &self.order {
            if self.draft.clues < first {
                self.draft.keep(&orbits[orbit]);
            }
        }
        let in_order = self.order.iter().map(|&orbit| &orbits[orbit][..]);
        if !self.draft.tell_apart(in_order, &mut self.asking)? {
            return Ok(false);
        }
        shuffle(rng, &mut self.order);
        for &orbit in &self.order {
            self.draft
                .leave_out(&orbits[orbit], least, self.patience, &mut self.asking)?;
        }
        if self.draft.clues > greatest {
            return Ok(false);
        }
        Ok(!self.minimal
            || self
                .draft
                .is_minimal(&self.givens, self.patience, &mut self.asking)?)
    }

    /// The puzzle that was made: its digits, 0 for a blank.
    pub fn puzzle(&self) -> Vec<u8> {
        let cells = self.draft.answer.iter().zip(&self.draft.kept);
        cells
            .map(|(&digit, &kept)| if kept { digit } else { 0 })
            .collect()
    }

    /// The answer that it was made from.
    pub fn answer(&self) -> Vec<u8> {
        self.draft.answer.clone()
    }
}

/// The clues that a draft begins with, in hundredths of all cells.
const FIRST_CLUES: usize = 30;

/// A puzzle in the making.
#[derive(Default)]
struct Draft {
    answer: Vec<u8>,
    size: usize,
    kept: Vec<bool>,
    clues: usize,
    /// The clues as options, for a question.
    options: Vec<OptionId>,
}

impl Draft {
    /// A draft with the clues of these cells.
    fn begin(&mut self, answer: Vec<u8>, size: usize, givens: &[usize]) {
        self.kept.clear();
        self.kept.resize(answer.len(), false);
        (self.answer, self.size, self.clues) = (answer, size, 0);
        self.keep(givens);
    }

    fn keep(&mut self, orbit: &[usize]) {
        for &cell in orbit {
            self.clues += usize::from(!std::mem::replace(&mut self.kept[cell], true));
        }
    }

    fn drop(&mut self, orbit: &[usize]) {
        for &cell in orbit {
            self.clues -= usize::from(std::mem::replace(&mut self.kept[cell], false));
        }
    }

    fn option(&self, cell: usize) -> OptionId {
        option(self.size, cell, self.answer[cell])
    }

    /// Writes the clues down as options.
    fn list_options(&mut self) {
        self.options.clear();
        for cell in 0..self.kept.len() {
            if self.kept[cell] {
                self.options.push(self.option(cell));
            }
        }
    }

    /// Adds clues until there is no other answer: as long as there is one, the first of the orbits that tells it apart. `false` if
    /// none does.
    fn tell_apart<'a>(
        &mut self,
        orbits: impl Iterator<Item = &'a [usize]> + Clone,
        asking: &mut Asking,
    ) -> Result<bool, Limit> {
        loop {
            self.list_options();
            let (answer, size) = (&self.answer, self.size);
            // Other options of a rule follow from the digits.
            let is_of_answer = |option: &OptionId| {
                let digit = answer.get(option.index() / size);
                digit.is_none_or(|&digit| usize::from(digit) == option.index() % size + 1)
            };
            let other =
                asking.other(&self.options, None, |found| found.iter().all(is_of_answer))?;
            let Some(other) = other else {
                return Ok(true);
            };
            let mut differs = vec![false; answer.len()];
            for option in other.iter().filter(|option| !is_of_answer(option)) {
                differs[option.index() / size] = true;
            }
            let tells = |orbit: &&[usize]| orbit.iter().any(|&cell| differs[cell]);
            match orbits.clone().find(tells) {
                Some(orbit) => self.keep(orbit),
                None => return Ok(false),
            }
        }
    }

    /// Leaves out the clues of an orbit, if there are any, at least this number of clues stays and there is still one answer, as is
    /// known after this number of nodes.
    fn leave_out(
        &mut self,
        orbit: &[usize],
        least: usize,
        patience: Option<u64>,
        asking: &mut Asking,
    ) -> Result<(), Limit> {
        let is_kept = self.kept[orbit[0]];
        if !is_kept || self.clues < least + orbit.len() {
            return Ok(());
        }
        // Another answer without the clues of an orbit differs in the first of its cells, or has that and differs in the second, …
        for (index, &cell) in orbit.iter().enumerate() {
            self.drop(&orbit[index..]);
            self.list_options();
            let other = asking.has_solution_without(&self.options, self.option(cell), patience)?;
            self.keep(&orbit[index..]);
            if other != Some(false) {
                return Ok(());
            }
        }
        self.drop(orbit);
        Ok(())
    }

    /// Whether no clue can be left out, except for those that are given, as is known after this number of nodes for each.
    fn is_minimal(
        &mut self,
        givens: &[usize],
        patience: Option<u64>,
        asking: &mut Asking,
    ) -> Result<bool, Limit> {
        for cell in 0..self.kept.len() {
            if self.kept[cell] && !givens.contains(&cell) {
                self.drop(&[cell]);
                self.list_options();
                let other =
                    asking.has_solution_without(&self.options, self.option(cell), patience)?;
                self.keep(&[cell]);
                if other != Some(true) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}
