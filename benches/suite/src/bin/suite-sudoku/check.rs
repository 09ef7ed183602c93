//! Checks what dominox says about each puzzle: by the rules of Sudoku, and against the crate `sudoku`.
//!
//! A printed grid must have all nine digits in each row, column and box, and the givens in their places. Two grids must
//! differ. Their number must be that of the crate, where two stand for more.

use dominox::engine::Uniqueness;
use dominox::puzzles::{self, Puzzle, Sudoku};

use crate::set::Set;
use crate::solvers::Solver;

/// What is wrong, a line for each puzzle; nothing for a solver that shows no grids.
///
/// # Errors
/// If a puzzle cannot be read.
pub fn faults(set: &Set, solver: &mut Solver) -> Result<Vec<String>, String> {
    let Solver::Dominox(_, solver) = solver else {
        return Ok(Vec::new());
    };
    let mut faults = Vec::new();
    let readings = puzzles::read(set.text.as_bytes()).kind(Sudoku::KIND);
    for (line, reading) in set.text.lines().zip(readings) {
        let puzzle = reading
            .map_err(|error| format!("{}:{error}", set.name))?
            .puzzle;
        let puzzle: &Sudoku = puzzle
            .downcast_ref()
            .ok_or_else(|| format!("{}: {line} is no Sudoku", set.name))?;
        solver.restart(puzzle.givens());
        let grids = match solver.uniqueness() {
            Uniqueness::None | Uniqueness::Undecided(_) => Vec::new(),
            Uniqueness::Unique(one) => vec![puzzle.digits(&one)],
            Uniqueness::Multiple(one, other) => vec![puzzle.digits(&one), puzzle.digits(&other)],
        };
        let peer = sudoku::Sudoku::from_str_line(line).map_err(|error| error.to_string())?;
        let expected = peer.solutions_count_up_to(2);
        if grids.len() != expected {
            faults.push(format!(
                "{line}: {} answers, expected {expected}",
                grids.len()
            ));
        } else if grids.iter().any(|grid| !obeys_the_rules(grid, line)) {
            faults.push(format!("{line}: an answer breaks the rules"));
        } else if matches!(&grids[..], [one, other] if one == other) {
            faults.push(format!("{line}: the same answer twice"));
        }
    }
    Ok(faults)
}

/// Each digit once in each row, column and box, and the givens in their places.
fn obeys_the_rules(grid: &[u8], givens: &str) -> bool {
    let group = |cells: &dyn Fn(usize) -> usize| {
        let digits = (0..9).map(|index| grid[cells(index)]);
        digits.fold(0, |seen, digit| seen | 1_u16 << digit) == 0b11_1111_1110
    };
    let box_corner = |index: usize| index / 3 * 27 + index % 3 * 3;
    let kept = |(&digit, given): (&u8, u8)| given == b'.' || given == b'0' + digit;
    grid.len() == 81
        && (0..9).all(|row| group(&|index| row * 9 + index))
        && (0..9).all(|column| group(&|index| index * 9 + column))
        && (0..9).all(|number| group(&|index| box_corner(number) + index / 3 * 9 + index % 3))
        && grid.iter().zip(givens.bytes()).all(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_are_held() {
        // Rows of 1 to 9, shifted by three within a band and by one from band to band.
        let digit = |cell: usize| ((cell / 9 % 3 * 3 + cell / 27 + cell % 9) % 9 + 1) as u8;
        let grid: Vec<u8> = (0..81).map(digit).collect();
        let blank = ".".repeat(81);
        assert!(obeys_the_rules(&grid, &blank));
        assert!(obeys_the_rules(&grid, &blank.replacen('.', "1", 1)));
        assert!(!obeys_the_rules(&grid, &blank.replacen('.', "2", 1)));
        assert!(!obeys_the_rules(&grid[1..], &blank));
        let swapped = |one, other| {
            let mut grid = grid.clone();
            grid.swap(one, other);
            grid
        };
        assert!(!obeys_the_rules(&swapped(0, 1), &blank), "columns");
        assert!(!obeys_the_rules(&swapped(0, 9), &blank), "rows");
    }
}
