//! `dominox profile`: in how many solutions each option and each item occurs.

use std::collections::BTreeMap;

use clap::{Args, ValueEnum};
use dominox::problem::Solution;
use dominox::puzzles::Puzzle;
use dominox::render::Board;
use dominox::{Count, Zdd};

use super::diagram::Diagrams;
use super::exit::{Exit, Failure};
use super::input::Question;
use super::output::Format;
use super::page::Page;
use super::solve::deny;

/// Print in how many solutions each option and each item of a puzzle occurs; of a Sudoku, each digit in each cell
///
/// Of a Sudominoku, solutions are tilings: a grid may have several.
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
    /// Boards if something is written into cells (a digit, a letter), else counts
    Answer,
    /// A board for each digit or letter: in how many solutions it stands in each cell
    Board,
    /// A line for each item and each option: the number of solutions and the name, with a tab between
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
                tell(page, question, zdd, &counts);
                return Exit::Answered;
            }
            let boards = match self.show {
                Show::Options => BTreeMap::new(),
                Show::Answer | Show::Board => boards(question.asked.puzzle(), &counts),
            };
            let start = page.answers.len();
            page.text(format_args!("solutions {}\n", zdd.count()));
            page.paragraph_from(start);
            if boards.is_empty() {
                list(page, question.asked.puzzle(), zdd, &counts);
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
fn tell(page: &mut Page, question: &Question, zdd: &Zdd, counts: &[Count]) {
    let problem = question.asked.puzzle().problem();
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

/// For each text that options write into cells, a board with the number of solutions for each cell.
fn boards(puzzle: &dyn Puzzle, counts: &[Count]) -> BTreeMap<Label, Board> {
    let blank = puzzle.decode(&Solution::new(Vec::new()));
    let mut sums: BTreeMap<Label, BTreeMap<(usize, usize), Count>> = BTreeMap::new();
    for (option, count) in puzzle.problem().options().zip(counts) {
        let board = puzzle.decode(&Solution::new(vec![option]));
        let cells = (0..board.rows()).flat_map(|row| (0..board.columns()).map(move |c| (row, c)));
        for (row, column) in cells {
            let text = board.label(row, column);
            if text != blank.label(row, column) {
                let label = Label(text.len(), text.to_owned());
                let of_label = sums.entry(label).or_default();
                *of_label.entry((row, column)).or_default() += count;
            }
        }
    }
    let draw = |(label, sums): (Label, BTreeMap<_, Count>)| {
        let mut board = blank.clone();
        for ((row, column), count) in sums {
            board.set_label(row, column, count.to_string());
        }
        (label, board)
    };
    sums.into_iter().map(draw).collect()
}

/// What is written into a cell; 9 comes before 10.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Label(usize, String);

impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.1)
    }
}
