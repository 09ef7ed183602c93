//! What a format cannot hold: losses that keep the solutions, and reasons to refuse a problem.

use std::error::Error;
use std::fmt;

use crate::problem::{ItemId, OptionId, PrintError, Problem};

/// Something that a text lacks, although it has the same solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Loss {
    /// The format has no costs.
    Costs,
    /// The format has costs, but they must not decrease from one option to the next.
    FallingCosts,
    /// Programs that read the format may not compute with costs as large as this problem's: they use this many bits.
    LargeCosts(u32),
    /// The format has numbers in place of names.
    Names,
    /// The format does not allow these names: `i1`, `i2`, … and `c1`, `c2`, … take their place.
    UnfitNames,
    /// The format cannot say which solutions are the same answer.
    Facts,
}

/// Why a format cannot express a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unfit {
    /// Knuth's text cannot.
    Print(PrintError),
    /// This item has bounds, and in the format all items are covered exactly once.
    Bounds(String),
    /// This item is secondary, and the format has primary items only.
    Secondary(String),
    /// This secondary item has colours, which the format does not have.
    Colors(String),
    /// This option has no items, and the format cannot write an empty option.
    EmptyOption(OptionId),
    /// The problem has no items.
    NoItems,
    /// The problem has no options, whose rows would show how many items there are.
    NoOptions,
    /// The text would be too large, or a number in it.
    TooLarge,
}

impl Unfit {
    /// Refuses a problem with bounds.
    pub(super) fn if_bounds(problem: &Problem) -> Result<(), Unfit> {
        let is_bounded = |item: &ItemId| {
            let bounds = problem.bounds(*item);
            bounds.is_some_and(|bounds| bounds != crate::problem::Bounds::EXACT)
        };
        match problem.items().find(is_bounded) {
            Some(item) => Err(Unfit::Bounds(problem.item_name(item).into())),
            None => Ok(()),
        }
    }

    /// Refuses a problem with secondary items.
    pub(super) fn if_secondary(problem: &Problem) -> Result<(), Unfit> {
        match problem.items().nth(problem.primary_count()) {
            Some(item) => Err(Unfit::Secondary(problem.item_name(item).into())),
            None => Ok(()),
        }
    }

    /// Refuses a problem that uses colours.
    pub(super) fn if_colors(problem: &Problem) -> Result<(), Unfit> {
        let entries = problem.options().flat_map(|option| problem.entries(option));
        match entries.into_iter().find(|entry| entry.color.is_some()) {
            Some(entry) => Err(Unfit::Colors(problem.item_name(entry.item).into())),
            None => Ok(()),
        }
    }

    /// Refuses a problem with an option that has no items.
    pub(super) fn if_empty_option(problem: &Problem) -> Result<(), Unfit> {
        let is_empty = |option: &OptionId| problem.entries(*option).is_empty();
        match problem.options().find(is_empty) {
            Some(option) => Err(Unfit::EmptyOption(option)),
            None => Ok(()),
        }
    }
}

/// Whether some option has a cost.
pub(super) fn has_costs(problem: &Problem) -> bool {
    problem.options().any(|option| problem.cost(option) > 0)
}

/// The loss of the costs, if there are any.
pub(super) fn of_costs(problem: &Problem) -> Vec<Loss> {
    let costs = has_costs(problem).then_some(Loss::Costs);
    costs.into_iter().chain(of_facts(problem)).collect()
}

/// The loss of the facts, if there are any.
pub(super) fn of_facts(problem: &Problem) -> Vec<Loss> {
    Vec::from_iter(problem.has_facts().then_some(Loss::Facts))
}

/// The loss if costs are added up in numbers with too few bits for an exact sum of all.
pub(super) fn of_large_costs(problem: &Problem, bits: u32) -> Vec<Loss> {
    let sum: u128 = problem
        .options()
        .map(|option| u128::from(problem.cost(option)))
        .sum();
    let large = (sum >> bits > 0).then_some(Loss::LargeCosts(bits));
    large.into_iter().chain(of_facts(problem)).collect()
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Costs => write!(f, "the format has no costs: they are left out"),
            Loss::FallingCosts => write!(
                f,
                "the costs are left out: in this format they must not decrease from one option to the next"
            ),
            Loss::LargeCosts(bits) => write!(
                f,
                "programs that read this may compute with {bits} bits: the costs together need more"
            ),
            Loss::Names => write!(f, "the format has numbers in place of names"),
            Loss::UnfitNames => write!(
                f,
                "the format does not allow these names: items are called i1, i2, …, and colours c1, c2, …"
            ),
            Loss::Facts => write!(
                f,
                "several solutions can be the same answer, but the format cannot show that"
            ),
        }
    }
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::Print(error) => error.fmt(f),
            Unfit::Bounds(name) => write!(
                f,
                "item `{name}` has bounds: the format has items that are covered exactly once"
            ),
            Unfit::Secondary(name) => write!(
                f,
                "item `{name}` is secondary: the format has primary items only"
            ),
            Unfit::Colors(name) => {
                write!(f, "item `{name}` has colours, which the format does not")
            }
            Unfit::EmptyOption(option) => write!(
                f,
                "option {} has no items, which the format cannot express",
                option.index() + 1
            ),
            Unfit::NoItems => write!(f, "the problem has no items"),
            Unfit::NoOptions => write!(
                f,
                "the problem has no options, and a matrix without rows has no columns"
            ),
            Unfit::TooLarge => write!(f, "the problem is too large for the format"),
        }
    }
}

impl Error for Unfit {}
