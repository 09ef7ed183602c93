//! Colours for the pieces of a board: pieces that touch get different ones.
//!
//! ```text
//!     1 1 2      1 touches 2, 3 and 4     1: blue     2: yellow     3: green     4: pink
//!     3 1 4      2 touches 1 and 4
//!     3 4 4
//! ```
//!
//! The pieces with the fewest neighbours are coloured last, so that few colours are enough: in the plane, each piece has at most
//! five neighbours that come before it. A piece keeps the colour of its number if it can.

use std::collections::{BTreeMap, BTreeSet};

use super::Board;
use super::paint::PIECES;

/// For each piece of a board but 0, the number of its colour.
pub fn colors_of(board: &Board) -> BTreeMap<u32, u32> {
    Neighbours::of(board).colors(|piece| (piece - 1) % PIECES, |_, _| (false, false))
}

/// The number of the colour of each piece, where each has an `own` one and these `pairs` touch. A piece keeps its own colour unless it
/// would touch another of that colour.
pub(crate) fn colors_apart(
    own: &BTreeMap<u32, u32>,
    pairs: impl IntoIterator<Item = [u32; 2]>,
) -> BTreeMap<u32, u32> {
    let mut neighbours = Neighbours::default();
    own.keys().for_each(|&piece| neighbours.add(piece));
    for [one, other] in pairs {
        join(&mut neighbours.at_sides, one, [Some(other)]);
    }
    let own = |piece: u32| own[&piece] % PIECES;
    let owned: BTreeSet<u32> = neighbours.at_sides.keys().map(|&it| own(it)).collect();
    let is_taken = |piece: u32, color: u32| {
        let mut beside = neighbours.at_sides[&piece].iter();
        (beside.any(|&it| own(it) == color), owned.contains(&color))
    };
    neighbours.colors(own, is_taken)
}

/// For each piece, those that it touches.
#[derive(Default)]
struct Neighbours {
    at_sides: BTreeMap<u32, BTreeSet<u32>>,
    at_corners: BTreeMap<u32, BTreeSet<u32>>,
}

impl Neighbours {
    fn of(board: &Board) -> Neighbours {
        let mut neighbours = Neighbours::default();
        let piece = |row: usize, column: usize| {
            let is_inside = row < board.rows() && column < board.columns();
            let piece = is_inside.then(|| board.piece(row, column))?;
            piece.filter(|&piece| piece > 0)
        };
        for (row, column) in board.places() {
            let Some(here) = piece(row, column) else {
                continue;
            };
            neighbours.add(here);
            let left = column.wrapping_sub(1);
            let sides = [piece(row, column + 1), piece(row + 1, column)];
            let corners = [piece(row + 1, column + 1), piece(row + 1, left)];
            join(&mut neighbours.at_sides, here, sides);
            join(&mut neighbours.at_corners, here, corners);
        }
        neighbours
    }

    fn add(&mut self, piece: u32) {
        self.at_sides.entry(piece).or_default();
        self.at_corners.entry(piece).or_default();
    }

    /// The number of each piece's colour: its `own`, if it can be. `is_taken` says whether another one would be that of a piece beside
    /// it, or of any piece.
    fn colors(
        &self,
        own: impl Fn(u32) -> u32,
        is_taken: impl Fn(u32, u32) -> (bool, bool),
    ) -> BTreeMap<u32, u32> {
        let mut colors: BTreeMap<u32, u32> = BTreeMap::new();
        let mut uses = [0u32; PIECES as usize];
        for piece in self.fewest_last() {
            let cost = |&color: &u32| {
                let with_it = |set: &BTreeSet<u32>| {
                    let same = set.iter().filter(|&it| colors.get(it) == Some(&color));
                    same.count()
                };
                let sides = with_it(&self.at_sides[&piece]);
                let corners = with_it(&self.at_corners[&piece]);
                let is_other = color != own(piece);
                let taken = is_taken(piece, color);
                (sides, corners, is_other, taken, uses[color as usize])
            };
            let color = (0..PIECES).min_by_key(cost).unwrap_or_default();
            uses[color as usize] += 1;
            colors.insert(piece, color);
        }
        colors
    }

    /// The pieces in an order in which each has few neighbours before it: one with the fewest is the last, and so on without it.
    fn fewest_last(&self) -> Vec<u32> {
        let mut numbers: BTreeMap<u32, usize> = self
            .at_sides
            .iter()
            .map(|(&piece, others)| (piece, others.len()))
            .collect();
        let mut queue: BTreeSet<(usize, u32)> = numbers
            .iter()
            .map(|(&piece, &number)| (number, piece))
            .collect();
        let mut order = Vec::with_capacity(numbers.len());
        while let Some((_, piece)) = queue.pop_first() {
            numbers.remove(&piece);
            order.push(piece);
            for &other in &self.at_sides[&piece] {
                if let Some(number) = numbers.get_mut(&other) {
                    queue.remove(&(*number, other));
                    *number -= 1;
                    queue.insert((*number, other));
                }
            }
        }
        order.reverse();
        order
    }
}

fn join<const N: usize>(
    all: &mut BTreeMap<u32, BTreeSet<u32>>,
    here: u32,
    others: [Option<u32>; N],
) {
    for other in others.into_iter().flatten().filter(|&other| other != here) {
        all.entry(here).or_default().insert(other);
        all.entry(other).or_default().insert(here);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board; `piece` says which piece is at each place.
    fn board(rows: usize, columns: usize, piece: impl Fn(usize, usize) -> u32) -> Board {
        let mut board = Board::new(rows, columns);
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |it| (row, it))) {
            board.set_piece(row, column, piece(row, column));
        }
        board
    }

    #[test]
    fn pieces_that_touch_differ() {
        for factor in 1..101 {
            // Rows of bricks, numbered in many ways.
            let board = board(10, 10, |row, column| {
                let brick = row * 6 + (column + row % 2) / 2;
                1 + (brick * factor % 101) as u32
            });
            let colors = colors_of(&board);
            let color = |row, column| colors[&board.piece(row, column).unwrap()];
            for (row, column) in board.places() {
                let is_joint = column > 0 && (column + row % 2) % 2 == 0;
                assert!(!is_joint || color(row, column - 1) != color(row, column));
                assert!(row == 0 || color(row - 1, column) != color(row, column));
            }
        }
    }

    #[test]
    fn few_pieces_have_the_colours_of_their_numbers() {
        let colors = colors_of(&board(3, 3, |row, column| (row * 3 + column) as u32 + 1));
        assert!(colors.iter().all(|(&piece, &color)| color == piece - 1));
        assert!(colors_of(&board(2, 2, |_, _| 0)).is_empty());
    }

    #[test]
    fn a_piece_that_gives_up_its_colour_takes_none_of_those_beside_it() {
        let own = BTreeMap::from([(0, 1), (1, 0), (2, 0)]);
        let colors = colors_apart(&own, [[0, 1], [1, 2], [2, 0]]);
        assert_eq!(colors, BTreeMap::from([(0, 1), (1, 2), (2, 0)]));
    }

    #[test]
    fn a_piece_keeps_its_own_colour_unless_it_touches_another_of_that_colour() {
        // A ring of pieces, two of which are the same one beside each other, with one in the middle that touches all.
        let own = BTreeMap::from_iter((0..).zip([0, 0, 1, 2, 3, 4, 5]));
        let ring = (0..6).map(|at| [at, (at + 1) % 6]);
        let spokes = (0..6).map(|at| [at, 6]);
        let pairs = Vec::from_iter(ring.chain(spokes));
        let colors = colors_apart(&own, pairs.clone());
        let touching = pairs.iter().map(|pair| pair.map(|piece| colors[&piece]));
        assert!(touching.into_iter().all(|[one, other]| one != other));
        assert!((2..7).all(|piece| colors[&piece] == own[&piece]));
        let twins = [colors[&0], colors[&1]];
        assert!(
            twins.contains(&0) && twins.iter().any(|&it| it > 5),
            "{twins:?}"
        );
    }
}
