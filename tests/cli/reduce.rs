//! `reduce`, and `--reduce` of the commands that search.

use crate::run::{GOOD, GOOD_ANSWER, assert_transcript, dominox, dominox_on, transcripts};

const SIX: &str = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
const WHOLE: &str =
    "a b c 0:3|d | x y\na b x:1\na b d x:2\nc x:1 y |3\nc x:2 |2\nd\nc x:2 |2\nb d\n";

#[test]
fn smaller_problems() {
    let runs = [
        dominox_on("reduce", "six.txt", SIX),
        dominox_on("reduce", "whole.dlx", WHOLE),
        dominox_on("reduce --exclude 2", "whole.dlx", WHOLE),
        dominox_on("reduce", "sudoku.txt", "1.....2..3......\n"),
        dominox_on("reduce", "none.dlx", "a b c\na b\na c\nb c\n"),
        dominox_on("reduce", "clash.txt", "11..............\n"),
        dominox_on("reduce --assume 9", "six.txt", SIX),
        dominox_on(
            "reduce --assume 1 --exclude 4",
            "reasons.dlx",
            "a b c | x\na\na b\nb\nb c\nc a\nc\nx\n",
        ),
    ];
    assert_transcript!("reduce", transcripts(runs));
}

/// A text of items and options does not say which solutions are the same answer.
#[test]
fn that_answers_become_solutions_is_noted() {
    let case =
        "5\n3 F5 2 F6\n7 F7 6 F8\n5 G4 9 G5\n7 I8 8 I9\n7 C9 2 B9\nC5 A3 D9 I4 A9 E5 A2 C6 I1\n0\n";
    let note = "note: several solutions can be the same answer, but this text does not show that\n";
    for command in ["encode", "reduce"] {
        let run = dominox_on(command, "case", case);
        assert_eq!((run.exit, &*run.stderr), (Some(0), note), "{command}");
        assert_eq!(dominox_on(command, "one.txt", GOOD).stderr, "");
    }
}

/// What is printed is read again; its comments are skipped.
#[test]
fn what_is_printed_is_a_problem() {
    let whole = dominox("model langford 7");
    let small = whole.pipe("reduce");
    assert_eq!(dominox("reduce --model 'langford 7'").stdout, small.stdout);
    assert_eq!(
        dominox_on("count", "small.dlx", &small.stdout).answer(),
        "52\n"
    );
}

#[test]
fn at_its_limit_it_says_that_more_may_be_left_out() {
    let run = dominox("reduce --timeout 0 --model 'pentominoes 6x10'");
    let end = "pentominoes 6x10: stopped by the time limit: perhaps more can be removed\n";
    assert_eq!((run.exit, &*run.stderr), (Some(3), end));
    assert!(
        run.stdout.starts_with("| left: 72 of 72 items"),
        "{}",
        run.stdout
    );
}

/// Printing a large problem would take too long.
#[test]
fn without_any_time_a_large_problem_is_not_printed() {
    let run = dominox("reduce --timeout 0 --model 'matching 400'");
    assert_eq!((run.exit, &*run.stdout), (Some(3), ""));
    assert!(
        run.stderr.contains("stopped by the time limit"),
        "{}",
        run.stderr
    );
}

/// What is not printed in time would be no smaller problem.
#[test]
fn a_large_problem_is_not_printed_after_its_time() {
    let run = dominox("reduce --model 'matching 400' --timeout 0");
    assert_eq!((run.exit, &*run.stdout), (Some(3), ""));
    let said = "matching 400: stopped by the time limit: nothing was tried\n";
    assert_eq!(run.stderr, said);
}

#[test]
fn answers_are_in_the_old_names() {
    assert_eq!(
        dominox_on("solve --reduce", "good.txt", GOOD).answer(),
        GOOD_ANSWER
    );
    for verb in [
        "solve --all --show options",
        "count",
        "unique",
        "best",
        "profile --show options",
    ] {
        let [plain, reduced] = ["", "--reduce"].map(|flag| {
            let run = dominox_on(
                &format!("{verb} {flag}"),
                "whole.dlx",
                &WHOLE.replace("0:3|", ""),
            );
            let mut lines = Vec::from_iter(run.stdout.lines().map(str::to_owned));
            lines.sort();
            (run.exit, lines)
        });
        assert_eq!(plain, reduced, "{verb}");
    }
}
