//! Makes puzzles with one answer: draws a full grid and leaves out clues.
//!
//! ```text
//!     full grid      some clues         other answers         clues that are not needed
//!     8 1 2 7 …      8 · · 7 …          get a clue that       leave, in a random order
//!     9 4 3 6 …  ─▶  · · 3 · …     ─▶   tells them apart  ─▶  · · · 7 …
//!     6 7 5 4 …      · · 5 · …                                · · 3 · …
//! ```
//!
//! Each grid is a *try*. It fails if its puzzle does not meet the request: with a range of clues that few puzzles have, most
//! tries fail. Full grids are drawn [fairly](FullGrids); puzzles are not: there is no known way to draw minimal puzzles so that
//! all are equally likely. Puzzles with few clues come up less often than their share.
//!
//! With more than 16 digits, a question can take longer than anyone would wait. There, all cells have clues at first, and a
//! clue stays if it is not known after [`PATIENCE`] nodes whether it is needed. So some redundant clues may stay.

use std::fmt;
use std::ops::RangeInclusive;

use rand_core::Rng;

use super::asking::Asking;
use super::draft::Thinning;
use super::full::FullGrids;
use super::grid::Grid;
use super::symmetry::CellSymmetry;
use crate::engine::{Limit, Limits, Unsupported};
use crate::puzzles::Shape;
use crate::puzzles::sudoku::Rules;

/// The digits from which on a clue stays if a question takes too many nodes, and how many these are.
const MANY_DIGITS: usize = 17;
pub(super) const PATIENCE: u64 = 200;

/// The request: which puzzles to make.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Wish {
    /// The number of clues. By default, puzzles are minimal: no clue can be left out. If there is a lower limit, they have at
    /// least that number, even if fewer would be enough.
    pub clues: Option<RangeInclusive<usize>>,
    /// The symmetry of the cells with clues. Cells that a symmetry maps to each other lose their clues together.
    pub symmetry: CellSymmetry,
    /// Which cells may have clues, row by row; all of them by default.
    pub pattern: Option<Vec<bool>>,
    /// Whether no single clue may be redundant, even if the symmetry or the number of clues would allow it.
    pub minimal: bool,
    /// The answer of all puzzles, a full grid; by default, one is drawn for each.
    pub answer: Option<Grid>,
}

/// Why no puzzle can meet a request.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WishError {
    /// The least number of clues is greater than the greatest.
    NoNumber(usize, usize),
    /// The greatest number of clues is less than this number, which each puzzle of its size has.
    TooFewClues(usize, usize),
    /// There is no number of clues in this range, since cells have clues together.
    NoSymmetricNumber(usize, usize),
    /// Not this number of cells may have clues, but only that.
    TooManyClues(usize, usize),
    /// With this number of clues, some clue is not needed: no puzzle without such clues has more than that.
    NotMinimal(usize, usize),
    /// The pattern has not as many cells as the grid, but this number.
    PatternSize(usize),
    /// These two rows, counted from 0, change places in another answer: no cell of them may have a clue.
    EmptyRows(usize, usize),
    /// As `EmptyRows`, of columns.
    EmptyColumns(usize, usize),
    /// The answer is of another shape, or not a full grid without contradictions.
    NotAnAnswer,
    /// The greatest number of clues is less than this number of digits that are given.
    Givens(usize, usize),
    /// The picture of the cells is not square, and the symmetries are those of a square.
    NotSquare,
    /// The 36 dominoes and the nine single digits cannot form the answer.
    NoTiling,
    /// No Sudominoku has from the one to the other number of dominoes.
    NoNumberOfDominoes(usize, usize),
    /// All 36 dominoes are to be given, and all of them are to be needed.
    LastDomino,
    /// No kernel can search the problem.
    Unsupported(Unsupported),
}

/// A puzzle that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made<P = Grid, A = P> {
    /// The puzzle: its clues.
    pub puzzle: P,
    /// Its one answer.
    pub answer: A,
    /// The tries that it took.
    pub tries: u64,
}

/// The result of a request for a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order<P = Grid, A = P> {
    /// A puzzle as wished.
    Made(Made<P, A>),
    /// The rules have no answer at all. Sudokus always have one.
    NoAnswer,
    /// All tries failed.
    Failed,
    /// A limit stopped the search for one, after this number of whole tries.
    Stopped(Limit, u64),
}

impl Wish {
    /// The sets of cells that have clues together, of which all may have one.
    pub(super) fn orbits(&self, mut orbits: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
        let may_have = |cell: &usize| self.pattern.as_ref().is_none_or(|may| may[*cell]);
        orbits.retain(|orbit| orbit.iter().all(may_have));
        orbits
    }

    /// Hands the wishes on, if there can be such a number of clues; every puzzle has at least `fewest` of them, and at most
    /// `most_needed` if each is needed.
    pub(super) fn hand_on(
        &self,
        thinning: &mut Thinning,
        fewest: usize,
        most_needed: usize,
    ) -> Result<(), WishError> {
        thinning.minimal = self.minimal;
        let Some(clues) = &self.clues else {
            return Ok(());
        };
        let (least, greatest) = (*clues.start(), *clues.end());
        let cells = thinning.givens.len() + thinning.orbits.concat().len();
        if least > greatest {
            return Err(WishError::NoNumber(least, greatest));
        }
        if greatest < thinning.givens.len() {
            return Err(WishError::Givens(greatest, thinning.givens.len()));
        }
        if greatest < fewest {
            return Err(WishError::TooFewClues(greatest, fewest));
        }
        if least > cells {
            return Err(WishError::TooManyClues(least, cells));
        }
        if self.minimal && least > most_needed {
            return Err(WishError::NotMinimal(least, most_needed));
        }
        if !can_have(thinning, clues) {
            return Err(WishError::NoSymmetricNumber(least, greatest));
        }
        thinning.clues = clues.clone();
        Ok(())
    }
}

/// Whether one of these numbers of cells can have clues, where those of a set have them together.
fn can_have(thinning: &Thinning, clues: &RangeInclusive<usize>) -> bool {
    let fixed = thinning.givens.len();
    let cells = fixed + thinning.orbits.concat().len();
    let mut can_be = vec![false; cells.min(*clues.end()) + 1];
    can_be[fixed] = true;
    for orbit in &thinning.orbits {
        for number in (fixed + orbit.len()..can_be.len()).rev() {
            can_be[number] |= can_be[number - orbit.len()];
        }
    }
    can_be[*clues.start()..].contains(&true)
}

/// Makes puzzles.
///
/// ```
/// use dominox::puzzles::Shape;
/// use dominox::workshop::{Maker, Order, Wish};
/// # use rand_chacha::ChaCha8Rng;
/// # use rand_chacha::rand_core::SeedableRng;
/// let mut maker = Maker::new(Shape::CLASSIC, Wish::default())?;
/// let Order::Made(made) = maker.make(&mut ChaCha8Rng::seed_from_u64(1), 1) else {
///     panic!("each grid has minimal puzzles")
/// };
/// assert!(made.puzzle.clues() < 40);
/// # Ok::<(), dominox::workshop::WishError>(())
/// ```
pub struct Maker {
    /// The answer of all puzzles, if it is wished for.
    answer: Option<Grid>,
    shape: Shape,
    grids: FullGrids,
    thinning: Thinning,
}

/// No puzzle of this shape with one answer has fewer clues than this. For 9 × 9 cells, this is the theorem of G. McGuire, B.
/// Tugemann and G. Civario (2014); for smaller grids, it was found by listing. For larger ones, the bound only says that at
/// most one digit has no clue.
pub fn fewest_clues(shape: Shape) -> usize {
    match (shape.rows_per_box(), shape.columns_per_box()) {
        (2, 2) => 4,
        (2, 3) | (3, 2) => 8,
        (3, 3) => 17,
        _ => shape.size() - 1,
    }
}

/// No grid with this number of digits has more clues that are all needed: in each row, one clue follows from the others.
pub(super) fn most_needed(size: usize) -> usize {
    size * (size - 1)
}

impl fmt::Debug for Maker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Maker")
            .field("shape", &self.shape)
            .field("answer", &self.answer)
            .finish_non_exhaustive()
    }
}

impl Maker {
    /// For puzzles of this shape.
    ///
    /// # Errors
    /// If no puzzle can meet the request.
    pub fn new(shape: Shape, wish: Wish) -> Result<Maker, WishError> {
        if let Some(pattern) = &wish.pattern {
            check_pattern(shape, pattern)?;
        }
        if wish
            .answer
            .as_ref()
            .is_some_and(|grid| grid.shape() != shape || !is_answer(grid))
        {
            return Err(WishError::NotAnAnswer);
        }
        let asking = Asking::new(Rules::of(shape).problem()).expect("kernels search Sudokus");
        let orbits = wish.orbits(wish.symmetry.orbits(shape.size()));
        let mut thinning = Thinning::new(shape.size(), Vec::new(), orbits, asking);
        thinning.patience = (shape.size() >= MANY_DIGITS).then_some(PATIENCE);
        wish.hand_on(
            &mut thinning,
            fewest_clues(shape),
            most_needed(shape.size()),
        )?;
        Ok(Maker {
            answer: wish.answer,
            shape,
            grids: FullGrids::new(shape),
            thinning,
        })
    }

    /// Whether each clue of a puzzle is known to be needed, unless the request allows redundant ones. With more than 16 digits,
    /// that is not always known.
    pub fn knows_needs(&self) -> bool {
        self.thinning.patience.is_none()
    }

    /// What may stop the search for a puzzle.
    pub fn limits_mut(&mut self) -> &mut Limits {
        self.thinning.asking.limits_mut()
    }

    /// Makes a puzzle in at most this number of tries. The same generator in the same state makes the same puzzle.
    pub fn make<R: Rng + ?Sized>(&mut self, rng: &mut R, tries: u64) -> Order {
        self.make_where(rng, tries, |_| true)
    }

    /// Like [`make`](Self::make), but a try also fails if `accept` rejects its puzzle.
    pub fn make_where<R: Rng + ?Sized>(
        &mut self,
        rng: &mut R,
        tries: u64,
        mut accept: impl FnMut(&Grid) -> bool,
    ) -> Order {
        for tried in 0..tries {
            match self.attempt(rng) {
                Err(limit) => return Order::Stopped(limit, tried),
                Ok(false) => {}
                Ok(true) => {
                    let puzzle = Grid::new(self.shape, self.thinning.puzzle());
                    if accept(&puzzle) {
                        let answer = Grid::new(self.shape, self.thinning.answer());
                        let tries = tried + 1;
                        return Order::Made(Made {
                            puzzle,
                            answer,
                            tries,
                        });
                    }
                }
            }
        }
        Order::Failed
    }

    /// One try; whether the draft is as wished.
    fn attempt<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Result<bool, Limit> {
        let answer = match &self.answer {
            Some(answer) => answer.digits().to_vec(),
            None => self.grids.draw(rng).digits().to_vec(),
        };
        self.thinning.attempt(rng, answer)
    }
}

/// Whether a grid is full and keeps the rules.
pub(super) fn is_answer(grid: &Grid) -> bool {
    let rules = Rules::of(grid.shape());
    let solution = crate::problem::Solution::new(grid.options());
    rules.problem().check(&solution).is_ok()
}

/// Whether the pattern leaves no two lines that could change places.
fn check_pattern(shape: Shape, pattern: &[bool]) -> Result<(), WishError> {
    let size = shape.size();
    if pattern.len() != shape.cells() {
        return Err(WishError::PatternSize(pattern.len()));
    }
    let rows = (0..size).filter(|row| !(0..size).any(|column| pattern[row * size + column]));
    if let Some((one, other)) = in_one_box(rows, shape.rows_per_box()) {
        return Err(WishError::EmptyRows(one, other));
    }
    let columns = (0..size).filter(|column| !(0..size).any(|row| pattern[row * size + column]));
    match in_one_box(columns, shape.columns_per_box()) {
        Some((one, other)) => Err(WishError::EmptyColumns(one, other)),
        None => Ok(()),
    }
}

/// The first two lines that go through the same boxes.
fn in_one_box(lines: impl Iterator<Item = usize>, of_box: usize) -> Option<(usize, usize)> {
    let lines = Vec::from_iter(lines);
    let mut pairs = lines.windows(2).map(|pair| (pair[0], pair[1]));
    pairs.find(|(one, other)| one / of_box == other / of_box)
}

impl fmt::Display for WishError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WishError::NoNumber(least, greatest) => {
                write!(
                    f,
                    "{least}..{greatest} clues: the lower limit is above the upper one"
                )
            }
            WishError::NoSymmetricNumber(least, greatest) if least == greatest => write!(
                f,
                "{least} clues: no set of cells with this symmetry has this size"
            ),
            WishError::NoSymmetricNumber(least, greatest) => write!(
                f,
                "{least}..{greatest} clues: no set of cells with this symmetry has a size in this range"
            ),
            WishError::TooFewClues(greatest, fewest) => write!(
                f,
                "at most {greatest} clues: every puzzle of this size with one answer has at least {fewest}"
            ),
            WishError::TooManyClues(least, cells) => {
                write!(f, "at least {least} clues: only {cells} cells may have one")
            }
            WishError::PatternSize(cells) => write!(f, "the pattern has {cells} cells"),
            WishError::EmptyRows(one, other) => write!(
                f,
                "rows {} and {} would have no clues: exchanging them in an answer gives another answer",
                one + 1,
                other + 1
            ),
            WishError::EmptyColumns(one, other) => write!(
                f,
                "columns {} and {} would have no clues: exchanging them in an answer gives another answer",
                one + 1,
                other + 1
            ),
            WishError::NotMinimal(least, most) => write!(
                f,
                "at least {least} clues, all of them needed: puzzles without a clue to spare have at most {most}"
            ),
            WishError::NotAnAnswer => f.write_str("the answer is not a full grid of this shape"),
            WishError::Givens(greatest, givens) => write!(
                f,
                "at most {greatest} clues: {givens} digits are given, which stay"
            ),
            WishError::NotSquare => f.write_str("symmetric clues need as many rows as columns"),
            WishError::NoTiling => {
                f.write_str("the 36 dominoes and nine single digits cannot form the answer")
            }
            WishError::NoNumberOfDominoes(least, greatest) => write!(
                f,
                "{least}..{greatest} dominoes: a Sudominoku has 1 to 36 given dominoes"
            ),
            WishError::LastDomino => {
                f.write_str("36 dominoes, all of them needed: the last one follows from the others")
            }
            WishError::Unsupported(unsupported) => unsupported.fmt(f),
        }
    }
}

impl std::error::Error for WishError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Solver, Verdict};
    use crate::puzzles::Puzzle;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    fn verdict(grid: &Grid) -> Verdict {
        let sudoku = grid.to_sudoku();
        let solver = Solver::new(sudoku.problem()).expect("a solver");
        solver.assume(sudoku.givens()).verdict()
    }

    /// The grid without the clues of these cells.
    fn without(grid: &Grid, cells: &[usize]) -> Grid {
        let mut digits = grid.digits().to_vec();
        cells.iter().for_each(|&cell| digits[cell] = 0);
        Grid::new(grid.shape(), digits)
    }

    fn make(shape: &str, wish: Wish, seed: u64) -> Made {
        let shape = shape.parse().expect("a shape");
        let mut maker = Maker::new(shape, wish).expect("wishes that can be fulfilled");
        match maker.make(&mut ChaCha8Rng::seed_from_u64(seed), 10_000) {
            Order::Made(made) => made,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn puzzles_have_one_answer_and_no_clue_to_spare() {
        for (shape, seeds) in [
            ("2x2", 20),
            ("2x3", 20),
            ("3x2", 5),
            ("3x3", 20),
            ("2x4", 3),
            ("3x4", 1),
        ] {
            for seed in 0..seeds {
                let made = make(shape, Wish::default(), seed);
                assert_eq!(verdict(&made.puzzle), Verdict::Unique);
                let cells = 0..made.puzzle.digits().len();
                for cell in cells.filter(|&cell| made.puzzle.digits()[cell] > 0) {
                    assert_eq!(made.puzzle.digits()[cell], made.answer.digits()[cell]);
                    assert_eq!(verdict(&without(&made.puzzle, &[cell])), Verdict::Multiple);
                }
                assert!(is_answer(&made.answer));
            }
        }
    }

    #[test]
    fn symmetric_puzzles_are_symmetric_and_lose_no_orbit() {
        for symmetry in [
            CellSymmetry::Rotate180,
            CellSymmetry::Rotate90,
            CellSymmetry::Mirror,
            CellSymmetry::Diagonal,
            CellSymmetry::Full,
        ] {
            let wish = Wish {
                symmetry,
                ..Wish::default()
            };
            let puzzle = make("3x3", wish.clone(), 7).puzzle;
            assert_eq!(verdict(&puzzle), Verdict::Unique);
            for orbit in symmetry.orbits(9) {
                let clues = orbit.iter().filter(|&&cell| puzzle.digits()[cell] > 0);
                match clues.count() {
                    0 => {}
                    clues => {
                        assert_eq!(clues, orbit.len());
                        assert_eq!(verdict(&without(&puzzle, &orbit)), Verdict::Multiple);
                    }
                }
            }
            let strict = Wish {
                minimal: true,
                ..wish
            };
            if symmetry == CellSymmetry::Rotate180 {
                let puzzle = make("3x3", strict, 8).puzzle;
                for cell in (0..81).filter(|&cell| puzzle.digits()[cell] > 0) {
                    assert_eq!(verdict(&without(&puzzle, &[cell])), Verdict::Multiple);
                }
            }
        }
    }

    #[test]
    fn numbers_of_clues_patterns_and_answers_are_as_wished() {
        for (clues, minimal) in [(22..=23, false), (40..=42, false), (26..=27, true)] {
            let wish = Wish {
                clues: Some(clues.clone()),
                minimal,
                ..Wish::default()
            };
            let puzzle = make("3x3", wish, 3).puzzle;
            assert!(clues.contains(&puzzle.clues()), "{puzzle}");
            assert_eq!(verdict(&puzzle), Verdict::Unique);
        }
        // A frame of two cells, and a cross.
        let is_in = |cell: usize| {
            [cell / 9, cell % 9]
                .into_iter()
                .any(|line| [0, 1, 4, 7, 8].contains(&line))
        };
        let pattern = Vec::from_iter((0..81).map(is_in));
        let wish = Wish {
            pattern: Some(pattern.clone()),
            ..Wish::default()
        };
        let made = make("3x3", wish, 5);
        assert_eq!(verdict(&made.puzzle), Verdict::Unique);
        let clues = made.puzzle.digits().iter().zip(&pattern);
        assert!(clues.into_iter().all(|(&digit, &may)| digit == 0 || may));
        let wish = Wish {
            answer: Some(made.answer.clone()),
            ..Wish::default()
        };
        assert_eq!(make("3x3", wish, 6).answer, made.answer);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let fault = |wish: Wish| match Maker::new(Shape::CLASSIC, wish) {
            Err(error) => error,
            Ok(_) => panic!("it can be"),
        };
        let clues = |clues| Wish {
            clues: Some(clues),
            ..Wish::default()
        };
        #[expect(clippy::reversed_empty_ranges, reason = "that is what is wrong")]
        let reversed = 18..=17;
        assert_eq!(fault(clues(reversed)), WishError::NoNumber(18, 17));
        assert_eq!(fault(clues(5..=16)), WishError::TooFewClues(16, 17));
        assert_eq!(fault(clues(82..=90)), WishError::TooManyClues(82, 81));
        let symmetric = |symmetry, number: RangeInclusive<usize>| Wish {
            symmetry,
            ..clues(number)
        };
        for (symmetry, range) in [
            (CellSymmetry::Full, 31..=31),
            (CellSymmetry::Rotate90, 26..=27),
            (CellSymmetry::Rotate90, 26..=26),
        ] {
            let expected = WishError::NoSymmetricNumber(*range.start(), *range.end());
            assert_eq!(fault(symmetric(symmetry, range)), expected);
        }
        for wish in [
            symmetric(CellSymmetry::Full, 31..=32),
            symmetric(CellSymmetry::Rotate90, 25..=26),
            symmetric(CellSymmetry::Rotate180, 26..=26),
            symmetric(CellSymmetry::Rotate180, 26..=usize::MAX),
        ] {
            assert!(Maker::new(Shape::CLASSIC, wish).is_ok());
        }
        let pattern = |is_in: fn(usize) -> bool| Wish {
            pattern: Some((0..81).map(is_in).collect()),
            ..Wish::default()
        };
        let rows = fault(pattern(|cell| cell / 9 % 3 == 1));
        assert_eq!(rows, WishError::EmptyRows(0, 2));
        let columns = fault(pattern(|cell| cell % 9 < 7));
        assert_eq!(columns, WishError::EmptyColumns(7, 8));
        let few = Wish {
            clues: Some(50..=60),
            ..pattern(|cell| cell % 2 == 0)
        };
        assert_eq!(fault(few), WishError::TooManyClues(50, 41));
        let no_answer = Wish {
            answer: Some(Grid::empty(Shape::CLASSIC)),
            ..Wish::default()
        };
        assert_eq!(fault(no_answer), WishError::NotAnAnswer);
        let needed = |clues| Wish {
            minimal: true,
            clues: Some(clues),
            ..Wish::default()
        };
        assert_eq!(fault(needed(73..=81)), WishError::NotMinimal(73, 72));
        assert!(Maker::new(Shape::CLASSIC, needed(72..=81)).is_ok());
        assert!(Maker::new(Shape::CLASSIC, clues(73..=81)).is_ok());
    }

    #[test]
    fn tries_end() {
        // One clue for each digit but one, in one cell of each box: too few to tell much apart.
        let wish = Wish {
            clues: Some(17..=17),
            minimal: true,
            ..Wish::default()
        };
        let mut maker = Maker::new(Shape::CLASSIC, wish).expect("wishes");
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        assert_eq!(maker.make(&mut rng, 20), Order::Failed);
        let mut wished = Maker::new(Shape::CLASSIC, Wish::default()).expect("wishes");
        assert_eq!(wished.make_where(&mut rng, 3, |_| false), Order::Failed);
    }
}
