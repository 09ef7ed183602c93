//! Sudominoku as a kind of puzzle: how it is recognised, and the source that reads it.

use std::io;

use super::case::{read_case, words};
use super::{Sudominoku, SudominokuFault};
use crate::problem::Located;
use crate::puzzles::fault::{PuzzleFault, ReadCause};
use crate::puzzles::kind::{Fit, Kind};
use crate::puzzles::lines::Input;
use crate::puzzles::read::{Found, Source};
use crate::puzzles::recognise::Opening;
use crate::puzzles::sudoku::Start;

impl Sudominoku {
    /// Cases of Sudominoku, as in problem 4574 of the Baekjoon Online Judge.
    pub const KIND: &'static Kind = &Kind {
        name: "sudominoku",
        about: "Sudominokus, as BOJ 4574 gives them",
        one: "a Sudominoku",
        begins: |_, _| Ok(false),
        fit: |_, opening, _| Ok(fits(opening).then_some(Fit::Form)),
        is_ruled_out: |_, _, _| Ok(false),
        source: |_| Box::new(Cases::default()),
    };
}

/// A number alone, then a digit and a cell, in either order; or a `0` and nothing more.
fn fits(opening: &Opening) -> bool {
    let number = opening.first.trim_ascii();
    let Some(second) = &opening.second else {
        return number == "0";
    };
    let mut words = words(second).map(str::as_bytes);
    let (Some(first), Some(second)) = (words.next(), words.next()) else {
        return false;
    };
    let begins_with_digit = |word: &[u8]| word[0].is_ascii_digit();
    let is_cell = |word: &[u8]| match word {
        [one, other] => {
            one.is_ascii_alphabetic() && other.is_ascii_digit()
                || one.is_ascii_digit() && other.is_ascii_alphabetic()
        }
        _ => false,
    };
    let is_domino = begins_with_digit(first)
        && (second[0].is_ascii_alphabetic() || is_cell(second))
        || is_cell(first) && begins_with_digit(second);
    number.len() <= 3 && number.bytes().all(|byte| byte.is_ascii_digit()) && is_domino
}

/// The cases of a stream, up to the final `0`.
#[derive(Default)]
struct Cases {
    /// A case was read, if only a bad one.
    begun: bool,
    over: bool,
}

impl Source for Cases {
    fn read(&mut self, lines: &mut Input) -> Result<Option<Found>, ReadCause> {
        if self.over {
            return Ok(None);
        }
        let number = match next_number(lines)? {
            None if !self.begun => {
                self.over = true;
                return Err(PuzzleFault::nothing(lines).into());
            }
            number => number.unwrap_or(lines.count() + 1),
        };
        self.begun = true;
        match read_case(lines)? {
            Ok(Some(case)) => Ok(Some((number, Box::new(case)))),
            Ok(None) => {
                self.over = true;
                expect_end(lines)
            }
            Err(fault) => {
                self.over = lines.peek(0)?.is_none();
                Err(fault.map(PuzzleFault::of).into())
            }
        }
    }
}

/// Refuses anything after the final `0`.
fn expect_end(lines: &mut Input) -> Result<Option<Found>, ReadCause> {
    next_number(lines)?;
    let Some(line) = lines.take()? else {
        return Ok(None);
    };
    let fault = PuzzleFault::of(SudominokuFault::AfterEnd);
    let end = line.text.trim_end().len();
    Err(Located::new(fault, line.number, &line.text, 0, end).into())
}

/// The number of the next line that is neither blank nor a comment; those before it are taken.
fn next_number(lines: &mut Input) -> io::Result<Option<u64>> {
    while let Some(line) = lines.peek(0)? {
        if !matches!(Start::of(line), Start::Blank | Start::Comment) {
            return Ok(Some(line.number));
        }
        lines.take()?;
    }
    Ok(None)
}
