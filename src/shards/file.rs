//! JSON lines, the last with a digest of the others.

use serde_json::{Value, json};

use super::{FileKind, ShardsError};
use crate::engine::Digest;

pub(super) const VERSION: u64 = 1;
/// How the last line of a text begins.
pub(super) const LAST_LINE: &str = "{\"digest\":";

/// Lines and the digest of them.
pub(super) fn with_digest(lines: &[Value]) -> (String, String) {
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

/// The lines of a text of this kind, and their digest.
pub(super) fn read(text: &str, kind: FileKind) -> Result<(Vec<Value>, String), ShardsError> {
    let name = kind.to_string();
    let is_of_kind = |line: &Value| line.get("dominox").and_then(Value::as_str) == Some(&name);
    let first = serde_json::from_str(text.lines().next().unwrap_or_default());
    let first: Value = match first {
        Ok(first) if is_of_kind(&first) => first,
        Err(error) if error.is_eof() && text.starts_with("{\"") => {
            return Err(ShardsError::BreaksOff(kind));
        }
        _ => return Err(ShardsError::NotOne(kind)),
    };
    if first.get("version").and_then(Value::as_u64) != Some(VERSION) {
        return Err(ShardsError::OtherVersion(kind));
    }
    let cut = ShardsError::BreaksOff(kind);
    let before = text.strip_suffix('\n').ok_or(cut.clone())?;
    let end = before.rfind('\n').ok_or(cut.clone())? + 1;
    let last: Value = serde_json::from_str(&before[end..]).map_err(|_| cut.clone())?;
    let digest = last.get("digest").and_then(Value::as_str).ok_or(cut)?;
    if Digest::of(&text.as_bytes()[..end]).to_string() != digest {
        return Err(ShardsError::Altered(kind));
    }
    let lines = text[..end].lines().map(serde_json::from_str);
    let lines = lines.collect::<Result<Vec<Value>, _>>();
    let lines = lines.map_err(|_| ShardsError::Senseless(kind))?;
    Ok((lines, digest.to_owned()))
}

pub(super) fn numbers(value: &Value) -> Option<Vec<u32>> {
    let number = |value: &Value| value.as_u64()?.try_into().ok();
    value.as_array()?.iter().map(number).collect()
}
