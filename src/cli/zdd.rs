//! `dominox zdd`: the diagram of all solutions itself.

use std::fmt::{self, Write};

use clap::{Args, ValueEnum};
use dominox::Zdd as Diagram;
use dominox::workshop::zdd_picture;

use super::diagram::{Diagrams, Halt};
use super::exit::{Exit, Failure};
use super::idle::note_if;
use super::input::Question;
use super::output::Format;
use super::page::Page;
use super::paper::Paper;

/// Build the decision diagram (ZDD) of all solutions of each puzzle, and print its size or the diagram
///
/// For a Sudominoku, solutions are tilings; one grid can have several.
#[derive(Args)]
#[command(next_help_heading = "Output")]
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
    /// A graph for Graphviz, with the text of each option
    Dot,
    /// A JSON object
    Json,
}

impl Zdd {
    pub fn run(&self) -> Result<Exit, Failure> {
        note_if(
            self.export.is_some() && self.diagrams.asking().draws(),
            "`--export` has no effect on a picture: it is for the formats `text` and `jsonl`",
        );
        self.diagrams.run(None, |zdd, session, pen, question| {
            let stopped = match (self.export, session.format) {
                (_, Format::Drawn(draws)) => {
                    let picture = zdd_picture(question.puzzle().problem(), zdd);
                    pen.page.draw(draws, picture, &question.heading());
                    None
                }
                (None, format) => {
                    print_size(zdd, format, &mut pen.page, question)?;
                    None
                }
                (Some(form), Format::Text) => {
                    let start = pen.page.answers.len();
                    pen.page.paragraph_from(start);
                    let mut paper = Paper::new(pen, session);
                    // An error means that a limit was reached, or that the reader has gone away.
                    let _ = write!(paper, "{}", Exported(form, zdd, question));
                    paper.stopped()
                }
                (Some(form), Format::Jsonl) => {
                    pen.page.object(question, "counted").leave_open();
                    let mut paper = Paper::new(pen, session);
                    let exported = Exported(form, zdd, question);
                    match form {
                        Form::Json => write_object(&mut paper, exported),
                        Form::Text | Form::Dot => {
                            let _ = paper.string("diagram", exported);
                        }
                    }
                    paper.close()
                }
            };
            match stopped {
                Some(limit) => Err(limit.into()),
                None => Ok(Exit::Answered),
            }
        })
    }
}

/// Prints how many nodes and solutions there are.
fn print_size(
    zdd: &Diagram,
    format: Format,
    page: &mut Page,
    question: &Question,
) -> Result<(), Halt> {
    let (nodes, count) = (zdd.node_count(), zdd.try_count()?);
    match format {
        Format::Text | Format::Drawn(_) => {
            page.text(format_args!("nodes {nodes}, solutions {count}\n"))
        }
        Format::Jsonl => {
            let mut object = page.object(question, "counted");
            object.number("nodes", Some(nodes as u64));
            object.string("count", &count.to_string());
        }
    }
    Ok(())
}

/// Writes a diagram as an object within a JSON object, complete even if a limit comes first: then it has fewer nodes.
fn write_object(paper: &mut Paper, diagram: Exported) {
    paper.append(",\"diagram\":");
    let _ = write!(
        OneLine {
            paper,
            line: String::new(),
            rows: 0
        },
        "{diagram}"
    );
    paper.append("]}");
}

/// Writes the lines of a diagram's JSON as one: its head, then row after row, without the end.
struct OneLine<'p, 'a, 'b> {
    paper: &'p mut Paper<'a, 'b>,
    /// The incomplete line.
    line: String,
    /// Rows that were written, the head included.
    rows: usize,
}

impl Write for OneLine<'_, '_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for part in text.split_inclusive('\n') {
            self.line.push_str(part);
            if let Some(line) = self.line.strip_suffix('\n') {
                let before = if self.rows > 1 { "," } else { "" };
                let row = line.trim_end_matches(',');
                let written = match row {
                    "]}" => Ok(()),
                    _ => self.paper.write_str(&format!("{before}{row}")),
                };
                self.rows += 1;
                self.line.clear();
                written?;
            }
        }
        Ok(())
    }
}

/// A diagram in one of the forms.
struct Exported<'a>(Form, &'a Diagram, &'a Question);

impl fmt::Display for Exported<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Exported(form, zdd, question) = *self;
        let problem = question.puzzle().problem();
        match form {
            Form::Text => zdd.to_text().fmt(f),
            Form::Dot => zdd.to_dot(|option| problem.option_text(option)).fmt(f),
            Form::Json => zdd.to_json().fmt(f),
        }
    }
}
