//! The exceptions.

use std::fmt::Display;

use dominox::engine::{Limit, ZddError};
use dominox::num_bigint::BigUint;
use dominox::problem::Located;
use dominox::puzzles::{ReadCause, ReadError};
use dominox::workshop::refused_words;
use pyo3::PyTypeInfo;
use pyo3::exceptions::{PyException, PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::numbers::int;
use crate::words;

pyo3::create_exception!(
    dominox,
    ParseError,
    PyValueError,
    "A text cannot be read: ``line`` and ``column``, from 1, say where, and ``message`` says what is wrong."
);
pyo3::create_exception!(
    dominox,
    Stopped,
    PyException,
    "A limit stopped a search: ``limit`` says which one, and ``at_least`` is a lower bound on the number of solutions."
);
pyo3::create_exception!(
    dominox,
    Unsupported,
    PyValueError,
    "The requested kernel or engine does not support the problem."
);

/// An exception with attributes.
fn with_attributes<E: PyTypeInfo>(
    py: Python,
    text: String,
    attributes: &[(&str, Bound<PyAny>)],
) -> PyErr {
    let error = PyErr::from_type(E::type_object(py), (text,));
    for (name, value) in attributes {
        if let Err(other) = error.value(py).setattr(*name, value) {
            return other;
        }
    }
    error
}

/// A fault in a text.
pub fn located<F: Display>(py: Python, fault: &Located<F>) -> PyErr {
    let attributes = || {
        Ok::<_, PyErr>([
            ("line", int(py, &BigUint::from(fault.line))?),
            ("column", int(py, &BigUint::from(fault.column))?),
            (
                "message",
                fault.fault.to_string().into_pyobject(py)?.into_any(),
            ),
        ])
    };
    match attributes() {
        Ok(attributes) => with_attributes::<ParseError>(py, fault.to_string(), &attributes),
        Err(error) => error,
    }
}

/// A puzzle that cannot be read.
pub fn unreadable(py: Python, error: ReadError) -> PyErr {
    match error.cause {
        ReadCause::Fault(fault) => located(py, &fault.map(|fault| words::of_puzzle(&fault))),
        ReadCause::Io(error) => PyOSError::new_err(error.to_string()),
    }
}

/// The name of a limit.
pub fn name_of(limit: Limit) -> &'static str {
    match limit {
        Limit::Solutions => "solutions",
        Limit::Nodes => "nodes",
        Limit::Time => "time",
        Limit::Memory => "memory",
        _ => "cancelled",
    }
}

/// A limit stopped a search, which knows this number of solutions, if any.
pub fn stopped(py: Python, limit: Limit, at_least: Option<&BigUint>) -> PyErr {
    let name = name_of(limit);
    let mut text = match limit {
        Limit::Cancelled => "cancelled".into(),
        _ => format!("the limit of {name} was reached"),
    };
    if let Some(number) = at_least {
        text += &format!(", with at least {number} solutions");
    }
    stopped_with(py, name, at_least, text)
}

fn stopped_with(py: Python, limit: &str, at_least: Option<&BigUint>, text: String) -> PyErr {
    let attributes = || {
        let at_least = match at_least {
            Some(number) => int(py, number)?,
            None => py.None().into_bound(py),
        };
        let limit = limit.into_pyobject(py)?.into_any();
        Ok::<_, PyErr>([("limit", limit), ("at_least", at_least)])
    };
    match attributes() {
        Ok(attributes) => with_attributes::<Stopped>(py, text, &attributes),
        Err(error) => error,
    }
}

/// Why there is no diagram.
pub fn no_diagram(py: Python, error: &ZddError) -> PyErr {
    match error {
        ZddError::Unsupported(error) => Unsupported::new_err(error.to_string()),
        ZddError::Stopped(limit, _) => stopped(py, *limit, None),
        other => stopped_with(py, name_of(Limit::Memory), None, other.to_string()),
    }
}

/// The error that an engine does not support a problem.
pub fn unsupported(error: &dominox::engine::Unsupported, problem: &dominox::Problem) -> PyErr {
    Unsupported::new_err(refused_words(error, problem))
}

/// A `ValueError` with this text.
pub fn value_error(text: impl Display) -> PyErr {
    PyValueError::new_err(text.to_string())
}
