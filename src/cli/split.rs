//! `dominox split`: a search divided into shards.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use dominox::engine::{CountMethod, Limits, Status};
use dominox::shards::{FileKind, Plan, ShardsError};
use dominox::workshop::refused_words;
use dominox::{Problem, Solver};

use super::counted::counted;
use super::exit::{Exit, Failure};
use super::files::{Inputs, refusal, replace};
use super::given::Given;
use super::input::{Input, Question};
use super::merge::read;
use super::model::ModelParser;
use super::output::{Format, write_all};
use super::page::Page;
use super::refusal::refuse;
use super::single::{problem_left, with_single};
use super::values::{positive, written};

/// If a table counts faster than this, and in this many bytes, `split` recommends it.
const SWEEP: Duration = Duration::from_secs(3);
const MOST_OF_TABLE: usize = 64 << 20;
/// A table is tried if a search has more nodes than this.
const LONG: u64 = 10_000_000;

/// Divide a search into shards for many processes or machines
///
/// The plan holds the problem and the part of the search in each shard. `dominox run` searches a shard; `dominox merge` proves
/// that the shards cover the whole search, and adds up their counts. The same puzzle gives the same plan.
#[derive(Args)]
pub struct Split {
    #[command(flatten)]
    input: Input,

    /// Divide the search of this classic problem instead of reading input, such as "queens 16" (see `dominox model --help`)
    #[arg(long, help_heading = "Input", value_name = "NAME ARGS", value_parser = ModelParser, hide_possible_values = true, conflicts_with_all = ["files", "kind", "shape", "column", "strict", "rest"])]
    model: Option<String>,

    /// The input is a plan and the results of its shards: divide the parts that were not searched
    #[arg(long, help_heading = "Input", conflicts_with_all = ["kind", "shape", "column", "assume", "exclude"])]
    rest: bool,

    #[command(flatten)]
    given: Given,

    /// Number of shards; fewer are made if the search is small
    #[arg(long, help_heading = "Search", value_name = "N", value_parser = positive::<NonZeroU32>, allow_negative_numbers = true)]
    into: NonZeroU32,

    /// Write the plan to this file
    #[arg(short, long, help_heading = "Output", value_name = "FILE", value_parser = written())]
    output: PathBuf,
}

impl Split {
    pub fn run(&self) -> Result<Exit, Failure> {
        let inputs = match self.model {
            Some(_) => Inputs::default(),
            None => self.input.inputs()?,
        };
        inputs.spare_others(&self.output, FileKind::Plan)?;
        let (plan, exit) = match self.rest {
            true => (Some(self.plan_of_rest()?), Exit::Answered),
            false => {
                let spec = self.model.as_deref();
                let given = spec
                    .map(|spec| Question::of_model(spec, Instant::now()))
                    .transpose()?;
                with_single(&self.input, given, |question, page| {
                    self.plan(question, page)
                })?
            }
        };
        let Some(plan) = plan else {
            return Ok(exit);
        };
        plan.check().map_err(in_general)?;
        let text = plan.text().map_err(in_general)?;
        let name = self.output.display();
        let written = replace(&self.output, text.as_bytes());
        written.map_err(|error| refusal(&self.output, &error))?;
        let shards = plan.division.shards.len();
        let parts: usize = plan.division.shards.iter().map(Vec::len).sum();
        let shards = counted(shards as u64, ["shard", "shards"]);
        let parts = counted(parts as u64, ["part", "parts"]);
        let nodes = match plan.division.nodes {
            u64::MAX => "more than 10^19 nodes".to_owned(),
            nodes => format!("about {}", counted(nodes, ["node", "nodes"])),
        };
        let of = &plan.name;
        let text = format!("{of}: {shards} with {parts} and {nodes} in {name}\n");
        write_all(text.as_bytes())?;
        Ok(exit)
    }

    fn plan(&self, question: &Question, page: &mut Page) -> Result<Option<Plan>, Failure> {
        let Some(problem) = problem_left(&self.given, question, page) else {
            return Ok(None);
        };
        let mut solver = match Solver::new(&problem) {
            Ok(solver) => solver,
            Err(error) => {
                let reason = refused_words(&error, &problem);
                page.exit = refuse(page, Format::Text, question, &reason);
                return Ok(None);
            }
        };
        let name = question.place().to_string();
        let plan = Plan::split_by(&name, &mut solver, self.into.get() as usize);
        let plan = plan.map_err(in_general)?;
        if plan.division.nodes > LONG {
            point_out_table(&problem, question, page);
        }
        Ok(Some(plan))
    }

    fn plan_of_rest(&self) -> Result<Plan, Failure> {
        let files = self.input.files()?;
        let Some((plan, results)) = files.split_first() else {
            return Err(Failure::Usage("`--rest` needs a plan".into()));
        };
        let merge = read(plan, results)?;
        let rest = merge.rest(self.into.get() as usize, Limits::default());
        rest.map_err(|error| match error {
            ShardsError::Unsupported(error) => {
                Failure::Usage(refused_words(&error, &merge.plan().problem))
            }
            other => in_general(other),
        })
    }
}

/// The fault, independent of the file.
fn in_general(error: ShardsError) -> Failure {
    Failure::Usage(error.to_string())
}

/// Reports if a table counts the solutions quickly: a plan is for searches.
fn point_out_table(problem: &Problem, question: &Question, page: &mut Page) {
    let begun = Instant::now();
    let limits = Limits {
        time: Some(SWEEP),
        ..Limits::default()
    };
    if problem.has_facts() {
        return;
    }
    if let Ok(solver) = Solver::new(problem) {
        let mut solver = solver.counting(CountMethod::Table).limits(limits);
        solver.set_memory(MOST_OF_TABLE);
        let count = solver.count();
        if solver.status() == Status::Exhausted && solver.table_effort().counts > 0 {
            let seconds = begun.elapsed().as_secs_f64();
            let place = question.place();
            page.say(format_args!(
                "{place}: a table counts the {count} solutions in {seconds:.2} s: see `dominox count`"
            ));
        }
    }
}
