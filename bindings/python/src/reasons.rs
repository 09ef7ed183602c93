//! Reasons: why there is no answer, and what decides between several.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use dominox::engine::Limit;
use dominox::problem::Part;
use dominox::puzzles::{self, Reason};
use dominox::workshop::{self, Decision, Explained};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::{stopped, value_error};
use crate::interrupt;
use crate::numbers::{indices, option_ids, seconds};
use crate::settings::limits;

/// What a verb about a whole problem takes into account: options of a part, and a time.
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

/// Why a puzzle has no answer. ``str(contradiction)`` says it in a sentence.
#[pyclass(frozen, module = "dominox")]
pub struct Contradiction {
    words: String,
    /// Givens and rules, in words.
    #[pyo3(get)]
    clues: Vec<String>,
    /// The names of items that cannot all be covered, if there are no clues.
    #[pyo3(get)]
    items: Vec<String>,
    options: Vec<dominox::problem::OptionId>,
    /// Whether nothing of it can be left out.
    #[pyo3(get)]
    is_minimal: bool,
    /// Whether a second search, by other means, found no answer either.
    #[pyo3(get)]
    is_confirmed: bool,
}

#[pymethods]
impl Contradiction {
    /// The options that contradict each other: givens, or those that are assumed.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        indices(py, &self.options)
    }

    fn __str__(&self) -> &str {
        &self.words
    }

    fn __repr__(&self) -> String {
        format!("<dominox.Contradiction: {}>", self.words)
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
            options = others;
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

/// What decides that an answer is the one that is meant.
#[pyclass(frozen, module = "dominox")]
pub struct Deciding(Decision);

#[pymethods]
impl Deciding {
    /// Where the answers differ: cells such as ``"r1c3"``, or options; empty if there is only one answer.
    #[getter]
    fn differing(&self) -> Vec<&str> {
        self.0.differing().collect()
    }

    /// What no other answer has all of: cells with their texts, such as ``"r1c3 = 4"``, or options,
    /// numbered from 1 as in all texts.
    #[getter]
    fn chosen(&self) -> Vec<&str> {
        self.0.chosen().collect()
    }

    /// Whether all places where the answers differ are known; if not, the time was over.
    #[getter]
    fn is_complete(&self) -> bool {
        self.0.is_complete()
    }

    /// Whether each of them is needed.
    #[getter]
    fn is_minimal(&self) -> bool {
        self.0.is_minimal()
    }

    /// Whether no fewer would do.
    #[getter]
    fn is_fewest(&self) -> bool {
        self.0.is_fewest()
    }

    fn __repr__(&self) -> String {
        format!("<dominox.Deciding: {}>", self.chosen().join(", "))
    }
}

/// Looks for what decides that these options are the answer that is meant.
pub fn deciding(
    py: Python,
    puzzle: &dyn puzzles::Puzzle,
    answer: &Bound<PyAny>,
    fewest: bool,
    timeout: Option<&Bound<PyAny>>,
) -> PyResult<Deciding> {
    let within = Within::new(puzzle.problem(), None, None, timeout)?;
    let answer = option_ids(answer, puzzle.problem().option_count())?;
    let checked = puzzles::check(puzzle, &answer);
    checked.map_err(|fault| value_error(fault.in_words(puzzle)))?;
    let cancel = Arc::new(AtomicBool::new(false));
    let limits = limits(within.time, &cancel);
    let found = interrupt::run(py, &cancel, || {
        Decision::of(puzzle, (&answer, &within.part), fewest, &limits)
    })?;
    found
        .map(Deciding)
        .map_err(|limit| stopped(py, limit, None))
}
