//! Many puzzles at once: whatever the number of threads, what is printed is the same, in the order of the input.

use std::fs;
use std::io::Write;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use crate::run::{ARRAY, CASES, GOOD, GOOD_ANSWER, NUMBERS, bound, command, dominox};
use crate::streams::{lines, rest, wait};

/// The empty grid: listing all its answers never ends.
const ENDLESS: &str =
    ".................................................................................\n";

/// Sudokus of several sizes in several layouts, good and bad ones, with one answer, several and none.
fn sudokus() -> String {
    let equal = GOOD.replace("53..7....", "55..7....");
    let stuck = "12345678.........9".to_owned() + &ENDLESS[18..];
    let bad = GOOD.replace(".195", ".A95");
    let several = GOOD.replace("53..7....", ".........");
    let small = "1.....2..3.....4\n";
    let grid = "12|..\n..|12\n--+--\n21|..\n..|2.\n\n";
    let parts = [
        GOOD, &equal, small, &several, grid, &bad, &stuck, ARRAY, NUMBERS, "\n",
    ];
    let lines = GOOD.repeat(300) + &several.repeat(20) + &bad + &GOOD.repeat(300);
    parts.concat().repeat(12) + &lines + &parts.concat()
}

/// Cases of Sudominoku, some of them bad.
fn cases() -> String {
    let cases = CASES.strip_suffix("0\n").expect("the final 0");
    let bad = "1\n6 B2 6 B3\nC5 A3 D9 I4 A9 E5 A2 C6 I1\n";
    let none = "2\n6 B2 1 B3\n6 B7 2 B8\nC5 A3 D9 I4 A9 E5 A2 C6 I1\n";
    [cases, bad, none, cases].concat().repeat(10) + "0\n"
}

/// What a run prints: standard output, standard error and both together, and its exit code.
fn run(arguments: &str) -> (String, String, String, Option<i32>) {
    let folder = env!("CARGO_TARGET_TMPDIR");
    fs::create_dir_all(folder).expect("a folder");
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    let number = RUNS.fetch_add(1, Ordering::Relaxed);
    let path = format!("{folder}/together-{number}.txt");
    let file = fs::File::create(&path).expect("a file");
    let together = command(arguments)
        .stdin(Stdio::null())
        .stdout(file.try_clone().expect("a second handle"))
        .stderr(file)
        .status()
        .expect("the program runs");
    let apart = command(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    assert_eq!(together.code(), apart.status.code(), "{arguments}");
    let both = fs::read_to_string(&path).expect("UTF-8");
    fs::remove_file(path).expect("a file");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (
        text(apart.stdout),
        text(apart.stderr),
        both,
        apart.status.code(),
    )
}

#[test]
fn the_number_of_threads_does_not_show() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    fs::create_dir_all(folder).expect("a folder");
    let write = |name: &str, text: String| {
        let path = format!("{folder}/{name}");
        fs::write(&path, text).expect("a file");
        path
    };
    let (sudokus, cases) = (write("sudokus.txt", sudokus()), write("cases.in", cases()));
    for (arguments, exit) in [
        (format!("solve {sudokus} missing.txt {sudokus}"), 2),
        (format!("solve --limit 3 {sudokus}"), 2),
        (format!("solve --show board {cases}"), 2),
        (format!("solve --format jsonl {sudokus} {cases}"), 2),
        (format!("solve --strict {sudokus}"), 2),
        (format!("count --tilings {cases} {sudokus}"), 2),
        (format!("unique --witness {sudokus} {cases}"), 2),
        (format!("unique --format jsonl --witness {sudokus}"), 2),
        ("unique boj2580.in board.json sudominoku.in".to_owned(), 0),
    ] {
        let alone = run(&format!("{arguments} --threads 1"));
        assert_eq!(alone.3, Some(exit), "{arguments}");
        assert!(!alone.0.is_empty() && (exit == 0) == alone.1.is_empty());
        for threads in [2, 7] {
            let together = run(&format!("{arguments} --threads {threads}"));
            assert!(together == alone, "{arguments} --threads {threads}");
        }
    }
}

/// The first diagram needs more than half of the memory, while the second one fills a page that cannot be printed yet.
#[test]
fn a_full_page_gives_its_memory_to_the_puzzle_before_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |model: &str| {
        let path = folder.path().join(model.replace(' ', "-"));
        fs::write(&path, dominox(&format!("model {model}")).stdout).expect("a file");
        path.display().to_string()
    };
    let files = ["queens 13", "dominoes 13x14"].map(write).join(" ");
    let diagrams = |threads: u32| {
        let arguments = "zdd --memory 64MiB --export text --timeout-total 200";
        dominox(&format!("{arguments} --threads {threads} {files}"))
    };
    let (one, two) = (diagrams(1), diagrams(2));
    assert!(
        one.stdout.len() > 1 << 21 && one.exit == Some(0),
        "{}",
        one.stderr
    );
    assert_eq!((two.exit, &two.stderr), (Some(0), &one.stderr));
    assert!(two.stdout == one.stdout);
}

/// A program that writes puzzle by puzzle gets each answer before it writes the next puzzle.
#[test]
fn each_puzzle_is_answered_as_it_comes() {
    for threads in [1, 3] {
        let mut child = command(&format!("solve --threads {threads}"))
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let grid = "12|..\n..|12\n--+--\n21|..\n..|2.\n";
        for (question, answer) in [
            (GOOD.to_owned(), GOOD_ANSWER),
            (GOOD.to_owned() + "\n", GOOD_ANSWER),
            (grid.to_owned(), "12|34\n34|12\n--+--\n21|43\n43|21\n"),
            ("\n".to_owned() + GOOD, GOOD_ANSWER),
            (GOOD.repeat(9), &GOOD_ANSWER.repeat(9)),
            (GOOD.to_owned(), GOOD_ANSWER),
        ] {
            stdin.write_all(question.as_bytes()).expect("a reader");
            let number = answer.lines().count();
            let seen = lines(&mut child, number).trim_start().to_owned();
            assert_eq!(seen.lines().next(), answer.lines().next(), "{threads}");
        }
        drop(stdin);
        assert_eq!(wait(child).code(), Some(0));
    }
}

/// The reader of the answers closes the pipe while the program waits for more puzzles; the program notices at the next
/// answer.
#[test]
fn a_reader_that_goes_away_ends_the_program_though_input_stays_open() {
    for threads in [1, 2, 5] {
        let mut child = command(&format!("solve --threads {threads}"))
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin
            .write_all(GOOD.repeat(2).as_bytes())
            .expect("a reader");
        lines(&mut child, 2);
        drop(child.stdout.take());
        // One answer would be enough, but another test's program may hold the pipe open for a moment while it starts.
        while child.try_wait().expect("a child").is_none()
            && stdin.write_all(GOOD.as_bytes()).is_ok()
        {
            thread::sleep(Duration::from_millis(20));
        }
        let stderr = child.stderr.take();
        assert_eq!(wait(child).code(), Some(0), "{threads}");
        assert_eq!(rest(stderr), "", "{threads}");
    }
}

/// Nothing after the first puzzle that a signal stopped is printed, as if it had not been begun.
#[test]
fn a_signal_stops_all_threads() {
    let mut child = command("count --threads 3")
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(GOOD.as_bytes()).expect("a reader");
    assert_eq!(lines(&mut child, 1), "1\n");
    let more = [ENDLESS, ENDLESS, GOOD].concat();
    stdin.write_all(more.as_bytes()).expect("a reader");
    thread::sleep(Duration::from_millis(700));
    crate::streams::interrupt(&child);
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    assert_eq!(wait(child).code(), Some(3));
    let (stdout, stderr) = (rest(stdout), rest(stderr));
    let number = bound(&stdout);
    let said = format!(
        "<stdin>:2: stopped by a signal\n<stdin>:2: at least {number}\n\
         dominox: stopped by a signal\n"
    );
    assert_eq!(stderr, said);
    drop(stdin);
}

/// Answers that wait for an earlier, slow one do not fill the memory: reading pauses.
#[test]
fn what_waits_for_its_turn_is_bounded() {
    let mut child = command("count --threads 3")
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let written = Arc::new(AtomicUsize::new(0));
    let counter = written.clone();
    let feeder = thread::spawn(move || {
        // Reading the same number of lines again would take over a second.
        let short = "5".repeat(79) + "\n";
        stdin.write_all(ENDLESS.as_bytes()).expect("a reader");
        while counter.load(Ordering::Relaxed) < 1 << 20 && stdin.write_all(short.as_bytes()).is_ok()
        {
            counter.fetch_add(short.len(), Ordering::Relaxed);
        }
    });
    thread::sleep(Duration::from_millis(1500));
    assert!(written.load(Ordering::Relaxed) < 1 << 20);
    child.kill().expect("a child");
    wait(child);
    feeder.join().expect("the feeder ends with its pipe");
}
