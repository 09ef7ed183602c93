//! A job: the work on one question, slice by slice.
//!
//! ```text
//!   ask("count") ─▶ running ─▶ more ─▶ running ─▶ more ─▶ counted
//! ```

use dominox::Solver;
use dominox::engine::{Limit, Status};
use serde_json::{Value, json};

use crate::fault::Fault;

/// The nodes of a slice, if the page does not say.
pub const SLICE: u64 = 1 << 14;

/// The result of a slice.
pub enum Turn {
    /// There is more to do; the progress so far.
    Running(Value),
    /// The answer.
    Done(Value),
}

/// The work on one question.
pub trait Job {
    /// Works on, for about as long as a search for this number of nodes.
    fn advance(&mut self, nodes: u64) -> Turn;

    /// Shows a part of the answer that is not sent at once, by its number.
    ///
    /// # Errors
    /// If there is no such part.
    fn show(&mut self, number: u64) -> Result<Value, Fault> {
        Err(Fault::new(format_args!(
            "there is nothing with number {number} to show"
        )))
    }
}

/// How a search for a solution, or for all of them, ended.
pub enum End {
    /// It continues.
    Open(Turn),
    /// Everything was searched.
    Exhausted,
}

/// What follows from a search that did not find what it looked for, in this slice.
pub fn end_of(solver: &Solver) -> End {
    match solver.status() {
        Status::Stopped(Limit::Nodes) => End::Open(Turn::Running(progress(solver))),
        Status::Stopped(limit) => End::Open(Turn::Done(stopped(limit))),
        _ => End::Exhausted,
    }
}

/// How far a search is.
pub fn progress(solver: &Solver) -> Value {
    json!({
        "status": "running",
        "nodes": solver.effort().nodes,
        "found": solver.found().to_string(),
        "share": solver.share_done(),
    })
}

/// The answer of a search that a limit has stopped.
pub fn stopped(limit: Limit) -> Value {
    let message = match limit {
        Limit::Memory => "there is not enough memory for this in a browser",
        _ => "the search was stopped",
    };
    json!({"status": "stopped", "message": message})
}
