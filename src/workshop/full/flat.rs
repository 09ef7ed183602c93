//! Full grids with boxes of two rows, all equally likely.
//!
//! A band has two rows and two boxes. If X is the set of the first C digits of its first row, then the left box has X above and
//! the rest below, and the right box the rest above and X below:
//!
//! ```text
//!     band 1     1 2 3 │ 4 5 6     X = {123}     left half:  rows 123, 456, 125, 346, …
//!                6 4 5 │ 3 1 2                   right half: rows 456, 123, 346, 125, …
//!     band 2     2 5 1 │ 6 4 3     X = {125}
//!                …
//! ```
//!
//! The two halves have the same sets in their rows, in another order, so they can be filled in the same number of ways, and
//! independently. Filling a half is cutting a graph of rows and digits into C perfect matchings, its columns; call the number
//! of ways L. Sets are drawn, and then a number below the square of the greatest L. If it is below the square of their own L,
//! it selects the two fillings; if not, everything is drawn again.

use std::collections::HashMap;

use rand_core::Rng;

use crate::puzzles::Shape;
use crate::workshop::Grid;
use crate::workshop::random::{below, shuffle};

/// The greatest L with boxes of 2, 3 and 4 columns: two bands of rows that share no digit. A test looks at all sets.
const MOST: [u64; 3] = [4, 144, 331_776];

/// Draws grids of one shape.
#[derive(Clone, Debug)]
pub(super) struct Flat {
    columns: usize,
    /// L by sets, which were drawn before.
    known: HashMap<Vec<u16>, u64>,
}

impl Flat {
    /// For boxes of 2 rows and 2 to 4 columns; `None` for others.
    pub(super) fn new(shape: Shape) -> Option<Flat> {
        let columns = shape.columns_per_box();
        let fits = shape.rows_per_box() == 2 && columns < 2 + MOST.len();
        fits.then(|| Flat {
            columns,
            known: HashMap::new(),
        })
    }

    /// A full grid, drawn from all of them.
    pub(super) fn draw<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Grid {
        let most = MOST[self.columns - 2];
        loop {
            let sets = self.draw_sets(rng);
            let ways = self.ways(&sets);
            let number = below(rng, most * most);
            if number < ways * ways {
                return self.fill(&sets, [number / ways, number % ways], rng);
            }
        }
    }

    /// X of each band; of the first, the first digits.
    fn draw_sets<R: Rng + ?Sized>(&self, rng: &mut R) -> Vec<u16> {
        let mut digits = Vec::from_iter(0..2 * self.columns);
        let mut sets = vec![(1 << self.columns) - 1];
        for _ in 1..self.columns {
            shuffle(rng, &mut digits);
            sets.push(digits[..self.columns].iter().map(|digit| 1 << digit).sum());
        }
        sets
    }

    /// The number of ways to fill a half with these sets.
    fn ways(&mut self, sets: &[u16]) -> u64 {
        // Neither the order of the rows matters nor that of the bands.
        let with_first = |&set: &u16| if set & 1 == 1 { set } else { self.rest(set) };
        let mut key = Vec::from_iter(sets.iter().map(with_first));
        key.sort_unstable();
        let rows = self.rows(sets);
        let columns = self.columns;
        *self
            .known
            .entry(key)
            .or_insert_with(|| fillings(&rows, columns))
    }

    fn rest(&self, set: u16) -> u16 {
        ((1 << (2 * self.columns)) - 1) & !set
    }

    /// The sets of the rows of the left half.
    fn rows(&self, sets: &[u16]) -> Vec<u16> {
        let both = |&set: &u16| [set, self.rest(set)];
        sets.iter().flat_map(both).collect()
    }

    /// The grid with these fillings of its halves, and its digits changed at random.
    fn fill<R: Rng + ?Sized>(&self, sets: &[u16], numbers: [u64; 2], rng: &mut R) -> Grid {
        let (size, columns) = (2 * self.columns, self.columns);
        let left = filling(&self.rows(sets), columns, numbers[0]);
        let right = filling(&self.rows(sets), columns, numbers[1]);
        let mut digits = Vec::from_iter(1..=size as u8);
        shuffle(rng, &mut digits);
        let mut cells = vec![0; size * size];
        for row in 0..size {
            for column in 0..columns {
                cells[row * size + column] = digits[left[column][row]];
                // The row of the band with the other set.
                cells[(row ^ 1) * size + columns + column] = digits[right[column][row]];
            }
        }
        let shape = Shape::new(2, columns).expect("two rows and two columns, or more");
        Grid::new(shape, cells)
    }
}

/// The number of ways to divide rows, each with a set of `columns` digits, into columns that have each digit once.
fn fillings(rows: &[u16], columns: usize) -> u64 {
    if columns == 2 {
        return 1 << cycles(rows);
    }
    let mut count = 0;
    matchings(rows, &mut |_, rest| {
        count += fillings(rest, columns - 1);
        false
    });
    count
}

/// The number of cycles of rows with two digits, in which each shares one with the next. There are two fillings of each.
fn cycles(rows: &[u16]) -> u32 {
    let (mut seen, mut cycles) = (0, 0);
    for &row in rows {
        if row & seen == 0 {
            cycles += 1;
            seen |= row;
            while let Some(next) = rows
                .iter()
                .find(|&&row| row & seen != 0 && row & !seen != 0)
            {
                seen |= next;
            }
        }
    }
    cycles
}

/// Filling `number` of the [`fillings`]: the digits of each column, row by row.
fn filling(rows: &[u16], columns: usize, number: u64) -> Vec<Vec<usize>> {
    let (mut left, mut found) = (number, Vec::new());
    matchings(rows, &mut |column, rest| {
        let ways = match columns {
            1 | 2 => 1,
            _ => fillings(rest, columns - 1),
        };
        if left >= ways {
            left -= ways;
            return false;
        }
        found.push(column.to_vec());
        if columns > 1 {
            found.extend(filling(rest, columns - 1, left));
        }
        true
    });
    found
}

/// Hands each choice of one digit from each row, all different, to `visit`, with what is left of the rows, until it returns
/// `true`.
fn matchings(rows: &[u16], visit: &mut dyn FnMut(&[usize], &[u16]) -> bool) {
    fn go_on(
        (rows, column): (&mut [u16], &mut Vec<usize>),
        used: u16,
        visit: &mut dyn FnMut(&[usize], &[u16]) -> bool,
    ) -> bool {
        let row = column.len();
        if row == rows.len() {
            return visit(column, rows);
        }
        let mut free = rows[row] & !used;
        while free != 0 {
            let digit = free & free.wrapping_neg();
            free ^= digit;
            rows[row] ^= digit;
            column.push(digit.trailing_zeros() as usize);
            let is_over = go_on((rows, column), used | digit, visit);
            column.pop();
            rows[row] ^= digit;
            if is_over {
                return true;
            }
        }
        false
    }
    go_on((&mut rows.to_vec(), &mut Vec::new()), 0, visit);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All sets of a band with digit 0.
    fn sets(columns: usize) -> Vec<u16> {
        let all = (0..1u16 << (2 * columns)).filter(|set| set & 1 == 1);
        all.filter(|set| set.count_ones() as usize == columns)
            .collect()
    }

    #[test]
    fn all_grids_are_counted_and_no_sets_have_more_fillings() {
        // The number of full grids, without that of the ways to choose the first set.
        for (columns, grids) in [(2, 288 / 6), (3, 28_200_960 / 20)] {
            let mut flat = Flat {
                columns,
                known: HashMap::new(),
            };
            let mut of_bands = vec![vec![(1 << columns) - 1]];
            for _ in 1..columns {
                let longer = |found: &Vec<u16>| {
                    let found = found.clone();
                    sets(columns)
                        .into_iter()
                        .map(move |set| [found.clone(), vec![set]].concat())
                };
                of_bands = of_bands.iter().flat_map(longer).collect();
            }
            let ways: Vec<u64> = of_bands.iter().map(|sets| flat.ways(sets)).collect();
            let all: u64 = ways.iter().map(|ways| ways * ways).sum();
            // Each set stands for its rest as well.
            assert_eq!(all << (columns - 1), grids);
            assert_eq!(ways.iter().max(), Some(&MOST[columns - 2]));
        }
    }

    #[test]
    fn the_widest_boxes_are_counted_too() {
        // The second set is one of three, as far as changes of digits matter: with 4, 3 or 2 digits of the first.
        let mut flat = Flat {
            columns: 4,
            known: HashMap::new(),
        };
        let mut most = 0;
        let mut all = 0;
        for (second, times) in [(0b1111, 1), (0b1_0111, 16), (0b11_0011, 18)] {
            for third in sets(4) {
                for fourth in sets(4) {
                    let ways = flat.ways(&[0b1111, second, third, fourth]);
                    most = most.max(ways);
                    all += times * ways * ways;
                }
            }
        }
        assert_eq!(most, MOST[2]);
        // 70 ways to choose the first set.
        assert_eq!(70 * 8 * all, 29_136_487_207_403_520);
    }

    #[test]
    fn fillings_are_numbered() {
        let rows = [
            0b000_111, 0b111_000, 0b010_110, 0b101_001, 0b110_100, 0b001_011,
        ];
        let count = fillings(&rows, 3);
        let all = (0..count).map(|number| filling(&rows, 3, number));
        let all = std::collections::BTreeSet::from_iter(all);
        assert_eq!(all.len() as u64, count);
        for columns in &all {
            for (row, set) in rows.iter().enumerate() {
                let digits = columns.iter().map(|column| 1 << column[row]);
                assert_eq!(digits.sum::<u16>(), *set);
            }
        }
    }
}
