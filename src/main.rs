//! The command line of dominox.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
