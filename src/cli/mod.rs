//! The command line: from arguments to an exit code.
//!
//! ```text
//!   arguments ─▶ source: batches of puzzles, or of what is wrong with them
//!                  │
//!                  ▼ stream: a batch to each worker
//!                search: a solver, kept from puzzle to puzzle ─▶ page ─▶ output: page after page, in order
//!                  │                                              ▲
//!                  └─▶ why: the reason, if there is no answer ────┘
//! ```
//!
//! Each action is a file with its arguments and its `run`. Answers go to standard output, everything else to standard
//! error. The macros that print are denied, as they panic when the reader has gone away.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod actions;
mod album;
mod allocator;
mod answers;
mod best;
mod canonical;
mod check;
mod codes;
mod completions;
mod convert;
mod count;
mod counted;
mod deciding;
mod decoded;
mod diagram;
mod differ;
mod drawing;
mod encode;
mod escape;
mod estimate;
mod examples;
mod exit;
mod explain;
mod files;
mod formats;
mod generate;
mod given;
mod idle;
mod inlet;
mod input;
mod json;
mod judging;
mod kernel;
mod lines;
mod made;
mod man;
mod manner;
mod merge;
mod minimize;
mod model;
mod names;
mod output;
mod pack;
mod page;
mod paper;
mod pen;
mod person;
mod pieces;
mod png;
mod profile;
mod progress;
mod rate;
mod reading;
mod reduce;
mod refusal;
mod resume;
mod run;
mod sample;
mod saved;
mod saving;
mod search;
mod session;
mod show;
mod signal;
mod single;
mod solve;
mod source;
mod split;
mod standard;
mod steps;
mod stream;
mod symmetries;
mod symmetry;
mod target;
mod timeouts;
mod tips;
mod turns;
mod unique;
mod utf16;
mod values;
mod wishes;
mod zdd;

use std::env;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use actions::command_for;
pub use allocator::Allocator;
use exit::{Exit, Failure};

/// Solve, count and check exact-cover problems, Sudokus and Sudominokus.
///
/// dominox reads puzzles from files or standard input, detects what kind
/// they are, and answers in the layout of the question:
///
///     dominox solve puzzle.txt
///     dominox unique --format jsonl < collection.txt
///     echo '1.....2..3.....4' | dominox solve
///     dominox model queens 8 | dominox count
#[derive(Parser)]
#[command(name = "dominox", version, verbatim_doc_comment, max_term_width = 100)]
#[command(after_long_help = EXIT_CODES, propagate_version = true)]
struct Cli {}

const EXIT_CODES: &str = "\
Exit codes:
  0  yes: every puzzle has an answer (solve, best, sample, profile), is unique (unique, rate,
     steps), or was counted (count, zdd) or estimated (estimate)
  1  no: some puzzle has no answer (solve, best, sample, profile), or not exactly one (unique,
     rate, steps)
  2  bad input or usage
  3  stopped by a limit or a signal: the results are partial
The help of each command says more: for `explain`, 0 means that no puzzle has an answer.
If several apply, 2 wins, then 3, then 1. A closed pipe, as with `| head`, is not an error.";

/// Prints help or a version on standard output, and an error on standard error.
fn print(error: &clap::Error) -> Result<Exit, Failure> {
    let printed = error.print().and_then(|()| io::stdout().flush());
    if error.use_stderr() {
        return Ok(Exit::BadInput);
    }
    Ok(printed.map(|()| Exit::Answered)?)
}

/// Runs the program: everything from the arguments to the exit code.
pub fn run() -> ExitCode {
    allocator::give_back_large_blocks();
    let action = env::args_os().nth(1);
    let action = action.as_deref().and_then(OsStr::to_str);
    let parsed = command_for(action)
        .try_get_matches()
        .and_then(|matches| actions::read(&matches));
    let run = match parsed {
        Ok(run) => run,
        Err(error) => {
            return print(&tips::with_tip(error))
                .unwrap_or_else(Failure::report)
                .into();
        }
    };
    signal::catch();
    run().unwrap_or_else(Failure::report).into()
}
