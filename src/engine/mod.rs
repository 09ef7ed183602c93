//! The search: from a problem to the option ids of its solutions.

mod aim;
mod answers;
mod best;
mod checkpoint;
mod checksum;
mod choose;
mod conflicts;
mod count;
mod counting;
mod digest;
mod division;
mod driver;
mod estimate;
mod first;
mod fits;
mod groups;
mod hitting;
mod kernel;
mod lanes;
mod limits;
mod links;
mod memory;
mod parts;
mod race;
mod random;
mod reduce;
mod refute;
mod rows;
mod search;
mod simd;
mod solver;
mod subtrees;
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
pub use choose::Unmade;
pub use count::Count;
pub use digest::{Digest, Digesting};
pub use division::{Division, DivisionError, Split};
pub use estimate::{Estimate, Interval};
pub use fits::{EngineName, KernelName, NoKernel, Unsupported};
pub use hitting::{Hitting, Missed};
pub use kernel::Effort;
pub use limits::{Limit, Limits, Status};
pub use reduce::{Gone, Reduction};
pub use refute::{
    Core, Deciding, Demand, Possible, Refutation, Refuter, deciding, determines, possible,
};
pub use solver::{Answers, CountMethod, OrbitProgress, Solutions, Solver, Uniqueness, Verdict};
pub use sweep::TableEffort;
pub use symmetry::{Symmetries, Symmetry, Use, cycles};
pub use zdd::{Zdd, ZddByCost, ZddError, ZddFault, ZddNode, ZddProgress, ZddSolutions};
