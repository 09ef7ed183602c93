//! The text of a Sudoku: reading it in any layout, and the layout that its answer keeps.
//!
//! ```text
//! lines ──start──▶ what begins ──row, ahead──▶ how wide ──grid or array──▶ cells ──alphabet──▶ givens and layout
//!                                                   └──diagnose──▶ what is wrong, where reading continues
//! ```

mod ahead;
mod alphabet;
mod array;
mod bands;
mod beside;
mod board;
mod boxes;
mod brackets;
mod candidates;
mod code;
mod completion;
mod contradiction;
mod diagnose;
mod divided;
mod fault;
mod field;
mod fraction;
mod frame;
mod grid;
mod heading;
mod kind;
mod layout;
mod numbers;
mod opensudoku;
mod record;
mod row;
mod ruled;
mod several;
mod solutions;
mod start;
mod step;
mod strokes;
mod tree;

use std::ops::Range;
use std::str::FromStr;

pub(in crate::puzzles) use ahead::follows;
pub(super) use alphabet::Alphabet;
pub use alphabet::Digits;
pub(in crate::puzzles) use alphabet::{is_blank_or_odd, is_cell};
pub(in crate::puzzles) use code::{is_code, may_be_code};
pub use fault::SudokuFault;
pub(in crate::puzzles) use field::{columns, is_row_of_table, kept, names, table_ahead};
pub(super) use layout::Layout;
pub(in crate::puzzles) use opensudoku::is_opensudoku;
pub(in crate::puzzles) use start::{Start, value_start};

use alphabet::Seen;
use candidates::candidates_of;
use fault::Outcome;
use grid::Grids;
use layout::Source;
use numbers::settled;

use super::{Rules, Shape, Sudoku};
use crate::problem::{Located, OptionId, quotable};
use crate::puzzles::kind::Hints;
use crate::puzzles::lines::Lines;

impl Sudoku {
    /// The puzzle whose cells are at these N² places of the source, row by row. Its layout does not have the source yet.
    fn from_cells<I: Iterator<Item = Range<usize>>>(
        shape: Shape,
        alphabet: Alphabet,
        source: &Source,
        cells: impl Fn() -> I,
    ) -> Outcome {
        let size = shape.size();
        let words = cells().map(|place| &source.text()[place]);
        let alphabet = settled(alphabet, size, words);
        let mut givens = Vec::with_capacity(shape.cells() / 2);
        let mut layout = Layout::new(alphabet, shape.cells());
        let text = source.text().as_bytes();
        for (index, place) in cells().enumerate() {
            let cell = &text[place.clone()];
            let digit = match cell {
                [byte] => alphabet.read_byte(size, *byte),
                cell => alphabet.read(size, cell),
            };
            match digit {
                Some(0) => layout.add_blank(source.text(), place),
                Some(digit) => givens.push(OptionId::new(index * size + usize::from(digit) - 1)),
                None => {
                    let fault = SudokuFault::BadCell {
                        found: quotable(&source.text()[place.clone()]),
                        size,
                        digits: alphabet.digits(size),
                    };
                    return Err(source.locate(fault, place));
                }
            }
        }
        if let Some(size) = candidates_of(size, &givens) {
            return Err(source.locate(SudokuFault::Candidates { size }, 0..source.line(0).len()));
        }
        Ok(Sudoku {
            rules: Rules::of(shape),
            givens,
            layout: Some(layout),
        })
    }

    fn laid_out_as(mut self, source: Source) -> Sudoku {
        if let Some(layout) = &mut self.layout {
            layout.set_template(source, self.rules.shape().cells());
        }
        self
    }

    fn laid_out_as_part(mut self, source: &Source, part: Range<usize>) -> Sudoku {
        if let Some(layout) = &mut self.layout {
            layout.set_part(source, part);
        }
        self
    }

    /// Replaces this puzzle, if it is a bare line, by the one with these cells (as many as the grid has). If they are not
    /// a puzzle, nothing happens.
    fn refill(&mut self, cells: &[u8]) -> bool {
        let size = self.rules.shape().size();
        let seen = Seen::all(cells);
        let alphabet = Alphabet::of(size, seen);
        // Whether 0 is a digit there, all cells together decide.
        if size <= 9 && alphabet.symbols().starts_with(b"0") {
            return false;
        }
        let Some(layout) = self.layout.as_mut().filter(|layout| layout.is_bare()) else {
            return false;
        };
        let Some(text) = str::from_utf8(cells)
            .ok()
            .filter(|_| seen.fits(alphabet, size))
        else {
            return false;
        };
        layout.set_bare(text, alphabet);
        // Each cell is written, and a given one is kept: no branch, since blanks are unpredictable.
        self.givens.resize(cells.len(), OptionId::new(0));
        let givens = &mut self.givens[..cells.len()];
        let (mut given, mut option) = (0, 0);
        for &byte in cells {
            let index = alphabet.index_of(byte);
            givens[given] = OptionId::new(option + index);
            given += usize::from(index < size);
            option += size;
        }
        self.givens.truncate(given);
        true
    }
}

impl FromStr for Sudoku {
    type Err = Located<SudokuFault>;

    /// Reads one puzzle, in any layout, with boxes of the usual shape for its size.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut lines = Lines::new(text.as_bytes());
        let mut grids = Grids::new(Hints::default());
        let mut next = || grids.next(&mut lines).expect("memory can be read");
        let Some((_, first)) = next() else {
            let after = text.matches('\n').count() as u64 + 1;
            return Err(Located::new(SudokuFault::NoPuzzle, after, "", 0, 0));
        };
        let sudoku = first?;
        match next() {
            None => Ok(sudoku),
            Some((number, _)) => {
                let line = text.lines().nth(number as usize - 1).unwrap_or_default();
                let fault = SudokuFault::SecondPuzzle;
                Err(Located::new(fault, number, line, 0, line.len()))
            }
        }
    }
}

#[cfg(test)]
mod tests;
