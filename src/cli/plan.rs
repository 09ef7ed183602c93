//! The files of a divided search: a plan, and the results of its shards. Both are JSON lines, the last with a digest of the
//! others, and need nothing beside them.
//!
//! ```text
//!     {"dominox":"plan","version":1,"name":"queens 8","text":"r0 r1 …","shards":2,…}
//!     {"splits":[[0,3,8],[2,5,4]]}                    node 0 is split at item 3 and has 8 children, …
//!     {"shard":1,"leaves":[1,4]}
//!     {"shard":2,"leaves":[3,5]}
//!     {"digest":"…"}
//!
//!     {"dominox":"result","version":1,"plan":"…","shard":1,"status":"done","count":"46",…}
//!     {"digest":"…"}
//! ```

use std::fs;
use std::path::Path;

use dominox::engine::{Digest, Division, Effort, Split};
use dominox::problem::{ItemId, Part};
use dominox::{Count, Problem};
use serde_json::{Map, Value, json};

const VERSION: u64 = 1;
/// Splits in a line.
const SPLITS: usize = 1000;

/// What was found in some leaves.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Found {
    pub count: Count,
    pub checksum: u64,
    pub effort: Effort,
    /// In millionths of a second.
    pub micros: u64,
    /// The leaves.
    pub leaves: Vec<u32>,
}

/// A search divided into shards.
pub struct Plan {
    /// What was divided, for messages.
    pub name: String,
    pub problem: Problem,
    pub division: Division,
    /// What was found before it was divided again.
    pub before: Found,
    /// The digest of the file.
    pub digest: String,
}

/// What came of a shard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shard {
    /// The digest of its plan.
    pub plan: String,
    /// From 0.
    pub number: usize,
    /// Whether all its leaves were searched.
    pub is_done: bool,
    pub found: Found,
    pub kernel: String,
}

impl Found {
    /// Adds what was found in other leaves.
    pub fn add(&mut self, other: &Found) {
        self.count += &other.count;
        self.checksum = self.checksum.wrapping_add(other.checksum);
        self.effort.nodes += other.effort.nodes;
        self.effort.updates += other.effort.updates;
        self.micros += other.micros;
        self.leaves.extend_from_slice(&other.leaves);
    }

    fn write(&self, object: &mut Map<String, Value>) {
        object.insert("count".into(), json!(self.count.to_string()));
        object.insert("checksum".into(), json!(self.checksum.to_string()));
        object.insert("nodes".into(), json!(self.effort.nodes));
        object.insert("updates".into(), json!(self.effort.updates));
        object.insert("microseconds".into(), json!(self.micros));
        object.insert("leaves".into(), json!(self.leaves));
    }

    fn read(object: &Value) -> Option<Found> {
        let text = |name| object.get(name)?.as_str();
        let number = |name| object.get(name)?.as_u64();
        Some(Found {
            count: text("count")?.parse().ok()?,
            checksum: text("checksum")?.parse().ok()?,
            effort: Effort {
                nodes: number("nodes")?,
                updates: number("updates")?,
            },
            micros: number("microseconds")?,
            leaves: numbers(object.get("leaves")?)?,
        })
    }
}

fn numbers(value: &Value) -> Option<Vec<u32>> {
    let number = |value: &Value| value.as_u64()?.try_into().ok();
    value.as_array()?.iter().map(number).collect()
}

/// Lines and the digest of them.
fn with_digest(lines: &[Value]) -> (String, String) {
    let mut text = String::new();
    for line in lines {
        text.push_str(&line.to_string());
        text.push('\n');
    }
    let digest = Digest::of(text.as_bytes()).to_string();
    text.push_str(&json!({ "digest": digest }).to_string());
    text.push('\n');
    (text, digest)
}

/// The lines of a file of this kind, and their digest.
fn read(path: &Path, kind: &str) -> Result<(Vec<Value>, String), String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let is_of_kind = |line: &Value| line.get("dominox").and_then(Value::as_str) == Some(kind);
    let first = text.lines().next().map(serde_json::from_str::<Value>);
    let Some(Ok(first)) = first.filter(|first| first.as_ref().is_ok_and(is_of_kind)) else {
        return Err(format!("this is no {kind} of dominox"));
    };
    if first.get("version").and_then(Value::as_u64) != Some(VERSION) {
        return Err(format!(
            "this {kind} was written by another version of dominox"
        ));
    }
    let cut = || format!("the {kind} breaks off");
    let before = text.strip_suffix('\n').ok_or_else(cut)?;
    let end = before.rfind('\n').ok_or_else(cut)? + 1;
    let last: Value = serde_json::from_str(&before[end..]).map_err(|_| cut())?;
    let digest = last.get("digest").and_then(Value::as_str).ok_or_else(cut)?;
    if Digest::of(&text.as_bytes()[..end]).to_string() != digest {
        return Err(format!(
            "the {kind} was altered: its lines do not match its digest"
        ));
    }
    let lines = text[..end].lines().map(serde_json::from_str);
    let lines = lines.collect::<Result<Vec<Value>, _>>();
    let lines = lines.map_err(|error| error.to_string())?;
    Ok((lines, digest.to_owned()))
}

impl Plan {
    /// The text of the file, and its digest.
    ///
    /// # Errors
    /// If the problem cannot be written as text.
    pub fn text(&self) -> Result<(String, String), String> {
        let text = self.problem.to_text().map_err(|error| error.to_string())?;
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

    /// # Errors
    /// If the file cannot be read, or is not what was written.
    pub fn read(path: &Path) -> Result<Plan, String> {
        let (lines, digest) = read(path, "plan")?;
        Plan::of(&lines, digest).ok_or_else(|| "the plan makes no sense".into())
    }

    fn of(lines: &[Value], digest: String) -> Option<Plan> {
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
        Some(Plan {
            name: first.get("name")?.as_str()?.to_owned(),
            problem,
            division,
            before: Found::read(first.get("before")?)?,
            digest,
        })
    }

    /// Proves that the shards are a partition of the search.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(&self) -> Result<(), String> {
        let done = &self.before.leaves;
        let checked = self.division.check(&self.problem, &Part::default(), done);
        checked.map_err(|error| format!("the plan is no partition of the search: {error}"))
    }
}

impl Shard {
    /// The text of the file.
    pub fn text(&self) -> String {
        let mut object = Map::new();
        object.insert("dominox".into(), json!("result"));
        object.insert("version".into(), json!(VERSION));
        object.insert("plan".into(), json!(self.plan));
        object.insert("shard".into(), json!(self.number + 1));
        let status = if self.is_done { "done" } else { "stopped" };
        object.insert("status".into(), json!(status));
        object.insert("kernel".into(), json!(self.kernel));
        self.found.write(&mut object);
        with_digest(&[Value::Object(object)]).0
    }

    /// # Errors
    /// If the file cannot be read, or is not what was written.
    pub fn read(path: &Path) -> Result<Shard, String> {
        let (lines, _) = read(path, "result")?;
        let result = |line: &Value| {
            let text = |name| line.get(name)?.as_str();
            Some(Shard {
                plan: text("plan")?.to_owned(),
                number: (line.get("shard")?.as_u64()? as usize).checked_sub(1)?,
                is_done: text("status")? == "done",
                found: Found::read(line)?,
                kernel: text("kernel")?.to_owned(),
            })
        };
        let result = lines.first().and_then(result);
        result.ok_or_else(|| "the result makes no sense".into())
    }
}
