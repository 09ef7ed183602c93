//! One problem, one kernel, one process.

use std::env;
use std::fmt;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::str::FromStr;
use std::time::Duration;

use dominox::engine::{CountMethod, KernelName, Limits};
use dominox::{Problem, Solver};
use dominox_suite::run::{self, End};

/// Which kernel searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// The one that is chosen.
    Auto,
    Kernel(KernelName),
}

impl Way {
    pub const KERNELS: [Way; 4] = [
        Way::Kernel(KernelName::Rows),
        Way::Kernel(KernelName::Lanes),
        Way::Kernel(KernelName::Links),
        Way::Kernel(KernelName::Units),
    ];
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Way::Auto => f.write_str("auto"),
            Way::Kernel(kernel) => kernel.fmt(f),
        }
    }
}

impl FromStr for Way {
    type Err = String;

    fn from_str(text: &str) -> Result<Way, String> {
        let mut ways = [Way::Auto].into_iter().chain(Way::KERNELS);
        let found = ways.find(|way| way.to_string() == text);
        found.ok_or_else(|| format!("no kernel is called `{text}`"))
    }
}

/// What became of a run.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Its time, if it came to its end.
    pub seconds: Option<f64>,
    /// The kernel at the end, nodes and solutions.
    pub said: String,
    /// Whether the kernel refused the problem.
    pub refused: bool,
}

/// Searches for all solutions, or for this number of them, and prints the kernel, the nodes and the number of solutions.
pub fn search(way: Way, file: &Path, solutions: Option<u64>) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let problem = Problem::parse(&text).map_err(|error| error.to_string())?;
    let kernel = match way {
        Way::Auto => None,
        Way::Kernel(kernel) => Some(kernel),
    };
    let limits = Limits {
        solutions,
        ..Limits::default()
    };
    let solver = Solver::with_kernel(&problem, kernel).map_err(|error| error.to_string())?;
    let mut solver = solver.limits(limits).counting(CountMethod::Search);
    let found = solver.count();
    println!("{} {} {found}", solver.kernel(), solver.effort().nodes);
    Ok(())
}

/// Runs this program on one problem, for at most `limit` of processor time.
pub fn run(
    way: Way,
    file: &Path,
    solutions: Option<u64>,
    limit: Duration,
) -> Result<Outcome, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command
        .args(["--one", &way.to_string(), "--file"])
        .arg(file);
    if let Some(number) = solutions {
        command.args(["--solutions", &number.to_string()]);
    }
    let run = run::run(&mut command, limit).map_err(|error| error.to_string())?;
    match run.end {
        End::Code(0) => Ok(Outcome {
            seconds: Some(run.micros as f64 / 1e6),
            said: run.stdout.trim().into(),
            refused: false,
        }),
        End::Code(2) if way != Way::Auto => Ok(Outcome {
            refused: true,
            ..Outcome::default()
        }),
        End::TimedOut => Ok(Outcome::default()),
        end => Err(format!("{way}: {end:?}: {}", run.stderr)),
    }
}
