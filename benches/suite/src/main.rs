//! `suite`: exact-cover problems, dominox beside its peers.

use std::fs::File;
use std::io::{self, Write};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use dominox_suite::compare::{Effort, Row};
use dominox_suite::instance::{Filter, find};
use dominox_suite::program::{Ours, Outcome, PEERS, Program};
use dominox_suite::table::{COLUMNS, Table, values};
use dominox_suite::{make, run};

/// List all solutions of exact-cover problems with dominox and its peers, as whole commands, by turns, on one core
///
/// For each instance the processor time of each program is printed, user and system, in seconds: the median of the
/// turns; then the best peer, and how many times as long as dominox it takes. A dash stands where a program cannot
/// solve problems of that kind (`--tsv` has its words). Peers that took over twice as long as the best one are run
/// once.
///
/// The exit code is 1 if two counts differ or a program fails, and 2 if nothing could be measured.
#[derive(Parser)]
struct Suite {
    /// Problems in D. E. Knuth's text format; of a folder, all files `*.dlx`
    #[arg(required = true, value_name = "FILE|FOLDER")]
    paths: Vec<PathBuf>,

    /// How dominox is run: kernels (`auto` for none asked for), each perhaps with the method to count with
    #[arg(
        long,
        value_name = "KERNEL[/METHOD],...",
        value_delimiter = ',',
        default_value = "auto"
    )]
    ours: Vec<Ours>,

    /// Which of the known peers are run: crates, which are built here, and miniexact, if it is on the PATH
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', default_values = PEERS,
        value_parser = clap::builder::PossibleValuesParser::new(PEERS.iter().chain(&["none"])))]
    peers: Vec<String>,

    /// Another peer; may be given several times
    ///
    /// The command is split at blanks, without a shell. The word `{}` stands for the file; without it the command reads
    /// the problem from standard input. Its count is the last `N solution` or `N solutions` that it prints, on either
    /// output; else, with exit code 0, the last integer on standard output. (Knuth's programs print `Altogether N
    /// solutions`.) If it ends with another exit code and no such words, it refuses the problem.
    #[arg(long, value_name = "NAME=COMMAND")]
    peer: Vec<Program>,

    #[command(flatten)]
    filter: Filter,

    /// How often each program is run
    #[arg(long, value_name = "N", default_value = "3")]
    turns: NonZeroUsize,

    /// How long a run may take, in seconds of processor time; if it takes longer, it is not tried again
    #[arg(long, value_name = "SECONDS", default_value = "60")]
    timeout: NonZeroU64,

    /// The core to run on [default: the last one]
    #[arg(long, value_name = "N")]
    core: Option<usize>,

    /// The program to measure, instead of one that is built from this source
    #[arg(long, value_name = "PATH")]
    dominox: Option<PathBuf>,

    /// Take the peers as they were built before
    #[arg(long)]
    no_build: bool,

    /// Write all figures to this file, as tab-separated values
    #[arg(long, value_name = "FILE")]
    tsv: Option<PathBuf>,
}

fn main() -> ExitCode {
    match Suite::parse().run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("suite: {error}");
            ExitCode::from(2)
        }
    }
}

impl Suite {
    /// Measures, and returns whether all went well.
    fn run(&self) -> Result<bool, String> {
        let instances = find(&self.paths, &self.filter)?;
        if instances.is_empty() {
            return Err("no instance is left of those that were named".into());
        }
        let programs = self.programs()?;
        let mut figures = self.figures()?;
        run::pin(self.core).map_err(|error| format!("cannot keep to one core: {error}"))?;
        let effort = Effort {
            turns: self.turns.get(),
            limit: Duration::from_secs(self.timeout.get()),
        };
        let words = |error: io::Error| error.to_string();
        let table = Table::new(&programs, &instances);
        println!("{}", table.head());
        figures.write_all(COLUMNS.as_bytes()).map_err(words)?;
        let (mut rows, mut well) = (Vec::new(), true);
        for instance in &instances {
            let row = Row::measure(instance, &programs, effort).map_err(words)?;
            println!("{}", table.row(&row));
            let values = values(&row, &programs);
            figures.write_all(values.as_bytes()).map_err(words)?;
            well &= report(&row, &programs);
            rows.push(row);
        }
        print!("\n{}", table.means(&rows));
        Ok(well)
    }

    /// Where all figures go.
    fn figures(&self) -> Result<Box<dyn Write>, String> {
        let Some(path) = &self.tsv else {
            return Ok(Box::new(io::sink()));
        };
        match File::create(path) {
            Ok(file) => Ok(Box::new(file)),
            Err(error) => Err(format!("{}: {error}", path.display())),
        }
    }

    /// Ours, then the available peers.
    fn programs(&self) -> Result<Vec<Program>, String> {
        let dominox = match &self.dominox {
            Some(path) => path.clone(),
            None => make::build(&make::dominox())?.join("dominox"),
        };
        let mut programs = Program::dominox(&dominox, &self.ours)?;
        let folder = match self.no_build {
            true => make::folder()?,
            false => make::build(&make::suite())?,
        };
        for name in self.peers.iter().filter(|name| *name != "none") {
            match Program::known(name, &folder) {
                Some(peer) => programs.push(peer),
                None => eprintln!("suite: {name} is left out, it is not there"),
            }
        }
        programs.extend(self.peer.iter().cloned());
        Ok(programs)
    }
}

/// Reports on standard error what a row does not show, and returns whether nothing is wrong.
fn report(row: &Row, programs: &[Program]) -> bool {
    let name = &row.instance.name;
    if !row.is_solved(programs) {
        eprintln!("suite: {name}: dominox has no count, so the peers are not run");
        for (program, tally) in programs.iter().zip(&row.tallies) {
            if let Some(Outcome::Refused(reason)) = &tally.last {
                eprintln!("suite: {name}: {}: {reason}", program.name);
            }
        }
    }
    let faults = row.faults(programs);
    for fault in &faults {
        eprintln!("suite: {name}: {fault}");
    }
    faults.is_empty()
}
