//! The workshop: for those who make puzzles. It draws grids, makes puzzles with one answer, and compares them.
//!
//! ```text
//!   a full grid ──▶ clues that leave one answer ──▶ the form in which equal puzzles look the same
//!                          ▲      │ without this clue: another answer?
//!                          └──── engine
//! ```
//!
//! Whether a puzzle has one answer is decided by the [engine](crate::engine) alone.

pub mod person;
