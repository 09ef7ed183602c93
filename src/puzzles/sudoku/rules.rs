//! The rules of Sudoku as an exact-cover problem, one for each shape, made once.
//!
//! Each cell holds one digit; each digit occurs once in each row, column and box. So an option, 'digit d in the cell
//! at row r, column c', covers four items:
//!
//! ```text
//! r3c1 r3#5 c1#5 b1#5      5 at row 3, column 1: the cell is filled; row 3, column 1 and box 1 have their 5
//! ```
//!
//! With N = 9 there are 4·81 = 324 items and 729 options. Items come in four blocks of N², in this order: cells,
//! row-digits, column-digits, box-digits. Option `(row·N + column)·N + digit − 1` puts `digit` at `row` and `column`
//! (both counted from 0), so options and places are turned into each other by arithmetic alone.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::Shape;
use crate::problem::{ItemId, OptionId, Problem};

/// A shape with its prepared problem. A clone is cheap: it shares the problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    shape: Shape,
    problem: Problem,
}

/// A digit in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// Counted from 0 at the top.
    pub row: usize,
    /// Counted from 0 at the left.
    pub column: usize,
    /// In `1..=N`.
    pub digit: u8,
}

/// The demand that an item of the problem stands for. All numbers but the digit are counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Demand {
    /// A digit in the cell at this row and column.
    Cell(usize, usize),
    /// This digit in this row.
    Row(usize, u8),
    /// This digit in this column.
    Column(usize, u8),
    /// This digit in this box.
    Box(usize, u8),
}

impl Rules {
    /// The rules for a shape. They are made when first asked for, and shared from then on.
    pub fn of(shape: Shape) -> Rules {
        static MADE: Mutex<BTreeMap<Shape, Rules>> = Mutex::new(BTreeMap::new());
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        made.entry(shape)
            .or_insert_with(|| Rules {
                shape,
                problem: make_problem(shape),
            })
            .clone()
    }

    /// The shape of the boxes.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The exact-cover problem of the empty grid.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The option that puts a digit into a cell.
    pub fn option(&self, place: Placement) -> OptionId {
        let size = self.shape.size();
        OptionId::new((place.row * size + place.column) * size + usize::from(place.digit) - 1)
    }

    /// The digit and the cell of an option: the inverse of [`option`](Self::option).
    pub fn placement(&self, option: OptionId) -> Placement {
        let size = self.shape.size();
        let cell = option.index() / size;
        Placement {
            row: cell / size,
            column: cell % size,
            digit: (option.index() % size) as u8 + 1,
        }
    }

    /// The demand of an item.
    pub fn demand(&self, item: ItemId) -> Demand {
        let size = self.shape.size();
        let (block, place) = (
            item.index() / self.shape.cells(),
            item.index() % self.shape.cells(),
        );
        let (unit, digit) = (place / size, (place % size) as u8 + 1);
        match block {
            0 => Demand::Cell(place / size, place % size),
            1 => Demand::Row(unit, digit),
            2 => Demand::Column(unit, digit),
            _ => Demand::Box(unit, digit),
        }
    }
}

fn make_problem(shape: Shape) -> Problem {
    let (size, cells) = (shape.size(), shape.cells());
    let mut builder = Problem::builder();
    let mut add = |name: String| builder.primary(name).expect("names differ");
    let pairs = || (0..cells).map(|place| (place / size + 1, place % size + 1));
    for (row, column) in pairs() {
        add(format!("r{row}c{column}"));
    }
    for unit in ["r", "c", "b"] {
        for (number, digit) in pairs() {
            add(format!("{unit}{number}#{digit}"));
        }
    }
    for cell in 0..cells {
        let (row, column) = (cell / size, cell % size);
        let units = [row, column, shape.box_of(row, column)];
        for digit in 0..size {
            let of_units = (1..)
                .zip(units)
                .map(|(block, unit)| block * cells + unit * size + digit);
            builder
                .option([cell].into_iter().chain(of_units).map(ItemId::new))
                .expect("four different items");
        }
    }
    builder.build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_has_its_four_items() {
        let rules = Rules::of(Shape::new(3, 3).unwrap());
        let problem = rules.problem();
        assert_eq!((problem.item_count(), problem.option_count()), (324, 729));
        assert_eq!(problem.primary_count(), 324);
        let option = rules.option(Placement {
            row: 2,
            column: 0,
            digit: 5,
        });
        assert_eq!(problem.option_text(option), "r3c1 r3#5 c1#5 b1#5");
    }

    #[test]
    fn every_item_is_in_n_options_and_means_what_its_name_says() {
        let rules = Rules::of(Shape::new(2, 3).unwrap());
        let problem = rules.problem();
        let mut options = vec![0; problem.item_count()];
        for option in problem.options() {
            assert_eq!(rules.option(rules.placement(option)), option);
            for entry in problem.entries(option) {
                options[entry.item.index()] += 1;
            }
        }
        assert!(options.iter().all(|&options| options == 6));
        for item in problem.items() {
            let name = match rules.demand(item) {
                Demand::Cell(row, column) => format!("r{}c{}", row + 1, column + 1),
                Demand::Row(row, digit) => format!("r{}#{digit}", row + 1),
                Demand::Column(column, digit) => format!("c{}#{digit}", column + 1),
                Demand::Box(number, digit) => format!("b{}#{digit}", number + 1),
            };
            assert_eq!(problem.item_name(item), name);
        }
    }

    #[test]
    fn the_rules_of_a_shape_are_made_once() {
        let shape = Shape::new(2, 2).unwrap();
        assert!(
            Rules::of(shape)
                .problem()
                .is_same(Rules::of(shape).problem())
        );
    }
}
