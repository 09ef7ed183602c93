//! `dominox zdd`: the diagram of all solutions itself.

use std::fmt::{self, Write};

use clap::{Args, ValueEnum};
use dominox::Zdd as Diagram;

use super::diagram::Diagrams;
use super::exit::{Exit, Failure};
use super::input::Question;
use super::output::{Format, Pen};

/// Build the decision diagram (ZDD) of all solutions of each puzzle, and print its size or the diagram
///
/// For a Sudominoku, solutions are tilings; one grid can have several.
#[derive(Args)]
pub struct Zdd {
    /// Print the diagram instead of its size
    #[arg(long, value_enum, value_name = "FORM")]
    export: Option<Form>,

    #[command(flatten)]
    diagrams: Diagrams,
}

#[derive(Clone, Copy, ValueEnum)]
enum Form {
    /// Knuth's listing, one node per line: `2: (~5?3:4)` is node 2, which leads to node 3 without option 5 and to node 4
    /// with it
    Text,
    /// A graph for Graphviz, with the options as they stand in the problem
    Dot,
    /// A JSON object
    Json,
}

impl Zdd {
    pub fn run(&self) -> Result<Exit, Failure> {
        self.diagrams.run(|zdd, format, pen, question| {
            match (self.export, format) {
                (None, Format::Text) => pen.page.text(format_args!(
                    "nodes {}, solutions {}\n",
                    zdd.node_count(),
                    zdd.count()
                )),
                (None, Format::Jsonl) => {
                    let mut object = pen.page.object(question, "counted");
                    object.number("nodes", Some(zdd.node_count() as u64));
                    object.string("count", &zdd.count().to_string());
                }
                (Some(form), Format::Text) => {
                    let start = pen.page.answers.len();
                    pen.page.paragraph_from(start);
                    pen.flush_next();
                    // An error means that the reader has gone away.
                    let _ = form.write(zdd, question, &mut Paper(pen));
                }
                (Some(form), Format::Jsonl) => {
                    let mut text = String::new();
                    let written = form.write(zdd, question, &mut text);
                    written.expect("memory can be written");
                    let mut object = pen.page.object(question, "counted");
                    object.string("diagram", &text);
                }
            }
            Exit::Answered
        })
    }
}

impl Form {
    fn write(self, zdd: &Diagram, question: &Question, to: &mut impl Write) -> fmt::Result {
        let problem = question.puzzle().problem();
        match self {
            Form::Text => write!(to, "{}", zdd.to_text()),
            Form::Dot => write!(to, "{}", zdd.to_dot(|option| problem.option_text(option))),
            Form::Json => write!(to, "{}", zdd.to_json()),
        }
    }
}

/// A page that is printed while it is written, so that a large diagram need not stand in memory as text.
struct Paper<'a, 'b>(&'a mut Pen<'b>);

impl Write for Paper<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.page.answers.extend_from_slice(text.as_bytes());
        match self.0.flush_if_due().is_break() {
            true => Err(fmt::Error),
            false => Ok(()),
        }
    }
}
