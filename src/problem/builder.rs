//! Builds a problem, item by item and option by option, and refuses bad input at once.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use smallvec::SmallVec;

use super::names::Index;
use super::{Bounds, Color, Data, Entry, ItemId, OptionId, Problem};

/// The usual number of entries of an option: 4 in a Sudoku.
type Entries = SmallVec<[Entry; 4]>;

/// Builds a [`Problem`]: first its primary items, then its secondary ones, then its options.
///
/// ```
/// use dominox::Problem;
/// use dominox::problem::Entry;
/// let mut builder = Problem::builder();
/// let [a, b] = [builder.primary("a")?, builder.primary("b")?];
/// let x = builder.secondary("x")?;
/// let red = builder.color("red")?;
/// builder.option([Entry::from(a), (x, red).into()])?;
/// builder.option([b])?;
/// assert_eq!(builder.build().option_count(), 2);
/// # Ok::<(), dominox::problem::BuildError>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Builder {
    data: Data,
    items: Index,
    colors: Index,
    /// For each item, the number of the last option that has it, from 1; 0 for none.
    seen: Vec<u32>,
}

/// Why a builder refused an item, a colour or an option.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BuildError {
    /// The name is empty, or has a blank, a control character, `:`, `|` or a byte order mark.
    BadName(String),
    /// Another item has this name.
    DuplicateItem(String),
    /// A primary item was added after a secondary one.
    PrimaryAfterSecondary(String),
    /// The bounds of this item are not `low <= high` with `high >= 1`.
    BadBounds(String, Bounds),
    /// The option names this item more than once.
    RepeatedItem(String),
    /// The option gives a colour to this primary item.
    ColoredPrimary(String),
    /// An id does not belong to this builder.
    UnknownId(usize),
    /// The number of lists of facts is not the number of options.
    FactCount {
        /// The number of lists.
        found: usize,
        /// The number of options.
        expected: usize,
    },
    /// The costs of one option add up to more than 64 bits.
    CostOverflow,
    /// There are more items, options, entries or facts than 32 bits can number.
    TooLarge,
}

impl Builder {
    /// Adds a primary item, to be covered exactly once.
    ///
    /// # Errors
    /// `BadName`, `DuplicateItem`, `PrimaryAfterSecondary`, `TooLarge`.
    pub fn primary(&mut self, name: impl Into<String>) -> Result<ItemId, BuildError> {
        self.bounded(name, Bounds::EXACT.low, Bounds::EXACT.high)
    }

    /// Adds a primary item, to be covered at least `low` and at most `high` times.
    ///
    /// # Errors
    /// As for [`primary`](Self::primary), and `BadBounds` unless `low <= high` and `high >= 1`.
    pub fn bounded(
        &mut self,
        name: impl Into<String>,
        low: u32,
        high: u32,
    ) -> Result<ItemId, BuildError> {
        let name = name.into();
        if self.data.primary < self.data.item_names.len() {
            return Err(BuildError::PrimaryAfterSecondary(name));
        }
        let bounds = Bounds { low, high };
        if low > high || high == 0 {
            return Err(BuildError::BadBounds(name, bounds));
        }
        let item = self.add_item(name)?;
        self.data.add_primary(bounds);
        Ok(item)
    }

    /// Adds a secondary item, to be covered at most once, or any number of times in one colour.
    ///
    /// # Errors
    /// `BadName`, `DuplicateItem`, `TooLarge`.
    pub fn secondary(&mut self, name: impl Into<String>) -> Result<ItemId, BuildError> {
        self.add_item(name.into())
    }

    fn add_item(&mut self, name: String) -> Result<ItemId, BuildError> {
        check_name(&name)?;
        if self.item(&name).is_some() {
            return Err(BuildError::DuplicateItem(name));
        }
        // One below the limit: kernels give a number to each item and one more to their header.
        check_size(self.data.item_names.len() + 1)?;
        let item = ItemId::new(self.data.item_names.len());
        self.data.item_names.push(&name);
        self.items.add_last(&self.data.item_names);
        self.seen.push(0);
        Ok(item)
    }

    /// The colour of this name; the same name gives the same colour each time.
    ///
    /// # Errors
    /// `BadName`, `TooLarge`.
    pub fn color(&mut self, name: &str) -> Result<Color, BuildError> {
        if let Some(place) = self.colors.find(&self.data.color_names, name) {
            return Ok(Color::new(place));
        }
        check_name(name)?;
        check_size(self.data.color_names.len() + 1)?;
        let color = Color::new(self.data.color_names.len());
        self.data.color_names.push(name);
        self.colors.add_last(&self.data.color_names);
        Ok(color)
    }

    /// The item of this name, if it was added.
    pub fn item(&self, name: &str) -> Option<ItemId> {
        let place = self.items.find(&self.data.item_names, name);
        place.map(ItemId::new)
    }

    /// The names of all items so far, in the order of their ids.
    pub fn item_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.data.item_names.iter()
    }

    /// Adds an option. It may have no entries, and it may equal another option: each keeps its own id.
    ///
    /// # Errors
    /// `RepeatedItem`, `ColoredPrimary`, `UnknownId`, `TooLarge`. The builder is then unchanged.
    pub fn option<E: Into<Entry>>(
        &mut self,
        entries: impl IntoIterator<Item = E>,
    ) -> Result<OptionId, BuildError> {
        let entries: Entries = entries.into_iter().map(Into::into).collect();
        self.add_option(&entries)
    }

    /// Like [`option`](Self::option).
    pub(super) fn add_option(&mut self, entries: &[Entry]) -> Result<OptionId, BuildError> {
        check_size(self.data.entries.len() + entries.len() + self.data.item_names.len())?;
        check_size(self.data.entry_ends.len() + 1)?;
        let option = OptionId::new(self.data.entry_ends.len());
        let number = option.index() as u32 + 1;
        let checked = entries
            .iter()
            .try_for_each(|entry| self.check_entry(entry, number));
        if checked.is_err() {
            for entry in entries {
                if let Some(seen) = self.seen.get_mut(entry.item.index()) {
                    *seen = 0;
                }
            }
        }
        checked?;
        self.data.entries.extend_from_slice(entries);
        self.data.entry_ends.push(self.data.entries.len() as u32);
        Ok(option)
    }

    /// Checks an entry of the option of this number, and takes note of its item.
    #[inline]
    fn check_entry(&mut self, entry: &Entry, number: u32) -> Result<(), BuildError> {
        let index = entry.item.index();
        let name = || self.data.item_names.get(index).to_owned();
        let Some(seen) = self.seen.get_mut(index) else {
            return Err(BuildError::UnknownId(index));
        };
        if let Some(color) = entry.color {
            if index < self.data.primary {
                return Err(BuildError::ColoredPrimary(name()));
            }
            if color.index() >= self.data.color_names.len() {
                return Err(BuildError::UnknownId(color.index()));
            }
        }
        match std::mem::replace(seen, number) == number {
            true => Err(BuildError::RepeatedItem(name())),
            false => Ok(()),
        }
    }

    /// Adds to the cost of an option.
    ///
    /// # Errors
    /// `UnknownId`, `CostOverflow`.
    pub fn add_cost(&mut self, option: OptionId, cost: u64) -> Result<(), BuildError> {
        let options = self.data.entry_ends.len();
        if option.index() >= options {
            return Err(BuildError::UnknownId(option.index()));
        }
        if cost == 0 {
            return Ok(());
        }
        self.data.costs.resize(options, 0);
        let total = &mut self.data.costs[option.index()];
        *total = total.checked_add(cost).ok_or(BuildError::CostOverflow)?;
        Ok(())
    }

    /// Sets the facts of the option that was added last; equal facts count once. See [`Problem::facts`].
    ///
    /// # Errors
    /// `UnknownId` if there is no option, or if the last one already has facts; `TooLarge`.
    pub fn facts(&mut self, facts: impl IntoIterator<Item = u32>) -> Result<(), BuildError> {
        let options = self.data.entry_ends.len();
        if options == 0 || self.data.fact_ends.len() == options {
            return Err(BuildError::UnknownId(options));
        }
        let begin = self.data.facts.len();
        self.data.fact_ends.resize(options - 1, begin as u32);
        for fact in facts {
            if !self.data.facts[begin..].contains(&fact) {
                self.data.facts.push(fact);
            }
        }
        check_size(self.data.facts.len())?;
        self.data.fact_ends.push(self.data.facts.len() as u32);
        Ok(())
    }

    /// The finished problem.
    pub fn build(mut self) -> Problem {
        let options = self.data.entry_ends.len();
        if !self.data.costs.is_empty() {
            self.data.costs.resize(options, 0);
        }
        if self.data.facts.is_empty() {
            self.data.fact_ends.clear();
        } else {
            self.data
                .fact_ends
                .resize(options, self.data.facts.len() as u32);
        }
        Problem(Arc::new(self.data))
    }
}

fn check_name(name: &str) -> Result<(), BuildError> {
    let bad = |c: char| c.is_whitespace() || c.is_control() || matches!(c, ':' | '|' | '\u{feff}');
    if name.is_empty() || name.contains(bad) {
        Err(BuildError::BadName(name.into()))
    } else {
        Ok(())
    }
}

/// Kernels need half the range of 32 bits for their headers, spacers and signs.
fn check_size(count: usize) -> Result<(), BuildError> {
    if count > i32::MAX as usize / 2 {
        Err(BuildError::TooLarge)
    } else {
        Ok(())
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::BadName(name) if name.is_empty() => {
                f.write_str("a name is missing here: expected one, without a blank before it")
            }
            BuildError::BadName(name) => {
                write!(
                    f,
                    "bad name {name:?}: expected characters other than blanks, `:` and `|`"
                )
            }
            BuildError::DuplicateItem(name) => {
                write!(f, "item `{name}` is named twice: expected different names")
            }
            BuildError::PrimaryAfterSecondary(name) => {
                write!(
                    f,
                    "primary item `{name}` comes after a secondary one: add all primary items first"
                )
            }
            BuildError::BadBounds(name, Bounds { low, high }) => {
                write!(
                    f,
                    "bad bounds {low}:{high} of item `{name}`: expected low <= high and high >= 1"
                )
            }
            BuildError::RepeatedItem(name) => write!(
                f,
                "item `{name}` occurs twice in one option: expected each item once"
            ),
            BuildError::ColoredPrimary(name) => {
                write!(
                    f,
                    "a colour on primary item `{name}`: only secondary items have colours"
                )
            }
            BuildError::UnknownId(id) => write!(f, "id {id} does not belong to this problem"),
            BuildError::FactCount { found, expected } => {
                write!(
                    f,
                    "lists of facts: {found}, expected {expected}: one for each option"
                )
            }
            BuildError::CostOverflow => write!(f, "the costs of one option exceed {}", u64::MAX),
            BuildError::TooLarge => write!(f, "the problem is larger than 32-bit ids can number"),
        }
    }
}

impl Error for BuildError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_of_an_option_that_was_refused() {
        let mut builder = Problem::builder();
        let [a, b] = ["a", "b"].map(|name| builder.primary(name).unwrap());
        builder.option([a, b]).unwrap();
        let twice = Err(BuildError::RepeatedItem("b".into()));
        assert_eq!(builder.option([a, b, b]), twice);
        let unknown = Err(BuildError::UnknownId(2));
        assert_eq!(builder.option([b, a, ItemId::new(2)]), unknown);
        assert_eq!(builder.option([b, a]).unwrap().index(), 1);
        assert_eq!(builder.build().to_string(), "a b\na b\nb a\n");
    }
}
