//! Shapes made of cubes: their orientations in space, and the places where they fit into a box.
//!
//! ```text
//!   picture  ".xx/xx./.x."  =  .xx    turned  .x.    in a box of 1 layer, 3 rows, 4 columns  .x..   ..x.
//!                              xx.            xxx    the turned one has two places           xxx.   .xxx
//!                              .x.            ..x                                            ..x.   ...x
//! ```
//!
//! A cell is `[layer, row, column]`, each from 0. A shape always stands in the corner: the least coordinate along
//! each axis is 0. Two quarter turns about different axes make all 24 rotations, so the orientations of a shape are
//! what can be reached by them.
//!
//! Flat shapes need no other rule: to turn a flat shape over in space is to reflect it in the plane, and an
//! orientation that stands upright does not fit into a box of one layer.

use std::collections::BTreeSet;

/// A cell: layer, row, column; also the size of a box along these axes.
pub type Cell = [usize; 3];

/// A set of cells that touches 0 along each axis.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Shape(BTreeSet<Cell>);

impl Shape {
    /// The shape of these cells, moved into the corner.
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> Shape {
        let cells: Vec<Cell> = cells.into_iter().collect();
        let least = [0, 1, 2].map(|axis| cells.iter().map(|cell| cell[axis]).min().unwrap_or(0));
        Shape(
            cells
                .into_iter()
                .map(|cell| [0, 1, 2].map(|axis| cell[axis] - least[axis]))
                .collect(),
        )
    }

    /// The shape of a picture: `x` is a cell, rows are parted by `/`, layers by a blank: `xx/.x .x` has four cells.
    pub fn picture(picture: &str) -> Shape {
        let mut cells = Vec::new();
        for (layer, rows) in picture.split_whitespace().enumerate() {
            for (row, text) in rows.split('/').enumerate() {
                let columns = text.char_indices().filter(|&(_, c)| c == 'x');
                cells.extend(columns.map(|(column, _)| [layer, row, column]));
            }
        }
        Shape::new(cells)
    }

    /// The cells, ascending.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> {
        self.0.iter().copied()
    }

    /// Number of layers, rows and columns that the shape spans.
    pub fn size(&self) -> Cell {
        [0, 1, 2].map(|axis| self.cells().map(|cell| cell[axis] + 1).max().unwrap_or(0))
    }

    /// All distinct rotations of the shape in space, at most 24, ascending.
    pub fn orientations(&self) -> BTreeSet<Shape> {
        let mut found = BTreeSet::new();
        let mut open = vec![self.clone()];
        while let Some(shape) = open.pop() {
            if !found.contains(&shape) {
                open.extend([shape.turned(0, 1), shape.turned(1, 2)]);
                found.insert(shape);
            }
        }
        found
    }

    /// The shape after a quarter turn that takes axis `from` to axis `to`.
    fn turned(&self, from: usize, to: usize) -> Shape {
        let size = self.size();
        Shape::new(self.cells().map(|mut cell| {
            (cell[from], cell[to]) = (size[to] - 1 - cell[to], cell[from]);
            cell
        }))
    }

    /// The cells of each place where the shape fits into a box, for one orientation after the other.
    pub fn placements(&self, container: Cell) -> Vec<Vec<Cell>> {
        let mut placements = Vec::new();
        for shape in self.orientations() {
            let size = shape.size();
            let room = [0, 1, 2].map(|axis| (container[axis] + 1).saturating_sub(size[axis]));
            for [layer, row, column] in cells_of(room) {
                let moved = shape
                    .cells()
                    .map(|[l, r, c]| [layer + l, row + r, column + c]);
                placements.push(moved.collect());
            }
        }
        placements
    }
}

/// All cells of a box, layer by layer and row by row.
pub fn cells_of([layers, rows, columns]: Cell) -> impl Iterator<Item = Cell> {
    (0..layers * rows * columns).map(move |index| {
        let (row, column) = (index / columns, index % columns);
        [row / rows, row % rows, column]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_layers_rows_and_columns() {
        let shape = Shape::picture("..x/.xx ..x");
        let cells: Vec<_> = shape.cells().collect();
        assert_eq!(cells, [[0, 0, 1], [0, 1, 0], [0, 1, 1], [1, 0, 1]]);
        assert_eq!(shape.size(), [2, 2, 2]);
    }

    #[test]
    fn a_screw_does_not_become_its_mirror_image_in_space() {
        let (left, right) = (Shape::picture("xx/x. x."), Shape::picture("xx/x. .x"));
        assert_eq!((left.cells().len(), right.cells().len()), (4, 4));
        let mirrored = Shape::new(right.cells().map(|[l, r, c]| [l, r, 1 - c]));
        assert!(!right.orientations().contains(&mirrored));
        assert_eq!(right.orientations().len(), 12);
        assert_eq!(left.orientations().len(), 8);
    }

    #[test]
    fn a_shape_without_symmetry_has_24_rotations() {
        let shape = Shape::picture("xxx/x.. x../...");
        assert_eq!(shape.orientations().len(), 24);
    }

    #[test]
    fn a_cube_fits_wherever_there_is_room() {
        let cube = Shape::picture("xx/xx xx/xx");
        assert_eq!(cube.orientations().len(), 1);
        assert_eq!(cube.placements([3, 2, 4]).len(), 2 * 3);
        assert_eq!(cube.placements([1, 9, 9]).len(), 0);
    }

    #[test]
    fn boxes_without_room_have_no_cells() {
        assert_eq!(cells_of([1, 0, 5]).count() + cells_of([2, 3, 0]).count(), 0);
        let cells: Vec<_> = cells_of([2, 1, 2]).collect();
        assert_eq!(cells, [[0, 0, 0], [0, 0, 1], [1, 0, 0], [1, 0, 1]]);
    }
}
