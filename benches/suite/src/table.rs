//! What is printed: a Markdown table, the means below it, and all figures as tab-separated values.

use std::fmt::Write;

use crate::compare::{Row, Tally};
use crate::instance::Instance;
use crate::program::{Outcome, Program};

/// Instances whose best peer takes less than this, in microseconds, are not in the means, since too much of that is the
/// start.
pub const LEAST: u64 = 20_000;

/// A ratio below this is named under the table.
pub const WANTED: f64 = 1.5;

/// The columns of the file of all figures.
pub const COLUMNS: &str = "instance\tkind\tsolutions\tprogram\tside\tstate\truns\t\
     median_us\tleast_us\tmost_us\tbest_peer_over_this\tnote\n";

/// The geometric mean; `None` if there are no values.
pub fn geometric_mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let logarithms: Vec<f64> = values.into_iter().map(f64::ln).collect();
    let sum: f64 = logarithms.iter().sum();
    (!logarithms.is_empty()).then(|| (sum / logarithms.len() as f64).exp())
}

/// A table that is printed row by row, with columns of fixed width.
pub struct Table<'a> {
    programs: &'a [Program],
    /// The width of the names of instances.
    width: usize,
}

impl<'a> Table<'a> {
    /// A table of these programs and instances.
    pub fn new(programs: &'a [Program], instances: &[Instance]) -> Self {
        let widths = instances
            .iter()
            .map(|instance| instance.name.chars().count());
        Table {
            programs,
            width: widths.max().unwrap_or_default().max("instance".len()),
        }
    }

    fn line(&self, first: &str, cells: &[String]) -> String {
        let mut line = format!("| {first:<0$} |", self.width);
        for (cell, width) in cells.iter().zip(self.widths()) {
            let _ = write!(line, " {cell:>width$} |");
        }
        line
    }

    /// The widths of all columns except the first.
    fn widths(&self) -> Vec<usize> {
        let heads = self.heads();
        heads
            .iter()
            .map(|head| head.chars().count().max(10))
            .collect()
    }

    fn heads(&self) -> Vec<String> {
        let mut heads = vec!["kind".into(), "solutions".into()];
        heads.extend(self.programs.iter().map(|program| program.name.clone()));
        heads.push("best peer".into());
        let ours = self.programs.iter().filter(|program| program.ours);
        heads.extend(ours.map(|program| format!("peer / {}", program.name)));
        heads
    }

    /// The first two lines.
    pub fn head(&self) -> String {
        let rules: Vec<String> = self
            .widths()
            .iter()
            .map(|width| format!("{}:", "-".repeat(width - 1)))
            .collect();
        let first = "-".repeat(self.width);
        format!(
            "{}\n{}",
            self.line("instance", &self.heads()),
            self.line(&first, &rules)
        )
    }

    /// The line of an instance: seconds to the microsecond.
    pub fn row(&self, row: &Row) -> String {
        let counts: Vec<String> = row.counts.keys().map(u64::to_string).collect();
        let mut cells = vec![row.instance.kind.to_string(), counts.join("≠")];
        cells.extend(row.tallies.iter().map(cell));
        let best = row.best_peer(self.programs);
        cells.push(best.map_or("–".into(), |(index, _)| self.programs[index].name.clone()));
        for (index, _) in self.ours() {
            let ratio = row.ratio(index, self.programs);
            cells.push(ratio.map_or("–".into(), |ratio| format!("{ratio:.2}")));
        }
        self.line(&row.instance.name, &cells)
    }

    fn ours(&self) -> impl Iterator<Item = (usize, &Program)> {
        self.programs
            .iter()
            .enumerate()
            .filter(|(_, program)| program.ours)
    }

    /// For each of our programs the geometric mean of its ratios, and where they are low.
    pub fn means(&self, rows: &[Row]) -> String {
        let counts = |row: &&Row| {
            let best = row.best_peer(self.programs);
            best.is_some_and(|(_, micros)| micros >= LEAST)
        };
        let rows: Vec<&Row> = rows.iter().filter(counts).collect();
        let mut text = String::new();
        for (index, program) in self.ours() {
            let ratios: Vec<_> = rows
                .iter()
                .filter_map(|row| Some((&row.instance.name, row.ratio(index, self.programs)?)))
                .collect();
            let Some(mean) = geometric_mean(ratios.iter().map(|&(_, ratio)| ratio)) else {
                continue;
            };
            let _ = writeln!(
                text,
                "{}: {mean:.3} times as fast as the best peer, geometric mean over {} of the {} \
                 instances whose best peer takes {} s or more",
                program.name,
                ratios.len(),
                rows.len(),
                LEAST as f64 / 1e6,
            );
            let low = ratios.iter().filter(|(_, ratio)| *ratio < WANTED);
            let low: Vec<_> = low
                .map(|(name, ratio)| format!("{name} {ratio:.2}"))
                .collect();
            if !low.is_empty() {
                let _ = writeln!(
                    text,
                    "{}: under {WANTED} on {}",
                    program.name,
                    low.join(", ")
                );
            }
        }
        text
    }
}

/// The time in seconds, or why there is none.
fn cell(tally: &Tally) -> String {
    match (&tally.last, tally.median()) {
        (Some(Outcome::TimedOut), _) => "timeout".into(),
        (Some(Outcome::Failed(_)), _) => "failed".into(),
        (_, Some(micros)) => format!("{:.6}", micros as f64 / 1e6),
        (_, None) => "–".into(),
    }
}

/// The lines of an instance in the file of all figures.
pub fn values(row: &Row, programs: &[Program]) -> String {
    let mut text = String::new();
    for (index, (program, tally)) in programs.iter().zip(&row.tallies).enumerate() {
        let (state, count, note) = match &tally.last {
            None => continue,
            Some(Outcome::Counted(count, note)) => ("counted", count.to_string(), note.as_str()),
            Some(Outcome::Refused(note)) => ("refused", String::new(), note.as_str()),
            Some(Outcome::TimedOut) => ("timeout", String::new(), ""),
            Some(Outcome::Failed(note)) => ("failed", String::new(), note.as_str()),
        };
        let number =
            |micros: Option<u64>| micros.map(|micros| micros.to_string()).unwrap_or_default();
        let cells = [
            row.instance.name.clone(),
            row.instance.kind.to_string(),
            count,
            program.name.clone(),
            if program.ours { "ours" } else { "peer" }.into(),
            state.into(),
            tally.micros.len().to_string(),
            number(tally.median()),
            number(tally.micros.first().copied()),
            number(tally.micros.last().copied()),
            row.ratio(index, programs)
                .map(|ratio| format!("{ratio:.4}"))
                .unwrap_or_default(),
            note.replace('\t', " "),
        ];
        text += &(cells.join("\t") + "\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Kind;

    fn instance(name: &str) -> Instance {
        Instance {
            name: name.into(),
            path: name.into(),
            kind: Kind::Xc,
            known: None,
        }
    }

    /// Two of ours and two peers, with these times in microseconds; 0 for a program that refuses.
    fn row(instance: &Instance, micros: [u64; 4]) -> Row<'_> {
        let tally = |micros| match micros {
            0 => Tally {
                micros: Vec::new(),
                last: Some(Outcome::Refused("too large".into())),
            },
            _ => Tally {
                micros: vec![micros],
                last: Some(Outcome::Counted(7, String::new())),
            },
        };
        Row {
            instance,
            tallies: micros.map(tally).into(),
            counts: [(7, vec!["all".into()])].into(),
        }
    }

    fn programs() -> [Program; 4] {
        let program = |name, ours| {
            let mut program = Program::peer(name, ["true"]);
            program.ours = ours;
            program
        };
        [
            program("a", true),
            program("b", true),
            program("x", false),
            program("y", false),
        ]
    }

    #[test]
    fn the_mean_is_geometric() {
        assert_eq!(geometric_mean([]), None);
        let mean = geometric_mean([2.0, 8.0]).unwrap();
        assert!((mean - 4.0).abs() < 1e-12);
    }

    #[test]
    fn means_are_of_instances_that_take_their_time() {
        let instances = ["one", "two", "three"].map(instance);
        let rows = [
            row(&instances[0], [10_000, 20_000, 20_000, 90_000]),
            row(&instances[1], [25_000, 0, 0, 200_000]),
            row(&instances[2], [1_000, 1_000, 19_999, 90_000]),
        ];
        let programs = programs();
        let means = Table::new(&programs, &instances).means(&rows);
        let of = |program, mean, number| {
            format!(
                "{program}: {mean} times as fast as the best peer, geometric mean over {number} of the 2 \
                 instances whose best peer takes 0.02 s or more\n"
            )
        };
        let expected = of("a", "4.000", 2) + &of("b", "1.000", 1) + "b: under 1.5 on one 1.00\n";
        assert_eq!(means, expected);
    }

    #[test]
    fn a_row_tells_seconds_and_ratios() {
        let instances = [instance("one")];
        let programs = programs();
        let table = Table::new(&programs, &instances);
        let row = row(&instances[0], [10_000, 0, 25_000, 90_000]);
        let cells = |line: &str| -> Vec<String> {
            line.split('|')
                .map(|cell| cell.trim().to_string())
                .collect()
        };
        let head = table.head();
        let names = [
            "",
            "instance",
            "kind",
            "solutions",
            "a",
            "b",
            "x",
            "y",
            "best peer",
            "peer / a",
            "peer / b",
            "",
        ];
        assert_eq!(cells(head.lines().next().unwrap()), names);
        let line = [
            "", "one", "xc", "7", "0.010000", "–", "0.025000", "0.090000", "x", "2.50", "–", "",
        ];
        assert_eq!(cells(&table.row(&row)), line);
    }
}
