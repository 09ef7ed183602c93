//! `dominox estimate`: what it prints, except for the time, which differs from run to run.

use crate::run::{Outcome, assert_transcript, dominox, dominox_on};

/// Transcripts in which the time reads `…`.
pub fn timeless(runs: impl IntoIterator<Item = Outcome>) -> String {
    let without_time = |line: &str| {
        if line.starts_with("time ") {
            return "time       …\n".to_owned();
        }
        match line.split_once("\"seconds\":") {
            Some((before, after)) => {
                let after = after.split_once(',').map_or("", |(_, after)| after);
                format!("{before}\"seconds\":…,{after}\n")
            }
            None => format!("{line}\n"),
        }
    };
    let transcripts: Vec<String> = runs
        .into_iter()
        .map(|run| run.transcript().lines().map(without_time).collect())
        .collect();
    transcripts.join("\n")
}

#[test]
fn estimates() {
    let runs = [
        dominox("estimate --model 'queens 8'"),
        dominox("estimate --model 'dominoes 16x16'"),
        dominox("estimate --model 'dominoes 16x16' --seed 2 --probes 16 --format jsonl"),
        dominox("estimate --format jsonl sudominoku.in"),
        dominox_on("estimate", "none.txt", "a b\na\n"),
        dominox_on(
            "estimate",
            "two.txt",
            &(".".repeat(81) + "\n11" + &".".repeat(79) + "\n"),
        ),
    ];
    assert_transcript!("estimate", timeless(runs));
}

#[test]
fn doubts_are_told() {
    let needle = "estimate --model 'queens 30' --kernel links --probes 10 --timeout 0";
    let runs = [
        dominox(needle),
        dominox("estimate --model 'queens 8' --timeout 0 --format jsonl"),
        dominox("estimate --model 'dominoes 8x8' --kernel links --nodes 34000"),
        dominox("estimate --model 'pentominoes 3x20' --kernel links"),
        dominox("estimate --model 'sudoku 5x5' --kernel lanes --probes 10"),
    ];
    assert_transcript!("estimate-doubts", timeless(runs));
}

#[test]
fn wrong_arguments() {
    let runs = [
        dominox("estimate --probes 1 --model 'queens 8'"),
        dominox("estimate --probes many --model 'queens 8'"),
        dominox("estimate --seed -1 --model 'queens 8'"),
        dominox("estimate --kernel units --model 'queens 8'"),
        dominox_on("estimate", "bad.txt", "a b\nc\n"),
    ];
    assert_transcript!("estimate-wrong-arguments", timeless(runs));
}

#[test]
fn the_time_has_a_unit() {
    let run = dominox("estimate --model 'queens 20'");
    let time = run.stdout.lines().last().unwrap_or_default();
    let told =
        ["s", "minutes", "hours", "days"].map(|unit| format!(" {unit} to list all solutions"));
    assert!(time.starts_with("time       about "), "{time}");
    assert!(told.iter().any(|end| time.ends_with(end)), "{time}");
}

/// The same puzzle, again and again: what was searched before changes nothing.
#[test]
fn small_puzzles_are_exact_after_many_others() {
    const CASE: &str =
        "5\n3 B8 9 C8\n6 G5 4 H5\n1 C1 3 C2\n3 D9 4 E9\n1 B5 4 B6\nG8 F1 H4 I7 H9 B4 E5 F8 A6\n";
    const CASES: usize = 60;
    let stream = CASE.repeat(CASES) + "0\n";
    let run = dominox_on("estimate --threads 1", "cases.in", &stream);
    let exact = run.stdout.matches("exactly").count();
    assert_eq!(exact, 2 * CASES);
}
