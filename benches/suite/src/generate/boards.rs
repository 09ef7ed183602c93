//! Pieces and tiles on a chessboard.

use super::{Cover, Family, Random};

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "queens",
        size: &["N"],
        about: "N queens on a board of N × N, none attacking another",
        make: queens,
    },
    Family {
        name: "knights",
        size: &["ROWS", "COLUMNS"],
        about: "closed walks of a knight, of four moves or more, that together visit each square once",
        make: knights,
    },
    Family {
        name: "dominoes",
        size: &["ROWS", "COLUMNS", "HOLES"],
        about: "dominoes on a board with holes, as many of them white as black",
        make: dominoes,
    },
    Family {
        name: "mutilated",
        size: &["N"],
        about: "dominoes on a board of N × N without two opposite corners; none, if N is even",
        make: mutilated,
    },
];

fn queens(size: &[usize], _: &mut Random) -> Result<Cover, String> {
    let n = size[0];
    let mut cover = Cover::default();
    let (rows, columns) = (cover.primaries("r", n), cover.primaries("c", n));
    let sums = cover.secondaries("s", 2 * n);
    let differences = cover.secondaries("d", 2 * n);
    for row in 0..n {
        for column in 0..n {
            cover.option([
                rows[row],
                columns[column],
                sums[row + column],
                differences[row + n - column],
            ]);
        }
    }
    Ok(cover)
}

fn knights(size: &[usize], _: &mut Random) -> Result<Cover, String> {
    let (rows, columns) = (size[0], size[1]);
    let mut cover = Cover::default();
    let into = cover.primaries("in", rows * columns);
    let out = cover.primaries("out", rows * columns);
    for row in 0..rows {
        for column in 0..columns {
            for (down, across) in [(1, 2), (2, 1), (2, -1), (1, -2)] {
                let Some(beside) = column.checked_add_signed(across) else {
                    continue;
                };
                let below = row + down;
                if below < rows && beside < columns {
                    let (one, other) = (row * columns + column, below * columns + beside);
                    let edge = cover.secondary(format_args!("e{one}.{other}"));
                    cover.option([out[one], into[other], edge]);
                    cover.option([out[other], into[one], edge]);
                }
            }
        }
    }
    Ok(cover)
}

fn dominoes(size: &[usize], random: &mut Random) -> Result<Cover, String> {
    let [rows, columns, holes] = *size else {
        return Err("expected three numbers".into());
    };
    if holes > rows * columns {
        return Err(format!("{holes} holes in {} squares", rows * columns));
    }
    let mut is_hole = vec![false; rows * columns];
    let mut left = [holes / 2, holes - holes / 2];
    for square in random.permutation(rows * columns) {
        let left = &mut left[(square / columns + square % columns) % 2];
        if *left > 0 {
            is_hole[square] = true;
            *left -= 1;
        }
    }
    Ok(tiled(rows, columns, &is_hole))
}

fn mutilated(size: &[usize], _: &mut Random) -> Result<Cover, String> {
    let n = size[0];
    if n < 2 {
        return Err("a board has two corners or more".into());
    }
    let mut is_hole = vec![false; n * n];
    (is_hole[0], is_hole[n * n - 1]) = (true, true);
    Ok(tiled(n, n, &is_hole))
}

/// Dominoes on what is not a hole.
fn tiled(rows: usize, columns: usize, is_hole: &[bool]) -> Cover {
    let mut cover = Cover::default();
    let cells: Vec<_> = (0..rows * columns)
        .map(|square| (!is_hole[square]).then(|| cover.primary(format_args!("c{square}"))))
        .collect();
    for square in 0..rows * columns {
        let beside = (square % columns + 1 < columns).then_some(square + 1);
        let below = (square + columns < rows * columns).then_some(square + columns);
        for other in [beside, below].into_iter().flatten() {
            if let (Some(one), Some(other)) = (cells[square], cells[other]) {
                cover.option([one, other]);
            }
        }
    }
    cover
}
