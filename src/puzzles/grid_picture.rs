//! What the pictures of Sudokus and of their variants have in common: digits of the question are bold, those of the answer are
//! not.

use std::collections::BTreeSet;

use crate::render::{Notes, Role};

/// Gives the cells with these digits their roles: given, or found.
pub(super) fn set_roles(
    notes: &mut Notes,
    filled: impl IntoIterator<Item = (usize, usize)>,
    given: impl IntoIterator<Item = (usize, usize)>,
) {
    let given = BTreeSet::from_iter(given);
    for (row, column) in filled {
        let note = notes.at(row, column);
        if note.role == Role::Plain {
            note.role = match given.contains(&(row, column)) {
                true => Role::Given,
                false => Role::Found,
            };
        }
    }
}
