//! Searches that are stopped report what they have found, and exit with 3.

use crate::run::{bound, dominox, dominox_on};

/// The empty grid has 6,670,903,752,021,072,936,960 answers.
fn endless() -> String {
    ".".repeat(81) + "\n"
}

#[test]
fn count() {
    let run = dominox_on("count --timeout 0.2", "endless.txt", &endless());
    assert_eq!(run.exit, Some(3), "{}", run.transcript());
    let number = bound(&run.stdout);
    assert!(number > 0);
    let said = format!("<stdin>:1: stopped by the time limit\n<stdin>:1: at least {number}\n");
    assert_eq!(run.stderr, said);
}

#[test]
fn count_of_tilings() {
    let case = "1\n6 B2 1 B3\nC5 A3 D9 I4 A9 E5 A2 C6 I1\n0\n";
    let run = dominox_on("count --tilings --timeout 0.2", "endless.txt", case);
    assert_eq!(run.exit, Some(3), "{}", run.transcript());
    let numbers: Vec<u64> = run.stdout.trim_end().split('\t').map(bound).collect();
    assert!(
        numbers.len() == 2 && numbers[0] <= numbers[1],
        "{numbers:?}"
    );
    let least = format!("at least {} and {}\n", numbers[0], numbers[1]);
    assert!(run.stderr.ends_with(&least), "{}", run.stderr);
    assert_eq!(run.stderr.matches("stopped").count(), 1, "{}", run.stderr);
}

/// The limit is for each puzzle: later ones are still answered.
#[test]
fn each_puzzle_has_its_time() {
    let text = endless() + crate::run::GOOD;
    let run = dominox_on("count --timeout 0.2", "endless-and-good.txt", &text);
    assert_eq!((run.exit, run.stdout.lines().nth(1)), (Some(3), Some("1")));
}

#[test]
fn solve_and_unique() {
    let run = dominox_on("solve --all --timeout 0.2", "endless.txt", &endless());
    assert_eq!(
        (run.exit, &*run.stderr),
        (Some(3), "<stdin>:1: stopped by the time limit\n")
    );
    assert!(run.stdout.lines().all(|line| line.len() == 81));

    let run = dominox("unique --timeout 0 boj2580.in");
    assert_eq!((run.exit, &*run.stdout), (Some(3), "undecided\n"));
    let run = dominox("solve --timeout 0 --format jsonl boj2580.in");
    let object: serde_json::Value = serde_json::from_str(&run.stdout).expect("one object");
    assert_eq!(
        (run.exit, object["status"].as_str()),
        (Some(3), Some("stopped"))
    );
    let run = dominox("count --timeout 0 --format jsonl boj2580.in");
    let object: serde_json::Value = serde_json::from_str(&run.stdout).expect("one object");
    assert_eq!(
        (object["status"].as_str(), object["count"].as_str()),
        (Some("stopped"), Some("0"))
    );
}

/// A limit of nodes stops at the same place for any number of threads, also if the search is saved and resumed.
#[test]
fn nodes() {
    let effort = |run: &crate::run::Outcome| {
        let stats = run.stderr.lines().last().unwrap_or_default();
        Vec::from_iter(stats.split(", ").take(5).map(str::to_owned))
    };
    let untimed = |run: &crate::run::Outcome| {
        let lines = run.stdout.lines().filter(|line| !line.starts_with("time"));
        Vec::from_iter(lines.map(str::to_owned))
    };
    for (ask, exit) in [
        ("count --model 'queens 11' --nodes 20000", 3),
        ("solve --all --model 'queens 11' --nodes 20000", 3),
        ("unique --model 'langford 13' --nodes 300000", 3),
        ("estimate --model 'queens 14' --nodes 100000", 3),
        ("count --model 'queens 8' --nodes 20000", 0),
    ] {
        let alone = dominox(&format!("{ask} --stats -j1"));
        assert_eq!(alone.exit, Some(exit), "{}", alone.transcript());
        let word = "stopped by the node limit\n";
        assert_eq!(alone.stderr.contains(word), exit == 3, "{}", alone.stderr);
        let shared = dominox(&format!("{ask} --stats -j3"));
        assert_eq!(
            (shared.exit, untimed(&shared), effort(&shared)),
            (alone.exit, untimed(&alone), effort(&alone))
        );
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("run");
    let file = file.to_str().expect("a name");
    let ask = "count --method search --model 'queens 12' --nodes 50000 --stats";
    let stopped = dominox(&format!("{ask} --every 0.02 --checkpoint {file}"));
    assert_eq!(stopped.exit, Some(3), "{}", stopped.transcript());
    assert_eq!(effort(&stopped)[3], "nodes 50000");
    let again = dominox(&format!("resume {file}"));
    assert_eq!(again.exit, Some(3), "{}", again.transcript());
    let end = dominox(&format!("resume --nodes 1000000 {file}"));
    assert_eq!((end.exit, &*end.stdout), (Some(0), "14200\n"));
}

/// `--limit K` that printed K, or all there are, is complete.
#[test]
fn answers_asked_for() {
    let run = dominox_on("solve --limit 3", "endless.txt", &endless());
    assert_eq!(run.answer().lines().count(), 3);
    let run = dominox("solve --limit 3 --show options --model 'queens 4'");
    assert_eq!(run.answer().split("\n\n").count(), 2);
}

#[test]
fn a_limit_that_is_over_stops_the_making_of_a_kernel() {
    let run = dominox("count --timeout 0 --model 'matching 1000'");
    let message = "matching 1000: stopped by the time limit";
    assert_eq!((run.exit, &*run.stdout), (Some(3), "stopped\n"));
    assert!(run.stderr.starts_with(message), "{}", run.stderr);
    let run = dominox("count --timeout 0 --format jsonl --model 'matching 1000'");
    let object: serde_json::Value = serde_json::from_str(&run.stdout).expect("one object");
    let status = object["status"].as_str();
    assert_eq!((run.exit, status), (Some(3), Some("stopped")));
}
