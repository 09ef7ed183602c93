//! Running the program, and transcripts of it.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::thread;

/// All actions, in the order of the help.
pub const ACTIONS: [&str; 28] = [
    "solve",
    "count",
    "unique",
    "explain",
    "estimate",
    "best",
    "sample",
    "profile",
    "zdd",
    "symmetries",
    "rate",
    "steps",
    "resume",
    "split",
    "run",
    "merge",
    "check",
    "generate",
    "minimize",
    "canonical",
    "encode",
    "convert",
    "reduce",
    "formats",
    "model",
    "pack",
    "completions",
    "man",
];

/// A Sudoku with one answer, as a line, and its answer.
pub const GOOD: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
pub const GOOD_ANSWER: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n";

/// Documented files of `tests/data`.
pub const NUMBERS: &str = include_str!("../data/boj2580.in");
pub const ARRAY: &str = include_str!("../data/board.json");
pub const CASES: &str = include_str!("../data/sudominoku.in");

/// Compares a text with its snapshot in `snapshots/`.
macro_rules! assert_transcript {
    ($name:literal, $value:expr) => {
        insta::with_settings!(
            {
                snapshot_path => "../../snapshots",
                prepend_module_to_snapshot => false,
                omit_expression => true
            },
            { insta::assert_snapshot!(concat!("cli-", $name), $value) }
        )
    };
}
pub(crate) use assert_transcript;

/// The outcome of a run.
pub struct Outcome {
    /// The command, as typed in a shell.
    pub typed: String,
    pub stdout: String,
    pub stderr: String,
    pub exit: Option<i32>,
}

/// The program with these arguments, not started yet. An argument that contains blanks is in `'`.
pub fn command(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dominox"));
    for (index, part) in arguments.split('\'').enumerate() {
        match index % 2 {
            0 => command.args(part.split_whitespace()),
            _ => command.arg(part),
        };
    }
    command
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data"))
        .env_remove("COLUMNS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs the program with nothing on standard input.
pub fn dominox(arguments: &str) -> Outcome {
    run(arguments, String::new(), b"")
}

/// Runs the program with a text on standard input, which the transcript calls `name`.
pub fn dominox_on(arguments: &str, name: &str, text: &str) -> Outcome {
    run(arguments, format!(" < {name}"), text.as_bytes())
}

/// Runs the program with bytes on standard input.
pub fn dominox_on_bytes(arguments: &str, name: &str, bytes: &[u8]) -> Outcome {
    run(arguments, format!(" < {name}"), bytes)
}

fn run(arguments: &str, ending: String, input: &[u8]) -> Outcome {
    let mut child = command(arguments).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let output = thread::scope(|scope| {
        // The program may end before it has read all: then a failed write is not an error.
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().expect("the program ends")
    });
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    Outcome {
        typed: format!("dominox {arguments}{ending}").trim_end().to_owned(),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
        exit: output.status.code(),
    }
}

impl Outcome {
    /// Asserts that the input or the arguments were refused, and nothing was answered: at most, there are lines for bad
    /// puzzles.
    #[track_caller]
    pub fn assert_refused(&self) {
        let Outcome {
            typed,
            exit,
            stdout,
            stderr,
        } = self;
        let answered: Vec<&str> = stdout.lines().filter(|&line| line != "bad").collect();
        let nothing: [&str; 0] = [];
        assert_eq!(
            (*exit, &answered[..]),
            (Some(2), &nothing[..]),
            "{typed}: {stderr}"
        );
    }

    /// Runs the program on the standard output of this run.
    pub fn pipe(&self, arguments: &str) -> Outcome {
        let mut next = run(arguments, String::new(), self.stdout.as_bytes());
        next.typed = format!("{} | {}", self.typed, next.typed);
        next
    }

    /// What a user sees: the command, standard output, standard error, and the exit code.
    pub fn transcript(&self) -> String {
        let mut text = format!("$ {}\n", self.typed);
        let trimmed = |line: &str| line.trim_end().to_owned() + "\n";
        text.extend(self.stdout.lines().map(trimmed));
        if !self.stderr.is_empty() {
            text += "[standard error]\n";
            text.extend(
                self.stderr
                    .lines()
                    .map(without_machine)
                    .map(|line| trimmed(&line)),
            );
        }
        match self.exit {
            Some(code) => writeln!(text, "[exit {code}]"),
            None => writeln!(text, "[ended by a signal]"),
        }
        .expect("a string can be written");
        text
    }

    /// Asserts that all is well: nothing on standard error, exit code 0. Gives standard output.
    pub fn answer(&self) -> &str {
        assert_eq!(
            (self.exit, self.stderr.as_str()),
            (Some(0), ""),
            "{}",
            self.typed
        );
        &self.stdout
    }
}

/// The transcripts of several runs, one below the other.
pub fn transcripts(runs: impl IntoIterator<Item = Outcome>) -> String {
    let texts: Vec<_> = runs.into_iter().map(|run| run.transcript()).collect();
    texts.join("\n")
}

/// The line of `--stats` without what differs from machine to machine: its time and the instruction set.
fn without_machine(line: &str) -> String {
    let known = line.split_once(", instructions ");
    match known.filter(|_| line.starts_with("kernel ")) {
        Some((known, _)) => format!("{known}, instructions …, … s"),
        None => line.to_owned(),
    }
}

/// The number in a line that is a lower bound: 12 of `>=12`.
pub fn bound(line: &str) -> u64 {
    let number = line.trim_end().strip_prefix(">=").expect("a bound");
    number.parse().expect("a number")
}

/// The second documented Sudominoku alone: it has one grid and two tilings.
pub fn second_case() -> String {
    CASES.split_inclusive('\n').skip(12).collect()
}
