//! What is wrong with a text in one of the formats.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use super::Format;
use crate::problem::{BuildError, TextFault};
use crate::puzzles::PuzzleFault;

/// What is wrong with a text. Of words longer than 40 characters, it holds only the beginning, followed by `…`.
#[derive(Debug)]
#[non_exhaustive]
pub enum FormatFault {
    /// dominox writes the format, but does not read it.
    OnlyWritten(Format),
    /// Something else was expected.
    Expected {
        /// The text that was found; `None` at the end of the line or of the text.
        found: Option<String>,
        /// What was expected.
        expected: Cow<'static, str>,
    },
    /// There is no item of this name.
    UnknownItem {
        /// The name.
        name: String,
        /// The item with the most similar name, if there is a similar one.
        near: Option<String>,
    },
    /// The number of items is larger than a text of this length can use.
    TooManyItems(u64),
    /// The costs of an option are not a number of 64 bits.
    Build(BuildError),
    /// A fault of Knuth's text.
    Text(TextFault),
    /// A fault of a matrix.
    Puzzle(PuzzleFault),
    /// There is no matrix.
    NoMatrix,
    /// There are several matrices.
    SecondMatrix,
}

impl FormatFault {
    /// `found` is in a place where something else was `expected`.
    pub(super) fn expected(
        found: Option<String>,
        expected: impl Into<Cow<'static, str>>,
    ) -> FormatFault {
        FormatFault::Expected {
            found,
            expected: expected.into(),
        }
    }
}

impl fmt::Display for FormatFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatFault::OnlyWritten(format) => {
                write!(
                    f,
                    "dominox writes `{}`, but does not read it",
                    format.name()
                )
            }
            FormatFault::Expected {
                found: Some(found),
                expected,
            } => write!(f, "`{found}`: expected {expected}"),
            FormatFault::Expected {
                found: None,
                expected,
            } => write!(f, "expected {expected} here"),
            FormatFault::UnknownItem { name, near } => match near {
                Some(near) => write!(f, "unknown item `{name}`: did you mean `{near}`?"),
                None => write!(f, "unknown item `{name}`: it is not in the list of items"),
            },
            FormatFault::TooManyItems(count) => write!(
                f,
                "{count} items: expected no more than a text of this length can name"
            ),
            FormatFault::Build(error) => error.fmt(f),
            FormatFault::Text(fault) => fault.fmt(f),
            FormatFault::Puzzle(fault) => fault.fmt(f),
            FormatFault::NoMatrix => f.write_str("expected rows of 0 and 1"),
            FormatFault::SecondMatrix => f.write_str("a second matrix: expected only one"),
        }
    }
}

impl Error for FormatFault {}
