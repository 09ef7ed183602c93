//! Stacked grids that are out of step: a row is missing, or there is one too many, and nothing stands between the grids.
//!
//! Every later grid is then cut at the wrong place. The digits show it: they repeat where rows of two grids are mixed, and do
//! not if the grids after the bad one begin where they should.
//!
//! ```text
//! rows   1…9   10…17   18…26   27…35      the second grid has 8 rows
//! cut    1…9   10…18   19…27   28…36      out of step: digits repeat in most of them
//! ```

use std::io;
use std::ops::Range;

use super::ahead::{Block, rows_ahead};
use super::row::alphabet_of;
use crate::puzzles::kind::Hints;
use crate::puzzles::lines::Input;
use crate::puzzles::sudoku::{Shape, Sudoku};

/// The number of grids after the bad one that must be good.
const GOOD_GRIDS: usize = 4;

/// Grids that follow each other with nothing between them.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Run {
    /// The line after the last of them.
    next_line: u64,
    /// The line of the first grid in which a digit repeats.
    since: u64,
    /// The number of such grids.
    repeating: usize,
}

impl Run {
    /// Adds a grid that begins at this line, and ends before `next_line`.
    pub fn add(&mut self, line: u64, next_line: u64, sudoku: &Sudoku) {
        if line != self.next_line {
            *self = Run::default();
        }
        self.next_line = next_line;
        if repeats(sudoku) {
            if self.repeating == 0 {
                self.since = line;
            }
            self.repeating += 1;
        }
    }

    /// The line from which on grids may be out of step if the run ends with too few rows, which begin at this line; and the number
    /// of grids in which a digit repeats.
    pub fn suspect(&self, line: u64) -> Option<(u64, usize)> {
        (line == self.next_line && self.repeating > 1).then_some((self.since, self.repeating))
    }
}

/// Whether a digit repeats in a row, column or box.
fn repeats(sudoku: &Sudoku) -> bool {
    let shape = sudoku.rules.shape();
    let size = shape.size();
    let digits = sudoku
        .givens
        .iter()
        .map(|option| (option.index() / size, option.index() % size));
    repeats_among(shape, digits)
}

/// Whether a digit, from 0, repeats in a row, column or box.
fn repeats_among(shape: Shape, mut digits: impl Iterator<Item = (usize, usize)>) -> bool {
    let size = shape.size();
    let (high, wide) = (shape.rows_per_box(), shape.columns_per_box());
    let mut seen = [[0u64; 36]; 3];
    digits.any(|(cell, digit)| {
        let (row, column) = (cell / size, cell % size);
        let in_box = row / high * high + column / wide;
        let units = [row, column, in_box];
        let mut repeated = false;
        for (seen, unit) in seen.iter_mut().zip(units) {
            repeated |= seen[unit] >> digit & 1 == 1;
            seen[unit] |= 1 << digit;
        }
        repeated
    })
}

/// The number of rows that the next grid of a run has, if the grids after it show that it has too few or one too many.
///
/// Of each grid and the next one is looked at whether they are good, and only if one is not at more of them. `good` is the line up
/// to which they are.
pub(super) fn rows_out_of_step(
    lines: &mut Input,
    shape: Shape,
    hints: Hints,
    good: &mut u64,
) -> io::Result<Option<usize>> {
    let size = shape.size();
    let near = rows_ahead(lines, 2 * size, hints)?;
    let length = run_length(&near, size).0;
    if length <= size {
        return Ok(None);
    }
    let known = match near.rows.get(size) {
        Some(next) if lines.taken() + next.distance as u64 == *good => size,
        _ => 0,
    };
    if !has_bad_grid(lines, &near, shape, known..length)? {
        let last = near.rows.last().filter(|_| length == 2 * size);
        *good = last.map_or(0, |last| lines.taken() + last.distance as u64 + 1);
        return Ok(None);
    }
    let block = rows_ahead(lines, usize::MAX, hints)?;
    let (length, ended) = run_length(&block, size);
    if ended && length.is_multiple_of(size) {
        return Ok(None);
    }
    // As it stands, more than one of the next grids is bad.
    let mut bad = 0;
    for first in (0..length).step_by(size).take(GOOD_GRIDS + 1) {
        bad += usize::from(has_bad_grid(lines, &block, shape, first..first + size)?);
    }
    for end in [size + 1].into_iter().chain((1..size).rev()) {
        let grids = length.saturating_sub(end) / size;
        let is_clear = match ended {
            true => (length - end.min(length)).is_multiple_of(size),
            false => grids >= GOOD_GRIDS && bad > 1,
        };
        let is_near = end + 1 >= size && grids > 0;
        let looked_at = end..end + grids.min(GOOD_GRIDS) * size;
        if is_clear && (grids > 1 || is_near) && !has_bad_grid(lines, &block, shape, looked_at)? {
            return Ok(Some(end));
        }
    }
    Ok(None)
}

/// How many rows of this size come before anything that separates grids, and whether the end of them was seen.
fn run_length(block: &Block, size: usize) -> (usize, bool) {
    let good = block
        .rows
        .iter()
        .take_while(|ahead| ahead.row.width == size);
    let length = good.count();
    match block.ends().next() {
        Some(end) if end <= length => (end, true),
        _ => (length, length < block.rows.len()),
    }
}

/// Whether one of the grids that these rows are has a digit that repeats, or something that is none. Rows that make no whole grid
/// are not looked at.
fn has_bad_grid(
    lines: &mut Input,
    block: &Block,
    shape: Shape,
    rows: Range<usize>,
) -> io::Result<bool> {
    let size = shape.size();
    let rows = &block.rows[rows.start.min(block.rows.len())..rows.end.min(block.rows.len())];
    for grid in rows.chunks_exact(size) {
        let alphabet = alphabet_of(grid.iter().map(|ahead| &ahead.row), size);
        let (mut digits, mut is_foreign) = (Vec::with_capacity(shape.cells()), false);
        for (number, ahead) in grid.iter().enumerate() {
            let Some(line) = lines.peek(ahead.distance)? else {
                continue;
            };
            let mut add = |column: usize, cell: &[u8]| match alphabet.read(size, cell) {
                Some(0) => {}
                Some(digit) => {
                    digits.push((number * size + column, usize::from(digit) - 1));
                }
                None => is_foreign = true,
            };
            let bytes = line.text.as_bytes();
            match ahead.row.is_bare(&line.text) {
                true => bytes
                    .chunks(1)
                    .enumerate()
                    .for_each(|(at, cell)| add(at, cell)),
                false => {
                    let cells = ahead.row.cells(&line.text).enumerate();
                    cells.for_each(|(at, cell)| add(at, &bytes[cell]));
                }
            }
        }
        if is_foreign || repeats_among(shape, digits.into_iter()) {
            return Ok(true);
        }
    }
    Ok(false)
}
