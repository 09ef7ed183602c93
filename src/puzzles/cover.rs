//! An exact-cover problem as a puzzle of its own: what is asked is a cover, and the answer is its options.
//!
//! ```text
//! a b c        the cover {0, 2} as an answer:     a b
//! a b                                             c
//! a c
//! c
//! ```

use super::Puzzle;
use crate::problem::{OptionId, Problem, Solution};
use crate::render::Board;

/// A problem that was given as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cover {
    problem: Problem,
}

impl Cover {
    /// The puzzle of covering this problem.
    pub fn new(problem: Problem) -> Cover {
        Cover { problem }
    }

    /// The options of a cover, one a line, as they stand in the problem's text (without costs).
    ///
    /// # Panics
    /// If the solution has an option that is not of this problem.
    pub fn answer(&self, solution: &Solution) -> String {
        let mut answer = Vec::new();
        self.write_answer(solution.options(), &mut answer);
        String::from_utf8(answer).expect("names are UTF-8")
    }

    /// Appends the [answer](Self::answer) that these options are, in any order.
    ///
    /// # Panics
    /// If an option is not of this problem.
    pub fn write_answer(&self, options: &[OptionId], text: &mut Vec<u8>) {
        let mut options = options.to_vec();
        options.sort_unstable();
        for option in options {
            text.extend_from_slice(self.problem.option_text(option).as_bytes());
            text.push(b'\n');
        }
    }
}

impl Puzzle for Cover {
    fn problem(&self) -> &Problem {
        &self.problem
    }

    /// There is nothing to draw: the board has no cells.
    fn decode(&self, _solution: &Solution) -> Board {
        Board::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_is_the_options() {
        let cover = Cover::new(Problem::parse("a b | x\na x:red |5\nb\n").unwrap());
        let solution = Solution::new(vec![OptionId::new(1), OptionId::new(0)]);
        assert_eq!(cover.answer(&solution), "a x:red\nb\n");
        assert_eq!(cover.decode(&solution).rows(), 0);
    }
}
