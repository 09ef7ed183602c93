//! `dominox symmetries`.

use crate::run::{assert_transcript, dominox, dominox_on, transcripts};

/// Colours, equal options, and two items that are always together.
const PROBLEM: &str = "a b c d | x y\na x:red\na x:blue\nb y:red\nb y:blue\nc d\nc d\n";

#[test]
fn symmetries() {
    let runs = [
        dominox("symmetries --model 'queens 4'"),
        dominox("symmetries --model 'latin 3'"),
        dominox("symmetries --symmetry own --model 'latin 3'"),
        dominox("symmetries --model 'queens 4' --assume 1"),
        dominox_on("symmetries", "problem.dlx", PROBLEM),
        dominox_on("symmetries --format jsonl", "problem.dlx", PROBLEM),
        dominox_on("symmetries", "sudoku.txt", "1...\n..1.\n.1..\n4..1\n"),
        dominox_on("symmetries --assume 9", "problem.dlx", PROBLEM),
        dominox_on(
            "symmetries",
            "two.txt",
            "1...............\n2...............\n",
        ),
    ];
    assert_transcript!("symmetries", transcripts(runs));
}

/// Two colours that can change places, and two givens that prevent it.
const COLORS: &str = "a b | x\na x:red\na x:blue\nb x:red\nb x:blue\n";

#[test]
fn up_to_symmetry() {
    let six = "1...\n..1.\n.1..\n4..1\n";
    let runs = [
        dominox("count --up-to-symmetry --model 'queens 8'"),
        dominox("count --up-to-symmetry --method table --model 'dominoes 16x16'"),
        dominox("count --up-to-symmetry --method list --format jsonl --model soma"),
        dominox("count --up-to-symmetry --symmetry own --model 'sudoku 2x2'"),
        dominox("solve --up-to-symmetry --all --show board --model 'queens 5'"),
        dominox("solve --up-to-symmetry --model 'latin 3'"),
        dominox("solve --up-to-symmetry --limit 2 --show options --model 'langford 7'"),
        dominox("unique --up-to-symmetry --model 'latin 3'"),
        dominox("unique --up-to-symmetry --witness --model 'queens 5'"),
        dominox("unique --up-to-symmetry --model 'queens 3'"),
        dominox_on("solve --up-to-symmetry --all", "six.txt", six),
        dominox_on("count --up-to-symmetry", "six.txt", six),
        dominox_on("solve --up-to-symmetry --all", "colors.dlx", COLORS),
        dominox_on(
            "solve --up-to-symmetry --all --assume 1",
            "colors.dlx",
            COLORS,
        ),
        dominox("count --up-to-symmetry --method table --model 'latin 4'"),
        dominox("count --up-to-symmetry --model 'matching 300'"),
        dominox("count --up-to-symmetry --tilings --model 'latin 4'"),
        dominox("solve --up-to-symmetry --all --checkpoint a -o b --model 'latin 4'"),
        dominox("count --symmetry own --model 'latin 4'"),
    ];
    assert_transcript!("up-to-symmetry", transcripts(runs));
}

/// It takes longer to prepare the search than to make the problem.
#[test]
fn without_time_nothing_is_said_to_move() {
    for (format, known) in [
        ("text", "order >=1\n"),
        (
            "jsonl",
            "{\"file\":\"matching 400\",\"index\":1,\"line\":null,\"status\":\"stopped\",\"order\":\"1\",\"order_on_options\":\"1\",\"generators\":[]}\n",
        ),
    ] {
        let run = dominox(&format!(
            "symmetries --model 'matching 400' --timeout 0 --format {format}"
        ));
        assert_eq!((run.exit, &*run.stdout), (Some(3), known));
        let said = "matching 400: the search for symmetries was stopped by the time limit: there may be more\n";
        assert_eq!(run.stderr, said);
    }
}

/// If the share of a thread is too small, the thread waits for the others.
#[test]
fn symmetries_keep_to_the_memory() {
    let refused = dominox("count --up-to-symmetry --memory 1MiB --model 'latin 20'");
    assert_eq!((refused.exit, &*refused.stdout), (Some(3), "stopped\n"));
    let words = "the symmetries of 8000 options take about 6 MiB of memory, more than is allowed; `--memory` allows more";
    assert!(refused.stderr.contains(words), "{}", refused.stderr);
    let puzzles = [
        "1...............\n",
        "12..............\n",
        "................\n",
    ]
    .concat();
    let puzzles = puzzles.repeat(8);
    let counts = |threads: u32| {
        let arguments = format!("count --up-to-symmetry --memory 512KiB --threads {threads}");
        dominox_on(&arguments, "puzzles.txt", &puzzles)
    };
    let (one, sixteen) = (counts(1), counts(16));
    assert_eq!(one.stdout.lines().count(), 24, "{}", one.stderr);
    assert_eq!((&sixteen.stdout, sixteen.exit), (&one.stdout, one.exit));
}
