//! `dominox minimize` and `dominox canonical`.

use crate::run::{CASES, GOOD, assert_transcript, dominox, dominox_on, transcripts};

const SMALL: &str = "1234341221434321\n1234..12.1..4...\n";
/// A full grid of a variant.
const VARIANT: &str = "\
variant 4x4 x
1423
3241
4132
2314
thermo r3c2-r3c3
";
/// One answer, two, none, and no puzzle.
const MIXED: &str = "1234..12.1..4...\n1...............\n123....4........\nhello\n";

#[test]
fn puzzles_are_minimized() {
    let runs = [
        dominox_on("minimize", "good.txt", GOOD),
        dominox_on("minimize --seed 5", "good.txt", GOOD),
        dominox_on("minimize --fewest --format jsonl", "good.txt", GOOD),
        dominox_on("minimize --limit 3", "small.txt", SMALL),
        dominox_on("minimize", "mixed.txt", MIXED),
        dominox_on("minimize --format jsonl", "mixed.txt", MIXED),
        dominox_on("minimize", "sudominoku.in", CASES),
        dominox("minimize talks.dlx"),
        dominox("minimize --limit 3 --fewest boj2580.in"),
        dominox_on("minimize", "variant.txt", VARIANT),
        dominox_on("minimize --fewest --format jsonl", "variant.txt", VARIANT),
    ];
    assert_transcript!("minimize", transcripts(runs));
}

#[test]
fn all_minimal_puzzles_have_one_answer() {
    let all = dominox_on("minimize --all --limit 200", "good.txt", GOOD);
    let lines = Vec::from_iter(all.answer().lines());
    assert!(lines.len() > 1);
    let count = format!("{} unique\n", lines.len());
    assert_eq!(all.pipe("unique --summary").answer(), count);
    // No clue can be left out.
    assert_eq!(all.pipe("minimize").answer(), all.answer());
}

#[test]
fn a_smallest_puzzle_has_a_bound_when_time_is_over() {
    let full =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n";
    let run = dominox_on(
        "minimize --fewest --timeout 1 --format jsonl",
        "full.txt",
        full,
    );
    assert_eq!(run.exit, Some(3));
    assert!(run.stdout.contains("\"bound\":"), "{}", run.stdout);
    assert!(run.stderr.contains("are not enough"), "{}", run.stderr);
    // That 16 clues are never enough is a theorem.
    assert!(run.stdout.contains("\"bound\":17"), "{}", run.stdout);
}

#[test]
fn what_was_left_out_is_kept_when_time_is_over() {
    let made = dominox("generate sudoku --size 25 --seed 1");
    let run = made.pipe("minimize --timeout 1");
    assert_eq!(run.exit, Some(3), "{}", run.transcript());
    assert!(
        run.stderr.contains("perhaps not all are needed"),
        "{}",
        run.stderr
    );
    assert_eq!(run.pipe("unique").answer(), "unique\n");
}

#[test]
fn threads_do_not_change_minimal_puzzles() {
    let sudokus = dominox("generate sudoku -n 30 --seed 4 --clues 30..");
    let cases = dominox("generate sudominoku -n 3 --seed 4 --dominoes 9");
    for made in [sudokus, cases] {
        let one = made.pipe("minimize -j 1");
        for threads in [2, 7] {
            let more = made.pipe(&format!("minimize -j {threads}"));
            assert_eq!(more.answer(), one.answer(), "{threads} threads");
        }
    }
}

/// Nothing is known about the least number of dominoes, and nothing is claimed.
#[test]
fn no_bound_is_said_where_there_is_none() {
    let made = dominox("generate sudominoku -n 2 --seed 1 --dominoes 9");
    let run = made.pipe("minimize --fewest --timeout 1.5");
    assert!(!run.stderr.contains("fewer than 0"), "{}", run.stderr);
    assert!(!run.stderr.contains("clues"), "{}", run.stderr);
}

#[test]
fn dominoes_are_left_out_in_all_ways() {
    let made = dominox("generate sudominoku --seed 2 --dominoes 7");
    let all = made.pipe("minimize --all");
    // The lines with one word are the numbers of dominoes; the last one ends the text.
    let numbers = || {
        let numbers = all.answer().lines().filter_map(|line| line.parse().ok());
        numbers.filter(|&number: &usize| number > 0)
    };
    let judged = all.pipe("unique --summary");
    assert_eq!(judged.answer(), format!("{} unique\n", numbers().count()));
    let fewest: usize = numbers().min().expect("a case");
    let smallest = made.pipe("minimize --fewest --format jsonl");
    let end = format!("\"clues\":{fewest},\"bound\":{fewest}}}\n");
    assert!(smallest.answer().ends_with(&end), "{}", smallest.answer());
}

#[test]
fn forms_are_canonical() {
    let runs = [
        dominox_on("canonical", "good.txt", GOOD),
        dominox_on("canonical --transformation", "small.txt", SMALL),
        dominox_on("canonical --format jsonl", "small.txt", SMALL),
        dominox_on("canonical", "sudominoku.in", CASES),
        dominox("canonical boj2580.in board.json"),
    ];
    assert_transcript!("canonical", transcripts(runs));
}

#[test]
fn forms_of_puzzles_stay_as_they_are() {
    let made = dominox("generate sudoku -n 40 --seed 4");
    let forms = made.pipe("canonical");
    assert_eq!(forms.pipe("canonical").answer(), forms.answer());
    let unique = format!("{} unique\n", forms.answer().lines().count());
    assert_eq!(forms.pipe("unique --summary").answer(), unique);
}
