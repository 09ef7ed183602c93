//! Squares and tables: numbers, letters and marks in rows and columns.

use super::{Cover, Family, Random};

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "latin",
        size: &["N", "GIVENS"],
        about: "Latin squares of N symbols with GIVENS cells filled in, drawn from one square",
        make: |size, random| Ok(latin(size[0], 1, size[0], size[1], random)),
    },
    Family {
        name: "sudoku",
        size: &["ROWS", "COLUMNS", "GIVENS"],
        about: "Sudokus with boxes of ROWS by COLUMNS and GIVENS cells filled in, drawn from one grid",
        make: |size, random| Ok(latin(size[0] * size[1], size[0], size[1], size[2], random)),
    },
    Family {
        name: "permanent",
        size: &["N", "PERCENT"],
        about: "N rooks that do not attack each other, on PERCENT of the cells of a square",
        make: |size, random| Ok(permanent(size[0], size[1], random)),
    },
    Family {
        name: "words",
        size: &["ROWS", "COLUMNS", "WORDS", "LETTERS"],
        about: "a rectangle that has one of WORDS random words in each row and each column",
        make: |size, random| Ok(words(size, random)),
    },
];

/// A square of `n` symbols in boxes, from which all but the givens were taken.
fn latin(n: usize, rows: usize, columns: usize, givens: usize, random: &mut Random) -> Cover {
    let pattern = |row: usize, column: usize| (columns * (row % rows) + row / rows + column) % n;
    // Any order of the bands, and of the rows in each, is allowed; so is that of the columns.
    let order = |size: usize, random: &mut Random| {
        let mut lines = Vec::new();
        for band in random.permutation(n / size) {
            lines.extend(
                random
                    .permutation(size)
                    .into_iter()
                    .map(|line| band * size + line),
            );
        }
        lines
    };
    let (down, across) = (order(rows, random), order(columns, random));
    let symbol = random.permutation(n);
    let mut given = vec![None; n * n];
    for at in random.sample(givens.min(n * n), n * n) {
        given[at] = Some(symbol[pattern(down[at / n], across[at % n])]);
    }
    let mut cover = Cover::default();
    let kinds = if rows > 1 { 4 } else { 3 };
    let of_option = |at: usize, symbol: usize| {
        let (row, column) = (at / n, at % n);
        let of_box = row / rows * rows + column / columns;
        let units = [
            at,
            row * n + symbol,
            column * n + symbol,
            of_box * n + symbol,
        ];
        (0..kinds).map(move |kind| kind * n * n + units[kind])
    };
    let mut is_covered = vec![false; kinds * n * n];
    for (at, given) in given.iter().enumerate() {
        if let Some(symbol) = given {
            of_option(at, *symbol).for_each(|item| is_covered[item] = true);
        }
    }
    let open = is_covered.iter().enumerate().map(|(item, &covered)| {
        let name = ["p", "r", "c", "b"][item / (n * n)];
        (!covered).then(|| cover.primary(format_args!("{name}{}", item % (n * n))))
    });
    let item = Vec::from_iter(open);
    for at in 0..n * n {
        for symbol in 0..n {
            let items: Option<Vec<_>> = of_option(at, symbol).map(|at| item[at]).collect();
            if let Some(items) = items {
                cover.option(items);
            }
        }
    }
    cover
}

fn permanent(n: usize, percent: usize, random: &mut Random) -> Cover {
    let mut cover = Cover::default();
    let (rows, columns) = (cover.primaries("r", n), cover.primaries("c", n));
    let cells = random.sample(n * n * percent.min(100) / 100, n * n);
    for at in cells {
        cover.option([rows[at / n], columns[at % n]]);
    }
    cover
}

fn words(size: &[usize], random: &mut Random) -> Cover {
    let (rows, columns, count, letters) = (size[0], size[1], size[2], size[3].max(1));
    let mut cover = Cover::default();
    let (down, across) = (cover.primaries("r", rows), cover.primaries("c", columns));
    let cell = cover.secondaries("x", rows * columns);
    // Letters are not equally frequent: the smaller of two drawn.
    let mut list = |length: usize| {
        let mut letter = || random.below(letters).min(random.below(letters));
        let mut list: Vec<Vec<usize>> = (0..count)
            .map(|_| (0..length).map(|_| letter()).collect())
            .collect();
        list.sort_unstable();
        list.dedup();
        list
    };
    for (lines, length, step, start) in [(&down, columns, 1, columns), (&across, rows, columns, 1)]
    {
        let list = list(length);
        for (number, &line) in lines.iter().enumerate() {
            for word in &list {
                let cells = (0..length).map(|at| cell[number * start + at * step]);
                let letters = cells.zip(word).map(|(cell, &letter)| cell.colored(letter));
                cover.option([line.into()].into_iter().chain(letters));
            }
        }
    }
    cover
}
