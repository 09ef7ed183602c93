//! The items and options of a variant while they are collected, since a problem needs its primary items first.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::sum::Term;
use crate::problem::{BuildError, Entry, ItemId, Problem};
use crate::puzzles::variant::field::{Field, Unit};

/// What an item means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::puzzles::variant) enum ItemMeaning {
    /// A digit in this cell.
    Cell(usize),
    /// This digit in this unit.
    Unit { unit: usize, digit: usize },
    /// A digit in this cell that the rule allows: bit d for digit d.
    Allowed { rule: usize, cell: usize, set: u64 },
    /// A set of digits for this cage.
    Set(usize),
    /// This digit in this cage, or a set of digits without it.
    Member { rule: usize, digit: usize },
    /// The digits of all cells of this rule.
    Digits(usize),
    /// The sum of some cells of this rule, which begin with this one; in all, or of two parts.
    Sums { rule: usize, cell: usize },
    /// This digit in one of two cells, which differ.
    Differs {
        rule: usize,
        cells: [usize; 2],
        digit: usize,
    },
    /// Digits of two cells that exclude each other.
    Excluded(usize),
    /// The digit, as a colour, of this cell and perhaps of one that equals it.
    Color(usize),
    /// The sum, as a colour, of some cells of this rule, which begin with this one.
    Sum { rule: usize, cell: usize },
}

/// What an option means that is not a digit in a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::puzzles::variant) enum OptionMeaning {
    /// A cage has these digits: bit d for digit d.
    Set {
        rule: usize,
        cells: Vec<usize>,
        set: u64,
    },
    /// These cells have these digits.
    Digits {
        rule: usize,
        cells: Vec<usize>,
        digits: Vec<u8>,
    },
    /// These cells, with weights, have these sums.
    Sums {
        rule: usize,
        parts: Arc<Vec<Vec<Term>>>,
        sums: Vec<i64>,
    },
}

/// An item that an option has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Use {
    Primary(usize),
    Secondary(usize),
    Colored(usize, i64),
}

type Items = Vec<(String, ItemMeaning)>;

/// The most options of rules. (They are made before a time limit can stop the work.)
pub(super) const MOST_OPTIONS: usize = 1_000_000;

/// Items and options so far.
pub(super) struct Draft<'f> {
    pub field: &'f Field,
    pub size: usize,
    primary: Items,
    secondary: Items,
    /// The items of a digit in a cell, at `cell·N + digit − 1`.
    places: Vec<Vec<Use>>,
    others: Vec<(Vec<Use>, OptionMeaning)>,
    /// The item whose colour is the digit of the cell.
    colors: BTreeMap<usize, usize>,
    /// For each pair of cells `p·cells + q`, whether they are in one unit or cage, and so differ.
    differ: Vec<bool>,
}

impl<'f> Draft<'f> {
    pub fn new(field: &'f Field, units: &[Unit]) -> Draft<'f> {
        let (size, count) = (field.size(), field.places().len());
        let mut draft = Draft {
            field,
            size,
            primary: Vec::new(),
            secondary: Vec::new(),
            places: vec![Vec::new(); count * size],
            others: Vec::new(),
            colors: BTreeMap::new(),
            differ: vec![false; count * count],
        };
        units.iter().for_each(|unit| draft.differing(&unit.cells));
        for cell in 0..count {
            let item = draft.primary(field.name(cell), ItemMeaning::Cell(cell));
            for digit in 1..=size {
                draft.add(cell, digit, item);
            }
        }
        draft
    }

    /// Says that the digits of these cells differ.
    pub fn differing(&mut self, cells: &[usize]) {
        let count = self.field.places().len();
        for &first in cells {
            for &second in cells {
                self.differ[first * count + second] = true;
            }
        }
    }

    /// Whether two cells lie in one unit or cage, so that their digits differ.
    pub fn differ(&self, first: usize, second: usize) -> bool {
        self.differ[first * self.field.places().len() + second]
    }

    /// Whether each two of these cells differ.
    pub fn all_differ(&self, cells: &[usize]) -> bool {
        (0..cells.len()).all(|i| (0..i).all(|j| self.differ(cells[i], cells[j])))
    }

    pub fn primary(&mut self, name: String, meaning: ItemMeaning) -> Use {
        self.primary.push((name, meaning));
        Use::Primary(self.primary.len() - 1)
    }

    pub fn secondary(&mut self, name: String, meaning: ItemMeaning) -> Use {
        self.secondary.push((name, meaning));
        Use::Secondary(self.secondary.len() - 1)
    }

    /// A secondary item with colours.
    pub fn colored(&mut self, name: String, meaning: ItemMeaning) -> usize {
        self.secondary.push((name, meaning));
        self.secondary.len() - 1
    }

    /// Gives an item to a digit in a cell.
    pub fn add(&mut self, cell: usize, digit: usize, item: Use) {
        self.places[cell * self.size + digit - 1].push(item);
    }

    /// Adds an option of a rule.
    pub fn option(&mut self, items: Vec<Use>, meaning: OptionMeaning) {
        self.others.push((items, meaning));
    }

    /// Whether there are too many options of rules.
    pub fn is_too_large(&self) -> bool {
        self.others.len() > MOST_OPTIONS
    }

    /// The item whose colour is the digit of this cell.
    pub fn color_of(&mut self, cell: usize) -> usize {
        if let Some(&item) = self.colors.get(&cell) {
            return item;
        }
        let item = self.colored(
            format!("={}", self.field.name(cell)),
            ItemMeaning::Color(cell),
        );
        for digit in 1..=self.size {
            self.add(cell, digit, Use::Colored(item, digit as i64));
        }
        self.colors.insert(cell, item);
        item
    }

    /// Each digit once in a unit; at most once if it has fewer than N cells.
    pub fn unit(&mut self, number: usize, unit: &Unit) {
        for digit in 1..=self.size {
            let (name, meaning) = (
                format!("{}#{digit}", unit.tag),
                ItemMeaning::Unit {
                    unit: number,
                    digit,
                },
            );
            let item = match unit.cells.len() == self.size {
                true => self.primary(name, meaning),
                false => self.secondary(name, meaning),
            };
            for &cell in &unit.cells {
                self.add(cell, digit, item);
            }
        }
    }

    /// The cell has one of these digits.
    pub fn allow(&mut self, rule: usize, cell: usize, set: u64) {
        if set.count_ones() as usize >= self.size {
            return;
        }
        let name = format!("{}.{}", rule + 1, self.field.name(cell));
        let item = self.primary(name, ItemMeaning::Allowed { rule, cell, set });
        for digit in (1..=self.size).filter(|digit| set >> digit & 1 > 0) {
            self.add(cell, digit, item);
        }
    }

    /// The problem, and what its items and its later options mean.
    pub fn finish(self) -> Result<(Problem, Vec<ItemMeaning>, Vec<OptionMeaning>), BuildError> {
        let mut builder = Problem::builder();
        let primaries = self.primary.len();
        let mut meanings = Vec::with_capacity(primaries + self.secondary.len());
        for (name, meaning) in self.primary {
            builder.primary(name)?;
            meanings.push(meaning);
        }
        for (name, meaning) in self.secondary {
            builder.secondary(name)?;
            meanings.push(meaning);
        }
        let (others, others_mean): (Vec<_>, Vec<_>) = self.others.into_iter().unzip();
        let mut colors = BTreeMap::new();
        for items in self.places.iter().chain(&others) {
            let mut entries: Vec<Entry> = Vec::with_capacity(items.len());
            for &item in items {
                entries.push(match item {
                    Use::Primary(at) => ItemId::new(at).into(),
                    Use::Secondary(at) => ItemId::new(primaries + at).into(),
                    Use::Colored(at, color) => {
                        let color = match colors.get(&color) {
                            Some(&known) => known,
                            None => {
                                let made = builder.color(&color.to_string())?;
                                colors.insert(color, made);
                                made
                            }
                        };
                        (ItemId::new(primaries + at), color).into()
                    }
                });
            }
            builder.option(entries)?;
        }
        Ok((builder.build(), meanings, others_mean))
    }
}
