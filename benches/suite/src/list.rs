//! Lists of problems: each line is a file, or a family with a size and perhaps a seed. Empty lines and lines that begin
//! with `#` are skipped.

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

use crate::generate::generate;

/// The lines of a list.
///
/// # Errors
/// If the file cannot be read.
pub fn lines(path: &Path) -> Result<Vec<String>, String> {
    let list = fs::read_to_string(path).map_err(|error| in_file(path, error))?;
    let lines = list.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(lines.map(String::from).collect())
}

/// The file of a line. A problem of a family is written to the folder; it replaces the last one.
///
/// # Errors
/// If there is no such file, family or size, or it cannot be written.
pub fn problem(line: &str, folder: &Path) -> Result<PathBuf, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (name, size, seed) = match words[..] {
        [_] if Path::new(line).is_file() => return Ok(line.into()),
        [_] => return Err(format!("{line}: no such file")),
        [name, size] => (name, size, "1"),
        [name, size, seed] => (name, size, seed),
        _ => return Err(format!("{line}: expected a file, or FAMILY SIZE SEED")),
    };
    let seed = seed
        .parse()
        .map_err(|_| format!("{line}: expected a seed"))?;
    let text = generate(name, size, seed)?.to_string();
    let path = folder.join("problem.dlx");
    fs::write(&path, text).map_err(|error| in_file(&path, error))?;
    Ok(path)
}

fn in_file(path: &Path, error: impl Display) -> String {
    format!("{}: {error}", path.display())
}
