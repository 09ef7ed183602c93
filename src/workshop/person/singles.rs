//! Singles: a digit with one cell left in a unit, and a cell with one digit left.
//!
//! ```text
//!   3 · · │ · 7 ·        hidden: in the first box only the cell x can be 7, since the row and the column
//!   · x 1 │ · · ·        of the others have theirs
//!   · 5 · │ 7 · ·
//! ```

use super::cells::bits;
use super::grid::UnitKind;
use super::marks::Marks;
use super::step::{Pattern, Step};
use super::technique::Technique;

/// The last blank cell of a unit, or else the only place of a digit in a unit.
pub fn hidden_single(marks: &Marks) -> Option<Step> {
    last_cell(marks).or_else(|| only_place(marks))
}

fn last_cell(marks: &Marks) -> Option<Step> {
    let grid = marks.grid();
    let (unit, cells) = (0..grid.units().len())
        .filter(|&unit| marks.blanks(unit) == 1)
        .find_map(|unit| {
            let mut cells = grid.units()[unit].cells.iter();
            let blank = cells.find(|&&cell| marks.candidates(cell) != 0)?;
            Some((unit, *blank))
        })?;
    let digit = bits(marks.candidates(cells)).next()?;
    Some(Step::place(
        Technique::HiddenSingle,
        10,
        Pattern::Last { unit },
        (cells, digit),
    ))
}

fn only_place(marks: &Marks) -> Option<Step> {
    let grid = marks.grid();
    for (number, unit) in grid.units().iter().enumerate() {
        for digit in 0..grid.size() {
            let places = marks.places(number, digit);
            if places.is_power_of_two() {
                let cell = unit.cells[places.trailing_zeros() as usize];
                let value = if unit.kind == UnitKind::Box { 12 } else { 15 };
                let pattern = Pattern::Hidden { unit: number };
                return Some(Step::place(
                    Technique::HiddenSingle,
                    value,
                    pattern,
                    (cell, digit),
                ));
            }
        }
    }
    None
}

/// A cell with one candidate.
pub fn naked_single(marks: &Marks) -> Option<Step> {
    let cell = (0..marks.grid().cells()).find(|&cell| marks.choices(cell) == 1)?;
    let digit = bits(marks.candidates(cell)).next()?;
    Some(Step::place(
        Technique::NakedSingle,
        23,
        Pattern::Naked,
        (cell, digit),
    ))
}
