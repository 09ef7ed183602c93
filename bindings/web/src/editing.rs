//! A digit put into a cell of the grid, in the text itself.
//!
//! ```text
//!   53.|.7.|…    2 at row 1, column 3     532|.7.|…
//!   6..|195|…   ──────────────────────▶   6..|195|…
//! ```
//!
//! Every place that looks like the cells of the grid is tried: the text with the digit there must read as the puzzle with that
//! digit. If no place works, the whole text is rewritten.

use std::ops::Range;

use dominox::puzzles::sudoku::Placement;
use dominox::puzzles::{Puzzle, Sudoku, Variant};
use dominox::workshop::Grid;
use serde_json::{Value, json};

use crate::fault::Fault;
use crate::question::{Hints, Question};
use crate::request::Request;

/// Characters between cells.
const BETWEEN: [char; 12] = [' ', '\t', '|', ',', ';', '!', '│', '┃', '║', '[', ']', '"'];

/// Puts digit `digit` of the puzzle, or a blank for 0, into the cell at `row` and `column`, from 1; the text with it.
///
/// # Errors
/// If the text has no grid that can be edited, or the cell is not there.
pub fn put(request: &Request) -> Result<Value, Fault> {
    let (text, question) = (request.text("text")?, Question::of(request)?);
    let number =
        |name| -> Result<usize, Fault> { Ok(request.number(name)?.unwrap_or_default() as usize) };
    let (row, column, digit) = (number("row")?, number("column")?, number("digit")?);
    let edit = Edit::new(&question, (row, column), digit)?;
    let in_place = edit.in_place(text);
    let is_alone = question.number == 1 && !question.has_more;
    if let Some(text) = in_place.or_else(|| edit.inserted(text)) {
        return Ok(json!({"status": "put", "text": text, "anew": false}));
    }
    let anew = edit.wanted.text();
    match is_alone && edit.fits(&anew) {
        true => Ok(json!({"status": "put", "text": anew, "anew": true})),
        false => Err(Fault::new(
            "this text cannot be edited in the grid: edit the text",
        )),
    }
}

/// A puzzle that can be edited.
enum Wanted {
    Sudoku(Sudoku),
    Variant(Variant),
}

impl Wanted {
    /// The puzzle, if its grid can be edited.
    fn of(puzzle: &dyn Puzzle) -> Option<Wanted> {
        let sudoku = puzzle.downcast_ref().cloned().map(Wanted::Sudoku);
        sudoku.or_else(|| puzzle.downcast_ref().cloned().map(Wanted::Variant))
    }

    /// The number of digits.
    fn size(&self) -> usize {
        match self {
            Wanted::Sudoku(sudoku) => sudoku.rules().shape().size(),
            Wanted::Variant(variant) => variant.field().size(),
        }
    }

    /// Rows, and cells in a row of the text.
    fn extent(&self) -> (usize, usize) {
        match self {
            Wanted::Sudoku(_) => (self.size(), self.size()),
            Wanted::Variant(variant) => (variant.field().rows(), variant.field().columns()),
        }
    }

    /// How a digit is written; nothing for a blank.
    fn symbol(&self, digit: usize) -> String {
        match (digit, self) {
            (0, _) => String::new(),
            (_, Wanted::Sudoku(sudoku)) => sudoku.symbol(digit as u8),
            (_, Wanted::Variant(_)) => digit.to_string(),
        }
    }

    /// The puzzle with this digit in a cell, or without any there; `None` if there is no such cell.
    fn with_digit(self, (row, column): (usize, usize), digit: usize) -> Option<Wanted> {
        let (rows, columns) = self.extent();
        if row >= rows || column >= columns {
            return None;
        }
        match self {
            Wanted::Sudoku(sudoku) => {
                let others = sudoku
                    .placements()
                    .filter(|place| (place.row, place.column) != (row, column));
                let new = (digit > 0).then_some(Placement {
                    row,
                    column,
                    digit: digit as u8,
                });
                let placements = Vec::from_iter(others.chain(new));
                let sudoku = Sudoku::new(sudoku.rules().shape(), placements);
                Some(Wanted::Sudoku(sudoku))
            }
            Wanted::Variant(variant) => {
                let cell = variant.field().cell(row, column)?;
                let mut digits = variant.digits(variant.givens());
                digits[cell] = digit as u8;
                let givens = digits.iter().enumerate().filter(|(_, digit)| **digit > 0);
                let givens =
                    Vec::from_iter(givens.map(|(cell, digit)| (cell, usize::from(*digit))));
                Some(Wanted::Variant(variant.with_givens(&givens)))
            }
        }
    }

    fn text(&self) -> String {
        match self {
            Wanted::Sudoku(sudoku) => grid_text(&Grid::from(sudoku)),
            Wanted::Variant(variant) => variant.to_string(),
        }
    }

    fn is(&self, puzzle: &dyn Puzzle) -> bool {
        match self {
            Wanted::Sudoku(sudoku) => puzzle.downcast_ref::<Sudoku>().is_some_and(|other| {
                other.rules().shape() == sudoku.rules().shape()
                    && Grid::from(other) == Grid::from(sudoku)
            }),
            Wanted::Variant(variant) => puzzle
                .downcast_ref::<Variant>()
                .is_some_and(|other| other.to_string() == variant.to_string()),
        }
    }
}

struct Edit {
    wanted: Wanted,
    /// The number of the cell, row by row.
    cell: usize,
    /// How the digit is written; empty for a blank.
    symbol: String,
    /// How the first digit is written: `0` is not a blank then.
    first: String,
    /// The puzzle in the text, and the line where it begins.
    number: u64,
    line: usize,
    hints: Hints,
}

impl Edit {
    fn new(
        question: &Question,
        (row, column): (usize, usize),
        digit: usize,
    ) -> Result<Edit, Fault> {
        let given = Wanted::of(&*question.puzzle)
            .ok_or_else(|| Fault::new("this puzzle has no grid that can be edited"))?;
        check(digit, given.size())?;
        let symbol = given.symbol(digit);
        let at = (row.wrapping_sub(1), column.wrapping_sub(1));
        let wanted = given.with_digit(at, digit).ok_or_else(|| {
            Fault::new(format_args!(
                "there is no cell in row {row}, column {column}"
            ))
        })?;
        let (_, columns) = wanted.extent();
        Ok(Edit {
            wanted,
            cell: at.0 * columns + at.1,
            symbol,
            first: question
                .puzzle
                .downcast_ref::<Sudoku>()
                .map(|sudoku| sudoku.symbol(1))
                .unwrap_or_default(),
            number: question.number,
            line: question.line as usize - 1,
            hints: question.hints,
        })
    }

    /// Whether the text reads as the puzzle that is wanted.
    fn fits(&self, text: &str) -> bool {
        let question = Question::read(text, self.number, self.hints);
        question.is_ok_and(|question| {
            let sudoku = question.puzzle.downcast_ref::<Sudoku>();
            self.wanted.is(&*question.puzzle)
                && sudoku.is_none_or(|sudoku| sudoku.symbol(1) == self.first)
        })
    }

    /// The text with rows of cells after the line that begins the variant, which has none yet.
    fn inserted(&self, text: &str) -> Option<String> {
        let Wanted::Variant(variant) = &self.wanted else {
            return None;
        };
        let whole = variant.to_string();
        let rows = Vec::from_iter(whole.lines().skip(1).take(variant.field().rows())).join("\n");
        let mut end = 0;
        for line in text.split_inclusive('\n') {
            end += line.len();
            if line.trim_start().starts_with("variant") {
                let between = if line.ends_with('\n') { "" } else { "\n" };
                let changed = [&text[..end], between, &rows, "\n", &text[end..]].concat();
                if self.fits(&changed) {
                    return Some(changed);
                }
            }
        }
        None
    }

    /// The text with the digit in its place, if that is found.
    fn in_place(&self, text: &str) -> Option<String> {
        self.blocks(text).into_iter().find_map(|cells| {
            let place = cells.get(self.cell)?.clone();
            let old = &text[place.clone()];
            let symbol = match self.symbol.as_str() {
                "" => blank(text, &cells, &self.first),
                symbol => symbol,
            };
            let missing = old.chars().count().saturating_sub(symbol.chars().count());
            let changed = [
                &text[..place.start],
                &" ".repeat(missing),
                symbol,
                &text[place.end..],
            ]
            .concat();
            self.fits(&changed).then_some(changed)
        })
    }

    /// Places that look like the cells of the grid: lines with the cells of a row, or a line with all of them.
    fn blocks(&self, text: &str) -> Vec<Vec<Range<usize>>> {
        let (rows, columns) = self.wanted.extent();
        let (cells, has_rows) = (rows * columns, self.wanted.size() > 1);
        let mut blocks = Vec::new();
        let mut lines: Vec<Vec<Range<usize>>> = Vec::new();
        let mut start = 0;
        for (number, line) in text.split_inclusive('\n').enumerate() {
            let found = [by_word(line), by_character(line)];
            let shifted = |cells: &[Range<usize>]| -> Vec<Range<usize>> {
                cells
                    .iter()
                    .map(|cell| cell.start + start..cell.end + start)
                    .collect()
            };
            if number >= self.line {
                if let Some(row) = found.iter().find(|row| row.len() == columns && has_rows) {
                    lines.push(shifted(row));
                }
                if let Some(all) = found.iter().find(|row| row.len() == cells) {
                    blocks.push(shifted(all));
                }
                blocks.extend(runs(line, cells).iter().map(|run| shifted(run)));
            }
            start += line.len();
        }
        blocks.extend(lines.windows(rows).map(<[_]>::concat));
        blocks
    }
}

fn check(digit: usize, size: usize) -> Result<(), Fault> {
    match digit <= size {
        true => Ok(()),
        false => Err(Fault::new(format_args!(
            "digit {digit}: expected 1 to {size}, or 0 for a blank"
        ))),
    }
}

fn is_cell(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '*' | '?' | '~')
}

/// How the text writes a blank in these cells.
fn blank<'t>(text: &'t str, cells: &[Range<usize>], first: &str) -> &'t str {
    let words = cells.iter().map(|cell| &text[cell.clone()]);
    let mut blanks =
        words.filter(|word| *word != first && matches!(*word, "." | "0" | "_" | "*" | "?"));
    blanks.next().unwrap_or(".")
}

/// The words of a line that has nothing but cells.
fn by_word(line: &str) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    for (at, c) in line.trim_end().char_indices() {
        match words.last_mut() {
            Some(word) if is_cell(c) && word.end == at => word.end = at + c.len_utf8(),
            _ if is_cell(c) => words.push(at..at + c.len_utf8()),
            _ if BETWEEN.contains(&c) => {}
            _ => return Vec::new(),
        }
    }
    words
}

/// The characters of a line that has nothing but cells.
fn by_character(line: &str) -> Vec<Range<usize>> {
    let words = by_word(line).into_iter();
    words.flatten().map(|at| at..at + 1).collect()
}

/// The words of a line with this number of characters, as cells.
fn runs(line: &str, cells: usize) -> Vec<Vec<Range<usize>>> {
    let mut runs = Vec::new();
    let mut start = 0;
    for part in line.split_inclusive(|c: char| !is_cell(c)) {
        let word = part.trim_end_matches(|c: char| !is_cell(c));
        if word.len() == cells {
            runs.push(Vec::from_iter((start..start + cells).map(|at| at..at + 1)));
        }
        start += part.len();
    }
    runs
}

/// A grid as text: a row in each line, boxes with borders.
pub fn grid_text(grid: &Grid) -> String {
    let shape = grid.shape();
    let (size, rows, columns) = (shape.size(), shape.rows_per_box(), shape.columns_per_box());
    let cells = Vec::from_iter(grid.to_string().chars());
    let border = Vec::from_iter((0..size / columns).map(|_| "-".repeat(columns))).join("+");
    let mut text = String::new();
    for (row, line) in cells.chunks(size).enumerate() {
        if row > 0 && row % rows == 0 {
            text += &border;
            text.push('\n');
        }
        let boxes = line.chunks(columns).map(String::from_iter);
        text += &Vec::from_iter(boxes).join("|");
        text.push('\n');
    }
    text
}
