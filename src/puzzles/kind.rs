//! The kinds of puzzles that can be read from text.
//!
//! ```text
//!   lines ──recognise──▶ a row of KINDS ──source──▶ puzzle 1, puzzle 2, …  each a `Puzzle`, which also writes its answer
//! ```
//!
//! [`KINDS`] lists them. To add a kind, write its files (the rules, a [`Puzzle`](super::Puzzle), and a [`Source`] that reads
//! it) and add its row.

use std::fmt;
use std::io;

use super::lines::Input;
use super::read::Source;
use super::recognise::Opening;
use super::{Cover, Matrix, Packing, Shape, Sudoku, Sudominoku, Variant};

/// A row of [`KINDS`]: a kind of puzzle that can be read.
pub struct Kind {
    /// The name of the kind: `sudoku`.
    pub name: &'static str,
    /// Its input, in a few words.
    pub about: &'static str,
    /// One puzzle of the kind, for messages: 'a Sudoku'.
    pub one: &'static str,
    /// Whether the next line alone shows that a puzzle of this kind begins there.
    pub(super) begins: fn(&mut Input, Hints) -> io::Result<bool>,
    /// How well the next lines, which begin like this, fit the kind; `None` if they do not.
    pub(super) fit: fn(&mut Input, &Opening, Hints) -> io::Result<Option<Fit>>,
    /// Whether later lines rule out the kind that fits best. This may look further ahead than one puzzle.
    pub(super) is_ruled_out: fn(&mut Input, &Opening, Hints) -> io::Result<bool>,
    /// What reads the puzzles of a stream.
    pub(super) source: fn(Hints) -> Box<dyn Source>,
}

/// All kinds. If two fit equally well, the earlier one is chosen.
pub static KINDS: [&Kind; 6] = [
    Sudoku::KIND,
    Sudominoku::KIND,
    Cover::KIND,
    Matrix::KIND,
    Variant::KIND,
    Packing::KIND,
];

/// What the user specifies about the puzzles of a stream.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Hints {
    /// The shape of the boxes of Sudokus.
    pub shape: Option<Shape>,
    /// The column of a table in which the puzzles are.
    pub table: Option<Table>,
    /// Whether the writer of the stream may wait for the answer to each puzzle.
    pub waits: bool,
    /// Whether a line before was of no known kind: then what only looks like a problem with a fault is none.
    pub after_rubbish: bool,
    /// Whether a line before was one of a program: then its other lines are skipped.
    pub in_code: bool,
    /// Where the cells are in the rows of a frame with spaces as blanks.
    pub places: Option<Places>,
    /// What stands beside the cells of a row.
    pub beside: Beside,
}

/// Which fields of a line are beside its cells.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Beside {
    /// The first one: a label, or nothing before a comma.
    pub first: bool,
    /// The last one: nothing after a comma.
    pub last: bool,
}

/// Where the cells are in a row of a frame: at these places of each part between two bars.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Places {
    /// The number of cells in a part.
    pub cells: u8,
    /// The number of characters before the first of them.
    pub start: u8,
    /// The number of characters from one to the next.
    pub step: u8,
    /// The number of parts.
    pub parts: u8,
    /// The length of each part.
    pub length: u8,
}

/// Which column of a table holds the puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Table {
    /// Counted from 0.
    pub column: usize,
    /// How the line with the names of the columns is divided, if that says which column it is: lines that are divided in another
    /// way are not of the table. Without it, all lines are.
    pub division: Option<Division>,
}

/// How a line is divided into columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Division {
    pub separator: Option<char>,
    pub columns: usize,
}

/// How well lines fit a kind of puzzle, from the weakest evidence to the strongest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Fit {
    /// They are no puzzle, but look like one with a fault in it.
    Spoilt,
    /// The first line is not a puzzle, but looks like one with a fault in it. What comes after it may be of another kind.
    SpoiltLine,
    /// They have the right length, which words of other kinds could have, too.
    Length,
    /// The second line uses the words of the first.
    Words,
    /// Most of several lines have the right length.
    Lengths,
    /// Nothing else begins like this.
    Form,
}

impl Kind {
    /// The kind of this name.
    ///
    /// ```
    /// use dominox::puzzles::{Kind, Sudoku};
    /// assert_eq!(Kind::named("sudoku"), Some(Sudoku::KIND));
    /// assert_eq!(Kind::named("zebra"), None);
    /// ```
    pub fn named(name: &str) -> Option<&'static Kind> {
        KINDS.into_iter().find(|kind| kind.name == name)
    }
}

impl PartialEq for Kind {
    fn eq(&self, other: &Kind) -> bool {
        self.name == other.name
    }
}

impl Eq for Kind {}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A list in words: 'a, b or c'.
pub(super) fn alternatives(word: impl Fn(&Kind) -> &'static str) -> String {
    let words = KINDS.map(word);
    let (last, others) = words.split_last().expect("there are kinds");
    format!("{} or {last}", others.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_different_and_alternatives_are_listed() {
        for (index, kind) in KINDS.iter().enumerate() {
            let same = KINDS.iter().position(|other| other.name == kind.name);
            assert_eq!(same, Some(index));
        }
        assert_eq!(
            alternatives(|kind| kind.name),
            "sudoku, sudominoku, cover, matrix, variant or packing"
        );
    }
}
