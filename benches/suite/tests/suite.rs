//! The program `suite`, with a stand-in for dominox: what it runs, compares and reports.

use std::fs;
use std::process::{Command, Output};

use dominox::puzzles;
use tempfile::TempDir;

/// What dominox should say of six queens.
const RIGHT: &str = "4";

/// A folder with two problems, and a third one with bounds.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let queens = puzzles::model("queens 6").expect("a model");
    let text = queens.problem().to_text().expect("a text");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    write("queens6.dlx", &text);
    write("colors.dlx", "a b | q\na q:x\nb q:x\nb q:y\na\n");
    write("bounds.dlx", "2|a b\na\na b\n");
    write("notes.txt", "no problem");
    folder
}

/// Runs the suite on the folder; its outputs, and the file of all figures.
fn suite(folder: &TempDir, stand_in: &str, arguments: &[&str]) -> (Output, String) {
    let figures = folder.path().join("figures.tsv");
    let output = Command::new(env!("CARGO_BIN_EXE_suite"))
        .env("STAND_IN", stand_in)
        .arg(folder.path())
        .args(["--no-build", "--dominox"])
        .arg(stand_in_path())
        .arg("--tsv")
        .arg(&figures)
        .args(arguments)
        .output()
        .expect("the suite");
    (output, fs::read_to_string(figures).unwrap_or_default())
}

fn stand_in_path() -> &'static str {
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stand-in.sh")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The cells of the line about a program on an instance.
fn line<'a>(figures: &'a str, instance: &str, program: &str) -> Vec<&'a str> {
    let mut lines = figures
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>());
    let found = lines.find(|cells| cells[0] == instance && cells[3] == program);
    found.unwrap_or_else(|| panic!("{program} on {instance} in {figures}"))
}

#[test]
fn all_programs_are_run_and_agree() {
    let arguments = [
        "--only",
        "queens",
        "--peers",
        "dlx,dancing-links,exact-covers",
        "--turns",
        "2",
    ];
    let (output, figures) = suite(&folder(), RIGHT, &arguments);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    for program in ["auto", "dlx", "dancing-links", "exact-covers"] {
        let cells = line(&figures, "queens6", program);
        assert_eq!(
            (cells[1], cells[2], cells[5]),
            ("xc", "4", "counted"),
            "{cells:?}"
        );
        let [median, least, most] =
            [cells[7], cells[8], cells[9]].map(|cell| cell.parse::<u64>().expect("a time"));
        assert!(least <= median && median <= most, "{cells:?}");
        assert!(
            cells[10].parse::<f64>().is_ok_and(|ratio| ratio > 0.0),
            "{cells:?}"
        );
    }
    assert_eq!(line(&figures, "queens6", "auto")[6], "2");
    let table = stdout(&output);
    let row = table.lines().nth(2).expect("a row");
    assert!(
        row.starts_with("| queens6  |         xc |          4 | "),
        "{table}"
    );
    assert_eq!(stderr(&output), "");
}

#[test]
fn dominox_is_asked_for_kernels_and_methods() {
    let folder = folder();
    let arguments = [
        "--ours",
        "auto,lanes,links/search",
        "--peers",
        "none",
        "--only",
        "queens",
    ];
    let (output, figures) = suite(&folder, RIGHT, &arguments);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let file = folder.path().join("queens6.dlx").display().to_string();
    for (program, words) in [
        ("auto", "--method list"),
        ("lanes", "--kernel lanes --method list"),
        ("links/search", "--kernel links --method search"),
    ] {
        let note = line(&figures, "queens6", program)[11];
        assert_eq!(note, format!("asked: count {words} {file}"));
    }
}

#[test]
fn a_disagreement_is_shouted() {
    let folder = folder();
    let only = ["--peers", "dlx", "--only", "queens"];
    let (output, _) = suite(&folder, "5", &only);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(
        stderr(&output),
        "suite: queens6: COUNTS DISAGREE: 4 (dlx) | 5 (auto)\n"
    );
    assert!(stdout(&output).contains("4≠5"), "{output:?}");

    let manifest = "instance\tkind\tsolutions\nqueens6\txc\t6\ncolors\txcc\t\n";
    fs::write(folder.path().join("MANIFEST.tsv"), manifest).expect("a file");
    let (output, _) = suite(&folder, RIGHT, &["--peers", "none", "--only", "queens"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(
        stderr(&output),
        "suite: queens6: COUNTS DISAGREE: 4 (auto) | 6 (MANIFEST.tsv)\n"
    );
}

#[test]
fn another_peer_reads_its_input_and_tells_in_words() {
    // The line of items and three options hold a `q`.
    let knuth = format!("knuth=sh {} knuth", stand_in_path());
    let arguments = ["--peers", "none", "--only", "colors", "--peer", &knuth];
    let (output, figures) = suite(&folder(), "4", &arguments);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let cells = line(&figures, "colors", "knuth");
    assert_eq!((cells[1], cells[2], cells[4]), ("xcc", "4", "peer"));
}

#[test]
fn peers_that_cannot_are_marked() {
    let arguments = ["--peers", "dlx,dancing-links", "--only", "colors"];
    let (output, figures) = suite(&folder(), "3", &arguments);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let cells = line(&figures, "colors", "dancing-links");
    assert_eq!(
        (cells[5], cells[6], cells[11]),
        ("refused", "0", "no colours")
    );
    assert!(stdout(&output).contains(" – |"), "{output:?}");
}

#[test]
fn peers_rest_where_dominox_has_no_count() {
    let folder = folder();
    let only = ["--peers", "dlx", "--only", "queens"];
    let (output, figures) = suite(&folder, "refuse", &only);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let told = "suite: queens6: dominox has no count, so the peers are not run\n\
         suite: queens6: auto: too large\n";
    assert_eq!(stderr(&output), told);
    let cells = line(&figures, "queens6", "auto");
    assert_eq!((cells[5], cells[11]), ("refused", "too large"));
    assert!(!figures.contains("dlx"), "{figures}");

    let (output, figures) = suite(&folder, "work", &[&only[..], &["--timeout", "1"]].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(line(&figures, "queens6", "auto")[5], "timeout");
    assert!(stdout(&output).contains("timeout |"), "{output:?}");

    let (output, figures) = suite(&folder, "crash", &only);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(
        stderr(&output).contains("queens6: auto FAILED: signal 11"),
        "{output:?}"
    );
    assert_eq!(line(&figures, "queens6", "auto")[5], "failed");
}

#[test]
fn instances_are_chosen_by_name_and_kind() {
    let folder = folder();
    let names = |arguments: &[&str]| -> Vec<String> {
        let (_, figures) = suite(&folder, RIGHT, &[&["--peers", "none"], arguments].concat());
        let names = figures
            .lines()
            .skip(1)
            .filter_map(|line| line.split('\t').next());
        names.map(String::from).collect()
    };
    assert_eq!(names(&[]), ["colors", "queens6"]);
    assert_eq!(names(&["--kind", "mcc"]), ["bounds"]);
    assert_eq!(names(&["--kind", "xc,mcc", "--skip", "queens"]), ["bounds"]);
    assert_eq!(names(&["--only", "queens,col", "--skip", "6"]), ["colors"]);
    let (output, _) = suite(&folder, RIGHT, &["--only", "nothing"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(
        stderr(&output).contains("no instance is left"),
        "{output:?}"
    );
}

#[test]
fn a_missing_peer_is_told() {
    let folder = folder();
    let output = Command::new(env!("CARGO_BIN_EXE_suite"))
        .env("STAND_IN", RIGHT)
        .env("PATH", folder.path())
        .arg(folder.path().join("queens6.dlx"))
        .args([
            "--no-build",
            "--peers",
            "miniexact",
            "--dominox",
            stand_in_path(),
        ])
        .output()
        .expect("the suite");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(
        stderr(&output),
        "suite: miniexact is left out, it is not there\n"
    );
}
