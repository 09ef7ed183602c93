//! Reading puzzles from a stream, one after the other.
//!
//! ```text
//! stream ──lines──▶ kind, recognised once ──▶ puzzle 1, puzzle 2, a fault, puzzle 4, …
//! ```
//!
//! A fault spoils one puzzle: the reader gives it in that puzzle's place, with where it stands, and goes on behind it.
//! No more than one puzzle and the lines around it is in memory, however long the stream is.

use std::io::{self, BufRead};
use std::iter::FusedIterator;

use super::any::{AnyPuzzle, Kind};
use super::cover::Cover;
use super::fault::{PuzzleFault, ReadCause, ReadError};
use super::lines::Lines;
use super::recognise::recognise;
use super::sudoku::{Grids, Shape, Start};
use super::sudominoku::SudominokuFault;
use super::sudominoku::case::read_case;
use crate::problem::{Located, Problem};

/// Reads the puzzles of a stream: an iterator over them, and over what is wrong where one is bad.
///
/// The kind of the stream is recognised by its first lines; [`Reader::kind`] tells it instead.
///
/// ```
/// use dominox::puzzles::{self, Kind};
/// let stream = "12..34..........\n12..34.........?\n12..34..........\n";
/// let found: Vec<_> = puzzles::read(stream.as_bytes()).collect();
/// let reading = found[0].as_ref().unwrap();
/// assert_eq!((reading.index, reading.puzzle.kind()), (1, Kind::Sudoku));
/// let error = found[1].as_ref().unwrap_err();
/// assert!(error.to_string().starts_with("2:16: `?` is no "));
/// assert_eq!(found[2].as_ref().unwrap().line, 3);
/// ```
pub fn read<R: BufRead>(input: R) -> Reader<R> {
    Reader {
        lines: Lines::new(input),
        kind: None,
        shape: None,
        source: None,
        read: 0,
    }
}

/// An iterator over the puzzles of a stream: see [`read`].
pub struct Reader<R> {
    lines: Lines<R>,
    kind: Option<Kind>,
    shape: Option<Shape>,
    source: Option<Source>,
    /// Number of puzzles read so far, bad ones included.
    read: u64,
}

/// Where the next puzzle comes from, once the kind is known.
enum Source {
    Sudoku(Grids),
    Sudominoku,
    Cover,
    /// The stream is at its end.
    Nothing,
}

/// A puzzle and its place in the stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The number of the puzzle, counted from 1, bad ones included.
    pub index: u64,
    /// The line where it begins, counted from 1.
    pub line: u64,
    /// The puzzle.
    pub puzzle: AnyPuzzle,
}

impl<R: BufRead> Reader<R> {
    /// Takes the stream to be of this kind, whatever it looks like.
    pub fn kind(mut self, kind: Kind) -> Self {
        self.kind = Some(kind);
        self
    }

    /// Takes all Sudokus to have boxes of this shape.
    pub fn shape(mut self, shape: Shape) -> Self {
        self.shape = Some(shape);
        self
    }

    /// Reads the next puzzle into `reading`, in the memory of the puzzle that is there, if it is one more of the same
    /// sort: a Sudoku that is a bare line as long as the one before it in this stream, and stands whole in the buffer of
    /// the input. Then the two lines differ in their cells alone. Else nothing happens, `false` is returned, and
    /// [`next`](Iterator::next) reads whatever comes.
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
        let (Some(Source::Sudoku(grids)), AnyPuzzle::Sudoku(sudoku)) =
            (&self.source, &mut reading.puzzle)
        else {
            return false;
        };
        let Some(line) = grids.refill(&mut self.lines, sudoku) else {
            return false;
        };
        self.read += 1;
        (reading.index, reading.line) = (self.read, line);
        true
    }

    /// Finds out the kind of the stream. `Nothing` if it is at its end.
    fn open(&mut self) -> Result<Source, ReadCause> {
        let kind = match self.kind {
            Some(kind) => Some(kind),
            None => recognise(&mut self.lines, self.shape)?,
        };
        Ok(match kind {
            Some(Kind::Sudoku) => Source::Sudoku(Grids::new(self.shape)),
            Some(Kind::Sudominoku) => Source::Sudominoku,
            Some(Kind::Cover) => Source::Cover,
            None => return Err(self.unrecognised()?.into()),
        })
    }

    /// What is wrong with a stream of which no kind was recognised.
    fn unrecognised(&mut self) -> io::Result<Located<PuzzleFault>> {
        let Some(line) = self.lines.peek(0)? else {
            return Ok(self.nothing());
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

    /// The fault of a stream without puzzles.
    fn nothing(&self) -> Located<PuzzleFault> {
        match self.lines.count() {
            0 => Located::new(PuzzleFault::Empty, 1, "", 0, 0),
            count => Located::new(PuzzleFault::NoPuzzle, count + 1, "", 0, 0),
        }
    }

    /// The next puzzle and the line where it begins; `None` at the end of the stream.
    fn read_next(&mut self) -> Result<Option<(u64, AnyPuzzle)>, ReadCause> {
        let source = match &mut self.source {
            Some(source) => source,
            None => {
                let source = self.open()?;
                self.source.insert(source)
            }
        };
        match source {
            Source::Nothing => Ok(None),
            Source::Sudoku(grids) => match grids.read(&mut self.lines)? {
                Some((line, outcome)) => {
                    let sudoku = outcome.map_err(|fault| fault.map(PuzzleFault::Sudoku))?;
                    Ok(Some((line, AnyPuzzle::Sudoku(sudoku))))
                }
                None => self.end(),
            },
            Source::Sudominoku => self.read_sudominoku(),
            Source::Cover => {
                self.source = Some(Source::Nothing);
                self.read_cover()
            }
        }
    }

    /// The end of the stream, which is a fault if nothing stood in it.
    fn end(&mut self) -> Result<Option<(u64, AnyPuzzle)>, ReadCause> {
        self.source = Some(Source::Nothing);
        match self.read {
            0 => Err(self.nothing().into()),
            _ => Ok(None),
        }
    }

    fn read_sudominoku(&mut self) -> Result<Option<(u64, AnyPuzzle)>, ReadCause> {
        let number = match self.next_number()? {
            None if self.read == 0 => return self.end(),
            number => number.unwrap_or(self.lines.count() + 1),
        };
        match read_case(&mut self.lines)? {
            Ok(Some(case)) => Ok(Some((number, AnyPuzzle::Sudominoku(case)))),
            Ok(None) => {
                self.source = Some(Source::Nothing);
                self.next_number()?;
                match self.lines.take()? {
                    None => Ok(None),
                    Some(line) => {
                        let fault = PuzzleFault::Sudominoku(SudominokuFault::BehindEnd);
                        let end = line.text.trim_end().len();
                        Err(Located::new(fault, line.number, &line.text, 0, end).into())
                    }
                }
            }
            Err(fault) => {
                if self.lines.peek(0)?.is_none() {
                    self.source = Some(Source::Nothing);
                }
                Err(fault.map(PuzzleFault::Sudominoku).into())
            }
        }
    }

    /// The number of the next line that is neither blank nor a comment; those before it are taken.
    fn next_number(&mut self) -> io::Result<Option<u64>> {
        while let Some(line) = self.lines.peek(0)? {
            if !matches!(Start::of(line), Start::Blank | Start::Comment) {
                return Ok(Some(line.number));
            }
            self.lines.take()?;
        }
        Ok(None)
    }

    /// Reads all that is left as one problem.
    fn read_cover(&mut self) -> Result<Option<(u64, AnyPuzzle)>, ReadCause> {
        if let Some(line) = self.lines.first_cut() {
            let end = line.text.len();
            let fault = PuzzleFault::LongLine;
            return Err(Located::new(fault, line.number, &line.text, end, end).into());
        }
        let taken = self.lines.taken();
        let bytes = self.lines.take_rest()?;
        let text = String::from_utf8_lossy(&bytes);
        if text.is_empty() && self.read == 0 {
            return Err(self.nothing().into());
        }
        if let Some(at) = text.find(char::REPLACEMENT_CHARACTER) {
            let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
            let number = taken + text[..at].matches('\n').count() as u64 + 1;
            let line = text[start..].lines().next().unwrap_or_default();
            let place = at - start;
            return Err(Located::new(PuzzleFault::NotText, number, line, place, place).into());
        }
        match Problem::parse(&text) {
            Ok(problem) => Ok(Some((taken + 1, AnyPuzzle::Cover(Cover::new(problem))))),
            Err(mut fault) => {
                fault.line += taken;
                Err(fault.map(PuzzleFault::Cover).into())
            }
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Reading, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let outcome = self.read_next();
        if self.source.is_none() || matches!(outcome, Err(ReadCause::Io(_))) {
            // Nothing to go on with.
            self.source = Some(Source::Nothing);
        }
        let index = self.read + 1;
        let item = match outcome {
            Ok(None) => return None,
            Ok(Some((line, puzzle))) => Ok(Reading {
                index,
                line,
                puzzle,
            }),
            Err(cause) => Err(ReadError { index, cause }),
        };
        self.read = index;
        Some(item)
    }
}

impl<R: BufRead> FusedIterator for Reader<R> {}
