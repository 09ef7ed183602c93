//! Polyforms: pieces made of cells of a lattice, and their orientations.
//!
//! ```text
//!   .xx/xx./.x.   =   .xx    turned   .x.    turned over   xx.
//!                     xx.             xxx                  .xx
//!                     .x.             ..x                  .x.
//! ```
//!
//! A polyform is always in the corner: no coordinate of a cell is negative, and no translation can make one smaller.

use std::collections::BTreeSet;

use super::lattice::{Cell, Lattice, Matrix, apply, is_near, sum};

/// A cell of a piece or a board, and its colour: 0 is none.
pub type Spot = (Cell, u8);

/// A piece: cells of a lattice.
///
/// ```
/// use dominox::puzzles::packing::{Lattice, Polyform};
/// let tromino: Polyform = "xx/x.".parse()?;
/// assert_eq!((tromino.lattice(), tromino.len()), (Lattice::Squares, 3));
/// assert_eq!(tromino.orientations(false).len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Polyform {
    lattice: Lattice,
    /// The cells, ascending, moved into the corner.
    spots: Vec<Spot>,
}

impl Polyform {
    /// The polyform of these cells, moved into the corner. `None` if there is no cell, or a coordinate is beyond 16,777,216.
    pub fn new(lattice: Lattice, cells: impl IntoIterator<Item = Cell>) -> Option<Polyform> {
        let cells = Vec::from_iter(cells);
        if !cells.iter().all(|&cell| is_near(cell)) {
            return None;
        }
        Polyform::colored(lattice, cells.into_iter().map(|cell| (cell, 0)))
    }

    /// The polyform of these cells with their colours.
    pub(super) fn colored(
        lattice: Lattice,
        spots: impl IntoIterator<Item = Spot>,
    ) -> Option<Polyform> {
        let mut spots = Vec::from_iter(spots);
        let corner = lattice.into_corner(spots.iter().map(|(cell, _)| *cell));
        spots
            .iter_mut()
            .for_each(|(cell, _)| *cell = sum(*cell, corner));
        spots.sort_unstable();
        spots.dedup();
        (!spots.is_empty()).then_some(Polyform { lattice, spots })
    }

    /// The lattice of its cells.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// The cells, ascending.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + Clone {
        self.spots.iter().map(|(cell, _)| *cell)
    }

    /// The cells with their colours.
    pub(super) fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// The number of cells, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "it is never empty")]
    pub fn len(&self) -> usize {
        self.spots.len()
    }

    /// All distinct ways to put it down, up to translation; turned over, too, if `reflections` allows it.
    pub fn orientations(&self, reflections: bool) -> BTreeSet<Polyform> {
        self.images(&self.lattice.maps(reflections))
    }

    /// Its images under these maps.
    pub(super) fn images(&self, maps: &[Matrix]) -> BTreeSet<Polyform> {
        maps.iter().map(|map| self.moved(map)).collect()
    }

    /// Its image under a map.
    pub(super) fn moved(&self, map: &Matrix) -> Polyform {
        let spots = self
            .spots
            .iter()
            .map(|(cell, color)| (apply(map, *cell), *color));
        Polyform::colored(self.lattice, spots).expect("it has cells")
    }

    /// The same cells on another lattice, if its cells are numbered alike: squares are flat cubes, and triangles flat prisms.
    pub(super) fn on(&self, lattice: Lattice) -> Option<Polyform> {
        let fits = match (self.lattice, lattice) {
            (one, other) if one == other => true,
            (Lattice::Squares, Lattice::Cubes) | (Lattice::Triangles, Lattice::Prisms) => true,
            _ => false,
        };
        let spots = self.spots.clone();
        fits.then_some(Polyform { lattice, spots })
    }
}

/// All polyforms of this many cells, ascending: one of each set that `maps` map to each other.
pub(super) fn all(lattice: Lattice, cells: usize, maps: &[Matrix]) -> Vec<Polyform> {
    let least = |form: Polyform| {
        form.images(maps)
            .into_iter()
            .next()
            .expect("the form itself")
    };
    let firsts = [[0, 0, 0], [0, 1, 1], [0, 2, 2]];
    let firsts = match lattice.is_triangular() {
        true => &firsts[1..],
        false => &firsts[..1],
    };
    let single = |&cell| Polyform::new(lattice, [cell]).expect("a cell");
    let mut forms: BTreeSet<Polyform> = firsts.iter().map(single).map(least).collect();
    for _ in 1..cells {
        let mut larger = BTreeSet::new();
        for form in &forms {
            for near in form.cells().flat_map(|cell| lattice.neighbours(cell)) {
                if !form.cells().any(|cell| cell == near) {
                    let grown = Polyform::new(lattice, form.cells().chain([near]));
                    larger.insert(least(grown.expect("it has cells")));
                }
            }
        }
        forms = larger;
    }
    forms.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::packing::Region;

    #[test]
    fn cells_that_are_too_far_away_are_refused() {
        for far in [i32::MIN, i32::MAX, -(1 << 24) - 1] {
            for lattice in [Lattice::Squares, Lattice::Hexagons, Lattice::Triangles] {
                assert_eq!(Polyform::new(lattice, [[0, 0, 0], [0, far, 0]]), None);
                assert!(Region::new(lattice, [[0, far, 0]]).is_none());
            }
        }
        let wide = Polyform::new(Lattice::Hexagons, [[0, 1 << 24, 0], [0, -(1 << 24), 0]]);
        assert_eq!(wide.expect("two cells").orientations(true).len(), 3);
    }

    /// How many polyforms there are, free, one-sided and fixed, from one cell on.
    fn numbers(lattice: Lattice, up_to: usize) -> Vec<(usize, usize, usize)> {
        let number = |cells, maps: &[Matrix]| all(lattice, cells, maps).len();
        let sizes = 1..=up_to;
        sizes
            .map(|cells| {
                let identity = &lattice.maps(false)[..1];
                (
                    number(cells, &lattice.maps(true)),
                    number(cells, &lattice.maps(false)),
                    number(cells, identity),
                )
            })
            .collect()
    }

    /// OEIS A000105, A000988 and A001168; A000228, A006535 and A001207; A000577, A006534 and A001420; A038119, A000162 and
    /// A001931.
    #[test]
    fn there_are_as_many_polyforms_as_published() {
        let squares = [
            (1, 1, 1),
            (1, 1, 2),
            (2, 2, 6),
            (5, 7, 19),
            (12, 18, 63),
            (35, 60, 216),
        ];
        assert_eq!(numbers(Lattice::Squares, 6), squares);
        let hexagons = [(1, 1, 1), (1, 1, 3), (3, 3, 11), (7, 10, 44), (22, 33, 186)];
        assert_eq!(numbers(Lattice::Hexagons, 5), hexagons);
        let triangles = [
            (1, 1, 2),
            (1, 1, 3),
            (1, 1, 6),
            (3, 4, 14),
            (4, 6, 36),
            (12, 19, 94),
        ];
        assert_eq!(numbers(Lattice::Triangles, 6), triangles);
        let cubes = [(1, 1, 1), (1, 1, 3), (2, 2, 15), (7, 8, 86), (23, 29, 534)];
        assert_eq!(numbers(Lattice::Cubes, 5), cubes);
    }

    #[test]
    fn a_screw_does_not_become_its_mirror_image_in_space() {
        let screw: Polyform = "xx/x. .x/..".parse().unwrap();
        let other: Polyform = "xx/.x x./..".parse().unwrap();
        assert!(!screw.orientations(false).contains(&other));
        assert!(screw.orientations(true).contains(&other));
    }

    #[test]
    fn squares_are_flat_cubes_and_hexagons_are_not() {
        let domino: Polyform = "xx".parse().unwrap();
        let solid = domino.on(Lattice::Cubes).unwrap();
        assert_eq!(
            (solid.lattice(), solid.orientations(false).len()),
            (Lattice::Cubes, 3)
        );
        assert_eq!(domino.on(Lattice::Hexagons), None);
        assert_eq!(solid.on(Lattice::Squares), None);
    }
}
