//! A puzzle: a problem, its givens, and the layout of its answers.

use std::sync::Arc;

use dominox::Solution;
use dominox::problem::OptionId;
use dominox::puzzles::{self, Packing, why};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::convert;
use crate::engine::Solutions;
use crate::errors::value_error;
use crate::interrupt;
use crate::numbers::{indices, option_ids, tuple};
use crate::problem::Problem;
use crate::reasons::{Contradiction, Deciding, Within, check, deciding, explain};
use crate::smaller::{Reduction, reduce};
use crate::solver::Solver;
use crate::sudoku::{self, object};
use crate::symmetry::{Symmetries, symmetries};
use crate::values::{Pickled, hash};
use crate::words::in_general;

/// A puzzle of any kind.
pub type Shared = Arc<dyn puzzles::Puzzle>;

/// Where a puzzle comes from.
#[derive(Clone)]
pub enum Origin {
    /// A model with its arguments.
    Model(String),
    /// A text of this kind; the number of the puzzle in it, and the line where it begins if it was read, from 1.
    Text {
        kind: &'static str,
        number: u64,
        line: Option<u64>,
    },
}

/// A puzzle: an exact-cover problem with some given options. Its answers have the layout of the question.
///
/// Made by `read` and `model`. ``str(puzzle)`` is the question.
#[pyclass(frozen, subclass, module = "dominox")]
#[derive(Clone)]
pub struct Puzzle {
    pub puzzle: Shared,
    pub origin: Origin,
}

#[pymethods]
impl Puzzle {
    /// The kind of the puzzle.
    #[getter]
    fn kind(&self) -> &'static str {
        match &self.origin {
            Origin::Model(_) => "model",
            Origin::Text { kind, .. } => kind,
        }
    }

    /// The number of the puzzle in its text, from 1.
    #[getter]
    fn number(&self) -> u64 {
        match self.origin {
            Origin::Model(_) => 1,
            Origin::Text { number, .. } => number,
        }
    }

    /// The line of the text where the puzzle begins, from 1; None if the puzzle was not read from a text.
    #[getter]
    fn line(&self) -> Option<u64> {
        match self.origin {
            Origin::Model(_) => None,
            Origin::Text { line, .. } => line,
        }
    }

    /// The exact-cover problem of the rules, without the givens.
    #[getter]
    fn problem(&self) -> Problem {
        Problem(self.puzzle.problem().clone())
    }

    /// The given options.
    #[getter]
    fn givens<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        indices(py, self.puzzle.givens())
    }

    /// The given digits of a Sudoku, of a Sudominoku, or of a variant of one grid, row by row; 0 is a blank.
    ///
    /// Raises:
    ///     ValueError: if the puzzle is of another kind.
    #[getter]
    fn grid(&self) -> PyResult<Vec<Vec<usize>>> {
        grid(&self.puzzle, &Solution::new(self.puzzle.givens().to_vec()))
    }

    /// A warning for the author of the puzzle, although it can be answered.
    #[getter]
    fn warning(&self) -> Option<String> {
        self.puzzle.warning().map(in_general)
    }

    /// Why the puzzle has no answer, in words, if a reason is found without a search.
    fn why(&self) -> Option<String> {
        why(&*self.puzzle).map(|reason| reason.in_words(&*self.puzzle))
    }

    /// Why the puzzle has no answer, or None if it has one.
    ///
    /// The reason consists of givens and rules that contradict each other; if the puzzle has none, of items.
    ///
    /// Args:
    ///     assume: only solutions with these options.
    ///     exclude: only solutions without these.
    ///     timeout: a number of seconds. A reason found by then may not be minimal.
    ///
    /// Raises:
    ///     Stopped: if it was not known by then whether there is a solution.
    ///     IndexError: if there is no such option.
    #[pyo3(signature = (*, assume = None, exclude = None, timeout = None))]
    fn explain(
        &self,
        py: Python,
        assume: Option<&Bound<PyAny>>,
        exclude: Option<&Bound<PyAny>>,
        timeout: Option<&Bound<PyAny>>,
    ) -> PyResult<Option<Contradiction>> {
        let within = Within::new(self.puzzle.problem(), assume, exclude, timeout)?;
        explain(py, &*self.puzzle, &within)
    }

    /// What distinguishes a solution from all others: where the others differ from it, and a set of its parts that no other
    /// solution contains.
    ///
    /// Solutions that contain this solution and more are ignored. They exist only with bounds such as ``0:2``.
    ///
    /// Args:
    ///     options: the solution.
    ///     fewest: look for a smallest such set, not only for a minimal one.
    ///     timeout: a number of seconds.
    ///
    /// Raises:
    ///     Stopped: if no set was found by then.
    ///     ValueError: if the options are not a solution.
    ///     IndexError: if there is no such option.
    #[pyo3(signature = (options, *, fewest = false, timeout = None))]
    fn deciding(
        &self,
        py: Python,
        options: &Bound<PyAny>,
        fewest: bool,
        timeout: Option<&Bound<PyAny>>,
    ) -> PyResult<Deciding> {
        deciding(py, &*self.puzzle, options, fewest, timeout)
    }

    /// The problem without what cannot be in a solution that has the givens.
    ///
    /// Args:
    ///     assume: only solutions with these options.
    ///     exclude: only solutions without these.
    ///     timeout: a number of seconds. Options that were not tried by then stay.
    ///
    /// Raises:
    ///     IndexError: if there is no such option.
    #[pyo3(signature = (*, assume = None, exclude = None, timeout = None))]
    fn reduce(
        &self,
        py: Python,
        assume: Option<&Bound<PyAny>>,
        exclude: Option<&Bound<PyAny>>,
        timeout: Option<&Bound<PyAny>>,
    ) -> PyResult<Reduction> {
        let within = Within::new(self.puzzle.problem(), assume, exclude, timeout)?;
        reduce(py, self.puzzle.clone(), &within)
    }

    /// The symmetries of the puzzle that keep its givens and these options.
    ///
    /// Args:
    ///     which: ``"full"`` for all symmetries of the problem; ``"own"`` for those of the puzzle's rules: for a packing, the
    ///         movements of the board; ``"turns"`` for those without reflections in space. The default is ``"own"`` for a
    ///         packing, and ``"full"`` for everything else.
    ///     assume: options that may only be mapped to each other.
    ///     exclude: other options that may only be mapped to each other.
    ///     timeout: a number of seconds.
    ///
    /// Raises:
    ///     Stopped: if the symmetries were not found by then.
    ///     ValueError: if ``which`` is something else.
    ///     IndexError: if there is no such option.
    #[pyo3(signature = (which = None, *, assume = None, exclude = None, timeout = None))]
    fn symmetries(
        &self,
        py: Python,
        which: Option<&str>,
        assume: Option<&Bound<PyAny>>,
        exclude: Option<&Bound<PyAny>>,
        timeout: Option<&Bound<PyAny>>,
    ) -> PyResult<Symmetries> {
        let within = Within::new(self.puzzle.problem(), assume, exclude, timeout)?;
        symmetries(py, &*self.puzzle, which, &within)
    }

    /// The number of solutions up to symmetry: solutions that symmetries map to each other count once.
    ///
    /// Args:
    ///     which: the symmetries, as for `symmetries`.
    ///     timeout: a number of seconds for the symmetries, and again for the count.
    ///
    /// Raises:
    ///     Stopped: after ``timeout`` seconds, or if there are too many symmetries for the memory.
    #[pyo3(signature = (which = None, *, timeout = None))]
    fn count_up_to_symmetry<'py>(
        &self,
        py: Python<'py>,
        which: Option<&str>,
        timeout: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let symmetries = self.symmetries(py, which, None, None, timeout)?;
        let solver = self.timed_solver(py, timeout)?;
        solver.call_method1("count_up_to_symmetry", (symmetries,))
    }

    /// One answer of each orbit: answers that symmetries map to each other form an orbit.
    ///
    /// Args:
    ///     which: the symmetries, as for `symmetries`.
    ///     timeout: a number of seconds for the symmetries, and again for the search.
    ///
    /// Raises:
    ///     Stopped: after ``timeout`` seconds, or if there are too many symmetries for the memory.
    #[pyo3(signature = (which = None, *, timeout = None))]
    fn solutions_up_to_symmetry(
        &self,
        py: Python,
        which: Option<&str>,
        timeout: Option<&Bound<PyAny>>,
    ) -> PyResult<Vec<Answer>> {
        let symmetries = self.symmetries(py, which, None, None, timeout)?;
        let solver = self.timed_solver(py, timeout)?;
        let found = solver.call_method1("solutions_up_to_symmetry", (symmetries,))?;
        let answers = found.try_iter()?;
        answers.map(|options| self.answer(&options?)).collect()
    }

    /// The puzzle in the format of another program: the problem that its givens leave. For a Sudoku or a variant, ``to`` can
    /// also be ``"variant"``, its text, and ``"fpuzzles"`` or ``"sudokupad"``, a link. A UserWarning says what the format
    /// cannot hold, such as names.
    ///
    /// Args:
    ///     to: the format.
    ///
    /// Raises:
    ///     ValueError: if there is no such format, it cannot hold the puzzle, or the givens contradict each other.
    fn convert(&self, py: Python, to: &str) -> PyResult<String> {
        convert::write_puzzle(py, &*self.puzzle, to)
    }

    /// A solver for the puzzle, with its givens assumed; see `Solver`.
    #[pyo3(signature = (**settings))]
    fn solver<'py>(
        &self,
        py: Python<'py>,
        settings: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, Solver>> {
        let puzzle = object(py, self.clone())?;
        let solver = py.get_type::<Solver>().call((puzzle,), settings)?;
        Ok(solver.cast_into::<Solver>()?)
    }

    /// The answer that consists of these options, in any order.
    ///
    /// Raises:
    ///     ValueError: if they are not a solution that has the givens; the message says why.
    ///     IndexError: if there is no such option.
    fn answer(&self, options: &Bound<PyAny>) -> PyResult<Answer> {
        let options = option_ids(options, self.puzzle.problem().option_count())?;
        check(&*self.puzzle, &options)?;
        Ok(Answer {
            puzzle: self.clone(),
            solution: Solution::new(options),
        })
    }

    /// An answer, whichever is found first, or None if there is none.
    ///
    /// Raises:
    ///     Stopped: after ``timeout`` seconds.
    #[pyo3(signature = (*, timeout = None))]
    fn solve(&self, py: Python, timeout: Option<&Bound<PyAny>>) -> PyResult<Option<Answer>> {
        let solution = self.call(py, "solve", timeout)?;
        match solution.is_none() {
            true => Ok(None),
            false => self.answer(&solution).map(Some),
        }
    }

    /// An iterator over all answers.
    #[pyo3(signature = (*, timeout = None))]
    fn solutions(&self, py: Python, timeout: Option<&Bound<PyAny>>) -> PyResult<Answers> {
        let solutions = self
            .call(py, "answers", timeout)?
            .cast_into::<Solutions>()?;
        Ok(Answers {
            solutions: solutions.unbind(),
            puzzle: self.clone(),
        })
    }

    /// The number of answers.
    ///
    /// Raises:
    ///     Stopped: after ``timeout`` seconds.
    #[pyo3(signature = (*, timeout = None))]
    fn count<'py>(
        &self,
        py: Python<'py>,
        timeout: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.call(py, "count_answers", timeout)
    }

    /// Whether there is exactly one answer.
    ///
    /// Raises:
    ///     Stopped: after ``timeout`` seconds.
    #[pyo3(signature = (*, timeout = None))]
    fn is_unique<'py>(
        &self,
        py: Python<'py>,
        timeout: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.call(py, "is_unique", timeout)
    }

    fn __str__(&self) -> String {
        match &self.origin {
            Origin::Model(spec) => spec.clone(),
            Origin::Text { .. } => sudoku::question(&self.puzzle),
        }
    }

    fn __repr__(&self) -> String {
        match &self.origin {
            Origin::Model(spec) => format!("<dominox.Puzzle: {spec}>"),
            Origin::Text { kind, .. } => {
                let (options, givens) = (
                    self.puzzle.problem().option_count(),
                    self.puzzle.givens().len(),
                );
                format!("<dominox.Puzzle: {kind}, {options} options, {givens} given>")
            }
        }
    }

    fn __eq__(&self, other: &Bound<PyAny>) -> bool {
        let Ok(other) = other.cast::<Puzzle>() else {
            return false;
        };
        let other = other.get();
        let (one, two) = (self.puzzle.problem(), other.puzzle.problem());
        self.puzzle.givens() == other.puzzle.givens()
            && self.kind() == other.kind()
            && (one.is_same(two) || one == two)
    }

    fn __hash__(&self) -> u64 {
        hash(self.puzzle.givens())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let module = py.import("dominox._dominox")?;
        let (name, arguments) = match &self.origin {
            Origin::Model(spec) => ("model", (spec,).into_pyobject(py)?.into_any()),
            Origin::Text { .. } if (*self.puzzle).downcast_ref::<Packing>().is_some() => {
                let message = "a packing that was read cannot be pickled";
                return Err(PyTypeError::new_err(message));
            }
            Origin::Text { kind, number, line } => {
                let text = sudoku::question(&self.puzzle);
                let boxes = sudoku::shape(&self.puzzle);
                let arguments = (text, *kind, boxes, *number, *line);
                ("_restore", arguments.into_pyobject(py)?.into_any())
            }
        };
        Ok((module.getattr(name)?, arguments)
            .into_pyobject(py)?
            .into_any())
    }
}

impl Puzzle {
    /// Calls a method of a solver with this time.
    fn call<'py>(
        &self,
        py: Python<'py>,
        verb: &str,
        timeout: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.timed_solver(py, timeout)?.call_method0(verb)
    }

    /// A solver with this time.
    fn timed_solver<'py>(
        &self,
        py: Python<'py>,
        timeout: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, Solver>> {
        let settings = PyDict::new(py);
        settings.set_item("timeout", timeout)?;
        self.solver(py, Some(&settings))
    }
}

/// An answer of a puzzle. ``str(answer)`` is in the layout of the question.
#[pyclass(frozen, module = "dominox")]
pub struct Answer {
    puzzle: Puzzle,
    solution: Solution,
}

#[pymethods]
impl Answer {
    /// The options of the answer.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, &self.solution)
    }

    /// The digits of a Sudoku, of a Sudominoku, or of a variant of one grid, row by row.
    ///
    /// Raises:
    ///     ValueError: if the puzzle is of another kind.
    #[getter]
    fn grid(&self) -> PyResult<Vec<Vec<usize>>> {
        grid(&self.puzzle.puzzle, &self.solution)
    }

    /// The answer as a drawn board; the empty string if there is nothing to draw.
    #[getter]
    fn board(&self) -> String {
        let board = self.puzzle.puzzle.decode(&self.solution);
        match board.rows() {
            0 => String::new(),
            _ => board.to_string(),
        }
    }

    /// The answer in the layout of the question.
    fn __str__(&self) -> String {
        let puzzle = &self.puzzle;
        puzzle.puzzle.answer_text(puzzle.number(), &self.solution)
    }

    fn __repr__(&self) -> String {
        format!(
            "<dominox.Answer: {} options>",
            self.solution.options().len()
        )
    }

    fn __eq__(&self, other: &Bound<PyAny>) -> bool {
        let Ok(other) = other.cast::<Answer>() else {
            return false;
        };
        let [one, two] = [self, other.get()].map(|answer| answer.puzzle.puzzle.problem());
        self.solution == other.get().solution && (one.is_same(two) || one == two)
    }

    fn __hash__(&self) -> u64 {
        hash(&self.solution)
    }

    /// The method `answer` of the puzzle, which makes it again from its options.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Pickled<'py, (Bound<'py, PyTuple>,)> {
        let (answer, py) = (slf.get(), slf.py());
        let puzzle = object(py, answer.puzzle.clone())?;
        Ok((
            puzzle.into_bound(py).getattr("answer")?,
            (answer.options(py)?,),
        ))
    }
}

/// An iterator over the answers of a puzzle.
#[pyclass(frozen, module = "dominox")]
pub struct Answers {
    solutions: Py<Solutions>,
    puzzle: Puzzle,
}

#[pymethods]
impl Answers {
    fn __iter__(slf: PyRef<Self>) -> PyRef<Self> {
        slf
    }

    fn __next__(&self, py: Python) -> PyResult<Option<Answer>> {
        let solution = self.solutions.get().0.next(py)?;
        Ok(solution.map(|solution| Answer {
            puzzle: self.puzzle.clone(),
            solution,
        }))
    }
}

/// The digits that a solution puts into the cells.
fn grid(puzzle: &Shared, solution: &Solution) -> PyResult<Vec<Vec<usize>>> {
    let grid = sudoku::grid(puzzle, solution);
    grid.ok_or_else(|| value_error("this kind of puzzle is no grid of digits"))
}

/// A problem, and the options that are given, of a problem or a puzzle.
pub fn question(value: &Bound<PyAny>) -> PyResult<(dominox::Problem, Vec<OptionId>)> {
    if let Ok(problem) = value.cast::<Problem>() {
        return Ok((problem.get().0.clone(), Vec::new()));
    }
    let Ok(puzzle) = value.cast::<Puzzle>() else {
        let kind = value.get_type().name()?;
        let text = format!("the problem is of type {kind}: expected a Problem or a Puzzle");
        return Err(PyTypeError::new_err(text));
    };
    let puzzle = &puzzle.get().puzzle;
    Ok((puzzle.problem().clone(), puzzle.givens().to_vec()))
}

/// The puzzle of a model, such as ``"queens 8"``, ``"pentominoes 6x10"``, ``"langford 8"`` or ``"soma"``.
///
/// Raises:
///     ValueError: if there is no such model.
#[pyfunction]
pub fn model(py: Python, spec: &str) -> PyResult<Puzzle> {
    let spec = spec.to_owned();
    let (puzzle, spec) = interrupt::run_alone(py, move || (puzzles::model(&spec), spec))?;
    Ok(Puzzle {
        puzzle: puzzle.map_err(value_error)?.into(),
        origin: Origin::Model(spec),
    })
}
