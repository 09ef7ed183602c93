//! Stacked grids that are out of step: a row is missing, or there is one too many, and nothing separates the grids.
//!
//! Every later grid is then cut at the wrong place. The digits show this: they repeat where rows of two grids are mixed, but
//! not if the grids after the bad one begin where they should.
//!
//! ```text
//! rows   1…9   10…17   18…26   27…35      the second grid has 8 rows
//! cut    1…9   10…18   19…27   28…36      out of step: digits repeat in most of them
//! ```
//!
//! A mixed grid in which no digit repeats may be taken for a puzzle. The message about the next one then says which answers are
//! doubtful: those of the grids that would be as plausible if they were cut like the grids after the message.

use std::collections::VecDeque;
use std::io;

use super::ahead::{Ahead, Block, rows_ahead};
use super::contradiction::{contradicts, repeats};
use super::row::alphabet_of;
use crate::puzzles::kind::Hints;
use crate::puzzles::lines::Input;
use crate::puzzles::sudoku::{Shape, Sudoku};

/// The number of grids, the next one included, that must be good before it is taken as it is: more show better which one is bad.
pub(super) const GRIDS_AHEAD: usize = 3;

/// The number of grids after the bad one that must be good.
const GOOD_GRIDS: usize = 4;

/// The number of grids that are remembered.
const MOST_REMEMBERED: usize = 64;

/// Grids that follow each other with nothing between them.
#[derive(Default, Debug)]
pub(super) struct Run {
    /// The line after the last of them.
    next_line: u64,
    /// The line of the first grid in which a digit repeats.
    since: u64,
    /// The number of such grids.
    repeating: usize,
    /// The last line of the last grid that is known to be good.
    good: u64,
    /// The last of them: the first line, and the digits, row by row, 0 for a blank.
    grids: VecDeque<(u64, Vec<u8>)>,
}

impl Run {
    /// Adds a grid that begins at line `number`, and ends before line `next_line`.
    pub fn add(&mut self, number: u64, next_line: u64, sudoku: &Sudoku) {
        self.begin_at(number);
        self.next_line = next_line;
        let reused = match self.grids.len() {
            MOST_REMEMBERED => self.grids.pop_front(),
            _ => None,
        };
        let mut digits = reused.map_or_else(Vec::new, |(_, digits)| digits);
        let shape = sudoku.rules.shape();
        let size = shape.size();
        digits.clear();
        digits.resize(shape.cells(), 0);
        for option in &sudoku.givens {
            digits[option.index() / size] = (option.index() % size) as u8 + 1;
        }
        if self.good + 1 < next_line && repeats(shape, &digits) {
            if self.repeating == 0 {
                self.since = number;
            }
            self.repeating += 1;
        }
        self.grids.push_back((number, digits));
    }

    /// Forgets all grids, unless the last of them ends directly before this line.
    fn begin_at(&mut self, line: u64) {
        if line == self.next_line {
            return;
        }
        self.grids.clear();
        (self.next_line, self.repeating, self.good) = (line, 0, 0);
    }

    /// The line from which on grids may be out of step if the run ends with too few rows, which begin at this line; and the number
    /// of grids in which a digit repeats.
    pub fn suspect(&self, line: u64) -> Option<(u64, usize)> {
        (line == self.next_line && self.repeating > 1).then_some((self.since, self.repeating))
    }

    /// The line from which on grids may be cut wrongly if the next one, which begins at `line`, is bad and ends after
    /// these rows.
    pub fn doubtful_since(&self, line: u64, shape: Shape, rows: &[u8]) -> Option<u64> {
        if line != self.next_line {
            return None;
        }
        // A single row may be one too many.
        let is_row = rows.len() == shape.size();
        let mut since = self.grids.back().filter(|_| is_row).map(|&(line, _)| line);
        // The rows before what was examined, the last ones first.
        let mut before = rows.to_vec();
        let mut grids = self.grids.iter().rev();
        loop {
            if before.len() < shape.cells() {
                let Some((number, digits)) = grids.next() else {
                    return since;
                };
                if digits.len() != shape.cells() {
                    return since;
                }
                before.splice(0..0, digits.iter().copied());
                let from = before.len() - shape.cells();
                if contradicts(shape, &before[from..]) {
                    let is_better = is_good_without_a_row(shape, &before);
                    return if is_better { Some(*number) } else { since };
                }
                since = Some(*number);
            } else if contradicts(shape, &before[before.len() - shape.cells()..]) {
                return None;
            }
            before.truncate(before.len() - shape.cells());
        }
    }
}

/// Whether rows that are one more than a grid has are a good grid without one of them.
fn is_good_without_a_row(shape: Shape, digits: &[u8]) -> bool {
    let size = shape.size();
    let is_good = |row: usize| {
        let mut digits = digits.to_vec();
        digits.drain(row * size..(row + 1) * size);
        !contradicts(shape, &digits)
    };
    digits.len() == shape.cells() + size && (0..size).any(is_good)
}

/// What is wrong with the next grid of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Misstep {
    pub rows: usize,
    /// The line since which grids may have been cut wrongly.
    pub since: Option<u64>,
}

/// Says whether the next grid of a run has too few rows or one too many, as the grids after it show. `block` has at least the rows
/// of the next one.
///
/// If a digit repeats in one of the next grids, more of them are examined: as many as it takes to find out whether they
/// are better if they begin elsewhere.
pub(super) fn misstep(
    lines: &mut Input,
    block: &Block,
    shape: Shape,
    hints: Hints,
    run: &mut Run,
) -> io::Result<Option<Misstep>> {
    let line = lines.taken() + 1;
    run.begin_at(line);
    let Some(bad) = first_bad_grid(lines, block, shape, hints, run)? else {
        return Ok(None);
    };
    let size = shape.size();
    let found = match cut(lines, bad, shape, hints) {
        Ok(Some(Cut { kept: 0, rows })) => rows,
        Ok(_) => return Ok(None),
        // Whoever writes the next grids is too late: this one is taken as it is.
        Err(error) if hints.waits && error.kind() == io::ErrorKind::TimedOut => return Ok(None),
        Err(error) => return Err(error),
    };
    let rows = rows_ahead(lines, found.max(size), hints)?.rows;
    let digits = digits_of(lines, &rows[..found], shape)?.unwrap_or_default();
    Ok(Some(Misstep {
        rows: found,
        since: run.doubtful_since(line, shape, &digits),
    }))
}

/// Which of the next grids is the first in which a digit repeats, or something is none. Whoever waits is told at once what is
/// no digit.
fn first_bad_grid(
    lines: &mut Input,
    block: &Block,
    shape: Shape,
    hints: Hints,
    run: &mut Run,
) -> io::Result<Option<usize>> {
    let length = run_length(block, shape.size()).0;
    let grids = block.rows[..length].chunks_exact(shape.size());
    for (index, grid) in grids.enumerate() {
        let last = lines.taken() + grid.last().map_or(0, |last| last.distance as u64 + 1);
        if last <= run.good {
            continue;
        }
        match digits_of(lines, grid, shape)? {
            Some(digits) if !repeats(shape, &digits) => run.good = last,
            None if hints.waits => return Ok(None),
            _ => return Ok(Some(index)),
        }
    }
    Ok(None)
}

/// A way to cut the next rows into grids.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cut {
    /// The number of grids that are as they should be, before the bad one.
    kept: usize,
    /// The number of rows of the bad one.
    rows: usize,
}

/// Where the bad grid is among the next ones, of which the one with the index `bad` is bad if all have the same number of
/// rows. `None` if no other cut makes more of them good.
fn cut(lines: &mut Input, bad: usize, shape: Shape, hints: Hints) -> io::Result<Option<Cut>> {
    let size = shape.size();
    let ends = || [size + 1].into_iter().chain((1..size).rev());
    let mut cuts: Vec<Cut> = (0..=bad)
        .flat_map(|kept| ends().map(move |rows| Cut { kept, rows }))
        .collect();
    let most = (bad + GOOD_GRIDS + 2) * size;
    let mut seen = (bad + 2) * size + 1;
    loop {
        let block = rows_ahead(lines, seen, hints)?;
        let (length, ended) = run_length(&block, size);
        let mut grids = Stacked {
            lines,
            rows: &block.rows[..length],
            shape,
        };
        let mut possible = Vec::with_capacity(cuts.len());
        for cut in cuts {
            if grids.all_good(grids.after(cut))? {
                possible.push(cut);
            }
        }
        if possible.is_empty() {
            return Ok(None);
        }
        if ended || length < seen || seen >= most {
            return grids.best(&possible, ended);
        }
        cuts = possible;
        seen += size;
    }
}

/// Rows of stacked grids.
struct Stacked<'l, 'i> {
    lines: &'l mut Input<'i>,
    rows: &'l [Ahead],
    shape: Shape,
}

impl Stacked<'_, '_> {
    /// The first row of each whole grid after the bad one of this cut, of as many as must be good.
    fn after(&self, cut: Cut) -> impl Iterator<Item = usize> + use<> {
        let size = self.shape.size();
        let first = cut.kept * size + cut.rows;
        let grids = self.rows.len().saturating_sub(first) / size;
        (0..grids.min(GOOD_GRIDS)).map(move |grid| first + grid * size)
    }

    /// Whether no digit repeats in the grids that begin with these rows.
    fn all_good(&mut self, mut firsts: impl Iterator<Item = usize>) -> io::Result<bool> {
        let bad = firsts.find_map(|first| {
            self.is_wrong(first, repeats)
                .map(|is_bad| is_bad.then_some(()))
                .transpose()
        });
        bad.transpose().map(|bad| bad.is_none())
    }

    /// Whether the grid that begins with this row has something in it that is not a digit, or is wrong by this measure.
    fn is_wrong(&mut self, first: usize, wrong: fn(Shape, &[u8]) -> bool) -> io::Result<bool> {
        let grid = &self.rows[first..first + self.shape.size()];
        let digits = digits_of(self.lines, grid, self.shape)?;
        Ok(digits.is_none_or(|digits| wrong(self.shape, &digits)))
    }

    /// The cut with the fewest grids that contradict themselves, and of several the one that keeps most grids as they are.
    /// `None` if none of them is clear.
    fn best(&mut self, cuts: &[Cut], ended: bool) -> io::Result<Option<Cut>> {
        let (size, length) = (self.shape.size(), self.rows.len());
        let mut bad = 0;
        for first in (0..length / size).take(GOOD_GRIDS + 1) {
            bad += usize::from(self.is_wrong(first * size, repeats)?);
        }
        let mut best: Option<(usize, Cut)> = None;
        for &cut in cuts {
            let Some(rest) = length.checked_sub(cut.kept * size + cut.rows) else {
                continue;
            };
            let grids = rest / size;
            let is_aligned = ended && rest.is_multiple_of(size);
            let is_near = cut.rows + 1 >= size && grids > 0;
            let is_last = rest == 0 && cut.rows > size;
            let is_clear =
                grids >= GOOD_GRIDS && bad > 1 || is_aligned && (grids > 1 || is_near || is_last);
            if !is_clear {
                continue;
            }
            let mut wrong = 0;
            let kept = (0..cut.kept).map(|grid| grid * size);
            for first in kept.chain(self.after(cut)) {
                wrong += usize::from(self.is_wrong(first, contradicts)?);
            }
            let is_better = |&(least, before): &(usize, Cut)| {
                wrong < least || wrong == least && cut.kept > before.kept
            };
            if best.as_ref().is_none_or(is_better) {
                best = Some((wrong, cut));
            }
        }
        Ok(best.map(|(_, cut)| cut))
    }
}

/// How many rows of this size come before anything that separates grids, and whether the end of them was seen.
fn run_length(block: &Block, size: usize) -> (usize, bool) {
    let good = block
        .rows
        .iter()
        .take_while(|ahead| ahead.row.width == size);
    let length = good.count();
    match block.ends().next() {
        Some(end) if end <= length => (end, true),
        _ => (length, length < block.rows.len()),
    }
}

/// The digits of these rows, 0 for a blank; `None` if there is anything else.
pub(super) fn digits_of(
    lines: &mut Input,
    rows: &[Ahead],
    shape: Shape,
) -> io::Result<Option<Vec<u8>>> {
    let size = shape.size();
    let alphabet = alphabet_of(rows.iter().map(|ahead| &ahead.row), size);
    let mut digits = Vec::with_capacity(rows.len() * size);
    for ahead in rows {
        let Some(line) = lines.peek(ahead.distance)? else {
            return Ok(None);
        };
        let bytes = line.text.as_bytes();
        let length = digits.len();
        match ahead.row.dense() {
            Some(place) => {
                let read = |&byte: &u8| alphabet.read_byte(size, byte);
                digits.extend(bytes[place].iter().map_while(read));
            }
            None => {
                let cells = ahead.row.cells(&line.text);
                digits.extend(cells.map_while(|cell| alphabet.read(size, &bytes[cell])));
            }
        }
        if digits.len() != length + size {
            return Ok(None);
        }
    }
    Ok(Some(digits))
}
