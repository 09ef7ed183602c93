//! Arguments without an effect: a note says so, once in a run, and nothing else changes.

use crate::run::{GOOD, Outcome, assert_transcript, dominox, dominox_on, transcripts};

const COVER: &str = "a b c\na b\na c\nc\n";

/// The notes of a run.
fn notes(run: &Outcome) -> Vec<&str> {
    let lines = run.stderr.lines();
    lines.filter(|line| line.starts_with("note: `")).collect()
}

#[test]
fn a_note_for_each() {
    let runs = [
        dominox_on("solve --box 3x3", "cover.txt", COVER),
        dominox("count --column puzzle --kind sudominoku sudominoku.in"),
        dominox_on("encode --box 3x3", "cover.txt", COVER),
        dominox_on("solve --show board", "cover.txt", COVER),
        dominox_on("sample --seed 1 --show tiling", "sudoku.txt", GOOD),
        dominox_on("profile --show board", "cover.txt", COVER),
        dominox_on("profile --format jsonl --show board", "cover.txt", COVER),
        dominox_on("count --tilings", "sudoku.txt", GOOD),
        dominox_on("count --method table --kernel links", "cover.txt", COVER),
        dominox_on("count --method table --nodes 1000", "cover.txt", COVER),
        dominox_on("best --max", "cover.txt", COVER),
        dominox_on("solve --format jsonl --no-answer none", "sudoku.txt", GOOD),
        dominox_on("unique --format jsonl -n", "sudoku.txt", GOOD),
        dominox_on("count --format jsonl -H", "sudoku.txt", GOOD),
        dominox_on("count --summary -n", "sudoku.txt", GOOD),
        dominox_on("unique --quiet --witness", "sudoku.txt", GOOD),
        dominox_on("solve --quiet --show board", "sudoku.txt", GOOD),
    ];
    for run in &runs {
        assert_eq!((notes(run).len(), run.exit), (1, Some(0)), "{}", run.typed);
    }
    assert_transcript!("idle-arguments", transcripts(runs));
    let picture = dominox_on("zdd --export dot --format svg", "cover.txt", COVER);
    assert_eq!(notes(&picture).len(), 1, "{}", picture.stderr);
    let summary = dominox_on("solve --summary --format svg", "sudoku.txt", GOOD);
    assert_eq!(notes(&summary).len(), 1, "{}", summary.stderr);
}

#[test]
fn no_note_where_there_is_an_effect() {
    let runs = [
        dominox_on("solve --box 3x3 --show board", "sudoku.txt", GOOD),
        dominox("count --tilings sudominoku.in"),
        dominox("solve --show tiling sudominoku.in"),
        dominox("solve --show board --model 'queens 6'"),
        dominox_on("best --max", "costs.txt", "a\na\na |1\n"),
        dominox_on("unique -n", "sudoku.txt", GOOD),
        dominox_on("count --kernel links --method list", "cover.txt", COVER),
    ];
    for run in &runs {
        assert!(notes(run).is_empty(), "{}: {}", run.typed, run.stderr);
        assert_eq!(run.exit, Some(0), "{}", run.typed);
    }
}

/// With any number of threads, and before the first puzzle.
#[test]
fn one_note_for_many_puzzles() {
    let cases = include_str!("../data/sudominoku.in").trim_end_matches("0\n");
    let text = cases.repeat(200) + "0\n";
    for threads in [1, 2, 7] {
        let arguments = format!("count --box 3x3 --threads {threads}");
        let run = dominox_on(&arguments, "cases.txt", &text);
        assert_eq!((notes(&run).len(), run.exit), (1, Some(0)), "{}", run.typed);
    }
}
