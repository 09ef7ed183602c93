//! Pseudo-Boolean constraints (OPB), as in the competitions of pseudo-Boolean solvers.
//!
//! ```text
//! * #variable= 4 #constraint= 4
//! min: +2 x1 +5 x3 ;
//! +1 x1 +1 x2 = 1 ;                 an item that is covered exactly once
//! -1 x2 -1 x4 >= -1 ;               one that is covered at most once
//! ```

use std::fmt::Write;

use super::system::{Row, System};
use super::{Written, loss};
use crate::problem::Problem;

/// Constraints while they are written.
#[derive(Default)]
struct Constraints {
    text: String,
    count: usize,
}

impl Constraints {
    fn sum(&mut self, variables: &[u32], weight: &str) {
        for variable in variables {
            let _ = write!(self.text, "{weight} x{variable} ");
        }
    }

    fn end(&mut self, relation: &str, bound: i64) {
        let _ = writeln!(self.text, "{relation} {bound} ;");
        self.count += 1;
    }

    fn add(&mut self, row: &Row) {
        let (low, high) = (row.low as i64, row.high as i64);
        if row.is_hopeless() {
            self.sum(&[1], "+1");
            self.end(">=", 2);
        } else if low == high {
            self.sum(&row.members, "+1");
            self.end("=", low);
        } else {
            if low > 0 {
                self.sum(&row.members, "+1");
                self.end(">=", low);
            }
            if row.is_capped() {
                self.sum(&row.members, "-1");
                self.end(">=", -high);
            }
        }
    }
}

pub(super) fn write(problem: &Problem) -> Written {
    let system = System::new(problem);
    let mut constraints = Constraints::default();
    system.rows.iter().for_each(|row| constraints.add(row));
    for group in &system.groups {
        for &option in &group.options {
            constraints.sum(&[group.variable], "+1");
            constraints.sum(&[option], "-1");
            constraints.end(">=", 0);
        }
        constraints.sum(&group.options, "+1");
        constraints.sum(&[group.variable], "-1");
        constraints.end(">=", 0);
    }
    for &idle in &system.idle {
        constraints.sum(&[idle], "+1");
        constraints.end("=", 0);
    }
    // Some programs read no formula without variables.
    if system.variables() == 0 {
        constraints.sum(&[1], "+1");
        constraints.end("=", 0);
    }
    let mut text = format!(
        "* #variable= {} #constraint= {}\n* xN is option N of {}\n",
        system.variables().max(1),
        constraints.count,
        problem.option_count()
    );
    if loss::has_costs(problem) {
        text.push_str("min: ");
        for option in problem.options().filter(|&option| problem.cost(option) > 0) {
            let number = option.index() + 1;
            let _ = write!(text, "+{} x{number} ", problem.cost(option));
        }
        text.push_str(";\n");
    }
    Written {
        text: text + &constraints.text,
        losses: loss::of_facts(problem),
    }
}
