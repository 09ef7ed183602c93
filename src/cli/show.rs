//! How an answer is printed: in the layout of the question, drawn, or as options.

use clap::ValueEnum;
use dominox::problem::OptionId;
use dominox::puzzles::Kind;

use super::input::{Asked, Question};
use super::output::Format;
use super::page::Page;

/// What to print of an answer.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Show {
    /// The answer in the layout of the question; of a model, its board
    Answer,
    /// The board, drawn with box characters
    Board,
    /// The same, for a Sudominoku: the outlines of the dominoes
    Tiling,
    /// The options of the exact cover, one a line
    Options,
}

impl Show {
    /// Prints an answer; in JSON lines as an object with this status and number.
    pub fn print(
        self,
        page: &mut Page,
        format: Format,
        question: &Question,
        (status, number): (&str, u64),
        options: &[OptionId],
    ) {
        let asked = &question.asked;
        let write = |text: &mut Vec<u8>| match self {
            Show::Answer => asked.write_answer(options, text),
            Show::Board | Show::Tiling => asked.write_board(options, text),
            Show::Options => asked.write_options(options, text),
        };
        if format == Format::Jsonl {
            let mut text = Vec::new();
            write(&mut text);
            let mut object = page.object(question, status);
            object.string("answer", without_last_line_end(&text));
            object.number("number", Some(number));
            return;
        }
        let start = page.answers.len();
        write(&mut page.answers);
        if self != Show::Answer || !speaks_for_itself(asked, &page.answers[start..]) {
            page.paragraph_from(start);
        }
    }
}

/// An answer as a value: without the end of its last line.
pub fn without_last_line_end(answer: &[u8]) -> &str {
    let text = str::from_utf8(answer).expect("an answer is UTF-8");
    text.trim_end_matches('\n')
}

/// Whether an answer is told from others without a blank line between: a grid in one line, a case with its heading.
pub fn speaks_for_itself(asked: &Asked, answer: &[u8]) -> bool {
    match asked.kind() {
        Some(Kind::Sudoku) => {
            answer.iter().position(|&byte| byte == b'\n') == Some(answer.len() - 1)
        }
        Some(Kind::Sudominoku) => true,
        _ => false,
    }
}

/// Says that what is told of this puzzle is about exact covers, where several of them may be one answer.
pub fn mention_tilings(page: &mut Page, question: &Question) {
    if question.asked.puzzle().problem().has_facts() {
        let place = question.place();
        page.say(format_args!(
            "{place}: about tilings: a grid may have several"
        ));
    }
}
