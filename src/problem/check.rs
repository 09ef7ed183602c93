//! Checks a cover, and finds the options that agree with some given options: from the definition, without an engine.
//!
//! Both walk the options once, and share nothing with the kernels.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;

use bitvec::bitvec;

use super::{Color, Entry, ItemId, OptionId, Problem, Solution};

/// Why a set of options is not a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CoverError {
    /// The problem has no such option.
    UnknownOption(OptionId),
    /// The solution contains the option twice.
    RepeatedOption(OptionId),
    /// The option has no primary item: such options are in no solution.
    IdleOption(OptionId),
    /// Two options cannot be chosen together.
    Conflict(Disagreement),
    /// This primary item is covered `times` times, which is not within its bounds.
    Miscovered {
        /// The item.
        item: ItemId,
        /// How many of the options cover it.
        times: u32,
    },
}

/// Two options that cannot be chosen together, and an item over which they disagree. If the item may be covered several times,
/// and too many options cover it, these are the last two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// The option that came first.
    pub first: OptionId,
    /// The option that disagrees with it.
    pub second: OptionId,
    /// The item that both cover, without the same colour.
    pub item: ItemId,
}

impl Problem {
    /// Verifies that `solution` covers each primary item as often as its bounds allow, and each secondary item at most
    /// once or in one colour, and that each of its options has a primary item.
    ///
    /// # Errors
    /// The first fault found.
    pub fn check(&self, solution: &Solution) -> Result<(), CoverError> {
        let mut chosen = bitvec![0; self.option_count()];
        let mut times = vec![0u32; self.primary_count()];
        let mut secondary: HashMap<ItemId, (OptionId, Option<Color>)> = HashMap::new();
        for &option in solution.options() {
            if option.index() >= self.option_count() {
                return Err(CoverError::UnknownOption(option));
            }
            if chosen.replace(option.index(), true) {
                return Err(CoverError::RepeatedOption(option));
            }
            if self.is_idle(option) {
                return Err(CoverError::IdleOption(option));
            }
            for &Entry { item, color } in self.entries(option) {
                if self.is_primary(item) {
                    times[item.index()] += 1;
                } else if let Some((first, before)) = secondary.insert(item, (option, color))
                    && (before.is_none() || before != color)
                {
                    return Err(CoverError::Conflict(Disagreement {
                        first,
                        second: option,
                        item,
                    }));
                }
            }
        }
        let wrong = self.items().zip(&times).find(|&(item, &times)| {
            self.bounds(item)
                .is_some_and(|bounds| times < bounds.low || times > bounds.high)
        });
        wrong.map_or(Ok(()), |(item, &times)| {
            Err(CoverError::Miscovered { item, times })
        })
    }

    /// The options that agree with all `given` ones, ascending: the given options, and those that may be chosen with them. If
    /// given options cover an item as often as its bounds allow, no other option of that item is left; if they give a secondary
    /// item a colour, only options with this colour are left.
    ///
    /// ```
    /// use dominox::Problem;
    /// let problem = Problem::parse("a b c\na b\na c\nc\n")?;
    /// let options: Vec<_> = problem.options().collect();
    /// assert_eq!(problem.agreeing(&options[..1]), Ok(vec![options[0], options[2]]));
    /// assert_eq!(problem.agreeing(&options[1..]).unwrap_err().item, problem.item_named("c").unwrap());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If two given options disagree with each other.
    ///
    /// # Panics
    /// If a given option does not belong to this problem.
    pub fn agreeing(&self, given: &[OptionId]) -> Result<Vec<OptionId>, Disagreement> {
        let mut held: HashMap<ItemId, Holding> = HashMap::new();
        let mut is_given = bitvec![0; self.option_count()];
        for &option in given {
            if is_given.replace(option.index(), true) {
                continue;
            }
            for &Entry { item, color } in self.entries(option) {
                let most = self.bounds(item).map_or(1, |bounds| bounds.high);
                let holding = held.entry(item).or_insert(Holding {
                    last: option,
                    color,
                    left: most,
                });
                if !holding.agrees(color) {
                    return Err(Disagreement {
                        first: holding.last,
                        second: option,
                        item,
                    });
                }
                holding.last = option;
                holding.left = holding.left.saturating_sub(1);
            }
        }
        let agrees = |entry: &Entry| {
            let holding = held.get(&entry.item);
            holding.is_none_or(|holding| holding.agrees(entry.color))
        };
        let is_left = |option: &OptionId| {
            is_given[option.index()] || self.entries(*option).iter().all(agrees)
        };
        Ok(self.options().filter(is_left).collect())
    }
}

/// The effect of given options on an item.
struct Holding {
    last: OptionId,
    color: Option<Color>,
    /// How often the item may still be covered without the same colour.
    left: u32,
}

impl Holding {
    fn agrees(&self, color: Option<Color>) -> bool {
        self.left > 0 || color.is_some() && color == self.color
    }
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "options {} and {} disagree over item {}",
            self.first.index(),
            self.second.index(),
            self.item.index()
        )
    }
}

impl Error for Disagreement {}

impl fmt::Display for CoverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CoverError::UnknownOption(option) => {
                write!(
                    f,
                    "option {} does not belong to this problem",
                    option.index()
                )
            }
            CoverError::RepeatedOption(option) => {
                write!(f, "option {} is chosen twice", option.index())
            }
            CoverError::IdleOption(option) => {
                write!(f, "option {} has no primary item", option.index())
            }
            CoverError::Conflict(disagreement) => disagreement.fmt(f),
            CoverError::Miscovered { item, times } => {
                write!(f, "item {} is covered {times} times", item.index())
            }
        }
    }
}

impl Error for CoverError {}
