//! Reading matrices from lines: a row in each line, up to a blank one, or an array of rows in brackets.
//!
//! ```text
//! 1 0 0 1        1001        1,0,0,1        [[1, 0, 0, 1],        [[1 0 0 1]
//! 0 1 1 0        0110        0,1,1,0         [0, 1, 1, 0]]         [0 1 1 0]]
//! ```

use std::io;

use super::{Matrix, MatrixFault};
use crate::problem::{Located, quotable};
use crate::puzzles::fault::{PuzzleFault, ReadCause};
use crate::puzzles::lines::{Input, Line};
use crate::puzzles::sudoku::{Start, value_start};

/// The most brackets around the cells of a row: those of a list of matrices, of a matrix, and of the row.
pub(super) const MOST_BRACKETS: usize = 3;

/// Cells between two looks whether the input still gives anything.
const CELLS: usize = 1 << 16;

type Fault = Located<MatrixFault>;

/// The rows that were read: for each, the columns with a 1, from 0.
#[derive(Default)]
struct Rows {
    ones: Vec<usize>,
    /// Where each row ends in `ones`.
    ends: Vec<usize>,
    width: usize,
    /// The number of cells of the row that is being read.
    cells: usize,
}

impl Rows {
    fn is_empty(&self) -> bool {
        self.ends.is_empty() && self.cells == 0
    }

    fn add(&mut self, cell: u8) {
        if cell == b'1' {
            self.ones.push(self.cells);
        }
        self.cells += 1;
    }

    /// Ends a row, unless it has another length than the first.
    fn end_row(&mut self) -> Result<(), MatrixFault> {
        let found = std::mem::take(&mut self.cells);
        if self.ends.is_empty() {
            self.width = found;
        }
        if found != self.width {
            return Err(MatrixFault::RowLength {
                row: self.ends.len() + 1,
                found,
                expected: self.width,
            });
        }
        self.ends.push(self.ones.len());
        Ok(())
    }

    fn into_matrix(self) -> Result<Matrix, MatrixFault> {
        if self.width == 0 {
            return Err(MatrixFault::NoRows);
        }
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        let rows = starts.zip(&self.ends);
        let rows = rows.map(|(start, &end)| &self.ones[start..end]);
        Matrix::new(self.width, rows).map_err(MatrixFault::Build)
    }
}

/// A piece of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    Open,
    Close,
    /// `0` or `1`.
    Cell(u8),
}

/// The pieces of a line, and where each begins; an error is what is none of them, and ends the line. `True` and
/// `False` are cells.
pub(super) fn pieces(line: &str) -> impl Iterator<Item = (usize, Result<Piece, &str>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &line[at..];
            let first = rest.chars().next()?;
            if rest.starts_with('#') || rest.starts_with("//") {
                return None;
            }
            let start = at;
            at += first.len_utf8();
            let piece = match first {
                '0' | '1' => Ok(Piece::Cell(first as u8)),
                '[' | '{' | '(' => Ok(Piece::Open),
                ']' | '}' | ')' => Ok(Piece::Close),
                ',' | ';' | '|' => continue,
                _ if first.is_whitespace() => continue,
                _ => {
                    let end = rest.find(|c: char| c.is_whitespace() || ",;[](){}".contains(c));
                    let word = &rest[..end.unwrap_or(rest.len())];
                    at = start + word.len();
                    match word {
                        "True" | "true" => Ok(Piece::Cell(b'1')),
                        "False" | "false" => Ok(Piece::Cell(b'0')),
                        _ => Err(word),
                    }
                }
            };
            return Some((start, piece));
        }
    })
}

/// A matrix, or what is wrong with it.
type Outcome = Result<Matrix, Fault>;

/// Reads the matrices that begin with the next line, which is not blank, each with the number of its line: one, or those of an
/// array of matrices. After a fault that leaves open where they end, takes the lines that are left up to a blank one.
pub(super) fn read(lines: &mut Input) -> Result<Vec<(u64, Outcome)>, ReadCause> {
    let Some(first) = lines.peek(0)? else {
        return Err(PuzzleFault::nothing(lines).into());
    };
    let number = first.number;
    if Start::of(first) == Start::Array {
        return Ok(Array::read(lines)?);
    }
    let outcome = grid(lines)?;
    if outcome.is_err() {
        skip_block(lines)?;
    }
    Ok(vec![(number, outcome)])
}

/// Takes the lines up to a blank one.
fn skip_block(lines: &mut Input) -> io::Result<()> {
    while lines
        .peek(0)?
        .is_some_and(|line| Start::of(line) != Start::Blank)
    {
        lines.take()?;
    }
    Ok(())
}

/// Reads a row from each line up to a blank one.
fn grid(lines: &mut Input) -> io::Result<Outcome> {
    let mut rows = Rows::default();
    let mut last = None;
    while let Some(start) = lines.peek(0)?.map(Start::of) {
        if matches!(start, Start::Blank | Start::Array) {
            break;
        }
        let Some(line) = lines.take()? else { break };
        if start == Start::Comment {
            continue;
        }
        for (number, (at, piece)) in pieces(&line.text).enumerate() {
            if number % CELLS == CELLS - 1 {
                lines.poll()?;
            }
            match piece {
                Ok(Piece::Cell(cell)) => rows.add(cell),
                Ok(Piece::Open | Piece::Close) => return Ok(Err(bad_cell(&line, at, 1))),
                Err(word) => return Ok(Err(bad_cell(&line, at, word.len()))),
            }
        }
        if let Err(fault) = rows.end_row() {
            return Ok(Err(at_end(fault, Some(&line))));
        }
        last = Some(line);
    }
    Ok(rows
        .into_matrix()
        .map_err(|fault| at_end(fault, last.as_ref())))
}

/// An array of rows in brackets, or of matrices that are such arrays, while it is read.
#[derive(Default)]
struct Array {
    found: Vec<(u64, Outcome)>,
    /// The matrix that is being read.
    rows: Rows,
    /// The line where it begins.
    begin: u64,
    fault: Option<Fault>,
    /// The number of brackets that are open.
    depth: usize,
    /// The number of brackets around the cells of a row, once there is a cell.
    row_depth: Option<usize>,
}

impl Array {
    /// Reads an array, up to the line with its last bracket.
    fn read(lines: &mut Input) -> io::Result<Vec<(u64, Outcome)>> {
        let mut array = Array::default();
        let mut opened = false;
        let mut last: Option<Line> = None;
        while array.depth > 0 || !opened {
            let is_blank = lines.peek(0)?.map(Start::of) == Some(Start::Blank);
            let is_over = last.is_some() && is_blank && !array.is_between();
            let next = if is_over { None } else { lines.take()? };
            let Some(line) = next else {
                array.add_fault(|| at_end(MatrixFault::Unclosed, last.as_ref()));
                array.end_matrix(last.as_ref());
                return Ok(array.found);
            };
            let from = match opened {
                true => 0,
                false => value_start(&line.text).unwrap_or(line.text.len()),
            };
            for (number, (at, piece)) in pieces(&line.text[from..]).enumerate() {
                if number % CELLS == CELLS - 1 {
                    lines.poll()?;
                }
                // What comes after the last bracket: `dtype=int)`.
                if opened && array.depth == 0 && piece.is_err() {
                    break;
                }
                opened |= piece == Ok(Piece::Open);
                array.add(&line, from + at, piece);
            }
            last = Some(line);
        }
        if array.found.is_empty() || array.fault.is_some() {
            array.end_matrix(last.as_ref());
        }
        Ok(array.found)
    }

    /// Adds the piece of this line that begins at byte `at`.
    fn add(&mut self, line: &Line, at: usize, piece: Result<Piece, &str>) {
        let most = self.row_depth.unwrap_or(MOST_BRACKETS);
        match piece {
            Ok(Piece::Open) => {
                if self.depth >= most {
                    self.row_depth = Some(most);
                    self.add_fault(|| located(MatrixFault::OutsideRows, line, at, 1));
                }
                self.depth += 1;
                if self.rows.is_empty() && self.fault.is_none() {
                    self.begin = line.number;
                }
            }
            Ok(Piece::Close) => self.close(line, at),
            Ok(Piece::Cell(cell)) => {
                let is_row = self
                    .row_depth
                    .map_or(self.depth > 1, |row| row == self.depth);
                match is_row {
                    true => {
                        self.row_depth = Some(self.depth);
                        self.rows.add(cell);
                    }
                    false => self.add_fault(|| located(MatrixFault::OutsideRows, line, at, 1)),
                }
            }
            // `vec![`
            Err(word) if word.ends_with('!') => {}
            Err(word) => self.add_fault(|| bad_cell(line, at, word.len())),
        }
    }

    fn close(&mut self, line: &Line, at: usize) {
        if self.depth == 0 {
            return;
        }
        let row_depth = self.row_depth.unwrap_or(2);
        if self.depth == row_depth
            && let Err(fault) = self.rows.end_row()
        {
            self.add_fault(|| located(fault, line, at, 1));
        }
        self.depth -= 1;
        if self.depth + 2 == row_depth {
            self.end_matrix(Some(line));
        }
    }

    /// Whether one matrix of a list has ended, and another may come.
    fn is_between(&self) -> bool {
        self.depth == 1 && self.row_depth == Some(MOST_BRACKETS)
    }

    /// Keeps the first fault of a matrix. Only that one is worked out: where it is takes a look at the whole line.
    fn add_fault(&mut self, fault: impl FnOnce() -> Fault) {
        self.fault.get_or_insert_with(fault);
    }

    fn end_matrix(&mut self, last: Option<&Line>) {
        let rows = std::mem::take(&mut self.rows);
        let outcome = match self.fault.take() {
            Some(fault) => Err(fault),
            None => rows.into_matrix().map_err(|fault| at_end(fault, last)),
        };
        self.found.push((self.begin, outcome));
    }
}

fn bad_cell(line: &Line, at: usize, length: usize) -> Fault {
    let found = quotable(&line.text[at..at + length]);
    located(MatrixFault::BadCell(found), line, at, length)
}

fn located(fault: MatrixFault, line: &Line, at: usize, length: usize) -> Fault {
    Located::new(fault, line.number, &line.text, at, at + length)
}

/// A fault of something that is missing at the end of a line.
fn at_end(fault: MatrixFault, line: Option<&Line>) -> Fault {
    match line {
        Some(line) => {
            let end = line.text.trim_end().len();
            Located::new(fault, line.number, &line.text, end, end)
        }
        None => Located::new(fault, 1, "", 0, 0),
    }
}
