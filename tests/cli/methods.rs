//! Ways to count, and the checksum of what was listed.

use crate::run::{GOOD, Outcome, assert_transcript, dominox, dominox_on, second_case, transcripts};

/// The checksum that `--stats` tells.
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
    }
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

/// Two programs that follow `docs/format.md` agree: these sums were computed by another one.
#[test]
fn the_checksum_is_the_documented_one() {
    let problem = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
    let none = "a b\na\n";
    let runs = [("knuth.dlx", problem), ("none.dlx", none)]
        .map(|(name, text)| dominox_on("count --method list --stats", name, text));
    assert_transcript!("checksum", transcripts(runs));
}
