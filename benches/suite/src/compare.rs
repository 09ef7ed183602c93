//! Runs all programs on one instance, turn by turn, and compares what they count.
//!
//! ```text
//!     turn 1    auto  links  lanes  dlx  ssxcc  miniexact
//!     turn 2    auto  links  lanes  dlx  ssxcc                miniexact took over twice as long as the best peer
//!     turn 3    auto  links  lanes  dlx  ssxcc
//! ```
//!
//! So whatever else the machine does affects all programs alike. Slow peers, whose figures do not matter, cost one run.

use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

use crate::instance::Instance;
use crate::program::{Outcome, Program};

/// A peer that took this many times as long as the best one is not run again.
const SLOW: u64 = 2;

/// The number of runs, and their limit.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The number of runs of each program.
    pub turns: usize,
    /// The processor time that a run may take.
    pub limit: Duration,
}

/// What one program did on one instance.
#[derive(Debug, Default)]
pub struct Tally {
    /// The processor time of the runs that ended with a count, in microseconds, sorted.
    pub micros: Vec<u64>,
    /// What the last run gave; `None` if there was none.
    pub last: Option<Outcome>,
}

impl Tally {
    /// The median of the processor time, in microseconds.
    pub fn median(&self) -> Option<u64> {
        median(&self.micros)
    }

    /// Whether it may be run again: every run so far gave a count.
    fn is_open(&self) -> bool {
        matches!(self.last, None | Some(Outcome::Counted(..)))
    }
}

/// The middle one of sorted numbers, or the mean of the two in the middle.
pub fn median(sorted: &[u64]) -> Option<u64> {
    let low = *sorted.get(sorted.len().checked_sub(1)? / 2)?;
    let high = sorted[sorted.len() / 2];
    Some(low.midpoint(high))
}

/// What all programs did on one instance.
#[derive(Debug)]
pub struct Row<'a> {
    /// The instance.
    pub instance: &'a Instance,
    /// In the order of the programs.
    pub tallies: Vec<Tally>,
    /// The programs that counted each number. More than one entry is a disagreement.
    pub counts: BTreeMap<u64, Vec<String>>,
}

impl<'a> Row<'a> {
    /// Runs the programs, of which ours must come first. If none of ours counts the solutions, peers are not run.
    ///
    /// # Errors
    /// If a program cannot be started.
    pub fn measure(
        instance: &'a Instance,
        programs: &[Program],
        effort: Effort,
    ) -> io::Result<Self> {
        let mut row = Row::new(instance, programs);
        for _ in 0..effort.turns {
            for (index, program) in programs.iter().enumerate() {
                if row.is_wanted(index, programs) {
                    let run = program.run(instance, effort.limit)?;
                    row.take(index, program, run.micros, program.outcome(&run));
                }
            }
        }
        Ok(row)
    }

    fn new(instance: &'a Instance, programs: &[Program]) -> Self {
        let mut row = Row {
            instance,
            tallies: programs.iter().map(|_| Tally::default()).collect(),
            counts: BTreeMap::new(),
        };
        if let Some(known) = instance.known {
            row.note(known, "MANIFEST.tsv");
        }
        row
    }

    fn is_wanted(&self, index: usize, programs: &[Program]) -> bool {
        let tally = &self.tallies[index];
        if programs[index].ours || !tally.is_open() {
            return tally.is_open();
        }
        let slow = || tally.median() > self.best_peer(programs).map(|(_, best)| best * SLOW);
        self.is_solved(programs) && (tally.micros.is_empty() || !slow())
    }

    fn take(&mut self, index: usize, program: &Program, micros: u64, outcome: Outcome) {
        let tally = &mut self.tallies[index];
        if let Outcome::Counted(count, _) = outcome {
            let place = tally.micros.partition_point(|&other| other < micros);
            tally.micros.insert(place, micros);
            self.note(count, &program.name);
        }
        self.tallies[index].last = Some(outcome);
    }

    fn note(&mut self, count: u64, name: &str) {
        let names = self.counts.entry(count).or_default();
        if !names.iter().any(|other| other == name) {
            names.push(name.into());
        }
    }

    /// One of our programs has counted the solutions.
    pub fn is_solved(&self, programs: &[Program]) -> bool {
        let mut both = programs.iter().zip(&self.tallies);
        both.any(|(program, tally)| program.ours && !tally.micros.is_empty())
    }

    /// The peer with the least median, and that in microseconds.
    pub fn best_peer(&self, programs: &[Program]) -> Option<(usize, u64)> {
        let peers = (0..programs.len()).filter(|&index| !programs[index].ours);
        peers
            .filter_map(|index| Some((index, self.tallies[index].median()?)))
            .min_by_key(|&(_, micros)| micros)
    }

    /// How many times as long as this program of ours the best peer takes.
    pub fn ratio(&self, index: usize, programs: &[Program]) -> Option<f64> {
        let (_, peer) = self.best_peer(programs)?;
        // The operating system does not see runs of less than a microsecond.
        Some(peer as f64 / self.tallies[index].median()?.max(1) as f64)
    }

    /// What is wrong, a line each: counts that differ, and programs that crash.
    pub fn faults(&self, programs: &[Program]) -> Vec<String> {
        let mut faults = Vec::new();
        if self.counts.len() > 1 {
            let told =
                |(count, names): (&u64, &Vec<String>)| format!("{count} ({})", names.join(", "));
            let told: Vec<String> = self.counts.iter().map(told).collect();
            faults.push(format!("COUNTS DISAGREE: {}", told.join(" | ")));
        }
        for (program, tally) in programs.iter().zip(&self.tallies) {
            if let Some(Outcome::Failed(reason)) = &tally.last {
                faults.push(format!("{} FAILED: {reason}", program.name));
            }
        }
        faults
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Kind;

    #[test]
    fn medians() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3]), Some(3));
        assert_eq!(median(&[3, 8]), Some(5));
        assert_eq!(median(&[3, 8, 90]), Some(8));
    }

    #[test]
    fn slow_peers_and_those_without_a_count_rest() {
        let instance = Instance {
            name: "one".into(),
            path: "one.dlx".into(),
            kind: Kind::Xc,
            known: None,
        };
        let mut programs = ["ours", "best", "twice", "slow", "refuses", "new"]
            .map(|name| Program::peer(name, ["true"]));
        programs[0].ours = true;
        let mut row = Row::new(&instance, &programs);
        let wanted = |row: &Row| -> Vec<usize> {
            (0..6)
                .filter(|&index| row.is_wanted(index, &programs))
                .collect()
        };
        assert_eq!(wanted(&row), [0], "peers wait for a count of ours");
        for (index, micros) in [900, 100, 200, 201].into_iter().enumerate() {
            let counted = Outcome::Counted(7, String::new());
            row.take(index, &programs[index], micros, counted);
        }
        row.take(4, &programs[4], 1, Outcome::Refused("no colours".into()));
        assert_eq!(wanted(&row), [0, 1, 2, 5]);
        assert_eq!(row.best_peer(&programs), Some((1, 100)));
        assert_eq!(row.faults(&programs), [] as [&str; 0]);

        row.take(2, &programs[2], 200, Outcome::Counted(8, String::new()));
        let fault = "COUNTS DISAGREE: 7 (ours, best, twice, slow) | 8 (twice)";
        assert_eq!(row.faults(&programs), [fault]);
    }
}
