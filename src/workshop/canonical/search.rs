//! The least form of any grid, row by row.
//!
//! A *way* is a beginning of a form: which row comes first, which second, and so on; what is known about the order of the columns;
//! and which digits have new names. Each row is added to all ways in all possible places, and those stay that have the least
//! row. Columns that were blank so far are *tied*: their order does not matter yet, and neither does that of stacks that
//! are blank.
//!
//! ```text
//!     row 1   · · 7 │ · · · │ 4 · ·      least: ··· ··1 ··2     the 7 or the 4 comes first: two ways, each with
//!                                                                two tied columns in two stacks, and three in the first
//!     row 2   · 3 · │ …                  with its 3 in one of the two tied columns, that one comes after the blank one
//! ```

use super::{TooManyWays, Transformation};
use crate::puzzles::sudoku::LARGEST_SIZE as MOST;
use crate::workshop::Grid;

/// The most ways that are kept.
const MOST_WAYS: usize = 1 << 21;

/// Comes after all names.
const NO_NAME: u8 = u8::MAX;

/// A beginning of a form.
#[derive(Clone, Copy)]
struct Way {
    turned: bool,
    /// The rows so far, and a bit for each.
    rows: [u8; MOST],
    used: u64,
    /// The column at each place, as far as it is known: tied ones in any order.
    columns: [u8; MOST],
    /// Bit p: the column at place p is tied with the one before it, in the same stack.
    tied: u64,
    /// Bit s: the stack at place s is blank so far, as are all tied with it.
    blank_stacks: u64,
    /// The new name of each digit from 1, 0 if it has none; and how many have one.
    names: [u8; MOST + 1],
    named: u8,
}

impl Way {
    /// The new name of a digit; 0 for a blank.
    fn name(&self, digit: u8) -> u8 {
        match (digit, self.names[usize::from(digit)]) {
            (0, _) => 0,
            (_, 0) => NO_NAME,
            (_, name) => name,
        }
    }
}

/// A grid, and its sizes.
struct Source<'a> {
    size: usize,
    /// Rows and columns of a box.
    high: usize,
    wide: usize,
    /// The digits, and with rows as columns, if boxes are square.
    both: [Option<&'a [u8]>; 2],
}

/// All transformations that take a grid to its least form; those that differ only in the order of lines that are wholly blank are
/// taken for one.
pub(super) fn least(grid: &Grid) -> Result<Vec<Transformation>, TooManyWays> {
    let shape = grid.shape();
    let is_square = shape.rows_per_box() == shape.columns_per_box();
    let turned = is_square.then(|| grid.transposed());
    let source = Source {
        size: shape.size(),
        high: shape.rows_per_box(),
        wide: shape.columns_per_box(),
        both: [Some(grid.digits()), turned.as_ref().map(Grid::digits)],
    };
    let mut ways = source.beginnings();
    for place in 0..source.size {
        ways = source.add_row(&ways, place)?;
    }
    Ok(ways.iter().map(|way| source.transformation(way)).collect())
}

/// The least row so far, and the ways that have it.
struct Best {
    row: [u8; MOST],
    ways: Vec<Way>,
}

impl Source<'_> {
    fn beginnings(&self) -> Vec<Way> {
        let turns = [false, true].into_iter().zip(self.both);
        let ways = turns.filter(|(_, digits)| digits.is_some());
        let way = |(turned, _)| Way {
            turned,
            rows: [0; MOST],
            used: 0,
            columns: std::array::from_fn(|column| column as u8),
            tied: (0..self.size)
                .filter(|place| place % self.wide > 0)
                .map(|place| 1 << place)
                .sum(),
            blank_stacks: (1 << (self.size / self.wide)) - 1,
            names: [0; MOST + 1],
            named: 0,
        };
        ways.map(way).collect()
    }

    fn row(&self, turned: bool, row: usize) -> &[u8] {
        let digits = self.both[usize::from(turned)].expect("a turn that is possible");
        &digits[row * self.size..][..self.size]
    }

    /// All ways with one row more that are least.
    fn add_row(&self, ways: &[Way], place: usize) -> Result<Vec<Way>, TooManyWays> {
        let mut best = Best {
            row: [u8::MAX; MOST],
            ways: Vec::new(),
        };
        for way in ways {
            let begins_band = place.is_multiple_of(self.high);
            let band = match begins_band {
                true => 0..self.size,
                false => {
                    let band = usize::from(way.rows[place - 1]) / self.high;
                    band * self.high..(band + 1) * self.high
                }
            };
            let mut had_blank = None;
            for row in band.filter(|row| way.used >> row & 1 == 0) {
                let band = row / self.high;
                if begins_band && self.is_begun(way, band) {
                    continue;
                }
                // Blank rows of a band are alike.
                let is_blank = self.row(way.turned, row).iter().all(|&digit| digit == 0);
                if is_blank && had_blank.replace(band) == Some(band) {
                    continue;
                }
                let mut way = *way;
                way.rows[place] = row as u8;
                way.used |= 1 << row;
                self.fill(way, row, 0, &mut [0; MOST], &mut best);
                if best.ways.len() > MOST_WAYS {
                    return Err(TooManyWays);
                }
            }
        }
        Ok(best.ways)
    }

    fn is_begun(&self, way: &Way, band: usize) -> bool {
        let rows = ((1u64 << self.high) - 1) << (band * self.high);
        way.used & rows != 0
    }

    /// Continues with a row from this place, which begins a group of tied columns or of blank stacks. What was written of the row
    /// before is in `written`.
    fn fill(&self, way: Way, row: usize, place: usize, written: &mut [u8; MOST], best: &mut Best) {
        let order = written[..place].cmp(&best.row[..place]);
        if order.is_gt() || best.ways.len() > MOST_WAYS {
            return;
        }
        if place == self.size {
            if order.is_lt() {
                best.row = *written;
                best.ways.clear();
            }
            return best.ways.push(way);
        }
        let stack = place / self.wide;
        match place.is_multiple_of(self.wide) && way.blank_stacks >> stack & 1 == 1 {
            true => self.fill_stack(way, row, stack, written, best),
            false => self.fill_group(way, row, place, written, best),
        }
    }

    /// The stack at this place and all after it that are tied with it are blank so far: tries those that have the least cells.
    fn fill_stack(
        &self,
        way: Way,
        row: usize,
        stack: usize,
        written: &mut [u8; MOST],
        best: &mut Best,
    ) {
        let blank = |place: &usize| way.blank_stacks >> place & 1 == 1;
        let group = (stack..self.size / self.wide).filter(blank);
        let key = |place: usize| self.key(&way, row, place);
        let keys = Vec::from_iter(group.map(|place| (key(place), place)));
        let Some(least) = keys.iter().map(|(key, _)| key).min() else {
            return;
        };
        let all_blank = least.iter().take(self.wide).all(|&name| name == 0);
        for (_, place) in keys.iter().filter(|(key, _)| key == least) {
            let mut way = way;
            for column in 0..self.wide {
                way.columns
                    .swap(stack * self.wide + column, place * self.wide + column);
            }
            if all_blank {
                // It stays tied, so that any other would do as well.
                let end = (stack + 1) * self.wide;
                written[end - self.wide..end].fill(0);
                return self.fill(way, row, end, written, best);
            }
            way.blank_stacks &= !(1 << stack);
            self.fill_group(way, row, stack * self.wide, written, best);
        }
    }

    /// The least cells that a blank stack can have in this row. A digit without a name has the greatest.
    fn key(&self, way: &Way, row: usize, place: usize) -> [u8; MOST] {
        let digits = self.row(way.turned, row);
        let mut key = [NO_NAME; MOST];
        let columns = &way.columns[place * self.wide..][..self.wide];
        for (name, &column) in key.iter_mut().zip(columns) {
            *name = way.name(digits[usize::from(column)]);
        }
        key[..self.wide].sort_unstable();
        key
    }

    /// The column at this place and those tied with it: blanks come first, and stay tied.
    fn fill_group(
        &self,
        mut way: Way,
        row: usize,
        place: usize,
        written: &mut [u8; MOST],
        best: &mut Best,
    ) {
        let mut end = place + 1;
        while end < self.size && way.tied >> end & 1 == 1 {
            end += 1;
        }
        let digits = self.row(way.turned, row);
        let is_clue = |&column: &u8| digits[usize::from(column)] > 0;
        way.columns[place..end].sort_unstable_by_key(is_clue);
        let blanks = way.columns[place..end]
            .iter()
            .filter(|column| !is_clue(column));
        let next = place + blanks.count();
        written[place..next].fill(0);
        self.fill_clues(way, row, (next, end), written, best);
    }

    /// The columns at these places have digits: those with names come first, in their order, then those without one in every order.
    fn fill_clues(
        &self,
        way: Way,
        row: usize,
        (place, end): (usize, usize),
        written: &mut [u8; MOST],
        best: &mut Best,
    ) {
        let digits = self.row(way.turned, row);
        let name = |place: usize| way.name(digits[usize::from(way.columns[place])]);
        let Some(least) = (place..end).map(name).min() else {
            return self.fill(way, row, end, written, best);
        };
        for other in (place..end).filter(|&other| name(other) == least) {
            let mut way = way;
            way.columns.swap(place, other);
            way.tied &= !(1 << place);
            let digit = digits[usize::from(way.columns[place])];
            if least == NO_NAME {
                way.named += 1;
                way.names[usize::from(digit)] = way.named;
            }
            written[place] = way.name(digit);
            self.fill_clues(way, row, (place + 1, end), written, best);
        }
    }

    /// What a whole way does.
    fn transformation(&self, way: &Way) -> Transformation {
        let numbers = |list: &[u8]| {
            list[..self.size]
                .iter()
                .map(|&number| number.into())
                .collect()
        };
        let mut named = way.named;
        let digits = way.names[1..=self.size].iter().map(|&name| match name {
            0 => {
                named += 1;
                named
            }
            name => name,
        });
        Transformation {
            transposes: way.turned,
            digits: digits.collect(),
            rows: numbers(&way.rows),
            columns: numbers(&way.columns),
        }
    }
}
