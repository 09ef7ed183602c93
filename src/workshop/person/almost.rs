//! Larger wings: K cells of a unit with K + 1 digits, and a cell of two of these digits.
//!
//! ```text
//!   xyz… │ wz… │ xw…        yx        The cell sees all x of the K cells. If it is x, they lack x and hold all their
//!                            │        other digits, z too; if it is not x, it is z itself. So one of them is z, and
//!         − z ───────────────┘        a cell that sees all z, of both, is not z.
//! ```
//!
//! If it sees all z too, the digits are fixed to their cells in both cases, and no other cell that sees all places of one of
//! them holds it. With three cells this is a WXYZ-wing, with four a VWXYZ-wing, and so on.

use super::cells::{CellSet, bits};
use super::marks::{Digits, Marks};
use super::step::{Pattern, Removed, Step};
use super::subsets::sets;
use super::technique::Technique;

/// The easiest wing of this many cells of a unit, and one more.
pub fn large_wing(marks: &Marks, count: usize) -> Option<Step> {
    let grid = marks.grid();
    let pairs = (0..grid.cells()).filter(|&cell| marks.choices(cell) == 2);
    let pairs = Vec::from_iter(pairs);
    let mut best: Option<Step> = None;
    for unit in grid.units() {
        let blank = unit
            .cells
            .iter()
            .copied()
            .filter(|&cell| marks.choices(cell) >= 2);
        let blank = Vec::from_iter(blank);
        if blank.len() < count {
            continue;
        }
        for chosen in sets(count, blank.len()) {
            let digits = bits(chosen).fold(0, |all, place| all | marks.candidates(blank[place]));
            if digits.count_ones() as usize != count + 1 {
                continue;
            }
            let cells = CellSet::from_iter(bits(chosen).map(|place| blank[place]));
            for &pair in &pairs {
                if marks.candidates(pair) & !digits == 0 && !cells.contains(pair) {
                    judge(marks, (cells, digits), pair, &mut best);
                }
            }
        }
    }
    best
}

/// Keeps what the cells and the pair show, if it is easier than the best, or takes more away.
fn judge(marks: &Marks, (cells, digits): (CellSet, Digits), pair: usize, best: &mut Option<Step>) {
    let grid = marks.grid();
    let value = value(marks, cells);
    if best.as_ref().is_some_and(|best| best.value.0 < value) {
        return;
    }
    let sees_all = |digit: &usize| (cells & marks.cells(*digit)).is_within(&grid.seen(pair));
    let of_pair = marks.candidates(pair);
    let common = Vec::from_iter(bits(of_pair).filter(sees_all));
    let &[first, ..] = common.as_slice() else {
        return;
    };
    let is_double = common.len() == 2;
    let mut removed = Removed::new();
    for digit in bits(digits) {
        let mut places = cells & marks.cells(digit);
        if of_pair >> digit & 1 == 1 {
            if digit == first && !is_double {
                continue;
            }
            places.insert(pair);
        } else if !is_double {
            continue;
        }
        let gone = grid.seen_by_all(places.iter()) & marks.cells(digit);
        for cell in (gone - cells).iter().filter(|&cell| cell != pair) {
            match removed.iter_mut().find(|(other, _)| *other == cell) {
                Some((_, digits)) => *digits |= 1 << digit,
                None => removed.push((cell, 1 << digit)),
            }
        }
    }
    let technique = match cells.len() {
        3 => Technique::WxyzWing,
        4 => Technique::VwxyzWing,
        5 => Technique::UvwxyzWing,
        _ => Technique::TuvwxyzWing,
    };
    let pattern = Pattern::LargeWing {
        cells,
        digits,
        pair,
        common: first,
        is_double,
    };
    let step = Step::remove(technique, value, pattern, removed);
    let is_better = best
        .as_ref()
        .is_none_or(|best| value < best.value.0 || step.removals() > best.removals());
    if is_better && step.removals() > 0 {
        *best = Some(step);
    }
}

/// Cells of three digits are the hardest to see.
fn value(marks: &Marks, cells: CellSet) -> u16 {
    let most = cells.iter().map(|cell| marks.choices(cell)).max();
    let from_three = most.unwrap_or(0).abs_diff(3) as u16;
    match cells.len() {
        3 => 56 - from_three,
        4 => 64 - from_three,
        5 => 66,
        _ => 75,
    }
}
