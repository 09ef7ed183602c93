//! A search divided into shards, as a text.

use serde_json::{Map, Value, json};

use super::file::{VERSION, numbers, read, with_digest};
use super::{FileKind, Found, Shard, ShardsError};
use crate::engine::{Digest, Division, Solver, Split};
use crate::problem::{ItemId, Part, Problem};

/// Splits in a line.
const SPLITS: usize = 1000;

/// A search divided into shards.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What was divided, for messages.
    pub name: String,
    /// The problem.
    pub problem: Problem,
    /// The division of the search for all its answers.
    pub division: Division,
    /// What was found before it was divided again.
    pub before: Found,
    /// The digests of the plans that it continues: results of their shards also fit this plan if the shards have the same parts
    /// here.
    pub earlier: Vec<String>,
    digest: String,
    of_problem: Digest,
}

impl Plan {
    /// Divides the search for all answers of a problem into this number of shards, or fewer, if it is small.
    ///
    /// # Errors
    /// If no engine supports the problem, or it cannot be written as text.
    pub fn split(name: &str, problem: &Problem, shards: usize) -> Result<Plan, ShardsError> {
        let mut solver = Solver::new(problem).map_err(ShardsError::Unsupported)?;
        Plan::split_by(name, &mut solver, shards)
    }

    /// Like [`split`](Self::split), with the limits of a solver. Options to assume or exclude must be built into the problem:
    /// [`Problem::of_part`].
    ///
    /// # Errors
    /// If the solver assumes or excludes options, a limit was reached, or the problem cannot be written as text.
    pub fn split_by(name: &str, solver: &mut Solver, shards: usize) -> Result<Plan, ShardsError> {
        if *solver.given() != Part::default() {
            return Err(ShardsError::Narrowed);
        }
        let division = solver.divide(shards).map_err(ShardsError::Stopped)?;
        Plan::of(Plan {
            name: name.to_owned(),
            problem: solver.problem().clone(),
            division,
            before: Found::default(),
            earlier: Vec::new(),
            digest: String::new(),
            of_problem: Digest::of_problem(solver.problem()),
        })
    }

    /// The plan with its digest.
    fn of(mut plan: Plan) -> Result<Plan, ShardsError> {
        plan.digest = plan.text_and_digest()?.1;
        Ok(plan)
    }

    /// This plan with another division, after some was found.
    pub(super) fn continued(
        &self,
        division: Division,
        before: Found,
        earlier: Vec<String>,
    ) -> Result<Plan, ShardsError> {
        Plan::of(Plan {
            name: self.name.clone(),
            problem: self.problem.clone(),
            division,
            before,
            earlier,
            digest: String::new(),
            of_problem: self.of_problem,
        })
    }

    /// A digest that identifies the plan.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The shard with this number, from 0.
    ///
    /// # Errors
    /// If there is no such shard, or the plan is not a partition of the search.
    pub fn shard(&self, number: usize) -> Result<Shard, ShardsError> {
        let shards = self.division.shards.len();
        let Some(leaves) = self.division.shards.get(number) else {
            return Err(ShardsError::NoShard { number, shards });
        };
        let parts = self
            .division
            .parts(&self.problem, &Part::default(), number)
            .map_err(ShardsError::NoPartition)?;
        Ok(Shard {
            plan: self.digest.clone(),
            problem: self.of_problem,
            number,
            parts: leaves.iter().copied().zip(parts).collect(),
        })
    }

    /// Proves that the shards, with what was found before, cover the whole search and do not overlap.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(&self) -> Result<(), ShardsError> {
        let done = &self.before.leaves;
        let checked = self.division.check(&self.problem, &Part::default(), done);
        checked.map_err(ShardsError::NoPartition)
    }

    /// The text of the file.
    ///
    /// # Errors
    /// If the problem cannot be written as text.
    pub fn text(&self) -> Result<String, ShardsError> {
        Ok(self.text_and_digest()?.0)
    }

    fn text_and_digest(&self) -> Result<(String, String), ShardsError> {
        let text = self.problem.to_text().map_err(ShardsError::NoText)?;
        let facts = self.problem.has_facts().then(|| {
            let options = self.problem.options();
            Vec::from_iter(options.map(|option| self.problem.facts(option)))
        });
        let mut before = Map::new();
        self.before.write(&mut before);
        let mut lines = vec![json!({
            "dominox": "plan",
            "version": VERSION,
            "name": self.name,
            "shards": self.division.shards.len(),
            "nodes": self.division.nodes,
            "text": text,
            "facts": facts,
            "before": before,
            "earlier": self.earlier,
        })];
        for splits in self.division.splits.chunks(SPLITS) {
            let split = |split: &Split| json!([split.node, split.item.index(), split.children]);
            lines.push(json!({ "splits": Vec::from_iter(splits.iter().map(split)) }));
        }
        for (number, leaves) in (1..).zip(&self.division.shards) {
            lines.push(json!({ "shard": number, "leaves": leaves }));
        }
        Ok(with_digest(&lines))
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// If the text is not valid.
    pub fn parse(text: &str) -> Result<Plan, ShardsError> {
        let (lines, digest) = read(text, FileKind::Plan)?;
        let plan = Plan::of_lines(&lines, digest);
        plan.ok_or(ShardsError::Senseless(FileKind::Plan))
    }

    fn of_lines(lines: &[Value], digest: String) -> Option<Plan> {
        let (first, rest) = lines.split_first()?;
        let problem = Problem::parse(first.get("text")?.as_str()?).ok()?;
        let problem = match first.get("facts")? {
            Value::Array(facts) => {
                let facts: Vec<Vec<u32>> = facts.iter().map(numbers).collect::<Option<_>>()?;
                problem.with_facts(&facts).ok()?
            }
            _ => problem,
        };
        let mut division = Division {
            splits: Vec::new(),
            shards: Vec::new(),
            nodes: first.get("nodes")?.as_u64()?,
        };
        for line in rest {
            match line.get("splits") {
                Some(splits) => {
                    for split in splits.as_array()? {
                        let [node, item, children] = numbers(split)?.try_into().ok()?;
                        let item = ItemId::new(item as usize);
                        division.splits.push(Split {
                            node,
                            item,
                            children,
                        });
                    }
                }
                None => division.shards.push(numbers(line.get("leaves")?)?),
            }
        }
        let earlier = first.get("earlier")?.as_array()?.iter();
        Some(Plan {
            name: first.get("name")?.as_str()?.to_owned(),
            of_problem: Digest::of_problem(&problem),
            problem,
            division,
            before: Found::read(first.get("before")?)?,
            earlier: earlier
                .map(|digest| Some(digest.as_str()?.to_owned()))
                .collect::<Option<_>>()?,
            digest,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_of_a_whole_problem() {
        let problem = Problem::parse("a b\na\nb\na b\n").unwrap();
        let first = problem.options().next().unwrap();
        for (mut solver, is_whole) in [
            (Solver::new(&problem).unwrap(), true),
            (Solver::new(&problem).unwrap().assume(&[first]), false),
            (Solver::new(&problem).unwrap().exclude(&[first]), false),
        ] {
            let plan = Plan::split_by("ab", &mut solver, usize::MAX);
            match is_whole {
                true => assert_eq!(plan.unwrap().problem, problem),
                false => assert_eq!(plan.unwrap_err(), ShardsError::Narrowed),
            }
        }
    }
}
