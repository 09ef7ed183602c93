//! `rate` and `steps`: how hard a Sudoku is for a person, and why.

use crate::run::{CASES, GOOD, assert_transcript, dominox, dominox_on, transcripts};

/// Puzzles of several kinds: easy, harder, several answers, none, too short.
const MIXED: &str = "\
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
.......2..74...3..8....6.5...3.5..6..9.6...4.2...9.18....815...5..4..91.........2
1...............
12..34..........
.1
";

const SMALL: &str = "1.....2..3.....4\n";

/// The hardest puzzle of its kind, which needs chains in chains.
const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n";

#[test]
fn ratings() {
    let runs = [
        dominox_on("rate", "mixed.txt", MIXED),
        dominox_on("rate --all -n", "mixed.txt", MIXED),
        dominox_on("rate --format jsonl", "mixed.txt", MIXED),
        dominox_on("rate --summary", "mixed.txt", MIXED),
        dominox_on("rate", "hard.txt", HARD),
        dominox_on("rate", "cases.in", CASES),
        dominox("rate --model 'queens 8'"),
    ];
    assert_transcript!("rate", transcripts(runs));
}

#[test]
fn steps_in_words() {
    let runs = [
        dominox_on("steps", "good.txt", GOOD),
        dominox_on("steps --grids", "small.txt", SMALL),
        dominox_on("steps --next --format jsonl", "good.txt", GOOD),
        dominox_on("steps --until 1.0 --format jsonl", "small.txt", SMALL),
        dominox_on("steps --until 1.2", "mixed.txt", MIXED),
        dominox_on("steps --until hard", "small.txt", SMALL),
    ];
    assert_transcript!("steps", transcripts(runs));
}

#[test]
fn steps_of_pieces() {
    let runs = [
        dominox_on("rate --format jsonl", "cases.in", CASES),
        dominox_on("steps", "cases.in", CASES),
        dominox_on("steps --next --grids", "cases.in", CASES),
        dominox_on("steps --next --format jsonl", "cases.in", CASES),
        dominox_on("steps --until 0.5", "cases.in", CASES),
        dominox_on("steps", "cover.dlx", "a b\na\nb\n"),
    ];
    assert_transcript!("steps-of-pieces", transcripts(runs));
}

#[test]
fn steps_of_pieces_have_their_answer_as_json() {
    let run = dominox_on("steps --format jsonl", "cases.in", CASES);
    let answers = dominox_on("solve --format jsonl", "cases.in", CASES);
    let answer_of = |line: &str| {
        let (_, answer) = line.split_once(r#","answer":"#)?;
        answer.split('"').nth(1).map(String::from)
    };
    let expected = Vec::from_iter(answers.stdout.lines().map(answer_of));
    assert_eq!(expected.len(), 2);
    assert!(expected.iter().all(Option::is_some), "{}", answers.stdout);
    assert_eq!(
        Vec::from_iter(run.stdout.lines().map(answer_of)),
        expected,
        "{}",
        run.stdout
    );
    let next = dominox_on("steps --next --format jsonl", "cases.in", CASES);
    assert!(!next.stdout.contains("answer"), "{}", next.stdout);
}

/// The engine's answer stands after the steps, even if these do not reach it.
#[test]
fn a_puzzle_beyond_the_techniques_has_its_answer() {
    let run = dominox_on("steps", "hard.txt", HARD);
    assert!(run.stdout.contains("812753649943682175"), "{}", run.stdout);
}

#[test]
fn a_hint_is_one_step() {
    let run = dominox_on("steps --next", "good.txt", GOOD);
    assert_eq!(run.exit, Some(0));
    assert_eq!(run.stdout.lines().count(), 1, "{}", run.stdout);
}

/// A puzzle that takes seconds is not called `beyond` the techniques, and its answer is known all the same.
#[test]
fn steps_that_are_stopped_say_so() {
    let made = dominox("generate sudoku --size 16 --seed 1");
    let run = made.pipe("steps --timeout 0.5");
    assert_eq!(run.exit, Some(3), "{}", run.transcript());
    assert!(run.stdout.contains("stopped after "), "{}", run.stdout);
    assert!(run.stdout.contains("the answer of the search:\n"));
    assert!(!run.stdout.contains("beyond"), "{}", run.stdout);
    let record = made.pipe("steps --timeout 0.5 --format jsonl").stdout;
    assert!(record.contains("\"status\":\"stopped\""), "{record}");
    assert!(record.contains("\"answer\":"), "{record}");
}

#[test]
fn one_rating_of_a_sudominoku_is_all() {
    let run = dominox_on("rate --all", "cases.in", CASES);
    let note = "note: `--all` has no effect here: a Sudominoku has one rating\n";
    assert!(run.stderr.contains(note), "{}", run.stderr);
    let others = [
        dominox_on("rate", "cases.in", CASES),
        dominox_on("rate --all", "small.txt", SMALL),
    ];
    for run in others {
        assert!(!run.stderr.contains("note:"), "{}", run.stderr);
    }
}

/// Whenever the time ends, a good puzzle is not called a bad one.
#[test]
fn a_sudominoku_is_stopped_at_any_time() {
    for time in ["0.1", "0.3", "0.5", "0.6", "0.7"] {
        for command in ["rate", "steps"] {
            let run = dominox(&format!("{command} --timeout {time} sudominoku-two.in"));
            assert_ne!(run.exit, Some(2), "{}", run.transcript());
        }
    }
}
