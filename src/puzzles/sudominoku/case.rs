//! Reading cases, one by one, from the lines of a text.
//!
//! ```text
//! 10                            the number of dominoes, 1 to 36, alone on its line; 0 ends the text
//! 6 B2 1 B3                     a domino: digit, cell, digit, cell       (ten such lines); `B2 6 B3 1` means the same
//! ...
//! C5 A3 D9 I4 A9 E5 A2 C6 I1    the cells of the single digits 1, 2, …, 9
//! ```
//!
//! Blank lines, and lines that begin with `#`, may come anywhere. After a fault, reading continues at the next line that
//! is a number alone.

use std::io;
use std::str::FromStr;

use super::fault::{Expected, SudominokuFault};
use super::piece::{Cell, Mark, Piece};
use super::{Sudominoku, rules};
use crate::problem::{Located, quotable};
use crate::puzzles::lines::{Input, Line, Lines};

type Fault = Located<SudominokuFault>;

/// Reads the next case; `None` at the final `0`.
///
/// After a fault, the lines up to the next number that stands alone are skipped. If no line is left then, the fault was
/// the last of the text.
pub(in crate::puzzles) fn read_case(
    lines: &mut Input,
) -> io::Result<Result<Option<Sudominoku>, Fault>> {
    match case(lines) {
        Ok(case) => Ok(Ok(case)),
        Err(Stop::Unreadable(error)) => Err(error),
        Err(Stop::Faulty(fault)) => {
            while lines.peek(0)?.is_some_and(|line| !is_lone_number(line)) {
                lines.take()?;
            }
            Ok(Err(fault))
        }
    }
}

impl FromStr for Sudominoku {
    type Err = Fault;

    /// Reads one case, with or without the final `0`.
    fn from_str(text: &str) -> Result<Self, Fault> {
        one_case(&mut Lines::new(text.as_bytes())).map_err(|stop| match stop {
            Stop::Faulty(fault) => fault,
            Stop::Unreadable(error) => unreachable!("text in memory can be read: {error}"),
        })
    }
}

/// What ends the reading of a case.
enum Stop {
    Unreadable(io::Error),
    Faulty(Fault),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Stop::Unreadable(error)
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Stop::Faulty(fault)
    }
}

fn one_case(lines: &mut Input) -> Result<Sudominoku, Stop> {
    skip_blank(lines)?;
    if lines.peek(0)?.is_none() {
        return Err(at_end(lines, SudominokuFault::NoCase).into());
    }
    let Some(puzzle) = read_case(lines)?? else {
        return Err(at_end(lines, SudominokuFault::NoCase).into());
    };
    skip_blank(lines)?;
    if lines.peek(0)?.is_some_and(|line| line.text.trim() == "0") {
        lines.take()?;
        skip_blank(lines)?;
    }
    match lines.peek(0)? {
        None => Ok(puzzle),
        Some(line) => Err(Row::new(line).fault_at(SudominokuFault::AfterEnd, 0).into()),
    }
}

fn case(lines: &mut Input) -> Result<Option<Sudominoku>, Stop> {
    skip_blank(lines)?;
    let Some(line) = lines.take()? else {
        return Err(at_end(lines, SudominokuFault::Ended(Expected::Case)).into());
    };
    let count = Row::new(&line).count()?;
    if count == 0 {
        return Ok(None);
    }
    let mut pieces = Vec::with_capacity(count + 9);
    for number in 1..=count {
        let expected = Expected::Domino { number, count };
        let line = next_line(lines, expected)?;
        let domino = Row::new(&line).domino(expected, &pieces)?;
        pieces.push(domino);
    }
    let line = next_line(lines, Expected::Singles)?;
    Row::new(&line).singles(&mut pieces)?;
    Ok(Some(Sudominoku {
        givens: pieces.iter().map(|&piece| rules::option(piece)).collect(),
        pieces,
    }))
}

/// Takes the next line of a case that has begun. A number alone is not taken: there the next case begins.
fn next_line(lines: &mut Input, expected: Expected) -> Result<Line, Stop> {
    skip_blank(lines)?;
    if lines.peek(0)?.is_some_and(|line| !is_lone_number(line))
        && let Some(line) = lines.take()?
    {
        return Ok(line);
    }
    Err(match lines.peek(0)? {
        Some(line) => Row::new(line).fault_at(SudominokuFault::NextCase(expected), 0),
        None => at_end(lines, SudominokuFault::Ended(expected)),
    }
    .into())
}

fn skip_blank(lines: &mut Input) -> io::Result<()> {
    let blank = |line: &Line| {
        let text = line.text.trim_start();
        text.is_empty() || text.starts_with('#')
    };
    while lines.peek(0)?.is_some_and(blank) {
        lines.take()?;
    }
    Ok(())
}

fn is_lone_number(line: &Line) -> bool {
    let word = line.text.trim();
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// A fault on the line after the last one.
fn at_end(lines: &Input, fault: SudominokuFault) -> Fault {
    Located::new(fault, lines.count() + 1, "", 0, 0)
}

/// The words of a line, which blanks, commas and semicolons separate; brackets around them do not count.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || ",;()".contains(c))
        .filter(|word| !word.is_empty())
}

/// A line and its words.
struct Row<'a> {
    line: &'a Line,
    /// Each word and the byte where it starts; no more than ten of them, which is one too many anywhere.
    words: Vec<(usize, &'a str)>,
}

impl<'a> Row<'a> {
    fn new(line: &'a Line) -> Self {
        let start = line.text.as_ptr() as usize;
        let words = words(&line.text).take(10);
        Row {
            line,
            words: words
                .map(|word| (word.as_ptr() as usize - start, word))
                .collect(),
        }
    }

    /// The number of dominoes; 0 ends the text.
    fn count(&self) -> Result<usize, Fault> {
        self.expect_words(1, Expected::Case)?;
        let word = self.words[0].1;
        match word.parse() {
            Ok(count @ 0..=36) => Ok(count),
            _ => Err(self.fault_at(SudominokuFault::BadCount(quotable(word)), 0)),
        }
    }

    /// A domino that may be placed with the pieces `before` it.
    fn domino(&self, expected: Expected, before: &[Piece]) -> Result<Piece, Fault> {
        self.expect_words(4, expected)?;
        let [p, q] = [self.mark(0)?, self.mark(2)?];
        let cell_of_q = self.places_of(2).1;
        if p.digit == q.digit {
            let digit = self.places_of(2).0;
            return Err(self.fault_at(SudominokuFault::EqualHalves(p.digit), digit));
        }
        if !p.cell.touches(q.cell) {
            return Err(self.fault_at(SudominokuFault::Apart(p.cell, q.cell), cell_of_q));
        }
        let domino = Piece::Domino(p, q);
        if let Some(&twin) = before.iter().find(|piece| piece.pair() == domino.pair()) {
            return Err(self.fault(SudominokuFault::UsedTwice(twin), 0, 4));
        }
        self.expect_free(self.places_of(0).1, p.cell, before)?;
        self.expect_free(cell_of_q, q.cell, before)?;
        Ok(domino)
    }

    /// Places the single digits with the dominoes.
    fn singles(&self, pieces: &mut Vec<Piece>) -> Result<(), Fault> {
        self.expect_words(9, Expected::Singles)?;
        for (at, digit) in (1..=9).enumerate() {
            let cell = self.cell(at)?;
            self.expect_free(at, cell, pieces)?;
            pieces.push(Piece::Single(Mark { digit, cell }));
        }
        Ok(())
    }

    /// Which of the words `at` and `at + 1` is the digit, and which is the cell: the cell may come first.
    fn places_of(&self, at: usize) -> (usize, usize) {
        let is_cell = |at: usize| Cell::named(self.words[at].1).is_some();
        match is_cell(at) && !is_cell(at + 1) {
            true => (at + 1, at),
            false => (at, at + 1),
        }
    }

    /// The digit and its cell at words `at` and `at + 1`.
    fn mark(&self, at: usize) -> Result<Mark, Fault> {
        let (digit, cell) = self.places_of(at);
        let word = self.words[digit].1;
        match *word.as_bytes() {
            [digit @ b'1'..=b'9'] => Ok(Mark {
                digit: digit - b'0',
                cell: self.cell(cell)?,
            }),
            _ => Err(self.fault_at(SudominokuFault::BadDigit(quotable(word)), digit)),
        }
    }

    /// The cell that word `at` names.
    fn cell(&self, at: usize) -> Result<Cell, Fault> {
        let word = self.words[at].1;
        Cell::named(word).ok_or_else(|| {
            let turned: String = word.chars().rev().collect();
            let fault = SudominokuFault::BadCell {
                word: quotable(word),
                meant: Cell::named(&turned),
            };
            self.fault_at(fault, at)
        })
    }

    fn expect_words(&self, count: usize, expected: Expected) -> Result<(), Fault> {
        if self.words.len() == count {
            return Ok(());
        }
        let found = words(&self.line.text).count();
        let fault = SudominokuFault::Words { found, expected };
        Err(self.fault(fault, count, found))
    }

    fn expect_free(&self, at: usize, cell: Cell, pieces: &[Piece]) -> Result<(), Fault> {
        match pieces.iter().find(|piece| piece.covers(cell)) {
            Some(&by) => Err(self.fault_at(SudominokuFault::Taken { cell, by }, at)),
            None => Ok(()),
        }
    }

    /// A fault at word `at`.
    fn fault_at(&self, fault: SudominokuFault, at: usize) -> Fault {
        self.fault(fault, at, at + 1)
    }

    /// A fault at the words `from..to`; after the last word if there are none.
    fn fault(&self, fault: SudominokuFault, from: usize, to: usize) -> Fault {
        let text = &self.line.text;
        let end = text.trim_end().len();
        let start = self.words.get(from).map_or(end, |&(start, _)| start);
        let end = match self.words.get(to.wrapping_sub(1)) {
            Some((start, word)) if from < to => start + word.len(),
            _ => end,
        };
        Located::new(fault, self.line.number, text, start, end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SINGLES: &str = "C5 A3 D9 I4 A9 E5 A2 C6 I1\n";

    /// Reads to the end as the reader of a stream does: the number of dominoes of each case, or the place and the
    /// first line of each fault.
    fn read_all(text: &str) -> Vec<Result<usize, String>> {
        let mut lines = Lines::new(text.as_bytes());
        let mut all = Vec::new();
        loop {
            match read_case(&mut lines).expect("in memory") {
                Ok(Some(case)) => all.push(Ok(case.pieces().len() - 9)),
                Ok(None) => return all,
                Err(fault) => {
                    let message = fault.to_string();
                    all.push(Err(message.lines().next().unwrap().to_owned()));
                    if lines.peek(0).expect("in memory").is_none() {
                        return all;
                    }
                }
            }
        }
    }

    #[test]
    fn cases_before_and_after_a_faulty_one_are_read() {
        let text = format!(
            "1\n6 B2 1 B3\n{SINGLES}\n37\n1 A1 2 A2\n{SINGLES}2\n6 B2 1 B3\n2 C4 9 C3\n{SINGLES}0\n"
        );
        let bad = "5:1: `37` is not a number of dominoes: expected 1 to 36, or the final `0`";
        assert_eq!(read_all(&text), [Ok(1), Err(bad.into()), Ok(2)]);
    }

    #[test]
    fn a_number_alone_where_a_line_is_missing_begins_the_next_case() {
        let text = format!("1\n6 B2 1 B3\n2\n6 B2 1 B3\n1\n6 B2 1 B3\n{SINGLES}0\n");
        let faults = [
            "3:1: a number alone, as at the start of a case: \
             expected the nine cells of the single digits 1 to 9",
            "5:1: a number alone, as at the start of a case: \
             expected domino 2 of 2, such as `6 B2 1 B3`",
        ];
        let expected = [Err(faults[0].into()), Err(faults[1].into()), Ok(1)];
        assert_eq!(read_all(&text), expected);
    }

    #[test]
    fn a_fault_in_the_last_case_is_the_last_fault() {
        let text = format!("1\n6 B2 1 B3\n{SINGLES}1\n6 B2 6 B3\n{SINGLES}\n");
        let fault = "5:6: a domino with 6 twice: expected two different digits";
        assert_eq!(read_all(&text), [Ok(1), Err(fault.into())]);
    }

    #[test]
    fn without_the_final_zero_the_case_is_read_and_the_end_is_a_fault() {
        let text = format!("1\n6 B2 1 B3\n{SINGLES}\n");
        let fault = "5:1: the text ends without the final `0`: expected another case or `0`";
        assert_eq!(read_all(&text), [Ok(1), Err(fault.into())]);
    }

    #[test]
    fn what_stands_after_the_final_zero_is_left() {
        let mut lines = Lines::new("\n# none\n \t# nor here\n 0 \nmore".as_bytes());
        assert_eq!(read_case(&mut lines).unwrap(), Ok(None));
        assert_eq!(lines.take().unwrap().unwrap().text, "more");
    }
}
