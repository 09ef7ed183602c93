//! The programs around the crates count as dominox does, and refuse what they cannot do.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use dominox::puzzles;
use dominox::{Problem, Solver};

const PEERS: [&str; 3] = [
    env!("CARGO_BIN_EXE_peer-dlx"),
    env!("CARGO_BIN_EXE_peer-dancing-links"),
    env!("CARGO_BIN_EXE_peer-exact-covers"),
];

/// Colours on secondary items, a plain use of one, and an option that is in no solution.
const COLORED: &str =
    "| colours\na b c | p q-1\na p:red q-1:x\na p:blue\nb p:red\nb q-1:x\nb p\nc q-1:y\nc\np:red\n";

fn peer(path: &str, text: &str) -> Output {
    let mut child = Command::new(path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a peer");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(text.as_bytes()).expect("a reader");
    drop(input);
    child.wait_with_output().expect("an end")
}

fn count(path: &str, text: &str) -> String {
    let output = peer(path, text);
    assert!(output.status.success(), "{path}: {output:?}");
    String::from_utf8(output.stdout).expect("a number")
}

#[test]
fn peers_count_as_dominox_does() {
    for (spec, solutions) in [
        ("queens 6", "4\n"),
        ("langford 7", "52\n"),
        ("dominoes 4x4", "36\n"),
        ("latin 4", "576\n"),
        ("dominoes 3x3", "0\n"),
    ] {
        let model = puzzles::model(spec).expect("a model");
        let text = model.problem().to_text().expect("a text");
        for path in PEERS {
            assert_eq!(count(path, &text), solutions, "{spec}, {path}");
        }
    }
}

#[test]
fn peers_know_colors_or_refuse_them() {
    let problem: Problem = COLORED.parse().expect("a problem");
    let solutions = Solver::new(&problem).expect("a kernel").count();
    let [dlx, dancing_links, exact_covers] = PEERS;
    assert_eq!(count(dlx, COLORED), format!("{solutions}\n"));
    assert_eq!(count(exact_covers, COLORED), format!("{solutions}\n"));
    let refused = peer(dancing_links, COLORED);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&refused.stderr), "no colours\n");
}

/// Bounds, with a free option.
const BOUNDED: &str = "2|a 0:1|b 1:3|c\na b\na c\na\nb c\nc\nb\n";

#[test]
fn peers_know_bounds_or_refuse_them() {
    let problem: Problem = BOUNDED.parse().expect("a problem");
    let solutions = Solver::new(&problem).expect("a kernel").count();
    let [dlx, others @ ..] = PEERS;
    assert_eq!(count(dlx, BOUNDED), format!("{solutions}\n"));
    for path in others {
        is_refused(path, BOUNDED, "no bounds\n");
    }
}

#[test]
fn peers_refuse_what_is_no_problem() {
    for path in PEERS {
        is_refused(path, "a b\na c\n", "line 2: unknown item c\n");
        is_refused(path, "", "no line of items\n");
    }
}

fn is_refused(path: &str, text: &str, reason: &str) {
    let refused = peer(path, text);
    assert_eq!(refused.status.code(), Some(2), "{path}");
    assert_eq!(String::from_utf8_lossy(&refused.stderr), reason, "{path}");
    assert_eq!(refused.stdout, b"");
}
