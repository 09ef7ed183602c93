//! The settings of a solver.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;
use std::time::Duration;

use dominox::engine::{KernelName, Limits, NoKernel};
use dominox::problem::OptionId;
use pyo3::prelude::*;

use crate::errors::{unsupported, value_error};
use crate::numbers::{in_range, natural, option_ids, seconds};
use crate::part::Part;

/// The most threads: no machine has more processors.
const MOST_THREADS: u64 = 1024;

/// The settings of a solver.
pub struct Settings {
    pub problem: dominox::Problem,
    kernel: Option<KernelName>,
    pub assume: Vec<OptionId>,
    pub exclude: Vec<OptionId>,
    pub time: Option<Duration>,
    nodes: Option<u64>,
    solutions: Option<u64>,
    memory: Option<usize>,
    threads: usize,
}

/// The settings as Python gives them.
pub struct Arguments<'py> {
    pub kernel: Option<String>,
    pub assume: Option<Bound<'py, PyAny>>,
    pub exclude: Option<Bound<'py, PyAny>>,
    pub part: Option<Bound<'py, PyAny>>,
    pub timeout: Option<Bound<'py, PyAny>>,
    pub max_nodes: Option<Bound<'py, PyAny>>,
    pub limit: Option<Bound<'py, PyAny>>,
    pub memory: Option<Bound<'py, PyAny>>,
    pub threads: Option<Bound<'py, PyAny>>,
}

impl Settings {
    /// The settings for a problem of which these options are given.
    pub fn new(
        (problem, givens): (dominox::Problem, Vec<OptionId>),
        arguments: Arguments,
    ) -> PyResult<Settings> {
        let count = problem.option_count();
        let ids = |options: Option<Bound<PyAny>>| match options {
            Some(options) => option_ids(&options, count),
            None => Ok(Vec::new()),
        };
        let number = |value: Option<Bound<PyAny>>, what: &str| {
            value.map(|value| natural(&value, what)).transpose()
        };
        let mut settings = Settings {
            problem,
            kernel: arguments.kernel.as_deref().map(kernel_named).transpose()?,
            assume: [givens, ids(arguments.assume)?].concat(),
            exclude: ids(arguments.exclude)?,
            time: match arguments.timeout {
                Some(timeout) => seconds(&timeout)?,
                None => None,
            },
            nodes: number(arguments.max_nodes, "max_nodes")?,
            solutions: number(arguments.limit, "limit")?,
            memory: number(arguments.memory, "memory")?
                .map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX)),
            threads: match arguments.threads {
                Some(threads) => number_of_threads(&threads)?,
                None => available_parallelism().map_or(1, usize::from),
            },
        };
        if let Some(part) = arguments.part {
            let part = part.cast::<Part>()?.get();
            part.check(count)?;
            settings.assume.extend_from_slice(&part.0.with);
            settings.exclude.extend_from_slice(&part.0.without);
        }
        Ok(settings)
    }

    /// A solver with these settings, which stops when the flag is set.
    pub fn solver(&self, cancel: &Arc<AtomicBool>) -> PyResult<dominox::Solver> {
        let solver = match self.memory {
            Some(memory) => dominox::Solver::with_memory(&self.problem, self.kernel, memory),
            None => dominox::Solver::with_kernel(&self.problem, self.kernel),
        };
        let solver = solver.map_err(|error| unsupported(&error, &self.problem))?;
        Ok(solver
            .assume(&self.assume)
            .exclude(&self.exclude)
            .threads(self.threads)
            .limits(Limits {
                solutions: self.solutions,
                nodes: self.nodes,
                ..limits(self.time, cancel)
            }))
    }
}

/// Limits of this time, which end when the flag is set.
pub fn limits(time: Option<Duration>, cancel: &Arc<AtomicBool>) -> Limits {
    Limits {
        time,
        cancel: Some(cancel.clone()),
        ..Limits::default()
    }
}

/// A number of threads.
pub fn number_of_threads(value: &Bound<PyAny>) -> PyResult<usize> {
    let threads = in_range(value, "threads", 1..=MOST_THREADS)?;
    Ok(threads as usize)
}

/// The kernel with this name.
pub fn kernel_named(name: &str) -> PyResult<KernelName> {
    name.parse().map_err(|NoKernel(name)| {
        let names = KernelName::ALL.map(|kernel| format!("'{kernel}'"));
        let names = names.join(", ");
        value_error(format!("no kernel '{name}': expected one of {names}"))
    })
}
