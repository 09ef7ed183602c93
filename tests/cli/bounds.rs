//! Items that are covered several times, with every verb.

use crate::estimate::timeless;
use crate::run::{assert_transcript, dominox, dominox_on, transcripts};

/// Free options, options of which two are chosen, a secondary item.
const PROBLEM: &str = "2|a 0:1|b 0:2|c | x\na x\na b |2\na c x |1\nb\nc x\nc |4\n";

#[test]
fn verbs() {
    let on = |arguments| dominox_on(arguments, "problem.dlx", PROBLEM);
    let runs = [
        on("solve --all"),
        on("solve --all --kernel links"),
        on("solve --all --limit 2 --remaining"),
        on("solve --assume 2 --exclude 4"),
        on("count"),
        on("count --method table --assume 'a b'"),
        on("unique"),
        on("unique --witness --assume 'a x' --exclude 4 --exclude c"),
        on("best -k 3"),
        on("best --max --format jsonl"),
        on("sample -n 2 --seed 1"),
        on("profile"),
        on("zdd"),
        on("zdd --export text"),
        on("estimate --seed 1"),
        on("encode --assume 2"),
    ];
    assert_transcript!("bounds", timeless(runs));
}

#[test]
fn none() {
    let runs = [
        dominox_on("solve", "short.dlx", "3|a b\na\na b\n"),
        dominox_on("count", "short.dlx", "3|a b\na\na b\n"),
        dominox_on("solve", "clash.dlx", "2|a 1|b\na b\na b\n"),
        dominox_on(
            "solve --assume 1 --assume 2",
            "clash.dlx",
            "0:1|a b\na\na\nb\n",
        ),
    ];
    assert_transcript!("bounds-none", transcripts(runs));
}

/// The examples of `docs/encodings.md`.
#[test]
fn examples() {
    let runs = [
        dominox("count tests/data/roster.dlx"),
        dominox("best tests/data/roster.dlx"),
        dominox("solve --up-to-symmetry --all --format jsonl tests/data/dissection.dlx"),
    ];
    assert_transcript!("bounds-examples", transcripts(runs));
}
