//! The best solutions, by cost.

use crate::run::{assert_transcript, dominox, dominox_on, second_case, transcripts};

const COSTS: &str = "a b c | s\na b |5\na s:red |4\nb s:red |4\nb c s:blue |9\nc |1\nb c |3 |2\n";

#[test]
fn of_a_cover() {
    let runs = [
        "best",
        "best -k 2",
        "best -k 9",
        "best -k 2 --max",
        "best -k 2 --format jsonl",
    ];
    let runs = runs.map(|arguments| dominox_on(arguments, "costs.dlx", COSTS));
    assert_transcript!("best", transcripts(runs));
}

#[test]
fn of_puzzles() {
    let runs = [
        dominox("best -k 2 --model 'queens 4'"),
        dominox("best boj2580.in"),
        dominox_on("best -k 9", "case.in", &second_case()),
        dominox_on("best -k 2", "none.dlx", "a b | s\na s\nb s |2\n"),
        dominox_on("best --format jsonl", "none.dlx", "a b\na |1\n"),
        dominox_on("best", "bounds.dlx", "2|a b\na\na\nb |7\n"),
    ];
    assert_transcript!("best-puzzles", transcripts(runs));
}

#[test]
fn wrong_arguments() {
    let runs = [
        "best -k 0",
        "best -k",
        "best --kernel rows --model 'queens 4'",
    ]
    .map(dominox);
    for run in &runs {
        run.assert_refused();
    }
    assert_transcript!("best-wrong-arguments", transcripts(runs));
}

/// Costs of more than 64 bits, and their sums.
#[test]
fn of_large_costs() {
    let text =
        "a b c\na b |18446744073709551615\nc |18446744073709551614\nc |18446744073709551615\n";
    let costs = |arguments| {
        let run = dominox_on(arguments, "large.dlx", text);
        let lines = run.answer().lines().filter(|line| line.starts_with("cost"));
        Vec::from_iter(lines.map(str::to_owned))
    };
    let (least, most) = ("cost 36893488147419103229", "cost 36893488147419103230");
    assert_eq!(costs("best -k 3"), [least, most]);
    assert_eq!(costs("best --max"), [most]);
}

#[test]
fn known_minima() {
    for (file, minimum) in [
        ("cost_domino8x8.dlx", "cost 11451\n"),
        ("cost_match24.dlx", "cost 754\n"),
        ("cost_queens16d.dlx", "cost 2720\n"),
    ] {
        let run = dominox(&format!("best {file}"));
        assert!(run.answer().starts_with(minimum), "{}", run.transcript());
    }
}

#[test]
fn a_search_that_is_cut_off_tells_what_it_has() {
    let run = dominox("best --timeout 0 cost_match24.dlx");
    let said = "cost_match24.dlx:2: stopped by the time limit\n\
                cost_match24.dlx:2: not proven to be the best: no solution costs less than ";
    assert_eq!((run.exit, &*run.stdout), (Some(3), ""));
    assert!(run.stderr.starts_with(said), "{}", run.stderr);

    let run = dominox("best --timeout 0 --max --format jsonl cost_match24.dlx");
    let object: serde_json::Value = serde_json::from_str(&run.stdout).expect("one object");
    assert_eq!(
        (run.exit, object["status"].as_str()),
        (Some(3), Some("stopped"))
    );
    let bound: u64 = object["bound"].as_str().unwrap().parse().unwrap();
    assert!((754..=24 * 999).contains(&bound), "{bound}");
}

/// The bound shows that the solution which was found is the best, though the limit came before the search was over.
#[test]
fn what_the_bound_proves_is_proven() {
    let text = "a b c\na b\na\nb\nc\nb c |3\nc |2\n";
    let run = dominox_on("best --max --method search --nodes 3", "problem", text);
    assert_eq!((run.answer(), run.exit), ("cost 3\na\nb c\n", Some(0)));
    let free = dominox("best -k 10000000 --nodes 100 --model 'queens 14'");
    assert_eq!(free.exit, Some(3));
    let said = "queens 14: there may be more solutions that cost 0; none costs less\n";
    assert!(free.stderr.ends_with(said), "{}", free.stderr);
}

#[test]
fn statistics() {
    // All solutions of the last cost the same: any will do.
    for (name, kernel, cost) in [
        ("match24", "prices", 754),
        ("queens16", "prices", 3601),
        ("queens16d", "links", 2720),
    ] {
        let run = dominox(&format!("best --stats cost_{name}.dlx"));
        assert!(run.stdout.starts_with(&format!("cost {cost}\n")));
        let told = format!("kernel {kernel}, puzzles 1, solutions 1, nodes ");
        assert!(run.stderr.starts_with(&told), "{}", run.stderr);
    }
}
