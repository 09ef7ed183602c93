//! `explain`: reasons in the words of the puzzle, and what `solve` says about them.

use crate::run::{GOOD, assert_transcript, dominox, dominox_on, transcripts};

/// A Sudoku with one wrong given, which shows only after some steps.
const WRONG: &str =
    "531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
const COVER: &str = "a b c d | x\na b\na c x:1\nb c\nd x:2\nd x:1\n";
const BOUNDED: &str = "2:3|nurses 1|doctor 2|keys\nnurses keys\nnurses doctor\nkeys doctor\n";

/// On the left, two equal pieces lie flat or upright, and the board looks the same.
const ALIKE: &str = "packing\npiece T\nxx\nx.\npiece I x0..\nxx\nboard\nxxxx\nxxx.\n";

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
        dominox("explain --model 'matching 4' --assume 1 --assume 2"),
        dominox_on("explain", "twice.dlx", "2|a b\na b\n"),
        dominox_on(
            "explain",
            "board.txt",
            "packing\npiece O\nxx\nxx\nboard 3x3\n",
        ),
        dominox_on(
            "explain",
            "piece.txt",
            "packing\npiece T x2\nxxx\n.x.\nboard 2x4\n",
        ),
        dominox_on(
            "explain",
            "signs.txt",
            "variant 4x4 antiknight\n1...\n..1.\n....\n....\n\nvariant 4x4\nr1c1 > r1c2\n1...\n....\n....\n....\n",
        ),
        dominox_on(
            "solve --assume 1 --assume 2 --assume 3",
            "a.dlx",
            "0:2|a\na\na\na\n",
        ),
        dominox_on("explain --exclude 2", "excluded.dlx", "a b\na\nb\n"),
        dominox_on("explain --quiet", "cover.dlx", COVER),
    ];
    assert_transcript!("explain", transcripts(runs));
}

/// The limit of times counts too: three nurses' shifts cannot leave two for the keys.
#[test]
fn bounds_are_taken_into_account() {
    let run = dominox_on("explain", "bounded.dlx", BOUNDED);
    let why = "there is no way to cover all of item `nurses` twice and item `keys` twice\n";
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
        dominox("unique --explain --model 'dominoes 2x3'"),
        dominox_on("unique --explain --format jsonl", "alike.txt", ALIKE),
        dominox("unique --explain --fewest --model soma"),
    ];
    assert_transcript!("deciding", transcripts(runs));
}

/// If a limit stopped the search for what decides, the result says so.
#[test]
fn what_may_decide_at_the_limit_is_not_the_last_word() {
    let run = dominox("unique --explain --fewest --timeout 2 --model 'pentominoes 6x10'");
    assert_eq!(run.exit, Some(3), "{}", run.stdout);
    assert!(
        run.stderr.contains("stopped by the time limit"),
        "{}",
        run.stderr
    );
    assert!(
        run.stdout.contains("perhaps") || run.stdout == "multiple\n",
        "{}",
        run.stdout
    );
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

/// It has several answers, which a search finds at once. A search for contradictions alone took over a minute.
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
