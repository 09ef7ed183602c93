//! `dominox formats`: every example that it shows is read, and is of the kind above it.

use crate::run::{dominox, dominox_on};

/// The kind, the name and the text of each example.
fn examples(shown: &str) -> Vec<(String, String, String)> {
    let mut examples: Vec<(String, String, String)> = Vec::new();
    let mut kind = "";
    let name = |line: &str| line.split(':').next().unwrap_or_default().trim().to_owned();
    for line in shown.lines().filter(|line| !line.is_empty()) {
        if let Some(text) = line.strip_prefix("      ") {
            let (_, _, example) = examples.last_mut().expect("a name comes first");
            *example += &format!("{text}\n");
        } else if line.starts_with("  ") {
            examples.push((kind.into(), name(line), String::new()));
        } else {
            kind = line.split(':').next().unwrap_or_default();
        }
    }
    examples
}

#[test]
fn every_example_is_read() {
    let all = dominox("formats");
    let examples = examples(all.answer());
    assert!(examples.len() > 12);
    for (kind, name, text) in &examples {
        for arguments in ["solve".into(), format!("solve --kind {kind}")] {
            let run = dominox_on(&arguments, name, text);
            assert_ne!(run.answer(), "", "{name}");
        }
        let run = dominox_on("unique --summary", name, text);
        let is_one = ["1 unique\n", "1 multiple\n"].contains(&&*run.stdout);
        assert!(is_one && run.stderr.is_empty(), "{name}: {}", run.stdout);
    }
    let kinds = [
        "sudoku",
        "sudominoku",
        "cover",
        "matrix",
        "variant",
        "packing",
    ];
    let lists = kinds.map(|kind| dominox(&format!("formats {kind}")));
    let listed: Vec<_> = lists
        .iter()
        .flat_map(|run| self::examples(run.answer()))
        .collect();
    assert_eq!(listed, examples);
    assert_eq!(dominox("formats zebra").exit, Some(2));
}
