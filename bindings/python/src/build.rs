//! Problems from Python's own values.
//!
//! ```text
//!     [["a", "b"], [(0, 1)], ["b", "x:red"]]       an item is any hashable; its name is its `str()`
//!       0 1        (0, 1): 2    1    x: 3, red
//! ```

use std::fmt;

use dominox::Problem;
use dominox::problem::{Bounds, BuildError, Entry, ItemId};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyIterator, PyString};

use crate::errors::value_error;
use crate::numbers::{in_range, index};

/// Values that are read between two looks for a signal.
const MANY: usize = 1 << 12;

/// Where something stands among the arguments.
#[derive(Clone, Copy)]
enum Place {
    Primary,
    Secondary,
    Option(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Primary => f.write_str("primary"),
            Place::Secondary => f.write_str("secondary"),
            Place::Option(index) => write!(f, "option {index}"),
        }
    }
}

/// An item.
struct Item {
    name: String,
    /// Where it was met first.
    place: Place,
    /// How often it is to be covered; `None` if it is secondary.
    bounds: Option<Bounds>,
}

/// The items met so far, by object and by name.
struct Items<'py> {
    numbers: Bound<'py, PyDict>,
    names: Bound<'py, PyDict>,
    list: Vec<Item>,
    /// What is read now.
    place: Place,
}

impl<'py> Items<'py> {
    fn new(py: Python<'py>) -> Self {
        Items {
            numbers: PyDict::new(py),
            names: PyDict::new(py),
            list: Vec::new(),
            place: Place::Primary,
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
        self.list.push(Item {
            name,
            place: self.place,
            bounds: match self.place {
                Place::Secondary => None,
                Place::Primary | Place::Option(_) => Some(Bounds::EXACT),
            },
        });
        Ok(number)
    }

    /// The number of the item of this name, which may be new.
    fn named(&mut self, name: &Bound<'py, PyString>) -> PyResult<usize> {
        let short: String = name.to_cow()?.split_whitespace().collect();
        let item = self.names.get_item(short)?;
        self.number(item.as_ref().unwrap_or(name.as_any()))
    }

    /// Adds the items of an argument, which are new.
    fn add(&mut self, values: Option<&Bound<'py, PyAny>>, place: Place) -> PyResult<()> {
        self.place = place;
        let Some(values) = values else {
            return Ok(());
        };
        for item in iterate(values, place)? {
            let item = item?;
            if self.find(&item)?.is_some() {
                let item = item.repr()?;
                return Err(value_error(format!(
                    "the item {item} is in {place}, and was named before"
                )));
            }
            self.number(&item)?;
        }
        Ok(())
    }

    /// Gives bounds to the items that have some.
    fn bound(&mut self, bounds: &Bound<'py, PyAny>) -> PyResult<()> {
        for pair in pairs(bounds)? {
            let (item, value): (Bound<PyAny>, Bound<PyAny>) = pair?.extract()?;
            let number = self.find(&item)?;
            let item = item.repr()?;
            let known = number.map(|number| &mut self.list[number].bounds);
            let known = known.ok_or_else(|| {
                value_error(format!(
                    "the item {item} is in bounds, and neither in primary nor in an option"
                ))
            })?;
            give(known, format_args!("the item {item}"), &value)?;
        }
        Ok(())
    }
}

/// The elements of an iterable; a string is refused, since its characters are never meant.
pub fn iterate<'py>(
    values: &Bound<'py, PyAny>,
    what: impl fmt::Display,
) -> PyResult<Bound<'py, PyIterator>> {
    let is_text = values.is_instance_of::<PyString>() || values.is_instance_of::<PyBytes>();
    if let (false, Ok(iterator)) = (is_text, values.try_iter()) {
        return Ok(iterator);
    }
    let kind = values.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "{what} is of type {kind}: expected an iterable such as a list"
    )))
}

/// The pairs of a mapping.
fn pairs<'py>(bounds: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyIterator>> {
    match bounds.getattr_opt(intern!(bounds.py(), "items"))? {
        Some(items) => items.call0()?.try_iter(),
        None => {
            let kind = bounds.get_type().name()?;
            let text = format!("bounds is of type {kind}: expected a mapping such as a dict");
            Err(PyTypeError::new_err(text))
        }
    }
}

/// Gives bounds to an item, unless it is secondary: an int for exactly so often, or a pair.
fn give(
    bounds: &mut Option<Bounds>,
    item: impl fmt::Display,
    value: &Bound<PyAny>,
) -> PyResult<()> {
    if bounds.is_none() {
        return Err(value_error(format!(
            "{item} is secondary: only others have bounds"
        )));
    }
    let pair = value.extract::<[Bound<PyAny>; 2]>();
    let pair = pair.unwrap_or_else(|_| [value.clone(), value.clone()]);
    let [low, high] = [&pair[0], &pair[1]].map(|bound| {
        let bound = in_range(
            bound,
            format_args!("a bound of {item}"),
            0..=u32::MAX.into(),
        )?;
        Ok::<_, PyErr>(bound as u32)
    });
    let (low, high) = (low?, high?);
    if low > high || high == 0 {
        return Err(value_error(format!(
            "the bounds of {item} are {low} and {high}: expected low <= high and high >= 1"
        )));
    }
    *bounds = Some(Bounds { low, high });
    Ok(())
}

/// The error with its place before its text.
fn at(py: Python, place: Place, error: PyErr) -> PyErr {
    let value = error.value(py);
    // A UnicodeEncodeError is made of five arguments, not of a message.
    match value.getattr("args").and_then(|args| args.len()) {
        Ok(1) => PyErr::from_type(error.get_type(py), (format!("{place}: {value}"),)),
        _ => error,
    }
}

/// An entry: the number of an item, and perhaps its colour.
type Named = (usize, Option<String>);

/// The entries of an option. A string `x:red` is the item of the name `x` in colour `red`.
fn entries<'py>(items: &mut Items<'py>, option: &Bound<'py, PyAny>) -> PyResult<Vec<Named>> {
    let (py, place) = (option.py(), items.place);
    let mut entry = |item: PyResult<Bound<'py, PyAny>>| {
        let item = item?;
        let text = item.cast::<PyString>().ok();
        let text = text.map(|text| text.to_cow()).transpose()?;
        match text.as_deref().and_then(|text| text.split_once(':')) {
            Some((name, color)) => {
                let name = PyString::new(py, name);
                Ok((items.named(&name)?, Some(color.to_string())))
            }
            None => Ok((items.number(&item)?, None)),
        }
    };
    let all = iterate(option, place)?;
    all.map(|item| entry(item).map_err(|error| at(py, place, error)))
        .collect()
}

pub fn from_options<'py>(
    options: &Bound<'py, PyAny>,
    (primary, secondary): (Option<&Bound<'py, PyAny>>, Option<&Bound<'py, PyAny>>),
    bounds: Option<&Bound<'py, PyAny>>,
) -> PyResult<Problem> {
    let py = options.py();
    let mut items = Items::new(py);
    items.add(primary, Place::Primary)?;
    items.add(secondary, Place::Secondary)?;
    let named = items.list.len();

    let mut all: Vec<Vec<Named>> = Vec::new();
    for (index, option) in iterate(options, "options")?.enumerate() {
        if index % MANY == 0 {
            py.check_signals()?;
        }
        items.place = Place::Option(index);
        all.push(entries(&mut items, &option?)?);
        if primary.is_some() && items.list.len() > named {
            let (place, name) = (items.place, &items.list[named].name);
            return Err(value_error(format!(
                "{place}: the item `{name}` is neither in primary nor in secondary"
            )));
        }
    }
    bounds.map_or(Ok(()), |bounds| items.bound(bounds))?;
    build(&items.list, &all)
}

/// The problem of these options.
fn build(items: &[Item], options: &[Vec<Named>]) -> PyResult<Problem> {
    let mut builder = Problem::builder();
    let mut ids: Vec<Option<ItemId>> = vec![None; items.len()];
    // A builder takes primary items first.
    for is_secondary in [false, true] {
        for (item, id) in items.iter().zip(&mut ids) {
            let added = match item.bounds {
                Some(Bounds { low, high }) if !is_secondary => {
                    builder.bounded(&*item.name, low, high)
                }
                None if is_secondary => builder.secondary(&*item.name),
                _ => continue,
            };
            let place = item.place;
            *id = Some(added.map_err(|error| value_error(format!("{place}: {error}")))?);
        }
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

pub fn from_matrix(
    matrix: &Bound<PyAny>,
    secondary: Option<&Bound<PyAny>>,
    bounds: Option<&Bound<PyAny>>,
) -> PyResult<Problem> {
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
    let mut items = Vec::from_iter((1..=width.unwrap_or(0)).map(|number| Item {
        name: format!("c{number}"),
        place: Place::Primary,
        bounds: Some(Bounds::EXACT),
    }));
    let width = items.len();
    if let Some(columns) = secondary {
        for column in iterate(columns, Place::Secondary)? {
            items[index(&column?, "column", width)?].bounds = None;
        }
    }
    if let Some(bounds) = bounds {
        for pair in pairs(bounds)? {
            let (column, value): (Bound<PyAny>, Bound<PyAny>) = pair?.extract()?;
            let column = index(&column, "column", width)?;
            give(
                &mut items[column].bounds,
                format_args!("column {column}"),
                &value,
            )?;
        }
    }
    build(&items, &rows)
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
    for (column, cell) in iterate(&as_list(row)?, format_args!("row {index}"))?.enumerate() {
        if is_one(&cell?, index, column)? {
            ones.push((column, None));
        }
        found = column + 1;
    }
    Ok((ones, found))
}
