//! The kinds that have a class of their own: grids of digits.

use std::any::Any;
use std::sync::Arc;

use dominox::Solution;
use dominox::puzzles::sudoku::Placement;
use dominox::puzzles::{self, Shape};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::build::iterate;
use crate::errors::{located, value_error};
use crate::numbers::{in_range, natural};
use crate::puzzle::{Origin, Puzzle, Shared};
use crate::read::read_one;
use crate::words::of_sudoku;

/// A Sudoku of 4×4 to 36×36 cells.
///
/// Read one Sudoku in any layout that dominox knows.
///
/// Args:
///     text: the puzzle.
///     box: the rows and the columns of a box, if they are not the default for the size.
///
/// Raises:
///     ParseError: if the text is not one Sudoku.
///     ValueError: if a box cannot have this shape.
#[pyclass(frozen, extends = Puzzle, module = "dominox")]
pub struct Sudoku;

#[pymethods]
impl Sudoku {
    #[new]
    #[pyo3(signature = (text, *, r#box = None))]
    fn new(
        py: Python,
        text: &str,
        r#box: Option<&Bound<PyAny>>,
    ) -> PyResult<PyClassInitializer<Sudoku>> {
        let sudoku = match r#box {
            None => {
                let read = text.parse::<puzzles::Sudoku>();
                read.map_err(|fault| located(py, &fault.map(|fault| of_sudoku(&fault))))?
            }
            Some(sides) => {
                let reading = read_one(py, text, Some(puzzles::Sudoku::KIND), Some(boxes(sides)?))?;
                *downcast(reading.puzzle)
            }
        };
        Ok(Sudoku::of(sudoku, Some(1)))
    }

    /// A Sudoku from rows of digits, in which 0 and None are blanks; a list of lists, or a numpy array.
    ///
    /// Raises:
    ///     ValueError: if the rows are not a grid of a possible size.
    #[staticmethod]
    #[pyo3(signature = (rows, *, r#box = None))]
    fn from_grid(
        py: Python,
        rows: &Bound<PyAny>,
        r#box: Option<&Bound<PyAny>>,
    ) -> PyResult<Py<Sudoku>> {
        let mut cells: Vec<Vec<Bound<PyAny>>> = Vec::new();
        for (row, values) in iterate(rows, "rows")?.enumerate() {
            let values = iterate(&values?, format_args!("row {row}"))?;
            cells.push(values.collect::<PyResult<_>>()?);
        }
        let size = cells.len();
        let shape = match r#box {
            Some(sides) => boxes(sides)?,
            None => Shape::of_size(size)
                .ok_or_else(|| value_error(format!("no Sudoku has {size} rows")))?,
        };
        if shape.size() != size {
            return Err(value_error(format!(
                "{size} rows: expected {}",
                shape.size()
            )));
        }
        let sudoku = puzzles::Sudoku::new(shape, placements(&cells)?);
        Py::new(py, Sudoku::of(sudoku, None))
    }

    /// The number of rows.
    #[getter]
    fn size(slf: PyRef<Self>) -> usize {
        shape(&slf.as_super().puzzle).map_or(0, |(rows, columns)| rows * columns)
    }

    /// The rows and the columns of a box.
    #[getter]
    fn r#box(slf: PyRef<Self>) -> Option<(usize, usize)> {
        shape(&slf.as_super().puzzle)
    }

    fn __repr__(slf: PyRef<Self>) -> String {
        let puzzle = &slf.as_super().puzzle;
        let (rows, columns) = shape(puzzle).unwrap_or_default();
        let (size, givens) = (rows * columns, puzzle.givens().len());
        format!("<dominox.Sudoku: {size}x{size}, {givens} given>")
    }
}

impl Sudoku {
    /// A Sudoku that was read from this line, if it was read.
    fn of(sudoku: puzzles::Sudoku, line: Option<u64>) -> PyClassInitializer<Sudoku> {
        alone(Arc::new(sudoku), puzzles::Sudoku::KIND.name, line).add_subclass(Sudoku)
    }
}

/// A Sudoku whose cells are covered by 36 dominoes and nine single digits; an answer is a grid.
///
/// Read one Sudominoku.
///
/// Raises:
///     ParseError: if the text is not one Sudominoku.
#[pyclass(frozen, extends = Puzzle, module = "dominox")]
pub struct Sudominoku;

#[pymethods]
impl Sudominoku {
    #[new]
    fn new(py: Python, text: &str) -> PyResult<PyClassInitializer<Sudominoku>> {
        let case = text.parse::<puzzles::Sudominoku>();
        let case = case.map_err(|fault| located(py, &fault))?;
        let base = alone(Arc::new(case), puzzles::Sudominoku::KIND.name, Some(1));
        Ok(base.add_subclass(Sudominoku))
    }

    fn __repr__(slf: PyRef<Self>) -> String {
        format!(
            "<dominox.Sudominoku: {} pieces given>",
            slf.as_super().puzzle.givens().len()
        )
    }
}

/// The digits in the cells of a square; 0 and None are blanks.
fn placements(cells: &[Vec<Bound<PyAny>>]) -> PyResult<Vec<Placement>> {
    let size = cells.len();
    let mut givens = Vec::new();
    for (row, digits) in cells.iter().enumerate() {
        if digits.len() != size {
            let found = digits.len();
            return Err(value_error(format!(
                "row {row} has {found} cells: expected {size}"
            )));
        }
        for (column, digit) in digits.iter().enumerate() {
            let place = format_args!("row {row}, column {column}");
            let digit = match digit.is_none() {
                true => 0,
                false => in_range(digit, place, 0..=size as u64)? as u8,
            };
            if digit > 0 {
                givens.push(Placement { row, column, digit });
            }
        }
    }
    Ok(givens)
}

/// A puzzle that is the only one of its text.
fn alone(puzzle: Shared, kind: &'static str, line: Option<u64>) -> PyClassInitializer<Puzzle> {
    let origin = Origin::Text {
        kind,
        number: 1,
        line,
    };
    PyClassInitializer::from(Puzzle { puzzle, origin })
}

/// A Python object of the class of this puzzle.
pub fn object(py: Python, puzzle: Puzzle) -> PyResult<Py<PyAny>> {
    let (is_sudoku, is_sudominoku) = (
        shape(&puzzle.puzzle).is_some(),
        sudominoku(&puzzle.puzzle).is_some(),
    );
    let base = PyClassInitializer::from(puzzle);
    Ok(match (is_sudoku, is_sudominoku) {
        (true, _) => Py::new(py, base.add_subclass(Sudoku))?.into_any(),
        (_, true) => Py::new(py, base.add_subclass(Sudominoku))?.into_any(),
        _ => Py::new(py, base)?.into_any(),
    })
}

/// The shape of boxes with these rows and columns, a pair.
pub fn boxes(sides: &Bound<PyAny>) -> PyResult<Shape> {
    let Ok((rows, columns)) = sides.extract::<(Bound<PyAny>, Bound<PyAny>)>() else {
        let kind = sides.get_type().name()?;
        let text = format!("box is of type {kind}: expected a tuple of two ints");
        return Err(PyTypeError::new_err(text));
    };
    let side = |value, what| natural(value, what).map(|side| side as usize);
    let shape = Shape::new(
        side(&rows, "the rows of a box")?,
        side(&columns, "the columns of a box")?,
    );
    shape.map_err(value_error)
}

/// The puzzle as a Sudoku, whose kind is known.
fn downcast(puzzle: Box<dyn puzzles::Puzzle>) -> Box<puzzles::Sudoku> {
    let puzzle: Box<dyn Any> = puzzle;
    puzzle
        .downcast()
        .expect("a reader of Sudokus reads Sudokus")
}

fn sudominoku(puzzle: &Shared) -> Option<&puzzles::Sudominoku> {
    (**puzzle).downcast_ref()
}

/// The rows and the columns of a box of a Sudoku.
pub fn shape(puzzle: &Shared) -> Option<(usize, usize)> {
    let sudoku: &puzzles::Sudoku = (**puzzle).downcast_ref()?;
    let shape = sudoku.rules().shape();
    Some((shape.rows_per_box(), shape.columns_per_box()))
}

/// The digits that a solution puts into the cells, if the puzzle has some.
pub fn grid(puzzle: &Shared, solution: &Solution) -> Option<Vec<Vec<usize>>> {
    let (size, digits) = if let Some(case) = sudominoku(puzzle) {
        (9, case.grid(solution).to_vec())
    } else if let Some(sudoku) = (**puzzle).downcast_ref::<puzzles::Sudoku>() {
        (sudoku.rules().shape().size(), sudoku.digits(solution))
    } else {
        let variant: &puzzles::Variant = (**puzzle).downcast_ref()?;
        let field = variant.field();
        let is_alone = field.grids().len() == 1;
        is_alone.then(|| (field.size(), variant.digits(solution.options())))?
    };
    let row = |row: &[u8]| row.iter().map(|&digit| usize::from(digit)).collect();
    Some(digits.chunks(size).map(row).collect())
}

/// The text of a question.
pub fn question(puzzle: &Shared) -> String {
    if let Some(case) = sudominoku(puzzle) {
        return case.to_string();
    }
    if let Some(variant) = (**puzzle).downcast_ref::<puzzles::Variant>() {
        return variant.to_string();
    }
    if shape(puzzle).is_some() {
        return puzzle.answer_text(1, &Solution::new(puzzle.givens().to_vec()));
    }
    let problem = puzzle.problem();
    if (**puzzle).downcast_ref::<puzzles::Matrix>().is_none() {
        return problem.to_string();
    }
    let mut text = String::new();
    for option in problem.options() {
        let mut row = vec!["0"; problem.item_count()];
        for entry in problem.entries(option) {
            row[entry.item.index()] = "1";
        }
        text += &row.join(" ");
        text.push('\n');
    }
    text
}
