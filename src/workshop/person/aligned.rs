//! Aligned exclusion: two or three cells, and cells of few digits that see all of them.
//!
//! ```text
//!   [123]  [145]  │  12   14   15        the first two cells are not 1 and 2 together: the cell 12 would have nothing left;
//!                 │                      nor 1 and 4, nor 1 and 5. So the first one is not 1, whatever the second one is
//! ```
//!
//! All combinations of digits of the chosen cells are tried. A digit that is in none of the combinations left is impossible.
//! Digits of cells that see each other differ, too. Sudoku Explainer calls this technique aligned pair exclusion and aligned
//! triplet exclusion.

use smallvec::SmallVec;

use super::cells::{CellSet, bits};
use super::marks::{Digits, Marks};
use super::step::{Pattern, Removed, Step};
use super::technique::Technique;

/// The first exclusion for this many cells: two or three.
pub fn aligned(marks: &Marks, count: usize) -> Option<Step> {
    let search = Search::new(marks, count);
    let cells = Vec::from_iter(search.bases.iter());
    for (place, &first) in cells.iter().enumerate() {
        for &second in &cells[place + 1..] {
            let shared = search.excluders[first] & search.excluders[second];
            if shared.len() < 2 {
                continue;
            }
            if count == 2 {
                if let Some(step) = search.judge(&[first, second], shared) {
                    return Some(step);
                }
                continue;
            }
            let near = (search.excluders[first] | search.excluders[second]) & search.bases;
            for third in near
                .iter()
                .filter(|&third| third != first && third != second)
            {
                let shared = shared & search.excluders[third];
                if shared.len() >= 2
                    && let Some(step) = search.judge(&[first, second, third], shared)
                {
                    return Some(step);
                }
            }
        }
    }
    None
}

struct Search<'m> {
    marks: &'m Marks,
    /// Blank cells that see an excluder.
    bases: CellSet,
    /// For each of them, the cells that it sees and that have no more digits than cells are examined.
    excluders: Vec<CellSet>,
}

impl<'m> Search<'m> {
    fn new(marks: &'m Marks, count: usize) -> Search<'m> {
        let grid = marks.grid();
        let all = 0..grid.cells();
        let few = CellSet::from_iter(
            all.clone()
                .filter(|&cell| (2..=count as u32).contains(&marks.choices(cell))),
        );
        let excluders = Vec::from_iter(all.clone().map(|cell| grid.seen(cell) & few));
        let is_base = |&cell: &usize| marks.choices(cell) >= 2 && !excluders[cell].is_empty();
        let bases = CellSet::from_iter(all.filter(is_base));
        Search {
            marks,
            bases,
            excluders,
        }
    }

    /// What no combination of digits of these cells leaves possible; `shared` are the excluders that see all of them.
    fn judge(&self, cells: &[usize], shared: CellSet) -> Option<Step> {
        let marks = self.marks;
        let mut possible: SmallVec<[Digits; 3]> = SmallVec::from_elem(0, cells.len());
        let mut removed = Removed::new();
        let mut used = CellSet::default();
        for (place, &cell) in cells.iter().enumerate() {
            let mut gone = 0;
            for digit in bits(marks.candidates(cell)) {
                if possible[place] >> digit & 1 == 1 {
                    continue;
                }
                let mut combination = Combination {
                    fixed: (place, digit),
                    digits: SmallVec::new(),
                    barred: CellSet::default(),
                };
                if self.completes(cells, shared, &mut combination) {
                    let found = possible.iter_mut().zip(&combination.digits);
                    found.for_each(|(possible, digit)| *possible |= 1 << digit);
                } else {
                    gone |= 1 << digit;
                    used |= combination.barred;
                }
            }
            if gone != 0 {
                removed.push((cell, gone));
            }
        }
        if removed.is_empty() {
            return None;
        }
        let (technique, value) = match cells.len() {
            2 => (Technique::AlignedPair, 62),
            _ => (Technique::AlignedTriplet, 75),
        };
        let pattern = Pattern::Aligned {
            cells: cells.iter().copied().collect(),
            excluders: used,
        };
        Some(Step::remove(technique, value, pattern, removed))
    }

    /// Whether the rest of the cells has digits that leave each excluder one. They are then in the combination.
    fn completes(&self, cells: &[usize], shared: CellSet, combination: &mut Combination) -> bool {
        let marks = self.marks;
        let place = combination.digits.len();
        let Some(&cell) = cells.get(place) else {
            let taken = combination
                .digits
                .iter()
                .fold(0, |taken, &digit| taken | 1 << digit);
            let barred = shared
                .iter()
                .find(|&cell| marks.candidates(cell) & !taken == 0);
            barred.inspect(|&cell| combination.barred.insert(cell));
            return barred.is_none();
        };
        let seen = marks.grid().seen(cell);
        let of_cell = match combination.fixed {
            (fixed, digit) if fixed == place => 1 << digit,
            _ => marks.candidates(cell),
        };
        for digit in bits(of_cell) {
            let mut before = cells.iter().zip(&combination.digits);
            if before.any(|(&other, &of_other)| of_other == digit && seen.contains(other)) {
                continue;
            }
            combination.digits.push(digit);
            if self.completes(cells, shared, combination) {
                return true;
            }
            combination.digits.pop();
        }
        false
    }
}

/// Digits for the first of the cells that are examined.
struct Combination {
    /// The number of a cell, and the digit that it must have.
    fixed: (usize, usize),
    digits: SmallVec<[usize; 3]>,
    /// Excluders that combinations left without a digit.
    barred: CellSet,
}
