//! `dominox steps` for a puzzle of pieces, a Sudominoku.

use dominox::problem::OptionId;
use dominox::puzzles::Puzzle;
use dominox::workshop::person::{PieceStep, Pieces, Value, piece_step_picture};

use super::counted::counted;
use super::drawing::Draws;
use super::exit::Exit;
use super::input::Question;
use super::output::Format;
use super::page::Page;
use super::person::begun_pieces;
use super::rate::BEYOND;
use super::session::Session;
use super::show::without_last_line_end;
use super::steps::{End, Steps, answer_text};

/// The steps of one puzzle.
struct PieceSteps<'a> {
    puzzle: &'a dyn Puzzle,
    /// Each step, with the options that were chosen before it.
    steps: Vec<(Vec<OptionId>, PieceStep)>,
    last: Vec<OptionId>,
    end: End,
}

impl Steps {
    /// Prints the steps that lay the pieces.
    pub(super) fn show_pieces(
        &self,
        session: &mut Session,
        page: &mut Page,
        question: &Question,
        word: impl Fn(&mut Page, &str),
    ) -> Exit {
        let start = page.answers.len();
        let begun = match begun_pieces(session, page, question, word) {
            Ok(begun) => begun,
            Err(exit) => return exit,
        };
        let steps = self.piece_steps(session, question.puzzle(), begun.pieces);
        let answer = answer_text(question, &begun.answer);
        match session.format {
            Format::Text => {
                steps.print(page, self.grids);
                steps.print_end(page, &answer);
                page.paragraph_from(start);
            }
            Format::Drawn(draws) => steps.draw(page, draws, question),
            Format::Jsonl => steps.write(page, question, &answer),
        }
        steps.end.conclude(session, page, question)
    }

    fn piece_steps<'a>(
        &self,
        session: &Session,
        puzzle: &'a dyn Puzzle,
        mut pieces: Pieces,
    ) -> PieceSteps<'a> {
        let mut steps = Vec::new();
        let end = loop {
            let Some(step) = pieces.hint_unless(&|| session.interruption().is_some()) else {
                break End::without_step(pieces.is_solved(), session.interruption());
            };
            if self.until.is_some_and(|until| step.value > until) {
                break End::Until;
            }
            let before = pieces.chosen().to_vec();
            pieces.apply(&step);
            steps.push((before, step));
            if self.next {
                break End::Hint;
            }
        };
        PieceSteps {
            puzzle,
            steps,
            last: pieces.chosen().to_vec(),
            end,
        }
    }
}

impl PieceSteps<'_> {
    /// A line for each step.
    fn print(&self, page: &mut Page, has_boards: bool) {
        let width = self.steps.len().to_string().len();
        for (place, (before, step)) in self.steps.iter().enumerate() {
            if has_boards {
                self.puzzle.write_board(before, &mut page.answers);
            }
            let (number, words) = (place + 1, step.in_words(self.puzzle));
            page.text(format_args!("{number:>width$}  {}  {words}\n", step.value));
        }
    }

    fn hardest(&self) -> Option<Value> {
        self.steps.iter().map(|(_, step)| step.value).max()
    }

    /// The end: the answer, or the board after the last step.
    fn print_end(&self, page: &mut Page, answer: &str) {
        let count = counted(self.steps.len() as u64, ["step", "steps"]);
        match (self.end, self.hardest()) {
            (End::Solved, None) => page.text("the board is full\n"),
            (End::Solved, Some(hardest)) => {
                page.text(format_args!("solved in {count}, the hardest {hardest}\n"));
            }
            (End::Hint, _) => return,
            (End::Until, _) => page.text(format_args!("the next step is harder; after {count}:\n")),
            (End::Stopped(_), _) => page.text(format_args!(
                "stopped after {count}, the answer of the search:\n"
            )),
            (End::Beyond, _) => page.text(format_args!(
                "{BEYOND} the steps that dominox knows; after {count}, the answer of the search:\n"
            )),
        }
        match self.end {
            End::Until => self.puzzle.write_board(&self.last, &mut page.answers),
            _ => page.text(answer),
        }
    }

    /// A picture of each step.
    fn draw(&self, page: &mut Page, draws: Draws, question: &Question) {
        for (place, (before, step)) in self.steps.iter().enumerate() {
            let heading = format!("{}, step {}: {}", question.heading(), place + 1, step.value);
            let picture = piece_step_picture(self.puzzle, before, step);
            page.draw(draws, picture, &heading);
        }
    }

    fn write(&self, page: &mut Page, question: &Question, answer: &str) {
        let words = |options: &[OptionId]| {
            let words = options
                .iter()
                .map(|&option| self.puzzle.option_words(option));
            Vec::from_iter(words)
        };
        let mut object = page.object(question, self.end.status());
        if let Some(hardest) = self.hardest() {
            object.tenths("rating", hardest.0);
        }
        object.objects(
            "steps",
            self.steps.iter().enumerate(),
            |(place, (_, step)), object| {
                object.number("number", Some(place as u64 + 1));
                object.tenths("value", step.value.0);
                object.string("words", &step.in_words(self.puzzle));
                let chosen = words(step.chosen.as_slice());
                object.strings("chosen", chosen.iter().map(String::as_str));
                let excluded = words(&step.excluded);
                object.strings("excluded", excluded.iter().map(String::as_str));
            },
        );
        if self.end.has_answer() {
            object.string("answer", without_last_line_end(answer.as_bytes()));
        }
    }
}
