//! What the programs around the peers' crates have in common.
//!
//! ```text
//!     peer-NAME [FILE]      a problem as text, from the file or from standard input
//!                           its number of solutions on standard output, each of them visited
//! ```
//!
//! Exit code 2, and the reason on standard error, if the peer cannot solve problems of that kind.

use std::io::{self, Read};
use std::process::ExitCode;
use std::{env, fs};

use crate::matrix::Matrix;

/// Counts the solutions of the problem that the command line names. All of its items must be covered once.
pub fn main(count: impl FnOnce(&Matrix) -> Result<u64, String>) -> ExitCode {
    main_with_bounds(|matrix| match matrix.bounds.is_empty() {
        true => count(matrix),
        false => Err("no bounds".into()),
    })
}

/// Counts the solutions of the problem that the command line names.
pub fn main_with_bounds(count: impl FnOnce(&Matrix) -> Result<u64, String>) -> ExitCode {
    match read().and_then(|matrix| count(&matrix)) {
        Ok(solutions) => {
            println!("{solutions}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn read() -> Result<Matrix, String> {
    let text = match env::args_os().nth(1) {
        Some(path) => fs::read_to_string(path),
        None => {
            let mut text = String::new();
            io::stdin().read_to_string(&mut text).map(|_| text)
        }
    };
    Matrix::parse(&text.map_err(|error| error.to_string())?)
}
