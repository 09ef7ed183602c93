//! Links from document to document, and into the source, lead to something.

use std::fs;
use std::path::{Path, PathBuf};

/// Documents, and folders of them.
const PLACES: [&str; 4] = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs"];

fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let of_place = |place: &str| {
        let path = root.join(place);
        match path.is_dir() {
            true => fs::read_dir(path)
                .unwrap()
                .map(|entry| entry.unwrap().path())
                .filter(|path| path.extension().is_some_and(|ext| ext == "md"))
                .collect(),
            false => vec![path],
        }
    };
    PLACES.into_iter().flat_map(of_place).collect()
}

/// The targets of links, as `[text](target)`, that are neither in the web nor code.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    let ends = text.split("](").skip(1);
    let targets = ends.filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://") && !target.contains(char::is_whitespace))
}

/// A heading as links name it: small letters, digits, and a hyphen for each space.
fn anchor(heading: &str) -> String {
    let words = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = words
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Links of a document that lead nowhere.
fn broken(document: &Path) -> Vec<String> {
    let text = fs::read_to_string(document).unwrap();
    let leads = |target: &&str| {
        let (path, heading) = target.split_once('#').unwrap_or((target, ""));
        let file = match path {
            "" => document.to_owned(),
            path => document.parent().unwrap().join(path),
        };
        let has_heading = || {
            let text = fs::read_to_string(&file).unwrap_or_default();
            let mut headings = text.lines().filter(|line| line.starts_with('#'));
            headings.any(|line| anchor(line) == heading)
        };
        file.exists() && (heading.is_empty() || has_heading())
    };
    let broken = targets(&text).filter(|target| !leads(target));
    broken
        .map(|target| format!("{}: {target}", document.display()))
        .collect()
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let documents = documents();
    assert!(documents.len() > 5);
    let broken: Vec<String> = documents.iter().flat_map(|path| broken(path)).collect();
    assert_eq!(broken, Vec::<String>::new());
}

#[test]
fn a_link_that_leads_nowhere_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let document = folder.path().join("a.md");
    let text = "## Two words, here\n[x](#two-words-here) [y](a.md) [z](b.md) [w](a.md#one) [v](https://b.md)\n";
    fs::write(&document, text).unwrap();
    let found = broken(&document);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].ends_with(": b.md") && found[1].ends_with(": a.md#one"));
}
