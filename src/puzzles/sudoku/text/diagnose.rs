//! What is wrong with lines that are neither a puzzle in one line nor a grid, and where reading continues after them.
//!
//! A line of more cells than any row has affects nothing but itself. The width that a row should have is the one that most rows
//! of its block have, and the puzzle before counts as one of them:
//!
//! ```text
//! 1234·678      8 cells
//! ·5··3····     9              most have 9: `row 1 has 8 cells: expected 9`
//! ···7···2·     9 …
//! ```

use std::collections::HashSet;
use std::io;

use super::ahead::{Ahead, Block, rows_ahead};
use super::alphabet::{is_foreign, is_symbol};
use super::field::columns;
use super::row::{Fit, Row};
use super::step::{Misstep, Run, digits_of};
use super::{Outcome, Start, SudokuFault};
use crate::problem::{Located, quotable};
use crate::puzzles::kind::{Hints, Table};
use crate::puzzles::lines::{Input, Line};
use crate::puzzles::sudoku::LARGEST_SIZE;
use crate::puzzles::sudoku::Shape;

/// The number of rows that are examined to find out how wide a grid is meant to be.
const ROWS_AHEAD: usize = 2 * LARGEST_SIZE;

/// What is known about a stream besides its next lines.
pub(super) struct Habit {
    /// What the user says.
    pub hints: Hints,
    /// The number of cells in a line of the puzzle before, and its shape.
    pub before: Option<(usize, Shape)>,
    /// The grids directly before the next line.
    pub run: Run,
}

impl Habit {
    /// The shape of the puzzle before.
    pub fn shape(&self) -> Option<Shape> {
        self.before.map(|(_, shape)| shape)
    }

    fn fit(&self, width: usize) -> Fit {
        Fit::of(width, self.hints)
    }

    /// The number of cells of a whole puzzle that a line of `width` cells is likely meant to be.
    fn nearest_puzzle(&self, width: usize) -> Option<usize> {
        match self.hints.shape {
            Some(shape) => (width > 2 * shape.size()).then(|| shape.cells()),
            None if width <= LARGEST_SIZE => None,
            None => Shape::sizes()
                .map(|size| size * size)
                .min_by_key(|cells| cells.abs_diff(width)),
        }
    }
}

/// Says what is wrong with the next lines, and takes those that belong to the fault: one line, or the rows of one grid.
pub(super) fn diagnose(lines: &mut Input, habit: &Habit) -> io::Result<Outcome> {
    let mut block = rows_ahead(lines, ROWS_AHEAD, habit.hints)?;
    let is_long = |ahead: &Ahead| ahead.row.width > LARGEST_SIZE;
    // If lines are whole puzzles, they are not rows.
    if let Some(long) = block.rows.iter().position(is_long) {
        block.rows.truncate(long);
        block.ended = true;
    }
    if let Some(size) = grid_size(&block, habit) {
        return bad_grid(lines, block, size, habit).map(Err);
    }
    let distance = rows_ahead(lines, 1, habit.hints)?
        .rows
        .first()
        .map_or(0, |first| first.distance);
    for _ in 0..distance {
        lines.take()?;
    }
    let line = lines.take()?;
    // If all rows are wrong in the same way as the first, they are one bad grid.
    let of_size =
        |ahead: &&Ahead| ahead.row.width == block.rows[0].row.width && !ahead.row.odd.is_some();
    let alike = block.rows.iter().take_while(of_size).count();
    let fault = bad_line(line.as_ref(), habit);
    if alike > 1 && !habit.fit(block.rows[0].row.width).is_some() {
        for _ in distance..block.rows[alike - 1].distance {
            lines.take()?;
        }
    }
    Ok(Err(fault))
}

/// The size of the grid that the rows of a block are probably meant to be; `None` if the first row is meant to be a
/// whole puzzle, or if it is not clear what it is.
fn grid_size(block: &Block, habit: &Habit) -> Option<usize> {
    let rows = &block.rows;
    let mut best: Option<(usize, usize)> = None;
    for width in rows.iter().map(|ahead| ahead.row.width) {
        let fit = habit.fit(width);
        let Some(shape) = fit.row else { continue };
        let is_clear = |row: &Row| !row.odd.is_some() || row.suits(shape);
        let alike = || {
            let rows = rows.iter();
            rows.filter(|ahead| ahead.row.width == width && is_clear(&ahead.row))
        };
        let is_puzzle = fit.puzzle.is_some_and(|small| {
            habit.shape() == Some(small) || alike().all(|ahead| ahead.row.suits(small))
        });
        let known = usize::from(habit.before == Some((width, shape)));
        let votes = alike().count() + known;
        let is_enough = match rows.len() {
            1 => votes > 1 || habit.before.is_none(),
            _ => votes > 1 && votes * 5 >= width,
        };
        if !is_puzzle && is_enough && best.is_none_or(|(most, _)| votes > most) {
            best = Some((votes, width));
        }
    }
    // A last row that is alone may be a line cut short, unless grids came before.
    best.map(|(_, width)| width)
}

/// The number of rows after which a grid of this size is cut off: a comment or a frame comes there, whole grids follow,
/// and the rows before it are not a grid.
pub(super) fn cut_off(block: &Block, size: usize) -> Option<usize> {
    let mut marks = block.marks();
    let first = marks.next().filter(|&mark| mark < size)?;
    let mut rest: Vec<usize> = marks.collect();
    if block.ended {
        rest.push(block.rows.len());
    }
    let is_whole = rest.contains(&size);
    let next_is_whole = rest
        .first()
        .is_some_and(|next| (next - first).is_multiple_of(size));
    (!is_whole && next_is_whole).then_some(first)
}

/// What is wrong with rows that should be a grid of this size. Takes the rows of that grid.
fn bad_grid(
    lines: &mut Input,
    block: Block,
    size: usize,
    habit: &Habit,
) -> io::Result<Located<SudokuFault>> {
    let end = grid_end(lines, &block, size)?;
    let rows = &block.rows[..end];
    let bad = rows.iter().position(|ahead| ahead.row.width != size);
    let fault = match bad.filter(|&bad| bad < size) {
        Some(bad) => {
            let line = lines.peek(rows[bad].distance)?;
            foreign_cell(line).unwrap_or_else(|| bad_row(line, bad + 1, rows[bad].row, size))
        }
        None => {
            let fault = match habit.run.suspect(lines.taken() + 1) {
                Some((since, grids)) => SudokuFault::OutOfStep {
                    rows: end,
                    expected: size,
                    since,
                    grids,
                },
                None => match doubtful_since(lines, rows, size, habit)? {
                    Some(since) => SudokuFault::Doubtful {
                        rows: end,
                        expected: size,
                        since,
                    },
                    None => SudokuFault::EndsEarly {
                        rows: end,
                        expected: size,
                    },
                },
            };
            let last = rows.last().map_or(0, |last| last.distance);
            let line = lines.peek(last)?;
            // A single line may have the length of a row by chance.
            let foreign = if end == 1 { foreign_cell(line) } else { None };
            foreign.unwrap_or_else(|| at_end(fault, line))
        }
    };
    for _ in 0..=rows.last().map_or(0, |last| last.distance) {
        lines.take()?;
    }
    skip_lower_frame(lines)?;
    Ok(fault)
}

/// The line from which on stacked grids may have been divided wrongly, if they end with these rows, which are too few
/// for a grid.
fn doubtful_since(
    lines: &mut Input,
    rows: &[Ahead],
    size: usize,
    habit: &Habit,
) -> io::Result<Option<u64>> {
    let Some(shape) = habit.shape().filter(|shape| shape.size() == size) else {
        return Ok(None);
    };
    let line = lines.taken() + 1;
    let digits = digits_of(lines, rows, shape)?;
    Ok(digits.and_then(|digits| habit.run.doubtful_since(line, shape, &digits)))
}

/// Takes the rows of a grid that has the wrong number of rows, and reports it.
pub(super) fn bad_rows(
    lines: &mut Input,
    found: Misstep,
    expected: usize,
    hints: Hints,
) -> io::Result<Located<SudokuFault>> {
    let Misstep { rows, since } = found;
    let block = rows_ahead(lines, rows, hints)?;
    let last = block.rows.last().map_or(0, |last| last.distance);
    let fault = match since {
        Some(since) => SudokuFault::Doubtful {
            rows,
            expected,
            since,
        },
        None if rows < expected => SudokuFault::EndsEarly { rows, expected },
        None => SudokuFault::TooManyRows { rows, expected },
    };
    let fault = match rows < expected {
        true => at_end(fault, lines.peek(last)?),
        false => whole_line(fault, lines.peek(last)?),
    };
    for _ in 0..=last {
        lines.take()?;
    }
    Ok(fault)
}

/// Takes a rule that ends the frame of a grid: one that no row follows.
fn skip_lower_frame(lines: &mut Input) -> io::Result<()> {
    let mut is_rule = |distance| {
        let line = lines.peek(distance)?;
        io::Result::Ok(line.map(Start::of) == Some(Start::Rule))
    };
    if is_rule(0)? && is_rule(1)? {
        lines.take()?;
    }
    Ok(())
}

/// The number of rows of the bad grid of this size with which the block begins; the next grid begins after them.
///
/// A comment or a frame near its end decides. Otherwise the bad row may be one of the N rows, a row too many, half of a
/// row, or two rows in one. The best end is one after which rows of N cells make whole grids up to the end of the
/// block, without a symbol that repeats in a column.
fn grid_end(lines: &mut Input, block: &Block, size: usize) -> io::Result<usize> {
    let rows = &block.rows;
    let bad = rows.iter().position(|ahead| ahead.row.width != size);
    let bad = bad.unwrap_or(rows.len()).min(size);
    if is_alone(block, size) {
        return Ok(1);
    }
    if let Some(cut) = cut_off(block, size) {
        return Ok(cut);
    }
    let first_end = block.ends().next();
    if let Some(end) = first_end.filter(|&end| end <= size + 1) {
        return Ok(end);
    }
    let mut best = (0, size.min(rows.len()));
    for end in [size, bad + 1, size + 1, size - 1, bad] {
        if end == 0 || end > rows.len() || end < bad {
            continue;
        }
        let next = &rows[end..rows.len().min(end + size)];
        let whole = next.iter().all(|ahead| ahead.row.width == size);
        let aligned = first_end.is_some_and(|first| (first - end).is_multiple_of(size));
        let distinct = whole && !repeats_in_a_column(lines, next)?;
        let score =
            1 + 4 * usize::from(aligned) + 2 * usize::from(whole) + 2 * usize::from(distinct);
        if score > best.0 {
            best = (score, end);
        }
    }
    Ok(best.1)
}

/// Whether the first row of a block is not part of a grid of this size: no row has this length before the next whole
/// grids, or before what separates two grids.
fn is_alone(block: &Block, size: usize) -> bool {
    let is_good = |ahead: &Ahead| ahead.row.width == size;
    let rows = &block.rows;
    let before = rows.iter().take_while(|ahead| !is_good(ahead)).count();
    let good = rows[before..].iter().take_while(|ahead| is_good(ahead));
    let run_end = before + good.count();
    let end = block.ends().find(|&end| end > before);
    let is_seen = end.is_some() || run_end < rows.len();
    let run = end.map_or(run_end, |end| end.min(run_end)) - before;
    before > 0
        && (block.ends().any(|end| end <= before) || is_seen && run > 0 && run.is_multiple_of(size))
}

/// Whether a symbol other than a blank stands twice in a column of these rows.
fn repeats_in_a_column(lines: &mut Input, rows: &[Ahead]) -> io::Result<bool> {
    let mut seen = HashSet::new();
    for ahead in rows {
        let Some(line) = lines.peek(ahead.distance)? else {
            continue;
        };
        for (column, cell) in ahead.row.cells(&line.text).enumerate() {
            let text = &line.text[cell];
            let is_given = text.bytes().all(is_symbol) && text != "x";
            if is_given && !seen.insert((column, text.to_owned())) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn bad_row(line: Option<&Line>, number: usize, row: Row, expected: usize) -> Located<SudokuFault> {
    let fault = SudokuFault::RowLength {
        row: number,
        found: row.width,
        expected,
    };
    let surplus = line.and_then(|line| Some((line, row.cells(&line.text).nth(expected)?)));
    match surplus {
        Some((line, cell)) => {
            let end = line.text.trim_ascii_end().len();
            Located::new(fault, line.number, &line.text, cell.start, end)
        }
        None => at_end(fault, line),
    }
}

/// What is wrong with a line that is not a puzzle.
fn bad_line(line: Option<&Line>, habit: &Habit) -> Located<SudokuFault> {
    if let Some(fault) = foreign_cell(line) {
        return fault;
    }
    let text = line.map_or("", |line| &line.text);
    let found = Row::measure(text, habit.hints).width;
    let longest = LARGEST_SIZE * LARGEST_SIZE;
    if found > longest || line.is_some_and(|line| line.cut) {
        return whole_line(SudokuFault::TooLong, line);
    }
    let before = habit.before.map(|(width, _)| width);
    let expected = before
        .filter(|&width| habit.fit(width).puzzle.is_some())
        .or_else(|| habit.nearest_puzzle(found));
    let fault = match expected {
        Some(expected) => SudokuFault::LineLength { found, expected },
        None => SudokuFault::NoSuchSize {
            found,
            asked: habit.hints.shape,
        },
    };
    whole_line(fault, line)
}

/// What is wrong with a row of a table that has no puzzle in its column.
pub(super) fn bad_row_of_table(
    line: &Line,
    table: Table,
    row: Row,
    habit: &Habit,
) -> Located<SudokuFault> {
    let column = table.column + 1;
    let Some(place) = columns(&line.text[..row.kept]).nth(table.column) else {
        let found = columns(&line.text).count();
        return whole_line(SudokuFault::NoSuchColumn { column, found }, Some(line));
    };
    if row.width > LARGEST_SIZE {
        let located = bad_line(Some(line), habit);
        return Located::new(
            located.fault,
            line.number,
            &line.text,
            place.start,
            place.end,
        );
    }
    let found = line.text[place.clone()].to_owned();
    let fault = SudokuFault::NotInColumn { column, found };
    Located::new(fault, line.number, &line.text, place.start, place.end)
}

/// The first character of a line that is part of no puzzle, if there is one.
fn foreign_cell(line: Option<&Line>) -> Option<Located<SudokuFault>> {
    let line = line?;
    let row = Row::measure(&line.text, Hints::default());
    if row.odd.reading(9, row.seen).is_some() {
        return None;
    }
    let part = &line.text[row.start..row.end];
    // Between many fields, a comma is right.
    let has_fields = part.matches(',').count() > 2;
    let is_wrong = |byte: u8| is_foreign(byte) && !(has_fields && byte == b',');
    let at = row.start + part.bytes().position(is_wrong)?;
    let cell: String = line.text.get(at..)?.chars().take(1).collect();
    let end = at + cell.len();
    let fault = SudokuFault::NotACell(quotable(&cell));
    Some(Located::new(fault, line.number, &line.text, at, end))
}

/// A fault of a line as a whole.
pub(super) fn whole_line(fault: SudokuFault, line: Option<&Line>) -> Located<SudokuFault> {
    match line {
        Some(line) => {
            let end = line.text.trim_ascii_end().len();
            let start = line.text.len() - line.text.trim_ascii_start().len();
            Located::new(fault, line.number, &line.text, start.min(end), end)
        }
        None => Located::new(fault, 1, "", 0, 0),
    }
}

/// A fault of something that is missing at the end of a line.
fn at_end(fault: SudokuFault, line: Option<&Line>) -> Located<SudokuFault> {
    match line {
        Some(line) => {
            let end = line.text.trim_ascii_end().len();
            Located::new(fault, line.number, &line.text, end, end)
        }
        None => Located::new(fault, 1, "", 0, 0),
    }
}
