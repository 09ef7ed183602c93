//! The symmetries of a problem or a puzzle.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use dominox::engine::{self, Limit, cycles};
use dominox::puzzles;
use dominox::workshop::{self, Alike};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::{stopped, value_error};
use crate::interrupt;
use crate::numbers::int;
use crate::problem::Problem;
use crate::reasons::Within;
use crate::settings::limits;
use crate::values::{Pickled, pickled};

/// The symmetries of a problem: a group, given by generators. The group cannot be pickled, but its generators can.
#[pyclass(frozen, module = "dominox")]
pub struct Symmetries(pub Arc<engine::Symmetries>);

#[pymethods]
impl Symmetries {
    /// The problem.
    #[getter]
    fn problem(&self) -> Problem {
        Problem(self.0.problem().clone())
    }

    /// The number of symmetries.
    #[getter]
    fn order<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        int(py, &self.0.order())
    }

    /// The number of different permutations of the options: some symmetries may move only items.
    #[getter]
    fn order_on_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        int(py, &self.0.order_on_options())
    }

    /// Symmetries that generate all others.
    #[getter]
    fn generators(&self) -> Vec<Symmetry> {
        let generators = self.0.generators().iter();
        generators
            .map(|symmetry| Symmetry::of(self.0.problem(), symmetry))
            .collect()
    }

    /// Whether these are all symmetries. If not, the search for them was abandoned.
    #[getter]
    fn is_complete(&self) -> bool {
        self.0.is_complete()
    }

    fn __repr__(&self) -> String {
        let mark = if self.is_complete() { "" } else { "at least " };
        format!("<dominox.Symmetries: order {mark}{}>", self.0.order())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "symmetries cannot be pickled: pickle the problem, and find them again",
        ))
    }
}

/// A symmetry, as cycles: a cycle maps each item or option to the next one, and the last to the first.
#[pyclass(frozen, eq, hash, module = "dominox")]
#[derive(PartialEq, Eq, Hash)]
pub struct Symmetry {
    options: Vec<Vec<usize>>,
    items: Vec<Vec<String>>,
    colors: Vec<Vec<String>>,
}

/// The cycles of options, items and colours.
type SymmetryState = (Vec<Vec<usize>>, Vec<Vec<String>>, Vec<Vec<String>>);

#[pymethods]
impl Symmetry {
    /// The cycles of options.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        tuples(py, &self.options)
    }

    /// The cycles of items, by their names.
    #[getter]
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        tuples(py, &self.items)
    }

    /// The cycles of items in their colours: ``"x:red"``.
    #[getter]
    fn colors<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        tuples(py, &self.colors)
    }

    fn __repr__(&self) -> String {
        let (items, options) = (self.items.concat().len(), self.options.concat().len());
        format!("<dominox.Symmetry: moves {items} items, {options} options>")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Pickled<'py, SymmetryState> {
        let Symmetry {
            options,
            items,
            colors,
        } = slf.get();
        pickled(slf, (options.clone(), items.clone(), colors.clone()))
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(
        options: Vec<Vec<usize>>,
        items: Vec<Vec<String>>,
        colors: Vec<Vec<String>>,
    ) -> Symmetry {
        Symmetry {
            options,
            items,
            colors,
        }
    }
}

impl Symmetry {
    fn of(problem: &dominox::Problem, symmetry: &engine::Symmetry) -> Symmetry {
        Symmetry {
            options: named(symmetry.options(), |option| option.index()),
            items: named(symmetry.items(), |item| problem.item_name(item).to_owned()),
            colors: named(symmetry.uses(), |(item, color)| {
                let (item, color) = (problem.item_name(item), problem.color_name(color));
                format!("{item}:{color}")
            }),
        }
    }
}

/// The cycles of what moves, by names.
fn named<T: Copy + Ord, N>(moves: &[(T, T)], name: impl Fn(T) -> N) -> Vec<Vec<N>> {
    let cycles = cycles(moves).into_iter();
    cycles
        .map(|cycle| cycle.into_iter().map(&name).collect())
        .collect()
}

/// Cycles as tuples.
fn tuples<'py, N: Clone + IntoPyObject<'py>>(
    py: Python<'py>,
    cycles: &[Vec<N>],
) -> PyResult<Vec<Bound<'py, PyTuple>>> {
    let cycles = cycles.iter().cloned();
    cycles.map(|cycle| PyTuple::new(py, cycle)).collect()
}

/// The symmetries of a puzzle that keep its givens and the options of the arguments.
pub fn symmetries(
    py: Python,
    puzzle: &dyn puzzles::Puzzle,
    which: Option<&str>,
    within: &Within,
) -> PyResult<Symmetries> {
    let which = match which {
        None => None,
        Some("full") => Some(Alike::Full),
        Some("own") => Some(Alike::Own),
        Some("turns") => Some(Alike::Turns),
        Some(other) => {
            return Err(value_error(format!(
                "which is '{other}': expected 'full', 'own' or 'turns'"
            )));
        }
    };
    let cancel = Arc::new(AtomicBool::new(false));
    let limits = limits(within.time, &cancel);
    let end = within
        .time
        .and_then(|time| Instant::now().checked_add(time));
    let found = interrupt::run(py, &cancel, || {
        let whole = puzzle.with_givens(&within.part);
        workshop::symmetries(puzzle, &whole, which, &limits)
    })?;
    let is_late = end.is_some_and(|end| Instant::now() >= end);
    match found.filter(|found| found.is_complete() || !is_late) {
        Some(found) => Ok(Symmetries(Arc::new(found))),
        None => Err(stopped(py, Limit::Time, None)),
    }
}
