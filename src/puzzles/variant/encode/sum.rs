//! Sums of cells whose digits may repeat, with weights: a sum outside the grid, an arrow.
//!
//! *A table.* If few digits of the cells fit, each arrangement of them is an option, which names the digit of each cell as the
//! colour of the cell's item:
//!
//! ```text
//!     t1   =r1c1:3 =r1c2:1 =r1c3:2      the arrow from r1c1 holds 3 = 1 + 2
//! ```
//!
//! *A running sum.* Otherwise there is an item for each cell, and a colour for the sum before it:
//!
//! ```text
//!     s1.r1c2   =r1c2:1   s1<r1c2:3 s1<r1c3:4      the sum before r1c2 is 3, and 4 before r1c3
//! ```
//!
//! Either way the options follow from the digits.

use std::collections::BTreeSet;

use super::cage::sets;
use super::draft::{Draft, ItemMeaning, OptionMeaning, Use};

/// The most arrangements of a table.
const MOST: usize = 1000;
/// The most steps of a search for arrangements.
const STEPS: usize = 200_000;

/// A cell, and how many times its digit counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Term {
    pub cell: usize,
    pub weight: i64,
}

impl Draft<'_> {
    /// The cells, which may have equal digits, have this sum: a table of at most `most` arrangements or sets, or nothing.
    pub fn sum(&mut self, rule: usize, cells: &[usize], total: u32, most: usize) {
        let differ = (0..cells.len()).all(|i| (0..i).all(|j| self.differ(cells[i], cells[j])));
        if differ {
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
        match self.arrangements(&joined, total, MOST) {
            Some(found) => self.table(rule, &joined, found),
            None => self.running(rule, &joined, total),
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

    /// A running sum, from 0 before the first term to `total` after the last one.
    fn running(&mut self, rule: usize, terms: &[Term], total: i64) {
        let sums = self.sums_before(terms, total);
        let mut previous: Option<usize> = None;
        for (at, term) in terms.iter().enumerate() {
            let name = self.field.name(term.cell);
            let (cell, step) = (
                term.cell,
                ItemMeaning::Step {
                    rule,
                    cell: term.cell,
                },
            );
            let item = self.primary(format!("s{}.{name}", rule + 1), step);
            let color = self.color_of(cell);
            let next = terms.get(at + 1).map(|next| {
                let name = format!("s{}<{}", rule + 1, self.field.name(next.cell));
                self.colored(
                    name,
                    ItemMeaning::Before {
                        rule,
                        cell: next.cell,
                    },
                )
            });
            let before: Vec<(usize, i64)> = terms[..at]
                .iter()
                .map(|term| (term.cell, term.weight))
                .collect();
            let mut set = 0;
            for &sum in &sums[at] {
                for digit in 1..=self.size as u8 {
                    let after = sum + term.weight * i64::from(digit);
                    if !sums[at + 1].contains(&after) {
                        continue;
                    }
                    set |= 1u64 << digit;
                    let mut items = vec![item, Use::Colored(color, digit.into())];
                    items.extend(previous.map(|it| Use::Colored(it, sum)));
                    items.extend(next.map(|it| Use::Colored(it, after)));
                    let before = before.clone();
                    self.option(
                        items,
                        OptionMeaning::Step {
                            rule,
                            before,
                            sum,
                            cell,
                            digit,
                        },
                    );
                }
            }
            self.allow(rule, cell, set);
            previous = next;
        }
    }

    /// The sums that are possible before each term, and after the last one.
    fn sums_before(&self, terms: &[Term], total: i64) -> Vec<BTreeSet<i64>> {
        let digits = 1..=self.size as i64;
        let mut sums = vec![BTreeSet::from([0])];
        for term in terms {
            let before = &sums[sums.len() - 1];
            let after = before
                .iter()
                .flat_map(|sum| digits.clone().map(move |digit| sum + term.weight * digit));
            let after = after.collect();
            sums.push(after);
        }
        let last = sums.len() - 1;
        sums[last].retain(|&sum| sum == total);
        for at in (0..last).rev() {
            let (before, after) = sums.split_at_mut(at + 1);
            before[at].retain(|sum| {
                let mut next = digits.clone().map(|digit| sum + terms[at].weight * digit);
                next.any(|sum| after[0].contains(&sum))
            });
        }
        sums
    }
}
