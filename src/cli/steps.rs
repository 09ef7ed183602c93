//! `dominox steps`: the steps of a person who solves a Sudoku.

use clap::Args;
use dominox::engine::Limit;
use dominox::problem::OptionId;
use dominox::puzzles::Sudoku;
use dominox::workshop::person::{Marks, Solving, Step, Value, Words, step_picture};

use super::counted::counted;
use super::drawing::{Destination, Drawing, Draws};
use super::exit::{Exit, Failure};
use super::input::Question;
use super::json::Object;
use super::lines::{Amount, Missing, Outcome, Prefix};
use super::manner::Manner;
use super::output::Format;
use super::page::Page;
use super::person::{begun, has_pieces};
use super::rate::BEYOND;
use super::search::Asking;
use super::session::Session;
use super::show::without_last_line_end;

/// Print the steps by which a person would solve a Sudoku or a Sudominoku, each with its value and its reason
///
/// Prints a line for each step: its number, its value on the scale of `dominox rate`, and what follows and why, in words. Then
/// prints the answer. A puzzle that dominox's techniques do not solve is reported as `beyond` them, with the grid that they
/// lead to, and the answer that a search finds.
#[derive(Args)]
#[command(next_help_heading = "Output")]
pub struct Steps {
    /// Before each step, print the grid with its pencil marks; for a Sudominoku, the pieces placed so far
    #[arg(long)]
    pub(super) grids: bool,

    /// Print only the next step, as a hint
    #[arg(long, conflicts_with = "until")]
    pub(super) next: bool,

    /// Print the steps before the first one whose value is above this, and the grid that they lead to
    #[arg(long, value_name = "VALUE")]
    pub(super) until: Option<Value>,

    #[command(flatten)]
    drawing: Drawing,

    #[command(flatten)]
    destination: Destination,

    #[command(flatten)]
    asking: Asking,
}

/// Why the steps end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Solved,
    Hint,
    Until,
    Beyond,
    Stopped(Limit),
}

impl End {
    /// Why the steps end if there is no next step.
    pub(super) fn without_step(is_solved: bool, limit: Option<Limit>) -> End {
        match limit {
            _ if is_solved => End::Solved,
            Some(limit) => End::Stopped(limit),
            None => End::Beyond,
        }
    }

    /// The word for it in JSON lines.
    pub(super) fn status(self) -> &'static str {
        match self {
            End::Solved => "solved",
            End::Hint => "hint",
            End::Until => "until",
            End::Beyond => BEYOND,
            End::Stopped(_) => "stopped",
        }
    }

    /// Whether the answer is shown after the steps.
    pub(super) fn has_answer(self) -> bool {
        !matches!(self, End::Hint | End::Until)
    }

    /// Adds the puzzle to those that are done, and reports the limit that was reached.
    pub(super) fn conclude(self, session: &Session, page: &mut Page, question: &Question) -> Exit {
        match self {
            End::Stopped(limit) => {
                page.tally.results.add(Outcome::Stopped);
                session.report_stop(page, question, limit)
            }
            _ => {
                page.tally.results.add(Outcome::Solved);
                Exit::Answered
            }
        }
    }
}

/// The steps of one puzzle.
struct CellSteps<'a> {
    sudoku: &'a Sudoku,
    /// Each step with the pencil marks before it.
    steps: Vec<(Marks, Step)>,
    last: Marks,
    end: End,
}

impl Steps {
    pub fn run(&self) -> Result<Exit, Failure> {
        let manner = Manner {
            drawing: Some(&self.drawing),
            target: self.destination.target(),
            missing: Missing::Word(Prefix::default()),
            amount: Amount::default(),
            ..Manner::default()
        };
        self.asking.run(manner, |session, pen, question| {
            self.show(session, &mut pen.page, question)
        })
    }

    fn show(&self, session: &mut Session, page: &mut Page, question: &Question) -> Exit {
        let start = page.answers.len();
        let word = |page: &mut Page, word: &str| {
            page.text(format_args!("{word}\n"));
            page.paragraph_from(start);
        };
        if has_pieces(question) {
            return self.show_pieces(session, page, question, word);
        }
        let begun = match begun(session, page, question, word) {
            Ok(begun) => begun,
            Err(exit) => return exit,
        };
        let steps = self.steps(session, begun.sudoku, begun.marks);
        let answer = answer_text(question, &begun.answer);
        match session.format {
            Format::Text => {
                steps.print(page, self.grids);
                steps.print_end(page, &answer);
                page.paragraph_from(start);
            }
            Format::Drawn(draws) => steps.draw(page, draws, question),
            Format::Jsonl => steps.write(page, question, (self.grids, &answer)),
        }
        steps.end.conclude(session, page, question)
    }

    fn steps<'a>(&self, session: &Session, sudoku: &'a Sudoku, marks: Marks) -> CellSteps<'a> {
        let mut solving = Solving::new(marks);
        let mut steps = Vec::new();
        let end = loop {
            let before = solving.marks().clone();
            let Some(step) = solving.hint_unless(&|| session.interruption().is_some()) else {
                break End::without_step(before.is_solved(), session.interruption());
            };
            if self.until.is_some_and(|until| step.value > until) {
                break End::Until;
            }
            solving.apply(&step);
            steps.push((before, step));
            if self.next {
                break End::Hint;
            }
        };
        CellSteps {
            sudoku,
            steps,
            last: solving.marks().clone(),
            end,
        }
    }
}

/// The answer of the search, in the layout of the question.
pub(super) fn answer_text(question: &Question, options: &[OptionId]) -> String {
    let mut text = Vec::new();
    question.write_answer(options, &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

impl CellSteps<'_> {
    fn symbol(&self) -> impl Fn(usize) -> String + '_ {
        |digit| self.sudoku.symbol(digit as u8 + 1)
    }

    fn words(&self) -> Words<'_, impl Fn(usize) -> String + '_> {
        Words {
            grid: self.last.grid(),
            symbol: self.symbol(),
        }
    }

    /// A line for each step.
    fn print(&self, page: &mut Page, has_grids: bool) {
        let words = self.words();
        let width = self.steps.len().to_string().len();
        for (place, (before, step)) in self.steps.iter().enumerate() {
            if has_grids {
                page.text(format_args!("{}\n", before.drawn(self.symbol())));
            }
            let (number, sentence) = (place + 1, words.sentence(step));
            page.text(format_args!(
                "{number:>width$}  {}  {sentence}\n",
                step.value
            ));
            if has_grids {
                page.text("\n");
            }
        }
    }

    /// A picture of each step.
    fn draw(&self, page: &mut Page, draws: Draws, question: &Question) {
        for (place, (before, step)) in self.steps.iter().enumerate() {
            let heading = format!("{}, step {}: {}", question.heading(), place + 1, step.value);
            page.draw(draws, Ok(step_picture(self.sudoku, before, step)), &heading);
        }
    }

    fn hardest(&self) -> Option<&Step> {
        let steps = self.steps.iter().map(|(_, step)| step);
        steps.reduce(|hardest, step| {
            if step.value > hardest.value {
                step
            } else {
                hardest
            }
        })
    }

    /// The end: the answer, or the grid after the last step.
    fn print_end(&self, page: &mut Page, answer: &str) {
        let count = counted(self.steps.len() as u64, ["step", "steps"]);
        match (self.end, self.hardest()) {
            (End::Solved, None) => page.text("the grid is full\n"),
            (End::Solved, Some(step)) => {
                page.text(format_args!(
                    "solved in {count}, the hardest {}: {}\n",
                    step.value, step.technique
                ));
            }
            (End::Hint, _) => return,
            (End::Until, _) => page.text(format_args!("the next step is harder; after {count}:\n")),
            (End::Stopped(_), _) => page.text(format_args!("stopped after {count}:\n")),
            (End::Beyond, _) => page.text(format_args!(
                "{BEYOND} the techniques of dominox; after {count}:\n"
            )),
        }
        if self.end != End::Solved {
            page.text(self.last.drawn(self.symbol()));
        }
        if matches!(self.end, End::Beyond | End::Stopped(_)) {
            page.text("the answer of the search:\n");
        }
        if self.end != End::Until {
            page.text(answer);
        }
    }

    fn write(&self, page: &mut Page, question: &Question, (has_grids, answer): (bool, &str)) {
        let mut object = page.object(question, self.end.status());
        if let Some(hardest) = self.hardest() {
            object.tenths("rating", hardest.value.0);
        }
        object.objects(
            "steps",
            self.steps.iter().enumerate(),
            |(place, (before, step)), object| {
                object.number("number", Some(place as u64 + 1));
                self.write_step(object, step);
                if has_grids {
                    self.write_marks(object, before);
                }
            },
        );
        if self.end != End::Solved {
            self.write_marks(&mut object, &self.last);
        }
        if self.end.has_answer() {
            object.string("answer", without_last_line_end(answer.as_bytes()));
        }
    }

    fn write_step(&self, object: &mut Object, step: &Step) {
        let (words, symbol) = (self.words(), self.symbol());
        let grid = self.last.grid();
        object.string("technique", &words.name(step));
        object.tenths("value", step.value.0);
        object.string("words", &words.sentence(step));
        object.objects("placed", step.placed, |(cell, digit), object| {
            object.string("cell", &grid.name(cell).to_string());
            object.string("digit", &symbol(digit));
        });
        object.objects("removed", &step.removed, |&(cell, digits), object| {
            object.string("cell", &grid.name(cell).to_string());
            let gone = (0..grid.size()).filter(|digit| digits >> digit & 1 == 1);
            let gone = Vec::from_iter(gone.map(&symbol));
            object.strings("digits", gone.iter().map(String::as_str));
        });
    }

    /// The pencil marks: a string for each row, with blanks between the cells.
    fn write_marks(&self, object: &mut Object, marks: &Marks) {
        let size = marks.grid().size();
        let row = |row: usize| {
            let cells =
                (row * size..(row + 1) * size).map(|cell| marks.cell_text(cell, self.symbol()));
            Vec::from_iter(cells).join(" ")
        };
        let rows = Vec::from_iter((0..size).map(row));
        object.strings("candidates", rows.iter().map(String::as_str));
    }
}
