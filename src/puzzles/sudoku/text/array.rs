//! Reading a Sudoku from a JSON or JavaScript array of arrays.
//!
//! ```text
//! let board = [
//!   [0, 3, 0, …],        numbers; a comma before a bracket does no harm
//!   ["5", ".", …],       or symbols in quotes
//! ];
//! ```
//!
//! First lines are taken until the brackets are balanced: that is the text of the array, whatever may be wrong inside
//! it. Then the text is read cell by cell. An array that is never closed ends where the next one begins, or before a
//! line that can be no part of an array, as `53..7....`.

use std::cmp::Ordering;
use std::io;
use std::ops::Range;

use super::alphabet::{Alphabet, Seen, is_cell};
use super::layout::Source;
use super::row::Fit;
use super::start::skip_block;
use super::{Outcome, Start, SudokuFault};
use crate::problem::{Located, quotable};
use crate::puzzles::lines::{Input, Line};
use crate::puzzles::sudoku::{Shape, Sudoku};

/// Longest text of an array, in bytes: 36×36 cells take a tenth of it.
const LONGEST_ARRAY: usize = 1 << 17;

/// The longest line of an array, in bytes, that has nothing but a cell.
const LONGEST_CELL: usize = 3;

/// Reads the array that begins with the next line.
pub(super) fn read(lines: &mut Input, asked: Option<Shape>) -> io::Result<Outcome> {
    let text = take_text(lines)?;
    Ok(text.and_then(|source| {
        let array = Array::parse(&source)?;
        let shape = array.shape(&source, asked)?;
        let alphabet = array.alphabet(&source, shape);
        let sudoku = Sudoku::from_cells(shape, alphabet, &source, array.cells.into_iter())?;
        Ok(sudoku.laid_out_as(source))
    }))
}

/// Takes the lines of an array, up to the one with its last bracket.
fn take_text(lines: &mut Input) -> io::Result<Result<Source, Located<SudokuFault>>> {
    let mut source = Source::default();
    let mut depth = 0;
    let mut opened = false;
    while !opened || depth > 0 {
        let begun = !source.text().is_empty();
        let is_over = begun && is_other(lines.peek(0)?) || opened && begins_another(lines, depth)?;
        let next = match is_over {
            true => None,
            false => lines.take()?,
        };
        let Some(line) = next else {
            return Ok(Err(at_end(&source, SudokuFault::UnclosedArray)));
        };
        if Start::of(&line) == Start::Comment {
            continue;
        }
        opened |= line.text.contains('[');
        depth += line.text.bytes().map(turn).sum::<i64>();
        source.push(line);
        if source.text().len() > LONGEST_ARRAY {
            skip_block(lines)?;
            return Ok(Err(at_end(&source, SudokuFault::TooLong)));
        }
    }
    Ok(Ok(source))
}

/// By how much a byte changes the depth of brackets.
fn turn(byte: u8) -> i64 {
    match byte {
        b'[' => 1,
        b']' => -1,
        _ => 0,
    }
}

/// Whether the next line begins another array or a section, though brackets are open to this depth.
fn begins_another(lines: &mut Input, depth: i64) -> io::Result<bool> {
    let Some(line) = lines.peek(0)? else {
        return Ok(false);
    };
    let start = Start::of(line);
    let text = line.text.trim_ascii();
    let rest = text.strip_prefix('[').map(str::trim_ascii_start);
    Ok(match (start, rest) {
        (Start::Section { .. }, _) | (Start::Array, None) => true,
        // A bracket alone: a row, or an array if a row is open or comes next.
        (Start::Array, Some("")) => {
            depth > 1
                || lines
                    .peek(1)?
                    .is_some_and(|line| Start::of(line) == Start::Array)
        }
        (Start::Array, Some(rest)) => rest.starts_with('['),
        _ => false,
    })
}

/// Whether a line consists of cells or a rule in another layout than that of arrays.
fn is_other(line: Option<&Line>) -> bool {
    line.is_some_and(|line| {
        let text = line.text.trim_ascii();
        text.len() > LONGEST_CELL && text.bytes().all(|byte| is_cell(byte) || byte == b' ')
    })
}

fn at_end(source: &Source, fault: SudokuFault) -> Located<SudokuFault> {
    let end = source.text().trim_ascii_end().len();
    source.locate(fault, end..end)
}

/// The cells of an array: places in its text.
#[derive(Default)]
struct Array {
    cells: Vec<Range<usize>>,
    /// For each row, the number of cells up to its end, and the place of its closing bracket.
    ends: Vec<(usize, usize)>,
}

impl Array {
    fn parse(source: &Source) -> Result<Array, Located<SudokuFault>> {
        let mut cursor = Cursor { source, at: 0 };
        cursor.at = source.text().find('[').map_or(0, |bracket| bracket + 1);
        let mut array = Array::default();
        while !cursor.accept(b']') {
            if !cursor.accept(b'[') {
                return Err(cursor.unexpected("`[` and a row, or `]`"));
            }
            while !cursor.accept(b']') {
                array.cells.push(cursor.cell()?);
                cursor.separator()?;
            }
            array.ends.push((array.cells.len(), cursor.at - 1));
            cursor.separator()?;
        }
        while cursor.accept(b';') || cursor.accept(b',') {}
        match cursor.next() {
            None => Ok(array),
            Some(_) => Err(cursor.unexpected("nothing more on this line")),
        }
    }

    /// The shape that the lengths of the rows make.
    fn shape(&self, source: &Source, asked: Option<Shape>) -> Result<Shape, Located<SudokuFault>> {
        let starts = [0].into_iter().chain(self.ends.iter().map(|&(end, _)| end));
        let widths: Vec<_> = self
            .ends
            .iter()
            .zip(starts)
            .map(|((end, _), start)| end - start)
            .collect();
        let times = |width| widths.iter().filter(|&&other| other == width).count();
        let usual = widths
            .iter()
            .rev()
            .max_by_key(|&&width| times(width))
            .copied();
        let (rows, expected) = (widths.len(), usual.unwrap_or(0));
        let Some(shape) = Fit::of(expected, asked).row else {
            let fault = SudokuFault::NoSuchSize {
                found: expected,
                asked,
            };
            return Err(at_end(source, fault));
        };
        if let Some(bad) = widths.iter().position(|&width| width != expected) {
            let fault = SudokuFault::RowLength {
                row: bad + 1,
                found: widths[bad],
                expected,
            };
            let (_, bracket) = self.ends[bad];
            return Err(source.locate(fault, bracket..bracket + 1));
        }
        match rows.cmp(&expected) {
            Ordering::Equal => Ok(shape),
            Ordering::Less => Err(at_end(source, SudokuFault::EndsEarly { rows, expected })),
            Ordering::Greater => Err(at_end(source, SudokuFault::TooManyRows { rows, expected })),
        }
    }

    fn alphabet(&self, source: &Source, shape: Shape) -> Alphabet {
        let mut seen = Seen::default();
        let text = source.text();
        for cell in &self.cells {
            text[cell.clone()].bytes().for_each(|byte| seen.add(byte));
        }
        let is_symbol = |cell: &Range<usize>| {
            cell.len() <= 1 && matches!(text.as_bytes()[cell.end], b'"' | b'\'')
        };
        match seen.has_letters() || self.cells.iter().all(is_symbol) {
            true => Alphabet::of(shape.size(), seen),
            false => Alphabet::Numbers,
        }
    }
}

/// A place in the text of an array.
struct Cursor<'s> {
    source: &'s Source,
    at: usize,
}

impl Cursor<'_> {
    /// The next byte that is no white space.
    fn next(&mut self) -> Option<u8> {
        let rest = &self.source.text()[self.at..];
        self.at += rest.len() - rest.trim_ascii_start().len();
        self.source.text().as_bytes().get(self.at).copied()
    }

    /// Passes over this byte if it comes next.
    fn accept(&mut self, byte: u8) -> bool {
        let found = self.next() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Passes over the comma that must come here unless a closing bracket does.
    fn separator(&mut self) -> Result<(), Located<SudokuFault>> {
        match self.accept(b',') || self.next() == Some(b']') {
            true => Ok(()),
            false => Err(self.unexpected("`,` or `]`")),
        }
    }

    /// The place of the cell that begins here: a number, or the text in quotes.
    fn cell(&mut self) -> Result<Range<usize>, Located<SudokuFault>> {
        let quote = self.next().filter(|byte| matches!(byte, b'"' | b'\''));
        let start = self.at + usize::from(quote.is_some());
        let rest = &self.source.text()[start..];
        let length = match quote {
            Some(quote) => rest.find([char::from(quote), '\n']),
            None => rest.find(|c: char| c.is_ascii_whitespace() || ",;[]\"'".contains(c)),
        };
        let end = start + length.unwrap_or(rest.len());
        let closed = quote.is_none() || self.source.text().as_bytes().get(end) == quote.as_ref();
        if (quote.is_none() && end == start) || !closed {
            return Err(self.unexpected("a digit, or a symbol in quotes"));
        }
        self.at = end + usize::from(quote.is_some());
        Ok(start..end)
    }

    /// The fault that something else was found here.
    fn unexpected(&mut self, expected: &'static str) -> Located<SudokuFault> {
        self.next();
        let rest = &self.source.text()[self.at..];
        let found: String = rest.chars().take(1).collect();
        let place = self.at..self.at + found.len();
        let found = match found.is_empty() {
            true => "the end".into(),
            false => format!("`{}`", quotable(&found)),
        };
        self.source
            .locate(SudokuFault::BadArray { found, expected }, place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::lines::Lines;

    fn read_all(text: &str) -> Vec<Outcome> {
        let mut lines = Lines::new(text.as_bytes());
        let mut outcomes = Vec::new();
        while lines.peek(0).unwrap().is_some() {
            outcomes.push(read(&mut lines, None).unwrap());
        }
        outcomes
    }

    fn fault(text: &str) -> String {
        let [outcome] = &read_all(text)[..] else {
            panic!("one array was expected");
        };
        let located = outcome.as_ref().unwrap_err();
        format!("{}:{}: {}", located.line, located.column, located.fault)
    }

    #[test]
    fn numbers_and_quoted_symbols_are_cells() {
        for text in [
            "[[1,2,3,4],[3,4,1,2],[0,0,0,0],[0,0,0,0]]\n",
            "let b = [[1,2,3,4,],[3,4,1,2,],[0,0,0,0],[0,0,0,0],];\n",
            "const b =\n[\n  [\n 1, 2, 3, 4],\n# a comment\n[3,4,1,2],\n\n[0,0,0,0],[0,0,0,0]]\n",
            "[['1',\"2\",3,4],[3,4,1,2],['.','','0','x'],[0,0,0,0]]\n",
        ] {
            let outcomes = read_all(text);
            assert_eq!(outcomes.len(), 1);
            let sudoku = outcomes[0].as_ref().unwrap();
            let digits: Vec<_> = sudoku.placements().map(|place| place.digit).collect();
            assert_eq!(digits, [1, 2, 3, 4, 3, 4, 1, 2], "{text}");
        }
    }

    #[test]
    fn a_quoted_zero_beside_points_is_a_digit_where_symbols_are() {
        let row = |first: &str| format!("[\"{first}\"{}]", ",\".\"".repeat(9));
        let array = |first: &str| format!("[{}{}]", row(first), format!(",{}", row(".")).repeat(9));
        let given = |text: String| {
            let outcomes = read_all(&text);
            let digits = outcomes[0].as_ref().unwrap().placements();
            digits.map(|place| place.digit).collect::<Vec<_>>()
        };
        assert_eq!(given(array("0")), [1]);
        assert_eq!(given(array("10")), [10]);
    }

    #[test]
    fn a_fault_names_its_place() {
        let rows = "[3,4,1,2],[2,1,4,3],[4,3,2,1]";
        for (text, message) in [
            (
                format!("[[1,2,3],{rows}]"),
                "1:8: row 1 has 3 cells: expected 4",
            ),
            (
                format!("[[1,2,,4],{rows}]"),
                "1:7: `,` in the array: expected a digit, or a symbol in quotes",
            ),
            (
                format!("[[1,2 3,4],{rows}]"),
                "1:7: `3` in the array: expected `,` or `]`",
            ),
            (format!("[{rows}]"), "1:32: the grid ends after row 3 of 4"),
            (
                format!("[{rows},{rows}]"),
                "1:62: the grid has 6 rows: expected 4",
            ),
            (
                format!("[[1,2,3,4],{rows}"),
                "1:41: the array ends here: expected a closing `]`",
            ),
            (
                format!("[[1,2,3,4],\n{rows}] 7"),
                "2:32: `7` in the array: expected nothing more on this line",
            ),
            (
                "[1,2,3,4]".into(),
                "1:2: `1` in the array: expected `[` and a row, or `]`",
            ),
        ] {
            assert_eq!(fault(&text), message, "{text}");
        }
        assert!(
            fault(&format!("[[1,2,3,-4],{rows}]")).starts_with("1:9: `-4` is not a digit of a 4×4")
        );
        assert!(
            fault(&format!("[[1,2,3,'A'],{rows}]"))
                .starts_with("1:10: `A` is not a digit of a 4×4")
        );
        assert!(fault("[]").starts_with("1:3: 0 cells in a line"));
    }

    #[test]
    fn an_array_that_is_not_closed_ends_where_the_next_begins() {
        let good = "[\n[1,2,3,4],\n[3,4,1,2],\n[2,1,4,3],\n[4,3,2,1]\n]\n";
        let spoilt = good.strip_suffix("]\n").unwrap();
        for next in [
            good,
            &format!("let b = {good}"),
            &good.replace("[\n[", "[["),
        ] {
            let outcomes = read_all(&format!("{spoilt}{next}"));
            assert_eq!(outcomes.len(), 2, "{next}");
            assert!(outcomes[0].is_err() && outcomes[1].is_ok(), "{next}");
        }
    }

    #[test]
    fn an_array_that_is_not_closed_ends_before_another_layout() {
        for (start, end) in [
            ("[", "1:2"),
            ("[[1,2,3,4],", "1:12"),
            ("let b =\n\n", "1:8"),
        ] {
            for next in ["12..34..........", "1 2 . .", "+---+---+", "|12|..|"] {
                let text = format!("{start}\n{next}\n");
                let mut lines = Lines::new(text.as_bytes());
                let located = read(&mut lines, None).unwrap().unwrap_err();
                assert_eq!(located.fault, SudokuFault::UnclosedArray, "{text}");
                assert_eq!(format!("{}:{}", located.line, located.column), end);
                assert_eq!(lines.take().unwrap().unwrap().text, next);
            }
        }
        let spread = "[[\n1\n,\n2 , 3 , 4],\n[\n 3,4,1,2\n],[0,0,0,0],\n[0,0,0,'4']\n]\n";
        assert!(read_all(spread)[0].is_ok());
    }

    #[test]
    fn an_endless_array_is_a_fault() {
        let outcomes = read_all(&format!("[[{}", "0,\n".repeat(LONGEST_ARRAY)));
        assert_eq!(
            outcomes[0].as_ref().unwrap_err().fault,
            SudokuFault::TooLong
        );
    }
}
