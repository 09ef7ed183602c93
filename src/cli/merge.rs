//! `dominox merge`: the results of the shards of a plan, put together.

use std::path::{Path, PathBuf};

use clap::Args;
use dominox::shards::{Merge as Merging, Plan, ShardResult};

use super::exit::{Exit, Failure, say};
use super::files::{read_text, refusal};
use super::json::Object;
use super::output::{Format, write_all};

/// Shards that a message names.
const NAMED: usize = 20;

/// Add up the results of all shards of a plan
///
/// Prints the number of answers. First proves, from the problem alone, that the shards cover the whole search and do not
/// overlap. Lists the shards that have no result, or an incomplete one: run them again, or divide what is left with `dominox
/// split --rest`.
#[derive(Args)]
pub struct Merge {
    /// The plan
    #[arg(help_heading = "Input", value_name = "PLAN")]
    plan: PathBuf,

    /// The results of `dominox run`; a file may hold several, one after the other
    #[arg(help_heading = "Input", value_name = "RESULT")]
    results: Vec<PathBuf>,

    /// Output format
    #[arg(long, help_heading = "Output", value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Report the nodes, the time and the checksum of all shards on standard error
    #[arg(long, help_heading = "Output")]
    stats: bool,
}

/// Reads a plan and results, each of which must be of a shard of the plan, and no two of the same one.
///
/// # Errors
/// What is wrong with a file.
pub fn read(plan: &Path, results: &[PathBuf]) -> Result<Merging, Failure> {
    let mut merge = Merging::new(read_plan(plan)?).map_err(|error| refusal(plan, &error))?;
    for path in results {
        let text = read_text(path).map_err(|error| refusal(path, &error))?;
        for result in ShardResult::parse_all(&text) {
            let added = result.and_then(|result| merge.add(result));
            added.map_err(|error| refusal(path, &error))?;
        }
    }
    Ok(merge)
}

/// Reads a plan.
///
/// # Errors
/// What is wrong with the file.
pub fn read_plan(path: &Path) -> Result<Plan, Failure> {
    let text = read_text(path).map_err(|error| refusal(path, &error))?;
    Plan::parse(&text).map_err(|error| refusal(path, &error))
}

/// Numbers of shards for a message.
fn list(numbers: &[usize]) -> String {
    let named = numbers.iter().take(NAMED);
    let mut text: Vec<String> = named.map(|number| (number + 1).to_string()).collect();
    if numbers.len() > NAMED {
        text.push(format!("and {} more", numbers.len() - NAMED));
    }
    text.join(", ")
}

impl Merge {
    pub fn run(&self) -> Result<Exit, Failure> {
        let merge = read(&self.plan, &self.results)?;
        let (missing, partial) = (merge.missing(), merge.stopped());
        let found = merge.found();
        let name = self.plan.display();
        for (numbers, fault, advice) in [
            (&missing, "have no result", "run them"),
            (&partial, "were stopped", "run them again"),
        ] {
            if !numbers.is_empty() {
                let which = list(numbers);
                say(format_args!(
                    "{name}: shards that {fault}: {which}: {advice}"
                ));
            }
        }
        let is_all = merge.is_complete();
        let seconds = found.micros as f64 / 1e6;
        let effort = found.effort;
        let sum = found.checksum;
        if self.stats {
            say(format_args!(
                "shards {}, solutions {}, nodes {}, updates {}, checksum {sum:016x}, {seconds:.6} s of work",
                merge.plan().division.shards.len(),
                found.count,
                effort.nodes,
                effort.updates
            ));
        }
        let mut text = Vec::new();
        match self.format {
            Format::Text | Format::Drawn(_) => {
                let mark = if is_all { "" } else { ">=" };
                text.extend_from_slice(format!("{mark}{}\n", found.count).as_bytes());
            }
            Format::Jsonl => {
                let mut object = Object::new(&mut text);
                object.string("status", if is_all { "counted" } else { "stopped" });
                object.string("count", &found.count.to_string());
                object.string("checksum", &format!("{sum:016x}"));
                object.number("nodes", Some(effort.nodes));
                object.number("updates", Some(effort.updates));
                object.number("missing", Some(missing.len() as u64));
                object.number("stopped", Some(partial.len() as u64));
            }
        }
        write_all(&text)?;
        Ok(if is_all {
            Exit::Answered
        } else {
            Exit::Stopped
        })
    }
}
