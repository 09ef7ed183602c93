//! The rules of variants, as data: which cells, and what holds for their digits.

use super::VariantFault;
use super::field::{Boxes, Field, Unit};

/// A rule of a variant, on top of rows, columns and boxes. Cells are numbers of the [`Field`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Rule {
    /// Each digit once on the diagonal from the upper left.
    Falling,
    /// Each digit once on the diagonal from the lower left.
    Rising,
    /// Each digit once in each window: boxes that lie one cell away from the border and from each other.
    Windoku,
    /// Each digit once in the cells that have the same place in their boxes.
    Disjoint,
    /// Cells a knight's move apart differ.
    AntiKnight,
    /// Cells that touch at a corner differ.
    AntiKing,
    /// Cells that share a side are not consecutive.
    NonConsecutive,
    /// Cells that share a side have this relation only where a mark says so.
    Only(Mark),
    /// Each digit at most once in these cells.
    Extra(Vec<usize>),
    /// The digits are even.
    Even(Vec<usize>),
    /// The digits are odd.
    Odd(Vec<usize>),
    /// Each digit at most once in these cells, and they have this sum.
    Cage {
        /// The cells, ascending.
        cells: Vec<usize>,
        /// Their sum, if it is given.
        sum: Option<u32>,
    },
    /// The digits increase from cell to cell.
    Thermometer(Vec<usize>),
    /// The digits of the shaft have the number in the circle as their sum.
    Arrow {
        /// The cells of the number, the most significant digit first.
        circle: Vec<usize>,
        /// The other cells.
        shaft: Vec<usize>,
    },
    /// The digits are the same in both directions.
    Palindrome(Vec<usize>),
    /// The digits have this sum; they may repeat.
    Sum {
        /// The cells.
        cells: Vec<usize>,
        /// Their sum.
        total: u32,
    },
    /// A relation of two cells.
    Pair(Relation, [usize; 2]),
}

/// A relation of the digits in two cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// The first one is less than the second one.
    Less,
    /// They differ by this much: 1 is a white dot.
    Difference(u32),
    /// One of them is this many times the other one: 2 is a black dot.
    Ratio(u32),
    /// They have this sum: 10 is an X, 5 a V.
    Total(u32),
}

/// Marks between cells that can be all there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// White dots: consecutive digits.
    White,
    /// Black dots: one digit is twice the other.
    Black,
    /// X and V: digits with the sum 10 or 5.
    Xv,
}

impl Relation {
    /// Whether two digits have the relation.
    pub fn holds(self, first: usize, second: usize) -> bool {
        let (low, high) = (first.min(second), first.max(second));
        match self {
            Relation::Less => first < second,
            Relation::Difference(by) => high - low == by as usize,
            Relation::Ratio(times) => low as u64 * u64::from(times) == high as u64,
            Relation::Total(sum) => low + high == sum as usize,
        }
    }
}

impl Mark {
    /// Whether two digits have the relation that the mark stands for.
    pub fn holds(self, first: usize, second: usize) -> bool {
        let any = |relations: &[Relation]| relations.iter().any(|it| it.holds(first, second));
        match self {
            Mark::White => any(&[Relation::Difference(1)]),
            Mark::Black => any(&[Relation::Ratio(2)]),
            Mark::Xv => any(&[Relation::Total(5), Relation::Total(10)]),
        }
    }

    /// Whether two cells with this relation are exempt from the rule that all such marks are given. A dot of the other
    /// colour exempts them, too.
    pub(super) fn is_freed_by(self, relation: Relation) -> bool {
        match self {
            Mark::White | Mark::Black => {
                matches!(relation, Relation::Difference(_) | Relation::Ratio(_))
            }
            Mark::Xv => matches!(relation, Relation::Total(_)),
        }
    }
}

/// From a cell to those below and to the right that share a side with it.
pub(super) const SIDES: [(isize, isize); 2] = [(0, 1), (1, 0)];

/// The word for a grid without boxes, which is not a rule.
pub(super) const LATIN: &str = "latin";

/// The rules that are one word, and that word. `x` is short for both diagonals.
pub(super) const WORDS: [(&str, Rule); 10] = [
    ("falling", Rule::Falling),
    ("rising", Rule::Rising),
    ("windoku", Rule::Windoku),
    ("disjoint", Rule::Disjoint),
    ("antiknight", Rule::AntiKnight),
    ("antiking", Rule::AntiKing),
    ("nonconsecutive", Rule::NonConsecutive),
    ("only-white", Rule::Only(Mark::White)),
    ("only-black", Rule::Only(Mark::Black)),
    ("only-xv", Rule::Only(Mark::Xv)),
];

impl Rule {
    /// The rules that one word stands for: `antiknight`, `x`, `diagonals`. `None` if it stands for none.
    ///
    /// ```
    /// use dominox::puzzles::variant::Rule;
    /// assert_eq!(Rule::named("x"), Some(vec![Rule::Falling, Rule::Rising]));
    /// assert_eq!(Rule::named("zebra"), None);
    /// ```
    pub fn named(word: &str) -> Option<Vec<Rule>> {
        let word = word.to_ascii_lowercase();
        if matches!(&*word, "x" | "diagonals") {
            return Some(vec![Rule::Falling, Rule::Rising]);
        }
        let found = WORDS.iter().find(|(name, _)| *name == word)?;
        Some(vec![found.1.clone()])
    }

    /// The word of a rule that is one.
    pub(super) fn word(&self) -> Option<&'static str> {
        let found = WORDS.iter().find(|(_, rule)| rule == self);
        found.map(|(name, _)| *name)
    }

    /// Whether the rule still holds if any two digits change places.
    pub(super) fn takes_digits_for_equal(&self) -> bool {
        matches!(
            self,
            Rule::Falling
                | Rule::Rising
                | Rule::Windoku
                | Rule::Disjoint
                | Rule::AntiKnight
                | Rule::AntiKing
                | Rule::Extra(_)
                | Rule::Palindrome(_)
                | Rule::Cage { sum: None, .. }
        )
    }

    /// Its cells, in the order of the text; none if it is about all cells.
    pub fn cells(&self) -> Vec<usize> {
        match self {
            Rule::Extra(cells)
            | Rule::Even(cells)
            | Rule::Odd(cells)
            | Rule::Thermometer(cells)
            | Rule::Palindrome(cells)
            | Rule::Cage { cells, .. }
            | Rule::Sum { cells, .. } => cells.clone(),
            Rule::Arrow { circle, shaft } => [&circle[..], shaft].concat(),
            Rule::Pair(_, cells) => cells.to_vec(),
            _ => Vec::new(),
        }
    }

    /// The rule in words: 'the cage at r1c1 with sum 17'.
    pub fn words(&self, field: &Field) -> String {
        let at = |cells: &[usize]| {
            cells
                .first()
                .map_or(String::new(), |&cell| field.name(cell))
        };
        match self {
            Rule::Falling => "the falling diagonal".into(),
            Rule::Rising => "the rising diagonal".into(),
            Rule::Windoku => "the windows".into(),
            Rule::Disjoint => "the disjoint groups".into(),
            Rule::AntiKnight => "the anti-knight rule".into(),
            Rule::AntiKing => "the anti-king rule".into(),
            Rule::NonConsecutive => "the non-consecutive rule".into(),
            Rule::Only(Mark::White) => "the rule for neighbours without a white dot".into(),
            Rule::Only(Mark::Black) => "the rule for neighbours without a black dot".into(),
            Rule::Only(Mark::Xv) => "the rule for neighbours without X or V".into(),
            Rule::Extra(cells) => format!("the extra region at {}", at(cells)),
            Rule::Even(_) => "the even cells".into(),
            Rule::Odd(_) => "the odd cells".into(),
            Rule::Cage { cells, sum: None } => format!("the cage at {}", at(cells)),
            Rule::Cage {
                cells,
                sum: Some(sum),
            } => {
                format!("the cage at {} with sum {sum}", at(cells))
            }
            Rule::Thermometer(cells) => format!("the thermometer from {}", at(cells)),
            Rule::Arrow { circle, .. } => format!("the arrow from {}", at(circle)),
            Rule::Palindrome(cells) => format!("the palindrome from {}", at(cells)),
            Rule::Sum { cells, total } => {
                let last = cells.last().map_or(String::new(), |&cell| field.name(cell));
                format!("the sum {total} from {} to {last}", at(cells))
            }
            Rule::Pair(relation, cells) => {
                let [first, second] = cells.map(|cell| field.name(cell));
                match relation {
                    Relation::Less if cells[0] > cells[1] => {
                        format!("the sign {second} > {first}")
                    }
                    Relation::Less => format!("the sign {first} < {second}"),
                    Relation::Difference(1) => {
                        format!("the white dot between {first} and {second}")
                    }
                    Relation::Ratio(2) => format!("the black dot between {first} and {second}"),
                    Relation::Difference(by) => {
                        format!("the difference {by} between {first} and {second}")
                    }
                    Relation::Ratio(times) => {
                        format!("the ratio {times} between {first} and {second}")
                    }
                    Relation::Total(sum) => format!("the sum {sum} of {first} and {second}"),
                }
            }
        }
    }

    /// Whether the rule makes sense on this field.
    pub(super) fn check(&self, field: &Field) -> Result<(), VariantFault> {
        let cells = self.cells();
        let mut sorted = cells.clone();
        sorted.sort_unstable();
        if let Some(&cell) = sorted.last().filter(|&&cell| cell >= field.places().len()) {
            return Err(VariantFault::NoCell(
                format!("cell {cell}"),
                field.rows(),
                field.columns(),
            ));
        }
        let may_repeat = matches!(self, Rule::Arrow { .. } | Rule::Sum { .. });
        if let Some(twice) = sorted
            .windows(2)
            .find(|two| two[0] == two[1] && !may_repeat)
        {
            return Err(VariantFault::Repeated(field.name(twice[0])));
        }
        let differ = matches!(
            self,
            Rule::Cage { .. } | Rule::Extra(_) | Rule::Thermometer(_)
        );
        if differ && cells.len() > field.size() {
            return Err(VariantFault::TooManyCells(cells.len(), field.size()));
        }
        let fewest = match self {
            Rule::Thermometer(_) | Rule::Palindrome(_) | Rule::Extra(_) | Rule::Arrow { .. } => 2,
            Rule::Cage { .. } | Rule::Sum { .. } | Rule::Even(_) | Rule::Odd(_) => 1,
            _ => 0,
        };
        let lacks = match self {
            Rule::Arrow { circle, shaft } => circle.is_empty() || shaft.is_empty(),
            _ => cells.len() < fewest,
        };
        if lacks {
            return Err(VariantFault::TooFewCells(fewest));
        }
        let needs_boxes = matches!(self, Rule::Windoku | Rule::Disjoint);
        if needs_boxes && !matches!(field.boxes(), Boxes::Shape(_)) {
            return Err(VariantFault::NoBoxes(self.word().unwrap_or_default()));
        }
        match self.number() {
            Some(0) => Err(VariantFault::BadNumber("0".into())),
            _ => Ok(()),
        }
    }

    /// The number in its line, next to the cells.
    fn number(&self) -> Option<u32> {
        match self {
            Rule::Cage { sum, .. } => *sum,
            Rule::Sum { total, .. } => Some(*total),
            Rule::Pair(relation, _) => match relation {
                Relation::Less => None,
                Relation::Difference(number)
                | Relation::Ratio(number)
                | Relation::Total(number) => Some(*number),
            },
            _ => None,
        }
    }

    /// The units that the rule adds.
    pub(super) fn units(&self, number: usize, field: &Field) -> Vec<Unit> {
        let (size, mut units) = (field.size(), Vec::new());
        for grid in 0..field.grids().len() {
            let mut add = |name, places: Vec<(usize, usize)>| {
                field.add(
                    &mut units,
                    grid,
                    name,
                    field.of_grid(grid, places.into_iter()),
                );
            };
            match (self, field.boxes()) {
                (Rule::Falling, _) => {
                    add(("x", "diagonal", 0), (0..size).map(|i| (i, i)).collect());
                }
                (Rule::Rising, _) => {
                    let places = (0..size).map(|i| (size - 1 - i, i)).collect();
                    add(("x", "diagonal", 1), places);
                }
                (Rule::Windoku, Boxes::Shape(shape)) => {
                    let starts =
                        |length: usize| (1..size.saturating_sub(length)).step_by(length + 1);
                    let (rows, columns) = (shape.rows_per_box(), shape.columns_per_box());
                    let corners =
                        starts(rows).flat_map(|row| starts(columns).map(move |c| (row, c)));
                    for (window, (row, column)) in corners.enumerate() {
                        let places = (row..row + rows)
                            .flat_map(|row| (column..column + columns).map(move |c| (row, c)));
                        add(("w", "window", window), places.collect());
                    }
                }
                (Rule::Disjoint, Boxes::Shape(shape)) => {
                    let (rows, columns) = (shape.rows_per_box(), shape.columns_per_box());
                    for group in 0..size {
                        let all = (0..size * size).map(|place| (place / size, place % size));
                        let is_there = |&(row, column): &(usize, usize)| {
                            row % rows * columns + column % columns == group
                        };
                        add(("d", "group", group), all.filter(is_there).collect());
                    }
                }
                _ => {}
            }
        }
        let own = match self {
            Rule::Extra(cells) => cells,
            Rule::Cage { cells, sum: None } => cells,
            _ => return units,
        };
        let mut cells = own.clone();
        cells.sort_unstable();
        units.push(Unit {
            tag: format!("e{}", number + 1),
            words: self.words(field),
            cells,
        });
        units
    }

    /// The pairs of cells that the rule is about, with the digits of the second one that each digit of the first one excludes:
    /// bit d for digit d.
    pub(super) fn pairs(&self, rules: &[Rule], field: &Field) -> Vec<Excluded> {
        let size = field.size();
        let all = |moves: &[(isize, isize)], excludes: &dyn Fn(usize, usize) -> bool| {
            let pairs = field.pairs(moves).into_iter();
            pairs
                .map(|cells| Excluded::new(cells, size, excludes))
                .collect()
        };
        match self {
            Rule::AntiKnight => all(&[(1, 2), (1, -2), (2, 1), (2, -1)], &|a, b| a == b),
            Rule::AntiKing => all(&[(1, 1), (1, -1)], &|a, b| a == b),
            Rule::NonConsecutive => all(&SIDES, &|a, b| a.abs_diff(b) == 1),
            Rule::Only(mark) => {
                let mut pairs: Vec<Excluded> = all(&SIDES, &|a, b| mark.holds(a, b));
                let is_marked = |pair: &Excluded| {
                    rules.iter().any(|rule| match rule {
                        Rule::Pair(relation, [first, second]) => {
                            mark.is_freed_by(*relation)
                                && [*first.min(second), *first.max(second)] == pair.cells
                        }
                        _ => false,
                    })
                };
                pairs.retain(|pair| !is_marked(pair));
                pairs
            }
            Rule::Pair(relation, cells) => {
                vec![Excluded::new(*cells, size, &|a, b| !relation.holds(a, b))]
            }
            Rule::Thermometer(cells) => {
                let pairs = (0..cells.len()).flat_map(|to| (0..to).map(move |from| (from, to)));
                let excluded = |(from, to): (usize, usize)| {
                    let excludes = |a: usize, b: usize| a + (to - from) > b;
                    Excluded::new([cells[from], cells[to]], size, &excludes)
                };
                pairs.map(excluded).collect()
            }
            Rule::Palindrome(cells) => {
                let ends = (0..cells.len() / 2).map(|i| [cells[i], cells[cells.len() - 1 - i]]);
                ends.map(|ends| Excluded::new(ends, size, &|a, b| a != b))
                    .collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Two cells, and what the digit of the first one excludes in the second one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excluded {
    /// The numbers of the cells.
    pub cells: [usize; 2],
    /// For each digit d of the first cell, at place d − 1: bit e is set if digit e of the second cell is excluded.
    pub digits: Vec<u64>,
}

impl Excluded {
    fn new(cells: [usize; 2], size: usize, excludes: &dyn Fn(usize, usize) -> bool) -> Excluded {
        let of = |first: usize| {
            let seconds = (1..=size).filter(|&second| excludes(first, second));
            seconds.fold(0, |set, second| set | 1 << second)
        };
        Excluded {
            cells,
            digits: (1..=size).map(of).collect(),
        }
    }
}
