//! Chains: if this candidate is right, that one is wrong, so another one is right, and so on.
//!
//! A *node* is a candidate with a claim: 'r4c5 is 7' (on), or 'r4c5 is not 7' (off). The immediate consequences of a node:
//!
//! ```text
//!   r4c5 = 7  ──▶  r4c5 ≠ 3, …           each other digit of the cell
//!             ──▶  r4c9 ≠ 7, …           the digit in each cell that it sees
//!   r4c5 ≠ 7  ──▶  r4c5 = 3              if the cell has only two candidates
//!             ──▶  r8c5 = 7              if the digit has only two places in a unit
//! ```
//!
//! [`single`] follows one line of these: a claim that leads to its opposite, or around to itself. [`forcing`] follows all that
//! a claim leads to, and compares: each digit of a cell, or each place of a digit, leads to the same.
//!
//! The value of a chain is that of its sort, and a tenth more each time that the number of its nodes passes one of 6, 8, 10, 14, 18,
//! 26, 34 and so on.

pub mod forcing;
pub mod single;

use super::cells::bits;
use super::marks::Marks;

/// A claim about a candidate. Its number is even if it is off: `2 · (cell · N + digit) + is_on`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Node(u16);

impl Node {
    /// The claim that a cell is this digit.
    fn on(marks: &Marks, cell: usize, digit: usize) -> Node {
        Node::off(marks, cell, digit).opposite()
    }

    /// The claim that a cell is not this digit.
    fn off(marks: &Marks, cell: usize, digit: usize) -> Node {
        let candidate = cell * marks.grid().size() + digit;
        Node((2 * candidate) as u16)
    }

    fn index(self) -> usize {
        self.0.into()
    }

    pub(super) fn is_on(self) -> bool {
        self.0 % 2 == 1
    }

    /// The opposite claim.
    fn opposite(self) -> Node {
        Node(self.0 ^ 1)
    }

    /// The cell and the digit, of a grid with this many digits.
    pub(super) fn place(self, size: usize) -> (usize, usize) {
        let candidate = usize::from(self.0 / 2);
        (candidate / size, candidate % size)
    }
}

/// Which facts a chain uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Uses {
    /// That a cell holds one digit.
    cells: bool,
    /// That a digit has one place in a unit.
    units: bool,
}

/// The number of nodes of a grid.
fn node_count(marks: &Marks) -> usize {
    2 * marks.grid().cells() * marks.grid().size()
}

/// All candidates: cells with their digits, ascending.
fn candidates(marks: &Marks) -> impl Iterator<Item = (usize, usize)> + '_ {
    let cells = 0..marks.grid().cells();
    cells.flat_map(|cell| bits(marks.candidates(cell)).map(move |digit| (cell, digit)))
}

/// The nodes that are off if the candidate is on.
fn turned_off(
    marks: &Marks,
    (cell, digit): (usize, usize),
    uses: Uses,
) -> impl Iterator<Item = Node> {
    let others = match uses.cells {
        true => marks.candidates(cell) & !(1 << digit),
        false => 0,
    };
    let seen = marks.grid().seen(cell) & marks.cells(digit);
    let of_cell = bits(others).map(move |other| Node::off(marks, cell, other));
    of_cell.chain(seen.iter().map(move |other| Node::off(marks, other, digit)))
}

/// The nodes that are on if the candidate is off.
fn turned_on(
    marks: &Marks,
    (cell, digit): (usize, usize),
    uses: Uses,
) -> impl Iterator<Item = (Node, Option<usize>)> {
    let others = marks.candidates(cell) & !(1 << digit);
    let of_cell = (uses.cells && others.is_power_of_two()).then(|| {
        (
            Node::on(marks, cell, others.trailing_zeros() as usize),
            None,
        )
    });
    let units = if uses.units {
        marks.grid().units_with(cell)
    } else {
        &[]
    };
    let of_units = units.iter().filter_map(move |&(unit, place)| {
        let others = marks.places(unit, digit) & !(1 << place);
        let other = others.trailing_zeros() as usize;
        others.is_power_of_two().then(|| {
            let cell = marks.grid().units()[unit].cells[other];
            (Node::on(marks, cell, digit), Some(unit))
        })
    });
    of_cell.into_iter().chain(of_units)
}

/// What the length of a chain adds to its value, by the number of its nodes.
pub(super) fn added_by_length(nodes: usize) -> u16 {
    let (mut added, mut most) = (0, 4);
    while nodes > most + 2 {
        most += if added % 2 == 0 { most / 2 } else { most / 3 };
        added += 1;
    }
    added
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workshop::person::step::Value;

    #[test]
    fn longer_chains_are_harder() {
        let added = [6, 7, 8, 9, 10, 11, 14, 15, 18, 19, 26, 27].map(added_by_length);
        assert_eq!(added, [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
    }

    #[test]
    fn no_chains_are_harder_than_the_greatest_value() {
        assert_eq!(Value::greatest_of(16), Value::GREATEST);
        assert_eq!(Value::greatest_of(9), Value(114));
    }
}
