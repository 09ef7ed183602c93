//! Full grids, drawn at random.
//!
//! A search that tries digits in a random order finds some grids more often than others: where there are many dead ends, the
//! few grids among them are found too often. So nothing is searched here:
//!
//! ```text
//!     classic   9 × 9, and
//!     flat      boxes of 2 × 2, 2 × 3 and 2 × 4:   every grid has exactly one number; draw a number, write down its grid
//!     walk      all other shapes:                  from grid to grid by steps that favour none
//! ```

mod classic;
mod flat;
mod triples;
mod walk;

use rand_core::Rng;

use super::Grid;
use crate::puzzles::Shape;
use flat::Flat;

/// How grids are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fairness {
    /// Each full grid is exactly as likely as any other.
    Exact,
    /// By a walk, which comes near to that, and how near is not known.
    Walk,
}

/// Draws full grids of one shape.
///
/// ```
/// use dominox::puzzles::Shape;
/// use dominox::workshop::{Fairness, FullGrids};
/// # use rand_chacha::ChaCha8Rng;
/// # use rand_chacha::rand_core::SeedableRng;
/// let mut grids = FullGrids::new(Shape::CLASSIC);
/// assert_eq!(grids.fairness(), Fairness::Exact);
/// let grid = grids.draw(&mut ChaCha8Rng::seed_from_u64(1));
/// assert!(grid.is_full());
/// ```
#[derive(Clone, Debug)]
pub struct FullGrids {
    shape: Shape,
    method: Method,
}

#[derive(Clone, Debug)]
enum Method {
    Classic,
    Flat(Flat),
    /// Boxes of two columns, drawn on their side.
    Upright(Flat),
    Walk,
}

impl FullGrids {
    /// A generator of grids of this shape.
    pub fn new(shape: Shape) -> FullGrids {
        let turned = Shape::new(shape.columns_per_box(), shape.rows_per_box());
        let upright = || turned.ok().and_then(Flat::new).map(Method::Upright);
        let flat = || Flat::new(shape).map(Method::Flat);
        let method = match shape {
            Shape::CLASSIC => Method::Classic,
            _ => flat().or_else(upright).unwrap_or(Method::Walk),
        };
        FullGrids { shape, method }
    }

    /// Whether all grids are exactly equally likely.
    pub fn fairness(&self) -> Fairness {
        match self.method {
            Method::Walk => Fairness::Walk,
            _ => Fairness::Exact,
        }
    }

    /// A full grid. The same generator in the same state draws the same grid.
    pub fn draw<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Grid {
        match &mut self.method {
            Method::Classic => classic::draw(rng),
            Method::Flat(flat) => flat.draw(rng),
            Method::Upright(flat) => flat.draw(rng).transposed(),
            Method::Walk => walk::draw(self.shape, rng),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workshop::chance;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;
    use std::collections::BTreeMap;

    fn assert_full(grid: &Grid) {
        let (shape, size) = (grid.shape(), grid.shape().size());
        let mut seen = vec![[0u64; 3]; size];
        for (cell, digit) in grid.digits().iter().enumerate() {
            assert!(*digit > 0);
            let (row, column) = (cell / size, cell % size);
            for (unit, number) in [row, column, shape.box_of(row, column)]
                .into_iter()
                .enumerate()
            {
                assert_eq!(seen[number][unit] >> digit & 1, 0, "{grid}");
                seen[number][unit] |= 1 << digit;
            }
        }
    }

    #[test]
    fn grids_of_all_shapes_are_full() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for shape in [
            "2x2", "2x3", "3x2", "2x4", "4x2", "3x3", "2x5", "3x4", "4x3", "4x4", "6x6",
        ] {
            let shape: Shape = shape.parse().expect("a shape");
            let mut grids = FullGrids::new(shape);
            let is_exact = grids.fairness() == Fairness::Exact;
            assert_eq!(is_exact, shape.size() <= 9);
            for _ in 0..3 {
                let grid = grids.draw(&mut rng);
                assert_eq!(grid.shape(), shape);
                assert_full(&grid);
            }
        }
    }

    #[test]
    fn all_288_grids_of_the_smallest_shape_are_equally_likely() {
        let mut rng = ChaCha8Rng::seed_from_u64(288);
        let shape = Shape::new(2, 2).expect("a shape");
        let mut grids = FullGrids::new(shape);
        let mut seen: BTreeMap<Grid, u64> = BTreeMap::new();
        for _ in 0..288 * 100 {
            *seen.entry(grids.draw(&mut rng)).or_default() += 1;
        }
        assert_eq!(seen.len(), 288);
        chance::assert_fair(seen.into_values().map(|seen| (seen, 100.0)));
    }
}
