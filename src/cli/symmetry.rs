//! Arguments about symmetries, for the actions that know them.

use std::sync::atomic::Ordering;
use std::time::Instant;

use clap::{Args, ValueEnum};
use dominox::engine::{Limit, Limits, Symmetries};
use dominox::problem::{Part, Problem};
use dominox::puzzles::{Packing, Puzzle};
use dominox::workshop::{Alike, symmetries};

use super::exit::{Exit, Failure};
use super::idle::Idle;
use super::input::Question;
use super::page::Page;
use super::refusal::refuse;
use super::saving::Saving;
use super::session::Session;

/// The options for one answer of each orbit.
#[derive(Args)]
pub struct UpToSymmetry {
    /// Use only one answer of each orbit, the set of all answers that symmetries of the problem map to each other
    ///
    /// From each orbit, `solve` prints the answer whose sorted option numbers come first in dictionary order. `dominox symmetries`
    /// prints the symmetries.
    #[arg(long, help_heading = "Search")]
    up_to_symmetry: bool,

    /// Which symmetries to use
    ///
    /// [default: own for a packing (the movements of its board), otherwise full]
    #[arg(
        long,
        help_heading = "Search",
        value_name = "WHICH",
        value_enum,
        requires = "up_to_symmetry"
    )]
    symmetry: Option<Which>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Which {
    /// All symmetries of the exact-cover problem
    Full,
    /// Only those of the puzzle's rules: rows, columns and symbols of a Latin square do not exchange roles
    Own,
    /// For a packing, as own, but without reflections in space: a solid packing and its mirror image count as two
    Turns,
}

impl UpToSymmetry {
    /// # Errors
    /// If checkpoints are requested, too.
    pub fn check(&self, saving: &Saving) -> Result<(), Failure> {
        match self.up_to_symmetry && saving.is_wanted() {
            true => Err(Failure::Usage(
                "`--checkpoint` cannot be used with `--up-to-symmetry`".into(),
            )),
            false => Ok(()),
        }
    }
}

impl From<Which> for Alike {
    fn from(which: Which) -> Alike {
        match which {
            Which::Full => Alike::Full,
            Which::Own => Alike::Own,
            Which::Turns => Alike::Turns,
        }
    }
}

impl Which {
    /// The puzzles for which it has no effect of its own.
    pub fn idle(self) -> Option<Idle> {
        let turns = Idle {
            note: "note: `--symmetry turns` counts like `own` here: it is for packings",
            is_idle: |puzzle| puzzle.downcast_ref::<Packing>().is_none(),
        };
        (self == Which::Turns).then_some(turns)
    }
}

/// The symmetries of a puzzle that keep the options of a part; `None` if a limit was reached before the search for them began.
pub fn symmetries_of(
    which: Option<Which>,
    puzzle: &dyn Puzzle,
    part: &Part,
    limits: &Limits,
) -> Option<Symmetries> {
    symmetries(puzzle, part, which.map(Alike::from), limits)
}

/// What ended the search for symmetries before all were found: a limit, called by these words, or that it took too much work.
pub fn ending(limits: &Limits, words: impl Fn(Limit) -> &'static str) -> String {
    let cancel = limits.cancel.as_ref();
    let limit = match cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
        true => Some(Limit::Cancelled),
        false => {
            let is_over = limits.deadline.is_some_and(|end| Instant::now() >= end);
            is_over.then_some(Limit::Time)
        }
    };
    let how = limit.map_or("abandoned".into(), |limit| {
        format!("stopped by {}", words(limit))
    });
    format!("the search for symmetries was {how}")
}

impl UpToSymmetry {
    /// Whether it is requested.
    pub fn is_wanted(&self) -> bool {
        self.up_to_symmetry
    }

    /// The puzzles for which the choice of symmetries has no effect of its own.
    pub fn idle(&self) -> Option<Idle> {
        self.symmetry.and_then(Which::idle)
    }

    /// The symmetries that are used for a puzzle, if requested, with the givens of its solver. Waits for the memory of the
    /// session, if its share is too small.
    ///
    /// # Errors
    /// The exit code, if they cannot be used or a limit was reached before the search for them began; this is reported.
    pub fn of(
        &self,
        session: &mut Session,
        page: &mut Page,
        question: &Question,
    ) -> Result<Option<Symmetries>, Exit> {
        if !self.up_to_symmetry {
            return Ok(None);
        }
        let needed = memory_for(question.puzzle().problem());
        session.wait_for_memory(needed);
        let solver = session.solver(page, question).ok_or(Exit::BadInput)?;
        if needed > solver.allowed_memory() {
            let options = solver.problem().option_count();
            let mebibytes = needed.div_ceil(1 << 20);
            let reason = format!(
                "the symmetries of {options} options take about {mebibytes} MiB of memory, more than is allowed"
            );
            return Err(session.stop_for_memory(page, question, &reason));
        }
        let limits = solver.limits_mut().clone();
        let found = symmetries_of(self.symmetry, question.puzzle(), solver.given(), &limits);
        let symmetries = match found {
            Some(symmetries) => symmetries,
            None => return Err(session.stop_early(page, question)),
        };
        if !symmetries.can_be_used() {
            return Err(refuse(
                page,
                session.format,
                question,
                &too_many(&symmetries),
            ));
        }
        if !symmetries.is_complete() {
            let place = question.place();
            let ending = ending(&limits, |limit| session.reason(limit));
            page.say(format_args!(
                "{place}: {ending}: only the symmetries found so far are used"
            ));
        }
        Ok(Some(symmetries))
    }
}

/// The message that a group of symmetries is too large to be used.
fn too_many(symmetries: &Symmetries) -> String {
    let digits = symmetries.order_on_options().to_string().len();
    let options = symmetries.problem().option_count();
    format!(
        "more than 10^{} symmetries of {options} options take too much memory for `--up-to-symmetry`",
        digits - 1
    )
}

/// Twice the memory that finding the symmetries takes.
fn memory_for(problem: &Problem) -> usize {
    2 * Symmetries::bytes_for(problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ended_a_search_for_symmetries_is_said() {
        let words = |limit| match limit {
            Limit::Cancelled => "a signal",
            _ => "the time limit",
        };
        let mut limits = Limits::default();
        let plain = ending(&limits, words);
        assert_eq!(plain, "the search for symmetries was abandoned");
        limits.deadline = Some(Instant::now());
        assert!(ending(&limits, words).ends_with("stopped by the time limit"));
        limits.cancel = Some(std::sync::Arc::new(true.into()));
        assert!(ending(&limits, words).ends_with("stopped by a signal"));
    }
}
