//! Plain English: phrases that make a reader stop are in no document, comment or message.

use std::fs;
use std::path::{Path, PathBuf};

/// Where they are looked for. A folder stands for all its files of these kinds: `md`, `py`, `pyi`, `rs`, `snap`.
const PLACES: [&str; 13] = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "benches/suite/src",
    "benches/suite/tests",
    "bindings/python",
    "bindings/web",
    "docs",
    "examples",
    "fuzz/fuzz_targets",
    "snapshots",
    "src",
    "tests",
];

/// This file, which has them all.
const LIST: &str = "tests/house/words.rs";

/// A phrase in lower case, and what to say instead.
const PHRASES: [(&str, &str); 12] = [
    ("be it the", "even if it is the"),
    ("behind", "after"),
    ("dearest", "most expensive"),
    ("no fault of", "not a fault of"),
    ("parted", "separated"),
    ("so many", "the name of the parameter"),
    ("sooner done", "faster"),
    ("take up again", "resume"),
    ("taken up again", "resumed"),
    ("tell of", "report"),
    ("tells of", "reports"),
    ("who may know whom", "which module may depend on which"),
];

/// Honest uses.
const ALLOWED: [&str; 3] = ["behind a feature", "behind the feature", "`dearest`"];

/// The files of a folder, or the file itself.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_path_buf()];
    }
    let entries = fs::read_dir(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let paths = entries.map(|entry| entry.expect("an entry of a folder").path());
    let known = |path: &PathBuf| match path.is_dir() {
        true => !path.ends_with("target") && !path.ends_with(".venv"),
        false => {
            let kind = path.extension().unwrap_or_default();
            ["md", "py", "pyi", "rs", "snap"]
                .iter()
                .any(|known| kind == *known)
        }
    };
    let mut found: Vec<PathBuf> = paths.filter(known).flat_map(|path| files(&path)).collect();
    found.sort();
    found
}

/// The text in one line and in lower case, without the marks of comments, so that a phrase may cross a line end.
fn flat(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let line = line.trim();
        let marks = ["//!", "///", "//"];
        marks
            .iter()
            .find_map(|mark| line.strip_prefix(mark))
            .unwrap_or(line)
    });
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    words.join(" ").to_lowercase()
}

/// The phrases in a text, each with what to say instead and the words around it.
fn found(text: &str) -> Vec<String> {
    let mut text = flat(text);
    for allowed in ALLOWED {
        text = text.replace(allowed, "…");
    }
    let mut found = Vec::new();
    for (phrase, instead) in PHRASES {
        for (at, _) in text.match_indices(phrase) {
            let (before, after) = (&text[..at], &text[at + phrase.len()..]);
            let is_whole = !before.ends_with(char::is_alphanumeric)
                && !after.starts_with(char::is_alphanumeric);
            if is_whole {
                let last: Vec<&str> = before.rsplit(' ').take(4).collect();
                let last: Vec<&str> = last.into_iter().rev().collect();
                let next: Vec<&str> = after.split(' ').take(4).collect();
                let around = format!("{}{phrase}{}", last.join(" "), next.join(" "));
                found.push(format!("'{phrase}' (say '{instead}'): … {around} …"));
            }
        }
    }
    found
}

#[test]
fn no_document_or_comment_has_these_phrases() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut faults = Vec::new();
    for file in PLACES.iter().flat_map(|place| files(&root.join(place))) {
        let name = file.strip_prefix(root).expect("a path below the root");
        if name == Path::new(LIST) {
            continue;
        }
        let text = fs::read_to_string(&file).expect("a text in UTF-8");
        let found = found(&text);
        faults.extend(
            found
                .iter()
                .map(|fault| format!("{}: {fault}", name.display())),
        );
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn phrases_are_found_across_lines_and_honest_uses_are_not() {
    assert_eq!(found("/// It enters so\n    /// many nodes.").len(), 1);
    assert_eq!(found("What stands Behind it").len(), 1);
    assert_eq!(
        found("the command line is behind a feature; it departed").len(),
        0
    );
    let text = "x tells of y";
    assert_eq!(
        found(text),
        ["'tells of' (say 'reports'): … x tells of y …"]
    );
}
