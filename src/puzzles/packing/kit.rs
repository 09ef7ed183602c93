//! The question of a packing as a picture: the empty board, and the pieces below it.
//!
//! ```text
//!   ┌──┬──┬──┐
//!   ├──┼──┼──┤     board
//!   └──┴──┴──┘
//!   ┌──┐ ┌─────┐
//!   │V │ │I    │   pieces, in their colours
//!   │  └─┐─────┘
//!   └────┘  ×2     names that are no marks, and the numbers of copies
//! ```

use super::Packing;
use super::lattice::{Cell, Lattice};
use super::piece::Copies;
use super::view::{Laid, Lying, flat, layers, own_color, solid};
use crate::render::Picture;

/// The size of a cell of a piece, in cells of the board.
const FACTOR: f64 = 0.7;

/// The pieces below this picture of the board.
pub(super) fn with_pieces(packing: &Packing, board: &Picture) -> Picture {
    let pieces = Vec::from_iter((0..packing.pieces.len()).map(|piece| picture(packing, piece)));
    let widest = pieces.iter().map(|piece| piece.size()[0]);
    let widest = widest.fold(0.0, f64::max) * FACTOR;
    let [width, height] = board.size();
    let columns = (width / widest).max((pieces.len() as f64).sqrt()) as usize;
    let sheet = Picture::sheet("", &pieces, columns);
    let [sheet_width, sheet_height] = sheet.size().map(|size| size * FACTOR);
    let all = width.max(sheet_width);
    let mut whole = Picture::new("", [all, height + sheet_height]);
    whole.insert(board, [(all - width) / 2.0, 0.0], 1.0);
    whole.insert(&sheet, [(all - sheet_width) / 2.0, height], FACTOR);
    whole
}

/// The pieces in words: `V ×2, I`.
pub(super) fn words(packing: &Packing) -> String {
    let pieces = packing.pieces.iter();
    let words = pieces.map(|piece| joined(piece.name(), &copies(piece.copies)));
    Vec::from_iter(words).join(", ")
}

/// A piece. Its title is what the picture does not say.
fn picture(packing: &Packing, piece: usize) -> Picture {
    let lattice = packing.board.lattice();
    let lying = Lying {
        copy: 0,
        piece,
        color: own_color(piece),
    };
    let laid = |cell: Cell| (cell, Some(lying));
    let laid: Vec<Laid> = packing.pieces[piece].form.cells().map(laid).collect();
    let mut picture = match lattice {
        Lattice::Cubes => solid(&laid),
        _ => {
            let layers = layers(&laid);
            let layers = layers.values().map(|layer| flat(packing, layer));
            let layers = Vec::from_iter(layers);
            Picture::sheet("", &layers, layers.len())
        }
    };
    let name = packing.pieces[piece].name();
    let is_marked = lattice != Lattice::Cubes && packing.marks[piece] == name;
    let name = if is_marked { "" } else { name };
    picture.set_title(joined(name, &copies(packing.pieces[piece].copies)));
    picture
}

fn joined(name: &str, copies: &str) -> String {
    format!("{name} {copies}").trim().to_owned()
}

/// How many copies there are, unless it is one.
fn copies(copies: Copies) -> String {
    match (copies.least, copies.most) {
        (1, Some(1)) => String::new(),
        (least, Some(most)) if least == most => format!("×{least}"),
        (least, Some(most)) => format!("×{least}–{most}"),
        (0, None) => "any number".into(),
        (least, None) => format!("×{least} or more"),
    }
}
