//! `dominox man`: the manual pages.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::roff::{Roff, roman};
use dominox::puzzles::MODELS;

use super::actions::command;
use super::exit::{Exit, Failure};
use super::{codes, examples, output};

/// Print a manual page (to view one: `dominox man solve | man -l -`)
#[derive(Args)]
pub struct Man {
    /// The command whose page to print [default: the page of dominox itself]
    #[arg(value_name = "COMMAND")]
    action: Option<String>,

    /// Write all pages into this directory, which is created if it does not exist
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
    section("EXIT STATUS", codes::of(command.get_name()).to_vec()).to_writer(&mut page)?;
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
