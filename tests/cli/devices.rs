//! A device that is full: every action says so, and none of them exits as if all had been written.

use std::fs::OpenOptions;
use std::process::Stdio;

use crate::run::command;

/// Standard error and the exit code of a run whose standard output is full.
fn run_into_full(arguments: &str) -> (String, Option<i32>) {
    let full = OpenOptions::new().write(true).open("/dev/full");
    let child = command(arguments)
        .stdin(Stdio::null())
        .stdout(full.expect("a full device"))
        .spawn()
        .expect("the program starts");
    let output = child.wait_with_output().expect("the program ends");
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    (stderr, output.status.code())
}

#[test]
fn a_full_device_is_reported() {
    let commands = [
        "--help",
        "-h",
        "-V",
        "help solve",
        "solve --help",
        "count -V",
        "man",
        "completions bash",
        "formats",
        "model queens 8",
        "encode boj2580.in",
        "solve boj2580.in",
        "solve --all --model 'queens 9'",
        "solve --format jsonl boj2580.in",
        "solve --summary boj2580.in",
        "count boj2580.in board.json",
        "unique boj2580.in",
        "estimate boj2580.in",
        "best boj2580.in",
        "sample --seed 1 boj2580.in",
        "profile boj2580.in",
        "profile --candidates boj2580.in",
        "zdd boj2580.in",
        "zdd --export json --model 'queens 8'",
    ];
    for arguments in commands {
        let (stderr, exit) = run_into_full(arguments);
        let expected = "dominox: standard output: No space left on device (os error 28)\n";
        assert_eq!(
            (stderr.as_str(), exit),
            (expected, Some(2)),
            "dominox {arguments}"
        );
    }
}

/// What has no output to lose does not mind.
#[test]
fn a_quiet_run_needs_no_device() {
    let (stderr, exit) = run_into_full("unique --quiet boj2580.in");
    assert_eq!((stderr.as_str(), exit), ("", Some(0)));
}
