//! What is wrong with lines that are neither a puzzle in one line nor a grid, and where reading continues after them.
//!
//! The width that a line should have is the one that most lines of its block have, and the puzzle before counts as one
//! of them:
//!
//! ```text
//! 1234·678      8 cells
//! ·5··3····     9              most have 9: `row 1 has 8 cells: expected 9`
//! ···7···2·     9 …
//! ```

use std::io;

use super::ahead::{Ahead, rows_ahead};
use super::alphabet::is_foreign;
use super::row::{Fit, Row};
use super::start::skip_block;
use super::{Outcome, SudokuFault};
use crate::problem::{Located, quotable};
use crate::puzzles::lines::{Input, Line};
use crate::puzzles::sudoku::LARGEST_SIZE;
use crate::puzzles::sudoku::Shape;

/// Number of rows that are looked at to find out how wide a grid is meant to be.
const ROWS_AHEAD: usize = 2 * LARGEST_SIZE;

/// What is known about a stream besides its next lines.
pub(super) struct Habit {
    /// The only shape that will do, if one was asked for.
    pub asked: Option<Shape>,
    /// The number of cells in a line of the puzzle before, and its shape.
    pub before: Option<(usize, Shape)>,
}

impl Habit {
    /// The shape of the puzzle before.
    pub fn shape(&self) -> Option<Shape> {
        self.before.map(|(_, shape)| shape)
    }

    fn fit(&self, width: usize) -> Fit {
        Fit::of(width, self.asked)
    }

    /// The width that most of the rows have, of those that fit; the earlier one if two are as frequent.
    fn usual_width(&self, rows: &[Ahead]) -> Option<usize> {
        let before = self.before.map(|(width, _)| width);
        let widths: Vec<_> = before
            .into_iter()
            .chain(rows.iter().map(|ahead| ahead.row.width))
            .filter(|&width| self.fit(width).is_some())
            .collect();
        let times = |width| widths.iter().filter(|&&other| other == width).count();
        // `max_by_key` takes the last of equals, hence backwards.
        widths
            .iter()
            .rev()
            .max_by_key(|&&width| times(width))
            .copied()
    }

    /// The number of cells of a whole puzzle that a line of `width` cells is likely meant to be.
    fn nearest_puzzle(&self, width: usize) -> Option<usize> {
        match self.asked {
            Some(shape) => (width > 2 * shape.size()).then(|| shape.cells()),
            None if width <= LARGEST_SIZE => None,
            None => Shape::sizes()
                .map(|size| size * size)
                .min_by_key(|cells| cells.abs_diff(width)),
        }
    }
}

/// Says what is wrong with the next lines, and takes those that the fault spoils.
pub(super) fn diagnose(lines: &mut Input, habit: &Habit) -> io::Result<Outcome> {
    let rows = rows_ahead(lines, ROWS_AHEAD, habit.asked)?;
    let usual = habit.usual_width(&rows);
    let is_grid = match usual.map(|width| habit.fit(width)) {
        Some(Fit { row: None, .. }) => false,
        Some(Fit { puzzle: None, .. }) => true,
        Some(either) => rows.len() > 1 && habit.shape() != either.puzzle,
        None => rows.len() > 1 && rows[0].row.width <= LARGEST_SIZE,
    };
    if let Some(size) = usual.filter(|_| is_grid) {
        let fault = bad_grid(lines, &rows, size)?;
        skip_block(lines)?;
        return Ok(Err(fault));
    }
    for _ in 0..rows.first().map_or(0, |first| first.distance) {
        lines.take()?;
    }
    let fault = bad_line(lines.take()?.as_ref(), usual, habit);
    if is_grid {
        skip_block(lines)?;
    }
    Ok(Err(fault))
}

/// What is wrong with rows that should be a grid of this size.
fn bad_grid(lines: &mut Input, rows: &[Ahead], size: usize) -> io::Result<Located<SudokuFault>> {
    let numbered = (1..=size).zip(rows);
    for (number, ahead) in numbered {
        if ahead.row.width != size {
            let line = lines.peek(ahead.distance)?;
            return Ok(foreign_cell(line).unwrap_or_else(|| bad_row(line, number, ahead.row, size)));
        }
    }
    let last = match rows.last() {
        Some(ahead) => lines.peek(ahead.distance)?,
        None => None,
    };
    let fault = SudokuFault::EndsEarly {
        rows: rows.len(),
        expected: size,
    };
    Ok(at_end(fault, last))
}

fn bad_row(line: Option<&Line>, number: usize, row: Row, expected: usize) -> Located<SudokuFault> {
    let fault = SudokuFault::RowLength {
        row: number,
        found: row.width,
        expected,
    };
    let surplus = line.and_then(|line| Some((line, row.cells(&line.text).nth(expected)?)));
    match surplus {
        Some((line, cell)) => {
            let end = line.text.trim_ascii_end().len();
            Located::new(fault, line.number, &line.text, cell.start, end)
        }
        None => at_end(fault, line),
    }
}

/// What is wrong with a line that is no puzzle, where lines are meant to have `usual` cells.
fn bad_line(line: Option<&Line>, usual: Option<usize>, habit: &Habit) -> Located<SudokuFault> {
    if let Some(fault) = foreign_cell(line) {
        return fault;
    }
    let text = line.map_or("", |line| &line.text);
    let found = Row::measure(text, habit.asked).width;
    let longest = LARGEST_SIZE * LARGEST_SIZE;
    if found > longest || line.is_some_and(|line| line.cut) {
        return whole_line(SudokuFault::TooLong, line);
    }
    let expected = usual
        .filter(|&width| habit.fit(width).puzzle.is_some())
        .or_else(|| habit.nearest_puzzle(found));
    let fault = match expected {
        Some(expected) => SudokuFault::LineLength { found, expected },
        None => SudokuFault::NoSuchSize {
            found,
            asked: habit.asked,
        },
    };
    whole_line(fault, line)
}

/// The first character of a line that is part of no puzzle, if there is one.
fn foreign_cell(line: Option<&Line>) -> Option<Located<SudokuFault>> {
    let line = line?;
    let at = line.text.bytes().position(is_foreign)?;
    let cell: String = line.text.get(at..)?.chars().take(1).collect();
    let end = at + cell.len();
    let fault = SudokuFault::NotACell(quotable(&cell));
    Some(Located::new(fault, line.number, &line.text, at, end))
}

/// A fault of a line as a whole.
pub(super) fn whole_line(fault: SudokuFault, line: Option<&Line>) -> Located<SudokuFault> {
    match line {
        Some(line) => {
            let end = line.text.trim_ascii_end().len();
            let start = line.text.len() - line.text.trim_ascii_start().len();
            Located::new(fault, line.number, &line.text, start.min(end), end)
        }
        None => Located::new(fault, 1, "", 0, 0),
    }
}

/// A fault of something that is missing at the end of a line.
fn at_end(fault: SudokuFault, line: Option<&Line>) -> Located<SudokuFault> {
    match line {
        Some(line) => {
            let end = line.text.trim_ascii_end().len();
            Located::new(fault, line.number, &line.text, end, end)
        }
        None => Located::new(fault, 1, "", 0, 0),
    }
}
