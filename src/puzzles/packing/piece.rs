//! A piece of a packing: its shape, its number of copies, and how it may be moved.

use super::lattice::{Lattice, Matrix};
use super::polyform::Polyform;

/// A piece with its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    pub(super) name: String,
    pub(super) form: Polyform,
    pub(super) copies: Copies,
    pub(super) may_turn: bool,
    pub(super) may_turn_over: bool,
}

/// How many copies of a piece are in the packing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Copies {
    pub(super) least: u32,
    /// `None` if there is no limit.
    pub(super) most: Option<u32>,
}

impl Copies {
    pub(super) const ONE: Copies = Copies {
        least: 1,
        most: Some(1),
    };
}

impl Piece {
    /// A piece with one copy. It may be rotated; a flat piece may also be turned over.
    pub fn new(name: impl Into<String>, form: Polyform) -> Piece {
        let may_turn_over = !form.lattice().is_solid();
        Piece {
            name: name.into(),
            form,
            copies: Copies::ONE,
            may_turn: true,
            may_turn_over,
        }
    }

    /// The piece at least `least` times, and at most `most` times if that is given.
    pub fn times(mut self, least: u32, most: Option<u32>) -> Piece {
        self.copies = Copies { least, most };
        self
    }

    /// Whether it may be turned over, so that its mirror image is the same piece.
    pub fn turned_over(mut self, may_be: bool) -> Piece {
        self.may_turn_over = may_be;
        self
    }

    /// Whether it may be rotated. If not, it may not be turned over either.
    pub fn turned(mut self, may_be: bool) -> Piece {
        self.may_turn = may_be;
        self
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its shape.
    pub fn form(&self) -> &Polyform {
        &self.form
    }

    /// The number of cells of the copies that must be there.
    pub(super) fn least_cells(&self) -> u64 {
        self.form.len() as u64 * u64::from(self.copies.least)
    }

    /// The maps that may be applied to it.
    pub(super) fn maps(&self, lattice: Lattice) -> Vec<Matrix> {
        let mut maps = lattice.maps(self.may_turn_over);
        if !self.may_turn {
            maps.truncate(1);
        }
        maps
    }
}
