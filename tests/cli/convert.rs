//! `convert`: what is printed, what is noted, and what is refused.

use crate::run::{assert_transcript, dominox, dominox_on, transcripts};

const WHOLE: &str = "a 1:2|b | x\na b x:red |3\nb |1\na x:red\n";
const PLAIN: &str = "a b c\na b\nc\n";

#[test]
fn formats_notes_and_refusals() {
    let runs = [
        dominox_on("convert --to miniexact", "whole.dlx", WHOLE),
        dominox_on("convert --to cnf", "plain.dlx", PLAIN),
        dominox_on("convert --to json --exclude 3", "whole.dlx", WHOLE),
        dominox_on("convert --to matrix", "whole.dlx", WHOLE),
        dominox_on("convert --to ec --assume 1", "plain.dlx", PLAIN),
        dominox_on("convert", "plain.dlx", PLAIN),
        dominox_on("convert --to matrix", "sudoku.txt", "12..34..........\n")
            .pipe("count --kind matrix"),
        dominox("convert --to ec --model 'queens 4'"),
        dominox("convert --to xcc --model 'langford 3'"),
        dominox_on("convert", "contradiction.txt", "11..............\n"),
    ];
    assert_transcript!("convert", transcripts(runs));
}

/// Each of its lines would be a fault of its own.
#[test]
fn other_commands_name_the_format() {
    for (format, text) in [
        ("json", WHOLE),
        ("miniexact", WHOLE),
        ("xcc", "a b\na b\n"),
        ("ec", PLAIN),
    ] {
        let run = dominox_on(&format!("convert --to {format}"), "whole.dlx", text).pipe("count");
        let said = format!(
            "<stdin>:1:1: this seems to be a problem in the format `{format}`: `dominox convert --from {format}` reads it\n"
        );
        assert_eq!((run.exit, &*run.stdout), (Some(2), "bad\n"), "{format}");
        assert!(run.stderr.starts_with(&said), "{format}: {}", run.stderr);
        assert_eq!(run.stderr.matches("<stdin>").count(), 1, "{}", run.stderr);
    }
    let cover = dominox_on("count", "p.dlx", "p ec 3\np\nec 3\n");
    assert_eq!(cover.answer(), "1\n");
}

#[test]
fn other_commands_say_which_one_reads_a_file() {
    for (text, said) in [
        (
            "{\"dominox\":\"plan\",\"version\":1}\n{\"shard\":1}\n",
            "a plan of shards, which `dominox run` reads",
        ),
        (
            "{\"dominox\":\"result\",\"version\":1}\n",
            "the result of a shard, which `dominox merge` reads",
        ),
        (
            "dominox-run 1\n{}\ndominox-checkpoint 11\n",
            "a checkpoint, which `dominox resume` reads",
        ),
    ] {
        let run = dominox_on("count", "file", text);
        assert_eq!((run.exit, &*run.stdout), (Some(2), "bad\n"));
        let expected = format!("<stdin>:1:1: this is {said}\n");
        assert!(run.stderr.starts_with(&expected), "{}", run.stderr);
    }
}

#[test]
fn other_formats_are_read() {
    let runs = [
        dominox_on(
            "convert --from miniexact",
            "problem.xc",
            "< a b:2;3 > [x]\na x:1;\nb a $4;\n",
        ),
        dominox_on(
            "convert --from xcc",
            "problem.xcc",
            "p xcc 2 1\n2 3 -1 0\n1 3 -1 0\n",
        ),
        dominox_on("convert --from ec", "problem.ec", "p ec 3\ns 1 2\ns 3\n").pipe("solve"),
        dominox_on(
            "convert --from json",
            "problem.json",
            "{\"primary\": [\"a\"], \"options\": [[\"a\"], [\"b\"]]}",
        ),
        dominox_on("convert --from matrix --to ec", "matrix.txt", "110\n001\n"),
        dominox_on("convert --from dlx", "problem.dlx", "a b\na\nc\n"),
        dominox_on(
            "convert --from miniexact",
            "contradiction.xc",
            "< a b >\na b;\na;\n",
        )
        .pipe("count"),
    ];
    assert_transcript!("convert-from", transcripts(runs));
}

#[test]
fn arguments_that_make_no_sense_are_refused() {
    for arguments in [
        "convert --from cnf",
        "convert --to dimacs",
        "convert --from json a b",
        "convert --from json --kind cover",
        "convert --from json --model 'queens 4'",
        "convert --from json missing.json",
        "convert two.dlx --model 'queens 4'",
    ] {
        dominox(arguments).assert_refused();
    }
    let run = crate::run::dominox_on_bytes("convert --from json", "bytes", b"{\xff");
    run.assert_refused();
    let said = "<stdin>:1:2: this is not text: expected UTF-8 without zero bytes";
    assert!(run.stderr.contains(said), "{}", run.stderr);
    let zero = dominox_on("convert --from json", "bytes", "{\n\"primary\"\0: [\"a\"]");
    zero.assert_refused();
    let said = "<stdin>:2:10: this is not text";
    assert!(zero.stderr.contains(said), "{}", zero.stderr);
    for (text, said) in [
        (
            "101\n\n010\n",
            "<stdin>:3:1: a second matrix: expected only one",
        ),
        ("101\n\nhello\n", "<stdin>:3:1: "),
        ("", "<stdin>:1:1: expected rows of 0 and 1"),
    ] {
        let run = dominox_on("convert --from matrix", "matrix.txt", text);
        run.assert_refused();
        assert!(run.stderr.contains(said), "{}", run.stderr);
    }
}

/// Items that are numbers make a text that could be a Sudoku.
#[test]
fn what_is_converted_is_read_as_a_problem() {
    for (text, expected) in [
        ("p ec 4\ns 1 2 3 4\ns 1 2 3 4\ns 1 2 3 4\n", "3\n"),
        ("p ec 4\ns 1 2 3 4\ns 1 2 3 4\ns 1 3\n", "2\n"),
        ("p ec 1\ns 1\n", "1\n"),
    ] {
        let converted = dominox_on("convert --from ec", "problem.ec", text);
        assert_eq!(converted.pipe("count").answer(), expected, "{text}");
    }
}

/// What other commands read goes through a format and comes back.
#[test]
fn the_same_solutions_after_each_format() {
    for format in ["miniexact", "xcc", "ec", "json", "matrix", "dlx"] {
        let converted = dominox(&format!("convert --model 'langford 7' --to {format}"));
        assert_eq!(converted.exit, Some(0), "{format}");
        let back = converted.pipe(&format!("convert --from {format}"));
        assert_eq!(back.pipe("count").answer(), "52\n", "{format}");
    }
}
