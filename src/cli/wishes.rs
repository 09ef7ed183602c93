//! Files that say what puzzles are wished for: a pattern of clues, and a grid to make puzzles from.

use std::fs;
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;

use dominox::Solver;
use dominox::engine::Verdict;
use dominox::puzzles::{self, Puzzle, Shape, Sudoku};
use dominox::workshop::Grid;

use super::exit::Failure;

/// The bytes of a file, or of standard input for `-`.
fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = match file.as_os_str() == "-" {
        true => io::stdin().lock().read_to_end(&mut bytes).map(drop),
        false => fs::read(file).map(|read| bytes = read),
    };
    let fault = |error| Failure::Usage(format!("{}: {error}", file.display()));
    read.map_err(fault)?;
    Ok(bytes)
}

/// The cells of a drawn pattern that may have clues, row by row.
pub fn pattern(file: &Path, shape: Shape) -> Result<Vec<bool>, Failure> {
    let bytes = read(file)?;
    let text = String::from_utf8_lossy(&bytes);
    let name = file.display();
    let mut cells = Vec::with_capacity(shape.cells());
    let mut rows = 0;
    for (line, row) in (1..).zip(text.lines()) {
        let marks = row.chars().filter(|mark| !mark.is_whitespace());
        let before = cells.len();
        cells.extend(marks.map(|mark| !matches!(mark, '.' | '0' | '-' | '_' | '·')));
        let (length, size) = (cells.len() - before, shape.size());
        let is_whole = length == shape.cells() && before == 0;
        if length != 0 && length != size && !is_whole {
            return Err(Failure::Usage(format!(
                "{name}:{line}: the row has {length} cells: expected {size}"
            )));
        }
        rows += if is_whole {
            size
        } else {
            usize::from(length > 0)
        };
    }
    match rows == shape.size() {
        true => Ok(cells),
        false => Err(Failure::Usage(format!(
            "{name}: the pattern has {rows} rows: expected {}",
            shape.size()
        ))),
    }
}

/// The full grid that a file shows, or the only answer of its puzzle.
pub fn answer(file: &Path) -> Result<Grid, Failure> {
    let bytes = read(file)?;
    let name = file.display();
    let fault = |what: String| Failure::Usage(format!("{name}: {what}"));
    let mut reader = puzzles::read(BufReader::new(Cursor::new(bytes))).kind(Sudoku::KIND);
    let reading = match reader.next() {
        Some(Ok(reading)) => reading,
        Some(Err(error)) => return Err(fault(error.to_string())),
        None => return Err(fault("there is no puzzle".into())),
    };
    let sudoku: &Sudoku = reading.puzzle.downcast_ref().expect("Sudokus were read");
    let solver = Solver::new(sudoku.problem()).map_err(|error| fault(error.to_string()))?;
    let mut solver = solver.assume(sudoku.givens());
    match solver.verdict() {
        Verdict::Unique => {
            let options = solver.witnesses().next().unwrap_or_default();
            let rules = sudoku.rules();
            let places = options.iter().map(|&option| rules.placement(option));
            Ok(Grid::from(&Sudoku::new(rules.shape(), places)))
        }
        Verdict::Multiple => Err(fault("the puzzle has more than one answer".into())),
        _ => Err(fault("the puzzle has no answer".into())),
    }
}
