//! Sums that follow from cages, by the rule of 45.
//!
//! ```text
//!     ┌───┬───┐         the row has the sum 10; its cages without the last cell have 7,
//!     │ 7     │ 5       so the cell that is left over has 3, and the one that sticks out has 2
//!     └───┬───┤
//!         │ . │
//!         └───┘
//! ```
//!
//! They are redundant, but show a search earlier what is impossible.

use std::collections::BTreeSet;

use crate::puzzles::variant::field::{Field, Unit};
use crate::puzzles::variant::rule::Rule;

/// The most sets or arrangements of digits of such a sum.
pub(super) const MOST: usize = 100;
/// The most cells of one.
const MOST_CELLS: usize = 4;
/// The most units side by side whose sum is examined.
const MOST_UNITS: usize = 4;

/// A sum that follows from cages and units.
pub(super) struct Implied {
    pub cells: Vec<usize>,
    pub total: u32,
    pub words: String,
}

/// All such sums of few cells.
pub(super) fn sums(field: &Field, units: &[Unit], rules: &[Rule]) -> Vec<Implied> {
    let cages: Vec<(&[usize], u32)> = rules
        .iter()
        .filter_map(|rule| match rule {
            Rule::Cage {
                cells,
                sum: Some(sum),
            } => Some((&cells[..], *sum)),
            _ => None,
        })
        .collect();
    let mut known: BTreeSet<Vec<usize>> = cages.iter().map(|cage| sorted(cage.0)).collect();
    let mut found = Vec::new();
    if cages.is_empty() {
        return found;
    }
    let whole: Vec<&Unit> = units
        .iter()
        .filter(|unit| unit.cells.len() == field.size())
        .collect();
    for first in 0..whole.len() {
        let mut area: BTreeSet<usize> = BTreeSet::new();
        for (more, unit) in whole[first..].iter().take(MOST_UNITS).enumerate() {
            let overlaps = unit.cells.iter().any(|cell| area.contains(cell));
            if overlaps || kind(unit) != kind(whole[first]) {
                break;
            }
            area.extend(&unit.cells);
            let words = match more {
                0 => unit.words.clone(),
                _ => format!("{} to {}", whole[first].words, unit.words),
            };
            let of_area = (field.size() * (field.size() + 1) / 2 * (more + 1)) as u32;
            for (cells, total, how) in [
                inside(&area, &cages, of_area),
                outside(&area, &cages, of_area),
            ]
            .into_iter()
            .flatten()
            {
                if !cells.is_empty() && cells.len() <= MOST_CELLS && known.insert(cells.clone()) {
                    let names: Vec<String> = cells.iter().map(|&cell| field.name(cell)).collect();
                    let words = format!("the sum {total} of {}, {how} {words}", names.join(" "));
                    found.push(Implied {
                        cells,
                        total,
                        words,
                    });
                }
            }
        }
    }
    found
}

/// The letters before the number in the tag of a unit: rows go with rows.
fn kind(unit: &Unit) -> &str {
    unit.tag.trim_end_matches(|c: char| c.is_ascii_digit())
}

fn sorted(cells: &[usize]) -> Vec<usize> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

/// Cells, their sum, and where they lie.
type Found = Option<(Vec<usize>, u32, &'static str)>;

/// The cells of an area that no cage covers which lies in it.
fn inside(area: &BTreeSet<usize>, cages: &[(&[usize], u32)], sum: u32) -> Found {
    let (mut left, mut rest) = (area.clone(), sum);
    for (cells, sum) in cages {
        if cells.iter().all(|cell| left.contains(cell)) {
            rest = rest.checked_sub(*sum)?;
            left.retain(|cell| !cells.contains(cell));
        }
    }
    Some((left.into_iter().collect(), rest, "left over in"))
}

/// The cells outside an area of the cages that cover it.
fn outside(area: &BTreeSet<usize>, cages: &[(&[usize], u32)], sum: u32) -> Found {
    let (mut covered, mut total) = (BTreeSet::new(), 0u32);
    for (cells, sum) in cages {
        if cells.iter().any(|cell| area.contains(cell)) {
            if cells.iter().any(|cell| covered.contains(cell)) {
                return None;
            }
            covered.extend(cells.iter().copied());
            total = total.checked_add(*sum)?;
        }
    }
    if !area.is_subset(&covered) {
        return None;
    }
    let cells = covered.difference(area).copied().collect();
    Some((cells, total.checked_sub(sum)?, "outside"))
}
