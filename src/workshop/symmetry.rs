//! Symmetric patterns of clues: cells that have a clue all together, or not at all.
//!
//! ```text
//!     rotate180   a · · b      mirror   a · · a      diagonal   a b · ·      rotate90, full   a b b a
//!                 · c d ·               b · · b                 b c · ·                       b c c b
//!                 · d c ·               · · · ·                 · · d ·                       b c c b
//!                 b · · a               c · · c                 · · · e                       a b b a
//! ```

/// A symmetry of the cells that have clues; not of the digits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum CellSymmetry {
    /// Each cell for itself.
    #[default]
    None,
    /// Rotation by half a turn.
    Rotate180,
    /// Rotation by a quarter turn.
    Rotate90,
    /// Reflection, left to right.
    Mirror,
    /// Reflection in the diagonal from the upper left: rows become columns.
    Diagonal,
    /// All rotations and reflections of the square.
    Full,
}

impl CellSymmetry {
    /// The images of a cell, by row and column, under the symmetries that generate all others.
    fn images(self, size: usize, (row, column): (usize, usize)) -> Vec<(usize, usize)> {
        let (up, left) = (size - 1 - row, size - 1 - column);
        match self {
            CellSymmetry::None => vec![],
            CellSymmetry::Rotate180 => vec![(up, left)],
            CellSymmetry::Rotate90 => vec![(column, up)],
            CellSymmetry::Mirror => vec![(row, left)],
            CellSymmetry::Diagonal => vec![(column, row)],
            CellSymmetry::Full => vec![(column, up), (row, left)],
        }
    }

    /// The cells of a grid of `size` × `size` cells, row by row, in sets that belong together. Each set is sorted, and the sets
    /// are sorted by their first cells.
    pub fn orbits(self, size: usize) -> Vec<Vec<usize>> {
        let mut seen = vec![false; size * size];
        let mut orbits = Vec::new();
        for start in 0..seen.len() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let (mut orbit, mut next) = (vec![start], 0);
            while let Some(&cell) = orbit.get(next) {
                next += 1;
                for (row, column) in self.images(size, (cell / size, cell % size)) {
                    let image = row * size + column;
                    if !std::mem::replace(&mut seen[image], true) {
                        orbit.push(image);
                    }
                }
            }
            orbit.sort_unstable();
            orbits.push(orbit);
        }
        orbits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_are_those_of_the_square() {
        let sizes = |symmetry: CellSymmetry, size| {
            let orbits = symmetry.orbits(size);
            assert_eq!(orbits.concat().len(), size * size);
            let mut sizes = Vec::from_iter(orbits.iter().map(Vec::len));
            sizes.sort_unstable();
            sizes.dedup();
            (orbits.len(), sizes)
        };
        assert_eq!(sizes(CellSymmetry::None, 9), (81, vec![1]));
        assert_eq!(sizes(CellSymmetry::Rotate180, 9), (41, vec![1, 2]));
        assert_eq!(sizes(CellSymmetry::Rotate90, 9), (21, vec![1, 4]));
        assert_eq!(sizes(CellSymmetry::Mirror, 9), (45, vec![1, 2]));
        assert_eq!(sizes(CellSymmetry::Diagonal, 4), (10, vec![1, 2]));
        assert_eq!(sizes(CellSymmetry::Full, 9), (15, vec![1, 4, 8]));
        assert_eq!(CellSymmetry::Rotate90.orbits(2), [[0, 1, 2, 3]]);
    }
}
