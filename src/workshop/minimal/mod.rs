//! Puzzles with fewer clues: the clues that can be left out of a puzzle while it still has exactly one answer.
//!
//! ```text
//!     a puzzle      5 clues: a b c d e      other answers lack   {a b}  {b c d}  {d e}  …
//!     subpuzzles    hit each of these       minimal              {b d}  {b e}  {a d}  {a c e}
//! ```
//!
//! A subpuzzle has one answer if and only if it has at least one clue of each set of clues that some other answer contradicts.
//! The engine finds these sets on demand ([`Hitting`]).

mod exchange;

use std::fmt;
use std::ops::ControlFlow;

use super::asking::Asking;
use crate::engine::{Hitting, Limit, Limits, Uniqueness, Unsupported};
use crate::problem::{OptionId, Problem};
use crate::puzzles::Puzzle;
use exchange::Dice;

/// Times that a smallest subpuzzle is guessed before it is looked for.
const GUESSES: usize = 32;

/// Clues that are exchanged before each number of clues is examined.
const EXCHANGES: usize = 40;

/// Leaves clues out of a puzzle with one answer.
///
/// ```
/// use dominox::engine::Limits;
/// use dominox::puzzles::{Puzzle, Sudoku};
/// use dominox::workshop::Minimizer;
/// let sudoku: Sudoku = "123434122.4...21".parse()?;
/// let mut minimizer = Minimizer::new(&sudoku, |_| true, Limits::default())?;
/// let fewest = minimizer.fewest(0);
/// assert_eq!((fewest.clues.len(), fewest.bound), (4, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Minimizer {
    problem: Problem,
    asking: Asking,
    limits: Limits,
    /// Options that are given and stay so.
    fixed: Vec<OptionId>,
    /// Options that may be left out.
    clues: Vec<OptionId>,
    /// What identifies the answer: see [`key`].
    answer: Vec<u32>,
    /// The sets of clues that other answers lack, as far as they are known.
    hitting: Hitting,
}

impl fmt::Debug for Minimizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Minimizer")
            .field("fixed", &self.fixed)
            .field("clues", &self.clues)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// Why there is no search for a subpuzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MinimizeError {
    /// The puzzle has no answer.
    NoAnswer,
    /// The puzzle has more than one answer.
    SeveralAnswers,
    /// A limit was reached before it was known whether there is one answer.
    Stopped(Limit),
    /// No kernel can search the problem.
    Unsupported(Unsupported),
}

/// A subpuzzle: a puzzle without some of its clues, with the same answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subpuzzle {
    /// Its clues, in the order of the puzzle, without those that are never left out.
    pub clues: Vec<OptionId>,
    /// The limit that was reached before it was known whether each of these clues is needed.
    pub stopped: Option<Limit>,
}

/// A smallest subpuzzle, as far as is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fewest {
    /// The clues of a subpuzzle, in the order of the puzzle, without those that are never left out.
    pub clues: Vec<OptionId>,
    /// No subpuzzle has fewer clues than this.
    pub bound: usize,
    /// The limit that stopped the search, if `bound` was not reached.
    pub stopped: Option<Limit>,
}

/// What identifies an answer: its facts, or if the problem has none, its options.
fn key(problem: &Problem, options: &[OptionId]) -> Vec<u32> {
    let options = options.iter();
    let mut key = match problem.has_facts() {
        true => options
            .flat_map(|&option| problem.facts(option))
            .copied()
            .collect(),
        false => Vec::from_iter(options.map(|option| option.index() as u32)),
    };
    key.sort_unstable();
    key.dedup();
    key
}

impl Minimizer {
    /// For a puzzle with one answer. Only givens for which `may_go` is true are left out.
    ///
    /// # Errors
    /// If the puzzle does not have exactly one answer, or a limit comes before that is known.
    pub fn new(
        puzzle: &dyn Puzzle,
        may_go: impl Fn(OptionId) -> bool,
        limits: Limits,
    ) -> Result<Minimizer, MinimizeError> {
        let problem = puzzle.problem();
        let mut asking = Asking::new(problem).map_err(MinimizeError::Unsupported)?;
        *asking.limits_mut() = limits.clone();
        let answer = asking.only_answer(puzzle.givens())?;
        let mut seen = Vec::new();
        for &given in puzzle.givens() {
            if !seen.contains(&given) {
                seen.push(given);
            }
        }
        let (clues, fixed): (Vec<_>, Vec<_>) = seen.into_iter().partition(|&given| may_go(given));
        Ok(Minimizer {
            answer: key(problem, &answer),
            problem: problem.clone(),
            asking,
            limits,
            fixed,
            hitting: Hitting::new(clues.len()),
            clues,
        })
    }

    /// The clues that may be left out, in the order of the puzzle.
    pub fn clues(&self) -> &[OptionId] {
        &self.clues
    }

    /// The clues with these numbers.
    fn named(&self, numbers: &[usize]) -> Vec<OptionId> {
        numbers.iter().map(|&number| self.clues[number]).collect()
    }

    /// Leaves out one clue after the other, in this order, whenever one answer is left. The result is minimal, unless a limit
    /// comes first.
    ///
    /// # Panics
    /// If a number is not that of a [clue](Self::clues).
    pub fn one(&mut self, order: &[usize]) -> Subpuzzle {
        let mut kept = self.all();
        let stopped = self.leave_out(&mut kept, order).err();
        Subpuzzle {
            clues: self.named(&kept),
            stopped,
        }
    }

    /// The numbers of all clues.
    fn all(&self) -> Vec<usize> {
        Vec::from_iter(0..self.clues.len())
    }

    /// Takes clues away from a subpuzzle, in this order, wherever one answer is left.
    fn leave_out(&mut self, kept: &mut Vec<usize>, order: &[usize]) -> Result<(), Limit> {
        for &number in order {
            let others = without(kept, number);
            let is_needed =
                self.hitting.misses(&others) || self.missed(&others, Some(number))?.is_some();
            if !is_needed {
                *kept = others;
            }
        }
        Ok(())
    }

    /// Like [`leave_out`](Self::leave_out). For each clue that stays, a set is known then that no other of them hits: questions
    /// about a few clues are the hardest, and these sets answer most of them.
    fn guess(&mut self, kept: &mut Vec<usize>, order: &[usize]) -> Result<(), Limit> {
        self.leave_out(kept, order)?;
        for &number in kept.iter() {
            let others = without(kept, number);
            if !self.hitting.misses(&others)
                && let Some(set) = self.least_missed(&others, Some(number))?
            {
                self.hitting.add(&set);
            }
        }
        Ok(())
    }

    /// The clues that some other answer lacks, which has these clues, and lacks one of them if it is named.
    fn missed(
        &mut self,
        chosen: &[usize],
        lacks: Option<usize>,
    ) -> Result<Option<Vec<usize>>, Limit> {
        let clues = &self.clues;
        let assumed = Vec::from_iter(
            self.fixed
                .iter()
                .copied()
                .chain(chosen.iter().map(|&number| clues[number])),
        );
        let (problem, answer) = (&self.problem, &self.answer);
        let lacks = lacks.map(|number| clues[number]);
        let is_answer = |found: &[OptionId]| key(problem, found) == *answer;
        let Some(other) = self.asking.other(&assumed, lacks, is_answer)? else {
            return Ok(None);
        };
        let lacking = (0..clues.len()).filter(|&number| !other.contains(&clues[number]));
        Ok(Some(lacking.collect()))
    }

    /// Like [`missed`](Self::missed), of a set from which nothing can be left out: no other answer lacks less.
    fn least_missed(
        &mut self,
        chosen: &[usize],
        lacks: Option<usize>,
    ) -> Result<Option<Vec<usize>>, Limit> {
        let Some(mut set) = self.missed(chosen, lacks)? else {
            return Ok(None);
        };
        let mut place = 0;
        while place < set.len() {
            let kept = set[place];
            let is_in = |number: &usize| *number == kept || !set.contains(number);
            let others = Vec::from_iter((0..self.clues.len()).filter(is_in));
            match self.missed(&others, lacks)? {
                Some(smaller) if lacks != Some(kept) => set = smaller,
                _ => place += 1,
            }
        }
        Ok(Some(set))
    }

    /// Hands the clues of each minimal subpuzzle to `visit`, until it returns `Break`.
    ///
    /// # Errors
    /// The limit that was reached before all were found.
    pub fn for_each(
        &mut self,
        mut visit: impl FnMut(&[OptionId]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Limit> {
        let order = self.all();
        self.guess(&mut order.clone(), &order)?;
        let (mut hitting, limits) = (self.hitting.clone(), self.limits.clone());
        let clues = self.clues.clone();
        let mut visit = |numbers: &[usize]| {
            let named = Vec::from_iter(numbers.iter().map(|&number| clues[number]));
            visit(&named)
        };
        let mut missed = |chosen: &[usize], lacks: Option<usize>| self.missed(chosen, lacks);
        let visited = hitting.for_each_minimal(&limits, &mut missed, &mut visit);
        self.hitting = hitting;
        visited
    }

    /// A subpuzzle with as few clues as possible. If a limit comes first, the smallest one that was met, and a bound.
    ///
    /// The bound begins at `least`, if it is known that no puzzle of this kind has fewer clues.
    pub fn fewest(&mut self, least: usize) -> Fewest {
        let mut fewest = Fewest {
            clues: self.clues.clone(),
            bound: least.min(self.clues.len()),
            stopped: None,
        };
        fewest.stopped = self.look_for_fewest(&mut fewest).err();
        fewest
    }

    fn look_for_fewest(&mut self, fewest: &mut Fewest) -> Result<(), Limit> {
        let count = self.clues.len();
        let mut smallest = self.all();
        for guess in 0..GUESSES {
            // Some order or other: by steps that have no divisor in common with the number of clues.
            let step = (1..)
                .map(|step| guess * 7 + step)
                .find(|&step| are_coprime(step, count));
            let order = Vec::from_iter((0..count).map(|number| number * step.unwrap_or(1) % count));
            let mut kept = self.all();
            let guessed = self.guess(&mut kept, &order);
            if kept.len() < smallest.len() {
                fewest.clues = self.named(&kept);
                smallest = kept;
            }
            guessed?;
        }
        let limits = self.limits.clone();
        let mut dice = Dice::new();
        // Where a bound is known, there will be no turn for the numbers below it.
        let mut exchanges = EXCHANGES * (fewest.bound + 1);
        while fewest.bound < fewest.clues.len() {
            let exchanged = self.exchange(&mut smallest, exchanges, &mut dice);
            exchanges = EXCHANGES;
            smallest.sort_unstable();
            if smallest.len() < fewest.clues.len() {
                fewest.clues = self.named(&smallest);
            }
            exchanged?;
            let mut hitting = self.hitting.clone();
            let mut missed = |chosen: &[usize], lacks| self.least_missed(chosen, lacks);
            let found = hitting.at_most(fewest.bound, &limits, &mut missed)?;
            match found {
                Some(numbers) => fewest.clues = self.named(&numbers),
                None => fewest.bound += 1,
            }
            self.hitting = hitting;
        }
        Ok(())
    }
}

/// The other numbers.
fn without(numbers: &[usize], number: usize) -> Vec<usize> {
    let others = numbers.iter().copied();
    others.filter(|&other| other != number).collect()
}

fn are_coprime(one: usize, other: usize) -> bool {
    match other {
        0 => one <= 1,
        _ => are_coprime(other, one % other),
    }
}

impl Asking {
    /// The options of the one answer with these givens.
    fn only_answer(&mut self, givens: &[OptionId]) -> Result<Vec<OptionId>, MinimizeError> {
        match self.uniqueness(givens).map_err(MinimizeError::Stopped)? {
            Uniqueness::Unique(answer) => Ok(answer.options().to_vec()),
            Uniqueness::Multiple(..) => Err(MinimizeError::SeveralAnswers),
            _ => Err(MinimizeError::NoAnswer),
        }
    }
}

impl fmt::Display for MinimizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MinimizeError::NoAnswer => f.write_str("the puzzle has no answer"),
            MinimizeError::SeveralAnswers => f.write_str("the puzzle has more than one answer"),
            MinimizeError::Stopped(_) => {
                f.write_str("a limit was reached before an answer was known")
            }
            MinimizeError::Unsupported(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for MinimizeError {}

#[cfg(test)]
mod tests;
