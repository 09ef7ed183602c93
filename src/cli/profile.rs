//! `dominox profile`: in how many solutions each option and each item occurs.

use std::fmt::{self, Write};

use clap::{Args, ValueEnum};
use dominox::puzzles::profile;
use dominox::{Count, Problem};

use super::diagram::{Diagrams, Halt};
use super::exit::{Exit, Failure};
use super::input::Question;
use super::output::{Format, Pen};
use super::paper::Paper;
use super::search::Session;
use super::solve::deny;

/// Print in how many solutions each option and each item of a puzzle occurs; for a Sudoku, each digit in each cell
///
/// For a Sudominoku, solutions are tilings; one grid can have several.
#[derive(Args)]
pub struct Profile {
    /// What to print
    #[arg(long, value_enum, default_value_t = Show::Answer)]
    show: Show,

    #[command(flatten)]
    diagrams: Diagrams,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Show {
    /// Boards if options write something into cells (a digit, a letter), otherwise counts
    Answer,
    /// A board for each digit or letter: in how many solutions it stands in each cell
    Board,
    /// A line for each item and each option: the number of solutions, a tab, and the name
    Options,
}

impl Profile {
    pub fn run(&self) -> Result<Exit, Failure> {
        self.diagrams.run(|zdd, session, pen, question| {
            let format = session.format;
            if zdd.try_count()? == Count::ZERO {
                deny(&mut pen.page, format, question);
                return Ok(Exit::No);
            }
            let problem = question.puzzle().problem();
            let of_options = zdd.try_option_counts()?;
            let boards = match (format, self.show) {
                (Format::Jsonl, _) | (_, Show::Options) => Vec::new(),
                (_, Show::Answer | Show::Board) => profile(question.puzzle(), &of_options),
            };
            let of_items = match boards.is_empty() {
                true => zdd.try_item_counts(problem, &of_options)?,
                false => Vec::new(),
            };
            let counts = Counts {
                problem,
                all: zdd.count(),
                of_items,
                of_options,
            };
            if format == Format::Jsonl {
                return counts.write_json(session, pen, question);
            }
            let start = pen.page.answers.len();
            pen.page.text(format_args!("solutions {}\n", counts.all));
            pen.page.paragraph_from(start);
            if boards.is_empty() {
                return counts.list(session, pen);
            }
            for (label, board) in boards {
                let start = pen.page.answers.len();
                pen.page.text(format_args!("{label}:\n{board}\n"));
                pen.page.paragraph_from(start);
            }
            Ok(Exit::Answered)
        })
    }
}

/// In how many solutions each item and each option occurs.
struct Counts<'a> {
    problem: &'a Problem,
    all: Count,
    of_items: Vec<Count>,
    of_options: Vec<Count>,
}

impl Counts<'_> {
    /// Prints a line for each count.
    fn list(&self, session: &Session, pen: &mut Pen) -> Result<Exit, Halt> {
        let mut paper = Paper::new(pen, session);
        // An error means that a limit was reached, or that the reader has gone away.
        let _ = write!(paper, "{self}");
        match paper.stopped() {
            Some(limit) => Err(limit.into()),
            None => Ok(Exit::Answered),
        }
    }

    /// Writes all counts as one JSON object.
    fn write_json(
        &self,
        session: &Session,
        pen: &mut Pen,
        question: &Question,
    ) -> Result<Exit, Halt> {
        let mut object = pen.page.object(question, "counted");
        object.string("count", &self.all.to_string());
        object.leave_open();
        let mut paper = Paper::new(pen, session);
        let problem = self.problem;
        let names = problem.items().map(|item| problem.item_name(item));
        let _ = paper
            .list("items", names)
            .and_then(|()| paper.list("item_counts", self.of_items.iter()))
            .and_then(|()| paper.list("option_counts", self.of_options.iter()));
        match paper.close() {
            Some(limit) => Err(limit.into()),
            None => Ok(Exit::Answered),
        }
    }
}

impl fmt::Display for Counts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = self.problem;
        for (item, count) in problem.items().zip(&self.of_items) {
            writeln!(f, "{count}\titem\t{}", problem.item_name(item))?;
        }
        for (option, count) in problem.options().zip(&self.of_options) {
            writeln!(f, "{count}\toption\t{}", problem.option_text(option))?;
        }
        Ok(())
    }
}
