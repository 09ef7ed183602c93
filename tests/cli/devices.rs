//! A full device: every action reports it, and none of them exits as if everything had been written.

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

/// An action without output does not need the device.
#[test]
fn a_quiet_run_needs_no_device() {
    let (stderr, exit) = run_into_full("unique --quiet boj2580.in");
    assert_eq!((stderr.as_str(), exit), ("", Some(0)));
}

/// Closed, as by `>&-`, standard output takes nothing.
#[test]
fn a_closed_output_is_an_error() {
    let program = env!("CARGO_BIN_EXE_dominox");
    let line = "1.....2..3.....4";
    for (action, closed, exit) in [
        ("unique", ">&-", 2),
        ("solve", ">&-", 2),
        ("--help", ">&-", 2),
        ("unique --quiet", ">&-", 0),
        ("unique", "> /dev/null", 0),
    ] {
        let script = format!("echo {line} | {{ '{program}' {action} {closed}; }}");
        let output = std::process::Command::new("sh")
            .args(["-c", &script])
            .output();
        let output = output.expect("a shell");
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(exit), "{script}: {said}");
        let is_said = said.contains("dominox: standard output is closed\n");
        assert_eq!(is_said, exit == 2, "{script}: {said}");
    }
}

/// `--output` may name a device; messages about it have that name.
#[test]
fn output_to_a_device() {
    let run = |arguments: &str| {
        let run = crate::run::dominox(arguments);
        (run.stderr, run.exit)
    };
    let done = (String::new(), Some(0));
    let checkpoint = concat!(env!("CARGO_TARGET_TMPDIR"), "/device.run");
    let _ = std::fs::remove_file(checkpoint);
    for more in ["", &format!("--checkpoint {checkpoint}")] {
        let list = format!("solve --all --model 'queens 6' {more}");
        assert_eq!(run(&format!("{list} -o /dev/null")), done);
        let fault = "dominox: /dev/full: No space left on device (os error 28)\n";
        assert_eq!(
            run(&format!("{list} -o /dev/full")),
            (fault.to_owned(), Some(2))
        );
    }
}
