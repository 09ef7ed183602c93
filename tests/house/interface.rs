//! The public interface shows no type of a package that the library does not hand out itself: who uses dominox need not
//! name, nor guess the version of, another package.
//!
//! ```text
//!     use bitvec::vec::BitVec;                               a name of a package
//!     pub fn agreeing(&self, …) -> Result<BitVec, …>         in a public signature: refused
//!     pub use num_bigint;                                    in lib.rs: its names are allowed
//! ```

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The packages that the library depends on and does not hand out, as paths name them.
fn hidden_packages(manifest: &str, library: &str) -> BTreeSet<String> {
    manifest
        .lines()
        .skip_while(|line| *line != "[dependencies]")
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| Some(line.split_once('=')?.0.trim().replace('-', "_")))
        .filter(|package| !library.contains(&format!("pub use {package};")))
        .collect()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !is_word(c)).filter(|word| !word.is_empty())
}

/// The names that a file imports from these packages, and the packages themselves.
fn imported(packages: &BTreeSet<String>, code: &str) -> BTreeSet<String> {
    let mut names = packages.clone();
    for import in code.split("use ").skip(1) {
        let import = import.split(';').next().unwrap_or_default();
        let mut words = words(import);
        if words.next().is_some_and(|first| packages.contains(first)) {
            let types = words.filter(|word| word.starts_with(char::is_uppercase));
            names.extend(types.map(str::to_owned));
        }
    }
    names
}

/// Public signatures: from a line that begins with `pub ` or `impl`, up to its body.
fn signatures(code: &str) -> impl Iterator<Item = (usize, String)> {
    let lines: Vec<&str> = code.lines().collect();
    (0..lines.len()).filter_map(move |start| {
        let line = lines[start].trim_start();
        let is_public = line.starts_with("pub ") && !line.starts_with("pub use ");
        let is_trait = line.starts_with("impl") && line.contains(" for ");
        if !is_public && !is_trait {
            return None;
        }
        let mut text = String::new();
        for line in &lines[start..] {
            let end = line.find(['{', ';', '=']).unwrap_or(line.len());
            text += &line[..end];
            // A field ends with its line.
            if end < line.len() || line.ends_with(',') && !text.contains('(') {
                break;
            }
        }
        Some((start + 1, text))
    })
}

/// What of hidden packages a file shows: lines, from 1, and names.
fn shown(packages: &BTreeSet<String>, source: &str) -> Vec<(usize, String)> {
    let code = |line: &str| line.split("//").next().unwrap_or_default().to_string() + "\n";
    let code: String = source.lines().map(code).collect();
    let code = code.split("#[cfg(test)]").next().unwrap_or_default();
    let names = imported(packages, code);
    let mut all = Vec::new();
    for (line, signature) in signatures(code) {
        let hidden = words(&signature).filter(|word| names.contains(*word));
        all.extend(hidden.map(|word| (line, word.to_owned())));
    }
    all
}

fn sources(folder: PathBuf, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry of a folder").path();
        match path.is_dir() {
            true => sources(path, found),
            false => found.push(path),
        }
    }
}

#[test]
fn no_public_item_shows_a_type_that_is_not_handed_out() {
    let read = |file: &Path| fs::read_to_string(file).expect("a file");
    let manifest = read(&root().join("Cargo.toml"));
    let packages = hidden_packages(&manifest, &read(&root().join("src/lib.rs")));
    assert!(packages.contains("bitvec") && !packages.contains("num_bigint"));
    let mut files = Vec::new();
    for layer in ["problem", "engine", "puzzles", "render"] {
        sources(root().join("src").join(layer), &mut files);
    }
    let mut all = Vec::new();
    for file in files {
        for (line, name) in shown(&packages, &read(&file)) {
            all.push(format!("{}:{line}: {name}", file.display()));
        }
    }
    assert!(all.is_empty(), "\n{}\n", all.join("\n"));
}

#[test]
fn what_is_shown_is_found_where_it_stands() {
    const NONE: [usize; 0] = [];
    let packages = BTreeSet::from(["bitvec".to_string(), "smallvec".to_string()]);
    let lines = |source: &str| -> Vec<usize> {
        let shown = shown(&packages, source);
        shown.into_iter().map(|(line, _)| line).collect()
    };
    let import = "use bitvec::vec::BitVec;\n";
    let with = |rest: &str| format!("{import}{rest}");
    assert_eq!(lines(&with("pub fn f(\n    a: u8,\n) -> BitVec {\n")), [2]);
    assert_eq!(
        lines(&with("pub struct A {\n    pub bits: BitVec,\n}\n")),
        [3]
    );
    assert_eq!(lines(&with("impl From<BitVec> for A {\n")), [2]);
    assert_eq!(lines("pub fn f() -> smallvec::SmallVec<[u8; 4]> {\n"), [1]);
    assert_eq!(lines(&with("fn f() -> BitVec {\n")), NONE);
    assert_eq!(
        lines(&with("pub fn f() {\n    let a: BitVec = g();\n")),
        NONE
    );
    assert_eq!(lines(&with("pub struct A {\n    bits: BitVec,\n}\n")), NONE);
    assert_eq!(lines(&with("pub(super) fn f() -> BitVec {\n")), NONE);
}
