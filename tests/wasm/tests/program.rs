//! The program that `same.py` compares with.

use std::process::Command;

#[test]
fn the_transcript_is_printed() {
    let output = Command::new(env!("CARGO_BIN_EXE_transcript")).output();
    let output = output.expect("it runs");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.lines().count() > 200, "{text}");
}
