//! Which kernel a problem gets: the one place that names them all.

use super::fits::{KernelName, Unsupported};
use super::kernel::Kernel;
use super::lanes::{self, lanes_for};
use super::links::links_for;
use super::rows::{self, rows_for, shares_much};
use super::units::{units_for, units_for_sudoku};
use crate::problem::Problem;

/// The kernel for a problem: the one that is `asked` for, or the one that should be fastest.
pub(super) fn choose(
    problem: &Problem,
    asked: Option<KernelName>,
) -> Result<Box<dyn Kernel>, Unsupported> {
    choose_within(problem, asked, usize::MAX)
}

/// The most bytes that a kernel takes to search through a problem, if it takes more than the problem itself.
pub(super) fn most_bytes(problem: &Problem, kernel: KernelName) -> usize {
    match kernel {
        KernelName::Lanes => lanes::most_bytes(problem),
        KernelName::Rows => rows::most_bytes(problem),
        KernelName::Links | KernelName::Units => 0,
    }
}

/// The kernel for a problem: the one that is `asked` for, or the one that should be fastest of those that take `most`
/// bytes at most.
pub(super) fn choose_within(
    problem: &Problem,
    asked: Option<KernelName>,
    most: usize,
) -> Result<Box<dyn Kernel>, Unsupported> {
    let fits = |kernel| most_bytes(problem, kernel) <= most;
    let links = || links_for(problem).map(|links| Box::new(links) as Box<dyn Kernel>);
    let lanes = || lanes_for(problem).map(|lanes| Box::new(lanes) as Box<dyn Kernel>);
    let rows = || rows_for(problem).map(|rows| Box::new(rows) as Box<dyn Kernel>);
    match asked {
        Some(KernelName::Links) => links(),
        Some(KernelName::Lanes) => lanes(),
        Some(KernelName::Rows) => rows(),
        Some(KernelName::Units) => units_for(problem),
        // Units were many times as fast as lanes on sets of 9 × 9 Sudokus (`docs/measurements.md`, 'Sudokus, beside
        // other programs'), and 1.3 times on what was left of one; lanes were faster on all else that fits into both:
        // Latin squares 1.3 times, dominoes 9 times. Rows were faster than lanes where options share much: Sudominokus 10
        // times, pentominoes and Sudokus of 25 × 25 about twice; lanes up to 9 times on most else. Lanes were faster than
        // links on all problems of the suite but one, which takes 5 ms ('All solutions, beside other programs'). Links
        // remain for what is too large for lanes.
        None => {
            let units = units_for_sudoku(problem);
            if units.is_ok() {
                return units;
            }
            if shares_much(problem)
                && fits(KernelName::Rows)
                && let Ok(rows) = rows()
            {
                return Ok(rows);
            }
            match fits(KernelName::Lanes) {
                true => lanes().or_else(|_| links()),
                false => links(),
            }
        }
    }
}
