//! The messages of the library about a text, for users without the command line.

use std::fmt::Display;

use dominox::puzzles::sudoku::SudokuFault;
use dominox::puzzles::{PuzzleFault, Shape};

/// What is wrong with the text of a puzzle.
pub fn of_puzzle(fault: &PuzzleFault) -> String {
    match fault {
        PuzzleFault::OtherFormat(format) => {
            format!(
                "this seems to be a problem in the format '{format}': Problem.from_format reads it"
            )
        }
        PuzzleFault::OwnFile { what, .. } => format!("this is {what}, not a puzzle"),
        PuzzleFault::OfKind(error) => match error.downcast_ref() {
            Some(fault) => of_sudoku(fault),
            None => in_general(error),
        },
        other => in_general(other),
    }
}

/// What is wrong with the text of a Sudoku.
pub fn of_sudoku(fault: &SudokuFault) -> String {
    let text = in_general(fault);
    match (fault, text.split_once(": choose with --box")) {
        (SudokuFault::EitherSize { puzzle, row }, Some((what, _))) => {
            let [puzzle, row] = [puzzle, row].map(argument);
            format!("{what}: choose with {puzzle} or {row}")
        }
        _ => text,
    }
}

fn argument(shape: &Shape) -> String {
    let (rows, columns) = (shape.rows_per_box(), shape.columns_per_box());
    format!("box=({rows}, {columns})")
}

/// A message without advice that only applies to the command line.
pub fn in_general(message: impl Display) -> String {
    let text = message.to_string();
    let text = text
        .split_once(": `dominox formats")
        .map_or(&*text, |(what, _)| what);
    let text = text.replace("`--kind matrix`", "kind=\"matrix\"");
    let text = text.replace("--kind cover", "kind=\"cover\"");
    text.replace("name the kind with --kind", "name the kind:")
}
