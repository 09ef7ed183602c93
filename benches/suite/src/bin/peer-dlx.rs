//! The crate `dlx` as a command.

use std::process::ExitCode;

use dominox_suite::{algorithms, peer};

fn main() -> ExitCode {
    peer::main_with_bounds(|matrix| Ok(algorithms::solutions(matrix)))
}
