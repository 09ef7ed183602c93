//! The exact-cover problem: items, options, colours, and what makes an answer.
//!
//! An exact-cover problem has *items* and *options*. Each option covers some items. A solution is a set of options
//! that covers every *primary* item exactly once and every *secondary* item at most once. An option may also give a
//! secondary item a *colour*. Then any number of chosen options may cover the item, if all give it the same colour.
//!
//! ```text
//!            items   a b c | x          (a, b, c primary; x secondary)
//!     option 0       a b     x:red
//!     option 1       a   c                {0, 2}: a, b and c once, x red in both: a solution
//!     option 2           c   x:red        {1, 3}: a, b and c once, x once: a solution
//!     option 3         b     x            {0, 3}: b twice, c never: not a solution
//! ```
//!
//! The terms are those of D. E. Knuth, *The Art of Computer Programming* 4B, section 7.2.2.1.
//!
//! A [`Problem`] is made by a [`Builder`] or [parsed](Problem::parse) from text. It is immutable and cheap to clone. It also
//! holds data that an engine for plain covers may ignore: bounds on primary items, costs of options, and *facts* (see
//! [`Problem::facts`]).

mod builder;
mod check;
mod demanding;
mod id;
mod located;
mod lookup;
mod named;
mod names;
mod occurrence;
mod part;
mod restrict;
mod selection;
mod solution;
mod text;

use std::sync::Arc;

pub use builder::{BuildError, Builder};
pub use check::{CoverError, Disagreement};
pub use id::{Color, ItemId, OptionId};
pub use located::Located;
pub(crate) use located::quotable;
pub use lookup::Lookup;
pub use named::NoOption;
use names::Names;
pub use occurrence::Occurrence;
pub(crate) use part::Branches;
pub use part::{Part, PartError};
pub use solution::Solution;
pub(crate) use text::near_miss;
pub use text::{PrintError, TextFault, TextReader};

/// One entry of an option: an item and, for a secondary item, perhaps its colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Entry {
    /// The item that the option covers.
    pub item: ItemId,
    /// The colour that the option gives it. Always `None` for a primary item.
    pub color: Option<Color>,
}

impl From<ItemId> for Entry {
    fn from(item: ItemId) -> Self {
        Entry { item, color: None }
    }
}

impl From<(ItemId, Color)> for Entry {
    fn from((item, color): (ItemId, Color)) -> Self {
        Entry {
            item,
            color: Some(color),
        }
    }
}

/// How often a primary item must be covered: at least `low` and at most `high` times. `1..=1` is exact cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The least number of chosen options that cover the item.
    pub low: u32,
    /// The greatest number of chosen options that cover the item; at least 1 and at least `low`.
    pub high: u32,
}

impl Bounds {
    /// Covered exactly once, as every primary item without bounds.
    pub const EXACT: Bounds = Bounds { low: 1, high: 1 };
}

/// An exact-cover problem. Immutable; a clone shares the data.
///
/// ```
/// use dominox::Problem;
/// let problem = Problem::parse("a b c | x\na b x:red\na c\nc x:red\nb x\n")?;
/// assert_eq!((problem.primary_count(), problem.item_count(), problem.option_count()), (3, 4, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem(Arc<Data>);

/// The flat arrays of a [`Problem`].
#[derive(Clone, Default, PartialEq, Eq, Debug)]
struct Data {
    /// Names of all items, primary first.
    item_names: Names,
    /// Items `0..primary` are primary.
    primary: usize,
    /// One for each primary item.
    bounds: Vec<Bounds>,
    /// Whether some of them are not exact.
    has_bounds: bool,
    /// Names of the colours, by [`Color::index`].
    color_names: Names,
    /// Entries of all options, option after option.
    entries: Vec<Entry>,
    /// Where each option's entries end in `entries`.
    entry_ends: Vec<u32>,
    /// Cost of each option; empty if no option has one.
    costs: Vec<u64>,
    /// Facts of all options, option after option.
    facts: Vec<u32>,
    /// Where each option's facts end in `facts`; empty if no option has facts.
    fact_ends: Vec<u32>,
}

impl Data {
    /// Adds one more primary item, whose name was added.
    fn add_primary(&mut self, bounds: Bounds) {
        self.bounds.push(bounds);
        self.has_bounds |= bounds != Bounds::EXACT;
        self.primary += 1;
    }
}

impl Problem {
    /// A builder without items and options.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Number of items, primary and secondary.
    pub fn item_count(&self) -> usize {
        self.0.item_names.len()
    }

    /// Number of primary items. They have the ids `0..primary_count()`.
    pub fn primary_count(&self) -> usize {
        self.0.primary
    }

    /// Number of options.
    pub fn option_count(&self) -> usize {
        self.0.entry_ends.len()
    }

    /// Number of colours that the problem names.
    pub fn color_count(&self) -> usize {
        self.0.color_names.len()
    }

    /// All items in the order of their ids.
    pub fn items(&self) -> impl ExactSizeIterator<Item = ItemId> + use<> {
        (0..self.item_count()).map(ItemId::new)
    }

    /// All options in the order of their ids.
    pub fn options(&self) -> impl ExactSizeIterator<Item = OptionId> + use<> {
        (0..self.option_count()).map(OptionId::new)
    }

    /// Whether the item must be covered.
    pub fn is_primary(&self, item: ItemId) -> bool {
        item.index() < self.0.primary
    }

    /// The name of an item.
    ///
    /// # Panics
    /// If the item does not belong to this problem.
    pub fn item_name(&self, item: ItemId) -> &str {
        self.0.item_names.get(item.index())
    }

    /// The item of this name. Takes time proportional to the number of items.
    pub fn item_named(&self, name: &str) -> Option<ItemId> {
        self.0
            .item_names
            .iter()
            .position(|known| known == name)
            .map(ItemId::new)
    }

    /// The name of a colour.
    ///
    /// # Panics
    /// If the colour does not belong to this problem.
    pub fn color_name(&self, color: Color) -> &str {
        self.0.color_names.get(color.index())
    }

    /// How often an item must be covered; `None` for a secondary item.
    pub fn bounds(&self, item: ItemId) -> Option<Bounds> {
        self.0.bounds.get(item.index()).copied()
    }

    /// Whether some primary item has bounds other than exactly once.
    pub fn has_bounds(&self) -> bool {
        self.0.has_bounds
    }

    /// The entries of an option, in the order in which they were added.
    ///
    /// # Panics
    /// If the option does not belong to this problem.
    pub fn entries(&self, option: OptionId) -> &[Entry] {
        slice_of(&self.0.entries, &self.0.entry_ends, option)
    }

    /// Number of entries of all options together.
    pub fn entry_count(&self) -> usize {
        self.0.entries.len()
    }

    /// The cost of an option; 0 if none was given. Costs do not change which sets of options are solutions.
    pub fn cost(&self, option: OptionId) -> u64 {
        self.0.costs.get(option.index()).copied().unwrap_or(0)
    }

    /// What an option contributes to the answer, if only a part of a solution is the answer.
    ///
    /// Two solutions are the same *answer* if their options have the same set of facts. In a Sudominoku, dominoes can
    /// form one grid in several ways; there the facts are the pairs of cell and digit.
    pub fn facts(&self, option: OptionId) -> &[u32] {
        if self.0.fact_ends.is_empty() {
            return &[];
        }
        slice_of(&self.0.facts, &self.0.fact_ends, option)
    }

    /// Whether some option has facts. Without facts, every solution is an answer of its own.
    pub fn has_facts(&self) -> bool {
        !self.0.facts.is_empty()
    }

    /// Whether `self` and `other` are clones of one problem and share its data.
    pub fn is_same(&self, other: &Problem) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// The part of `values` that belongs to `option`; `ends` holds the end of each option's part.
fn slice_of<'a, T>(values: &'a [T], ends: &[u32], option: OptionId) -> &'a [T] {
    let start = option
        .index()
        .checked_sub(1)
        .map_or(0, |before| ends[before]);
    &values[start as usize..ends[option.index()] as usize]
}
