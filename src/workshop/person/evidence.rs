//! The evidence for a step: the cells and candidates that show it, and lines between them.
//!
//! ```text
//!     pointing     the cells of the box, and the places of the digit
//!     X-wing       the cells of the base units, and the places of the digit in them
//!     chain        its candidates, and a line through them
//! ```

use super::cells::{CellSet, bits};
use super::chains::Node;
use super::marks::{Digits, Marks};
use super::step::{Pattern, Rescue, Source, Step};

/// A candidate: a cell and a digit, from 0.
pub(super) type Candidate = (usize, usize);

/// The evidence for a step.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Evidence {
    pub cells: CellSet,
    pub candidates: Vec<Candidate>,
    pub lines: Vec<Vec<Candidate>>,
}

impl Evidence {
    /// The evidence for a step, in the pencil marks from which it follows.
    pub fn of(marks: &Marks, step: &Step) -> Evidence {
        let mut evidence = Evidence::default();
        evidence.read(marks, step);
        evidence
    }

    fn read(&mut self, marks: &Marks, step: &Step) {
        let units = marks.grid().units();
        match &step.pattern {
            Pattern::Last { unit } | Pattern::Hidden { unit } => self.cells = units[*unit].set,
            Pattern::Naked => {}
            Pattern::Locked { digit, of, .. } => {
                self.cells = units[*of].set;
                self.add(marks, marks.cells_in(*of, *digit), 1 << digit);
            }
            Pattern::Subset { cells, digits, .. } => self.add_cells(marks, *cells, *digits),
            Pattern::Fish { digit, base, .. } => {
                for &unit in base {
                    self.cells |= units[unit].set;
                    self.add(marks, marks.cells_in(unit, *digit), 1 << digit);
                }
            }
            Pattern::Links { digit, links, .. } => {
                for link in links {
                    let ends = link.ends[0] | link.ends[1];
                    self.add_cells(marks, ends, 1 << digit);
                    let line = link.ends.iter().filter_map(CellSet::first);
                    self.lines.push(line.map(|cell| (cell, *digit)).collect());
                }
            }
            Pattern::Wing { pivot, wings, .. } => {
                for cell in [*pivot, wings[0], wings[1]] {
                    self.add_cells(marks, CellSet::of(cell), Digits::MAX);
                }
            }
            Pattern::Loop {
                cells,
                digits,
                rescue,
            } => {
                self.add_cells(marks, CellSet::from_iter(cells.iter().copied()), *digits);
                self.add_rescue(marks, rescue);
            }
            Pattern::LargeWing {
                cells,
                digits,
                pair,
                ..
            } => {
                self.add_cells(marks, *cells, *digits);
                self.add_cells(marks, CellSet::of(*pair), *digits);
            }
            Pattern::Aligned { cells, excluders } => {
                self.add_cells(marks, *cells | *excluders, Digits::MAX);
            }
            Pattern::Grave { rescue, .. } => self.add_rescue(marks, rescue),
            Pattern::Chain { path } => self.add_path(marks, path, false),
            Pattern::Cycle { path } => self.add_path(marks, path, true),
            Pattern::Net { source, .. } => self.add_source(marks, *source),
        }
    }

    /// Adds these digits of these cells, as far as they are candidates.
    fn add(&mut self, marks: &Marks, cells: CellSet, digits: Digits) {
        for cell in cells.iter() {
            let digits = bits(marks.candidates(cell) & digits);
            self.candidates.extend(digits.map(|digit| (cell, digit)));
        }
    }

    fn add_cells(&mut self, marks: &Marks, cells: CellSet, digits: Digits) {
        self.cells |= cells;
        self.add(marks, cells, digits);
    }

    fn add_rescue(&mut self, marks: &Marks, rescue: &Rescue) {
        match rescue {
            Rescue::Cell(cell) => self.cells.insert(*cell),
            Rescue::Digit { cells, digit } => self.add_cells(marks, *cells, 1 << digit),
            Rescue::Subset { others, digits, .. } => self.add_cells(marks, *others, *digits),
            Rescue::Locked { cells, digit, .. } => self.add_cells(marks, *cells, 1 << digit),
        }
    }

    fn add_path(&mut self, marks: &Marks, path: &[Node], is_closed: bool) {
        let size = marks.grid().size();
        let mut line = Vec::from_iter(path.iter().map(|node| node.place(size)));
        for &(cell, digit) in &line {
            self.cells.insert(cell);
            self.candidates.push((cell, digit));
        }
        if is_closed && let Some(&first) = line.first() {
            line.push(first);
        }
        self.lines.push(line);
    }

    fn add_source(&mut self, marks: &Marks, source: Source) {
        match source {
            Source::Cell(cell) => self.add_cells(marks, CellSet::of(cell), Digits::MAX),
            Source::Unit(unit, digit) => {
                self.add_cells(marks, marks.cells_in(unit, digit), 1 << digit);
            }
            Source::Both(node) | Source::Contradiction(node) => {
                let (cell, digit) = node.place(marks.grid().size());
                self.add_cells(marks, CellSet::of(cell), 1 << digit);
            }
        }
    }
}
