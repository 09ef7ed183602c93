//! Why there is no diagram, and how far its construction got.

use std::error::Error;
use std::fmt;

use crate::engine::fits::Unsupported;
use crate::engine::limits::Limit;
use crate::engine::memory::{Account, NoMemory, Size};
use crate::engine::work::Stop;

/// Why a diagram was not built.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ZddError {
    /// The problem needs something that diagrams do not support.
    Unsupported(Unsupported),
    /// It needs more memory than is allowed.
    Memory {
        /// What [`Solver::memory`](crate::engine::Solver::memory) allows, in bytes.
        bound: u64,
        /// How far it got; `bytes` is what it needed next.
        at: ZddProgress,
    },
    /// A limit of the solver was reached.
    Stopped(Limit, ZddProgress),
    /// There are more than 2³² nodes or 2³¹ states of a part.
    TooMany(ZddProgress),
    /// A state of the sweep needs more than 4,096 bits, and there are more solutions than may be listed.
    TooWide,
    /// Without a sweep, the list of the solutions needs more memory than is allowed.
    TooLong {
        /// What [`Solver::memory`](crate::engine::Solver::memory) allows, in bytes.
        bound: u64,
        /// The number of solutions listed.
        solutions: u64,
    },
}

impl ZddError {
    /// Of work that ended early, when it had come this far.
    pub(super) fn of(stop: Stop, account: &Account, mut at: ZddProgress) -> ZddError {
        match stop {
            Stop::Limit(limit) => ZddError::Stopped(limit, at),
            Stop::Memory(NoMemory { wanted }) => {
                at.bytes = wanted as u64;
                let bound = account.bound() as u64;
                ZddError::Memory { bound, at }
            }
        }
    }
}

/// How far building a diagram got.
///
/// A sweep goes through the levels of a part and finds states. Then nodes are made, from the last level back to the
/// first. Independent parts are built one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ZddProgress {
    /// Whether the diagram was built, and something was being computed from it.
    pub is_made: bool,
    /// The current part, from 1.
    pub part: usize,
    /// The number of parts.
    pub parts: usize,
    /// Whether nodes are being made.
    pub is_back: bool,
    /// The current level, from 0.
    pub level: usize,
    /// The number of levels of the part.
    pub levels: usize,
    /// States of the part found so far.
    pub states: u64,
    /// Nodes made so far.
    pub nodes: u64,
    /// Bytes of states, steps and nodes.
    pub bytes: u64,
}

impl fmt::Display for ZddProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_made {
            return write!(f, "the built diagram of {} nodes", self.nodes);
        }
        if self.levels == 0 {
            return write!(f, "the first level");
        }
        let way = if self.is_back {
            ", on the way back"
        } else {
            ""
        };
        write!(f, "level {} of {}{way}", self.level + 1, self.levels)?;
        if self.parts > 1 {
            write!(f, " of part {} of {}", self.part, self.parts)?;
        }
        let ZddProgress { states, nodes, .. } = self;
        let [one, other] = [*states, *nodes].map(|count| if count == 1 { "" } else { "s" });
        write!(f, " ({states} state{one}, {nodes} node{other})")
    }
}

impl fmt::Display for ZddError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ZddError::Unsupported(unsupported) => unsupported.fmt(f),
            ZddError::Memory { bound, at } if at.is_made => write!(
                f,
                "the diagram was built, with {} nodes, but what is computed from it would need {} or more, and the limit \
                 leaves {} for both",
                at.nodes,
                Size(at.bytes),
                Size(*bound)
            ),
            ZddError::Memory { bound, at } => write!(
                f,
                "the diagram would need {} or more, and the limit leaves {} for it: it came to {at}",
                Size(at.bytes),
                Size(*bound)
            ),
            ZddError::Stopped(limit, at) => {
                let why = match limit {
                    Limit::Time => "time ran out",
                    _ => "it was stopped",
                };
                match at.is_made {
                    true => write!(
                        f,
                        "{why} after the diagram was built, with {} nodes",
                        at.nodes
                    ),
                    false => write!(f, "{why} while the diagram was being built, at {at}"),
                }
            }
            ZddError::TooMany(at) => {
                write!(
                    f,
                    "the diagram needs more nodes than can be numbered: it came to {at}"
                )
            }
            ZddError::TooLong { bound, solutions } => write!(
                f,
                "the diagram would need more than the limit of {}: it came to {solutions} solutions, one by one",
                Size(*bound)
            ),
            ZddError::TooWide => write!(
                f,
                "the diagram cannot be built: its frontier needs more than 4096 bits"
            ),
        }
    }
}

impl Error for ZddError {}

/// What is wrong with the listing of a diagram. Of words longer than 40 characters, it holds only the beginning, followed by
/// `…`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ZddFault {
    /// A line does not have the expected form.
    Expected {
        /// What was expected here.
        what: &'static str,
        /// What was found; empty at the end of the line.
        found: String,
    },
    /// A number of more than 32 bits.
    TooLarge(String),
    /// A line defines node 0 or 1, the constants.
    Constant(u32),
    /// A second line defines this node.
    Twice {
        /// The number of the node.
        node: u32,
        /// The first line, from 1.
        line: u64,
    },
    /// A line leads to a node that no line defines.
    Missing {
        /// The number of the node.
        node: u32,
        /// A node whose number differs in one digit.
        near: Option<u32>,
    },
    /// The problem has no option of this number (from 1).
    UnknownOption {
        /// The number.
        option: u32,
        /// How many options it has.
        count: usize,
    },
    /// A line with option 0, whose `lo` is not 0.
    NoRootLine,
    /// A second line with option 0.
    SecondRoot {
        /// The first one, from 1.
        line: u64,
    },
    /// There is no line with option 0, and several nodes to which no other leads; here are two of them.
    SeveralRoots(u32, u32),
    /// No line, or no node to which no other leads.
    NoRoot,
    /// These nodes lead to each other in a circle.
    Cycle(Vec<u32>),
    /// A path through this node asks for this option (from 1) twice.
    AskedTwice(u32),
}

/// How many nodes of a circle a message names.
const NAMED: usize = 8;

impl fmt::Display for ZddFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ZddFault::Expected { what, found } if found.is_empty() => {
                write!(f, "expected {what}, found the end of the line")
            }
            ZddFault::Expected { what, found } => write!(f, "expected {what}, found `{found}`"),
            ZddFault::TooLarge(digits) => write!(f, "`{digits}` is a number of more than 32 bits"),
            ZddFault::Constant(node) => {
                write!(f, "node {node} is a constant: expected a number from 2")
            }
            ZddFault::Twice { node, line } => {
                write!(f, "a second node {node:x}: line {line} defines it already")
            }
            ZddFault::Missing { node, near } => match near {
                Some(near) => write!(f, "no line defines node {node:x}: did you mean `{near:x}`?"),
                None => write!(f, "no line defines node {node:x}"),
            },
            ZddFault::UnknownOption { option, count } => {
                write!(f, "no option {option}: the problem has {count}")
            }
            ZddFault::NoRootLine => write!(
                f,
                "option 0 marks the root, `(~0?0:root)`: expected an option from 1, or 0 after the `?`"
            ),
            ZddFault::SecondRoot { line } => {
                write!(f, "a second root: line {line} has option 0 already")
            }
            ZddFault::SeveralRoots(one, other) => write!(
                f,
                "no node leads to {one:x} or to {other:x}: expected one root, or a line `(~0?0:root)`"
            ),
            ZddFault::NoRoot => write!(
                f,
                "no root: expected a line `(~0?0:root)`, or one node to which no other leads"
            ),
            ZddFault::Cycle(nodes) => {
                write!(f, "a cycle of nodes:")?;
                for node in nodes.iter().take(NAMED) {
                    write!(f, " {node:x} →")?;
                }
                match nodes.len() > NAMED {
                    true => write!(f, " …"),
                    false => write!(f, " {:x}", nodes.first().copied().unwrap_or_default()),
                }
            }
            ZddFault::AskedTwice(option) => {
                write!(f, "a path from here tests option {option} again")
            }
        }
    }
}

impl Error for ZddFault {}
