//! The symmetries of a problem or a puzzle.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use dominox::engine::{self, Limit, cycles};
use dominox::puzzles;
use dominox::workshop::{self, Alike};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::{stopped, value_error};
use crate::interrupt;
use crate::numbers::int;
use crate::problem::Problem;
use crate::reasons::Within;
use crate::settings::limits;

/// Cycles of what a symmetry moves.
type Cycles<'py> = Vec<Bound<'py, PyTuple>>;

/// The symmetries of a problem: a group, by what generates it.
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

    /// In how many ways they permute the options: some may move only items.
    #[getter]
    fn order_on_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        int(py, &self.0.order_on_options())
    }

    /// Some symmetries that generate all.
    #[getter]
    fn generators(&self) -> Vec<Symmetry> {
        let of = |place| Symmetry {
            all: self.0.clone(),
            place,
        };
        (0..self.0.generators().len()).map(of).collect()
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
}

/// A symmetry, as cycles: each takes an item or an option to the next one, and the last to the first.
#[pyclass(frozen, module = "dominox")]
pub struct Symmetry {
    all: Arc<engine::Symmetries>,
    place: usize,
}

#[pymethods]
impl Symmetry {
    /// The cycles of options.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Cycles<'py>> {
        tuples(py, self.symmetry().options(), |option| option.index())
    }

    /// The cycles of items, by their names.
    #[getter]
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Cycles<'py>> {
        let problem = self.all.problem();
        tuples(py, self.symmetry().items(), |item| problem.item_name(item))
    }

    /// The cycles of items in their colours: ``"x:red"``.
    #[getter]
    fn colors<'py>(&self, py: Python<'py>) -> PyResult<Cycles<'py>> {
        let problem = self.all.problem();
        tuples(py, self.symmetry().uses(), |(item, color)| {
            let (item, color) = (problem.item_name(item), problem.color_name(color));
            format!("{item}:{color}")
        })
    }

    fn __repr__(&self) -> String {
        let (items, options) = (self.symmetry().items(), self.symmetry().options());
        format!(
            "<dominox.Symmetry: moves {} items, {} options>",
            items.len(),
            options.len()
        )
    }
}

impl Symmetry {
    fn symmetry(&self) -> &engine::Symmetry {
        &self.all.generators()[self.place]
    }
}

/// Cycles as tuples.
fn tuples<'py, T: Copy + Ord, N: IntoPyObject<'py>>(
    py: Python<'py>,
    moves: &[(T, T)],
    name: impl Fn(T) -> N,
) -> PyResult<Cycles<'py>> {
    let cycles = cycles(moves).into_iter();
    cycles
        .map(|cycle| PyTuple::new(py, cycle.into_iter().map(&name).collect::<Vec<_>>()))
        .collect()
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
