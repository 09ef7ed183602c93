//! XY-wing and XYZ-wing: a cell, and two cells of two digits that it sees.
//!
//! ```text
//!   xy ─── xz        whatever xy is, one of the other two is z: a cell that sees both is not z;
//!    │      │        if the first is xyz, one of the three is z, and the cell must see all of them
//!   yz ─── −z
//! ```

use super::cells::bits;
use super::marks::Marks;
use super::step::{Pattern, Step, removed};
use super::technique::Technique;

/// A wing whose first cell has this many digits: two or three.
pub fn wing(marks: &Marks, count: u32) -> Option<Step> {
    let grid = marks.grid();
    let has_three = count == 3;
    let (technique, value) = match has_three {
        false => (Technique::XyWing, 42),
        true => (Technique::XyzWing, 44),
    };
    for pivot in (0..grid.cells()).filter(|&cell| marks.choices(cell) == count) {
        let of_pivot = marks.candidates(pivot);
        let pairs = grid
            .seen(pivot)
            .iter()
            .filter(|&cell| marks.choices(cell) == 2);
        let pairs = Vec::from_iter(pairs.map(|cell| (cell, marks.candidates(cell))));
        for (place, &(one, of_one)) in pairs.iter().enumerate() {
            for &(other, of_other) in &pairs[place + 1..] {
                let (all, shared) = (of_pivot | of_one | of_other, of_one & of_other);
                let is_wing = all.count_ones() == 3
                    && shared.count_ones() == 1
                    && (shared & of_pivot != 0) == has_three;
                let Some(digit) = bits(shared).next().filter(|_| is_wing) else {
                    continue;
                };
                let mut seen = grid.seen_by_all([one, other]);
                if has_three {
                    seen &= grid.seen(pivot);
                }
                let gone = seen & marks.cells(digit);
                if !gone.is_empty() {
                    let pattern = Pattern::Wing {
                        pivot,
                        wings: [one, other],
                        digit,
                    };
                    let removed = removed(marks, gone.iter(), shared);
                    return Some(Step::remove(technique, value, pattern, removed));
                }
            }
        }
    }
    None
}
