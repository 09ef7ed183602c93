//! Packings as text.
//!
//! ```text
//!   squares, and layers of cubes     hexagons            triangles
//!   ┌───────┬───┐   ┌───┐              / \ / \               /\
//!   │ V   V │ I │   │ I │             | V   V |             /V \
//!   │   ┌───┤   │   │   │              \   / \ /\          /    \
//!   │ V │ O │ I │   │ I │             …                   …
//! ```
//!
//! Walls stand between cells of different copies of pieces. In a picture, a piece is called by its name if all names are short
//! and have no character of a wall, otherwise by a letter, which a line below explains.

use super::lattice::{Cell, Lattice, points_up};
use super::piece::Piece;
use super::{Packing, Puzzle};
use crate::problem::{OptionId, Solution};
use crate::render::Board;

/// What pieces are called in pictures of this lattice.
pub(super) fn marks(pieces: &[Piece], lattice: Lattice) -> Vec<String> {
    let longest = match lattice {
        Lattice::Squares | Lattice::Cubes => 4,
        _ => 2,
    };
    let is_mark =
        |name: &str| name.chars().count() <= longest && !name.chars().any(|c| is_wall(c, lattice));
    if pieces.iter().all(|piece| is_mark(piece.name())) {
        return pieces.iter().map(|piece| piece.name().to_owned()).collect();
    }
    let letters = ('A'..='Z').chain('a'..='z').map(String::from);
    letters
        .chain((1..).map(|number| number.to_string()))
        .take(pieces.len())
        .collect()
}

/// Whether a character is part of a frame of squares.
pub(super) fn is_frame(c: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&c)
}

/// Whether a character is a wall in pictures of this lattice.
pub(super) fn is_wall(c: char, lattice: Lattice) -> bool {
    match lattice {
        Lattice::Squares | Lattice::Cubes => is_frame(c),
        _ => "|/\\_".contains(c),
    }
}

/// The copy of a piece that lies on each cell of the board, and the piece; `None` for an empty cell.
pub(super) fn covered(packing: &Packing, options: &[OptionId]) -> Vec<Option<(u32, usize)>> {
    let mut covered = vec![None; packing.board.len()];
    let mut options = options.to_vec();
    options.sort_unstable();
    for (copy, option) in (0..).zip(options) {
        let placement = &packing.encoding.placements[option.index()];
        for &cell in &placement.cells {
            covered[cell as usize] = placement.piece.map(|piece| (copy, piece as usize));
        }
    }
    covered
}

/// The cells of the board in a picture, from 0.
pub(super) fn places(packing: &Packing) -> Vec<Cell> {
    let lattice = packing.board.lattice();
    let places: Vec<Cell> = packing
        .board
        .cells()
        .map(|cell| lattice.place(cell))
        .collect();
    let least = [0, 1, 2].map(|axis| places.iter().map(|place| place[axis]).min().unwrap_or(0));
    let from_zero = |place: &Cell| [0, 1, 2].map(|axis| place[axis] - least[axis]);
    places.iter().map(from_zero).collect()
}

/// The number of layers, rows and characters of a picture.
pub(super) fn size(places: &[Cell]) -> [usize; 3] {
    [0, 1, 2].map(|axis| {
        places
            .iter()
            .map(|place| place[axis] as usize + 1)
            .max()
            .unwrap_or(0)
    })
}

/// The board of squares, or of layers of cubes beside each other, the first one at the left.
pub(super) fn board(packing: &Packing, options: &[OptionId]) -> Board {
    let places = places(packing);
    let [layers, rows, columns] = size(&places);
    let pitch = columns + 1;
    let mut board = Board::new(rows, layers * pitch - 1);
    for (row, column) in (0..rows).flat_map(|row| (0..layers * pitch - 1).map(move |c| (row, c))) {
        board.set_hole(row, column);
    }
    let empty = u32::MAX;
    for (place, covered) in places.iter().zip(covered(packing, options)) {
        let [layer, row, column] = place.map(|number| number as usize);
        let column = layer * pitch + column;
        board.set_piece(row, column, covered.map_or(empty, |(copy, _)| copy));
        if let Some((_, piece)) = covered {
            board.set_label(row, column, &packing.marks[piece]);
        }
    }
    board
}

/// The number of the board's cell that stands at this place of the drawn [`board`].
pub(super) fn cell_at(packing: &Packing, row: usize, column: usize) -> Option<usize> {
    let places = places(packing);
    let pitch = size(&places)[2] + 1;
    let at = [column / pitch, row, column % pitch];
    let is_there = |place: &Cell| place.map(|number| number as usize) == at;
    places.iter().position(is_there)
}

/// A picture of a packing, and what its letters mean if they are not names. Lines end in `\n`.
pub(super) fn text(packing: &Packing, options: &[OptionId]) -> String {
    let mut text = match packing.board.lattice() {
        Lattice::Squares | Lattice::Cubes => {
            format!("{}\n", packing.decode(&Solution::new(options.to_vec())))
        }
        Lattice::Hexagons => layer_texts(packing, options, hexagons),
        Lattice::Triangles | Lattice::Prisms => layer_texts(packing, options, triangles),
    };
    let legend = legend(packing);
    if !legend.is_empty() {
        text += &legend.join(", ");
        text.push('\n');
    }
    text
}

/// What letters mean that are not names: `A screw`.
pub(super) fn legend(packing: &Packing) -> Vec<String> {
    let pairs = packing.marks.iter().zip(&packing.pieces);
    let letters = pairs.filter(|(mark, piece)| *mark != piece.name());
    letters
        .map(|(mark, piece)| format!("{mark} {}", piece.name()))
        .collect()
}

/// A cell of a flat picture: row, character, the copy on it and its mark; whether a triangle points up.
struct Spot<'p> {
    row: usize,
    column: usize,
    copy: Option<u32>,
    mark: &'p str,
    points_up: bool,
}

/// Pictures of the layers, one below the other.
fn layer_texts(
    packing: &Packing,
    options: &[OptionId],
    draw: fn(&[Spot], [usize; 2]) -> Canvas,
) -> String {
    let places = places(packing);
    let [layers, rows, columns] = size(&places);
    let covered = covered(packing, options);
    let cells = Vec::from_iter(packing.board.cells());
    let layer = |layer: usize| {
        let here = (0..places.len()).filter(|&cell| places[cell][0] as usize == layer);
        let spots = here.map(|cell| Spot {
            row: places[cell][1] as usize,
            column: places[cell][2] as usize,
            copy: covered[cell].map(|(copy, _)| copy),
            mark: covered[cell].map_or("", |(_, piece)| &packing.marks[piece]),
            points_up: points_up(cells[cell]),
        });
        draw(&Vec::from_iter(spots), [rows, columns]).text()
    };
    Vec::from_iter((0..layers).map(layer)).join("\n")
}

/// Rows of characters.
struct Canvas(Vec<Vec<char>>);

impl Canvas {
    fn new(rows: usize, columns: usize) -> Canvas {
        Canvas(vec![vec![' '; columns]; rows])
    }

    fn put(&mut self, (row, column): (usize, usize), text: &str) {
        for (place, character) in text.chars().enumerate() {
            self.0[row][column + place] = character;
        }
    }

    fn text(&self) -> String {
        let lines = self
            .0
            .iter()
            .map(|row| String::from_iter(row).trim_end().to_owned());
        let lines = Vec::from_iter(lines);
        let is_drawn = |line: &&String| !line.is_empty();
        let first = lines.iter().position(|line| is_drawn(&line)).unwrap_or(0);
        let last = lines.iter().rposition(|line| is_drawn(&line)).unwrap_or(0);
        lines[first..=last]
            .iter()
            .map(|line| format!("{line}\n"))
            .collect()
    }
}

/// What lies at each place: a copy of a piece, an empty cell, or no cell of the board.
struct Around {
    columns: usize,
    copies: Vec<Option<Option<u32>>>,
}

impl Around {
    fn new(spots: &[Spot], [rows, columns]: [usize; 2]) -> Around {
        let mut copies = vec![None; rows * columns];
        for spot in spots {
            copies[spot.row * columns + spot.column] = Some(spot.copy);
        }
        Around { columns, copies }
    }

    /// Whether there is a wall between a cell and the place `down` lines below and `right` characters to the right.
    fn has_wall(&self, spot: &Spot, down: isize, right: isize) -> bool {
        let other = || {
            let row = spot.row.checked_add_signed(down)?;
            let column = spot.column.checked_add_signed(right)?;
            (column < self.columns).then_some(())?;
            *self.copies.get(row * self.columns + column)?
        };
        other() != Some(spot.copy)
    }
}

/// A hexagon is five characters wide, a row two lines high.
fn hexagons(spots: &[Spot], [rows, columns]: [usize; 2]) -> Canvas {
    let around = Around::new(spots, [rows, columns]);
    let mut canvas = Canvas::new(2 * rows + 1, 2 * columns + 3);
    for spot in spots {
        let (top, left) = (2 * spot.row, 2 * spot.column);
        let walls = [
            (-1, -1, (top, left + 1), "/"),
            (-1, 1, (top, left + 3), "\\"),
            (0, -2, (top + 1, left), "|"),
            (0, 2, (top + 1, left + 4), "|"),
            (1, -1, (top + 2, left + 1), "\\"),
            (1, 1, (top + 2, left + 3), "/"),
        ];
        for (down, right, place, wall) in walls {
            if around.has_wall(spot, down, right) {
                canvas.put(place, wall);
            }
        }
        canvas.put((top + 1, left + 2), spot.mark);
    }
    canvas
}

/// A triangle is six characters wide, a row three lines high. The line of a side that lies flat is the last of the row above.
fn triangles(spots: &[Spot], [rows, columns]: [usize; 2]) -> Canvas {
    let around = Around::new(spots, [rows, columns]);
    let mut canvas = Canvas::new(3 * rows + 1, 3 * columns + 4);
    let corner = |spot: &Spot| (3 * spot.row + 1, 3 * spot.column);
    for spot in spots {
        let (top, left) = corner(spot);
        let (down, line) = if spot.points_up {
            (1, top + 2)
        } else {
            (-1, top - 1)
        };
        if around.has_wall(spot, down, 0) {
            canvas.put((line, left), "______");
        }
    }
    for spot in spots {
        let (top, left) = corner(spot);
        for line in 0..3 {
            let (near, far, at_left, at_right) = match spot.points_up {
                true => (2 - line, 3 + line, "/", "\\"),
                false => (line, 5 - line, "\\", "/"),
            };
            if around.has_wall(spot, 0, -1) {
                canvas.put((top + line, left + near), at_left);
            }
            if around.has_wall(spot, 0, 1) {
                canvas.put((top + line, left + far), at_right);
            }
        }
        canvas.put((top + 1, left + 2), spot.mark);
    }
    canvas
}
