//! The boxes that a grid shows: bars between their columns, and rules between their rows.
//!
//! ```text
//! 12|..|..        2 cells between bars: boxes of 2 columns, so of 3 rows; without a sign, a 6×6 has boxes of 2×3
//! ..|34|..
//! ..|..|56
//! --+--+--        a rule after 3 rows says the same
//! 21|..|..
//! ```
//!
//! A frame around each cell shows no boxes, and neither do bars and rules that are at unequal distances or contradict each
//! other.

use std::io;

use super::Start;
use super::ahead::Ahead;
use super::row::{BARS, Row};
use crate::puzzles::lines::Input;
use crate::puzzles::sudoku::Shape;

/// The shape of a grid of these rows: what it shows, or else the usual one.
pub(super) fn shape_shown(lines: &mut Input, rows: &[Ahead], usual: Shape) -> io::Result<Shape> {
    let size = usual.size();
    let root = size.isqrt();
    let is_the_only_one = root * root == size && smallest_factor(size) == root;
    if is_the_only_one {
        return Ok(usual);
    }
    let Some(bars) = bars_of_all(lines, rows)? else {
        return Ok(usual);
    };
    let mut rules = Vec::new();
    for (above, pair) in (1..).zip(rows.windows(2)) {
        for distance in pair[0].distance + 1..pair[1].distance {
            if lines.peek(distance)?.map(Start::of) == Some(Start::Rule) {
                rules.push(above);
            }
        }
    }
    rules.dedup();
    let shown = match (step(&bars, size), step(&rules, size)) {
        (Some(columns), Some(rows)) if rows * columns == size => Some((rows, columns)),
        (Some(columns), None) => Some((size / columns, columns)),
        (None, Some(rows)) => Some((rows, size / rows)),
        _ => None,
    };
    let shown = shown.and_then(|(rows, columns)| Shape::new(rows, columns).ok());
    Ok(shown.unwrap_or(usual))
}

fn smallest_factor(size: usize) -> usize {
    (2..=size)
        .find(|&factor| size.is_multiple_of(factor))
        .unwrap_or(size)
}

/// The number of cells before each bar, if that is the same in all rows.
fn bars_of_all(lines: &mut Input, rows: &[Ahead]) -> io::Result<Option<Vec<usize>>> {
    let mut first = None;
    for ahead in rows {
        let Some(line) = lines.peek(ahead.distance)? else {
            return Ok(None);
        };
        let bars = cells_before_bars(&line.text, ahead.row);
        if first.get_or_insert_with(|| bars.clone()) != &bars {
            return Ok(None);
        }
    }
    Ok(first)
}

/// The number of cells before each bar that is between two cells of a row.
fn cells_before_bars(text: &str, row: Row) -> Vec<usize> {
    let places = Vec::from_iter(row.cells(text).map(|cell| cell.start));
    let bars = text[row.start..row.end].match_indices(BARS);
    let before = bars.map(|(bar, _)| places.partition_point(|&place| place < row.start + bar));
    let mut inner = Vec::from_iter(before.filter(|before| (1..row.width).contains(before)));
    inner.dedup();
    inner
}

/// The number of which these places are exactly the multiples below `size`; `None` if there is no such number, or if it
/// is 1.
fn step(places: &[usize], size: usize) -> Option<usize> {
    let &step = places.first().filter(|&&step| step > 1)?;
    let multiples = (1..)
        .map(|number| number * step)
        .take_while(|&place| place < size);
    (size.is_multiple_of(step) && multiples.eq(places.iter().copied())).then_some(step)
}

#[cfg(test)]
mod tests {
    use crate::puzzles::kind::Hints;
    use crate::puzzles::sudoku::text::{Grids, Lines};
    use crate::puzzles::sudoku::{Shape, Sudoku};

    /// An empty grid with a bar after each `columns` cells, and a rule after each `rows` rows.
    fn drawn(size: usize, rows: Option<usize>, columns: Option<usize>) -> String {
        let is_end = |at: usize, step: Option<usize>| {
            step.is_some_and(|step| (at + 1).is_multiple_of(step)) && at + 1 < size
        };
        let mut text = String::new();
        for row in 0..size {
            for column in 0..size {
                text.push('.');
                text.push_str(if is_end(column, columns) { "|" } else { "" });
            }
            text.push_str(if is_end(row, rows) {
                "\n---+---\n"
            } else {
                "\n"
            });
        }
        text
    }

    fn shape(text: &str) -> String {
        let sudoku: Sudoku = text.parse().expect(text);
        let shape = sudoku.rules().shape();
        format!("{}x{}", shape.rows_per_box(), shape.columns_per_box())
    }

    #[test]
    fn bars_and_rules_say_which_boxes_there_are() {
        for (rows, columns) in [
            (2, 3),
            (3, 2),
            (4, 2),
            (2, 4),
            (5, 2),
            (4, 3),
            (6, 2),
            (2, 6),
        ] {
            let (size, name) = (rows * columns, format!("{rows}x{columns}"));
            assert_eq!(shape(&drawn(size, Some(rows), Some(columns))), name);
            assert_eq!(shape(&drawn(size, None, Some(columns))), name);
            assert_eq!(shape(&drawn(size, Some(rows), None)), name);
        }
        for size in [4, 9, 25] {
            let usual = Shape::of_size(size).expect("a square");
            let rows = usual.rows_per_box();
            let text = drawn(size, Some(rows), Some(rows));
            assert_eq!(shape(&text), format!("{rows}x{rows}"));
        }
    }

    #[test]
    fn what_is_no_box_says_nothing() {
        assert_eq!(shape(&drawn(6, None, None)), "2x3");
        assert_eq!(shape(&drawn(6, Some(1), Some(1))), "2x3");
        assert_eq!(shape(&drawn(6, Some(3), Some(1))), "3x2");
        assert_eq!(shape(&drawn(6, Some(1), Some(2))), "3x2");
        // Bars and rules contradict each other.
        assert_eq!(shape(&drawn(6, Some(2), Some(2))), "2x3");
        assert_eq!(shape(&drawn(12, Some(2), Some(4))), "3x4");
        // They stand at unequal distances, or in some rows only.
        assert_eq!(shape(&".|..|...\n".repeat(6)), "2x3");
        assert_eq!(shape(&["..|..|..\n", "......\n"].concat().repeat(3)), "2x3");
    }

    #[test]
    fn boxes_that_are_asked_for_are_taken() {
        let text = drawn(6, Some(3), Some(2));
        let asked = "2x3".parse().ok();
        let hints = Hints {
            shape: asked,
            ..Hints::default()
        };
        let mut grids = Grids::new(hints);
        let found = grids.next(&mut Lines::new(text.as_bytes()));
        let (_, sudoku) = found.expect("no error").expect("a puzzle");
        assert_eq!(sudoku.ok().map(|sudoku| sudoku.rules().shape()), asked);
    }
}
