//! Pairs of cells whose digits exclude each other, as secondary items.
//!
//! A secondary item is in at most one chosen option. So an item that has some digits of one cell and some digits of another one
//! says that none of the first goes with any of the second. For `p < q`, one item for each digit k is enough: `p` at least k, and
//! `q` at most k.
//!
//! ```text
//!     q    1 2 3 4
//!   p 1    x . . .      x: excluded           item 1: p 1234, q 1
//!     2    x x . .                            item 2: p 234,  q 12
//!     3    x x x .                            item 3: p 34,   q 123
//!     4    x x x x                            4 is not a digit of p: see `allow`
//! ```
//!
//! Equal digits of two cells have an item with colours instead: several options may have it, all in the same colour.

use std::collections::{BTreeMap, BTreeSet};

use super::draft::{Draft, ItemMeaning, Use};
use crate::puzzles::variant::rule::Excluded;

impl Draft<'_> {
    /// Adds the items of these pairs, which are of one rule.
    pub fn pairs(&mut self, rule: usize, pairs: &[Excluded]) {
        let mut allowed: BTreeMap<usize, u64> = BTreeMap::new();
        let all = (1..=self.size).fold(0, |set, digit| set | 1u64 << digit);
        for Excluded { cells, digits } in pairs {
            let [first, second] = *cells;
            let in_all = digits.iter().fold(all, |set, excluded| set & excluded);
            let has_partner = (1..).zip(digits).filter(|(_, excluded)| **excluded != all);
            let partnered = has_partner.fold(0, |set, (digit, _)| set | 1u64 << digit);
            *allowed.entry(first).or_insert(all) &= partnered;
            *allowed.entry(second).or_insert(all) &= all & !in_all;
            match (1..).zip(digits).all(|(digit, &set)| set == 1u64 << digit) {
                true => self.differs(rule, *cells),
                false => self.excludes(rule, *cells, digits),
            }
        }
        for (cell, set) in allowed {
            self.allow(rule, cell, set);
        }
    }

    /// Two cells have different digits.
    fn differs(&mut self, rule: usize, cells: [usize; 2]) {
        if self.differ(cells[0], cells[1]) {
            return;
        }
        let [first, second] = cells.map(|cell| self.field.name(cell));
        for digit in 1..=self.size {
            let name = format!("{}.{first}.{second}#{digit}", rule + 1);
            let item = self.secondary(name, ItemMeaning::Differs { rule, cells, digit });
            for cell in cells {
                self.add(cell, digit, item);
            }
        }
    }

    fn excludes(&mut self, rule: usize, cells: [usize; 2], digits: &[u64]) {
        let [first, second] = cells.map(|cell| self.field.name(cell));
        let all = (1..=self.size).fold(0, |set, digit| set | 1u64 << digit);
        let sets: BTreeSet<u64> = digits
            .iter()
            .copied()
            .filter(|&excluded| excluded != 0 && excluded != all)
            .collect();
        for (number, set) in sets.into_iter().enumerate() {
            let name = format!("{}.{first}.{second}.{}", rule + 1, number + 1);
            let item = self.secondary(name, ItemMeaning::Excluded(rule));
            for (digit, excluded) in (1..).zip(digits) {
                if excluded & set == set {
                    self.add(cells[0], digit, item);
                }
            }
            for digit in (1..=self.size).filter(|digit| set >> digit & 1 > 0) {
                self.add(cells[1], digit, item);
            }
        }
    }

    /// The two cells of each pair have the same digit.
    pub fn equals(&mut self, rule: usize, pairs: &[Excluded]) {
        for Excluded { cells, .. } in pairs {
            let name = format!("{}.{}", rule + 1, self.field.name(cells[0]));
            let item = self.colored(name, ItemMeaning::Excluded(rule));
            for digit in 1..=self.size {
                for &cell in cells {
                    self.add(cell, digit, Use::Colored(item, digit as i64));
                }
            }
        }
    }
}
