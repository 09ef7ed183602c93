//! The Soma cube: the seven crooked shapes of three or four cubes, packed into a cube of 3 × 3 × 3.
//!
//! ```text
//!   V  xx   L  xxx   T  xxx   Z  xx.   A  xx  .x   B  xx  x.   P  xx  x.      (layers side by side)
//!      x.      x..      .x.      .xx      x.  ..      .x  ..      x.  ..
//!
//!   item   V L T Z A B P z1r1c1 z1r1c2 ... z3r3c3        option   V z1r1c1 z1r1c2 z1r2c1
//! ```
//!
//! The encoding is that of [`Packing`]: 688 places. Pieces may be turned in space, A and B are mirror images of each
//! other, and the symmetric copies of a packing count: 11,520 solutions, 48 times the 240 that J. H. Conway and
//! M. J. T. Guy listed by hand in 1961.
//!
//! Source: E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 24; D. E. Knuth, *The Art of Computer
//! Programming* 4B, section 7.2.2.1.

use super::packing::Packing;
use super::polycube::Polycube;

/// Names and shapes of the pieces.
const PIECES: [(&str, &str); 7] = [
    ("V", "xx/x."),
    ("L", "xxx/x.."),
    ("T", "xxx/.x."),
    ("Z", "xx./.xx"),
    ("A", "xx/x. .x/.."),
    ("B", "xx/.x x./.."),
    ("P", "xx/x. x./.."),
];

fn pieces() -> impl Iterator<Item = (&'static str, Polycube)> {
    let piece = |picture: &str| picture.parse().expect("a picture");
    PIECES
        .iter()
        .map(move |(name, picture)| (*name, piece(picture)))
}

/// The problem of the Soma cube.
pub fn soma() -> Packing {
    Packing::new(pieces(), [3, 3, 3]).expect("a small box, and letters as names")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::Puzzle;

    #[test]
    fn the_pieces_have_688_places() {
        let places = Vec::from_iter(pieces().map(|(_, piece)| piece.placements([3; 3]).len()));
        assert_eq!(places, [144, 144, 72, 72, 96, 96, 64]);
        let puzzle = soma();
        assert_eq!(puzzle.problem().item_count(), 7 + 27);
        assert_eq!(puzzle.problem().option_count(), 688);
    }

    #[test]
    fn a_and_b_are_mirror_images_and_no_rotations_of_each_other() {
        let pieces = Vec::from_iter(pieces().map(|(_, piece)| piece));
        let [a, b] = [&pieces[4], &pieces[5]];
        assert!(!a.orientations().contains(b));
        let mirrored = Polycube::new(
            a.cells()
                .map(|[layer, row, column]| [layer, row, 1 - column]),
        );
        assert!(mirrored.orientations().contains(b));
    }
}
