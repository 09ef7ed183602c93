//! Sudominoku (Su-domino-ku): a Sudoku whose cells are covered by the 36 dominoes and nine single digits.
//!
//! There is one domino for each pair of different digits. Each lies on two cells that share a side, turned any way, across the
//! borders of boxes too; the other nine cells hold the single digits 1 to 9. A puzzle gives the places of the nine singles and
//! of some dominoes; its answer is the grid.
//!
//! ```text
//!   given                                            a solution: a grid and its tiling
//!                                                        1   2   3   4   5
//!   domino 6-1 at B2 B3                                ┌───┬───┬───┬───────┬──
//!   domino 2-9 at C4 C3                              A │ 8 │ 7 │ 2 │ 6   4 │
//!   ...                          exact cover           │   ├───┴───┼───────┤
//!   the single 1 at C5         ──────────────▶       B │ 3 │ 6   1 │ 9   7 │
//!   the single 2 at A3                                 ├───┼───┬───┴───┬───┼──
//!   ...                                              C │ 5 │ 4 │ 9   2 │ 1 │
//!   the single 7 at A2                                 │   │   ├───┬───┴───┼──
//!   ...                                              D │ 1 │ 2 │ 6 │ 7   5 │
//! ```
//!
//! All cases share one [exact-cover problem](Puzzle::problem), the rules; a case is only its givens. One grid can
//! have several tilings, so an answer is a grid: the cell-digit pairs are the problem's
//! [facts](crate::problem::Problem::facts).
//!
//! The puzzle, its text and its answers are those of problem 4574 of the Baekjoon Online Judge.

mod case;
mod fault;
mod kind;
mod piece;
mod rules;

use std::fmt;
use std::io::Write;

pub use fault::{Expected, SudominokuFault};
pub use piece::{Cell, Mark, Piece};

use super::Puzzle;
use crate::problem::{ItemId, OptionId, Problem, Solution};
use crate::puzzles::grid_picture::set_roles;
use crate::render::{Board, Notes, Picture, TooLarge};

/// One case: the given dominoes and the places of the nine single digits.
///
/// It is read from text by [`FromStr`](std::str::FromStr), and printed as that text (without the final `0`):
///
/// ```
/// use dominox::puzzles::{Puzzle, Sudominoku};
/// let text = "2\n6 B2 1 B3\n2 C4 9 C3\nC5 A3 D9 I4 A9 E5 A2 C6 I1\n";
/// let case: Sudominoku = text.parse()?;
/// assert_eq!(case.givens().len(), 2 + 9);
/// assert_eq!(case.to_string(), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sudominoku {
    /// The given dominoes, in the order of the text, and then the singles 1 to 9. No two share a cell, or have the same
    /// digits.
    pieces: Vec<Piece>,
    givens: Vec<OptionId>,
}

impl Sudominoku {
    /// The given pieces: the dominoes in the order of the text, then the single digits 1 to 9.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The case with only the dominoes whose options `keep` selects, and with all single digits.
    pub fn keeping(&self, keep: impl Fn(OptionId) -> bool) -> Sudominoku {
        let pieces = self.pieces.iter().copied().zip(self.givens.iter().copied());
        let kept =
            pieces.filter(|&(piece, option)| matches!(piece, Piece::Single(_)) || keep(option));
        let (pieces, givens) = kept.unzip();
        Sudominoku { pieces, givens }
    }

    /// The pieces of a solution: the tiling.
    ///
    /// # Panics
    /// If the solution is not one of [`problem`](Puzzle::problem).
    pub fn tiling(&self, solution: &Solution) -> Vec<Piece> {
        let options = solution.options().iter();
        options.map(|&option| rules::piece(option)).collect()
    }

    /// The grid of a solution: the digits 1 to 9, row by row.
    ///
    /// # Panics
    /// If the solution is not one of [`problem`](Puzzle::problem).
    pub fn grid(&self, solution: &Solution) -> [u8; 81] {
        grid_of(solution.options())
    }

    /// The rules: the problem of all cases.
    pub(crate) fn rules() -> &'static Problem {
        rules::problem()
    }

    /// The case whose pieces lie on these cells of a full grid, row by row: on two for a domino, in the order of the case; a
    /// single digit has the same cell twice. Its nine single digits are among them.
    pub(crate) fn on_grid(grid: &[u8], places: &[[usize; 2]]) -> Sudominoku {
        let mark = |index| Mark {
            digit: grid[index],
            cell: Cell::new(index),
        };
        let piece = |&[p, q]: &[usize; 2]| match p == q {
            true => Piece::Single(mark(p)),
            false => Piece::Domino(mark(p), mark(q)),
        };
        let mut pieces = Vec::from_iter(places.iter().map(piece));
        pieces.sort_by_key(|piece| match piece {
            Piece::Domino(..) => 0,
            Piece::Single(mark) => mark.digit,
        });
        Sudominoku {
            givens: pieces.iter().map(|&piece| rules::option(piece)).collect(),
            pieces,
        }
    }

    /// The option of a piece.
    pub(super) fn option_of(piece: Piece) -> OptionId {
        rules::option(piece)
    }

    /// The options, ascending, of the given pieces and of the dominoes that lie on this grid of 81 digits.
    pub(super) fn fitting(&self, grid: &[u8]) -> Vec<OptionId> {
        let mark = |index| Mark {
            digit: grid[index],
            cell: Cell::new(index),
        };
        let neighbours = (0..81).flat_map(|p| [(p, p + 1), (p, p + 9)]);
        let dominoes = neighbours
            .filter(|&(_, q)| q < 81)
            .map(|(p, q)| (mark(p), mark(q)))
            .filter(|(p, q)| p.cell.touches(q.cell) && p.digit != q.digit)
            .map(|(p, q)| rules::option(Piece::Domino(p, q)));
        let mut options: Vec<OptionId> = self.givens.iter().copied().chain(dominoes).collect();
        options.sort_unstable();
        options.dedup();
        options
    }

    /// The answer as the judge wants it: `Puzzle` and the number of the case, then nine lines of nine digits.
    ///
    /// # Panics
    /// If the solution is not one of [`problem`](Puzzle::problem).
    pub fn answer(&self, index: u64, solution: &Solution) -> String {
        self.answer_text(index, solution)
    }
}

/// The digits that these options put on the board, row by row.
fn grid_of(options: &[OptionId]) -> [u8; 81] {
    let mut grid = [0; 81];
    for mark in options
        .iter()
        .flat_map(|&option| rules::piece(option).marks())
    {
        grid[mark.cell.index()] = mark.digit;
    }
    grid
}

impl fmt::Display for Sudominoku {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (dominoes, singles) = self.pieces.split_at(self.pieces.len() - 9);
        writeln!(f, "{}", dominoes.len())?;
        for domino in dominoes {
            writeln!(f, "{}", words(domino.marks()))?;
        }
        let cells = singles.iter().flat_map(|single| single.marks());
        writeln!(f, "{}", words(cells.map(|mark| mark.cell)))
    }
}

/// What is displayed, with blanks between.
fn words<T: ToString>(values: impl Iterator<Item = T>) -> String {
    let words: Vec<_> = values.map(|value| value.to_string()).collect();
    words.join(" ")
}

impl Puzzle for Sudominoku {
    fn problem(&self) -> &Problem {
        rules::problem()
    }

    fn givens(&self) -> &[OptionId] {
        &self.givens
    }

    fn decode(&self, solution: &Solution) -> Board {
        let mut board = Board::new(9, 9);
        for (piece, number) in self.tiling(solution).into_iter().zip(0..) {
            for Mark { digit, cell } in piece.marks() {
                board.set_label(cell.row(), cell.column(), digit.to_string());
                board.set_piece(cell.row(), cell.column(), number);
            }
        }
        board
    }

    /// The board with its boxes as regions.
    fn tiling(&self, solution: &Solution) -> Board {
        let mut board = self.decode(solution);
        for cell in (0..81).map(Cell::new) {
            board.set_region(cell.row(), cell.column(), cell.box_index() as u32);
        }
        board
    }

    /// The board with its pieces in colours. Digits that are given are bold, boxes have heavy borders, dashed where they cross a
    /// domino.
    fn picture_with(&self, options: &[OptionId], notes: &Notes) -> Result<Picture, TooLarge> {
        let mut board = Board::new(9, 9);
        for cell in (0..81).map(Cell::new) {
            board.set_region(cell.row(), cell.column(), cell.box_index() as u32);
        }
        let all = Solution::new([options, &self.givens].concat());
        let mut laid = all.options().to_vec();
        laid.dedup();
        let (mut filled, mut given) = (Vec::new(), Vec::new());
        for (&option, number) in laid.iter().zip(1..) {
            let is_given = self.givens.contains(&option);
            for Mark { digit, cell } in rules::piece(option).marks() {
                let place = (cell.row(), cell.column());
                board.set_label(place.0, place.1, digit.to_string());
                board.set_piece(place.0, place.1, number);
                filled.push(place);
                given.extend(is_given.then_some(place));
            }
        }
        let mut notes = notes.clone();
        set_roles(&mut notes, filled, given);
        let mut picture = board.picture_with(&notes);
        picture.set_title("Sudominoku");
        Ok(picture)
    }

    fn cell_name(&self, row: usize, column: usize) -> String {
        Cell::new(9 * row + column).to_string()
    }

    fn write_answer(&self, number: u64, options: &[OptionId], text: &mut Vec<u8>) {
        writeln!(text, "Puzzle {number}").expect("memory can be written");
        for row in grid_of(options).chunks(9) {
            text.extend(row.iter().map(|&digit| b'0' + digit));
            text.push(b'\n');
        }
    }

    /// Each has its heading.
    fn answers_stand_alone(&self) -> bool {
        true
    }

    fn labels(&self, option: OptionId) -> Vec<(usize, usize, String)> {
        let marks = rules::piece(option).marks();
        marks
            .map(|Mark { digit, cell }| (cell.row(), cell.column(), digit.to_string()))
            .collect()
    }

    fn item_words(&self, item: ItemId) -> String {
        rules::item_words(item)
    }

    fn option_words(&self, option: OptionId) -> String {
        rules::piece(option).to_string()
    }
}
