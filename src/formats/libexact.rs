//! The input of `solve`, the program of P. Kaski's and O. Pottonen's library libexact: rows and columns of a 0-1 matrix.
//!
//! Its rows are items, its columns options. `r 1 2` is a row that must have the sum 2; `c 4 3` a column that may be chosen up
//! to three times; `e 1 4` says that column 4 is in row 1. A row that may have less than its sum has a column of its own,
//! numbered after all options, which is chosen as often as needed to reach the sum. So the solutions correspond one to one to
//! those of the problem.
//!
//! ```text
//!     a 1:3|b        r 1       c 1          e 1 1
//!     a b            r 2 3     c 2          e 2 1
//!     b                        c 3 2        e 2 2      column 3: what b is short of 3
//!                                           e 2 3
//! ```

use std::fmt::Write;

use super::system::{Row, System};
use super::{Loss, Unfit, Written, loss};
use crate::problem::Problem;

/// The largest number that the program reads.
const MOST: usize = i32::MAX as usize;

pub(super) fn write(problem: &Problem) -> Result<Written, Unfit> {
    Unfit::if_colors(problem)?;
    let system = System::new(problem);
    let columns = system.options + system.rows.len();
    if columns.max(problem.item_count()) > MOST {
        return Err(Unfit::TooLarge);
    }
    let options = problem.option_count();
    let mut text = format!("# rows are items, columns 1 to {options} are options\n");
    for row in &system.rows {
        let _ = match sum(row)? {
            1 => writeln!(text, "r {}", row.item.index() + 1),
            sum => writeln!(text, "r {} {sum}", row.item.index() + 1),
        };
    }
    for option in problem.options() {
        let number = option.index() as u32 + 1;
        if system.idle.binary_search(&number).is_err() {
            let _ = writeln!(text, "c {number}");
        }
    }
    let mut missing = Vec::new();
    for row in &system.rows {
        let spare = sum(row)? - row.low;
        if spare > 0 {
            let column = options + 1 + missing.len();
            let _ = match spare {
                1 => writeln!(text, "c {column}"),
                spare => writeln!(text, "c {column} {spare}"),
            };
            missing.push((row.item.index() + 1, column));
        }
    }
    for row in &system.rows {
        for column in &row.members {
            let _ = writeln!(text, "e {} {column}", row.item.index() + 1);
        }
    }
    for (row, column) in missing {
        let _ = writeln!(text, "e {row} {column}");
    }
    let mut losses = loss::of_costs(problem);
    losses.push(Loss::Names);
    Ok(Written { text, losses })
}

/// The sum of a row: no more than its members can have, unless even that is too little.
fn sum(row: &Row) -> Result<usize, Unfit> {
    let sum = row.high.min(row.members.len()).max(row.low);
    match sum <= MOST {
        true => Ok(sum),
        false => Err(Unfit::TooLarge),
    }
}
