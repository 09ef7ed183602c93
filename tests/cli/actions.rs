//! The actions and their options, on small puzzles.

use crate::run::{GOOD, GOOD_ANSWER, assert_transcript, dominox, dominox_on, transcripts};

/// A 4×4 Sudoku with six answers.
const SIX: &str = "1...\n..1.\n.1..\n4..1\n";

/// A cover with colours and two solutions.
const COVER: &str = "| two ways\np q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:A\n";

#[test]
fn solve() {
    let runs = [
        "solve",
        "solve -",
        "solve --limit 2",
        "solve --limit 9",
        "solve --all",
        "solve --show board",
        "solve --show tiling",
        "solve --show options",
    ];
    let runs = runs.map(|arguments| dominox_on(arguments, "six.txt", SIX));
    assert_transcript!("solve", transcripts(runs));
}

#[test]
fn solve_a_cover() {
    let runs = [
        "solve",
        "solve --all",
        "solve --show board",
        "count",
        "unique --witness",
        "encode",
    ];
    let runs = runs.map(|arguments| dominox_on(arguments, "cover.txt", COVER));
    assert_transcript!("cover", transcripts(runs));
}

#[test]
fn unique() {
    let witness = dominox_on("unique --witness", "six.txt", SIX);
    let several = dominox_on("unique - boj2580.in", "six.txt", SIX);
    let unique = dominox("unique --witness boj2580.in");
    assert_transcript!("unique", transcripts([witness, several, unique]));
}

/// Printed answers are separated where they could not be told apart otherwise, and only there.
#[test]
fn several_puzzles() {
    let lines = dominox_on("solve", "lines.txt", &GOOD.repeat(2));
    assert_eq!(lines.answer(), GOOD_ANSWER.repeat(2));
    let grids = dominox_on(
        "solve",
        "grids.txt",
        "12..\n3...\n....\n...1\n\n12..\n3...\n....\n...1\n",
    );
    let files = dominox("solve boj2580.in board.json sudominoku.in");
    assert_transcript!("several-puzzles", transcripts([grids, files]));
}

#[test]
fn encode() {
    let runs = [
        dominox_on("encode", "six.txt", SIX),
        dominox_on("encode", "six.txt", SIX).pipe("solve -"),
        dominox_on("encode", "six.txt", SIX).pipe("count"),
        dominox_on("encode", "six.txt", SIX)
            .pipe("encode")
            .pipe("unique"),
        dominox("encode sudominoku.in"),
        dominox_on("encode", "contradiction.txt", "11..............\n"),
    ];
    assert_transcript!("encode", transcripts(runs));
}

#[test]
fn kind_and_box() {
    let six = "123456\n......\n......\n......\n......\n......\n";
    let sixteen = "1...............\n";
    let numbers = "1 2\n1\n2\n";
    let runs = [
        dominox_on("solve --show board --box 2x3", "6x6.txt", six),
        dominox_on("solve --show board --box 3x2", "6x6.txt", six),
        dominox_on("solve --box 3x3", "6x6.txt", six),
        dominox_on("solve", "sixteen.txt", sixteen),
        dominox_on("count --box 2x2 --kind sudoku", "sixteen.txt", sixteen),
        dominox_on("solve --box 4x4", "sixteen.txt", sixteen),
        dominox_on("solve --kind cover", "numbers.txt", numbers),
        dominox_on("solve --kind sudominoku", "numbers.txt", numbers),
        dominox_on("solve --kind sudoku", "numbers.txt", numbers),
    ];
    assert_transcript!("kind-and-box", transcripts(runs));
}

/// The kernel that `--stats` names, and standard output.
fn searched(arguments: &str) -> (String, String) {
    let run = dominox(arguments);
    assert_eq!(run.exit, Some(0), "{}", run.stderr);
    let kernel = run.stderr.split(',').next().unwrap_or_default();
    (kernel.to_owned(), run.stdout)
}

#[test]
fn any_kernel_counts_the_same() {
    for (asked, named) in [
        ("", "kernel lanes"),
        ("--kernel links", "kernel links"),
        ("--kernel lanes", "kernel lanes"),
        ("--kernel rows", "kernel rows"),
        ("--kernel units", "kernel units"),
    ] {
        let found = searched(&format!(
            "count --stats --method list {asked} --model 'latin 4'"
        ));
        assert_eq!(found, (named.into(), "576\n".into()), "{asked}");
    }
}

#[test]
fn what_is_not_for_units_is_refused() {
    let refused = dominox("count --kernel units --model 'queens 8'");
    assert_eq!(refused.exit, Some(2));
    let message = "queens 8: the problem does not fit into the kernel `units`: it has more items and \
                   options than 93 lanes and 31 units can hold\n";
    assert_eq!(refused.stderr, message);
}

/// One item whose lane of options is longer than a node may be.
#[test]
fn what_is_too_large_for_lanes_is_left_to_links() {
    let problem = "a b\n".repeat(300_001);
    let found = dominox_on("count --stats -", "problem", &problem);
    assert_eq!(found.stdout, "300000\n");
    assert!(
        found.stderr.starts_with("kernel links, "),
        "{}",
        found.stderr
    );
    let refused = dominox_on("count --kernel lanes -", "problem", &problem);
    refused.assert_refused();
    let message = "<stdin>:1: the problem is too large for the kernel `lanes`\n";
    assert_eq!(refused.stderr, message);
}

/// Options and items whose sets together are larger than 64 MiB.
#[test]
fn what_is_too_large_for_rows_is_refused() {
    let names: Vec<String> = (0..20_000).map(|item| format!("i{item}")).collect();
    let problem = format!("{}\n{}\n", names.join(" "), names.join("\n"));
    let refused = dominox_on("count --kernel rows -", "problem", &problem);
    refused.assert_refused();
    let message = "<stdin>:1: the problem is too large for the kernel `rows`\n";
    assert_eq!(refused.stderr, message);
}

#[test]
fn stats_and_threads() {
    let runs = [
        "solve --stats boj2580.in",
        "unique --stats --threads 4 boj2580.in board.json",
        "count --stats --threads 2 sudominoku.in",
        "count --stats nothing.txt",
    ];
    assert_transcript!("stats", transcripts(runs.map(dominox)));
}
