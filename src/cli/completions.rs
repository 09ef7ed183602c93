//! `dominox completions`: scripts that complete arguments in a shell.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::exit::{Exit, Failure};
use super::output;

/// Print a completion script for a shell
#[derive(Args)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub fn run(&self) -> Result<Exit, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(
            self.shell,
            &mut super::Cli::command(),
            "dominox",
            &mut script,
        );
        output::write_all(&script)
    }
}
