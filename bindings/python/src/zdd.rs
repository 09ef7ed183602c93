//! The diagram of all solutions.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use dominox::engine::{Count, ZddError};
use dominox::num_bigint::BigUint;
use dominox::problem::OptionId;
use dominox::{Problem, Solution};
use pyo3::exceptions::{PyIndexError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use rand_chacha::ChaCha8Rng;

use crate::errors::{located, no_diagram, value_error};
use crate::interrupt;
use crate::numbers::{big, in_range, natural, option_ids, tuple, whole, word};
use crate::results;
use crate::solver::generator;
use crate::values::{Pickled, hash, pickled};

/// No problem has more options.
const MOST_OPTIONS: u64 = i32::MAX as u64 / 2;
/// The number of the first node, after the two constants.
const FIRST_NODE: usize = 2;
/// Solutions that are found together.
const BATCH: u64 = 1 << 10;

/// All solutions of a problem in memory, as a decision diagram. Made by `Solver.zdd`.
///
/// ``for solution in zdd`` gives each solution in the order of the diagram, and ``zdd[i]`` is one of them, for an index
/// of any size; a negative one counts from the end. ``options in zdd`` says whether the options, in any order, are a
/// solution. A diagram without solutions is false. Two diagrams are equal if they have the same nodes; diagrams that ask
/// for the options in different orders differ, even if their solutions are the same.
#[pyclass(frozen, module = "dominox")]
pub struct Zdd {
    zdd: Arc<dominox::Zdd>,
    /// Stops what is done with the diagram.
    cancel: Arc<AtomicBool>,
    /// Whose solutions they are, unless the diagram was read.
    problem: Option<Problem>,
}

#[pymethods]
impl Zdd {
    /// Read the text of `to_text`, for a problem with this number of options.
    ///
    /// Raises:
    ///     ParseError: at the first fault.
    #[staticmethod]
    fn parse(py: Python, text: &str, option_count: &Bound<PyAny>) -> PyResult<Zdd> {
        let count = in_range(option_count, "option_count", 0..=MOST_OPTIONS)?;
        let parsed = interrupt::run_to_end(py, || dominox::Zdd::parse(text, count as usize))?;
        let zdd = parsed.map_err(|fault| located(py, &fault))?;
        Ok(Zdd::new(zdd, Arc::new(AtomicBool::new(false)), None))
    }

    /// The number of solutions.
    fn count<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let count = self.run(py, dominox::Zdd::try_count)?;
        results::count(py, &count)
    }

    /// The number of nodes, without the two constants.
    #[getter]
    fn node_count(&self) -> usize {
        self.zdd.node_count()
    }

    /// The number of options of the problem.
    #[getter]
    fn option_count(&self) -> usize {
        self.zdd.option_count()
    }

    /// The options that some solution contains, ascending.
    #[getter]
    fn options(&self) -> Vec<usize> {
        self.zdd.options().map(OptionId::index).collect()
    }

    /// The solution with this index, from 0.
    ///
    /// Raises:
    ///     IndexError: if there are not that many solutions, or the index is negative.
    fn nth<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let index = whole(index, "the index")?;
        let count = self.run(py, dominox::Zdd::try_count)?;
        let solution = match index.lt(0)? {
            true => None,
            false => self.zdd.nth(&Count::from(big(&index)?)),
        };
        let out = || PyIndexError::new_err(format!("solution {index}: the diagram has {count}"));
        tuple(py, &solution.ok_or_else(out)?)
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let index = whole(index, "the index")?;
        let from_start = match index.lt(0)? {
            true => index.add(self.count(py)?)?,
            false => index.clone(),
        };
        // What is out of range is named as it was given.
        let index = if from_start.lt(0)? { index } else { from_start };
        self.nth(py, &index)
    }

    fn __contains__(&self, options: &Bound<PyAny>) -> bool {
        let options = option_ids(options, self.zdd.option_count());
        options.is_ok_and(|options| self.zdd.contains(&options))
    }

    fn __bool__(&self) -> bool {
        self.zdd.solutions().next().is_some()
    }

    fn __iter__(&self) -> ZddSolutions {
        ZddSolutions {
            zdd: self.zdd.clone(),
            cancel: self.cancel.clone(),
            place: Mutex::new(Place {
                next: BigUint::ZERO,
                found: VecDeque::new(),
            }),
        }
    }

    /// Like `Solver.sample`.
    #[pyo3(signature = (n = None, seed = None))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        n: Option<&Bound<'py, PyAny>>,
        seed: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let count = n.map_or(Ok(1), |n| natural(n, "n"))?;
        self.draw(py, count, &mut generator(seed)?)
    }

    /// For each option, the number of solutions that contain it.
    fn option_counts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let counts = self.run(py, dominox::Zdd::try_option_counts)?;
        counts
            .iter()
            .map(|count| results::count(py, count))
            .collect()
    }

    /// The k cheapest solutions (by default, one), as pairs of a cost and a solution.
    ///
    /// Args:
    ///     k: how many solutions.
    ///     costs: the cost of each option, from 0 to 2**64 - 1; by default, those of the problem.
    #[pyo3(signature = (k = None, costs = None))]
    fn cheapest<'py>(
        &self,
        py: Python<'py>,
        k: Option<&Bound<'py, PyAny>>,
        costs: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<(u128, Bound<'py, PyTuple>)>> {
        self.rank(py, k, costs, false)
    }

    /// Like `cheapest`, but the most expensive solutions, the most expensive first.
    #[pyo3(signature = (k = None, costs = None))]
    fn most_expensive<'py>(
        &self,
        py: Python<'py>,
        k: Option<&Bound<'py, PyAny>>,
        costs: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<(u128, Bound<'py, PyTuple>)>> {
        self.rank(py, k, costs, true)
    }

    /// The diagram of the solutions with all options of ``assume`` and none of ``exclude``.
    ///
    /// Raises:
    ///     IndexError: if there is no such option.
    #[pyo3(signature = (assume = None, exclude = None))]
    fn restrict(
        &self,
        py: Python,
        assume: Option<&Bound<PyAny>>,
        exclude: Option<&Bound<PyAny>>,
    ) -> PyResult<Zdd> {
        let ids = |options: Option<&Bound<PyAny>>| {
            let ids = options.map(|options| option_ids(options, self.zdd.option_count()));
            ids.unwrap_or(Ok(Vec::new()))
        };
        let (with, without) = (ids(assume)?, ids(exclude)?);
        let zdd = self.run(py, |zdd| zdd.try_with(&with)?.try_without(&without))?;
        Ok(Zdd::new(zdd, self.cancel.clone(), self.problem.clone()))
    }

    /// The diagram in Knuth's notation, one node per line.
    fn to_text(&self, py: Python) -> PyResult<String> {
        interrupt::run_to_end(py, || self.zdd.to_text().to_string())
    }

    /// The diagram as JSON.
    fn to_json(&self, py: Python) -> PyResult<String> {
        interrupt::run_to_end(py, || self.zdd.to_json().to_string())
    }

    /// The diagram in the language of Graphviz.
    fn to_dot(&self, py: Python) -> PyResult<String> {
        let label = |option: OptionId| match &self.problem {
            Some(problem) => problem.option_text(option),
            None => option.index().to_string(),
        };
        interrupt::run_to_end(py, || self.zdd.to_dot(label).to_string())
    }

    fn __eq__(&self, other: &Bound<PyAny>) -> bool {
        let other = other.cast::<Zdd>();
        other.is_ok_and(|other| are_same(&other.get().zdd, &self.zdd))
    }

    fn __hash__(&self) -> u64 {
        hash([self.option_count(), self.node_count()])
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
    ) -> Pickled<'py, (String, usize, Option<crate::problem::Problem>)> {
        let zdd = slf.get();
        let problem = zdd.problem.clone().map(crate::problem::Problem);
        pickled(slf, (zdd.to_text(py)?, zdd.option_count(), problem))
    }

    #[staticmethod]
    #[pyo3(name = "_restore")]
    fn restore(
        py: Python,
        text: &str,
        option_count: &Bound<PyAny>,
        problem: Option<PyRef<crate::problem::Problem>>,
    ) -> PyResult<Zdd> {
        let zdd = Zdd::parse(py, text, option_count)?;
        let problem = problem.map(|problem| problem.0.clone());
        Ok(Zdd { problem, ..zdd })
    }

    fn __repr__(&self) -> String {
        let (nodes, options) = (self.zdd.node_count(), self.zdd.option_count());
        format!("<dominox.Zdd: {nodes} nodes, {options} options>")
    }
}

impl Zdd {
    pub fn new(zdd: dominox::Zdd, cancel: Arc<AtomicBool>, problem: Option<Problem>) -> Zdd {
        Zdd {
            zdd: Arc::new(zdd),
            cancel,
            problem,
        }
    }

    /// Does something with the diagram that a signal can stop.
    fn run<T: Send>(
        &self,
        py: Python,
        work: impl FnOnce(&dominox::Zdd) -> Result<T, ZddError> + Send,
    ) -> PyResult<T> {
        let done = interrupt::run(py, &self.cancel, || work(&self.zdd))?;
        done.map_err(|error| no_diagram(py, &error))
    }

    /// Draws solutions.
    pub fn draw<'py>(
        &self,
        py: Python<'py>,
        count: u64,
        random: &mut ChaCha8Rng,
    ) -> PyResult<Bound<'py, PyList>> {
        // As the program does for the first puzzle of a stream.
        random.set_stream(1);
        self.run(py, dominox::Zdd::try_count)?;
        let list = PyList::empty(py);
        let mut left = count;
        while left > 0 {
            let batch = left.min(BATCH);
            let draw = || {
                (0..batch)
                    .map_while(|_| self.zdd.sample(random))
                    .collect::<Vec<_>>()
            };
            let drawn = interrupt::run(py, &self.cancel, draw)?;
            for solution in &drawn {
                list.append(tuple(py, solution)?)?;
            }
            if drawn.is_empty() {
                break;
            }
            left -= batch;
        }
        Ok(list)
    }

    fn rank<'py>(
        &self,
        py: Python<'py>,
        k: Option<&Bound<'py, PyAny>>,
        costs: Option<&Bound<'py, PyAny>>,
        is_most_expensive: bool,
    ) -> PyResult<Vec<(u128, Bound<'py, PyTuple>)>> {
        let k = k.map_or(Ok(1), |k| natural(k, "k"))?;
        let costs = self.costs(costs)?;
        let cost = |option: OptionId| costs[option.index()];
        // Its own flag: one that others set would cut the list short.
        let cancel = AtomicBool::new(false);
        let ranked: Vec<(u128, Solution)> = interrupt::run(py, &cancel, || {
            let is_going_on = |_: &_| !cancel.load(Ordering::Relaxed);
            let all = match is_most_expensive {
                true => self.zdd.most_expensive(cost),
                false => self.zdd.cheapest(cost),
            };
            all.take(usize::try_from(k).unwrap_or(usize::MAX))
                .take_while(is_going_on)
                .collect()
        })?;
        ranked
            .iter()
            .map(|(cost, solution)| Ok((*cost, tuple(py, solution)?)))
            .collect()
    }

    /// The costs of the options: these, or those of the problem.
    fn costs(&self, costs: Option<&Bound<PyAny>>) -> PyResult<Vec<u64>> {
        let expected = self.zdd.option_count();
        let Some(costs) = costs else {
            let Some(problem) = &self.problem else {
                return Err(value_error(
                    "a diagram that was read has no costs: expected some",
                ));
            };
            return Ok(problem
                .options()
                .map(|option| problem.cost(option))
                .collect());
        };
        let costs: Vec<u64> = costs
            .try_iter()?
            .map(|cost| word(&cost?, "a cost"))
            .collect::<PyResult<_>>()?;
        match costs.len() {
            found if found == expected => Ok(costs),
            found => Err(value_error(format!(
                "{found} costs: expected {expected}, one per option"
            ))),
        }
    }
}

/// Whether two diagrams have the same nodes, however they are numbered.
fn are_same(one: &dominox::Zdd, other: &dominox::Zdd) -> bool {
    let sizes = |zdd: &dominox::Zdd| (zdd.option_count(), zdd.node_count());
    if sizes(one) != sizes(other) {
        return false;
    }
    let nodes = one.nodes().zip(FIRST_NODE..);
    let nodes: HashMap<_, _> = nodes
        .map(|(node, number)| ((node.option, node.lo, node.hi), number))
        .collect();
    // The numbers in one diagram of the constants and the nodes of the other.
    let mut numbers: Vec<usize> = (0..FIRST_NODE).collect();
    for node in other.nodes() {
        match nodes.get(&(node.option, numbers[node.lo], numbers[node.hi])) {
            Some(&number) => numbers.push(number),
            None => return false,
        }
    }
    numbers[other.root()] == one.root()
}

/// An iterator over the solutions of a diagram.
#[pyclass(frozen, module = "dominox")]
pub struct ZddSolutions {
    zdd: Arc<dominox::Zdd>,
    cancel: Arc<AtomicBool>,
    place: Mutex<Place>,
}

/// How far a listing has come.
struct Place {
    next: BigUint,
    found: VecDeque<Solution>,
}

#[pymethods]
impl ZddSolutions {
    fn __iter__(slf: PyRef<Self>) -> PyRef<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let Ok(mut place) = self.place.try_lock() else {
            return Err(PyRuntimeError::new_err(
                "the listing is at work in another thread",
            ));
        };
        let place = &mut *place;
        if place.found.is_empty() {
            interrupt::run(py, &self.cancel, || {
                for _ in 0..BATCH {
                    let Some(solution) = self.zdd.nth(&Count::from(place.next.clone())) else {
                        break;
                    };
                    place.found.push_back(solution);
                    place.next += 1u8;
                }
            })?;
        }
        place
            .found
            .pop_front()
            .map(|solution| tuple(py, &solution))
            .transpose()
    }
}
