//! Bad cases of Sudominoku: each fault is located and shown, and the cases around it are answered.

use crate::run::{CASES, Outcome, assert_transcript, dominox_on, second_case, transcripts};

const SINGLES: &str = "B1 B2 B3 B4 B5 B6 B7 B8 B9";

/// The message about a bad case between the two documented ones, which are answered.
fn between(name: &str, bad: &str) -> Outcome {
    let second = second_case();
    let first = CASES
        .strip_suffix(&second)
        .expect("the first case comes first");
    let run = dominox_on("solve", name, &format!("{first}{bad}{second}"));
    let answers = include_str!("../data/sudominoku.out").replace("Puzzle 2", "Puzzle 3");
    assert_eq!(
        (run.exit, &run.stdout),
        (Some(2), &answers),
        "{name}: {}",
        run.stderr
    );
    Outcome {
        stdout: String::new(),
        ..run
    }
}

#[test]
fn cases() {
    let with = |dominoes: &str| {
        let count = dominoes.lines().count();
        format!("{count}\n{dominoes}\n{SINGLES}\n")
    };
    let runs = [
        between("apart.txt", &with("1 A1 2 A3")),
        between("diagonal.txt", &with("1 C1 2 D2")),
        between("equal-halves.txt", &with("1 A1 1 A2")),
        between("used-twice.txt", &with("1 A1 2 A2\n2 C1 1 C2")),
        between("off-the-board.txt", &with("1 A9 2 A10")),
        between("over-a-domino.txt", &with("1 A1 2 A2\n3 A2 4 A3")),
        between("over-a-single.txt", &with("1 A1 2 B1")),
        between("not-a-digit.txt", &with("0 A1 2 A2")),
        between("column-first.txt", &with("1 1A 2 A2")),
        between("three-words.txt", &with("1 A1 2")),
        between(
            "too-many-dominoes.txt",
            &format!("37\n1 A1 2 A2\n{SINGLES}\n"),
        ),
        between("miscounted.txt", &format!("2\n1 A1 2 A2\n{SINGLES}\n")),
        between(
            "single-twice.txt",
            "1\n1 A1 2 A2\nB1 B1 B3 B4 B5 B6 B7 B8 B9\n",
        ),
        between(
            "eight-singles.txt",
            "1\n1 A1 2 A2\nB1 B2 B3 B4 B5 B6 B7 B8\n",
        ),
        between("no-singles.txt", "1\n1 A1 2 A2\n"),
    ];
    assert_transcript!("bad-sudominoku", transcripts(runs));
}

#[test]
fn ends() {
    let without_zero = CASES.strip_suffix("0\n").expect("a final 0");
    let cut = &CASES[..200];
    let after = format!("{CASES}hello\n");
    let runs = [
        dominox_on("count", "no-final-zero.txt", without_zero),
        dominox_on("count", "cut.txt", cut),
        dominox_on("count", "after.txt", &after),
        dominox_on("count", "zero.txt", "0\n"),
        dominox_on("unique", "zero.txt", "0\n"),
        dominox_on("solve", "zero.txt", "0\n"),
    ];
    assert_transcript!("bad-sudominoku-ends", transcripts(runs));
}

#[test]
fn strict() {
    let text = format!("1\n1 A1 1 A2\n{SINGLES}\n{CASES}");
    let run = dominox_on("count --strict", "strict.txt", &text);
    run.assert_refused();
    let run = dominox_on("count", "strict.txt", &text);
    assert_eq!((run.exit, run.stdout.as_str()), (Some(2), "bad\n1\n1\n"));
}
