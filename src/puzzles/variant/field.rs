//! The cells of a variant, and the rows, columns and boxes that they lie in.
//!
//! Cells are numbered row by row over the whole picture. Several grids may overlap in it; places outside all of them are not
//! cells:
//!
//! ```text
//!     0  1  2  3  ~  ~      two grids of 4×4: the first one at r1c1, the second one at r3c3
//!     4  5  6  7  ~  ~
//!     8  9 10 11 12 13      cell 10 is r3c3, in both grids
//!    14 15 16 17 18 19
//!     ~  ~ 20 21 22 23
//!     ~  ~ 24 25 26 27
//! ```

use super::VariantFault;
use crate::puzzles::Shape;

/// The most digits of a variant.
pub(super) const MOST_DIGITS: usize = 36;
/// The most rows and columns of a picture.
pub(super) const MOST_LINES: usize = 64;

/// The cells of a variant: one or several grids of N×N cells in a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    rows: usize,
    columns: usize,
    size: usize,
    /// The row and column of each cell, from 0.
    places: Vec<(usize, usize)>,
    /// For each place of the picture, the cell there.
    cells: Vec<Option<usize>>,
    /// The row and column, from 0, of the first cell of each grid.
    grids: Vec<(usize, usize)>,
    boxes: Boxes,
}

/// The division of a grid, in addition to its rows and columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Boxes {
    /// Nothing: the grid is a Latin square.
    None,
    /// Rectangles.
    Shape(Shape),
    /// Regions of any form: for each cell of the field, the name of its region. Each has N cells.
    Regions(Vec<String>),
}

/// Cells that hold each digit at most once; if there are N of them, each exactly once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// What it is called in the names of items: `r3`.
    pub(super) tag: String,
    /// What it is called in messages: 'row 3'.
    pub(super) words: String,
    pub(super) cells: Vec<usize>,
}

impl Unit {
    /// What it is called: 'row 3'.
    pub fn words(&self) -> &str {
        &self.words
    }

    /// The numbers of its cells, ascending.
    pub fn cells(&self) -> &[usize] {
        &self.cells
    }
}

impl Field {
    /// One grid of `size` rows and columns.
    ///
    /// # Errors
    /// As for [`Field::of_grids`].
    pub fn square(size: usize, boxes: Boxes) -> Result<Field, VariantFault> {
        Field::of_grids(size, vec![(0, 0)], boxes)
    }

    /// Grids of `size` rows and columns, whose first cells have these rows and columns, from 0.
    ///
    /// # Errors
    /// If the size is not 2 to 36, if a grid reaches beyond 64 rows or columns, or if boxes or regions do not have `size` cells.
    pub fn of_grids(
        size: usize,
        grids: Vec<(usize, usize)>,
        boxes: Boxes,
    ) -> Result<Field, VariantFault> {
        let is_inside = |&(row, column): &(usize, usize)| row.max(column) <= MOST_LINES - size;
        if !(2..=MOST_DIGITS).contains(&size) || !grids.iter().all(is_inside) || grids.is_empty() {
            return Err(VariantFault::Size(size));
        }
        let end = |start: fn(&(usize, usize)) -> usize| {
            let starts = grids.iter().map(start);
            starts.max().unwrap_or(0) + size
        };
        let (rows, columns) = (end(|grid| grid.0), end(|grid| grid.1));
        let mut field = Field {
            rows,
            columns,
            size,
            places: Vec::new(),
            cells: vec![None; rows * columns],
            grids,
            boxes,
        };
        for row in 0..rows {
            for column in 0..columns {
                if field
                    .grids
                    .iter()
                    .any(|&(r, c)| (r..r + size).contains(&row) && (c..c + size).contains(&column))
                {
                    field.cells[row * columns + column] = Some(field.places.len());
                    field.places.push((row, column));
                }
            }
        }
        field.check_boxes()?;
        Ok(field)
    }

    fn check_boxes(&self) -> Result<(), VariantFault> {
        match &self.boxes {
            Boxes::None => Ok(()),
            Boxes::Shape(shape) if shape.size() == self.size => Ok(()),
            Boxes::Shape(shape) => Err(VariantFault::Shape(*shape, self.size)),
            Boxes::Regions(names) if names.len() != self.places.len() => {
                Err(VariantFault::Size(names.len()))
            }
            Boxes::Regions(_) => {
                let uneven = self
                    .regions()
                    .into_iter()
                    .find(|(_, cells)| cells.len() != self.size);
                match uneven {
                    None => Ok(()),
                    Some((name, cells)) => Err(VariantFault::Region {
                        name,
                        cells: cells.len(),
                        expected: self.size,
                    }),
                }
            }
        }
    }

    /// N: the number of digits, and of rows and columns of each grid.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The number of rows of the picture.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns of the picture.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The row and column of each cell, from 0, in the order of their numbers.
    pub fn places(&self) -> &[(usize, usize)] {
        &self.places
    }

    /// The row and column, from 0, of the first cell of each grid.
    pub fn grids(&self) -> &[(usize, usize)] {
        &self.grids
    }

    /// The division of the grids.
    pub fn boxes(&self) -> &Boxes {
        &self.boxes
    }

    /// The cell at a row and column, from 0.
    pub fn cell(&self, row: usize, column: usize) -> Option<usize> {
        let is_inside = row < self.rows && column < self.columns;
        is_inside.then(|| self.cells[row * self.columns + column])?
    }

    /// The name of a cell: `r1c1`.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn name(&self, cell: usize) -> String {
        let (row, column) = self.places[cell];
        format!("r{}c{}", row + 1, column + 1)
    }

    /// The cell that lies this number of rows below and columns to the right.
    pub(super) fn moved(&self, cell: usize, (down, right): (isize, isize)) -> Option<usize> {
        let (row, column) = self.places[cell];
        self.cell(
            row.checked_add_signed(down)?,
            column.checked_add_signed(right)?,
        )
    }

    /// All pairs of cells of which one is any of these `moves` away from the other.
    pub(super) fn pairs(&self, moves: &[(isize, isize)]) -> Vec<[usize; 2]> {
        let from = |cell: usize| {
            let others = moves.iter().filter_map(move |&by| self.moved(cell, by));
            others.map(move |other| [cell.min(other), cell.max(other)])
        };
        let mut pairs: Vec<_> = (0..self.places.len()).flat_map(from).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// The cells of a grid, row by row, by their row and column in the grid.
    pub(super) fn of_grid(
        &self,
        grid: usize,
        places: impl Iterator<Item = (usize, usize)>,
    ) -> Vec<usize> {
        let (top, left) = self.grids[grid];
        let cell = |(row, column)| self.cell(top + row, left + column);
        let mut cells: Vec<usize> = places.filter_map(cell).collect();
        cells.sort_unstable();
        cells
    }

    /// The rows, columns, and boxes or regions. Boxes that two grids share occur once.
    pub(super) fn units(&self) -> Vec<Unit> {
        let size = self.size;
        let mut units: Vec<Unit> = Vec::new();
        for grid in 0..self.grids.len() {
            for row in 0..size {
                let cells = self.of_grid(grid, (0..size).map(|column| (row, column)));
                self.add(&mut units, grid, ("r", "row", row), cells);
            }
            for column in 0..size {
                let cells = self.of_grid(grid, (0..size).map(|row| (row, column)));
                self.add(&mut units, grid, ("c", "column", column), cells);
            }
            if let Boxes::Shape(shape) = self.boxes {
                for number in 0..size {
                    let places = (0..size * size).map(|place| (place / size, place % size));
                    let of_box =
                        places.filter(|&(row, column)| shape.box_of(row, column) == number);
                    let cells = self.of_grid(grid, of_box);
                    self.add(&mut units, grid, ("b", "box", number), cells);
                }
            }
        }
        for (number, (name, cells)) in self.regions().into_iter().enumerate() {
            units.push(Unit {
                tag: format!("b{}", number + 1),
                words: format!("region {name}"),
                cells,
            });
        }
        units
    }

    /// Adds a unit of a grid, unless there is already one of these cells.
    pub(super) fn add(
        &self,
        units: &mut Vec<Unit>,
        grid: usize,
        (tag, word, number): (&str, &str, usize),
        cells: Vec<usize>,
    ) {
        if units.iter().any(|unit| unit.cells == cells) {
            return;
        }
        let number = number + 1;
        let (tag, words) = match self.grids.len() {
            1 => (format!("{tag}{number}"), format!("{word} {number}")),
            _ => (
                format!("g{}{tag}{number}", grid + 1),
                format!("{word} {number} of grid {}", grid + 1),
            ),
        };
        units.push(Unit { tag, words, cells });
    }

    /// The regions of a picture, in the order of their first cells.
    fn regions(&self) -> Vec<(String, Vec<usize>)> {
        let mut regions: Vec<(String, Vec<usize>)> = Vec::new();
        if let Boxes::Regions(names) = &self.boxes {
            for (cell, name) in names.iter().enumerate() {
                match regions.iter_mut().find(|(known, _)| known == name) {
                    Some((_, cells)) => cells.push(cell),
                    None => regions.push((name.clone(), vec![cell])),
                }
            }
        }
        regions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_overlap() {
        let shape = Shape::new(2, 2).unwrap();
        let field = Field::of_grids(4, vec![(0, 0), (2, 2)], Boxes::Shape(shape)).unwrap();
        assert_eq!((field.rows(), field.columns()), (6, 6));
        assert_eq!(field.places().len(), 28);
        assert_eq!((field.cell(2, 2), field.cell(0, 4)), (Some(10), None));
        // Two grids of twelve units, which share a box.
        assert_eq!(field.units().len(), 23);
    }

    #[test]
    fn sizes_are_limited() {
        for (size, at) in [(1, 0), (37, 0), (36, 40)] {
            assert!(Field::of_grids(size, vec![(at, 0)], Boxes::None).is_err());
        }
    }
}
