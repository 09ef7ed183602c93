//! Langford pairs: two of each number 1 to n in a row of 2n slots, with k slots between the two ks.
//!
//! ```text
//!   ┌─────────────┐     items    d3 d2 d1 s1 s2 s3 s4 s5 s6      all primary
//!   │ 3 1 2 1 3 2 │     option   d3 s1 s5                        (the 3 in slots 1 and 5)
//!   └─────────────┘
//!                       dK       the pair of Ks has its place
//!                       sJ       slot J is filled
//! ```
//!
//! A row and its mirror image are two solutions. Solutions exist only if n or n + 1 is a multiple of 4.
//!
//! Source: D. E. Knuth, *The Art of Computer Programming* 4B, section 7.2.2.1; C. D. Langford, *The Mathematical
//! Gazette* 42 (1958), page 228.

use std::ops::RangeInclusive;

use super::Puzzle;
use super::size::{self, SizeError};
use crate::problem::{BuildError, ItemId, OptionId, Problem, Solution};
use crate::render::{Board, Notes, Picture, TooLarge};

/// The problem of Langford pairs of one size.
#[derive(Clone, Debug)]
pub struct Langford {
    size: usize,
    problem: Problem,
    /// For each option its number and its two slots, from 0.
    places: Vec<(usize, [usize; 2])>,
}

impl Langford {
    /// The sizes that are allowed.
    pub const SIZES: RangeInclusive<usize> = 1..=512;

    /// The problem of the pairs 1 to `size` in twice that number of slots.
    ///
    /// # Errors
    /// If the size is not one of [`SIZES`](Self::SIZES).
    pub fn new(size: usize) -> Result<Langford, SizeError> {
        size::check(size, &Self::SIZES)?;
        let places: Vec<_> = (1..=size)
            .rev()
            .flat_map(|number| {
                (0..2 * size - number - 1).map(move |slot| (number, [slot, slot + number + 1]))
            })
            .collect();
        let problem = encode(size, &places).expect("distinct items, each once in an option");
        Ok(Langford {
            size,
            problem,
            places,
        })
    }
}

fn encode(size: usize, places: &[(usize, [usize; 2])]) -> Result<Problem, BuildError> {
    let mut builder = Problem::builder();
    for number in (1..=size).rev() {
        builder.primary(format!("d{number}"))?;
    }
    for slot in 1..=2 * size {
        builder.primary(format!("s{slot}"))?;
    }
    for &(number, [left, right]) in places {
        builder.option([size - number, size + left, size + right].map(ItemId::new))?;
    }
    Ok(builder.build())
}

impl Puzzle for Langford {
    fn problem(&self) -> &Problem {
        &self.problem
    }

    fn decode(&self, solution: &Solution) -> Board {
        let mut board = Board::new(1, 2 * self.size);
        for option in solution.options() {
            let (number, slots) = self.places[option.index()];
            for slot in slots {
                board.set_label(0, slot, number.to_string());
            }
        }
        board
    }

    fn labels(&self, option: OptionId) -> Vec<(usize, usize, String)> {
        let (number, slots) = self.places[option.index()];
        slots.map(|slot| (0, slot, number.to_string())).to_vec()
    }

    /// The row with each pair in a colour of its own.
    fn picture_with(&self, options: &[OptionId], notes: &Notes) -> Result<Picture, TooLarge> {
        let mut board = self.decode(&Solution::new(options.to_vec()));
        for option in options {
            let (number, slots) = self.places[option.index()];
            for slot in slots {
                board.set_piece(0, slot, number as u32);
            }
        }
        let mut picture = board.picture_with(notes);
        picture.set_title("Langford pairs");
        Ok(picture)
    }

    fn item_words(&self, item: ItemId) -> String {
        match item.index().checked_sub(self.size) {
            None => format!("the pair of {}s", self.size - item.index()),
            Some(slot) => format!("a number in slot {}", slot + 1),
        }
    }

    fn option_words(&self, option: OptionId) -> String {
        let (number, [left, right]) = self.places[option.index()];
        format!("{number} in slots {} and {}", left + 1, right + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_stands_as_far_apart_as_its_number_says() {
        let langford = Langford::new(3).unwrap();
        let (first, last) = (OptionId::new(0), OptionId::new(8));
        assert_eq!(langford.option_words(first), "3 in slots 1 and 5");
        assert_eq!(langford.option_words(last), "1 in slots 4 and 6");
        let problem = langford.problem();
        assert_eq!(
            (problem.item_count(), problem.option_count()),
            (9, 2 + 3 + 4)
        );
        for option in problem.options() {
            let (number, [left, right]) = langford.places[option.index()];
            let names = problem.entries(option).iter();
            let names: Vec<_> = names.map(|entry| problem.item_name(entry.item)).collect();
            let expected = [
                format!("d{number}"),
                format!("s{}", left + 1),
                format!("s{}", right + 1),
            ];
            assert_eq!(names, expected);
        }
    }

    #[test]
    fn items_have_words() {
        let langford = Langford::new(3).unwrap();
        let words = |name| langford.item_words(langford.problem().item_named(name).unwrap());
        assert_eq!(words("d3"), "the pair of 3s");
        assert_eq!(words("d1"), "the pair of 1s");
        assert_eq!(words("s6"), "a number in slot 6");
    }

    #[test]
    fn one_pair_has_no_place() {
        assert_eq!(Langford::new(1).unwrap().problem.option_count(), 0);
        assert!(Langford::new(0).is_err());
    }
}
