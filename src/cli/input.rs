//! Input: the arguments that describe it, and the questions that are read from it.

use std::fmt;
use std::io::BufRead;
use std::path::PathBuf;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use clap::builder::Resettable;
use clap::{Args, Command};
use dominox::problem::OptionId;
use dominox::puzzles::{
    self, Column, Cover, KINDS, Kind, Packing, Puzzle, Reader, Reading, Shape, Sudoku, Sudominoku,
    Variant,
};

use super::exit::Failure;
use super::files::Inputs;
use super::idle::{Idle, is_no_sudoku};
use super::inlet::GRACE;
use super::names::OneOf;
use super::values::column;

/// Where puzzles come from.
#[derive(Args, Clone)]
#[command(next_help_heading = "Input")]
pub struct Input {
    /// Files with puzzles; `-` is standard input, which is also the default
    #[arg(value_name = "FILE", help_heading = Resettable::Reset)]
    files: Vec<PathBuf>,

    /// The kind of puzzle [default: detected from the input]
    #[arg(long, value_parser = KIND_NAMES)]
    pub kind: Option<&'static Kind>,

    /// Rows and columns of a box, for Sudokus whose size leaves a choice
    #[arg(long = "box", value_name = "RxC")]
    shape: Option<Shape>,

    /// The column with the puzzles, for tables: its name in the first line, or its number
    #[arg(long, value_name = "NAME|N", value_parser = column)]
    column: Option<Column>,

    /// Stop at the first bad puzzle instead of continuing after it
    #[arg(long)]
    pub strict: bool,
}

/// The kinds by name.
pub const KIND_NAMES: OneOf<&'static Kind> = OneOf(|| named(&KINDS));

/// The kinds of some actions.
const OF_CANONICAL: OneOf<&'static Kind> = OneOf(|| named(&[Sudoku::KIND]));
const OF_PERSONS: OneOf<&'static Kind> = OneOf(|| named(&[Sudoku::KIND, Sudominoku::KIND]));
const OF_MINIMIZE: OneOf<&'static Kind> =
    OneOf(|| named(&[Sudoku::KIND, Sudominoku::KIND, Variant::KIND]));

fn named(kinds: &[&'static Kind]) -> Vec<(&'static str, &'static str, &'static Kind)> {
    let named = kinds.iter().map(|&kind| (kind.name, kind.about, kind));
    named.collect()
}

/// Removes from an action the kinds that it refuses, and from its help the models, where it has no use for any.
pub fn with_kinds_it_takes(action: Command) -> Command {
    let kinds = match action.get_name() {
        "canonical" => OF_CANONICAL,
        "minimize" => OF_MINIMIZE,
        "rate" | "steps" => OF_PERSONS,
        _ => return action,
    };
    let has_models = action.get_arguments().any(|arg| arg.get_id() == "model");
    let action = action.mut_arg("kind", |arg| arg.value_parser(kinds));
    match has_models {
        true => action.mut_arg("model", |arg| arg.hide(true)),
        false => action,
    }
}

/// A puzzle to be answered.
pub struct Question {
    /// The file that it was read from, or the name of the model.
    pub file: Arc<str>,
    pub asked: Asked,
    /// How long reading it took, from its first byte on.
    pub reading_took: Duration,
}

/// The question: a puzzle that was read, or a model.
pub enum Asked {
    Read(Reading),
    Model(Box<dyn Puzzle>),
}

/// The place of a question: a file and a line in it, from 1; a model has no line.
pub struct Place<'a> {
    file: &'a str,
    line: Option<u64>,
}

impl Question {
    /// A classic problem, such as `queens 8`, asked for at this time.
    ///
    /// # Errors
    /// If there is no model of this name, or its arguments are bad.
    pub fn of_model(spec: &str, start: Instant) -> Result<Question, Failure> {
        let model = puzzles::model(spec).map_err(|error| Failure::Usage(error.to_string()))?;
        Ok(Question {
            file: spec.into(),
            asked: Asked::Model(model),
            reading_took: start.elapsed(),
        })
    }

    /// Like [`of_model`](Self::of_model); `None` if it is not made before the time is over. Then it is still being made, in a thread of
    /// its own.
    ///
    /// # Errors
    /// As for [`of_model`](Self::of_model).
    pub fn of_model_within(
        spec: &str,
        start: Instant,
        time: Option<Duration>,
    ) -> Result<Option<Question>, Failure> {
        let Some(time) = time else {
            return Question::of_model(spec, start).map(Some);
        };
        let (sender, made) = mpsc::sync_channel(1);
        let name = spec.to_owned();
        thread::spawn(move || sender.send(Question::of_model(&name, start)));
        made.recv_timeout(time.saturating_add(GRACE).saturating_sub(start.elapsed()))
            .map_or(Ok(None), |question| question.map(Some))
    }

    pub fn puzzle(&self) -> &dyn Puzzle {
        match &self.asked {
            Asked::Read(reading) => &*reading.puzzle,
            Asked::Model(model) => &**model,
        }
    }

    /// The number of the puzzle in its file, from 1.
    pub fn index(&self) -> u64 {
        match &self.asked {
            Asked::Read(reading) => reading.index,
            Asked::Model(_) => 1,
        }
    }

    /// The line where the puzzle begins, from 1.
    pub fn line(&self) -> Option<u64> {
        match &self.asked {
            Asked::Read(reading) => Some(reading.line),
            Asked::Model(_) => None,
        }
    }

    /// The title of its picture: `Puzzle 3`, `week.csv, puzzle 3`, `queens 8`.
    pub fn heading(&self) -> String {
        match (&self.asked, &*self.file) {
            (Asked::Model(_), name) => name.into(),
            (Asked::Read(reading), "<stdin>") => format!("Puzzle {}", reading.index),
            (Asked::Read(reading), file) => format!("{file}, puzzle {}", reading.index),
        }
    }

    /// The file and the line.
    pub fn at(&self) -> (&str, Option<u64>) {
        (&self.file, self.line())
    }

    pub fn place(&self) -> Place<'_> {
        Place {
            file: &self.file,
            line: self.line(),
        }
    }

    /// Appends the answer that these options are in the layout of the question; of a model, the drawn board.
    pub fn write_answer(&self, options: &[OptionId], text: &mut Vec<u8>) {
        match &self.asked {
            Asked::Read(reading) => reading.puzzle.write_answer(reading.index, options, text),
            Asked::Model(model) => model.write_board(options, text),
        }
    }

    /// Whether the question is an exact-cover problem, so that a program needs the options of an answer: a model, or a problem
    /// or packing that was read.
    pub fn is_problem(&self) -> bool {
        match &self.asked {
            Asked::Read(reading) => [Cover::KIND, Packing::KIND].contains(&reading.kind),
            Asked::Model(_) => true,
        }
    }

    /// Whether one answer can be distinguished from the next without a blank line between.
    pub fn answers_stand_alone(&self) -> bool {
        matches!(&self.asked, Asked::Read(reading) if reading.puzzle.answers_stand_alone())
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
    /// Input from these files, with these settings.
    pub fn of_files(
        files: Vec<PathBuf>,
        kind: Option<&'static Kind>,
        shape: Option<Shape>,
        column: Option<Column>,
    ) -> Input {
        Input {
            files,
            kind,
            shape,
            column,
            strict: false,
        }
    }

    /// The files to read, in order.
    ///
    /// # Errors
    /// If standard input is named twice.
    pub fn files(&self) -> Result<Vec<PathBuf>, Failure> {
        read_standard_input_once(&self.files)?;
        Ok(match self.files.as_slice() {
            [] => vec!["-".into()],
            files => files.to_vec(),
        })
    }

    /// The same files, which must not be written.
    ///
    /// # Errors
    /// If standard input is named twice.
    pub fn inputs(&self) -> Result<Inputs, Failure> {
        Ok(Inputs::of(self.files()?.iter().map(PathBuf::as_path)))
    }

    /// Whether standard input is read.
    pub fn is_standard(&self) -> bool {
        self.files.is_empty() || self.files.iter().any(|file| file.as_os_str() == "-")
    }

    /// The arguments that have no effect on some puzzles.
    pub fn idle(&self) -> impl Iterator<Item = Idle> {
        let shape = self.shape.is_some().then_some(Idle {
            note: "note: `--box` has no effect here: it is for Sudokus",
            is_idle: is_no_sudoku,
        });
        let column = self.column.is_some().then_some(Idle {
            note: "note: `--column` has no effect here: it is for tables of Sudokus",
            is_idle: is_no_sudoku,
        });
        shape.into_iter().chain(column)
    }

    /// A reader of puzzles as the arguments describe them.
    pub fn reader<R: BufRead>(&self, input: R) -> Reader<R> {
        let mut reader = puzzles::read(input);
        if let Some(kind) = self.kind {
            reader = reader.kind(kind);
        }
        if let Some(shape) = self.shape {
            reader = reader.shape(shape);
        }
        if let Some(column) = &self.column {
            reader = reader.column(column.clone());
        }
        reader
    }
}

/// Makes sure that standard input is not named twice.
///
/// # Errors
/// If it is.
pub fn read_standard_input_once(files: &[PathBuf]) -> Result<(), Failure> {
    let is_standard = |path: &&PathBuf| path.as_os_str() == "-";
    if files.iter().filter(is_standard).count() > 1 {
        let message = "`-` is named twice: standard input can be read only once";
        return Err(Failure::Usage(message.into()));
    }
    Ok(())
}
