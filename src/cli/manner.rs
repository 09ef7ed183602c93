//! How an action searches puzzles and prints what comes of it: what `solve`, `count` and the others do in ways of their own.

use std::num::NonZeroU64;
use std::path::Path;
use std::time::Instant;

use dominox::engine::{KernelName, Limits, Solver};
use dominox::problem::Problem;

use super::drawing::Drawing;
use super::idle::Idle;
use super::lines::{Amount, Missing};
use super::progress::Shows;
use super::signal::Signal;

/// How puzzles are searched.
#[derive(Clone, Copy)]
pub struct Manner<'a> {
    /// The kernel for a problem; `None` for the best one.
    pub kernel: &'a (dyn Fn(&Problem) -> Option<KernelName> + Sync),
    /// The search for one puzzle ends after this number of answers.
    pub most: Option<u64>,
    /// The search also ends after entering this number of nodes.
    pub nodes: Option<NonZeroU64>,
    /// Bytes that the searches of all threads may take together.
    pub memory: usize,
    /// Whether a puzzle can be refused as too large for the memory. That happens only after it could use all of the memory.
    pub is_refused: bool,
    /// Whether there must be exactly one puzzle: then dominox finds out before the search whether there are more.
    pub is_single: bool,
    /// What is printed for a puzzle that gets no answer.
    pub missing: Missing<'a>,
    pub amount: Amount,
    /// How pictures look; `None` where there are none.
    pub drawing: Option<&'a Drawing>,
    /// How progress is shown.
    pub shows: Shows,
    /// Whether standard output stays empty until the end: then progress can be shown on its terminal.
    pub prints_at_end: bool,
    /// The destination of results, if not standard output; and the bytes that a resumed search had written there.
    pub target: Option<(&'a Path, u64)>,
    /// Arguments that have no effect on some puzzles.
    pub idle: &'a [Idle],
    /// A function that prints after all answers.
    pub end: &'a (dyn Fn() -> &'static str + Sync),
    /// Applies the settings to a solver.
    pub set: &'a (dyn Fn(Solver) -> Solver + Sync),
}

impl Manner<'_> {
    /// How far a search goes: to its own limits, to this time, or until the signal comes.
    pub fn limits(&self, deadline: Option<Instant>, signal: &Signal) -> Limits {
        Limits {
            solutions: self.most,
            nodes: self.nodes.map(NonZeroU64::get),
            deadline,
            cancel: Some(signal.flag()),
            ..Limits::default()
        }
    }
}

impl Default for Manner<'_> {
    fn default() -> Self {
        Manner {
            kernel: &|_| None,
            most: None,
            nodes: None,
            memory: 1 << 30,
            is_refused: false,
            is_single: false,
            missing: Missing::Nothing,
            amount: Amount::default(),
            drawing: None,
            shows: Shows::Auto,
            prints_at_end: false,
            target: None,
            idle: &[],
            end: &|| "",
            set: &|solver| solver,
        }
    }
}
