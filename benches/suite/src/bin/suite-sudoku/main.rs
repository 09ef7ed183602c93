//! `suite-sudoku`: compares dominox with the crate `sudoku` and other programs, on Sudokus.
//!
//! ```text
//!     each set of puzzles   auto  sudoku  auto  sudoku  auto …    a pass each, until each worked for long enough
//!                             └ every puzzle: read the line, none / one / many
//! ```
//!
//! dominox and the crate are called in this process, on this thread, and measured by its processor time. Another peer
//! is a command; a pass of it is one run over as many copies of the set as the fastest of the others does in the time.

mod check;
mod rates;
mod set;
mod solvers;

use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use dominox_suite::program::Program;
use dominox_suite::run;

use rates::{COLUMNS, Row, head};
use set::Set;
use solvers::{Kernel, Solver};

/// Decide for each Sudoku whether it has no answer, one or many, with dominox and its peers, by turns, on one core
///
/// Each program makes passes over the set, by turns with the others, until it made enough passes and worked for long
/// enough. The rate is that of the median pass, in puzzles a second of processor time; the ratio is to the best peer.
///
/// The exit code is 1 if verdicts differ, and 2 if nothing could be measured.
#[derive(Parser)]
struct SuiteSudoku {
    /// Sets of puzzles, a line of 81 characters each, `.` for blank
    #[arg(required = true, value_name = "FILE")]
    sets: Vec<PathBuf>,

    /// The kernels of dominox that are run, `auto` for the one that it chooses
    #[arg(
        long,
        value_name = "KERNEL,...",
        value_enum,
        value_delimiter = ',',
        default_value = "auto"
    )]
    ours: Vec<Kernel>,

    /// Another peer; may be given several times
    ///
    /// The command is split at blanks, without a shell. It reads puzzles from standard input, as they stand in the
    /// sets, and prints three integers at last: how many have no answer, how many have one, how many have more.
    #[arg(long, value_name = "NAME=COMMAND")]
    peer: Vec<Program>,

    /// How many passes each program makes at least
    #[arg(long, value_name = "N", default_value = "3")]
    turns: NonZeroUsize,

    /// How long each program works on each set at least
    #[arg(long, value_name = "SECONDS", default_value = "2")]
    seconds: u64,

    /// The core to run on [default: the last one]
    #[arg(long, value_name = "N")]
    core: Option<usize>,

    /// Write all figures to this file, as tab-separated values
    #[arg(long, value_name = "FILE")]
    tsv: Option<PathBuf>,

    /// Measure nothing: check the answers that dominox shows by the rules of Sudoku
    #[arg(long, conflicts_with_all = ["peer", "turns", "seconds", "core", "tsv"])]
    check: bool,
}

fn main() -> ExitCode {
    match SuiteSudoku::parse().run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("suite-sudoku: {error}");
            ExitCode::from(2)
        }
    }
}

impl SuiteSudoku {
    /// Measures, and returns whether all agree.
    fn run(&self) -> Result<bool, String> {
        let mut solvers = Vec::new();
        for &kernel in &self.ours {
            solvers.push(Solver::dominox(kernel)?);
        }
        if self.check {
            return self.check(&mut solvers);
        }
        solvers.push(Solver::Crate);
        solvers.extend(self.peer.iter().cloned().map(Solver::Command));
        run::pin(self.core).map_err(|error| format!("cannot keep to one core: {error}"))?;
        let mut values = COLUMNS.to_string();
        println!("{}", head(&solvers));
        let mut agree = true;
        for path in &self.sets {
            let set = Set::read(path)?;
            let (turns, time) = (self.turns.get(), Duration::from_secs(self.seconds));
            let row = Row::measure(&set, &mut solvers, turns, time)?;
            println!("{}", row.line(&solvers));
            values += &row.values(&solvers);
            for difference in row.differences(&solvers) {
                eprintln!("suite-sudoku: {}: {difference}", set.name);
                agree = false;
            }
        }
        if let Some(path) = &self.tsv {
            fs::write(path, values).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(agree)
    }

    fn check(&self, solvers: &mut [Solver]) -> Result<bool, String> {
        let mut right = true;
        for path in &self.sets {
            let set = Set::read(path)?;
            for solver in &mut *solvers {
                let name = solver.name();
                let faults = check::faults(&set, solver)?;
                println!(
                    "{}: {name}: {} puzzles, {} wrong",
                    set.name,
                    set.puzzles,
                    faults.len()
                );
                faults.iter().for_each(|fault| println!("{fault}"));
                right &= faults.is_empty();
            }
        }
        Ok(right)
    }
}
