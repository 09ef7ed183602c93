//! Why there is no diagram, and how far it came.

use std::error::Error;
use std::fmt;

use crate::engine::limits::Limit;

/// Why a diagram was not built.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ZddError {
    /// It needs more memory than is allowed.
    Memory {
        /// What [`Solver::memory`](crate::engine::Solver::memory) allows, in bytes.
        bound: u64,
        /// How far it came; its bytes are those that it needed next.
        at: ZddProgress,
    },
    /// A limit of the solver was reached.
    Stopped(Limit, ZddProgress),
    /// There are more than 2³² nodes or 2³¹ states of a part.
    TooMany(ZddProgress),
    /// A state of the sweep needs more than 4,096 bits.
    TooWide,
}

/// How far building a diagram has come.
///
/// A sweep goes through the levels of a part and meets states; then nodes are made, from the last level back to the
/// first. Independent parts come one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ZddProgress {
    /// The part at work, from 1, and how many there are.
    pub part: usize,
    /// The number of parts.
    pub parts: usize,
    /// Whether nodes are made already.
    pub is_back: bool,
    /// The level at work, from 0.
    pub level: usize,
    /// The number of levels of the part.
    pub levels: usize,
    /// States of the part that were met.
    pub states: u64,
    /// Nodes that were made.
    pub nodes: u64,
    /// Bytes of states, steps and nodes.
    pub bytes: u64,
}

impl fmt::Display for ZddProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let way = if self.is_back {
            ", on the way back"
        } else {
            ""
        };
        write!(f, "level {} of {}{way}", self.level + 1, self.levels)?;
        if self.parts > 1 {
            write!(f, " of part {} of {}", self.part, self.parts)?;
        }
        let ZddProgress {
            states,
            nodes,
            bytes,
            ..
        } = self;
        write!(f, " ({states} states, {nodes} nodes, {bytes} bytes)")
    }
}

impl fmt::Display for ZddError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ZddError::Memory { bound, at } => write!(
                f,
                "the diagram needs more than the {bound} bytes that it may take: it came to {at}"
            ),
            ZddError::Stopped(limit, at) => {
                let why = match limit {
                    Limit::Time => "the time was over",
                    _ => "it was stopped",
                };
                write!(f, "no diagram, as {why} at {at}")
            }
            ZddError::TooMany(at) => {
                write!(
                    f,
                    "the diagram needs more nodes than can be numbered: it came to {at}"
                )
            }
            ZddError::TooWide => write!(f, "no diagram: its frontier needs more than 4096 bits"),
        }
    }
}

impl Error for ZddError {}
