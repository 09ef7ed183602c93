//! Why a puzzle has no answer, in the puzzle's words.

use dominox::problem::{Disagreement, ItemId};
use dominox::puzzles::Puzzle;

/// Items without a place that are named; the others are counted.
const NAMED: usize = 3;

/// The reason why a puzzle has no answer, as far as it shows before any search: two givens that contradict each other,
/// or items that nothing can cover.
pub fn why(puzzle: &dyn Puzzle) -> Option<String> {
    let problem = puzzle.problem();
    let live = match problem.agreeing(puzzle.givens()) {
        Err(Disagreement {
            first,
            second,
            item,
        }) => {
            let [first, second] = [first, second].map(|option| puzzle.option_words(option));
            return Some(format!(
                "{first} and {second} both take {}",
                puzzle.item_words(item)
            ));
        }
        Ok(live) => live,
    };
    let mut coverable = vec![false; problem.item_count()];
    for option in live.iter_ones().map(dominox::problem::OptionId::new) {
        for entry in problem.entries(option) {
            coverable[entry.item.index()] = true;
        }
    }
    let primary = problem.items().take(problem.primary_count());
    let stuck: Vec<ItemId> = primary.filter(|item| !coverable[item.index()]).collect();
    let named: Vec<String> = stuck
        .iter()
        .take(NAMED)
        .map(|&item| puzzle.item_words(item))
        .collect();
    let others = match stuck.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    (!named.is_empty()).then(|| format!("no place for {}{others}", named.join("; ")))
}
