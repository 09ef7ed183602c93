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

use super::Puzzle;
use super::shapes::{Cell, Shape, cells_of};
use crate::problem::{BuildError, ItemId, OptionId, Problem, Solution};
use crate::render::Board;

/// The problem of filling a box with pieces. [`pentominoes`](super::pentominoes()) and [`soma`](super::soma()) make it.
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

impl Packing {
    /// The problem of filling a box of layers, rows and columns with pieces, given as names and
    /// [pictures](Shape::picture).
    ///
    /// # Errors
    /// What the builder says if a name is bad or not the piece's alone.
    pub(super) fn new(pieces: &[(&str, &str)], size: Cell) -> Result<Packing, BuildError> {
        let placements: Vec<_> = pieces
            .iter()
            .enumerate()
            .flat_map(|(piece, (_, picture))| {
                let placements = Shape::picture(picture).placements(size);
                placements.into_iter().map(move |cells| (piece, cells))
            })
            .collect();
        let mut builder = Problem::builder();
        for (name, _) in pieces {
            builder.primary(*name)?;
        }
        for [layer, row, column] in cells_of(size) {
            let depth = (size[0] > 1).then(|| format!("z{}", layer + 1));
            let depth = depth.unwrap_or_default();
            builder.primary(format!("{depth}r{}c{}", row + 1, column + 1))?;
        }
        for (piece, cells) in &placements {
            let index = |&[layer, row, column]: &Cell| (layer * size[1] + row) * size[2] + column;
            let cells = cells.iter().map(|cell| pieces.len() + index(cell));
            builder.option([*piece].into_iter().chain(cells).map(ItemId::new))?;
        }
        Ok(Packing {
            size,
            problem: builder.build(),
            pieces: pieces.len(),
            placements,
        })
    }

    fn name(&self, item: usize) -> &str {
        self.problem.item_name(ItemId::new(item))
    }
}

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

    fn small() -> Packing {
        Packing::new(&[("V", "xx/x."), ("I", "x")], [1, 2, 2]).unwrap()
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
        let packing = Packing::new(&[("A", "xx/x. x."), ("B", "x/x x/x")], [2, 2, 2]).unwrap();
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
        let error = Packing::new(&[("r1c1", "x")], [1, 1, 1]).unwrap_err();
        assert_eq!(error, BuildError::DuplicateItem("r1c1".into()));
    }
}
