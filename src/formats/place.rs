//! Where a fault is: from bytes of the whole text to its line and column.

use std::ops::Range;

use super::FormatFault;
use crate::problem::{BuildError, Located, quotable};

/// The fault at these bytes of the text.
pub(super) fn fault(text: &str, at: Range<usize>, fault: FormatFault) -> Located<FormatFault> {
    let start = at.start.min(text.len());
    let begins = text[..start].rfind('\n').map_or(0, |end| end + 1);
    let number = text[..begins].matches('\n').count() as u64 + 1;
    let line = text[begins..].lines().next().unwrap_or("");
    Located::new(
        fault,
        number,
        line,
        start - begins,
        at.end.max(start) - begins,
    )
}

/// Something else was expected than the text at these bytes; an empty range is the end of the text.
pub(super) fn expected(
    text: &str,
    at: Range<usize>,
    expected: &'static str,
) -> Located<FormatFault> {
    let found = (!at.is_empty()).then(|| quotable(&text[at.clone()]));
    fault(text, at, FormatFault::expected(found, expected))
}

/// The builder refused the text at these bytes.
pub(super) fn refused(text: &str, at: Range<usize>, error: BuildError) -> Located<FormatFault> {
    fault(text, at, FormatFault::Build(error))
}
