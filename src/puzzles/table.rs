//! Tables: the column that holds the puzzles, and the line that names the columns.
//!
//! ```text
//! id,puzzle,solution,difficulty       the header: it is taken, and its names say which column to read
//! 1,53..7…,534678912…,2.1             a puzzle
//! ```

use std::io;

use super::fault::PuzzleFault;
use super::kind::{Hints, Table};
use super::lines::{Input, Line};
use super::sudoku::{Start, columns, is_row_of_table, table_ahead};
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

/// What the first lines say about a table.
#[derive(Default)]
pub(super) struct Header {
    /// The column to read.
    pub table: Option<Table>,
    /// The lines are those of a table, whatever is in them: its column was asked for.
    pub sure: bool,
}

impl Header {
    fn of_all_lines(column: usize, sure: bool) -> Header {
        let division = None;
        let table = Some(Table { column, division });
        Header { table, sure }
    }
}

/// Takes the header of a table, if one comes, and says which column to read.
///
/// # Errors
/// If the column that was requested is not in the first line.
pub(super) fn take_header(
    lines: &mut Input,
    asked: Option<&Column>,
    hints: Hints,
) -> io::Result<Result<Header, Located<PuzzleFault>>> {
    let distance = first_that_counts(lines)?;
    if let Some(asked) = asked
        && let Some(distance) = distance
    {
        return find_column(lines, asked, distance, hints);
    }
    let table = match distance {
        Some(distance) => table_ahead(lines, distance, hints)?,
        None => None,
    };
    if let (Some(_), Some(distance)) = (table, distance) {
        take(lines, distance)?;
    }
    let header = match (table, asked) {
        (Some(table), _) => Header { table, sure: false },
        (None, Some(Column::Number(number))) => Header::of_all_lines(number - 1, false),
        (None, _) => Header::default(),
    };
    Ok(Ok(header))
}

/// Finds the column that was requested in the first line, which is at this distance, and takes that line if it is a header.
fn find_column(
    lines: &mut Input,
    asked: &Column,
    distance: usize,
    hints: Hints,
) -> io::Result<Result<Header, Located<PuzzleFault>>> {
    let Some(line) = lines.peek(distance)? else {
        return Ok(Ok(Header::default()));
    };
    let (is_table, text) = (is_table_row(line, hints), line.text.clone());
    let index = match asked {
        Column::Number(number) => Some(number - 1),
        Column::Name(name) => {
            let mut names = columns(&text);
            names.position(|place| text[place].eq_ignore_ascii_case(name))
        }
    };
    let is_missing = match asked {
        Column::Number(number) => is_table && !has_column(&text, *number),
        Column::Name(_) => index.is_none(),
    };
    // The first line can be a title.
    let is_missing = is_missing
        && match (asked, lines.peek(distance + 1)?) {
            (Column::Number(number), Some(line)) => {
                !(is_table_row(line, hints) && has_column(&line.text, *number))
            }
            _ => true,
        };
    let Some(index) = index.filter(|_| !is_missing) else {
        let fault = PuzzleFault::no_column(asked, &text);
        let line = lines.taken() + distance as u64 + 1;
        return Ok(Err(Located::new(
            fault,
            line,
            &text,
            0,
            text.trim_end().len(),
        )));
    };
    let header = Header::of_all_lines(index, is_table || matches!(asked, Column::Name(_)));
    let is_header = match asked {
        Column::Name(_) => true,
        Column::Number(_) => {
            let table = header.table;
            table_ahead(lines, distance, Hints { table, ..hints })?.is_some()
        }
    };
    if is_header {
        take(lines, distance)?;
    }
    Ok(Ok(header))
}

fn is_table_row(line: &Line, hints: Hints) -> bool {
    matches!(Start::of(line), Start::Cells | Start::Heading) && is_row_of_table(&line.text, hints)
}

/// Whether a line has a column of this number, from 1.
fn has_column(text: &str, number: usize) -> bool {
    columns(text).nth(number - 1).is_some()
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
