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

/// The only matrix of the text.
pub(super) fn read(text: &str) -> Result<Problem, Located<FormatFault>> {
    let mut reader = puzzles::read(text.as_bytes()).kind(Matrix::KIND);
    let mut next = || match reader.next() {
        None => Ok(None),
        Some(Ok(reading)) => Ok(Some(reading)),
        Some(Err(error)) => Err(match error.cause {
            ReadCause::Fault(fault) => fault.map(|fault| match fault {
                PuzzleFault::Empty | PuzzleFault::NoPuzzle => FormatFault::NoMatrix,
                other => FormatFault::Puzzle(other),
            }),
            ReadCause::Io(_) => unreachable!("memory can be read"),
        }),
    };
    let at = |line, fault| Located::new(fault, line, "", 0, 0);
    let Some(reading) = next()? else {
        return Err(at(1, FormatFault::NoMatrix));
    };
    match next()? {
        Some(second) => Err(at(second.line, FormatFault::SecondMatrix)),
        None => Ok(Puzzle::problem(&*reading.puzzle).clone()),
    }
}
