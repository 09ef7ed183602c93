//! Searches for many processes and machines: plans, the results of their shards, and the proof that the results are complete.
//!
//! ```text
//!     Problem ──split──▶ Plan ──shard──▶ Shard ──run──▶ ShardResult ──┐
//!                          ▲             Shard ──run──▶ ShardResult ──┼──▶ Merge ──▶ count
//!                          └────────────── rest ──────────────────────┘
//! ```
//!
//! A plan is a [`Division`](crate::engine::Division) of a search with the problem. Plans and results are texts of JSON lines,
//! the last with a digest of the others, and are self-contained:
//!
//! ```text
//!     {"dominox":"plan","version":1,"name":"queens 8","text":"r0 r1 …","shards":2,…}
//!     {"splits":[[0,3,8],[2,5,4]]}                    node 0 is split at item 3 and has 8 children, …
//!     {"shard":1,"leaves":[1,4]}
//!     {"shard":2,"leaves":[3,5]}
//!     {"digest":"…"}
//!
//!     {"dominox":"result","version":1,"plan":"…","shard":1,"status":"done","count":"46",…}
//!     {"digest":"…"}
//! ```
//!
//! ```
//! use dominox::shards::{Merge, Plan};
//! use dominox::{Problem, Solver};
//!
//! let problem = Problem::parse("a b c\na\na b\nb c\nb\nc\n")?;
//! let plan = Plan::split("an example", &problem, 2)?;
//! let mut solver = Solver::new(&problem)?;
//! let mut merge = Merge::new(plan.clone())?;
//! for number in 0..plan.division.shards.len() {
//!     merge.add(plan.shard(number)?.run(&mut solver)?)?;
//! }
//! assert!(merge.is_complete());
//! assert_eq!(merge.found().count, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where several solutions are the same answer ([`Problem::facts`](crate::Problem::facts)), answers are counted.

mod error;
mod file;
mod merge;
mod plan;
mod result;
mod shard;

pub use error::{FileKind, ShardsError};
pub use merge::Merge;
pub use plan::Plan;
pub use result::{Found, ShardResult};
pub use shard::Shard;
