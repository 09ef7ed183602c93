//! A solver.

use std::collections::BTreeSet;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use dominox::engine::{CountMethod, Limit, Status, Verdict, ZddError};
use dominox::problem::Occurrence;
use dominox::puzzles::Cover;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::engine::{Engine, Listed, Solutions};
use crate::errors::{name_of, no_diagram, stopped, unsupported, value_error};
use crate::interrupt;
use crate::numbers::{indices, natural, tuple, word};
use crate::part::Part;
use crate::problem::Problem;
use crate::puzzle::question;
use crate::reasons::Within;
use crate::results::{self, Best, Estimate, Uniqueness};
use crate::settings::{Arguments, Settings};
use crate::symmetry::{Symmetries, symmetries};
use crate::zdd::Zdd;

/// A search for the solutions of a problem.
///
/// ``for solution in solver`` gives each solution as a tuple of options, ascending, always in the same order. Each iterator
/// begins at the first solution.
///
/// The limits hold for each call of a method, and for an iterator as a whole. If a limit or Ctrl-C stopped a count, the
/// next call resumes it. So do an iterator, `is_unique`, `uniqueness` and `solve`; the other methods start again. Only
/// one thread at a time can use a solver; others get a RuntimeError. Make a solver for each thread.
///
/// Args:
///     problem: the problem; or a puzzle, whose givens are in every solution.
///     kernel: the kernel that searches; by default the one that should be fastest.
///     assume: options in every solution.
///     exclude: options in no solution.
///     part: only the solutions of this part, in addition to ``assume`` and ``exclude``.
///     timeout: a number of seconds.
///     max_nodes: a number of nodes of the search. With it, `count` only searches.
///     limit: a number of solutions. With it, `count` only searches.
///     memory: the bytes that tables and diagrams may take, 1 GiB by default.
///     threads: how many threads search, from 1 to 1024; by default as many as this process may use. The solutions and
///         their order do not depend on it.
///
/// Raises:
///     IndexError: if the problem has no such option.
///     ValueError: if there is no such kernel, a limit is negative, or the number of threads is out of range.
///     Unsupported: if no kernel, or not the requested one, supports the problem.
#[pyclass(frozen, module = "dominox")]
pub struct Solver {
    settings: Settings,
    current: Mutex<Current>,
}

/// The engine of the last verb.
struct Current {
    engine: Arc<Engine>,
    state: Use,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Fresh,
    Verbs,
    Listing,
}

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (problem, *, kernel = None, assume = None, exclude = None, part = None, timeout = None,
                        max_nodes = None, limit = None, memory = None, threads = None))]
    #[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
    fn new(
        problem: &Bound<PyAny>,
        kernel: Option<String>,
        assume: Option<Bound<PyAny>>,
        exclude: Option<Bound<PyAny>>,
        part: Option<Bound<PyAny>>,
        timeout: Option<Bound<PyAny>>,
        max_nodes: Option<Bound<PyAny>>,
        limit: Option<Bound<PyAny>>,
        memory: Option<Bound<PyAny>>,
        threads: Option<Bound<PyAny>>,
    ) -> PyResult<Solver> {
        let arguments = Arguments {
            kernel,
            assume,
            exclude,
            part,
            timeout,
            max_nodes,
            limit,
            memory,
            threads,
        };
        let settings = Settings::new(question(problem)?, arguments)?;
        let engine = Arc::new(Engine::new(&settings)?);
        let current = Mutex::new(Current {
            engine,
            state: Use::Fresh,
        });
        Ok(Solver { settings, current })
    }

    /// The problem.
    #[getter]
    fn problem(&self) -> Problem {
        Problem(self.settings.problem.clone())
    }

    /// The kernel that searches.
    #[getter]
    fn kernel(&self) -> PyResult<String> {
        Ok(self.current().engine.lock()?.solver()?.kernel().to_string())
    }

    /// How the last method or iterator ended: ``"exhausted"`` if the search is complete, ``"stopped"`` if a limit or Ctrl-C
    /// stopped it, ``"open"`` before the first search and after a solution.
    #[getter]
    fn status(&self) -> PyResult<&'static str> {
        Ok(match self.current().engine.lock()?.status()? {
            Status::Open => "open",
            Status::Exhausted => "exhausted",
            Status::Stopped(_) => "stopped",
        })
    }

    /// The limit that stopped the last method or iterator, or None.
    #[getter]
    fn stopped_by(&self) -> PyResult<Option<&'static str>> {
        Ok(match self.current().engine.lock()?.status()? {
            Status::Stopped(limit) => Some(name_of(limit)),
            _ => None,
        })
    }

    /// The number of solutions found since the search began; of an iterator, of those that it returned.
    #[getter]
    fn found<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let engine = self.current().engine.clone();
        let state = engine.lock()?;
        match state.listed {
            Some(_) => Ok(state.given().into_pyobject(py)?.into_any()),
            None => results::count(py, state.solver()?.found()),
        }
    }

    /// The number of nodes entered. An iterator searches a little ahead.
    #[getter]
    fn nodes(&self) -> PyResult<u64> {
        Ok(self.current().engine.lock()?.solver()?.effort().nodes)
    }

    /// An iterator over all solutions, from the first one on.
    ///
    /// It ends after ``limit`` solutions. If the time or the nodes are used up, it raises Stopped; the next call resumes with
    /// fresh limits.
    fn solutions(&self) -> PyResult<Solutions> {
        self.list(Listed::Solutions)
    }

    /// Like `solutions`, but one solution for each answer. They differ only for Sudominokus, whose answers are grids.
    fn answers(&self) -> PyResult<Solutions> {
        self.list(Listed::Answers)
    }

    fn __iter__(&self) -> PyResult<Solutions> {
        self.solutions()
    }

    /// A solution, whichever is found first, or None if there is none. It is the same solution each time.
    ///
    /// Raises:
    ///     Stopped: if a limit was reached before it was known.
    fn solve<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let engine = self.verbs()?;
        let (solution, status) =
            engine.resume(py, |solver| (solver.any_solution(), solver.status()))?;
        match (solution, status) {
            (Some(solution), _) => tuple(py, &solution).map(Some),
            (None, Status::Stopped(limit)) => Err(stopped(py, limit, None)),
            (None, _) => Ok(None),
        }
    }

    /// The number of solutions, which is exact.
    ///
    /// Args:
    ///     method: ``"search"`` goes through the solutions, ``"table"`` through the states of a table, with ``"auto"`` the
    ///         two take turns, and the first to finish gives the number. With a kernel, ``"auto"`` only searches.
    ///
    /// Raises:
    ///     Stopped: if a limit was reached; ``at_least`` is the number counted so far, in all calls together.
    #[pyo3(signature = (method = "auto"))]
    fn count<'py>(&self, py: Python<'py>, method: &str) -> PyResult<Bound<'py, PyAny>> {
        self.count_by(py, method, dominox::Solver::count)
    }

    /// Like `count`, but counts answers. The two differ only for Sudominokus, whose answers are grids.
    #[pyo3(signature = (method = "auto"))]
    fn count_answers<'py>(&self, py: Python<'py>, method: &str) -> PyResult<Bound<'py, PyAny>> {
        self.count_by(py, method, dominox::Solver::count_answers)
    }

    /// The number of solutions up to symmetry: solutions that symmetries map to each other count once. Each call starts
    /// again.
    ///
    /// Args:
    ///     symmetries: symmetries of the same problem that preserve the same assumed and excluded options; by default, all of
    ///         them.
    ///     method: as for `count`.
    ///
    /// Raises:
    ///     Stopped: if a limit was reached; with ``limit`` ``"memory"`` also if there are too many symmetries.
    ///     ValueError: if the symmetries belong to another problem, or preserve other options.
    #[pyo3(signature = (symmetries = None, method = "auto"))]
    fn count_up_to_symmetry<'py>(
        &self,
        py: Python<'py>,
        symmetries: Option<&Bound<'py, Symmetries>>,
        method: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let method = method_named(method)?;
        let symmetries = self.symmetries(py, symmetries)?;
        let engine = self.verbs()?;
        engine.lock()?.set_method(method);
        let (count, status) = engine.run(py, |solver| {
            (solver.count_up_to_symmetry(&symmetries), solver.status())
        })?;
        match status {
            Status::Stopped(limit) => Err(stopped(py, limit, Some(&count.to_biguint()))),
            _ => results::count(py, &count),
        }
    }

    /// One solution of each orbit: solutions that symmetries map to each other form an orbit. Ends after ``limit`` solutions.
    ///
    /// Args:
    ///     symmetries: symmetries of the same problem that preserve the same assumed and excluded options; by default, all of
    ///         them.
    ///
    /// Raises:
    ///     Stopped: if another limit was reached.
    ///     ValueError: if the symmetries belong to another problem, or preserve other options.
    #[pyo3(signature = (symmetries = None))]
    fn solutions_up_to_symmetry<'py>(
        &self,
        py: Python<'py>,
        symmetries: Option<&Bound<'py, Symmetries>>,
    ) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let symmetries = self.symmetries(py, symmetries)?;
        let engine = self.verbs()?;
        let (found, status) = engine.run(py, |solver| {
            let mut found = Vec::new();
            let _ = solver.for_each_up_to_symmetry(&symmetries, |options| {
                found.push(options.to_vec());
                ControlFlow::<()>::Continue(())
            });
            (found, solver.status())
        })?;
        match status {
            Status::Stopped(limit) if limit != Limit::Solutions => {
                Err(stopped(py, limit, Some(&found.len().into())))
            }
            _ => found.iter().map(|options| indices(py, options)).collect(),
        }
    }

    /// Whether there is exactly one answer. Stops at the second one.
    ///
    /// Raises:
    ///     Stopped: if a limit was reached before it was known.
    fn is_unique(&self, py: Python) -> PyResult<bool> {
        let engine = self.verbs()?;
        match engine.resume(py, |solver| (solver.verdict(), solver.status()))? {
            (Verdict::Undecided, Status::Stopped(limit)) => Err(stopped(py, limit, None)),
            (verdict, _) => Ok(verdict == Verdict::Unique),
        }
    }

    /// Whether there is no answer, one, or more than one, with the solutions that prove it.
    fn uniqueness(&self, py: Python) -> PyResult<Uniqueness> {
        let engine = self.verbs()?;
        engine.resume(py, |solver| {
            let verdict = solver.verdict();
            let witness = |options: &[_]| dominox::Solution::new(options.to_vec());
            Uniqueness::new(verdict, solver.witnesses().map(witness).collect())
        })
    }

    /// Solutions drawn at random, each as likely as any other; the same solution can be drawn again.
    ///
    /// Each call builds a diagram: to draw several times, keep the result of `zdd`.
    ///
    /// Args:
    ///     n: how many solutions to draw, 1 by default.
    ///     seed: the same seed draws the same solutions. By default, they differ each time.
    ///
    /// Returns:
    ///     n solutions; an empty list if the problem has none.
    ///
    /// Raises:
    ///     Stopped: if a limit was reached.
    #[pyo3(signature = (n = None, seed = None))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        n: Option<&Bound<'py, PyAny>>,
        seed: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let count = n.map_or(Ok(1), |n| natural(n, "n"))?;
        let mut random = generator(seed)?;
        self.zdd(py, "auto")?.draw(py, count, &mut random)
    }

    /// The k solutions of least cost (by default, one), or all if there are fewer.
    ///
    /// If a limit stops the search, the result has the best solutions so far, which are not proven to be the best.
    #[pyo3(signature = (k = None))]
    fn cheapest(&self, py: Python, k: Option<&Bound<PyAny>>) -> PyResult<Best> {
        self.best(py, k, dominox::Solver::cheapest)
    }

    /// Like `cheapest`: the k solutions of greatest cost, the most expensive first.
    #[pyo3(signature = (k = None))]
    fn most_expensive(&self, py: Python, k: Option<&Bound<PyAny>>) -> PyResult<Best> {
        self.best(py, k, dominox::Solver::most_expensive)
    }

    /// An estimate of the number of solutions, and of the nodes of a search for all of them.
    ///
    /// Args:
    ///     probes: the number of random probes; four times as many halve the error. By default 64, or fewer if they take
    ///         more than some seconds of processor time.
    ///     seed: the same seed gives the same estimate. By default, the seed differs each time.
    #[pyo3(signature = (probes = None, seed = None))]
    fn estimate(
        &self,
        py: Python,
        probes: Option<&Bound<PyAny>>,
        seed: Option<&Bound<PyAny>>,
    ) -> PyResult<Estimate> {
        let probes = probes.map(|probes| natural(probes, "probes")).transpose()?;
        let probes = probes.map(|probes| u32::try_from(probes).unwrap_or(u32::MAX));
        let mut random = generator(seed)?;
        let engine = self.verbs()?;
        let estimate = engine.run(py, |solver| solver.estimate(probes, &mut random))?;
        estimate
            .map(Estimate::from)
            .map_err(|error| unsupported(&error, &self.settings.problem))
    }

    /// For each option, whether it is in some solution; None if a limit came before that was known.
    fn occurrences(&self, py: Python) -> PyResult<Vec<Option<bool>>> {
        let engine = self.verbs()?;
        let occurring = engine.run(py, dominox::Solver::occurrences)?;
        let known = |occurrence: &Occurrence| match occurrence {
            Occurrence::InSome => Some(true),
            Occurrence::InNone => Some(false),
            Occurrence::Unknown => None,
        };
        Ok(occurring.iter().map(known).collect())
    }

    /// The diagram of all solutions.
    ///
    /// Raises:
    ///     Stopped: if the diagram needs more memory or time than the limits allow.
    #[pyo3(signature = (method = "auto"))]
    fn zdd(&self, py: Python, method: &str) -> PyResult<Zdd> {
        let method = method_named(method)?;
        let engine = self.verbs()?;
        // The diagram keeps its flag, which is not that of the solver; and it has no end of its time.
        let cancel = Arc::new(AtomicBool::new(false));
        let deadline = self
            .settings
            .time
            .and_then(|time| Instant::now().checked_add(time));
        let is_late = || deadline.is_some_and(|end| Instant::now() >= end);
        let mut state = engine.lock()?;
        state.set_method(method);
        let solver = state.solver_mut()?;
        let kept = (
            solver.limits_mut().time.take(),
            solver.limits_mut().cancel.replace(cancel.clone()),
        );
        let built = interrupt::run_until(py, &cancel, deadline, || solver.zdd());
        (solver.limits_mut().time, solver.limits_mut().cancel) = kept;
        match built? {
            Ok(zdd) => Ok(Zdd::new(zdd, cancel, Some(self.settings.problem.clone()))),
            Err(ZddError::Stopped(Limit::Cancelled, _)) if is_late() => {
                Err(stopped(py, Limit::Time, None))
            }
            Err(error) => Err(no_diagram(py, &error)),
        }
    }

    /// What is left of the last count by search, or of the last iterator, as disjoint parts.
    ///
    /// Together, they contain the solutions that were not found or returned yet. If nothing was searched, or the last method
    /// was another one, the only part is the whole problem.
    fn remaining(&self) -> PyResult<Vec<Part>> {
        let parts = self.current().engine.lock()?.remaining()?;
        Ok(parts.into_iter().map(Part).collect())
    }

    fn __repr__(&self) -> String {
        let status = self.status().unwrap_or("at work");
        let options = self.settings.problem.option_count();
        format!("<dominox.Solver: {options} options, {status}>")
    }
}

impl Solver {
    fn current(&self) -> MutexGuard<'_, Current> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The engine for verbs, which continue with each other's search: not that of an iterator.
    fn verbs(&self) -> PyResult<Arc<Engine>> {
        let mut current = self.current();
        if current.state == Use::Listing {
            current.engine = Arc::new(Engine::new(&self.settings)?);
        }
        current.state = Use::Verbs;
        Ok(current.engine.clone())
    }

    /// These symmetries, or all, if they fit.
    fn symmetries(
        &self,
        py: Python,
        given: Option<&Bound<Symmetries>>,
    ) -> PyResult<Arc<dominox::engine::Symmetries>> {
        let Settings {
            problem,
            assume,
            exclude,
            time,
            ..
        } = &self.settings;
        let part = dominox::problem::Part {
            with: assume.clone(),
            without: exclude.clone(),
        };
        let Some(given) = given else {
            let cover = Cover::new(problem.clone());
            let within = Within { part, time: *time };
            return Ok(symmetries(py, &cover, None, &within)?.0);
        };
        let given = &given.get().0;
        let sorted = |options: &[_]| BTreeSet::from_iter(options.iter().copied());
        let own = |part: &dominox::problem::Part| (sorted(&part.with), sorted(&part.without));
        if !given.problem().is_same(problem) {
            return Err(value_error("the symmetries are of another problem"));
        }
        if own(given.part()) != own(&part) {
            return Err(value_error(
                "the symmetries keep other options than those of the solver",
            ));
        }
        Ok(given.clone())
    }

    /// Begins a listing.
    fn list(&self, listed: Listed) -> PyResult<Solutions> {
        let mut current = self.current();
        if current.state != Use::Fresh {
            current.engine = Arc::new(Engine::new(&self.settings)?);
        }
        current.state = Use::Listing;
        current.engine.lock()?.listed = Some(listed);
        Ok(Solutions(current.engine.clone()))
    }

    fn count_by<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        verb: fn(&mut dominox::Solver) -> dominox::engine::Count,
    ) -> PyResult<Bound<'py, PyAny>> {
        let method = method_named(method)?;
        let engine = self.verbs()?;
        engine.lock()?.set_method(method);
        let (count, status) = engine.resume(py, |solver| (verb(solver), solver.status()))?;
        match status {
            Status::Stopped(limit) => Err(stopped(py, limit, Some(&count.to_biguint()))),
            _ => results::count(py, &count),
        }
    }

    fn best(
        &self,
        py: Python,
        k: Option<&Bound<PyAny>>,
        verb: fn(
            &mut dominox::Solver,
            usize,
        ) -> Result<dominox::engine::Best, dominox::engine::Unsupported>,
    ) -> PyResult<Best> {
        let k = k.map_or(Ok(1), |k| natural(k, "k"))?;
        let k = usize::try_from(k).unwrap_or(usize::MAX);
        let engine = self.verbs()?;
        engine.lock()?.set_method(CountMethod::Auto);
        let best = engine.run(py, |solver| verb(solver, k))?;
        best.map(Best)
            .map_err(|error| unsupported(&error, &self.settings.problem))
    }
}

fn method_named(name: &str) -> PyResult<CountMethod> {
    match name {
        "auto" => Ok(CountMethod::Auto),
        "search" => Ok(CountMethod::Search),
        "table" => Ok(CountMethod::Table),
        _ => Err(value_error(format!(
            "no method '{name}': expected 'auto', 'search' or 'table'"
        ))),
    }
}

/// Random numbers from a seed, as `dominox sample --seed` draws them; without one, other numbers each time.
pub fn generator(seed: Option<&Bound<PyAny>>) -> PyResult<ChaCha8Rng> {
    let seed = match seed {
        Some(seed) => word(seed, "seed")?,
        // The standard library seeds its hashers from the operating system.
        None => RandomState::new().hash_one(0),
    };
    Ok(ChaCha8Rng::seed_from_u64(seed))
}
