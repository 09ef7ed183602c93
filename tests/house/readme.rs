//! The README and the documents show what dominox really prints.
//!
//! Each `console` block is run: lines that begin with `$ ` are typed into a shell, in the root of the repository and
//! with the built program in front of its path; the lines below are what the user then sees.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The checkpoint that the documents write.
const CHECKPOINT: &str = "/tmp/q.run";

/// A command in a document, and what it is said to print.
struct Example {
    line: usize,
    command: String,
    expected: String,
}

/// The commands in the `console` blocks of a text.
fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut in_console = false;
    for (number, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            in_console = line == "```console";
        } else if !in_console {
            continue;
        } else if let Some(command) = line.strip_prefix("$ ") {
            examples.push(Example {
                line: number + 1,
                command: command.into(),
                expected: String::new(),
            });
        } else {
            let example = examples.last_mut().expect("a block begins with a command");
            example.expected += line;
            example.expected += "\n";
        }
    }
    examples
}

/// What a user sees who types this.
fn typed(command: &str) -> String {
    let root = env!("CARGO_MANIFEST_DIR");
    let program = Path::new(env!("CARGO_BIN_EXE_dominox"));
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = program.parent().map(PathBuf::from).into_iter();
    let path = env::join_paths(folders.chain(env::split_paths(&path))).expect("a path");
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(root)
        .env("PATH", path)
        .env_remove("COLUMNS")
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Checks all examples of a document, and gives their number.
fn check(document: &Path) -> usize {
    let text = fs::read_to_string(document).expect("a document in UTF-8");
    let examples = examples(&text);
    for Example {
        line,
        command,
        expected,
    } in &examples
    {
        let printed = typed(command);
        assert!(
            printed == *expected,
            "{}:{line}: `{command}` prints\n{printed}and not\n{expected}",
            document.display()
        );
    }
    examples.len()
}

#[test]
fn the_readme_shows_what_is_printed() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    assert!(check(&readme) > 0, "the README shows no command");
    let text = fs::read_to_string(readme).expect("the README");
    let lines = text.lines().count();
    assert!(lines < 150, "the README has {lines} lines");
    for part in [
        "A puzzle maker",
        "A covering problem of your own",
        "A count too large to list",
        "## Sudominoku",
    ] {
        assert!(text.contains(part), "{part}");
    }
}

#[test]
fn the_documents_show_what_is_printed() {
    // One that another version has left would not be replaced.
    let _ = fs::remove_file(CHECKPOINT);
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let entries = fs::read_dir(docs).expect("the folder of documents");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    for document in paths.filter(|path| path.extension().is_some_and(|kind| kind == "md")) {
        check(&document);
    }
}

#[test]
fn commands_and_what_they_print_are_told_apart() {
    let text = "text\n```sh\n$ no\n```\n```console\n$ one\n1\n\n$ two\n```\n$ no\n```console\n$ three\n3\n```\n";
    let found: Vec<_> = examples(text)
        .into_iter()
        .map(|example| (example.line, example.command, example.expected))
        .collect();
    let expected = [(6, "one", "1\n\n"), (9, "two", ""), (13, "three", "3\n")];
    assert_eq!(
        found,
        expected.map(|(line, command, expected)| (line, command.to_owned(), expected.to_owned()))
    );
}
