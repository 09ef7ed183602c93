//! Files that are written: never those that are read, and never a device instead of a file.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::resume::{file, folder};
use crate::run::{command, dominox};

const PROBLEM: &str = "a b c\na\na b\nb c\nb\nc\n";

/// A new folder with a problem `s`, a link to it and a second name of it.
fn folder_with_problem(name: &str) -> std::path::PathBuf {
    let folder = folder(name);
    fs::write(folder.join("s"), PROBLEM).unwrap();
    std::os::unix::fs::symlink("s", folder.join("link")).unwrap();
    fs::hard_link(folder.join("s"), folder.join("twin")).unwrap();
    folder
}

/// What the program says in a folder, and its exit code.
fn said(folder: &Path, arguments: &str) -> (String, Option<i32>) {
    let mut command = command(arguments);
    let output = command.current_dir(folder).stdin(Stdio::null()).output();
    let output = output.expect("the program runs");
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    (stderr, output.status.code())
}

#[track_caller]
fn assert_said(folder: &Path, arguments: &str, message: &str) {
    let expected = (format!("dominox: {message}\n"), Some(2));
    assert_eq!(said(folder, arguments), expected, "{arguments}");
}

#[test]
fn an_input_is_not_written() {
    let folder = folder_with_problem("outputs-inputs");
    fs::write(folder.join("grid"), "1.....2..3.....4\n").unwrap();
    for (arguments, name) in [
        ("solve -o s s", "s"),
        ("solve -o ./s s", "./s"),
        ("solve -o link s", "link"),
        ("solve -o twin s", "twin"),
        ("best -o s - s", "s"),
        ("zdd --export text -o s s", "s"),
        ("solve --format svg -o s% grid s1", "s1"),
        ("count --checkpoint s s", "s"),
        ("count --checkpoint link s", "link"),
        ("split --into 2 -o s s", "s"),
        ("run s --shard 1 -o s", "s"),
        ("generate sudoku --from grid -o grid", "grid"),
        ("generate sudoku --size 4 --pattern grid -o grid", "grid"),
    ] {
        fs::write(folder.join("s1"), PROBLEM).unwrap();
        assert_said(&folder, arguments, &format!("{name}: is also the input"));
        for name in ["s", "s1"] {
            assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), PROBLEM);
        }
    }
    let mut command = command("solve -o s");
    let input = fs::File::open(folder.join("s")).unwrap();
    let status = command.current_dir(&folder).stdin(input).status();
    assert_eq!(status.unwrap().code(), Some(2));
    assert_eq!(fs::read_to_string(folder.join("s")).unwrap(), PROBLEM);
}

/// `-` is standard input where files are read, and not a file where one is written.
#[test]
fn a_dash_is_not_written() {
    let folder = folder_with_problem("outputs-dash");
    for arguments in [
        "solve -o - s",
        "best -o - s",
        "zdd --export text -o - s",
        "split --into 2 -o - s",
        "count --checkpoint - s",
    ] {
        let (stderr, exit) = said(&folder, arguments);
        let message = "expected the name of a file, such as `./-`";
        assert!(stderr.contains(message), "{stderr}");
        assert_eq!(exit, Some(2));
        assert!(!folder.join("-").exists());
    }
}

/// A checkpoint holds arguments as text, in which a name that is not UTF-8 would be lost.
#[test]
fn names_that_are_not_text_are_in_no_checkpoint() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder("outputs-names");
    let name = std::ffi::OsStr::from_bytes(b"q\xff.dlx");
    fs::write(folder.join(name), PROBLEM).unwrap();
    let mut command = command("count --nodes 1 --checkpoint c");
    let run = command.current_dir(&folder).arg(name).output().unwrap();
    let stderr = String::from_utf8(run.stderr).unwrap();
    assert!(
        stderr.contains("needs arguments and a folder in UTF-8"),
        "{stderr}"
    );
    assert_eq!(run.status.code(), Some(2));
    assert!(!folder.join("c").exists());
}

/// Words that name rules are not a file, even if there is a file of this name.
#[test]
fn rules_are_no_input() {
    let folder = folder("outputs-rules");
    let arguments = "generate sudoku --size 4 --variant x --seed 1 -o x";
    for _ in 0..2 {
        assert_eq!(said(&folder, arguments).1, Some(0));
    }
}

#[test]
fn answers_and_checkpoint_are_two_files() {
    let folder = folder_with_problem("outputs-two");
    for arguments in [
        "solve --all --checkpoint c -o ./c s",
        "best -k 2 --checkpoint c -o c s",
    ] {
        assert_said(&folder, arguments, "c: is also the output");
    }
    assert!(!folder.join("c").exists());
}

/// A file replaces what has its name; that must be a file, too.
#[test]
fn a_device_is_not_replaced() {
    let folder = folder_with_problem("outputs-device");
    let made = Command::new("mkfifo").arg(folder.join("pipe")).status();
    assert!(made.unwrap().success());
    let plan = "split --into 2 --model 'queens 6'";
    assert_eq!(said(&folder, &format!("{plan} -o plan")).1, Some(0));
    for arguments in [
        "count s --checkpoint",
        &format!("{plan} -o"),
        "run plan --shard 1 -o",
    ] {
        for (name, message) in [
            (
                "pipe",
                "is a device or a pipe: expected a file, which can be replaced",
            ),
            (".", "is a directory, expected a file"),
        ] {
            let arguments = format!("{arguments} {name}");
            assert_said(&folder, &arguments, &format!("{name}: {message}"));
        }
    }
}

/// Answers that are written as they come may go to a pipe.
#[test]
fn answers_go_to_a_pipe() {
    let folder = folder_with_problem("outputs-pipe");
    let pipe = folder.join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let reader = std::thread::spawn(move || fs::read_to_string(pipe));
    assert_eq!(said(&folder, "solve -o pipe s"), (String::new(), Some(0)));
    assert_eq!(reader.join().unwrap().unwrap(), "a\nb c\n");
}

/// A link stays, and what it leads to is replaced; in a circle it leads nowhere.
#[test]
fn a_link_is_not_replaced() {
    let folder = folder_with_problem("outputs-links");
    fs::create_dir(folder.join("there")).unwrap();
    std::os::unix::fs::symlink("there/c", folder.join("c")).unwrap();
    std::os::unix::fs::symlink("circle", folder.join("circle")).unwrap();
    for _ in 0..2 {
        let counted = said(&folder, "count --checkpoint c s");
        assert_eq!(counted, (String::new(), Some(0)));
        assert!(folder.join("c").is_symlink() && folder.join("there/c").is_file());
    }
    let resumed = dominox(&format!("resume {}", file(&folder, "c")));
    assert_eq!(resumed.answer(), "3\n");
    let (stderr, exit) = said(&folder, "count --checkpoint circle s");
    assert!(stderr.contains("circle was not written"), "{stderr}");
    assert_eq!(exit, Some(0));
}
