//! Sizes of models: what is allowed, and the error that says so.
//!
//! The limits keep every item name within eight characters and every problem within some ten million entries.

use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;

/// A size that a model does not allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SizeError {
    /// The size as it was given.
    pub found: String,
    /// What is allowed: 'a number from 1 to 9'.
    pub expected: String,
}

impl SizeError {
    /// `found` where a number of `allowed` was expected.
    pub(super) fn number(found: impl fmt::Display, allowed: &RangeInclusive<usize>) -> SizeError {
        let (low, high) = (allowed.start(), allowed.end());
        SizeError {
            found: found.to_string(),
            expected: format!("a number from {low} to {high}"),
        }
    }
}

/// Refuses a size outside `allowed`.
pub(super) fn check(size: usize, allowed: &RangeInclusive<usize>) -> Result<usize, SizeError> {
    if allowed.contains(&size) {
        Ok(size)
    } else {
        Err(SizeError::number(size, allowed))
    }
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bad size `{}`: expected {}", self.found, self.expected)
    }
}

impl Error for SizeError {}
