//! Pencil marks: which digits each blank cell can still hold.
//!
//! ```text
//!   candidates[cell]        bit d − 1: the cell can be d; 0 if it is filled
//!   places[unit][digit]     bit i: the i-th cell of the unit can be this digit; 0 if the unit has it
//!   cells[digit]            the cells that can be this digit
//! ```
//!
//! The three hold the same information for different questions, and are changed together. In tests, `Marks::check` compares them.

use std::sync::Arc;

use super::cells::{CellSet, bits};
use super::grid::Grid;
use super::step::Step;

/// A set of digits: bit d − 1 for digit d.
pub type Digits = u32;

/// A grid with its digits and pencil marks.
///
/// Digits are counted from 0 here, so digit 1 is 0.
#[derive(Clone, Debug)]
pub struct Marks {
    grid: Arc<Grid>,
    /// The digit of each cell, if it has one.
    values: Vec<Option<u8>>,
    candidates: Vec<Digits>,
    /// N for each unit.
    places: Vec<u32>,
    cells: Vec<CellSet>,
    /// Blank cells of each unit.
    blanks: Vec<usize>,
    left: usize,
    /// For each digit, how many cells with it are still to be filled.
    missing: Vec<usize>,
}

impl Marks {
    /// The empty grid: each cell can be each digit.
    pub fn new(grid: Arc<Grid>) -> Marks {
        let (size, cells, units) = (grid.size(), grid.cells(), grid.units().len());
        let all = u32::MAX >> (32 - size);
        Marks {
            values: vec![None; cells],
            candidates: vec![all; cells],
            places: vec![all; units * size],
            cells: vec![CellSet::from_iter(0..cells); size],
            blanks: vec![size; units],
            left: cells,
            missing: vec![size; size],
            grid,
        }
    }

    /// Their grid.
    pub fn grid(&self) -> &Arc<Grid> {
        &self.grid
    }

    /// The digit in a cell.
    pub fn value(&self, cell: usize) -> Option<u8> {
        self.values[cell]
    }

    /// The digits that a blank cell can be; none for a cell that is filled.
    pub fn candidates(&self, cell: usize) -> Digits {
        self.candidates[cell]
    }

    /// The number of digits that a blank cell can be.
    pub fn choices(&self, cell: usize) -> u32 {
        self.candidates[cell].count_ones()
    }

    /// Whether a blank cell can be this digit.
    pub fn can_be(&self, cell: usize, digit: usize) -> bool {
        self.candidates[cell] >> digit & 1 == 1
    }

    /// The places of a unit that can be this digit: a bit for each.
    pub fn places(&self, unit: usize, digit: usize) -> u32 {
        self.places[unit * self.grid.size() + digit]
    }

    /// The cells of a unit that can be this digit.
    pub fn cells_in(&self, unit: usize, digit: usize) -> CellSet {
        self.grid.units()[unit].set & self.cells[digit]
    }

    /// The cells that can be this digit.
    pub fn cells(&self, digit: usize) -> CellSet {
        self.cells[digit]
    }

    /// The number of blank cells of a unit.
    pub fn blanks(&self, unit: usize) -> usize {
        self.blanks[unit]
    }

    /// How many cells with this digit are still to be filled.
    pub fn missing(&self, digit: usize) -> usize {
        self.missing[digit]
    }

    /// Whether each cell has its digit.
    pub fn is_solved(&self) -> bool {
        self.left == 0
    }

    /// Fills a blank cell; the cells that it sees cannot be this digit any more.
    pub fn place(&mut self, cell: usize, digit: usize) {
        debug_assert!(self.values[cell].is_none());
        self.values[cell] = Some(digit as u8);
        self.left -= 1;
        self.missing[digit] -= 1;
        for other in bits(self.candidates[cell]) {
            self.remove(cell, other);
        }
        let grid = self.grid.clone();
        for &(unit, _) in grid.units_with(cell) {
            self.blanks[unit] -= 1;
        }
        for seen in (grid.seen(cell) & self.cells[digit]).iter() {
            self.remove(seen, digit);
        }
    }

    /// Takes a digit from the candidates of a cell. Returns whether it was one.
    pub fn remove(&mut self, cell: usize, digit: usize) -> bool {
        if !self.can_be(cell, digit) {
            return false;
        }
        self.candidates[cell] &= !(1 << digit);
        self.cells[digit].remove(cell);
        for &(unit, place) in self.grid.units_with(cell) {
            self.places[unit * self.grid.size() + digit] &= !(1 << place);
        }
        true
    }

    /// Does a step.
    pub fn apply(&mut self, step: &Step) {
        for &(cell, digits) in &step.removed {
            bits(digits).for_each(|digit| _ = self.remove(cell, digit));
        }
        if let Some((cell, digit)) = step.placed {
            self.place(cell, digit);
        }
    }

    /// Panics unless all stored data agree.
    #[cfg(test)]
    pub(super) fn check(&self) {
        let grid = &self.grid;
        for cell in 0..grid.cells() {
            assert!(self.values[cell].is_none() || self.candidates[cell] == 0);
            for digit in 0..grid.size() {
                let can = self.can_be(cell, digit);
                assert_eq!(self.cells[digit].contains(cell), can);
                for &(unit, place) in grid.units_with(cell) {
                    assert_eq!(self.places(unit, digit) >> place & 1 == 1, can);
                }
            }
        }
        for (number, unit) in grid.units().iter().enumerate() {
            let blank = unit
                .cells
                .iter()
                .filter(|&&cell| self.values[cell].is_none());
            assert_eq!(self.blanks(number), blank.count());
        }
        let blank = self.values.iter().filter(|value| value.is_none());
        assert_eq!(self.left, blank.count());
    }
}
