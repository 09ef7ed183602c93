//! Looking at lines ahead, to find out what they are before they are taken.

use std::io::{self, BufRead};

use super::alphabet::repeats_a_symbol;
use super::row::{Fit, LONGEST_ROW, Row};
use super::start::LINES_AHEAD;
use super::{Shape, Start};
use crate::puzzles::lines::Lines;

/// A row that was looked at.
pub(super) struct Ahead {
    /// How many lines it is away.
    pub distance: usize,
    pub row: Row,
}

/// Looks at the next rows, `most` at most, up to where the block ends: at a blank line, a section, an array, or a line
/// that is too long to be a row. Comments and rules are passed over.
pub(super) fn rows_ahead<R: BufRead>(
    lines: &mut Lines<R>,
    most: usize,
    asked: Option<Shape>,
) -> io::Result<Vec<Ahead>> {
    let mut rows = Vec::new();
    for distance in 0..LINES_AHEAD {
        if rows.len() == most {
            break;
        }
        let Some(line) = lines.peek(distance)? else {
            break;
        };
        match Start::of(line) {
            Start::Comment | Start::Rule => {}
            Start::Cells if line.text.len() <= LONGEST_ROW => {
                let row = Row::measure(&line.text, asked);
                rows.push(Ahead { distance, row });
            }
            _ => break,
        }
    }
    Ok(rows)
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
pub(in crate::puzzles) fn likeness<R: BufRead>(
    lines: &mut Lines<R>,
    asked: Option<Shape>,
) -> io::Result<Likeness> {
    let Some(Ahead { row: first, .. }) = rows_ahead(lines, 1, asked)?.pop() else {
        return Ok(Likeness::Neither);
    };
    let fit = Fit::of(first.width, asked);
    if fit.puzzle.is_some_and(|shape| first.suits(shape)) {
        return Ok(Likeness::Line);
    }
    let rows = rows_ahead(lines, fit.row.map_or(0, Shape::size), asked)?;
    let is_grid = fit.row.is_some_and(|shape| {
        let alike = |ahead: &&Ahead| ahead.row.width == first.width && ahead.row.suits(shape);
        rows.iter().filter(alike).count() * 2 > shape.size()
    });
    Ok(match is_grid {
        true => Likeness::Grid,
        false => Likeness::Neither,
    })
}

/// Decides what a line is that can be a whole `small` puzzle and a row of a `large` grid; `None` if nothing tells.
pub(super) fn puzzle_or_row<R: BufRead>(
    lines: &mut Lines<R>,
    (small, large): (Shape, Shape),
) -> io::Result<Option<Fit>> {
    let puzzle = Some(Fit {
        row: None,
        puzzle: Some(small),
    });
    let row = Some(Fit {
        row: Some(large),
        puzzle: None,
    });
    let mut rows = rows_ahead(lines, large.size(), None)?;
    rows.retain(|ahead| ahead.row.width == large.size());
    let all_there = rows.len() == large.size();
    for (index, ahead) in rows.iter().enumerate() {
        let line = lines.peek(ahead.distance)?;
        if !ahead.row.suits(small) {
            // A wrong symbol in a lone puzzle, or a symbol that only the large grid has.
            return Ok(if rows.len() > 1 && (index == 0 || all_there) {
                row
            } else {
                puzzle
            });
        }
        // A row has each of its digits once; in a small puzzle they repeat.
        if line.is_some_and(|line| repeats_a_symbol(&line.text)) {
            return Ok(puzzle);
        }
    }
    Ok(if all_there { None } else { puzzle })
}
