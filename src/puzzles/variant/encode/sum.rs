//! Sums of cells whose digits may repeat, with weights: a sum outside the grid, an arrow.
//!
//! *A table.* If few digits of the cells fit, each arrangement of them is an option, which names the digit of each cell as the
//! colour of the cell's item:
//!
//! ```text
//!     t1   =r1c1:3 =r1c2:1 =r1c3:2      the arrow from r1c1 holds 3 = 1 + 2
//! ```
//!
//! *Parts.* Otherwise the cells are divided into [parts](super::parts) whose sums are colours, and these are put into a table.
//!
//! Either way the options follow from the digits.

use super::cage::{MOST_SETS, sets};
use super::draft::{Draft, ItemMeaning, OptionMeaning, Use};

/// The most arrangements of a table.
pub(super) const MOST: usize = 1000;
/// The most steps of a search for arrangements.
const STEPS: usize = 200_000;

/// A cell, and how many times its digit counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::puzzles::variant) struct Term {
    pub cell: usize,
    pub weight: i64,
}

impl Draft<'_> {
    /// The cells, which may have equal digits, have this sum: a table of at most `most` arrangements or sets, or nothing.
    pub fn sum(&mut self, rule: usize, cells: &[usize], total: u32, most: usize) {
        if self.all_differ(cells) {
            if sets(self.size, cells.len(), total as usize, most).is_some() {
                self.cage(rule, cells, total);
            }
            return;
        }
        let terms: Vec<Term> = cells.iter().map(|&cell| Term { cell, weight: 1 }).collect();
        if let Some(found) = self.arrangements(&terms, i64::from(total), most) {
            self.table(rule, &terms, found);
        }
    }

    /// The sum of the terms is `total`.
    pub fn linear(&mut self, rule: usize, terms: Vec<Term>, total: i64) {
        let mut joined: Vec<Term> = Vec::new();
        for term in terms {
            match joined.iter_mut().find(|known| known.cell == term.cell) {
                Some(known) => known.weight += term.weight,
                None => joined.push(term),
            }
        }
        if let Some(found) = self.arrangements(&joined, total, MOST) {
            return self.table(rule, &joined, found);
        }
        let is_plain = joined.iter().all(|term| term.weight == 1);
        let cells: Vec<usize> = joined.iter().map(|term| term.cell).collect();
        match u32::try_from(total) {
            Ok(sum)
                if is_plain
                    && self.all_differ(&cells)
                    && sets(self.size, cells.len(), sum as usize, MOST_SETS).is_some() =>
            {
                self.cage(rule, &cells, sum);
            }
            _ => self.divided(rule, &joined, total),
        }
    }

    /// The least and greatest value of each term and of all that follow it.
    fn ranges(&self, terms: &[Term]) -> Vec<(i64, i64)> {
        let mut ranges = vec![(0, 0)];
        for term in terms.iter().rev() {
            let (low, high) = ranges[ranges.len() - 1];
            let ends = [term.weight, term.weight * self.size as i64];
            ranges.push((low + ends[0].min(ends[1]), high + ends[0].max(ends[1])));
        }
        ranges.reverse();
        ranges
    }

    /// The digits of the terms that have this sum; `None` if there are more than `most`.
    fn arrangements(&self, terms: &[Term], total: i64, most: usize) -> Option<Vec<Vec<u8>>> {
        let ranges = self.ranges(terms);
        let mut found = Vec::new();
        let mut steps = 0;
        let mut open: Vec<(Vec<u8>, i64)> = vec![(Vec::new(), total)];
        while let Some((digits, left)) = open.pop() {
            steps += 1;
            let Some(term) = terms.get(digits.len()) else {
                found.push(digits);
                match found.len() > most {
                    true => return None,
                    false => continue,
                }
            };
            if steps > STEPS {
                return None;
            }
            let (low, high) = ranges[digits.len() + 1];
            for digit in 1..=self.size as u8 {
                let rest = left - term.weight * i64::from(digit);
                let mut before = terms.iter().zip(&digits);
                let repeats = before
                    .any(|(other, &known)| known == digit && self.differ(other.cell, term.cell));
                if !repeats && (low..=high).contains(&rest) {
                    open.push(([&digits[..], &[digit]].concat(), rest));
                }
            }
        }
        Some(found)
    }

    /// One of these arrangements of digits.
    fn table(&mut self, rule: usize, terms: &[Term], found: Vec<Vec<u8>>) {
        for (at, term) in terms.iter().enumerate() {
            let set = found.iter().fold(0, |set, digits| set | 1u64 << digits[at]);
            self.allow(rule, term.cell, set);
        }
        if terms.len() < 2 {
            return;
        }
        let item = self.primary(format!("t{}", rule + 1), ItemMeaning::Digits(rule));
        let colors: Vec<usize> = terms.iter().map(|term| self.color_of(term.cell)).collect();
        let cells: Vec<usize> = terms.iter().map(|term| term.cell).collect();
        for digits in found {
            let colored = colors.iter().zip(&digits);
            let mut items = vec![item];
            items.extend(colored.map(|(&color, &digit)| Use::Colored(color, digit.into())));
            let cells = cells.clone();
            self.option(
                items,
                OptionMeaning::Digits {
                    rule,
                    cells,
                    digits,
                },
            );
        }
    }
}
