//! Which clues of a puzzle contradict each other. Rules are clues too. Clues are left out, many at a time at first, as long as
//! there is still no answer.

use crate::engine::{KernelName, Limits, Solver, Status};
use crate::problem::OptionId;
use crate::puzzles::{Puzzle, Reason};

use super::{Contradiction, Explained};

/// The nodes of the search that says whether clues can be left out, and of the one that confirms the reason. Without clues that do
/// not matter, a puzzle may be hard to solve.
const NODES: u64 = 1 << 15;
const NODES_TO_CONFIRM: u64 = 1 << 21;

/// A given or a rule, by its number among them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Clue {
    Given(usize),
    Rule(usize),
}

/// Whether some clues have an answer.
enum Answer {
    Exists,
    None,
    Unknown,
}

/// Looks for givens and rules that contradict each other. `None` for a puzzle without rules that can be left out.
pub(super) fn explain(puzzle: &dyn Puzzle, limits: &Limits) -> Option<Explained> {
    let rules = puzzle.rule_words();
    if rules.is_empty() {
        return None;
    }
    match ask(puzzle, None, puzzle.givens(), limits) {
        Answer::Exists => return Some(Explained::Solvable),
        Answer::Unknown => return Some(Explained::Stopped),
        Answer::None => {}
    }
    let givens = (0..puzzle.givens().len()).map(Clue::Given);
    let mut core = Vec::from_iter((0..rules.len()).map(Clue::Rule).chain(givens));
    let is_minimal = shrink(puzzle, &mut core, limits);
    let words = core.iter().map(|&clue| match clue {
        Clue::Given(number) => puzzle.given_words(puzzle.givens()[number]),
        Clue::Rule(number) => rules[number].clone(),
    });
    Some(Explained::Contradiction(Contradiction {
        reason: Reason::Clues(words.collect()),
        is_minimal,
        is_confirmed: matches!(
            ask_with(
                puzzle,
                &core,
                Some(KernelName::Links),
                limits,
                NODES_TO_CONFIRM
            ),
            Answer::None
        ),
    }))
}

/// Leaves out clues as long as there is no answer; whether each that is left is needed.
fn shrink(puzzle: &dyn Puzzle, core: &mut Vec<Clue>, limits: &Limits) -> bool {
    let mut is_minimal = true;
    let mut step = core.len().div_ceil(2).max(1);
    loop {
        let mut place = 0;
        while place < core.len() {
            let end = core.len().min(place + step);
            let fewer = [&core[..place], &core[end..]].concat();
            match ask_with(puzzle, &fewer, None, limits, NODES) {
                Answer::None => *core = fewer,
                Answer::Exists => place = end,
                Answer::Unknown => {
                    is_minimal &= step > 1;
                    place = end;
                }
            }
        }
        if step == 1 {
            return is_minimal;
        }
        step = step.div_ceil(2);
    }
}

/// Whether these clues have an answer, as far as this number of nodes tells.
fn ask_with(
    puzzle: &dyn Puzzle,
    clues: &[Clue],
    kernel: Option<KernelName>,
    limits: &Limits,
    nodes: u64,
) -> Answer {
    let (mut givens, mut rules) = (Vec::new(), Vec::new());
    for clue in clues {
        match *clue {
            Clue::Given(number) => givens.push(puzzle.givens()[number]),
            Clue::Rule(number) => rules.push(number),
        }
    }
    let limits = Limits {
        nodes: Some(nodes),
        ..limits.clone()
    };
    match puzzle.with_rules(&rules) {
        Some(relaxed) => ask(&*relaxed, kernel, &givens, &limits),
        None => Answer::Unknown,
    }
}

fn ask(
    puzzle: &dyn Puzzle,
    kernel: Option<KernelName>,
    givens: &[OptionId],
    limits: &Limits,
) -> Answer {
    let Ok(solver) = Solver::with_kernel(puzzle.problem(), kernel) else {
        return Answer::Unknown;
    };
    let mut solver = solver.limits(limits.clone()).assume(givens);
    match (solver.any_solution(), solver.status()) {
        (Some(_), _) => Answer::Exists,
        (None, Status::Exhausted) => Answer::None,
        _ => Answer::Unknown,
    }
}
