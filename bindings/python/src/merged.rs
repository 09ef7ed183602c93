//! The results of shards, put together.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use dominox::engine::Limits;
use dominox::shards::{self, ShardsError};
use pyo3::prelude::*;

use crate::errors::value_error;
use crate::interrupt;
use crate::results;
use crate::shards::{Plan, ShardResult, number_of_shards, refused, words};
use crate::values::{Pickled, hash};

/// The results of shards, put together. Made by `merge`.
#[pyclass(frozen, module = "dominox")]
pub struct Merged(shards::Merge);

#[pymethods]
impl Merged {
    /// The plan.
    #[getter]
    fn plan(&self) -> Plan {
        Plan(self.0.plan().clone())
    }

    /// Whether every shard was searched to its end.
    #[getter]
    fn is_complete(&self) -> bool {
        self.0.is_complete()
    }

    /// The number of answers; None unless every shard was searched to its end.
    #[getter]
    fn count<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.0.is_complete() {
            true => self.at_least(py).map(Some),
            false => Ok(None),
        }
    }

    /// The number of answers found so far.
    #[getter]
    fn at_least<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        results::count(py, &self.0.found().count)
    }

    /// The checksum of the answers found so far, 16 hexadecimal digits.
    #[getter]
    fn checksum(&self) -> String {
        format!("{:016x}", self.0.found().checksum)
    }

    /// The number of nodes entered.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.found().effort.nodes
    }

    /// The time that all shards took together, in seconds.
    #[getter]
    fn seconds(&self) -> f64 {
        self.0.found().micros as f64 / 1e6
    }

    /// The numbers of the shards without a result.
    #[getter]
    fn missing(&self) -> Vec<usize> {
        self.0.missing()
    }

    /// The numbers of the shards that were stopped.
    #[getter]
    fn stopped(&self) -> Vec<usize> {
        self.0.stopped()
    }

    /// A plan of this number of shards for everything that is left. It includes what was found, so the results are no longer
    /// needed.
    fn rest(&self, py: Python, into: &Bound<PyAny>) -> PyResult<Plan> {
        self.again(py, into, shards::Merge::rest)
    }

    /// Like `rest`, but only for what stopped shards left, while others are still being searched.
    ///
    /// The other shards keep their numbers and their parts, and their results fit the new plan. In it, shards that have a
    /// result are empty, and the new shards come last.
    fn rest_of_stopped(&self, py: Python, into: &Bound<PyAny>) -> PyResult<Plan> {
        self.again(py, into, shards::Merge::rest_of_stopped)
    }

    fn __eq__(&self, other: &Bound<PyAny>) -> bool {
        let other = other.cast::<Merged>();
        other.is_ok_and(|other| {
            let [one, two] = [&self.0, &other.get().0];
            one.plan().digest() == two.plan().digest() && one.results().eq(two.results())
        })
    }

    fn __hash__(&self) -> u64 {
        hash(self.0.plan().digest())
    }

    fn __repr__(&self) -> String {
        let all = self.0.plan().division.shards.len();
        let (missing, stopped) = (self.0.missing().len(), self.0.stopped().len());
        format!("<dominox.Merged: {all} shards, {missing} missing, {stopped} stopped>")
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
    ) -> Pickled<'py, (Plan, Vec<ShardResult>)> {
        let merged = slf.get();
        let results = merged.0.results().cloned().map(ShardResult);
        let merge = py.import("dominox._dominox")?.getattr("merge")?;
        Ok((merge, (merged.plan(), results.collect())))
    }
}

impl Merged {
    fn again(
        &self,
        py: Python,
        into: &Bound<PyAny>,
        divide: fn(&shards::Merge, usize, Limits) -> Result<shards::Plan, ShardsError>,
    ) -> PyResult<Plan> {
        let into = number_of_shards(into)?;
        let cancel = Arc::new(AtomicBool::new(false));
        let limits = Limits {
            cancel: Some(cancel.clone()),
            ..Limits::default()
        };
        let plan = interrupt::run(py, &cancel, || divide(&self.0, into, limits))?;
        plan.map(Plan).map_err(|error| refused(py, &error))
    }
}

/// Put the results of shards together. First prove, from the problem alone, that the shards cover the whole search and do
/// not overlap.
///
/// Raises:
///     ValueError: if the plan is not a partition of the search, or a result belongs to another plan, has other parts, or
///         is the second one of a shard.
#[pyfunction]
pub fn merge(py: Python, plan: &Plan, results: &Bound<PyAny>) -> PyResult<Merged> {
    let plan = plan.0.clone();
    let made = interrupt::run_to_end(py, || shards::Merge::new(plan))?;
    let mut merge = made.map_err(|error| refused(py, &error))?;
    for (place, result) in results.try_iter()?.enumerate() {
        let result = result?.cast_into::<ShardResult>()?;
        let added = merge.add(result.get().0.clone());
        added.map_err(|error| value_error(format!("results[{place}]: {}", words(&error))))?;
    }
    Ok(Merged(merge))
}
