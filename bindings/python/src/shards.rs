//! Searches divided into shards.
//!
//! ```text
//!     split ──▶ Plan ──plan[i]──▶ Shard ──run──▶ ShardResult ──merge──▶ Merged
//! ```
//!
//! Shards are numbered from 0 here, and from 1 in the texts.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use dominox::engine::Limits;
use dominox::problem::Part as OnePart;
use dominox::shards::{self, ShardsError};
use pyo3::exceptions::PyIndexError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::{Unsupported, stopped, unsupported, value_error};
use crate::interrupt;
use crate::numbers::{in_range, natural, seconds, tuple};
use crate::part::Part;
use crate::problem::Problem;
use crate::puzzle::question;
use crate::results;
use crate::settings::{kernel_named, number_of_threads};
use crate::values::{Pickled, hash, pickled};

/// A search divided into shards: disjoint parts that together cover it. Made by `split`.
///
/// ``plan[i]`` is a shard, and ``len(plan)`` their number. A plan is self-contained: it holds the problem. Its text is
/// that of the files that the commands ``dominox split``, ``run`` and ``merge`` write and read, where shards are numbered
/// from 1.
#[pyclass(frozen, module = "dominox")]
pub struct Plan(pub shards::Plan);

#[pymethods]
impl Plan {
    /// Read the text of a plan.
    ///
    /// Raises:
    ///     ValueError: if it is truncated, was altered, or is something else.
    #[staticmethod]
    fn parse(py: Python, text: &str) -> PyResult<Plan> {
        let parsed = interrupt::run_to_end(py, || shards::Plan::parse(text))?;
        parsed.map(Plan).map_err(|error| refused(py, &error))
    }

    /// The text of the plan: JSON lines, the last with a digest of the others.
    fn to_text(&self, py: Python) -> PyResult<String> {
        self.0.text().map_err(|error| refused(py, &error))
    }

    /// What was divided, for messages.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// The problem whose answers are counted.
    #[getter]
    fn problem(&self) -> Problem {
        Problem(self.0.problem.clone())
    }

    /// A digest that identifies the plan.
    #[getter]
    fn digest(&self) -> &str {
        self.0.digest()
    }

    /// Roughly the number of nodes of the whole search.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.division.nodes
    }

    /// Prove, from the problem alone, that the shards cover the whole search and do not overlap.
    ///
    /// Raises:
    ///     ValueError: if they do not.
    fn check(&self, py: Python) -> PyResult<()> {
        let checked = interrupt::run_to_end(py, || self.0.check())?;
        checked.map_err(|error| refused(py, &error))
    }

    fn __len__(&self) -> usize {
        self.0.division.shards.len()
    }

    fn __getitem__(&self, number: isize) -> PyResult<Shard> {
        let count = self.__len__();
        let index = match number {
            0.. => Some(number.unsigned_abs()),
            _ => count.checked_sub(number.unsigned_abs()),
        };
        let shard = index.map(|index| self.0.shard(index));
        match shard {
            Some(Ok(shard)) => Ok(Shard(shard)),
            Some(Err(error)) if index.is_some_and(|index| index < count) => Err(value_error(error)),
            _ => Err(PyIndexError::new_err(format!(
                "shard {number}: the plan has {count}"
            ))),
        }
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let builtins = py.import(intern!(py, "builtins"))?;
        let numbers = builtins.call_method1(intern!(py, "range"), (slf.len()?,))?;
        let shard = slf.getattr(intern!(py, "__getitem__"))?;
        builtins.call_method1(intern!(py, "map"), (shard, numbers))
    }

    fn __eq__(&self, other: &Bound<PyAny>) -> bool {
        let other = other.cast::<Plan>();
        other.is_ok_and(|other| other.get().0.digest() == self.0.digest())
    }

    fn __hash__(&self) -> u64 {
        hash(self.0.digest())
    }

    fn __repr__(&self) -> String {
        let (name, shards) = (&self.0.name, self.__len__());
        format!("<dominox.Plan: {name}, {shards} shards>")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let parse = slf.get_type().getattr("parse")?;
        Ok((parse, (slf.get().to_text(slf.py())?,)))
    }
}

/// A shard of a plan: a piece of work that needs only the problem, and can be pickled.
#[pyclass(frozen, module = "dominox")]
pub struct Shard(shards::Shard);

#[pymethods]
impl Shard {
    /// The digest of the plan.
    #[getter]
    fn plan(&self) -> &str {
        &self.0.plan
    }

    /// The number of the shard, from 0.
    #[getter]
    fn number(&self) -> usize {
        self.0.number
    }

    /// Its parts.
    #[getter]
    fn parts(&self) -> Vec<Part> {
        let parts = self.0.parts.iter();
        parts.map(|(_, part)| Part(part.clone())).collect()
    }

    /// Count the answers in the shard.
    ///
    /// Args:
    ///     problem: the problem of the plan.
    ///     threads: how many threads search; by default one.
    ///     timeout: a number of seconds. A part that is not finished by then counts as not searched.
    ///     kernel: the kernel that searches; by default the one that should be fastest.
    ///
    /// Raises:
    ///     ValueError: if there is no such kernel, a limit is negative, or the problem is not that of the plan.
    #[pyo3(signature = (problem, *, threads = None, timeout = None, kernel = None))]
    fn run(
        &self,
        py: Python,
        problem: &Problem,
        threads: Option<Bound<PyAny>>,
        timeout: Option<Bound<PyAny>>,
        kernel: Option<&str>,
    ) -> PyResult<ShardResult> {
        let (mut solver, cancel) = self.solver(problem, (threads, timeout), kernel)?;
        let result = interrupt::run(py, &cancel, || self.0.run(&mut solver))?;
        result.map(ShardResult).map_err(|error| refused(py, &error))
    }

    /// List the answers in the shard: one solution of each.
    ///
    /// Args:
    ///     problem: the problem of the plan.
    ///     most: the maximum number of solutions. A part that would exceed it counts as not searched.
    ///     threads: how many threads search; by default one.
    ///     timeout: a number of seconds. A part that is not finished by then counts as not searched.
    ///     kernel: the kernel that searches; by default the one that should be fastest.
    ///
    /// Returns:
    ///     The result and the solutions in the parts that were searched.
    ///
    /// Raises:
    ///     ValueError: if there is no such kernel, a limit is negative, or the problem is not that of the plan.
    #[pyo3(signature = (problem, *, most = None, threads = None, timeout = None, kernel = None))]
    fn list<'py>(
        &self,
        py: Python<'py>,
        problem: &Problem,
        most: Option<Bound<'py, PyAny>>,
        threads: Option<Bound<'py, PyAny>>,
        timeout: Option<Bound<'py, PyAny>>,
        kernel: Option<&str>,
    ) -> PyResult<(ShardResult, Vec<Bound<'py, PyTuple>>)> {
        let most = most.map_or(Ok(u64::MAX), |most| natural(&most, "most"))?;
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let (mut solver, cancel) = self.solver(problem, (threads, timeout), kernel)?;
        let listed = interrupt::run(py, &cancel, || self.0.list(&mut solver, most))?;
        let (result, solutions) = listed.map_err(|error| refused(py, &error))?;
        let solutions = solutions.iter().map(|solution| tuple(py, solution));
        Ok((ShardResult(result), solutions.collect::<PyResult<_>>()?))
    }

    fn __eq__(&self, other: &Bound<PyAny>) -> bool {
        let other = other.cast::<Shard>();
        other.is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        hash((&self.0.plan, self.0.number))
    }

    fn __repr__(&self) -> String {
        let (number, parts) = (self.0.number, self.0.parts.len());
        format!("<dominox.Shard: number {number}, {parts} parts>")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Pickled<'py, ShardState> {
        let shard = &slf.get().0;
        let parts = shard.parts.iter();
        let parts = parts
            .map(|(leaf, part)| (*leaf, part.to_string()))
            .collect();
        let problem = shard.problem.to_string();
        pickled(slf, (shard.plan.clone(), problem, shard.number, parts))
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(
        plan: String,
        problem: &str,
        number: usize,
        parts: Vec<(u32, String)>,
    ) -> PyResult<Shard> {
        let part = |(leaf, text): (u32, String)| {
            let part: OnePart = text.parse().map_err(value_error)?;
            Ok((leaf, part))
        };
        Ok(Shard(shards::Shard {
            plan,
            problem: problem.parse().map_err(value_error)?,
            number,
            parts: parts.into_iter().map(part).collect::<PyResult<_>>()?,
        }))
    }
}

type ShardState = (String, String, usize, Vec<(u32, String)>);

impl Shard {
    /// A solver for the shard, and the flag that stops it.
    fn solver(
        &self,
        problem: &Problem,
        (threads, timeout): (Option<Bound<PyAny>>, Option<Bound<PyAny>>),
        kernel: Option<&str>,
    ) -> PyResult<(dominox::Solver, Arc<AtomicBool>)> {
        let threads = threads.map_or(Ok(1), |threads| number_of_threads(&threads))?;
        let time = timeout.map_or(Ok(None), |timeout| seconds(&timeout))?;
        let kernel = kernel.map(kernel_named).transpose()?;
        let solver = dominox::Solver::with_kernel(&problem.0, kernel);
        let solver = solver.map_err(|error| unsupported(&error, &problem.0))?;
        let cancel = Arc::new(AtomicBool::new(false));
        let limits = Limits {
            deadline: time.and_then(|time| Instant::now().checked_add(time)),
            cancel: Some(cancel.clone()),
            ..Limits::default()
        };
        Ok((solver.threads(threads).limits(limits), cancel))
    }
}

/// The result of a shard. Made by `run`; its text is that of a file that ``dominox run`` writes.
#[pyclass(frozen, module = "dominox")]
pub struct ShardResult(pub shards::ShardResult);

#[pymethods]
impl ShardResult {
    /// Read the text of a result.
    ///
    /// Raises:
    ///     ValueError: if it is truncated, was altered, or is something else.
    #[staticmethod]
    fn parse(py: Python, text: &str) -> PyResult<ShardResult> {
        let parsed = shards::ShardResult::parse(text);
        parsed.map(ShardResult).map_err(|error| refused(py, &error))
    }

    /// The text of the result: JSON lines, the last with a digest of the others.
    fn to_text(&self) -> String {
        self.0.text()
    }

    /// The digest of the plan.
    #[getter]
    fn plan(&self) -> &str {
        &self.0.plan
    }

    /// The number of the shard, from 0.
    #[getter]
    fn number(&self) -> usize {
        self.0.number
    }

    /// Whether the whole shard was searched.
    #[getter]
    fn is_done(&self) -> bool {
        self.0.is_done
    }

    /// The number of parts that were searched.
    #[getter]
    fn parts_done(&self) -> usize {
        self.0.found.leaves.len()
    }

    /// The number of answers in the parts that were searched.
    #[getter]
    fn count<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        results::count(py, &self.0.found.count)
    }

    /// The checksum of these answers, 16 hexadecimal digits.
    #[getter]
    fn checksum(&self) -> String {
        format!("{:016x}", self.0.found.checksum)
    }

    /// The number of nodes entered in these parts.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.found.effort.nodes
    }

    /// The time that the search took, in seconds.
    #[getter]
    fn seconds(&self) -> f64 {
        self.0.found.micros as f64 / 1e6
    }

    /// The kernel that searched, and its instruction set.
    #[getter]
    fn kernel(&self) -> &str {
        &self.0.kernel
    }

    fn __eq__(&self, other: &Bound<PyAny>) -> bool {
        let other = other.cast::<ShardResult>();
        other.is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        hash((&self.0.plan, self.0.number))
    }

    fn __repr__(&self) -> String {
        let (number, count) = (self.0.number, &self.0.found.count);
        let status = if self.0.is_done { "done" } else { "stopped" };
        format!("<dominox.ShardResult: shard {number} {status}, {count} answers>")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("parse")?, (slf.get().to_text(),)))
    }
}

/// Divide the search for all answers of a problem into shards of about equal size.
///
/// Args:
///     problem: a problem, or a puzzle; for a puzzle, the problem of the plan is the part that the givens leave.
///     into: the number of shards; fewer are made if the search is small.
///     name: what is divided, for messages.
///
/// Raises:
///     ValueError: if the givens of the puzzle contradict each other, or ``into`` is not at least 1.
///     Unsupported: if no kernel supports the problem.
#[pyfunction]
#[pyo3(signature = (problem, into, *, name = "problem"))]
pub fn split(
    py: Python,
    problem: &Bound<PyAny>,
    into: &Bound<PyAny>,
    name: &str,
) -> PyResult<Plan> {
    let into = number_of_shards(into)?;
    let problem = left(problem)?;
    let solver = dominox::Solver::new(&problem).map_err(|error| unsupported(&error, &problem))?;
    let cancel = Arc::new(AtomicBool::new(false));
    let mut solver = solver.limits(Limits {
        cancel: Some(cancel.clone()),
        ..Limits::default()
    });
    let plan = interrupt::run(py, &cancel, || {
        shards::Plan::split_by(name, &mut solver, into)
    })?;
    plan.map(Plan).map_err(|error| refused(py, &error))
}

/// The problem that the givens of a puzzle leave.
fn left(value: &Bound<PyAny>) -> PyResult<dominox::Problem> {
    let (problem, givens) = question(value)?;
    let whole = OnePart {
        with: givens,
        without: Vec::new(),
    };
    let left = problem.of_part(&whole);
    left.map_err(|_| value_error("the givens contradict each other"))
}

pub fn number_of_shards(value: &Bound<PyAny>) -> PyResult<usize> {
    let shards = in_range(value, "into", 1..=u32::MAX.into())?;
    Ok(shards as usize)
}

/// Search a shard of a plan: ``plan[number].run(plan.problem, …)``.
///
/// Raises:
///     IndexError: if there is no such shard.
#[pyfunction]
#[pyo3(signature = (plan, number, *, threads = None, timeout = None, kernel = None))]
pub fn run(
    py: Python,
    plan: &Plan,
    number: isize,
    threads: Option<Bound<PyAny>>,
    timeout: Option<Bound<PyAny>>,
    kernel: Option<&str>,
) -> PyResult<ShardResult> {
    let shard = plan.__getitem__(number)?;
    shard.run(py, &plan.problem(), threads, timeout, kernel)
}

/// The exception for what is wrong with plans and results.
pub fn refused(py: Python, error: &ShardsError) -> PyErr {
    match error {
        ShardsError::Unsupported(error) => Unsupported::new_err(error.to_string()),
        ShardsError::Stopped(limit) => stopped(py, *limit, None),
        other => value_error(words(other)),
    }
}

/// What is wrong with plans and results, with shards as Python numbers them.
pub fn words(error: &ShardsError) -> String {
    match error {
        ShardsError::NoShard { number, shards } => {
            format!("there is no shard {number}: the plan has {shards}")
        }
        ShardsError::Twice { number, is_same } => {
            let how = if *is_same {
                ""
            } else {
                ", with different results"
            };
            format!("shard {number} is given twice{how}")
        }
        other => other.to_string(),
    }
}
