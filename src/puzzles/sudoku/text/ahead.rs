//! Looking at lines ahead, to find out what they are before they are taken.

use std::cmp::Ordering;
use std::io;

use super::Start;
use super::alphabet::{repeats_a_symbol, symbol_count};
use super::bands::mark_bands;
use super::beside::beside_ahead;
use super::frame::places_ahead;
use super::row::{Fit, Form, LONGEST_ROW, Row};
use super::strokes::mark_strokes;
use crate::puzzles::kind::Hints;
use crate::puzzles::lines::Input;
use crate::puzzles::sudoku::{LARGEST_SIZE, Shape};

/// The number of lines that are examined: rows, and rules and comments between them.
const LINES_AHEAD: usize = 150;

/// Number of bytes after which no more lines are examined for a puzzle of another kind.
const BYTES_AHEAD: usize = 1 << 16;

/// A row that was examined.
pub(super) struct Ahead {
    /// Its distance in lines.
    pub distance: usize,
    pub row: Row,
    /// Whether a comment, or the frames of two grids, stand between it and the row before.
    pub marked: bool,
}

impl Ahead {
    /// A row that no other comes before.
    pub fn first(distance: usize, row: Row) -> Ahead {
        Ahead {
            distance,
            row,
            marked: false,
        }
    }
}

/// Consecutive rows.
#[derive(Default)]
pub(super) struct Block {
    pub rows: Vec<Ahead>,
    /// Whether the block ends after them, as far as could be seen.
    pub ended: bool,
}

impl Block {
    /// Adds the rows that come next, up to `most` in all, unless the block ends before.
    pub fn extend(&mut self, lines: &mut Input, most: usize, hints: Hints) -> io::Result<()> {
        let rows = &mut self.rows;
        rows.reserve(most.min(LARGEST_SIZE).saturating_sub(rows.len()));
        let (mut marked, mut rules) = (false, 0);
        let first = rows.last().map_or(0, |last| last.distance + 1);
        for distance in first..LINES_AHEAD {
            if rows.len() >= most || self.ended {
                return Ok(());
            }
            let before = rows.last().map(|ahead: &Ahead| ahead.row);
            let start = start_ahead(lines, distance, before, hints)?;
            let Some(line) = lines.peek(distance)? else {
                self.ended = true;
                return Ok(());
            };
            match start {
                Start::Between => {}
                Start::Comment => marked = true,
                Start::Rule => rules += 1,
                Start::Cells | Start::Rest if rows.is_empty() || line.text.len() <= LONGEST_ROW => {
                    let row = Row::measure(&line.text, hints);
                    rows.push(Ahead {
                        distance,
                        row,
                        marked: marked || rules > 1,
                    });
                    (marked, rules) = (false, 0);
                }
                _ => self.ended = true,
            }
        }
        Ok(())
    }

    /// Whether there are rows, each of which is nothing but cells: what they are does not depend on the lines around them.
    pub fn is_dense(&self) -> bool {
        let is_dense = |ahead: &Ahead| ahead.row.dense().is_some() && !ahead.row.odd.is_some();
        !self.rows.is_empty() && self.rows.iter().all(is_dense)
    }

    /// Takes the first rows: those that are left are examined from the line after them.
    pub fn take(&mut self, count: usize) -> Vec<Ahead> {
        let rest = self.rows.split_off(count);
        let rows = std::mem::replace(&mut self.rows, rest);
        let taken = rows.last().map_or(0, |last| last.distance + 1);
        for ahead in &mut self.rows {
            ahead.distance -= taken;
        }
        // The first row has none before it.
        if let Some(first) = self.rows.first_mut() {
            first.marked = false;
        }
        rows
    }

    /// The numbers, from 0, of the rows before which something separates two grids.
    pub fn marks(&self) -> impl Iterator<Item = usize> {
        let marked = self.rows.iter().enumerate().skip(1);
        marked
            .filter(|(_, ahead)| ahead.marked)
            .map(|(index, _)| index)
    }

    /// After how many rows something separates two grids, or the block ends.
    pub fn ends(&self) -> impl Iterator<Item = usize> {
        let last = self.ended.then_some(self.rows.len());
        self.marks().chain(last)
    }
}

/// The row with which the next grid begins, or the puzzle that is one line; `None` if the block ends before.
pub(super) fn next_row(lines: &mut Input, hints: Hints) -> io::Result<Option<Ahead>> {
    Ok(rows_ahead(lines, 1, hints)?.rows.pop())
}

/// Looks at the next rows, at most `most`, up to the end of the block: a blank line, a section, an array, or after the
/// first row a line that is too long to be another. Comments and rules are skipped.
pub(super) fn rows_ahead(lines: &mut Input, most: usize, hints: Hints) -> io::Result<Block> {
    let mut block = Block::default();
    block.extend(lines, most, hints)?;
    Ok(block)
}

/// What begins at the line at this distance, after the row `before`: a line of bars and spaces, or of dashes, is a row if
/// the one before it, or else the one after it, has the same form. Nothing is blank.
fn start_ahead(
    lines: &mut Input,
    distance: usize,
    before: Option<Row>,
    hints: Hints,
) -> io::Result<Start> {
    let Some(line) = lines.peek(distance)? else {
        return Ok(Start::Blank);
    };
    let start = Start::of(line);
    if start != Start::Rule {
        return Ok(start);
    }
    let text = line.text.trim_ascii();
    let is_bare = |marks: &[u8]| text.bytes().all(|byte| marks.contains(&byte));
    let (dashes, places) = (is_bare(b"-"), is_bare(b"| ") && text.contains(' '));
    if !(dashes || places) {
        return Ok(start);
    }
    let row = Row::measure(&line.text, hints);
    if !Fit::of(row.width, hints).is_some() {
        return Ok(start);
    }
    let other = match before {
        Some(before) => Some(before),
        None => lines
            .peek(distance + 1)?
            .filter(|line| Start::of(line) == Start::Cells)
            .map(|line| Row::measure(&line.text, hints)),
    };
    let is_placed = places && hints.places.is_some() && matches!(row.form, Form::Places { .. });
    let is_row = is_placed
        || other.is_some_and(|other| {
            other.width == row.width
                && match dashes {
                    true => other.odd.has_dash(),
                    false => matches!(other.form, Form::Places { .. }) && other.form == row.form,
                }
        });
    Ok(if is_row { Start::Cells } else { start })
}

/// Whether a Sudoku begins in one of the next lines, with the line at `from` or after it, in lines that `are_other` does not
/// claim for another kind: an array, a section, a puzzle in one line, or N rows of N cells.
pub(in crate::puzzles) fn follows(
    lines: &mut Input,
    from: usize,
    hints: Hints,
    are_other: impl Fn(&str) -> bool,
) -> io::Result<bool> {
    let (mut rows, mut width, mut seen) = (0, 0, 0);
    for distance in from..LINES_AHEAD {
        let Some(line) = lines.peek(distance)?.filter(|_| seen < BYTES_AHEAD) else {
            break;
        };
        seen += line.text.len();
        if are_other(&line.text) {
            rows = 0;
            continue;
        }
        match Start::of(line) {
            Start::Array | Start::Section { puzzle: true } => return Ok(true),
            Start::Cells => {}
            _ => continue,
        }
        let row = Row::measure(&line.text, hints);
        let fit = Fit::of(row.width, hints);
        if fit.puzzle.is_some_and(|shape| row.suits(shape)) {
            return Ok(true);
        }
        let is_row = fit.row.is_some_and(|shape| row.suits(shape));
        rows = match is_row {
            true if row.width == width => rows + 1,
            true => 1,
            false => 0,
        };
        width = row.width;
        if is_row && rows == width {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What lines look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::puzzles) enum Likeness {
    /// Most of the next N lines have N cells.
    Grid,
    /// The next line has N² cells.
    Line,
    /// Neither.
    Neither,
}

/// What the next lines look like, by their cells.
pub(in crate::puzzles) fn likeness(lines: &mut Input, hints: Hints) -> io::Result<Likeness> {
    mark_strokes(lines, hints)?;
    let beside = beside_ahead(lines, hints)?;
    let hints = Hints { beside, ..hints };
    let places = places_ahead(lines, hints)?;
    let hints = Hints { places, ..hints };
    let Some(Ahead { row: first, .. }) = next_row(lines, hints)? else {
        return Ok(Likeness::Neither);
    };
    let fit = Fit::of(first.width, hints);
    if fit.puzzle.is_some_and(|shape| first.suits(shape)) {
        return Ok(Likeness::Line);
    }
    mark_bands(lines, fit, hints)?;
    let rows = rows_ahead(lines, fit.row.map_or(0, Shape::size), hints)?.rows;
    let is_grid = fit.row.is_some_and(|shape| {
        let alike = |ahead: &&Ahead| ahead.row.width == first.width && ahead.row.suits(shape);
        rows.iter().filter(alike).count() * 2 > shape.size()
    });
    Ok(match is_grid {
        true => Likeness::Grid,
        false => Likeness::Neither,
    })
}

/// Decides what a line is that can be a whole `small` puzzle and a row of a `large` grid; `None` if that is open.
///
/// A digit that a small puzzle cannot have suggests rows; a digit that repeats in its line, as in no row, suggests
/// puzzles, and so do all digits of a small puzzle in a line without any other, as in hardly a row. So do digits none of which is
/// too large: a large grid has others. If there are fewer lines than a large grid has, more than half of them must suggest rows,
/// and at least a quarter of a large grid. On a tie, the size of the puzzle before is kept.
pub(super) fn puzzle_or_row(
    lines: &mut Input,
    (small, large): (Shape, Shape),
    before: Option<Shape>,
) -> io::Result<Option<Fit>> {
    let mut rows = rows_ahead(lines, large.size(), Hints::default())?.rows;
    rows.retain(|ahead| ahead.row.width == large.size());
    let mut votes = Votes::new(small, large);
    for ahead in &rows {
        if let Some(line) = lines.peek(ahead.distance)? {
            votes.add(&ahead.row, &line.text);
        }
    }
    Ok(votes.decide(before))
}

/// What lines suggest that can be puzzles of a small size or rows of a large grid.
pub(super) struct Votes {
    small: Shape,
    large: Shape,
    lines: usize,
    for_rows: usize,
    for_puzzles: usize,
    /// Whether a line that can be a small puzzle has a digit.
    has_digits: bool,
}

impl Votes {
    pub fn new(small: Shape, large: Shape) -> Votes {
        Votes {
            small,
            large,
            lines: 0,
            for_rows: 0,
            for_puzzles: 0,
            has_digits: false,
        }
    }

    /// Adds a line with this text, measured.
    pub fn add(&mut self, row: &Row, text: &str) {
        self.lines += 1;
        if row.suits(self.small) {
            let is_puzzle = repeats_a_symbol(text) || symbol_count(text) >= self.small.size();
            self.for_puzzles += usize::from(is_puzzle);
            self.has_digits |= text.contains(|symbol| matches!(symbol, '1'..='9'));
        } else if row.suits(self.large) {
            self.for_rows += 1;
        }
    }

    /// What the lines are, where the puzzle before has this shape; `None` if that is open.
    pub fn decide(&self, before: Option<Shape>) -> Option<Fit> {
        let puzzle = Some(Fit {
            row: None,
            puzzle: Some(self.small),
        });
        let row = Some(Fit {
            row: Some(self.large),
            puzzle: None,
        });
        let (for_rows, size) = (self.for_rows, self.large.size());
        let can_be_grid = for_rows * 2 > self.lines && for_rows * 4 >= size;
        match for_rows.cmp(&self.for_puzzles) {
            Ordering::Less => puzzle,
            Ordering::Equal if for_rows == 0 && self.has_digits => puzzle,
            Ordering::Greater if can_be_grid || self.lines == size => row,
            _ if before == Some(self.small) => puzzle,
            _ if before == Some(self.large) => row,
            _ if self.lines < size => puzzle,
            _ => None,
        }
    }
}
