//! Answers that are read to be checked: in any layout of the puzzles, as options, or as JSON lines of ours.
//!
//! ```text
//! 5346789126…                        one record: the answer to puzzle 1
//! none                               one record: puzzle 2 has no answer
//! {"index":3,"answer":"5346…", …     one record: an answer to puzzle 3
//! ```

use std::io::{self, BufRead, BufReader, Cursor, Lines, Read};

use dominox::puzzles::{
    self, Cover, Kind, Matrix, PuzzleFault, ReadCause, ReadError, Reader, Reading, Sudoku,
};
use serde_json::Value;

use super::input::Input;

/// What is read of a stream at once.
const BUFFER: usize = 1 << 16;

/// Something that is said of a puzzle.
pub struct Answer {
    /// The line where it begins, from 1.
    pub line: u64,
    /// The number of the puzzle in its stream, from 1.
    pub puzzle: u64,
    /// What is said; or what is wrong with the text, with its place.
    pub said: Result<Said, String>,
}

/// What is said of a puzzle.
pub enum Said {
    /// This grid is an answer, or the options that these lines consist of.
    Grid(Box<Sudoku>),
    /// These lines are the options of an answer.
    Options(Vec<String>),
    /// These rows of a matrix, from 0, are an answer.
    Rows(Vec<usize>),
    /// There is no answer.
    None,
}

/// The answers of a stream, in its order.
pub struct Answers<'a> {
    layout: Layout,
    /// The line that says that a puzzle has no answer.
    none: &'a str,
    /// The number of answers read.
    read: u64,
    /// One that belongs to a later puzzle.
    kept: Option<Answer>,
}

type Stream = BufReader<Box<dyn Read + Send>>;

enum Layout {
    /// Grids in any layout of a Sudoku.
    Grids(Box<Reader<Stream>>),
    /// Options, one in each line. Blank lines separate the answers.
    Options(Numbered),
    /// The numbers of rows of a matrix, one answer in each line.
    Rows(Numbered),
    /// JSON lines of ours, about puzzles of this kind.
    Records(Numbered, &'static Kind),
}

/// Lines with their numbers, from 1.
struct Numbered {
    lines: Lines<Stream>,
    number: u64,
}

impl<'a> Answers<'a> {
    /// Reads answers to puzzles of this kind. `input` says how grids are read, `none` what stands for no answer.
    ///
    /// # Errors
    /// If the stream cannot be read.
    pub fn read(
        stream: Box<dyn Read + Send>,
        kind: &'static Kind,
        input: &Input,
        none: &'a str,
    ) -> io::Result<Answers<'a>> {
        let mut stream = BufReader::with_capacity(BUFFER, stream);
        let is_json = stream.fill_buf()?.starts_with(b"{\"");
        let layout = if is_json {
            Layout::Records(Numbered::new(stream), kind)
        } else if kind == Cover::KIND {
            Layout::Options(Numbered::new(stream))
        } else if kind == Matrix::KIND {
            Layout::Rows(Numbered::new(stream))
        } else {
            Layout::Grids(Box::new(input.reader(stream).kind(Sudoku::KIND)))
        };
        Ok(Answers {
            layout,
            none,
            read: 0,
            kept: None,
        })
    }

    /// The next answer, if it belongs to a puzzle up to this one.
    ///
    /// # Errors
    /// If the stream cannot be read.
    pub fn next_up_to(&mut self, puzzle: u64) -> io::Result<Option<Answer>> {
        if self.kept.is_none() {
            self.kept = self.next()?;
        }
        let belongs = |answer: &mut Answer| answer.puzzle <= puzzle;
        Ok(self.kept.take_if(belongs))
    }

    /// The next answer.
    ///
    /// # Errors
    /// If the stream cannot be read.
    fn next(&mut self) -> io::Result<Option<Answer>> {
        self.read += 1;
        match &mut self.layout {
            Layout::Grids(reader) => match reader.next() {
                Some(Err(ReadError {
                    cause: ReadCause::Fault(fault),
                    ..
                })) if matches!(fault.fault, PuzzleFault::Empty | PuzzleFault::NoPuzzle) => {
                    Ok(None)
                }
                Some(found) => grid(found, self.none).map(Some),
                None => Ok(None),
            },
            Layout::Options(lines) => lines.block(self.read, self.none),
            Layout::Rows(lines) => lines.rows(self.read, self.none),
            Layout::Records(lines, kind) => lines.record(kind),
        }
    }
}

/// The answer that a grid is.
fn grid(found: Result<Reading, ReadError>, none: &str) -> io::Result<Answer> {
    let answer = |puzzle, line, said| Answer { line, puzzle, said };
    match found {
        Ok(Reading {
            index,
            line,
            puzzle,
            ..
        }) => {
            let sudoku: &Sudoku = puzzle.downcast_ref().expect("a Sudoku was asked for");
            Ok(answer(
                index,
                line,
                Ok(Said::Grid(Box::new(sudoku.clone()))),
            ))
        }
        Err(ReadError { index, cause }) => match cause {
            ReadCause::Io(error) => Err(error),
            ReadCause::Fault(fault) => Ok(answer(
                index,
                fault.line,
                match fault.shown().trim() == none {
                    true => Ok(Said::None),
                    false => Err(fault.to_string()),
                },
            )),
        },
    }
}

impl Numbered {
    fn new(stream: Stream) -> Numbered {
        Numbered {
            lines: stream.lines(),
            number: 0,
        }
    }

    fn next(&mut self) -> io::Result<Option<String>> {
        self.number += 1;
        self.lines.next().transpose()
    }

    /// The next lines up to a blank one, without comments, as answer number `puzzle`.
    fn block(&mut self, puzzle: u64, none: &str) -> io::Result<Option<Answer>> {
        let mut options: Vec<String> = Vec::new();
        let mut begin = 0;
        while let Some(line) = self.next()? {
            match line.trim() {
                "" if options.is_empty() => {}
                "" => break,
                comment if comment.starts_with('|') => {}
                option => {
                    if options.is_empty() {
                        begin = self.number;
                    }
                    options.push(option.into());
                }
            }
        }
        if options.is_empty() {
            return Ok(None);
        }
        let said = match options == [none] {
            true => Said::None,
            false => Said::Options(options),
        };
        Ok(Some(Answer {
            line: begin,
            puzzle,
            said: Ok(said),
        }))
    }

    /// The next line with the numbers of rows, as answer number `puzzle`.
    fn rows(&mut self, puzzle: u64, none: &str) -> io::Result<Option<Answer>> {
        while let Some(line) = self.next()? {
            let text = line.trim();
            if !text.is_empty() {
                let said = match text == none {
                    true => Ok(Said::None),
                    false => {
                        rows_said_by(text).map_err(|message| format!("{}: {message}", self.number))
                    }
                };
                return Ok(Some(Answer {
                    line: self.number,
                    puzzle,
                    said,
                }));
            }
        }
        Ok(None)
    }

    /// The next record that says whether there is an answer.
    fn record(&mut self, kind: &'static Kind) -> io::Result<Option<Answer>> {
        while let Some(line) = self.next()? {
            if line.trim().is_empty() {
                continue;
            }
            let record = serde_json::from_str(&line).unwrap_or(Value::Null);
            let answer = |puzzle, said| Answer {
                line: self.number,
                puzzle,
                said,
            };
            let (Some(puzzle), Some(status)) =
                (record["index"].as_u64(), record["status"].as_str())
            else {
                let message = format!("{}: no record with an index and a status", self.number);
                return Ok(Some(answer(self.number, Err(message))));
            };
            let said = match (status, record["answer"].as_str()) {
                ("solved", Some(text)) => said_by(text, kind)
                    .map_err(|message| format!("{}: in the answer, {message}", self.number)),
                ("none", _) => Ok(Said::None),
                ("solved", None) => Err(format!("{}: no answer in the record", self.number)),
                _ => continue,
            };
            return Ok(Some(answer(puzzle, said)));
        }
        Ok(None)
    }
}

/// The rows of a matrix that these numbers are, from 1.
fn rows_said_by(text: &str) -> Result<Said, String> {
    let number = |word: &str| match word.parse::<u32>() {
        Ok(number @ 1..) => Ok(number as usize - 1),
        _ => Err(format!("`{word}` is not the number of a row")),
    };
    let rows: Result<Vec<usize>, String> = text.split_whitespace().map(number).collect();
    rows.map(Said::Rows)
}

/// What the answer of a record says.
fn said_by(text: &str, kind: &'static Kind) -> Result<Said, String> {
    if kind == Cover::KIND {
        return Ok(Said::Options(text.lines().map(str::to_owned).collect()));
    }
    if kind == Matrix::KIND {
        return rows_said_by(text);
    }
    let mut reader = puzzles::read(Cursor::new(text)).kind(Sudoku::KIND);
    let found = reader.next().expect("an empty text is an error");
    grid(found, "").map_err(|error| error.to_string())?.said
}
