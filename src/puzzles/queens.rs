//! Queens: n of them on an n × n chessboard, none attacking another.
//!
//! ```text
//!   ┌───┬───┬───┬───┐
//!   │   │ Q │   │   │      items    r3 c3 r2 c2 r4 c4 r1 c1 | a3 a4 a5 a6 a7 b2 b3 b4 b5 b6
//!   ├───┼───┼───┼───┤      option   r1 c2 a3 b3     (the queen in the first row)
//!   │   │   │   │ Q │
//!   ├───┼───┼───┼───┤      rR, cC   row R, column C: primary, one queen each
//!   │ Q │   │   │   │      aS       diagonal of row + column = S: secondary, at most one
//!   ├───┼───┼───┼───┤      bD       diagonal of row - column + n = D: secondary
//!   │   │   │ Q │   │
//!   └───┴───┴───┴───┘
//! ```
//!
//! Diagonals of a single cell are left out: they forbid nothing. Rows and columns stand in *organ-pipe order*, from
//! the middle outwards, since a search that breaks ties by the first item then tries the squares that attack most
//! first, and visits fewer nodes.
//!
//! Source: D. E. Knuth, *The Art of Computer Programming* 4B, section 7.2.2.1, 'Secondary items'.

use std::ops::RangeInclusive;

use super::Puzzle;
use super::size::{self, SizeError};
use crate::problem::{BuildError, ItemId, OptionId, Problem, Solution};
use crate::render::{Board, Notes, Paint, Picture, Point, Shape, Stroke, TooLarge};

/// The queens problem of one size.
#[derive(Clone, Debug)]
pub struct Queens {
    size: usize,
    problem: Problem,
}

impl Queens {
    /// The sizes that are allowed.
    pub const SIZES: RangeInclusive<usize> = 1..=512;

    /// The problem of `size` queens on a board of `size` × `size`.
    ///
    /// # Errors
    /// If the size is not one of [`SIZES`](Self::SIZES).
    pub fn new(size: usize) -> Result<Queens, SizeError> {
        size::check(size, &Self::SIZES)?;
        let problem = encode(size).expect("distinct items, each once in an option");
        Ok(Queens { size, problem })
    }
}

impl Puzzle for Queens {
    fn problem(&self) -> &Problem {
        &self.problem
    }

    fn decode(&self, solution: &Solution) -> Board {
        let mut board = Board::new(self.size, self.size);
        for square in 0..self.size * self.size {
            board.set_piece(square / self.size, square % self.size, square as u32);
        }
        for option in solution.options() {
            board.set_label(option.index() / self.size, option.index() % self.size, "Q");
        }
        board
    }

    fn labels(&self, option: OptionId) -> Vec<(usize, usize, String)> {
        let (row, column) = (option.index() / self.size, option.index() % self.size);
        vec![(row, column, "Q".into())]
    }

    /// A chessboard with queens.
    fn picture_with(&self, options: &[OptionId], notes: &Notes) -> Result<Picture, TooLarge> {
        let board = Board::new(self.size, self.size);
        let mut notes = notes.clone();
        let squares = (0..self.size * self.size).map(|it| (it / self.size, it % self.size));
        for (row, column) in squares.filter(|(row, column)| (row + column) % 2 == 1) {
            notes.at(row, column).ground.get_or_insert(Paint::Shade);
        }
        let mut names = Vec::new();
        for option in options {
            let (row, column) = (option.index() / self.size, option.index() % self.size);
            notes.above.push(crown([column as f64, row as f64]));
            names.push(self.cell_name(row, column));
        }
        if !names.is_empty() {
            notes.words.push(format!("Queens at {}.", names.join(" ")));
        }
        let mut picture = board.picture_with(&notes);
        picture.set_title(format!("{} queens", self.size));
        Ok(picture)
    }

    fn item_words(&self, item: ItemId) -> String {
        let name = self.problem.item_name(item);
        let (kind, number) = name.split_at(1);
        match kind {
            "r" => format!("a queen in row {number}"),
            "c" => format!("a queen in column {number}"),
            "a" => format!("a queen on the rising diagonal {name}"),
            _ => format!("a queen on the falling diagonal {name}"),
        }
    }

    fn option_words(&self, option: OptionId) -> String {
        let (row, column) = (option.index() / self.size, option.index() % self.size);
        format!("a queen at row {}, column {}", row + 1, column + 1)
    }
}

/// A queen in the square with this upper left corner.
fn crown([x, y]: Point) -> Shape {
    const CORNERS: [Point; 11] = [
        [0.22, 0.8],
        [0.13, 0.32],
        [0.3, 0.54],
        [0.34, 0.2],
        [0.44, 0.52],
        [0.5, 0.14],
        [0.56, 0.52],
        [0.66, 0.2],
        [0.7, 0.54],
        [0.87, 0.32],
        [0.78, 0.8],
    ];
    Shape::Area {
        rings: vec![
            CORNERS
                .map(|corner| [x + corner[0], y + corner[1]])
                .to_vec(),
        ],
        fill: Some(Paint::Ink),
        stroke: Some(Stroke::new(Paint::Ink, 0.04)),
    }
}

/// Option `row * size + column` is a queen on that square.
fn encode(size: usize) -> Result<Problem, BuildError> {
    let mut builder = Problem::builder();
    for line in organ_pipe(size) {
        builder.primary(format!("r{}", line + 1))?;
        builder.primary(format!("c{}", line + 1))?;
    }
    for sum in 3..2 * size {
        builder.secondary(format!("a{sum}"))?;
    }
    for difference in 2..2 * size - 1 {
        builder.secondary(format!("b{difference}"))?;
    }
    for (row, column) in (1..=size).flat_map(|row| (1..=size).map(move |column| (row, column))) {
        let names = [
            format!("r{row}"),
            format!("c{column}"),
            format!("a{}", row + column),
            format!("b{}", row + size - column),
        ];
        let items: Vec<ItemId> = names.iter().filter_map(|name| builder.item(name)).collect();
        builder.option(items)?;
    }
    Ok(builder.build())
}

/// `0..size` from the middle outwards: 2, 1, 3, 0, 4 for five.
fn organ_pipe(size: usize) -> impl Iterator<Item = usize> {
    (0..size).map(move |step| match step % 2 {
        0 => (size + step) / 2,
        _ => (size - 1 - step) / 2,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_queens_are_encoded_as_the_picture_says() {
        let problem = Queens::new(4).unwrap().problem;
        let names: Vec<_> = problem
            .items()
            .map(|item| problem.item_name(item))
            .collect();
        let (primary, secondary) = names.split_at(problem.primary_count());
        assert_eq!(primary.join(" "), "r3 c3 r2 c2 r4 c4 r1 c1");
        assert_eq!(secondary.join(" "), "a3 a4 a5 a6 a7 b2 b3 b4 b5 b6");
        let entries = |option| problem.entries(OptionId::new(option));
        let option = |index| {
            let names = entries(index)
                .iter()
                .map(|entry| problem.item_name(entry.item));
            names.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            (option(0), option(1)),
            ("r1 c1 b4".into(), "r1 c2 a3 b3".into())
        );
        assert_eq!(problem.option_count(), 16);
    }

    #[test]
    fn the_smallest_board_has_no_diagonals() {
        let problem = Queens::new(1).unwrap().problem;
        assert_eq!((problem.item_count(), problem.option_count()), (2, 1));
    }

    #[test]
    fn options_and_items_have_words() {
        let queens = Queens::new(4).unwrap();
        assert_eq!(
            queens.option_words(OptionId::new(6)),
            "a queen at row 2, column 3"
        );
        assert_eq!(queens.item_words(ItemId::new(1)), "a queen in column 3");
        assert_eq!(
            queens.item_words(ItemId::new(8)),
            "a queen on the rising diagonal a3"
        );
        assert_eq!(
            queens.item_words(ItemId::new(13)),
            "a queen on the falling diagonal b2"
        );
    }
}
