//! Whether an answer fulfils a puzzle, and if not, which rule it breaks.
//!
//! ```text
//!   12..34..........   a puzzle       3 at row 2, column 1 and 3 at row 4, column 1
//!   1234341221433421   an answer      both take digit 3 in column 1
//! ```
//!
//! Answers are checked by the definition of an exact cover. Only the pieces of a Sudominoku must be found by a search, since
//! its answer is a grid that does not show them: that is a small problem of its own.

use std::error::Error;
use std::fmt;

use super::sudoku::{Shape, Sudoku};
use super::sudominoku::{Piece, Sudominoku};
use super::why::without_place;
use super::{Puzzle, Reason};
use crate::problem::{Bounds, CoverError, Disagreement, ItemId, OptionId, Problem, Solution};

/// Why an answer does not fulfil a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AnswerFault {
    /// The grid has other boxes than the puzzle.
    Shape {
        /// The shape of the answer.
        found: Shape,
        /// The shape of the puzzle.
        expected: Shape,
    },
    /// The puzzle gives this option, but the answer does not have it.
    Given(OptionId),
    /// The answer has this option twice.
    Repeated(OptionId),
    /// The answer has this option, which has no primary item: it is in no solution.
    Idle(OptionId),
    /// Two options of the answer cover the same item.
    Clash(Disagreement),
    /// The answer covers this item `times` times, which is not within its bounds.
    Miscovered {
        /// The item.
        item: ItemId,
        /// How many of the options cover it.
        times: u32,
    },
    /// The pieces of a Sudominoku cannot form the grid, with the reason if one is found without a search.
    Pieces(Option<Reason>),
}

impl fmt::Display for AnswerFault {
    /// This text numbers options and items from 0; [`in_words`](Self::in_words) names them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnswerFault::Shape { found, expected } => {
                write!(f, "the grid has boxes of {found}: expected {expected}")
            }
            AnswerFault::Given(option) => {
                write!(f, "option {} is given, but missing here", option.index())
            }
            AnswerFault::Repeated(option) => CoverError::RepeatedOption(*option).fmt(f),
            AnswerFault::Idle(option) => CoverError::IdleOption(*option).fmt(f),
            AnswerFault::Clash(disagreement) => disagreement.fmt(f),
            &AnswerFault::Miscovered { item, times } => {
                CoverError::Miscovered { item, times }.fmt(f)
            }
            AnswerFault::Pieces(_) => f.write_str("no pieces form the grid"),
        }
    }
}

impl Error for AnswerFault {}

/// Checks an answer that is given as options, in any order: whether they are a solution of the puzzle's problem that
/// contains its givens.
///
/// ```
/// use dominox::Problem;
/// use dominox::puzzles::{Cover, Puzzle, check};
/// let cover = Cover::new(Problem::parse("a b c\na b\nc\nb c\n")?);
/// let options: Vec<_> = cover.problem().options().collect();
/// assert_eq!(check(&cover, &options[..2]), Ok(()));
/// let fault = check(&cover, &options[1..]).unwrap_err();
/// assert_eq!(fault.in_words(&cover), "option 2 and option 3 both take item `c`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first fault found.
///
/// # Panics
/// If an option does not belong to the puzzle's problem.
pub fn check(puzzle: &dyn Puzzle, options: &[OptionId]) -> Result<(), AnswerFault> {
    let solution = Solution::new(options.to_vec());
    let has = |given: &&OptionId| solution.options().binary_search(given).is_ok();
    if let Some(&given) = puzzle.givens().iter().find(|given| !has(given)) {
        return Err(AnswerFault::Given(given));
    }
    let problem = puzzle.problem();
    problem.check(&solution).map_err(|error| match error {
        CoverError::UnknownOption(option) => {
            panic!("option {} is not of the puzzle", option.index())
        }
        CoverError::RepeatedOption(option) => AnswerFault::Repeated(option),
        CoverError::IdleOption(option) => AnswerFault::Idle(option),
        CoverError::Conflict(clash) => AnswerFault::Clash(clash),
        CoverError::Miscovered { item, times } => {
            let clash = first_clash(problem, &solution);
            clash.map_or(AnswerFault::Miscovered { item, times }, AnswerFault::Clash)
        }
    })
}

/// The first two options that cover the same primary item, which must be covered once. This says more than an item that is
/// missing for that reason.
fn first_clash(problem: &Problem, solution: &Solution) -> Option<Disagreement> {
    let mut holders: Vec<Option<OptionId>> = vec![None; problem.primary_count()];
    for &second in solution.options() {
        for item in problem.entries(second).iter().map(|entry| entry.item) {
            if problem.bounds(item).is_none_or(|bounds| bounds.high > 1) {
                continue;
            }
            if let Some(first) = holders[item.index()].replace(second) {
                return Some(Disagreement {
                    first,
                    second,
                    item,
                });
            }
        }
    }
    None
}

impl Sudoku {
    /// Checks an answer that was read as a grid: whether it has all givens and obeys the rules.
    ///
    /// ```
    /// use dominox::puzzles::Sudoku;
    /// let sudoku: Sudoku = "12..34..........".parse()?;
    /// assert_eq!(sudoku.check(&"1234341221434321".parse()?), Ok(()));
    /// let fault = sudoku.check(&"1234341221434.21".parse()?).unwrap_err();
    /// assert_eq!(fault.in_words(&sudoku), "a digit in row 4, column 2 is missing");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first fault found.
    pub fn check(&self, answer: &Sudoku) -> Result<(), AnswerFault> {
        let [found, expected] = [answer, self].map(|sudoku| sudoku.rules().shape());
        if found != expected {
            return Err(AnswerFault::Shape { found, expected });
        }
        check(self, answer.givens())
    }
}

impl Sudominoku {
    /// Checks an answer that was read as a grid: whether it has all given digits and obeys the rules of Sudoku. If so, returns
    /// the problem of laying the pieces on this grid: the answer is right if that problem has a solution.
    ///
    /// ```
    /// use dominox::Solver;
    /// use dominox::puzzles::{Sudoku, Sudominoku};
    /// let case: Sudominoku = "2\n6 B2 1 B3\n2 C4 9 C3\nC5 A3 D9 I4 A9 E5 A2 C6 I1\n".parse()?;
    /// let grid = "872643195361975842549218637126754983738169254495832761284597316657381429913426578";
    /// let pieces = case.check(&grid.parse()?).expect("the digits are right");
    /// assert!(Solver::new(&pieces)?.next_solution().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first fault found. Its options and items are those of this puzzle.
    pub fn check(&self, answer: &Sudoku) -> Result<Problem, AnswerFault> {
        let (found, expected) = (answer.rules().shape(), Shape::CLASSIC);
        if found != expected {
            return Err(AnswerFault::Shape { found, expected });
        }
        // In both problems, an option that writes one digit into a cell has the same id, and so have the items of cells,
        // rows, columns and boxes.
        let grid = answer.givens();
        let digits = self.pieces().iter().flat_map(|piece| piece.marks());
        let mut digits = digits.map(|mark| Sudominoku::option_of(Piece::Single(mark)));
        if let Some(given) = digits.find(|digit| !grid.contains(digit)) {
            return Err(AnswerFault::Given(given));
        }
        check(&Sudoku::empty(expected), grid)?;
        self.laying(&answer.digits(&Solution::new(grid.to_vec())))
    }

    /// The problem of laying the pieces on this grid of digits.
    fn laying(&self, grid: &[u8]) -> Result<Problem, AnswerFault> {
        let fits = self.fitting(grid);
        let problem = self.problem().restricted_to(fits.iter().copied());
        let is_given = |option: &OptionId| self.givens().contains(&fits[option.index()]);
        let givens: Vec<OptionId> = problem.options().filter(is_given).collect();
        let left = problem
            .assuming(&givens)
            .expect("given pieces share no cell");
        let stuck = without_place(&left, left.options());
        match stuck.is_empty() {
            true => Ok(left),
            false => Err(AnswerFault::Pieces(Some(Reason::NoPlace(stuck)))),
        }
    }
}

impl AnswerFault {
    /// The fault in the words of the puzzle that was to be answered.
    pub fn in_words(&self, puzzle: &dyn Puzzle) -> String {
        match self {
            AnswerFault::Shape { found, expected } => {
                let [found, expected] = [found, expected].map(|shape| {
                    let (size, rows, columns) =
                        (shape.size(), shape.rows_per_box(), shape.columns_per_box());
                    format!("{size}×{size} with boxes of {rows}×{columns}")
                });
                format!("the grid is {found}: expected {expected}")
            }
            AnswerFault::Given(option) => {
                format!(
                    "{} is given, but the answer does not have it",
                    puzzle.option_words(*option)
                )
            }
            AnswerFault::Repeated(option) => {
                format!("{} occurs twice", puzzle.option_words(*option))
            }
            AnswerFault::Idle(option) => {
                format!("{} has no primary item", puzzle.option_words(*option))
            }
            AnswerFault::Clash(clash) => Reason::Clash(*clash).in_words(puzzle),
            AnswerFault::Miscovered { item, times: 0 } => {
                format!("{} is missing", puzzle.item_words(*item))
            }
            AnswerFault::Miscovered { item, times } => {
                let item_words = puzzle.item_words(*item);
                let found = if *times == 1 {
                    "once".into()
                } else {
                    format!("{times} times")
                };
                match puzzle.problem().bounds(*item) {
                    Some(Bounds { low, high }) if low < high => {
                        format!("{item_words} is covered {found}: expected {low} to {high} times")
                    }
                    Some(Bounds { high, .. }) => {
                        format!("{item_words} is covered {found}: expected {high} times")
                    }
                    None => format!("{item_words} is covered {found}"),
                }
            }
            AnswerFault::Pieces(None) => "the pieces cannot form this grid".into(),
            AnswerFault::Pieces(Some(reason)) => {
                format!(
                    "the pieces cannot form this grid: {}",
                    reason.in_words(puzzle)
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::Cover;

    #[test]
    fn faults_have_words() {
        let cover = Cover::new(Problem::parse("a 2:3|b | x\na b x:red\nb\nb x\nb\n").unwrap());
        let options: Vec<OptionId> = cover.problem().options().collect();
        let words = |chosen: &[usize]| {
            let chosen: Vec<OptionId> = chosen.iter().map(|&index| options[index]).collect();
            check(&cover, &chosen).map_err(|fault| fault.in_words(&cover))
        };
        assert_eq!(words(&[0, 1]), Ok(()));
        let fault = |chosen| words(chosen).unwrap_err();
        assert_eq!(fault(&[1, 3]), "item `a` is missing");
        assert_eq!(
            fault(&[0]),
            "item `b` is covered once: expected 2 to 3 times"
        );
        assert_eq!(fault(&[0, 2]), "option 1 and option 3 both take item `x`");
        assert_eq!(fault(&[0, 1, 1]), "option 2 occurs twice");
    }
}
