//! Smaller problems with the same solutions.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use dominox::engine;
use dominox::problem::OptionId;
use dominox::workshop::{gone_words, reduced_text};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::interrupt;
use crate::numbers::{indices, int, option_ids};
use crate::part::Part;
use crate::problem::Problem;
use crate::puzzle::Shared;
use crate::reasons::Within;
use crate::settings::limits;

/// A problem without what cannot be in a solution, and how its options are those of the problem.
///
/// ``str(reduction)`` is the smaller problem, after comments that say what was done.
#[pyclass(frozen, module = "dominox")]
pub struct Reduction {
    found: engine::Reduction,
    puzzle: Shared,
}

#[pymethods]
impl Reduction {
    /// The smaller problem. If it is certain that there is no solution, it is an item without options.
    #[getter]
    fn problem(&self) -> Problem {
        Problem(self.found.problem.clone())
    }

    /// The options that are in every solution, and those that are in none.
    #[getter]
    fn part(&self) -> Part {
        let mut part = self.found.part.clone();
        part.without.sort_unstable();
        Part(part)
    }

    /// For each option of the smaller problem, the options that it stands for: a solution has any one of them.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let options = self.found.problem.options();
        options
            .map(|option| indices(py, self.found.stands_for(option)))
            .collect()
    }

    /// Why options are in no solution, by their numbers. Those without an item that must be covered are left out, and so are those
    /// that were excluded or disagree with options in every solution.
    #[getter]
    fn why<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let why = PyDict::new(py);
        for (option, gone) in self.found.part.without.iter().zip(&self.found.gone) {
            if let Some(words) = gone_words(&*self.puzzle, *gone) {
                why.set_item(option.index(), words)?;
            }
        }
        Ok(why)
    }

    /// Whether it is certain that there is no solution.
    #[getter]
    fn is_contradictory(&self) -> bool {
        self.found.is_contradictory
    }

    /// Whether all options were tried; False if a time limit came first. What was not tried is still there.
    #[getter]
    fn is_complete(&self) -> bool {
        self.found.stopped.is_none()
    }

    /// A solution of the problem for which a solution of the smaller one stands: the first of them.
    ///
    /// Raises:
    ///     IndexError: if the smaller problem has no such option.
    fn lift<'py>(
        &self,
        py: Python<'py>,
        options: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let options = self.ids(options)?;
        let old = options
            .iter()
            .map(|&option| self.found.stands_for(option)[0]);
        let mut all = Vec::from_iter(old.chain(self.found.part.with.iter().copied()));
        all.sort_unstable();
        indices(py, &all)
    }

    /// How many solutions of the problem a solution of the smaller one stands for.
    ///
    /// Raises:
    ///     IndexError: if the smaller problem has no such option.
    fn factor<'py>(
        &self,
        py: Python<'py>,
        options: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        int(py, &self.found.factor(&self.ids(options)?).into())
    }

    fn __str__(&self) -> String {
        reduced_text(&*self.puzzle, &self.found)
    }

    fn __repr__(&self) -> String {
        let (items, options) = (
            self.found.problem.item_count(),
            self.found.problem.option_count(),
        );
        format!("<dominox.Reduction: {items} items, {options} options>")
    }
}

impl Reduction {
    fn ids(&self, options: &Bound<PyAny>) -> PyResult<Vec<OptionId>> {
        option_ids(options, self.found.problem.option_count())
    }
}

/// Reduces the problem of a puzzle, as far as its givens and the arguments leave it.
pub fn reduce(py: Python, puzzle: Shared, within: &Within) -> PyResult<Reduction> {
    let cancel = Arc::new(AtomicBool::new(false));
    let limits = limits(within.time, &cancel);
    let found = interrupt::run(py, &cancel, || {
        let whole = puzzle.with_givens(&within.part);
        engine::Reduction::within(puzzle.problem(), &whole, &limits)
    })?;
    Ok(Reduction { found, puzzle })
}
