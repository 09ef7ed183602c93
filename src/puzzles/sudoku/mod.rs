//! Sudoku: a grid of N×N cells in boxes of R×C, to be filled so that each digit stands once in each row, column and
//! box.
//!
//! ```text
//! question ──▶ givens, as options of the rules ──▶ engine ──▶ options, as digits ──▶ answer
//!    53..7…        r1c1 r1#5 c1#5 b1#5                         r1c3 r1#4 …            53467…
//!        └──────────────────────── layout: the text with its blanks ────────────────────┘
//! ```
//!
//! All puzzles of one shape share one [exact-cover problem](Rules); a puzzle is only the options that it gives. The
//! answer is written into the question's own text (`layout.rs`), so it has the layout of the question.

mod ahead;
mod alphabet;
mod array;
mod diagnose;
mod fault;
mod grid;
mod layout;
mod row;
mod rules;
mod shape;
mod start;

use std::ops::Range;
use std::str::FromStr;

pub(super) use ahead::{Likeness, likeness};
pub use alphabet::Digits;
pub(super) use alphabet::is_cell;
pub use fault::SudokuFault;
pub(super) use grid::Grids;
pub use rules::{Demand, Placement, Rules};
pub use shape::{LARGEST_SIZE, Shape, ShapeError};
pub(super) use start::Start;

use alphabet::{Alphabet, Seen};
use layout::{Layout, Source};

use super::Puzzle;
use super::lines::{Line, Lines};
use crate::problem::{ItemId, Located, OptionId, Problem, Solution, quotable};
use crate::render::Board;

/// A Sudoku puzzle: its rules, its givens, and the layout in which it was asked.
///
/// ```
/// use dominox::Solver;
/// use dominox::puzzles::{Puzzle, Sudoku};
/// let sudoku: Sudoku = "12|34\n34|..\n--+--\n2.|..\n..|.1\n".parse()?;
/// let mut solver = Solver::new(sudoku.problem())?.assume(sudoku.givens());
/// let solution = solver.next_solution().expect("a solution");
/// assert_eq!(sudoku.answer(&solution), "12|34\n34|12\n--+--\n21|43\n43|21\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sudoku {
    rules: Rules,
    /// The options of the given digits, in the order of the cells.
    givens: Vec<OptionId>,
    layout: Layout,
}

impl Sudoku {
    /// The empty grid. Its answer is N lines of N numbers.
    pub fn empty(shape: Shape) -> Sudoku {
        let mut source = Source::default();
        for number in 1..=shape.size() as u64 {
            source.push(Line {
                number,
                text: vec!["0"; shape.size()].join(" "),
                cut: false,
            });
        }
        let zeros = source.text().match_indices('0');
        let cells = zeros.map(|(at, zero)| at..at + zero.len());
        Sudoku::from_cells(shape, Alphabet::Numbers, &source, cells)
            .expect("a zero is blank")
            .laid_out_as(source)
    }

    /// The puzzle whose cells stand at these places of the source, N² of them, row behind row. Its layout is still to
    /// be given the source.
    fn from_cells(
        shape: Shape,
        alphabet: Alphabet,
        source: &Source,
        cells: impl Iterator<Item = Range<usize>>,
    ) -> Result<Sudoku, Located<SudokuFault>> {
        let size = shape.size();
        let mut givens = Vec::with_capacity(shape.cells() / 2);
        let mut layout = Layout::new(alphabet, shape.cells());
        for (index, place) in cells.enumerate() {
            let cell = &source.text().as_bytes()[place.clone()];
            match alphabet.read(size, cell) {
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
        Ok(Sudoku {
            rules: Rules::of(shape),
            givens,
            layout,
        })
    }

    fn laid_out_as(mut self, source: Source) -> Sudoku {
        let cells = self.rules.shape().cells();
        self.layout.set_template(source, cells);
        self
    }

    /// Makes this puzzle, if it is a bare line, another one: that of these cells, as many as are in the grid. If they
    /// are no puzzle, nothing happens.
    fn refill(&mut self, cells: &[u8]) -> bool {
        let size = self.rules.shape().size();
        let seen = Seen::all(cells);
        let alphabet = Alphabet::of(size, seen);
        if !self.layout.is_bare() || !seen.fits(alphabet, size) {
            return false;
        }
        let Ok(text) = str::from_utf8(cells) else {
            return false;
        };
        self.layout.set_bare(text, alphabet);
        // Each cell is written and a given one kept: where the blanks are cannot be foretold by a branch.
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

    /// The rules: the shape, and what the options of the problem mean.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The given digits, in the order of the cells: row behind row.
    pub fn placements(&self) -> impl ExactSizeIterator<Item = Placement> {
        self.givens
            .iter()
            .map(|&option| self.rules.placement(option))
    }

    /// How a digit is written in this puzzle: `12` as `12`, or as `C`.
    ///
    /// # Panics
    /// If the digit is not in `1..=N`.
    pub fn symbol(&self, digit: u8) -> String {
        assert!((1..=self.rules.shape().size()).contains(&usize::from(digit)));
        let mut text = Vec::new();
        self.layout.alphabet().write(digit, 1, &mut text);
        String::from_utf8(text).expect("digits are ASCII")
    }

    /// The digits of a solution: N² of them, row behind row. A cell that the solution does not fill is 0.
    ///
    /// # Panics
    /// If the solution has an option that is not of [this problem](Puzzle::problem).
    pub fn digits(&self, solution: &Solution) -> Vec<u8> {
        let size = self.rules.shape().size();
        let mut digits = vec![0; size * size];
        put_digits(size, solution.options(), &mut digits);
        digits
    }

    /// The solved grid as text, in the layout of the question. Lines end in `\n`.
    ///
    /// # Panics
    /// If the solution has an option that is not of [this problem](Puzzle::problem).
    pub fn answer(&self, solution: &Solution) -> String {
        let mut answer = Vec::new();
        self.write_answer(solution.options(), &mut answer);
        String::from_utf8(answer).expect("the question is UTF-8")
    }

    /// Appends the [answer](Self::answer) that these options are, in any order.
    ///
    /// # Panics
    /// If an option is not of [this problem](Puzzle::problem).
    pub fn write_answer(&self, options: &[OptionId], text: &mut Vec<u8>) {
        let size = self.rules.shape().size();
        if self.layout.is_bare() {
            let digits = options.iter().map(|option| option.index());
            return match size {
                // The compiler divides by a number that it knows without a division.
                9 => self
                    .layout
                    .fill_bare(digits.map(|index| (index / 9, index % 9)), text),
                _ => self
                    .layout
                    .fill_bare(digits.map(|index| (index / size, index % size)), text),
            };
        }
        let mut digits = [0; LARGEST_SIZE * LARGEST_SIZE];
        put_digits(size, options, &mut digits[..size * size]);
        for option in &self.givens {
            digits[option.index() / size] = GIVEN;
        }
        let blanks = digits[..size * size].iter().copied();
        self.layout
            .fill(blanks.filter(|&digit| digit != GIVEN), text);
    }
}

/// Writes the digits of these options into the cells of a grid of N = `size`.
fn put_digits(size: usize, options: &[OptionId], digits: &mut [u8]) {
    for option in options {
        digits[option.index() / size] = (option.index() % size) as u8 + 1;
    }
}

/// Stands for the digit of a cell that is given, and need not be written.
const GIVEN: u8 = u8::MAX;

impl Puzzle for Sudoku {
    fn problem(&self) -> &Problem {
        self.rules.problem()
    }

    fn givens(&self) -> &[OptionId] {
        &self.givens
    }

    /// The grid, with its boxes as pieces.
    fn decode(&self, solution: &Solution) -> Board {
        let shape = self.rules.shape();
        let mut board = Board::new(shape.size(), shape.size());
        for (cell, digit) in self.digits(solution).into_iter().enumerate() {
            let (row, column) = (cell / shape.size(), cell % shape.size());
            board.set_piece(row, column, shape.box_of(row, column) as u32);
            if digit > 0 {
                board.set_label(row, column, self.symbol(digit));
            }
        }
        board
    }

    fn item_words(&self, item: ItemId) -> String {
        let digit_in = |digit, unit, number: usize| {
            format!("digit {} in {unit} {}", self.symbol(digit), number + 1)
        };
        match self.rules.demand(item) {
            Demand::Cell(row, column) => {
                format!("a digit in row {}, column {}", row + 1, column + 1)
            }
            Demand::Row(row, digit) => digit_in(digit, "row", row),
            Demand::Column(column, digit) => digit_in(digit, "column", column),
            Demand::Box(number, digit) => digit_in(digit, "box", number),
        }
    }

    fn option_words(&self, option: OptionId) -> String {
        let Placement { row, column, digit } = self.rules.placement(option);
        format!(
            "{} at row {}, column {}",
            self.symbol(digit),
            row + 1,
            column + 1
        )
    }
}

impl FromStr for Sudoku {
    type Err = Located<SudokuFault>;

    /// Reads one puzzle, in any layout, with boxes of the usual shape for its size.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut lines = Lines::new(text.as_bytes());
        let mut grids = Grids::new(None);
        let mut next = || grids.read(&mut lines).expect("memory can be read");
        let Some((_, first)) = next() else {
            let behind = text.lines().count() as u64 + 1;
            return Err(Located::new(SudokuFault::NoPuzzle, behind, "", 0, 0));
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
