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

use super::packing::{Lattice, Packing, Region};

/// The problem of the Soma cube.
pub fn soma() -> Packing {
    let cube = Region::named(Lattice::Cubes, "3x3x3").expect("a small board");
    Packing::of_set("soma", cube).expect("letters as names")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::Puzzle;

    #[test]
    fn the_pieces_have_688_places() {
        let puzzle = soma();
        let problem = puzzle.problem();
        let mut places = [0; 7];
        for option in problem.options() {
            places[puzzle.placement(option).0.expect("a piece")] += 1;
        }
        assert_eq!(places, [144, 144, 72, 72, 96, 96, 64]);
        assert_eq!(problem.item_count(), 7 + 27);
    }
}
