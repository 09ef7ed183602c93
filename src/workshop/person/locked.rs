//! Locked candidates: all places of a digit in one unit lie in another one, so the other has it nowhere else.
//!
//! ```text
//!   pointing                        claiming
//!   · · · │ - - - │ - - -           · · 4 4 · · …    the row has its 4 in this box:
//!   4 4 · │ - - - │ - - -           - - -            no 4 in the rest of the box
//!   · · · │ · · · │ · · ·           - - -
//! ```
//!
//! *Pointing* goes from a box to a line, *claiming* from a line to a box. The step is *direct* if it leaves one place for the
//! digit in a third unit: a person sees that without pencil marks.

use super::grid::{Unit, UnitKind};
use super::marks::Marks;
use super::step::{Pattern, Step, removed};
use super::technique::Technique;

/// Which kind of unit the digit is locked in, and what it points at, in the order of the search.
const PAIRS: [(UnitKind, UnitKind); 4] = [
    (UnitKind::Box, UnitKind::Column),
    (UnitKind::Box, UnitKind::Row),
    (UnitKind::Column, UnitKind::Box),
    (UnitKind::Row, UnitKind::Box),
];

/// Locked candidates that leave one place in a third unit.
pub fn direct(marks: &Marks) -> Option<Step> {
    search(marks, |marks, digit, of, within| {
        let kind = of.1.kind;
        let grid = marks.grid();
        let others = grid.units_of(kind).filter(|(other, _)| *other != of.0);
        for (then, unit) in others {
            let places = marks.cells_in(then, digit);
            let left = places - within.1.set;
            if places.len() > 1 && left.len() == 1 && !unit.set.is_apart_from(&within.1.set) {
                let (technique, value) = match kind {
                    UnitKind::Box => (Technique::DirectPointing, 17),
                    _ => (Technique::DirectClaiming, 19),
                };
                let pattern = Pattern::Locked {
                    digit,
                    of: of.0,
                    within: within.0,
                    then: Some(then),
                };
                let cell = left.first()?;
                return Some(Step::place(technique, value, pattern, (cell, digit)));
            }
        }
        None
    })
}

/// Locked candidates that take others away.
pub fn locked(marks: &Marks) -> Option<Step> {
    search(marks, |marks, digit, of, within| {
        let gone = marks.cells_in(within.0, digit) - of.1.set;
        if gone.is_empty() {
            return None;
        }
        let (technique, value) = match of.1.kind {
            UnitKind::Box => (Technique::Pointing, 26),
            _ => (Technique::Claiming, 28),
        };
        let pattern = Pattern::Locked {
            digit,
            of: of.0,
            within: within.0,
            then: None,
        };
        let removed = removed(marks, gone.iter(), 1 << digit);
        Some(Step::remove(technique, value, pattern, removed))
    })
}

/// A unit with its number.
type Numbered<'a> = (usize, &'a Unit);

/// Looks at each digit that is locked.
fn search(
    marks: &Marks,
    found: impl Fn(&Marks, usize, Numbered, Numbered) -> Option<Step>,
) -> Option<Step> {
    let grid = marks.grid();
    for (of_kind, within_kind) in PAIRS {
        for digit in 0..grid.size() {
            for of in grid.units_of(of_kind) {
                let places = marks.cells_in(of.0, digit);
                if marks.places(of.0, digit).count_ones() < 2 {
                    continue;
                }
                let around = grid.units_around(places.iter());
                let within = grid
                    .units_of(within_kind)
                    .filter(|(number, _)| around >> number & 1 == 1);
                for within in within {
                    if let Some(step) = found(marks, digit, of, within) {
                        return Some(step);
                    }
                }
            }
        }
    }
    None
}
