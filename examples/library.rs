//! Step 4 of `docs/learn.md`: the same board, solved by the library.
//!
//! First with a problem of our own, written as text; then with the Sudoku that the library provides.
//! Run it with `cargo run --release --example library`.

use std::error::Error;

use dominox::problem::OptionId;
use dominox::puzzles::{Puzzle, Sudoku};
use dominox::{Problem, Solver};

const BOARD: &str = "
.4..6..2.
....8....
96..4..87
39.8.7.41
....9....
8..3.6..2
7.......9
..5...3..
6..1.5..4
";

/// The rules of Sudoku as text: the items in the first line, then an option in each line. Counted from 0, the options
/// of cell c are 9c to 9c + 8.
fn rules() -> String {
    let mut options = String::new();
    for (cell, digit) in (0..81).flat_map(|cell| (1..=9).map(move |digit| (cell, digit))) {
        let (row, column) = (cell / 9 + 1, cell % 9 + 1);
        let square = (row - 1) / 3 * 3 + (column - 1) / 3 + 1;
        options += &format!("r{row}c{column} r{row}#{digit} c{column}#{digit} b{square}#{digit}\n");
    }
    let mut items: Vec<&str> = options.split_whitespace().collect();
    items.sort_unstable();
    items.dedup();
    items.join(" ") + "\n" + &options
}

/// The board, solved with these rules.
fn solve_with_own_rules() -> Result<String, Box<dyn Error>> {
    let problem = Problem::parse(&rules())?;
    let symbols = BOARD.chars().filter(|symbol| !symbol.is_whitespace());
    let given = |(cell, symbol): (usize, char)| Some(9 * cell + symbol.to_digit(10)? as usize - 1);
    let givens = symbols.enumerate().filter_map(given).map(OptionId::new);
    let mut solver = Solver::new(&problem)?.assume(&givens.collect::<Vec<_>>());
    let solution = solver.next_solution().ok_or("no solution")?;
    let digit = |option: &OptionId| (option.index() % 9 + 1).to_string();
    let line = |row: &[OptionId]| row.iter().map(digit).collect::<String>() + "\n";
    Ok(solution.options().chunks(9).map(line).collect())
}

/// The board, solved as a `Sudoku`; the nodes of the search; and whether the answer is unique.
fn solve_with_the_library() -> Result<String, Box<dyn Error>> {
    let sudoku: Sudoku = BOARD.parse()?;
    let mut solver = Solver::new(sudoku.problem())?.assume(sudoku.givens());
    let solution = solver.next_solution().ok_or("no solution")?;
    let nodes = solver.effort().nodes;
    let answer = sudoku.answer(&solution);
    Ok(format!("{answer}{nodes} nodes, {:?}\n", solver.verdict()))
}

/// Both answers.
pub fn report() -> Result<String, Box<dyn Error>> {
    Ok(solve_with_own_rules()? + "\n" + &solve_with_the_library()?)
}

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", report()?);
    Ok(())
}
