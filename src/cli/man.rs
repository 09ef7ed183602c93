//! `dominox man`: the manual page.

use clap::{Args, CommandFactory};

use super::exit::{Exit, Failure};
use super::output;

/// Print the manual page (see it with `dominox man | man -l -`)
#[derive(Args)]
pub struct Man {}

impl Man {
    pub fn run(&self) -> Result<Exit, Failure> {
        let mut page = Vec::new();
        clap_mangen::Man::new(super::Cli::command()).render(&mut page)?;
        output::write_all(&page)
    }
}
