//! `dominox merge`: the results of the shards of a plan, put together.

use std::path::{Path, PathBuf};

use clap::Args;

use super::exit::{Exit, Failure, say};
use super::json::Object;
use super::output::{Format, write_all};
use super::plan::{Found, Plan, Shard};

/// Shards that a message names.
const NAMED: usize = 20;

/// Add up the results of all shards of a plan
///
/// Prints the number of answers. First it proves from the problem alone that the shards are the whole search and have nothing in
/// common. Shards without a result, or with part of one, are named: run them again, or divide what is left with `dominox split
/// --rest`.
#[derive(Args)]
pub struct Merge {
    /// The plan
    #[arg(help_heading = "Input", value_name = "PLAN")]
    plan: PathBuf,

    /// The results of `dominox run`
    #[arg(help_heading = "Input", value_name = "RESULT")]
    results: Vec<PathBuf>,

    /// Output format
    #[arg(long, help_heading = "Output", value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Report the nodes, the time and the checksum of all shards on standard error
    #[arg(long, help_heading = "Output")]
    stats: bool,
}

/// A plan and what came of its shards.
pub struct Results {
    pub plan: Plan,
    /// By their numbers; `None` for those that were not given.
    shards: Vec<Option<Shard>>,
}

impl Results {
    /// Reads a plan and results, each of which must be of a shard of the plan, and no two of the same one.
    ///
    /// # Errors
    /// What is wrong with a file.
    pub fn read(plan: &Path, results: &[PathBuf]) -> Result<Results, Failure> {
        let refuse =
            |path: &Path, reason: String| Failure::Usage(format!("{}: {reason}", path.display()));
        let path = plan;
        let plan = Plan::read(path).map_err(|reason| refuse(path, reason))?;
        plan.check().map_err(|reason| refuse(path, reason))?;
        let mut shards: Vec<Option<Shard>> = vec![None; plan.division.shards.len()];
        for path in results {
            let shard = Shard::read(path).map_err(|reason| refuse(path, reason))?;
            let number = shard.number + 1;
            if shard.plan != plan.digest {
                return Err(refuse(path, "this is a result of another plan".into()));
            }
            let own = shards.get_mut(shard.number);
            let own = own.ok_or_else(|| refuse(path, format!("the plan has no shard {number}")))?;
            let leaves = &plan.division.shards[shard.number];
            let is_right = match shard.is_done {
                true => *leaves == shard.found.leaves,
                false => leaves.starts_with(&shard.found.leaves),
            };
            if !is_right {
                return Err(refuse(path, "the parts are not those of the plan".into()));
            }
            if let Some(other) = own.replace(shard.clone()) {
                let others = Found {
                    micros: 0,
                    ..other.found
                };
                let same = others
                    == Found {
                        micros: 0,
                        ..shard.found
                    };
                return Err(refuse(
                    path,
                    match same {
                        true => format!("shard {number} is given twice"),
                        false => format!("shard {number} is given twice, with different results"),
                    },
                ));
            }
        }
        Ok(Results { plan, shards })
    }

    /// What was found in all.
    pub fn found(&self) -> Found {
        let mut found = self.plan.before.clone();
        for shard in self.shards.iter().flatten() {
            found.add(&shard.found);
        }
        found.leaves.sort_unstable();
        found
    }

    /// The leaves that were not searched.
    pub fn left(&self) -> Vec<u32> {
        let shards = self.plan.division.shards.iter().zip(&self.shards);
        let left = shards.flat_map(|(leaves, shard)| {
            let done = shard.as_ref().map_or(0, |shard| shard.found.leaves.len());
            leaves[done..].iter().copied()
        });
        left.collect()
    }

    /// The numbers of the shards for which this holds, from 1.
    fn numbers(&self, holds: impl Fn(&Option<Shard>) -> bool) -> Vec<usize> {
        let numbered = (1..).zip(&self.shards);
        numbered
            .filter(|(_, shard)| holds(shard))
            .map(|(number, _)| number)
            .collect()
    }
}

/// Numbers for a message.
fn list(numbers: &[usize]) -> String {
    let mut text: Vec<String> = numbers.iter().take(NAMED).map(usize::to_string).collect();
    if numbers.len() > NAMED {
        text.push(format!("and {} more", numbers.len() - NAMED));
    }
    text.join(", ")
}

impl Merge {
    pub fn run(&self) -> Result<Exit, Failure> {
        let results = Results::read(&self.plan, &self.results)?;
        let missing = results.numbers(Option::is_none);
        let partial = results.numbers(|shard| shard.as_ref().is_some_and(|shard| !shard.is_done));
        let found = results.found();
        let name = self.plan.display();
        for (numbers, fault) in [(&missing, "have no result"), (&partial, "were stopped")] {
            if !numbers.is_empty() {
                let which = list(numbers);
                say(format_args!(
                    "{name}: shards that {fault}: {which}: run them again"
                ));
            }
        }
        let is_all = missing.is_empty() && partial.is_empty();
        let seconds = found.micros as f64 / 1e6;
        let effort = found.effort;
        let sum = found.checksum;
        if self.stats {
            say(format_args!(
                "shards {}, solutions {}, nodes {}, updates {}, checksum {sum:016x}, {seconds:.6} s of work",
                results.shards.len(),
                found.count,
                effort.nodes,
                effort.updates
            ));
        }
        let mut text = Vec::new();
        match self.format {
            Format::Text => {
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
