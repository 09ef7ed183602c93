//! Boards in the text of an array, or of anything else that has some: the places of their cells, and the Sudokus that they are.

use std::cmp::Ordering;
use std::ops::Range;

use super::alphabet::{Alphabet, Odd, Seen};
use super::divided::divided;
use super::layout::Source;
use super::row::Fit;
use super::tree::{Item, Node};
use super::{Outcome, SudokuFault};
use crate::problem::Located;
use crate::puzzles::kind::Hints;
use crate::puzzles::sudoku::{Shape, Sudoku};

/// A board in an array: places in its text.
pub(super) struct Board {
    pub place: Range<usize>,
    pub cells: Vec<Range<usize>>,
    /// For each row, the number of cells up to its end, and the place of its closing bracket; none if the array is flat.
    pub ends: Vec<(usize, usize)>,
}

/// The puzzles of boards, at least one, each with the number of its line.
pub(super) fn outcomes(boards: Vec<Board>, source: Source, hints: Hints) -> Vec<(u64, Outcome)> {
    let alone = boards.len() == 1;
    let read = |board: Board| {
        let number = source.number_at(board.place.start);
        let sudoku = board.read(&source, hints);
        (number, sudoku.map(|sudoku| (sudoku, board.place)))
    };
    let found: Vec<_> = boards.into_iter().map(read).collect();
    if alone {
        let number = source.number_at(0);
        let (_, outcome) = found.into_iter().next().expect("one board");
        let outcome = outcome.map(|(sudoku, _)| sudoku.laid_out_as(source));
        return vec![(number, outcome)];
    }
    let cut = |(number, outcome): (u64, Result<(Sudoku, Range<usize>), _>)| {
        let outcome = outcome.map(|(sudoku, place)| sudoku.laid_out_as_part(&source, place));
        (number, outcome)
    };
    found.into_iter().map(cut).collect()
}

/// The cells of a row or a puzzle that is a text.
pub(super) fn characters(
    place: Range<usize>,
    text: &str,
) -> impl Iterator<Item = Range<usize>> + '_ {
    let start = place.start;
    let inner = text[place].char_indices();
    let cell = move |(at, c): (usize, char)| start + at..start + at + c.len_utf8();
    // Words in quotes may be separated by spaces, which can be blanks in a row.
    inner.filter(|&(_, c)| c != '|').map(cell)
}

impl Board {
    /// A whole puzzle in quotes.
    pub fn of_text(place: Range<usize>, text: &str) -> Board {
        let cells = divided(place.clone(), text);
        Board {
            cells: cells.unwrap_or_else(|| characters(place.clone(), text).collect()),
            ends: Vec::new(),
            place,
        }
    }

    /// A list of rows.
    pub fn of_rows(place: Range<usize>, rows: &[&Node]) -> Board {
        let mut board = Board {
            place,
            cells: Vec::new(),
            ends: Vec::new(),
        };
        for row in rows {
            board.cells.extend(row.items.iter().filter_map(Item::cell));
            board.ends.push((board.cells.len(), row.place.end - 1));
        }
        board
    }

    fn read(&self, source: &Source, hints: Hints) -> Outcome {
        let shape = self.shape(source, hints)?;
        let alphabet = self.alphabet(source, shape);
        Sudoku::from_cells(shape, alphabet, source, || self.cells.iter().cloned())
    }

    /// The shape of an array that is not divided into rows.
    fn flat_shape(&self, source: &Source, hints: Hints) -> Result<Shape, Located<SudokuFault>> {
        let found = self.cells.len();
        if let Some(shape) = Fit::of(found, hints).puzzle {
            return Ok(shape);
        }
        let sizes = Shape::sizes().filter(|&size| Fit::of(size, hints).row.is_some());
        let nearest = sizes
            .map(|size| size * size)
            .min_by_key(|cells| cells.abs_diff(found));
        let fault = match nearest.filter(|_| found > 9) {
            Some(expected) => SudokuFault::ArrayLength { found, expected },
            None => SudokuFault::NoBoard { found },
        };
        Err(source.locate(fault, self.place.end - 1..self.place.end))
    }

    /// The shape that the lengths of the rows make.
    fn shape(&self, source: &Source, hints: Hints) -> Result<Shape, Located<SudokuFault>> {
        if self.ends.is_empty() {
            return self.flat_shape(source, hints);
        }
        let starts = [0].into_iter().chain(self.ends.iter().map(|&(end, _)| end));
        let widths: Vec<_> = self
            .ends
            .iter()
            .zip(starts)
            .map(|((end, _), start)| end - start)
            .collect();
        let times = |width| widths.iter().filter(|&&other| other == width).count();
        let usual = widths
            .iter()
            .rev()
            .max_by_key(|&&width| times(width))
            .copied();
        let (rows, expected) = (widths.len(), usual.unwrap_or(0));
        let end = self.place.end;
        if expected == 0 {
            return Err(source.locate(SudokuFault::NoBoard { found: 0 }, end - 1..end));
        }
        let Some(shape) = Fit::of(expected, hints).row else {
            let fault = SudokuFault::NoSuchSize {
                found: expected,
                asked: hints.shape,
            };
            return Err(source.locate(fault, end..end));
        };
        if let Some(bad) = widths.iter().position(|&width| width != expected) {
            let fault = SudokuFault::RowLength {
                row: bad + 1,
                found: widths[bad],
                expected,
            };
            let (_, bracket) = self.ends[bad];
            return Err(source.locate(fault, bracket..bracket + 1));
        }
        let fault = match rows.cmp(&expected) {
            Ordering::Equal => return Ok(shape),
            Ordering::Less => SudokuFault::EndsEarly { rows, expected },
            Ordering::Greater => SudokuFault::TooManyRows { rows, expected },
        };
        Err(source.locate(fault, end..end))
    }

    fn alphabet(&self, source: &Source, shape: Shape) -> Alphabet {
        let (mut seen, mut odd) = (Seen::default(), Odd::default());
        let text = source.text();
        for cell in &self.cells {
            let cell = text[cell.clone()].trim();
            if !super::alphabet::is_empty_word(cell.as_bytes()) {
                let mut characters = cell.char_indices();
                characters.by_ref().for_each(|(at, c)| {
                    seen.add_character(&cell[at..at + c.len_utf8()]);
                    odd.add(&cell[at..at + c.len_utf8()]);
                });
            }
        }
        let is_symbol = |cell: &Range<usize>| {
            let next = text.as_bytes().get(cell.end);
            cell.len() <= 1 && next.is_some_and(|byte| !b", \n]}".contains(byte))
        };
        let letters = Alphabet::of_grid(shape.size(), seen, odd);
        match seen.has_letters() || odd.is_some() || self.cells.iter().all(is_symbol) {
            true => letters,
            false => Alphabet::NUMBERS,
        }
    }
}
