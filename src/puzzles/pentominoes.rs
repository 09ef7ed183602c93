//! Pentominoes: the twelve ways to join five squares, packed into a rectangle of sixty.
//!
//! ```text
//!   F  .xx   I  xxxxx   L  xxxx   N  xxx.   P  xxx   T  xxx
//!      xx.                 x...      ..xx      xx.      .x.
//!      .x.                                              .x.
//!
//!   U  x.x   V  x..   W  x..   X  .x.   Y  xxxx   Z  xx.
//!      xxx      x..      xx.      xxx      .x..      .x.
//!               xxx      .xx      .x.                .xx
//!
//!   items    F I L N P T U V W X Y Z r1c1 r1c2 ... r6c10      option   I r1c1 r1c2 r1c3 r1c4 r1c5
//! ```
//!
//! The encoding is that of [`Packing`]. Pieces may be turned and turned over, and the symmetric copies of a packing
//! count: 6 × 10 has 9,356 solutions, four times the 2,339 that C. B. and Jenifer Haselgrove found in 1960.
//!
//! Source: S. W. Golomb, *Polyominoes* (1965).

use super::packing::{Lattice, Packing, Region};
use super::size::SizeError;

/// The problem of packing the twelve pentominoes into a rectangle.
///
/// # Errors
/// If `height` times `width` is not 60.
pub fn pentominoes(height: usize, width: usize) -> Result<Packing, SizeError> {
    if height.checked_mul(width) != Some(60) {
        return Err(SizeError {
            found: format!("{height}x{width}"),
            expected: "height x width with 60 cells, such as 6x10".into(),
        });
    }
    let board = Region::named(Lattice::Squares, &format!("{height}x{width}"));
    let packing = Packing::of_set("pentominoes", board.expect("a small board"));
    Ok(packing.expect("letters as names"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{ItemId, Problem};
    use crate::puzzles::Puzzle;

    #[test]
    fn twelve_pieces_of_five_cells_have_63_orientations_in_the_plane() {
        let puzzle = pentominoes(6, 10).unwrap();
        let forms = puzzle.pieces().iter().map(|piece| piece.form());
        let fixed = Vec::from_iter(forms.map(|form| form.orientations(true).len()));
        assert_eq!(fixed, [8, 2, 8, 8, 8, 4, 4, 4, 4, 1, 8, 4]);
        assert_eq!(fixed.iter().sum::<usize>(), 63);
    }

    #[test]
    fn six_by_ten_has_72_items_and_2056_options() {
        let puzzle = pentominoes(6, 10).unwrap();
        let problem: &Problem = puzzle.problem();
        assert_eq!((problem.item_count(), problem.option_count()), (72, 2056));
        assert_eq!(problem.item_name(ItemId::new(71)), "r6c10");
        let long = pentominoes(1, 60).unwrap();
        assert_eq!(long.problem().option_count(), 56);
    }

    #[test]
    fn the_area_is_sixty() {
        for (height, width) in [(8, 8), (0, 60), (usize::MAX, 60), (6, 11)] {
            assert!(pentominoes(height, width).is_err());
        }
    }
}
