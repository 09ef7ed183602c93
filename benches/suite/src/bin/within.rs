//! Counts solutions with dominox and with the crate `dlx` as libraries, within one process: from the text of a problem
//! in memory to the number. The start of a command is left out.
//!
//! ```sh
//! cargo run --release --manifest-path benches/suite/Cargo.toml --bin within -- benches/suite/bounds.txt
//! ```
//!
//! The two alternate. The table has the medians of their times by the clock, in milliseconds.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{fs, iter};

use clap::Parser;
use dominox::{Problem, Solver};
use dominox_suite::matrix::Matrix;
use dominox_suite::{compare, dlx_crate, list};

/// Compare dominox with the crate dlx within one process
#[derive(Parser)]
struct Within {
    /// A list of problems: files, or families with a size and perhaps a seed
    list: PathBuf,

    /// A problem is counted again by both until this many seconds have passed, at least once and at most 101 times
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
}

/// The most turns for one problem.
const TURNS: usize = 101;

fn main() -> ExitCode {
    match Within::parse().measure() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("within: {error}");
            ExitCode::from(2)
        }
    }
}

impl Within {
    fn measure(&self) -> Result<(), String> {
        let patience = Duration::try_from_secs_f64(self.seconds)
            .map_err(|error| format!("--seconds: {error}"))?;
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let mut ratios = Vec::new();
        println!("problem\tsolutions\tturns\tdominox\tdlx\tdlx / dominox");
        for line in list::lines(&self.list)? {
            let path = list::problem(&line, folder.path())?;
            let text = fs::read_to_string(path).map_err(|error| format!("{line}: {error}"))?;
            let start = Instant::now();
            let turns = iter::repeat_with(|| turn(&text)).take(TURNS);
            let mut times: [Vec<u64>; 2] = Default::default();
            let mut number = 0;
            for turn in turns {
                let [ours, theirs] = turn.map_err(|error| format!("{line}: {error}"))?;
                if ours.0 != theirs.0 {
                    return Err(format!("{line}: {} or {} solutions", ours.0, theirs.0));
                }
                number = ours.0;
                times[0].push(ours.1);
                times[1].push(theirs.1);
                if start.elapsed() >= patience {
                    break;
                }
            }
            let turns = times[0].len();
            let [ours, theirs] = times.map(millis);
            let ratio = theirs / ours;
            println!("{line}\t{number}\t{turns}\t{ours:.3}\t{theirs:.3}\t{ratio:.1}");
            ratios.push(ratio);
        }
        if ratios.is_empty() {
            return Err(format!("{}: expected a problem", self.list.display()));
        }
        let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
        let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        println!("geometric mean {mean:.2}, least {least:.2}");
        Ok(())
    }
}

/// The number of solutions and the nanoseconds of dominox, then of the crate.
fn turn(text: &str) -> Result<[(u64, u64); 2], String> {
    let ours = timed(|| {
        let problem: Problem = text.parse().map_err(|error| format!("{error}"))?;
        let solver = Solver::new(&problem).map_err(|error| error.to_string())?;
        let count = solver.threads(1).count();
        count.to_u64().ok_or("over 64 bits".to_string())
    });
    let theirs = timed(|| Matrix::parse(text).map(|matrix| dlx_crate::solutions(&matrix)));
    Ok([(ours.0?, ours.1), (theirs.0?, theirs.1)])
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let start = Instant::now();
    let done = work();
    (done, start.elapsed().as_nanos() as u64)
}

/// The median of some nanoseconds, in milliseconds.
fn millis(mut times: Vec<u64>) -> f64 {
    times.sort_unstable();
    compare::median(&times).unwrap_or_default() as f64 / 1e6
}
