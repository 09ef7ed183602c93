//! Unique rectangles and loops: cells that must not be left with two digits only.
//!
//! ```text
//!   r1   3 7 · │ 3 7 ·       If all four cells had only 3 and 7, both ways to fill them would fit, and
//!   r2   3 7 · │ 3 7 5       the puzzle had two answers. It has one, so r2c4 is 5.
//! ```
//!
//! These steps hold *because the puzzle has exactly one answer*. A loop visits each of its units twice, alternately on even and
//! odd steps, so its two digits can be exchanged. A cell with another digit prevents this; there are four types of conclusions
//! from the cells that have one ([`Rescue`]).

use super::cells::{CellSet, bits};
use super::marks::{Digits, Marks};
use super::step::{Pattern, Removed, Rescue, Step, removed};
use super::subsets::sets;
use super::technique::Technique;

/// The easiest step that a unique rectangle or loop shows.
pub fn unique_loop(marks: &Marks) -> Option<Step> {
    let grid = marks.grid();
    let mut finder = Finder {
        marks,
        best: None,
        cells: Vec::new(),
        digits: 0,
    };
    for start in (0..grid.cells()).filter(|&cell| marks.choices(cell) == 2) {
        finder.digits = marks.candidates(start);
        finder.visit(start, [0; 2], (0, 0));
    }
    finder.best.map(|(_, step)| step)
}

struct Finder<'a> {
    marks: &'a Marks,
    /// The best step with its place in the order.
    best: Option<((u16, u8), Step)>,
    cells: Vec<usize>,
    /// Its two digits.
    digits: Digits,
}

impl Finder<'_> {
    /// Moves on to this cell. `visited` are the units of the even and of the odd cells so far; `extra` is the number of cells
    /// with other digits, and these digits.
    fn visit(&mut self, cell: usize, mut visited: [u64; 2], extra: (usize, Digits)) {
        let (marks, grid) = (self.marks, self.marks.grid());
        let of_cell = grid.units_around([cell]);
        let parity = self.cells.len() % 2;
        if visited[parity] & of_cell != 0 {
            return;
        }
        visited[parity] |= of_cell;
        self.cells.push(cell);
        let start = self.cells[0];
        if self.cells.len() >= 4 && visited[0] == visited[1] {
            self.judge();
        } else if self.cells.len() < 2 * grid.size() {
            let next = grid
                .seen(cell)
                .iter()
                .filter(|&next| next > start || marks.choices(next) > 2);
            for next in next {
                let candidates = marks.candidates(next);
                if candidates & self.digits != self.digits || self.cells.contains(&next) {
                    continue;
                }
                let others = candidates & !self.digits;
                let extra = match others {
                    0 => extra,
                    _ => (extra.0 + 1, extra.1 | others),
                };
                if extra.0 <= 2 || extra.1.is_power_of_two() {
                    self.visit(next, visited, extra);
                }
            }
        }
        self.cells.pop();
    }

    /// The conclusions from the loop.
    fn judge(&mut self) {
        let marks = self.marks;
        let has_more = |cell: &usize| marks.choices(*cell) > 2;
        let rescuers = Vec::from_iter(self.cells.iter().copied().filter(has_more));
        let others = rescuers
            .iter()
            .fold(0, |all, &cell| all | marks.candidates(cell))
            & !self.digits;
        match *rescuers.as_slice() {
            [] => {}
            [cell] => {
                let gone = removed(marks, [cell], self.digits);
                self.offer(0, 1, Rescue::Cell(cell), gone);
            }
            _ if others.is_power_of_two() => {
                let seen = marks.grid().seen_by_all(rescuers.iter().copied());
                let gone = removed(marks, seen.iter(), others);
                let rescue = Rescue::Digit {
                    cells: rescuers.iter().copied().collect(),
                    digit: others.trailing_zeros() as usize,
                };
                self.offer(0, 2, rescue, gone);
                if let &[one, other] = rescuers.as_slice() {
                    self.try_locked(one, other);
                }
            }
            [one, other] => {
                self.try_subsets([one, other], others);
                self.try_locked(one, other);
            }
            _ => {}
        }
    }

    /// Type 3: the two cells are together one more cell of a subset.
    fn try_subsets(&mut self, pair: [usize; 2], others: Digits) {
        let grid = self.marks.grid().clone();
        for unit in bits(grid.units_around(pair)) {
            for count in 2..grid.size() {
                let blanks = self.marks.blanks(unit);
                if 2 * count <= blanks && count >= others.count_ones() as usize {
                    self.try_naked(pair, others, (unit, count));
                }
                if 2 * count < blanks {
                    self.try_hidden(pair, others, (unit, count));
                }
            }
        }
    }

    /// The other digits of the two cells, and `count` − 1 more cells: all of `count` digits.
    fn try_naked(&mut self, pair: [usize; 2], others: Digits, (unit, count): (usize, usize)) {
        let marks = self.marks;
        let both = marks.candidates(pair[0]) & marks.candidates(pair[1]) & others;
        let cells = self.marks.grid().units()[unit].cells.iter().copied();
        let cells = cells.filter(|&cell| {
            !pair.contains(&cell) && (2..=count as u32).contains(&marks.choices(cell))
        });
        let cells = Vec::from_iter(cells);
        if cells.len() + 1 < count {
            return;
        }
        for chosen in sets(count - 1, cells.len()) {
            let own = bits(chosen).fold(0, |all, place| all | marks.candidates(cells[place]));
            let digits = own | others;
            if digits.count_ones() as usize != count || (own | both) != digits {
                continue;
            }
            let chosen = CellSet::from_iter(bits(chosen).map(|place| cells[place]));
            let pair_set = CellSet::from_iter(pair);
            let rest = marks.grid().units()[unit].set - chosen - pair_set;
            let gone = removed(marks, rest.iter(), digits);
            let rescue = Rescue::Subset {
                cells: pair_set,
                unit,
                digits,
                others: chosen,
                is_hidden: false,
            };
            self.offer(count as u16 - 1, 3, rescue, gone);
        }
    }

    /// The two digits of the loop and `count` − 2 more: all in `count` cells, one of which is of the pair.
    fn try_hidden(&mut self, pair: [usize; 2], others: Digits, (unit, count): (usize, usize)) {
        let (marks, size) = (self.marks, self.marks.grid().size());
        let free = (0..size).filter(|digit| (self.digits | others) >> digit & 1 == 0);
        let free = Vec::from_iter(free);
        if count - 2 > free.len() {
            return;
        }
        for chosen in sets(count - 2, free.len()) {
            let more = bits(chosen).fold(0, |all, place| all | 1 << free[place]);
            let digits = self.digits | more;
            let mut cells = CellSet::default();
            let mut has_each = true;
            for digit in bits(digits) {
                let mut own = marks.cells_in(unit, digit);
                own.remove(pair[1]);
                has_each &= !own.is_empty();
                cells |= own;
            }
            if !has_each || cells.len() != count {
                continue;
            }
            cells.remove(pair[0]);
            let gone = removed(marks, cells.iter(), !digits);
            let rescue = Rescue::Subset {
                cells: CellSet::from_iter(pair),
                unit,
                digits,
                others: cells,
                is_hidden: true,
            };
            self.offer(cells.len() as u16 - 1, 3, rescue, gone);
        }
    }

    /// Type 4: one of the digits has no other place in a unit of the two cells, so these cannot be the other one.
    fn try_locked(&mut self, one: usize, other: usize) {
        let marks = self.marks;
        let pair = CellSet::from_iter([one, other]);
        for digit in bits(self.digits) {
            let units = bits(marks.grid().units_around([one, other]));
            let mut locked = units.filter(|&unit| marks.cells_in(unit, digit) == pair);
            if let Some(unit) = locked.next() {
                let gone = removed(marks, [one, other], self.digits & !(1 << digit));
                let rescue = Rescue::Locked {
                    cells: pair,
                    unit,
                    digit,
                };
                self.offer(0, 4, rescue, gone);
                return;
            }
        }
    }

    /// Keeps a step if it is the easiest so far: of the lowest value, then of the lowest type.
    fn offer(&mut self, more: u16, kind: u8, rescue: Rescue, removed: Removed) {
        let (technique, value) = match self.cells.len() {
            4 => (Technique::UniqueRectangle, 45),
            6 => (Technique::UniqueLoop, 46),
            8 => (Technique::UniqueLoop, 47),
            _ => (Technique::UniqueLoop, 50),
        };
        let order = (value + more, kind);
        if removed.is_empty() || self.best.as_ref().is_some_and(|(best, _)| *best <= order) {
            return;
        }
        let pattern = Pattern::Loop {
            cells: self.cells.clone(),
            digits: self.digits,
            rescue,
        };
        let step = Step::remove(technique, value + more, pattern, removed);
        self.best = Some((order, step));
    }
}
