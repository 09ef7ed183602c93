//! Problems in the formats of other programs.

use std::ffi::CString;

use dominox::formats::{self, Format};
use dominox::problem::Part;
use dominox::puzzles::variant::Site;
use dominox::puzzles::{self, Sudoku, Variant, why_in};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;

use crate::errors::{located, value_error};
use crate::interrupt;

/// The problem as a text in this format, with a warning for each thing that has no place in it.
pub fn write(py: Python, problem: &dominox::Problem, to: &str) -> PyResult<String> {
    let format = named(to, |_| true, &[])?;
    let written = interrupt::run_briefly(py, || formats::write(problem, format))?;
    let written = written
        .map_err(|unfit| value_error(format!("'{to}' cannot hold this problem: {unfit}")))?;
    for loss in &written.losses {
        let text = CString::new(loss.to_string())?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)?;
    }
    Ok(written.text)
}

/// The problem of a text in this format.
pub fn read(py: Python, text: &str, format: &str) -> PyResult<dominox::Problem> {
    let format = named(format, Format::is_read, &[])?;
    let problem = interrupt::run_briefly(py, || formats::read(text, format))?;
    problem.map_err(|fault| located(py, &fault))
}

/// A puzzle in this format: the problem that its givens leave; or a Sudoku or a variant as a text or a link.
pub fn write_puzzle(py: Python, puzzle: &dyn puzzles::Puzzle, to: &str) -> PyResult<String> {
    let site = match to {
        "variant" => None,
        "fpuzzles" => Some(Site::FPuzzles),
        "sudokupad" => Some(Site::SudokuPad),
        _ => {
            named(to, |_| true, &["variant", "fpuzzles", "sudokupad"])?;
            return write(py, &left(puzzle)?, to);
        }
    };
    let variant = match (
        puzzle.downcast_ref::<Variant>(),
        puzzle.downcast_ref::<Sudoku>(),
    ) {
        (Some(variant), _) => variant.clone(),
        (None, Some(sudoku)) => Variant::of_sudoku(sudoku).map_err(value_error)?,
        (None, None) => return Err(value_error("neither a Sudoku nor a variant of one")),
    };
    match site {
        Some(site) => variant.link(site).map_err(value_error),
        None => Ok(variant.to_string()),
    }
}

/// The problem that the givens of a puzzle leave.
fn left(puzzle: &dyn puzzles::Puzzle) -> PyResult<dominox::Problem> {
    let part = Part::default();
    let left = puzzle.problem().of_part(&puzzle.with_givens(&part));
    left.map_err(|_| {
        let reason = why_in(puzzle, &part).map(|reason| reason.in_words(puzzle));
        value_error(reason.unwrap_or_else(|| "the givens contradict each other".into()))
    })
}

/// The format of this name, among those of which this holds.
fn named(name: &str, fits: fn(Format) -> bool, others: &[&'static str]) -> PyResult<Format> {
    let found = Format::named(name).filter(|&format| fits(format));
    found.ok_or_else(|| {
        let names = Format::ALL.into_iter().filter(|&format| fits(format));
        let names = names.map(Format::name).chain(others.iter().copied());
        let names = Vec::from_iter(names.map(|name| format!("'{name}'"))).join(", ");
        value_error(format!("no format '{name}': expected one of {names}"))
    })
}
