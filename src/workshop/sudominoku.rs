//! Makes Sudominokus with one answer: lays the pieces on a full grid and leaves out dominoes.
//!
//! ```text
//!     full grid        a tiling             dominoes that are not needed leave, in a random order
//!     8 7 2 6 4 …      8 7 2 6─4 …          · 7 2 · · …
//!     3 6 1 9 7 …  ─▶  │ 6─1 9─7 …     ─▶   · 6─1 · · …
//!     5 4 9 2 1 …      …                    …              the nine single digits stay
//! ```
//!
//! The answer of a Sudominoku is its grid: dominoes may leave as long as all tilings that remain show the same grid. As of Sudokus,
//! each grid is a *try*; it fails if it has no tiling, or another number of dominoes than is wished for.

use std::fmt;
use std::ops::RangeInclusive;

use rand_core::Rng;

use super::asking::Asking;
use super::full::FullGrids;
use super::generate::{Made, Order, WishError, is_answer};
use super::grid::Grid;
use super::random::shuffle;
use super::tiling::{self, tiling};
use crate::engine::{Limit, Limits};
use crate::problem::OptionId;
use crate::puzzles::{Puzzle, Shape, Sudominoku};

/// One for each pair of different digits.
const DOMINOES: usize = 36;

/// What Sudominokus are wished for.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CaseWish {
    /// The number of given dominoes. If none is said, puzzles have no domino that can be left out; if there is a least number, they
    /// have as many even where fewer would do.
    pub dominoes: Option<RangeInclusive<usize>>,
    /// Whether no single domino can be left out, whatever their number would allow.
    pub minimal: bool,
    /// The answer of all puzzles, a full grid; if none is said, one is drawn for each.
    pub answer: Option<Grid>,
}

/// Makes Sudominokus.
///
/// ```
/// use dominox::workshop::{CaseMaker, CaseWish, Order};
/// # use rand_chacha::ChaCha8Rng;
/// # use rand_chacha::rand_core::SeedableRng;
/// let mut maker = CaseMaker::new(CaseWish::default())?;
/// if let Order::Made(made) = maker.make(&mut ChaCha8Rng::seed_from_u64(1), 10) {
///     println!("{}", made.puzzle);
/// }
/// # Ok::<(), dominox::workshop::WishError>(())
/// ```
pub struct CaseMaker {
    wish: CaseWish,
    grids: FullGrids,
    asking: Asking,
}

impl fmt::Debug for CaseMaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CaseMaker")
            .field("wish", &self.wish)
            .finish_non_exhaustive()
    }
}

impl CaseMaker {
    /// For puzzles as wished.
    ///
    /// # Errors
    /// If no puzzle can be as wished.
    pub fn new(wish: CaseWish) -> Result<CaseMaker, WishError> {
        if let Some(dominoes) = &wish.dominoes {
            let (least, greatest) = (*dominoes.start(), *dominoes.end());
            if least > greatest || greatest == 0 || least > DOMINOES {
                return Err(WishError::NoNumberOfDominoes(least, greatest));
            }
            if wish.minimal && least == DOMINOES {
                return Err(WishError::LastDomino);
            }
        }
        let may_be = |grid: &Grid| grid.shape() == Shape::CLASSIC && is_answer(grid);
        if wish.answer.as_ref().is_some_and(|grid| !may_be(grid)) {
            return Err(WishError::NotAnAnswer);
        }
        if wish.answer.as_ref().is_some_and(tiling::has_none) {
            return Err(WishError::NoTiling);
        }
        Ok(CaseMaker {
            wish,
            grids: FullGrids::new(Shape::CLASSIC),
            asking: Asking::new(Sudominoku::rules()).expect("kernels search Sudominokus"),
        })
    }

    /// What may stop the search for a puzzle.
    pub fn limits_mut(&mut self) -> &mut Limits {
        self.asking.limits_mut()
    }

    /// Makes a puzzle in at most this number of tries. The same generator in the same state makes the same puzzle.
    pub fn make<R: Rng + ?Sized>(&mut self, rng: &mut R, tries: u64) -> Order<Sudominoku, Grid> {
        for tried in 0..tries {
            let answer = match &self.wish.answer {
                Some(answer) => answer.clone(),
                None => self.grids.draw(rng),
            };
            match self.attempt(rng, &answer) {
                Err(limit) => return Order::Stopped(limit, tried),
                Ok(None) => {}
                Ok(Some(puzzle)) => {
                    let tries = tried + 1;
                    return Order::Made(Made {
                        puzzle,
                        answer,
                        tries,
                    });
                }
            }
        }
        Order::Failed
    }

    /// One try with this grid: a puzzle, if it is as wished.
    fn attempt<R: Rng + ?Sized>(
        &mut self,
        rng: &mut R,
        answer: &Grid,
    ) -> Result<Option<Sudominoku>, Limit> {
        let Some(places) = tiling(answer, rng, self.asking.limits_mut())? else {
            return Ok(None);
        };
        let full = Sudominoku::on_grid(answer.digits(), &places);
        let (dominoes, singles) = full.givens().split_at(DOMINOES);
        let mut order = dominoes.to_vec();
        shuffle(rng, &mut order);
        let kept = self.leave_out(&order, singles, answer)?;
        Ok(kept.map(|kept| full.keeping(|domino| kept.contains(&domino))))
    }

    /// Leaves out dominoes, in this order, as long as there is one answer; what is kept, if it is as wished.
    fn leave_out(
        &mut self,
        order: &[OptionId],
        singles: &[OptionId],
        answer: &Grid,
    ) -> Result<Option<Vec<OptionId>>, Limit> {
        let (least, greatest) = match &self.wish.dominoes {
            Some(dominoes) => (*dominoes.start(), *dominoes.end()),
            None => (0, DOMINOES),
        };
        let (mut kept, mut needed) = (order.to_vec(), 0);
        for &domino in order {
            let has_least = kept.len() <= least;
            // Without any domino, it would not be a case.
            if kept.len() == 1 || has_least && !self.wish.minimal {
                break;
            }
            let others = kept.iter().filter(|&&other| other != domino);
            let givens = Vec::from_iter(others.chain(singles).copied());
            if self.has_other(&givens, domino, answer)? {
                needed += 1;
            } else if has_least {
                return Ok(None);
            } else {
                kept.retain(|&other| other != domino);
            }
            if needed > greatest {
                return Ok(None);
            }
        }
        Ok((kept.len() <= greatest).then_some(kept))
    }

    /// Whether another grid has a tiling with these pieces and without this domino.
    fn has_other(
        &mut self,
        givens: &[OptionId],
        domino: OptionId,
        answer: &Grid,
    ) -> Result<bool, Limit> {
        let rules = Sudominoku::rules();
        let digits = answer.digits();
        // A fact is 9·cell + digit − 1.
        let is_of_answer = |&fact: &u32| u32::from(digits[fact as usize / 9]) == fact % 9 + 1;
        let is_answer = |found: &[OptionId]| {
            let facts = found.iter().flat_map(|&option| rules.facts(option));
            facts.into_iter().all(is_of_answer)
        };
        let other = self.asking.other(givens, Some(domino), is_answer)?;
        Ok(other.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Solver, Verdict};
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    /// The number of given dominoes, beside nine single digits.
    fn dominoes(made: &Made<Sudominoku, Grid>) -> usize {
        made.puzzle.pieces().len() - 9
    }

    fn verdict(case: &Sudominoku) -> Verdict {
        let solver = Solver::new(case.problem()).expect("a solver");
        solver.assume(case.givens()).verdict()
    }

    fn make(wish: CaseWish, seed: u64) -> Made<Sudominoku, Grid> {
        let mut maker = CaseMaker::new(wish).expect("wishes that can be fulfilled");
        match maker.make(&mut ChaCha8Rng::seed_from_u64(seed), 100) {
            Order::Made(made) => made,
            other => panic!("{other:?}"),
        }
    }

    fn wish(dominoes: RangeInclusive<usize>, minimal: bool) -> CaseWish {
        CaseWish {
            dominoes: Some(dominoes),
            minimal,
            ..CaseWish::default()
        }
    }

    #[test]
    fn puzzles_have_one_answer_and_no_domino_to_spare() {
        for seed in 0..3 {
            let made = make(CaseWish::default(), seed);
            assert_eq!(verdict(&made.puzzle), Verdict::Unique);
            let solver = Solver::new(made.puzzle.problem()).expect("a solver");
            let solution = solver.assume(made.puzzle.givens()).any_solution();
            let grid = made.puzzle.grid(&solution.expect("an answer"));
            assert_eq!(grid[..], *made.answer.digits());
            for &domino in &made.puzzle.givens()[..dominoes(&made)] {
                let smaller = made.puzzle.keeping(|option| option != domino);
                assert_eq!(verdict(&smaller), Verdict::Multiple);
            }
        }
    }

    #[test]
    fn dominoes_and_answers_are_as_wished() {
        let made = make(wish(12..=14, false), 1);
        assert_eq!(dominoes(&made), 12);
        assert_eq!(verdict(&made.puzzle), Verdict::Unique);
        let of_same = CaseWish {
            answer: Some(made.answer.clone()),
            ..wish(20..=20, false)
        };
        assert_eq!(make(of_same, 2).answer, made.answer);
        let all = make(wish(36..=40, false), 3);
        assert_eq!(dominoes(&all), 36);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let fault = |wish| CaseMaker::new(wish).err();
        #[expect(clippy::reversed_empty_ranges, reason = "that is what is wrong")]
        let reversed = 6..=5;
        for dominoes in [reversed, 0..=0, 37..=40] {
            let (least, greatest) = (*dominoes.start(), *dominoes.end());
            let expected = WishError::NoNumberOfDominoes(least, greatest);
            assert_eq!(fault(wish(dominoes, false)), Some(expected));
        }
        assert_eq!(fault(wish(36..=36, true)), Some(WishError::LastDomino));
        assert_eq!(fault(wish(35..=36, true)), None);
        let empty = CaseWish {
            answer: Some(Grid::empty(Shape::CLASSIC)),
            ..CaseWish::default()
        };
        assert_eq!(fault(empty), Some(WishError::NotAnAnswer));
    }

    #[test]
    fn tries_end() {
        // Of this many dominoes, some can be left out.
        let mut maker = CaseMaker::new(wish(30..=36, true)).expect("wishes");
        let made = maker.make(&mut ChaCha8Rng::seed_from_u64(1), 3);
        assert_eq!(made, Order::Failed);
    }
}
