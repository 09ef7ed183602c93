//! Pictures in text: rows of characters, each a cell or none.
//!
//! ```text
//!   squares   cubes, layers beside each other    hexagons     triangles
//!   .xx       xx .x                               x x         ^v^
//!   xx.       x. ..                              x x          v^v
//!   .x.
//! ```
//!
//! `x` is a cell, and `?` one that may stay empty (of a board). `.` is no cell, and neither is a blank before a row,
//! except for the blanks with which all rows begin. There is a blank between the hexagons of a row, and each row begins
//! half a cell to the left or right of the one above. Triangles are `^` and `v`, alternating in rows and columns. In
//! one line, `/` stands between rows; then layers are whole words: `xx/x. .x/..`.

use std::fmt;
use std::str::FromStr;

use super::lattice::{Cell, Lattice, points_up};
use super::polyform::Polyform;

/// Why a text is not the picture of cells.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PictureError {
    /// There is no cell in it.
    Empty,
    /// This character stands in it.
    BadCharacter(char),
    /// There is no hexagon at this place.
    BetweenHexagons,
    /// The triangle at this place points the other way.
    OtherWay(char),
    /// A piece cannot have a cell that may stay empty.
    Optional,
    /// There are layers, but the lattice is flat.
    Layers(Lattice),
    /// The rows have different numbers of layers, or those of a layer different lengths.
    Ragged,
    /// A blank line stands inside the picture.
    BlankLine,
}

/// What is wrong, in which row (from 0) and at which byte of it.
pub(super) type PictureFault = (PictureError, usize, usize);

/// A cell of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Drawn {
    pub(super) cell: Cell,
    /// Whether a piece must cover it.
    pub(super) is_filled: bool,
}

/// A character that is a cell, at its layer, row and place in the row.
struct Mark {
    at: Cell,
    character: char,
    byte: usize,
}

/// Reads the rows of a picture; layers stand beside each other.
pub(super) fn read(lattice: Lattice, rows: &[&str]) -> Result<Vec<Drawn>, PictureFault> {
    let layers = layers(lattice, rows);
    check_layers(lattice, &layers)?;
    let marks = marks(&layers)?;
    let Some(first) = marks
        .iter()
        .find(|mark| mark.character != '?')
        .or(marks.first())
    else {
        return Err((PictureError::Empty, 0, 0));
    };
    let shift = (0..2).find(|shift| {
        let cell = cell_at(lattice, first, *shift);
        cell.is_some_and(|cell| fits(lattice, first.character, cell))
    });
    let Some(shift) = shift else {
        let (error, row, byte) = (
            PictureError::BadCharacter(first.character),
            first.at[1],
            first.byte,
        );
        return Err((error, row as usize, byte));
    };
    let drawn = |mark: &Mark| {
        let fault = |error| (error, mark.at[1] as usize, mark.byte);
        let cell = cell_at(lattice, mark, shift);
        let cell = cell.ok_or_else(|| fault(PictureError::BetweenHexagons))?;
        let is_shape = matches!(mark.character, 'x' | '^' | 'v' | '?');
        if !is_shape || (mark.character == 'x') == lattice.is_triangular() && mark.character != '?'
        {
            return Err(fault(PictureError::BadCharacter(mark.character)));
        }
        if !fits(lattice, mark.character, cell) {
            return Err(fault(PictureError::OtherWay(mark.character)));
        }
        let is_filled = mark.character != '?';
        Ok(Drawn { cell, is_filled })
    };
    marks.iter().map(drawn).collect()
}

/// Reads a piece.
pub(super) fn read_piece(lattice: Lattice, rows: &[&str]) -> Result<Polyform, PictureFault> {
    let drawn = read(lattice, rows)?;
    if drawn.iter().any(|drawn| !drawn.is_filled) {
        let place = |row: &&str| row.find('?');
        let found = rows
            .iter()
            .enumerate()
            .find_map(|(at, row)| Some((at, place(row)?)));
        let (row, byte) = found.unwrap_or_default();
        return Err((PictureError::Optional, row, byte));
    }
    let form = Polyform::new(lattice, drawn.into_iter().map(|drawn| drawn.cell));
    form.ok_or((PictureError::Empty, 0, 0))
}

/// The rows of a picture in one line: between `/`; with several words, layers, each row with a word of each.
pub(super) fn rows_of_line(line: &str) -> Vec<String> {
    let layers: Vec<Vec<&str>> = line
        .split_whitespace()
        .map(|word| word.split('/').collect())
        .collect();
    let rows = layers.iter().map(Vec::len).max().unwrap_or(0);
    let row = |row: usize| {
        let words = layers.iter().map(|layer| match layer.get(row) {
            Some(word) => word.to_string(),
            None => ".".repeat(layer[0].len()),
        });
        Vec::from_iter(words).join(" ")
    };
    (0..rows).map(row).collect()
}

/// Whether a picture of these rows can only be one of triangles.
pub(super) fn shows_triangles(rows: &[&str]) -> bool {
    rows.iter().any(|row| row.contains(['^', 'v']))
}

/// Whether a picture of these rows has several layers, if it is not one of hexagons.
pub(super) fn shows_layers(rows: &[&str]) -> bool {
    rows.iter().any(|row| row.split_whitespace().count() > 1)
}

fn cell_at(lattice: Lattice, mark: &Mark, shift: i32) -> Option<Cell> {
    let [layer, row, place] = mark.at;
    lattice.cell_at([layer, row, place + shift])
}

fn fits(lattice: Lattice, character: char, cell: Cell) -> bool {
    !lattice.is_triangular()
        || match character {
            '^' => points_up(cell),
            'v' => !points_up(cell),
            _ => true,
        }
}

/// A layer of a row: the byte where it begins, and its characters.
type Part<'r> = (usize, &'r str);

/// The layers of each row. Blanks with which all rows begin do not belong to a layer; further blanks before a row
/// belong to its first layer.
fn layers<'r>(lattice: Lattice, rows: &[&'r str]) -> Vec<Vec<Part<'r>>> {
    let indentation = indentation(rows);
    let layers = |row: &&'r str| {
        if lattice == Lattice::Hexagons {
            return vec![(indentation, &row[indentation..])];
        }
        let start = |word: &str| word.as_ptr() as usize - row.as_ptr() as usize;
        let words = row.split_whitespace().map(|word| (start(word), word));
        let mut layers = Vec::from_iter(words);
        if let Some((start, word)) = layers.first_mut() {
            let end = *start + word.len();
            (*start, *word) = (indentation, &row[indentation..end]);
        }
        layers
    };
    rows.iter().map(layers).collect()
}

/// The number of bytes of the blanks with which all rows begin.
fn indentation(rows: &[&str]) -> usize {
    let common = rows.iter().copied().reduce(|common, row| {
        let pairs = common.chars().zip(row.chars());
        let same = pairs.take_while(|(one, other)| one == other && one.is_whitespace());
        &common[..same.map(|(blank, _)| blank.len_utf8()).sum()]
    });
    common.map_or(0, |common| common.len() - common.trim_start().len())
}

/// Checks that flat pictures have one layer, and solid ones rows that are alike.
fn check_layers(lattice: Lattice, rows: &[Vec<Part>]) -> Result<(), PictureFault> {
    if rows.iter().all(|row| row.len() < 2) {
        return Ok(());
    }
    let lengths = |row: &[Part]| Vec::from_iter(row.iter().map(|(_, part)| part.len()));
    let is_wrong = |row: &Vec<Part>| match lattice.is_solid() {
        true => lengths(row) != lengths(&rows[0]),
        false => row.len() > 1,
    };
    let error = match lattice.is_solid() {
        true => PictureError::Ragged,
        false => PictureError::Layers(lattice),
    };
    match rows.iter().position(is_wrong) {
        Some(row) => Err((error, row, rows[row].last().map_or(0, |&(byte, _)| byte))),
        None => Ok(()),
    }
}

/// The cells of rows.
fn marks(rows: &[Vec<Part>]) -> Result<Vec<Mark>, PictureFault> {
    let mut marks = Vec::new();
    for (row, layers) in rows.iter().enumerate() {
        for (layer, &(start, part)) in layers.iter().enumerate() {
            for (column, character) in part.char_indices() {
                let at = [layer as i32, row as i32, column as i32];
                push(&mut marks, at, character, (row, start + column))?;
            }
        }
    }
    Ok(marks)
}

/// Notes a character unless it is not a cell.
fn push(
    marks: &mut Vec<Mark>,
    at: Cell,
    character: char,
    (row, byte): (usize, usize),
) -> Result<(), PictureFault> {
    match character {
        '.' | ' ' => {}
        'x' | '?' | '^' | 'v' => marks.push(Mark {
            at,
            character,
            byte,
        }),
        other => return Err((PictureError::BadCharacter(other), row, byte)),
    }
    Ok(())
}

impl FromStr for Polyform {
    type Err = PictureError;

    /// Reads a picture in one line: of triangles if there is a `^` or `v` in it, of cubes if there are several layers, otherwise
    /// of squares.
    fn from_str(text: &str) -> Result<Polyform, PictureError> {
        let rows = rows_of_line(text);
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let lattice = match (shows_triangles(&rows), shows_layers(&rows)) {
            (true, false) => Lattice::Triangles,
            (true, true) => Lattice::Prisms,
            (false, true) => Lattice::Cubes,
            (false, false) => Lattice::Squares,
        };
        read_piece(lattice, &rows).map_err(|(error, _, _)| error)
    }
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PictureError::Empty => f.write_str("a picture without cells: expected `x` for a cell"),
            PictureError::BadCharacter('x') => {
                f.write_str("`x` is not a triangle: expected `^` or `v` for a cell")
            }
            PictureError::BadCharacter(c) => write!(
                f,
                "`{}` is not part of a picture: expected `x` for a cell (`^` or `v` for a triangle), `.` for none, or `?` for a cell \
                 that may stay empty",
                c.escape_debug()
            ),
            PictureError::BetweenHexagons => f.write_str(
                "there is no hexagon here: the hexagons of a row are two characters apart, and each row is shifted by one",
            ),
            PictureError::OtherWay(c) => {
                let other = if *c == '^' { 'v' } else { '^' };
                write!(f, "expected `{other}` here: `^` and `v` alternate in rows and in columns")
            }
            PictureError::Optional => f.write_str("only cells of a board may stay empty"),
            PictureError::Layers(lattice) => {
                let solid = if lattice.is_triangular() { "prisms" } else { "cubes" };
                write!(
                    f,
                    "a blank stands between layers, and {lattice} have none: use `.` for an empty cell, or begin with \
                     `packing {solid}`"
                )
            }
            PictureError::Ragged => f.write_str(
                "a blank stands between layers, and each row needs all of them, each as long as in the first row: use `.` for an \
                 empty cell",
            ),
            PictureError::BlankLine => f.write_str(
                "a blank line inside a picture: use `.` for empty cells; draw layers side by side",
            ),
        }
    }
}

impl std::error::Error for PictureError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(lattice: Lattice, rows: &[&str]) -> PictureFault {
        read_piece(lattice, rows).unwrap_err()
    }

    #[test]
    fn a_picture_is_read_in_rows_or_in_one_line() {
        let rows = read_piece(Lattice::Cubes, &["xx .x", "x. .."]).unwrap();
        assert_eq!(rows, "xx/x. .x/..".parse().unwrap());
        assert_eq!(
            Vec::from_iter(rows.cells()),
            [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 1]]
        );
    }

    #[test]
    fn hexagons_and_triangles_may_stand_anywhere() {
        let ring = [" x x", "x . x", " x x"].map(|row| format!("   {row}"));
        let ring = ring.each_ref().map(String::as_str);
        assert_eq!(read_piece(Lattice::Hexagons, &ring).unwrap().len(), 6);
        let hexagon: Polyform = "^v^/v^v".parse().unwrap();
        assert_eq!(
            (hexagon.lattice(), hexagon.orientations(true).len()),
            (Lattice::Triangles, 1)
        );
        assert_eq!(".^v^/.v^v".parse(), Ok(hexagon));
    }

    #[test]
    fn blanks_before_a_row_are_empty_cells_but_for_those_before_all_rows() {
        for (lattice, rows, expected) in [
            (Lattice::Squares, ["   x", "  xxx"], [".x.", "xxx"]),
            (Lattice::Squares, ["\t x", "\txxx"], [".x.", "xxx"]),
            (Lattice::Squares, ["x", "  x"], ["x..", "..x"]),
            (Lattice::Triangles, ["    ^", "   ^v^"], [".^.", "^v^"]),
            (Lattice::Cubes, ["  x .x", " xx xx"], [".x .x", "xx xx"]),
        ] {
            let read = |rows: &[&str]| read_piece(lattice, rows).unwrap();
            assert_eq!(read(&rows), read(&expected), "{rows:?}");
        }
        let tab = (PictureError::BadCharacter('\t'), 0, 0);
        assert_eq!(error(Lattice::Squares, &["\tx", " x"]), tab);
    }

    #[test]
    fn layers_have_rows_of_one_length_on_solid_lattices() {
        let rows = ["xxx", "x x", "xxx"];
        let layers = (PictureError::Layers(Lattice::Squares), 1, 2);
        assert_eq!(error(Lattice::Squares, &rows), layers);
        assert_eq!(error(Lattice::Squares, &["xx ."]).0, layers.0);
        assert_eq!(error(Lattice::Cubes, &rows), (PictureError::Ragged, 1, 2));
        let ragged = (PictureError::Ragged, 1, 3);
        assert_eq!(error(Lattice::Cubes, &["xx .x", "xx x"]), ragged);
    }

    #[test]
    fn what_is_no_picture_is_refused_with_its_place() {
        assert_eq!(
            error(Lattice::Squares, &["..", "."]),
            (PictureError::Empty, 0, 0)
        );
        assert_eq!(
            error(Lattice::Squares, &["x", ".o"]),
            (PictureError::BadCharacter('o'), 1, 1)
        );
        assert_eq!(
            error(Lattice::Squares, &["x^"]),
            (PictureError::BadCharacter('^'), 0, 1)
        );
        assert_eq!(
            error(Lattice::Triangles, &["^x"]),
            (PictureError::BadCharacter('x'), 0, 1)
        );
        assert_eq!(
            error(Lattice::Triangles, &["^v", "^"]),
            (PictureError::OtherWay('^'), 1, 0)
        );
        assert_eq!(
            error(Lattice::Hexagons, &["x x", "x"]),
            (PictureError::BetweenHexagons, 1, 0)
        );
        assert_eq!(
            error(Lattice::Squares, &["x", "x?"]),
            (PictureError::Optional, 1, 1)
        );
        assert_eq!(
            error(Lattice::Squares, &["x x"]),
            (PictureError::Layers(Lattice::Squares), 0, 2)
        );
    }

    #[test]
    fn cells_that_may_stay_empty_are_told_from_the_others() {
        let fault = read(Lattice::Triangles, &["?v?", "^"]).unwrap_err();
        assert_eq!(fault, (PictureError::OtherWay('^'), 1, 0));
        let drawn = read(Lattice::Triangles, &["?v?", "v^v"]).unwrap();
        assert_eq!(drawn.iter().filter(|drawn| drawn.is_filled).count(), 4);
    }
}
