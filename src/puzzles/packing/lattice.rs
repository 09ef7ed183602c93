//! Lattices: where the cells of pieces and boards can be, and how they can be moved.
//!
//! ```text
//!   squares, cubes      hexagons               triangles            prisms: layers of triangles
//!   x x x               x x x                  ^ v ^ v
//!   x x x                x x x                 v ^ v ^
//!   [layer, row, column]
//!                       row, and steps along a row: each row begins half a cell to the right of the one above
//! ```
//!
//! A cell is three whole numbers. On triangles, rows and steps are counted in thirds, so that a cell is the centre of its
//! triangle: `[0, 1, 1]` points down, `[0, 2, 2]` beside it points up. So every movement is a matrix and a translation, and
//! a turn takes centres to centres.

use std::fmt;

/// A cell of a lattice: layer, row and column; in the plane, the layer is 0.
///
/// On hexagons, each row begins half a cell to the right of the one above. On triangles and prisms, rows and columns count in
/// thirds: `[0, 3 * r + 1, 3 * s + 1]` points down, and `[0, 3 * r + 2, 3 * s + 2]`, to its right, points up. A row of triangles begins
/// half a triangle's side to the right of the one above.
pub type Cell = [i32; 3];

/// Coordinates beyond this, in either direction, are refused: sums of them would not be whole numbers of 32 bits.
const FARTHEST: u32 = 1 << 24;

/// Whether a cell is within the coordinates that can be computed with.
pub(super) fn is_near(cell: Cell) -> bool {
    cell.iter().all(|at| at.unsigned_abs() <= FARTHEST)
}

/// The shape of the cells of a packing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Lattice {
    /// Squares in the plane.
    Squares,
    /// Cubes in space.
    Cubes,
    /// Regular hexagons in the plane.
    Hexagons,
    /// Equilateral triangles in the plane.
    Triangles,
    /// Triangular prisms in space: layers of triangles.
    Prisms,
}

/// A linear map from the lattice to itself: the rows of its matrix.
pub(super) type Matrix = [Cell; 3];

const IDENTITY: Matrix = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

/// Rotations and reflections, each with the others of its line generating those of a lattice.
const QUARTER_TURN: Matrix = [[1, 0, 0], [0, 0, -1], [0, 1, 0]];
const QUARTER_TURN_UP: Matrix = [[0, -1, 0], [1, 0, 0], [0, 0, 1]];
const SIXTH_TURN: Matrix = [[1, 0, 0], [0, 1, 1], [0, -1, 0]];
const ROWS_TO_COLUMNS: Matrix = [[1, 0, 0], [0, 0, 1], [0, 1, 0]];
const HALF_TURN_UP: Matrix = [[-1, 0, 0], [0, 0, 1], [0, 1, 0]];
const LAYERS_REVERSED: Matrix = [[-1, 0, 0], [0, 1, 0], [0, 0, 1]];

impl Lattice {
    /// All lattices, with the word for each.
    pub const ALL: [(Lattice, &'static str); 5] = [
        (Lattice::Squares, "squares"),
        (Lattice::Cubes, "cubes"),
        (Lattice::Hexagons, "hexagons"),
        (Lattice::Triangles, "triangles"),
        (Lattice::Prisms, "prisms"),
    ];

    /// The lattice of this name.
    pub fn named(name: &str) -> Option<Lattice> {
        let found = Lattice::ALL.iter().find(|(_, word)| *word == name);
        found.map(|(lattice, _)| *lattice)
    }

    /// Whether it has more than one layer.
    pub fn is_solid(self) -> bool {
        matches!(self, Lattice::Cubes | Lattice::Prisms)
    }

    /// Whether its cells are triangles.
    pub(super) fn is_triangular(self) -> bool {
        matches!(self, Lattice::Triangles | Lattice::Prisms)
    }

    /// All linear maps from the lattice to itself: rotations and, on request, reflections. The first is the identity.
    pub(super) fn maps(self, reflections: bool) -> Vec<Matrix> {
        let (turns, reflection): (&[Matrix], Matrix) = match self {
            Lattice::Squares => (&[QUARTER_TURN], ROWS_TO_COLUMNS),
            Lattice::Cubes => (&[QUARTER_TURN, QUARTER_TURN_UP], LAYERS_REVERSED),
            Lattice::Hexagons | Lattice::Triangles => (&[SIXTH_TURN], ROWS_TO_COLUMNS),
            Lattice::Prisms => (&[SIXTH_TURN, HALF_TURN_UP], LAYERS_REVERSED),
        };
        let generators = turns.iter().chain(reflections.then_some(&reflection));
        let generators = Vec::from_iter(generators);
        let mut maps = vec![IDENTITY];
        let mut next = 0;
        while next < maps.len() {
            for generator in &generators {
                let product = product(generator, &maps[next]);
                if !maps.contains(&product) {
                    maps.push(product);
                }
            }
            next += 1;
        }
        maps
    }

    /// The smallest translations that map the lattice to itself, along each axis.
    pub(super) fn unit(self) -> Cell {
        match self.is_triangular() {
            true => [1, 3, 3],
            false => [1, 1, 1],
        }
    }

    /// The cells that share a side with this one.
    pub(super) fn neighbours(self, cell: Cell) -> Vec<Cell> {
        let mut steps: Vec<Cell> = match self {
            Lattice::Squares | Lattice::Cubes => vec![[0, 0, 1], [0, 1, 0]],
            Lattice::Hexagons => vec![[0, 0, 1], [0, 1, 0], [0, 1, -1]],
            Lattice::Triangles | Lattice::Prisms => {
                let sign = if points_up(cell) { -1 } else { 1 };
                let steps = [[0, 1, 1], [0, -2, 1], [0, 1, -2]];
                steps.map(|step| step.map(|s| sign * s)).to_vec()
            }
        };
        if !self.is_triangular() {
            steps.extend(steps.clone().iter().map(|step| step.map(|s| -s)));
        }
        if self.is_solid() {
            steps.extend([[1, 0, 0], [-1, 0, 0]]);
        }
        steps.into_iter().map(|step| sum(cell, step)).collect()
    }

    /// Where a cell is in a picture: layer, row and character.
    pub(super) fn place(self, [layer, row, step]: Cell) -> Cell {
        match self {
            Lattice::Squares | Lattice::Cubes => [layer, row, step],
            Lattice::Hexagons => [layer, row, 2 * step + row],
            Lattice::Triangles | Lattice::Prisms => {
                let (across, down) = (step.div_euclid(3), row.div_euclid(3));
                let up = i32::from(points_up([layer, row, step]));
                [layer, down, 2 * across + down + up]
            }
        }
    }

    /// The cell at a place of a picture, if there is one: between two hexagons of a row there is none.
    pub(super) fn cell_at(self, [layer, row, character]: Cell) -> Option<Cell> {
        match self {
            Lattice::Squares | Lattice::Cubes => Some([layer, row, character]),
            Lattice::Hexagons => {
                let twice = character - row;
                (twice % 2 == 0).then_some([layer, row, twice / 2])
            }
            Lattice::Triangles | Lattice::Prisms => {
                let twice = character - row;
                let third = 1 + twice.rem_euclid(2);
                let across = twice.div_euclid(2);
                Some([layer, 3 * row + third, 3 * across + third])
            }
        }
    }

    /// The translation that moves these cells as close to `[0, 0, 0]` as possible without negative coordinates.
    pub(super) fn into_corner(self, cells: impl Iterator<Item = Cell> + Clone) -> Cell {
        let unit = self.unit();
        [0, 1, 2].map(|axis| {
            let steps = cells.clone().map(|cell| cell[axis].div_euclid(unit[axis]));
            -steps.min().unwrap_or(0) * unit[axis]
        })
    }
}

impl fmt::Display for Lattice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = Lattice::ALL.iter().find(|(lattice, _)| lattice == self);
        f.write_str(found.map_or("", |(_, word)| word))
    }
}

/// Whether a triangle points up.
pub(super) fn points_up([_, row, _]: Cell) -> bool {
    row.rem_euclid(3) == 2
}

/// The image of a cell.
pub(super) fn apply(map: &Matrix, cell: Cell) -> Cell {
    map.map(|row| row[0] * cell[0] + row[1] * cell[1] + row[2] * cell[2])
}

pub(super) fn sum(one: Cell, other: Cell) -> Cell {
    [one[0] + other[0], one[1] + other[1], one[2] + other[2]]
}

pub(super) fn difference(one: Cell, other: Cell) -> Cell {
    [one[0] - other[0], one[1] - other[1], one[2] - other[2]]
}

fn product(one: &Matrix, other: &Matrix) -> Matrix {
    let column = |axis: usize| apply(one, [other[0][axis], other[1][axis], other[2][axis]]);
    let columns = [column(0), column(1), column(2)];
    [0, 1, 2].map(|row| columns.map(|column| column[row]))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn lattices_have_as_many_maps_as_their_cells_have_symmetries() {
        let orders = |lattice: Lattice| (lattice.maps(false).len(), lattice.maps(true).len());
        let expected = [(4, 8), (24, 48), (6, 12), (6, 12), (12, 24)];
        for ((lattice, word), order) in Lattice::ALL.into_iter().zip(expected) {
            assert_eq!(orders(lattice), order, "{lattice}");
            assert_eq!(
                (Lattice::named(word), lattice.to_string()),
                (Some(lattice), word.into())
            );
        }
        assert_eq!(Lattice::named("spheres"), None);
    }

    #[test]
    fn maps_take_neighbours_to_neighbours() {
        for (lattice, _) in Lattice::ALL {
            for place in [[0, 3, 4], [0, 3, 5], [0, -2, 7]] {
                let Some(cell) = lattice.cell_at(place) else {
                    continue;
                };
                assert_eq!(lattice.place(cell), place);
                let near: BTreeSet<Cell> = lattice.neighbours(cell).into_iter().collect();
                for map in lattice.maps(true) {
                    let images = lattice.neighbours(apply(&map, cell)).into_iter().collect();
                    let moved: BTreeSet<Cell> = near.iter().map(|&n| apply(&map, n)).collect();
                    assert_eq!(moved, images, "{lattice} {place:?}");
                }
            }
        }
    }

    #[test]
    fn a_triangle_has_three_sides_one_of_them_above_or_below() {
        let lattice = Lattice::Triangles;
        let up = lattice.cell_at([0, 0, 1]).expect("a triangle");
        assert!(points_up(up));
        let near = lattice
            .neighbours(up)
            .into_iter()
            .map(|cell| lattice.place(cell));
        assert_eq!(
            BTreeSet::from_iter(near),
            [[0, 0, 0], [0, 0, 2], [0, 1, 1]].into()
        );
        let down = lattice.cell_at([0, 1, 1]).expect("a triangle");
        assert!(!points_up(down) && lattice.neighbours(down).contains(&up));
    }

    #[test]
    fn hexagons_stand_two_characters_apart() {
        let lattice = Lattice::Hexagons;
        assert_eq!(lattice.cell_at([0, 0, 1]), None);
        let cell = lattice.cell_at([0, 1, 3]).expect("a hexagon");
        let near = lattice
            .neighbours(cell)
            .into_iter()
            .map(|cell| lattice.place(cell));
        let expected = [
            [0, 0, 2],
            [0, 0, 4],
            [0, 1, 1],
            [0, 1, 5],
            [0, 2, 2],
            [0, 2, 4],
        ];
        assert_eq!(BTreeSet::from_iter(near), expected.into());
    }
}
