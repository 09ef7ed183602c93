//! The programs that are compared: dominox, with one kernel or another, and its peers.
//!
//! A command is a list of words. `{}` among them stands for the file of the instance; where there is no such word, the
//! file is standard input. `{algorithm}` stands for the letter of the algorithm that the instance asks for, as
//! miniexact takes it.

use std::env;
use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::time::Duration;

use crate::instance::{Instance, Kind};
use crate::run::{End, Run, integers, run, told_in};

/// The peers that the suite knows how to find.
pub const PEERS: [&str; 4] = ["dlx", "dancing-links", "exact-covers", "miniexact"];

/// A program, and how it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its name in the tables.
    pub name: String,
    /// Whether it is dominox.
    pub ours: bool,
    words: Vec<String>,
}

/// What one run of a program on one instance gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The number of solutions, and the first line of whatever else it printed.
    Counted(u64, String),
    /// It cannot solve problems of this kind; in its own words.
    Refused(String),
    /// It did not end in time.
    TimedOut,
    /// It crashed, or printed no number.
    Failed(String),
}

/// A way to run dominox: `KERNEL`, or `KERNEL/METHOD`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ours {
    kernel: String,
    method: Option<String>,
}

impl FromStr for Ours {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (kernel, method) = match text.split_once('/') {
            Some((kernel, method)) => (kernel, Some(method)),
            None => (text, None),
        };
        if kernel.is_empty() || method == Some("") {
            return Err("expected KERNEL or KERNEL/METHOD".into());
        }
        Ok(Ours {
            kernel: kernel.into(),
            method: method.map(String::from),
        })
    }
}

impl fmt::Display for Ours {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.kernel)?;
        match &self.method {
            Some(method) => write!(f, "/{method}"),
            None => Ok(()),
        }
    }
}

impl Ours {
    fn program(&self, path: &Path, has_methods: bool) -> Result<Program, String> {
        if self.method.is_some() && !has_methods {
            return Err(format!("{self}: {} has no `--method`", path.display()));
        }
        let mut words = vec![path.display().to_string(), "count".into()];
        if self.kernel != "auto" {
            words.extend(["--kernel".into(), self.kernel.clone()]);
        }
        if has_methods {
            let method = self.method.as_deref().unwrap_or("list");
            words.extend(["--method".into(), method.into()]);
        }
        words.push("{}".into());
        Ok(Program {
            name: self.to_string(),
            ours: true,
            words,
        })
    }
}

impl FromStr for Program {
    type Err = String;

    /// A peer, as `NAME=COMMAND`.
    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((name, command)) if !name.is_empty() && !command.trim().is_empty() => {
                Ok(Program::peer(name, command.split_whitespace()))
            }
            _ => Err("expected NAME=COMMAND".into()),
        }
    }
}

impl Program {
    /// A peer that is called with these words.
    pub fn peer<'a>(name: &str, words: impl IntoIterator<Item = &'a str>) -> Program {
        Program {
            name: name.into(),
            ours: false,
            words: words.into_iter().map(String::from).collect(),
        }
    }

    /// The binary at this path, run in each of these ways. It lists all solutions, unless a method is named.
    ///
    /// # Errors
    /// If it cannot be run, or does not know the method that is requested.
    pub fn dominox(path: &Path, ways: &[Ours]) -> Result<Vec<Program>, String> {
        let help = Command::new(path)
            .args(["count", "--help"])
            .output()
            .map_err(|error| format!("{}: {error}", path.display()))?;
        let has_methods = String::from_utf8_lossy(&help.stdout).contains("--method");
        ways.iter()
            .map(|way| way.program(path, has_methods))
            .collect()
    }

    /// One of the [`PEERS`]; the crates' programs are in this folder. `None` if it is not there.
    pub fn known(name: &str, folder: &Path) -> Option<Program> {
        let (path, words) = match name {
            "miniexact" => (in_path(name)?, ["-D", "-e", "{algorithm}", "{}"].as_slice()),
            _ => (folder.join(format!("peer-{name}")), ["{}"].as_slice()),
        };
        let program = path.to_str().filter(|_| path.is_file())?;
        Some(Program::peer(name, [&[program], words].concat()))
    }

    /// Lists the solutions of an instance.
    ///
    /// # Errors
    /// If the program cannot be started, or the file cannot be read.
    pub fn run(&self, instance: &Instance, limit: Duration) -> io::Result<Run> {
        self.command(instance)
            .and_then(|mut command| run(&mut command, limit))
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", self.name)))
    }

    fn command(&self, instance: &Instance) -> io::Result<Command> {
        let path = instance.path.to_string_lossy();
        let algorithm = match instance.kind {
            Kind::Xc | Kind::Cost => "-x",
            Kind::Xcc => "-c",
            Kind::Mcc => "-m",
        };
        let word = |word: &String| word.replace("{}", &path).replace("{algorithm}", algorithm);
        let mut command = Command::new(word(&self.words[0]));
        command.args(self.words[1..].iter().map(word));
        command.stdin(match self.words.iter().any(|word| word.contains("{}")) {
            true => Stdio::null(),
            false => File::open(&instance.path)?.into(),
        });
        Ok(command)
    }

    /// The command on an input of its own.
    pub fn command_on(&self, input: File) -> Command {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).stdin(input);
        command
    }

    /// What a run says.
    ///
    /// The number is in the last `N solution` or `N solutions`, on either output, with any exit code (some peers have
    /// exit codes of their own, as SAT solvers have). Otherwise it is the last integer on standard output, with exit
    /// code 0. A peer may refuse with any other code, dominox with 2.
    pub fn outcome(&self, run: &Run) -> Outcome {
        let told = || told_in(&run.stderr).or_else(|| told_in(&run.stdout));
        let number = match run.end {
            End::TimedOut => return Outcome::TimedOut,
            End::Signal(signal) => return Outcome::Failed(format!("signal {signal}")),
            End::Code(0) => told().or_else(|| integers(&run.stdout).last()),
            End::Code(_) if self.ours => None,
            End::Code(_) => told(),
        };
        let said = || {
            let mut lines = run.stderr.lines().chain(run.stdout.lines());
            lines.next().unwrap_or("nothing").to_string()
        };
        match (number, run.end) {
            (Some(number), _) => Outcome::Counted(number, said()),
            (None, End::Code(code)) if code == 2 || (code != 0 && !self.ours) => {
                Outcome::Refused(said())
            }
            (None, end) => Outcome::Failed(format!("{end:?}, no number; it said {}", said())),
        }
    }
}

/// A program in one of the folders of `PATH`.
fn in_path(name: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}
