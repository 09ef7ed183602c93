//! What several test files share: an oracle, a collection of small problems, and random ones.

// Each test file is a crate of its own and uses a part of this.
#![allow(dead_code, unused_imports, unused_macros)]

pub mod bounded;
pub mod collection;
pub mod draws;
pub mod naive;
pub mod random;
pub mod sets;
pub mod snapshot;
pub mod subsets;
pub mod symmetry;
pub mod weighted;

/// What `sets` needs.
pub mod api {
    pub use dominox::problem::{Entry, ItemId, OptionId};
    pub use dominox::{Problem, Solution};
}

use dominox::engine::{KernelName, Unsupported};
use dominox::{Problem, Solver};

/// Every kernel: what holds for one must hold for all.
pub const KERNELS: [KernelName; 4] = [
    KernelName::Links,
    KernelName::Lanes,
    KernelName::Rows,
    KernelName::Units,
];

/// A solver with this kernel, or with lanes if `units` or `rows` does not support the problem.
pub fn solver(problem: &Problem, kernel: KernelName) -> Solver {
    match Solver::with_kernel(problem, Some(kernel)) {
        Err(Unsupported::NoUnits | Unsupported::Colors(_)) if kernel == KernelName::Units => {
            solver(problem, KernelName::Lanes)
        }
        Err(Unsupported::TooLarge(KernelName::Rows)) => solver(problem, KernelName::Lanes),
        solver => solver.expect("a small problem without bounds"),
    }
}
