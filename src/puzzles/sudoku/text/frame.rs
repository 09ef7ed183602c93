//! Frames whose blank cells are spaces: how many columns of text a cell has.
//!
//! One row does not show it, as the digits may be those of a larger grid. All rows of the frame do, with their number:
//!
//! ```text
//! ┌───────────┬─────          11 characters between two bars are 3 cells of 4 columns, or 5 of 2: rows decide between
//! │ 5   3     │              9×9 and 15×15
//! │           │              where digits are in every other line only, the others make rows higher
//! │ 6       1 │
//! ```

use std::io;
use std::ops::RangeInclusive;

use super::Start;
use super::beside::cells_of;
use super::field::kept;
use super::row::BARS;
use crate::puzzles::kind::{Hints, Places};
use crate::puzzles::lines::{Input, Line};
use crate::puzzles::sudoku::{LARGEST_SIZE, Shape};

/// The longest part of a row between two bars, in bytes.
const LONGEST_PART: usize = 128;

/// The most lines that a row takes.
const HIGHEST_ROW: usize = 3;

/// How many lines with digits show that all of them are in the same line of a row of two, or half as many in a row of three.
const FEWEST_FILLED: usize = 4;

/// How much wider than the distance of two cells the margins of a part may be: by a space at each end.
const MARGIN: usize = 2;

/// How many lines are examined: rows with a rule after each of them.
const LINES_AHEAD: usize = (HIGHEST_ROW + 1) * LARGEST_SIZE + 2;

/// Whether the first line of a frame, or a comment before it, can begin with this.
fn is_frame(c: char) -> bool {
    matches!(
        c,
        '|' | '+' | '-' | '*' | '.' | ':' | '=' | '#' | '/' | '\u{2500}'..='\u{257f}'
    )
}

/// The rows of a frame.
#[derive(Clone, Copy, Default)]
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
    let text = text[..kept(text)].trim_ascii();
    let inner = text.strip_prefix(BARS)?.strip_suffix(BARS)?;
    Some(inner.split(BARS))
}

/// Where the cells are in the frame that begins with the next lines; `None` if it is no frame, or if that is not clear. Lines that only
/// make its rows higher are noted to belong to its layout.
pub(super) fn places_ahead(lines: &mut Input, hints: Hints) -> io::Result<Option<Places>> {
    let can_begin = |line: &Line| {
        let text = line.text.trim_ascii_start();
        line.is_between || text.starts_with(is_frame) || text.starts_with(".-")
    };
    if !lines.peek(0)?.is_some_and(can_begin) {
        return Ok(None);
    }
    let Some(first) = first_row(lines)? else {
        return Ok(None);
    };
    let mut frame = Frame::default();
    let mut bands = vec![Vec::new()];
    let mut after_rule = false;
    for distance in first..first + LINES_AHEAD {
        let Some(line) = lines.peek(distance)? else {
            break;
        };
        let start = Start::of(line);
        if matches!(start, Start::Comment | Start::Between) {
            continue;
        }
        let cells = cells_of(&line.text, hints.beside);
        let row = frame.add(&line.text[cells.unwrap_or(0..line.text.len())]);
        let is_rule = start == Start::Rule;
        let is_last = line
            .text
            .trim_ascii_start()
            .starts_with(['└', '╰', '┗', '╚']);
        match (row, is_rule) {
            (Some(is_filled), _) => {
                after_rule = false;
                let band = bands.last_mut().expect("the one at work");
                band.push((distance, is_filled));
            }
            (None, true) if after_rule || is_last => break,
            (None, true) => {
                after_rule = true;
                bands.push(Vec::new());
            }
            (None, false) => break,
        }
        if frame.rows == 0 {
            return Ok(None);
        }
        // Whoever waits for an answer writes nothing after the last rule.
        let is_whole = match may_be_padded(&bands) {
            true => after_rule && frame.padding(&bands, hints).is_some(),
            false => frame.sizes(hints).any(|(size, _)| size == frame.rows),
        };
        if hints.waits && is_whole {
            break;
        }
    }
    if let Some(padding) = frame.padding(&bands, hints) {
        frame.rows -= padding.len();
        padding.iter().for_each(|&line| lines.set_between(line));
    }
    let places = frame.places(hints);
    for distance in (0..first).filter(|_| places.is_some()) {
        if lines.peek(distance)?.is_some_and(is_bare) {
            lines.set_between(distance);
        }
    }
    Ok(places)
}

/// The first line that is a row of a frame, after rules and comments. One without digits is none if nothing shows that it is in a
/// frame: neither a rule above it nor a row below it. So the first line of a table in Markdown, which holds headings, is none.
fn first_row(lines: &mut Input) -> io::Result<Option<usize>> {
    let mut after_rule = false;
    for distance in 0..LINES_AHEAD {
        let Some(line) = lines.peek(distance)? else {
            break;
        };
        match Start::of(line) {
            Start::Rule if is_bare(line) => {
                let next = lines.peek(distance + 1)?;
                if after_rule || next.is_some_and(|next| Start::of(next) == Start::Cells) {
                    return Ok(Some(distance));
                }
            }
            Start::Rule => after_rule = true,
            Start::Comment | Start::Between => {}
            Start::Cells => return Ok(Some(distance)),
            _ => break,
        }
    }
    Ok(None)
}

/// Whether there is nothing but spaces between the bars of a line.
fn is_bare(line: &Line) -> bool {
    parts(&line.text).is_some_and(|mut parts| parts.all(|part| part.trim_ascii().is_empty()))
}

/// The heights of rows of several lines, the highest first, and which line of a row the digits may be in. Where two heights fit, a line of
/// each row is blank in the lower one.
fn heights() -> impl Iterator<Item = (usize, usize)> {
    (2..=HIGHEST_ROW)
        .rev()
        .flat_map(|height| (0..height).map(move |at| (height, at)))
}

/// Whether the digits of these bands, as far as there are any, are all in the same line of a row of several lines.
fn may_be_padded(bands: &[Vec<(usize, bool)>]) -> bool {
    let filled = || {
        let lines = bands.iter().flat_map(|band| band.iter().enumerate());
        lines
            .filter(|(_, (_, is_filled))| *is_filled)
            .map(|(line, _)| line)
    };
    let fits = |(height, at)| filled().all(|line| line % height == at);
    bands.iter().any(|band| band.len() > 1) && filled().next().is_some() && heights().any(fits)
}

impl Frame {
    /// Adds a row that has the same parts as those before, and says whether anything is in it; `None` if this is none.
    fn add(&mut self, text: &str) -> Option<bool> {
        let parts = parts(text)?;
        let (mut count, mut length, mut filled) = (0, self.length, 0);
        for part in parts {
            if self.rows == 0 && count == 0 {
                length = part.len();
            }
            if part.len() != length || length > LONGEST_PART || !part.is_ascii() {
                return None;
            }
            let places = part.bytes().enumerate().filter(|&(_, byte)| byte != b' ');
            filled |= places.fold(0, |filled, (at, _)| filled | 1 << at);
            count += 1;
        }
        if length == 0 || self.rows > 0 && count != self.parts {
            return None;
        }
        (self.parts, self.length) = (count, length);
        self.filled |= filled;
        self.rows += 1;
        Some(filled != 0)
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

    /// The places of this number of cells in a part: with as much before them as after them, or else at one end of fields of one width.
    fn places_of(&self, cells: usize) -> Option<Places> {
        let steps: RangeInclusive<usize> = match cells {
            1 => self.length..=self.length,
            _ => 1..=(self.length - 1) / (cells - 1),
        };
        let found = steps.filter_map(|step| {
            let margin = self.length.checked_sub((cells - 1) * step + 1)?;
            let small = |number: usize| u8::try_from(number).ok();
            let places = |start: usize| {
                Some(Places {
                    cells: small(cells)?,
                    start: small(start)?,
                    step: small(step)?,
                    parts: small(self.parts)?,
                    length: small(self.length)?,
                })
            };
            let fits = |start: usize| {
                let all = (0..cells).fold(0, |all, cell| all | 1 << (start + cell * step));
                margin <= step + MARGIN && self.filled & !all == 0
            };
            let ends = [margin, 0].into_iter().filter(|_| margin + 1 == step);
            let starts = [margin / 2, margin.div_ceil(2)].into_iter().chain(ends);
            let (rank, start) = starts.enumerate().find(|&(_, start)| fits(start))?;
            let excess = margin.saturating_sub(step);
            Some(((excess, 2 * rank + margin % 2), places(start)?))
        });
        found
            .min_by_key(|&(rank, _)| rank)
            .map(|(_, places)| places)
    }

    /// The lines that only make the rows of this frame higher, if its rows are several lines high: all digits are in the same line of
    /// a row. `bands` are the lines between rules, each with whether anything is in it.
    fn padding(&self, bands: &[Vec<(usize, bool)>], hints: Hints) -> Option<Vec<usize>> {
        let bands = || bands.iter().filter(|band| !band.is_empty());
        let length = bands().next()?.len();
        let filled = bands()
            .flatten()
            .filter(|&&(_, is_filled)| is_filled)
            .count();
        if bands().any(|band| band.len() != length) {
            return None;
        }
        heights().find_map(|(height, at)| {
            let is_row = |line: usize| line % height == at;
            let lines = || bands().flat_map(|band| band.iter().enumerate());
            let rows = lines().filter(|&(line, _)| is_row(line)).count();
            let can_be = Frame { rows, ..*self }
                .sizes(hints)
                .any(|(size, _)| size == rows);
            // A few digits may stand in such lines by chance.
            let is_clear = filled.min(rows) * (height - 1) >= FEWEST_FILLED;
            let fits = is_clear
                && can_be
                && lines().all(|(line, (_, is_filled))| is_row(line) || !is_filled);
            let others = lines()
                .filter(|&(line, _)| !is_row(line))
                .map(|(_, &(distance, _))| distance);
            fits.then(|| others.collect())
                .filter(|others: &Vec<usize>| !others.is_empty())
        })
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

#[cfg(test)]
mod tests {
    use crate::puzzles::sudoku::Sudoku;

    /// Where the digits of a 9×9 puzzle are.
    const GIVENS: [(usize, usize); 7] = [(0, 7), (1, 0), (2, 1), (3, 4), (3, 8), (5, 3), (8, 5)];

    /// A frame with a rule after each `rows` rows and a bar after each `columns` cells, in which each cell is a text of this form, with
    /// a `#` for its digit, and each row has these lines above and below it.
    fn framed(
        (rows, columns): (usize, usize),
        cell: &str,
        (above, below): (usize, usize),
    ) -> String {
        let line = |cells: [char; 9]| {
            let parts = cells.chunks(columns).map(|cells| {
                let cells = cells
                    .iter()
                    .map(|digit| cell.replace('#', &digit.to_string()));
                cells.collect::<String>()
            });
            format!("|{}|\n", parts.collect::<Vec<_>>().join("|"))
        };
        let blank = line([' '; 9]);
        let rule = blank.replace('|', "+").replace(' ', "-");
        let mut text = rule.clone();
        for row in 0..9 {
            let mut cells = [' '; 9];
            for (digit, &(_, column)) in GIVENS
                .iter()
                .enumerate()
                .filter(|(_, given)| given.0 == row)
            {
                cells[column] = char::from(b'1' + digit as u8);
            }
            text += &blank.repeat(above);
            text += &line(cells);
            text += &blank.repeat(below);
            text += if (row + 1).is_multiple_of(rows) {
                &rule
            } else {
                ""
            };
        }
        text
    }

    #[track_caller]
    fn assert_read(text: &str) {
        let sudoku: Sudoku = text
            .parse()
            .unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        let expected = (0..7).map(|digit| (GIVENS[digit].0 * 9 + GIVENS[digit].1) * 9 + digit);
        assert_eq!(sudoku.rules().shape().size(), 9, "{text}");
        let givens = sudoku.givens.iter().map(|given| given.index());
        assert!(givens.eq(expected), "{text}");
    }

    #[test]
    fn rows_may_be_several_lines_high() {
        for shape in [(3, 3), (1, 1), (1, 3), (3, 1)] {
            for height in [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (2, 0)] {
                for cell in ["  #  ", " # "] {
                    assert_read(&framed(shape, cell, height));
                }
            }
        }
    }

    #[test]
    fn bands_may_begin_and_end_with_blank_lines() {
        let text = framed((3, 3), " # ", (0, 1));
        let (rule, _) = text.split_at(text.find('\n').unwrap() + 1);
        let blank = rule.replace('+', "|").replace('-', " ");
        assert_read(&text.replacen(rule, &(rule.to_owned() + &blank), 3));
    }

    #[test]
    fn digits_may_be_at_either_end_of_a_cell() {
        for shape in [(3, 3), (1, 1), (9, 1)] {
            for cell in [" #", "  #", "  # ", " #  ", "# ", "#  "] {
                assert_read(&framed(shape, cell, (0, 0)));
            }
        }
    }

    #[test]
    fn parts_may_have_a_space_at_each_end() {
        for cell in ["#", " #", "# ", " # "] {
            let text = framed((3, 3), cell, (0, 0));
            let rows = text
                .lines()
                .map(|line| line.replace('|', " | ").replace('+', "-+-"));
            let rows = rows.map(|line| line.trim_matches([' ', '-']).to_owned() + "\n");
            assert_read(&rows.collect::<String>());
        }
    }

    #[test]
    fn rows_without_digits_come_first() {
        let text = framed((1, 1), " # ", (0, 0)).replace(['1', '2', '3'], " ");
        let sudoku: Sudoku = text.parse().unwrap();
        assert_eq!((sudoku.rules().shape().size(), sudoku.givens.len()), (9, 4));
        // Without a rule above it, the row below it shows that a line without digits is one.
        let text = framed((9, 1), " # ", (0, 0)).replace('1', " ");
        let (_, rows) = text.split_at(text.find('\n').unwrap() + 1);
        let sudoku: Sudoku = rows.parse().unwrap();
        assert_eq!((sudoku.rules().shape().size(), sudoku.givens.len()), (9, 6));
    }

    #[test]
    fn the_headings_of_a_table_in_markdown_are_no_row() {
        let text = framed((9, 1), " # ", (0, 0));
        let (rule, rows) = text.split_at(text.find('\n').unwrap() + 1);
        let rows = rows.strip_suffix(rule).unwrap();
        for heading in ["| ", "|   "] {
            let rule = rule.replace('+', "|");
            assert_read(&format!("{}|\n{rule}{rows}", heading.repeat(9)));
        }
    }
}
