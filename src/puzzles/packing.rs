//! Packing: pieces fill a box, each of them once.
//!
//! ```text
//!   pieces        box        items    V I r1c1 r1c2 r2c1 r2c2
//!   V  xx  I  x   1 × 2 × 2  options  V r1c1 r1c2 r2c1     ┌───────┐
//!      x.                             I r2c2               │ V   V │
//!                                     and six more         │   ┌───┤
//!                                                          │ V │ I │
//!                                                          └───┴───┘
//! ```
//!
//! There is an item for each piece and one for each cell, all primary, and an option for each place where a piece
//! fits: the piece and its cells. Cell names are `r1c1` in a box of one layer, `z1r1c1` in a deeper one. Symmetric
//! copies of a packing are solutions of their own.
//!
//! Source: D. E. Knuth, *The Art of Computer Programming* 4B, section 7.2.2.1, 'Polyominoes' and 'Polycubes'.

use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;

use super::Puzzle;
use super::polycube::{Cell, Polycube, cells_of};
use super::size::{self, SizeError};
use crate::problem::{BuildError, ItemId, OptionId, Problem, Solution};
use crate::render::Board;

/// The problem of filling a box with pieces. [`pentominoes`](super::pentominoes()) and [`soma`](super::soma()) make it,
/// and pieces of one's own:
///
/// ```
/// use dominox::Solver;
/// use dominox::puzzles::{Packing, Puzzle};
/// let pieces = [("V", "xx/x.".parse()?), ("I", "x".parse()?)];
/// let packing = Packing::new(pieces, [1, 2, 2])?;
/// let mut solver = Solver::new(packing.problem())?;
/// let solution = solver.next_solution().expect("a packing");
/// assert_eq!(
///     packing.decode(&solution).to_string(),
///     "┌───────┐\n\
///      │ V   V │\n\
///      ├───┐   │\n\
///      │ I │ V │\n\
///      └───┴───┘"
/// );
/// assert_eq!(Solver::new(packing.problem())?.count(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Packing {
    /// Layers, rows and columns of the box.
    size: Cell,
    problem: Problem,
    /// Number of pieces: items `0..pieces` are pieces, the others cells in the order of [`cells_of`].
    pieces: usize,
    /// For each option the piece and its cells.
    placements: Vec<(usize, Vec<Cell>)>,
}

/// Why there is no packing problem of some pieces and a box.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PackingError {
    /// The box has no cell, or too many.
    Size(SizeError),
    /// The name of a piece is bad, or another piece or a cell has it; or there are too many places.
    Piece(BuildError),
}

impl Packing {
    /// The lengths of a side that a box may have.
    pub const SIDES: RangeInclusive<usize> = 1..=256;
    /// The most cells that a box may have.
    pub const MOST_CELLS: usize = 1 << 16;

    /// The problem of filling a box of layers, rows and columns with pieces, each with its name, each once.
    ///
    /// # Errors
    /// If a side is not one of [`SIDES`](Self::SIDES), or there are more than [`MOST_CELLS`](Self::MOST_CELLS); if a name
    /// is empty, holds a blank or any other character that [`Problem`] does not allow, or is not the piece's alone.
    pub fn new<N: Into<String>>(
        pieces: impl IntoIterator<Item = (N, Polycube)>,
        size: [usize; 3],
    ) -> Result<Packing, PackingError> {
        for side in size {
            size::check(side, &Self::SIDES)?;
        }
        if size.iter().product::<usize>() > Self::MOST_CELLS {
            let [layers, rows, columns] = size;
            return Err(PackingError::Size(SizeError {
                found: format!("{layers}x{rows}x{columns}"),
                expected: format!("at most {} cells", Self::MOST_CELLS),
            }));
        }
        Ok(encode(pieces, size)?)
    }

    fn name(&self, item: usize) -> &str {
        self.problem.item_name(ItemId::new(item))
    }
}

/// An item for each piece and each cell, an option for each place of a piece.
fn encode<N: Into<String>>(
    pieces: impl IntoIterator<Item = (N, Polycube)>,
    size: Cell,
) -> Result<Packing, BuildError> {
    let (mut builder, mut placements) = (Problem::builder(), Vec::new());
    for (number, (name, piece)) in pieces.into_iter().enumerate() {
        builder.primary(name)?;
        let places = piece.placements(size).into_iter();
        placements.extend(places.map(|cells| (number, cells)));
    }
    let pieces = builder.item_names().count();
    for [layer, row, column] in cells_of(size) {
        let depth = (size[0] > 1).then(|| format!("z{}", layer + 1));
        let depth = depth.unwrap_or_default();
        builder.primary(format!("{depth}r{}c{}", row + 1, column + 1))?;
    }
    for (piece, cells) in &placements {
        let index = |&[layer, row, column]: &Cell| (layer * size[1] + row) * size[2] + column;
        let cells = cells.iter().map(|cell| pieces + index(cell));
        builder.option([*piece].into_iter().chain(cells).map(ItemId::new))?;
    }
    Ok(Packing {
        size,
        problem: builder.build(),
        pieces,
        placements,
    })
}

impl From<SizeError> for PackingError {
    fn from(error: SizeError) -> PackingError {
        PackingError::Size(error)
    }
}

impl From<BuildError> for PackingError {
    fn from(error: BuildError) -> PackingError {
        PackingError::Piece(error)
    }
}

impl fmt::Display for PackingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PackingError::Size(error) => error.fmt(f),
            PackingError::Piece(error) => error.fmt(f),
        }
    }
}

impl Error for PackingError {}

impl Puzzle for Packing {
    fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Draws the layers side by side, the first one at the left.
    fn decode(&self, solution: &Solution) -> Board {
        let [layers, rows, columns] = self.size;
        let pitch = columns + 1;
        let mut board = Board::new(rows, layers * pitch - 1);
        for (row, gap) in (0..rows).flat_map(|row| (1..layers).map(move |gap| (row, gap))) {
            board.set_hole(row, gap * pitch - 1);
        }
        for option in solution.options() {
            let (piece, cells) = &self.placements[option.index()];
            for [layer, row, column] in cells {
                board.set_label(*row, layer * pitch + column, self.name(*piece));
                board.set_piece(*row, layer * pitch + column, *piece as u32 + 1);
            }
        }
        board
    }

    fn item_words(&self, item: ItemId) -> String {
        let name = self.problem.item_name(item);
        if item.index() < self.pieces {
            format!("piece {name}")
        } else {
            format!("a piece on cell {name}")
        }
    }

    fn option_words(&self, option: OptionId) -> String {
        let mut entries = self.problem.entries(option).iter();
        let piece = entries.next().map_or(0, |entry| entry.item.index());
        let cells: Vec<_> = entries
            .map(|entry| self.problem.item_name(entry.item))
            .collect();
        format!("piece {} on cells {}", self.name(piece), cells.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packing(pieces: &[(&str, &str)], size: Cell) -> Result<Packing, PackingError> {
        let pieces = pieces.iter();
        Packing::new(
            pieces.map(|(name, picture)| (*name, picture.parse().unwrap())),
            size,
        )
    }

    fn small() -> Packing {
        packing(&[("V", "xx/x."), ("I", "x")], [1, 2, 2]).unwrap()
    }

    #[test]
    fn pieces_come_before_cells_and_each_place_is_an_option() {
        let problem = small().problem;
        let names: Vec<_> = problem
            .items()
            .map(|item| problem.item_name(item))
            .collect();
        assert_eq!(names, ["V", "I", "r1c1", "r1c2", "r2c1", "r2c2"]);
        assert_eq!(problem.option_count(), 4 + 4);
    }

    #[test]
    fn a_packing_is_drawn_with_its_layers_side_by_side() {
        let packing = packing(&[("A", "xx/x. x."), ("B", "x/x x/x")], [2, 2, 2]).unwrap();
        let mut a = packing.problem.options().filter(|&option| {
            packing.option_words(option) == "piece A on cells z1r1c1 z1r1c2 z1r2c1 z2r1c1"
        });
        insta::assert_snapshot!(packing.decode(&Solution::new(vec![a.next().unwrap()])), @r"
        ┌───────┐   ┌───┬───┐
        │ A   A │   │ A │   │
        │   ┌───┤   ├───┘   │
        │ A │   │   │       │
        └───┴───┘   └───────┘
        ");
    }

    #[test]
    fn items_and_options_have_words() {
        let packing = small();
        assert_eq!(packing.item_words(ItemId::new(0)), "piece V");
        assert_eq!(packing.item_words(ItemId::new(3)), "a piece on cell r1c2");
        assert_eq!(
            packing.option_words(OptionId::new(7)),
            "piece I on cells r2c2"
        );
    }

    #[test]
    fn a_name_must_be_of_one_piece() {
        let error = packing(&[("r1c1", "x")], [1, 1, 1]).unwrap_err();
        let taken = BuildError::DuplicateItem("r1c1".into());
        assert_eq!(error, PackingError::Piece(taken));
    }

    #[test]
    fn boxes_without_cells_or_with_too_many_are_refused() {
        let refused = |size| packing(&[("I", "x")], size).unwrap_err().to_string();
        assert_eq!(
            refused([1, 0, 5]),
            "bad size `0`: expected a number from 1 to 256"
        );
        assert_eq!(
            refused([257, 1, 1]),
            "bad size `257`: expected a number from 1 to 256"
        );
        assert_eq!(
            refused([9, 99, 99]),
            "bad size `9x99x99`: expected at most 65536 cells"
        );
    }

    #[test]
    fn a_piece_without_a_place_is_there_all_the_same() {
        let packing = packing(&[("I", "xxx")], [1, 1, 2]).unwrap();
        assert_eq!(packing.problem.option_count(), 0);
        assert_eq!(packing.item_words(ItemId::new(0)), "piece I");
    }
}
