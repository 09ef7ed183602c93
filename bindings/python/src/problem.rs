//! An exact-cover problem.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use dominox::problem::{Bounds, Entry, Located, OptionId, TextFault, TextReader};
use dominox::puzzles::{Cover, Reason};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyTuple};

use crate::build;
use crate::convert;
use crate::errors::{located, value_error};
use crate::interrupt;
use crate::numbers::{option_id, option_ids, word};
use crate::part::Part;
use crate::puzzle::model;
use crate::reasons::{Contradiction, Deciding, Within, check, deciding, explain};
use crate::smaller::{Reduction, reduce};
use crate::state::{State, StateTuple};
use crate::symmetry::{Symmetries, symmetries};
use crate::values::{Pickled, hash, pickled};

/// A text of this length is read in a moment.
const SHORT: usize = 1 << 16;
/// Lines between two looks at the flag.
const LINES: usize = 1 << 10;

/// An exact-cover problem: items, and options that cover some of them.
///
/// A solution is a choice of options that covers each primary item exactly once, or as often as its bounds say, and each
/// secondary item at most once or in one colour. A problem is immutable. ``problem[i]`` is option i as a tuple of its
/// items, and ``len(problem)`` the number of options.
///
/// Read a problem in the text format of Knuth's programs: the items in the first line, then one option per line.
///
/// Raises:
///     ParseError: at the first fault.
#[pyclass(frozen, eq, module = "dominox")]
#[derive(PartialEq)]
pub struct Problem(pub dominox::Problem);

#[pymethods]
impl Problem {
    #[new]
    fn new(py: Python, text: &str) -> PyResult<Problem> {
        let problem = match text.len() {
            0..=SHORT => dominox::Problem::parse(text),
            _ => {
                let cancel = AtomicBool::new(false);
                interrupt::run(py, &cancel, || parse(text, &cancel))?
            }
        };
        problem.map(Problem).map_err(|fault| located(py, &fault))
    }

    /// As ``Problem(text)``.
    #[staticmethod]
    fn parse(py: Python, text: &str) -> PyResult<Problem> {
        Problem::new(py, text)
    }

    /// The problem of a model, such as ``"queens 8"``; see `dominox.model`.
    ///
    /// Raises:
    ///     ValueError: if there is no such model.
    #[staticmethod]
    fn model(py: Python, spec: &str) -> PyResult<Problem> {
        Ok(Problem(model(py, spec)?.puzzle.problem().clone()))
    }

    /// A problem from options, each of which is an iterable of items.
    ///
    /// An item is any hashable value. Its name is its ``str()`` without blanks, in which ``:``, ``|`` and control characters
    /// are not allowed. A string ``"x:red"`` in an option is the secondary item named ``x`` in the colour ``"red"``, whatever
    /// the type of that item: ``"1:red"`` is the item 1 in red.
    ///
    /// Args:
    ///     options: the options; they are numbered from 0.
    ///     primary: the items that must be covered, in their order. By default, all items of the options that are not
    ///         secondary, in the order in which they first occur.
    ///     secondary: the items that may stay uncovered.
    ///     costs: a number from 0 to 2**64 - 1 for each option.
    ///     bounds: how often items must be covered, where it is not exactly once: a number, or a pair of the least and the
    ///         greatest number.
    ///
    /// Raises:
    ///     TypeError: if an option is not an iterable, or is a string, or if an item is not hashable.
    ///     ValueError: if two items have the same name, an option has an item twice or an item that is neither primary nor
    ///         secondary, a primary item has a colour, the number of costs is wrong, or the bounds are not valid.
    #[staticmethod]
    #[pyo3(signature = (options, primary = None, secondary = None, *, costs = None, bounds = None))]
    fn from_options<'py>(
        options: &Bound<'py, PyAny>,
        primary: Option<&Bound<'py, PyAny>>,
        secondary: Option<&Bound<'py, PyAny>>,
        costs: Option<&Bound<'py, PyAny>>,
        bounds: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Problem> {
        let problem = build::from_options(options, (primary, secondary), bounds)?;
        match costs {
            Some(costs) => Problem(problem).with_costs(costs),
            None => Ok(Problem(problem)),
        }
    }

    /// A problem from a matrix of 0 and 1: each row is an option, each column an item. Column 0 is named ``c1``, as in
    /// every text, column 1 ``c2``, and so on.
    ///
    /// Args:
    ///     matrix: rows of equal length, of bools or of the numbers 0 and 1; or a two-dimensional numpy array.
    ///     secondary: the columns, from 0, that may stay uncovered.
    ///     bounds: how often columns, from 0, must be covered, where it is not exactly once; as for `from_options`.
    ///
    /// Raises:
    ///     TypeError: if the matrix does not consist of rows.
    ///     ValueError: if a cell is neither 0 nor 1, the rows differ in length, or the bounds are not valid.
    ///     IndexError: if there is no such column.
    #[staticmethod]
    #[pyo3(signature = (matrix, *, secondary = None, bounds = None))]
    fn from_matrix(
        matrix: &Bound<PyAny>,
        secondary: Option<&Bound<PyAny>>,
        bounds: Option<&Bound<PyAny>>,
    ) -> PyResult<Problem> {
        build::from_matrix(matrix, secondary, bounds).map(Problem)
    }

    /// The names of all items, primary ones first.
    #[getter]
    fn items(&self) -> Vec<&str> {
        self.0.items().map(|item| self.0.item_name(item)).collect()
    }

    /// The names of the items that must be covered.
    #[getter]
    fn primary(&self) -> Vec<&str> {
        self.items().drain(..self.0.primary_count()).collect()
    }

    /// The names of the items that may stay uncovered.
    #[getter]
    fn secondary(&self) -> Vec<&str> {
        self.items().drain(self.0.primary_count()..).collect()
    }

    /// How often items must be covered, by their names: the least and the greatest number. Secondary items, and items that
    /// are covered exactly once, are left out.
    #[getter]
    fn bounds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for item in self.0.items() {
            let bounds = self.0.bounds(item);
            if let Some(Bounds { low, high }) = bounds.filter(|&bounds| bounds != Bounds::EXACT) {
                all.set_item(self.0.item_name(item), (low, high))?;
            }
        }
        Ok(all)
    }

    /// All options, each as a tuple of its items; a coloured one is ``"x:red"``.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        self.0
            .options()
            .map(|option| self.option(py, option))
            .collect()
    }

    /// The costs of all options; 0 for an option without a cost.
    #[getter]
    fn costs(&self) -> Vec<u64> {
        self.0.options().map(|option| self.0.cost(option)).collect()
    }

    /// The text of an option, without its cost: ``"a b x:red"``.
    ///
    /// Raises:
    ///     IndexError: if there is no such option.
    fn option_text(&self, option: &Bound<PyAny>) -> PyResult<String> {
        let option = option_id(option, self.0.option_count())?;
        Ok(self.0.option_text(option))
    }

    /// The problem with these costs, one for each option, instead of its own.
    ///
    /// Raises:
    ///     ValueError: if there is not one cost for each option, or a cost is not in the range 0 to 2**64 - 1.
    fn with_costs(&self, costs: &Bound<PyAny>) -> PyResult<Problem> {
        let costs = costs.try_iter()?.map(|cost| word(&cost?, "a cost"));
        let costs: Vec<u64> = costs.collect::<PyResult<_>>()?;
        if costs.len() != self.0.option_count() {
            let (found, expected) = (costs.len(), self.0.option_count());
            return Err(value_error(format!(
                "{found} costs: expected {expected}, one per option"
            )));
        }
        let mut state = State::of(&self.0);
        state.costs = costs;
        Ok(Problem(state.build().map_err(value_error)?))
    }

    /// Check that these options, in any order, are a solution. The check shares no code with the search.
    ///
    /// Raises:
    ///     ValueError: if they are not a solution; the message says why.
    ///     IndexError: if there is no such option.
    fn check(&self, options: &Bound<PyAny>) -> PyResult<()> {
        let options = option_ids(options, self.0.option_count())?;
        check(&self.cover(), &options)
    }

    /// The options that are left in a part, ascending: those that can be chosen together with all options that the part
    /// assumes, without those that it excludes.
    ///
    /// Raises:
    ///     ValueError: if two options that the part assumes cannot be chosen together.
    ///     IndexError: if the problem has no such option.
    fn options_of(&self, part: &Part) -> PyResult<Vec<usize>> {
        part.check(self.0.option_count())?;
        match self.0.options_of(&part.0) {
            Ok(options) => Ok(options.into_iter().map(OptionId::index).collect()),
            Err(clash) => Err(value_error(Reason::Clash(clash).in_words(&self.cover()))),
        }
    }

    /// The problem with all its items, and only these options, in this order.
    ///
    /// Raises:
    ///     IndexError: if the problem has no such option.
    fn restricted_to(&self, options: &Bound<PyAny>) -> PyResult<Problem> {
        let options = option_ids(options, self.0.option_count())?;
        Ok(Problem(self.0.restricted_to(options)))
    }

    /// The options without a primary item: they are in no solution.
    fn idle_options(&self) -> Vec<usize> {
        self.0.idle_options().map(OptionId::index).collect()
    }

    /// Why the problem has no solution, or None if it has one.
    ///
    /// The reason consists of items that cannot all be covered, and of assumed options.
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
        let within = Within::new(&self.0, assume, exclude, timeout)?;
        explain(py, &self.cover(), &within)
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
        deciding(py, &self.cover(), options, fewest, timeout)
    }

    /// The problem without the options and items that cannot matter to a solution.
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
        let within = Within::new(&self.0, assume, exclude, timeout)?;
        reduce(py, Arc::new(self.cover()), &within)
    }

    /// The symmetries of the problem that keep these options.
    ///
    /// Args:
    ///     assume: options that may only be mapped to each other.
    ///     exclude: other options that may only be mapped to each other.
    ///     timeout: a number of seconds.
    ///
    /// Raises:
    ///     Stopped: if the symmetries were not found by then.
    ///     IndexError: if there is no such option.
    #[pyo3(signature = (*, assume = None, exclude = None, timeout = None))]
    fn symmetries(
        &self,
        py: Python,
        assume: Option<&Bound<PyAny>>,
        exclude: Option<&Bound<PyAny>>,
        timeout: Option<&Bound<PyAny>>,
    ) -> PyResult<Symmetries> {
        let within = Within::new(&self.0, assume, exclude, timeout)?;
        symmetries(py, &self.cover(), None, &within)
    }

    /// The problem in the format of another program, which has the same solutions, option by option. A UserWarning says what
    /// the format cannot hold, such as names.
    ///
    /// Args:
    ///     to: the format.
    ///
    /// Raises:
    ///     ValueError: if there is no such format, or it cannot hold the problem.
    fn convert(&self, py: Python, to: &str) -> PyResult<String> {
        convert::write(py, &self.0, to)
    }

    /// The problem of a text in the format of another program.
    ///
    /// Raises:
    ///     ParseError: at the first fault.
    ///     ValueError: if there is no such format, or dominox only writes it.
    #[staticmethod]
    fn from_format(py: Python, text: &str, format: &str) -> PyResult<Problem> {
        convert::read(py, text, format).map(Problem)
    }

    fn __len__(&self) -> usize {
        self.0.option_count()
    }

    fn __getitem__<'py>(&self, option: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let py = option.py();
        let count = self.0.option_count();
        let is_from_end = option.extract::<isize>().is_ok_and(|index| index < 0);
        let option = match is_from_end {
            true => option.add(count)?,
            false => option.clone(),
        };
        self.option(py, option_id(&option, count)?)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyTuple::new(py, self.options(py)?)?.try_iter()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let (items, primary) = (self.0.item_count(), self.0.primary_count());
        let options = self.0.option_count();
        format!("<dominox.Problem: {items} items ({primary} primary), {options} options>")
    }

    fn __hash__(&self) -> u64 {
        hash([
            self.0.item_count(),
            self.0.option_count(),
            self.0.entry_count(),
        ])
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Pickled<'py, StateTuple> {
        pickled(slf, State::of(&slf.get().0).into())
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(
        items: String,
        colors: String,
        options: Vec<String>,
        costs: Vec<u64>,
        facts: Vec<Vec<u32>>,
    ) -> PyResult<Problem> {
        let state = State::from((items, colors, options, costs, facts));
        Ok(Problem(state.build().map_err(value_error)?))
    }
}

/// Reads a text, in which the flag is examined now and then. What was read until it was set does not matter.
fn parse(text: &str, cancel: &AtomicBool) -> Result<dominox::Problem, Located<TextFault>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = TextReader::default();
    for (number, line) in text.lines().enumerate() {
        if number % LINES == 0 && cancel.load(Ordering::Relaxed) {
            break;
        }
        reader.line(line)?;
    }
    reader.finish()
}

impl Problem {
    /// An option as a tuple of its items.
    fn option<'py>(&self, py: Python<'py>, option: OptionId) -> PyResult<Bound<'py, PyTuple>> {
        let entry = |entry: &Entry| {
            let name = self.0.item_name(entry.item);
            match entry.color {
                Some(color) => format!("{name}:{}", self.0.color_name(color)),
                None => name.to_string(),
            }
        };
        PyTuple::new(py, self.0.entries(option).iter().map(entry))
    }

    /// The problem as a puzzle, whose words number options as Python does.
    pub fn cover(&self) -> Cover {
        Cover::new(self.0.clone()).numbered_from(0)
    }
}
