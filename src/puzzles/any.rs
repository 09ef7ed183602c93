//! A puzzle of whatever kind a stream holds.

use super::{Cover, Puzzle, Sudoku, Sudominoku};
use crate::problem::{ItemId, OptionId, Problem, Solution};
use crate::render::Board;

/// The kinds of puzzles that can be read from text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Sudoku, in any layout.
    Sudoku,
    /// Cases of Sudominoku, as in problem 4574 of the Baekjoon Online Judge.
    Sudominoku,
    /// One exact-cover problem, in Knuth's format.
    Cover,
}

/// A puzzle that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnyPuzzle {
    /// A Sudoku.
    Sudoku(Sudoku),
    /// A case of Sudominoku.
    Sudominoku(Sudominoku),
    /// An exact-cover problem.
    Cover(Cover),
}

impl AnyPuzzle {
    /// The kind of the puzzle.
    pub fn kind(&self) -> Kind {
        match self {
            AnyPuzzle::Sudoku(_) => Kind::Sudoku,
            AnyPuzzle::Sudominoku(_) => Kind::Sudominoku,
            AnyPuzzle::Cover(_) => Kind::Cover,
        }
    }

    /// The solution as text, in the layout of the question; `index` is the number of the puzzle in its stream, from 1.
    /// Lines end in `\n`.
    ///
    /// # Panics
    /// If the solution is not one of [`problem`](Puzzle::problem).
    pub fn answer(&self, index: u64, solution: &Solution) -> String {
        let mut answer = Vec::new();
        self.write_answer(index, solution.options(), &mut answer);
        String::from_utf8(answer).expect("an answer is UTF-8")
    }

    /// Appends the [answer](Self::answer) that these options are, in any order.
    ///
    /// # Panics
    /// If an option is not one of [`problem`](Puzzle::problem).
    pub fn write_answer(&self, index: u64, options: &[OptionId], text: &mut Vec<u8>) {
        match self {
            AnyPuzzle::Sudoku(sudoku) => sudoku.write_answer(options, text),
            AnyPuzzle::Sudominoku(case) => case.write_answer(index, options, text),
            AnyPuzzle::Cover(cover) => cover.write_answer(options, text),
        }
    }

    fn inner(&self) -> &dyn Puzzle {
        match self {
            AnyPuzzle::Sudoku(sudoku) => sudoku,
            AnyPuzzle::Sudominoku(case) => case,
            AnyPuzzle::Cover(cover) => cover,
        }
    }
}

impl Puzzle for AnyPuzzle {
    fn problem(&self) -> &Problem {
        self.inner().problem()
    }

    fn givens(&self) -> &[OptionId] {
        self.inner().givens()
    }

    fn decode(&self, solution: &Solution) -> Board {
        self.inner().decode(solution)
    }

    fn item_words(&self, item: ItemId) -> String {
        self.inner().item_words(item)
    }

    fn option_words(&self, option: OptionId) -> String {
        self.inner().option_words(option)
    }
}
