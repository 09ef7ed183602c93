//! Limits of time, as arguments.

use std::time::Duration;

use clap::Args;

use super::values::seconds;

/// Limits of time.
#[derive(Args, Clone, Copy)]
#[command(next_help_heading = "Search")]
pub struct Timeouts {
    /// Give up on a puzzle after this time, counted from the first byte of it that is read
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub timeout: Option<Duration>,

    /// End the whole run after this time
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub timeout_total: Option<Duration>,
}
