//! The results of verbs, if they are more than a number.

use dominox::Solution;
use dominox::engine::{self, Count, Verdict};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyTuple};

use crate::numbers::{big, int, solution, tuple};
use crate::values::{Pickled, hash, pickled};

/// Whether there is no answer, one, or more than one.
#[pyclass(frozen, eq, hash, module = "dominox")]
#[derive(PartialEq, Eq, Hash)]
pub struct Uniqueness {
    /// ``"undecided"`` if a limit was reached before it was known.
    #[pyo3(get)]
    verdict: String,
    witnesses: Vec<Solution>,
}

#[pymethods]
impl Uniqueness {
    /// The solutions that prove it: at most two, of different answers.
    #[getter]
    fn solutions<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        self.witnesses
            .iter()
            .map(|solution| tuple(py, solution))
            .collect()
    }

    fn __repr__(&self) -> String {
        format!("<dominox.Uniqueness: {}>", self.verdict)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Pickled<'py, (String, Vec<Bound<'py, PyTuple>>)> {
        let found = slf.get();
        pickled(slf, (found.verdict.clone(), found.solutions(slf.py())?))
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(verdict: String, solutions: Vec<Vec<usize>>) -> Uniqueness {
        let witnesses = solutions.into_iter().map(solution).collect();
        Uniqueness { verdict, witnesses }
    }
}

impl Uniqueness {
    pub fn new(verdict: Verdict, witnesses: Vec<Solution>) -> Uniqueness {
        let verdict = match verdict {
            Verdict::None => "none",
            Verdict::Unique => "unique",
            Verdict::Multiple => "multiple",
            Verdict::Undecided => "undecided",
        };
        Uniqueness {
            verdict: verdict.into(),
            witnesses,
        }
    }
}

/// The best solutions by cost, and whether they are proven to be the best. ``best[i]``, and each element of an iteration,
/// is a pair of a cost and a solution.
#[pyclass(frozen, eq, module = "dominox")]
#[derive(PartialEq)]
pub struct Best(pub engine::Best);

/// A cost and a solution.
type Ranked<'py> = (u128, Bound<'py, PyTuple>);

#[pymethods]
impl Best {
    /// Pairs of a cost and a solution, the best first.
    #[getter]
    fn solutions<'py>(&self, py: Python<'py>) -> PyResult<Vec<Ranked<'py>>> {
        let ranked = self.0.solutions.iter();
        ranked.map(|ranked| pair(py, ranked)).collect()
    }

    /// If a limit stopped the search, a bound on the cost of all other solutions: none is better. None if these are proven to
    /// be the best.
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

    fn __getitem__<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Ranked<'py>> {
        let count = self.0.solutions.len();
        let place = match index {
            0.. => Some(index.unsigned_abs()),
            _ => count.checked_sub(index.unsigned_abs()),
        };
        let ranked = place.and_then(|place| self.0.solutions.get(place));
        let out = || PyIndexError::new_err(format!("solution {index}: there are {count}"));
        pair(py, ranked.ok_or_else(out)?)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyTuple::new(py, self.solutions(py)?)?.try_iter()
    }

    fn __hash__(&self) -> u64 {
        hash((&self.0.solutions, self.0.bound))
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

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Pickled<'py, (Vec<Ranked<'py>>, Option<u128>)> {
        let best = slf.get();
        pickled(slf, (best.solutions(slf.py())?, best.0.bound))
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(solutions: Vec<(u128, Vec<usize>)>, bound: Option<u128>) -> Best {
        let ranked = solutions.into_iter();
        let solutions = ranked.map(|(cost, options)| (cost, solution(options)));
        Best(engine::Best {
            solutions: solutions.collect(),
            bound,
        })
    }
}

fn pair<'py>(py: Python<'py>, (cost, solution): &(u128, Solution)) -> PyResult<Ranked<'py>> {
    Ok((*cost, tuple(py, solution)?))
}

/// An estimated number, and an interval that contains the true one with a probability of about 95 %.
#[pyclass(frozen, eq, module = "dominox")]
#[derive(Clone, PartialEq)]
pub struct Interval {
    mean: Count,
    low: Count,
    high: Option<Count>,
    /// The share of the estimate, from 0 to 1, that the largest probe contributes. If it is large, the interval may be too
    /// narrow.
    #[pyo3(get)]
    largest_share: f64,
}

/// An `int`.
type Int<'py> = Bound<'py, PyAny>;

#[pymethods]
impl Interval {
    /// The estimate.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Int<'py>> {
        count(py, &self.mean)
    }

    /// The lower end.
    #[getter]
    fn low<'py>(&self, py: Python<'py>) -> PyResult<Int<'py>> {
        count(py, &self.low)
    }

    /// The upper end; None if there were too few probes.
    #[getter]
    fn high<'py>(&self, py: Python<'py>) -> PyResult<Option<Int<'py>>> {
        self.high.as_ref().map(|high| count(py, high)).transpose()
    }

    fn __hash__(&self) -> u64 {
        hash((&self.mean, &self.low, &self.high))
    }

    fn __repr__(&self) -> String {
        let high = self.high.as_ref().map_or("?".into(), Count::to_string);
        let (mean, low) = (&self.mean, &self.low);
        format!("<dominox.Interval: {mean}, from {low} to {high}>")
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> Pickled<'py, (Int<'py>, Int<'py>, Option<Int<'py>>, f64)> {
        let (interval, py) = (slf.get(), slf.py());
        let (mean, low) = (interval.mean(py)?, interval.low(py)?);
        pickled(slf, (mean, low, interval.high(py)?, interval.largest_share))
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(
        mean: &Bound<PyAny>,
        low: &Bound<PyAny>,
        high: Option<&Bound<PyAny>>,
        largest_share: f64,
    ) -> PyResult<Interval> {
        let count = |number| Ok::<_, PyErr>(Count::from(big(number)?));
        Ok(Interval {
            mean: count(mean)?,
            low: count(low)?,
            high: high.map(count).transpose()?,
            largest_share,
        })
    }
}

impl From<engine::Interval> for Interval {
    fn from(interval: engine::Interval) -> Interval {
        Interval {
            mean: interval.mean,
            low: interval.low,
            high: interval.high,
            largest_share: interval.largest_share,
        }
    }
}

/// How many solutions there are, and how large a search for them is. Two estimates are equal if everything but the
/// measured time is equal.
#[pyclass(frozen, eq, module = "dominox")]
pub struct Estimate {
    /// The number of solutions.
    #[pyo3(get)]
    solutions: Interval,
    /// The number of nodes that a search for all solutions enters.
    #[pyo3(get)]
    nodes: Interval,
    /// Whether the numbers are exact, because the whole search was run.
    #[pyo3(get)]
    is_exact: bool,
    /// The number of probes.
    #[pyo3(get)]
    probes: u32,
    /// The number of solutions that the probes met.
    #[pyo3(get)]
    met: u64,
    /// The seconds that a node takes.
    #[pyo3(get)]
    seconds_per_node: f64,
}

/// The fields of an estimate.
type EstimateState = (Interval, Interval, bool, u32, u64, f64);

#[pymethods]
impl Estimate {
    fn __hash__(&self) -> u64 {
        hash((self.solutions.__hash__(), self.probes, self.met))
    }

    fn __repr__(&self) -> String {
        let exact = if self.is_exact { "exactly" } else { "about" };
        let (solutions, nodes) = (&self.solutions.mean, &self.nodes.mean);
        format!("<dominox.Estimate: {exact} {solutions} solutions, {nodes} nodes>")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Pickled<'py, EstimateState> {
        let found = slf.get();
        let state = (
            found.solutions.clone(),
            found.nodes.clone(),
            found.is_exact,
            found.probes,
            found.met,
            found.seconds_per_node,
        );
        pickled(slf, state)
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(
        solutions: &Interval,
        nodes: &Interval,
        is_exact: bool,
        probes: u32,
        met: u64,
        seconds_per_node: f64,
    ) -> Estimate {
        Estimate {
            solutions: solutions.clone(),
            nodes: nodes.clone(),
            is_exact,
            probes,
            met,
            seconds_per_node,
        }
    }
}

impl PartialEq for Estimate {
    fn eq(&self, other: &Estimate) -> bool {
        let all = |estimate: &Estimate| (estimate.is_exact, estimate.probes, estimate.met);
        self.solutions == other.solutions && self.nodes == other.nodes && all(self) == all(other)
    }
}

impl From<engine::Estimate> for Estimate {
    fn from(found: engine::Estimate) -> Estimate {
        Estimate {
            solutions: found.solutions.into(),
            nodes: found.nodes.into(),
            is_exact: found.is_exact,
            probes: found.probes,
            met: found.met,
            seconds_per_node: found.seconds_per_node,
        }
    }
}

/// A count as an `int`.
pub fn count<'py>(py: Python<'py>, number: &Count) -> PyResult<Bound<'py, PyAny>> {
    int(py, &number.to_biguint())
}
