//! The constraints: which options use which item, and how often an item may and must be covered.
//!
//! Variables are numbered: first the options; then a *demand* for each primary item, which is true if the item must be covered
//! as often as its bounds say; then any that were added.

use crate::problem::{Entry, ItemId, OptionId, Problem};

/// A variable, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::engine) struct Literal(u32);

impl Literal {
    pub fn positive(variable: usize) -> Literal {
        Literal::new(variable, true)
    }

    pub fn negative(variable: usize) -> Literal {
        Literal::new(variable, false)
    }

    pub fn new(variable: usize, is_true: bool) -> Literal {
        Literal((variable as u32) << 1 | u32::from(!is_true))
    }

    pub fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// Its place in a list of all literals.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// An option that uses an item, and the number of its colour there; 0 for none.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Use {
    pub option: u32,
    pub color: u32,
}

/// Items and the options that use them.
pub(in crate::engine) struct Network {
    pub problem: Problem,
    uses: Vec<Use>,
    /// Where the uses of each item end.
    ends: Vec<u32>,
    /// How often each primary item must be covered, and may be.
    bounds: Vec<(u32, u32)>,
}

impl Network {
    pub fn new(problem: &Problem) -> Network {
        let items = problem.item_count();
        let mut counts = vec![0; items + 1];
        let entries = || {
            let options = problem.options();
            options.flat_map(|option| problem.entries(option).iter().map(move |e| (option, e)))
        };
        entries().for_each(|(_, entry)| counts[entry.item.index() + 1] += 1);
        for item in 0..items {
            counts[item + 1] += counts[item];
        }
        let mut ends = counts;
        let mut uses = vec![
            Use {
                option: 0,
                color: 0
            };
            problem.entry_count()
        ];
        for (option, entry) in entries() {
            let next = &mut ends[entry.item.index()];
            uses[*next as usize] = Use {
                option: option.index() as u32,
                color: color_of(entry),
            };
            *next += 1;
        }
        let bounds = problem.items().filter_map(|item| problem.bounds(item));
        Network {
            problem: problem.clone(),
            uses,
            ends,
            bounds: bounds.map(|bounds| (bounds.low, bounds.high)).collect(),
        }
    }

    pub fn option_count(&self) -> usize {
        self.problem.option_count()
    }

    /// The number of variables for options and demands.
    pub fn variable_count(&self) -> usize {
        self.option_count() + self.bounds.len()
    }

    /// The variable of the demand of a primary item.
    pub fn demand(&self, item: usize) -> usize {
        self.option_count() + item
    }

    /// The item whose demand this variable is.
    pub fn demanding(&self, variable: usize) -> Option<usize> {
        let item = variable.checked_sub(self.option_count())?;
        (item < self.bounds.len()).then_some(item)
    }

    pub fn entries(&self, option: usize) -> &[Entry] {
        self.problem.entries(OptionId::new(option))
    }

    pub fn uses(&self, item: usize) -> &[Use] {
        let start = item.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.uses[start as usize..self.ends[item] as usize]
    }

    /// How often a primary item must be covered, and may be.
    pub fn bounds(&self, item: usize) -> Option<(u32, u32)> {
        self.bounds.get(item).copied()
    }

    /// The primary items.
    pub fn primary(&self) -> impl Iterator<Item = ItemId> + use<> {
        (0..self.bounds.len()).map(ItemId::new)
    }
}

/// The number of the colour of an entry; 0 for none.
pub(super) fn color_of(entry: &Entry) -> u32 {
    entry.color.map_or(0, |color| color.number())
}
