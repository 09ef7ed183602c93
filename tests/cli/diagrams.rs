//! Diagrams of all solutions: `sample`, `profile` and `zdd`.

use crate::run::{assert_transcript, dominox, dominox_on, second_case, transcripts};

const COLORED: &str = "a b | x y\na x:r\na x:b y\nb x:r\nb\n";
const SEVERAL: &str = "1.....2..3......\n1...............\n";
const NONE: &str = "11..............\n";

#[test]
fn samples() {
    let runs = [
        dominox_on("sample -n 3 --seed 1", "two.txt", SEVERAL),
        dominox("sample -n 2 --seed 1 --model 'dominoes 4x4'"),
        dominox("sample --seed 1 --show options --model 'queens 6'"),
        dominox_on("sample -n 2 --seed 1 --format jsonl", "two.txt", SEVERAL),
        dominox_on("sample --seed 1", "colored.dlx", COLORED),
        dominox_on("sample --seed 1", "case.in", &second_case()),
        dominox_on("sample --seed 1", "none.txt", NONE),
        dominox("sample --seed x --model 'queens 6'"),
        dominox("sample -n 0 --model 'queens 6'"),
    ];
    assert_transcript!("samples", transcripts(runs));
}

#[test]
fn a_seed_draws_the_same_with_any_number_of_threads() {
    let text = SEVERAL.repeat(20);
    let draw = |more: &str| dominox_on(&format!("sample --box 2x2 -n 5 {more}"), "many.txt", &text);
    let one = draw("--seed 7 --threads 1");
    assert_eq!(one.stdout, draw("--seed 7 --threads 3").stdout);
    assert_ne!(one.stdout, draw("--seed 8").stdout);
    let unsaid = draw("");
    let seed = unsaid.stderr.trim().strip_prefix("dominox: seed ");
    let again = draw(&format!("--seed {}", seed.expect(&unsaid.stderr)));
    assert_eq!(unsaid.stdout, again.stdout);
}

/// Pencil marks: of a puzzle with millions of answers, with none, of a cover, and after a limit.
#[test]
fn candidates() {
    let runs = [
        dominox_on("profile --candidates", "two.txt", SEVERAL),
        dominox_on("profile --candidates", "open.txt", "12..............\n"),
        dominox_on(
            "profile --candidates --format jsonl",
            "open.txt",
            "12..............\n",
        ),
        dominox("profile --candidates --model 'queens 6'"),
        dominox_on("profile --candidates", "colored.dlx", COLORED),
        dominox_on(
            "profile --candidates --format jsonl",
            "colored.dlx",
            COLORED,
        ),
        dominox_on("profile --candidates", "none.txt", NONE),
    ];
    assert_transcript!("candidates", transcripts(runs));
    let cut = dominox("profile --candidates --timeout 0 --model 'sudoku 3x3'");
    assert_eq!(cut.exit, Some(3), "{}", cut.stderr);
    assert!(cut.stdout.contains("?123456789"), "{}", cut.stdout);
}

#[test]
fn profiles() {
    let runs = [
        dominox_on("profile", "two.txt", SEVERAL),
        dominox_on("profile", "colored.dlx", COLORED),
        dominox_on("profile --format jsonl", "colored.dlx", COLORED),
        dominox("profile --model 'queens 6'"),
        dominox("profile --show options --model 'dominoes 2x3'"),
        dominox_on("profile", "none.txt", NONE),
    ];
    assert_transcript!("profiles", transcripts(runs));
}

#[test]
fn of_a_sudominoku_each_tiling_counts() {
    let run = dominox_on("profile", "case.in", &second_case());
    assert!(run.stdout.starts_with("solutions 2\n"), "{}", run.stdout);
    assert_eq!(run.stdout.matches(":\n┌").count(), 9, "a board a digit");
    assert!(
        run.stderr.contains("note: results count tilings"),
        "{}",
        run.stderr
    );
}

#[test]
fn diagrams() {
    let runs = [
        dominox("zdd --model 'dominoes 8x8'"),
        dominox("zdd --format jsonl --model 'dominoes 8x8'"),
        dominox("zdd --export text --model 'dominoes 2x3'"),
        dominox("zdd --export dot --model 'dominoes 2x3'"),
        dominox("zdd --export json --model 'dominoes 2x3'"),
        dominox("zdd --export text --format jsonl --model 'dominoes 2x3'"),
        dominox_on("zdd", "two.txt", SEVERAL),
        dominox_on("zdd", "none.txt", NONE),
        dominox_on("zdd --export text", "none.txt", NONE),
    ];
    assert_transcript!("diagrams", transcripts(runs));
}

/// The numbers that say how far it came depend on the build; that there are such numbers does not.
#[test]
fn a_diagram_that_is_too_large_is_refused() {
    for action in ["zdd", "sample --seed 1", "profile"] {
        let run = dominox(&format!("{action} --memory 64KiB --model 'dominoes 12x12'"));
        assert_eq!(
            (run.exit, run.stdout.as_str()),
            (Some(3), ""),
            "{}",
            run.stderr
        );
        assert!(run.stderr.contains("would need "), "{}", run.stderr);
        assert!(
            run.stderr.contains("the limit leaves 64 KiB"),
            "{}",
            run.stderr
        );
        assert!(run.stderr.contains(" states"), "{}", run.stderr);
    }
    let run = dominox("zdd --memory 64KiB --format jsonl --model 'dominoes 12x12'");
    assert!(
        run.stdout.contains(r#""status":"stopped","error":""#),
        "{}",
        run.stdout
    );
}

#[test]
fn the_only_solution_may_have_no_options() {
    let run = dominox_on("profile --candidates --exclude 1", "one.dlx", "0:2|a\na\n");
    assert_eq!((run.exit, &*run.stderr), (Some(0), ""), "{}", run.stdout);
    let none = dominox_on("profile --candidates --exclude 1", "one.dlx", "1:2|a\na\n");
    assert_eq!((none.exit, &*none.stdout), (Some(1), ""));
}

#[test]
fn a_diagram_is_given_up_when_time_is_over() {
    let run = dominox("zdd --timeout 0 --model 'dominoes 12x12'");
    let reason =
        "dominoes 12x12: time ran out while the diagram was being built, at the first level\n";
    assert_eq!(
        (run.exit, &*run.stdout, &*run.stderr),
        (Some(3), "", reason)
    );
}

/// Drawing and ranking take long here, not the diagram.
#[test]
fn draws_and_ranks_end_when_time_is_over() {
    for action in [
        "sample -n 1000000000 --seed 1",
        "best -k 1000000000 --method table",
    ] {
        let run = dominox(&format!("{action} --timeout 0.3 --model 'dominoes 8x8'"));
        assert_eq!(run.exit, Some(3), "{}", run.stderr);
        assert!(
            run.stderr.contains("stopped by the time limit"),
            "{}",
            run.stderr
        );
        assert!(!run.stdout.is_empty(), "what was found is told");
    }
}
