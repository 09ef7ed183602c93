//! Tables: the column that holds the puzzles, and the line that names the columns.
//!
//! ```text
//! id,puzzle,solution,difficulty       the header: it is taken, and its names say which column to read
//! 1,53..7…,534678912…,2.1             a puzzle
//! ```

use std::io;

use super::fault::PuzzleFault;
use super::kind::{Hints, Table};
use super::lines::Input;
use super::sudoku::{Start, columns, table_ahead};
use crate::problem::Located;

/// A column of a table.
///
/// ```
/// use dominox::puzzles::Column;
/// assert_eq!(Column::from("2"), Column::Number(2));
/// assert_eq!(Column::from("quizzes"), Column::Name("quizzes".into()));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Column {
    /// The column of this number, from 1.
    Number(usize),
    /// The column that the first line gives this name.
    Name(String),
}

impl From<&str> for Column {
    fn from(text: &str) -> Column {
        match text.parse() {
            Ok(number @ 1..) => Column::Number(number),
            _ => Column::Name(text.into()),
        }
    }
}

/// How many lines are searched for the first that counts.
const LINES_AHEAD: usize = 100;

/// Takes the header of a table, if one comes, and says which column to read.
///
/// # Errors
/// If the column that was asked for is not in the first line.
pub(super) fn take_header(
    lines: &mut Input,
    asked: Option<&Column>,
    hints: Hints,
) -> io::Result<Result<Option<Table>, Located<PuzzleFault>>> {
    let of_all_lines = |column| Table {
        column,
        division: None,
    };
    let number = match asked {
        Some(Column::Number(number)) => Some(of_all_lines(number - 1)),
        _ => None,
    };
    let Some(distance) = first_that_counts(lines)? else {
        return Ok(Ok(number));
    };
    let Some(line) = lines.peek(distance)? else {
        return Ok(Ok(number));
    };
    if let Some(Column::Name(name)) = asked {
        let mut names = columns(&line.text).into_iter();
        let Some(index) = names.position(|place| line.text[place].eq_ignore_ascii_case(name))
        else {
            let fault = PuzzleFault::NoColumn(name.clone());
            let end = line.text.trim_end().len();
            return Ok(Err(Located::new(fault, line.number, &line.text, 0, end)));
        };
        take(lines, distance)?;
        return Ok(Ok(Some(of_all_lines(index))));
    }
    match table_ahead(
        lines,
        distance,
        Hints {
            table: number,
            ..hints
        },
    )? {
        Some(table) => {
            take(lines, distance)?;
            Ok(Ok(number.or(table)))
        }
        None => Ok(Ok(number)),
    }
}

/// How far the first line is that is neither blank nor a comment.
fn first_that_counts(lines: &mut Input) -> io::Result<Option<usize>> {
    for distance in 0..LINES_AHEAD {
        match lines.peek(distance)?.map(Start::of) {
            Some(Start::Blank | Start::Comment) => {}
            Some(_) => return Ok(Some(distance)),
            None => break,
        }
    }
    Ok(None)
}

/// Takes the line at this distance and those before it.
fn take(lines: &mut Input, distance: usize) -> io::Result<()> {
    for _ in 0..=distance {
        lines.take()?;
    }
    Ok(())
}
