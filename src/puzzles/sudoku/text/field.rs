//! Where in a line the cells are.
//!
//! ```text
//! 17,53..7…,534678912…,easy        the field of a table that is a puzzle, or the column that was requested
//! 53..7…;7.2                       a puzzle and its rating
//! "53..7…",                        a quoted puzzle, as in a list of strings
//! 53..7…  # by Anna                a puzzle and a comment, which begins with `#` or `//`
//! ```

use std::io;
use std::ops::Range;

use super::Start;
use super::alphabet::is_blank_or_odd;
use super::completion::{characters_of, completes};
use super::row::{Fit, Row};
use crate::puzzles::kind::{Division, Hints, Table};
use crate::puzzles::lines::{Input, Line};

/// The fewest characters of a word that is read as a puzzle with a fault, rather than as something next to a puzzle.
const LONG_WORD: usize = 30;

/// The length of a line without the comment at its end, and the blanks before that.
pub(in crate::puzzles) fn kept(text: &str) -> usize {
    if !text.bytes().any(|byte| matches!(byte, b'#' | b'/')) {
        return text.len();
    }
    let begins = |&at: &usize| {
        let before = text[..at].trim_ascii_end();
        before.len() < at && !before.is_empty()
    };
    let marks = ["#", "//"].map(|mark| {
        let mut found = text.match_indices(mark).map(|(at, _)| at);
        found.find(begins)
    });
    match marks.into_iter().flatten().min() {
        Some(at) => text[..at].trim_ascii_end().len(),
        None => text.len(),
    }
}

/// The part of a line that holds a whole puzzle, or is meant to; or what stands in quotes.
pub(super) fn find(text: &str, hints: Hints) -> Option<Range<usize>> {
    if let Some(table) = table_of(text, hints) {
        return columns(text).nth(table.column);
    }
    if let Some(block) = text_block(text) {
        return Some(block);
    }
    if let Some(quoted) = quoted(text, 0).or_else(|| quoted(text, declared(text)?)) {
        return Some(quoted);
    }
    let words: Vec<Range<usize>> = words(text);
    let is_puzzle = |word: &&Range<usize>| {
        let row = Row::measure_part(text, (*word).clone(), hints);
        let puzzle = Fit::of(row.width, hints).puzzle;
        row.width > 9 && puzzle.is_some_and(|shape| row.suits(shape))
    };
    let has_blank = |word: &Range<usize>| text[word.clone()].bytes().any(is_blank_or_odd);
    // The longest word, since a name may have the length of a small puzzle; among these one with blanks, since a
    // solution has none.
    let best = words
        .iter()
        .rev()
        .filter(is_puzzle)
        .max_by_key(|word| (word.len(), has_blank(word)));
    let meant = || {
        let cells = |word: &&Range<usize>| {
            let word = &text[(*word).clone()];
            word.len() >= LONG_WORD
                && word
                    .bytes()
                    .all(|byte| byte.is_ascii_digit() || is_blank_or_odd(byte))
        };
        words.iter().filter(|_| words.len() > 1).find(cells)
    };
    best.or_else(meant).cloned()
}

/// The cells in the first or in the last line of a text of several lines, after `board = """` or before `""".split()`.
pub(super) fn text_block(text: &str) -> Option<Range<usize>> {
    let is_cells = |part: &str| {
        let is_cell = |byte: u8| is_blank_or_odd(byte) || byte.is_ascii_digit();
        part.bytes().any(is_cell)
            && part
                .bytes()
                .all(|byte| is_cell(byte) || b" \t|".contains(&byte))
    };
    ["\"\"\"", "'''", "`"].into_iter().find_map(|quotes| {
        let (before, after) = text.split_once(quotes)?;
        let first = before.trim_ascii_end().ends_with(['=', '(', ':']) && is_cells(after);
        let last = is_cells(before) && !after.contains(quotes);
        match (first, last) {
            (true, _) => Some(text.len() - after.len()..text.len()),
            (_, true) => Some(0..before.len()),
            _ => None,
        }
    })
}

/// Where the value of a declaration begins: after `=` in `const char *p = "53..7…"`.
fn declared(text: &str) -> Option<usize> {
    let (name, value) = text.split_once('=')?;
    let is_name = |c: char| c.is_alphanumeric() || " _*&:<>[]".contains(c);
    let begins = name.starts_with(char::is_alphabetic) && name.chars().all(is_name);
    begins.then_some(text.len() - value.len())
}

/// What stands in the quotes that begin here, if nothing but a comma comes after them; without the end of a line in it, `\n`.
fn quoted(text: &str, from: usize) -> Option<Range<usize>> {
    let start = text.len() - text[from..].trim_ascii_start().len();
    let quote = text[start..]
        .chars()
        .next()
        .filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let inner = start + 1;
    let end = inner + text[inner..].find(quote)?;
    let rest = text[end + 1..].trim_ascii();
    let length = text[inner..end].trim_end_matches("\\n").len();
    matches!(rest, "" | "," | ";").then_some(inner..inner + length)
}

/// The words of a line, separated by anything but cells.
fn words(text: &str) -> Vec<Range<usize>> {
    let is_apart = |c: char| c.is_whitespace() || ",;:=()[]{}\"'`<>".contains(c);
    let parts = text.split(is_apart).filter(|part| !part.is_empty());
    let place = |part: &str| {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        start..start + part.len()
    };
    parts.map(place).collect()
}

/// The table to which a line belongs.
pub(super) fn table_of(text: &str, hints: Hints) -> Option<Table> {
    let is_of = |table: &Table| {
        let division = table.division;
        division.is_none_or(|division| division == division_of(text))
    };
    hints.table.filter(is_of)
}

/// How a line is divided; a separator at its end, as in a list, does not count.
fn division_of(text: &str) -> Division {
    let text = text.trim_ascii_end();
    let separator = separator(text);
    match separator.and_then(|separator| text.strip_suffix(separator)) {
        Some(inner) => Division {
            separator: self::separator(inner),
            columns: columns(inner).count(),
        },
        None => Division {
            separator,
            columns: columns(text).count(),
        },
    }
}

/// The table of which a line is a row: a line with several columns, or with fewer columns than the requested one.
pub(super) fn table_of_row(text: &str, hints: Hints) -> Option<Table> {
    let has_several = |table: &Table| {
        let count = columns(text).take(2).count();
        count > 1 || table.division.is_none() && count <= table.column
    };
    table_of(text, hints).filter(has_several)
}

/// What separates the columns of a line.
fn separator(text: &str) -> Option<char> {
    [',', ';', '\t', ' ']
        .into_iter()
        .find(|&c| text.contains(c))
}

/// The columns of a line of a table, without quotes: the texts between commas or, if there are none, between
/// semicolons, tabs or spaces.
pub(in crate::puzzles) fn columns(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let separator = separator(text);
    let has_quotes = text.contains('"') || text.contains('\'');
    let mut next = Some(0);
    std::iter::from_fn(move || {
        loop {
            let start = next?;
            let rest = &text[start..];
            let end = match separator {
                Some(separator) if has_quotes => end_of_quoted(rest, separator),
                Some(separator) => rest.find(separator),
                None => None,
            };
            let end = start + end.unwrap_or(rest.len());
            next = (end < text.len()).then_some(end + 1);
            let inner = without_formula(text[start..end].trim_ascii().trim_matches(['"', '\'']));
            if !inner.is_empty() || separator != Some(' ') {
                let from = inner.as_ptr() as usize - text.as_ptr() as usize;
                return Some(from..from + inner.len());
            }
        }
    })
}

/// A field of a spreadsheet without the signs of a formula: Excel keeps the zeros before a number only in `="0053"`.
fn without_formula(field: &str) -> &str {
    let formula = field.strip_prefix("=\"");
    formula.map_or(field, |formula| formula.trim_matches('"'))
}

/// The place of the separator, which does not count within quotes.
fn end_of_quoted(text: &str, separator: char) -> Option<usize> {
    let mut quote = None;
    text.find(|c| match quote {
        Some(open) => {
            quote = quote.filter(|_| c != open);
            false
        }
        None if matches!(c, '"' | '\'') => {
            quote = Some(c);
            false
        }
        None => c == separator,
    })
}

/// Names of the column that holds the puzzles.
const NAMES: [&str; 10] = [
    "puzzle", "puzzles", "quiz", "quizzes", "sudoku", "sudokus", "grid", "board", "question",
    "unsolved",
];

/// The names of the columns, if the line has names in all of them.
pub(in crate::puzzles) fn names(text: &str) -> Option<Vec<&str>> {
    let name = |place: Range<usize>| {
        let name = &text[place];
        let is_name =
            name.len() < LONG_WORD && name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        is_name.then_some(name)
    };
    columns(text).map(name).collect()
}

/// Whether a line can be the header of a table: names, which commas, semicolons or tabs separate; or one name that is
/// usual. Gives the column with the puzzles, if its name says so.
fn header(text: &str) -> Option<Option<usize>> {
    if text.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    let names = names(text)?;
    let is_usual = |name: &&str| NAMES.iter().any(|usual| name.eq_ignore_ascii_case(usual));
    let column = names.iter().position(is_usual);
    let is_table = names.len() > 1 && text.contains([',', ';', '\t']);
    // A single name is a header only as programs write it: in small letters.
    let is_column = names.len() == 1 && column.is_some() && NAMES.contains(&text.trim_ascii());
    (is_table || is_column).then_some(column)
}

/// The table whose header the line at this distance is: a line with a puzzle comes after it. `Some(None)` if the header does not
/// say which column has the puzzles.
pub(in crate::puzzles) fn table_ahead(
    lines: &mut Input,
    distance: usize,
    hints: Hints,
) -> io::Result<Option<Option<Table>>> {
    let Some((mut column, division)) = lines.peek(distance)?.and_then(|line| {
        let text = line.text.trim_ascii();
        Some((header(text)?, division_of(text)))
    }) else {
        return Ok(None);
    };
    if let (Some(named), Some(line)) = (column, lines.peek(distance + 1)?) {
        column = Some(puzzle_column(&line.text, named));
    }
    let table = column.map(|column| Table {
        column,
        division: Some(division),
    });
    let hints = Hints {
        table: hints
            .table
            .filter(|table| table.division.is_none())
            .or(table),
        ..hints
    };
    let begins = |line: &Line| {
        let is_divided_alike = division_of(&line.text) == division;
        // If the header names the column, the first puzzle may be bad.
        let is_named = column.is_some() && is_divided_alike && division.columns > 1;
        let is_good = column.is_some() || is_divided_alike;
        let is_cells = Start::of(line) == Start::Cells;
        is_cells && (is_named || is_good && is_puzzle(&line.text, hints))
    };
    Ok(lines
        .peek(distance + 1)?
        .is_some_and(begins)
        .then_some(table))
}

/// The column of the puzzle in a line, whose column with this number is meant to have it: another one, if that one has the
/// solution.
fn puzzle_column(text: &str, named: usize) -> usize {
    let cells = |place: Range<usize>| characters_of(&text[place]);
    let found = columns(text).nth(named).map(cells).unwrap_or_default();
    let is_puzzle = |place: Range<usize>| completes(&found, &cells(place));
    columns(text).position(is_puzzle).unwrap_or(named)
}

/// Whether a line is clearly one of a table: divided by signs, or with a puzzle in it.
pub(in crate::puzzles) fn is_row_of_table(text: &str, hints: Hints) -> bool {
    let alone = Hints {
        table: None,
        ..hints
    };
    text.contains([',', ';', '\t']) || is_puzzle(text, alone)
}

/// Whether a line holds a whole puzzle.
fn is_puzzle(text: &str, hints: Hints) -> bool {
    let row = Row::measure(text, hints);
    Fit::of(row.width, hints)
        .puzzle
        .is_some_and(|shape| row.suits(shape))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "1...............";

    fn found(text: &str) -> Option<&str> {
        find(text, Hints::default()).map(|part| &text[part])
    }

    #[test]
    fn a_puzzle_is_found_among_other_things() {
        let solution = "1234341221434321";
        for text in [
            format!("{LINE},{solution}"),
            format!("{solution},{LINE}"),
            format!("17;{LINE};7.2"),
            format!("\"{LINE}\","),
            format!("a3f 0b {LINE} 1.2"),
            format!("{LINE}\t{solution}"),
        ] {
            assert_eq!(found(&text), Some(LINE), "{text}");
        }
        assert_eq!(found("no puzzle, none"), None);
        let short = "1".repeat(80);
        assert_eq!(found(&format!("{short};7")), Some(&*short));
    }

    #[test]
    fn texts_of_programs_and_spreadsheets_hold_cells() {
        let row = "53..7....";
        for text in [
            format!("const char *p = \"{row}\""),
            format!("  \"{row}\\n\""),
            format!("  \"{row}\";"),
            format!("std::string p = \"{row}\\n\""),
        ] {
            assert_eq!(found(&text), Some(row), "{text}");
        }
        let text = format!("7,\"=\"\"{LINE}\"\"\"");
        let place = columns(&text).nth(1).expect("a column");
        assert_eq!(&text[place], LINE);
    }

    #[test]
    fn a_header_names_columns() {
        let column = header;
        assert_eq!(column("id,puzzle,solution"), Some(Some(1)));
        assert_eq!(column("a;b"), Some(None));
        assert_eq!(column("puzzle"), Some(Some(0)));
        assert_eq!(column("Puzzles"), None);
        assert_eq!(column("a b c"), None);
        assert_eq!(column("1,2"), None);
    }

    #[test]
    fn a_comment_ends_a_line() {
        for text in ["53.. # a", "53.. // a", "53.."] {
            assert_eq!(kept(text), 4, "{text}");
        }
        assert_eq!(kept("5#3"), 3);
    }

    #[test]
    fn columns_are_separated_by_one_sign() {
        let columns = |text: &str| -> Vec<String> {
            let found = columns(text);
            found.map(|place| text[place].to_owned()).collect()
        };
        assert_eq!(columns("1, \"a,b\",'c d'"), ["1", "a,b", "c d"]);
        assert_eq!(columns("1;2, 3"), ["1;2", "3"]);
        assert_eq!(columns("1;;3"), ["1", "", "3"]);
        assert_eq!(columns("a  b"), ["a", "b"]);
    }
}
