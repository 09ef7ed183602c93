//! The LP format of CPLEX, which most solvers of integer programs read.
//!
//! ```text
//! \ xN is option N of 3             Minimize
//!  obj: 2 x1 + 5 x3                 Subject To
//!  i1: x1 + x2 = 1                    item 1 is covered exactly once
//!  x4 - x1 - x3 <= 0                  x4: any of options 1 and 3
//! ```

use std::fmt::Write;

use super::Written;
use super::loss;
use super::system::{Group, Row, System};
use crate::problem::Problem;

/// Lines are broken after this number of characters: some programs read no line of more than 255.
const WIDTH: usize = 100;

/// The bits of a number that programs compute with exactly.
const BITS: u32 = 53;

/// Text whose long lines are broken between two terms.
struct Lines {
    text: String,
    /// The number of characters in the last line.
    width: usize,
}

impl Lines {
    fn term(&mut self, term: &str) {
        if self.width > WIDTH {
            self.text.push_str("\n  ");
            self.width = 2;
        }
        self.text.push_str(term);
        self.width += term.len();
    }

    fn end(&mut self, rest: &str) {
        self.text.push_str(rest);
        self.text.push('\n');
        self.width = 0;
    }

    fn sum(&mut self, variables: &[u32], sign: char) {
        for variable in variables {
            self.term(&format!(" {sign} x{variable}"));
        }
    }
}

pub(super) fn write(problem: &Problem) -> Written {
    let system = System::new(problem);
    let variables = system.variables();
    let mut lines = Lines {
        text: format!(
            "\\ xN is option N of {}; iN is item N\nMinimize\n obj:",
            problem.option_count()
        ),
        width: 0,
    };
    if !loss::has_costs(problem) {
        lines.term(" 0 x1");
    }
    for option in problem.options().filter(|&option| problem.cost(option) > 0) {
        let number = option.index() + 1;
        lines.term(&format!(" + {} x{number}", problem.cost(option)));
    }
    lines.end("");
    lines.end("Subject To");
    system.rows.iter().for_each(|row| add(&mut lines, row));
    system
        .groups
        .iter()
        .for_each(|group| define(&mut lines, group));
    for idle in &system.idle {
        lines.end(&format!(" x{idle} = 0"));
    }
    if variables == 0 {
        lines.end(" x1 = 0");
    }
    lines.end("Binary");
    (1..=variables.max(1)).for_each(|variable| lines.term(&format!(" x{variable}")));
    lines.end("");
    lines.end("End");
    Written {
        text: lines.text,
        losses: loss::of_large_costs(problem, BITS),
    }
}

fn add(lines: &mut Lines, row: &Row) {
    let item = row.item.index() + 1;
    let mut bounds = Vec::new();
    if row.is_hopeless() {
        lines.end(&format!(" i{item}: x1 >= 2"));
        return;
    }
    match row.low == row.high {
        true => bounds.push((String::new(), "=", row.high)),
        false => {
            let low = (row.low > 0).then(|| (String::from("l"), ">=", row.low));
            let high = row.is_capped().then(|| (String::from("h"), "<=", row.high));
            bounds.extend(low.into_iter().chain(high));
        }
    }
    for (suffix, relation, bound) in bounds {
        lines.term(&format!(" i{item}{suffix}:"));
        lines.sum(&row.members, '+');
        lines.end(&format!(" {relation} {bound}"));
    }
}

/// The variable is at least each of the options, and at most their sum.
fn define(lines: &mut Lines, group: &Group) {
    let variable = group.variable;
    for option in &group.options {
        lines.end(&format!(" x{option} - x{variable} <= 0"));
    }
    let mut first = String::new();
    let _ = write!(first, " x{variable}");
    lines.term(&first);
    lines.sum(&group.options, '-');
    lines.end(" <= 0");
}
