//! The program `suite-sudoku`: verdicts are compared, rates are reported, answers are checked.

use std::fs;
use std::process::{Command, Output};

use tempfile::TempDir;

/// One answer, more than one, none.
const PUZZLES: [&str; 3] = [
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    ".................................................................................",
    "11...............................................................................",
];

fn set(lines: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let text = lines
        .iter()
        .map(|line| format!("{line}\n"))
        .collect::<String>();
    fs::write(folder.path().join("three.txt"), text).expect("a file");
    folder
}

fn run(folder: &TempDir, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_suite-sudoku"))
        .arg(folder.path().join("three.txt"))
        .args(arguments)
        .output()
        .expect("the program")
}

/// A peer that prints these numbers, whatever it reads.
fn stand_in(numbers: &str) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stand-in.sh");
    format!("peer=sh {script} verdicts {numbers}")
}

#[test]
fn rates_and_verdicts_are_told() {
    let folder = set(&PUZZLES);
    let figures = folder.path().join("figures.tsv");
    let tsv = figures.display().to_string();
    let quick = [
        "--seconds",
        "0",
        "--turns",
        "2",
        "--ours",
        "auto,links",
        "--tsv",
        &tsv,
    ];
    let output = run(
        &folder,
        &[&quick[..], &["--peer", &stand_in("1 1 1")]].concat(),
    );
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    let row = table.lines().nth(2).expect("a row");
    assert!(
        row.starts_with("| three            |        1 |        1 |        1 |"),
        "{table}"
    );
    let figures = fs::read_to_string(figures).expect("figures");
    let lines: Vec<Vec<&str>> = figures
        .lines()
        .skip(1)
        .map(|line| line.split('\t').collect())
        .collect();
    let programs: Vec<&str> = lines.iter().map(|cells| cells[5]).collect();
    assert_eq!(programs, ["auto", "links", "sudoku", "peer"]);
    assert!(lines.iter().all(|cells| cells[7] == "2"), "{figures}");
}

#[test]
fn another_verdict_is_shouted() {
    let quick = ["--seconds", "0", "--turns", "1", "--peer"];
    let output = run(
        &set(&PUZZLES),
        &[&quick[..], &[&stand_in("0 2 1")]].concat(),
    );
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        stderr.contains("VERDICTS DIFFER: auto found [1, 1, 1], peer [0, 2, 1]"),
        "{stderr}"
    );
}

#[test]
fn answers_are_checked() {
    let output = run(&set(&PUZZLES), &["--check", "--ours", "auto,links,lanes"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let expected = ["auto", "links", "lanes"]
        .map(|name| format!("three: {name}: 3 puzzles, 0 wrong\n"))
        .concat();
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}

#[test]
fn what_is_no_set_is_refused_with_its_line() {
    let output = run(&set(&[PUZZLES[0], "12..34.........."]), &[]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        stderr.contains("three.txt:2: expected 81 digits or dots"),
        "{stderr}"
    );
}
