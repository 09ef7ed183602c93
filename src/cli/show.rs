//! How an answer is printed: in the layout of the question, drawn, or as options.

use clap::ValueEnum;
use dominox::problem::{OptionId, Solution};
use dominox::puzzles::{Cover, Puzzle};
use dominox::render::{Picture, TooLarge};

use super::idle::{Idle, has_no_board, is_sudoku};
use super::input::Question;
use super::output::Format;
use super::page::Page;

/// What to print for an answer.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Show {
    /// The answer in the layout of the question; for a model, its board
    Answer,
    /// The board, drawn with box characters; for a Sudominoku, with the outlines of the dominoes
    Board,
    /// The board; for a Sudominoku, with heavy lines around the boxes, dashed where they cross a domino
    Tiling,
    /// The options of the exact cover, one per line
    Options,
}

impl Show {
    /// The puzzles for which it has no effect.
    pub fn idle(self) -> Option<Idle> {
        match self {
            Show::Answer | Show::Options => None,
            Show::Board => Some(Idle {
                note: "note: `--show board` has no effect here: there is no board to draw",
                is_idle: has_no_board,
            }),
            Show::Tiling => Some(Idle {
                note: "note: `--show tiling` draws the board here: there is no tiling",
                is_idle: |puzzle| is_sudoku(puzzle) || has_no_board(puzzle),
            }),
        }
    }

    /// An answer as a picture: the board, or a table of its options.
    fn picture(self, puzzle: &dyn Puzzle, options: &[OptionId]) -> Result<Picture, TooLarge> {
        match self {
            Show::Answer | Show::Board | Show::Tiling => puzzle.picture(options),
            Show::Options => Cover::new(puzzle.problem().clone()).picture(options),
        }
    }

    /// Prints an answer; in JSON lines as an object with this status and number.
    pub fn print(
        self,
        page: &mut Page,
        format: Format,
        question: &Question,
        (status, number): (&str, u64),
        options: &[OptionId],
    ) {
        let puzzle = question.puzzle();
        let write = |text: &mut Vec<u8>| match self {
            Show::Answer => question.write_answer(options, text),
            Show::Board => puzzle.write_board(options, text),
            Show::Tiling => write_tiling(puzzle, options, text),
            Show::Options => puzzle.write_options(options, text),
        };
        if let Some(draws) = format.draws() {
            let heading = match draws.has_numbers {
                true => format!("{}, answer {number}", question.heading()),
                false => question.heading(),
            };
            page.draw(draws, self.picture(puzzle, options), &heading);
            return;
        }
        if format == Format::Jsonl {
            let mut text = Vec::new();
            write(&mut text);
            let mut object = page.object(question, status);
            object.string("answer", without_last_line_end(&text));
            object.number("number", Some(number));
            if self == Show::Options || question.is_problem() {
                let solution = Solution::new(options.to_vec());
                object.options("options", puzzle.problem(), solution.options());
            }
            return;
        }
        let start = page.answers.len();
        write(&mut page.answers);
        if self != Show::Answer || !question.answers_stand_alone() {
            page.paragraph_from(start);
        }
    }
}

/// Appends the drawn tiling; if there is nothing to draw, the options.
fn write_tiling(puzzle: &dyn Puzzle, options: &[OptionId], text: &mut Vec<u8>) {
    let board = puzzle.tiling(&Solution::new(options.to_vec()));
    match board.rows() {
        0 => puzzle.write_options(options, text),
        _ => text.extend_from_slice(format!("{board}\n").as_bytes()),
    }
}

/// An answer as a value: without the end of its last line.
pub fn without_last_line_end(answer: &[u8]) -> &str {
    let text = str::from_utf8(answer).expect("an answer is UTF-8");
    text.trim_end_matches('\n')
}

/// Prints a note, once in a run, that results count exact covers, where several of them can be the same answer.
pub fn note_tilings(page: &mut Page, question: &Question) {
    if question.puzzle().problem().has_facts() {
        page.note("note: results count tilings; one grid can have several");
    }
}
