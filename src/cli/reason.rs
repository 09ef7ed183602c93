//! Why a puzzle has no answer: demands that contradict each other, in the words of the puzzle.

use dominox::engine::{Core, Demand, Limits, Refutation, Refuter};
use dominox::problem::{ItemId, OptionId, Part};
use dominox::puzzles::{Puzzle, Reason};

/// The nodes of the search that confirms a reason, at most.
const NODES: u64 = 1 << 21;

/// The steps that `solve` takes for a reason, and the largest problem that it looks at.
const STEPS: u64 = 2000;
const ENTRIES: usize = 1 << 18;

/// A reason, and how certain it is.
pub struct Found {
    pub reason: Reason,
    /// Nothing of it can be left out.
    pub is_minimal: bool,
    /// A kernel found no answer either.
    pub is_confirmed: bool,
}

/// What came of looking for a reason.
pub enum Looked {
    /// There is an answer.
    Solvable,
    Found(Found),
    /// A limit was reached before anything was known.
    Stopped,
}

impl Looked {
    /// Looks for a reason why a puzzle has no answer in this part of its problem: of givens that contradict each other; without
    /// givens, or if the rules alone contradict each other, of items that cannot all be covered, and assumed options.
    pub fn at(puzzle: &dyn Puzzle, part: &Part, limits: &Limits) -> Looked {
        let givens = puzzle.givens();
        if !givens.is_empty() {
            let demands = options(givens, &part.with);
            match refuted(puzzle, part, (&demands, true), limits) {
                Refutation::Solvable(_) => return Looked::Solvable,
                Refutation::Stopped(_) => return Looked::Stopped,
                Refutation::Unsolvable(core) if core.demands.is_empty() => {}
                Refutation::Unsolvable(core) => return Looked::Found(Found::from(core)),
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
            Refutation::Solvable(_) => Looked::Solvable,
            Refutation::Unsolvable(core) => Looked::Found(Found::from(core)),
            _ => Looked::Stopped,
        }
    }

    /// As [`at`](Self::at), within the steps that `solve` takes for a reason.
    pub fn briefly(puzzle: &dyn Puzzle, part: &Part, limits: Limits) -> Option<Reason> {
        if puzzle.problem().entry_count() > ENTRIES {
            return None;
        }
        let nodes = Some(STEPS);
        match Looked::at(puzzle, part, &Limits { nodes, ..limits }) {
            Looked::Found(found) if found.is_minimal => Some(found.reason),
            _ => None,
        }
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

impl From<Core> for Found {
    fn from(core: Core) -> Found {
        let (mut items, mut options): (Vec<ItemId>, Vec<OptionId>) = Default::default();
        for demand in core.demands {
            match demand {
                Demand::Item(item) => items.push(item),
                Demand::Option(option) => options.push(option),
                _ => {}
            }
        }
        Found {
            reason: Reason::Together { items, options },
            is_minimal: core.is_minimal,
            is_confirmed: core.is_confirmed,
        }
    }
}
