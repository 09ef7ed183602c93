//! The errors of reading and printing text, and their messages.
//!
//! A fault holds the offending word and says what was expected. [`Located`](crate::problem::Located) adds its place:
//!
//! ```text
//! 2:6: unknown item `rwo`: did you mean `row`?
//! ```

use std::error::Error;
use std::fmt;

use crate::problem::{BuildError, OptionId, quotable};

/// What is wrong with a text. Of words longer than 40 characters, it holds only the beginning, followed by `…`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TextFault {
    /// All lines are blank or comments.
    NoItemLine,
    /// The item line has a second `|`.
    SecondBar,
    /// These words before the `|` of an item are neither `n` nor `low:high`, with numbers of 32 bits.
    BadBounds(String),
    /// A word of the item line has a `:`, as the colours in options do.
    ColorOfItem(String),
    /// The item line gives bounds to this secondary item.
    BoundedSecondary(String),
    /// An option names an item that is not in the item line.
    UnknownItem {
        /// The name.
        name: String,
        /// The item with the most similar name, if there is a similar one.
        near: Option<String>,
    },
    /// A word of an option has a `|` that is not at its start.
    BarInWord(String),
    /// There is no colour after the `:` of this item.
    EmptyColor(String),
    /// The text after the `|` of a cost is not a number, or a number of more than 64 bits.
    BadCost(String),
    /// The builder refuses an item, a colour or an option.
    Build(BuildError),
}

/// Why a problem cannot be printed as text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PrintError {
    /// The problem has no primary item: its item line would begin with `|`, as a comment does.
    NoPrimaryItem,
    /// This option has no items: its line would be blank, and blank lines are skipped.
    EmptyOption(OptionId),
}

impl From<BuildError> for TextFault {
    fn from(mut error: BuildError) -> Self {
        if let BuildError::BadName(name)
        | BuildError::DuplicateItem(name)
        | BuildError::BadBounds(name, _)
        | BuildError::RepeatedItem(name)
        | BuildError::ColoredPrimary(name) = &mut error
        {
            *name = quotable(name);
        }
        TextFault::Build(error)
    }
}

impl fmt::Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextFault::NoItemLine => write!(
                f,
                "no item line: expected a line of item names, a primary one first (a line that begins with `|` is \
                 a comment)"
            ),
            TextFault::SecondBar => {
                write!(
                    f,
                    "a second `|`: expected one, between primary and secondary items"
                )
            }
            TextFault::BadBounds(word) => write!(
                f,
                "bad bounds `{word}`: expected `n|item` or `low:high|item`, with numbers up to 4294967295 (a `|` that separates primary and \
                 secondary items needs a blank before it)"
            ),
            TextFault::ColorOfItem(word) => write!(
                f,
                "a `:` in item `{word}`: expected names only (colours come in options, bounds before a `|`: `low:high|item`)"
            ),
            TextFault::BoundedSecondary(name) => {
                write!(
                    f,
                    "bounds on secondary item `{name}`: only primary items have bounds"
                )
            }
            TextFault::UnknownItem { name, .. } if name.is_empty() => {
                write!(f, "no item before this `:`: expected `item:colour`")
            }
            TextFault::UnknownItem { name, near } => match near {
                Some(near) => write!(f, "unknown item `{name}`: did you mean `{near}`?"),
                None => write!(f, "unknown item `{name}`: it is not in the item line"),
            },
            TextFault::BarInWord(word) => write!(
                f,
                "a `|` within `{word}`: expected an item, or a cost `|n` with a blank before it"
            ),
            TextFault::EmptyColor(name) => {
                write!(
                    f,
                    "no colour after `{name}:`: expected `{name}` or `{name}:colour`"
                )
            }
            TextFault::BadCost(word) if word.is_empty() => write!(
                f,
                "no cost after `|`: expected `|n`, without a blank before the number n"
            ),
            TextFault::BadCost(word) => write!(
                f,
                "bad cost `|{word}`: expected `|n` with a whole number n up to {}",
                u64::MAX
            ),
            TextFault::Build(error) => error.fmt(f),
        }
    }
}

impl Error for TextFault {}

impl fmt::Display for PrintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PrintError::NoPrimaryItem => write!(
                f,
                "a problem without primary items cannot be written as text: its item line would be a comment"
            ),
            PrintError::EmptyOption(option) => write!(
                f,
                "option {} has no items and cannot be written as text: its line would be blank",
                option.index() + 1
            ),
        }
    }
}

impl Error for PrintError {}
