//! Subsets: K cells of a unit with K digits.
//!
//! ```text
//!   naked pair     3 7 │ 3 7 │ 1 3 9 │ …      two cells have only 3 and 7: no other cell of the unit can be 3 or 7
//!   hidden pair    3 7 1 │ 3 7 9 │ 1 9 │ …    3 and 7 have only two cells: these can be nothing else
//! ```
//!
//! A *direct* hidden subset leaves one place for another digit of the unit.

use super::cells::{CellSet, bits};
use super::marks::{Digits, Marks};
use super::step::{Pattern, Step, removed};
use super::technique::Technique;

/// All sets of `count` of the numbers 0 to `size` − 1, as bits, ascending.
pub(super) fn sets(count: usize, size: usize) -> impl Iterator<Item = u32> {
    let first = (1_u64 << count) - 1;
    std::iter::successors(Some(first), |&set| {
        let lowest = set & set.wrapping_neg();
        if lowest == 0 {
            return None;
        }
        // Move the lowest group of bits: its highest bit up by one, the others down to the end.
        let moved = set + lowest;
        Some(moved | (((set ^ moved) >> 2) / lowest))
    })
    .take_while(move |set| set >> size == 0)
    .map(|set| set as u32)
}

/// The union of the sets of bits at these places, if each has at least two and the union as many as there are places.
fn common(places: u32, at: impl Fn(usize) -> u32) -> Option<u32> {
    let mut union = 0;
    for place in bits(places) {
        let set = at(place);
        if set.count_ones() < 2 {
            return None;
        }
        union |= set;
    }
    (union.count_ones() == places.count_ones()).then_some(union)
}

/// A naked subset of this many cells.
pub fn naked(marks: &Marks, count: usize) -> Option<Step> {
    let (technique, value) = match count {
        2 => (Technique::NakedPair, 30),
        3 => (Technique::NakedTriplet, 36),
        _ => (Technique::NakedQuad, 50),
    };
    let grid = marks.grid();
    for (number, unit) in grid.units().iter().enumerate() {
        if marks.blanks(number) < 2 * count {
            continue;
        }
        let at = |place: usize| marks.candidates(unit.cells[place]);
        let few =
            (0..grid.size()).filter(|&place| (2..=count as u32).contains(&at(place).count_ones()));
        let few = few.fold(0, |few, place| few | 1 << place);
        if u32::count_ones(few) < count as u32 {
            continue;
        }
        for places in sets(count, grid.size()).filter(|places| places & !few == 0) {
            let Some(digits) = common(places, at) else {
                continue;
            };
            let others = (0..grid.size()).filter(|place| places >> place & 1 == 0);
            let removed = removed(marks, others.map(|place| unit.cells[place]), digits);
            if !removed.is_empty() {
                let pattern = Pattern::Subset {
                    unit: number,
                    cells: bits(places).map(|place| unit.cells[place]).collect(),
                    digits,
                    is_hidden: false,
                };
                return Some(Step::remove(technique, value, pattern, removed));
            }
        }
    }
    None
}

/// A hidden subset of this many digits that takes other candidates away.
pub fn hidden(marks: &Marks, count: usize) -> Option<Step> {
    let (technique, value) = match count {
        2 => (Technique::HiddenPair, 34),
        3 => (Technique::HiddenTriplet, 40),
        _ => (Technique::HiddenQuad, 54),
    };
    search_hidden(marks, count, 2 * count, |unit, digits, places| {
        let cells = &marks.grid().units()[unit].cells;
        let removed = removed(marks, bits(places).map(|place| cells[place]), !digits);
        let pattern = hidden_pattern(marks, unit, digits, places);
        (!removed.is_empty()).then(|| Step::remove(technique, value, pattern, removed))
    })
}

/// A hidden subset of this many digits that leaves one place for another digit of the unit.
pub fn direct_hidden(marks: &Marks, count: usize) -> Option<Step> {
    let (technique, value) = match count {
        2 => (Technique::DirectHiddenPair, 20),
        _ => (Technique::DirectHiddenTriplet, 25),
    };
    search_hidden(marks, count, count, |unit, digits, places| {
        let others = (0..marks.grid().size()).filter(|digit| digits >> digit & 1 == 0);
        let (digit, place) = others.into_iter().find_map(|digit| {
            let all = marks.places(unit, digit);
            let left = all & !places;
            (all.count_ones() > 1 && left.count_ones() == 1)
                .then(|| (digit, left.trailing_zeros() as usize))
        })?;
        let cell = marks.grid().units()[unit].cells[place];
        let pattern = hidden_pattern(marks, unit, digits, places);
        Some(Step::place(technique, value, pattern, (cell, digit)))
    })
}

fn hidden_pattern(marks: &Marks, unit: usize, digits: Digits, places: u32) -> Pattern {
    let cells = &marks.grid().units()[unit].cells;
    Pattern::Subset {
        unit,
        cells: CellSet::from_iter(bits(places).map(|place| cells[place])),
        digits,
        is_hidden: true,
    }
}

/// Looks at each hidden subset in a unit with more than `blanks` blank cells.
fn search_hidden(
    marks: &Marks,
    count: usize,
    blanks: usize,
    found: impl Fn(usize, Digits, u32) -> Option<Step>,
) -> Option<Step> {
    let size = marks.grid().size();
    for unit in (0..marks.grid().units().len()).filter(|&unit| marks.blanks(unit) > blanks) {
        let at = |digit: usize| marks.places(unit, digit);
        let few = (0..size).filter(|&digit| (2..=count as u32).contains(&at(digit).count_ones()));
        let few = few.fold(0, |few, digit| few | 1 << digit);
        if u32::count_ones(few) < count as u32 {
            continue;
        }
        for digits in sets(count, size).filter(|digits| digits & !few == 0) {
            let step = common(digits, at).and_then(|places| found(unit, digits, places));
            if step.is_some() {
                return step;
            }
        }
    }
    None
}

/// An X-wing, a swordfish or a jellyfish: all places of a digit in `count` columns lie in as many rows, or the other way
/// round.
///
/// ```text
///   · 4 · · 4 ·      the 4 of both columns is in these two rows:
///   - | - - | -      no other 4 in the rows
///   · 4 · · 4 ·
/// ```
pub fn fish(marks: &Marks, count: usize) -> Option<Step> {
    use super::grid::UnitKind::{Column, Row};
    let (technique, value) = match count {
        2 => (Technique::XWing, 32),
        3 => (Technique::Swordfish, 38),
        _ => (Technique::Jellyfish, 52),
    };
    let (grid, size) = (marks.grid(), marks.grid().size());
    for (base, cover) in [(Column, Row), (Row, Column)] {
        let first = |kind| grid.units_of(kind).map(|(number, _)| number).next();
        let (Some(base), Some(cover)) = (first(base), first(cover)) else {
            continue;
        };
        // The i-th cell of a column lies in row i, and the other way round.
        let few = |digit| {
            let few = (0..size).filter(|unit| {
                let places = marks.places(base + unit, digit).count_ones();
                (2..=count as u32).contains(&places)
            });
            few.fold(0_u32, |few, unit| few | 1 << unit)
        };
        let is_missing_enough = |digit: &usize| marks.missing(*digit) >= 2 * count;
        let digits = (0..size)
            .filter(is_missing_enough)
            .map(|digit| (digit, few(digit)));
        let digits = Vec::from_iter(digits.filter(|(_, few)| few.count_ones() >= count as u32));
        if digits.is_empty() {
            continue;
        }
        for lines in sets(count, size) {
            for &(digit, _) in digits.iter().filter(|(_, few)| lines & !few == 0) {
                let Some(places) = common(lines, |line| marks.places(base + line, digit)) else {
                    continue;
                };
                let crossed = |unit: usize| grid.units()[unit].set;
                let all = bits(places).map(|place| marks.cells_in(cover + place, digit));
                let all = all.fold(CellSet::default(), |all, one| all | one);
                let own = bits(lines).map(|line| crossed(base + line));
                let gone = own.fold(all, |gone, own| gone - own);
                if !gone.is_empty() {
                    let pattern = Pattern::Fish {
                        digit,
                        base: bits(lines).map(|line| base + line).collect(),
                        cover: bits(places).map(|place| cover + place).collect(),
                    };
                    let removed = removed(marks, gone.iter(), 1 << digit);
                    return Some(Step::remove(technique, value, pattern, removed));
                }
            }
        }
    }
    None
}
