//! Random Latin squares with holes, and pairs of Latin squares.

use super::{Cover, Family, Random};

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "quasigroup",
        size: &["N", "HOLES"],
        about: "a random Latin square of N × N, of which HOLES cells are to be filled in",
        make: quasigroup,
    },
    Family {
        name: "orthogonal",
        size: &["N"],
        about: "two orthogonal Latin squares of N × N, the first rows in order",
        make: orthogonal,
    },
];

fn quasigroup(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let (n, holes) = (size[0], size[1]);
    if holes > n * n {
        return Err(format!("{holes} holes in {} cells", n * n));
    }
    let grid = random_latin(n, random);
    let holes = random.sample(holes, n * n);
    let mut cover = Cover::default();
    // The items of a value in a cell. Those that the values in the grid cover are left out.
    let mut items = vec![None; 3 * n * n];
    let places = |cell: usize, value: usize| {
        let (row, column) = (cell / n, cell % n);
        [
            cell,
            n * n + row * n + value,
            2 * n * n + column * n + value,
        ]
    };
    for &cell in &holes {
        for place in places(cell, grid[cell]) {
            let name = ["p", "r", "c"][place / (n * n)];
            items[place] = Some(cover.primary(format_args!("{name}{}", place % (n * n))));
        }
    }
    for &cell in &holes {
        for value in 0..n {
            if let [Some(one), Some(two), Some(three)] = places(cell, value).map(|at| items[at]) {
                cover.option([one, two, three]);
            }
        }
    }
    Ok(cover)
}

/// Row by row: each is a random perfect matching of the columns with the values that they still lack.
pub(super) fn random_latin(n: usize, random: &mut Random) -> Vec<usize> {
    let mut lacks = vec![vec![true; n]; n];
    let mut grid = Vec::with_capacity(n * n);
    for _ in 0..n {
        let mut column_of = vec![usize::MAX; n];
        for column in random.permutation(n) {
            let mut tried = vec![false; n];
            let found = place(column, &lacks, &mut column_of, &mut tried, random);
            debug_assert!(found, "P. Hall: a Latin rectangle can be continued");
        }
        let start = grid.len();
        grid.resize(start + n, 0);
        for (value, &column) in column_of.iter().enumerate() {
            grid[start + column] = value;
            lacks[column][value] = false;
        }
    }
    grid
}

/// Finds a value for a column by an augmenting path.
fn place(
    column: usize,
    lacks: &[Vec<bool>],
    column_of: &mut [usize],
    tried: &mut [bool],
    random: &mut Random,
) -> bool {
    for value in random.permutation(column_of.len()) {
        if lacks[column][value] && !std::mem::replace(&mut tried[value], true) {
            let holder = column_of[value];
            if holder == usize::MAX || place(holder, lacks, column_of, tried, random) {
                column_of[value] = column;
                return true;
            }
        }
    }
    false
}

fn orthogonal(size: &[usize], _: &mut Random) -> Result<Cover, String> {
    let n = size[0];
    let mut cover = Cover::default();
    let pairs = ["rc", "rx", "ry", "cx", "cy", "xy"];
    let items = pairs.map(|pair| cover.primaries(pair, n * n));
    for row in 0..n {
        for column in 0..n {
            for x in 0..n {
                for y in 0..n {
                    if row > 0 || (x, y) == (column, column) {
                        let places = [
                            (row, column),
                            (row, x),
                            (row, y),
                            (column, x),
                            (column, y),
                            (x, y),
                        ];
                        let entries = items.iter().zip(places);
                        cover.option(entries.map(|(items, (one, other))| items[one * n + other]));
                    }
                }
            }
        }
    }
    Ok(cover)
}
