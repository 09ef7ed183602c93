//! MiniZinc, for the solvers of constraint programming.
//!
//! ```text
//! array[1..3] of var 0..1: x;                  x[n]: option n
//! constraint x[1] + x[2] = 1; % a              item a is covered exactly once
//! solve satisfy;                               or minimize, if options have costs
//! ```

use std::fmt::Write;

use super::system::{Row, System};
use super::{Written, loss};
use crate::problem::Problem;

/// The bits of a number that solvers such as Gecode compute with.
const BITS: u32 = 31;

/// Terms in a line.
const TERMS: usize = 12;

pub(super) fn write(problem: &Problem) -> Written {
    let system = System::new(problem);
    let options = system.options;
    let mut text = format!("% x[n] is option n\narray[1..{options}] of var 0..1: x;\n");
    if !system.groups.is_empty() {
        let groups = system.groups.len();
        let _ = writeln!(text, "array[1..{groups}] of var 0..1: y;");
    }
    for row in &system.rows {
        add(&mut text, problem, options, row);
    }
    for (place, group) in system.groups.iter().enumerate() {
        let members = group.options.iter().map(|option| format!("x[{option}]"));
        let members = in_lines(members.collect(), ", ");
        let _ = writeln!(text, "constraint y[{}] = max([{members}]);", place + 1);
    }
    for idle in &system.idle {
        let _ = writeln!(text, "constraint x[{idle}] = 0;");
    }
    let costs = problem.options().filter(|&option| problem.cost(option) > 0);
    let costs = costs.map(|option| format!("{} * x[{}]", problem.cost(option), option.index() + 1));
    let costs = in_lines(costs.collect(), " + ");
    text += &match costs.is_empty() {
        true => "solve satisfy;\n".into(),
        false => format!("solve minimize {costs};\n"),
    };
    let _ = writeln!(
        text,
        "output [\"\\(i) \" | i in 1..{options} where fix(x[i]) = 1] ++ [\"\\n\"];"
    );
    Written {
        text,
        losses: loss::of_large_costs(problem, BITS),
    }
}

fn add(text: &mut String, problem: &Problem, options: usize, row: &Row) {
    let name = problem.item_name(row.item);
    let variable = |&variable: &u32| match variable as usize {
        option if option <= options => format!("x[{option}]"),
        group => format!("y[{}]", group - options),
    };
    let sum = match row.members.is_empty() {
        true => "0".into(),
        false => in_lines(row.members.iter().map(variable).collect(), " + "),
    };
    let _ = match row.low == row.high {
        true => writeln!(text, "constraint {sum} = {}; % {name}", row.low),
        false => {
            let low = match row.low {
                0 => Ok(()),
                low => writeln!(text, "constraint {sum} >= {low}; % {name}"),
            };
            low.and_then(|()| match row.is_capped() {
                true => writeln!(text, "constraint {sum} <= {}; % {name}", row.high),
                false => Ok(()),
            })
        }
    };
}

/// Terms with this between them, a few in each line.
fn in_lines(terms: Vec<String>, between: &str) -> String {
    let lines = terms.chunks(TERMS).map(|line| line.join(between));
    Vec::from_iter(lines).join(&format!("{between}\n  "))
}
