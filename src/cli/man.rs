//! `dominox man`: the manual pages.

use clap::{Args, CommandFactory};

use super::exit::{Exit, Failure};
use super::output;

/// Print a manual page (to view one: `dominox man solve | man -l -`)
#[derive(Args)]
pub struct Man {
    /// The subcommand whose page to print [default: the page of dominox itself]
    action: Option<String>,
}

impl Man {
    pub fn run(&self) -> Result<Exit, Failure> {
        let mut command = super::Cli::command().disable_help_subcommand(true);
        command.build();
        let command = match &self.action {
            None => &command,
            Some(name) => command
                .find_subcommand(name)
                .ok_or_else(|| Failure::Usage(format!("no action `{name}`: see dominox --help")))?,
        };
        let mut page = Vec::new();
        clap_mangen::Man::new(command.clone()).render(&mut page)?;
        output::write_all(&page)
    }
}
