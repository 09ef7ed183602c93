//! How long `solve` takes to find a first solution, compared with each kernel alone and with Knuth's SSXCC.
//!
//! ```sh
//! cargo build --release
//! cargo run --release --manifest-path benches/suite/Cargo.toml --bin first -- target/release/dominox --ssxcc <program> *.dlx
//! ```
//!
//! Files that differ only in what follows the last `.` of their stems are one family: the same problem, shuffled. For each
//! family and each program, the table has the median processor time over its files. A search that reaches the limit counts
//! as the limit.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use clap::Parser;
use dominox_suite::run::{End, run};

/// Compare the time to a first solution with that of other programs
#[derive(Parser)]
struct First {
    /// The program
    dominox: PathBuf,

    /// Exact-cover problems: `family.1.dlx`, `family.2.dlx`, …
    #[arg(required = true)]
    problems: Vec<PathBuf>,

    /// D. E. Knuth's SSXCC
    #[arg(long)]
    ssxcc: Option<PathBuf>,

    /// Seconds of processor time that one search may take
    #[arg(long, default_value_t = 4.0)]
    limit: f64,
}

/// The kernels that are tried alone.
const KERNELS: [&str; 3] = ["links", "lanes", "rows"];

/// A family's median times in milliseconds: of `solve`, then of the others.
struct Family {
    name: String,
    solve: f64,
    others: Vec<f64>,
}

fn main() -> ExitCode {
    let arguments = First::parse();
    match arguments.measure() {
        Ok(families) => {
            summary(&families, arguments.limit * 1e3);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("first: {error}");
            ExitCode::from(2)
        }
    }
}

impl First {
    fn measure(&self) -> io::Result<Vec<Family>> {
        let mut of_family: BTreeMap<String, Vec<&Path>> = BTreeMap::new();
        for problem in &self.problems {
            let stem = problem.file_stem().unwrap_or_default().to_string_lossy();
            let name = stem.rsplit_once('.').map_or(&*stem, |(name, _)| name);
            of_family.entry(name.into()).or_default().push(problem);
        }
        let ssxcc = self.ssxcc.iter().map(|_| "ssxcc");
        let others = Vec::from_iter(KERNELS.into_iter().chain(ssxcc));
        println!("family\tfiles\tsolve\t{}", others.join("\t"));
        let mut families = Vec::new();
        for (name, problems) in of_family {
            let median = |program: &str| {
                let times = problems.iter().map(|problem| self.time(program, problem));
                io::Result::<Vec<f64>>::from_iter(times).map(median)
            };
            let solve = median("solve")?;
            let others = others.iter().map(|program| median(program));
            let others: Vec<f64> = io::Result::from_iter(others)?;
            print!("{name}\t{}\t{solve:.1}", problems.len());
            others.iter().for_each(|millis| print!("\t{millis:.1}"));
            println!();
            families.push(Family {
                name,
                solve,
                others,
            });
        }
        Ok(families)
    }

    /// Milliseconds until a program has a first solution, or knows that there is none.
    fn time(&self, program: &str, problem: &Path) -> io::Result<f64> {
        let mut command = match (program, &self.ssxcc) {
            ("ssxcc", Some(ssxcc)) => {
                let mut command = Command::new(ssxcc);
                command.args(["t1", "v1"]).stdin(File::open(problem)?);
                command
            }
            (kernel, _) => {
                let mut command = Command::new(&self.dominox);
                command.args(["solve", "--kind", "cover", "--threads", "1"]);
                if kernel != "solve" {
                    command.args(["--kernel", kernel]);
                }
                command.arg(problem);
                command
            }
        };
        let run = run(&mut command, Duration::from_secs_f64(self.limit))?;
        // A kernel may refuse a problem, and a program may run out of its own tables.
        let is_answer = matches!(run.end, End::Code(0 | 1));
        let millis = run.micros as f64 / 1e3;
        Ok(match is_answer {
            true => millis.min(self.limit * 1e3),
            false => self.limit * 1e3,
        })
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// `solve` compared with the best of the others, over the families that one of them finishes.
fn summary(families: &[Family], limit: f64) {
    let best = |family: &Family| family.others.iter().copied().fold(limit, f64::min);
    let mut ratios = Vec::new();
    let mut beyond = Vec::new();
    for family in families {
        let best = best(family);
        if best >= limit && family.solve >= limit {
            continue;
        }
        ratios.push((family.solve - 5.0).max(0.0) / best);
        if family.solve > 10.0 * best + 20.0 {
            beyond.push(family.name.as_str());
        }
    }
    ratios.sort_by(f64::total_cmp);
    let Some(middle) = ratios.get(ratios.len() / 2) else {
        println!("no family was solved within the limit");
        return;
    };
    println!(
        "{} families: (solve − 5 ms) / best: median {middle:.2}; beyond 10 times and 20 ms: {}",
        ratios.len(),
        match beyond.is_empty() {
            true => "none".into(),
            false => beyond.join(", "),
        }
    );
}
