//! The crate `exact-covers`: its `DlSolver`, which is Algorithm C.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::process::ExitCode;

use dominox_suite::matrix::Matrix;
use dominox_suite::peer;
use exact_covers::{DlSolver, Solver};

fn main() -> ExitCode {
    peer::main(|matrix| Ok(count(matrix)))
}

fn count(matrix: &Matrix) -> u64 {
    let items: Vec<u32> = (0..matrix.items).collect();
    let (primary, secondary) = items.split_at(matrix.primary as usize);
    let mut solver: DlSolver<u32, u32> = DlSolver::new(primary, secondary);
    for option in &matrix.options {
        let (primary, secondary): (Vec<_>, Vec<_>) = option
            .iter()
            .map(|entry| (entry.item, entry.color))
            .partition(|&(item, _)| item < matrix.primary);
        let primary: Vec<u32> = primary.into_iter().map(|(item, _)| item).collect();
        solver.add_option(primary, secondary);
    }
    let mut solutions = 0;
    solver.solve(|solution| {
        black_box(&solution);
        solutions += 1;
        ControlFlow::Continue(())
    });
    solutions
}
