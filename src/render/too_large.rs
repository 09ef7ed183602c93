//! The error for a picture that would be too large to read.

use std::error::Error;
use std::fmt;

/// Something has too many parts to be drawn so that people can read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// What there is to draw: '324 items and 81 options'.
    pub found: String,
    /// What could be drawn: '100 of each'.
    pub most: String,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooLarge { found, most } = self;
        write!(f, "too large for a picture: {found}, at most {most}")
    }
}

impl Error for TooLarge {}
