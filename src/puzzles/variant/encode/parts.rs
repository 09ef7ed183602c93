//! Long sums, divided into parts.
//!
//! A sum that is added up cell by cell excludes little before most of its cells are filled. So cells that differ from each
//! other, as those of a diagonal do within a box, are one part. Its possible sets of digits are options, as in a
//! [cage](super::cage), and their sum is a colour. A table says which sums the parts have together:
//!
//! ```text
//!     k3.1  k3.1#4 …       s3.1:6                      the first part has 1, 2 and 3: not 4, …
//!     k3.2  k3.2#1 …       s3.2:24                     the second one has 7, 8 and 9
//!     t3    s3.1:6 s3.2:24 s3.3:10                     the sum 40 as 6 + 24 + 10
//! ```
//!
//! If that table is too long, two parts become one, with a table of their own, until it is short enough.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::cage::sets;
use super::draft::{Draft, ItemMeaning, OptionMeaning, Use};
use super::sum::{MOST, Term};

/// The most sets of digits of a part.
const MOST_OF_PART: usize = 600;

/// Cells, and an item whose colours stand for their sum.
struct Part {
    terms: Vec<Term>,
    item: usize,
    /// The colour of each sum that is possible.
    colors: BTreeMap<i64, i64>,
}

impl Draft<'_> {
    /// The sum of the terms is `total`.
    pub(super) fn divided(&mut self, rule: usize, terms: &[Term], total: i64) {
        let mut made = 0;
        let groups = self.groups(terms);
        let mut parts: Vec<Part> = groups
            .into_iter()
            .map(|group| self.part(rule, group, &mut made))
            .collect();
        loop {
            let found = together(
                &parts,
                total,
                if parts.len() > 2 { MOST } else { usize::MAX },
            );
            if let Some(found) = found {
                let tag = format!("t{}", rule + 1);
                return self.sums(
                    rule,
                    tag,
                    &parts,
                    found.into_iter().map(|sums| (sums, None)),
                );
            }
            let pairs = |at: &usize| parts[*at].colors.len() * parts[at + 1].colors.len();
            let at = (0..parts.len() - 1).min_by_key(pairs).unwrap_or(0);
            let two: Vec<Part> = parts.drain(at..at + 2).collect();
            let joined = self.joined(rule, &two, &mut made);
            parts.insert(at, joined);
        }
    }

    /// The terms, in groups of cells that differ from each other and count as often.
    fn groups(&self, terms: &[Term]) -> Vec<Vec<Term>> {
        let mut groups: Vec<Vec<Term>> = Vec::new();
        for &term in terms {
            let fits = |group: &&mut Vec<Term>| {
                let differs = |other: &Term| {
                    other.weight == term.weight && self.differ(other.cell, term.cell)
                };
                group.iter().all(differs) && choices(self.size, group.len() + 1) <= MOST_OF_PART
            };
            match groups.iter_mut().find(fits) {
                Some(group) => group.push(term),
                None => groups.push(vec![term]),
            }
        }
        groups
    }

    /// A group as a part: with its sets of digits, or the digits of one cell.
    fn part(&mut self, rule: usize, terms: Vec<Term>, made: &mut usize) -> Part {
        let weight = terms[0].weight;
        if let [term] = terms[..] {
            let digits = 1..=self.size as i64;
            return Part {
                item: self.color_of(term.cell),
                colors: digits.map(|digit| (weight * digit, digit)).collect(),
                terms,
            };
        }
        let item = self.sum_item(rule, terms[0].cell, made);
        let cells: Vec<usize> = terms.iter().map(|term| term.cell).collect();
        let most = terms.len() * self.size;
        let of_sum = |sum| {
            let sets = sets(self.size, cells.len(), sum, usize::MAX).unwrap_or_default();
            sets.into_iter().map(move |set| (set, sum as i64))
        };
        let sets: Vec<(u64, i64)> = (0..=most).flat_map(of_sum).collect();
        let colors = sets.iter().map(|&(_, sum)| (weight * sum, sum)).collect();
        let tag = format!("k{}.{made}", rule + 1);
        let colored = sets.into_iter();
        let colored = colored.map(|(set, sum)| (set, Some(Use::Colored(item, sum))));
        self.sets(rule, &tag, &cells, colored);
        Part {
            terms,
            item,
            colors,
        }
    }

    /// Two parts as one.
    fn joined(&mut self, rule: usize, two: &[Part], made: &mut usize) -> Part {
        let item = self.sum_item(rule, two[0].terms[0].cell, made);
        let mut colors = BTreeMap::new();
        let mut found = Vec::new();
        for &one in two[0].colors.keys() {
            for &other in two[1].colors.keys() {
                colors.insert(one + other, one + other);
                let color = Use::Colored(item, one + other);
                found.push((vec![one, other], Some(color)));
            }
        }
        let tag = format!("t{}.{made}", rule + 1);
        self.sums(rule, tag, two, found.into_iter());
        Part {
            terms: [&two[0].terms[..], &two[1].terms].concat(),
            item,
            colors,
        }
    }

    /// An item for the sum of some cells, of which this one is the first.
    fn sum_item(&mut self, rule: usize, cell: usize, made: &mut usize) -> usize {
        *made += 1;
        let name = format!("s{}.{made}", rule + 1);
        self.colored(name, ItemMeaning::Sum { rule, cell })
    }

    /// A table of the sums that parts have together, which may give an item a colour.
    fn sums(
        &mut self,
        rule: usize,
        tag: String,
        parts: &[Part],
        found: impl Iterator<Item = (Vec<i64>, Option<Use>)>,
    ) {
        let cell = parts[0].terms[0].cell;
        let item = self.primary(tag, ItemMeaning::Sums { rule, cell });
        let terms = parts.iter().map(|part| part.terms.clone());
        let terms = Arc::new(terms.collect::<Vec<_>>());
        for (sums, color) in found {
            let colored = parts.iter().zip(&sums);
            let mut items = vec![item];
            items.extend(colored.map(|(part, sum)| Use::Colored(part.item, part.colors[sum])));
            items.extend(color);
            let parts = terms.clone();
            self.option(items, OptionMeaning::Sums { rule, parts, sums });
        }
    }
}

/// The ways to choose this many of these digits.
fn choices(digits: usize, chosen: usize) -> usize {
    let step = |ways: usize, at: usize| ways.saturating_mul(digits.saturating_sub(at)) / (at + 1);
    (0..chosen).fold(1, step)
}

/// The sums of parts that are `total` together; `None` if there are more than `most`.
fn together(parts: &[Part], total: i64, most: usize) -> Option<Vec<Vec<i64>>> {
    // What is left for each part and those after it.
    let mut left: Vec<BTreeSet<i64>> = vec![BTreeSet::from([0])];
    for part in parts.iter().rev() {
        let after = &left[left.len() - 1];
        let sums = part.colors.keys();
        let sums = sums.flat_map(|sum| after.iter().map(move |rest| sum + rest));
        left.push(sums.collect());
    }
    left.reverse();
    let mut found = vec![(Vec::new(), total)];
    found.retain(|(_, total)| left[0].contains(total));
    for (part, left) in parts.iter().zip(&left[1..]) {
        let mut longer = Vec::new();
        for (sums, rest) in found {
            for sum in part.colors.keys() {
                if left.contains(&(rest - sum)) {
                    longer.push(([&sums[..], &[*sum]].concat(), rest - sum));
                }
            }
            if longer.len() > most {
                return None;
            }
        }
        found = longer;
    }
    Some(found.into_iter().map(|(sums, _)| sums).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_binomial() {
        assert_eq!([choices(9, 1), choices(9, 3), choices(9, 4)], [9, 84, 126]);
        assert_eq!(choices(3, 4), 0);
    }

    #[test]
    fn parts_have_their_sum_together() {
        let part = |sums: &[i64]| Part {
            terms: Vec::new(),
            item: 0,
            colors: sums.iter().map(|&sum| (sum, sum)).collect(),
        };
        let parts = [part(&[1, 2, 3]), part(&[10, 20]), part(&[-1, -2])];
        let found = together(&parts, 10, 9).expect("few");
        assert_eq!(found, [vec![1, 10, -1], vec![2, 10, -2]]);
        assert_eq!(together(&parts, 10, 1), None);
        assert_eq!(together(&parts, 40, 1), Some(vec![]));
    }
}
