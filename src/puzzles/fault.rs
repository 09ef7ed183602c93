//! Why a puzzle of a stream could not be read.

use std::error::Error;
use std::fmt;
use std::io;

use super::kind::alternatives;
use super::lines::{Input, LONGEST};
use super::sudoku::{SudokuFault, columns, names};
use super::table::Column;
use crate::problem::{Located, quotable};

/// A puzzle that could not be read. Its text does not include the number of the puzzle.
#[derive(Debug)]
pub struct ReadError {
    /// The number of the puzzle in its stream, counted from 1.
    pub index: u64,
    /// The line where it begins, counted from 1, if there is one. The fault can be in a later line.
    pub line: Option<u64>,
    /// Why it could not be read.
    pub cause: ReadCause,
}

/// Why a puzzle could not be read.
#[derive(Debug)]
pub enum ReadCause {
    /// The stream ended early: nothing comes after this.
    Io(io::Error),
    /// The text is wrong.
    Fault(Located<PuzzleFault>),
}

/// What is wrong with the text of a puzzle.
#[derive(Debug)]
#[non_exhaustive]
pub enum PuzzleFault {
    /// There is no text at all.
    Empty,
    /// There are only blank lines, comments, or sections that are not read.
    NoPuzzle,
    /// The first lines are of no known kind.
    Unrecognised,
    /// It is the source of a page.
    Html,
    /// It seems to be a problem in this format of another program.
    OtherFormat(&'static str),
    /// It is a file that dominox wrote, but not a puzzle.
    OwnFile {
        /// What it is: 'a checkpoint'.
        what: &'static str,
        /// The command that reads it: `dominox resume`.
        reader: &'static str,
    },
    /// There is only one line, of distinct words, which could be the items of a problem.
    NoOptions,
    /// There are characters, or bytes, that no text contains.
    NotText,
    /// There is a byte that no text contains; nothing after it is read.
    EndOfText,
    /// The table has no such column.
    NoColumn {
        /// The number or the name that was requested.
        asked: Column,
        /// The number of columns in the first line.
        columns: usize,
        /// Their names, if the first line has names.
        names: Vec<String>,
    },
    /// The line is longer than allowed.
    LongLine,
    /// A puzzle of a known kind is wrong: a [`SudokuFault`], a
    /// [`SudominokuFault`](super::sudominoku::SudominokuFault) or a [`TextFault`](crate::problem::TextFault).
    OfKind(Box<dyn Error + Send + Sync>),
}

impl PuzzleFault {
    /// A fault of a puzzle whose kind is known.
    pub(super) fn of(fault: impl Error + Send + Sync + 'static) -> PuzzleFault {
        PuzzleFault::OfKind(Box::new(fault))
    }

    /// The fault of a table, of which this is the first line, without the column that was requested.
    pub(super) fn no_column(asked: &Column, first: &str) -> PuzzleFault {
        let names = names(first).unwrap_or_default();
        PuzzleFault::NoColumn {
            asked: asked.clone(),
            columns: columns(first).count(),
            names: names.into_iter().map(String::from).collect(),
        }
    }

    /// Whether it says that there is no puzzle in the stream.
    pub(super) fn is_nothing(&self) -> bool {
        match self {
            PuzzleFault::Empty | PuzzleFault::NoPuzzle => true,
            PuzzleFault::OfKind(fault) => fault.downcast_ref() == Some(&SudokuFault::Code),
            _ => false,
        }
    }

    /// The fault of a stream that ended without a puzzle.
    pub(super) fn nothing(lines: &Input) -> Located<PuzzleFault> {
        match lines.count() {
            0 => Located::new(PuzzleFault::Empty, 1, "", 0, 0),
            count => Located::new(PuzzleFault::NoPuzzle, count + 1, "", 0, 0),
        }
    }
}

/// The most names of columns that a message lists.
const MOST_NAMES: usize = 12;

fn quoted(name: &str) -> String {
    format!("`{}`", quotable(name))
}

impl fmt::Display for PuzzleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expected = alternatives(|kind| kind.one);
        match self {
            PuzzleFault::Empty => write!(f, "empty input: expected {expected}"),
            PuzzleFault::NoPuzzle => write!(
                f,
                "no puzzle, only blank lines, comments, or sections other than [Puzzle]: expected {expected}"
            ),
            PuzzleFault::Unrecognised => write!(
                f,
                "no known kind of puzzle begins like this: expected {expected}, or name the kind with --kind {}",
                alternatives(|kind| kind.name)
            ),
            PuzzleFault::Html => f.write_str(
                "HTML, which is not read: copy the puzzle from the page as text, or from a table into a file of a spreadsheet",
            ),
            PuzzleFault::OtherFormat(format) => write!(
                f,
                "this seems to be a problem in the format `{format}`: `dominox convert --from {format}` reads it"
            ),
            PuzzleFault::OwnFile { what, reader } => {
                write!(f, "this is {what}, which `{reader}` reads")
            }
            PuzzleFault::NoOptions => write!(
                f,
                "no known kind of puzzle begins like this: if this line names the items of an exact-cover problem, expected options \
                 after it, one per line; if it has no options, use --kind cover"
            ),
            PuzzleFault::NotText => write!(f, "this is not text: expected {expected} in UTF-8"),
            PuzzleFault::EndOfText => f.write_str(
                "expected text in UTF-8 without zero bytes: nothing from here on is read",
            ),
            PuzzleFault::NoColumn {
                asked,
                columns,
                names,
            } => {
                match asked {
                    Column::Number(number) => write!(f, "no column {number}")?,
                    Column::Name(name) => write!(f, "no column `{}`", quotable(name))?,
                }
                let s = if *columns == 1 { "" } else { "s" };
                write!(f, ": the table has {columns} column{s}")?;
                let shown: Vec<String> = names
                    .iter()
                    .take(MOST_NAMES)
                    .map(|name| quoted(name))
                    .collect();
                let more = if names.len() > MOST_NAMES {
                    ", …"
                } else {
                    ""
                };
                match (shown.is_empty(), asked) {
                    (false, _) => write!(f, ", {}{more}", shown.join(", ")),
                    (true, Column::Name(_)) => {
                        write!(f, " without names, expected a number from 1")
                    }
                    (true, Column::Number(_)) => Ok(()),
                }
            }
            PuzzleFault::LongLine => {
                write!(f, "the line is longer than {} MiB", LONGEST >> 20)
            }
            PuzzleFault::OfKind(fault) => fault.fmt(f),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            ReadCause::Io(error) => write!(f, "cannot be read: {error}"),
            ReadCause::Fault(fault) => fault.fmt(f),
        }
    }
}

impl Error for PuzzleFault {}

impl Error for ReadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.cause {
            ReadCause::Io(error) => Some(error),
            ReadCause::Fault(_) => None,
        }
    }
}

impl From<io::Error> for ReadCause {
    fn from(error: io::Error) -> Self {
        ReadCause::Io(error)
    }
}

impl From<Located<PuzzleFault>> for ReadCause {
    fn from(fault: Located<PuzzleFault>) -> Self {
        ReadCause::Fault(fault)
    }
}
