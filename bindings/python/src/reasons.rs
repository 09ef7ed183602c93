//! Reasons: why there is no answer, and what decides between several.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use dominox::engine::Limit;
use dominox::problem::{OptionId, Part};
use dominox::puzzles::{self, Reason};
use dominox::workshop::{self, Decision, Explained};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::{stopped, value_error};
use crate::interrupt;
use crate::numbers::{option_ids, seconds};
use crate::settings::limits;
use crate::values::{Pickled, pickled};

/// The arguments of a verb about a whole problem: options of a part, and a time limit.
pub struct Within {
    pub part: Part,
    pub time: Option<Duration>,
}

impl Within {
    /// Reads the arguments of Python.
    pub fn new(
        problem: &dominox::Problem,
        assume: Option<&Bound<PyAny>>,
        exclude: Option<&Bound<PyAny>>,
        timeout: Option<&Bound<PyAny>>,
    ) -> PyResult<Within> {
        let ids = |options: Option<&Bound<PyAny>>| {
            options.map_or(Ok(Vec::new()), |options| {
                option_ids(options, problem.option_count())
            })
        };
        Ok(Within {
            part: Part {
                with: ids(assume)?,
                without: ids(exclude)?,
            },
            time: timeout.map_or(Ok(None), seconds)?,
        })
    }
}

/// Makes sure that options, in any order, are a solution of a puzzle with its givens.
pub fn check(puzzle: &dyn puzzles::Puzzle, options: &[OptionId]) -> PyResult<()> {
    let checked = puzzles::check(puzzle, options);
    checked.map_err(|fault| value_error(fault.in_words(puzzle)))
}

/// Why a puzzle has no answer. ``str(contradiction)`` is a sentence, in which options are numbered from 0, and rows,
/// columns and cells from 1.
#[pyclass(frozen, eq, hash, module = "dominox")]
#[derive(PartialEq, Eq, Hash)]
pub struct Contradiction {
    words: String,
    /// Givens and rules, in words.
    #[pyo3(get)]
    clues: Vec<String>,
    /// The names of items that cannot all be covered, if there are no clues.
    #[pyo3(get)]
    items: Vec<String>,
    options: Vec<usize>,
    /// Whether no part of the reason can be left out.
    #[pyo3(get)]
    is_minimal: bool,
    /// Whether a second search, with another method, found no answer either.
    #[pyo3(get)]
    is_confirmed: bool,
}

/// The fields of a contradiction.
type ContradictionState = (String, Vec<String>, Vec<String>, Vec<usize>, bool, bool);

#[pymethods]
impl Contradiction {
    /// The options that contradict each other: givens, or those that are assumed.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.options)
    }

    fn __str__(&self) -> &str {
        &self.words
    }

    fn __repr__(&self) -> String {
        format!("<dominox.Contradiction: {}>", self.words)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Pickled<'py, ContradictionState> {
        let found = slf.get();
        let state = (
            found.words.clone(),
            found.clues.clone(),
            found.items.clone(),
            found.options.clone(),
            found.is_minimal,
            found.is_confirmed,
        );
        pickled(slf, state)
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(
        words: String,
        clues: Vec<String>,
        items: Vec<String>,
        options: Vec<usize>,
        is_minimal: bool,
        is_confirmed: bool,
    ) -> Contradiction {
        Contradiction {
            words,
            clues,
            items,
            options,
            is_minimal,
            is_confirmed,
        }
    }
}

/// Looks for the reason why a puzzle has no answer; `None` if it has one.
pub fn explain(
    py: Python,
    puzzle: &dyn puzzles::Puzzle,
    within: &Within,
) -> PyResult<Option<Contradiction>> {
    let cancel = Arc::new(AtomicBool::new(false));
    let limits = limits(within.time, &cancel);
    let explained = interrupt::run(py, &cancel, || {
        workshop::explain(puzzle, &within.part, &limits)
    })?;
    let found = match explained {
        Explained::Solvable => return Ok(None),
        Explained::Stopped => return Err(stopped(py, Limit::Time, None)),
        Explained::Contradiction(found) => found,
    };
    let words = found.reason.in_words(puzzle);
    let problem = puzzle.problem();
    let (mut clues, mut items, mut options) = (Vec::new(), Vec::new(), Vec::new());
    match found.reason {
        Reason::Clues(all) => clues = all,
        Reason::Together {
            items: some,
            options: others,
        } => {
            clues.extend(others.iter().map(|&option| puzzle.given_words(option)));
            let name = |&item| problem.item_name(item).to_owned();
            items.extend(some.iter().map(name));
            options.extend(others.iter().map(|option| option.index()));
        }
        _ => {}
    }
    Ok(Some(Contradiction {
        words,
        clues,
        items,
        options,
        is_minimal: found.is_minimal,
        is_confirmed: found.is_confirmed,
    }))
}

/// What distinguishes an answer from all others.
#[pyclass(frozen, eq, hash, module = "dominox")]
#[derive(PartialEq, Eq, Hash)]
pub struct Deciding {
    /// Where the answers differ: cells such as ``"r1c3"``, or options; empty if there is only one answer.
    #[pyo3(get)]
    differing: Vec<String>,
    /// A set that no other answer contains in full: cells with their texts, such as ``"r1c3 = 4"``, or options.
    #[pyo3(get)]
    chosen: Vec<String>,
    options: Vec<usize>,
    /// Whether all places where the answers differ are known; False if the time ran out first.
    #[pyo3(get)]
    is_complete: bool,
    /// Whether each element of ``chosen`` is needed.
    #[pyo3(get)]
    is_minimal: bool,
    /// Whether no smaller set would be enough.
    #[pyo3(get)]
    is_fewest: bool,
}

/// The fields of `Deciding`.
type DecidingState = (Vec<String>, Vec<String>, Vec<usize>, bool, bool, bool);

#[pymethods]
impl Deciding {
    /// The options of the answer that correspond to ``chosen``, ascending.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.options)
    }

    fn __repr__(&self) -> String {
        format!("<dominox.Deciding: {}>", self.chosen.join(", "))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Pickled<'py, DecidingState> {
        let found = slf.get();
        let state = (
            found.differing.clone(),
            found.chosen.clone(),
            found.options.clone(),
            found.is_complete,
            found.is_minimal,
            found.is_fewest,
        );
        pickled(slf, state)
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(
        differing: Vec<String>,
        chosen: Vec<String>,
        options: Vec<usize>,
        is_complete: bool,
        is_minimal: bool,
        is_fewest: bool,
    ) -> Deciding {
        Deciding {
            differing,
            chosen,
            options,
            is_complete,
            is_minimal,
            is_fewest,
        }
    }
}

impl Deciding {
    fn of(decision: &Decision, answer: &[OptionId]) -> Deciding {
        let shown = BTreeSet::from_iter(decision.chosen_options().flatten());
        let answer = BTreeSet::from_iter(answer);
        let options = shown.intersection(&answer);
        Deciding {
            differing: decision.differing().map(str::to_owned).collect(),
            chosen: decision.chosen().map(str::to_owned).collect(),
            options: options.map(|option| option.index()).collect(),
            is_complete: decision.is_complete(),
            is_minimal: decision.is_minimal(),
            is_fewest: decision.is_fewest(),
        }
    }
}

/// Looks for what distinguishes the answer of these options from all others.
pub fn deciding(
    py: Python,
    puzzle: &dyn puzzles::Puzzle,
    answer: &Bound<PyAny>,
    fewest: bool,
    timeout: Option<&Bound<PyAny>>,
) -> PyResult<Deciding> {
    let within = Within::new(puzzle.problem(), None, None, timeout)?;
    let answer = option_ids(answer, puzzle.problem().option_count())?;
    check(puzzle, &answer)?;
    let cancel = Arc::new(AtomicBool::new(false));
    let limits = limits(within.time, &cancel);
    let found = interrupt::run(py, &cancel, || {
        Decision::of(puzzle, (&answer, &within.part), fewest, &limits)
    })?;
    found
        .map(|decision| Deciding::of(&decision, &answer))
        .map_err(|limit| stopped(py, limit, None))
}
