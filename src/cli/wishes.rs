//! Files that say what puzzles are wished for: a pattern of clues, a grid to make puzzles from, and a variant.

use std::fmt::Display;
use std::io::BufReader;
use std::path::Path;

use dominox::Solver;
use dominox::engine::Verdict;
use dominox::puzzles::variant::{Boxes, VariantFault};
use dominox::puzzles::{self, Kind, Puzzle, Shape, Sudoku, Variant};
use dominox::workshop::Grid;

use super::exit::Failure;
use super::source::name_of;
use super::source::open;

/// The only puzzle of this kind in a file, or in standard input for `-`.
fn only_puzzle(file: &Path, kind: &'static Kind) -> Result<Box<dyn Puzzle>, Failure> {
    let name = name_of(file);
    let fault = |what: &dyn Display| Failure::Usage(format!("{name}: {what}"));
    let (input, _) = open(file).map_err(|error| fault(&error))?;
    let mut reader = puzzles::read(BufReader::new(input)).kind(kind);
    let reading = match reader.next() {
        Some(Ok(reading)) => reading,
        Some(Err(error)) => return Err(Failure::Usage(format!("{name}:{error}"))),
        None => return Err(fault(&"there is no puzzle")),
    };
    match reader.next() {
        Some(_) => Err(fault(&format_args!(
            "there is more than one puzzle: expected {}",
            kind.one
        ))),
        None => Ok(reading.puzzle),
    }
}

/// The kind of the first puzzle in a file, if it is no Sudoku.
fn other_kind(file: &Path) -> Option<&'static Kind> {
    // Standard input was read already.
    let (input, _) = open(file).ok().filter(|_| file != Path::new("-"))?;
    let reading = puzzles::read(BufReader::new(input)).next()?.ok()?;
    Some(reading.kind).filter(|&kind| kind != Sudoku::KIND)
}

/// The cells of a drawn pattern that may have clues, row by row.
pub fn pattern(file: &Path, rows: usize, columns: usize) -> Result<Vec<bool>, Failure> {
    let name = name_of(file);
    let mut bytes = Vec::new();
    let read = open(file).and_then(|(mut input, _)| input.read_to_end(&mut bytes));
    read.map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
    let text = String::from_utf8_lossy(&bytes);
    let mut cells = Vec::with_capacity(rows * columns);
    let mut found = 0;
    for (line, row) in (1..).zip(text.lines()) {
        let marks = row.chars().filter(|mark| !mark.is_whitespace());
        let before = cells.len();
        cells.extend(marks.map(|mark| !matches!(mark, '.' | '0' | '-' | '_' | '·')));
        let length = cells.len() - before;
        let is_whole = length == rows * columns && before == 0;
        if length != 0 && length != columns && !is_whole {
            return Err(Failure::Usage(format!(
                "{name}:{line}: the row has {length} cells: expected {columns}"
            )));
        }
        found += if is_whole {
            rows
        } else {
            usize::from(length > 0)
        };
    }
    match found == rows {
        true => Ok(cells),
        false => Err(Failure::Usage(format!(
            "{name}: the pattern has {found} rows: expected {rows}"
        ))),
    }
}

/// The full grid that a file shows, or the only answer of its puzzle.
pub fn answer(file: &Path) -> Result<Grid, Failure> {
    let fault = |what: String| Failure::Usage(format!("{}: {what}", name_of(file)));
    let puzzle = only_puzzle(file, Sudoku::KIND).map_err(|failure| match other_kind(file) {
        Some(kind) => fault(format!(
            "this is {}: `--from` needs a full grid, or a Sudoku with one answer",
            kind.one
        )),
        None => failure,
    })?;
    let sudoku: &Sudoku = puzzle.downcast_ref().expect("Sudokus were read");
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

/// The variant of these rules, with commas between them, or that of a file. Only rules may have boxes of another shape.
pub fn variant(rules: &str, shape: Option<Shape>) -> Result<Variant, Failure> {
    let file = Path::new(rules);
    let named = Variant::named(shape.unwrap_or(Shape::CLASSIC), rules);
    let is_plain =
        |variant: &Variant| variant.rules().is_empty() && *variant.field().boxes() != Boxes::None;
    let is_file = |fault: &VariantFault| {
        let is_path = rules == "-" || rules.contains(['/', '\\', '.']) || file.exists();
        is_path
            && matches!(
                fault,
                VariantFault::UnknownWord { .. } | VariantFault::BeginsLine(_)
            )
    };
    match named {
        Ok(variant) if !is_plain(&variant) => Ok(variant),
        Ok(_) => Err(Failure::Usage(
            "`--variant`: expected a rule or a file".into(),
        )),
        Err(fault) if is_file(&fault) => variant_of(file, shape),
        Err(fault) => Err(Failure::Usage(format!("`--variant`: {fault}"))),
    }
}

/// Whether the words for a requested variant are the name of a file.
pub fn are_file(words: &str, shape: Option<Shape>) -> bool {
    Variant::named(shape.unwrap_or(Shape::CLASSIC), words).is_err()
}

/// The one variant of a file.
fn variant_of(file: &Path, shape: Option<Shape>) -> Result<Variant, Failure> {
    if shape.is_some() {
        let message =
            "the file sets the size and the boxes of the variant: leave out `--size` and `--box`";
        return Err(Failure::Usage(format!("{}: {message}", name_of(file))));
    }
    let puzzle = only_puzzle(file, Variant::KIND)?;
    let variant: &Variant = puzzle.downcast_ref().expect("variants were read");
    Ok(variant.clone())
}
