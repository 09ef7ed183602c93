//! The result of a shard.

use serde_json::{Map, Value, json};

use super::file::{LAST_LINE, VERSION, numbers, read, with_digest};
use super::{FileKind, ShardsError};
use crate::engine::{Count, Effort};

/// What was found in some leaves of a plan.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Found {
    /// The number of answers.
    pub count: Count,
    /// The sum over the answers, see [`Checksum`](crate::engine::Checksum).
    pub checksum: u64,
    /// The effort of the search.
    pub effort: Effort,
    /// The time it took, in millionths of a second.
    pub micros: u64,
    /// The leaves.
    pub leaves: Vec<u32>,
}

/// The result of a shard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShardResult {
    /// The digest of its plan.
    pub plan: String,
    /// The number of the shard, from 0.
    pub number: usize,
    /// Whether all its leaves were searched.
    pub is_done: bool,
    /// What was found in the leaves that were searched.
    pub found: Found,
    /// The kernel that searched, and its instruction set.
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

    /// Whether both found the same, in whatever time.
    pub(super) fn is_same(&self, other: &Found) -> bool {
        let micros = self.micros;
        *self
            == Found {
                micros,
                ..other.clone()
            }
    }

    pub(super) fn write(&self, object: &mut Map<String, Value>) {
        object.insert("count".into(), json!(self.count.to_string()));
        object.insert("checksum".into(), json!(self.checksum.to_string()));
        object.insert("nodes".into(), json!(self.effort.nodes));
        object.insert("updates".into(), json!(self.effort.updates));
        object.insert("microseconds".into(), json!(self.micros));
        object.insert("leaves".into(), json!(self.leaves));
    }

    pub(super) fn read(object: &Value) -> Option<Found> {
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

impl ShardResult {
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

    /// Reads the text of a file.
    ///
    /// # Errors
    /// If the text is not valid.
    pub fn parse(text: &str) -> Result<ShardResult, ShardsError> {
        let (lines, _) = read(text, FileKind::Result)?;
        let result = lines.first().and_then(ShardResult::of);
        result.ok_or(ShardsError::Senseless(FileKind::Result))
    }

    /// Reads a text of several results, one after the other; an empty text is an error: a truncated result.
    pub fn parse_all(text: &str) -> impl Iterator<Item = Result<ShardResult, ShardsError>> {
        let mut rest = Some(text);
        std::iter::from_fn(move || {
            let text = rest.take()?;
            let mut end = 0;
            for line in text.split_inclusive('\n') {
                end += line.len();
                if line.starts_with(LAST_LINE) {
                    break;
                }
            }
            rest = Some(&text[end..]).filter(|rest| !rest.is_empty());
            Some(ShardResult::parse(&text[..end]))
        })
    }

    fn of(line: &Value) -> Option<ShardResult> {
        let text = |name| line.get(name)?.as_str();
        Some(ShardResult {
            plan: text("plan")?.to_owned(),
            number: usize::try_from(line.get("shard")?.as_u64()?)
                .ok()?
                .checked_sub(1)?,
            is_done: text("status")? == "done",
            found: Found::read(line)?,
            kernel: text("kernel")?.to_owned(),
        })
    }
}
