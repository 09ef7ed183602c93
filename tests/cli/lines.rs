//! A line for each puzzle: none for headers, comments and blank lines, one for each bad one.

use crate::run::{GOOD, assert_transcript, dominox, dominox_on, transcripts};

/// Of 4×4: one with an answer, a short one, one without an answer, and one with many.
const FOUR: &str =
    "# title\n1.....2..3.....4\n\n1.....2..3....4\n11....2..3.....4\n................\n";

#[test]
fn every_puzzle_has_a_line() {
    let runs = [
        "unique",
        "unique -n",
        "unique --with-filename --line-numbers",
        "count",
        "count -nH",
        "count -n --tilings",
        "solve --no-answer -",
        "solve --no-answer 'no answer' --format jsonl",
    ];
    let runs = runs.map(|arguments| dominox_on(arguments, "four.txt", FOUR));
    assert_transcript!("lines", transcripts(runs));
}

/// The line of a bad grid is that of its first row, wherever the fault is.
#[test]
fn a_bad_grid_has_the_line_where_it_begins() {
    let text = "#1\n1.....2..3.....4\n\n\n1...\n..2.\n.3.\n...4\n\n1.....2..3.....4\n";
    let run = dominox_on("unique -n", "mixed.txt", text);
    assert_eq!(run.stdout, "2\tunique\n5\tbad\n10\tunique\n");
    assert!(run.stderr.starts_with("<stdin>:7:"), "{}", run.stderr);
    let cases = "1\n6 B2 1 B3\nC5 A3\n0\n";
    let run = dominox_on("unique -n", "cases.txt", cases);
    assert_eq!(run.stdout, "1\tbad\n");
}

/// Some programs end lines with a carriage return alone.
#[test]
fn carriage_returns_end_lines() {
    let text = "id,puzzle\r1,1.....2..3.....4\r2,1.....2..3.....4\r\n3,................\r";
    let run = dominox_on("unique -n", "mac.csv", text);
    assert_eq!(run.stdout, "2\tunique\n3\tunique\n4\tmultiple\n");
    let many = "1.....2..3.....4\r".repeat(20_000);
    let run = dominox_on("unique --summary", "mac.txt", &many);
    assert_eq!(run.answer(), "20000 unique\n");
}

#[test]
fn summaries() {
    let runs = [
        "unique --summary",
        "count --summary",
        "solve --summary",
        "unique --summary --format jsonl",
        "unique --quiet",
        "count -q",
        "solve -q",
    ];
    let runs = runs.map(|arguments| dominox_on(arguments, "four.txt", FOUR));
    assert_transcript!("summaries", transcripts(runs));
    assert_eq!(dominox("unique -q --summary").exit, Some(2));
}

/// For any number of threads, and over several files.
#[test]
fn summaries_are_of_all_files() {
    let many = GOOD.repeat(1000);
    for threads in [1, 3] {
        let arguments = format!("unique --summary --threads {threads} - sudominoku.in");
        let run = dominox_on(&arguments, "many.txt", &many);
        assert_eq!(run.stdout, "1002 unique\n");
    }
}

/// Grids are separated by blank lines, and so are the lines that stand for an answer.
#[test]
fn no_answer_among_grids() {
    let grids = "1...\n..1.\n.1..\n4..1\n\n11..\n....\n....\n....\n\n1...\n..1.\n.1..\n4..1\n";
    let run = dominox_on("solve --no-answer none", "grids.txt", grids);
    let parts: Vec<&str> = run.stdout.split("\n\n").collect();
    assert_eq!((parts.len(), parts[1]), (3, "none"), "{}", run.stdout);
}

/// A file without a puzzle has no line, and neither has a file that cannot be opened.
#[test]
fn where_there_is_no_puzzle_there_is_no_line() {
    for (name, text) in [("empty.txt", ""), ("blank.txt", "\n# nothing\n\n")] {
        let run = dominox_on("unique", name, text);
        assert_eq!((run.exit, run.stdout.as_str()), (Some(2), ""), "{name}");
    }
    let run = dominox("count there-is-no-such-file.txt");
    assert_eq!((run.exit, run.stdout.as_str()), (Some(2), ""));
}

/// The lines of the input and of the output can be joined.
#[test]
fn numbers_join_with_the_input() {
    let text = format!("header\n{GOOD}\n# comment\n53..7\n{GOOD}");
    let run = dominox_on("count -n --kind sudoku", "joined.txt", &text);
    assert_eq!(run.stdout, "1\tbad\n2\t1\n5\tbad\n6\t1\n");
}

/// A file that cannot be read is not one of the puzzles, but is reported.
#[test]
fn a_summary_counts_files_that_are_not_read() {
    for (arguments, said) in [
        (
            "--summary nothing.txt boj2580.in",
            "1 unique, 1 file not read\n",
        ),
        (
            "--summary nothing.txt none.txt",
            "no puzzle, 2 files not read\n",
        ),
        (
            "--summary --column 9 week.csv",
            "no puzzle, 1 file not read\n",
        ),
        (
            "--summary --format jsonl nothing.txt boj2580.in",
            "{\"unique\":1,\"files_not_read\":1}\n",
        ),
    ] {
        let run = dominox(&format!("unique {arguments}"));
        assert_eq!((&*run.stdout, run.exit), (said, Some(2)), "{}", run.stderr);
    }
}
