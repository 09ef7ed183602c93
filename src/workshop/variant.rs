//! Makes puzzles of a variant of Sudoku: draws an answer, and leaves out clues.
//!
//! ```text
//!     an answer      1 2 3 4 …     4 at r1c1? the engine finds      4 1 3 2 …     2 at r2c3? there is none,
//!                    3 4 1 2 …     an answer with it           ─▶   3 2 4 1 …     or not soon: 4 stays
//! ```
//!
//! Nothing is known about how many answers a variant has, so they are not drawn fairly. Cells in a random order get random digits, and
//! the engine completes them. A digit that it cannot complete within a number of nodes gives way to another one, and at last to that
//! of the answer before. So each draw ends, also where answers are rare; and those that are hard to find come less often.
//!
//! Where no rule tells one digit from another, nothing is lost if the first row is 1, 2, 3, …: every answer is one of these with other
//! digits. A search for the first answer that begins so meets each dead end once instead of N! times. Each draw begins with other
//! digits, so that even where answers are rare, puzzles look different.

use rand_core::Rng;
use std::fmt;

use super::asking::Asking;
use super::draft::Thinning;
use super::generate::{Made, Order, PATIENCE, Wish, WishError, most_needed};
use super::grid::option;
use super::random::shuffle;
use super::symmetry::CellSymmetry;
use crate::engine::{Limit, Limits};
use crate::problem::{OptionId, Solution};
use crate::puzzles::Puzzle;
use crate::puzzles::variant::{Field, Variant};

/// The nodes within which random digits are completed, or given up.
const NODES: u64 = 2_000;

/// The nodes within which the first answer is found, or none.
const FIRST_NODES: u64 = 1_000_000;

/// The nodes after which a question about the clues of a puzzle is given up.
const QUESTION_NODES: u64 = 1_000_000;

/// Random digits that are given up for their number of nodes before a draw ends.
const GIVEN_UP: usize = 12;

/// The cells with random digits, in hundredths of all cells.
const RANDOM_CELLS: usize = 30;

/// Makes puzzles of a variant. Digits that are given in it stay in all of them.
///
/// ```
/// use dominox::puzzles::Shape;
/// use dominox::puzzles::variant::Variant;
/// use dominox::workshop::{Order, VariantMaker, Wish};
/// # use rand_chacha::ChaCha8Rng;
/// # use rand_chacha::rand_core::SeedableRng;
/// let variant = Variant::named(Shape::new(2, 2)?, "x")?;
/// let mut maker = VariantMaker::new(variant, &Wish::default())?;
/// let Order::Made(made) = maker.make(&mut ChaCha8Rng::seed_from_u64(1), 1) else {
///     panic!("each grid has minimal puzzles")
/// };
/// assert!(made.puzzle.to_string().starts_with("variant 4x4 falling rising\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct VariantMaker {
    variant: Variant,
    /// Whether all puzzles have the first answer.
    is_fixed: bool,
    /// The first answer found, from which each draw begins.
    first: Option<Vec<u8>>,
    thinning: Thinning,
}

impl fmt::Debug for VariantMaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VariantMaker")
            .field("variant", &self.variant)
            .field("is_fixed", &self.is_fixed)
            .finish_non_exhaustive()
    }
}

impl VariantMaker {
    /// For puzzles with the cells and the rules of this variant. Patterns of the wish have a value for each cell.
    ///
    /// # Errors
    /// If no puzzle can be as wished. Whether the variant has an answer is found out later.
    pub fn new(variant: Variant, wish: &Wish) -> Result<VariantMaker, WishError> {
        let field = variant.field();
        let cells = field.places().len();
        if let Some(pattern) = &wish.pattern
            && pattern.len() != cells
        {
            return Err(WishError::PatternSize(pattern.len()));
        }
        let first = wish.answer.as_ref().map(|grid| grid.digits().to_vec());
        if first
            .as_ref()
            .is_some_and(|digits| !is_answer(&variant, digits))
        {
            return Err(WishError::NotAnAnswer);
        }
        let givens = variant.digits(variant.givens());
        let is_given = |cell: usize| givens[cell] > 0;
        let mut orbits = orbits(field, wish.symmetry)?;
        for orbit in &mut orbits {
            orbit.retain(|&cell| !is_given(cell));
        }
        orbits.retain(|orbit| !orbit.is_empty());
        let asking = Asking::new(variant.problem()).map_err(WishError::Unsupported)?;
        let mut thinning = Thinning::new(
            field.size(),
            (0..cells).filter(|&cell| is_given(cell)).collect(),
            wish.orbits(orbits),
            asking,
        );
        let has_rows = cells == field.size() * field.size() && thinning.givens.is_empty();
        let most = if has_rows {
            most_needed(field.size())
        } else {
            cells
        };
        wish.hand_on(&mut thinning, 0, most)?;
        Ok(VariantMaker {
            variant,
            is_fixed: first.is_some(),
            first,
            thinning,
        })
    }

    /// What may stop the search for a puzzle.
    pub fn limits_mut(&mut self) -> &mut Limits {
        self.thinning.asking.limits_mut()
    }

    /// Makes a puzzle in at most this number of tries. The same generator in the same state makes the same puzzle.
    pub fn make<R: Rng + ?Sized>(&mut self, rng: &mut R, tries: u64) -> Order<Variant> {
        for tried in 0..tries {
            let made = match self.draw(rng) {
                Ok(Some(answer)) => self.thin(rng, answer),
                Ok(None) => return Order::NoAnswer,
                Err(limit) => Err(limit),
            };
            match made {
                Err(limit) => return Order::Stopped(limit, tried),
                Ok(false) => {}
                Ok(true) => {
                    return Order::Made(Made {
                        puzzle: self.with_digits(&self.thinning.puzzle()),
                        answer: self.with_digits(&self.thinning.answer()),
                        tries: tried + 1,
                    });
                }
            }
        }
        Order::Failed
    }

    /// Makes a puzzle with this answer. If it takes too many nodes to find out what a clue is needed for, puzzles of this answer
    /// have all clues at first, as in [large Sudokus](super::generate).
    fn thin<R: Rng + ?Sized>(&mut self, rng: &mut R, answer: Vec<u8>) -> Result<bool, Limit> {
        self.thinning.patience = None;
        let own = self.limits_mut().nodes;
        self.limits_mut().nodes = own.or(Some(QUESTION_NODES));
        let thinned = self.thinning.attempt(rng, answer.clone());
        self.limits_mut().nodes = own;
        if thinned != Err(Limit::Nodes) || own.is_some() {
            return thinned;
        }
        self.thinning.patience = Some(PATIENCE);
        self.thinning.attempt(rng, answer)
    }

    /// Whether each clue of the last puzzle is known to be needed, unless the request allows redundant ones.
    pub fn knows_needs(&self) -> bool {
        self.thinning.patience.is_none()
    }

    /// The variant with these digits given.
    fn with_digits(&self, digits: &[u8]) -> Variant {
        let cells = digits.iter().enumerate().filter(|&(_, &digit)| digit > 0);
        let givens = cells.map(|(cell, &digit)| (cell, usize::from(digit)));
        self.variant.with_givens(&Vec::from_iter(givens))
    }

    /// A random answer; `None` if the variant has none.
    fn draw<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Result<Option<Vec<u8>>, Limit> {
        let mut clues = self.variant.givens().to_vec();
        if self.first.is_none() {
            self.first = self.look_for_first()?;
        }
        let Some(mut answer) = self.first.clone() else {
            return Ok(None);
        };
        if self.is_fixed {
            return Ok(Some(answer));
        }
        let size = self.thinning.size;
        if self.has_equal_digits() {
            let mut digits = Vec::from_iter(1..=size as u8);
            shuffle(rng, &mut digits);
            let changed = |digit: &mut u8| *digit = digits[usize::from(*digit) - 1];
            answer.iter_mut().for_each(changed);
        }
        let mut patience = GIVEN_UP;
        let mut cells = Vec::from_iter(0..answer.len());
        cells.retain(|cell| !self.thinning.givens.contains(cell));
        shuffle(rng, &mut cells);
        cells.truncate(answer.len() * RANDOM_CELLS / 100);
        for cell in cells {
            let mut digits = Vec::from_iter(1..=size as u8);
            shuffle(rng, &mut digits);
            for digit in digits {
                clues.push(option(size, cell, digit));
                if answer[cell] == digit || self.complete(&clues, &mut answer)? {
                    break;
                }
                clues.pop();
                patience -= usize::from(self.thinning.asking.was_given_up());
                if patience == 0 {
                    return Ok(Some(answer));
                }
            }
        }
        Ok(Some(answer))
    }

    /// Whether any two digits can change places in an answer.
    fn has_equal_digits(&self) -> bool {
        self.thinning.givens.is_empty() && self.variant.has_equal_digits()
    }

    /// An answer; `None` if the variant has none.
    fn look_for_first(&mut self) -> Result<Option<Vec<u8>>, Limit> {
        let mut clues = self.variant.givens().to_vec();
        let size = self.thinning.size;
        let row = self.variant.units().first();
        if let Some(row) = row.filter(|row| self.has_equal_digits() && row.cells().len() == size) {
            let cells = row.cells().iter().zip(1..);
            clues.extend(cells.map(|(&cell, digit)| option(size, cell, digit)));
        }
        let found = self.thinning.asking.solution_within(&clues, FIRST_NODES)?;
        let first = found.map(|options| self.variant.digits(options));
        match first.is_none() && self.thinning.asking.was_given_up() {
            true => Err(Limit::Nodes),
            false => Ok(first),
        }
    }

    /// Whether an answer with these clues was found; then it is put in the place of the one before.
    fn complete(&mut self, clues: &[OptionId], answer: &mut Vec<u8>) -> Result<bool, Limit> {
        let found = self.thinning.asking.solution_within(clues, NODES)?;
        if let Some(options) = found {
            *answer = self.variant.digits(options);
        }
        Ok(found.is_some())
    }
}

/// Whether digits keep all rules, and the givens.
fn is_answer(variant: &Variant, digits: &[u8]) -> bool {
    let size = variant.field().size();
    let in_range = |&digit: &u8| (1..=size).contains(&usize::from(digit));
    if digits.len() != variant.field().places().len() || !digits.iter().all(in_range) {
        return false;
    }
    let options = variant.options_of(digits);
    let has_givens = variant.givens().iter().all(|given| options.contains(given));
    has_givens && variant.problem().check(&Solution::new(options)).is_ok()
}

/// The cells in sets that have clues together: those of the picture, without the places that are no cells.
fn orbits(field: &Field, symmetry: CellSymmetry) -> Result<Vec<Vec<usize>>, WishError> {
    if symmetry == CellSymmetry::None {
        return Ok((0..field.places().len()).map(|cell| vec![cell]).collect());
    }
    let size = field.rows();
    if size != field.columns() {
        return Err(WishError::NotSquare);
    }
    let cells = |orbit: Vec<usize>| {
        let places = orbit.into_iter();
        Vec::from_iter(places.filter_map(|place| field.cell(place / size, place % size)))
    };
    Ok(symmetry.orbits(size).into_iter().map(cells).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Solver, Verdict};
    use crate::puzzles::Shape;
    use crate::puzzles::variant::{Boxes, Rule};
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    fn verdict(variant: &Variant, givens: &[OptionId]) -> Verdict {
        let solver = Solver::new(variant.problem()).expect("a solver");
        solver.assume(givens).verdict()
    }

    fn order(variant: &Variant, wish: &Wish, seed: u64) -> Order<Variant> {
        let mut maker = VariantMaker::new(variant.clone(), wish).expect("wishes that can be");
        maker.make(&mut ChaCha8Rng::seed_from_u64(seed), 100)
    }

    fn make(variant: &Variant, wish: &Wish, seed: u64) -> Made<Variant> {
        match order(variant, wish, seed) {
            Order::Made(made) => made,
            other => panic!("{other:?}"),
        }
    }

    /// Asserts that a puzzle has one answer, and no clue to spare except for these.
    fn assert_minimal(made: &Made<Variant>, fixed: &[OptionId]) {
        let givens = made.puzzle.givens();
        assert_eq!(verdict(&made.puzzle, givens), Verdict::Unique);
        let digits = made.answer.digits(made.answer.givens());
        assert!(is_answer(&made.puzzle, &digits));
        for clue in givens.iter().filter(|clue| !fixed.contains(clue)) {
            let mut others = givens.to_vec();
            others.retain(|other| other != clue);
            assert_eq!(verdict(&made.puzzle, &others), Verdict::Multiple);
        }
    }

    fn named(shape: &str, words: &str) -> Variant {
        let shape = shape.parse().expect("a shape");
        Variant::named(shape, words).expect("rules")
    }

    #[test]
    fn puzzles_of_each_rule_have_one_answer_and_no_clue_to_spare() {
        for (shape, words, seeds) in [
            ("2x2", "x", 5),
            ("2x3", "falling", 5),
            ("2x3", "rising,disjoint", 2),
            ("3x3", "x", 3),
            ("3x3", "windoku", 2),
            ("3x3", "antiknight", 2),
            ("3x3", "antiking", 2),
            ("3x3", "nonconsecutive", 1),
            ("3x3", "disjoint", 2),
            ("3x3", "x,antiking", 2),
        ] {
            let variant = named(shape, words);
            for seed in 0..seeds {
                assert_minimal(&make(&variant, &Wish::default(), seed), &[]);
            }
        }
    }

    #[test]
    fn answers_differ() {
        let variant = named("3x3", "antiknight");
        let answer = |seed| make(&variant, &Wish::default(), seed).answer;
        assert_ne!(answer(1), answer(2));
        assert_eq!(answer(1), answer(1));
    }

    #[test]
    fn givens_stay() {
        let variant = named("2x3", "x").with_givens(&[(0, 3), (7, 5), (14, 1)]);
        for seed in 0..3 {
            let made = make(&variant, &Wish::default(), seed);
            let fixed = variant.givens();
            assert!(
                fixed
                    .iter()
                    .all(|given| made.puzzle.givens().contains(given))
            );
            assert_minimal(&made, fixed);
        }
        let few = Wish {
            clues: Some(0..=2),
            ..Wish::default()
        };
        let error = VariantMaker::new(variant, &few).err();
        assert_eq!(error, Some(WishError::Givens(2, 3)));
    }

    #[test]
    fn one_answer_needs_no_clue() {
        let field = Field::square(4, Boxes::Shape(Shape::new(2, 2).unwrap())).unwrap();
        let digits = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        let cages = (0..16).map(|cell| Rule::Cage {
            cells: vec![cell],
            sum: Some(digits[cell]),
        });
        let killer = Variant::new(field, cages.collect()).expect("cages");
        let made = make(&killer, &Wish::default(), 1);
        assert!(made.puzzle.givens().is_empty());
        assert_eq!(
            made.answer.digits(made.answer.givens()),
            digits.map(|digit| digit as u8)
        );
    }

    #[test]
    fn several_grids_are_symmetric() {
        let shape = Shape::new(2, 2).unwrap();
        let field = Field::of_grids(4, vec![(0, 0), (2, 2)], Boxes::Shape(shape)).unwrap();
        let variant = Variant::new(field, Vec::new()).expect("two grids");
        let wish = Wish {
            symmetry: CellSymmetry::Rotate180,
            ..Wish::default()
        };
        let made = make(&variant, &wish, 3);
        assert_eq!(verdict(&made.puzzle, made.puzzle.givens()), Verdict::Unique);
        let digits = made.puzzle.digits(made.puzzle.givens());
        let is_clue = |&digit: &u8| digit > 0;
        assert!(
            digits
                .iter()
                .map(is_clue)
                .eq(digits.iter().rev().map(is_clue))
        );
    }

    #[test]
    fn what_cannot_be_is_refused() {
        // The 1 of r1c1 is in r2c3 or r2c4 again, that of r1c2 too, …: one of them is a knight's move away, or a king's.
        let none = named("2x2", "antiking,antiknight");
        assert_eq!(order(&none, &Wish::default(), 1), Order::NoAnswer);
        let x = named("2x2", "x");
        let fault = |wish: Wish| VariantMaker::new(x.clone(), &wish).err();
        let pattern = Some(vec![true; 15]);
        let wish = Wish {
            pattern,
            ..Wish::default()
        };
        assert_eq!(fault(wish), Some(WishError::PatternSize(15)));
        let wish = Wish {
            clues: Some(17..=20),
            ..Wish::default()
        };
        assert_eq!(fault(wish), Some(WishError::TooManyClues(17, 16)));
        let wish = Wish {
            clues: Some(13..=16),
            minimal: true,
            ..Wish::default()
        };
        assert_eq!(fault(wish), Some(WishError::NotMinimal(13, 12)));
        let shape = Shape::new(2, 2).unwrap();
        let field = Field::of_grids(4, vec![(0, 0), (0, 2)], Boxes::Shape(shape)).unwrap();
        let wide = Variant::new(field, Vec::new()).expect("two grids");
        let wish = Wish {
            symmetry: CellSymmetry::Mirror,
            ..Wish::default()
        };
        let error = VariantMaker::new(wide, &wish).err();
        assert_eq!(error, Some(WishError::NotSquare));
    }

    #[test]
    fn hard_questions_are_given_up() {
        let variant = named("4x4", "nonconsecutive");
        let mut maker = VariantMaker::new(variant, &Wish::default()).expect("wishes");
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let Order::Made(made) = maker.make(&mut rng, 1) else {
            panic!("each grid has puzzles")
        };
        assert!(!maker.knows_needs());
        let limits = Limits {
            nodes: Some(10_000_000),
            ..Limits::default()
        };
        let solver = Solver::new(made.puzzle.problem()).expect("a solver");
        let mut solver = solver.limits(limits).assume(made.puzzle.givens());
        assert_eq!(solver.verdict(), Verdict::Unique);
        let small = named("2x2", "x");
        let mut maker = VariantMaker::new(small, &Wish::default()).expect("wishes");
        assert!(matches!(maker.make(&mut rng, 1), Order::Made(_)));
        assert!(maker.knows_needs());
    }

    #[test]
    fn answers_are_as_wished() {
        let variant = named("2x2", "x");
        let answer = make(&variant, &Wish::default(), 1).answer;
        let digits = answer.digits(answer.givens());
        let grid = crate::workshop::Grid::new(Shape::new(2, 2).unwrap(), digits.clone());
        let wish = |answer| Wish {
            answer: Some(answer),
            ..Wish::default()
        };
        assert_eq!(make(&variant, &wish(grid.clone()), 2).answer, answer);
        let turned = Vec::from_iter((0..16).map(|cell| digits[(cell + 4) % 16]));
        let wrong = crate::workshop::Grid::new(grid.shape(), turned);
        let error = VariantMaker::new(variant, &wish(wrong)).err();
        assert_eq!(error, Some(WishError::NotAnAnswer));
    }
}
