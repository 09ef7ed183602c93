//! Matrices as a kind of puzzle: how they are recognised, and the source that reads them.
//!
//! Rows of `0` and `1` could also be a Sudoku whose only given digit is 1. So they are a matrix only if no Sudoku has their
//! shape: `W` columns, where neither rows of `W` cells make whole grids, nor is each row a grid in one line.

use std::collections::VecDeque;
use std::io;

use super::text::{MOST_BRACKETS, Piece, pieces, read};
use super::{Matrix, MatrixFault};
use crate::problem::Located;
use crate::puzzles::fault::{PuzzleFault, ReadCause};
use crate::puzzles::kind::{Fit, Hints, Kind};
use crate::puzzles::lines::Input;
use crate::puzzles::read::{Found, Source};
use crate::puzzles::recognise::Opening;
use crate::puzzles::sudoku::{Shape, Start, value_start};

/// How many lines are examined to find out how many rows there are.
const LINES_AHEAD: usize = 150;

impl Matrix {
    /// Matrices of 0 and 1, whose rows are options.
    pub const KIND: &'static Kind = &Kind {
        name: "matrix",
        about: "Matrices of 0 and 1: rows to choose, columns to cover",
        one: "a matrix of 0 and 1",
        begins: begins_array,
        fit,
        is_ruled_out: |_, _, _| Ok(false),
        source: |_| Box::new(Matrices::default()),
    };
}

/// The matrices of a stream.
#[derive(Default)]
struct Matrices {
    begun: bool,
    /// Matrices of an array that was read already.
    pending: VecDeque<(u64, Result<Matrix, Located<MatrixFault>>)>,
}

impl Source for Matrices {
    fn read(&mut self, lines: &mut Input) -> Result<Option<Found>, ReadCause> {
        if let Some((number, outcome)) = self.pending.pop_front() {
            let matrix = outcome.map_err(|fault| fault.map(PuzzleFault::of))?;
            return Ok(Some((number, Box::new(matrix))));
        }
        while lines
            .peek(0)?
            .is_some_and(|line| matches!(Start::of(line), Start::Blank | Start::Comment))
        {
            lines.take()?;
        }
        let begun = std::mem::replace(&mut self.begun, true);
        if lines.peek(0)?.is_none() {
            return match begun {
                true => Ok(None),
                false => Err(PuzzleFault::nothing(lines).into()),
            };
        }
        if let Some(line) = lines.first_cut() {
            let end = line.text.len();
            let fault = Located::new(PuzzleFault::LongLine, line.number, &line.text, end, end);
            lines.take()?;
            return Err(fault.into());
        }
        self.pending.extend(read(lines)?);
        self.read(lines)
    }
}

/// Whether no Sudoku has this many rows of this many cells.
fn is_no_sudoku(rows: Option<usize>, width: usize, hints: Hints) -> bool {
    let is_size = |size: usize| match hints.shape {
        Some(shape) => shape.size() == size,
        None => Shape::of_size(size).is_some(),
    };
    let root = width.isqrt();
    let is_line = root * root == width && is_size(root);
    let is_rows = is_size(width) && rows.is_none_or(|rows| rows.is_multiple_of(width));
    width > 1 && !is_line && !is_rows
}

/// The number of cells in a line of nothing but cells.
fn width_of(text: &str) -> Option<usize> {
    let mut width = 0;
    for (_, piece) in pieces(text) {
        match piece {
            Ok(Piece::Cell(_)) => width += 1,
            _ => return None,
        }
    }
    Some(width).filter(|&width| width > 0)
}

/// At least two rows of one width, which no Sudoku has.
fn fit(lines: &mut Input, opening: &Opening, hints: Hints) -> io::Result<Option<Fit>> {
    let Some(width) = width_of(&opening.first) else {
        return Ok(None);
    };
    if opening.second.as_deref().and_then(width_of) != Some(width) {
        return Ok(None);
    }
    // Only if it depends on them, all rows are examined.
    let is_no_sudoku = is_no_sudoku(None, width, hints)
        || is_no_sudoku(Some(1), width, hints)
            && is_no_sudoku(rows_ahead(lines, width)?, width, hints);
    // Two words could also be the two items of a problem.
    let fit = if width == 2 { Fit::Length } else { Fit::Form };
    Ok(is_no_sudoku.then_some(fit))
}

/// The number of rows up to a blank line; `None` if that is not clear, or if they are no matrix. No row of a Sudoku has two
/// digits 1: if the first `width` rows have not, no more of them are examined.
fn rows_ahead(lines: &mut Input, width: usize) -> io::Result<Option<usize>> {
    let (mut rows, mut has_two) = (0, false);
    for distance in 0..LINES_AHEAD {
        let Some(line) = lines.peek(distance)? else {
            return Ok(Some(rows));
        };
        match Start::of(line) {
            Start::Comment => {}
            Start::Blank => return Ok(Some(rows)),
            _ if width_of(&line.text) == Some(width) => {
                rows += 1;
                has_two |= line.text.matches('1').count() > 1;
                if rows == width && !has_two {
                    return Ok(None);
                }
            }
            _ => return Ok(None),
        }
    }
    Ok(None)
}

/// Whether an array of rows begins here that is a matrix, or an array whose first item is one.
pub(in crate::puzzles) fn begins_array(lines: &mut Input, hints: Hints) -> io::Result<bool> {
    let mut depth = 0;
    let (mut rows, mut width, mut cells, mut row_depth) = (0, None, 0, None);
    for distance in 0..LINES_AHEAD {
        let Some(line) = lines.peek(distance)? else {
            return Ok(false);
        };
        if distance == 0 && Start::of(line) != Start::Array {
            return Ok(false);
        }
        let from = match distance {
            0 => value_start(&line.text).unwrap_or(line.text.len()),
            _ => 0,
        };
        for (_, piece) in pieces(&line.text[from..]) {
            match piece {
                Ok(Piece::Open) if depth < row_depth.unwrap_or(MOST_BRACKETS) => depth += 1,
                Ok(Piece::Cell(_)) if depth > 1 && row_depth.is_none_or(|row| row == depth) => {
                    row_depth = Some(depth);
                    cells += 1;
                }
                Ok(Piece::Close) if depth > 0 => {
                    depth -= 1;
                    if cells > 0 {
                        if width.is_some_and(|width| width != cells) {
                            return Ok(false);
                        }
                        (width, cells, rows) = (Some(cells), 0, rows + 1);
                    }
                    if depth + 2 == row_depth.unwrap_or(2) {
                        let is_matrix = |width| rows > 1 && is_no_sudoku(Some(rows), width, hints);
                        return Ok(width.is_some_and(is_matrix));
                    }
                }
                Err(word) if word.ends_with('!') => {}
                _ => return Ok(false),
            }
        }
    }
    Ok(false)
}
