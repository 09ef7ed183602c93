//! `dominox profile`: in how many solutions each option and each item occurs.

use clap::{Args, ValueEnum};
use dominox::puzzles::{Puzzle, profile};
use dominox::{Count, Zdd};

use super::diagram::Diagrams;
use super::exit::{Exit, Failure};
use super::input::Question;
use super::output::Format;
use super::page::Page;
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
        self.diagrams.run(|zdd, format, pen, question| {
            let page = &mut pen.page;
            if zdd.count() == Count::ZERO {
                deny(page, format, question);
                return Exit::No;
            }
            let counts = zdd.option_counts();
            if format == Format::Jsonl {
                write_object(page, question, zdd, &counts);
                return Exit::Answered;
            }
            let boards = match self.show {
                Show::Options => Vec::new(),
                Show::Answer | Show::Board => profile(question.puzzle(), &counts),
            };
            let start = page.answers.len();
            page.text(format_args!("solutions {}\n", zdd.count()));
            page.paragraph_from(start);
            if boards.is_empty() {
                list(page, question.puzzle(), zdd, &counts);
            }
            for (label, board) in boards {
                let start = page.answers.len();
                page.text(format_args!("{label}:\n{board}\n"));
                page.paragraph_from(start);
            }
            Exit::Answered
        })
    }
}

/// Prints counts of items and options, one a line.
fn list(page: &mut Page, puzzle: &dyn Puzzle, zdd: &Zdd, counts: &[Count]) {
    let problem = puzzle.problem();
    for (item, count) in problem.items().zip(zdd.item_counts(problem)) {
        page.text(format_args!("{count}\titem\t{}\n", problem.item_name(item)));
    }
    for (option, count) in problem.options().zip(counts) {
        page.text(format_args!(
            "{count}\toption\t{}\n",
            problem.option_text(option)
        ));
    }
}

/// Writes all counts as one JSON object.
fn write_object(page: &mut Page, question: &Question, zdd: &Zdd, counts: &[Count]) {
    let problem = question.puzzle().problem();
    let of_items = zdd.item_counts(problem);
    let of_items = Vec::from_iter(of_items.iter().map(Count::to_string));
    let of_options = Vec::from_iter(counts.iter().map(Count::to_string));
    let names = problem.items().map(|item| problem.item_name(item));
    let mut object = page.object(question, "counted");
    object.string("count", &zdd.count().to_string());
    object.strings("items", names);
    object.strings("item_counts", of_items.iter().map(String::as_str));
    object.strings("option_counts", of_options.iter().map(String::as_str));
}
