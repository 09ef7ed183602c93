//! Programs that others wrote, where they are installed: miniexact and MiniZinc. The checks before a merge install both
//! if possible.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use dominox::Problem;
use dominox::formats::{Format, write};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::problems::{ALL, Choice, With, problem, solutions};

/// Random problems, the same each time.
fn problems(with: With, count: usize) -> Vec<Problem> {
    let mut runner = TestRunner::deterministic();
    let strategy = problem(with);
    let tree = |_| strategy.new_tree(&mut runner).expect("a problem").current();
    (0..count).map(tree).collect()
}

/// Whether a program is there.
fn is_there(name: &str, question: &str) -> bool {
    let is_there = Command::new(name).arg(question).output().is_ok();
    if !is_there {
        eprintln!("skipped: there is no {name}");
    }
    is_there
}

/// What a program prints for a text in a file.
fn run(name: &str, arguments: &[&str], suffix: &str, text: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(format!("problem.{suffix}"));
    fs::write(&path, text).expect("a file");
    let output = Command::new(name)
        .args(arguments)
        .arg(&path)
        .output()
        .expect("a run");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        !error.to_lowercase().contains("error"),
        "{name}: {error}\n{text}"
    );
    String::from_utf8(output.stdout).expect("text")
}

fn numbers(line: &str) -> Choice {
    line.split_whitespace()
        .map(|word| word.parse().expect(line))
        .collect()
}

/// Its solutions are lines of the numbers of options.
fn by_miniexact(algorithm: &str, text: &str) -> BTreeSet<Choice> {
    let printed = run("miniexact", &[algorithm, "-e"], "xc", text);
    let is_solution = |line: &&str| line.starts_with(|c: char| c.is_ascii_digit());
    printed.lines().filter(is_solution).map(numbers).collect()
}

/// The solutions with any option: what miniexact prints of the other one is a blank line, as after each.
fn listed(problem: &Problem) -> BTreeSet<Choice> {
    let mut all = solutions(problem);
    all.remove(&Choice::new());
    all
}

#[test]
fn miniexact_finds_the_same_solutions() {
    if !is_there("miniexact", "-h") {
        return;
    }
    let plain = With {
        bounds: false,
        ..ALL
    };
    for problem in problems(plain, 60) {
        let all = listed(&problem);
        for format in [Format::Miniexact, Format::Xcc] {
            let text = write(&problem, format).unwrap().text;
            assert_eq!(by_miniexact("-c", &text), all, "{text}");
        }
    }
    let bounded = With {
        bounds: true,
        ..ALL
    };
    for problem in problems(bounded, 60) {
        let text = write(&problem, Format::Miniexact).unwrap().text;
        assert_eq!(by_miniexact("-m", &text), listed(&problem), "{text}");
    }
}

#[test]
fn minizinc_finds_the_same_solutions() {
    if !is_there("minizinc", "--version") {
        return;
    }
    let free = With {
        costs: false,
        ..ALL
    };
    for problem in problems(free, 8) {
        let text = write(&problem, Format::Mzn).unwrap().text;
        let printed = run("minizinc", &["--solver", "gecode", "-a"], "mzn", &text);
        let lines = printed.lines().take_while(|line| !line.starts_with("=="));
        let found = lines.filter(|line| !line.starts_with("--")).map(numbers);
        assert_eq!(
            found.collect::<BTreeSet<_>>(),
            solutions(&problem),
            "{text}"
        );
    }
    for problem in problems(ALL, 8) {
        let cost = |choice: &Choice| -> u64 {
            let chosen = problem
                .options()
                .filter(|o| choice.contains(&(o.index() + 1)));
            chosen.map(|option| problem.cost(option)).sum()
        };
        let text = write(&problem, Format::Mzn).unwrap().text;
        let printed = run("minizinc", &["--solver", "gecode"], "mzn", &text);
        let best = printed.lines().find(|line| !line.starts_with(['-', '=']));
        let best = best.map(|line| cost(&numbers(line)));
        assert_eq!(
            best,
            solutions(&problem).iter().map(cost).min(),
            "{text}\n{printed}"
        );
    }
}
