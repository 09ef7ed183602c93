//! Grids with a blank line after each band of boxes.
//!
//! ```text
//! 1 2  3 4
//! 3 4  1 2
//!                  a blank line ends a grid, unless the rows after it are the other bands of it, all of one height
//! 2 1  4 3
//! 4 3  2 1
//! ```

use std::io;

use super::Start;
use super::row::{Fit, Row};
use crate::puzzles::kind::Hints;
use crate::puzzles::lines::Input;
use crate::puzzles::sudoku::Shape;

/// Marks the blank lines between the bands of the next grid as part of it, if its rows fit. Returns whether there are
/// any.
pub(super) fn mark_bands(lines: &mut Input, fit: Fit, hints: Hints) -> io::Result<bool> {
    let (Some(shape), None) = (fit.row, fit.puzzle) else {
        return Ok(false);
    };
    let Some(height) = first_blank(lines, shape.size())? else {
        return Ok(false);
    };
    let blanks = blanks_between(lines, (shape, height), hints)?;
    let blanks = blanks.unwrap_or_default();
    blanks.iter().for_each(|&blank| lines.set_between(blank));
    Ok(!blanks.is_empty())
}

/// How many lines come before a blank one, if these can be a band of a grid of this size.
fn first_blank(lines: &mut Input, size: usize) -> io::Result<Option<usize>> {
    for distance in 0..size {
        match lines.peek(distance)?.map(Start::of) {
            Some(Start::Blank) => {
                return Ok((distance > 1 && size.is_multiple_of(distance)).then_some(distance));
            }
            Some(Start::Cells) => {}
            _ => return Ok(None),
        }
    }
    Ok(None)
}

/// Where the blank lines are, if bands of this height are the next grid.
fn blanks_between(
    lines: &mut Input,
    (shape, height): (Shape, usize),
    hints: Hints,
) -> io::Result<Option<Vec<usize>>> {
    let size = shape.size();
    let mut blanks = Vec::new();
    for band in 0..size / height {
        let first = band * (height + 1);
        for distance in first..first + height {
            let Some(line) = lines.peek(distance)? else {
                return Ok(None);
            };
            let row = (Start::of(line) == Start::Cells).then(|| Row::measure(&line.text, hints));
            if !row.is_some_and(|row| row.width == size && row.suits(shape)) {
                return Ok(None);
            }
        }
        if band + 1 == size / height {
            break;
        }
        let blank = first + height;
        if lines.peek(blank)?.map(Start::of) != Some(Start::Blank) {
            return Ok(None);
        }
        blanks.push(blank);
    }
    // Longer blocks of rows are no bands.
    let after = size + blanks.len();
    let goes_on = !hints.waits && lines.peek(after)?.map(Start::of) == Some(Start::Cells);
    Ok((!goes_on).then_some(blanks))
}

#[cfg(test)]
mod tests {
    use crate::puzzles::kind::Hints;
    use crate::puzzles::lines::Lines;
    use crate::puzzles::sudoku::Sudoku;
    use crate::puzzles::sudoku::text::Grids;

    /// How many lines each puzzle has, as it is written; 0 for a bad one.
    fn lengths(text: &str) -> Vec<usize> {
        let mut lines = Lines::new(text.as_bytes());
        let mut grids = Grids::new(Hints::default());
        let next = || grids.next(&mut lines).expect("memory can be read");
        let length = |sudoku: Sudoku| {
            let mut written = Vec::new();
            let layout = sudoku.layout.as_ref().expect("it was read");
            layout.fill(std::iter::repeat_n(0, 81), &mut written);
            String::from_utf8(written).expect("UTF-8").lines().count()
        };
        std::iter::from_fn(next)
            .map(|(_, read)| read.map_or(0, length))
            .collect()
    }

    fn rows(count: usize, cells: &str) -> String {
        format!("{cells}\n").repeat(count)
    }

    #[test]
    fn a_blank_line_after_each_band_belongs_to_the_grid() {
        let nine = "... ... ...";
        let grid = [rows(3, nine), rows(3, nine), rows(3, nine)].join("\n");
        assert_eq!(lengths(&grid), [11]);
        assert_eq!(
            lengths(
                &[&grid, &grid, &rows(9, nine)]
                    .map(|grid| grid.as_str())
                    .join("\n")
            ),
            [11, 11, 9]
        );
        let six = [rows(2, "......"), rows(2, "......"), rows(2, "......")].join("\n");
        assert_eq!(lengths(&six), [8]);
    }

    #[test]
    fn other_blank_lines_end_a_grid() {
        let nine = "... ... ...";
        assert_eq!(lengths(&[rows(3, nine), rows(3, nine)].join("\n")), [0, 0]);
        assert_eq!(lengths(&[rows(3, nine), rows(6, nine)].join("\n")), [0, 0]);
        assert_eq!(lengths(&vec![rows(3, nine); 4].join("\n")), [11, 0]);
        // Four puzzles of 4×4 in a line each, four times, and not one of 16×16.
        let four = "12344321........";
        assert_eq!(lengths(&vec![rows(4, four); 4].join("\n")), [1; 16]);
    }
}
