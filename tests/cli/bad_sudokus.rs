//! Bad Sudokus: each fault is located and shown, and the good puzzles around it are answered.

use crate::run::{
    ARRAY, GOOD, GOOD_ANSWER, NUMBERS, Outcome, assert_transcript, dominox_on, transcripts,
};

/// The message about a bad puzzle that stands between two good ones.
fn between(good: &str, answers: &str, name: &str, bad: &str) -> Outcome {
    let run = dominox_on("solve", name, &format!("{good}{bad}{good}"));
    assert_eq!(
        (run.exit, run.stdout.as_str()),
        (Some(2), answers),
        "{name}: {}",
        run.stderr
    );
    run
}

#[test]
fn lines() {
    let bad = |name: &str, line: &str| between(GOOD, &GOOD_ANSWER.repeat(2), name, line);
    let short = &GOOD[1..];
    let runs = [
        bad("short-line.txt", short),
        bad("long-line.txt", &format!(".{GOOD}")),
        bad("letter.txt", &GOOD.replace(".195", ".A95")),
        bad("lower-case.txt", &GOOD.replace(".195", ".a95")),
        bad("umlaut.txt", &GOOD.replace(".195", ".ä95")),
        bad("three-faults.txt", &format!("53\n{short}hello\n")),
    ];
    assert_transcript!("bad-sudoku-lines", transcripts(runs.map(only_errors)));
}

#[test]
fn strict() {
    let text = format!("{GOOD}5\n{GOOD}");
    let run = dominox_on("solve --strict", "strict.txt", &text);
    assert_eq!((run.exit, run.stdout.as_str()), (Some(2), GOOD_ANSWER));
    let after = dominox_on("solve --strict - boj2580.in", "strict.txt", &text);
    assert_eq!(after.stdout, GOOD_ANSWER);
    assert_transcript!("bad-strict", transcripts([run, after]));
}

#[test]
fn numbers() {
    let good = format!("{NUMBERS}\n");
    let answer = include_str!("../data/boj2580.out");
    let answers = format!("{answer}\n{answer}");
    let bad = |name: &str, from: &str, to: &str| {
        assert!(NUMBERS.contains(from), "{name}");
        between(
            &good,
            &answers,
            name,
            &(NUMBERS.replacen(from, to, 1) + "\n"),
        )
    };
    let runs = [
        bad("short-row.txt", "7 8 2 1 0", "7 8 2 1"),
        bad("long-row.txt", "7 8 2 1 0", "7 8 2 1 0 0"),
        bad("range.txt", "7 8 2 1 0", "7 8 2 1 10"),
        bad("negative.txt", "7 8 2 1 0", "7 8 2 -1 0"),
        bad("fraction.txt", "7 8 2 1 0", "7 8 2 1.5 0"),
        bad("letter.txt", "7 8 2 1 0", "7 8 2 l 0"),
        bad(
            "truncated.txt",
            "6 0 3 7 0 1 9 5 2\n2 5 8 3 9 4 7 6 0\n",
            "",
        ),
        bad("extra-row.txt", "7 8 2 1 0", "0 0 0 0 0 0 0 0 0\n7 8 2 1 0"),
    ];
    assert_transcript!("bad-sudoku-numbers", transcripts(runs.map(only_errors)));
}

#[test]
fn grids() {
    let good = "12|..\n..|12\n--+--\n21|..\n..|2.\n\n";
    let answers = "12|34\n43|12\n--+--\n21|43\n34|21\n".to_owned();
    let answers = format!("{answers}\n{answers}");
    let bad = |name: &str, grid: &str| between(good, &answers, name, &format!("{grid}\n\n"));
    let runs = [
        bad("short-row.txt", "12|..\n..|12\n--+--\n21|.\n..|2."),
        bad("long-row.txt", "12|..\n..|12\n--+--\n21|..4\n..|2."),
        bad("letter.txt", "12|..\n..|12\n--+--\n2Q|..\n..|2."),
        bad("truncated.txt", "12|..\n..|12\n--+--"),
        bad("section.sdk", "[Puzzle]\n12..\n..12\n21..\n..25"),
    ];
    assert_transcript!("bad-sudoku-grids", transcripts(runs.map(only_errors)));
}

#[test]
fn arrays() {
    let answer = include_str!("../data/board.solved.json");
    let answers = format!("{answer}\n{answer}");
    let bad = |name: &str, from: &str, to: &str| {
        assert!(ARRAY.contains(from), "{name}");
        between(ARRAY, &answers, name, &ARRAY.replacen(from, to, 1))
    };
    let runs = [
        bad("ragged.json", "[6, 8, 0, 0, 7", "[6, 8, 0, 0, 0, 7"),
        bad("short-row.json", "[6, 8, 0, 0, 7", "[6, 8, 0, 7"),
        bad("row-missing.json", "[6, 8, 0, 0, 7, 0, 0, 9, 0],\n", ""),
        bad("range.json", "[6, 8, 0", "[6, 10, 0"),
        bad("negative.json", "[6, 8, 0", "[6, -8, 0"),
        bad("word.json", "[6, 8, 0", "[6, zero, 0"),
        bad("no-comma.json", "[6, 8, 0", "[6 8, 0"),
        bad("truncated.json", "0]\n]\n", "0\n"),
    ];
    assert_transcript!("bad-sudoku-arrays", transcripts(runs.map(only_errors)));
}

/// The same without the answers, which the test has compared.
fn only_errors(run: Outcome) -> Outcome {
    Outcome {
        stdout: String::new(),
        ..run
    }
}
