//! Frames whose blank cells are spaces: how many columns of text a cell has.
//!
//! One row does not show it, as the digits may be those of a larger grid. All rows of the frame do, with their number:
//!
//! ```text
//! ┌───────────┬─────          11 characters between two bars are 3 cells of 4 columns, or 5 of 2: rows decide between
//! │ 5   3     │              9×9 and 15×15
//! ```

use std::io;
use std::ops::RangeInclusive;

use super::Start;
use super::ahead::next_row;
use super::row::BARS;
use crate::puzzles::kind::{Hints, Places};
use crate::puzzles::lines::{Input, Line};
use crate::puzzles::sudoku::{LARGEST_SIZE, Shape};

/// The longest part of a row between two bars, in bytes.
const LONGEST_PART: usize = 128;

/// How many lines are looked at: rows with a rule after each of them.
const LINES_AHEAD: usize = 2 * LARGEST_SIZE + 2;

/// Whether the first line of a frame, or a comment before it, can begin with this.
fn is_frame(c: char) -> bool {
    matches!(
        c,
        '|' | '+' | '-' | '*' | '.' | ':' | '=' | '#' | '/' | '\u{2500}'..='\u{257f}'
    )
}

/// The rows of a frame.
#[derive(Default)]
struct Frame {
    /// Number of parts of a row between its bars.
    parts: usize,
    /// The length of each part.
    length: usize,
    /// Bit i: something other than a space stands at character i of some part.
    filled: u128,
    rows: usize,
}

/// The parts of a row that has a bar at each end.
pub(super) fn parts(text: &str) -> Option<impl Iterator<Item = &str>> {
    let inner = text.trim_ascii().strip_prefix(BARS)?.strip_suffix(BARS)?;
    Some(inner.split(BARS))
}

/// Where the cells are in the frame that begins with the next lines; `None` if it is no frame, or if that is not clear.
pub(super) fn places_ahead(lines: &mut Input, hints: Hints) -> io::Result<Option<Places>> {
    let hints = Hints {
        places: None,
        ..hints
    };
    let can_begin = |line: &Line| {
        let text = line.text.trim_ascii_start();
        text.starts_with(is_frame) || text.starts_with(".-")
    };
    if !lines.peek(0)?.is_some_and(can_begin) {
        return Ok(None);
    }
    let Some(first) = next_row(lines, hints)? else {
        return Ok(None);
    };
    let mut frame = Frame::default();
    let mut after_rule = false;
    for distance in first.distance..first.distance + LINES_AHEAD {
        let Some(line) = lines.peek(distance)? else {
            break;
        };
        let is_row = frame.add(&line.text);
        let is_rule = Start::of(line) == Start::Rule;
        let is_last = line
            .text
            .trim_ascii_start()
            .starts_with(['└', '╰', '┗', '╚']);
        match (is_row, is_rule) {
            (true, _) => after_rule = false,
            (false, true) if after_rule || is_last => break,
            (false, true) => after_rule = true,
            (false, false) if Start::of(line) == Start::Comment => {}
            (false, false) => break,
        }
        if frame.rows == 0 {
            return Ok(None);
        }
        // Whoever waits for an answer writes nothing after the last rule.
        if hints.waits && frame.sizes(hints).any(|(size, _)| size == frame.rows) {
            break;
        }
    }
    Ok(frame.places(hints))
}

impl Frame {
    /// Adds a row that has the same parts as those before; `false` if this is none.
    fn add(&mut self, text: &str) -> bool {
        let Some(parts) = parts(text) else {
            return false;
        };
        let (mut count, mut length, mut filled) = (0, self.length, 0);
        for part in parts {
            if self.rows == 0 && count == 0 {
                length = part.len();
            }
            if part.len() != length || length > LONGEST_PART || !part.is_ascii() {
                return false;
            }
            let places = part.bytes().enumerate().filter(|&(_, byte)| byte != b' ');
            filled |= places.fold(0, |filled, (at, _)| filled | 1 << at);
            count += 1;
        }
        if length == 0 || self.rows > 0 && count != self.parts {
            return false;
        }
        (self.parts, self.length) = (count, length);
        self.filled |= filled;
        self.rows += 1;
        true
    }

    /// The sizes of grids that have all cells at the right places, and these.
    fn sizes(&self, hints: Hints) -> impl Iterator<Item = (usize, Places)> + '_ {
        let shapes = (2..=LARGEST_SIZE).filter_map(move |size| match hints.shape {
            Some(shape) => Some(shape).filter(|shape| shape.size() == size),
            None => Shape::of_size(size),
        });
        shapes.filter_map(move |shape| {
            let size = shape.size();
            let cells = size / self.parts;
            // With as many rows as that, parts may also show boxes of another shape than the usual one.
            let is_shown = hints.shape.is_none()
                && !hints.waits
                && size == self.rows
                && cells > 1
                && size.is_multiple_of(cells);
            let is_divided = cells == 1 || cells == shape.columns_per_box() || is_shown;
            let fits = is_divided && size.is_multiple_of(self.parts);
            let places = fits.then(|| self.places_of(cells)).flatten();
            places.map(|places| (size, places))
        })
    }

    /// The places of this number of cells in a part, each as wide as the others, with as much before them as after them.
    fn places_of(&self, cells: usize) -> Option<Places> {
        let steps: RangeInclusive<usize> = match cells {
            1 => self.length..=self.length,
            _ => 1..=(self.length - 1) / (cells - 1),
        };
        let found = steps.filter_map(|step| {
            let margin = self.length.checked_sub((cells - 1) * step + 1)?;
            let start = margin / 2;
            let small = |number: usize| u8::try_from(number).ok();
            let places = Places {
                cells: small(cells)?,
                start: small(start)?,
                step: small(step)?,
                parts: small(self.parts)?,
                length: small(self.length)?,
            };
            let all = (0..cells).fold(0, |all, cell| all | 1 << (start + cell * step));
            let fits = margin <= step && self.filled & !all == 0;
            fits.then_some((margin % 2, places))
        });
        found.min_by_key(|&(odd, _)| odd).map(|(_, places)| places)
    }

    /// The places in a grid whose size is nearest to the number of rows, if one is.
    fn places(&self, hints: Hints) -> Option<Places> {
        if self.rows == 0 {
            return None;
        }
        // Grids whose frames share a rule follow each other.
        let distance = |size: usize| match self.rows.abs_diff(size) {
            0 => 0,
            _ if self.rows.is_multiple_of(size) => 1,
            distance => distance,
        };
        let nearest = self.sizes(hints).map(|(size, _)| distance(size)).min()?;
        let mut best = self
            .sizes(hints)
            .filter(|&(size, _)| distance(size) == nearest);
        let (_, places) = best.next()?;
        best.next().is_none().then_some(places)
    }
}
