//! `dominox steps` for a puzzle of pieces, a Sudominoku.

use dominox::problem::OptionId;
use dominox::puzzles::Puzzle;
use dominox::workshop::person::{PieceStep, Value, piece_step_picture};

use super::counted::counted;
use super::drawing::Draws;
use super::exit::Exit;
use super::input::Question;
use super::lines::Outcome;
use super::output::Format;
use super::page::Page;
use super::person::begun_pieces;
use super::rate::BEYOND;
use super::session::Session;
use super::steps::Steps;

impl Steps {
    /// Prints the steps that lay the pieces.
    pub(super) fn tell_pieces(
        &self,
        session: &mut Session,
        page: &mut Page,
        question: &Question,
        word: impl Fn(&mut Page, &str),
    ) -> Exit {
        let start = page.answers.len();
        let begun = begun_pieces(session, page, question, word);
        let (mut pieces, answer) = match begun {
            Ok(begun) => (begun.pieces, begun.answer),
            Err(exit) => return exit,
        };
        let is_stopped = || session.interruption().is_some();
        let puzzle = question.puzzle();
        let mut steps: Vec<(Vec<OptionId>, PieceStep)> = Vec::new();
        let mut is_cut = false;
        while let Some(step) = pieces.hint_unless(&is_stopped) {
            if self.until.is_some_and(|until| step.value > until) {
                is_cut = true;
                break;
            }
            let before = pieces.chosen().to_vec();
            pieces.apply(&step);
            steps.push((before, step));
            if self.next {
                is_cut = true;
                break;
            }
        }
        let is_solved = pieces.is_solved();
        let stopped = session.interruption().filter(|_| !is_solved && !is_cut);
        page.tally.results.add(match stopped {
            Some(_) => Outcome::Stopped,
            None => Outcome::Solved,
        });
        let hardest = steps.iter().map(|(_, step)| step.value).max();
        let status = match (is_cut, is_solved) {
            (true, _) if self.next => "hint",
            (true, _) => "until",
            (_, true) => "solved",
            _ if stopped.is_some() => "stopped",
            _ => BEYOND,
        };
        if let Some(draws) = session.format.draws() {
            draw(page, draws, question, &steps);
        } else if session.format == Format::Jsonl {
            write(page, question, (status, hardest), &steps);
        } else {
            self.print_pieces(page, puzzle, &steps);
            let count = counted(steps.len() as u64, ["step", "steps"]);
            match (status, hardest) {
                ("hint", _) => {}
                ("until", _) => {
                    page.text(format_args!("the next step is harder; after {count}:\n"))
                }
                ("solved", Some(hardest)) => {
                    page.text(format_args!("solved in {count}, the hardest {hardest}\n"));
                }
                ("solved", None) => page.text("the board is full\n"),
                ("stopped", _) => page.text(format_args!(
                    "stopped after {count}, the answer of the search:\n"
                )),
                _ => page.text(format_args!(
                    "{BEYOND} the steps known here; after {count}, the answer of the search:\n"
                )),
            }
            match status {
                "hint" => {}
                "until" => puzzle.write_board(pieces.chosen(), &mut page.answers),
                _ => question.write_answer(&answer, &mut page.answers),
            }
            page.paragraph_from(start);
        }
        match stopped {
            Some(limit) => session.report_stop(page, question, limit),
            None => Exit::Answered,
        }
    }

    fn print_pieces(
        &self,
        page: &mut Page,
        puzzle: &dyn Puzzle,
        steps: &[(Vec<OptionId>, PieceStep)],
    ) {
        let width = steps.len().to_string().len();
        for (place, (before, step)) in steps.iter().enumerate() {
            if self.grids {
                puzzle.write_board(before, &mut page.answers);
            }
            let (number, said) = (place + 1, step.in_words(puzzle));
            page.text(format_args!("{number:>width$}  {}  {said}\n", step.value));
        }
    }
}

/// A picture of each step.
fn draw(page: &mut Page, draws: Draws, question: &Question, steps: &[(Vec<OptionId>, PieceStep)]) {
    for (place, (before, step)) in steps.iter().enumerate() {
        let heading = format!("{}, step {}: {}", question.heading(), place + 1, step.value);
        let picture = piece_step_picture(question.puzzle(), before, step);
        page.draw(draws, picture, &heading);
    }
}

fn write(
    page: &mut Page,
    question: &Question,
    (status, hardest): (&str, Option<Value>),
    steps: &[(Vec<OptionId>, PieceStep)],
) {
    let puzzle = question.puzzle();
    let mut object = page.object(question, status);
    if let Some(hardest) = hardest {
        object.tenths("rating", hardest.0);
    }
    object.objects(
        "steps",
        steps.iter().enumerate(),
        |(place, (_, step)), object| {
            object.number("number", Some(place as u64 + 1));
            object.tenths("value", step.value.0);
            object.string("words", &step.in_words(puzzle));
            let options = |options: &[OptionId]| {
                Vec::from_iter(options.iter().map(|&option| puzzle.option_words(option)))
            };
            let (chosen, excluded) = (step.chosen.into_iter().collect::<Vec<_>>(), &step.excluded);
            object.strings("chosen", options(&chosen).iter().map(String::as_str));
            object.strings("excluded", options(excluded).iter().map(String::as_str));
        },
    );
}
