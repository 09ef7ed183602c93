//! What can be wrong with plans and results.

use std::error::Error;
use std::fmt;

use crate::engine::{DivisionError, Limit, Unsupported};
use crate::problem::PrintError;

/// What a text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// A plan.
    Plan,
    /// The result of a shard.
    Result,
}

/// What is wrong with a plan, or with a result.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ShardsError {
    /// A text is something else.
    NotOne(FileKind),
    /// Another version of dominox wrote it.
    OtherVersion(FileKind),
    /// Its end is missing.
    BreaksOff(FileKind),
    /// Its lines do not match its digest.
    Altered(FileKind),
    /// It has the digest of its lines, but they are no plan, or no result.
    Senseless(FileKind),
    /// The problem of a plan cannot be written as text.
    NoText(PrintError),
    /// No engine supports the problem of a plan.
    Unsupported(Unsupported),
    /// A plan is not a partition of the search.
    NoPartition(DivisionError),
    /// A limit was reached while a search was divided.
    Stopped(Limit),
    /// There is no shard with this number, from 0, among `shards`.
    NoShard {
        /// The number that was requested.
        number: usize,
        /// The number of shards.
        shards: usize,
    },
    /// The search of a solver is divided that assumes or excludes options: a plan is of a whole problem.
    Narrowed,
    /// A shard is searched with a solver of another problem than its own.
    OtherProblem,
    /// A result belongs to another plan.
    OtherPlan,
    /// A result is of other parts than the plan gives to its shard.
    OtherParts,
    /// A second result of a shard.
    Twice {
        /// The number of the shard, from 0.
        number: usize,
        /// Whether both results say the same.
        is_same: bool,
    },
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FileKind::Plan => "plan",
            FileKind::Result => "result",
        })
    }
}

impl fmt::Display for ShardsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShardsError::NotOne(kind) => write!(f, "this is not a {kind} of dominox"),
            ShardsError::OtherVersion(kind) => {
                write!(f, "this {kind} was written by another version of dominox")
            }
            ShardsError::BreaksOff(kind) => write!(f, "the {kind} is truncated"),
            ShardsError::Altered(kind) => write!(
                f,
                "the {kind} was altered: its lines do not match its digest"
            ),
            ShardsError::Senseless(kind) => write!(f, "the {kind} is not valid"),
            ShardsError::NoText(error) => error.fmt(f),
            ShardsError::Unsupported(error) => error.fmt(f),
            ShardsError::NoPartition(error) => {
                write!(f, "the plan is not a partition of the search: {error}")
            }
            ShardsError::Stopped(_) => f.write_str("a limit was reached"),
            ShardsError::NoShard { number, shards } => {
                let number = number + 1;
                write!(f, "there is no shard {number}: the plan has {shards}")
            }
            ShardsError::Narrowed => f.write_str(
                "a plan divides a whole problem, but the solver assumes or excludes options",
            ),
            ShardsError::OtherProblem => {
                f.write_str("this problem is not the problem of the shard")
            }
            ShardsError::OtherPlan => f.write_str("this result belongs to another plan"),
            ShardsError::OtherParts => f.write_str("the parts are not those of the plan"),
            ShardsError::Twice { number, is_same } => {
                write!(f, "shard {} is given twice", number + 1)?;
                match is_same {
                    true => Ok(()),
                    false => f.write_str(", with different results"),
                }
            }
        }
    }
}

impl Error for ShardsError {}
