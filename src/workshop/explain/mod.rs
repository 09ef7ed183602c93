//! Why a puzzle has no answer: demands that contradict each other, in the words of the puzzle.
//!
//! ```text
//!     rules that can be left out? ──yes──▶ the clues: rules and givens, none of which can be left out
//!              │ no
//!              ▼
//!     givens that contradict each other ──none──▶ items that cannot all be covered
//! ```
//!
//! [`why`](crate::puzzles::why) finds reasons that need no search; this module finds the others.

mod clues;

use crate::engine::{Core, Demand, Limits, Refutation, Refuter, Solver};
use crate::problem::{ItemId, OptionId, Part};
use crate::puzzles::{Puzzle, Reason};

/// The nodes of the search that confirms a reason, at most.
const NODES: u64 = 1 << 21;

/// The nodes of the search for an answer, before anything else, and bytes that its kernel may take.
const MOMENT: u64 = 1 << 16;
const MEMORY: usize = 1 << 28;

/// The steps of a brief look, and the largest problem that it looks at.
const STEPS: u64 = 2000;
const ENTRIES: usize = 1 << 18;

/// A reason why a puzzle has no answer, and how certain it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradiction {
    /// The demands that contradict each other.
    pub reason: Reason,
    /// No demand can be left out.
    pub is_minimal: bool,
    /// A kernel found no answer either.
    pub is_confirmed: bool,
}

/// The result of a search for a reason why a puzzle has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Explained {
    /// There is an answer.
    Solvable,
    /// There is none, and this is why.
    Contradiction(Contradiction),
    /// A limit was reached before anything was known.
    Stopped,
}

/// Looks for a reason why a puzzle has no answer in this part of its problem, which assumes and excludes options in addition to
/// the givens. It consists of rules and givens that contradict each other; for a puzzle without rules that can be left out, of
/// givens; without givens, or if the rules alone contradict each other, of items that cannot all be covered, and assumed
/// options.
///
/// ```
/// use dominox::engine::Limits;
/// use dominox::problem::Part;
/// use dominox::puzzles::Sudoku;
/// use dominox::workshop::{Explained, explain};
/// let sudoku: Sudoku = "123....4........".parse()?;
/// let Explained::Contradiction(found) = explain(&sudoku, &Part::default(), &Limits::default()) else {
///     panic!("there is no answer")
/// };
/// assert!(found.is_minimal && found.is_confirmed);
/// let words = found.reason.in_words(&sudoku);
/// assert_eq!(words, "r1c1 = 1, r1c2 = 2 and r2c4 = 4 contradict each other");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If an option of the part does not belong to the puzzle's problem.
pub fn explain(puzzle: &dyn Puzzle, part: &Part, limits: &Limits) -> Explained {
    if is_soon_solved(puzzle, part, limits) {
        return Explained::Solvable;
    }
    let of_clues = match *part == Part::default() {
        true => clues::explain(puzzle, limits),
        false => None,
    };
    of_clues.unwrap_or_else(|| explain_options(puzzle, part, limits))
}

/// Whether a kernel finds an answer within a moment. What looks for contradictions takes long to find one where there are many
/// options.
fn is_soon_solved(puzzle: &dyn Puzzle, part: &Part, limits: &Limits) -> bool {
    let limits = Limits {
        nodes: Some(limits.nodes.unwrap_or(MOMENT).min(MOMENT)),
        solutions: None,
        ..limits.clone()
    };
    let Ok(mut solver) = Solver::within(puzzle.problem(), None, MEMORY, limits) else {
        return false;
    };
    solver.restart(puzzle.givens());
    solver.narrow(part);
    solver.any_options().is_some()
}

/// Like [`explain`], but only of givens and items, and within a few steps: a minimal reason, if one is found.
///
/// # Panics
/// If an option of the part does not belong to the puzzle's problem.
pub fn explain_briefly(puzzle: &dyn Puzzle, part: &Part, limits: Limits) -> Option<Reason> {
    if puzzle.problem().entry_count() > ENTRIES {
        return None;
    }
    let nodes = Some(STEPS);
    match explain_options(puzzle, part, &Limits { nodes, ..limits }) {
        Explained::Contradiction(found) if found.is_minimal => Some(found.reason),
        _ => None,
    }
}

/// Looks for givens, or for items, that contradict each other.
fn explain_options(puzzle: &dyn Puzzle, part: &Part, limits: &Limits) -> Explained {
    let givens = puzzle.givens();
    if !givens.is_empty() {
        let demands = options(givens, &part.with);
        match refuted(puzzle, part, (&demands, true), limits) {
            Refutation::Solvable(_) => return Explained::Solvable,
            Refutation::Stopped(_) => return Explained::Stopped,
            Refutation::Unsolvable(core) if core.demands.is_empty() => {}
            Refutation::Unsolvable(core) => {
                return Explained::Contradiction(Contradiction::from(core));
            }
        }
    }
    let problem = puzzle.problem();
    let items = problem.items().take(problem.primary_count());
    let assumed = match givens.is_empty() {
        true => options(&[], &part.with),
        false => Vec::new(),
    };
    let demands = Vec::from_iter(items.map(Demand::Item).chain(assumed));
    match refuted(puzzle, part, (&demands, false), limits) {
        Refutation::Solvable(_) => Explained::Solvable,
        Refutation::Unsolvable(core) => Explained::Contradiction(Contradiction::from(core)),
        _ => Explained::Stopped,
    }
}

/// The options of two lists, each once.
fn options(givens: &[OptionId], assumed: &[OptionId]) -> Vec<Demand> {
    let others = assumed.iter().filter(|option| !givens.contains(option));
    let all = givens.iter().chain(others);
    all.copied().map(Demand::Option).collect()
}

fn refuted(
    puzzle: &dyn Puzzle,
    part: &Part,
    (demands, with_items): (&[Demand], bool),
    limits: &Limits,
) -> Refutation {
    let mut refuter = Refuter::new(puzzle.problem(), &part.without, with_items);
    let mut found = refuter.minimal(demands, limits);
    if let Refutation::Unsolvable(core) = &mut found {
        let most = limits.nodes.unwrap_or(NODES);
        let limits = Limits {
            nodes: Some(most),
            ..limits.clone()
        };
        refuter.confirm(core, &limits);
    }
    found
}

impl From<Core> for Contradiction {
    fn from(core: Core) -> Contradiction {
        let (mut items, mut options): (Vec<ItemId>, Vec<OptionId>) = Default::default();
        for demand in core.demands {
            match demand {
                Demand::Item(item) => items.push(item),
                Demand::Option(option) => options.push(option),
                _ => {}
            }
        }
        Contradiction {
            reason: Reason::Together { items, options },
            is_minimal: core.is_minimal,
            is_confirmed: core.is_confirmed,
        }
    }
}
