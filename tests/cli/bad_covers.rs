//! Bad exact-cover problems.

use crate::run::{Outcome, assert_transcript, dominox, dominox_on, transcripts};

fn bad(name: &str, text: &str) -> Outcome {
    let run = dominox_on("solve", name, text);
    run.assert_refused();
    run
}

#[test]
fn faults() {
    let runs = [
        bad("unknown.txt", "a b c\na d\nb c\n"),
        bad("near.txt", "cell row\ncell rwo\n"),
        bad("case.txt", "Ann Bob\nann\nbob\n"),
        bad("twice-in-option.txt", "a b c\na c a\nb\n"),
        bad("twice-in-items.txt", "a b a\na b\n"),
        bad("colour-on-primary.txt", "a b | x\na x:red\nb:red\n"),
        bad("no-colour.txt", "a b | x\na x:\nb\n"),
        bad("cost.txt", "a b\na |much\nb\n"),
        bad("blank-before-cost.txt", "a b\na b | 3\n"),
        bad("bounds-backwards.txt", "3:2|a b\na\nb\n"),
        bad("no-blank-after-item.txt", "2:3|nurse|night\nnurse night\n"),
        dominox_on("solve --kind cover", "no-items.txt", "| only\n| comments\n"),
        dominox_on("solve --kind cover", "empty.txt", ""),
    ];
    for run in &runs {
        run.assert_refused();
    }
    assert_transcript!("bad-cover", transcripts(runs));
}

/// Kernels that support no bounds name the item, and later files are still answered.
#[test]
fn bounds() {
    let two = "a 2|b 0:3|c\na b\nb c\n";
    let run = dominox_on("count --kernel lanes - sudominoku.in", "bounds.txt", two);
    assert_eq!((run.exit, run.stdout.as_str()), (Some(2), "bad\n1\n1\n"));
    let runs = [
        run,
        dominox_on("solve --kernel units", "between.txt", "a 0:3|c\na\na c\n"),
        dominox_on("unique --kernel lanes", "bounds.txt", two),
        dominox_on("solve", "once.txt", "1|a 1:1|b\na b\n"),
        dominox_on("solve", "short.txt", "3|a\na\na\n"),
    ];
    assert_transcript!("bad-cover-bounds", transcripts(runs));
}

/// An option that can be in no solution is warned about: it is not an error.
#[test]
fn options_without_primary_item() {
    let runs = [
        dominox_on(
            "count",
            "one-idle.txt",
            "a b | x\na x:red\nb x:red\nx:blue\n",
        ),
        dominox_on("solve", "two-idle.txt", "a b | x y\nx y\na b\nx:blue\n"),
        dominox_on("count --format jsonl", "one-idle.txt", "a b | x\na b\nx\n"),
    ];
    for run in &runs {
        assert_eq!(run.exit, Some(0), "{}", run.typed);
    }
    assert_transcript!("idle-options", transcripts(runs));
}

#[test]
fn printed_models_are_read_back() {
    let model = dominox("model latin 3");
    assert_eq!(model.pipe("encode").answer(), model.answer());
}
