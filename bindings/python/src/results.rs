//! What verbs return, if it is more than a number.

use dominox::Solution;
use dominox::engine::{Count, Verdict};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::numbers::{int, tuple};

/// Whether there is no answer, one, or more than one.
#[pyclass(frozen, module = "dominox")]
pub struct Uniqueness {
    pub verdict: Verdict,
    pub witnesses: Vec<Solution>,
}

#[pymethods]
impl Uniqueness {
    /// ``"undecided"`` if a limit was reached before it was known.
    #[getter]
    fn verdict(&self) -> &'static str {
        match self.verdict {
            Verdict::None => "none",
            Verdict::Unique => "unique",
            Verdict::Multiple => "multiple",
            Verdict::Undecided => "undecided",
        }
    }

    /// The solutions that show it: at most two, of different answers.
    #[getter]
    fn solutions<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        self.witnesses
            .iter()
            .map(|solution| tuple(py, solution))
            .collect()
    }

    fn __repr__(&self) -> String {
        format!("<dominox.Uniqueness: {}>", self.verdict())
    }
}

/// The best solutions by cost, and whether they are proven to be the best.
#[pyclass(frozen, module = "dominox")]
pub struct Best(pub dominox::engine::Best);

#[pymethods]
impl Best {
    /// Pairs of a cost and a solution, the best first.
    #[getter]
    fn solutions<'py>(&self, py: Python<'py>) -> PyResult<Vec<(u128, Bound<'py, PyTuple>)>> {
        let ranked = self.0.solutions.iter();
        ranked
            .map(|(cost, solution)| Ok((*cost, tuple(py, solution)?)))
            .collect()
    }

    /// If a limit stopped the search: no other solution is better than this cost. None if these are the best.
    #[getter]
    fn bound(&self) -> Option<u128> {
        self.0.bound
    }

    /// Whether these are proven to be the best.
    #[getter]
    fn is_proven(&self) -> bool {
        self.0.is_proven()
    }

    fn __len__(&self) -> usize {
        self.0.solutions.len()
    }

    fn __repr__(&self) -> String {
        let costs: Vec<String> = self
            .0
            .solutions
            .iter()
            .map(|(cost, _)| cost.to_string())
            .collect();
        let proven = if self.0.is_proven() {
            "proven"
        } else {
            "not proven"
        };
        format!("<dominox.Best: costs [{}], {proven}>", costs.join(", "))
    }
}

/// An estimated number, and an interval that contains the true one with a probability of about 95 %.
#[pyclass(frozen, module = "dominox")]
pub struct Interval(pub dominox::engine::Interval);

#[pymethods]
impl Interval {
    /// The estimate.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        count(py, &self.0.mean)
    }

    /// The lower end.
    #[getter]
    fn low<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        count(py, &self.0.low)
    }

    /// The upper end; None if there were too few probes for one.
    #[getter]
    fn high<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.0.high.as_ref().map(|high| count(py, high)).transpose()
    }

    /// The share of the estimate, from 0 to 1, that comes from the probe that found most. If it is large, the interval
    /// may be too narrow.
    #[getter]
    fn largest_share(&self) -> f64 {
        self.0.largest_share
    }

    fn __repr__(&self) -> String {
        let high = self.0.high.as_ref().map_or("?".into(), Count::to_string);
        format!(
            "<dominox.Interval: {}, from {} to {high}>",
            self.0.mean, self.0.low
        )
    }
}

/// How many solutions there are, and how large a search for them is.
#[pyclass(frozen, module = "dominox")]
pub struct Estimate(pub dominox::engine::Estimate);

#[pymethods]
impl Estimate {
    /// The number of solutions.
    #[getter]
    fn solutions(&self) -> Interval {
        Interval(self.0.solutions.clone())
    }

    /// The number of nodes that a search for all solutions enters.
    #[getter]
    fn nodes(&self) -> Interval {
        Interval(self.0.nodes.clone())
    }

    /// Whether the numbers are exact, since everything was searched.
    #[getter]
    fn is_exact(&self) -> bool {
        self.0.is_exact
    }

    /// The number of probes.
    #[getter]
    fn probes(&self) -> u32 {
        self.0.probes
    }

    /// The number of solutions that the probes met.
    #[getter]
    fn met(&self) -> u64 {
        self.0.met
    }

    /// The seconds that a node takes.
    #[getter]
    fn seconds_per_node(&self) -> f64 {
        self.0.seconds_per_node
    }

    fn __repr__(&self) -> String {
        let exact = if self.0.is_exact { "exactly" } else { "about" };
        let (solutions, nodes) = (&self.0.solutions.mean, &self.0.nodes.mean);
        format!("<dominox.Estimate: {exact} {solutions} solutions, {nodes} nodes>")
    }
}

/// A count as an `int`.
pub fn count<'py>(py: Python<'py>, number: &Count) -> PyResult<Bound<'py, PyAny>> {
    int(py, &number.to_biguint())
}
