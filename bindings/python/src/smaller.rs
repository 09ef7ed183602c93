//! Smaller problems with the same solutions.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use dominox::engine;
use dominox::num_bigint::BigUint;
use dominox::problem::{OptionId, Part as OnePart};
use dominox::puzzles;
use dominox::workshop::{gone_words, reduced_text};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::interrupt;
use crate::numbers::{int, option_ids};
use crate::part::Part;
use crate::problem::Problem;
use crate::puzzle::Shared;
use crate::reasons::{Within, check};
use crate::settings::limits;
use crate::values::{Pickled, hash, pickled};

/// A smaller problem, without what cannot be in a solution, and how its options correspond to those of the original
/// problem.
///
/// ``str(reduction)`` is the text of the smaller problem, after comments that say what was removed. In this text, options
/// are numbered from 1.
#[pyclass(frozen, eq, module = "dominox")]
#[derive(PartialEq)]
pub struct Reduction {
    text: String,
    problem: dominox::Problem,
    part: OnePart,
    options: Vec<Vec<usize>>,
    /// The reasons why options are in no solution, by option. Options without a primary item are left out, and so are options
    /// that were excluded or that disagree with options in every solution.
    #[pyo3(get)]
    why: BTreeMap<usize, String>,
    /// Whether it is certain that there is no solution.
    #[pyo3(get)]
    is_contradictory: bool,
    /// Whether all options were tried; False if a time limit came first. Options that were not tried are kept.
    #[pyo3(get)]
    is_complete: bool,
}

/// The fields of a reduction.
type ReductionState = (
    String,
    Problem,
    Part,
    Vec<Vec<usize>>,
    BTreeMap<usize, String>,
    bool,
    bool,
);

#[pymethods]
impl Reduction {
    /// The smaller problem. If it is certain that there is no solution, this problem has one item and no options.
    #[getter]
    fn problem(&self) -> Problem {
        Problem(self.problem.clone())
    }

    /// The options that are in every solution, and those that are in none.
    #[getter]
    fn part(&self) -> Part {
        Part(self.part.clone())
    }

    /// For each option of the smaller problem, the original options that it stands for; a solution has any one of these.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let options = self.options.iter();
        options.map(|options| PyTuple::new(py, options)).collect()
    }

    /// The first solution of the original problem that a solution of the smaller problem stands for.
    ///
    /// Raises:
    ///     ValueError: if the options are not a solution of the smaller problem.
    ///     IndexError: if the smaller problem has no such option.
    fn lift<'py>(
        &self,
        py: Python<'py>,
        options: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let solution = self.solution(options)?.into_iter();
        let old = solution.map(|option| self.options[option.index()][0]);
        let with = self.part.with.iter().map(|option| option.index());
        let mut all = Vec::from_iter(old.chain(with));
        all.sort_unstable();
        PyTuple::new(py, all)
    }

    /// The number of solutions of the original problem that a solution of the smaller problem stands for.
    ///
    /// Raises:
    ///     ValueError: if the options are not a solution of the smaller problem.
    ///     IndexError: if the smaller problem has no such option.
    fn factor<'py>(
        &self,
        py: Python<'py>,
        options: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let solution = self.solution(options)?.into_iter();
        let sizes = solution.map(|option| self.options[option.index()].len());
        int(py, &sizes.product::<BigUint>())
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        let (items, options) = (self.problem.item_count(), self.problem.option_count());
        format!("<dominox.Reduction: {items} items, {options} options>")
    }

    fn __hash__(&self) -> u64 {
        hash(&self.part)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Pickled<'py, ReductionState> {
        let found = slf.get();
        let state = (
            found.text.clone(),
            found.problem(),
            found.part(),
            found.options.clone(),
            found.why.clone(),
            found.is_contradictory,
            found.is_complete,
        );
        pickled(slf, state)
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(
        text: String,
        problem: &Problem,
        part: &Part,
        options: Vec<Vec<usize>>,
        why: BTreeMap<usize, String>,
        is_contradictory: bool,
        is_complete: bool,
    ) -> Reduction {
        Reduction {
            text,
            problem: problem.0.clone(),
            part: part.0.clone(),
            options,
            why,
            is_contradictory,
            is_complete,
        }
    }
}

impl Reduction {
    fn of(puzzle: &dyn puzzles::Puzzle, found: engine::Reduction) -> Reduction {
        let why = found.part.without.iter().zip(&found.gone);
        let why =
            why.filter_map(|(option, &gone)| Some((option.index(), gone_words(puzzle, gone)?)));
        let stands_for = |option| found.stands_for(option).iter();
        let options = found.problem.options().map(stands_for);
        let mut part = found.part.clone();
        part.without.sort_unstable();
        Reduction {
            text: reduced_text(puzzle, &found),
            options: options
                .map(|options| options.map(|option| option.index()).collect())
                .collect(),
            why: why.collect(),
            part,
            is_contradictory: found.is_contradictory,
            is_complete: found.stopped.is_none(),
            problem: found.problem,
        }
    }

    /// The options of a solution of the smaller problem.
    fn solution(&self, options: &Bound<PyAny>) -> PyResult<Vec<OptionId>> {
        let options = option_ids(options, self.problem.option_count())?;
        check(&self.problem().cover(), &options)?;
        Ok(options)
    }
}

/// Reduces the problem of a puzzle, as far as its givens and the arguments leave it.
pub fn reduce(py: Python, puzzle: Shared, within: &Within) -> PyResult<Reduction> {
    let cancel = Arc::new(AtomicBool::new(false));
    let limits = limits(within.time, &cancel);
    interrupt::run(py, &cancel, || {
        let whole = puzzle.with_givens(&within.part);
        let found = engine::Reduction::within(puzzle.problem(), &whole, &limits);
        Reduction::of(&*puzzle, found)
    })
}
