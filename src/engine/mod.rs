//! The search: from a problem to the option ids of its solutions.

mod answers;
mod best;
mod checkpoint;
mod checksum;
mod choose;
mod count;
mod counting;
mod digest;
mod division;
mod estimate;
mod first;
mod fits;
mod kernel;
mod lanes;
mod limits;
mod links;
mod memory;
mod parts;
mod race;
mod random;
mod rows;
mod search;
mod simd;
mod solver;
mod sweep;
mod symmetry;
#[cfg(test)]
mod trial;
mod units;
mod work;
mod zdd;

pub use best::{Best, Ranked};
pub use checkpoint::{Checkpoint, CheckpointError};
pub use checksum::Checksum;
pub use count::Count;
pub use digest::{Digest, Digesting};
pub use division::{Division, DivisionError, Split};
pub use estimate::{Estimate, Interval};
pub use fits::{EngineName, KernelName, Unsupported};
pub use kernel::Effort;
pub use limits::{Limit, Limits, Status};
pub use solver::{Answers, CountMethod, Solutions, Solver, Uniqueness, Verdict};
pub use sweep::TableEffort;
pub use symmetry::{Symmetries, Symmetry, Use, cycles};
pub use zdd::{Zdd, ZddByCost, ZddError, ZddFault, ZddProgress, ZddSolutions};
