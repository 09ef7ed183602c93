//! The crate `dlx`: Algorithm X, or Algorithm C if there are colours, or M if there are bounds. It takes a shortest
//! item, without a tie-break.

use std::hint::black_box;

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::{OptOrder, Solve, Solver};

use crate::matrix::{Entry, Matrix};

/// Counts the solutions, each of them visited.
#[must_use]
pub fn solutions(matrix: &Matrix) -> u64 {
    match matrix.colors {
        _ if !matrix.bounds.is_empty() => bounded(matrix),
        0 => plain(matrix),
        _ => colored(matrix),
    }
}

fn plain(matrix: &Matrix) -> u64 {
    let secondary = matrix.items - matrix.primary;
    let options = options(matrix, |entry| entry.item);
    count(&mut dlx::x::make_problem(
        matrix.primary,
        secondary,
        &options,
        OptOrder::Seq,
    ))
}

fn colored(matrix: &Matrix) -> u64 {
    let secondary = matrix.items - matrix.primary;
    let options = options(matrix, |entry| (entry.item, color(entry)));
    count(&mut dlx::c::make_problem(
        matrix.primary,
        secondary,
        &options,
        OptOrder::Seq,
    ))
}

fn bounded(matrix: &Matrix) -> u64 {
    let options = options(matrix, |entry| (entry.item, color(entry)));
    let bounds = matrix.bounds.iter();
    let bounds = bounds.map(|&(low, high)| (low.cast_signed(), high.cast_signed()));
    let items = dlx::m::INodes::new(bounds, matrix.items - matrix.primary);
    let nodes = dlx::c::ONodes::new(matrix.items, matrix.primary, &options, OptOrder::Seq);
    count(&mut dlx::mc::Problem::new(items, nodes))
}

/// The crate takes 0 for an item without a colour.
fn color(entry: Entry) -> i32 {
    entry.color.unwrap_or_default().cast_signed()
}

fn options<T>(matrix: &Matrix, entry: impl Fn(Entry) -> T) -> Vec<Vec<T>> {
    let options = matrix.options.iter();
    options
        .map(|option| option.iter().copied().map(&entry).collect())
        .collect()
}

fn count<P: Solve>(problem: &mut P) -> u64 {
    let mut solver = Solver::new(problem);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut solutions = 0;
    while solver.next_solution(&mut chooser) {
        black_box(&mut solver);
        solutions += 1;
    }
    solutions
}
