//! Compressed input, and text in UTF-16: everything that was read before an error is answered.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;

const PUZZLE: &str = "1.....2..3.....4\n";
const ANSWER: &str = "1243342143122134\n";

fn packed(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::none());
    encoder.write_all(text.as_bytes()).expect("memory");
    encoder.finish().expect("memory")
}

fn solve(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_dominox"))
        .arg("solve")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input).expect("a reader");
    drop(stdin);
    child.wait_with_output().expect("an end")
}

#[test]
fn files_and_standard_input_are_unpacked() {
    let bytes = [packed(PUZZLE), packed(PUZZLE)].concat();
    let path = std::env::temp_dir().join(format!("dominox-gzip-{}.txt.gz", std::process::id()));
    let file = path.to_str().expect("a name");
    fs::write(&path, &bytes).expect("a file");
    let of_file = solve(&[file], b"");
    fs::write(&path, PUZZLE.repeat(2)).expect("a file");
    let of_plain = solve(&[file], b"");
    fs::remove_file(&path).expect("the file");
    for output in [of_file, of_plain, solve(&[], &bytes)] {
        assert_eq!(String::from_utf8_lossy(&output.stdout), ANSWER.repeat(2));
        assert_eq!(output.status.code(), Some(0));
    }
}

/// The encodings in which PowerShell redirects output, and in which Notepad may save a file.
#[test]
fn text_in_utf_16_is_read() {
    let marked = format!("\u{feff}{}", PUZZLE.replace('\n', "\r\n"));
    let bytes = |order: fn(u16) -> [u8; 2]| Vec::from_iter(marked.encode_utf16().flat_map(order));
    for bytes in [bytes(u16::to_le_bytes), bytes(u16::to_be_bytes)] {
        let output = solve(&[], &bytes);
        assert_eq!(String::from_utf8_lossy(&output.stdout), ANSWER);
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn data_that_is_cut_off_is_an_error_after_the_answers() {
    let line =
        ".3.26.7.168..7..9.19...45..82.1...4...46.29...5...3.28..93...74.4..5..367.3.18...\n";
    let bytes = packed(&line.repeat(9));
    let output = solve(&[], &bytes[..bytes.len() - 20]);
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 8);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        message.contains("the gzip data ends too early"),
        "{message}"
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn what_was_looked_at_before_the_data_is_cut_off_is_answered() {
    let bytes = packed(&PUZZLE.repeat(9));
    let output = solve(&[], &bytes[..bytes.len() - 12]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), ANSWER.repeat(8));
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(message, "dominox: <stdin>: the gzip data ends too early\n");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn what_comes_after_the_data_is_called_what_it_is() {
    let bytes = [&*packed(PUZZLE), b"\n"].concat();
    let output = solve(&[], &bytes);
    assert_eq!(String::from_utf8_lossy(&output.stdout), ANSWER);
    let message = String::from_utf8_lossy(&output.stderr);
    let reason = "the gzip data are followed by data that are not gzip";
    assert_eq!(message, format!("dominox: <stdin>: {reason}\n"));
    assert_eq!(output.status.code(), Some(2));
}
