//! Reading Sudokus from lines: a puzzle in one line, or a grid line by line.
//!
//! The width of the first line decides. N² cells are a whole puzzle; N cells are the first of N rows. Where both fit
//! (16 cells: a 4×4 puzzle or a row of 16×16; 36 likewise), the symbols and the lines that follow decide.
//!
//! ```text
//! 81 ──▶ a puzzle            9 ──▶ nine rows, if nine lines of 9 follow
//!                            8 ──▶ a fault: most lines of the block have 9, so this row is too short
//! ```
//!
//! After a fault, reading continues at the next line if lines are whole puzzles, otherwise where the next grid begins
//! (`diagnose.rs`); where both sizes fit, after the N lines that could be either. A grid of the right size with a wrong
//! symbol in it is skipped as a whole: the next grid begins after it.

use std::collections::VecDeque;
use std::io;

use smallvec::SmallVec;

use super::ahead::{Ahead, Block, next_row, puzzle_or_row, rows_ahead};
use super::bands::mark_bands;
use super::beside::beside_ahead;
use super::boxes::shape_shown;
use super::code::{declares_text, is_code, may_be_code, opens_block};
use super::diagnose::{Habit, bad_row_of_table, bad_rows, cut_off, diagnose, whole_line};
use super::field::{table_ahead, table_of, table_of_row};
use super::frame::places_ahead;
use super::layout::Source;
use super::row::{Fit, Row, alphabet_of};
use super::ruled::rule_of_line;
use super::solutions::{Label, Sieve};
use super::start::skip_to_puzzle;
use super::step::{GRIDS_AHEAD, Run, misstep};
use super::strokes::mark_strokes;
use super::{Outcome, Start, SudokuFault, array, opensudoku, several};

use crate::problem::Located;
use crate::puzzles::kind::Hints;
use crate::puzzles::lines::{Input, Line};
use crate::puzzles::sudoku::{LARGEST_SIZE, Shape, Sudoku};

/// The fewest lines of a board in a program that writes each row in a line.
const ROWS_OF_BOARD: u64 = 4;

/// Reads the Sudokus of a stream, one by one, each in a layout of its own.
pub(super) struct Grids {
    habit: Habit,
    /// Puzzles of an array that was read already.
    pending: VecDeque<(u64, Outcome)>,
    /// How many brackets are open around the puzzles of a list.
    lists: usize,
    /// The rows after the last grid, as far as they were examined, and the number of lines taken by then.
    next_rows: (u64, Block),
    /// The first line that is one of a program.
    code: Option<Located<SudokuFault>>,
    /// No puzzle was read yet.
    fresh: bool,
    /// What stands before the puzzle, or the puzzles, that were read last.
    label: Label,
    sieve: Sieve,
}

impl Grids {
    /// Reads puzzles of the shape that is requested, or else of any usual shape.
    pub fn new(hints: Hints) -> Grids {
        Grids {
            habit: Habit {
                hints,
                before: None,
                run: Run::default(),
            },
            pending: VecDeque::new(),
            lists: 0,
            next_rows: Default::default(),
            code: None,
            fresh: true,
            label: Label::None,
            sieve: Sieve::default(),
        }
    }

    /// Whether no puzzle has been read yet, not even a bad one; only the first time that it is asked.
    pub fn take_fresh(&mut self) -> bool {
        std::mem::take(&mut self.fresh)
    }

    /// The next puzzle and the number of its first line; `None` at the end of the stream.
    pub fn next(&mut self, lines: &mut Input) -> io::Result<Option<(u64, Outcome)>> {
        loop {
            if let Some(passed) = self.sieve.pop() {
                return Ok(Some(passed));
            }
            let was_fresh = self.fresh;
            match self.next_board(lines)? {
                Some(found) if self.label == Label::None && self.sieve.is_idle() => {
                    return Ok(Some(found));
                }
                Some((number, outcome)) => {
                    let is_solution = self.sieve.add(number, outcome, self.label);
                    self.fresh = was_fresh && is_solution;
                }
                None => {
                    self.sieve.end();
                    return Ok(self.sieve.pop());
                }
            }
        }
    }

    /// The same, where the solutions of puzzles count too.
    fn next_board(&mut self, lines: &mut Input) -> io::Result<Option<(u64, Outcome)>> {
        loop {
            if let Some(found) = self.pending.pop_front() {
                return Ok(Some(found));
            }
            let Some((number, start)) = skip_to_puzzle(lines, self.lists > 0, self.habit.hints)?
            else {
                let code = self.code.take().filter(|_| self.take_fresh());
                return Ok(code.map(|fault| (fault.line, Err(fault))));
            };
            if let Some(line) = lines.peek(0)?
                && is_code(&line.text, self.habit.hints)
            {
                let fault = whole_line(SudokuFault::Code, Some(line));
                self.code.get_or_insert(fault);
                self.habit.hints.in_code = true;
                lines.take()?;
                continue;
            }
            if start == Start::Array && declares_text(lines)? {
                lines.take()?;
                continue;
            }
            if self.habit.hints.in_code && opens_block(lines, self.habit.hints)? {
                lines.take()?;
                continue;
            }
            if start == Start::Solution {
                self.sieve.begin_solutions();
                lines.take()?;
                continue;
            }
            if self.lists > 0
                && let Some(fault) = lines.peek(0)?.and_then(rule_of_line)
                && start == Start::Cells
            {
                self.fresh = false;
                array::skip_object(lines)?;
                return Ok(Some((number, Err(fault))));
            }
            self.label = lines
                .peek(0)?
                .map_or(Label::None, |line| Label::of(&line.text));
            let is_code = self.may_be_code(lines)?;
            let was_fresh = self.take_fresh();
            let outcome = match start {
                Start::Array => match self.read_array(lines, number, is_code)? {
                    Some(first) => return Ok(Some(first)),
                    None => {
                        self.fresh = was_fresh;
                        continue;
                    }
                },
                Start::Cells if self.takes_header(lines)? => continue,
                Start::Section { .. } => {
                    let header = lines.take()?;
                    self.read_cells(lines, header)?
                }
                _ => self.read_cells(lines, None)?,
            };
            if is_code && outcome.is_err() {
                self.fresh = was_fresh;
                continue;
            }
            return Ok(Some((number, outcome)));
        }
    }

    /// Reads the array that begins with line `number`. Returns its first puzzle and keeps the others. Returns none if
    /// only a list opens, or if a line or two that may be code are not puzzles.
    fn read_array(
        &mut self,
        lines: &mut Input,
        number: u64,
        is_code: bool,
    ) -> io::Result<Option<(u64, Outcome)>> {
        self.end_table();
        if array::opens_list(lines, self.habit.hints)? {
            self.lists += 1;
            lines.take()?;
            return Ok(None);
        }
        let has_games = |line: &Line| opensudoku::has_games(&line.text);
        let found = match lines.peek(0)?.is_some_and(has_games) {
            true => opensudoku::read(lines, self.habit.hints)?,
            false => array::read(lines, self.habit.hints)?,
        };
        let is_short = is_code && lines.taken() < number + ROWS_OF_BOARD;
        let mut found = found
            .into_iter()
            .filter(|(_, outcome)| outcome.is_ok() || !is_short);
        let first = found.next();
        self.pending.extend(found);
        Ok(first)
    }

    /// Whether the next line may be code of a program that has begun.
    fn may_be_code(&self, lines: &mut Input) -> io::Result<bool> {
        let hints = self.habit.hints;
        let line = if hints.in_code { lines.peek(0)? } else { None };
        Ok(line.is_some_and(|line| may_be_code(&line.text, hints)))
    }

    /// Ends a table with a header, since a puzzle in another layout follows.
    fn end_table(&mut self) {
        let table = &mut self.habit.hints.table;
        *table = table.filter(|table| table.division.is_none());
    }

    /// Takes the next line if it is the header of a table. (If files were joined, it may come anywhere.)
    fn takes_header(&mut self, lines: &mut Input) -> io::Result<bool> {
        let Some(table) = table_ahead(lines, 0, self.habit.hints)? else {
            return Ok(false);
        };
        lines.take()?;
        self.end_table();
        self.habit.hints.table = self.habit.hints.table.or(table);
        Ok(true)
    }

    /// Reads the next puzzle into the memory of `sudoku`, if it is another bare line as wide as the last puzzle and is
    /// in the buffer. Returns the number of its line.
    pub fn refill_sudoku(&self, lines: &mut Input, sudoku: &mut Sudoku) -> Option<u64> {
        let shape = sudoku.rules.shape();
        let cells = shape.cells();
        // A shorter line could be a row of a larger grid.
        if cells <= LARGEST_SIZE
            || self.habit.hints.table.is_some()
            || !self.sieve.is_idle()
            || self.habit.before != Some((cells, shape))
        {
            return None;
        }
        let held = lines.held().ok()?;
        let end = match held.get(cells..)? {
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => return None,
        };
        sudoku
            .refill(&held[..cells])
            .then(|| lines.take_held(cells + end))
    }

    /// Reads the next line if it is a row of a table: a puzzle by itself, good or bad.
    fn read_row_of_table(&mut self, lines: &mut Input) -> io::Result<Option<Outcome>> {
        let hints = self.habit.hints;
        let Some(line) = lines.peek(0)? else {
            return Ok(None);
        };
        let Some(table) = table_of_row(&line.text, hints) else {
            return Ok(None);
        };
        let row = Row::measure_column(&line.text, table, hints);
        let Some(line) = lines.take()? else {
            return Ok(None);
        };
        let Some(shape) = Fit::of(row.width, hints).puzzle else {
            return Ok(Some(Err(bad_row_of_table(&line, table, row, &self.habit))));
        };
        self.habit.before = Some((row.width, shape));
        let mut text = Text::default();
        text.add(line, row);
        Ok(Some(text.into_sudoku(shape)))
    }

    /// Reads the line at this distance, which was read as this row, if it holds several puzzles. Returns the first of them and
    /// keeps the others.
    fn read_several(
        &mut self,
        lines: &mut Input,
        distance: usize,
        row: &Row,
    ) -> io::Result<Option<Outcome>> {
        let hints = self.habit.hints;
        let places = match lines.peek(distance)? {
            Some(line) => several::puzzles(&line.text, row, hints),
            None => return Ok(None),
        };
        if places.len() < 2 {
            return Ok(None);
        }
        for _ in 0..distance {
            lines.take()?;
        }
        let Some(line) = lines.take()? else {
            return Ok(None);
        };
        self.pending.extend(several::read(line, &places, hints));
        Ok(self.pending.pop_front().map(|(_, first)| first))
    }

    /// Reads the puzzle that begins with the next row, or with the rules before it.
    fn read_cells(&mut self, lines: &mut Input, header: Option<Line>) -> io::Result<Outcome> {
        if header.is_none()
            && let Some(outcome) = self.read_row_of_table(lines)?
        {
            return Ok(outcome);
        }
        mark_strokes(lines, self.habit.hints)?;
        self.habit.hints.beside = beside_ahead(lines, self.habit.hints)?;
        self.habit.hints.places = places_ahead(lines, self.habit.hints)?;
        let hints = self.habit.hints;
        let Some(Ahead { distance, row, .. }) = next_row(lines, hints)? else {
            return Ok(Err(whole_line(SudokuFault::NoPuzzle, header.as_ref())));
        };
        let mut fit = Fit::of(row.width, hints);
        if hints.places.is_some() {
            // A line in a frame is not a whole puzzle.
            fit.puzzle = None;
        }
        if let (Some(small), Some(large)) = (fit.puzzle, fit.row) {
            let Some(decided) = puzzle_or_row(lines, (small, large), self.habit.shape())? else {
                let fault = SudokuFault::EitherSize {
                    puzzle: small,
                    row: large,
                };
                let fault = whole_line(fault, lines.peek(distance)?);
                skip_rows(lines, large.size(), hints)?;
                return Ok(Err(fault));
            };
            fit = decided;
        }
        if fit.puzzle.is_some()
            && let Some(first) = self.read_several(lines, distance, &row)?
        {
            return Ok(first);
        }
        if mark_bands(lines, fit, hints)? {
            self.next_rows = Default::default();
        }
        let (shape, rows) = match fit {
            Fit {
                puzzle: Some(shape),
                ..
            } => (shape, vec![Ahead::first(distance, row)]),
            Fit {
                row: Some(shape), ..
            } => match self.rows_of_grid(lines, shape)? {
                Ok(found) => found,
                Err(outcome) => return Ok(outcome),
            },
            _ => return diagnose(lines, &self.habit),
        };
        self.habit.before = fit.puzzle.or(fit.row).map(|usual| (row.width, usual));
        if hints.table.is_some()
            && let Some(line) = lines.peek(distance)?
            && table_of(&line.text, hints).is_none()
        {
            self.end_table();
        }
        let number = lines.taken() + 1;
        let outcome = Text::take(lines, header, &rows)?.into_sudoku(shape);
        if rows.len() > 1
            && let Ok(sudoku) = &outcome
        {
            let next = lines.taken() + 1;
            self.habit.run.add(number, next, sudoku);
        }
        Ok(outcome)
    }

    /// The N rows of the grid that comes next and its shape, which is this one unless it shows another, or what is wrong with it.
    fn rows_of_grid(
        &mut self,
        lines: &mut Input,
        shape: Shape,
    ) -> io::Result<Result<(Shape, Vec<Ahead>), Outcome>> {
        let (size, hints) = (shape.size(), self.habit.hints);
        let grids = if hints.waits { 1 } else { GRIDS_AHEAD };
        let (taken, mut block) = std::mem::take(&mut self.next_rows);
        if taken != lines.taken() || hints.table.is_some() || hints.places.is_some() {
            block = Block::default();
        }
        block.extend(lines, grids * size, hints)?;
        if !has_all_rows(lines, &block, size, hints)? {
            return diagnose(lines, &self.habit).map(Err);
        }
        let shape = match (hints.shape, block.rows.get(..size)) {
            (None, Some(rows)) => shape_shown(lines, rows, shape)?,
            _ => shape,
        };
        if let Some(found) = misstep(lines, &block, shape, hints, &mut self.habit.run)? {
            self.habit.before = Some((size, shape));
            return bad_rows(lines, found, size, hints).map(|fault| Err(Err(fault)));
        }
        let rows = block.take(size);
        if block.is_dense() {
            let last = rows.last().map_or(0, |last| last.distance as u64 + 1);
            self.next_rows = (lines.taken() + last, block);
        }
        Ok(Ok((shape, rows)))
    }
}

/// Takes the lines up to the last of the next rows, which are `most` at most; one line if there are none.
fn skip_rows(lines: &mut Input, most: usize, hints: Hints) -> io::Result<()> {
    let rows = rows_ahead(lines, most, hints)?.rows;
    for _ in 0..=rows.last().map_or(0, |last| last.distance) {
        lines.take()?;
    }
    Ok(())
}

/// Whether a block begins with N rows of N cells, which are one grid.
fn has_all_rows(lines: &mut Input, block: &Block, size: usize, hints: Hints) -> io::Result<bool> {
    let Some(rows) = block.rows.get(..size) else {
        return Ok(false);
    };
    if rows.iter().any(|ahead| ahead.row.width != size) {
        return Ok(false);
    }
    if !rows[1..].iter().any(|ahead| ahead.marked) {
        return Ok(true);
    }
    // A comment within a grid, or between a grid that was cut off and the next one.
    let block = rows_ahead(lines, usize::MAX, hints)?;
    Ok(cut_off(&block, size).is_none())
}

/// The text of one puzzle while it is taken from the stream.
#[derive(Default)]
struct Text {
    source: Source,
    /// Where each row starts in the source.
    rows: SmallVec<[(usize, Row); 1]>,
}

impl Text {
    /// Takes these rows, and everything before and between them that belongs to the layout, such as rules. Drops
    /// comments.
    fn take(lines: &mut Input, header: Option<Line>, rows: &[Ahead]) -> io::Result<Text> {
        let mut text = Text::default();
        header.map(|header| text.source.push(header));
        let framed = lines.peek(0)?.map(Start::of) == Some(Start::Rule);
        let mut distance = 0;
        for ahead in rows {
            while let Some(line) = lines.take()? {
                distance += 1;
                if distance > ahead.distance {
                    text.add(line, ahead.row);
                    if text.rows.len() == 1 {
                        text.source.reserve(rows.len() - 1);
                    }
                    break;
                }
                if matches!(Start::of(&line), Start::Rule | Start::Between) {
                    text.source.push(line);
                }
            }
        }
        // A rule above the first row has a counterpart below the last one.
        if framed && lines.look().map(Start::of) == Some(Start::Rule) {
            lines.take()?.map(|rule| text.source.push(rule));
        }
        Ok(text)
    }

    fn add(&mut self, mut line: Line, row: Row) {
        line.text.truncate(row.kept);
        self.rows.push((self.source.push(line), row));
    }

    fn into_sudoku(self, shape: Shape) -> Outcome {
        let rows = || self.rows.iter();
        let alphabet = alphabet_of(rows().map(|(_, row)| row), shape.size());
        let sudoku = match rows().all(|(_, row)| row.dense().is_some()) {
            true => {
                let places = || rows().flat_map(|&(start, row)| start + row.start..start + row.end);
                let cells = || places().map(|at| at..at + 1);
                Sudoku::from_cells(shape, alphabet, &self.source, cells)?
            }
            false => {
                let cells = || {
                    rows().flat_map(|&(start, row)| {
                        let cells = row.cells(self.source.line(start));
                        cells.map(move |cell| start + cell.start..start + cell.end)
                    })
                };
                Sudoku::from_cells(shape, alphabet, &self.source, cells)?
            }
        };
        Ok(sudoku.laid_out_as(self.source))
    }
}
