//! Input: what the arguments say about it, and the questions that come of it.

use std::fmt;
use std::io::BufRead;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use dominox::problem::{OptionId, Solution};
use dominox::puzzles::{self, Kind, Puzzle, Reader, Reading, Shape};

use super::exit::Failure;

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
    pub strict: bool,
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
    /// The file that it is from.
    pub file: Arc<str>,
    pub asked: Asked,
}

/// What is asked: a puzzle that was read, or a model that was named.
pub enum Asked {
    Read(Reading),
    Model(Box<dyn Puzzle>),
}

/// Where a question stands: a file and a line in it, from 1; a model has no line.
pub struct Place<'a> {
    file: &'a str,
    line: Option<u64>,
}

impl Question {
    pub fn place(&self) -> Place<'_> {
        Place {
            file: &self.file,
            line: self.asked.line(),
        }
    }
}

impl Asked {
    pub fn puzzle(&self) -> &dyn Puzzle {
        match self {
            Asked::Read(reading) => &reading.puzzle,
            Asked::Model(model) => &**model,
        }
    }

    /// The number of the puzzle in its file, from 1.
    pub fn index(&self) -> u64 {
        match self {
            Asked::Read(reading) => reading.index,
            Asked::Model(_) => 1,
        }
    }

    /// The line where the puzzle begins, from 1.
    pub fn line(&self) -> Option<u64> {
        match self {
            Asked::Read(reading) => Some(reading.line),
            Asked::Model(_) => None,
        }
    }

    /// Appends the answer that these options are in the layout of the question; of a model, the drawn board.
    pub fn write_answer(&self, options: &[OptionId], text: &mut Vec<u8>) {
        match self {
            Asked::Read(Reading { index, puzzle, .. }) => {
                puzzle.write_answer(*index, options, text);
            }
            Asked::Model(_) => self.write_board(options, text),
        }
    }

    /// Appends the drawn board; where there is nothing to draw, the options.
    pub fn write_board(&self, options: &[OptionId], text: &mut Vec<u8>) {
        let board = self.puzzle().decode(&Solution::new(options.to_vec()));
        match board.rows() {
            0 => self.write_options(options, text),
            _ => text.extend_from_slice(format!("{board}\n").as_bytes()),
        }
    }

    /// Appends the options, one a line.
    pub fn write_options(&self, options: &[OptionId], text: &mut Vec<u8>) {
        let problem = self.puzzle().problem();
        for &option in Solution::new(options.to_vec()).options() {
            text.extend_from_slice(problem.option_text(option).as_bytes());
            text.push(b'\n');
        }
    }

    /// The kind of a puzzle that was read.
    pub fn kind(&self) -> Option<Kind> {
        match self {
            Asked::Read(reading) => Some(reading.puzzle.kind()),
            Asked::Model(_) => None,
        }
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}", self.file),
            None => f.write_str(self.file),
        }
    }
}

impl Input {
    /// The files to read, in order.
    ///
    /// # Errors
    /// If standard input is named twice.
    pub fn files(&self) -> Result<Vec<PathBuf>, Failure> {
        let is_standard = |path: &&PathBuf| path.as_os_str() == "-";
        if self.files.iter().filter(is_standard).count() > 1 {
            let message = "`-` is named twice: standard input can be read only once";
            return Err(Failure::Usage(message.into()));
        }
        Ok(match self.files.as_slice() {
            [] => vec!["-".into()],
            files => files.to_vec(),
        })
    }

    /// A reader of puzzles as the arguments describe them.
    pub fn reader<R: BufRead>(&self, input: R) -> Reader<R> {
        let mut reader = puzzles::read(input);
        if let Some(kind) = self.kind {
            reader = reader.kind(kind.into());
        }
        if let Some(shape) = self.shape {
            reader = reader.shape(shape);
        }
        reader
    }
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
