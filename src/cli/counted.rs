//! Numbers of things, in words.

/// A number of things, whose name is one of these: for one, and for several.
pub fn counted(count: u64, [one, several]: [&str; 2]) -> String {
    let name = if count == 1 { one } else { several };
    format!("{count} {name}")
}
