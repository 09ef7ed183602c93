//! Latin squares with further rules: sums of cells, and neighbours of which one is smaller.

use super::quasigroups::random_latin;
use super::{Cover, Entry, Family, Item, Random};

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "sums",
        size: &["N", "CELLS"],
        about: "a Latin square of N symbols in cages of up to CELLS cells, of each of which the sum is given",
        make: |size, random| Ok(sums(size[0], size[1], random)),
    },
    Family {
        name: "unequal",
        size: &["N", "PERCENT"],
        about: "a Latin square of N symbols, where for PERCENT of the neighbours the smaller one is given",
        make: |size, random| Ok(unequal(size[0], size[1], random)),
    },
];

/// A Latin square to be found: items for cells and for symbols in rows and columns, and a secondary item for each cell, whose
/// colour is its symbol.
struct Square {
    n: usize,
    cover: Cover,
    cells: Vec<Item>,
}

impl Square {
    fn new(n: usize) -> Square {
        let mut cover = Cover::default();
        let [places, rows, columns] = ["p", "r", "c"].map(|name| cover.primaries(name, n * n));
        let cells = cover.secondaries("x", n * n);
        for at in 0..n * n {
            for symbol in 0..n {
                let (row, column) = (at / n, at % n);
                cover.option([
                    Entry::from(places[at]),
                    rows[row * n + symbol].into(),
                    columns[column * n + symbol].into(),
                    cells[at].colored(symbol),
                ]);
            }
        }
        Square { n, cover, cells }
    }

    /// Adds a rule for some cells: all their symbols that are `allowed`, and that a Latin square can have there.
    fn rule(&mut self, number: usize, cells: &[usize], allowed: impl Fn(&[usize]) -> bool) {
        let n = self.n;
        let rule = self.cover.primary(format_args!("rule{number}"));
        let is_in_line = |one: usize, other: usize| one / n == other / n || one % n == other % n;
        for code in 0..n.pow(cells.len() as u32) {
            let symbols = Vec::from_iter((0..cells.len()).map(|at| code / n.pow(at as u32) % n));
            let repeats = (0..cells.len()).any(|one| {
                (0..one).any(|other| {
                    symbols[one] == symbols[other] && is_in_line(cells[one], cells[other])
                })
            });
            if !repeats && allowed(&symbols) {
                let colored = cells.iter().zip(&symbols);
                let colored = colored.map(|(&cell, &symbol)| self.cells[cell].colored(symbol));
                self.cover.option([rule.into()].into_iter().chain(colored));
            }
        }
    }
}

/// The cells above, to the left, to the right and below.
fn neighbours(n: usize, at: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (at / n, at % n);
    let up = (row > 0).then(|| at - n);
    let left = (column > 0).then(|| at - 1);
    let right = (column + 1 < n).then_some(at + 1);
    let down = (row + 1 < n).then_some(at + n);
    [up, left, right, down].into_iter().flatten()
}

fn sums(n: usize, most: usize, random: &mut Random) -> Cover {
    let grid = random_latin(n, random);
    let mut square = Square::new(n);
    let mut is_free = vec![true; n * n];
    for first in random.permutation(n * n) {
        if !std::mem::take(&mut is_free[first]) {
            continue;
        }
        let mut cage = vec![first];
        let size = 1 + random.below(most.max(1));
        while cage.len() < size {
            let beside = cage.iter().flat_map(|&cell| neighbours(n, cell));
            let free = Vec::from_iter(beside.filter(|&cell| is_free[cell]));
            if free.is_empty() {
                break;
            }
            let next = free[random.below(free.len())];
            is_free[next] = false;
            cage.push(next);
        }
        let sum: usize = cage.iter().map(|&cell| grid[cell]).sum();
        square.rule(first, &cage, |symbols| symbols.iter().sum::<usize>() == sum);
    }
    square.cover
}

fn unequal(n: usize, percent: usize, random: &mut Random) -> Cover {
    let grid = random_latin(n, random);
    let mut square = Square::new(n);
    let later = |at| neighbours(n, at).filter(move |&other| other > at);
    let pairs = Vec::from_iter((0..n * n).flat_map(|at| later(at).map(move |other| (at, other))));
    let count = pairs.len() * percent.min(100) / 100;
    for (number, at) in random.sample(count, pairs.len()).into_iter().enumerate() {
        let (one, other) = pairs[at];
        let is_less = grid[one] < grid[other];
        square.rule(number, &[one, other], |symbols| {
            (symbols[0] < symbols[1]) == is_less
        });
    }
    square.cover
}
