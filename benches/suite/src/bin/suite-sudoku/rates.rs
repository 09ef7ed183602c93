//! The results of all programs on one set: passes in turn, rates, and how they are printed.

use std::fmt::Write;
use std::time::Duration;

use crate::set::{Set, Verdicts};
use crate::solvers::Solver;

/// The columns of the file of all figures.
pub const COLUMNS: &str =
    "set\tpuzzles\tnone\tone\tmany\tprogram\tside\tpasses\tpuzzles_per_s\tover_best_peer\n";

/// What one program did on one set.
#[derive(Default)]
struct Tally {
    /// Puzzles a second of processor time, of each pass.
    rates: Vec<f64>,
    worked: Duration,
    /// What it found, if that differs from what the first program found.
    other: Option<Verdicts>,
}

impl Tally {
    /// The rate of the median pass.
    fn rate(&self) -> f64 {
        let mut rates = self.rates.clone();
        rates.sort_by(f64::total_cmp);
        (rates[(rates.len() - 1) / 2] + rates[rates.len() / 2]) / 2.0
    }
}

/// A line of the table.
pub struct Row {
    set: String,
    puzzles: u64,
    verdicts: Verdicts,
    /// In the order of the programs.
    tallies: Vec<Tally>,
}

impl Row {
    /// Lets all programs make passes in turn, until each has made enough passes and worked for long enough.
    ///
    /// # Errors
    /// If one cannot continue.
    pub fn measure(
        set: &Set,
        solvers: &mut [Solver],
        turns: usize,
        time: Duration,
    ) -> Result<Row, String> {
        // This warms up the programs in this process, and shows how much work is enough for the others.
        let (mut verdicts, mut copies) = (None, 1);
        for solver in solvers.iter_mut().filter(|solver| solver.is_here()) {
            let pass = solver.pass(set, 1)?;
            verdicts.get_or_insert(pass.verdicts);
            let enough = time.as_secs_f64() / pass.time.as_secs_f64();
            copies = copies.max(enough.ceil() as u64);
        }
        let mut row = Row {
            set: set.name.clone(),
            puzzles: set.puzzles,
            verdicts: verdicts.ok_or("no program")?,
            tallies: solvers.iter().map(|_| Tally::default()).collect(),
        };
        loop {
            let mut idle = true;
            for (tally, solver) in row.tallies.iter_mut().zip(&mut *solvers) {
                if tally.rates.len() >= turns && tally.worked >= time {
                    continue;
                }
                idle = false;
                let pass = solver.pass(set, copies)?;
                let puzzles = set.puzzles * pass.copies;
                tally.rates.push(puzzles as f64 / pass.time.as_secs_f64());
                tally.worked += pass.time;
                if pass.verdicts != row.verdicts.times(pass.copies) {
                    tally.other = Some(pass.verdicts);
                }
            }
            if idle {
                return Ok(row);
            }
        }
    }

    /// The greatest rate of those that are not ours.
    fn best_peer(&self, solvers: &[Solver]) -> Option<f64> {
        let peers = self
            .tallies
            .iter()
            .zip(solvers)
            .filter(|(_, solver)| !solver.is_ours());
        peers.map(|(tally, _)| tally.rate()).max_by(f64::total_cmp)
    }

    fn ratio(&self, tally: &Tally, solvers: &[Solver]) -> Option<f64> {
        Some(tally.rate() / self.best_peer(solvers)?)
    }

    /// A line of the table.
    pub fn line(&self, solvers: &[Solver]) -> String {
        let Verdicts([none, one, many]) = self.verdicts;
        let mut line = format!("| {:<16} | {none:>8} | {one:>8} | {many:>8} |", self.set);
        for tally in &self.tallies {
            let _ = write!(line, " {:>13.0} |", tally.rate());
        }
        for (tally, solver) in self.tallies.iter().zip(solvers) {
            if solver.is_ours()
                && let Some(ratio) = self.ratio(tally, solvers)
            {
                let _ = write!(line, " {ratio:>13.3} |");
            }
        }
        line
    }

    /// The lines in the file of all figures.
    pub fn values(&self, solvers: &[Solver]) -> String {
        let Verdicts([none, one, many]) = self.verdicts;
        let mut text = String::new();
        for (tally, solver) in self.tallies.iter().zip(solvers) {
            let side = if solver.is_ours() { "ours" } else { "peer" };
            let ratio = self.ratio(tally, solvers).unwrap_or_default();
            let _ = writeln!(
                text,
                "{}\t{}\t{none}\t{one}\t{many}\t{}\t{side}\t{}\t{:.0}\t{ratio:.4}",
                self.set,
                self.puzzles,
                solver.name(),
                tally.rates.len(),
                tally.rate(),
            );
        }
        text
    }

    /// The programs that found something else than the first one.
    pub fn differences(&self, solvers: &[Solver]) -> Vec<String> {
        let first = solvers[0].name();
        let tell = |(tally, solver): (&Tally, &Solver)| {
            let (ours, theirs) = (self.verdicts.0, tally.other?.0);
            let name = solver.name();
            Some(format!(
                "VERDICTS DIFFER: {first} found {ours:?}, {name} {theirs:?} in all its copies"
            ))
        };
        self.tallies.iter().zip(solvers).filter_map(tell).collect()
    }
}

/// The first two lines of the table.
pub fn head(solvers: &[Solver]) -> String {
    let mut names = format!(
        "| {:<16} | {:>8} | {:>8} | {:>8} |",
        "set", "none", "one", "many"
    );
    let mut rules = format!(
        "| {0} | {1}: | {1}: | {1}: |",
        "-".repeat(16),
        "-".repeat(7)
    );
    let ours = solvers.iter().filter(|solver| solver.is_ours());
    let rates = solvers
        .iter()
        .map(|solver| format!("{}, 1/s", solver.name()));
    for name in rates.chain(ours.map(|solver| format!("{} / peer", solver.name()))) {
        let _ = write!(names, " {name:>13} |");
        let _ = write!(rules, " {}: |", "-".repeat(12));
    }
    format!("{names}\n{rules}")
}
