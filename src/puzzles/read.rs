//! Reading puzzles from a stream, one after the other.
//!
//! ```text
//! stream ──lines──▶ kind, recognised once ──▶ puzzle 1, puzzle 2, a fault, puzzle 4, …
//! ```
//!
//! A fault spoils one puzzle: the reader gives it in place of that puzzle, with its line and column, and continues after
//! it. Only one puzzle and the lines around it are in memory, however long the stream is.

use std::io::{self, BufRead};
use std::iter::FusedIterator;

use super::Puzzle;
use super::fault::{PuzzleFault, ReadCause, ReadError};
use super::kind::{Hints, Kind};
use super::lines::{Input, Lines};
use super::recognise::recognise;
use super::sudoku::Shape;
use crate::problem::Located;

/// Reads the puzzles of a stream: an iterator over them, and over what is wrong where one is bad.
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
        source: None,
        ended: false,
        read: 0,
    }
}

/// An iterator over the puzzles of a stream: see [`read`].
pub struct Reader<R> {
    lines: Lines<R>,
    hints: Hints,
    kind: Option<&'static Kind>,
    /// Where the next puzzle comes from, once the kind is known.
    source: Option<Box<dyn Source>>,
    ended: bool,
    /// Number of puzzles read so far, bad ones included.
    read: u64,
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
    /// Takes the stream to be of this kind, whatever it looks like.
    pub fn kind(mut self, kind: &'static Kind) -> Self {
        self.kind = Some(kind);
        self
    }

    /// Takes all Sudokus to have boxes of this shape.
    pub fn shape(mut self, shape: Shape) -> Self {
        self.hints.shape = Some(shape);
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

    /// Whether part of the next puzzle was read already, by looking ahead.
    pub fn has_begun(&self) -> bool {
        self.lines.looks_ahead()
    }

    /// The next puzzle with its kind.
    fn read_next(&mut self) -> Result<Option<(&'static Kind, Found)>, ReadCause> {
        let kind = match self.kind {
            Some(kind) => kind,
            None => match recognise(&mut self.lines, self.hints)? {
                Some(kind) => *self.kind.insert(kind),
                None => return Err(unrecognised(&mut self.lines)?.into()),
            },
        };
        let source = self.source.get_or_insert_with(|| (kind.source)(self.hints));
        let found = source.read(&mut self.lines)?;
        Ok(found.map(|found| (kind, found)))
    }
}

/// The fault of a stream whose kind was not recognised.
fn unrecognised(lines: &mut Input) -> io::Result<Located<PuzzleFault>> {
    let Some(line) = lines.peek(0)? else {
        return Ok(PuzzleFault::nothing(lines));
    };
    let text = &line.text;
    let is_odd =
        |c: char| c == char::REPLACEMENT_CHARACTER || (c.is_control() && !c.is_whitespace());
    Ok(match text.find(is_odd) {
        Some(at) => Located::new(PuzzleFault::NotText, line.number, text, at, at),
        None => {
            let (start, end) = (text.len() - text.trim_start().len(), text.trim_end().len());
            Located::new(PuzzleFault::Unrecognised, line.number, text, start, end)
        }
    })
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Reading, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let outcome = self.read_next();
        // Without a kind, or after a failure to read, nothing more can be read.
        self.ended = self.source.is_none() || matches!(outcome, Ok(None) | Err(ReadCause::Io(_)));
        let index = self.read + 1;
        let item = match outcome {
            Ok(None) => return None,
            Ok(Some((kind, (line, puzzle)))) => Ok(Reading {
                index,
                line,
                kind,
                puzzle,
            }),
            Err(cause) => Err(ReadError { index, cause }),
        };
        self.read = index;
        Some(item)
    }
}

impl<R: BufRead> FusedIterator for Reader<R> {}
