//! Sudoku: a grid of N×N cells in boxes of R×C, to be filled so that each digit occurs once in each row, column and
//! box.
//!
//! ```text
//! question ──▶ givens, as options of the rules ──▶ engine ──▶ options, as digits ──▶ answer
//!    53..7…        r1c1 r1#5 c1#5 b1#5                         r1c3 r1#4 …            53467…
//!        └──────────────────────── layout: the text with its blanks ────────────────────┘
//! ```
//!
//! All puzzles of one shape share one [exact-cover problem](Rules); a puzzle is only the options that it gives. The
//! answer is written into the question's own text (`text/layout.rs`), so it has the layout of the question.

mod rules;
mod shape;
mod text;

use std::fmt;
use std::io::Write;

pub use rules::{Demand, Placement, Rules};
pub use shape::{LARGEST_SIZE, Shape, ShapeError};
pub use text::{Digits, SudokuFault};
pub(super) use text::{
    Start, columns, follows, is_blank_or_odd, is_cell, is_code, is_opensudoku, is_row_of_table,
    kept, may_be_code, names, table_ahead, value_start,
};

use text::{Alphabet, Layout};

use super::Puzzle;
use crate::problem::{ItemId, OptionId, Problem, Solution};
use crate::puzzles::grid_picture::set_roles;
use crate::render::{Board, Notes, Picture, TooLarge};

/// A Sudoku puzzle: its rules and its givens. A puzzle that was read also has its text; its answer has the same layout.
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
    /// The options of the given digits, in the order of the cells if they were read.
    givens: Vec<OptionId>,
    /// The text that it was read from.
    layout: Option<Layout>,
}

impl Sudoku {
    /// The puzzle with these digits given. Its answer is N lines of N numbers.
    ///
    /// ```
    /// use dominox::Solution;
    /// use dominox::puzzles::sudoku::{Placement, Shape, Sudoku};
    /// let given = Placement { row: 0, column: 2, digit: 4 };
    /// let sudoku = Sudoku::new(Shape::new(2, 2)?, [given]);
    /// let nothing = Solution::new(Vec::new());
    /// assert_eq!(sudoku.answer(&nothing), "0 0 4 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n");
    /// # Ok::<(), dominox::puzzles::sudoku::ShapeError>(())
    /// ```
    ///
    /// # Panics
    /// If a row, a column or a digit does not belong to a grid of this shape.
    pub fn new(shape: Shape, givens: impl IntoIterator<Item = Placement>) -> Sudoku {
        let (rules, size) = (Rules::of(shape), shape.size());
        let option = |place: Placement| {
            let Placement { row, column, digit } = place;
            let is_there = row < size && column < size && (1..=size).contains(&digit.into());
            assert!(is_there, "{place:?} in a grid of {size} rows");
            rules.option(place)
        };
        Sudoku {
            givens: givens.into_iter().map(option).collect(),
            rules,
            layout: None,
        }
    }

    /// The empty grid.
    pub fn empty(shape: Shape) -> Sudoku {
        Sudoku::new(shape, [])
    }

    /// How digits are written.
    fn alphabet(&self) -> Alphabet {
        let layout = self.layout.as_ref();
        layout.map_or(Alphabet::NUMBERS, Layout::alphabet)
    }

    /// The rules: the shape, and what the options of the problem mean.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The given digits, in the order of the cells: row by row.
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
        self.alphabet().write(digit, 1, &mut text);
        String::from_utf8(text).expect("digits are ASCII")
    }

    /// The digits of a solution: N² of them, row by row. A cell that the solution does not fill is 0.
    ///
    /// # Panics
    /// If the solution has an option that is not of [this problem](Puzzle::problem).
    pub fn digits(&self, solution: &Solution) -> Vec<u8> {
        let size = self.rules.shape().size();
        let mut digits = vec![0; size * size];
        put_digits(size, solution.options(), &mut digits);
        digits
    }

    /// The solved grid as text, in the layout of the question; if it was not read from text, as N lines of N numbers,
    /// where 0 is a blank. Lines end in `\n`.
    ///
    /// # Panics
    /// If the solution has an option that is not of [this problem](Puzzle::problem).
    pub fn answer(&self, solution: &Solution) -> String {
        self.answer_text(1, solution)
    }
}

impl fmt::Display for Sudoku {
    /// The question, in the layout in which it was read; if it was not read from text, as N lines of N numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.answer(&Solution::new(Vec::new())))
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

    /// The grid: digits that are given are bold, boxes have heavy borders.
    fn picture_with(&self, options: &[OptionId], notes: &Notes) -> Result<Picture, TooLarge> {
        let shape = self.rules.shape();
        let mut board = Board::new(shape.size(), shape.size());
        let places = options.iter().chain(&self.givens);
        let places = places.map(|&option| self.rules.placement(option));
        let mut filled = Vec::new();
        for Placement { row, column, digit } in places {
            board.set_label(row, column, self.symbol(digit));
            filled.push((row, column));
        }
        for cell in 0..shape.cells() {
            let (row, column) = (cell / shape.size(), cell % shape.size());
            board.set_region(row, column, shape.box_of(row, column) as u32);
        }
        let mut notes = notes.clone();
        let given = self.placements().map(|place| (place.row, place.column));
        set_roles(&mut notes, filled, given);
        let mut picture = board.picture_with(&notes);
        picture.set_title("Sudoku");
        Ok(picture)
    }

    fn write_answer(&self, _number: u64, options: &[OptionId], text: &mut Vec<u8>) {
        let size = self.rules.shape().size();
        let mut digits = [0; LARGEST_SIZE * LARGEST_SIZE];
        let digits = &mut digits[..size * size];
        match &self.layout {
            Some(layout) if layout.is_bare() => layout.write_bare(size, options, text),
            Some(layout) => {
                put_digits(size, options, digits);
                for option in &self.givens {
                    digits[option.index() / size] = GIVEN;
                }
                let blanks = digits.iter().copied().filter(|&digit| digit != GIVEN);
                layout.fill(blanks, text);
            }
            None => {
                put_digits(size, &self.givens, digits);
                put_digits(size, options, digits);
                for row in digits.chunks(size) {
                    for (column, digit) in row.iter().enumerate() {
                        let end = if column + 1 < size { ' ' } else { '\n' };
                        write!(text, "{digit}{end}").expect("memory can be written");
                    }
                }
            }
        }
    }

    fn answers_stand_alone(&self) -> bool {
        self.layout.as_ref().is_some_and(Layout::is_one_line)
    }

    /// A matrix can have the shape of a Sudoku; its ones would be givens.
    fn warning(&self) -> Option<String> {
        let size = self.rules.shape().size();
        let is_one = |option: &OptionId| option.index().is_multiple_of(size);
        let share_row = |two: &[OptionId]| {
            let [first, second] = [two[0], two[1]].map(|option| option.index() / (size * size));
            first == second
        };
        let is_matrix = self.givens.len() >= size
            && self.givens.iter().all(is_one)
            && self.givens.windows(2).any(share_row);
        let warning = "all its digits are 1, and two stand in one row: for a matrix of 0 and 1, use `--kind matrix`";
        is_matrix.then(|| warning.into())
    }

    fn labels(&self, option: OptionId) -> Vec<(usize, usize, String)> {
        let Placement { row, column, digit } = self.rules.placement(option);
        vec![(row, column, self.symbol(digit))]
    }

    /// Cells go to cells, and boxes to boxes. Rows go to columns only if boxes are square.
    fn item_kinds(&self) -> Option<Vec<u32>> {
        let shape = self.rules.shape();
        let is_square = shape.rows_per_box() == shape.columns_per_box();
        let kind = |item| match self.rules.demand(item) {
            Demand::Cell(..) => 0,
            Demand::Row(..) => 1,
            Demand::Column(..) if is_square => 1,
            Demand::Column(..) => 2,
            Demand::Box(..) => 3,
        };
        Some(self.problem().items().map(kind).collect())
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
