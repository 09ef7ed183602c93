//! What `--timeout`, `--timeout-total` and `--memory` promise, measured on the running program.
//!
//! Time is processor time, which other programs do not change: a puzzle may take no more of it than its time. The peak is
//! that of the resident memory, read from the system every millisecond: what `wait4` reports includes the memory of the
//! program that started this one.

#![allow(unsafe_code)]

use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write as _};
use std::mem::MaybeUninit;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::run::command;

/// The time and memory of a run.
struct Spent {
    typed: String,
    exit: Option<i32>,
    processor: Duration,
    /// Bytes.
    peak: u64,
    stdout: Vec<u8>,
    stderr: String,
}

/// Runs the program on a text.
#[expect(clippy::zombie_processes, reason = "`wait4` waits for it")]
fn spend(arguments: &str, text: &str) -> Spent {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("problem.dlx");
    fs::write(&path, text).expect("a file");
    let mut command = command(arguments);
    if !text.is_empty() {
        command.arg(&path);
    }
    let mut child = command
        .stdin(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdout.take().expect("a pipe");
    let stdout = thread::spawn(move || {
        let mut stdout = Vec::new();
        pipe.read_to_end(&mut stdout).map(|_| stdout)
    });
    let mut pipe = child.stderr.take().expect("a pipe");
    let stderr = thread::spawn(move || {
        let mut stderr = String::new();
        pipe.read_to_string(&mut stderr).map(|_| stderr)
    });
    let status_file = format!("/proc/{}/status", child.id());
    let peak = thread::spawn(move || {
        let mut peak = 0;
        while let Some(kibibytes) = peak_in(&fs::read_to_string(&status_file).unwrap_or_default()) {
            peak = peak.max(1024 * kibibytes);
            thread::sleep(Duration::from_millis(1));
        }
        peak
    });
    let mut status = 0;
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the pointers are valid, and the child was not waited for yet.
    let (ended, usage) = unsafe {
        let pid = child.id() as libc::pid_t;
        let ended = libc::wait4(pid, &mut status, 0, usage.as_mut_ptr());
        (ended, usage.assume_init())
    };
    assert_eq!(ended, child.id() as libc::pid_t, "the child has ended");
    let time = |time: libc::timeval| Duration::new(time.tv_sec as u64, 1000 * time.tv_usec as u32);
    Spent {
        typed: format!("dominox {arguments}"),
        exit: libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status)),
        processor: time(usage.ru_utime) + time(usage.ru_stime),
        peak: peak.join().expect("a thread"),
        stdout: stdout.join().expect("a thread").expect("a pipe"),
        stderr: stderr.join().expect("a thread").expect("a pipe"),
    }
}

/// All that a program writes to standard error.
fn errors_of(child: &mut Child) -> String {
    let mut stderr = String::new();
    let mut pipe = child.stderr.take().expect("a pipe");
    pipe.read_to_string(&mut stderr).expect("text");
    stderr
}

/// The most KiB that were resident so far, from the status of a process; `None` once it has ended.
fn peak_in(status: &str) -> Option<u64> {
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_ascii_whitespace().nth(1)?.parse().ok()
}

/// A text of items and options.
fn problem(items: usize, options: impl Iterator<Item = Vec<usize>>, costs: bool) -> String {
    let mut text = Vec::from_iter((0..items).map(|item| format!("i{item}"))).join(" ");
    for (number, option) in options.enumerate() {
        let option = Vec::from_iter(option.iter().map(|item| format!("i{item}")));
        write!(text, "\n{}", option.join(" ")).unwrap();
        if costs {
            write!(text, " |{}", 1 + number * 7919 % 1009).unwrap();
        }
    }
    text + "\n"
}

/// A grid of cells to be covered by squares and dominoes: its frontier is wide.
fn wide(size: usize, costs: bool) -> String {
    let cells = size * size;
    let options = (0..cells).flat_map(move |cell| {
        let right = (cell % size + 1 < size).then(|| vec![cell, cell + 1]);
        let below = (cell + size < cells).then(|| vec![cell, cell + size]);
        [Some(vec![cell]), right, below].into_iter().flatten()
    });
    problem(cells, options, costs)
}

/// Many options of three items each.
fn crowded(items: usize, options: usize, costs: bool) -> String {
    let mut state = 1u64;
    let mut draw = move || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) as usize % items
    };
    let options = (0..options).map(move |_| {
        let mut option = vec![draw(), draw(), draw()];
        option.sort_unstable();
        option.dedup();
        option
    });
    problem(items, options, costs)
}

/// Items in a row, each alone or with the next.
fn path(items: usize, costs: bool) -> String {
    let pairs = (1..items).map(|item| vec![item - 1, item]);
    problem(items, (0..items).map(|item| vec![item]).chain(pairs), costs)
}

/// How far a run may exceed its limit. The promise is 0.1 s; this program is not optimised, and shares its processor's
/// cache with other tests.
const LATE: Duration = Duration::from_millis(700);

#[track_caller]
fn assert_in_time(spent: &Spent, limit: f64) {
    let Spent {
        typed,
        processor,
        stderr,
        ..
    } = spent;
    let most = Duration::from_secs_f64(limit) + LATE;
    assert!(*processor < most, "{typed} took {processor:?}: {stderr}");
    assert!(
        matches!(spent.exit, Some(0 | 1 | 3)),
        "{typed}: {:?} {stderr}",
        spent.exit
    );
}

const VERBS: [&str; 8] = [
    "solve --all",
    "count",
    "count --method table",
    "unique",
    "zdd",
    "profile",
    "sample --seed 1 -n 1000000",
    "estimate --probes 100000",
];

#[test]
fn a_wide_frontier_ends_in_time() {
    let text = wide(60, false);
    for verb in VERBS {
        assert_in_time(&spend(&format!("{verb} --timeout 0.2"), &text), 0.2);
    }
    assert_in_time(
        &spend("best -k 1000000 --timeout 0.2", &wide(60, true)),
        0.2,
    );
}

#[test]
fn many_options_end_in_time() {
    let text = crowded(400, 100_000, false);
    for verb in VERBS {
        assert_in_time(&spend(&format!("{verb} --timeout 0.2"), &text), 0.2);
    }
    assert_in_time(
        &spend("best --timeout 0.2", &crowded(400, 100_000, true)),
        0.2,
    );
}

/// What is planned before a sweep has no nodes that could be counted.
#[test]
fn plans_end_in_time() {
    let text = crowded(20_000, 100_000, false);
    for verb in ["count --method table", "zdd", "best --method table"] {
        assert_in_time(&spend(&format!("{verb} --timeout 0.2"), &text), 0.2);
    }
}

/// A solution of very many options is slow to print.
#[test]
fn long_solutions_end_in_time() {
    let text = wide(200, false);
    for verb in ["solve --all", "best -k 100000"] {
        assert_in_time(&spend(&format!("{verb} --timeout 0.5"), &text), 0.5);
    }
}

/// A line of very many items is not read to its end.
#[test]
fn a_long_line_ends_in_time() {
    let text = path(500_000, false);
    assert_in_time(&spend("count --timeout 0.2", &text), 0.2);
}

#[test]
fn many_items_end_in_time() {
    let single = problem(100_000, (0..100_000).map(|item| vec![item]), false);
    for verb in ["count --method table", "profile --candidates"] {
        assert_in_time(&spend(&format!("{verb} --timeout 1"), &single), 1.0);
    }
    let text = path(20_000, false);
    for verb in VERBS {
        assert_in_time(&spend(&format!("{verb} --timeout 0.2"), &text), 0.2);
    }
    assert_in_time(&spend("best --timeout 0.2", &path(20_000, true)), 0.2);
}

/// Commands with many short searches or none: groups, and questions about each cell.
#[test]
fn verbs_beside_the_search_end_in_time() {
    for arguments in [
        "count --up-to-symmetry --model 'latin 7'",
        "solve --all --up-to-symmetry --model 'sudoku 3x3'",
        "profile --candidates --model 'dominoes 100x100'",
        "profile --candidates --model 'latin 30'",
        "unique --explain --model 'latin 30'",
        "unique --explain --fewest --model 'latin 7'",
        "count --model 'packing octominoes in 54x55'",
        "symmetries --model 'latin 40'",
        "symmetries --model 'matching 1024'",
        "reduce --model 'matching 1024'",
        "solve --reduce --model 'matching 1024'",
        "count --up-to-symmetry --model 'matching 1000'",
    ] {
        assert_in_time(&spend(&format!("{arguments} --timeout 0.3"), ""), 0.3);
    }
}

/// A frontier that is too wide for a diagram: the solutions are listed, and that takes too long.
#[test]
fn a_diagram_that_is_listed_ends_in_time() {
    let mut text = String::from("a b | x");
    for color in 0..120_000 {
        write!(text, "\na x:{color}\nb x:{color}").unwrap();
    }
    let spent = spend("zdd --timeout 0.3", &text);
    assert_in_time(&spent, 0.3);
    assert_eq!(spent.exit, Some(3), "{}", spent.stderr);
}

/// Printing takes long here, not the search.
#[test]
fn printing_ends_in_time() {
    for arguments in [
        "best -k 10000000 --method table --model 'dominoes 8x8'",
        "best -k 10000000 --model 'queens 12'",
        "sample --seed 1 -n 10000000 --model 'dominoes 8x8'",
        "solve --all --show board --model 'dominoes 8x8'",
        "zdd --export dot --model 'langford 11'",
        "zdd --export text --format jsonl --model 'langford 11'",
        "zdd --export json --format jsonl --model 'langford 11'",
    ] {
        let spent = spend(&format!("{arguments} --timeout 0.4"), "");
        assert_in_time(&spent, 0.4);
        if arguments.contains("jsonl") {
            let line = std::str::from_utf8(&spent.stdout).expect("text");
            let object: serde_json::Value = serde_json::from_str(line).expect("one object");
            let is_text = arguments.contains("text");
            assert!(object["error"].is_string() || is_text == object["diagram"].is_string());
        }
    }
}

/// The time of a puzzle begins with its first byte, and reading it is a part of it.
#[test]
fn waiting_for_a_puzzle_takes_none_of_its_time() {
    let mut child = command("solve --timeout 0.3")
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    thread::sleep(Duration::from_millis(600));
    stdin
        .write_all(crate::run::GOOD.as_bytes())
        .expect("a reader");
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.stdout, crate::run::GOOD_ANSWER.as_bytes());
}

#[test]
fn a_puzzle_that_does_not_come_to_its_end_is_given_up() {
    for verb in ["solve", "reduce", "symmetries"] {
        let begun = Instant::now();
        let mut child = command(&format!("{verb} --kind cover --timeout 0.3"))
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(b"a b\na\n").expect("a reader");
        // The run does not wait for a program that waits for the rest.
        let end = begun + Duration::from_secs(20);
        let status = loop {
            match child.try_wait().expect("a child") {
                None if Instant::now() < end => thread::sleep(Duration::from_millis(10)),
                status => break status,
            }
        };
        drop(stdin);
        assert_eq!(status.and_then(|status| status.code()), Some(3), "{verb}");
        assert_eq!(
            errors_of(&mut child),
            "<stdin>: stopped by the time limit while it was read\n"
        );
    }
}

#[test]
fn the_run_ends_in_time_wherever_it_is() {
    let late = "dominox: stopped by the time limit of the run\n";
    // During a search, the run prints what was found. If other programs use the processors, a search can be too late
    // for that.
    let spent = (0..20)
        .map(|_| spend("count --timeout-total 0.3 --model 'queens 18'", ""))
        .inspect(|spent| {
            assert_in_time(spent, 0.3);
            assert_eq!(spent.exit, Some(3));
            assert!(spent.stderr.ends_with(late), "{}", spent.stderr);
        })
        .find(|spent| !spent.stdout.is_empty())
        .expect("one of the searches ends in time");
    assert!(
        spent
            .stderr
            .starts_with("queens 18: stopped by the time limit of the run\n"),
        "{}",
        spent.stderr
    );
    // While it waits for input.
    let mut child = command("solve --timeout-total 0.3")
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin
        .write_all(crate::run::GOOD.as_bytes())
        .expect("a reader");
    let mut answer = vec![0; crate::run::GOOD_ANSWER.len()];
    child
        .stdout
        .take()
        .expect("a pipe")
        .read_exact(&mut answer)
        .expect("an answer");
    assert_eq!(child.wait().expect("the program ends").code(), Some(3));
    assert_eq!(answer, crate::run::GOOD_ANSWER.as_bytes());
    assert_eq!(errors_of(&mut child), late);
}

const MIB: u64 = 1 << 20;

/// Asserts that a run took at most this number of MiB plus what is always allowed: 32 MiB and three times the input.
#[track_caller]
fn assert_in_memory(spent: &Spent, mebibytes: u64, text: &str) {
    let Spent {
        typed,
        peak,
        stderr,
        ..
    } = spent;
    let most = (mebibytes + 32) * MIB + 3 * text.len() as u64;
    assert!(*peak <= most, "{typed} took {} KiB: {stderr}", peak / 1024);
    assert!(
        matches!(spent.exit, Some(0 | 1 | 3)),
        "{typed}: {:?} {stderr}",
        spent.exit
    );
}

#[test]
fn memory_is_bounded() {
    for arguments in [
        "count --method table --timeout 2 --model 'latin 6'",
        "count --timeout 2 --model 'langford 12'",
        "zdd --timeout 2 --model 'dominoes 14x14'",
        "zdd --timeout 2 --model 'queens 12'",
        "profile --timeout 2 --model 'dominoes 12x12'",
        "sample --timeout 2 --seed 1 -n 10 --model 'dominoes 14x14'",
        "best -k 10000000 --timeout 2 --method table --model 'dominoes 8x8'",
        "best -k 10000000 --timeout 2 --model 'queens 13'",
        "count --up-to-symmetry --timeout 2 --model 'latin 9'",
        "count --up-to-symmetry --timeout 2 --model 'matching 60'",
    ] {
        assert_in_memory(&spend(&format!("{arguments} --memory 16MiB"), ""), 16, "");
    }
    for (verb, text) in [
        ("count", wide(60, false)),
        ("zdd", wide(60, false)),
        ("best -k 100000", wide(60, true)),
        ("best", path(20_000, true)),
        ("count", path(20_000, false)),
        ("zdd", path(20_000, false)),
        ("profile", path(20_000, false)),
        ("count", crowded(400, 100_000, false)),
        ("zdd", crowded(400, 10_000, false)),
        ("best", crowded(400, 10_000, true)),
        // The plan of a sweep takes more than the problem, and its levels far more.
        ("count", wide(150, false)),
        ("zdd", wide(150, false)),
        ("best --method table", wide(150, true)),
        ("count --method table", crowded(400, 100_000, false)),
        ("zdd", crowded(400, 100_000, false)),
        ("best --method table", crowded(400, 100_000, true)),
    ] {
        let spent = spend(&format!("{verb} --memory 16MiB --timeout 1"), &text);
        assert_in_memory(&spent, 16, &text);
    }
}

/// Tables double, and a new level begins with a large one: the room for both is requested beforehand.
#[test]
fn a_table_that_grows_is_bounded() {
    for (model, most) in [("langford 16", 64), ("langford 16", 128), ("latin 8", 256)] {
        let run = format!("zdd --threads 1 --memory {most}MiB --timeout 20 --model '{model}'");
        assert_in_memory(&spend(&run, ""), most, "");
    }
}

/// Any number of threads share the memory. What does not fit into the share of one thread gets all memory later.
#[test]
fn threads_share_the_memory() {
    let text = "1...............\n".repeat(6);
    let one = spend("zdd --threads 1 --memory 400KiB", &text);
    let three = spend("zdd --threads 3 --memory 400KiB", &text);
    assert_eq!(
        (one.exit, &one.stdout),
        (Some(0), &three.stdout),
        "{}",
        one.stderr
    );
    assert_in_memory(&three, 1, &text);
}

/// If the system has no memory left, the program says so.
#[test]
fn without_memory_it_says_so() {
    let program = env!("CARGO_BIN_EXE_dominox");
    let typed = format!(
        "ulimit -v 200000; exec {program} count --threads 1 --method table --memory 8GiB --timeout 60 --model 'latin 6'"
    );
    let output = std::process::Command::new("sh")
        .args(["-c", &typed])
        .output()
        .expect("a shell");
    let stderr = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.starts_with("dominox: no memory left: "), "{stderr}");
}
