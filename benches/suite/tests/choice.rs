//! The program that compares the choice of a kernel with all kernels.

use std::fs;
use std::process::{Command, Output};

fn choice(list: &str, arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("list.txt");
    fs::write(&path, list).expect("a list");
    Command::new(env!("CARGO_BIN_EXE_choice"))
        .arg(path)
        .args(arguments)
        .output()
        .expect("an end")
}

#[test]
fn each_problem_has_a_row_and_all_together_a_summary() {
    let list = "# comment\nqueens 6\n\nplanted 40,100,20 3\n";
    let output = choice(list, &["--least", "0", "--turns", "1"]);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    let rows: Vec<&str> = text.lines().take(2).collect();
    assert!(rows[0].starts_with("queens 6: "), "{text}");
    assert!(rows[0].contains("(lanes), auto 0."), "{text}");
    assert!(rows[1].starts_with("planted 40,100,20 3: "), "{text}");
    assert!(text.contains("2 problems of 0 s or more"), "{text}");
    assert!(text.contains("within 3 "), "{text}");
}

#[test]
fn a_line_that_is_no_problem_is_reported() {
    for (line, expected) in [
        ("qeens 8", "no family is called `qeens`"),
        ("queens 8 x", "expected a seed"),
        ("queens 8 1 2", "expected a file, or FAMILY SIZE SEED"),
        ("nowhere.dlx", "nowhere.dlx"),
    ] {
        let output = choice(line, &[]);
        assert_eq!(output.status.code(), Some(2), "{line}");
        let text = String::from_utf8(output.stderr).expect("text");
        assert!(text.contains(expected), "{line}: {text}");
    }
}
