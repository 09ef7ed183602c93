//! Ways to count, and the checksum of what was listed.

use crate::run::{GOOD, Outcome, assert_transcript, dominox, dominox_on, second_case, transcripts};

/// The checksum that `--stats` prints.
fn checksum(run: &Outcome) -> &str {
    let parts = run.stderr.split(", ");
    parts
        .filter_map(|part| part.strip_prefix("checksum "))
        .next()
        .unwrap_or_else(|| panic!("no checksum in {}", run.stderr))
}

const MODELS: [&str; 4] = ["queens 8", "langford 7", "pentominoes 3x20", "latin 4"];

#[test]
fn all_methods_count_the_same() {
    for model in MODELS {
        let count = |method| {
            let run = dominox(&format!("count --method {method} --model '{model}'"));
            run.answer().to_owned()
        };
        assert_eq!(count("list"), count("search"), "{model}");
        assert_eq!(count("list"), count("auto"), "{model}");
        assert_eq!(count("list"), count("table"), "{model}");
    }
}

/// A table needs no kernel, so one that does not support the problem is not a fault.
#[test]
fn a_table_does_not_ask_for_a_kernel() {
    for (problem, count) in [("a 0:2|b\na b\na\nb\n", "4\n"), ("a b\na b\na\nb\n", "2\n")] {
        for kernel in ["lanes", "units", "rows"] {
            let command = format!("count --method table --kernel {kernel}");
            let run = dominox_on(&command, "problem", problem);
            assert_eq!((&*run.stdout, run.exit), (count, Some(0)), "{}", run.stderr);
        }
    }
}

#[test]
fn memory_has_units_and_does_not_change_the_number() {
    for size in [
        "1GiB", "512MiB", "4g", "64KiB", "100 kb", "3", "0", "1.5G", ".25TiB",
    ] {
        let run = dominox(&format!(
            "count --method table --memory '{size}' --model 'latin 4'"
        ));
        assert_eq!(run.answer(), "576\n", "{size}");
    }
}

/// A count that no search could finish, whichever method `--stats` names.
#[test]
fn statistics_tell_which_method_counted() {
    let large = dominox("count --stats --model 'dominoes 12x12'");
    assert_eq!(large.stdout, "53060477521960000\n");
    assert!(
        large.stderr.contains("counted by table 1, states "),
        "{}",
        large.stderr
    );
    let small = dominox("count --stats --model 'queens 6'");
    assert!(!small.stderr.contains("by table"), "{}", small.stderr);
    let asked = dominox("count --stats --kernel links --model 'dominoes 6x6'");
    assert!(!asked.stderr.contains("by table"), "{}", asked.stderr);
}

#[test]
fn what_a_table_cannot_do_is_refused() {
    let runs = [
        dominox("count --method table sudominoku.in"),
        dominox("count --method table --format jsonl sudominoku.in"),
        dominox("count --memory lots --model 'queens 6'"),
        dominox("count --memory 99999999999GiB --model 'queens 6'"),
        dominox("count --method table --timeout 0 --model 'queens 6'"),
    ];
    assert_transcript!("table-refused", transcripts(runs));
}

#[test]
fn the_checksum_is_that_of_the_solutions_whatever_kernel_finds_them() {
    let several = GOOD.replace("53..7....", ".........");
    let text = GOOD.to_owned() + &several;
    let by = |kernel: &str| {
        let arguments = format!("count --method list --stats --kernel {kernel}");
        let mut runs: Vec<_> = MODELS
            .map(|model| dominox(&format!("{arguments} --model '{model}'")))
            .into();
        runs.push(dominox_on(&arguments, "two.txt", &text));
        runs.push(dominox_on(&arguments, "case.in", &second_case()));
        runs.push(dominox_on(
            &format!("{arguments} --tilings"),
            "case.in",
            &second_case(),
        ));
        runs
    };
    let links = by("links");
    for (one, other) in ["lanes", "rows"]
        .iter()
        .flat_map(|other| links.iter().zip(by(other)))
    {
        assert_eq!(checksum(one), checksum(&other), "{}", one.typed);
        assert_eq!(one.stdout, other.stdout, "{}", one.typed);
    }
    let units = dominox_on(
        "count --method list --stats --kernel units",
        "two.txt",
        &text,
    );
    assert_eq!(checksum(&units), checksum(&links[MODELS.len()]));
    let mut sums: Vec<_> = links.iter().map(checksum).collect();
    sums.sort_unstable();
    sums.dedup();
    assert_eq!(
        sums.len(),
        MODELS.len() + 2,
        "with and without tilings, one is the same"
    );
}

/// Two programs that follow `docs/output.md` agree: these sums were computed by another one.
#[test]
fn the_checksum_is_the_documented_one() {
    let problem = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
    let none = "a b\na\n";
    let runs = [("knuth.dlx", problem), ("none.dlx", none)]
        .map(|(name, text)| dominox_on("count --method list --stats", name, text));
    assert_transcript!("checksum", transcripts(runs));
}
