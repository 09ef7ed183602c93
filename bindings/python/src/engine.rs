//! A search under way, which a solver and its iterator share.
//!
//! A listing is found in batches, so that a thread is not started for each solution:
//!
//! ```text
//!     search ──1, 2, 4, … 1024 solutions, or those of 20 ms──▶ found ──one by one──▶ next()
//! ```
//!
//! Solutions that were found and not handed on yet still belong to the rest.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

use dominox::engine::{CountMethod, Limit, Limits, Status};
use dominox::problem::Part;
use dominox::{Problem, Solution};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::stopped;
use crate::interrupt;
use crate::numbers::tuple;
use crate::settings::Settings;

/// Most solutions of a batch, and the time after which it ends.
const MOST: usize = 1 << 10;
const LONG: Duration = Duration::from_millis(20);

/// The time that a verb takes in the calling thread.
const MOMENT: Duration = Duration::from_millis(5);

/// The purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Listed {
    Solutions,
    Answers,
}

/// A solver, perhaps while it lists.
enum Machine {
    Solver(dominox::Solver),
    Solutions(dominox::engine::Solutions),
    Answers(dominox::engine::Answers),
    /// Something panicked while it was at work.
    Broken,
}

/// A solver and what it has found.
pub struct Engine {
    pub cancel: Arc<AtomicBool>,
    state: Mutex<State>,
}

pub struct State {
    machine: Machine,
    /// What is listed, if anything is.
    pub listed: Option<Listed>,
    /// Solutions that were found and not handed on yet.
    found: VecDeque<Solution>,
    /// How many were handed on.
    given: u64,
    batch: usize,
    /// The last batch ended the listing.
    is_over: bool,
    /// When the limits of the listing began.
    begun: Option<Begun>,
    /// The limits of the solver, while it lists within what is left of them.
    whole: Option<Limits>,
    /// The listing made way for a look at what is left, and continues within its limits.
    is_paused: bool,
}

/// The counts at the start of the limits of a listing.
struct Begun {
    at: Instant,
    nodes: u64,
    solutions: u64,
}

impl Engine {
    pub fn new(settings: &Settings) -> PyResult<Engine> {
        let cancel = Arc::new(AtomicBool::new(false));
        Ok(Engine {
            state: Mutex::new(State {
                machine: Machine::Solver(settings.solver(&cancel)?),
                listed: None,
                found: VecDeque::new(),
                given: 0,
                batch: 1,
                is_over: false,
                begun: None,
                whole: None,
                is_paused: false,
            }),
            cancel,
        })
    }

    /// The state, unless another thread works with it.
    pub fn lock(&self) -> PyResult<MutexGuard<'_, State>> {
        match self.state.try_lock() {
            Ok(state) => Ok(state),
            Err(TryLockError::Poisoned(state)) => Ok(state.into_inner()),
            Err(TryLockError::WouldBlock) => {
                let text = "the search is at work in another thread";
                Err(PyRuntimeError::new_err(text))
            }
        }
    }

    /// Runs a verb of the solver.
    pub fn run<T: Send>(
        &self,
        py: Python,
        verb: impl FnOnce(&mut dominox::Solver) -> T + Send,
    ) -> PyResult<T> {
        let mut state = self.lock()?;
        let solver = state.solver_mut()?;
        interrupt::run(py, &self.cancel, || verb(solver))
    }

    /// Runs a verb that continues where it stopped: for a moment in the calling thread, and then in one of its own. Most
    /// puzzles need only the moment, and a thread takes longer than they do.
    pub fn resume<T: Send>(
        &self,
        py: Python,
        verb: impl Fn(&mut dominox::Solver) -> T + Send + Sync,
    ) -> PyResult<T> {
        let mut state = self.lock()?;
        let solver = state.solver_mut()?;
        let whole = solver.limits_mut().time;
        // Other limits would begin anew after the moment.
        let is_limited = solver
            .limits_mut()
            .nodes
            .or(solver.limits_mut().solutions)
            .is_some();
        if !is_limited {
            let began = Instant::now();
            solver.limits_mut().time = Some(whole.map_or(MOMENT, |whole| whole.min(MOMENT)));
            let done = interrupt::run_briefly(py, || verb(solver));
            solver.limits_mut().time = whole;
            let done = done?;
            let is_over = solver.status() != Status::Stopped(Limit::Time);
            if is_over || whole.is_some_and(|whole| whole <= MOMENT) {
                return Ok(done);
            }
            solver.limits_mut().time = whole.map(|whole| whole.saturating_sub(began.elapsed()));
        }
        let done = interrupt::run(py, &self.cancel, || verb(solver));
        solver.limits_mut().time = whole;
        done
    }

    /// The next solution of the listing.
    pub fn next(&self, py: Python) -> PyResult<Option<Solution>> {
        let mut guard = self.lock()?;
        let state = &mut *guard;
        if state.found.is_empty() && !state.is_over {
            interrupt::run(py, &self.cancel, || state.fetch())?;
        }
        if let Some(solution) = state.found.pop_front() {
            state.given += 1;
            return Ok(Some(solution));
        }
        match state.solver()?.status() {
            Status::Stopped(Limit::Solutions) | Status::Exhausted | Status::Open => Ok(None),
            Status::Stopped(limit) => Err(stopped(py, limit, None)),
        }
    }
}

impl State {
    /// The solver at work.
    pub fn solver(&self) -> PyResult<&dominox::Solver> {
        match &self.machine {
            Machine::Solver(solver) => Ok(solver),
            Machine::Solutions(solutions) => Ok(solutions.solver()),
            Machine::Answers(answers) => Ok(answers.solver()),
            Machine::Broken => Err(PyRuntimeError::new_err(
                "an earlier error broke this search",
            )),
        }
    }

    pub fn solver_mut(&mut self) -> PyResult<&mut dominox::Solver> {
        match &mut self.machine {
            Machine::Solver(solver) => Ok(solver),
            _ => Err(PyRuntimeError::new_err(
                "an earlier error broke this search",
            )),
        }
    }

    /// Sets how solutions are counted.
    pub fn set_method(&mut self, method: CountMethod) {
        self.machine = match std::mem::replace(&mut self.machine, Machine::Broken) {
            Machine::Solver(solver) => Machine::Solver(solver.counting(method)),
            other => other,
        };
    }

    /// Makes a solver out of a listing, which can continue where that ended.
    fn stop_listing(&mut self) {
        self.machine = match std::mem::replace(&mut self.machine, Machine::Broken) {
            Machine::Solutions(solutions) => Machine::Solver(solutions.into_solver()),
            Machine::Answers(answers) => Machine::Solver(answers.into_solver()),
            other => other,
        };
        if let (Machine::Solver(solver), Some(whole)) = (&mut self.machine, self.whole.take()) {
            *solver.limits_mut() = whole;
        }
    }

    /// Begins a listing, or continues with one.
    fn list(&mut self) {
        let mut solver = match std::mem::replace(&mut self.machine, Machine::Broken) {
            Machine::Solver(solver) => solver,
            other => {
                self.machine = other;
                return;
            }
        };
        let (nodes, solutions) = (solver.effort().nodes, self.given + self.found.len() as u64);
        let whole = solver.limits_mut().clone();
        if !self.is_paused || self.begun.is_none() {
            let at = Instant::now();
            self.begun = Some(Begun {
                at,
                nodes,
                solutions,
            });
        }
        if let (true, Some(begun)) = (self.is_paused, &self.begun) {
            let left = solver.limits_mut();
            left.time = whole
                .time
                .map(|time| time.saturating_sub(begun.at.elapsed()));
            left.nodes = whole
                .nodes
                .map(|most| most.saturating_sub(nodes - begun.nodes));
            left.solutions = whole
                .solutions
                .map(|most| most.saturating_sub(solutions - begun.solutions));
        }
        self.is_paused = false;
        self.whole = Some(whole);
        self.machine = match self.listed {
            Some(Listed::Answers) => Machine::Answers(solver.answers()),
            _ => Machine::Solutions(solver.solutions()),
        };
    }

    /// Finds the next batch.
    fn fetch(&mut self) {
        self.list();
        let began = Instant::now();
        while self.found.len() < self.batch && began.elapsed() < LONG {
            let solution = match &mut self.machine {
                Machine::Solutions(solutions) => solutions.next(),
                Machine::Answers(answers) => answers.next(),
                Machine::Solver(_) | Machine::Broken => None,
            };
            match solution {
                Some(solution) => self.found.push_back(solution),
                None => break,
            }
        }
        self.batch = (2 * self.batch).min(MOST);
        match self.solver().map(dominox::Solver::status) {
            Ok(Status::Exhausted | Status::Stopped(Limit::Solutions)) => self.is_over = true,
            // It can continue where it stopped; a new allowance begins after a limit.
            Ok(Status::Stopped(limit)) if limit != Limit::Cancelled && self.found.is_empty() => {
                self.stop_listing();
            }
            _ => {}
        }
    }

    /// How far the search has come.
    pub fn status(&self) -> PyResult<Status> {
        match self.found.is_empty() {
            true => Ok(self.solver()?.status()),
            false => Ok(Status::Open),
        }
    }

    /// The number of solutions that were handed on.
    pub fn given(&self) -> u64 {
        self.given
    }

    /// What is left of the search.
    pub fn remaining(&mut self) -> PyResult<Vec<Part>> {
        self.is_paused |= !matches!(self.machine, Machine::Solver(_));
        self.stop_listing();
        let left = self.solver_mut()?.remaining();
        if self.listed == Some(Listed::Answers) {
            return Ok(left);
        }
        let problem = self.solver()?.problem();
        let found = self.found.iter();
        let found = found.map(|solution| alone(problem, solution));
        Ok(found.chain(left).collect())
    }
}

/// The part of a search that has this solution and no other: with bounds, other solutions can have its options, too.
fn alone(problem: &Problem, solution: &Solution) -> Part {
    let mut part = Part {
        with: solution.options().to_vec(),
        without: Vec::new(),
    };
    if problem.has_bounds() {
        let mut others = problem
            .options_of(&part)
            .expect("the options of a solution agree");
        others.retain(|option| part.with.binary_search(option).is_err());
        part.without = others;
    }
    part
}

/// An iterator over solutions, each a tuple of options, ascending. Made by `Solver.solutions`.
#[pyclass(frozen, module = "dominox")]
pub struct Solutions(pub Arc<Engine>);

#[pymethods]
impl Solutions {
    fn __iter__(slf: PyRef<Self>) -> PyRef<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let solution = self.0.next(py)?;
        solution.map(|solution| tuple(py, &solution)).transpose()
    }
}
