//! Drawing boards.

/// A board: cells with labels, and the walls between them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Board {}
