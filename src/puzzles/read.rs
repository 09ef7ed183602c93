//! Reading puzzles from a stream, one after the other.
//!
//! ```text
//! stream ──lines──▶ kind, recognised once ──▶ puzzle 1, puzzle 2, a fault, puzzle 4, …
//! ```
//!
//! A fault affects one puzzle: the reader returns it in place of that puzzle, with its line and column, and continues after it.
//! Only one puzzle and the lines around it are in memory, however long the stream is.

use std::fmt;
use std::io::{self, BufRead};
use std::iter::FusedIterator;

use super::Puzzle;
use super::cover::has_bounds;
use super::fault::{PuzzleFault, ReadCause, ReadError};
use super::foreign::for_another;
use super::kind::{Hints, Kind};
use super::lines::{Input, Line, Lines};
use super::recognise::{Recognised, is_bar_comment, recognise};
use super::sudoku::{Shape, Start, Sudoku, SudokuFault, is_code, may_be_code};
use super::table::{Column, take_header};
use crate::problem::Located;

/// How many lines are examined to find out whether anything follows a line of no known kind.
const LINES_AHEAD: usize = 100;

/// Reads the puzzles of a stream: an iterator over them, with a fault in place of each bad puzzle.
///
/// The kind of the stream is recognised by its first lines; [`Reader::kind`] overrides that.
///
/// ```
/// use dominox::puzzles::{self, Sudoku};
/// let stream = "12..34..........\n12..34.........?\n12..34..........\n";
/// let found: Vec<_> = puzzles::read(stream.as_bytes()).collect();
/// let reading = found[0].as_ref().unwrap();
/// assert_eq!((reading.index, reading.kind), (1, Sudoku::KIND));
/// let error = found[1].as_ref().unwrap_err();
/// assert!(error.to_string().starts_with("2:16: `?` is not "));
/// assert_eq!(found[2].as_ref().unwrap().line, 3);
/// ```
pub fn read<R: BufRead>(input: R) -> Reader<R> {
    Reader {
        lines: Lines::new(input),
        hints: Hints::default(),
        kind: None,
        column: None,
        begun: false,
        source: None,
        ended: false,
        code: None,
        read: 0,
    }
}

/// The kind that [`read`] takes a text for; `None` if it refuses or skips the first line.
pub(super) fn kind_of(text: &str) -> Option<&'static Kind> {
    read(text.as_bytes()).first_kind().ok().flatten()
}

/// An iterator over the puzzles of a stream: see [`read`].
pub struct Reader<R> {
    lines: Lines<R>,
    hints: Hints,
    kind: Option<&'static Kind>,
    /// The column of a table that was requested.
    column: Option<Column>,
    begun: bool,
    /// Where the next puzzle comes from, once the kind is known.
    source: Option<Box<dyn Source>>,
    ended: bool,
    /// The first line, if it is one of a program.
    code: Option<Located<PuzzleFault>>,
    /// Number of puzzles read so far, bad ones included.
    read: u64,
}

impl<R> fmt::Debug for Reader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("kind", &self.kind.map(|kind| kind.name))
            .field("read", &self.read)
            .finish_non_exhaustive()
    }
}

/// The line where a puzzle begins, from 1, and the puzzle.
pub(super) type Found = (u64, Box<dyn Puzzle>);

/// Reads puzzles of one kind from the lines of a stream.
pub(super) trait Source: Send {
    /// The next puzzle; `None` if there is none after the last one.
    fn read(&mut self, lines: &mut Input) -> Result<Option<Found>, ReadCause>;

    /// Reads the next puzzle in the memory of the one that is given, if it can be done without allocating and without
    /// waiting for the input. Gives the number of its line.
    fn refill(&mut self, _lines: &mut Input, _puzzle: &mut dyn Puzzle) -> Option<u64> {
        None
    }
}

/// A puzzle and its place in the stream.
#[derive(Debug)]
pub struct Reading {
    /// The number of the puzzle, counted from 1, bad ones included.
    pub index: u64,
    /// The line where it begins, counted from 1.
    pub line: u64,
    /// The kind of the puzzle.
    pub kind: &'static Kind,
    /// The puzzle.
    pub puzzle: Box<dyn Puzzle>,
}

impl<R: BufRead> Reader<R> {
    /// Reads the stream as this kind, whatever it looks like.
    pub fn kind(mut self, kind: &'static Kind) -> Self {
        self.kind = Some(kind);
        self
    }

    /// Reads all Sudokus with boxes of this shape.
    pub fn shape(mut self, shape: Shape) -> Self {
        self.hints.shape = Some(shape);
        self
    }

    /// Reads each line as a line of a table, with the puzzles in this column. By default, the column is detected.
    ///
    /// ```
    /// use dominox::puzzles::{self, Column};
    /// let table = "first,second\n12..34..........,21..43..........\n";
    /// let mut reader = puzzles::read(table.as_bytes()).column(Column::from("second"));
    /// let reading = reader.next().expect("a puzzle")?;
    /// assert_eq!((reading.line, reading.puzzle.givens()[0].index()), (2, 1));
    /// # Ok::<(), puzzles::ReadError>(())
    /// ```
    pub fn column(mut self, column: Column) -> Self {
        self.column = Some(column);
        self
    }

    /// For a stream whose writer may wait for the answer to each puzzle before writing the next: the reader looks at no line
    /// after a whole puzzle, unless a digit repeats in it. By default, if nothing separates Sudokus, the next ones show whether
    /// a row is missing.
    ///
    /// ```
    /// use dominox::puzzles;
    /// let grids = "1...\n..2.\n3...\n...4\n".repeat(7);
    /// let one_row_missing = grids.replacen("..2.\n", "", 1);
    /// for waits in [false, true] {
    ///     let reader = puzzles::read(one_row_missing.as_bytes()).waits(waits);
    ///     assert_eq!(reader.filter(|found| found.is_ok()).count(), 6);
    /// }
    /// ```
    pub fn waits(mut self, waits: bool) -> Self {
        self.hints.waits = waits;
        self
    }

    /// Reads the next puzzle into `reading`, reusing the memory of the puzzle that is there. This is possible if the next
    /// puzzle is a Sudoku in a bare line as long as the one before it in this stream, and the buffer of the input holds
    /// all of it. Otherwise nothing happens, `false` is returned, and [`next`](Iterator::next) reads whatever comes.
    ///
    /// It allocates nothing and never waits for the input.
    ///
    /// ```
    /// use dominox::puzzles::{self, Puzzle};
    /// let stream = format!("{:.<81}\n{:.<81}\n", 1, 23);
    /// let mut reader = puzzles::read(stream.as_bytes());
    /// let mut reading = reader.next().expect("a puzzle")?;
    /// assert!(reader.refill(&mut reading));
    /// assert_eq!((reading.line, reading.puzzle.givens().len()), (2, 2));
    /// assert!(!reader.refill(&mut reading));
    /// assert!(reader.next().is_none());
    /// # Ok::<(), puzzles::ReadError>(())
    /// ```
    pub fn refill(&mut self, reading: &mut Reading) -> bool {
        let Some(source) = &mut self.source else {
            return false;
        };
        let Some(line) = source.refill(&mut self.lines, &mut *reading.puzzle) else {
            return false;
        };
        self.read += 1;
        (reading.index, reading.line) = (self.read, line);
        true
    }

    /// The kind that the stream is taken for by its first lines; `None` if they are of none, or are skipped.
    fn first_kind(&mut self) -> Result<Option<&'static Kind>, ReadCause> {
        self.take_header()?;
        self.refuse_foreign()?;
        self.skip_code()?;
        if self.lines.taken() > 0 || self.kind.is_some() {
            return Ok(self.kind);
        }
        let recognised = recognise(&mut self.lines, self.hints)?;
        // Lines such as `# 1` are taken for comments if what follows them is a puzzle.
        let recognised = recognised.filter(|_| self.lines.taken() == 0);
        Ok(recognised.map(|recognised| recognised.kind))
    }

    /// Whether part of the next puzzle was read already, by looking ahead.
    pub fn has_begun(&self) -> bool {
        self.lines.looks_ahead()
    }

    /// The next puzzle with its kind.
    fn read_next(&mut self) -> Result<Option<(&'static Kind, Found)>, ReadCause> {
        if self.kind.is_none() {
            self.refuse_foreign()?;
            self.skip_code()?;
        }
        let kind = match self.kind {
            Some(kind) => kind,
            None => match recognise(&mut self.lines, self.hints)? {
                Some(Recognised { kind, sure: true }) => *self.kind.insert(kind),
                Some(Recognised { kind, .. }) => return self.read_spoilt(kind),
                None => return self.refuse_line(),
            },
        };
        let source = self.source.get_or_insert_with(|| (kind.source)(self.hints));
        let found = source.read(&mut self.lines)?;
        Ok(found.map(|found| (kind, found)))
    }

    /// Takes the header of a table, if the stream can be one.
    fn take_header(&mut self) -> Result<(), ReadCause> {
        let is_asked = self.begun && self.column.is_some();
        if self.source.is_some() || is_asked {
            return Ok(());
        }
        self.begun = true;
        if self.kind.is_some_and(|kind| kind != Sudoku::KIND) {
            return Ok(());
        }
        match take_header(&mut self.lines, self.column.as_ref(), self.hints)? {
            Ok(header) => {
                self.hints.table = header.table;
                if header.sure {
                    self.kind = Some(Sudoku::KIND);
                }
            }
            Err(fault) => {
                self.ended = true;
                return Err(fault.into());
            }
        }
        Ok(())
    }

    /// Reads what looks like a puzzle of this kind with a fault in it. Only if it has none, the kind is settled.
    fn read_spoilt(
        &mut self,
        kind: &'static Kind,
    ) -> Result<Option<(&'static Kind, Found)>, ReadCause> {
        let mut source = (kind.source)(self.hints);
        let found = source.read(&mut self.lines)?;
        (self.kind, self.source) = (Some(kind), Some(source));
        Ok(found.map(|found| (kind, found)))
    }

    /// Takes the next lines that are code of a program, and what is between them.
    fn skip_code(&mut self) -> io::Result<()> {
        let mut distance = 0;
        while let Some(line) = self.lines.peek(distance)? {
            let start = Start::of(line);
            let is_between = matches!(start, Start::Blank | Start::Comment);
            let is_first = !self.hints.in_code && is_code(&line.text, self.hints);
            let is_next = self.hints.in_code
                && match start {
                    Start::Array => is_code(&line.text, self.hints),
                    Start::Cells | Start::Rest => may_be_code(&line.text, self.hints),
                    _ => false,
                };
            if is_between && distance + 1 < MOST_BETWEEN {
                distance += 1;
                continue;
            }
            if !is_first && !is_next {
                break;
            }
            if is_first {
                let (text, end) = (&line.text, line.text.trim_end().len());
                let start = text.len() - text.trim_start().len();
                let fault = PuzzleFault::of(SudokuFault::Code);
                self.code = Some(Located::new(fault, line.number, text, start, end));
            }
            for _ in 0..=distance {
                self.lines.take()?;
            }
            distance = 0;
            self.hints.in_code = true;
            self.hints.after_rubbish = true;
        }
        Ok(())
    }

    /// The fault of a program without a board, in place of that of a stream without a puzzle.
    fn code_alone(&mut self, outcome: &Outcome) -> Option<Located<PuzzleFault>> {
        let is_nothing = match outcome {
            Ok(found) => found.is_none(),
            Err(ReadCause::Fault(fault)) => fault.fault.is_nothing(),
            Err(ReadCause::Io(_)) => false,
        };
        self.code.take_if(|_| self.read == 0 && is_nothing)
    }

    /// Takes all lines, and says so, if the stream is for another command.
    fn refuse_foreign(&mut self) -> Result<(), ReadCause> {
        if self.read > 0 {
            return Ok(());
        }
        let (Some(fault), Some(first)) = (for_another(&mut self.lines)?, self.lines.peek(0)?)
        else {
            return Ok(());
        };
        let fault = of_line(fault, first);
        while self.lines.take()?.is_some() {}
        Err(fault.into())
    }

    /// Takes the next line, which is of no known kind, and says so. At the end of a stream in which there was anything
    /// else, there is no more to say.
    fn refuse_line(&mut self) -> Result<Option<(&'static Kind, Found)>, ReadCause> {
        self.hints.after_rubbish = true;
        match self.lines.take()? {
            Some(line) => {
                let is_last = self.read == 0 && nothing_follows(&mut self.lines)?;
                Err(unrecognised(&line, is_last).into())
            }
            None if self.read > 0 => Ok(None),
            None => Err(PuzzleFault::nothing(&self.lines).into()),
        }
    }

    /// The number of the line where the next puzzle begins, if one comes soon.
    fn next_line(&mut self) -> Option<u64> {
        (0..MOST_BETWEEN).find_map(|distance| match self.lines.peek(distance) {
            Ok(Some(line)) if is_between(line) => None,
            Ok(Some(line)) => Some(Some(line.number)),
            Ok(None) | Err(_) => Some(None),
        })?
    }

    /// Whether nothing comes after what was found.
    fn is_over(&mut self, outcome: &Outcome) -> bool {
        match outcome {
            Ok(None) | Err(ReadCause::Io(_)) => true,
            // Nothing but faults so far: the last of them is the end.
            Err(_) if self.source.is_none() => self.lines.is_over(),
            _ => false,
        }
    }

    /// The fault of a stream that ends with a byte that no text contains, in place of what the end would mean otherwise.
    fn not_text(&mut self, outcome: &Outcome) -> Option<Located<PuzzleFault>> {
        if matches!(outcome, Ok(Some(_)) | Err(ReadCause::Io(_))) || !self.lines.is_over() {
            return None;
        }
        let (number, text) = self.lines.not_text()?;
        Some(not_text(*number, text).map(|_| PuzzleFault::EndOfText))
    }
}

/// What is read of one puzzle.
type Outcome = Result<Option<(&'static Kind, Found)>, ReadCause>;

/// Whether only blank lines and comments are left.
fn nothing_follows(lines: &mut Input) -> io::Result<bool> {
    let mut distance = 0;
    while let Some(line) = lines.peek(distance)? {
        let is_skipped =
            matches!(Start::of(line), Start::Blank | Start::Comment) || is_bar_comment(line);
        if !is_skipped || distance == LINES_AHEAD {
            return Ok(false);
        }
        distance += 1;
    }
    Ok(true)
}

/// Lines between two puzzles that are examined.
const MOST_BETWEEN: usize = 64;

/// Whether a line can stand between two puzzles.
fn is_between(line: &Line) -> bool {
    matches!(
        Start::of(line),
        Start::Blank | Start::Comment | Start::Heading | Start::Section { .. }
    )
}

/// The fault of a line of no known kind. `is_last` says that nothing comes after it.
fn unrecognised(line: &Line, is_last: bool) -> Located<PuzzleFault> {
    let text = &line.text;
    if text.contains(is_odd) {
        return not_text(line.number, text);
    }
    if line.cut {
        return Located::new(
            PuzzleFault::LongLine,
            line.number,
            text,
            text.len(),
            text.len(),
        );
    }
    let has_items = text.split_whitespace().nth(1).is_some() || has_bounds(text.trim());
    let fault = match is_last && has_items {
        _ if is_html(text) => PuzzleFault::Html,
        true => PuzzleFault::NoOptions,
        false => PuzzleFault::Unrecognised,
    };
    of_line(fault, line)
}

/// Elements with which the source of a page, or a part of it, begins.
const ELEMENTS: [&str; 10] = [
    "!doctype", "html", "head", "body", "div", "p", "pre", "table", "tr", "td",
];

/// Whether a line begins with an element of HTML.
fn is_html(text: &str) -> bool {
    let name = text.trim().strip_prefix('<').unwrap_or_default();
    let end = name.find([' ', '>']).unwrap_or(name.len());
    ELEMENTS.contains(&&*name[..end].to_ascii_lowercase())
}

/// The fault of a whole line.
fn of_line(fault: PuzzleFault, line: &Line) -> Located<PuzzleFault> {
    let text = &line.text;
    let (start, end) = (text.len() - text.trim_start().len(), text.trim_end().len());
    Located::new(fault, line.number, text, start, end)
}

/// Whether no text contains this character.
fn is_odd(c: char) -> bool {
    c == char::REPLACEMENT_CHARACTER || (c.is_control() && !c.is_whitespace())
}

/// The fault of a line with an odd character.
fn not_text(number: u64, text: &str) -> Located<PuzzleFault> {
    let at = text.find(is_odd).unwrap_or(text.len());
    Located::new(PuzzleFault::NotText, number, text, at, at)
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Reading, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let header = self.take_header();
        let line = self.next_line();
        let mut outcome = header.and_then(|()| self.read_next());
        if !matches!(outcome, Ok(Some(_)))
            && let Some(error) = self.lines.take_error()
        {
            // The input ended early within this puzzle.
            outcome = Err(ReadCause::Io(error));
        }
        self.ended |= self.is_over(&outcome);
        if let Some(fault) = self.not_text(&outcome) {
            self.ended = true;
            outcome = Err(fault.into());
        }
        if let Some(fault) = self.code_alone(&outcome) {
            outcome = Err(fault.into());
        }
        let index = self.read + 1;
        let item = match outcome {
            Ok(None) => return None,
            Ok(Some((kind, (line, puzzle)))) => Ok(Reading {
                index,
                line,
                kind,
                puzzle,
            }),
            Err(cause) => {
                // What an array holds was read before.
                let line = match &cause {
                    ReadCause::Fault(fault) => line.map(|line| line.min(fault.line)),
                    ReadCause::Io(_) => line,
                };
                Err(ReadError { index, line, cause })
            }
        };
        self.read = index;
        Some(item)
    }
}

impl<R: BufRead> FusedIterator for Reader<R> {}
