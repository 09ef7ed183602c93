//! `dominox generate`: puzzles with one answer.

use std::fs;

use crate::run::{assert_transcript, dominox, transcripts};

#[test]
fn puzzles_are_generated() {
    let runs = [
        "generate sudoku --seed 1",
        "generate sudoku -n 3 --seed 1",
        "generate sudoku -n 2 --seed 2 --clues 30..32 --symmetry rotate180",
        "generate sudoku --seed 3 --size 4 --format jsonl",
        "generate sudoku --seed 3 --box 2x3 --clues ..9",
        "generate sudoku --seed 3 --size 12",
        "generate sudoku --seed 4 --from boj2580.in --format jsonl",
        "generate sudoku -n 2 --seed 5 --rating 1.5..2.5 --format jsonl",
    ];
    assert_transcript!("generate", transcripts(runs.map(dominox)));
}

#[test]
fn a_size_may_be_given_with_its_boxes() {
    let made = |arguments: &str| {
        let run = dominox(&format!("generate sudoku --seed 1 {arguments}"));
        run.answer().to_owned()
    };
    assert_eq!(made("--size 6 --box 3x2"), made("--box 3x2"));
    let run = dominox("generate sudoku --size 12 --box 3x2");
    run.assert_refused();
    let message = "`--size 12` and `--box 3x2` disagree: grids of 3x2 boxes have size 6";
    assert_eq!(run.stderr, format!("dominox: {message}\n"));
}

#[test]
fn sudominokus_are_generated() {
    let runs = [
        "generate sudominoku --seed 1",
        "generate sudominoku -n 2 --seed 2 --dominoes 9",
        "generate sudominoku --seed 3 --dominoes 8..10 --format jsonl",
        "generate sudominoku --seed 5 --dominoes 30.. --minimal --tries 2",
    ];
    assert_transcript!("generate-sudominoku", transcripts(runs.map(dominox)));
}

#[test]
fn sudominokus_are_the_same_with_any_number_of_threads() {
    let made = "generate sudominoku -n 4 --seed 5 --dominoes 9";
    let one = dominox(&format!("{made} -j 1"));
    for threads in [2, 7] {
        let more = dominox(&format!("{made} -j {threads}"));
        assert!(more.answer() == one.answer(), "{threads} threads");
    }
    assert_eq!(one.pipe("unique --summary").answer(), "4 unique\n");
    // Without a number, no domino can be left out.
    let least = dominox("generate sudominoku --seed 1");
    let minimized = least.pipe("minimize");
    assert_eq!(minimized.answer(), least.answer());
    assert_eq!(minimized.pipe("unique").answer(), "unique\n");
}

#[test]
fn what_cannot_be_generated_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file");
        path.display().to_string()
    };
    let short = file("short", "xx.\n");
    let several = file("several", "1.....2..3.....4\n1.....2..3.....4\n");
    let rows = file("rows", "xxxx\n....\n....\nxxxx\n");
    let swapped = file("swapped", "....\n....\nxxxx\nxxxx\n");
    // 1 and 3 are nowhere side by side.
    let regular = file(
        "regular",
        "123456789456789123789123456234567891567891234891234567345678912678912345912345678\n",
    );
    for (arguments, message) in [
        ("".to_owned(), "KIND"),
        ("chess".to_owned(), "invalid value 'chess'"),
        ("sudoku --clues 17..16".to_owned(), "17..16 clues"),
        (
            "sudoku --dominoes 5".to_owned(),
            "`--dominoes` is not for Sudokus",
        ),
        (
            "sudominoku --clues 24".to_owned(),
            "`--clues` is not for Sudominokus",
        ),
        ("sudominoku --rating 2.0..".to_owned(), "`--rating` is not"),
        (
            "sudominoku --symmetry mirror".to_owned(),
            "`--symmetry` is not",
        ),
        ("sudominoku --pattern x".to_owned(), "`--pattern` is not"),
        ("sudominoku --size 6".to_owned(), "`--size` is not"),
        ("sudominoku --box 2x2".to_owned(), "`--box` is not"),
        ("sudominoku --dominoes 0".to_owned(), "1 to 36"),
        (
            format!("sudominoku --from {regular}"),
            "the 36 dominoes and nine single digits cannot form the answer",
        ),
        (
            "sudominoku --from sudominoku.in".to_owned(),
            "sudominoku.in: this is a Sudominoku: `--from` needs a full grid",
        ),
        ("sudominoku --dominoes 37..".to_owned(), "1 to 36"),
        ("sudominoku --dominoes 6..5".to_owned(), "6..5 dominoes"),
        ("sudoku --clues 10".to_owned(), "has at least 17"),
        ("sudoku --clues few".to_owned(), "such as 24..26"),
        ("sudoku --clues ..".to_owned(), "such as 24..26"),
        ("sudoku --rating hard".to_owned(), "such as 2.5..4.0"),
        (
            "sudoku --rating 4.0..2.5".to_owned(),
            "the lower limit is above the upper one",
        ),
        (
            "sudoku --rating ..0.9".to_owned(),
            "no puzzle has such a rating: the lowest one is 1.0",
        ),
        (
            "sudoku --rating 2.7".to_owned(),
            "no puzzle has such a rating: the nearest are 2.6 and 2.8",
        ),
        ("sudoku --rating 12.1..".to_owned(), "none is above 12.0"),
        (
            "sudoku --rating 11.5..".to_owned(),
            "no grid of 3x3 boxes has a rating above 11.4",
        ),
        (
            "sudoku --clues 81 --minimal".to_owned(),
            "puzzles without a clue to spare have at most 72",
        ),
        (
            "sudoku --variant x --clues 73.. --minimal".to_owned(),
            "puzzles without a clue to spare have at most 72",
        ),
        (
            "sudominoku --dominoes 36 --minimal".to_owned(),
            "the last one follows from the others",
        ),
        (
            "sudoku --variant latin --box 2x3".to_owned(),
            "no boxes in a grid with `latin`",
        ),
        (
            "sudoku --size 36 --rating 2.0..".to_owned(),
            "too large to be rated",
        ),
        (
            "sudoku --variant x --rating 2.0..".to_owned(),
            "'--variant <RULES|FILE>' cannot be used with '--rating <A..B>'",
        ),
        (
            "sudoku --variant x --from boj2580.in".to_owned(),
            "cannot be used with",
        ),
        (
            "sudoku --variant antiknigt".to_owned(),
            "unknown rule `antiknigt`: did you mean `antiknight`?",
        ),
        (
            "sudoku --variant x,zebra".to_owned(),
            "unknown rule `zebra`",
        ),
        (
            "sudoku --variant thermo".to_owned(),
            "`thermo` must begin a line of its own",
        ),
        ("sudoku --variant ,".to_owned(), "expected a rule or a file"),
        ("sudoku --variant nowhere.txt".to_owned(), "nowhere.txt: "),
        ("sudoku --variant boj2580.in".to_owned(), "boj2580.in:1:1: "),
        (
            "sudoku --variant variants.txt".to_owned(),
            "more than one puzzle",
        ),
        (
            "sudoku --variant killer6.txt --size 6".to_owned(),
            "leave out `--size` and `--box`",
        ),
        ("sudoku --variant x --clues 82".to_owned(), "only 81 cells"),
        (
            format!("sudoku --variant killer6.txt --pattern {short}"),
            "the row has 3 cells: expected 6",
        ),
        ("sudoku --clues 90..95".to_owned(), "only 81 cells"),
        ("sudoku --size 7".to_owned(), "expected one of 4, 6, 8, 9"),
        ("sudoku -n 0".to_owned(), "1 or greater"),
        ("sudoku --size 9 --box 2x3".to_owned(), "disagree: "),
        ("sudoku --from nowhere.txt".to_owned(), "nowhere.txt: "),
        (
            format!("sudoku --from {several}"),
            "there is more than one puzzle: expected a Sudoku",
        ),
        ("sudoku --from week.csv".to_owned(), ""),
        ("sudoku --pattern nowhere.txt".to_owned(), "nowhere.txt: "),
        (
            format!("sudoku --pattern {short}"),
            "short:1: the row has 3 cells: expected 9",
        ),
        (
            format!("sudoku --size 4 --pattern {short}"),
            "short:1: the row has 3 cells: expected 4",
        ),
        (
            format!("sudoku --size 4 --pattern {swapped}"),
            "rows 1 and 2 would have no clues",
        ),
        (
            format!("sudoku --pattern {rows}"),
            "the row has 4 cells: expected 9",
        ),
    ] {
        if message.is_empty() {
            continue;
        }
        let run = dominox(&format!("generate {arguments}"));
        run.assert_refused();
        assert!(run.stderr.contains(message), "{arguments}: {}", run.stderr);
    }
}

/// A wish that few grids fulfil ends after the tries, or at the time, and says so.
#[test]
fn a_search_for_puzzles_ends() {
    let tries = dominox("generate sudoku --seed 1 --clues 17 --tries 100");
    assert_eq!((tries.exit, tries.stdout.as_str()), (Some(3), ""));
    assert!(
        tries.stderr.contains("puzzle 1: none found in 100 tries"),
        "{}",
        tries.stderr
    );
    let late =
        dominox("generate sudoku -n 3 --seed 1 --clues 17 --tries 1000000000 --timeout-total 0.5");
    assert_eq!(late.exit, Some(3));
    assert!(late.stderr.contains(": stopped after "), "{}", late.stderr);
    assert!(!late.stderr.contains("none found"), "{}", late.stderr);
    assert!(
        late.stderr.contains("the time limit of the run"),
        "{}",
        late.stderr
    );
    let record = dominox("generate sudoku --seed 1 --clues 17 --tries 10 --format jsonl");
    assert_eq!(
        record.stdout,
        "{\"number\":1,\"status\":\"stopped\",\"tries\":10}\n"
    );
}

#[test]
fn threads_do_not_change_puzzles() {
    let one = dominox("generate sudoku -n 300 --seed 9 -j 1");
    for threads in [2, 7] {
        let more = dominox(&format!("generate sudoku -n 300 --seed 9 -j {threads}"));
        assert!(more.answer() == one.answer(), "{threads} threads");
    }
    // The first of many are the puzzles of a shorter run.
    let few = dominox("generate sudoku -n 20 --seed 9 -j 2");
    assert!(one.answer().starts_with(few.answer()));
    let judged = one.pipe("unique --summary");
    assert_eq!(judged.answer(), "300 unique\n");
}

#[test]
fn patterns_and_answers_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pattern");
    fs::write(&path, "x.xx.x\n.x..x.\nx.xx.x\nx.xx.x\n.x..x.\nx.xx.x\n").expect("a file");
    let run = dominox(&format!(
        "generate sudoku -n 5 --seed 1 --size 6 --pattern {}",
        path.display()
    ));
    for line in run.answer().lines() {
        let marks = "x.xx.x.x..x.x.xx.xx.xx.x.x..x.x.xx.x";
        assert!(
            line.chars()
                .zip(marks.chars())
                .all(|(clue, mark)| clue == '.' || mark == 'x')
        );
    }
    assert_eq!(run.pipe("unique --summary").answer(), "5 unique\n");
}

#[test]
fn puzzles_of_variants_are_generated() {
    let runs = [
        "generate sudoku --variant x --size 4 --seed 1 -n 2",
        "generate sudoku --variant x,antiking --seed 1",
        "generate sudoku --variant windoku --seed 1 --symmetry rotate180 --clues 24..30",
        "generate sudoku --variant killer6.txt --seed 1 --format jsonl",
        "generate sudoku --variant antiking,antiknight --size 4 --seed 1 -n 3",
        "generate sudoku --variant antiking,antiknight --size 4 --seed 1 --format jsonl",
    ];
    assert_transcript!("generate-variants", transcripts(runs.map(dominox)));
}

#[test]
fn puzzles_of_each_rule_are_read_back() {
    for rules in [
        "x",
        "windoku",
        "antiknight",
        "antiking",
        "disjoint",
        "falling",
        "rising",
        "x,disjoint",
        "latin",
        "latin,x",
    ] {
        let run = dominox(&format!("generate sudoku --variant {rules} -n 3 --seed 2"));
        let judged = run.pipe("unique --summary");
        assert_eq!(judged.answer(), "3 unique\n", "{rules}");
    }
}

#[test]
fn a_rule_that_is_named_twice_counts_once() {
    let once = dominox("generate sudoku --variant x --size 4 --seed 1");
    let twice = dominox("generate sudoku --variant x,falling,x --size 4 --seed 1");
    assert_eq!(twice.stdout, once.stdout);
}

#[test]
fn threads_do_not_change_puzzles_of_variants() {
    let make = |threads| {
        let run = format!(
            "generate sudoku --variant falling,disjoint --size 6 -n 40 --seed 9 -j {threads}"
        );
        dominox(&run)
    };
    let one = make(1);
    assert!(make(2).stdout == one.stdout);
    assert_eq!(one.pipe("unique --summary").answer(), "40 unique\n");
}

/// Regions, a thermometer and a digit that stays, with clues in some cells only.
#[test]
fn variants_come_from_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("variant");
    let text = "variant 6x6\n3.....\n......\n......\n......\n......\n......\nthermo r2c1-r2c4\nregions\n\
                aaabbb\naaabbb\ncccddd\ncccddd\neeefff\neeefff\n";
    fs::write(&path, text).expect("a file");
    let run = dominox(&format!(
        "generate sudoku --variant {} -n 4 --seed 1 --minimal",
        path.display()
    ));
    assert_eq!(run.stdout.matches("\n3").count(), 4, "{}", run.stdout);
    assert_eq!(run.stdout.matches("thermo").count(), 4);
    assert_eq!(run.pipe("unique --summary").answer(), "4 unique\n");
}
