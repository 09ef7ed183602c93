//! Streams and pipes: answers come as the puzzles do, a reader that goes away is not an error, a signal stops a search.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::run::{
    ARRAY, CASES, GOOD, GOOD_ANSWER, NUMBERS, assert_transcript, bound, command, dominox,
    dominox_on,
};

/// Longer than any of these runs should take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// Waits for a program to end, and ends it when it does not.
pub fn wait(mut child: Child) -> ExitStatus {
    let begin = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child") {
            return status;
        }
        if begin.elapsed() > PATIENCE {
            child.kill().expect("a child");
            panic!("still running");
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// The first lines that a program prints; panics if they take too long.
pub fn lines(child: &mut Child, number: usize) -> String {
    let stdout = child.stdout.take().expect("a pipe");
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut reader = BufReader::new(stdout);
        let mut text = String::new();
        for _ in 0..number {
            reader.read_line(&mut text).expect("lines of UTF-8");
        }
        sender.send((text, reader.into_inner()))
    });
    let (text, stdout) = receiver.recv_timeout(PATIENCE).expect("the lines in time");
    child.stdout = Some(stdout);
    text
}

pub fn rest(pipe: Option<impl Read>) -> String {
    let mut text = String::new();
    pipe.expect("a pipe")
        .read_to_string(&mut text)
        .expect("UTF-8");
    text
}

#[test]
fn answers_come_in_the_order_of_the_puzzles() {
    let equal = GOOD.replace("53..7....", "55..7....");
    let bad = GOOD.replace(".195", ".A95");
    let other = ".".repeat(81) + "\n";
    let text = [GOOD, &equal, "# a comment\n", &other, &bad, "\n", GOOD].concat();
    let run = dominox_on("solve", "mixed.txt", &text);
    let answers: Vec<_> = run.stdout.lines().collect();
    assert_eq!(answers.len(), 3);
    assert_eq!([answers[0], answers[2]], [GOOD_ANSWER.trim_end(); 2]);
    assert_transcript!("mixed-stream", run.transcript());
}

/// Where standard output and standard error meet, messages stand in the place of the answers that are missing.
#[test]
fn messages_are_in_order_with_the_answers() {
    let bad = GOOD.replace(".195", ".A95");
    std::fs::create_dir_all(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/mixed-output.txt");
    let file = std::fs::File::create(path).expect("a file");
    let mut child = command("solve")
        .stdout(file.try_clone().expect("a second handle"))
        .stderr(file)
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin
        .write_all([GOOD, &bad, GOOD].concat().as_bytes())
        .expect("a reader");
    drop(stdin);
    assert_eq!(wait(child).code(), Some(2));
    let text = std::fs::read_to_string(path).expect("UTF-8");
    let [first, message, .., last] = text.lines().collect::<Vec<_>>()[..] else {
        panic!("{text}");
    };
    assert_eq!([first, last], [GOOD_ANSWER.trim_end(); 2], "{text}");
    assert!(message.starts_with("<stdin>:2:13: "), "{text}");
}

#[test]
fn each_puzzle_is_answered_before_more_is_read() {
    let grid = "12|..\n..|12\n--+--\n21|..\n..|2.\n";
    for (text, first) in [
        (GOOD, GOOD_ANSWER.trim_end()),
        (NUMBERS, "1 3 5 4 6 9 2 7 8"),
        (ARRAY, "["),
        (CASES, "Puzzle 1"),
        (grid, "12|34"),
    ] {
        let mut child = command("solve").spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(text.as_bytes()).expect("a reader");
        assert_eq!(lines(&mut child, 1).trim_end(), first);
        drop(stdin);
        assert_eq!(wait(child).code(), Some(0));
    }
}

/// A grid in which a digit repeats is held until a blank line says that it is whole.
#[test]
fn a_grid_in_which_a_digit_repeats_waits_for_what_comes_next() {
    let good = "1243\n3421\n2134\n431.\n";
    let wrong = "11..\n....\n....\n....\n";
    let mut child = command("unique").spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let parts = [format!("{good}{wrong}"), "\n".into(), good.into()];
    for (part, answers) in parts.iter().zip(["unique\n", "none\n", "unique\n"]) {
        stdin.write_all(part.as_bytes()).expect("a reader");
        assert_eq!(lines(&mut child, 1), answers);
    }
    drop(stdin);
    assert_eq!(wait(child).code(), Some(1));
}

/// A grid that is held back is held no longer than its time, and is read once.
#[test]
fn a_grid_that_is_held_too_long_is_given_up() {
    let good = "1243\n3421\n2134\n431.\n";
    let wrong = "11..\n....\n....\n....\n";
    let mut child = command("unique -n --timeout 0.3")
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    for (text, answer) in [(wrong, "1\tundecided\n"), (good, "5\tunique\n")] {
        stdin.write_all(text.as_bytes()).expect("a reader");
        assert_eq!(lines(&mut child, 1), answer);
    }
    drop(stdin);
    assert_eq!(rest(child.stdout.take()), "");
    assert_eq!(wait(child).code(), Some(3));
}

#[test]
fn a_missing_row_is_named_in_a_file_and_through_a_pipe() {
    let rows: Vec<&str> = (0..9).map(|row| &GOOD[9 * row..9 * row + 9]).collect();
    let grid = rows.join("\n") + "\n";
    let bad = grid.replacen(&format!("{}\n", rows[4]), "", 1);
    let text = format!("{}{bad}{}", grid.repeat(3), grid.repeat(20));
    let path = std::env::temp_dir().join(format!("dominox-{}-rows.txt", std::process::id()));
    std::fs::write(&path, &text).expect("a file");
    let file = std::fs::File::open(&path).expect("the file");
    let read = command("solve")
        .stdin(file)
        .output()
        .expect("the program runs");
    let piped = dominox_on("solve", "rows.txt", &text);
    std::fs::remove_file(&path).expect("the file");
    assert_eq!(read.stdout, piped.stdout.as_bytes());
    assert_eq!(read.stderr, piped.stderr.as_bytes());
    assert_eq!(piped.stdout.split("\n\n").count(), 23);
    let message = "<stdin>:35:10: the grid ends after row 8 of 9\n";
    assert!(piped.stderr.starts_with(message), "{}", piped.stderr);
    assert_eq!((read.status.code(), piped.exit), (Some(2), Some(2)));
}

#[test]
fn endless_input_ends_quietly_when_the_reader_goes_away() {
    for arguments in [
        "solve",
        "count --threads 1",
        "unique --threads 3",
        "solve --format jsonl --threads 2",
    ] {
        let mut child = command(arguments).spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let feeder = thread::spawn(move || while stdin.write_all(GOOD.as_bytes()).is_ok() {});
        assert!(!lines(&mut child, 1).is_empty());
        drop(child.stdout.take());
        let stderr = child.stderr.take();
        assert_eq!(wait(child).code(), Some(0), "{arguments}");
        assert_eq!(rest(stderr), "", "{arguments}");
        feeder.join().expect("the feeder ends with its pipe");
    }
}

#[test]
fn endless_output_ends_quietly_when_the_reader_goes_away() {
    for arguments in [
        "solve --all --model 'queens 20'",
        "man solve",
        "model queens 100",
    ] {
        let mut child = command(arguments).spawn().expect("the program starts");
        assert!(!lines(&mut child, 1).is_empty());
        drop(child.stdout.take());
        let stderr = child.stderr.take();
        assert_eq!(wait(child).code(), Some(0), "{arguments}");
        assert_eq!(rest(stderr), "", "{arguments}");
    }
}

/// Answers that come slowly are not held back until the search ends.
#[test]
fn answers_are_seen_while_the_search_goes_on() {
    // The first answer comes at once; listing all answers would never end.
    let mut child = command("solve --limit 9999999999")
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin
        .write_all(".".repeat(81).as_bytes())
        .expect("a reader");
    drop(stdin);
    assert_eq!(lines(&mut child, 1).len(), 82);
    child.kill().expect("a child");
    wait(child);
}

#[test]
fn nobody_to_read_messages_is_no_harm() {
    let mut child = command("solve").spawn().expect("the program starts");
    drop(child.stderr.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    let bad = "5\n".repeat(3);
    stdin
        .write_all([GOOD, &bad, GOOD].concat().as_bytes())
        .expect("a reader");
    drop(stdin);
    assert_eq!(rest(child.stdout.take()), GOOD_ANSWER.repeat(2));
    assert_eq!(wait(child).code(), Some(2));
}

#[test]
#[cfg(target_os = "linux")]
fn output_that_cannot_be_written_is_told() {
    for arguments in [
        "solve boj2580.in",
        "encode boj2580.in",
        "man",
        "count --model 'queens 4'",
    ] {
        let full = std::fs::File::create("/dev/full").expect("a device");
        let child = command(arguments)
            .stdout(full)
            .spawn()
            .expect("the program starts");
        let output = child.wait_with_output().expect("the program ends");
        let message = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(
            message.starts_with("dominox: standard output: "),
            "{arguments}: {message}"
        );
    }
}

/// Starts an endless search after a puzzle that was answered, and interrupts it.
fn interrupted(arguments: &str) -> (ExitStatus, String, String) {
    let mut child = command(arguments).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(GOOD.as_bytes()).expect("a reader");
    lines(&mut child, 1);
    stdin
        .write_all((".".repeat(81) + "\n").as_bytes())
        .expect("a reader");
    thread::sleep(Duration::from_millis(700));
    interrupt(&child);
    // Read while waiting: a full pipe would keep the program from ending.
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let reader = thread::spawn(move || (rest(stdout), rest(stderr)));
    let status = wait(child);
    drop(stdin);
    let (stdout, stderr) = reader.join().expect("a reader");
    (status, stdout, stderr)
}

#[test]
fn a_signal_stops_a_count() {
    let (status, stdout, stderr) = interrupted("count");
    assert_eq!(status.code(), Some(3), "{stderr}");
    let number = bound(&stdout);
    assert!(number > 0);
    let said = format!("<stdin>:2: stopped by a signal\n<stdin>:2: at least {number}\n{STOPPED}");
    assert_eq!(stderr, said);
}

#[test]
fn a_signal_stops_answers() {
    let (status, stdout, stderr) = interrupted("solve --all");
    assert_eq!(status.code(), Some(3), "{stderr}");
    assert!(stdout.lines().count() > 0 && stdout.lines().all(|line| line.len() == 81));
    assert_eq!(stderr, format!("<stdin>:2: stopped by a signal\n{STOPPED}"));
}

/// The last message of a run that a signal ended.
const STOPPED: &str = "dominox: stopped by a signal\n";

/// A program that neither reads nor closes the pipe does not keep a run from its end.
#[test]
fn a_pipe_that_nobody_reads_does_not_keep_the_program() {
    for (arguments, is_signalled) in [
        ("solve --all --model 'queens 12' --timeout-total 0.4", false),
        (
            "solve --all --format jsonl --model 'queens 12' --timeout-total 0.4",
            false,
        ),
        (
            "sample --seed 1 -n 1000000 --format jsonl --model 'queens 8' --timeout-total 0.4",
            false,
        ),
        ("solve --all --model 'queens 12'", true),
        ("solve --all --format jsonl --model 'queens 12'", true),
    ] {
        let mut child = command(arguments).spawn().expect("the program starts");
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let reason = match is_signalled {
            true => {
                thread::sleep(Duration::from_millis(400));
                interrupt(&child);
                "a signal"
            }
            false => "the time limit of the run",
        };
        assert_eq!(wait(child).code(), Some(3), "{arguments}");
        assert_eq!(rest(stderr), format!("dominox: stopped by {reason}\n"));
        drop(stdout);
    }
}

/// A signal is reported also if no search is under way: JSON lines then end with a record of their own.
#[test]
fn a_signal_between_puzzles_is_reported() {
    for (arguments, last) in [
        ("unique", "unique\n"),
        (
            "unique --format jsonl",
            "{\"status\":\"stopped\",\"error\":\"stopped by a signal\"}\n",
        ),
    ] {
        let mut child = command(arguments).spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(GOOD.as_bytes()).expect("a reader");
        let first = lines(&mut child, 1);
        thread::sleep(Duration::from_millis(300));
        interrupt(&child);
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        assert_eq!(wait(child).code(), Some(3));
        let stdout = first + &rest(stdout);
        assert!(stdout.ends_with(last), "{stdout}");
        assert_eq!(rest(stderr), STOPPED);
        drop(stdin);
    }
}

/// Commands that have nothing to print before their end say no more than that, and write no file.
#[test]
fn a_signal_ends_other_commands() {
    let plan = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("never.plan");
    let split = format!(
        "split --model 'queens 40' --into 9000 -o {}",
        plan.display()
    );
    for arguments in [&split, "reduce"] {
        let mut child = command(arguments).spawn().expect("the program starts");
        // `reduce` waits for its input.
        let stdin = child.stdin.take();
        thread::sleep(Duration::from_millis(300));
        interrupt(&child);
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        assert_eq!(wait(child).code(), Some(3), "{arguments}");
        assert_eq!(
            (rest(stdout), rest(stderr)),
            (String::new(), STOPPED.to_owned())
        );
        drop(stdin);
    }
    assert!(!plan.exists());
}

/// What was found so far is printed.
#[test]
fn a_signal_stops_what_is_done_before_a_search() {
    for (arguments, begins, said) in [
        (
            "reduce --model 'langford 200'",
            "| left: 600 of 600 items, ",
            "langford 200: stopped by a signal: perhaps more can be removed\n",
        ),
        (
            "symmetries --model 'latin 50'",
            "order >=",
            "latin 50: the search for symmetries was stopped by a signal: there may be more\n",
        ),
    ] {
        let mut child = command(arguments).spawn().expect("the program starts");
        thread::sleep(Duration::from_millis(1500));
        interrupt(&child);
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let stdout = rest(stdout);
        assert_eq!(wait(child).code(), Some(3), "{arguments}");
        assert_eq!(rest(stderr), said);
        assert!(stdout.starts_with(begins), "{arguments}: {stdout}");
    }
}

/// Sends a child the signal of Ctrl-C.
pub fn interrupt(child: &std::process::Child) {
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .stdin(Stdio::null())
        .status();
    assert!(killed.is_ok_and(|status| status.success()));
}

/// The last record of a run whose time is over.
const LATE: &str = "{\"status\":\"stopped\",\"error\":\"stopped by the time limit of the run\"}\n";

/// How often the last record and the last message are printed by a run whose time is over.
fn ends(arguments: &str) -> (usize, usize) {
    let run = dominox(arguments);
    assert_eq!(run.exit, Some(3), "{arguments}: {}", run.stderr);
    let message = "dominox: stopped by the time limit of the run\n";
    let messages = run.stderr.matches(message).count();
    (run.stdout.matches(LATE).count(), messages)
}

/// A search may notice the end of the time before the thread that ends the program, or at the same time.
#[test]
fn the_end_of_the_time_is_reported_once() {
    for time in ["0", "0.001", "0.003", "0.01", "0.02"] {
        for action in ["count", "solve --all", "profile"] {
            let run = format!("{action} --format jsonl --timeout-total {time} --model 'queens 15'");
            for _ in 0..3 {
                assert_eq!(ends(&run), (1, 1), "{run}");
            }
        }
    }
}

#[test]
fn the_last_record_is_in_the_file_of_the_others() {
    let path = std::env::temp_dir().join(format!("dominox-ends-{}.jsonl", std::process::id()));
    for action in ["solve --all", "sample --seed 1 -n 1000000000"] {
        let run = format!(
            "{action} --format jsonl --timeout-total 0.5 --model 'queens 14' -o '{}'",
            path.display()
        );
        assert_eq!(ends(&run), (0, 1), "{run}");
        let text = std::fs::read_to_string(&path).expect("a file");
        assert!(text.lines().count() > 1 && text.ends_with(LATE), "{run}");
        std::fs::remove_file(&path).expect("the file");
    }
}
