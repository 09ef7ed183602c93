//! A part of the solutions.

use std::collections::BTreeSet;

use dominox::problem::OptionId;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::value_error;
use crate::numbers::{indices, option_ids};
use crate::values::hash;

/// Options that are not checked against a problem are below this.
const MOST: usize = u32::MAX as usize;

/// Some of a problem's solutions: those that have all options of ``assume`` and none of ``exclude``.
///
/// Its text is a line such as ``+3 17 -5 9``, in which options are numbered from 1, as in every text of dominox; the
/// whole problem is ``+``. ``str(part)`` is this line.
///
/// A part from its text, or from options, which are numbered from 0, or from both. Two parts are equal if they have the
/// same options, in any order.
///
/// Raises:
///     ValueError: if the text does not describe a part.
///     IndexError: if an option is negative.
#[pyclass(frozen, eq, module = "dominox")]
pub struct Part(pub dominox::problem::Part);

#[pymethods]
impl Part {
    #[new]
    #[pyo3(signature = (text = None, *, assume = None, exclude = None))]
    fn new(
        text: Option<&str>,
        assume: Option<&Bound<PyAny>>,
        exclude: Option<&Bound<PyAny>>,
    ) -> PyResult<Part> {
        let mut part = match text {
            Some(text) => text.parse().map_err(value_error)?,
            None => dominox::problem::Part::default(),
        };
        let ids = |options: Option<&Bound<PyAny>>| {
            options.map_or(Ok(Vec::new()), |options| option_ids(options, MOST))
        };
        part.with.extend(ids(assume)?);
        part.without.extend(ids(exclude)?);
        Ok(Part(part))
    }

    /// The options in every solution of the part.
    #[getter]
    fn assume<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        indices(py, &self.0.with)
    }

    /// The options in no solution of the part.
    #[getter]
    fn exclude<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        indices(py, &self.0.without)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Part('{}')", self.0)
    }

    fn __hash__(&self) -> u64 {
        hash(self.sets())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().0.to_string(),))
    }
}

impl PartialEq for Part {
    fn eq(&self, other: &Part) -> bool {
        self.sets() == other.sets()
    }
}

impl Part {
    /// The options, in no order.
    fn sets(&self) -> [BTreeSet<OptionId>; 2] {
        [&self.0.with, &self.0.without].map(|options| options.iter().copied().collect())
    }

    /// Makes sure that all options are of a problem with this number of them.
    pub fn check(&self, count: usize) -> PyResult<()> {
        let options = self.0.with.iter().chain(&self.0.without);
        let is_out = |option: &&OptionId| option.index() >= count;
        match options.copied().find(|option| is_out(&option)) {
            Some(option) => {
                let index = option.index();
                let text = format!("option {index} of the part: the problem has {count} options");
                Err(PyIndexError::new_err(text))
            }
            None => Ok(()),
        }
    }
}
