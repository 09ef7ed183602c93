//! Input: the puzzles that the arguments name, one after the other.

use std::fs::File;
use std::io::{self, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use clap::{Args, ValueEnum};
use dominox::problem::{OptionId, Problem, Solution};
use dominox::puzzles::{self, AnyPuzzle, Kind, Puzzle, ReadCause, ReadError, Shape};
use serde_json::json;

use super::exit::{Exit, Failure};
use super::output::{Attentive, Format, Output, say};

/// Where puzzles come from.
#[derive(Args)]
pub struct Input {
    /// Files with puzzles; `-` is standard input, which is also read where no file is named
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Take the input to be of this kind instead of recognising it
    #[arg(long, value_enum)]
    kind: Option<KindName>,

    /// The boxes of Sudokus have R rows and C columns (where the size leaves a choice)
    #[arg(long = "box", value_name = "RxC")]
    shape: Option<Shape>,

    /// Stop at the first bad puzzle instead of going on behind it
    #[arg(long)]
    strict: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum KindName {
    /// Sudokus, in any layout
    Sudoku,
    /// Sudominokus, as BOJ 4574 gives them
    Sudominoku,
    /// One exact-cover problem, in Knuth's format
    Cover,
}

/// A puzzle that is to be answered.
pub struct Question {
    /// The number of the puzzle in its file, from 1.
    pub index: u64,
    /// Where it stands.
    pub place: Place,
    pub asked: Asked,
}

/// A file and a line in it, from 1; a model has no line.
#[derive(Clone)]
pub struct Place {
    pub file: Rc<str>,
    pub line: Option<u64>,
}

/// What is asked: a puzzle that was read, or a model that was named.
pub enum Asked {
    Read(AnyPuzzle),
    Model(Box<dyn Puzzle>),
}

impl Question {
    /// What JSON lines say of every puzzle.
    pub fn status(&self, status: &str) -> serde_json::Value {
        json!({"file": *self.place.file, "index": self.index, "line": self.place.line, "status": status})
    }
}

impl Asked {
    pub fn puzzle(&self) -> &dyn Puzzle {
        match self {
            Asked::Read(puzzle) => puzzle,
            Asked::Model(model) => &**model,
        }
    }

    /// The answer in the layout of the question; of a model, the drawn board.
    pub fn answer(&self, index: u64, solution: &Solution) -> String {
        match self {
            Asked::Read(puzzle) => puzzle.answer(index, solution),
            Asked::Model(_) => self.board(solution),
        }
    }

    /// The drawn board; where there is nothing to draw, the options.
    pub fn board(&self, solution: &Solution) -> String {
        let board = self.puzzle().decode(solution);
        if board.rows() > 0 {
            format!("{board}\n")
        } else {
            self.options(solution)
        }
    }

    /// The options of the solution, one a line.
    pub fn options(&self, solution: &Solution) -> String {
        let problem = self.puzzle().problem();
        let lines = solution
            .options()
            .iter()
            .map(|&option| problem.option_text(option) + "\n");
        lines.collect()
    }

    /// The kind of a puzzle that was read.
    pub fn kind(&self) -> Option<Kind> {
        match self {
            Asked::Read(puzzle) => Some(puzzle.kind()),
            Asked::Model(_) => None,
        }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}", self.file),
            None => f.write_str(&self.file),
        }
    }
}

impl Input {
    /// Hands every puzzle to `work`, until `stopped`, and tells on standard error (and, as JSON lines, on standard
    /// output) what is bad. Returns the weightiest exit.
    pub fn each(
        &self,
        output: &Output,
        format: Format,
        stopped: impl Fn() -> bool,
        mut work: impl FnMut(Question) -> Result<Exit, Failure>,
    ) -> Result<Exit, Failure> {
        if self.files.iter().filter(|path| is_standard(path)).count() > 1 {
            let message = "`-` is named twice: standard input can be read only once";
            return Err(Failure::Usage(message.into()));
        }
        if self.files.is_empty() && io::stdin().is_terminal() {
            say("dominox: reading puzzles from the terminal, up to Ctrl-D");
        }
        let standard = [PathBuf::from("-")];
        let files = if self.files.is_empty() {
            &standard[..]
        } else {
            &self.files
        };
        let mut exit = Exit::Answered;
        for path in files {
            let name: Rc<str> = if is_standard(path) {
                "<stdin>".into()
            } else {
                path.to_string_lossy().into()
            };
            let of_file = match open(path) {
                Ok(input) => self.each_of(&name, input, output, format, &stopped, &mut work)?,
                Err(error) => {
                    refuse(&name, &error, None, output, format)?;
                    Exit::BadInput
                }
            };
            exit = exit.max(of_file);
            if stopped() || (self.strict && exit == Exit::BadInput) {
                break;
            }
        }
        output.flush()?;
        Ok(exit)
    }

    fn each_of(
        &self,
        name: &Rc<str>,
        input: Box<dyn Read>,
        output: &Output,
        format: Format,
        stopped: &impl Fn() -> bool,
        work: &mut impl FnMut(Question) -> Result<Exit, Failure>,
    ) -> Result<Exit, Failure> {
        let input = BufReader::with_capacity(
            1 << 16,
            Attentive {
                input,
                output: output.clone(),
            },
        );
        let mut reader = puzzles::read(input);
        if let Some(kind) = self.kind {
            reader = reader.kind(kind.into());
        }
        if let Some(shape) = self.shape {
            reader = reader.shape(shape);
        }
        let mut exit = Exit::Answered;
        for reading in reader {
            if let Some(error) = output.take_failure() {
                return Err(error.into());
            }
            match reading {
                Ok(reading) => {
                    let place = Place {
                        file: name.clone(),
                        line: Some(reading.line),
                    };
                    warn_of_idle_options(&place, &reading.puzzle, output);
                    let asked = Asked::Read(reading.puzzle);
                    exit = exit.max(work(Question {
                        index: reading.index,
                        place,
                        asked,
                    })?);
                    if stopped() {
                        break;
                    }
                }
                Err(error) => {
                    report(name, &error, output, format)?;
                    exit = Exit::BadInput;
                    if self.strict {
                        break;
                    }
                }
            }
        }
        Ok(exit)
    }
}

/// Tells what is wrong with a puzzle.
fn report(name: &str, error: &ReadError, output: &Output, format: Format) -> io::Result<()> {
    let fault = match &error.cause {
        ReadCause::Io(io) => return refuse(name, io, Some(error.index), output, format),
        ReadCause::Fault(fault) => fault,
    };
    output.say(format_args!("{name}:{fault}"));
    if format == Format::Jsonl {
        output.json(&json!({
            "file": name, "index": error.index, "line": fault.line, "status": "bad",
            "column": fault.column, "error": fault.fault.to_string(),
        }))?;
    }
    Ok(())
}

/// Tells that a file cannot be read, at all or from puzzle number `index` on.
fn refuse(
    name: &str,
    error: &io::Error,
    index: Option<u64>,
    output: &Output,
    format: Format,
) -> io::Result<()> {
    output.say(format_args!("dominox: {name}: {error}"));
    if format == Format::Jsonl {
        output.json(&json!({
            "file": name, "index": index, "line": null, "status": "bad",
            "column": null, "error": error.to_string(),
        }))?;
    }
    Ok(())
}

/// Options without a primary item are never chosen, which is hardly what their author meant.
fn warn_of_idle_options(place: &Place, puzzle: &AnyPuzzle, output: &Output) {
    let AnyPuzzle::Cover(cover) = puzzle else {
        return;
    };
    let problem: &Problem = cover.problem();
    let idle: Vec<OptionId> = problem.idle_options().collect();
    let Some(&first) = idle.first() else {
        return;
    };
    let file = &place.file;
    let (number, text) = (first.index() + 1, problem.option_text(first));
    output.say(match idle.len() {
        1 => format!("{file}: warning: option {number} has no primary item and is never chosen: {text}"),
        many => format!(
            "{file}: warning: {many} options have no primary item and are never chosen, the first is option {number}: {text}"
        ),
    });
}

fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    if is_standard(path) {
        return Ok(Box::new(io::stdin()));
    }
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::new(
            io::ErrorKind::IsADirectory,
            "is a directory, expected a file",
        ));
    }
    Ok(Box::new(file))
}

impl From<KindName> for Kind {
    fn from(name: KindName) -> Kind {
        match name {
            KindName::Sudoku => Kind::Sudoku,
            KindName::Sudominoku => Kind::Sudominoku,
            KindName::Cover => Kind::Cover,
        }
    }
}
