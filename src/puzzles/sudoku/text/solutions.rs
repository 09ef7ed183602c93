//! Leaving out the solutions that stand beside puzzles, with names or under headings.
//!
//! ```text
//! puzzle: 53..7…        Puzzle 1        {
//! key:    534678…       53..7…            "final": [[5, 3, 4, …
//!                       Solution 1        "start": [[5, 3, 0, …
//!                       534678…         }
//! ```
//!
//! A solution has no blank, and has the digits of the puzzle before it or after it. Names alone say nothing, except those that are
//! known. A full grid with a name waits for what follows.

use std::collections::VecDeque;

use super::Outcome;
use super::start::is_solution;
use crate::problem::OptionId;
use crate::puzzles::sudoku::Sudoku;

/// The longest name, in bytes.
const LONGEST_NAME: usize = 40;

/// What stands before the puzzles of a line.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Label {
    #[default]
    None,
    /// A name, as in `board: 53..7…`.
    Name,
    /// The name of a solution.
    Solution,
}

impl Label {
    /// What stands at the start of a line: a word or several, and `:` or `=` after them.
    pub fn of(text: &str) -> Label {
        let text = text.trim_ascii_start().trim_start_matches(['{', '[', ' ']);
        let Some(end) = text.find([':', '=']).filter(|&end| end <= LONGEST_NAME) else {
            return Label::None;
        };
        let name = text[..end].trim_matches(['"', '\'', ' ']);
        let is_part = |c: char| c.is_alphanumeric() || " _-[]<>*&".contains(c);
        match name.starts_with(char::is_alphabetic) && name.chars().all(is_part) {
            true if is_solution(name) => Label::Solution,
            true => Label::Name,
            false => Label::None,
        }
    }
}

/// Puzzles and solutions on their way through.
#[derive(Default)]
pub(super) struct Sieve {
    /// The puzzles that have passed.
    passed: VecDeque<(u64, Outcome)>,
    /// A full grid with a name, which may be the solution of what follows.
    held: Option<(u64, Sudoku)>,
    /// The puzzle before, if it has a name or a heading can follow it.
    before: Option<Sudoku>,
    /// Whether a heading said that solutions follow.
    under_heading: bool,
}

impl Sieve {
    /// Takes note of a heading of solutions.
    pub fn begin_solutions(&mut self) {
        self.under_heading = true;
    }

    /// Whether nothing waits here, and nothing is expected.
    pub fn is_idle(&self) -> bool {
        self.passed.is_empty() && self.held.is_none() && !self.under_heading
    }

    /// The next puzzle that has passed.
    pub fn pop(&mut self) -> Option<(u64, Outcome)> {
        self.passed.pop_front()
    }

    /// Lets pass what waits, since nothing more comes.
    pub fn end(&mut self) {
        let held = self.held.take();
        self.passed
            .extend(held.map(|(number, sudoku)| (number, Ok(sudoku))));
    }

    /// Adds a puzzle with the number of its line, or a fault. Returns whether it is left out as a solution.
    pub fn add(&mut self, number: u64, outcome: Outcome, label: Label) -> bool {
        let sudoku = match outcome {
            Ok(sudoku) => sudoku,
            Err(fault) => {
                self.end();
                self.passed.push_back((number, Err(fault)));
                return false;
            }
        };
        let is_full = is_full(&sudoku);
        if is_full && (self.under_heading || label == Label::Solution) {
            return true;
        }
        self.under_heading = false;
        let completes_it = |puzzle: &Sudoku| completes(&sudoku, puzzle);
        if is_full && label == Label::Name {
            if self.before.as_ref().is_some_and(completes_it) {
                return true;
            }
            self.end();
            self.held = Some((number, sudoku));
            return false;
        }
        let is_next = label == Label::Name && !is_full;
        self.held
            .take_if(|(_, full)| is_next && completes(full, &sudoku));
        self.end();
        self.before = is_next.then(|| sudoku.clone());
        self.passed.push_back((number, Ok(sudoku)));
        false
    }
}

/// Whether a grid has no blank.
fn is_full(sudoku: &Sudoku) -> bool {
    sudoku.givens.len() == sudoku.rules.shape().cells()
}

/// Whether a full grid has all digits of a puzzle, and more.
fn completes(full: &Sudoku, puzzle: &Sudoku) -> bool {
    let size = puzzle.rules.shape().size();
    let is_there = |given: &OptionId| full.givens.get(given.index() / size) == Some(given);
    full.rules.shape() == puzzle.rules.shape()
        && puzzle.givens.len() < full.givens.len()
        && puzzle.givens.iter().all(is_there)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_before_puzzles() {
        for (text, label) in [
            ("puzzle: 53..7", Label::Name),
            ("  \"final\": [[5, 3", Label::Name),
            ("{\"start\": \"53..7", Label::Name),
            ("int key[9][9] = {", Label::Name),
            ("Solution: 534", Label::Solution),
            ("\"solution\": \"534", Label::Solution),
            ("'answer': '534", Label::Solution),
            ("1: 53..7", Label::None),
            ("53..7 # level: 3", Label::None),
            ("53..7", Label::None),
        ] {
            assert_eq!(Label::of(text), label, "{text}");
        }
    }
}
