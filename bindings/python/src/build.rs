//! Problems from Python's own values.
//!
//! ```text
//!     [["a", "b"], [(0, 1)], ["b", "x:red"]]       an item is any hashable; its name is its `str()`
//!       0 1        (0, 1): 2    1    x: 3, red
//! ```

use dominox::Problem;
use dominox::problem::{BuildError, Entry, ItemId};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyString};

use crate::errors::value_error;
use crate::numbers::option_id;

/// Values that are read between two looks for a signal.
const MANY: usize = 1 << 12;

/// The items met so far, by object and by name.
struct Items<'py> {
    numbers: Bound<'py, PyDict>,
    names: Bound<'py, PyDict>,
    list: Vec<String>,
}

impl<'py> Items<'py> {
    fn new(py: Python<'py>) -> Self {
        Items {
            numbers: PyDict::new(py),
            names: PyDict::new(py),
            list: Vec::new(),
        }
    }

    /// The number of an item, if it was met.
    fn find(&self, item: &Bound<'py, PyAny>) -> PyResult<Option<usize>> {
        let number = self.numbers.get_item(item)?;
        number.map(|number| number.extract()).transpose()
    }

    /// The number of an item, which may be new.
    fn number(&mut self, item: &Bound<'py, PyAny>) -> PyResult<usize> {
        if let Some(number) = self.find(item)? {
            return Ok(number);
        }
        let name: String = item.str()?.to_cow()?.split_whitespace().collect();
        if let Some(other) = self.names.get_item(&name)? {
            let (other, item) = (other.repr()?, item.repr()?);
            return Err(value_error(format!(
                "the items {other} and {item} have the same name `{name}`"
            )));
        }
        let number = self.list.len();
        self.numbers.set_item(item, number)?;
        self.names.set_item(&name, item)?;
        self.list.push(name);
        Ok(number)
    }
}

/// What is iterated over: not a string, whose characters nobody means.
fn iterate<'py>(
    values: &Bound<'py, PyAny>,
    what: &str,
) -> PyResult<Bound<'py, pyo3::types::PyIterator>> {
    if values.is_instance_of::<PyString>() || values.is_instance_of::<PyBytes>() {
        let text =
            format!("{what} is a string: expected an iterable of items, such as \"a b\".split()");
        return Err(PyTypeError::new_err(text));
    }
    values.try_iter().map_err(|_| {
        let kind = values
            .get_type()
            .name()
            .map_or_else(|_| "?".into(), |name| name.to_string());
        PyTypeError::new_err(format!("{what} is of type {kind}: expected an iterable"))
    })
}

/// The error with its place before its text.
fn at(py: Python, place: &str, error: PyErr) -> PyErr {
    let value = error.value(py);
    // A UnicodeEncodeError is made of five arguments, not of a message.
    match value.getattr("args").and_then(|args| args.len()) {
        Ok(1) => PyErr::from_type(error.get_type(py), (format!("{place}: {value}"),)),
        _ => error,
    }
}

/// An entry: the number of an item, and perhaps its colour.
type Named = (usize, Option<String>);

/// The entries of an option. A string `x:red` is the item `x` in colour `red`.
fn entries<'py>(items: &mut Items<'py>, option: &Bound<'py, PyAny>) -> PyResult<Vec<Named>> {
    let entry = |item: PyResult<Bound<'py, PyAny>>| {
        let item = item?;
        let text = item
            .cast::<PyString>()
            .ok()
            .map(|text| text.to_cow())
            .transpose()?;
        match text.as_deref().and_then(|text| text.split_once(':')) {
            Some((name, color)) => {
                let name = PyString::new(item.py(), name).into_any();
                Ok((items.number(&name)?, Some(color.to_string())))
            }
            None => Ok((items.number(&item)?, None)),
        }
    };
    iterate(option, "it")?.map(entry).collect()
}

pub fn from_options<'py>(
    options: &Bound<'py, PyAny>,
    primary: Option<&Bound<'py, PyAny>>,
    secondary: Option<&Bound<'py, PyAny>>,
) -> PyResult<Problem> {
    let py = options.py();
    let mut items = Items::new(py);
    let named = |items: &mut Items<'py>, values: Option<&Bound<'py, PyAny>>, what: &str| {
        let Some(values) = values else {
            return Ok(());
        };
        for item in iterate(values, what)? {
            let item = item?;
            if items.find(&item)?.is_some() {
                let item = item.repr()?;
                return Err(value_error(format!(
                    "the item {item} is in {what}, and was named before"
                )));
            }
            items.number(&item)?;
        }
        Ok(())
    };
    named(&mut items, secondary, "secondary")?;
    let secondary_count = items.list.len();
    named(&mut items, primary, "primary")?;
    let named_count = items.list.len();

    let mut all: Vec<Vec<Named>> = Vec::new();
    for (index, option) in iterate(options, "options")?.enumerate() {
        if index % MANY == 0 {
            py.check_signals()?;
        }
        let place = format!("option {index}");
        let entries = entries(&mut items, &option?).map_err(|error| at(py, &place, error))?;
        if primary.is_some() && items.list.len() > named_count {
            let name = &items.list[named_count];
            return Err(value_error(format!(
                "{place}: the item `{name}` is neither in primary nor in secondary"
            )));
        }
        all.push(entries);
    }
    let first = secondary_count..items.list.len();
    build(
        &items.list,
        first.chain(0..secondary_count),
        secondary_count,
        &all,
    )
}

/// The problem of these options, whose items are in this order; the last ones are secondary.
fn build(
    names: &[String],
    order: impl Iterator<Item = usize>,
    secondary_count: usize,
    options: &[Vec<Named>],
) -> PyResult<Problem> {
    let mut builder = Problem::builder();
    let mut ids: Vec<Option<ItemId>> = vec![None; names.len()];
    for number in order {
        let id = match number < secondary_count {
            true => builder.secondary(&*names[number]),
            false => builder.primary(&*names[number]),
        };
        ids[number] = Some(id.map_err(value_error)?);
    }
    for (index, option) in options.iter().enumerate() {
        let mut add = || {
            let mut entries = Vec::with_capacity(option.len());
            for (number, color) in option {
                let item = ids[*number].expect("each item has an id");
                let color = color
                    .as_deref()
                    .map(|name| builder.color(name))
                    .transpose()?;
                entries.push(Entry { item, color });
            }
            builder.option(entries)?;
            Ok(())
        };
        add().map_err(|error: BuildError| value_error(format!("option {index}: {error}")))?;
    }
    Ok(builder.build())
}

/// Whether there is a 1 in a cell.
fn is_one(cell: &Bound<PyAny>, row: usize, column: usize) -> PyResult<bool> {
    if let Ok(cell) = cell.cast::<PyBool>() {
        return Ok(cell.is_true());
    }
    let is_number = cell.is_instance_of::<PyInt>() || cell.is_instance_of::<PyFloat>();
    let number: Option<f64> = is_number.then(|| cell.extract().ok()).flatten();
    match number {
        Some(0.0) => Ok(false),
        Some(1.0) => Ok(true),
        _ => {
            let cell = cell.repr()?;
            Err(value_error(format!(
                "row {row}, column {column} is {cell}: expected 0 or 1"
            )))
        }
    }
}

pub fn from_matrix(matrix: &Bound<PyAny>, secondary: Option<&Bound<PyAny>>) -> PyResult<Problem> {
    let mut width = known_width(matrix)?;
    let mut rows: Vec<Vec<Named>> = Vec::new();
    for (index, row) in iterate(&as_list(matrix)?, "the matrix")?.enumerate() {
        if index % MANY == 0 {
            matrix.py().check_signals()?;
        }
        let (ones, found) = ones(&row?, index)?;
        let expected = *width.get_or_insert(found);
        if found != expected {
            return Err(value_error(format!(
                "row {index} has {found} columns: expected {expected}"
            )));
        }
        rows.push(ones);
    }
    let mut is_secondary = vec![false; width.unwrap_or(0)];
    if let Some(columns) = secondary {
        mark(columns, &mut is_secondary)?;
    }
    build_columns(&is_secondary, rows)
}

/// The columns of an array of numpy, which knows them even if it has no rows.
fn known_width(matrix: &Bound<PyAny>) -> PyResult<Option<usize>> {
    let shape = matrix.getattr_opt(intern!(matrix.py(), "shape"))?;
    let shape = shape.and_then(|shape| shape.extract::<(usize, usize)>().ok());
    Ok(shape.map(|(_, columns)| columns))
}

/// An array as a list; anything else as it is.
fn as_list<'py>(values: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match values.getattr_opt(intern!(values.py(), "tolist"))? {
        Some(to_list) => to_list.call0(),
        None => Ok(values.clone()),
    }
}

/// The columns with a 1 in a row, which can be an array by itself; and how many columns it has.
fn ones(row: &Bound<PyAny>, index: usize) -> PyResult<(Vec<Named>, usize)> {
    let (mut ones, mut found) = (Vec::new(), 0);
    for (column, cell) in iterate(&as_list(row)?, &format!("row {index}"))?.enumerate() {
        if is_one(&cell?, index, column)? {
            ones.push((column, None));
        }
        found = column + 1;
    }
    Ok((ones, found))
}

/// Marks the columns that are named.
fn mark(columns: &Bound<PyAny>, marks: &mut [bool]) -> PyResult<()> {
    let width = marks.len();
    for column in columns.try_iter()? {
        let column = column?;
        let index = option_id(&column, width).map_err(|error| {
            match error.is_instance_of::<PyTypeError>(columns.py()) {
                true => error,
                false => PyIndexError::new_err(format!("column {column}: the matrix has {width}")),
            }
        })?;
        marks[index.index()] = true;
    }
    Ok(())
}

/// The problem of these rows: the secondary columns come first, as `build` numbers them.
fn build_columns(is_secondary: &[bool], mut rows: Vec<Vec<Named>>) -> PyResult<Problem> {
    let width = is_secondary.len();
    let (secondary, others): (Vec<usize>, Vec<usize>) =
        (0..width).partition(|&column| is_secondary[column]);
    let count = secondary.len();
    let order = [secondary, others].concat();
    let mut place = vec![0; width];
    for (at, &column) in order.iter().enumerate() {
        place[column] = at;
    }
    for (column, _) in rows.iter_mut().flatten() {
        *column = place[*column];
    }
    let names: Vec<String> = order.iter().map(|column| format!("c{column}")).collect();
    build(&names, (count..width).chain(0..count), count, &rows)
}
