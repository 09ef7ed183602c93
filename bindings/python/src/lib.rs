//! dominox as a Python module.
//!
//! ```text
//!     Python ──▶ Problem, Solver, Zdd, Puzzle        classes that hold values of the library
//!                        │
//!                   interrupt::run                   the interpreter's lock is free, and signals are handled
//!                        │
//!                        ▼
//!                     dominox                        the library
//! ```
//!
//! Options are numbered from 0, as Python counts. Only texts that the command line also reads or writes count from 1: that of a
//! [`Part`](part::Part), a reduction, a diagram.

mod build;
mod convert;
mod engine;
mod errors;
mod interrupt;
mod merged;
mod numbers;
mod part;
mod problem;
mod puzzle;
mod read;
mod reasons;
mod results;
mod settings;
mod shards;
mod smaller;
mod solver;
mod state;
mod sudoku;
mod symmetry;
mod values;
mod words;
mod zdd;

#[pyo3::pymodule]
mod _dominox {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::engine::Solutions;
    #[pymodule_export]
    use super::merged::{Merged, merge};
    #[pymodule_export]
    use super::part::Part;
    #[pymodule_export]
    use super::problem::Problem;
    #[pymodule_export]
    use super::puzzle::{Answer, Answers, Puzzle, model};
    #[pymodule_export]
    use super::read::{read, restore};
    #[pymodule_export]
    use super::reasons::{Contradiction, Deciding};
    #[pymodule_export]
    use super::results::{Best, Estimate, Interval, Uniqueness};
    #[pymodule_export]
    use super::shards::{Plan, Shard, ShardResult, run, split};
    #[pymodule_export]
    use super::smaller::Reduction;
    #[pymodule_export]
    use super::solver::Solver;
    #[pymodule_export]
    use super::sudoku::{Sudoku, Sudominoku};
    #[pymodule_export]
    use super::symmetry::{Symmetries, Symmetry};
    #[pymodule_export]
    use super::zdd::{Zdd, ZddSolutions};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("ParseError", py.get_type::<super::errors::ParseError>())?;
        module.add("Stopped", py.get_type::<super::errors::Stopped>())?;
        module.add("Unsupported", py.get_type::<super::errors::Unsupported>())
    }
}
