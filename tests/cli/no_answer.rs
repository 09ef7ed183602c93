//! Puzzles without an answer: standard error says why, in the puzzle's words, and the exit code is 1.

use crate::run::{GOOD, GOOD_ANSWER, Outcome, assert_transcript, dominox_on, transcripts};

/// The message about a bad puzzle between two good ones, which are answered.
fn between_good_ones(name: &str, line: &str) -> Outcome {
    let run = dominox_on("solve", name, &format!("{GOOD}{line}\n{GOOD}"));
    assert_eq!(
        (run.exit, run.stdout.as_str()),
        (Some(1), &*GOOD_ANSWER.repeat(2)),
        "{name}"
    );
    run
}

/// 81 cells that begin with these.
fn line(cells: &str) -> String {
    format!("{cells:.<81}")
}

#[test]
fn sudokus() {
    let runs = [
        between_good_ones("equal-in-row.txt", &line("5.......5")),
        between_good_ones("equal-in-column.txt", &line("5..........................5")),
        between_good_ones("equal-in-box.txt", &line("5...................5")),
        between_good_ones("cell-without-place.txt", &line("12345678.........9")),
        between_good_ones(
            "digit-without-place.txt",
            &line("123.........4...........4"),
        ),
        between_good_ones(
            "only-the-search-tells.txt",
            &line(&format!("{:.<33}7{:.<9}8{:.<16}87", "123456", "", "")),
        ),
    ];
    assert_transcript!("no-answer-sudoku", transcripts(runs));
}

#[test]
fn every_action_on_equal_digits() {
    let text = format!("{}\n", line("55"));
    let runs = [
        "solve",
        "solve --all",
        "count",
        "unique",
        "unique --witness",
        "encode",
        "solve --format jsonl",
        "unique --format jsonl",
        "count --format jsonl",
    ];
    let runs = runs.map(|arguments| dominox_on(arguments, "equal.txt", &text));
    assert_transcript!("no-answer-actions", transcripts(runs));
}

#[test]
fn sudominokus_and_covers() {
    let singles = "B1 B2 B3 C4 B5 B6 B7 B8 B9";
    let equal_pieces = "1\n1 A1 2 A2\nA3 B2 B3 B4 B5 B6 B7 B8 B9\n0\n";
    let equal_dominoes = format!("2\n1 A1 2 A2\n1 A9 3 A8\n{singles}\n0\n");
    let no_place = "1\n1 I8 2 I9\nA2 B1 C4 D7 E2 F5 G8 H3 I6\n0\n";
    let runs = [
        dominox_on("solve", "single-and-domino.txt", equal_pieces),
        dominox_on("solve", "two-dominoes.txt", &equal_dominoes),
        dominox_on("solve", "no-place.txt", no_place),
        dominox_on("solve", "uncoverable.txt", "a b c\na b\nb\n"),
        dominox_on("solve", "no-cover.txt", "a b c\na b\nb c\n"),
        dominox_on("unique", "no-cover.txt", "a b c\na b\nb c\n"),
    ];
    assert_transcript!("no-answer-others", transcripts(runs));
}
