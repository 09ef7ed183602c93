//! Perfect matchings: n people form pairs, and nobody is left over.
//!
//! ```text
//!   ┌───┬───┬───┐     items    v1 v2 v3 v4 v5 v6     all primary
//!   │ 1 │ 2 │ 4 │     option   v2 v3                 (2 goes with 3)
//!   │ 6 │ 3 │ 5 │
//!   └───┴───┴───┘
//! ```
//!
//! Any two may form a pair: these are the perfect matchings of the complete graph on n vertices. There are
//! (n - 1)(n - 3) ⋯ 3 · 1 of them if n is even, and none if it is odd. All parts of such a problem look alike, which
//! makes it a good test of counting without listing.
//!
//! Source: OEIS A001147.

use std::ops::RangeInclusive;

use super::Puzzle;
use super::size::{self, SizeError};
use crate::problem::{BuildError, ItemId, OptionId, Problem, Solution};
use crate::render::{Board, Notes, Paint, Picture, Stroke, TooLarge};

/// The problem of perfect matchings of a complete graph.
#[derive(Clone, Debug)]
pub struct Matching {
    size: usize,
    problem: Problem,
}

impl Matching {
    /// The numbers of vertices that are allowed.
    pub const SIZES: RangeInclusive<usize> = 1..=1024;

    /// The problem of the perfect matchings of `size` vertices.
    ///
    /// # Errors
    /// If the size is not one of [`SIZES`](Self::SIZES).
    pub fn new(size: usize) -> Result<Matching, SizeError> {
        size::check(size, &Self::SIZES)?;
        let problem = encode(size).expect("distinct items, each once in an option");
        Ok(Matching { size, problem })
    }

    /// The numbers of the vertices that an option pairs, from 1.
    fn pair(&self, option: OptionId) -> impl Iterator<Item = usize> {
        let entries = self.problem.entries(option).iter();
        entries.map(|entry| entry.item.index() + 1)
    }
}

fn encode(size: usize) -> Result<Problem, BuildError> {
    let mut builder = Problem::builder();
    for vertex in 1..=size {
        builder.primary(format!("v{vertex}"))?;
    }
    for first in 0..size {
        for second in first + 1..size {
            builder.option([first, second].map(ItemId::new))?;
        }
    }
    Ok(builder.build())
}

impl Puzzle for Matching {
    fn problem(&self) -> &Problem {
        &self.problem
    }

    fn decode(&self, solution: &Solution) -> Board {
        let mut board = Board::new(2, self.size / 2);
        for (column, &option) in solution.options().iter().enumerate() {
            for (row, vertex) in self.pair(option).enumerate() {
                board.set_label(row, column, vertex.to_string());
                board.set_piece(row, column, column as u32 + 1);
            }
        }
        board
    }

    fn labels(&self, option: OptionId) -> Vec<(usize, usize, String)> {
        let vertices = self.pair(option).enumerate();
        vertices
            .map(|(row, vertex)| (row, 0, vertex.to_string()))
            .collect()
    }

    /// The vertices on a circle, and a line for each pair. Large circles are drawn as [boards](Self::decode).
    fn picture_with(&self, options: &[OptionId], notes: &Notes) -> Result<Picture, TooLarge> {
        const MOST: usize = 60;
        if self.size > MOST {
            return Ok(self
                .decode(&Solution::new(options.to_vec()))
                .picture_with(notes));
        }
        let radius = (self.size as f64 * 0.2).max(1.0);
        let side = 2.0 * radius + 1.4;
        let at = |vertex: usize| {
            let turn = std::f64::consts::TAU * (vertex - 1) as f64 / self.size as f64;
            [
                side / 2.0 + radius * turn.sin(),
                side / 2.0 - radius * turn.cos(),
            ]
        };
        let mut picture = Picture::new("A matching", [side, side]);
        let pairs = Vec::from_iter(
            options
                .iter()
                .map(|&option| self.pair(option).collect::<Vec<_>>()),
        );
        let lines = pairs
            .iter()
            .map(|pair| pair.iter().copied().map(at).collect());
        picture.lines(lines.collect(), Stroke::new(Paint::Accent, 0.09));
        for vertex in 1..=self.size {
            let edge = Stroke::new(Paint::Ink, 0.05);
            picture.circle(at(vertex), 0.4, Some(Paint::Paper), Some(edge));
            let text = vertex.to_string();
            let size = Picture::fitting(&text, 0.42, 0.6);
            picture.text(at(vertex), size, text, Paint::Ink);
        }
        let words = pairs
            .iter()
            .map(|pair| format!("{} with {}", pair[0], pair[1]));
        let words = Vec::from_iter(words).join(", ");
        picture.set_description(format!("{} vertices. Pairs: {words}.", self.size));
        Ok(picture)
    }

    fn item_words(&self, item: ItemId) -> String {
        format!("a partner for vertex {}", item.index() + 1)
    }

    fn given_words(&self, option: OptionId) -> String {
        let pair: Vec<_> = self.pair(option).map(|vertex| vertex.to_string()).collect();
        format!("the pair {}", pair.join("-"))
    }

    fn option_words(&self, option: OptionId) -> String {
        let pair: Vec<_> = self.pair(option).map(|vertex| vertex.to_string()).collect();
        format!("vertices {}", pair.join(" and "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pair_is_an_option() {
        let matching = Matching::new(6).unwrap();
        let problem = matching.problem();
        assert_eq!((problem.item_count(), problem.option_count()), (6, 15));
        assert_eq!(matching.option_words(OptionId::new(5)), "vertices 2 and 3");
        assert_eq!(
            matching.item_words(ItemId::new(5)),
            "a partner for vertex 6"
        );
    }

    #[test]
    fn pairs_are_drawn_as_pieces_of_their_own() {
        let matching = Matching::new(6).unwrap();
        let wanted = ["vertices 1 and 6", "vertices 2 and 3", "vertices 4 and 5"];
        let chosen = matching
            .problem
            .options()
            .filter(|&option| wanted.contains(&matching.option_words(option).as_str()));
        insta::assert_snapshot!(matching.decode(&chosen.collect()), @r"
        ┌───┬───┬───┐
        │ 1 │ 2 │ 4 │
        │ 6 │ 3 │ 5 │
        └───┴───┴───┘
        ");
    }

    #[test]
    fn an_odd_one_is_encoded_too() {
        assert_eq!(Matching::new(1).unwrap().problem.option_count(), 0);
        assert_eq!(Matching::new(3).unwrap().problem.option_count(), 3);
    }
}
