//! Matrices of 0 and 1: a row for each option, a column for each item.

use super::{FormatFault, Loss, Unfit, Written, loss};
use crate::problem::{Located, Problem};
use crate::puzzles::{self, Matrix, Puzzle, PuzzleFault, ReadCause};

/// The most cells that are written, line feeds included.
const MOST_CELLS: u64 = 1 << 32;

pub(super) fn write(problem: &Problem) -> Result<Written, Unfit> {
    Unfit::if_bounds(problem)?;
    Unfit::if_secondary(problem)?;
    let columns = problem.item_count();
    let rows = problem.option_count();
    if columns == 0 {
        return Err(Unfit::NoItems);
    }
    if rows == 0 {
        return Err(Unfit::NoOptions);
    }
    // Both numbers have 32 bits at most.
    let cells = rows as u64 * (columns as u64 + 1);
    let room = usize::try_from(cells).ok().filter(|_| cells <= MOST_CELLS);
    let mut text = Vec::with_capacity(room.ok_or(Unfit::TooLarge)?);
    for option in problem.options() {
        let start = text.len();
        text.resize(start + columns, b'0');
        for entry in problem.entries(option) {
            text[start + entry.item.index()] = b'1';
        }
        text.push(b'\n');
    }
    let mut losses = loss::of_costs(problem);
    if problem.items().any(|item| {
        let number = problem.item_name(item).strip_prefix('c');
        number != Some(&(item.index() + 1).to_string())
    }) {
        losses.push(Loss::Names);
    }
    Ok(Written {
        text: String::from_utf8(text).expect("digits"),
        losses,
    })
}

/// The first matrix of the text.
pub(super) fn read(text: &str) -> Result<Problem, Located<FormatFault>> {
    let mut reader = puzzles::read(text.as_bytes()).kind(Matrix::KIND);
    let nothing = || Located::new(FormatFault::Puzzle(PuzzleFault::Empty), 1, "", 0, 0);
    let reading = reader.next().ok_or_else(nothing)?;
    match reading {
        Ok(reading) => Ok(Puzzle::problem(&*reading.puzzle).clone()),
        Err(error) => Err(match error.cause {
            ReadCause::Fault(fault) => fault.map(FormatFault::Puzzle),
            ReadCause::Io(_) => unreachable!("memory can be read"),
        }),
    }
}
