//! The instances: files of problems as text, and what is known about them.
//!
//! A folder stands for its files `*.dlx`, in the order of their names. If there is a file `MANIFEST.tsv` in the same
//! folder, with columns `instance` and `solutions`, the programs' counts are compared with its numbers.

use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::matrix::Matrix;

/// What a problem needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Items, primary and secondary
    Xc,
    /// Colours too
    Xcc,
    /// Bounds too
    Mcc,
    /// Costs, which are ignored: solutions are counted
    Cost,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Kind::Xc => "xc",
            Kind::Xcc => "xcc",
            Kind::Mcc => "mcc",
            Kind::Cost => "cost",
        })
    }
}

/// A problem to be solved.
#[derive(Debug)]
pub struct Instance {
    /// The name of its file without the ending.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// What it needs.
    pub kind: Kind,
    /// Its number of solutions, if the manifest has it.
    pub known: Option<u64>,
}

/// Which instances are wanted.
#[derive(clap::Args, Debug)]
pub struct Filter {
    /// Only instances of these kinds
    #[arg(long, value_enum, value_delimiter = ',', default_values = ["xc", "xcc"])]
    pub kind: Vec<Kind>,

    /// Only instances with this in their name; several add up
    #[arg(long, value_name = "PART", value_delimiter = ',')]
    pub only: Vec<String>,

    /// No instances with this in their name
    #[arg(long, value_name = "PART", value_delimiter = ',')]
    pub skip: Vec<String>,
}

impl Filter {
    fn has_name(&self, name: &str) -> bool {
        let has = |parts: &[String]| parts.iter().any(|part| name.contains(part.as_str()));
        (self.only.is_empty() || has(&self.only)) && !has(&self.skip)
    }
}

/// The wanted instances in these files and folders.
///
/// # Errors
/// If one cannot be read, or is not a problem.
pub fn find(paths: &[PathBuf], filter: &Filter) -> Result<Vec<Instance>, String> {
    let mut instances = Vec::new();
    for path in paths {
        for file in files(path).map_err(|error| format!("{}: {error}", path.display()))? {
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            if !filter.has_name(&name) {
                continue;
            }
            let wrong = |error: String| format!("{}: {error}", file.display());
            let text = fs::read_to_string(&file).map_err(|error| wrong(error.to_string()))?;
            let kind = kind(&Matrix::parse(&text).map_err(wrong)?);
            if filter.kind.contains(&kind) {
                instances.push(Instance {
                    known: known(&file).remove(&*name),
                    name: name.into_owned(),
                    kind,
                    path: file,
                });
            }
        }
    }
    Ok(instances)
}

fn files(path: &Path) -> std::io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path)? {
        let file = entry?.path();
        if file.extension().is_some_and(|extension| extension == "dlx") {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}

fn kind(matrix: &Matrix) -> Kind {
    match matrix {
        Matrix { bounds, .. } if !bounds.is_empty() => Kind::Mcc,
        Matrix { costed: true, .. } => Kind::Cost,
        Matrix { colors: 0, .. } => Kind::Xc,
        _ => Kind::Xcc,
    }
}

/// The numbers of solutions in the manifest in a file's folder, if there is one.
fn known(file: &Path) -> HashMap<String, u64> {
    let manifest = fs::read_to_string(file.with_file_name("MANIFEST.tsv")).unwrap_or_default();
    let mut lines = manifest.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let column = |name| header.iter().position(|&column| column == name);
    let (Some(name), Some(solutions)) = (column("instance"), column("solutions")) else {
        return HashMap::new();
    };
    let read = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        Some((
            cells.get(name)?.to_string(),
            cells.get(solutions)?.parse().ok()?,
        ))
    };
    lines.filter_map(read).collect()
}
