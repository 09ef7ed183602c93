//! `choice`: how good the choice of a kernel is, over many problems.
//!
//! ```text
//!     list of problems ──▶ one after the other: the choice, then every kernel ──▶ time of the choice / best time
//!                          each in a process of its own, killed when it takes several times the best so far
//! ```
//!
//! If a problem has very many solutions, the search ends after a number of them, the same for all kernels. It is chosen
//! so that the chosen kernel takes at least a tenth of the time that a run may take.

mod one;
mod ratios;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use dominox_suite::{list, run};

use one::{Outcome, Way};
use ratios::Ratios;

/// Compare the kernel that dominox chooses with all others, over a list of problems
///
/// Each line of the list is a file, or a family with a size and perhaps a seed, as the program `generate` takes them.
/// Problems whose best time is below `--least` are left out of the summary. Times are processor time of a whole process,
/// reading and set-up included.
#[derive(Parser)]
struct Choice {
    /// The list of problems
    #[arg(required_unless_present = "one")]
    list: Option<PathBuf>,

    /// The seconds that a run may take
    #[arg(long, value_name = "SECONDS", default_value = "2")]
    most: f64,

    /// The seconds that the best kernel must take for a problem to count
    #[arg(long, value_name = "SECONDS", default_value = "0.05")]
    least: f64,

    /// How often each run is made that comes near the best one
    #[arg(long, value_name = "N", default_value = "2")]
    turns: usize,

    /// Write all times to this file, as tab-separated values
    #[arg(long, value_name = "FILE")]
    tsv: Option<PathBuf>,

    /// Search a file by one kernel (`auto` for the choice), which is how this program calls itself
    #[arg(long, value_name = "KERNEL", hide = true, requires = "file")]
    one: Option<Way>,

    #[arg(long, hide = true)]
    file: Option<PathBuf>,

    #[arg(long, hide = true)]
    solutions: Option<u64>,
}

fn main() -> ExitCode {
    match Choice::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("choice: {error}");
            ExitCode::from(2)
        }
    }
}

impl Choice {
    fn run(&self) -> Result<(), String> {
        if let (Some(way), Some(file)) = (self.one, &self.file) {
            return one::search(way, file, self.solutions);
        }
        let path = self.list.as_deref().unwrap_or(Path::new(""));
        let lines = list::lines(path)?;
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let mut tsv = match &self.tsv {
            Some(path) => Some(fs::File::create(path).map_err(|error| in_file(path, error))?),
            None => None,
        };
        run::pin(None).map_err(|error| error.to_string())?;
        let mut ratios = Ratios::new(self.least);
        for line in &lines {
            let file = list::problem(line, folder.path())?;
            let times = match self.measure(&file) {
                Ok(Some(times)) => times,
                Ok(None) => {
                    println!("{line}: takes too long");
                    continue;
                }
                Err(error) => {
                    println!("{line}: {error}");
                    continue;
                }
            };
            println!("{}", ratios::row(line, &times));
            if let Some(tsv) = &mut tsv {
                writeln!(tsv, "{}", ratios::values(line, &times)).map_err(|e| e.to_string())?;
            }
            ratios.add(line, &times);
        }
        print!("{ratios}");
        Ok(())
    }

    /// What the choice and each kernel take; `None` if that is too long.
    fn measure(&self, file: &Path) -> Result<Option<Vec<(Way, Outcome)>>, String> {
        let most = Duration::from_secs_f64(self.most);
        let run = |way, solutions, limit| one::run(way, file, solutions, limit);
        let mut solutions = None;
        let mut auto = run(Way::Auto, None, most)?;
        if auto.seconds.is_none() {
            let mut number = 1000;
            loop {
                let some = run(Way::Auto, Some(number), most)?;
                let Some(seconds) = some.seconds else { break };
                (auto, solutions) = (some, Some(number));
                if seconds > self.most / 10.0 {
                    break;
                }
                number *= 4;
            }
            if solutions.is_none() {
                return Ok(None);
            }
        }
        let mut best = auto.seconds.unwrap_or(self.most);
        let mut outcomes = vec![(Way::Auto, auto)];
        for way in Way::KERNELS {
            let limit = Duration::from_secs_f64((4.0 * best).max(self.least));
            let outcome = run(way, solutions, limit)?;
            best = outcome.seconds.map_or(best, |seconds| best.min(seconds));
            outcomes.push((way, outcome));
        }
        for (way, outcome) in &mut outcomes {
            let near = outcome.seconds.filter(|&seconds| seconds < 1.6 * best);
            for _ in 1..self.turns * usize::from(near.is_some()) {
                let again = run(*way, solutions, most)?;
                outcome.seconds = outcome
                    .seconds
                    .into_iter()
                    .chain(again.seconds)
                    .reduce(f64::min);
            }
        }
        Ok(Some(outcomes))
    }
}

fn in_file(path: &Path, error: impl std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}
