//! `dominox profile`: in how many solutions each option and each item occurs.

use std::fmt::{self, Write};

use clap::{Args, ValueEnum};
use dominox::problem::{Occurrence, Solution};
use dominox::puzzles::{Puzzle, candidates, candidates_picture, profile, profile_picture};
use dominox::render::Board;
use dominox::{Count, Problem, Zdd};

use super::diagram::{Diagrams, Halt};
use super::drawing::Draws;
use super::exit::{Exit, Failure};
use super::idle::{Idle, has_no_board, note_if};
use super::input::Question;
use super::json::Object;
use super::output::Format;
use super::page::Page;
use super::paper::Paper;
use super::pen::Pen;
use super::session::Session;
use super::solve::deny;

/// Print in how many solutions each option and each item of a puzzle occurs; for a Sudoku, each digit in each cell
///
/// For a Sudominoku, solutions are tilings; one grid can have several.
#[derive(Args)]
#[command(next_help_heading = "Output")]
pub struct Profile {
    /// What to print
    #[arg(long, value_enum, default_value_t = Show::Answer)]
    show: Show,

    /// Print, as pencil marks, which digits or letters stand in each cell in some solution; for options that write
    /// nothing into cells, whether each occurs
    ///
    /// That takes at most one search for each option, however many solutions there are. If a limit is reached, texts that are
    /// not known yet are printed after a `?`.
    #[arg(long, conflicts_with = "show")]
    candidates: bool,

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
        if self.candidates {
            let manner = self.diagrams.manner();
            return self.diagrams.asking().run(manner, print_candidates);
        }
        let is_jsonl = self.diagrams.asking().is_jsonl();
        note_if(
            is_jsonl && self.show != Show::Answer,
            "`--show` has no effect with `--format jsonl`: each object has all counts",
        );
        let board = Idle {
            note: "note: `--show board` has no effect here: there is no board to draw",
            is_idle: has_no_board,
        };
        let idle = (self.show == Show::Board && !is_jsonl).then_some(board);
        self.diagrams.run(idle, |zdd, session, pen, question| {
            self.print(zdd, session, pen, question)
        })
    }

    /// Prints in how many solutions each option is.
    fn print(
        &self,
        zdd: &Zdd,
        session: &Session,
        pen: &mut Pen,
        question: &Question,
    ) -> Result<Exit, Halt> {
        let format = session.format;
        if zdd.try_count()? == Count::ZERO {
            deny(&mut pen.page, session, question);
            return Ok(Exit::No);
        }
        let problem = question.puzzle().problem();
        let of_options = zdd.try_option_counts()?;
        if let Some(draws) = format.draws() {
            let (shares, all) = (of_options.iter(), zdd.count());
            let shares = Vec::from_iter(shares.map(|count| count.share_of(&all)));
            let picture = profile_picture(question.puzzle(), &shares);
            pen.page.draw(draws, picture, &question.heading());
            return Ok(Exit::Answered);
        }
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
    }
}

/// Prints which options occur in some solution.
fn print_candidates(session: &mut Session, pen: &mut Pen, question: &Question) -> Exit {
    let (page, format) = (&mut pen.page, session.format);
    let Some(solver) = session.solver(page, question) else {
        return Exit::BadInput;
    };
    let occurring = solver.occurrences();
    // The only solution may be the one without options.
    let nothing = Solution::new(Vec::new());
    let is_solved_by_nothing =
        solver.given().with.is_empty() && solver.problem().check(&nothing).is_ok();
    let has_answer = is_solved_by_nothing || occurring.contains(&Occurrence::InSome);
    let exit = session.exit(page, question, has_answer);
    if exit == Exit::No {
        deny(page, session, question);
        return exit;
    }
    match format {
        Format::Drawn(draws) => draw_candidates(page, draws, question, &occurring),
        Format::Jsonl => {
            let status = if exit == Exit::Stopped {
                "stopped"
            } else {
                "candidates"
            };
            let mut object = page.object(question, status);
            write_candidates(&mut object, question.puzzle(), &occurring);
        }
        Format::Text => list_candidates(page, question.puzzle(), &occurring),
    }
    exit
}

fn write_candidates(object: &mut Object, puzzle: &dyn Puzzle, occurring: &[Occurrence]) {
    match candidates(puzzle, occurring) {
        Some(board) => object.strings("candidates", rows(&board).iter().map(String::as_str)),
        None => {
            let problem = puzzle.problem();
            let options = problem.options().zip(occurring);
            object.objects("options", options, |(option, &one), object| {
                object.option(problem, option);
                object.string("occurs", word(one));
            });
        }
    }
}

fn list_candidates(page: &mut Page, puzzle: &dyn Puzzle, occurring: &[Occurrence]) {
    let start = page.answers.len();
    match candidates(puzzle, occurring) {
        Some(board) => page.text(format_args!("{board}\n")),
        None => {
            let problem = puzzle.problem();
            for (option, &one) in problem.options().zip(occurring) {
                page.text(format_args!(
                    "{}\t{}\n",
                    word(one),
                    problem.option_text(option)
                ));
            }
        }
    }
    page.paragraph_from(start);
}

/// Draws which options occur: as pencil marks, or as a list with full and empty bars.
fn draw_candidates(page: &mut Page, draws: Draws, question: &Question, occurring: &[Occurrence]) {
    let puzzle = question.puzzle();
    let picture = match candidates_picture(puzzle, occurring) {
        Some(picture) => Ok(picture),
        None => {
            let share = |one: &Occurrence| f64::from(u8::from(*one == Occurrence::InSome));
            profile_picture(puzzle, &Vec::from_iter(occurring.iter().map(share)))
        }
    };
    page.draw(draws, picture, &question.heading());
}

/// The rows of a board, with blanks between the cells; a cell without a label is `.`.
fn rows(board: &Board) -> Vec<String> {
    let label = |row, column| match board.label(row, column) {
        "" => ".",
        label => label,
    };
    let cells = |row| (0..board.columns()).map(move |column| label(row, column));
    let row = |row| cells(row).collect::<Vec<_>>().join(" ");
    (0..board.rows()).map(row).collect()
}

fn word(occurrence: Occurrence) -> &'static str {
    match occurrence {
        Occurrence::InSome => "some",
        Occurrence::InNone => "none",
        Occurrence::Unknown => "unknown",
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
        let items = problem.items().zip(&self.of_items);
        let written = paper.list("items", items, |(item, count), object| {
            object.string("name", problem.item_name(item));
            object.string("count", &count.to_string());
        });
        let options = problem.options().zip(&self.of_options);
        let _ = written.and_then(|()| {
            paper.list("options", options, |(option, count), object| {
                object.option(problem, option);
                object.string("count", &count.to_string());
            })
        });
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
