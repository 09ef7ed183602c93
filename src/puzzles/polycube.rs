//! Polycubes: pieces made of unit cubes, their orientations in space, and the places where they fit into a box.
//!
//! ```text
//!   picture  ".xx/xx./.x."  =  .xx    turned  .x.    in a box of 1 layer, 3 rows, 4 columns  .x..   ..x.
//!                              xx.            xxx    the turned one has two places           xxx.   .xxx
//!                              .x.            ..x                                            ..x.   ...x
//! ```
//!
//! A cell is `[layer, row, column]`, each from 0. A polycube always stands in the corner: the least coordinate along
//! each axis is 0. Two quarter turns about different axes generate all 24 rotations, so the orientations of a polycube are
//! what can be reached by them.
//!
//! Polyominoes, the flat ones, need no other rule: to turn a flat piece over in space is to reflect it in the plane, and
//! an orientation that stands upright does not fit into a box of one layer.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// A cell: layer, row, column; also the size of a box along these axes.
pub(super) type Cell = [usize; 3];

/// A piece made of unit cubes: a set of cells that touches 0 along each axis. A flat one is a polyomino.
///
/// It is read from a picture, in which `x` is a cell and `.` is none; `/` separates rows, a blank separates layers:
///
/// ```
/// use dominox::puzzles::Polycube;
/// let tromino: Polycube = "xx/x.".parse()?;
/// assert_eq!(tromino.cells().collect::<Vec<_>>(), [[0, 0, 0], [0, 0, 1], [0, 1, 0]]);
/// assert_eq!(tromino.orientations().len(), 12);
/// assert_eq!("xx/x. x.".parse::<Polycube>()?.size(), [2, 2, 2]);
/// # Ok::<(), dominox::puzzles::PictureError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Polycube(BTreeSet<Cell>);

/// Why a text is not the picture of a polycube.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PictureError {
    /// There is no cell in it.
    Empty,
    /// This character stands in it, at this place, counted in characters from 1.
    BadCharacter(char, usize),
}

impl Polycube {
    /// The polycube of these cells, each a layer, a row and a column, moved into the corner.
    ///
    /// # Panics
    /// If there is no cell.
    pub fn new(cells: impl IntoIterator<Item = [usize; 3]>) -> Polycube {
        let cells: Vec<Cell> = cells.into_iter().collect();
        let least = [0, 1, 2].map(|axis| {
            let coordinates = cells.iter().map(|cell| cell[axis]);
            coordinates.min().expect("a polycube has cells")
        });
        let moved = |cell: Cell| [0, 1, 2].map(|axis| cell[axis] - least[axis]);
        Polycube(cells.into_iter().map(moved).collect())
    }

    /// The cells, ascending.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = [usize; 3]> {
        self.0.iter().copied()
    }

    /// The number of layers, rows and columns that it spans.
    pub fn size(&self) -> [usize; 3] {
        [0, 1, 2].map(|axis| self.cells().map(|cell| cell[axis] + 1).max().unwrap_or(0))
    }

    /// All distinct rotations in space, at most 24, ascending.
    pub fn orientations(&self) -> BTreeSet<Polycube> {
        let mut found = BTreeSet::new();
        let mut open = vec![self.clone()];
        while let Some(piece) = open.pop() {
            if !found.contains(&piece) {
                open.extend([piece.turned(0, 1), piece.turned(1, 2)]);
                found.insert(piece);
            }
        }
        found
    }

    /// The piece after a quarter turn that takes axis `from` to axis `to`.
    fn turned(&self, from: usize, to: usize) -> Polycube {
        let size = self.size();
        Polycube::new(self.cells().map(|mut cell| {
            (cell[from], cell[to]) = (size[to] - 1 - cell[to], cell[from]);
            cell
        }))
    }

    /// The cells of each place where the piece fits into a box, for one orientation after the other.
    pub(super) fn placements(&self, container: Cell) -> Vec<Vec<Cell>> {
        let mut placements = Vec::new();
        for piece in self.orientations() {
            let size = piece.size();
            let room = [0, 1, 2].map(|axis| (container[axis] + 1).saturating_sub(size[axis]));
            for [layer, row, column] in cells_of(room) {
                let moved = piece
                    .cells()
                    .map(|[l, r, c]| [layer + l, row + r, column + c]);
                placements.push(moved.collect());
            }
        }
        placements
    }
}

impl FromStr for Polycube {
    type Err = PictureError;

    fn from_str(picture: &str) -> Result<Polycube, PictureError> {
        let mut cells = Vec::new();
        let [mut layer, mut row, mut column] = [0; 3];
        for (place, c) in (1..).zip(picture.chars()) {
            match c {
                'x' | '.' => {
                    if c == 'x' {
                        cells.push([layer, row, column]);
                    }
                    column += 1;
                }
                '/' => (row, column) = (row + 1, 0),
                ' ' => (layer, row, column) = (layer + 1, 0, 0),
                c => return Err(PictureError::BadCharacter(c, place)),
            }
        }
        match cells.is_empty() {
            true => Err(PictureError::Empty),
            false => Ok(Polycube::new(cells)),
        }
    }
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PictureError::Empty => f.write_str("a picture without cells: expected `x` for a cell"),
            PictureError::BadCharacter(c, place) => write!(
                f,
                "`{}` at place {place} of the picture: expected `x` for a cell, `.` for none, `/` between rows or a blank \
                 between layers",
                c.escape_debug()
            ),
        }
    }
}

impl Error for PictureError {}

/// All cells of a box, layer by layer and row by row.
pub(super) fn cells_of([layers, rows, columns]: Cell) -> impl Iterator<Item = Cell> {
    (0..layers * rows * columns).map(move |index| {
        let (row, column) = (index / columns, index % columns);
        [row / rows, row % rows, column]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(picture: &str) -> Polycube {
        picture.parse().unwrap()
    }

    #[test]
    fn a_picture_has_layers_rows_and_columns() {
        let some = piece("..x/.xx ..x");
        let cells: Vec<_> = some.cells().collect();
        assert_eq!(cells, [[0, 0, 1], [0, 1, 0], [0, 1, 1], [1, 0, 1]]);
        assert_eq!(some.size(), [2, 2, 2]);
    }

    #[test]
    fn a_screw_does_not_become_its_mirror_image_in_space() {
        let (left, right) = (piece("xx/x. x."), piece("xx/x. .x"));
        assert_eq!((left.cells().len(), right.cells().len()), (4, 4));
        let mirrored = Polycube::new(right.cells().map(|[l, r, c]| [l, r, 1 - c]));
        assert!(!right.orientations().contains(&mirrored));
        assert_eq!(right.orientations().len(), 12);
        assert_eq!(left.orientations().len(), 8);
    }

    #[test]
    fn a_piece_without_symmetry_has_24_rotations() {
        let some = piece("xxx/x.. x../...");
        assert_eq!(some.orientations().len(), 24);
    }

    #[test]
    fn a_cube_fits_wherever_there_is_room() {
        let cube = piece("xx/xx xx/xx");
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

    #[test]
    fn what_is_no_picture_is_refused_with_its_place() {
        let error = |picture: &str| picture.parse::<Polycube>().unwrap_err();
        for picture in ["", "../.", " / "] {
            assert_eq!(error(picture), PictureError::Empty);
        }
        assert_eq!(error("xx/o."), PictureError::BadCharacter('o', 4));
        assert!(error("é\n").to_string().starts_with("`é` at place 1 "));
        assert!(error("x\n").to_string().starts_with("`\\n` at place 2 "));
    }
}
