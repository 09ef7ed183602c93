//! Sudoku as a kind of puzzle: how it is recognised, and the source that reads it.

use std::io;

use super::Start;
use super::ahead::{Likeness, follows, likeness};
use super::alphabet::is_cell;
use super::grid::Grids;
use super::opensudoku::is_opensudoku;
use super::row::Row;
use crate::puzzles::Puzzle;
use crate::puzzles::begins_matrix;
use crate::puzzles::cover::has_bounds;
use crate::puzzles::fault::{PuzzleFault, ReadCause};
use crate::puzzles::kind::{Fit, Hints, Kind};
use crate::puzzles::lines::Input;
use crate::puzzles::read::{Found, Source};
use crate::puzzles::recognise::Opening;
use crate::puzzles::sudoku::Sudoku;

/// The fewest characters of a word that is read as a line of a puzzle although it has letters.
const LONG_WORD: usize = 10;

impl Sudoku {
    /// Sudoku, in any layout.
    pub const KIND: &'static Kind = &Kind {
        name: "sudoku",
        about: "Sudokus, in any layout",
        one: "a Sudoku",
        begins,
        fit,
        is_ruled_out: |_, _, _| Ok(false),
        source: |hints| Box::new(Grids::new(hints)),
    };
}

/// A section, an array, the heading of a solution, XML of OpenSudoku, or a word of N² cells.
fn begins(lines: &mut Input, hints: Hints) -> io::Result<bool> {
    let Some(line) = lines.peek(0)? else {
        return Ok(false);
    };
    let row = Row::measure(&line.text, hints);
    let is_word = !line.text[row.start..row.end]
        .trim_ascii()
        .contains([' ', '\t']);
    Ok(match Start::of(line) {
        Start::Section { .. } => true,
        Start::Array => !begins_matrix(lines, hints)?,
        Start::Solution => follows(lines, 1, hints, |_| false)?,
        _ if line.text.trim_ascii_start().starts_with('<') => is_opensudoku(lines)?,
        Start::Cells | Start::Rule if is_word => likeness(lines, hints)? == Likeness::Line,
        _ => false,
    })
}

fn fit(lines: &mut Input, opening: &Opening, hints: Hints) -> io::Result<Option<Fit>> {
    if opening.is_comment {
        return Ok(None);
    }
    Ok(match likeness(lines, hints)? {
        Likeness::Grid => Some(Fit::Lengths),
        Likeness::Line => Some(Fit::Length),
        Likeness::Neither => is_bad(opening).then_some(Fit::SpoiltLine),
    })
}

/// Digits, dots, blanks and rules only, or one long word that is mostly of these, or all of characters that can be
/// cells.
fn is_bad(opening: &Opening) -> bool {
    let text = opening.first.trim_ascii();
    // `0:1|a` is the item of another problem.
    if text.contains(':') && has_bounds(text) {
        return false;
    }
    let plain = |byte: u8| is_cell(byte) && !byte.is_ascii_alphabetic();
    let plain_bytes = text.bytes().filter(|&byte| plain(byte)).count();
    let is_word = !text.bytes().any(|byte| byte.is_ascii_whitespace());
    plain_bytes == text.len()
        || is_word
            && (plain_bytes * 2 > text.len()
                || text.len() >= LONG_WORD && text.bytes().all(is_cell))
}

impl Source for Grids {
    fn read(&mut self, lines: &mut Input) -> Result<Option<Found>, ReadCause> {
        match self.next(lines)? {
            Some((line, outcome)) => {
                let sudoku = outcome.map_err(|fault| fault.map(PuzzleFault::of))?;
                Ok(Some((line, Box::new(sudoku))))
            }
            None if self.take_fresh() => Err(PuzzleFault::nothing(lines).into()),
            None => Ok(None),
        }
    }

    fn refill(&mut self, lines: &mut Input, puzzle: &mut dyn Puzzle) -> Option<u64> {
        self.refill_sudoku(lines, puzzle.downcast_mut()?)
    }
}
