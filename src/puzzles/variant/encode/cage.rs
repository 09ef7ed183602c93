//! Cages with a sum: the sets of digits that have it are options.
//!
//! A cage of two cells with the sum 4 has the only set {1, 3}. For each digit there is an item of the cage, which is covered either
//! by that digit in one of its cells or by a set without it. So the cells have the digits of the chosen set, each once:
//!
//! ```text
//!               k1   k1#1 k1#2 k1#3 k1#4
//!   {1, 3}       1     .    1    .    1
//!   1 at r1c1    .     1    .    .    .
//!   3 at r1c2    .     .    .    1    .
//! ```

use super::draft::{Draft, ItemMeaning, OptionMeaning, Use};
use super::sum::Term;

/// A cage with more sets is divided into parts.
pub(super) const MOST_SETS: usize = 2000;

impl Draft<'_> {
    /// The cells have different digits with this sum.
    pub fn cage(&mut self, rule: usize, cells: &[usize], sum: u32) {
        let Some(sets) = sets(self.size, cells.len(), sum as usize, MOST_SETS) else {
            return self.large_cage(rule, cells, sum);
        };
        if let [cell] = *cells {
            let set = sets.into_iter().fold(0, |all, set| all | set);
            return self.allow(rule, cell, set);
        }
        let tag = format!("k{}", rule + 1);
        let with_sum = sets.into_iter().map(|set| (set, None));
        self.sets(rule, &tag, cells, with_sum);
    }

    /// The cells have the digits of one of these sets, which may give an item a colour.
    pub fn sets(
        &mut self,
        rule: usize,
        tag: &str,
        cells: &[usize],
        sets: impl Iterator<Item = (u64, Option<Use>)>,
    ) {
        let item = self.primary(tag.to_owned(), ItemMeaning::Set(rule));
        let members: Vec<_> = (1..=self.size)
            .map(|digit| {
                let meaning = ItemMeaning::Member { rule, digit };
                self.primary(format!("{tag}#{digit}"), meaning)
            })
            .collect();
        for (digit, &member) in (1..).zip(&members) {
            for &cell in cells {
                self.add(cell, digit, member);
            }
        }
        for (set, color) in sets {
            let without = (1..)
                .zip(&members)
                .filter(|(digit, _)| set >> digit & 1 == 0);
            let mut items = vec![item];
            items.extend(without.map(|(_, &member)| member));
            items.extend(color);
            let cells = cells.to_vec();
            self.option(items, OptionMeaning::Set { rule, cells, set });
        }
    }

    /// A cage with too many sets of digits to list them.
    fn large_cage(&mut self, rule: usize, cells: &[usize], sum: u32) {
        for digit in 1..=self.size {
            let meaning = ItemMeaning::Member { rule, digit };
            let item = self.secondary(format!("k{}#{digit}", rule + 1), meaning);
            for &cell in cells {
                self.add(cell, digit, item);
            }
        }
        let terms = cells.iter().map(|&cell| Term { cell, weight: 1 });
        self.linear(rule, terms.collect(), i64::from(sum));
    }
}

/// The sets of `count` digits of `1..=size` with this sum, as bits; `None` if there are more than `most`.
pub(super) fn sets(size: usize, count: usize, sum: usize, most: usize) -> Option<Vec<u64>> {
    /// A set that is not complete, the least digit that may be added, how many are missing, and their sum.
    type Part = (u64, usize, usize, usize);
    let mut found = Vec::new();
    let mut open: Vec<Part> = vec![(0, 1, count, sum)];
    while let Some((set, least, count, sum)) = open.pop() {
        if count == 0 {
            if sum == 0 {
                found.push(set);
            }
            if found.len() > most {
                return None;
            }
            continue;
        }
        let greatest = (0..count).map(|back| size.saturating_sub(back)).sum();
        let smallest: usize = (least..least + count).sum();
        if least + count > size + 1 || !(smallest..=greatest).contains(&sum) {
            continue;
        }
        open.push((set, least + 1, count, sum));
        open.push((set | 1 << least, least + 1, count - 1, sum - least));
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_their_sum() {
        assert_eq!(sets(9, 2, 17, 99), Some(vec![1 << 8 | 1 << 9]));
        assert_eq!(sets(9, 2, 2, 99), Some(vec![]));
        assert_eq!(sets(9, 9, 45, 99).unwrap().len(), 1);
        assert_eq!(sets(9, 5, 25, 99).unwrap().len(), 12);
        assert_eq!(sets(9, 5, 25, 11), None);
        let all: usize = (0..=45).map(|sum| sets(9, 4, sum, 99).unwrap().len()).sum();
        assert_eq!(all, 126);
    }
}
