//! A step: what a person sees, and its conclusion.

use std::fmt;
use std::str::FromStr;

use smallvec::SmallVec;

use super::cells::CellSet;
use super::chains::{Node, added_by_length};
use super::marks::{Digits, Marks};
use super::technique::Technique;

/// How hard a step is, on the scale of Sudoku Explainer, in tenths: 45 is 4.5.
///
/// ```
/// use dominox::workshop::person::{NotAValue, Value};
/// assert_eq!("4.5".parse(), Ok(Value(45)));
/// assert_eq!("3".parse::<Value>().map(|value| value.to_string()), Ok("3.0".into()));
/// for text in ["4.55", "1e1", "4.", "+4"] {
///     assert_eq!(text.parse::<Value>(), Err(NotAValue), "{text}");
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Hash, Debug)]
pub struct Value(pub u16);

impl Value {
    /// The values of steps up to 4.0. From there on, up to [`GREATEST`](Self::GREATEST), any tenth may be one.
    pub const EASY: [Value; 16] = [
        Value(10),
        Value(12),
        Value(15),
        Value(17),
        Value(19),
        Value(20),
        Value(23),
        Value(25),
        Value(26),
        Value(28),
        Value(30),
        Value(32),
        Value(34),
        Value(36),
        Value(38),
        Value(40),
    ];
    /// No step is harder: chains of all claims of a 16×16 grid, one for each digit, would have this value.
    pub const GREATEST: Value = Value(120);

    /// No step in a grid with this number of digits is harder: chains of all its claims, one for each digit, would have this value.
    pub fn greatest_of(size: usize) -> Value {
        Value(90 + added_by_length(2 * size * size * size * size))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

/// A text is not a [`Value`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAValue;

impl fmt::Display for NotAValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a value such as 2.6")
    }
}

impl std::error::Error for NotAValue {}

impl FromStr for Value {
    type Err = NotAValue;

    /// Reads a value as it is printed, `2.6`, or without tenths, `3`.
    fn from_str(text: &str) -> Result<Value, NotAValue> {
        let (whole, tenths) = text.split_once('.').unwrap_or((text, "0"));
        let number = |digits: &str| {
            let are_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse::<u16>().ok().filter(|_| are_digits)
        };
        let read = || {
            let tenths = number(tenths).filter(|_| tenths.len() == 1)?;
            number(whole)?.checked_mul(10)?.checked_add(tenths)
        };
        read().map(Value).ok_or(NotAValue)
    }
}

/// One step. Cells and digits are counted from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The technique that shows it.
    pub technique: Technique,
    /// How hard it is to find.
    pub value: Value,
    /// What shows it.
    pub(super) pattern: Pattern,
    /// The cell that is filled, and its digit.
    pub placed: Option<(usize, usize)>,
    /// The candidates that are taken away: a cell, and its digits that go.
    pub removed: Removed,
}

/// Candidates that are taken away: cells, each with its digits that go.
pub type Removed = SmallVec<[(usize, Digits); 4]>;

/// What a person sees. Units are those of the grid, by number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Pattern {
    /// The last blank cell of a unit.
    Last { unit: usize },
    /// The only place of the digit in a unit.
    Hidden { unit: usize },
    /// The only digit of the cell.
    Naked,
    /// All places of a digit in the unit `of` lie in the unit `within`; then, if a cell is filled, its place is the only one
    /// left in the unit `then`.
    Locked {
        digit: usize,
        of: usize,
        within: usize,
        then: Option<usize>,
    },
    /// As many cells of a unit as digits: the cells have no other digits, or, if `is_hidden`, the digits no other cells.
    Subset {
        unit: usize,
        cells: CellSet,
        digits: Digits,
        is_hidden: bool,
    },
    /// All places of a digit in the units `base` lie in as many units `cover`.
    Fish {
        digit: usize,
        base: Vec<usize>,
        cover: Vec<usize>,
    },
    /// Units whose places of a digit lie in two groups, chained: the second group of each and the first of the next lie in
    /// one unit, the unit of `weak` between them. A ring has one more of these, from the last to the first.
    Links {
        digit: usize,
        links: Vec<Link>,
        weak: Vec<usize>,
    },
    /// A cell of two or three digits, and two cells of two digits that it sees: one of the three is `digit`.
    Wing {
        pivot: usize,
        wings: [usize; 2],
        digit: usize,
    },
    /// Cells that could hold two digits alternately, and would have two answers.
    Loop {
        cells: Vec<usize>,
        digits: Digits,
        rescue: Rescue,
    },
    /// These cells of a unit have one digit more than they are; the pair sees all of them that can be `common`, or, if
    /// `is_double`, all of both its digits.
    LargeWing {
        cells: CellSet,
        digits: Digits,
        pair: usize,
        common: usize,
        is_double: bool,
    },
    /// Some digits of these cells are in no combination that leaves each of the `excluders`, which see all of them, a digit.
    Aligned { cells: CellSet, excluders: CellSet },
    /// A grid that would have two candidates in each cell, without its extra digits.
    Grave { extras: Digits, rescue: Rescue },
    /// A claim that leads to its opposite.
    Chain { path: Vec<Node> },
    /// A claim that leads around to itself: the last node leads to the first.
    Cycle { path: Vec<Node> },
    /// Claims that all lead to the same, or one that leads to a contradiction: all that they lead to it by.
    Net {
        source: Source,
        nets: Vec<Vec<Node>>,
    },
}

/// Where a net begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// Each digit of a cell.
    Cell(usize),
    /// Each place of a digit in a unit.
    Unit(usize, usize),
    /// A claim, and its opposite.
    Both(Node),
    /// A claim that cannot be.
    Contradiction(Node),
}

/// A unit with its places of a digit in two groups: one of them holds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Link {
    pub unit: usize,
    pub ends: [CellSet; 2],
}

/// What saves a loop from having two answers: some of its cells have other digits, too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Rescue {
    /// Type 1: one cell, which must be another digit.
    Cell(usize),
    /// Type 2: cells with one other digit.
    Digit { cells: CellSet, digit: usize },
    /// Type 3: two cells that are together one more cell of a subset in this unit.
    Subset {
        cells: CellSet,
        unit: usize,
        digits: Digits,
        others: CellSet,
        is_hidden: bool,
    },
    /// Type 4: two cells, one of which holds this digit of the loop.
    Locked {
        cells: CellSet,
        unit: usize,
        digit: usize,
    },
}

impl Step {
    /// A step that fills a cell.
    pub(super) fn place(
        technique: Technique,
        value: u16,
        pattern: Pattern,
        placed: (usize, usize),
    ) -> Step {
        Step {
            technique,
            value: Value(value),
            pattern,
            placed: Some(placed),
            removed: Removed::new(),
        }
    }

    /// A step that takes candidates away.
    pub(super) fn remove(
        technique: Technique,
        value: u16,
        pattern: Pattern,
        removed: Removed,
    ) -> Step {
        Step {
            technique,
            value: Value(value),
            pattern,
            placed: None,
            removed,
        }
    }

    /// The number of candidates that are taken away.
    pub fn removals(&self) -> u32 {
        self.removed
            .iter()
            .map(|(_, digits)| digits.count_ones())
            .sum()
    }
}

/// These digits of these cells, as far as they are candidates.
pub(super) fn removed(
    marks: &Marks,
    cells: impl IntoIterator<Item = usize>,
    digits: Digits,
) -> Removed {
    let present = |cell| (cell, marks.candidates(cell) & digits);
    let cells = cells.into_iter().map(present);
    cells.filter(|(_, digits)| *digits != 0).collect()
}
