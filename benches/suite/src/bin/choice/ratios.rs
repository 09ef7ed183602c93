//! The time of the choice divided by the best time: a row for each problem, and percentiles over all.

use std::fmt;

use crate::one::{Outcome, Way};

/// The number of worst problems that are named.
const WORST: usize = 12;

/// The ratios of all problems that count.
pub struct Ratios {
    least: f64,
    all: Vec<(f64, String)>,
}

type Times = [(Way, Outcome)];

fn best(times: &Times) -> Option<f64> {
    let seconds = times.iter().filter_map(|(_, outcome)| outcome.seconds);
    seconds.reduce(f64::min)
}

fn ratio(times: &Times) -> Option<f64> {
    Some(times.first()?.1.seconds? / best(times)?)
}

impl Ratios {
    pub fn new(least: f64) -> Ratios {
        Ratios {
            least,
            all: Vec::new(),
        }
    }

    pub fn add(&mut self, name: &str, times: &Times) {
        if best(times).is_some_and(|best| best >= self.least) {
            // A run that took too long counts as infinitely long.
            let ratio = ratio(times).unwrap_or(f64::INFINITY);
            self.all.push((ratio, row(name, times)));
        }
    }
}

impl fmt::Display for Ratios {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut all = self.all.clone();
        all.sort_by(|one, other| other.0.total_cmp(&one.0));
        let count = all.len();
        if count == 0 {
            return writeln!(f, "no problem takes {} s", self.least);
        }
        let within = |most: f64| {
            let many = all.iter().filter(|(ratio, _)| *ratio <= most).count();
            100.0 * many as f64 / count as f64
        };
        let mean = all.iter().map(|(ratio, _)| ratio.ln()).sum::<f64>() / count as f64;
        writeln!(f, "\nthe worst:")?;
        for (_, row) in all.iter().take(WORST) {
            writeln!(f, "  {row}")?;
        }
        writeln!(f, "\n{count} problems of {} s or more", self.least)?;
        writeln!(f, "geometric mean    {:.3}", mean.exp())?;
        for percent in [50, 90, 95, 99, 100] {
            let place = (count * (100 - percent) / 100).min(count - 1);
            writeln!(f, "{percent:3} % are within  {:.2}", all[place].0)?;
        }
        writeln!(f, "within 1.3        {:.1} %", within(1.3))?;
        writeln!(f, "within 3          {:.1} %", within(3.0))
    }
}

/// A line about a problem, for a reader.
pub fn row(name: &str, times: &Times) -> String {
    let ratio = match ratio(times) {
        Some(ratio) => format!("{ratio:.2}"),
        None => "∞".into(),
    };
    let said = times.first().map_or("", |(_, outcome)| &outcome.said);
    let chosen = said.split(' ').next().unwrap_or("?");
    let time = |(way, outcome): &(Way, Outcome)| {
        let seconds = match (outcome.seconds, outcome.refused) {
            (Some(seconds), _) => format!("{seconds:.3}"),
            (None, true) => "–".into(),
            (None, false) => "…".into(),
        };
        format!("{way} {seconds}")
    };
    let times: Vec<String> = times.iter().map(time).collect();
    format!("{name}: {ratio} ({chosen}), {}", times.join(", "))
}

/// A line of tab-separated values: the name, and for each way its seconds and what it printed.
pub fn values(name: &str, times: &Times) -> String {
    let mut cells = vec![name.to_string()];
    for (way, outcome) in times {
        let seconds = match (outcome.seconds, outcome.refused) {
            (Some(seconds), _) => seconds.to_string(),
            (None, true) => "refused".into(),
            (None, false) => "late".into(),
        };
        cells.extend([way.to_string(), seconds, outcome.said.clone()]);
    }
    cells.join("\t")
}
