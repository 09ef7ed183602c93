//! Counts with their nouns.

/// A count with its noun, in the singular or the plural.
pub fn counted(count: u64, [one, several]: [&str; 2]) -> String {
    let name = if count == 1 { one } else { several };
    format!("{count} {name}")
}
