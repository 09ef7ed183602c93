//! `dominox run`: the search of a shard.

use std::num::NonZeroU16;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use dominox::Solver;
use dominox::engine::{KernelName, Limit, Limits, Status};
use dominox::shards::FileKind;
use dominox::workshop::refused_words;

use super::exit::{Exit, Failure, say};
use super::files::{Inputs, refusal, replace};
use super::merge::read_plan;
use super::output::{Format, Output, Prints};
use super::search::Kernel;
use super::signal::Signal;
use super::values::{positive, seconds, threads, written};

/// Search a shard of a plan, and write its result to a file
///
/// The result is written when the search ends or is stopped. The result of a stopped search says which parts of the shard were
/// searched. Nothing but the plan is needed.
#[derive(Args)]
pub struct Run {
    /// The plan, made by `dominox split`
    #[arg(help_heading = "Input", value_name = "PLAN")]
    plan: PathBuf,

    /// The number of the shard, from 1
    #[arg(long, help_heading = "Input", value_name = "I", value_parser = positive::<std::num::NonZeroU32>, allow_negative_numbers = true)]
    shard: std::num::NonZeroU32,

    /// Write the result to this file
    #[arg(short, long, help_heading = "Output", value_name = "FILE", value_parser = written())]
    output: PathBuf,

    /// Number of threads, at most 1024
    #[arg(short = 'j', long, help_heading = "Search", value_name = "N", value_parser = threads, default_value = "1", allow_negative_numbers = true)]
    threads: NonZeroU16,

    /// Search with this kernel [default: the one expected to be fastest]
    #[arg(long, help_heading = "Search", value_enum)]
    kernel: Option<Kernel>,

    /// Stop after this time; a part that is not finished counts as not searched
    #[arg(long, help_heading = "Search", value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,
}

impl Run {
    pub fn run(&self) -> Result<Exit, Failure> {
        let begun = Instant::now();
        Inputs::of([&*self.plan]).spare_others(&self.output, FileKind::Result)?;
        let refused = |reason: String| refusal(&self.plan, &reason);
        let plan = read_plan(&self.plan)?;
        let number = self.shard.get() as usize - 1;
        let shard = plan.shard(number);
        let shard = shard.map_err(|error| refusal(&self.plan, &error))?;
        let kernel = self.kernel.map(KernelName::from);
        let solver = Solver::with_kernel(&plan.problem, kernel)
            .map_err(|error| refused(refused_words(&error, &plan.problem)))?;
        let output = Arc::new(Output::standard(Prints::Text));
        output.keep();
        let signal = Signal::of(&output, Format::Text);
        let limits = Limits {
            deadline: self.timeout.and_then(|timeout| begun.checked_add(timeout)),
            cancel: Some(signal.flag()),
            ..Limits::default()
        };
        let mut solver = solver.threads(self.threads.get().into()).limits(limits);
        let result = {
            let _searching = signal.guard();
            let result = shard.run(&mut solver);
            result.map_err(|error| refusal(&self.plan, &error))?
        };
        let written = replace(&self.output, result.text().as_bytes());
        written.map_err(|error| refusal(&self.output, &error))?;
        match result.is_done {
            true => Ok(Exit::Answered),
            false => {
                let reason = match solver.status() {
                    _ if signal.came() => "a signal",
                    Status::Stopped(Limit::Memory) => "the memory limit",
                    _ => "the time limit",
                };
                let (done, all) = (result.found.leaves.len(), shard.parts.len());
                let shard = self.shard;
                say(format_args!(
                    "shard {shard}: stopped by {reason} after {done} of {all} parts"
                ));
                Ok(Exit::Stopped)
            }
        }
    }
}
