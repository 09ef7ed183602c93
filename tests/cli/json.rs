//! JSON lines: one object a line for every action, good puzzle or bad.

use serde_json::Value;

use crate::run::{CASES, GOOD, assert_transcript, dominox, dominox_on, transcripts};

/// A good puzzle, one with two equal digits, one with a letter, and a good one.
fn mixed() -> String {
    let bad = GOOD.replace(".195", ".A95");
    let equal = GOOD.replace("53..7....", "55..7....");
    format!("{GOOD}{equal}{bad}{GOOD}")
}

fn objects(text: &str) -> Vec<Value> {
    let parse = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    text.lines().map(parse).collect()
}

#[test]
fn every_action() {
    let runs = [
        "solve --format jsonl",
        "count --format jsonl",
        "unique --format jsonl",
    ];
    let runs = runs.map(|arguments| dominox_on(arguments, "mixed.txt", &mixed()));
    for run in &runs {
        let objects = objects(&run.stdout);
        let indices: Vec<_> = objects
            .iter()
            .map(|object| object["index"].as_u64())
            .collect();
        assert_eq!(indices, [1, 2, 3, 4].map(Some), "{}", run.typed);
        assert!(
            objects.iter().all(|object| object["status"].is_string()),
            "{}",
            run.typed
        );
        assert_eq!(run.exit, Some(2), "{}", run.typed);
    }
    assert_transcript!("json", transcripts(runs));
}

/// Several answers have numbers, answers in lines are one string, counts are strings.
#[test]
fn answers() {
    let runs = [
        dominox("solve --format jsonl sudominoku.in"),
        dominox("solve --format jsonl --all --model 'queens 4'"),
        dominox("count --format jsonl --tilings sudominoku.in"),
        dominox("unique --format jsonl --witness --model 'queens 4'"),
        dominox_on("solve --format jsonl", "cover.txt", "a b\na\nb\na b\n"),
        dominox_on("solve --format jsonl", "bounds.txt", "a 2|b\na\nb\na b\n"),
        dominox_on("solve --format jsonl", "cut.txt", &CASES[..200]),
        dominox_on("solve --format jsonl", "empty.txt", ""),
    ];
    for run in &runs {
        assert!(!objects(&run.stdout).is_empty(), "{}", run.typed);
    }
    let documented = objects(&runs[0].stdout);
    let answers = documented
        .iter()
        .map(|object| object["answer"].as_str().expect("a string"));
    let text: String = answers.map(|answer| format!("{answer}\n")).collect();
    assert_eq!(text, include_str!("../data/sudominoku.out"));
    assert_transcript!("json-answers", transcripts(runs));
}
