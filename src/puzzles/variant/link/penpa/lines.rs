//! Lines along and through cells: boxes, regions and diagonals.

use std::collections::BTreeSet;

use super::Value;
use super::points::{Points, Segment};
use super::rules::{Tag, named, pair, unknown};
use crate::puzzles::Shape;
use crate::puzzles::variant::{Boxes, Rule, VariantFault};

type Result<T> = std::result::Result<T, VariantFault>;

/// Styles of the thick black lines between regions.
const THICK: [u32; 2] = [2, 21];

/// The lines of a drawing.
#[derive(Default)]
pub(super) struct Lines {
    /// Pairs of cells that a thick line divides.
    walls: BTreeSet<[usize; 2]>,
    /// The cells that a line runs through, to the right and down.
    falling: BTreeSet<usize>,
    /// The same, to the right and up.
    rising: BTreeSet<usize>,
}

impl Lines {
    /// Reads the field `lineE`: the style of each line, by the two points at its ends.
    pub fn read(value: Option<&Value>, points: &Points) -> Result<Lines> {
        let mut lines = Lines::default();
        let Some(Value::Object(entries)) = value else {
            return Ok(lines);
        };
        for (ends, style) in entries.iter().filter(|(_, style)| !style.is_nothing()) {
            let segment = pair(ends).and_then(|[first, second]| points.segment(first, second));
            match segment {
                Some(Segment::Outside) => {}
                Some(Segment::Falling(cell)) => {
                    lines.falling.insert(cell);
                }
                Some(Segment::Rising(cell)) => {
                    lines.rising.insert(cell);
                }
                Some(Segment::Between(cells))
                    if style.number().is_some_and(|style| THICK.contains(&style)) =>
                {
                    lines.walls.insert(cells);
                }
                Some(Segment::Between([cell, _])) => return Err(named("lineE", cell, points)),
                None => return Err(unknown("lineE")),
            }
        }
        Ok(lines)
    }

    /// The diagonals; each must be whole.
    pub fn diagonals(&self, points: &Points) -> Result<Vec<Rule>> {
        let size = points.size();
        let mut rules = Vec::new();
        let falling: BTreeSet<usize> = (0..size).map(|i| i * size + i).collect();
        let rising: BTreeSet<usize> = (0..size).map(|i| i * size + size - 1 - i).collect();
        for (drawn, whole, rule) in [
            (&self.falling, falling, Rule::Falling),
            (&self.rising, rising, Rule::Rising),
        ] {
            let Some(&first) = drawn.first() else {
                continue;
            };
            if *drawn != whole {
                return Err(named("lineE", first, points));
            }
            rules.push(rule);
        }
        Ok(rules)
    }

    /// What the thick lines divide the grid into. Without any, the tags must say what sort of puzzle this is.
    pub fn boxes(&self, points: &Points, tags: &[Tag]) -> Result<Boxes> {
        let size = points.size();
        let shape = Shape::of_size(size);
        if self.walls.is_empty() {
            return match shape {
                _ if tags.iter().any(|tag| tag.is_latin()) => Ok(Boxes::None),
                Some(shape) if tags.iter().any(|tag| tag.has_boxes()) => Ok(Boxes::Shape(shape)),
                _ => Err(VariantFault::NoSudoku),
            };
        }
        let regions = self.regions(size);
        // The first cell of the box of each cell.
        let corner = |cell: usize, shape: Shape| {
            let (rows, columns) = (shape.rows_per_box(), shape.columns_per_box());
            cell / size / rows * rows * size + cell % size / columns * columns
        };
        let is_usual =
            |shape: &Shape| (0..size * size).all(|cell| regions[cell] == corner(cell, *shape));
        Ok(match shape.filter(is_usual) {
            Some(shape) => Boxes::Shape(shape),
            None => Boxes::Regions(
                regions
                    .iter()
                    .map(|first| (first + 1).to_string())
                    .collect(),
            ),
        })
    }

    /// For each cell, the first cell of its region.
    fn regions(&self, size: usize) -> Vec<usize> {
        let mut regions = vec![usize::MAX; size * size];
        for first in 0..regions.len() {
            let mut open = vec![first];
            while let Some(cell) = open.pop() {
                if regions[cell] != usize::MAX {
                    continue;
                }
                regions[cell] = first;
                let (row, column) = (cell / size, cell % size);
                let left = (column > 0).then(|| [cell - 1, cell]);
                let right = (column + 1 < size).then(|| [cell, cell + 1]);
                let upper = (row > 0).then(|| [cell - size, cell]);
                let lower = (row + 1 < size).then(|| [cell, cell + size]);
                let sides = [left, right, upper, lower].into_iter().flatten();
                let free = sides.filter(|side| !self.walls.contains(side));
                open.extend(free.map(|[a, b]| a + b - cell));
            }
        }
        regions
    }
}
