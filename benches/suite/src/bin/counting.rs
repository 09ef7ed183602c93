//! How long `count` takes by default, compared with `--method search` and `--method table`.
//!
//! ```sh
//! cargo build --release
//! cargo run --release --manifest-path benches/suite/Cargo.toml --bin counting -- target/release/dominox *.dlx
//! ```
//!
//! Each problem is counted in these three ways in turn, several times; the shortest processor time of each way counts.
//! The *ratio* is the time of the default, divided by the shorter time of the other two. Problems that neither of them
//! counts within the limit are left out.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use clap::Parser;
use dominox_suite::list;
use dominox_suite::run::{End, run};

/// Compare `count` by default with `count --method search` and `count --method table`
#[derive(Parser)]
struct Counting {
    /// The program
    dominox: PathBuf,

    /// Exact-cover problems, in D. E. Knuth's text format
    #[arg(required_unless_present = "list")]
    problems: Vec<PathBuf>,

    /// A list of problems to count after them: files, or families with a size and a seed, as `generate` takes them
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,

    /// Seconds of processor time that one count may take; the default may take four times as long
    #[arg(long, default_value_t = 20.0)]
    limit: f64,

    /// How often each problem is counted in each way, if that takes less than a second
    #[arg(long, default_value_t = 3)]
    repeat: u32,
}

/// The ways to count, by their arguments.
const WAYS: [&[&str]; 3] = [&["--method", "search"], &["--method", "table"], &[]];
const DEFAULT: usize = 2;
/// The default may take this number of times as long as the better of the others, plus some milliseconds.
const MOST: f64 = 2.2;
const BESIDE: f64 = 5.0;

/// The milliseconds that a problem took in each way, if that ended.
struct Taken {
    name: String,
    millis: [Option<f64>; 3],
}

fn main() -> ExitCode {
    match Counting::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("counting: {error}");
            ExitCode::from(2)
        }
    }
}

impl Counting {
    fn run(&self) -> Result<(), String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let listed = self.list.as_deref().map_or(Ok(Vec::new()), list::lines)?;
        println!("ratio\tdefault\tsearch\ttable\tproblem");
        let mut all = Vec::new();
        let mut add = |problem: &Path, name: String| -> Result<(), String> {
            let taken = self.measure(problem, name)?;
            taken.print();
            all.push(taken);
            Ok(())
        };
        for problem in &self.problems {
            let name = problem.file_stem().unwrap_or_default();
            add(problem, name.to_string_lossy().into_owned())?;
        }
        for line in listed {
            add(&list::problem(&line, folder.path())?, line)?;
        }
        summary(&all);
        Ok(())
    }

    /// Counts a problem in each way; an error if two numbers differ.
    fn measure(&self, problem: &Path, name: String) -> Result<Taken, String> {
        let mut millis: [Option<f64>; 3] = [None; 3];
        let mut number = None;
        for round in 0..self.repeat.max(1) {
            for (way, best) in WAYS.iter().zip(&mut millis) {
                // A count that takes long is not repeated, nor is one that did not end.
                if round > 0 && best.is_none_or(|millis| millis > 1e3) {
                    continue;
                }
                let seconds = self.limit * if way.is_empty() { 4.0 } else { 1.0 };
                let mut command = Command::new(&self.dominox);
                command
                    .args(["count", "--kind", "cover"])
                    .args(*way)
                    .arg(problem);
                let limit = Duration::from_secs_f64(seconds);
                let run = run(&mut command, limit).map_err(|error| error.to_string())?;
                match run.end {
                    End::Code(0 | 1) => {}
                    End::TimedOut => continue,
                    end => return Err(format!("{name}: {way:?}: {end:?}: {}", run.stderr.trim())),
                }
                let counted = run.stdout.trim().to_string();
                match &number {
                    None => number = Some(counted),
                    Some(other) if *other == counted => {}
                    Some(other) => return Err(format!("{name}: {way:?}: {counted}, not {other}")),
                }
                let taken = run.micros as f64 / 1e3;
                *best = Some(best.map_or(taken, |best| best.min(taken)));
            }
        }
        Ok(Taken { name, millis })
    }
}

impl Taken {
    /// The better of search and table.
    fn best(&self) -> Option<f64> {
        let ended = self.millis[..DEFAULT].iter().flatten().copied();
        ended.reduce(f64::min)
    }

    /// The time of the default, divided by that of the better of the others; infinite if the default did not end.
    /// `None` if neither of the others did.
    fn ratio(&self) -> Option<f64> {
        let best = self.best()?;
        Some(self.millis[DEFAULT].map_or(f64::INFINITY, |millis| millis / best))
    }

    fn keeps_the_bound(&self) -> bool {
        let best = self.best().unwrap_or(f64::INFINITY);
        let default = self.millis[DEFAULT].unwrap_or(f64::INFINITY);
        default <= MOST * best + BESIDE || best.is_infinite()
    }

    fn print(&self) {
        let ratio = self
            .ratio()
            .map_or("–".into(), |ratio| format!("{ratio:.2}"));
        let [search, table, default] = self
            .millis
            .map(|millis| millis.map_or("–".into(), |millis| format!("{millis:.1}")));
        let mark = if self.keeps_the_bound() { "" } else { "\t!" };
        println!("{ratio}\t{default}\t{search}\t{table}\t{}{mark}", self.name);
    }
}

fn summary(all: &[Taken]) {
    let mut ratios: Vec<f64> = all.iter().filter_map(Taken::ratio).collect();
    ratios.sort_by(f64::total_cmp);
    let (Some(worst), count) = (ratios.last(), ratios.len()) else {
        println!("no problem was counted by search or table within the limit");
        return;
    };
    let logs: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    let beyond = all.iter().filter(|taken| !taken.keeps_the_bound()).count();
    println!(
        "{count} problems: geometric mean {:.3}, nine in ten {:.2}, worst {worst:.2}; \
         beyond {MOST} times and {BESIDE} ms: {beyond}",
        (logs / count as f64).exp(),
        ratios[(count * 9).div_ceil(10) - 1],
    );
}
