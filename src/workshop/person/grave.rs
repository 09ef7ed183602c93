//! The bivalue universal grave: a grid that would be left with two digits in every blank cell.
//!
//! If each blank cell had two candidates, and each digit two places in each unit that lacks it, the grid would have two answers
//! or none. So in a puzzle with one answer some *extra* candidate, without which the grid would be like this, is right:
//!
//! ```text
//!   37 │ 375 │ 58          Without the 5 in the middle the grid would be such a grave, so the middle is 5.
//! ```
//!
//! As with unique rectangles there are four types: one cell with extras; several, with one extra digit; several that are
//! together one more cell of a naked subset; two cells, one of which holds a digit that has no other place in a unit.

use super::cells::{CellSet, bits};
use super::marks::{Digits, Marks};
use super::step::{Pattern, Removed, Rescue, Step, removed};
use super::subsets::sets;
use super::technique::Technique;

/// The easiest step that a grave shows.
pub fn grave(marks: &Marks) -> Option<Step> {
    let extras = extras(marks)?;
    let cells = CellSet::from_iter(extras.iter().map(|(cell, _)| *cell));
    let all = extras.iter().fold(0, |all, (_, digits)| all | digits);
    if let &[(cell, digits)] = extras.as_slice() {
        let gone = removed(marks, [cell], !digits);
        return step(56, all, Rescue::Cell(cell), gone);
    }
    if all.is_power_of_two() {
        let seen = marks.grid().seen_by_all(cells.iter());
        let gone = removed(marks, seen.iter(), all);
        let digit = all.trailing_zeros() as usize;
        let one_digit = step(57, all, Rescue::Digit { cells, digit }, gone);
        return one_digit.or_else(|| locked(marks, &extras, all));
    }
    locked(marks, &extras, all).or_else(|| subset(marks, cells, all))
}

fn step(value: u16, extras: Digits, rescue: Rescue, removed: Removed) -> Option<Step> {
    let pattern = Pattern::Grave { extras, rescue };
    let step = Step::remove(Technique::Grave, value, pattern, removed);
    (step.removals() > 0).then_some(step)
}

/// The candidates without which the grid would be a grave: cells with their extra digits.
fn extras(marks: &Marks) -> Option<Vec<(usize, Digits)>> {
    let grid = marks.grid();
    let many = (0..grid.cells()).filter(|&cell| marks.choices(cell) > 2);
    let many = CellSet::from_iter(many);
    let mut extras: Vec<(usize, Digits)> = Vec::new();
    let mut add = |cell: usize, digit: usize| match extras.iter_mut().find(|(one, _)| *one == cell)
    {
        Some((_, digits)) => *digits |= 1 << digit,
        None => extras.push((cell, 1 << digit)),
    };
    // Digits with more than two places in some unit, and the cells of three or more candidates among these places.
    let (mut odd_digits, mut odd_cells) = (0, CellSet::default());
    for unit in 0..grid.units().len() {
        for digit in 0..grid.size() {
            if matches!(marks.places(unit, digit).count_ones(), 0 | 2) {
                continue;
            }
            let suspects = marks.cells_in(unit, digit) & many;
            match suspects.len() {
                0 => return None,
                1 => suspects.iter().for_each(|cell| add(cell, digit)),
                _ => {}
            }
            odd_digits |= 1 << digit;
            odd_cells |= suspects;
        }
    }
    if u32::is_power_of_two(odd_digits) {
        let digit = odd_digits.trailing_zeros() as usize;
        odd_cells.iter().for_each(|cell| add(cell, digit));
    }
    is_grave(marks, &extras).then_some(extras)
}

/// Whether without these candidates each blank cell has two, and each digit two places or none in each unit.
fn is_grave(marks: &Marks, extras: &[(usize, Digits)]) -> bool {
    let mut left = marks.clone();
    for &(cell, digits) in extras {
        bits(digits).for_each(|digit| _ = left.remove(cell, digit));
    }
    let grid = marks.grid();
    let mut blank = (0..grid.cells()).filter(|&cell| marks.value(cell).is_none());
    let mut units = 0..grid.units().len();
    !extras.is_empty()
        && blank.all(|cell| left.choices(cell) == 2)
        && units.all(|unit| {
            let mut digits = 0..grid.size();
            digits.all(|digit| matches!(left.places(unit, digit).count_ones(), 0 | 2))
        })
}

/// Type 4: one of two cells holds a digit that has no other place in a unit; so neither is a third digit.
fn locked(marks: &Marks, extras: &[(usize, Digits)], all: Digits) -> Option<Step> {
    let &[(one, of_one), (other, of_other)] = extras else {
        return None;
    };
    let pair = CellSet::from_iter([one, other]);
    let common = marks.candidates(one) & marks.candidates(other) & !of_one & !of_other;
    for unit in bits(marks.grid().units_around([one, other])) {
        for digit in bits(common) {
            if marks.cells_in(unit, digit) == pair {
                let mut gone = removed(marks, [one], !(of_one | 1 << digit));
                gone.extend(removed(marks, [other], !(of_other | 1 << digit)));
                let cells = pair;
                let rescue = Rescue::Locked { cells, unit, digit };
                return step(57, all, rescue, gone);
            }
        }
    }
    None
}

/// Type 3: with one of the cells, K − 1 others of a unit have K digits.
fn subset(marks: &Marks, cells: CellSet, extras: Digits) -> Option<Step> {
    let grid = marks.grid();
    for count in 2..grid.size() {
        for unit in bits(grid.units_around(cells.iter())) {
            let rest = grid.units()[unit].set - cells;
            let few = rest
                .iter()
                .filter(|&cell| (2..=count as u32).contains(&marks.choices(cell)));
            let few = Vec::from_iter(few);
            if few.len() + 1 < count || extras.count_ones() as usize > count {
                continue;
            }
            for chosen in sets(count - 1, few.len()) {
                let digits = bits(chosen).fold(0, |all, place| all | marks.candidates(few[place]));
                if digits.count_ones() as usize != count || extras & !digits != 0 {
                    continue;
                }
                let others = CellSet::from_iter(bits(chosen).map(|place| few[place]));
                let gone = removed(marks, (rest - others).iter(), digits);
                let rescue = Rescue::Subset {
                    cells,
                    unit,
                    digits,
                    others,
                    is_hidden: false,
                };
                let found = step(57 + count as u16 - 1, extras, rescue, gone);
                if found.is_some() {
                    return found;
                }
            }
        }
    }
    None
}
