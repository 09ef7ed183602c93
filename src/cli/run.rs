//! `dominox run`: the search of a shard.

use std::num::NonZeroU16;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use dominox::Solver;
use dominox::engine::{Checksum, KernelName, Limits, Status};
use dominox::problem::Part;

use super::exit::{Exit, Failure, say};
use super::output::{Format, Output, Target};
use super::plan::{Found, Plan, Shard};
use super::progress::Progress;
use super::saved::replace;
use super::search::{Kernel, in_words};
use super::signal::Signal;
use super::values::{positive, seconds, threads};

/// Search a shard of a plan, and write its result to a file
///
/// The result is written when the search has ended, or was stopped: then it says which parts of the shard were searched.
/// Nothing but the plan is needed.
#[derive(Args)]
pub struct Run {
    /// The plan, made by `dominox split`
    #[arg(help_heading = "Input", value_name = "PLAN")]
    plan: PathBuf,

    /// The number of the shard, from 1
    #[arg(long, help_heading = "Input", value_name = "I", value_parser = positive::<std::num::NonZeroU32>, allow_negative_numbers = true)]
    shard: std::num::NonZeroU32,

    /// Write the result to this file
    #[arg(short, long, help_heading = "Output", value_name = "FILE")]
    output: PathBuf,

    /// Number of threads, at most 1024
    #[arg(short = 'j', long, help_heading = "Search", value_name = "N", value_parser = threads, default_value = "1", allow_negative_numbers = true)]
    threads: NonZeroU16,

    /// Search with this kernel [default: the one expected to be fastest]
    #[arg(long, help_heading = "Search", value_enum)]
    kernel: Option<Kernel>,

    /// Stop after this time; the part that is searched then counts as not searched
    #[arg(long, help_heading = "Search", value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,
}

impl Run {
    pub fn run(&self) -> Result<Exit, Failure> {
        let begun = Instant::now();
        let name = self.plan.display();
        let refuse = |reason: String| Failure::Usage(format!("{name}: {reason}"));
        let plan = Plan::read(&self.plan).map_err(refuse)?;
        let (shard, shards) = (self.shard.get() as usize, plan.division.shards.len());
        if shard > shards {
            return Err(refuse(format!(
                "there is no shard {shard}: the plan has {shards}"
            )));
        }
        let parts = plan
            .division
            .parts(&plan.problem, &Part::default(), shard - 1);
        let parts = parts.map_err(|error| refuse(error.to_string()))?;
        let kernel = self.kernel.map(KernelName::from);
        let solver = Solver::with_kernel(&plan.problem, kernel)
            .map_err(|error| refuse(in_words(&error, &plan.problem)))?;
        let output = Arc::new(Output::new(Progress::default(), true, Target::new(None)?));
        output.keep();
        let signal = Signal::catch(&output, Format::Text);
        let limits = Limits {
            deadline: self.timeout.and_then(|timeout| begun.checked_add(timeout)),
            cancel: Some(signal.flag()),
            ..Limits::default()
        };
        let mut solver = solver.threads(self.threads.get().into()).limits(limits);
        let mut found = Found::default();
        let is_done = {
            let _searching = signal.guard();
            let leaves = plan.division.shards[shard - 1].iter();
            search(&mut solver, leaves.zip(&parts), &mut found)
        };
        found.micros = begun.elapsed().as_micros() as u64;
        let result = Shard {
            plan: plan.digest,
            number: shard - 1,
            is_done,
            found,
            kernel: format!("{} {}", solver.kernel(), solver.instruction_set()),
        };
        let name = self.output.display();
        let written = replace(&self.output, result.text().as_bytes());
        written.map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
        match is_done {
            true => Ok(Exit::Answered),
            false => {
                let reason = match signal.came() {
                    true => "a signal",
                    false => "the time limit",
                };
                let (done, all) = (result.found.leaves.len(), parts.len());
                say(format_args!(
                    "shard {shard}: stopped by {reason} after {done} of {all} parts"
                ));
                Ok(Exit::Stopped)
            }
        }
    }
}

/// Searches parts one by one, and adds up what is found in those that come to their end; whether all do.
fn search<'a>(
    solver: &mut Solver,
    parts: impl Iterator<Item = (&'a u32, &'a Part)>,
    found: &mut Found,
) -> bool {
    let checksum = Checksum::new(solver.problem());
    for (&leaf, part) in parts {
        let before = solver.effort();
        let mut sum = 0u64;
        solver.restart(&part.with);
        solver.narrow(&Part {
            with: Vec::new(),
            without: part.without.clone(),
        });
        let ControlFlow::Continue(()) = solver.for_each_answer(|options| {
            sum = sum.wrapping_add(checksum.of_solution(options));
            ControlFlow::<std::convert::Infallible>::Continue(())
        });
        if solver.status() != Status::Exhausted {
            return false;
        }
        found.count += solver.found();
        found.checksum = found.checksum.wrapping_add(sum);
        found.effort.nodes += solver.effort().nodes - before.nodes;
        found.effort.updates += solver.effort().updates - before.updates;
        found.leaves.push(leaf);
    }
    true
}
