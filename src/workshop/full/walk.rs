//! Full grids of any shape, by a walk: nearly random, and not exactly so.
//!
//! The walk begins at a grid that is easy to write down, with its digits, rows and columns in random orders. A step takes two
//! digits. Their cells fall into cycles, in which each cell shares a row, a column or a box with the next; in each cycle the
//! two digits may change places, and a coin decides whether they do:
//!
//! ```text
//!     1 · · 2        1 and 2 in the same row: they belong together
//!     · 2 1 ·        two cycles or more make four grids or more, all equally likely afterwards
//! ```
//!
//! If all grids are equally likely before a step, they are after it. So a long walk approaches this distribution if it can
//! reach all grids; nobody has proved that it can.

use rand_core::Rng;

use crate::puzzles::Shape;
use crate::workshop::Grid;
use crate::workshop::random::{index, shuffle};

/// Steps for each pair of digits.
const ROUNDS: usize = 24;

/// A full grid at the end of a walk.
pub(super) fn draw<R: Rng + ?Sized>(shape: Shape, rng: &mut R) -> Grid {
    let size = shape.size();
    let mut grid = start(shape, rng);
    let mut cycles = Cycles::new(shape);
    for _ in 0..ROUNDS * size * (size - 1) / 2 {
        let one = index(rng, size);
        let other = (one + 1 + index(rng, size - 1)) % size;
        cycles.flip(grid.digits_mut(), [one as u8 + 1, other as u8 + 1], rng);
    }
    grid
}

/// Each row is the one above it, moved by the columns of a box; at the next band by one more. All in a random order.
fn start<R: Rng + ?Sized>(shape: Shape, rng: &mut R) -> Grid {
    let size = shape.size();
    let rows = lines(shape.rows_per_box(), size, rng);
    let columns = lines(shape.columns_per_box(), size, rng);
    let mut digits = Vec::from_iter(1..=size as u8);
    shuffle(rng, &mut digits);
    let (high, wide) = (shape.rows_per_box(), shape.columns_per_box());
    let digit =
        |row: usize, column: usize| digits[(row % high * wide + row / high + column) % size];
    let cells = rows
        .iter()
        .flat_map(|&row| columns.iter().map(move |&column| (row, column)));
    Grid::new(
        shape,
        cells.map(|(row, column)| digit(row, column)).collect(),
    )
}

/// All lines in a random order in which those of a box stay together.
fn lines<R: Rng + ?Sized>(of_box: usize, size: usize, rng: &mut R) -> Vec<usize> {
    let mut bands = Vec::from_iter(0..size / of_box);
    shuffle(rng, &mut bands);
    let mut all = Vec::with_capacity(size);
    for band in bands {
        let mut lines = Vec::from_iter(band * of_box..(band + 1) * of_box);
        shuffle(rng, &mut lines);
        all.append(&mut lines);
    }
    all
}

/// What finds the cycles of two digits.
struct Cycles {
    shape: Shape,
    /// For each row, column and box: the places of the two digits, as indices into `cells`.
    of_units: [Vec<[usize; 2]>; 3],
    /// The cells of the two digits, those of the first one first.
    cells: Vec<usize>,
    seen: Vec<bool>,
}

impl Cycles {
    fn new(shape: Shape) -> Cycles {
        let units = vec![[0; 2]; shape.size()];
        Cycles {
            shape,
            of_units: [units.clone(), units.clone(), units],
            cells: Vec::new(),
            seen: Vec::new(),
        }
    }

    fn units(&self, cell: usize) -> [usize; 3] {
        let size = self.shape.size();
        let (row, column) = (cell / size, cell % size);
        [row, column, self.shape.box_of(row, column)]
    }

    /// Exchanges the two digits in each of their cycles, or does not.
    fn flip<R: Rng + ?Sized>(&mut self, digits: &mut [u8], two: [u8; 2], rng: &mut R) {
        self.cells.clear();
        for (which, digit) in two.into_iter().enumerate() {
            for cell in (0..digits.len()).filter(|&cell| digits[cell] == digit) {
                for (unit, places) in self.units(cell).into_iter().zip(&mut self.of_units) {
                    places[unit][which] = self.cells.len();
                }
                self.cells.push(cell);
            }
        }
        self.seen.clear();
        self.seen.resize(self.cells.len(), false);
        for start in 0..self.cells.len() {
            if self.seen[start] {
                continue;
            }
            let flips = index(rng, 2) == 1;
            let mut open = vec![start];
            self.seen[start] = true;
            while let Some(place) = open.pop() {
                let cell = self.cells[place];
                for (unit, places) in self.units(cell).into_iter().zip(&self.of_units) {
                    for next in places[unit] {
                        if !std::mem::replace(&mut self.seen[next], true) {
                            open.push(next);
                        }
                    }
                }
                if flips {
                    digits[cell] ^= two[0] ^ two[1];
                }
            }
        }
    }
}
