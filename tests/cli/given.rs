//! `--assume` and `--exclude`: every action answers about the solutions that are left, and reports arguments that name
//! no option.

use std::collections::BTreeSet;

use crate::run::{GOOD, Outcome, assert_transcript, dominox, dominox_on, transcripts};

const KNUTH: &str = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";

/// Four items in a row, each alone or with the next; the option `2 3` twice, and costs.
const ROW: &str = "1 2 3 4\n1 |5\n2\n3 |1\n4\n1 2 |2\n2 3\n3 4 |4\n2 3 |9\n";

/// The solutions, each as the set of its options.
fn solutions(arguments: &str, text: &str) -> Vec<BTreeSet<String>> {
    let run = dominox_on(&format!("solve --all {arguments}"), "row.txt", text);
    let paragraphs = run.stdout.split("\n\n").filter(|text| !text.is_empty());
    let mut solutions: Vec<BTreeSet<String>> = paragraphs
        .map(|text| text.lines().map(str::to_owned).collect())
        .collect();
    solutions.sort();
    solutions
}

fn number(run: &Outcome) -> usize {
    let number = run.stdout.split_whitespace().next().unwrap_or_default();
    number
        .parse()
        .unwrap_or_else(|_| panic!("{}: {}", run.typed, run.stdout))
}

/// Each action against the list of all solutions, of which those that fit are picked.
#[test]
fn every_action_keeps_to_them() {
    let all = solutions("", ROW);
    let cases: [(&str, &str, &str); 5] = [
        ("--assume 3", "3", ""),
        ("--assume '2 1'", "1 2", ""),
        ("--exclude '2 3'", "", "2 3"),
        ("--exclude 1", "", "1"),
        ("--assume 4 --exclude '1 2'", "4", "1 2"),
    ];
    for (arguments, with, without) in cases {
        let fits = |solution: &&BTreeSet<String>| {
            (with.is_empty() || solution.contains(with)) && !solution.contains(without)
        };
        let expected: Vec<_> = all.iter().filter(fits).cloned().collect();
        assert!(!expected.is_empty() && expected.len() < all.len());
        assert_eq!(solutions(arguments, ROW), expected, "{arguments}");
        let run = |action: &str| dominox_on(&format!("{action} {arguments}"), "row.txt", ROW);
        let count = expected.len();
        for action in [
            "count",
            "count --method search",
            "count --method table",
            "count --method list",
        ] {
            assert_eq!(number(&run(action)), count, "{action} {arguments}");
        }
        let word = if count == 1 { "unique\n" } else { "multiple\n" };
        assert_eq!(run("unique").stdout, word, "{arguments}");
        let size = format!("solutions {count}\n");
        assert!(run("zdd").stdout.ends_with(&size), "{arguments}");
        let profile = run("profile").stdout;
        assert!(profile.starts_with(&size), "{arguments}");
        let best = run("best -k 100");
        assert_eq!(best.stdout.matches("cost ").count(), count, "{arguments}");
        let estimate = run("estimate");
        let line = estimate.stdout.lines().next().unwrap_or_default();
        let estimated: Vec<_> = line.split_whitespace().collect();
        assert_eq!(estimated, ["solutions", &count.to_string(), "exactly"]);
        let candidates = run("profile --candidates").stdout;
        for line in candidates.lines() {
            let (word, option) = line.split_once('\t').expect("a tab");
            let occurs = expected.iter().any(|solution| solution.contains(option));
            // Of two equal options, one can be excluded, or unknown to the set.
            assert!(occurs == (word == "some") || option == "2 3", "{line}");
        }
        let sample = run("sample --seed 1 -n 20").stdout;
        for text in sample.trim_end().split("\n\n") {
            let solution: BTreeSet<_> = text.lines().map(str::to_owned).collect();
            assert!(expected.contains(&solution), "{text}");
        }
        let mut encoded: Vec<_> = solutions("", &run("encode").stdout);
        encoded.sort();
        assert_eq!(encoded, expected, "{arguments}");
    }
}

#[test]
fn transcripts_of_them() {
    let runs = [
        dominox_on("solve --assume 'd a f'", "knuth.txt", KNUTH),
        dominox_on("solve --exclude 1", "knuth.txt", KNUTH),
        dominox_on("solve --assume 1 --assume 6", "knuth.txt", KNUTH),
        dominox_on("solve --assume 1 --exclude 1", "knuth.txt", KNUTH),
        dominox_on("count --format jsonl --assume 7", "knuth.txt", KNUTH),
        dominox_on("unique --assume 'a d'", "knuth.txt", KNUTH),
        dominox_on("best --exclude 'a dd'", "knuth.txt", KNUTH),
        dominox_on("zdd --assume -1", "knuth.txt", KNUTH),
        dominox_on("sample --seed 1 --assume '2 3'", "row.txt", ROW),
        dominox_on("encode --assume 4", "knuth.txt", KNUTH),
        dominox_on("encode --assume 9", "knuth.txt", KNUTH),
        dominox_on("encode --assume 1", "bounds.txt", "a 2|b\na b\nb\n"),
        dominox_on("solve --assume 2", "idle.txt", "a | x\na\nx\n"),
        // Givens of the puzzle, and a model.
        dominox_on(
            "solve --assume 'r1c3 r1#5 c3#5 b1#5' --format jsonl",
            "sudoku.txt",
            GOOD,
        ),
        dominox_on("encode --assume 'r1c3 r1#5 c3#5 b1#5'", "sudoku.txt", GOOD),
        dominox("count --model 'queens 8' --assume 1"),
        dominox("count --model 'queens 8' --exclude 1"),
        dominox("unique --model 'langford 3' --assume 1"),
    ];
    assert_transcript!("given", transcripts(runs));
}

/// In a stream, they hold for every puzzle, with any number of threads.
#[test]
fn streams_keep_to_them() {
    let text = "1...............\n................\n.1..............\n".repeat(100);
    let expected = "72\n72\n0\n".repeat(100);
    for threads in [1, 2, 7] {
        let arguments = format!("count --threads {threads} --assume 'r1c1 r1#1 c1#1 b1#1'");
        let run = dominox_on(&arguments, "stream.txt", &text);
        assert_eq!((run.exit, &run.stdout), (Some(0), &expected), "{threads}");
    }
}
