//! A puzzle of pieces, such as a Sudominoku, solved step by step: by its exact-cover problem, where an option is a way to
//! lay a piece.
//!
//! ```text
//!   only way    an item with one option left: 'domino 3-7 can lie at B2 B3 only'
//!   locked      all options of an item have another item, too: 'the 5 of a box is in row C', or 'each piece that
//!               can cover B2 has a 3 there'; so no other option has that one
//!   trial       an option that leaves an item without any: at once, or after some items with one option left
//! ```
//!
//! These values are a scale of its own: 1.0 for an only way, 2.0 for locked options, 3.0 for a trial that fails at once, and from
//! 4.0 on for one that fails later, a tenth more for each time that the number of forced options passes 4, 6, 8, 12 and so on.

use crate::problem::{ItemId, OptionId, Problem};
use crate::puzzles::Puzzle;

use super::chains::added_by_length;
use super::step::Value;

/// A trial begins with an item that has at most this number of options.
const MOST_TRIED: u32 = 4;

/// Options that are named where several are excluded.
const NAMED: usize = 3;

/// The reason for a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PieceReason {
    /// The option that is chosen is the only one of this item.
    OnlyWay(ItemId),
    /// All options of the first item have the second one, too.
    Locked(ItemId, ItemId),
    /// The option would leave no option for this item, after this number of others that it forces.
    Trial(ItemId, usize),
}

/// A step: an option that is chosen, or options that are excluded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceStep {
    /// How hard it is to find.
    pub value: Value,
    /// The reason for it.
    pub reason: PieceReason,
    /// The option that is chosen.
    pub chosen: Option<OptionId>,
    /// The options that are excluded.
    pub excluded: Vec<OptionId>,
}

impl PieceStep {
    /// The step in the words of the puzzle: 'locked: not …, since each way for … is one for …'.
    ///
    /// # Panics
    /// If it is not a step of this puzzle.
    pub fn in_words(&self, puzzle: &dyn Puzzle) -> String {
        let item = |item| puzzle.item_words(item);
        let named = self.excluded.iter().take(NAMED);
        let named = named.map(|&option| puzzle.option_words(option));
        let mut excluded = Vec::from_iter(named).join(", ");
        if let more @ 1.. = self.excluded.len().saturating_sub(NAMED) {
            excluded += &format!(" and {more} more");
        }
        let chosen = self.chosen.map(|option| puzzle.option_words(option));
        match self.reason {
            PieceReason::OnlyWay(of) => format!(
                "only way: {}, the only way for {}",
                chosen.unwrap_or_default(),
                item(of)
            ),
            PieceReason::Locked(of, other) => format!(
                "locked: not {excluded}, since each way for {} is also one for {}",
                item(of),
                item(other)
            ),
            PieceReason::Trial(of, 0) => {
                format!(
                    "trial: not {excluded}, which leaves no way for {}",
                    item(of)
                )
            }
            PieceReason::Trial(of, count) => format!(
                "trial: not {excluded}, which after {count} forced pieces leaves no way for {}",
                item(of)
            ),
        }
    }
}

/// A puzzle of pieces that is being solved, step by step. It ends when the answer is known, or when no step is found.
#[derive(Clone, Debug)]
pub struct Pieces<'p> {
    problem: &'p Problem,
    /// For each item, its options.
    options_of: Vec<Vec<OptionId>>,
    left: Left,
    /// The facts of the answer.
    facts: usize,
}

/// What is left of a problem.
#[derive(Clone, Debug)]
struct Left {
    /// Whether each option can still be chosen.
    options: Vec<bool>,
    /// For each item, the number of its options that are left.
    counts: Vec<u32>,
    /// Whether each item is covered.
    covered: Vec<bool>,
    chosen: Vec<OptionId>,
}

impl<'p> Pieces<'p> {
    /// The puzzle after these options are chosen. `None` if the problem has colours, bounds or items that may stay uncovered.
    ///
    /// # Panics
    /// If an option does not belong to the problem.
    pub fn new(problem: &'p Problem, givens: &[OptionId]) -> Option<Pieces<'p>> {
        if problem.has_bounds() || problem.primary_count() < problem.item_count() {
            return None;
        }
        let mut options_of = vec![Vec::new(); problem.item_count()];
        for option in problem.options() {
            for entry in problem.entries(option) {
                options_of[entry.item.index()].push(option);
            }
        }
        let left = Left {
            options: vec![true; problem.option_count()],
            counts: options_of
                .iter()
                .map(|options| options.len() as u32)
                .collect(),
            covered: vec![false; problem.item_count()],
            chosen: Vec::new(),
        };
        let mut pieces = Pieces {
            problem,
            options_of,
            left,
            facts: 0,
        };
        let mut left = pieces.left.clone();
        for &given in givens {
            pieces.choose(&mut left, given);
        }
        pieces.left = left;
        Some(pieces)
    }

    /// The steps end when the remaining options show only these facts: those of the answer with these options.
    pub fn until(mut self, answer: &[OptionId]) -> Pieces<'p> {
        self.facts = answer
            .iter()
            .map(|&option| self.problem.facts(option).len())
            .sum();
        self
    }

    /// The options that are chosen so far.
    pub fn chosen(&self) -> &[OptionId] {
        &self.left.chosen
    }

    /// Whether the answer is known: each item is covered, or all remaining options show the same facts.
    pub fn is_solved(&self) -> bool {
        if self.left.covered.iter().all(|&is_covered| is_covered) {
            return true;
        }
        let left = self
            .problem
            .options()
            .filter(|option| self.left.options[option.index()]);
        let all = left.chain(self.left.chosen.iter().copied());
        let mut facts = Vec::from_iter(all.flat_map(|option| self.problem.facts(option)));
        facts.sort_unstable();
        facts.dedup();
        self.facts > 0 && facts.len() == self.facts
    }

    fn items(&self, option: OptionId) -> impl Iterator<Item = ItemId> + '_ {
        self.problem.entries(option).iter().map(|entry| entry.item)
    }

    /// The options of an item that are left.
    fn options<'s>(&'s self, left: &'s Left, item: ItemId) -> impl Iterator<Item = OptionId> + 's {
        let options = self.options_of[item.index()].iter().copied();
        options.filter(|option| left.options[option.index()])
    }

    fn exclude(&self, left: &mut Left, option: OptionId) {
        if std::mem::replace(&mut left.options[option.index()], false) {
            self.items(option)
                .for_each(|item| left.counts[item.index()] -= 1);
        }
    }

    fn choose(&self, left: &mut Left, option: OptionId) {
        for item in self.items(option) {
            left.covered[item.index()] = true;
            for &other in &self.options_of[item.index()] {
                self.exclude(left, other);
            }
        }
        left.chosen.push(option);
    }

    /// The items that are not covered.
    fn open<'s>(&'s self, left: &'s Left) -> impl Iterator<Item = ItemId> + 's {
        self.problem
            .items()
            .filter(|item| !left.covered[item.index()])
    }

    /// The next step, without doing it. The search is abandoned as soon as `stop` returns true.
    pub fn hint_unless(&self, stop: &dyn Fn() -> bool) -> Option<PieceStep> {
        if self.is_solved() || stop() {
            return None;
        }
        let found = self.only_way().or_else(|| self.locked());
        found.or_else(|| self.trial(stop))
    }

    /// Does a step.
    pub fn apply(&mut self, step: &PieceStep) {
        let mut left = self.left.clone();
        step.excluded
            .iter()
            .for_each(|&option| self.exclude(&mut left, option));
        if let Some(option) = step.chosen {
            self.choose(&mut left, option);
        }
        self.left = left;
    }

    fn only_way(&self) -> Option<PieceStep> {
        let left = &self.left;
        let item = self
            .open(left)
            .find(|item| left.counts[item.index()] == 1)?;
        Some(PieceStep {
            value: Value(10),
            reason: PieceReason::OnlyWay(item),
            chosen: self.options(left, item).next(),
            excluded: Vec::new(),
        })
    }

    /// An item whose options all have another one that has more; the first with the fewest options.
    fn locked(&self) -> Option<PieceStep> {
        let left = &self.left;
        let mut items = Vec::from_iter(self.open(left));
        items.sort_by_key(|item| left.counts[item.index()]);
        items.into_iter().find_map(|item| {
            let mut options = self.options(left, item);
            let mut common = Vec::from_iter(self.items(options.next()?));
            options.for_each(|option| {
                common.retain(|one| self.items(option).any(|other| other == *one))
            });
            let count = left.counts[item.index()];
            let other = common
                .into_iter()
                .find(|other| left.counts[other.index()] > count)?;
            let has_item = |option: &OptionId| self.items(*option).any(|one| one == item);
            Some(PieceStep {
                value: Value(20),
                reason: PieceReason::Locked(item, other),
                chosen: None,
                excluded: self
                    .options(left, other)
                    .filter(|option| !has_item(option))
                    .collect(),
            })
        })
    }

    /// The option that fails soonest, among those of items with few options.
    fn trial(&self, stop: &dyn Fn() -> bool) -> Option<PieceStep> {
        let left = &self.left;
        let few = self
            .open(left)
            .filter(|item| left.counts[item.index()] <= MOST_TRIED);
        let mut tried = Vec::from_iter(few.flat_map(|item| self.options(left, item)));
        tried.sort_unstable();
        tried.dedup();
        let mut best: Option<(usize, OptionId, ItemId)> = None;
        for option in tried {
            if stop() {
                return None;
            }
            let most = best.map_or(usize::MAX, |(count, ..)| count);
            if let Some((count, item)) = self.fails(option, most) {
                best = Some((count, option, item));
                if count == 0 {
                    break;
                }
            }
        }
        let (count, option, item) = best?;
        let value = match count {
            0 => 30,
            _ => 40 + added_by_length(count + 2),
        };
        Some(PieceStep {
            value: Value(value),
            reason: PieceReason::Trial(item, count),
            chosen: None,
            excluded: vec![option],
        })
    }

    /// The item that has no option left if this option is chosen, after fewer than `most` others that it forces.
    fn fails(&self, option: OptionId, most: usize) -> Option<(usize, ItemId)> {
        let mut left = self.left.clone();
        self.choose(&mut left, option);
        for count in 0..most {
            let fewest = self
                .open(&left)
                .min_by_key(|item| left.counts[item.index()])?;
            match left.counts[fewest.index()] {
                0 => return Some((count, fewest)),
                1 => {
                    let forced = self.options(&left, fewest).next()?;
                    self.choose(&mut left, forced);
                }
                _ => return None,
            }
        }
        None
    }
}
