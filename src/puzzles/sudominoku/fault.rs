//! What can be wrong with the text of a Sudominoku.

use std::error::Error;
use std::fmt;

use super::piece::{Cell, Mark, Piece};

/// What is wrong with the text of a case.
///
/// Words are quoted unchanged; long ones are cut.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SudominokuFault {
    /// The text ends too early. Where a [`Case`](Expected::Case) was expected, the final `0` is missing.
    Ended(Expected),
    /// A lone number, as at the start of a case, where this line of the case before was expected.
    NextCase(Expected),
    /// The line has too few or too many words.
    Words {
        /// How many words there are.
        found: usize,
        /// What the line should have been.
        expected: Expected,
    },
    /// The word at the start of a case is not a number from 0 to 36.
    BadCount(String),
    /// The word is not a digit from 1 to 9.
    BadDigit(String),
    /// The word does not name a cell of the board.
    BadCell {
        /// The word.
        word: String,
        /// A cell that may have been meant.
        meant: Option<Cell>,
    },
    /// Both halves of a domino have this digit.
    EqualHalves(u8),
    /// The halves of a domino lie on cells that do not touch.
    Apart(Cell, Cell),
    /// The same two digits lie on the board already, as this piece.
    UsedTwice(Piece),
    /// Something lies on the cell already.
    Taken {
        /// The cell.
        cell: Cell,
        /// What lies there.
        by: Piece,
    },
    /// There is no case at all where one was expected.
    NoCase,
    /// There is text after the end: after the final `0`, or after the case where only one was expected.
    AfterEnd,
}

/// A line that was expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// The start of a case: the number of its dominoes; or 0 after the last one.
    Case,
    /// A domino.
    Domino {
        /// The number of the domino in its case, from 1.
        number: usize,
        /// The number of dominoes in the case.
        count: usize,
    },
    /// The cells of the single digits 1 to 9.
    Singles,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Case => f.write_str("the number of dominoes alone, or the final `0`"),
            Expected::Domino { number, count } => {
                write!(f, "domino {number} of {count}, such as `6 B2 1 B3`")
            }
            Expected::Singles => f.write_str("the nine cells of the single digits 1 to 9"),
        }
    }
}

impl fmt::Display for SudominokuFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use SudominokuFault as Fault;
        match self {
            Fault::Ended(Expected::Case) => {
                f.write_str("the text ends without the final `0`: expected another case or `0`")
            }
            Fault::Ended(expected) => write!(f, "the text ends: expected {expected}"),
            Fault::NextCase(expected) => {
                write!(
                    f,
                    "a number alone, as at the start of a case: expected {expected}"
                )
            }
            Fault::Words { found, expected } => {
                let s = if *found == 1 { "" } else { "s" };
                write!(f, "found {found} word{s}, expected {expected}")?;
                f.write_str(match (found, expected) {
                    (9, Expected::Domino { .. }) => {
                        ": does the case have fewer dominoes than it says?"
                    }
                    (4, Expected::Singles) => ": does the case have more dominoes than it says?",
                    _ => "",
                })
            }
            Fault::BadCount(word) => {
                write!(
                    f,
                    "`{word}` is not a number of dominoes: expected 1 to 36, or the final `0`"
                )
            }
            Fault::BadDigit(word) => write!(f, "`{word}` is not a digit: expected 1 to 9"),
            Fault::BadCell { word, meant } => {
                write!(f, "`{word}` is not a cell of the board: ")?;
                match meant {
                    Some(cell) => write!(f, "did you mean `{cell}`?"),
                    None => f.write_str("expected a row A to I and a column 1 to 9, such as `B3`"),
                }
            }
            Fault::EqualHalves(digit) => {
                write!(
                    f,
                    "a domino with {digit} twice: expected two different digits"
                )
            }
            Fault::Apart(p, q) => {
                write!(
                    f,
                    "{p} and {q} do not touch: expected cells side by side or one above the other"
                )
            }
            Fault::UsedTwice(piece) => {
                write!(f, "a domino used twice: {piece} is on the board already")
            }
            Fault::Taken { cell, by } => match by {
                Piece::Single(Mark { digit, .. }) => {
                    write!(f, "{cell} is taken: the single {digit} lies there")
                }
                Piece::Domino(..) => write!(f, "{cell} is taken: {by} lies there"),
            },
            Fault::NoCase => f.write_str("no case: expected a number of dominoes, 1 to 36"),
            Fault::AfterEnd => f.write_str("more text where the end was expected"),
        }
    }
}

impl Error for SudominokuFault {}
