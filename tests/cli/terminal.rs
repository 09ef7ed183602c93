//! Standard input that is a terminal: a note says that the program waits for input, without a prompt.

#![allow(unsafe_code)]

use std::ffi::CStr;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::fd::FromRawFd;
use std::process::Stdio;

use crate::run::{GOOD, GOOD_ANSWER, command};

/// A new terminal: the side of the person, and that of the program.
fn terminal() -> (File, File) {
    let mut name = [0; 64];
    // SAFETY: the descriptor is new and has no other owner; the length of the name is the given one.
    let (master, name) = unsafe {
        let master = libc::posix_openpt(libc::O_RDWR | libc::O_NOCTTY);
        assert!(master >= 0, "a terminal");
        assert_eq!(libc::grantpt(master), 0);
        assert_eq!(libc::unlockpt(master), 0);
        assert_eq!(libc::ptsname_r(master, name.as_mut_ptr(), name.len()), 0);
        (File::from_raw_fd(master), CStr::from_ptr(name.as_ptr()))
    };
    let name = name.to_str().expect("a path");
    let slave = OpenOptions::new().read(true).write(true).open(name);
    (master, slave.expect("the other side"))
}

const NOTE: &str = "dominox: reading standard input, end with Ctrl-D";

#[test]
fn reading_from_a_terminal_says_so() {
    let (mut person, program) = terminal();
    let child = command("solve")
        .stdin(program.try_clone().expect("a descriptor"))
        .stderr(program)
        .spawn()
        .expect("the program starts");
    let mut seen = Vec::new();
    let mut byte = [0];
    while !seen.ends_with(NOTE.as_bytes()) {
        assert_eq!(person.read(&mut byte).expect("the note"), 1);
        seen.push(byte[0]);
    }
    // A line, and Ctrl-D at the start of the next.
    person.write_all(GOOD.as_bytes()).expect("a terminal");
    person.write_all(b"\x04").expect("a terminal");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), GOOD_ANSWER);
    assert_eq!(output.status.code(), Some(0));
}

/// There is no note if no person sees it, or if nothing is read from the terminal.
#[test]
fn otherwise_nothing_is_said() {
    let (_person, program) = terminal();
    for arguments in ["solve boj2580.in", "count --model 'queens 6'"] {
        let child = command(arguments)
            .stdin(program.try_clone().expect("a descriptor"))
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.stderr, b"", "{arguments}");
    }
    let (mut person, program) = terminal();
    let child = command("solve")
        .stdin(program)
        .spawn()
        .expect("the program starts");
    person.write_all(GOOD.as_bytes()).expect("a terminal");
    person.write_all(b"\x04").expect("a terminal");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.stderr, output.status.code()), (vec![], Some(0)));
}
