//! Points of a drawing, and what is there.
//!
//! Every place that can be drawn on has a number. The grid has two more rows and columns on each side. With C columns and P cells in
//! all, the cell in row r and column c, from 0, is number n = r · C + c, and around it are
//!
//! ```text
//!     4P + 4n ───────── 4P + 4n + 1
//!        │                   │             4P + 4n …  places for small numbers, inside the corners
//!        │         n       3P + n          P + n      the lower right corner
//!        │                   │             2P + n     the middle of the lower side
//!     4P + 4n + 2 ─ 2P + n ─ P + n         3P + n     the middle of the right side
//! ```

use std::collections::HashMap;

use super::{Value, odd};
use crate::puzzles::variant::VariantFault;
use crate::puzzles::variant::field::MOST_DIGITS;

/// Rows and columns on each side of the grid.
const AROUND: usize = 2;
/// The most rows or columns of a drawing.
const MOST: usize = 1000;

/// The points of a drawing, and which of them are cells.
pub(super) struct Points {
    /// C above.
    columns: usize,
    /// P above.
    all: usize,
    /// The cells of the puzzle by their points.
    cells: HashMap<usize, usize>,
    /// Rows of the puzzle.
    size: usize,
}

/// What is at a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// A cell of the puzzle.
    Cell(usize),
    /// Between two cells that share a side: left and right, or upper and lower.
    Side([usize; 2], Facing),
    /// A corner inside of a cell: 0 is the upper left one.
    Corner(usize, usize),
    /// Anything else, such as a place outside the grid.
    Other,
}

/// How two cells lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Facing {
    /// Left and right.
    Across,
    /// Upper and lower.
    Down,
}

/// What a line from one corner of cells to the next one does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Segment {
    /// It divides two cells.
    Between([usize; 2]),
    /// It runs through a cell, to the right and down.
    Falling(usize),
    /// It runs through a cell, to the right and up.
    Rising(usize),
    /// It lies at the border of the grid, or outside.
    Outside,
}

impl Points {
    /// The points of a drawing with these columns and rows, as words, and this list of cells.
    pub fn new(columns: &str, rows: &str, list: &Value) -> Result<Points, VariantFault> {
        let length = |word: &str| {
            let length = word.parse::<usize>().ok().filter(|length| *length <= MOST);
            length
                .map(|length| length + 2 * AROUND)
                .ok_or_else(|| odd("grid"))
        };
        let (columns, rows) = (length(columns)?, length(rows)?);
        let mut numbers = Vec::new();
        let mut last = 0i64;
        for step in list.list().ok_or_else(|| odd("cells"))? {
            let number = step.signed().and_then(|step| last.checked_add(step));
            last = number
                .filter(|number| (0..(rows * columns) as i64).contains(number))
                .ok_or_else(|| odd("cells"))?;
            numbers.push(last as usize);
        }
        numbers.sort_unstable();
        numbers.dedup();
        let size = numbers.len().isqrt();
        let is_square = numbers.first().is_some_and(|&first| {
            let place = |cell: usize| first + cell / size * columns + cell % size;
            first % columns + size <= columns
                && (0..numbers.len()).all(|cell| numbers[cell] == place(cell))
        });
        if !is_square || numbers.len() != size * size {
            return Err(VariantFault::UnknownField(
                "a grid that is not square".into(),
            ));
        }
        if size > MOST_DIGITS {
            return Err(VariantFault::Size(size));
        }
        Ok(Points {
            columns,
            all: rows * columns,
            cells: numbers
                .into_iter()
                .enumerate()
                .map(|(cell, number)| (number, cell))
                .collect(),
            size,
        })
    }

    /// Rows of the puzzle, which has as many columns.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The cell of the puzzle with this point.
    pub fn cell(&self, point: usize) -> Option<usize> {
        self.cells.get(&point).copied()
    }

    /// What is at a point.
    pub fn place(&self, point: usize) -> Place {
        let in_cell = point % self.all;
        let between = |other: usize, facing| match (self.cell(in_cell), self.cell(in_cell + other))
        {
            (Some(first), Some(second)) => Place::Side([first, second], facing),
            _ => Place::Other,
        };
        match point / self.all {
            0 => self.cell(point).map_or(Place::Other, Place::Cell),
            2 => between(self.columns, Facing::Down),
            3 => between(1, Facing::Across),
            4..8 => {
                let corner = point - 4 * self.all;
                self.cell(corner / 4)
                    .map_or(Place::Other, |cell| Place::Corner(cell, corner % 4))
            }
            _ => Place::Other,
        }
    }

    /// What a line between two points does; `None` if it is none from a corner to the next one.
    pub fn segment(&self, first: usize, second: usize) -> Option<Segment> {
        let is_corner = |point: usize| point / self.all == 1;
        let (low, high) = (first.min(second), first.max(second));
        if !is_corner(low) || !is_corner(high) {
            return None;
        }
        // The cells around `low`: it is the lower right corner of the first one.
        let above = low - self.all;
        let cells = |first: usize, second: usize| match (self.cell(first), self.cell(second)) {
            (Some(first), Some(second)) => Segment::Between([first, second]),
            _ => Segment::Outside,
        };
        let step = high - low;
        let below = above + self.columns;
        if step == 1 {
            Some(cells(above + 1, below + 1))
        } else if step == self.columns {
            Some(cells(below, below + 1))
        } else if step == self.columns + 1 {
            Some(
                self.cell(below + 1)
                    .map_or(Segment::Outside, Segment::Falling),
            )
        } else if step + 1 == self.columns {
            Some(self.cell(below).map_or(Segment::Outside, Segment::Rising))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::variant::link::json;

    #[test]
    fn points_are_found() {
        // Two rows and columns, with one column of space on the left: seven columns and six rows in all.
        let list = json::parse("[17,1,6,1]").unwrap();
        let points = Points::new("3", "2", &list).unwrap();
        let all = 42;
        assert_eq!((points.size(), points.all), (2, all));
        assert_eq!(points.place(24), Place::Cell(2));
        assert_eq!(points.place(16), Place::Other);
        assert_eq!(
            points.place(2 * all + 17),
            Place::Side([0, 2], Facing::Down)
        );
        assert_eq!(
            points.place(3 * all + 24),
            Place::Side([2, 3], Facing::Across)
        );
        assert_eq!(points.place(3 * all + 25), Place::Other);
        assert_eq!(points.place(4 * all + 4 * 25 + 3), Place::Corner(3, 3));
        assert_eq!(points.place(9999), Place::Other);
        let segment = |first, second| points.segment(all + first, all + second);
        assert_eq!(segment(16, 17), Some(Segment::Between([0, 2])));
        assert_eq!(segment(10, 17), Some(Segment::Between([0, 1])));
        assert_eq!(segment(9, 17), Some(Segment::Falling(0)));
        assert_eq!(segment(18, 24), Some(Segment::Rising(3)));
        assert_eq!(segment(9, 10), Some(Segment::Outside));
        assert_eq!(segment(9, 12), None);
        assert_eq!(points.segment(9, all + 12), None);
    }

    #[test]
    fn other_grids_are_refused() {
        for (columns, rows, list) in [
            ("2", "2", "[14,1,5]"),
            ("2", "2", "[]"),
            ("2", "2", "[14,1,99]"),
            ("2", "2", "[14,\"a\"]"),
            ("x", "2", "[14]"),
            ("9999", "2", "[14]"),
            ("3", "2", "[20,1,6,1]"),
        ] {
            let list = json::parse(list).unwrap();
            assert!(
                Points::new(columns, rows, &list).is_err(),
                "{columns} {rows}"
            );
        }
    }
}
