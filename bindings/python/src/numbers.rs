//! Numbers and option indices, between Python and the library.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

use dominox::Solution;
use dominox::num_bigint::BigUint;
use dominox::problem::OptionId;
use pyo3::exceptions::{PyAttributeError, PyIndexError, PyOverflowError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyTuple};

use crate::errors::value_error;

/// An `int` of any size.
pub fn int<'py>(py: Python<'py>, number: &BigUint) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(word) = u64::try_from(number) {
        return Ok(word.into_pyobject(py)?.into_any());
    }
    let bytes = PyBytes::new(py, &number.to_bytes_le());
    let int = py.get_type::<PyInt>();
    int.call_method1(intern!(py, "from_bytes"), (bytes, intern!(py, "little")))
}

/// An `int`, or what stands for one.
pub fn whole<'py>(value: &Bound<'py, PyAny>, what: impl Display) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    match value.call_method0(intern!(py, "__index__")) {
        Ok(number) => Ok(number),
        Err(error) if !is_missing(py, &error) => Err(error),
        Err(_) => {
            let kind = value.get_type().name()?;
            Err(PyTypeError::new_err(format!(
                "{what} is of type {kind}: expected an int"
            )))
        }
    }
}

/// Whether an error says that a value is not of the right type.
fn is_missing(py: Python, error: &PyErr) -> bool {
    error.is_instance_of::<PyTypeError>(py) || error.is_instance_of::<PyAttributeError>(py)
}

/// A number of at least 0; one that is too large is the largest.
pub fn natural(value: &Bound<PyAny>, what: &str) -> PyResult<u64> {
    let number = whole(value, what)?;
    if number.lt(0)? {
        return Err(value_error(format!(
            "{what} is {number}: expected 0 or more"
        )));
    }
    Ok(number.extract().unwrap_or(u64::MAX))
}

/// A number of this range.
pub fn in_range(
    value: &Bound<PyAny>,
    what: impl Display,
    range: RangeInclusive<u64>,
) -> PyResult<u64> {
    let number = whole(value, &what)?;
    let inside = number.extract().ok().filter(|word| range.contains(word));
    inside.ok_or_else(|| {
        let (low, high) = range.into_inner();
        value_error(format!("{what} is {number}: expected {low} to {high}"))
    })
}

/// A number of 64 bits.
pub fn word(value: &Bound<PyAny>, what: impl Display) -> PyResult<u64> {
    in_range(value, what, 0..=u64::MAX)
}

/// A number of at least 0 of any size.
pub fn big(value: &Bound<PyAny>) -> PyResult<BigUint> {
    let py = value.py();
    let bits: usize = value.call_method0(intern!(py, "bit_length"))?.extract()?;
    let bytes = value.call_method1(
        intern!(py, "to_bytes"),
        (bits.div_ceil(8), intern!(py, "little")),
    )?;
    Ok(BigUint::from_bytes_le(bytes.cast::<PyBytes>()?.as_bytes()))
}

/// A time in seconds; `None` if it is longer than any run.
pub fn seconds(value: &Bound<PyAny>) -> PyResult<Option<Duration>> {
    let py = value.py();
    let number: f64 = match value.extract() {
        Ok(number) => number,
        // An int that no float can hold.
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => match value.lt(0)? {
            true => f64::NEG_INFINITY,
            false => f64::INFINITY,
        },
        Err(error) if !is_missing(py, &error) => return Err(error),
        Err(_) => {
            let kind = value.get_type().name()?;
            let text = format!("timeout is of type {kind}: expected seconds");
            return Err(PyTypeError::new_err(text));
        }
    };
    if number.is_nan() || number < 0.0 {
        return Err(value_error(format!(
            "timeout is {number}: expected 0 or more seconds"
        )));
    }
    Ok(Duration::try_from_secs_f64(number).ok())
}

/// An index of one of `count` things.
pub fn index(value: &Bound<PyAny>, what: &str, count: usize) -> PyResult<usize> {
    let number = whole(value, format_args!("the {what}"))?;
    match number.extract::<usize>() {
        Ok(index) if index < count => Ok(index),
        _ if count == 0 => Err(PyIndexError::new_err(format!(
            "{what} {number}: there are none"
        ))),
        _ => {
            let last = count - 1;
            Err(PyIndexError::new_err(format!(
                "{what} {number}: expected 0 to {last}"
            )))
        }
    }
}

/// The option with this index.
pub fn option_id(value: &Bound<PyAny>, count: usize) -> PyResult<OptionId> {
    index(value, "option", count).map(OptionId::new)
}

/// The options with these indices.
pub fn option_ids(values: &Bound<PyAny>, count: usize) -> PyResult<Vec<OptionId>> {
    let option = |value: PyResult<Bound<PyAny>>| option_id(&value?, count);
    values.try_iter()?.map(option).collect()
}

/// The solution of these options, which were pickled.
pub fn solution(options: Vec<usize>) -> Solution {
    Solution::new(options.into_iter().map(OptionId::new).collect())
}

/// The indices of options.
pub fn indices<'py>(py: Python<'py>, options: &[OptionId]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, options.iter().map(|option| option.index()))
}

/// The indices of the options of a solution, ascending.
pub fn tuple<'py>(py: Python<'py>, solution: &Solution) -> PyResult<Bound<'py, PyTuple>> {
    indices(py, solution.options())
}
