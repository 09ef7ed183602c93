//! Answers to be checked: in any layout of the puzzles, as options, or as the JSON lines of `solve`.
//!
//! ```text
//! 5346789126…                        one record: the answer to puzzle 1
//! none                               one record: puzzle 2 has no answer
//! {"index":3,"answer":"5346…", …     one record: an answer to puzzle 3
//! ```

use std::io::{self, BufRead, BufReader, Cursor, Read};

use dominox::problem::Located;
use dominox::puzzles::packing::DrawingEnd;
use dominox::puzzles::sudoku::SudokuFault;
use dominox::puzzles::{
    self, Cover, Kind, Matrix, Packing, PuzzleFault, ReadCause, ReadError, Reader, Reading, Sudoku,
    Sudominoku, Variant,
};
use serde_json::Value;

use super::differ::comment_mark;
use super::input::Input;
use super::source::{NOT_TEXT, length_of_text};

/// The word before the number of a puzzle, in the line before its grid.
const LABEL: &str = "Puzzle ";

/// The number of bytes that are read at once.
const BUFFER: usize = 1 << 16;

/// A statement about a puzzle: an answer, or that there is none.
pub struct Answer {
    /// The line where it begins, from 1.
    pub line: u64,
    /// The number of the puzzle in its stream, from 1.
    pub puzzle: u64,
    /// The statement; or what is wrong with the text.
    pub said: Result<Said, BadAnswer>,
}

/// What is wrong with the text of an answer.
#[derive(Clone)]
pub struct BadAnswer {
    /// The column of the fault, from 1.
    pub column: Option<u64>,
    pub error: String,
    /// The fault with its place, for people.
    pub shown: String,
}

impl BadAnswer {
    /// A fault of a whole line.
    pub fn at(line: u64, error: String) -> BadAnswer {
        BadAnswer {
            column: None,
            shown: format!("{line}: {error}"),
            error,
        }
    }
}

/// The message about a puzzle.
pub enum Said {
    /// This grid, or the options in these lines, are an answer.
    Grid(Box<Sudoku>),
    /// These lines are the options of an answer; or of a variant, its digits.
    Options(Vec<String>),
    /// These lines look like the drawing of an answer.
    Drawing(Vec<String>),
    /// These rows of a matrix, from 0, are an answer.
    Rows(Vec<usize>),
    /// There is no answer.
    None,
}

/// The answers of a stream, in order.
pub struct Answers<'a> {
    layout: Layout,
    /// The line that says that a puzzle has no answer.
    none: &'a str,
    /// The number of answers read.
    read: u64,
    /// Where a drawing ends that may have blank lines.
    drawing_end: Option<DrawingEnd>,
    /// A statement about a later puzzle.
    kept: Option<Answer>,
}

type Stream = BufReader<Box<dyn Read + Send>>;

enum Layout {
    /// Grids in any layout of a Sudoku.
    Grids(Box<Reader<Stream>>),
    /// Grids after lines `Puzzle` and the number of the puzzle.
    Labelled(Numbered, Label),
    /// Options, one in each line, and comments with this mark. Blank lines separate the answers.
    Options(Numbered, char),
    /// Lines of digits. Blank lines separate the answers.
    Digits(Numbered),
    /// The numbers of rows of a matrix, one answer in each line.
    Rows(Numbered),
    /// The JSON lines of `solve`, about puzzles of this kind; the last one that was read is about the puzzle with this number.
    Records(Numbered, &'static Kind, u64),
}

/// The label of the next grid, or the text in its place.
#[derive(Default)]
struct Label {
    line: u64,
    puzzle: u64,
    is_none: bool,
}

/// Lines with their numbers, from 1.
struct Numbered {
    stream: Stream,
    number: u64,
}

/// The byte order mark of UTF-8.
const MARK: &[u8] = "\u{feff}".as_bytes();

impl<'a> Answers<'a> {
    /// Reads answers to puzzles of this kind. `input` says how to read grids; `none` is the line for 'no answer'.
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
        if stream.fill_buf()?.starts_with(MARK) {
            stream.consume(MARK.len());
        }
        let begin = stream.fill_buf()?;
        let is_json = begin.starts_with(b"{\"");
        let is_labelled = kind == Sudominoku::KIND && begin.starts_with(LABEL.as_bytes());
        let layout = if is_json {
            Layout::Records(Numbered::new(stream), kind, 1)
        } else if is_labelled {
            Layout::Labelled(Numbered::new(stream), Label::default())
        } else if kind == Cover::KIND || kind == Packing::KIND || are_options(begin, none) {
            Layout::Options(Numbered::new(stream), comment_mark(kind == Cover::KIND))
        } else if kind == Variant::KIND {
            Layout::Digits(Numbered::new(stream))
        } else if kind == Matrix::KIND {
            Layout::Rows(Numbered::new(stream))
        } else {
            Layout::Grids(Box::new(input.reader(stream).kind(Sudoku::KIND)))
        };
        Ok(Answers {
            layout,
            none,
            read: 0,
            drawing_end: None,
            kept: None,
        })
    }

    /// From now on, drawings end here, if it is given; otherwise, they end before a blank line.
    pub fn expect_drawings_to(&mut self, end: Option<DrawingEnd>) {
        self.drawing_end = end;
    }

    /// The next answer, if it belongs to a puzzle up to this one.
    ///
    /// # Errors
    /// If the stream cannot be read.
    pub fn next_up_to(&mut self, puzzle: u64) -> io::Result<Option<Answer>> {
        // How long the next drawing is depends on its puzzle.
        if matches!(self.layout, Layout::Options(..)) && self.read >= puzzle {
            return Ok(None);
        }
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
                Some(found) => grid(found, Some(self.none)).map(Some),
                None => Ok(None),
            },
            Layout::Labelled(lines, label) => lines.labelled(label, self.none),
            Layout::Options(lines, mark) => {
                lines.block(self.read, self.none, (*mark, self.drawing_end))
            }
            Layout::Digits(lines) => lines.block(self.read, self.none, (comment_mark(false), None)),
            Layout::Rows(lines) => lines.rows(self.read, self.none),
            Layout::Records(lines, kind, last) => lines.record(kind, last),
        }
    }
}

/// A grid as an answer.
fn grid(found: Result<Reading, ReadError>, none: Option<&str>) -> io::Result<Answer> {
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
        Err(ReadError { index, cause, .. }) => match cause {
            ReadCause::Io(error) => Err(error),
            ReadCause::Fault(fault) => Ok(answer(
                index,
                fault.line,
                match none.is_some_and(|none| is_none(&fault, none)) {
                    true => Ok(Said::None),
                    false => Err(BadAnswer {
                        column: Some(fault.column),
                        error: fault.fault.to_string(),
                        shown: fault.to_string(),
                    }),
                },
            )),
        },
    }
}

/// Whether what is not a grid says that there is no answer: this word alone in its line or in its column of a table, or nothing in
/// the column.
fn is_none(fault: &Located<PuzzleFault>, none: &str) -> bool {
    let in_column = match &fault.fault {
        PuzzleFault::OfKind(fault) => fault.downcast_ref(),
        _ => None,
    };
    match in_column {
        Some(SudokuFault::NotInColumn { found, .. }) => found == none || found.is_empty(),
        _ => fault.shown().trim() == none,
    }
}

impl Numbered {
    fn new(stream: Stream) -> Numbered {
        Numbered { stream, number: 0 }
    }

    fn next(&mut self) -> io::Result<Option<String>> {
        self.number += 1;
        let mut bytes = Vec::new();
        if self.stream.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        bytes.pop_if(|last| *last == b'\n');
        bytes.pop_if(|last| *last == b'\r');
        let end = length_of_text(&bytes);
        if end < bytes.len() {
            let column = String::from_utf8_lossy(&bytes[..end]).chars().count() + 1;
            let place = format!("line {}, column {column}", self.number);
            let message = format!("{place}: {NOT_TEXT}");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(Some(String::from_utf8(bytes).expect("all of it is text")))
    }

    /// The grid after the label that was read last, up to the next label.
    fn labelled(&mut self, label: &mut Label, none: &str) -> io::Result<Option<Answer>> {
        let mut text = String::new();
        loop {
            let line = self.next()?;
            let here = line.as_deref().map(str::trim);
            let number = here.and_then(|line| line.strip_prefix(LABEL)?.trim().parse().ok());
            let is_none = here == Some(none);
            if let (Some(line), None, false) = (&line, number, is_none) {
                text += line;
                text.push('\n');
                continue;
            }
            let next = Label {
                line: self.number,
                puzzle: match line {
                    Some(_) => number.unwrap_or(label.puzzle + 1),
                    None => 0,
                },
                is_none,
            };
            let Label {
                line: begin,
                puzzle,
                is_none,
            } = std::mem::replace(label, next);
            if puzzle == 0 && line.is_some() {
                continue;
            }
            let answer = |said| Answer {
                line: begin,
                puzzle,
                said,
            };
            return Ok((puzzle > 0).then(|| match is_none {
                true => answer(Ok(Said::None)),
                false => answer(said_by(&text, Sudoku::KIND, begin)),
            }));
        }
    }

    /// The next lines up to a blank one, without those that begin with `comment`, as answer number `puzzle`; if they look like a drawing
    /// and its end is given, the lines up to there.
    fn block(
        &mut self,
        puzzle: u64,
        none: &str,
        (comment, mut end): (char, Option<DrawingEnd>),
    ) -> io::Result<Option<Answer>> {
        let mut options: Vec<String> = Vec::new();
        let mut begin = 0;
        while let Some(line) = self.next()? {
            let text = line.trim();
            if options.is_empty() && !text.is_empty() {
                begin = self.number;
            }
            let is_drawn = match options.first() {
                Some(first) => is_drawing(first),
                None => !text.is_empty() && !text.starts_with(comment) && is_drawing(text),
            };
            match end.as_mut().filter(|_| is_drawn) {
                Some(end) => {
                    options.push(line.trim_end().into());
                    if end.is_reached(text) {
                        break;
                    }
                }
                None if text.is_empty() && options.is_empty() => {}
                // Of a cover, it can be the first of several options.
                None if options.is_empty() && text == none && comment != comment_mark(true) => {
                    options.push(text.into());
                    break;
                }
                None if text.is_empty() => break,
                None if text.starts_with(comment) && !is_drawn => {}
                None => options.push(line.trim_end().into()),
            }
        }
        if options.is_empty() {
            return Ok(None);
        }
        let said = match &options[..] {
            [line] if line.trim() == none => Said::None,
            _ => options_said_by(options),
        };
        Ok(Some(Answer {
            line: begin,
            puzzle,
            said: Ok(said),
        }))
    }

    /// The next line with the numbers of rows, which is not a comment, as answer number `puzzle`.
    fn rows(&mut self, puzzle: u64, none: &str) -> io::Result<Option<Answer>> {
        while let Some(line) = self.next()? {
            let text = line.trim();
            if !text.is_empty() && !text.starts_with('#') {
                let said = match text == none {
                    true => Ok(Said::None),
                    false => rows_said_by(text).map_err(|error| BadAnswer::at(self.number, error)),
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

    /// The next record that says whether there is an answer. One that cannot be read counts as an answer to the puzzle of the
    /// `last` one.
    fn record(&mut self, kind: &'static Kind, last: &mut u64) -> io::Result<Option<Answer>> {
        while let Some(line) = self.next()? {
            if line.trim().is_empty() {
                continue;
            }
            let record = serde_json::from_str(&line).unwrap_or(Value::Null);
            if record["index"].is_null() && record["status"] == "stopped" {
                // It says that a limit or a signal stopped the run.
                continue;
            }
            let answer = |puzzle, said| Answer {
                line: self.number,
                puzzle,
                said,
            };
            let (Some(puzzle), Some(status)) =
                (record["index"].as_u64(), record["status"].as_str())
            else {
                let error = "no record with an index and a status".into();
                let bad = BadAnswer::at(self.number, error);
                return Ok(Some(answer(*last, Err(bad))));
            };
            *last = puzzle;
            let listed = options_of(&record).filter(|_| kind != Variant::KIND);
            let said = match (status, listed, record["answer"].as_str()) {
                ("solved" | "best", Some(options), _) => Ok(Said::Options(options)),
                ("solved" | "best", None, Some(text)) => said_by(text, kind, self.number),
                ("none", ..) => Ok(Said::None),
                ("solved" | "best", None, None) => {
                    let error = "no answer in the record".into();
                    Err(BadAnswer::at(self.number, error))
                }
                ("sampled" | "counted" | "unique" | "multiple", ..) => {
                    let error = "a record of another command: expected those of `solve` or `best`";
                    Err(BadAnswer::at(self.number, error.into()))
                }
                _ => continue,
            };
            return Ok(Some(answer(puzzle, said)));
        }
        Ok(None)
    }
}

/// The options that a record lists, each as its items.
fn options_of(record: &Value) -> Option<Vec<String>> {
    let items = |option: &Value| {
        let items = option["items"].as_array()?.iter();
        let items: Option<Vec<&str>> = items.map(Value::as_str).collect();
        Some(items?.join(" "))
    };
    record["options"].as_array()?.iter().map(items).collect()
}

/// Whether a text begins with options of a Sudoku, as `r1c1 r1#1 c1#1 b1#1`; lines that say `none` may come before.
fn are_options(text: &[u8], none: &str) -> bool {
    let text = String::from_utf8_lossy(text);
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && *line != none && !line.starts_with('#'));
    first.is_some_and(|line| {
        let mut words = line.split_whitespace();
        line.contains('#') && words.all(|word| word.starts_with(char::is_alphabetic))
    })
}

/// Whether the first line of an answer is that of a drawing: it has a frame of lines, or consists of strokes.
fn is_drawing(first: &str) -> bool {
    let is_frame = |c: char| ('\u{2500}'..='\u{257f}').contains(&c);
    first.contains(is_frame) || first.chars().all(|c| "/\\_ ".contains(c))
}

/// These lines as options, or as a drawing.
fn options_said_by(lines: Vec<String>) -> Said {
    match lines.first().is_some_and(|first| is_drawing(first)) {
        true => Said::Drawing(lines),
        false => Said::Options(lines),
    }
}

/// These numbers as rows of a matrix, from 1.
fn rows_said_by(text: &str) -> Result<Said, String> {
    let number = |word: &str| match word.parse::<u32>() {
        Ok(number @ 1..) => Ok(number as usize - 1),
        _ => Err(format!("`{word}` is not the number of a row")),
    };
    let rows: Result<Vec<usize>, String> = text.split_whitespace().map(number).collect();
    rows.map(Said::Rows)
}

/// The statement of an answer's text, which is in this line or begins there.
fn said_by(text: &str, kind: &'static Kind, line: u64) -> Result<Said, BadAnswer> {
    if kind == Cover::KIND || kind == Packing::KIND || kind == Variant::KIND {
        return Ok(options_said_by(text.lines().map(str::to_owned).collect()));
    }
    if kind == Matrix::KIND {
        return rows_said_by(text).map_err(|error| BadAnswer::at(line, error));
    }
    let mut reader = puzzles::read(Cursor::new(text)).kind(Sudoku::KIND);
    let found = reader.next().expect("an empty text is an error");
    let said = grid(found, None).map_err(|error| error.to_string());
    let said = said.and_then(|answer| answer.said.map_err(|bad| bad.error));
    said.map_err(|error| BadAnswer::at(line, format!("in the answer: {error}")))
}
