//! The text format of a problem: parser and printer.

use super::{Located, Problem};
use std::error::Error;
use std::fmt;

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TextFault {
    /// No item line.
    NoItemLine,
}

/// Why a problem cannot be printed as text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PrintError {
    /// No primary item.
    NoPrimaryItem,
}

impl Problem {
    /// Parses.
    pub fn parse(_text: &str) -> Result<Problem, Located<TextFault>> {
        Err(Located::new(TextFault::NoItemLine, 1, "", 0, 0))
    }
    /// Prints.
    pub fn to_text(&self) -> Result<String, PrintError> {
        Err(PrintError::NoPrimaryItem)
    }
}
impl fmt::Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no item line")
    }
}
impl fmt::Display for PrintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no primary item")
    }
}
impl Error for PrintError {}
