//! Pieces on a chessboard.

use super::{Cover, Family, Random};

pub(super) const FAMILIES: &[Family] = &[Family {
    name: "queens",
    size: &["N"],
    about: "N queens on a board of N × N, none attacking another",
    make: queens,
}];

fn queens(size: &[usize], _: &mut Random) -> Result<Cover, String> {
    let n = size[0];
    let mut cover = Cover::default();
    let (rows, columns) = (cover.primaries("r", n), cover.primaries("c", n));
    let (sums, differences) = (cover.secondaries("s", 2 * n), cover.secondaries("d", 2 * n));
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
