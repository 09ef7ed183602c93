//! Full grids of 9 × 9 cells, all equally likely.
//!
//! Rows may change places within a band, columns within a stack, and digits with each other: grids are drawn without these
//! orders, which are drawn at the end. What is left is the columns of each box as sets, and the rows of each band as sets
//! ([`triples`](super::triples)). Then the first box is the same in all grids.
//!
//! ```text
//!     band 1      rows of box 1     a split of them      the rest          56 ways
//!                 its columns       across those rows    across the rest   36 · 36 ways
//!     band 2      a split           a split              a split           56 · 56 · 56 ways for the columns of each stack
//!     band 3      the rest          the rest             the rest
//! ```
//!
//! Splits allow different numbers of rows. So each choice of band 1 and of two splits is as likely as any other, and then a
//! number below [`MOST`] is drawn; no choice leaves more grids. If it leaves more grids than the number, the number selects one
//! of them: the third split, the rows of band 2, the rows of band 3. If not, all is drawn again. So each grid has one number of
//! one choice.
//!
//! The usual way to count grids is by classes of bands (B. Felgenhauer, A. F. Jarvis, *Mathematics of Sudoku I*, 2006).
//! Nothing here needs them, but the tests do.

use rand_core::Rng;

use super::triples::{ACROSS, SPLITS, Tables, Triples, tables};
use crate::puzzles::Shape;
use crate::workshop::Grid;
use crate::workshop::random::{below, index, order};

/// The greatest number of ways to continue, except for the order of rows, from a band and splits of two stacks. A test looks at all of
/// them.
const MOST: u64 = 221_184;

/// The columns of the three boxes of a band, as numbers of partitions.
type Columns = [u16; 3];

/// A full grid, drawn from all of them.
pub(super) fn draw<R: Rng + ?Sized>(rng: &mut R) -> Grid {
    let tables = tables();
    loop {
        let band = FirstBand::draw(tables, rng);
        let splits = [index(rng, SPLITS), index(rng, SPLITS)];
        if let Some(rest) = rest(tables, band.columns, splits, below(rng, MOST)) {
            return in_random_order(&band.and(tables, &rest), rng);
        }
    }
}

/// A first band: partition 0 for the columns of box 1, the first partition across it for its rows.
struct FirstBand {
    columns: Columns,
    split: usize,
}

impl FirstBand {
    fn rows(tables: &Tables) -> u16 {
        tables.across[0][0]
    }

    fn draw<R: Rng + ?Sized>(tables: &Tables, rng: &mut R) -> FirstBand {
        let split = index(rng, SPLITS);
        let rows = &tables.splits[usize::from(FirstBand::rows(tables))][split];
        let mut across = |rows: u16| tables.across[usize::from(rows)][index(rng, ACROSS)];
        FirstBand {
            columns: [0, across(rows.second), across(rows.third)],
            split,
        }
    }

    /// The sets of the whole grid.
    fn and(&self, tables: &Tables, rest: &Rest) -> [Band; 3] {
        let columns = self
            .columns
            .map(|number| tables.triples[usize::from(number)]);
        let splits = [0, 1, 2].map(|stack| {
            let number = usize::from(self.columns[stack]);
            tables.splits[number][rest.splits[stack]]
        });
        let second = splits.map(|split| split.sets);
        let third = [0, 1, 2].map(|stack| left(columns[stack], second[stack]));
        let rows = |(number, split): (u16, usize)| {
            let first = tables.triples[usize::from(number)];
            let second = tables.splits[usize::from(number)][split].sets;
            [first, second, left(first, second)]
        };
        let own = (FirstBand::rows(tables), self.split);
        [
            Band {
                columns,
                rows: rows(own),
            },
            Band {
                columns: second,
                rows: rows(rest.rows[0]),
            },
            Band {
                columns: third,
                rows: rows(rest.rows[1]),
            },
        ]
    }
}

/// What is in neither of two boxes, line by line.
fn left(one: Triples, other: Triples) -> Triples {
    [0, 1, 2].map(|line| 0x1FF & !one[line] & !other[line])
}

/// What follows a first band: the splits of the columns of its boxes, and the rows of the other bands: those of their first box,
/// and which split of them comes next.
struct Rest {
    splits: [usize; 3],
    rows: [(u16, usize); 2],
}

/// What follows this band and splits of two stacks, by its number; `None` if it has no such number.
fn rest(tables: &Tables, band: Columns, splits: [usize; 2], number: u64) -> Option<Rest> {
    let of_stack = |stack: usize| &tables.splits[usize::from(band[stack])];
    let [one, other] = [of_stack(0)[splits[0]], of_stack(1)[splits[1]]];
    let second = tables.bands_with(one.second, other.second);
    let third = tables.bands_with(one.third, other.third);
    let mut left = number;
    for (index, split) in of_stack(2).iter().enumerate() {
        let (above, below) = (second.ways(split.second), third.ways(split.third));
        if left < above * below {
            let second = [one.second, other.second, split.second];
            let third = [one.third, other.third, split.third];
            return Some(Rest {
                splits: [splits[0], splits[1], index],
                rows: [
                    tables.band(second, left / below),
                    tables.band(third, left % below),
                ],
            });
        }
        left -= above * below;
    }
    None
}

/// The columns and rows of the three boxes of a band, as sets of digits.
struct Band {
    columns: [Triples; 3],
    rows: [Triples; 3],
}

/// The grid of these bands with its digits, the rows of each band and the columns of each stack in random orders.
fn in_random_order<R: Rng + ?Sized>(bands: &[Band; 3], rng: &mut R) -> Grid {
    let digits: [usize; 9] = order(rng);
    let columns: [[usize; 3]; 3] = [order(rng), order(rng), order(rng)];
    let mut cells = Vec::with_capacity(81);
    for band in bands {
        for row in order::<3, R>(rng) {
            for (stack, columns) in columns.iter().enumerate() {
                cells.extend(columns.map(|column| {
                    let here = band.rows[stack][row] & band.columns[stack][column];
                    digits[here.trailing_zeros() as usize] as u8 + 1
                }));
            }
        }
    }
    Grid::new(Shape::CLASSIC, cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workshop::chance;
    use crate::workshop::full::triples::{PARTITIONS, digits_of};
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;
    use std::collections::BTreeMap;

    /// A class of columns of bands.
    struct Class {
        /// The bands with such columns, except for the order of their rows.
        bands: u64,
        /// The ways to continue, and the most from two splits.
        followers: u64,
        most: u64,
    }

    /// Classes under changes of digits that keep the first partition: swaps within a triple, and of triples.
    fn classes(tables: &Tables) -> (Vec<Class>, Vec<usize>) {
        let swaps = [(0, 1), (1, 2), (3, 4), (4, 5), (6, 7), (7, 8)];
        let mut moves: Vec<[usize; 9]> = Vec::new();
        for (one, other) in swaps {
            let mut digits = std::array::from_fn(|digit| digit);
            digits.swap(one, other);
            moves.push(digits);
        }
        moves.push([3, 4, 5, 0, 1, 2, 6, 7, 8]);
        moves.push([0, 1, 2, 6, 7, 8, 3, 4, 5]);
        let moved = |digits: &[usize; 9], number: usize| {
            let sets = tables.triples[number];
            let mut sets = sets.map(|set| {
                digits_of(set)
                    .map(|digit| 1u16 << digits[digit])
                    .sum::<u16>()
            });
            sets.sort_unstable_by_key(|set| set.trailing_zeros());
            let place = tables.triples.iter().position(|other| *other == sets);
            place.expect("a partition")
        };
        let table = |digits| Vec::from_iter((0..PARTITIONS).map(|number| moved(digits, number)));
        let moves: Vec<Vec<usize>> = moves.iter().map(table).collect();
        let mut class = vec![usize::MAX; PARTITIONS * PARTITIONS];
        let mut classes = Vec::new();
        for start in 0..class.len() {
            let pair = |place: usize| (place / PARTITIONS, place % PARTITIONS);
            let columns = [0, (start / PARTITIONS) as u16, (start % PARTITIONS) as u16];
            if class[start] != usize::MAX || tables.ways(columns) == 0 {
                continue;
            }
            let (mut open, mut members) = (vec![start], 0);
            class[start] = classes.len();
            while let Some(place) = open.pop() {
                members += 1;
                let (one, other) = pair(place);
                let next = moves.iter().map(|m| m[one] * PARTITIONS + m[other]);
                for next in next.chain([other * PARTITIONS + one]) {
                    if class[next] == usize::MAX {
                        class[next] = classes.len();
                        open.push(next);
                    }
                }
            }
            let (followers, most) = followers(tables, columns);
            classes.push(Class {
                bands: members * tables.ways(columns),
                followers,
                most,
            });
        }
        (classes, class)
    }

    /// The ways to continue from a band with these columns, and the most from two splits.
    fn followers(tables: &Tables, columns: Columns) -> (u64, u64) {
        let of_stack = |stack: usize| &tables.splits[usize::from(columns[stack])];
        let (mut all, mut most) = (0, 0);
        for one in of_stack(0) {
            for other in of_stack(1) {
                let second = tables.bands_with(one.second, other.second);
                let third = tables.bands_with(one.third, other.third);
                let ways = of_stack(2)
                    .iter()
                    .map(|split| second.ways(split.second) * third.ways(split.third));
                let ways: u64 = ways.sum();
                all += ways;
                most = most.max(ways);
            }
        }
        (all, most)
    }

    #[test]
    fn no_beginning_has_more_grids_than_numbers() {
        let (classes, _) = classes(tables());
        assert_eq!(classes.iter().map(|class| class.most).max(), Some(MOST));
    }

    #[test]
    fn all_grids_are_counted() {
        // 280 partitions for the columns of the first box; the columns of each stack and the rows of each band in 6 orders.
        let (classes, _) = classes(tables());
        let of_class = |class: &Class| u128::from(class.bands) * u128::from(class.followers);
        let grids: u128 = classes.iter().map(of_class).sum();
        assert_eq!(grids * 280 * 6u128.pow(6), 6_670_903_752_021_072_936_960);
    }

    #[test]
    fn classes_of_bands_are_as_frequent_as_they_should_be() {
        let tables = tables();
        let (classes, class) = classes(tables);
        let mut expected: BTreeMap<u64, f64> = BTreeMap::new();
        let of_class = |class: &Class| class.bands as f64 * class.followers as f64;
        let all: f64 = classes.iter().map(of_class).sum();
        for class in &classes {
            *expected.entry(class.followers).or_default() += of_class(class) / all;
        }
        // 44 numbers, as Felgenhauer and Jarvis found, who count half as many: of two bands that follow, one order.
        assert_eq!(expected.len(), 44);
        assert_eq!(expected.keys().max(), Some(&(2 * 108_374_976)));
        let mut rng = ChaCha8Rng::seed_from_u64(44);
        const GRIDS: u64 = 50_000;
        let mut seen: BTreeMap<u64, u64> = BTreeMap::new();
        for _ in 0..GRIDS {
            let columns = columns_of(tables, &draw(&mut rng));
            let class = &classes[class[tables.first(columns)]];
            *seen.entry(class.followers).or_default() += 1;
        }
        let numbers = expected.into_iter().map(|(followers, share)| {
            let seen = seen.get(&followers).copied().unwrap_or(0);
            (seen, share * GRIDS as f64)
        });
        chance::assert_fair(numbers);
    }

    /// The columns of the second band.
    fn columns_of(tables: &Tables, grid: &Grid) -> Columns {
        [0, 1, 2].map(|stack| {
            let mut sets = [0, 1, 2].map(|column| {
                let cells = (0..3).map(|row| (3 + row) * 9 + 3 * stack + column);
                cells
                    .map(|cell| 1 << (grid.digits()[cell] - 1))
                    .sum::<u16>()
            });
            sets.sort_unstable_by_key(|set| set.trailing_zeros());
            let place = tables.triples.iter().position(|other| *other == sets);
            place.expect("a partition") as u16
        })
    }
}
