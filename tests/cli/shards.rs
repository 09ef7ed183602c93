//! Searches divided into shards: `split`, `run` and `merge`.

use std::fs;

use crate::run::{Outcome, dominox};

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn file(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    /// Divides a search; the number of shards.
    fn split(&self, what: &str, into: usize, plan: &str) -> usize {
        let plan = self.file(plan);
        let run = dominox(&format!("split {what} --into {into} -o {plan}"));
        assert_eq!(run.exit, Some(0), "{}", run.stderr);
        let text = fs::read_to_string(plan).unwrap();
        text.lines()
            .filter(|line| line.contains("\"shard\":"))
            .count()
    }

    fn run(&self, plan: &str, shard: usize, more: &str) -> Outcome {
        let (plan, result) = (self.file(plan), self.file(&format!("{plan}-{shard}")));
        dominox(&format!("run {plan} --shard {shard} -o {result} {more}"))
    }

    fn merge(&self, plan: &str, shards: impl IntoIterator<Item = usize>) -> Outcome {
        let shards = shards
            .into_iter()
            .map(|shard| self.file(&format!("{plan}-{shard}")));
        let results: Vec<String> = shards.collect();
        dominox(&format!(
            "merge --stats {} {}",
            self.file(plan),
            results.join(" ")
        ))
    }
}

#[test]
fn shards_add_up() {
    let folder = Folder::new();
    for (what, count) in [
        ("--model 'queens 9'", "352"),
        ("--model 'langford 8'", "300"),
        ("boj2580.in", "1"),
        ("--assume 1 --model 'queens 8'", "4"),
    ] {
        let shards = folder.split(what, 5, "plan");
        for shard in 1..=shards {
            assert_eq!(folder.run("plan", shard, "").exit, Some(0));
        }
        let merged = folder.merge("plan", 1..=shards);
        assert_eq!(
            (merged.exit, merged.stdout.trim_end()),
            (Some(0), count),
            "{what}"
        );
        // The same sum as of a listing in one piece.
        if what.starts_with("--model") {
            let listed = dominox(&format!("count --method list --stats {what}"));
            let sum = listed
                .stderr
                .split("checksum ")
                .nth(1)
                .unwrap()
                .split(',')
                .next()
                .unwrap();
            assert!(
                merged.stderr.contains(&format!("checksum {sum}")),
                "{}",
                merged.stderr
            );
        }
    }
}

/// A plan is for searches: if a table is faster, a message says so.
#[test]
fn a_table_that_is_faster_is_pointed_out() {
    let folder = Folder::new();
    let plan = folder.file("plan");
    let split = |what| dominox(&format!("split --model '{what}' --into 3 -o {plan}"));
    let said = split("dominoes 10x12").stderr;
    let count = "dominoes 10x12: a table counts the 65743732590821 solutions in ";
    let seconds = said.strip_prefix(count).expect(&said);
    let seconds = seconds.strip_suffix(" s: see `dominox count`\n");
    assert!(seconds.is_some_and(|s| s.parse::<f64>().is_ok()), "{said}");
    assert_eq!(split("queens 9").stderr, "");
}

/// More nodes than a number holds.
#[test]
fn a_search_without_end_is_divided() {
    let folder = Folder::new();
    let plan = folder.file("plan");
    let split = dominox(&format!("split --model 'queens 30' --into 4 -o {plan}"));
    let says = split
        .stdout
        .contains(" parts and more than 10^19 nodes in ");
    assert!(says && split.stdout.starts_with("queens 30: 4 shards with "));
}

/// One shard is called `shard`, not `shards`.
#[test]
fn one_shard_is_one() {
    let folder = Folder::new();
    fs::write(folder.file("a.dlx"), "a\na\n").unwrap();
    let (puzzle, plan) = (folder.file("a.dlx"), folder.file("plan"));
    let split = dominox(&format!("split --into 1 -o {plan} {puzzle}"));
    let line = format!("{puzzle}:1: 1 shard with 1 part and about 1 node in {plan}\n");
    assert_eq!(split.answer(), line);
    let zdd = dominox("zdd --memory 0 --model 'queens 4'");
    assert!(zdd.stderr.contains("(1 state, 0 nodes)"), "{}", zdd.stderr);
}

/// Several tilings of a grid are one answer, wherever they are found.
#[test]
fn answers_of_a_sudominoku_are_counted_once() {
    let folder = Folder::new();
    let puzzle = folder.file("case.txt");
    let case = "6\n6 B2 1 B3\n2 C4 9 C3\n6 D3 8 E3\n7 E1 4 F1\n8 B7 4 B8\n4 E9 1 F9\nC5 A3 D9 I4 A9 E5 A2 C6 I1\n0\n";
    fs::write(&puzzle, case).unwrap();
    let counted = dominox(&format!("count --tilings {puzzle}"));
    assert_eq!(counted.stdout, "40\t57\n");
    let shards = folder.split(&puzzle, 4, "plan");
    assert_eq!(shards, 4);
    for shard in 1..=shards {
        assert_eq!(folder.run("plan", shard, "-j 2").exit, Some(0));
    }
    let merged = folder.merge("plan", 1..=shards);
    assert_eq!((merged.exit, &*merged.stdout), (Some(0), "40\n"));
}

#[test]
fn what_does_not_fit_is_refused_by_name() {
    let folder = Folder::new();
    let shards = folder.split("--model 'queens 9'", 4, "plan");
    assert_eq!(shards, 4);
    for shard in 1..=shards {
        folder.run("plan", shard, "");
    }
    let missing = folder.merge("plan", [1, 4]);
    assert_eq!(missing.exit, Some(3));
    assert!(missing.stdout.starts_with(">="));
    assert!(
        missing.stderr.contains("have no result: 2, 3: run them"),
        "{}",
        missing.stderr
    );

    let refused = |run: Outcome, reason: &str| {
        run.assert_refused();
        assert!(run.stderr.contains(reason), "{}", run.stderr);
    };
    refused(folder.merge("plan", [1, 2, 2]), "shard 2 is given twice");
    let (path, text) = (
        folder.file("plan-3"),
        fs::read_to_string(folder.file("plan-3")).unwrap(),
    );
    let with = |text: &str| {
        fs::write(&path, text).unwrap();
        folder.merge("plan", 1..=4)
    };
    for end in [text.len() - 9, 9] {
        refused(with(&text[..end]), "truncated");
    }
    refused(
        with(&text.replacen("\"count\":\"", "\"count\":\"1", 1)),
        "altered",
    );
    refused(with("352\n"), "not a result of dominox");
    fs::write(&path, &text).unwrap();
    folder.split("--model 'queens 10'", 4, "other");
    folder.run("other", 3, "");
    fs::copy(folder.file("other-3"), &path).unwrap();
    refused(folder.merge("plan", 1..=4), "belongs to another plan");
    fs::write(&path, &text).unwrap();

    let plan = fs::read_to_string(folder.file("plan")).unwrap();
    fs::write(
        folder.file("plan"),
        plan.replacen("\"shard\":1,\"leaves\":[", "\"shard\":1,\"leaves\":[7,", 1),
    )
    .unwrap();
    refused(folder.run("plan", 1, ""), "altered");
    refused(folder.merge("plan", 1..=4), "altered");
    refused(
        dominox(&format!(
            "run sudominoku.in --shard 1 -o {}",
            folder.file("never")
        )),
        "not a plan of dominox",
    );
    refused(folder.run("other", 99, ""), "there is no shard 99");
}

/// A plan and a result replace another one, and nothing else.
#[test]
fn other_files_are_not_replaced() {
    let folder = Folder::new();
    for (name, text) in [("notes", "notes\n"), ("empty", "")] {
        fs::write(folder.file(name), text).unwrap();
    }
    let (plan, result) = (folder.file("plan"), folder.file("result"));
    let split = |to: &str| dominox(&format!("split --model 'queens 6' --into 2 -o {to}"));
    let run = |to: &str| dominox(&format!("run {plan} --shard 1 -o {to}"));
    for _ in 0..2 {
        assert_eq!(split(&plan).exit, Some(0));
        assert_eq!(run(&result).exit, Some(0));
    }
    let notes = folder.file("notes");
    for (refused, kind) in [
        (split(&notes), "plan"),
        (run(&notes), "result"),
        (split(&result), "plan"),
    ] {
        let expected = format!("this is not a {kind} of dominox, and would be replaced");
        assert!(refused.stderr.contains(&expected), "{}", refused.stderr);
    }
    assert_eq!(fs::read_to_string(notes).unwrap(), "notes\n");
    assert_eq!(split(&folder.file("empty")).exit, Some(0));
}

#[test]
fn a_shard_that_is_stopped_leaves_a_rest() {
    let folder = Folder::new();
    let shards = folder.split("--model 'queens 9'", 3, "plan");
    folder.run("plan", 1, "");
    let stopped = folder.run("plan", 2, "--timeout 0");
    assert_eq!(stopped.exit, Some(3));
    assert!(
        stopped
            .stderr
            .contains("shard 2: stopped by the time limit after 0 of"),
        "{}",
        stopped.stderr
    );
    let merged = folder.merge("plan", [1, 2]);
    assert_eq!(merged.exit, Some(3));
    assert!(
        merged.stderr.contains("were stopped: 2: run them again"),
        "{}",
        merged.stderr
    );
    assert_eq!(shards, 3);
    // What is left becomes a plan of its own, which knows what was found before.
    let files = ["plan", "plan-1", "plan-2"]
        .map(|name| folder.file(name))
        .join(" ");
    let rest = folder.split(&format!("--rest {files}"), 5, "rest");
    assert_eq!(rest, 5);
    for shard in 1..=rest {
        assert_eq!(folder.run("rest", shard, "").exit, Some(0));
    }
    let merged = folder.merge("rest", 1..=rest);
    assert_eq!(
        (merged.exit, &*merged.stdout),
        (Some(0), "352\n"),
        "{}",
        merged.stderr
    );
}
