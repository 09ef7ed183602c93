//! Why a puzzle of a stream could not be read.

use std::error::Error;
use std::fmt;
use std::io;

use super::lines::LONGEST;
use super::sudoku::SudokuFault;
use super::sudominoku::SudominokuFault;
use crate::problem::{Located, TextFault};

/// A puzzle that could not be read. Printed, it does not name the puzzle's number.
#[derive(Debug)]
pub struct ReadError {
    /// The number of the puzzle in its stream, counted from 1.
    pub index: u64,
    /// Why it could not be read.
    pub cause: ReadCause,
}

/// Why a puzzle could not be read.
#[derive(Debug)]
pub enum ReadCause {
    /// The stream broke off: nothing comes behind this.
    Io(io::Error),
    /// The text is at fault.
    Fault(Located<PuzzleFault>),
}

/// What is wrong with the text of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PuzzleFault {
    /// There is no text at all.
    Empty,
    /// There is no puzzle between blank lines, comments and sections that are not read.
    NoPuzzle,
    /// The first lines are of no kind that is known.
    Unrecognised,
    /// There are characters, or bytes, that no text has.
    NotText,
    /// The line is longer than is read.
    LongLine,
    /// A Sudoku is at fault.
    Sudoku(SudokuFault),
    /// A case of Sudominoku is at fault.
    Sudominoku(SudominokuFault),
    /// An exact-cover problem is at fault.
    Cover(TextFault),
}

/// What a stream may hold, for messages.
const KINDS: &str = "a Sudoku, a Sudominoku or an exact-cover problem";

impl fmt::Display for PuzzleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleFault::Empty => write!(f, "empty input: expected {KINDS}"),
            PuzzleFault::NoPuzzle => write!(
                f,
                "no puzzle beside blank lines, comments and sections other than [Puzzle]: expected {KINDS}"
            ),
            PuzzleFault::Unrecognised => write!(
                f,
                "no known kind of puzzle begins like this: expected {KINDS}, or name the kind with --kind sudoku, sudominoku or cover"
            ),
            PuzzleFault::NotText => write!(f, "this is not text: expected {KINDS} in UTF-8"),
            PuzzleFault::LongLine => {
                write!(f, "the line is longer than {} MiB", LONGEST >> 20)
            }
            PuzzleFault::Sudoku(fault) => fault.fmt(f),
            PuzzleFault::Sudominoku(fault) => fault.fmt(f),
            PuzzleFault::Cover(fault) => fault.fmt(f),
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
