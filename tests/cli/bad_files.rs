//! Input that is not a puzzle at all: a missing file, a directory, nothing, rubbish, a line without end.

use std::time::{Duration, Instant};

use crate::run::{
    GOOD, GOOD_ANSWER, NUMBERS, assert_transcript, dominox, dominox_on, dominox_on_bytes,
    transcripts,
};

#[test]
#[cfg(unix)]
fn files_that_cannot_be_read() {
    let answer = include_str!("../data/boj2580.out");
    let runs = [
        "solve nothing.txt boj2580.in",
        "solve . boj2580.in",
        "solve --strict nothing.txt boj2580.in",
        "solve --format jsonl nothing.txt",
        "encode nothing.txt",
    ]
    .map(dominox);
    for run in &runs {
        assert_eq!(run.exit, Some(2), "{}", run.typed);
    }
    assert_eq!(
        [&*runs[0].stdout, &*runs[1].stdout, &*runs[2].stdout],
        [answer, answer, ""]
    );
    assert_transcript!("bad-files", transcripts(runs));
}

/// A puzzle, a model or a file in the wrong place gets a message that says where it belongs.
#[test]
fn what_is_no_file_gets_a_tip() {
    for (arguments, tip) in [
        ("solve 53..7....6..195....", "`echo PUZZLE | dominox solve`"),
        ("solve '5 3 0 0'", "`echo PUZZLE | dominox solve`"),
        ("count queens 8", "`--model \"NAME ARGS\"`"),
        (
            "boj2580.in",
            "tip: to solve the puzzles in a file: `dominox solve boj2580.in`",
        ),
    ] {
        let run = dominox(arguments);
        assert_eq!(run.exit, Some(2), "{arguments}");
        assert!(run.stderr.contains(tip), "{}", run.stderr);
    }
    let obeyed = dominox("solve 'no\u{1b}file\r'").stderr;
    assert!(
        obeyed.starts_with("dominox: no\u{fffd}file\u{fffd}: "),
        "{obeyed}"
    );
    let plain = dominox("solve nothing.txt").stderr;
    assert!(!plain.contains(';'), "{plain}");
}

#[test]
fn no_puzzle() {
    let rubbish: Vec<u8> = (0..4000u32)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    let runs = [
        dominox_on("solve", "empty.txt", ""),
        dominox_on("count", "blank.txt", "\n \n# a comment\n"),
        dominox_on("unique", "letter.txt", "Dear Sudoku,\nhow do you do?\n"),
        dominox_on("solve", "word.txt", "hello\n"),
        dominox_on("solve", "object.json", "{\"board\": []}\n"),
        dominox_on_bytes("solve", "rubbish.bin", &rubbish),
        dominox_on_bytes("solve --kind sudoku", "zeros.bin", &[0; 100]),
        dominox_on("solve", "escape.txt", "5...\n.\u{1b}[31m..\n....\n....\n"),
        dominox_on_bytes(
            "solve --kind cover",
            "latin1.txt",
            b"a caf\xe9\na\ncaf\xe9\n",
        ),
    ];
    for run in &runs {
        run.assert_refused();
        assert!(run.stderr.len() < 600, "{}", run.stderr);
        let disturbs = |c: char| c.is_control() && c != '\n';
        assert!(!run.stderr.contains(disturbs), "{:?}", run.stderr);
    }
    assert_transcript!("bad-no-puzzle", transcripts(runs));
}

/// A puzzle with bytes that are not text does not affect the others.
#[test]
fn rubbish_between_good_puzzles() {
    let rubbish = b"53..7\xff\xfe..\x01..6\n";
    let text = [GOOD.as_bytes(), rubbish, GOOD.as_bytes()].concat();
    let run = dominox_on_bytes("solve", "rubbish-between.txt", &text);
    assert_eq!(
        (run.exit, run.stdout.as_str()),
        (Some(2), &*GOOD_ANSWER.repeat(2))
    );
    assert_transcript!("bad-rubbish-between", run.transcript());
}

#[test]
fn line_ends_and_byte_order_mark_do_no_harm() {
    let text = format!("\u{feff}{}", NUMBERS.replace('\n', "\r\n"));
    let run = dominox_on("solve", "windows.txt", &text);
    assert_eq!(run.answer(), include_str!("../data/boj2580.out"));
}

/// 100 MB of puzzle characters on one line, between good puzzles: a short message, soon.
#[test]
fn endless_line() {
    let begin = Instant::now();
    let mut text = GOOD.as_bytes().to_vec();
    text.resize(text.len() + 100_000_000, b'5');
    text.push(b'\n');
    text.extend(GOOD.as_bytes());
    let run = dominox_on_bytes("solve", "endless.txt", &text);
    assert_eq!(
        (run.exit, run.stdout.as_str()),
        (Some(2), &*GOOD_ANSWER.repeat(2))
    );
    assert!(
        run.stderr.len() < 300,
        "{} bytes of message",
        run.stderr.len()
    );
    assert!(
        begin.elapsed() < Duration::from_secs(20),
        "{:?}",
        begin.elapsed()
    );

    let mut text = vec![b'.'; 100_000_000];
    text.push(b'\n');
    let alone = dominox_on_bytes("solve", "endless-alone.txt", &text);
    alone.assert_refused();
    assert_transcript!("bad-endless-line", transcripts([run, alone]));
}

/// A NUL byte is in no text: reading ends there at once, and says so.
#[test]
fn a_nul_byte_ends_the_reading() {
    let text = [GOOD.as_bytes(), b"53..7\x00..6\n", GOOD.as_bytes()].concat();
    let run = dominox_on_bytes("solve", "nul.txt", &text);
    assert_eq!((run.exit, run.stdout.as_str()), (Some(2), GOOD_ANSWER));
    assert!(
        run.stderr.contains(":2:6: expected text in UTF-8"),
        "{}",
        run.stderr
    );
}
