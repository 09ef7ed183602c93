//! Nine digits in three triples: the 280 partitions that the columns and the rows of a box are made of.
//!
//! A box is a partition into its columns and one into its rows, each triple of the one meeting each of the other in one
//! digit: the two are *across*. Take a box of the digits 0 to 8:
//!
//! ```text
//!     0 3 6        columns {012} {345} {678}
//!     1 4 7        rows    {036} {147} {258}
//!     2 5 8
//! ```
//!
//! Where a box has the triples A B C, a box beside it (or below it) has other digits in the first row (column) than A,
//! others than B in the second, and others than C in the third. There are 56 such ordered partitions, the *splits* of A B
//! C; what is left for a third box is a split too.

use std::sync::LazyLock;

/// The number of partitions.
pub(super) const PARTITIONS: usize = 280;
/// The number of splits of each.
pub(super) const SPLITS: usize = 56;
/// The number of partitions across each.
pub(super) const ACROSS: usize = 36;

/// Three sets of three digits: bit d is the digit d, from 0.
pub(super) type Triples = [u16; 3];

/// One split of a partition, and what is left for the third box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Split {
    /// The partition that it is, and that of the third box.
    pub(super) second: u16,
    pub(super) third: u16,
    /// Its triples, in the order of those of the first box.
    pub(super) sets: Triples,
}

/// Everything about partitions, as tables.
pub(super) struct Tables {
    /// The triples of each partition, by their lowest digits.
    pub(super) triples: Vec<Triples>,
    /// By partition.
    pub(super) splits: Vec<[Split; SPLITS]>,
    /// By partition: those across it.
    pub(super) across: Vec<[u16; ACROSS]>,
    /// By two partitions: whether they are across.
    is_across: Vec<bool>,
    /// `moved[a][b]` is what becomes of b under a change of digits that makes a the first partition.
    moved: Vec<[u16; PARTITIONS]>,
    /// `ways[b][c]`: the number of bands, except for the order of their rows, whose boxes have the columns of partition 0, of b
    /// and of c.
    ways: Vec<[u16; PARTITIONS]>,
}

/// The tables, made when they are first asked for; that takes some milliseconds.
pub(super) fn tables() -> &'static Tables {
    static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);
    &TABLES
}

impl Tables {
    fn new() -> Tables {
        let triples = all_triples();
        let mut numbers = vec![0; 1 << 18];
        for (number, sets) in triples.iter().enumerate() {
            numbers[key(*sets)] = number as u16;
        }
        let number = |sets: Triples| numbers[key(sorted(sets))];
        let splits = triples.iter().map(|sets| splits_of(*sets, number));
        let is_across = |one: &Triples, other: &Triples| {
            let meet = |a: &u16| other.iter().all(|b| (a & b).count_ones() == 1);
            one.iter().all(meet)
        };
        let mut tables = Tables {
            splits: splits.collect(),
            across: Vec::new(),
            is_across: Vec::new(),
            moved: triples
                .iter()
                .map(|sets| moved_by(*sets, &triples, number))
                .collect(),
            ways: vec![[0; PARTITIONS]; PARTITIONS],
            triples,
        };
        for one in &tables.triples {
            let across = tables.triples.iter().map(|other| is_across(one, other));
            let across = Vec::from_iter(across);
            let numbers = (0..).zip(&across).filter(|&(_, &is_across)| is_across);
            let mut numbers = numbers.map(|(number, _)| number);
            let list = std::array::from_fn(|_| numbers.next().expect("36 are across"));
            tables.across.push(list);
            tables.is_across.extend(across);
        }
        tables.count_ways();
        tables
    }

    /// Each choice of rows adds one to all pairs of columns that it allows.
    fn count_ways(&mut self) {
        for &rows in &self.across[0] {
            for split in &self.splits[usize::from(rows)] {
                for &b in &self.across[usize::from(split.second)] {
                    for &c in &self.across[usize::from(split.third)] {
                        self.ways[usize::from(b)][usize::from(c)] += 1;
                    }
                }
            }
        }
    }

    /// The number of bands, except for the order of their rows, whose boxes have the columns of these partitions.
    #[cfg(test)]
    pub(super) fn ways(&self, [a, b, c]: [u16; 3]) -> u64 {
        self.bands_with(a, b).ways(c)
    }

    /// All bands whose first two boxes have the columns of these partitions.
    #[inline]
    pub(super) fn bands_with(&self, a: u16, b: u16) -> Bands<'_> {
        let moved = &self.moved[usize::from(a)];
        Bands {
            moved,
            ways: &self.ways[usize::from(moved[usize::from(b)])],
        }
    }

    /// Band `number` of the [`ways`](Self::ways): the rows of its first box, and the index of a split of them.
    ///
    /// # Panics
    /// If there are not more than `number` bands.
    pub(super) fn band(&self, [a, b, c]: [u16; 3], number: u64) -> (u16, usize) {
        let mut left = number;
        for &rows in &self.across[usize::from(a)] {
            for (index, split) in self.splits[usize::from(rows)].iter().enumerate() {
                if self.are_across(split.second, b) && self.are_across(split.third, c) {
                    if left == 0 {
                        return (rows, index);
                    }
                    left -= 1;
                }
            }
        }
        panic!(
            "bands with these columns are numbered below {}",
            number - left
        );
    }

    /// The columns of two boxes, if those of the first become partition 0: as one index.
    #[cfg(test)]
    pub(super) fn first(&self, [a, b, c]: [u16; 3]) -> usize {
        let moved = |number: u16| usize::from(self.moved[usize::from(a)][usize::from(number)]);
        moved(b) * PARTITIONS + moved(c)
    }

    #[inline]
    fn are_across(&self, one: u16, other: u16) -> bool {
        self.is_across[usize::from(one) * PARTITIONS + usize::from(other)]
    }
}

/// Bands of which the columns of two boxes are known.
#[derive(Clone, Copy)]
pub(super) struct Bands<'a> {
    moved: &'a [u16; PARTITIONS],
    ways: &'a [u16; PARTITIONS],
}

impl Bands<'_> {
    /// The number of those whose third box has the columns of `c`.
    #[inline(always)]
    pub(super) fn ways(self, c: u16) -> u64 {
        self.ways[usize::from(self.moved[usize::from(c)])].into()
    }
}

/// The triples in the order of their lowest digits.
fn sorted(mut sets: Triples) -> Triples {
    sets.sort_unstable_by_key(|set| set.trailing_zeros());
    sets
}

/// Two triples, which tell the third.
fn key([first, second, _]: Triples) -> usize {
    usize::from(first) << 9 | usize::from(second)
}

/// All partitions; the first is {012} {345} {678}.
fn all_triples() -> Vec<Triples> {
    let mut all = Vec::with_capacity(PARTITIONS);
    for first in subsets(0x1FF, 3).filter(|set| set & 1 == 1) {
        let rest = 0x1FF & !first;
        let lowest = rest & rest.wrapping_neg();
        for second in subsets(rest, 3).filter(|set| set & lowest > 0) {
            all.push([first, second, rest & !second]);
        }
    }
    all
}

/// The subsets of this many digits, ascending.
fn subsets(of: u16, digits: u32) -> impl Iterator<Item = u16> {
    let next = move |&set: &u16| (set != of).then(|| set.wrapping_sub(of) & of);
    let all = std::iter::successors(Some(0), next);
    all.filter(move |set| set.count_ones() == digits)
}

/// The splits of A B C: k digits of B and 3 − k of C are in the first triple, the others of C and 3 − k digits of A in the
/// second, and all others in the third.
fn splits_of([a, b, c]: Triples, number: impl Fn(Triples) -> u16) -> [Split; SPLITS] {
    let mut splits = Vec::with_capacity(SPLITS);
    for k in 0..=3 {
        for of_b in subsets(b, k) {
            for of_c in subsets(c, 3 - k) {
                for of_a in subsets(a, 3 - k) {
                    let sets = [of_b | of_c, of_a | c & !of_c, a & !of_a | b & !of_b];
                    let left = [(b | c) & !sets[0], (a | c) & !sets[1], (a | b) & !sets[2]];
                    splits.push(Split {
                        second: number(sets),
                        third: number(left),
                        sets,
                    });
                }
            }
        }
    }
    splits.try_into().expect("56 splits")
}

/// What becomes of each partition if the digits of A become 0, 1, 2, those of B 3, 4, 5, and those of C 6, 7, 8.
fn moved_by(
    sets: Triples,
    triples: &[Triples],
    number: impl Fn(Triples) -> u16,
) -> [u16; PARTITIONS] {
    let mut digits = [0; 9];
    let places = sets.into_iter().flat_map(digits_of);
    places.zip(0..).for_each(|(old, new)| digits[old] = new);
    let moved = |set: u16| digits_of(set).map(|digit| 1 << digits[digit]).sum();
    std::array::from_fn(|index| number(triples[index].map(moved)))
}

/// The digits of a set, ascending.
pub(super) fn digits_of(set: u16) -> impl Iterator<Item = usize> {
    (0..9).filter(move |digit| set >> digit & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_and_splits_are_what_they_should_be() {
        let tables = tables();
        assert_eq!(tables.triples.len(), PARTITIONS);
        assert_eq!(tables.triples[0], [0o7, 0o70, 0o700]);
        for (sets, splits) in tables.triples.iter().zip(&tables.splits) {
            for split in splits {
                let third = tables.triples[usize::from(split.third)];
                assert_eq!(
                    sorted(split.sets),
                    tables.triples[usize::from(split.second)]
                );
                for (row, first) in sets.iter().enumerate() {
                    assert_eq!(split.sets[row] & first, 0);
                    let left = 0x1FF & !split.sets[row] & !first;
                    assert!(third.contains(&left));
                }
            }
        }
    }

    #[test]
    fn ways_are_the_bands_that_there_are() {
        let tables = tables();
        for columns in [
            [0, 0, 0],
            [5, 17, 200],
            [100, 3, 279],
            [1, 1, 9],
            [0, 30, 31],
        ] {
            let found = (0..tables.ways(columns)).map(|number| tables.band(columns, number));
            assert!(found.count() as u64 == tables.ways(columns));
            let [a, b, c] = columns;
            let rows = tables.across[usize::from(a)].iter();
            let fits = |split: &&Split| {
                tables.are_across(split.second, b) && tables.are_across(split.third, c)
            };
            let all =
                rows.map(|&rows| tables.splits[usize::from(rows)].iter().filter(fits).count());
            assert_eq!(all.sum::<usize>() as u64, tables.ways(columns));
        }
        // Columns that are the same in all boxes: the Latin squares of order 3, of each of three kinds.
        assert_eq!(6 * tables.ways([0, 0, 0]), 12 * 12 * 12);
    }
}
