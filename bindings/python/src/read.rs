//! Reading puzzles from text.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use dominox::puzzles::{self, Column, Cover, Kind, ReadError, Reading, Shape};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};

use crate::errors::{unreadable, value_error};
use crate::interrupt;
use crate::numbers::in_range;
use crate::puzzle::{Origin, Puzzle};
use crate::sudoku::{boxes, object};

/// Puzzles that are made between two looks for a signal.
const MANY: usize = 1 << 10;

/// Read all puzzles of a text.
///
/// Args:
///     text: puzzles of one kind.
///     kind: the kind, if it cannot be detected.
///     box: the rows and the columns of the boxes of Sudokus.
///     column: the column of a table, by its name or its number from 1, that holds the puzzles.
///     errors: with ``"return"``, a bad puzzle does not affect the others: its ParseError takes its place in the list.
///
/// Raises:
///     ParseError: at the first bad puzzle.
#[pyfunction]
#[pyo3(signature = (text, *, kind = None, r#box = None, column = None, errors = "raise"))]
pub fn read<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyAny>,
    kind: Option<&str>,
    r#box: Option<&Bound<PyAny>>,
    column: Option<&Bound<'py, PyAny>>,
    errors: &str,
) -> PyResult<Bound<'py, PyList>> {
    let in_unicode = text.cast::<PyString>().map(|text| text.to_cow());
    let in_unicode = in_unicode.ok().transpose()?;
    let bytes = if let Some(text) = &in_unicode {
        text.as_bytes()
    } else if let Ok(bytes) = text.cast::<PyBytes>() {
        bytes.as_bytes()
    } else {
        let kind = text.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "the text is of type {kind}: expected str or bytes"
        )));
    };
    let is_raised = is_raised(errors)?;
    let kind = kind.map(kind_named).transpose()?;
    let shape = r#box.map(boxes).transpose()?;
    let column = match column {
        None => None,
        Some(column) if column.is_instance_of::<PyString>() => {
            Some(Column::from(&*column.str()?.to_cow()?))
        }
        Some(column) => {
            let number = in_range(column, "the column", 1..=u32::MAX.into())?;
            Some(Column::from(&*number.to_string()))
        }
    };
    let cancel = AtomicBool::new(false);
    let found = interrupt::run(py, &cancel, || {
        let mut reader = reader(bytes, kind, shape);
        if let Some(column) = column {
            reader = reader.column(column);
        }
        let mut found: Vec<Result<Reading, ReadError>> = Vec::new();
        for reading in reader {
            if cancel.load(Ordering::Relaxed) {
                break;
            }
            let is_last = is_raised && reading.is_err();
            found.push(reading);
            if is_last {
                break;
            }
        }
        found
    })?;
    list(py, found, is_raised)
}

/// Whether a bad puzzle is raised, and not returned in its place.
fn is_raised(errors: &str) -> PyResult<bool> {
    match errors {
        "raise" => Ok(true),
        "return" => Ok(false),
        _ => Err(value_error(format!(
            "errors is '{errors}': expected 'raise' or 'return'"
        ))),
    }
}

/// Puzzles as objects; a bad one is raised, or stands as an error in its place.
fn list(
    py: Python,
    found: Vec<Result<Reading, ReadError>>,
    is_raised: bool,
) -> PyResult<Bound<PyList>> {
    let list = PyList::empty(py);
    for (index, reading) in found.into_iter().enumerate() {
        if index % MANY == 0 {
            py.check_signals()?;
        }
        match reading {
            Ok(reading) => list.append(object(py, puzzle(reading))?)?,
            Err(error) if is_raised => return Err(unreadable(py, error)),
            Err(error) => list.append(unreadable(py, error).into_value(py))?,
        }
    }
    Ok(list)
}

/// A puzzle that was pickled.
#[pyfunction]
#[pyo3(name = "_restore")]
pub fn restore(
    py: Python,
    text: &str,
    kind: &str,
    r#box: Option<&Bound<PyAny>>,
    number: u64,
    line: Option<u64>,
) -> PyResult<Py<PyAny>> {
    let shape = r#box.map(boxes).transpose()?;
    let kind = kind_named(kind)?;
    // Cases end with a 0, which is not part of one.
    let end = if kind == puzzles::Sudominoku::KIND {
        "0\n"
    } else {
        ""
    };
    let reading = read_one(py, &format!("{text}{end}"), Some(kind), shape)?;
    let Puzzle { puzzle, .. } = puzzle(reading);
    let origin = Origin::Text {
        kind: kind.name,
        number,
        line,
    };
    object(py, Puzzle { puzzle, origin })
}

/// The only puzzle of a text.
pub fn read_one(
    py: Python,
    text: &str,
    kind: Option<&'static Kind>,
    shape: Option<Shape>,
) -> PyResult<Reading> {
    let mut reader = reader(text.as_bytes(), kind, shape);
    let first = reader
        .next()
        .ok_or_else(|| value_error("the text has no puzzle"))?;
    let first = first.map_err(|error| unreadable(py, error))?;
    match reader.next() {
        None => Ok(first),
        Some(Err(error)) => Err(unreadable(py, error)),
        Some(Ok(second)) => {
            let line = second.line;
            Err(value_error(format!(
                "another puzzle begins in line {line}: expected one, use dominox.read"
            )))
        }
    }
}

fn reader<'t>(
    bytes: &'t [u8],
    kind: Option<&'static Kind>,
    shape: Option<Shape>,
) -> puzzles::Reader<&'t [u8]> {
    let mut reader = puzzles::read(bytes);
    if let Some(kind) = kind {
        reader = reader.kind(kind);
    }
    if let Some(shape) = shape {
        reader = reader.shape(shape);
    }
    reader
}

fn puzzle(reading: Reading) -> Puzzle {
    let Reading {
        index,
        line,
        kind,
        puzzle,
    } = reading;
    // Its words number options as Python does.
    let cover = puzzle.downcast_ref::<Cover>();
    let cover = cover.map(|cover| cover.clone().numbered_from(0));
    Puzzle {
        puzzle: match cover {
            Some(cover) => Arc::new(cover),
            None => puzzle.into(),
        },
        origin: Origin::Text {
            kind: kind.name,
            number: index,
            line: Some(line),
        },
    }
}

fn kind_named(name: &str) -> PyResult<&'static Kind> {
    Kind::named(name).ok_or_else(|| {
        let names = puzzles::KINDS
            .map(|kind| format!("'{}'", kind.name))
            .join(", ");
        value_error(format!("no kind '{name}': expected one of {names}"))
    })
}
