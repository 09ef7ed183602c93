//! The crate `dlx` as a command.

use std::process::ExitCode;

use dominox_suite::{dlx_crate, peer};

fn main() -> ExitCode {
    peer::main_with_bounds(|matrix| Ok(dlx_crate::solutions(matrix)))
}
