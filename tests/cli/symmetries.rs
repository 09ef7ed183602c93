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
