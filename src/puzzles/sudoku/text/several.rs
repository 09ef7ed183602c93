//! Several puzzles in one line.
//!
//! ```text
//! <td>53..7…</td><td>..9.1…</td>      two puzzles, whatever stands between them
//! 53..7… ..9.1… 6..3.… 4.1..…        four puzzles of 81 cells, although 18×18 has as many as all of them together
//! 53..7…,534678912…                  a puzzle and its solution: one puzzle
//! ```

use std::ops::Range;

use super::alphabet::is_blank_or_odd;
use super::completion::{characters_of, completes};
use super::layout::Source;
use super::row::{Fit, Row, alphabet_of};
use super::{Outcome, SudokuFault};
use crate::puzzles::kind::Hints;
use crate::puzzles::lines::Line;
use crate::puzzles::sudoku::Sudoku;

/// The fewest cells of a puzzle.
const LEAST_CELLS: usize = 16;

/// The puzzles of a line that was read as this row, if there are several: the places of their cells.
pub(super) fn puzzles(text: &str, row: &Row, hints: Hints) -> Vec<Range<usize>> {
    if hints.table.is_some() || row.dense() == Some(0..text.len()) {
        return Vec::new();
    }
    let places: Vec<Range<usize>> = words(&text[..row.kept]);
    let words = places.iter().filter_map(|place| {
        let row = Row::measure_part(text, place.clone(), hints);
        let shape = Fit::of(row.width, hints).puzzle?;
        (row.width >= LEAST_CELLS && row.suits(shape)).then_some(row)
    });
    let mut words = Vec::from_iter(words);
    let widest = words.iter().map(|word| word.width).max().unwrap_or(0);
    words.retain(|word| word.width == widest);
    // N words of N cells can be the rows of a grid.
    let is_one_grid = row.width == widest * words.len() && words.len() == widest;
    if words.len() < 2 || is_one_grid || row.width > widest * words.len() {
        return Vec::new();
    }
    let has_others = text.split(is_apart).filter(|word| !word.is_empty()).count() > words.len();
    distinct(text, words, has_others)
}

/// The places of the puzzles: a solution of one of them is none, nor is a word without a blank beside words that have some. If the
/// line has other words, it may also repeat a puzzle.
fn distinct(text: &str, words: Vec<Row>, has_others: bool) -> Vec<Range<usize>> {
    let cells_of = |word: &Row| characters_of(&text[word.start..word.end]);
    let has_blank = |word: &Row| {
        let mut bytes = text[word.start..word.end].bytes();
        bytes.any(is_blank_or_odd)
    };
    let cells = Vec::from_iter(words.iter().map(cells_of));
    let any_blank = words.iter().any(has_blank);
    let mut kept: Vec<usize> = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let is_solution = cells.iter().any(|other| completes(&cells[index], other));
        let is_same = |&other: &usize| are_same(&cells[other], &cells[index]);
        let is_again = has_others && kept.iter().any(is_same);
        if has_blank(word) == any_blank && !is_solution && !is_again {
            kept.push(index);
        }
    }
    let place = |index: usize| words[index].start..words[index].end;
    kept.into_iter().map(place).collect()
}

/// Whether two puzzles are the same, however their blanks are written.
fn are_same(one: &[&str], two: &[&str]) -> bool {
    let is_blank = |cell: &str| cell.bytes().all(is_blank_or_odd);
    let mut cells = one.iter().zip(two);
    cells.all(|(one, two)| one == two || is_blank(one) && is_blank(two))
}

/// Whether a character stands between words.
fn is_apart(c: char) -> bool {
    c.is_whitespace() || ",;:=()[]{}\"'`<>|/&\\".contains(c)
}

/// The words of a line that may be whole puzzles, in quotes, brackets or tags, or between any signs.
fn words(text: &str) -> Vec<Range<usize>> {
    let place = |word: &str| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        start..start + word.len()
    };
    let words = text.split(is_apart);
    words
        .filter(|word| word.len() >= LEAST_CELLS)
        .map(place)
        .collect()
}

/// Reads the puzzles at these places of a line.
pub(super) fn read(line: Line, places: &[Range<usize>], hints: Hints) -> Vec<(u64, Outcome)> {
    let number = line.number;
    let mut source = Source::default();
    source.push(line);
    let read = |place: &Range<usize>| {
        let row = Row::measure_part(source.text(), place.clone(), hints);
        let Some(shape) = Fit::of(row.width, hints).puzzle else {
            return Err(source.locate(SudokuFault::NoPuzzle, place.clone()));
        };
        let alphabet = alphabet_of([&row].into_iter(), shape.size());
        let sudoku = Sudoku::from_cells(shape, alphabet, &source, || row.cells(source.text()))?;
        Ok(sudoku.laid_out_as_part(&source, place.clone()))
    };
    places.iter().map(|place| (number, read(place))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "1.....2..3.....4";
    const TWO: &str = "..3.4......1.2..";
    const SOLVED: &str = "1243342143122134";

    fn found(text: &str) -> Vec<&str> {
        let hints = Hints::default();
        let row = Row::measure(text, hints);
        let places = puzzles(text, &row, hints);
        places.into_iter().map(|place| &text[place]).collect()
    }

    #[test]
    fn puzzles_stand_between_any_signs() {
        for text in [
            format!("{ONE} {TWO}"),
            format!("{ONE},{TWO}"),
            format!("<p id=\"1\">{ONE}</p><p>{TWO}</p>"),
            format!("VALUES (1,'{ONE}'),(2,'{TWO}');"),
            format!("{ONE};{TWO};{SOLVED}"),
        ] {
            assert_eq!(found(&text), [ONE, TWO], "{text}");
        }
        let four = format!("{ONE} {TWO} {TWO} {ONE}");
        assert_eq!(found(&four), [ONE, TWO, TWO, ONE], "not one of 8×8");
        let other = SOLVED.replace('1', "5").replace('4', "1").replace('5', "4");
        assert_eq!(found(&format!("{SOLVED},{other}")), [SOLVED, &other]);
    }

    #[test]
    fn one_puzzle_may_stand_beside_other_things() {
        let row = "1.3.5.7.9.B.D.F.";
        for text in [
            ONE.to_owned(),
            format!("{ONE},{SOLVED}"),
            format!("{SOLVED},{ONE}"),
            format!("[{ONE}](https://example.org/{ONE})"),
            format!("{ONE} {}", ONE.replace('.', "0")),
            format!("{ONE};7.2;1234"),
            [row; 16].join(" "),
        ] {
            assert!(found(&text).len() < 2, "{text}");
        }
    }
}
