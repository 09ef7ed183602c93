//! The symmetries of a packing: movements of the board that take each piece to one of the same kind.
//!
//! ```text
//!   Soma:  24 rotations of the cube;  24 reflections, which exchange A and B, mirror images of each other
//! ```

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::encode::Items;
use super::lattice::{Cell, Matrix, apply, sum};
use super::piece::{Copies, Piece};
use super::polyform::Polyform;
use super::region::{Field, Region};
use crate::problem::{ItemId, Problem};

/// The symmetries among these maps, each with the image of every item, the identity first. Pieces of one shape do not change places.
pub(super) fn elements(
    problem: &Problem,
    items: &Items,
    (pieces, board): (&[Piece], &Region),
    maps: &[Matrix],
) -> Vec<Vec<ItemId>> {
    let classes = classes(pieces, board);
    let kind = |(&item, field): (&ItemId, &Field)| {
        let is_covered = items.hole.is_none() && problem.bounds(item).is_some();
        (is_covered || field.is_filled, field.color)
    };
    let kinds = Vec::from_iter(items.cells.iter().zip(board.fields()).map(kind));
    let mut found = Vec::new();
    for map in maps {
        let cells = cells_after(map, board, &kinds);
        let moved = cells.zip(pieces_after(map, &classes, pieces.len()));
        let Some((cells, pieces)) = moved else {
            continue;
        };
        let mut image = Vec::from_iter(problem.items());
        for (from, to) in cells.into_iter().enumerate() {
            image[items.cells[from].index()] = items.cells[to];
        }
        for (from, to) in pieces.into_iter().enumerate() {
            if let (Some(from), Some(to)) = (items.pieces[from], items.pieces[to]) {
                image[from.index()] = to;
            }
        }
        if !found.contains(&image) {
            found.push(image);
        }
    }
    found
}

/// Pieces that can lie in the same places, equally often.
type Classes = BTreeMap<(BTreeSet<Polyform>, Copies), Vec<usize>>;

fn classes(pieces: &[Piece], board: &Region) -> Classes {
    let mut classes = Classes::new();
    for (number, piece) in pieces.iter().enumerate() {
        let images = piece.form.images(&piece.maps(board.lattice()));
        classes
            .entry((images, piece.copies))
            .or_default()
            .push(number);
    }
    classes
}

/// Where a map takes each cell of the board; `None` if it does not keep the board, or what `kinds` of cells it has: whether a
/// piece must cover them, and their colour.
fn cells_after(map: &Matrix, board: &Region, kinds: &[(bool, u8)]) -> Option<Vec<usize>> {
    let lattice = board.lattice();
    let images: Vec<Cell> = board.cells().map(|cell| apply(map, cell)).collect();
    let corner = lattice.into_corner(images.iter().copied());
    let numbers: HashMap<Cell, usize> = board.cells().zip(0..).collect();
    let image = |(kind, cell): (&(bool, u8), &Cell)| {
        let to = *numbers.get(&sum(*cell, corner))?;
        (*kind == kinds[to]).then_some(to)
    };
    kinds.iter().zip(&images).map(image).collect()
}

/// The piece that takes the place of each piece after a map; `None` if one has none.
fn pieces_after(map: &Matrix, classes: &Classes, pieces: usize) -> Option<Vec<usize>> {
    let mut after = vec![0; pieces];
    for ((forms, copies), members) in classes {
        let moved: BTreeSet<Polyform> = forms.iter().map(|form| form.moved(map)).collect();
        let others = classes
            .get(&(moved, *copies))
            .filter(|others| others.len() == members.len())?;
        members
            .iter()
            .zip(others)
            .for_each(|(&from, &to)| after[from] = to);
    }
    Some(after)
}
