//! The outline of a set of cells: rings of corners.
//!
//! ```text
//!     cells  ##.      a side of a cell belongs to the outline if the cell on the other side is not in the set;
//!            ###      it leads on with the set at its right hand:
//!                          ╭─────▶
//!                          │   ╭─▶       inset: each side moves inwards by the same length
//! ```
//!
//! Where two cells touch at a corner only, the rings stay apart.

use std::collections::{BTreeMap, BTreeSet};

use super::picture::Point;

/// The four directions in which a side can lead, clockwise from 'to the right'; x and y.
const STEPS: [[i64; 2]; 4] = [[1, 0], [0, 1], [-1, 0], [0, -1]];

/// The rings around a set of cells, given by row and column. Outer rings run clockwise, those around holes the other way. The
/// cell at row 0, column 0 has its upper left corner at (0, 0). Each ring lies inside by `inset` cells, less than half a cell.
///
/// ```
/// use dominox::render::outline;
/// let rings = outline([(0, 0), (0, 1)], 0.0);
/// assert_eq!(rings, [[[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]]]);
/// ```
pub fn outline(cells: impl IntoIterator<Item = (usize, usize)>, inset: f64) -> Vec<Vec<Point>> {
    let cells = cells
        .into_iter()
        .map(|(row, column)| [column as i64, row as i64]);
    let cells = BTreeSet::from_iter(cells);
    let mut sides = sides(&cells);
    let mut rings = Vec::new();
    while let Some((&start, _)) = sides.first_key_value() {
        rings.push(ring(start, &mut sides, inset));
    }
    rings
}

/// For each corner, the directions of the sides that begin there.
type Sides = BTreeMap<[i64; 2], Vec<usize>>;

fn sides(cells: &BTreeSet<[i64; 2]>) -> Sides {
    let mut sides = Sides::new();
    for &[x, y] in cells {
        // The side above leads to the right, the right one downwards, and so on.
        let ends = [
            ([x, y - 1], [x, y]),
            ([x + 1, y], [x + 1, y]),
            ([x, y + 1], [x + 1, y + 1]),
            ([x - 1, y], [x, y + 1]),
        ];
        for (direction, (neighbour, from)) in ends.into_iter().enumerate() {
            if !cells.contains(&neighbour) {
                sides.entry(from).or_default().push(direction);
            }
        }
    }
    sides
}

/// Takes the ring that begins at this corner.
fn ring(start: [i64; 2], sides: &mut Sides, inset: f64) -> Vec<Point> {
    let mut turns: Vec<([i64; 2], usize)> = Vec::new();
    let (mut at, mut last) = (start, None);
    while let Some(direction) = take(at, last, sides) {
        if last != Some(direction) {
            turns.push((at, direction));
        }
        last = Some(direction);
        at = [0, 1].map(|axis| at[axis] + STEPS[direction][axis]);
    }
    // The start is not a corner if the last side has the same direction as the first one.
    if turns.len() > 1 && turns.first().map(|turn| turn.1) == last {
        turns.remove(0);
    }
    let corner = |place: usize| {
        let (at, direction) = turns[place];
        let before = turns[(place + turns.len() - 1) % turns.len()].1;
        // The set lies a quarter turn clockwise of each direction.
        let inwards = [before, direction].map(|direction| STEPS[(direction + 1) % 4]);
        [0, 1].map(|axis| at[axis] as f64 + inset * (inwards[0][axis] + inwards[1][axis]) as f64)
    };
    (0..turns.len()).map(corner).collect()
}

/// Takes a side that begins at this corner: where there are two, the one that turns right.
fn take(at: [i64; 2], last: Option<usize>, sides: &mut Sides) -> Option<usize> {
    let here = sides.get_mut(&at)?;
    let place = here
        .iter()
        .position(|&direction| last.is_some_and(|last| direction == (last + 1) % 4))
        .unwrap_or(0);
    let direction = here.remove(place);
    if here.is_empty() {
        sides.remove(&at);
    }
    Some(direction)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rings(picture: &[&str], inset: f64) -> Vec<Vec<Point>> {
        let rows = picture.iter().enumerate();
        let cells = rows.flat_map(|(row, text)| {
            let cells = text.chars().enumerate();
            cells.filter_map(move |(column, c)| (c == '#').then_some((row, column)))
        });
        outline(cells, inset)
    }

    /// Twice the area of a ring, positive if it runs clockwise.
    fn doubled_area(ring: &[Point]) -> f64 {
        let next = ring.iter().cycle().skip(1);
        let parts = ring
            .iter()
            .zip(next)
            .map(|(a, b)| a[0] * b[1] - b[0] * a[1]);
        parts.sum()
    }

    #[test]
    fn corners_follow_each_other_clockwise() {
        let rings = rings(&["##.", "###"], 0.0);
        let expected = [[0., 0.], [2., 0.], [2., 1.], [3., 1.], [3., 2.], [0., 2.]];
        assert_eq!(rings, [expected]);
    }

    #[test]
    fn a_hole_has_a_ring_of_its_own_the_other_way() {
        let rings = rings(&["###", "#.#", "###"], 0.0);
        let areas = Vec::from_iter(rings.iter().map(|ring| doubled_area(ring)));
        assert_eq!(areas, [18.0, -2.0]);
    }

    #[test]
    fn an_inset_makes_the_set_smaller_and_its_holes_larger() {
        let rings = rings(&["###", "#.#", "###"], 0.25);
        let areas = Vec::from_iter(rings.iter().map(|ring| doubled_area(ring)));
        assert_eq!(areas, [2.0 * 2.5 * 2.5, -2.0 * 1.5 * 1.5]);
    }

    #[test]
    fn cells_that_touch_at_a_corner_stay_apart() {
        let rings = rings(&["#.", ".#"], 0.1);
        assert_eq!(rings.len(), 2);
        assert!(rings.iter().all(|ring| ring.len() == 4));
    }
}
