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

/// Cells between two looks whether the input still gives anything.
const CELLS: usize = 1 << 16;

type Fault = Located<MatrixFault>;

/// The rows that were read: for each, the columns with a 1, from 0.
#[derive(Default)]
struct Rows {
    ones: Vec<usize>,
    /// Where each row ends in `ones`.
    ends: Vec<usize>,
    /// The number of cells in each row.
    width: usize,
    /// The number of cells of the row that is being read.
    cells: usize,
}

impl Rows {
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

/// Reads the matrix that begins with the next line, which is not blank. After a fault, takes the lines that are left of it.
pub(super) fn read(lines: &mut Input) -> Result<Matrix, ReadCause> {
    let Some(first) = lines.peek(0)? else {
        return Err(PuzzleFault::nothing(lines).into());
    };
    let is_array = Start::of(first) == Start::Array;
    let outcome = match is_array {
        true => array(lines)?,
        false => grid(lines)?,
    };
    if outcome.is_err() {
        while lines
            .peek(0)?
            .is_some_and(|line| Start::of(line) != Start::Blank)
        {
            lines.take()?;
        }
    }
    outcome.map_err(|fault| fault.map(PuzzleFault::of).into())
}

/// Reads a row from each line up to a blank one.
fn grid(lines: &mut Input) -> io::Result<Result<Matrix, Fault>> {
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

/// Reads an array of rows in brackets, up to the line with its last bracket.
fn array(lines: &mut Input) -> io::Result<Result<Matrix, Fault>> {
    let mut rows = Rows::default();
    let (mut depth, mut opened) = (0usize, false);
    let mut last: Option<Line> = None;
    while depth > 0 || !opened {
        let is_over = last.is_some() && lines.peek(0)?.map(Start::of) == Some(Start::Blank);
        let next = if is_over { None } else { lines.take()? };
        let Some(line) = next else {
            return Ok(Err(at_end(MatrixFault::Unclosed, last.as_ref())));
        };
        let from = match opened {
            true => 0,
            false => value_start(&line.text).unwrap_or(line.text.len()),
        };
        for (number, (at, piece)) in pieces(&line.text[from..]).enumerate() {
            let at = from + at;
            if number % CELLS == CELLS - 1 {
                lines.poll()?;
            }
            match piece {
                Ok(Piece::Open) if depth < 2 && !(opened && depth == 0) => {
                    depth += 1;
                    opened = true;
                }
                Ok(Piece::Close) => {
                    if depth == 2
                        && let Err(fault) = rows.end_row()
                    {
                        return Ok(Err(located(fault, &line, at, 1)));
                    }
                    depth = depth.saturating_sub(1);
                }
                Ok(Piece::Cell(cell)) if depth == 2 => rows.add(cell),
                Ok(_) => return Ok(Err(located(MatrixFault::OutsideRows, &line, at, 1))),
                // What comes after the last bracket: `dtype=int)`.
                Err(_) if opened && depth == 0 => break,
                // `vec![`
                Err(word) if word.ends_with('!') => {}
                Err(word) => return Ok(Err(bad_cell(&line, at, word.len()))),
            }
        }
        last = Some(line);
    }
    Ok(rows
        .into_matrix()
        .map_err(|fault| at_end(fault, last.as_ref())))
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
