//! The grid that a person looks at: its units, and which cells see each other.
//!
//! A *unit* is a box, a column or a row: a set of N cells in which each of the N digits occurs once. Two cells *see* each
//! other if they cannot hold the same digit. All techniques are written over units and over what is seen, so they do not
//! know the shape of the boxes.
//!
//! ```text
//!           ▼ column 4
//!     · · · x · · · · ·
//!   ▶ x x x r x x x x x      r sees all x: the cells of its row, its column and its box
//!     · · · x x x · · ·
//!     · · · x · · · · ·
//! ```

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::cells::{CellSet, MOST_CELLS};
use crate::puzzles::Shape;

/// The kind of a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum UnitKind {
    /// A box.
    Box,
    /// A column.
    Column,
    /// A row.
    Row,
}

/// A set of N cells with all digits.
#[derive(Clone, Debug)]
pub struct Unit {
    /// What it is.
    pub kind: UnitKind,
    /// Among the units of its kind, from 0.
    pub number: usize,
    /// Its cells, ascending.
    pub cells: Vec<usize>,
    /// The same as a set.
    pub set: CellSet,
}

/// The units of a grid, and what its cells see.
#[derive(Debug)]
pub struct Grid {
    size: usize,
    units: Vec<Unit>,
    /// For each cell, its units, and its place in each of them.
    of_cell: Vec<Vec<(usize, usize)>>,
    /// For each cell, the cells that it sees.
    seen: Vec<CellSet>,
}

impl Grid {
    /// The grid of this shape, made once. `None` if it has more than [`MOST_CELLS`] cells: no person solves it.
    pub fn of(shape: Shape) -> Option<Arc<Grid>> {
        static MADE: Mutex<BTreeMap<Shape, Arc<Grid>>> = Mutex::new(BTreeMap::new());
        if shape.cells() > MOST_CELLS {
            return None;
        }
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        let grid = made
            .entry(shape)
            .or_insert_with(|| Arc::new(classic(shape)));
        Some(grid.clone())
    }

    /// N: the number of rows, of columns and of digits.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.seen.len()
    }

    /// All units: boxes, then columns, then rows.
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// The units of one kind, with their numbers among all units.
    pub fn units_of(&self, kind: UnitKind) -> impl Iterator<Item = (usize, &Unit)> + Clone {
        let units = self.units.iter().enumerate();
        units.filter(move |(_, unit)| unit.kind == kind)
    }

    /// The units of a cell, and its place in each.
    pub fn units_with(&self, cell: usize) -> &[(usize, usize)] {
        &self.of_cell[cell]
    }

    /// The cells that a cell sees.
    pub fn seen(&self, cell: usize) -> CellSet {
        self.seen[cell]
    }

    /// The cells that each of these cells sees.
    pub fn seen_by_all(&self, cells: impl IntoIterator<Item = usize>) -> CellSet {
        let seen = cells.into_iter().map(|cell| self.seen[cell]);
        seen.reduce(|all, one| all & one).unwrap_or_default()
    }

    /// The units that contain all these cells: a bit for each unit.
    pub fn units_around(&self, cells: impl IntoIterator<Item = usize>) -> u64 {
        let around = |cell: usize| {
            let units = self.of_cell[cell].iter();
            units.fold(0, |set, (unit, _)| set | 1 << unit)
        };
        let sets = cells.into_iter().map(around);
        sets.reduce(|all, one| all & one).unwrap_or_default()
    }

    /// The name of a cell: `r4c5`.
    pub fn name(&self, cell: usize) -> CellName {
        CellName {
            row: cell / self.size + 1,
            column: cell % self.size + 1,
        }
    }
}

/// The units of a grid with boxes of this shape.
fn classic(shape: Shape) -> Grid {
    let size = shape.size();
    let place = |kind: UnitKind, cell: usize| match kind {
        UnitKind::Box => shape.box_of(cell / size, cell % size),
        UnitKind::Column => cell % size,
        UnitKind::Row => cell / size,
    };
    let unit = |kind, number| {
        let cells = (0..shape.cells()).filter(|&cell| place(kind, cell) == number);
        let cells = Vec::from_iter(cells);
        Unit {
            kind,
            number,
            set: cells.iter().copied().collect(),
            cells,
        }
    };
    let kinds = [UnitKind::Box, UnitKind::Column, UnitKind::Row];
    let numbered = kinds
        .into_iter()
        .flat_map(|kind| (0..size).map(move |number| (kind, number)));
    let units = Vec::from_iter(numbered.map(|(kind, number)| unit(kind, number)));
    let mut of_cell = vec![Vec::new(); shape.cells()];
    let mut seen = vec![CellSet::default(); shape.cells()];
    for (number, unit) in units.iter().enumerate() {
        for (place, &cell) in unit.cells.iter().enumerate() {
            of_cell[cell].push((number, place));
            seen[cell] |= unit.set;
        }
    }
    for (cell, seen) in seen.iter_mut().enumerate() {
        seen.remove(cell);
    }
    Grid {
        size,
        units,
        of_cell,
        seen,
    }
}

/// The name of a cell, such as `r4c5`.
#[derive(Clone, Copy, Debug)]
pub struct CellName {
    row: usize,
    column: usize,
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row, self.column)
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            UnitKind::Box => "box",
            UnitKind::Column => "column",
            UnitKind::Row => "row",
        };
        write!(f, "{kind} {}", self.number + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_sees_its_row_its_column_and_its_box() {
        let grid = Grid::of(Shape::CLASSIC).unwrap();
        assert_eq!((grid.units().len(), grid.cells()), (27, 81));
        assert!((0..81).all(|cell| grid.seen(cell).len() == 20));
        assert_eq!(grid.name(40).to_string(), "r5c5");
        let names = grid.units_with(40).iter();
        let names = Vec::from_iter(names.map(|(unit, _)| grid.units()[*unit].to_string()));
        assert_eq!(names, ["box 5", "column 5", "row 5"]);
        assert_eq!(grid.seen_by_all([0, 40]), CellSet::from_iter([4, 36]));
        assert_eq!(grid.units_around([0, 1]), 1 | 1 << 18);
    }

    #[test]
    fn a_grid_is_made_for_each_shape_up_to_256_cells() {
        assert!(Grid::of(Shape::new(4, 4).unwrap()).is_some());
        assert!(Grid::of(Shape::new(5, 5).unwrap()).is_none());
    }
}
