//! Lays the pieces of a Sudominoku on a full grid: an exact cover of its own.
//!
//! ```text
//!     grid       items                           options
//!     3 1 …      cells 0 to 80                   3-3 on cell 0          1-3 on cells 0 and 1
//!     1 2 …      pieces 1-1, 1-2, …, 9-9         1-1 on cell 1          1-3 on cells 0 and 9
//!     …          (3-3 is the single digit 3)     …                      …
//! ```
//!
//! Most grids have tilings, often thousands. One is found, and not each is equally likely.

use rand_core::Rng;

use super::grid::Grid;
use super::random::shuffle;
use crate::engine::{Limit, Limits, Solver, Status};
use crate::problem::{BuildError, Problem};

/// Nodes after which a grid is given up.
const NODES: u64 = 20_000;

/// The cells of each piece, sorted: two for a domino, twice the same for a single digit. `None` if no tiling is found.
///
/// # Errors
/// The limit that was reached, other than the number of nodes.
///
/// # Panics
/// If the grid has not 9×9 cells, all of them filled.
pub(super) fn tiling<R: Rng + ?Sized>(
    grid: &Grid,
    rng: &mut R,
    limits: &Limits,
) -> Result<Option<Vec<[usize; 2]>>, Limit> {
    let mut places = places();
    shuffle(rng, &mut places);
    let mut solver = solver(grid, &places, limits);
    let Some(solution) = solver.any_solution() else {
        return match solver.status() {
            Status::Stopped(limit) if limit != Limit::Nodes => Err(limit),
            _ => Ok(None),
        };
    };
    let options = solution.options().iter();
    let mut tiling = Vec::from_iter(options.map(|option| places[option.index()]));
    tiling.sort_unstable();
    Ok(Some(tiling))
}

/// Whether it is known that a full grid of 9×9 cells has no tiling.
pub(super) fn has_none(grid: &Grid) -> bool {
    let mut solver = solver(grid, &places(), &Limits::default());
    solver.any_solution().is_none() && solver.status() == Status::Exhausted
}

/// The cells where a piece can lie.
fn places() -> Vec<[usize; 2]> {
    let mut places = Vec::with_capacity(81 + 2 * 72);
    for cell in 0..81 {
        places.push([cell, cell]);
        if cell % 9 < 8 {
            places.push([cell, cell + 1]);
        }
        if cell < 72 {
            places.push([cell, cell + 9]);
        }
    }
    places
}

/// What looks for a tiling, until it is given up.
fn solver(grid: &Grid, places: &[[usize; 2]], limits: &Limits) -> Solver {
    let problem = problem(grid.digits(), places).expect("a small problem");
    let mut solver = Solver::new(&problem).expect("kernels search exact covers");
    *solver.limits_mut() = Limits {
        nodes: Some(NODES),
        ..limits.clone()
    };
    solver
}

/// The problem whose options are pieces in these places.
fn problem(digits: &[u8], places: &[[usize; 2]]) -> Result<Problem, BuildError> {
    let mut builder = Problem::builder();
    let cells = (0..81).map(|cell| builder.primary(format!("{cell}")));
    let cells = cells.collect::<Result<Vec<_>, _>>()?;
    let mut pieces = [cells[0]; 100];
    for a in 1..=9 {
        for b in a..=9 {
            let piece = builder.primary(format!("{a}-{b}"))?;
            (pieces[10 * a + b], pieces[10 * b + a]) = (piece, piece);
        }
    }
    for &[p, q] in places {
        let [a, b] = [p, q].map(|cell| usize::from(digits[cell]));
        let piece = pieces[10 * a + b];
        match p == q {
            true => builder.option([cells[p], piece])?,
            false => builder.option([cells[p], cells[q], piece])?,
        };
    }
    Ok(builder.build())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::Shape;
    use crate::workshop::FullGrids;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;
    use std::collections::BTreeSet;

    #[test]
    fn each_cell_and_each_piece_is_used_once() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut grids = FullGrids::new(Shape::CLASSIC);
        let mut tiled = 0;
        for _ in 0..20 {
            let grid = grids.draw(&mut rng);
            let found = tiling(&grid, &mut rng, &Limits::default());
            let Some(places) = found.expect("no limit") else {
                continue;
            };
            tiled += 1;
            let cells = BTreeSet::from_iter(places.iter().flatten());
            assert_eq!((places.len(), cells.len()), (45, 81));
            let pieces = places.iter().map(|&[p, q]| {
                let [a, b] = [p, q].map(|cell| grid.digits()[cell]);
                [a.min(b), a.max(b)]
            });
            assert_eq!(BTreeSet::from_iter(pieces).len(), 45);
            for [p, q] in places {
                let is_beside = q == p + 1 && p / 9 == q / 9;
                assert!(p == q || is_beside || q == p + 9, "{p} {q}");
            }
        }
        assert!(tiled > 10, "{tiled} of 20 grids");
    }
}
