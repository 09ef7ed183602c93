//! Boards: the cells that pieces fill.
//!
//! ```text
//!   6x10        a rectangle, or a parallelogram of hexagons or triangles        triangular 3    ^       x
//!   3x4x5       a box: layers, rows and columns                                                ^v^     x x
//!   8x8-center  a rectangle without the four or so cells in the middle                        ^v^v^   x x x
//!   hexagonal 3, triangular 10
//! ```

use std::num::IntErrorKind;

use super::lattice::{Cell, Lattice, is_near, points_up, sum};
use super::picture::Drawn;

/// The most cells that a board may have.
pub(super) const MOST_CELLS: usize = 1 << 16;

/// A cell of a board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Field {
    pub(super) cell: Cell,
    /// Whether a piece must cover it.
    pub(super) is_filled: bool,
    /// 0: no colour.
    pub(super) color: u8,
}

/// A board: cells of a lattice, each of which a piece must cover, or may.
///
/// ```
/// use dominox::puzzles::packing::{Lattice, Region};
/// let board = Region::named(Lattice::Squares, "8x8-center").expect("a name");
/// assert_eq!(board.len(), 60);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    lattice: Lattice,
    /// The cells, in the order of a picture.
    fields: Vec<Field>,
}

/// Why there is no board of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unnamed {
    /// It is not the name of a board.
    Unknown,
    /// The board has more than 65,536 cells.
    TooLarge,
}

impl Region {
    /// The board of these cells, all of which pieces must cover. `None` if there are none, or more than 65,536, or if a coordinate is
    /// beyond 16,777,216.
    pub fn new(lattice: Lattice, cells: impl IntoIterator<Item = Cell>) -> Option<Region> {
        let filled = |cell| Drawn {
            cell,
            is_filled: true,
        };
        let cells = Vec::from_iter(cells);
        if !cells.iter().all(|&cell| is_near(cell)) {
            return None;
        }
        Region::drawn(lattice, cells.into_iter().map(filled))
    }

    /// The board of a picture.
    pub(super) fn drawn(
        lattice: Lattice,
        cells: impl IntoIterator<Item = Drawn>,
    ) -> Option<Region> {
        let field = |Drawn { cell, is_filled }| Field {
            cell,
            is_filled,
            color: 0,
        };
        Region::of_fields(lattice, cells.into_iter().map(field).collect())
    }

    /// The board of these fields, moved into the corner.
    pub(super) fn of_fields(lattice: Lattice, mut fields: Vec<Field>) -> Option<Region> {
        let corner = lattice.into_corner(fields.iter().map(|field| field.cell));
        fields
            .iter_mut()
            .for_each(|field| field.cell = sum(field.cell, corner));
        fields.sort_unstable_by_key(|field| (lattice.place(field.cell), *field));
        fields.dedup_by_key(|field| field.cell);
        (1..=MOST_CELLS)
            .contains(&fields.len())
            .then_some(Region { lattice, fields })
    }

    /// The board of this name: `6x10`, `3x4x5`, `8x8-center`, `triangular 10`, `hexagonal 3`. `None` if there is none, or if it has
    /// more than 65,536 cells.
    pub fn named(lattice: Lattice, name: &str) -> Option<Region> {
        Region::find(lattice, name).ok()
    }

    /// Like [`named`](Self::named), or why there is none.
    pub(super) fn find(lattice: Lattice, name: &str) -> Result<Region, Unnamed> {
        let cells = match Vec::from_iter(name.split_whitespace())[..] {
            ["triangular", side] => triangular(lattice, side)?,
            ["hexagonal", side] => hexagonal(lattice, side)?,
            [size] => match size
                .strip_suffix("-center")
                .or_else(|| size.strip_suffix("-centre"))
            {
                Some(size) => without_center(lattice, size)?,
                None => block(lattice, size)?,
            },
            _ => return Err(Unnamed::Unknown),
        };
        match cells.is_empty() {
            true => Err(Unnamed::Unknown),
            false => Region::new(lattice, cells).ok_or(Unnamed::TooLarge),
        }
    }

    /// The lattice of its cells.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// The number of cells, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "it is never empty")]
    pub fn len(&self) -> usize {
        self.fields.len()
    }

    /// The cells, in the order in which a picture has them.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + Clone {
        self.fields.iter().map(|field| field.cell)
    }

    pub(super) fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The number of cells that must be covered.
    pub(super) fn filled(&self) -> usize {
        self.fields.iter().filter(|field| field.is_filled).count()
    }

    /// Lets all cells stay empty.
    pub(super) fn empty(&mut self) {
        self.fields
            .iter_mut()
            .for_each(|field| field.is_filled = false);
    }

    /// Lets no cell stay empty.
    pub(super) fn fill(&mut self) {
        self.fields
            .iter_mut()
            .for_each(|field| field.is_filled = true);
    }

    /// The same cells on another lattice, of which this one is a layer.
    pub(super) fn on(mut self, lattice: Lattice) -> Region {
        self.lattice = lattice;
        self
    }
}

/// The longest side of a triangle or a hexagon that can be small enough.
const LONGEST: i32 = 361;

/// A number from 1 to `most`.
fn number(text: &str, most: i32) -> Result<i32, Unnamed> {
    match text.parse::<i32>() {
        Ok(side) if side > most => Err(Unnamed::TooLarge),
        Ok(side) if side > 0 => Ok(side),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Err(Unnamed::TooLarge),
        _ => Err(Unnamed::Unknown),
    }
}

/// Numbers between `x`: two, or three on a solid lattice.
fn sides(lattice: Lattice, text: &str) -> Result<[i32; 3], Unnamed> {
    let sides = Vec::from_iter(
        text.split(['x', 'X', '×'])
            .map(|side| number(side, MOST_CELLS as i32)),
    );
    let sides = match sides[..] {
        [rows, columns] => [Ok(1), rows, columns],
        [layers, rows, columns] if lattice.is_solid() || layers == Ok(1) => [layers, rows, columns],
        _ => return Err(Unnamed::Unknown),
    };
    if sides.contains(&Err(Unnamed::Unknown)) {
        return Err(Unnamed::Unknown);
    }
    let [layers, rows, columns] = sides;
    let sides = [layers?, rows?, columns?];
    match sides.map(i64::from).iter().product::<i64>() {
        cells if cells > MOST_CELLS as i64 => Err(Unnamed::TooLarge),
        _ => Ok(sides),
    }
}

/// A box: on hexagons and triangles, each row begins half a cell to the right of the one above.
fn block(lattice: Lattice, size: &str) -> Result<Vec<Cell>, Unnamed> {
    let [layers, rows, columns] = sides(lattice, size)?;
    let mut cells = Vec::new();
    for layer in 0..layers {
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)))
        {
            match lattice.is_triangular() {
                false => cells.push([layer, row, column]),
                true => {
                    cells.extend([1, 2].map(|third| [layer, 3 * row + third, 3 * column + third]))
                }
            }
        }
    }
    Ok(cells)
}

/// A rectangle without the cells in the middle: one or two along each side.
fn without_center(lattice: Lattice, size: &str) -> Result<Vec<Cell>, Unnamed> {
    if !matches!(lattice, Lattice::Squares | Lattice::Cubes) {
        return Err(Unnamed::Unknown);
    }
    let sides = sides(lattice, size)?;
    let is_middle = |at: i32, side: i32| (at - (side - 1 - at)).abs() <= 1;
    let is_center = |cell: &Cell| (0..3).all(|axis| is_middle(cell[axis], sides[axis]));
    let mut cells = block(lattice, size)?;
    cells.retain(|cell| !is_center(cell));
    Ok(cells)
}

/// A triangle that points up, or on squares a staircase.
fn triangular(lattice: Lattice, text: &str) -> Result<Vec<Cell>, Unnamed> {
    let points = |limit: i32| (0..limit).flat_map(move |row| (0..=row).map(move |at| (row, at)));
    Ok(match lattice {
        Lattice::Squares => points(number(text, LONGEST)?)
            .map(|(row, at)| [0, row, at])
            .collect(),
        Lattice::Hexagons => {
            let points = points(number(text, LONGEST)?);
            points.map(|(row, at)| [0, row, at - row]).collect()
        }
        Lattice::Triangles => {
            let side = number(text, LONGEST)?;
            triangles(side, |[row, step]| {
                row >= 0 && row <= side && step <= 0 && step + row >= 0
            })
        }
        _ => return Err(Unnamed::Unknown),
    })
}

/// A hexagon.
fn hexagonal(lattice: Lattice, text: &str) -> Result<Vec<Cell>, Unnamed> {
    let within = |limit: i32| {
        move |[row, step]: [i32; 2]| row.abs().max(step.abs()).max((row + step).abs()) <= limit
    };
    Ok(match lattice {
        Lattice::Hexagons => {
            let side = number(text, LONGEST)?;
            let range = || 1 - side..side;
            let all = range().flat_map(|row| range().map(move |step| [row, step]));
            let inside = all.filter(|&at| within(side - 1)(at));
            inside.map(|[row, step]| [0, row, step]).collect()
        }
        Lattice::Triangles => {
            let side = number(text, LONGEST)?;
            triangles(side, within(side))
        }
        _ => return Err(Unnamed::Unknown),
    })
}

/// The triangles all of whose corners, as row and step, are inside.
fn triangles(side: i32, is_inside: impl Fn([i32; 2]) -> bool) -> Vec<Cell> {
    let range = || -2 * side..=2 * side;
    let all = range().flat_map(|row| range().map(move |step| (row, step)));
    let both = all.flat_map(|(row, step)| [1, 2].map(|t| [0, 3 * row + t, 3 * step + t]));
    both.filter(|&cell| corners(cell).into_iter().all(&is_inside))
        .collect()
}

/// The corners of a triangle, as row and step.
pub(super) fn corners(cell: Cell) -> [[i32; 2]; 3] {
    let (row, step) = (cell[1].div_euclid(3), cell[2].div_euclid(3));
    let apex = match points_up(cell) {
        true => [row + 1, step + 1],
        false => [row, step],
    };
    [[row, step + 1], [row + 1, step], apex]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::packing::Polyform;

    fn size(lattice: Lattice, name: &str) -> Option<usize> {
        Region::named(lattice, name).map(|region| region.len())
    }

    #[test]
    fn boards_have_their_sizes() {
        assert_eq!(size(Lattice::Squares, "6x10"), Some(60));
        assert_eq!(size(Lattice::Squares, "8x8-center"), Some(60));
        assert_eq!(size(Lattice::Squares, "5x8-centre"), Some(38));
        assert_eq!(size(Lattice::Squares, "triangular 4"), Some(10));
        assert_eq!(size(Lattice::Cubes, "3x3x3-center"), Some(26));
        assert_eq!(size(Lattice::Cubes, "3x4x5"), Some(60));
        assert_eq!(size(Lattice::Hexagons, "4x7"), Some(28));
        assert_eq!(size(Lattice::Hexagons, "triangular 10"), Some(55));
        assert_eq!(size(Lattice::Hexagons, "hexagonal 3"), Some(19));
        assert_eq!(size(Lattice::Triangles, "6x6"), Some(72));
        assert_eq!(size(Lattice::Triangles, "triangular 10"), Some(100));
        assert_eq!(size(Lattice::Triangles, "hexagonal 3"), Some(54));
    }

    #[test]
    fn boards_are_in_the_corner_and_have_all_symmetries_of_their_shape() {
        for (lattice, name, order) in [
            (Lattice::Squares, "triangular 3", 2),
            (Lattice::Hexagons, "triangular 3", 6),
            (Lattice::Triangles, "triangular 3", 6),
            (Lattice::Hexagons, "hexagonal 2", 12),
            (Lattice::Triangles, "hexagonal 2", 12),
            (Lattice::Triangles, "3x3", 4),
        ] {
            let region = Region::named(lattice, name).unwrap();
            let form = Polyform::new(lattice, region.cells()).unwrap();
            let maps = lattice.maps(true);
            let kept = maps.iter().filter(|map| form.moved(map) == form).count();
            assert_eq!(kept, order, "{lattice} {name}");
        }
    }

    #[test]
    fn what_is_no_board_has_no_name() {
        for name in [
            "",
            "6",
            "0x3",
            "6x",
            "2x3x4",
            "9999x9999",
            "triangular",
            "triangular 0",
            "round 3",
        ] {
            assert_eq!(size(Lattice::Squares, name), None, "{name}");
        }
        assert_eq!(size(Lattice::Cubes, "hexagonal 2"), None);
    }

    #[test]
    fn a_board_is_unknown_or_too_large() {
        let trouble = |lattice, name: &str| Region::find(lattice, name).err();
        let too_large = Some(Unnamed::TooLarge);
        for (lattice, largest, name) in [
            (Lattice::Squares, "256x256", "256x257"),
            (Lattice::Squares, "1x65536", "65537x1"),
            (Lattice::Squares, "triangular 361", "triangular 362"),
            (Lattice::Hexagons, "hexagonal 148", "hexagonal 149"),
            (Lattice::Triangles, "hexagonal 104", "hexagonal 105"),
            (Lattice::Triangles, "triangular 256", "triangular 257"),
            (Lattice::Cubes, "40x40x40", "41x40x40"),
        ] {
            assert_eq!(trouble(lattice, largest), None, "{largest}");
            assert_eq!(trouble(lattice, name), too_large, "{name}");
        }
        assert_eq!(trouble(Lattice::Squares, "99999999999x1"), too_large);
        assert_eq!(
            trouble(Lattice::Hexagons, "hexagonal 99999999999"),
            too_large
        );
        let unknown = Some(Unnamed::Unknown);
        assert_eq!(trouble(Lattice::Squares, "hexagonal 180"), unknown);
        assert_eq!(trouble(Lattice::Squares, "99999xa"), unknown);
        assert_eq!(trouble(Lattice::Squares, "1x1-center"), unknown);
    }
}
