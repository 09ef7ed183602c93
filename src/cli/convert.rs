//! `dominox convert`: a problem in the formats of other programs.

use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::time::Instant;

use clap::Args;
use clap::builder::Resettable;
use dominox::Problem;
use dominox::formats::{self, Format};
use dominox::puzzles::variant::Site;
use dominox::puzzles::{Cover, Sudoku, Variant};

use super::exit::{Exit, Failure};
use super::given::Given;
use super::input::{Asked, Input, Question};
use super::model::ModelParser;
use super::names::OneOf;
use super::output::write_all;
use super::page::Page;
use super::single::{problem_left, with_single};
use super::source::{NOT_TEXT, length_of_text, name_of, open};

/// Print the exact-cover problem of one puzzle in the format of another program, or a Sudoku variant as a link
///
/// Each format has the same solutions, option by option. What a format cannot hold is left out, with a note on standard error, if
/// the solutions stay the same (names, for example); otherwise the problem is refused.
#[derive(Args)]
pub struct Convert {
    #[command(flatten)]
    input: Input,

    /// Convert this classic problem instead of reading input, such as "queens 8" (see `dominox model --help`)
    #[arg(long, help_heading = "Input", value_name = "NAME ARGS", value_parser = ModelParser, hide_possible_values = true, conflicts_with_all = ["files", "kind", "shape", "column", "strict", "from"])]
    model: Option<String>,

    /// The format of the input [default: any puzzle or problem that other commands read]
    #[arg(long, help_heading = "Input", value_name = "FORMAT", value_parser = READ, conflicts_with_all = ["kind", "shape", "column", "strict"])]
    from: Option<Format>,

    #[command(flatten)]
    given: Given,

    /// The format to print
    #[arg(long, help_heading = "Output", value_name = "FORMAT", value_parser = TARGETS, default_value = "dlx", help_heading = Resettable::Reset)]
    to: Target,
}

/// What is printed.
#[derive(Clone, Copy)]
enum Target {
    /// The exact-cover problem.
    Problem(Format),
    /// A Sudoku or a variant, as text.
    Variant,
    /// A Sudoku or a variant, as a link.
    Link(Site),
}

/// The targets other than problems: name and help.
const PUZZLES: [(&str, &str, Target); 3] = [
    (
        "variant",
        "a Sudoku or a variant, as the text of variants",
        Target::Variant,
    ),
    (
        "fpuzzles",
        "a Sudoku or a variant, as a link that opens in f-puzzles",
        Target::Link(Site::FPuzzles),
    ),
    (
        "sudokupad",
        "a Sudoku or a variant, as a link that opens in SudokuPad",
        Target::Link(Site::SudokuPad),
    ),
];

/// The targets by name.
const TARGETS: OneOf<Target> = OneOf(|| {
    let problem = |format: Format| (format.name(), format.about(), Target::Problem(format));
    let problems = Format::ALL.into_iter().map(problem);
    problems.chain(PUZZLES).collect()
});

/// The formats that are read, by name.
const READ: OneOf<Format> = OneOf(|| {
    let read = Format::ALL.into_iter().filter(|format| format.is_read());
    read.map(|format| (format.name(), format.about(), format))
        .collect()
});

impl Convert {
    pub fn run(&self) -> Result<Exit, Failure> {
        let asked = match (&self.model, self.from) {
            (Some(spec), _) => Some(Question::of_model(spec, Instant::now())?),
            (None, Some(format)) => Some(self.read(format)?),
            (None, None) => None,
        };
        let convert = |question: &Question, page: &mut Page| match self.to {
            Target::Problem(format) => self.convert(question, format, page),
            Target::Variant | Target::Link(_) => self.puzzle(question).map(Some),
        };
        let (text, exit) = with_single(&self.input, asked, convert)?;
        if let Some(text) = text {
            write_all(text.as_bytes())?;
        }
        Ok(exit)
    }

    /// The text of the problem that is left; `None` if it was reported that there is none.
    fn convert(
        &self,
        question: &Question,
        format: Format,
        page: &mut Page,
    ) -> Result<Option<String>, Failure> {
        let Some(problem) = problem_left(&self.given, question, page) else {
            return Ok(None);
        };
        let written = formats::write(&problem, format).map_err(|unfit| {
            let message = format!("`{}` cannot hold this problem: {unfit}", format.name());
            Failure::Usage(format!("{}: {message}", question.place()))
        })?;
        for loss in &written.losses {
            page.say(format_args!("note: {loss}"));
        }
        Ok(Some(written.text))
    }

    /// The Sudoku or the variant as text or as a link.
    fn puzzle(&self, question: &Question) -> Result<String, Failure> {
        let refuse = |reason: &str| Failure::Usage(format!("{}: {reason}", question.place()));
        let puzzle = question.puzzle();
        let part = self.given.part(puzzle).map_err(|reason| refuse(&reason))?;
        if !part.with.is_empty() || !part.without.is_empty() {
            return Err(refuse(
                "`--assume` and `--exclude` change the problem, not the puzzle",
            ));
        }
        let variant = match (
            puzzle.downcast_ref::<Variant>(),
            puzzle.downcast_ref::<Sudoku>(),
        ) {
            (Some(variant), _) => Ok(variant.clone()),
            (None, Some(sudoku)) => Variant::of_sudoku(sudoku),
            (None, None) => return Err(refuse("neither a Sudoku nor a variant of one")),
        };
        let variant = variant.map_err(|fault| refuse(&fault.to_string()))?;
        match self.to {
            Target::Link(site) => {
                let link = variant
                    .link(site)
                    .map_err(|fault| refuse(&fault.to_string()))?;
                Ok(link + "\n")
            }
            _ => Ok(variant.to_string()),
        }
    }

    /// The problem in the single file, in this format.
    fn read(&self, format: Format) -> Result<Question, Failure> {
        let start = Instant::now();
        let [path] = &self.input.files()?[..] else {
            let message = "`--from` needs a single file, or standard input";
            return Err(Failure::Usage(message.into()));
        };
        let file = name_of(path);
        let refuse = |error: &dyn std::fmt::Display| Failure::Usage(format!("{file}: {error}"));
        let text = text_of(path).map_err(|fault| match fault {
            NoText::Io(error) => refuse(&error),
            NoText::NotText { line, column } => {
                Failure::Usage(format!("{file}:{line}:{column}: {NOT_TEXT}"))
            }
        })?;
        let problem = formats::read(&text, format);
        let problem: Problem =
            problem.map_err(|error| Failure::Usage(format!("{file}:{error}")))?;
        drop(text);
        Ok(Question {
            file,
            asked: Asked::Model(Box::new(Cover::new(problem))),
            reading_took: start.elapsed(),
        })
    }
}

/// Why there is no text.
enum NoText {
    Io(io::Error),
    /// The first byte that no text contains, its line and column from 1.
    NotText {
        line: usize,
        column: usize,
    },
}

/// The text of a file. A zero byte, which no text contains, ends the reading.
fn text_of(path: &Path) -> Result<String, NoText> {
    let (input, _) = open(path).map_err(NoText::Io)?;
    let mut bytes = Vec::new();
    let read = BufReader::new(input).read_until(0, &mut bytes);
    read.map_err(NoText::Io)?;
    let end = length_of_text(&bytes);
    if end == bytes.len() {
        return Ok(String::from_utf8(bytes).expect("all of it is text"));
    }
    let before = String::from_utf8_lossy(&bytes[..end]);
    let last = before.rsplit('\n').next().unwrap_or_default();
    Err(NoText::NotText {
        line: before.matches('\n').count() + 1,
        column: last.chars().count() + 1,
    })
}
