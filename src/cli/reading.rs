//! Puzzles that are read and answered one by one, without other wishes.

use std::num::NonZeroU16;

use clap::Args;

use super::exit::{Exit, Failure};
use super::input::{Input, Question};
use super::manner::Manner;
use super::output::Format;
use super::pen::Pen;
use super::search::Asking;
use super::session::Session;
use super::timeouts::Timeouts;
use super::values::threads;

/// What is read, and how the answers are printed.
#[derive(Args)]
pub struct Reading {
    #[command(flatten)]
    input: Input,

    /// Output format
    #[arg(long, help_heading = "Output", value_enum, default_value_t = Format::Text)]
    format: Format,

    #[command(flatten)]
    timeouts: Timeouts,

    /// Number of threads, at most 1024 [default: one per processor]
    ///
    /// The output is the same for any number of threads.
    #[arg(short = 'j', long, help_heading = "Search", value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    threads: Option<NonZeroU16>,
}

impl Reading {
    /// Answers each puzzle with `work`. Returns the weightiest exit.
    pub fn run(
        &self,
        work: impl Fn(&mut Session, &mut Pen, &Question) -> Exit + Sync,
    ) -> Result<Exit, Failure> {
        self.run_to(&|| "", work)
    }

    /// Like [`run`](Self::run), and prints `end` after all answers.
    pub fn run_to(
        &self,
        end: &(dyn Fn() -> &'static str + Sync),
        work: impl Fn(&mut Session, &mut Pen, &Question) -> Exit + Sync,
    ) -> Result<Exit, Failure> {
        let asking = Asking::of(self.input.clone(), self.format, self.timeouts, self.threads);
        let manner = Manner {
            end,
            ..Manner::default()
        };
        asking.run(manner, work)
    }
}
