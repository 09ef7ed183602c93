//! Time and node limits, as arguments.

use std::num::NonZeroU64;
use std::time::{Duration, Instant};

use clap::Args;
use dominox::engine::Limits;

use super::input::Question;
use super::signal::Signal;
use super::values::{positive, seconds};

/// Time limits.
#[derive(Args, Clone, Copy)]
#[command(next_help_heading = "Search")]
pub struct Timeouts {
    /// Give up on a puzzle when this time has passed since its first byte was read
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub timeout: Option<Duration>,

    /// End the whole run after this time
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub timeout_total: Option<Duration>,
}

impl Timeouts {
    /// When a run is over that began at `start`.
    pub fn end(self, start: Instant) -> Option<Instant> {
        self.timeout_total
            .and_then(|total| start.checked_add(total))
    }
}

/// A time limit, for commands without a search.
#[derive(Args)]
pub struct Timeout {
    /// Stop after this time, counted from the first byte of the puzzle, and print what was found
    #[arg(long, help_heading = "Search", value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub timeout: Option<Duration>,
}

impl Timeout {
    /// The rest of the time after the question was read, and the flag of the signal.
    pub fn limits(&self, question: &Question, signal: &Signal) -> Limits {
        let left = self
            .timeout
            .map(|time| time.saturating_sub(question.reading_took));
        Limits {
            deadline: left.and_then(|left| Instant::now().checked_add(left)),
            cancel: Some(signal.flag()),
            ..Limits::default()
        }
    }
}

/// A node limit.
#[derive(Args)]
pub struct MostNodes {
    /// Give up on a puzzle after entering this many nodes of its search
    #[arg(long, help_heading = "Search", value_name = "N", value_parser = positive::<NonZeroU64>, allow_negative_numbers = true)]
    pub nodes: Option<NonZeroU64>,
}
