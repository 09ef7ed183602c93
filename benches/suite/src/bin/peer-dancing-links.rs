//! The crate `dancing-links`: Algorithm X. It supports secondary items, but not colours.

use std::hint::black_box;
use std::process::ExitCode;

use dancing_links::{ExactCover, Solver};
use dominox_suite::matrix::{Entry, Matrix};
use dominox_suite::peer;

fn main() -> ExitCode {
    peer::main(|matrix| match matrix.colors {
        0 => Ok(Solver::new(&Cover::new(matrix)).map(black_box).count() as u64),
        _ => Err("no colours".into()),
    })
}

/// The problem in the form of the crate, which asks for each option and each item whether the option covers the item.
struct Cover {
    primary: u32,
    items: Vec<u32>,
    options: Vec<Vec<bool>>,
}

impl Cover {
    fn new(matrix: &Matrix) -> Cover {
        let row = |option: &Vec<Entry>| {
            let mut row = vec![false; matrix.items as usize];
            for entry in option {
                row[entry.item as usize] = true;
            }
            row
        };
        Cover {
            primary: matrix.primary,
            items: (0..matrix.items).collect(),
            options: matrix.options.iter().map(row).collect(),
        }
    }
}

impl ExactCover for Cover {
    type Possibility = Vec<bool>;
    type Constraint = u32;

    fn satisfies(&self, option: &Vec<bool>, item: &u32) -> bool {
        option[*item as usize]
    }

    fn is_optional(&self, item: &u32) -> bool {
        *item >= self.primary
    }

    fn possibilities(&self) -> &[Vec<bool>] {
        &self.options
    }

    fn constraints(&self) -> &[u32] {
        &self.items
    }
}
