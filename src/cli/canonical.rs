//! `dominox canonical`: the form in which all equal Sudokus look the same.

use clap::Args;
use dominox::puzzles::Sudoku;
use dominox::workshop::{Canonical as Form, Grid, Transformation, canonical};

use super::exit::{Exit, Failure};
use super::input::Question;
use super::output::Format;
use super::page::Page;
use super::reading::Reading;
use super::refusal::refuse;

/// Print the canonical form of each Sudoku: two are the same puzzle if and only if their forms are equal
///
/// Puzzles are the same if one becomes the other by renaming digits, by permuting the rows of a band, the columns of a stack, the bands
/// or the stacks, or, where boxes are square, by exchanging rows with columns. The form is the smallest of all puzzles that arise in this way, compared row by
/// row, where a blank is smaller than any digit. It is printed as one line of cells.
#[derive(Args)]
#[command(next_help_heading = "Output")]
pub struct Canonical {
    /// After the form and a tab, print the transformation that leads to it: `transposed` if rows and columns are exchanged
    /// first; which row, and which column, comes first, second, …; and what the digits 1, 2, … become
    #[arg(short, long)]
    transformation: bool,

    #[command(flatten)]
    reading: Reading,
}

impl Canonical {
    pub fn run(&self) -> Result<Exit, Failure> {
        self.reading.run(|session, pen, question| {
            let page = &mut pen.page;
            match form(question) {
                Ok(form) => self.print(page, session.format, question, &form),
                Err(reason) => return refuse(page, session.format, question, &reason),
            }
            Exit::Answered
        })
    }

    fn print(&self, page: &mut Page, format: Format, question: &Question, form: &Form) {
        if format == Format::Jsonl {
            let mut object = page.object(question, "canonical");
            object.string("canonical", &form.grid.to_string());
            let Transformation {
                transposes,
                rows,
                columns,
                digits,
            } = &form.transformation;
            object.boolean("transposed", *transposes);
            object.numbers("rows", rows.iter().map(|row| row + 1));
            object.numbers("columns", columns.iter().map(|column| column + 1));
            object.numbers("digits", digits.iter().map(|&digit| digit.into()));
            return;
        }
        match self.transformation {
            true => page.text(format_args!(
                "{}\t{}\n",
                form.grid,
                words(&form.transformation)
            )),
            false => page.text(format_args!("{}\n", form.grid)),
        }
    }
}

/// The form of the puzzle, or why it has none.
fn form(question: &Question) -> Result<Form, String> {
    let sudoku: &Sudoku = question
        .puzzle()
        .downcast_ref()
        .ok_or("it is not a Sudoku: only Sudokus have a canonical form here")?;
    canonical(&Grid::from(sudoku)).map_err(|error| error.to_string())
}

fn words(transformation: &Transformation) -> String {
    let list = |numbers: Vec<String>| numbers.join(" ");
    let lines = |lines: &[usize]| list(lines.iter().map(|line| (line + 1).to_string()).collect());
    format!(
        "{}rows {}, columns {}, digits {}",
        if transformation.transposes {
            "transposed, "
        } else {
            ""
        },
        lines(&transformation.rows),
        lines(&transformation.columns),
        list(transformation.digits.iter().map(u8::to_string).collect()),
    )
}
