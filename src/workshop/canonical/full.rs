//! The least form of a full grid of 9 × 9.
//!
//! Its first row is 123456789, whichever row of the grid it was. The first three cells of the second row have digits from the
//! other boxes of the first row: three of one box, or two of one and one of the other. So the second row begins with 456, if it
//! can, or else with 457, and that decides the order of nearly all columns:
//!
//! ```text
//!     first row     1 2 3   4 5 6   7 8 9        the stack of three digits that are together in the other row, or of two;
//!     second row    4 5 7   …                    two orders of the columns of 4 and 5, two of those of 8 and 9
//! ```
//!
//! That leaves 432 beginnings at most, few of which have the least second row.

use super::Transformation;
use crate::puzzles::Shape;
use crate::workshop::Grid;

/// The orders of three columns.
const ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// Rows of digits, of which one is on its side: the grid, and the grid with rows as columns.
type Rows = [[u8; 9]; 9];

/// The first two rows of a form, and the order of its columns.
#[derive(Clone, Copy)]
struct Beginning {
    turned: bool,
    rows: [usize; 2],
    columns: [usize; 9],
}

/// What takes a grid to its least form; `None` if it is not of 9 × 9, not full, or does not keep the rules.
pub(super) fn least(grid: &Grid) -> Option<Transformation> {
    if grid.shape() != Shape::CLASSIC || !grid.is_full() {
        return None;
    }
    let mut both: [Rows; 2] = [[[0; 9]; 9]; 2];
    for (cell, &digit) in grid.digits().iter().enumerate() {
        both[0][cell / 9][cell % 9] = digit;
        both[1][cell % 9][cell / 9] = digit;
    }
    let all = |row: &[u8; 9]| row.iter().fold(0u16, |set, digit| set | 1 << digit) == 0x3FE;
    let [rows, columns] = &both;
    let boxes: Rows = std::array::from_fn(|number| {
        std::array::from_fn(|cell| rows[number / 3 * 3 + cell / 3][number % 3 * 3 + cell % 3])
    });
    if ![rows, columns, &boxes].into_iter().flatten().all(all) {
        return None;
    }
    let mut least = Least {
        both: &both,
        has_456: false,
        second: u32::MAX,
        beginnings: Vec::with_capacity(16),
    };
    least.compare_all();
    let forms = least
        .beginnings
        .iter()
        .map(|beginning| Form::new(&both, beginning));
    let form = forms.min_by(|one, other| one.cells.cmp(&other.cells))?;
    Some(form.transformation())
}

/// The least second row so far, and all beginnings that have it.
struct Least<'a> {
    both: &'a [Rows; 2],
    has_456: bool,
    /// Its last six digits, as a number with four bits for each.
    second: u32,
    beginnings: Vec<Beginning>,
}

impl Least<'_> {
    fn compare_all(&mut self) {
        for turned in [false, true] {
            for first in 0..9 {
                for step in 1..3 {
                    let second = first / 3 * 3 + (first + step) % 3;
                    self.compare_rows(turned, [first, second]);
                }
            }
        }
    }

    /// All beginnings with these rows.
    fn compare_rows(&mut self, turned: bool, rows: [usize; 2]) {
        let [first, second] = rows.map(|row| &self.both[usize::from(turned)][row]);
        // The column of each digit in the first row.
        let mut at = [0; 10];
        for (column, &digit) in first.iter().enumerate() {
            at[usize::from(digit)] = column;
        }
        let above = second.map(|digit| at[usize::from(digit)]);
        for stack in 0..3 {
            let others = [(stack + 1) % 3, (stack + 2) % 3];
            let of_next = |column: &usize| usize::from(above[3 * stack + column] / 3 == others[0]);
            let count: usize = [0, 1, 2].iter().map(of_next).sum();
            let (next, last) = if count >= 2 {
                (others[0], others[1])
            } else {
                (others[1], others[0])
            };
            let stacks = [stack, next, last];
            if count == 0 || count == 3 {
                self.compare_together(turned, rows, stacks, &above);
            } else if !self.has_456 {
                self.compare_apart(turned, rows, stacks, &above);
            }
        }
    }

    /// Beginnings of 456: any order of the first and of the last stack.
    fn compare_together(
        &mut self,
        turned: bool,
        rows: [usize; 2],
        [a, _, c]: [usize; 3],
        above: &[usize; 9],
    ) {
        if !self.has_456 {
            self.has_456 = true;
            self.second = u32::MAX;
        }
        for first in ORDERS {
            let first = first.map(|column| 3 * a + column);
            let next = first.map(|column| above[column]);
            if !self.may_be_least(first, above[next[0]]) {
                continue;
            }
            for last in ORDERS {
                let last = last.map(|column| 3 * c + column);
                self.compare(turned, rows, [first, next, last]);
            }
        }
    }

    /// Beginnings of 457: the column with a digit of the last stack is the third.
    fn compare_apart(
        &mut self,
        turned: bool,
        rows: [usize; 2],
        [a, b, c]: [usize; 3],
        above: &[usize; 9],
    ) {
        let columns = [3 * a, 3 * a + 1, 3 * a + 2];
        let Some(third) = columns.into_iter().find(|&column| above[column] / 3 == c) else {
            return;
        };
        let two = [(third + 1) % 3 + 3 * a, (third + 2) % 3 + 3 * a];
        let seven = above[third];
        let others = [(seven + 1) % 3 + 3 * c, (seven + 2) % 3 + 3 * c];
        for [one, other] in [two, [two[1], two[0]]] {
            let (four, five) = (above[one], above[other]);
            if !self.may_be_least([one, other, third], above[four]) {
                continue;
            }
            let six = 9 * b + 3 - four - five;
            for [eight, nine] in [others, [others[1], others[0]]] {
                let stacks = [[one, other, third], [four, five, six], [seven, eight, nine]];
                self.compare(turned, rows, stacks);
            }
        }
    }

    /// Whether the fourth digit of the second row can be the least: it stands in this column of the first row, whose first three are
    /// known.
    fn may_be_least(&self, first: [usize; 3], column: usize) -> bool {
        let place = first.iter().position(|&other| other == column);
        let label = place.map_or(7, |place| place as u32 + 1);
        label <= self.second >> 20
    }

    #[inline]
    fn compare(&mut self, turned: bool, rows: [usize; 2], stacks: [[usize; 3]; 3]) {
        let [first, second] = rows.map(|row| &self.both[usize::from(turned)][row]);
        let [a, b, c] = stacks;
        let columns = [a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]];
        let mut labels = [0u32; 10];
        for (column, label) in columns.into_iter().zip(1..) {
            labels[usize::from(first[column])] = label;
        }
        let label = |column: usize| labels[usize::from(second[column])];
        let number = columns[3..]
            .iter()
            .fold(0, |number, &column| number << 4 | label(column));
        if number < self.second {
            self.second = number;
            self.beginnings.clear();
        }
        if number == self.second {
            self.beginnings.push(Beginning {
                turned,
                rows,
                columns,
            });
        }
    }
}

/// A form with its rows in their order.
struct Form<'a> {
    beginning: &'a Beginning,
    rows: [usize; 9],
    /// What each digit becomes.
    digits: [u8; 10],
    cells: Rows,
}

impl Form<'_> {
    /// The rows of the first band are known; the others come in the order of their first digits.
    fn new<'a>(both: &[Rows; 2], beginning: &'a Beginning) -> Form<'a> {
        let from = &both[usize::from(beginning.turned)];
        let [first, second] = beginning.rows;
        let mut digits = [0; 10];
        for (&column, label) in beginning.columns.iter().zip(1..) {
            digits[usize::from(from[first][column])] = label;
        }
        let begins_with = |row: usize| digits[usize::from(from[row][beginning.columns[0]])];
        let band = first / 3;
        let third = 9 * band + 3 - first - second;
        let mut bands = [(band + 1) % 3, (band + 2) % 3].map(|band| {
            let mut rows = [3 * band, 3 * band + 1, 3 * band + 2];
            rows.sort_unstable_by_key(|&row| begins_with(row));
            rows
        });
        bands.sort_unstable_by_key(|rows| begins_with(rows[0]));
        let mut rows = [0; 9];
        rows[..3].copy_from_slice(&[first, second, third]);
        rows[3..6].copy_from_slice(&bands[0]);
        rows[6..].copy_from_slice(&bands[1]);
        let cells = rows.map(|row| {
            let columns = beginning.columns;
            columns.map(|column| digits[usize::from(from[row][column])])
        });
        Form {
            beginning,
            rows,
            digits,
            cells,
        }
    }

    fn transformation(&self) -> Transformation {
        Transformation {
            transposes: self.beginning.turned,
            rows: self.rows.to_vec(),
            columns: self.beginning.columns.to_vec(),
            digits: self.digits[1..].to_vec(),
        }
    }
}
