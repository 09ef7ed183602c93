//! `explain`: reasons in the words of the puzzle, and what `solve` says of them.

use crate::run::{GOOD, assert_transcript, dominox, dominox_on, transcripts};

/// A Sudoku with one wrong given, which shows only after some steps.
const WRONG: &str =
    "531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
const COVER: &str = "a b c d | x\na b\na c x:1\nb c\nd x:2\nd x:1\n";
const BOUNDED: &str = "2:3|nurses 1|doctor 2|keys\nnurses keys\nnurses doctor\nkeys doctor\n";

#[test]
fn reasons() {
    let three = format!("{WRONG}{GOOD}{WRONG}");
    let runs = [
        dominox_on("explain", "wrong.txt", WRONG),
        dominox_on("solve", "wrong.txt", WRONG),
        dominox_on("explain --format jsonl", "wrong.txt", WRONG),
        dominox_on(
            "explain -n",
            "several.txt",
            "1.....2..3.....4\n123....4........\n11..............\nx\n",
        ),
        dominox_on("explain --summary", "three.txt", &three),
        dominox_on("explain", "cover.dlx", COVER),
        dominox_on("solve", "cover.dlx", COVER),
        dominox_on("explain --format jsonl --assume 4", "cover.dlx", COVER),
        dominox_on(
            "explain --assume 4",
            "solvable.dlx",
            "a b d | x\na b x:1\nd x:2\na\nb\n",
        ),
        dominox_on(
            "explain --assume 1 --assume 2",
            "solvable.dlx",
            "a b d | x\na b x:1\nd x:2\na\nb\n",
        ),
        dominox_on("explain", "empty.dlx", "a b\na\n"),
        dominox("explain --model 'langford 5'"),
        dominox_on("explain --quiet", "cover.dlx", COVER),
    ];
    assert_transcript!("explain", transcripts(runs));
}

/// The limit of times counts too: three nurses' shifts cannot leave two for the keys.
#[test]
fn bounds_are_taken_into_account() {
    let run = dominox_on("explain", "bounded.dlx", BOUNDED);
    let why = "item `nurses` and item `keys` cannot all be covered\n";
    assert_eq!((run.exit, run.stdout.as_str()), (Some(0), why));
}

#[test]
fn a_limit_is_reported() {
    let run = dominox("explain --timeout 0 --model 'langford 9'");
    assert_eq!((run.exit, run.stdout.as_str()), (Some(3), "undecided\n"));
    assert!(
        run.stderr.contains("stopped by the time limit"),
        "{}",
        run.stderr
    );
}

#[test]
fn what_decides_between_answers() {
    let five = "a b c\na\nb\nc\na b\nb c\n";
    let runs = [
        dominox_on("unique --explain", "two.txt", "1.....2..3......\n"),
        dominox_on(
            "unique --explain --fewest",
            "empty.txt",
            "................\n",
        ),
        dominox_on(
            "unique --explain --fewest --format jsonl",
            "two.txt",
            "1.....2..3......\n",
        ),
        dominox_on("unique --explain --witness", "cover.dlx", five),
        dominox_on("unique --explain --exclude 4 --fewest", "cover.dlx", five),
        dominox_on("unique --explain", "one.txt", "1.....2..3.....4\n"),
        dominox_on("unique --fewest", "two.txt", "1.....2..3......\n"),
        dominox("unique --explain --fewest --model 'queens 6'"),
    ];
    assert_transcript!("deciding", transcripts(runs));
}

/// With what is said to be enough, a puzzle has one answer.
#[test]
fn what_decides_is_enough() {
    let run = dominox_on(
        "unique --explain --fewest",
        "empty.txt",
        "................\n",
    );
    let line = run.stdout.lines().last().unwrap();
    let (_, cells) = line.split_once(": ").unwrap();
    let mut grid = [b'.'; 16];
    for cell in cells.split(", ") {
        let bytes = cell.as_bytes();
        let at = usize::from(bytes[1] - b'1') * 4 + usize::from(bytes[3] - b'1');
        grid[at] = bytes[7];
    }
    let grid = format!("{}\n", std::str::from_utf8(&grid).unwrap());
    assert_eq!(dominox_on("unique", "grid.txt", &grid).answer(), "unique\n");
    // No 4×4 Sudoku with fewer than four givens has one answer.
    assert_eq!(cells.split(", ").count(), 4);
}

/// A large Sudoku with one wrong given, documented in `docs/measurements.md`.
#[test]
fn a_large_sudoku() {
    let run = dominox("explain --format jsonl wrong16.txt");
    let known = run
        .answer()
        .ends_with("\"minimal\":true,\"confirmed\":true}\n");
    assert!(known, "{}", run.stdout);
}

/// It has several answers, which a search finds at once; to look for contradictions alone took over a minute.
#[test]
fn what_is_soon_solved_has_no_contradiction() {
    let case =
        "5\n3 F5 2 F6\n7 F7 6 F8\n5 G4 9 G5\n7 I8 8 I9\n7 C9 2 B9\nC5 A3 D9 I4 A9 E5 A2 C6 I1\n0\n";
    let run = dominox_on("explain --timeout 30", "case", case);
    assert_eq!(
        (&*run.stdout, run.exit),
        ("solvable\n", Some(1)),
        "{}",
        run.stderr
    );
}
