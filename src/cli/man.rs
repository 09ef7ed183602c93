//! `dominox man`: the manual pages.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::roff::{Roff, roman};
use dominox::puzzles::MODELS;

use super::actions::command;
use super::exit::{Exit, Failure};
use super::{examples, output};

/// Print a manual page (to view one: `dominox man solve | man -l -`)
#[derive(Args)]
pub struct Man {
    /// The subcommand whose page to print [default: the page of dominox itself]
    action: Option<String>,

    /// Write all pages into this directory, which is made if it is missing
    #[arg(long, value_name = "DIR", conflicts_with = "action")]
    out_dir: Option<PathBuf>,
}

impl Man {
    pub fn run(&self) -> Result<Exit, Failure> {
        let mut whole = command().disable_help_subcommand(true);
        whole.build();
        if let Some(directory) = &self.out_dir {
            return write_all(&whole, directory).map_err(|error| {
                let directory = directory.display();
                Failure::Usage(format!(
                    "the pages cannot be written to {directory}: {error}"
                ))
            });
        }
        let command = match &self.action {
            None => &whole,
            Some(name) => whole.find_subcommand(name).ok_or_else(|| {
                Failure::Usage(format!("no command `{name}`: see dominox --help"))
            })?,
        };
        output::write_all(&page(command)?)
    }
}

/// Writes the page of dominox and those of its actions.
fn write_all(whole: &Command, directory: &Path) -> io::Result<Exit> {
    fs::create_dir_all(directory)?;
    fs::write(directory.join("dominox.1"), page(whole)?)?;
    for action in whole.get_subcommands() {
        let name = format!("dominox-{}.1", action.get_name());
        fs::write(directory.join(name), page(action)?)?;
    }
    Ok(Exit::Answered)
}

/// The page of a command.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let man = clap_mangen::Man::new(command.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    if command.get_name() == "model" {
        let models = MODELS.iter().map(|model| (model.to_string(), model.about));
        section("MODELS", models).to_writer(&mut page)?;
    }
    section("EXIT STATUS", exit_status(command)).to_writer(&mut page)?;
    let examples = examples::of(command.get_name()).iter();
    let examples = Vec::from_iter(examples.map(|(what, typed)| (format!("{what}:"), *typed)));
    if !examples.is_empty() {
        section("EXAMPLES", examples).to_writer(&mut page)?;
    }
    man.render_version_section(&mut page)?;
    Ok(page)
}

/// A section of paragraphs, each below its tag.
fn section(
    name: &str,
    paragraphs: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>,
) -> Roff {
    let mut section = Roff::new();
    section.control("SH", [name]);
    for (tag, text) in paragraphs {
        section.control("TP", []);
        section.text([roman(tag)]);
        section.text([roman(text)]);
    }
    section
}

/// The exit codes that mean the same for most commands.
const BAD: (&str, &str) = ("2", "bad input or usage");
const STOPPED: (&str, &str) = (
    "3",
    "stopped by a limit or a signal: the results are partial",
);

/// What the exit codes of a command mean.
fn exit_status(command: &Command) -> Vec<(&'static str, &'static str)> {
    let codes: &[(&str, &str)] = match command.get_name() {
        "formats" | "model" | "completions" | "man" => &[
            ("0", "printed"),
            ("2", "bad arguments, or output that cannot be written"),
        ],
        "symmetries" => &[
            ("0", "printed"),
            ("2", "bad input or usage, or a second puzzle"),
            (
                "3",
                "the search was abandoned: there may be more symmetries",
            ),
        ],
        "split" => &[
            ("0", "the plan was written"),
            ("1", "the givens of the puzzle contradict each other"),
            ("2", "bad input or usage, or a second puzzle"),
        ],
        "run" => &[("0", "the shard was searched"), BAD, STOPPED],
        "merge" => &[
            ("0", "the results of all shards were added up"),
            (
                "2",
                "bad input or usage, or files that do not belong together",
            ),
            ("3", "some shard has no result, or was stopped"),
        ],
        "generate" => &[
            ("0", "all puzzles were made"),
            ("2", "bad arguments, or a request that no puzzle can meet"),
            (
                "3",
                "stopped by a limit or a signal, or abandoned after many tries",
            ),
        ],
        "minimize" => &[
            ("0", "clues were left out of every puzzle"),
            ("1", "some puzzle has no answer, or several"),
            BAD,
            STOPPED,
        ],
        "canonical" => &[("0", "every form was printed"), BAD, STOPPED],
        "encode" | "convert" | "reduce" => &[
            ("0", "printed"),
            ("1", "the givens of the puzzle contradict each other"),
            ("2", "bad input or usage, or a second puzzle"),
        ],
        "count" | "estimate" | "zdd" => {
            &[("0", "every puzzle was counted or estimated"), BAD, STOPPED]
        }
        "unique" | "rate" | "steps" => &[
            ("0", "every puzzle has exactly one answer"),
            ("1", "some puzzle has none, or several"),
            BAD,
            STOPPED,
        ],
        "explain" => &[
            ("0", "every puzzle has no answer, and the line says why"),
            ("1", "some puzzle has an answer"),
            BAD,
            STOPPED,
        ],
        "check" => &[
            ("0", "every answer is right"),
            ("1", "some answer is wrong"),
            BAD,
            STOPPED,
        ],
        "solve" | "best" | "sample" | "profile" => &[
            ("0", "every puzzle has an answer"),
            ("1", "some puzzle has none"),
            BAD,
            STOPPED,
        ],
        _ => &[
            (
                "0",
                "yes: every question was answered, and the answer was not no",
            ),
            (
                "1",
                "no: some puzzle has no answer, or not exactly one (unique), or an answer is wrong (check)",
            ),
            BAD,
            STOPPED,
        ],
    };
    codes.to_vec()
}
