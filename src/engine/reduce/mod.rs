//! Before the search: options that cannot be in a solution are removed, and options that are in every solution are fixed.
//!
//! ```text
//!     a b c d                                                a c d
//!     1: a b        6 would leave nothing for a: it goes     1: a
//!     2: a b d      then b has the options of a: it goes     2: a d
//!     3: c          3 and 4 are equal: one is enough         3: c
//!     4: c                                                   5: d
//!     5: d
//!     6: b d
//! ```
//!
//! Every option is tried: if choosing it leads to an item that cannot be covered, or to options that disagree, it is removed;
//! and so on to a fixed point. That finds dominated items, too: an option of the larger item that does not cover the smaller
//! one would leave the smaller one uncovered. Then items that are always satisfied or duplicate another item are removed, and
//! equal options, of which at most one can be chosen, are merged. The work is limited: options that are not tried stay.

mod items;

use std::collections::HashMap;

use super::checksum::mix;
use super::groups::{Groups, are_same, hash_of};
use super::limits::{Limit, Limits, Stopwatch, Watch};
use super::refute::{Cause, Conflict, Literal, Network, State, Value};
use crate::problem::{Bounds, ItemId, OptionId, Part, Problem};
use items::Items;

/// Steps of work for each entry of the problem, and at least.
const STEPS: u64 = 2000;
const LEAST: u64 = 1 << 22;

/// The nanoseconds of a step.
const STEP: u64 = 8;

/// To make the smaller problem and to print it takes this many times as long as to make the network. That much of the time is kept for it.
const TO_FINISH: u32 = 8;

/// To make a smaller problem of this many options and to print it takes less than a tenth of a second.
const SOON_FINISHED: usize = 1 << 16;

/// Why an option is in no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Gone {
    /// It has no primary item, was excluded, or disagrees with options that are in every solution.
    Out,
    /// If it is chosen, this item cannot be covered.
    Leaves(ItemId),
    /// If it is chosen, this item is covered too often.
    Overfills(ItemId),
    /// If it is chosen, two options are needed that disagree.
    Contradicts,
}

/// A prX
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reduction {
    /// The options that are in every solution; and those that are in none, in the order in which they went.
    pub part: Part,
    /// Why each option of `part.without` is in no solution.
    pub gone: Vec<Gone>,
    /// Whether it is certain that there is no solution.
    pub is_contradictory: bool,
    /// The items that are not in the smaller problem, although some option left has them: they say nothing, or the same as others.
    pub items: Vec<ItemId>,
    /// The problem that is left; if there is no solution, an item without options.
    pub problem: Problem,
    /// The options that each option of the smaller problem stands for.
    options: Groups<OptionId>,
    /// The limit that came before all options were tried. Options that were not tried stay.
    pub stopped: Option<Limit>,
}

impl Reduction {
    /// Reduces the problem of the solutions in this part.
    ///
    /// ```
    /// use dominox::Problem;
    /// use dominox::engine::Reduction;
    /// use dominox::problem::Part;
    /// let problem = Problem::parse("a b c d\na b\na b d\nc\nc\nd\nb d\n")?;
    /// let reduction = Reduction::of(&problem, &Part::default());
    /// // Without `a b` or `a b d`, there is nothing for a; with `b d`, neither can be chosen.
    /// assert_eq!(reduction.problem.to_string(), "a c d\na\na d\nc\nd\n");
    /// let third = reduction.problem.options().nth(2).unwrap();
    /// let numbers = reduction.stands_for(third).iter().map(|option| option.index() + 1);
    /// assert_eq!(numbers.collect::<Vec<_>>(), [3, 4]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If an option of the part does not belong to the problem.
    pub fn of(problem: &Problem, part: &Part) -> Reduction {
        Reduction::within(problem, part, &Limits::default())
    }

    /// Like [`of`](Self::of), until the time is over or the cancel flag is set: what was not tried until then stays.
    ///
    /// # Panics
    /// As for [`of`](Self::of).
    pub fn within(problem: &Problem, part: &Part, limits: &Limits) -> Reduction {
        let (trying, limits) = Trying::new(problem, limits, TO_FINISH);
        trying.reduction(part, &limits)
    }

    /// Like [`within`](Self::within); `None` if the problem has more than 65,536 options, and even if nothing were tried, the time would be
    /// over before the smaller problem is printed.
    ///
    /// # Panics
    /// As for [`of`](Self::of).
    pub fn in_time(problem: &Problem, part: &Part, limits: &Limits) -> Option<Reduction> {
        let limits = limits.begun();
        let has_time = |limits: &Limits| {
            problem.option_count() <= SOON_FINISHED || limits.watch().look().is_ok()
        };
        let trying = has_time(&limits).then(|| Trying::new(problem, &limits, TO_FINISH));
        let (trying, limits) = trying.filter(|(_, limits)| has_time(limits))?;
        Some(trying.reduction(part, &limits))
    }

    /// The [part](Self::part) alone, without making the smaller problem.
    ///
    /// # Panics
    /// As for [`of`](Self::of).
    pub fn part_within(problem: &Problem, part: &Part, limits: &Limits) -> Part {
        let (mut trying, limits) = Trying::new(problem, limits, 0);
        trying.go(part, &limits);
        trying.part()
    }

    /// The options that an option of the smaller problem stands for: a solution has any one of them.
    ///
    /// # Panics
    /// If the option does not belong to the smaller problem.
    pub fn stands_for(&self, option: OptionId) -> &[OptionId] {
        &self.options[option.index()]
    }

    /// The solutions of the problem that a solution of the smaller one stands for: how many they are.
    pub fn factor(&self, options: &[OptionId]) -> u128 {
        let sizes = options
            .iter()
            .map(|&option| self.stands_for(option).len() as u128);
        sizes.product()
    }
}

/// Options are tried one by one.
struct Trying {
    state: State,
    gone: HashMap<OptionId, Gone>,
    /// How many options had gone when each option was last known to be possible. What follows from a possible option is possible,
    /// too, and is not tried.
    possible: Vec<Option<usize>>,
}

impl Trying {
    /// Nothing is tried yet. Also gives the limits for that: of the time, `kept` times as much as the network took is left after it.
    fn new(problem: &Problem, limits: &Limits, kept: u32) -> (Trying, Limits) {
        let (limits, began) = (limits.begun(), Stopwatch::start());
        let trying = Trying {
            state: State::new(Network::new(problem)),
            gone: HashMap::new(),
            possible: vec![None; problem.option_count()],
        };
        (trying, limits.earlier_by(kept * began.elapsed()))
    }

    /// Tries options within these limits. Returns whether it is certain that there is no solution, and the limit that was reached.
    fn go(&mut self, part: &Part, limits: &Limits) -> (bool, Option<Limit>) {
        match self
            .state
            .begin(part)
            .then(|| self.try_all(&limits.watch()))
        {
            Some(Ok(is_possible)) => (!is_possible, None),
            Some(Err(limit)) => (false, Some(limit)),
            None => (true, None),
        }
    }

    fn reduction(mut self, part: &Part, limits: &Limits) -> Reduction {
        let (is_contradictory, stopped) = self.go(part, limits);
        Reduction {
            stopped,
            ..self.into_reduction(is_contradictory)
        }
    }

    /// Tries options until none goes any more, or too much work was done; `false` if there is no solution.
    fn try_all(&mut self, watch: &Watch) -> Result<bool, Limit> {
        let problem = self.state.network.problem.clone();
        let steps = (STEPS * problem.entry_count() as u64).max(LEAST);
        let mut spent = self.state.work;
        loop {
            let mut is_over = true;
            for option in problem.options() {
                let step = STEP * (self.state.work - spent + 1);
                watch.spend(step)?;
                if self.state.work > steps {
                    return Ok(true);
                }
                spent = self.state.work;
                let chosen = Literal::positive(option.index());
                let is_open = self.state.value(chosen) == Value::Open;
                if !is_open || self.possible[option.index()] == Some(self.gone.len()) {
                    continue;
                }
                if let Err(conflict) = self.attempt(chosen) {
                    self.gone.insert(option, why(conflict));
                    self.state.set(!chosen, Cause::None);
                    if self.state.propagate().is_err() {
                        return Ok(false);
                    }
                    is_over = false;
                }
            }
            if is_over {
                return Ok(true);
            }
        }
    }

    /// Chooses an option and takes that back. If it is possible, notes so for all options that follow from it.
    fn attempt(&mut self, chosen: Literal) -> Result<(), Conflict> {
        self.state.begin_level();
        self.state.set(chosen, Cause::None);
        let result = self.state.propagate();
        let (gone, possible) = (self.gone.len(), &mut self.possible);
        self.state.back_to(0, |literal| {
            if literal.is_positive()
                && let Some(option) = possible.get_mut(literal.variable())
            {
                *option = Some(gone);
            }
        });
        result
    }

    /// The options that have this value.
    fn those(&self, wanted: Value) -> Vec<OptionId> {
        let value = |option: OptionId| self.state.value(Literal::positive(option.index()));
        let options = self.state.network.problem.options();
        options.filter(|&option| value(option) == wanted).collect()
    }

    fn part(&self) -> Part {
        Part {
            with: self.those(Value::True),
            without: self.those(Value::False),
        }
    }

    fn into_reduction(self, is_contradictory: bool) -> Reduction {
        let problem = &self.state.network.problem;
        let part = self.part();
        let left = match is_contradictory {
            true => Vec::new(),
            false => self.those(Value::Open),
        };
        let items = Items::of(problem, &part.with, &left);
        let options = merged(problem, &items, &left);
        let smaller = match is_contradictory {
            true => unsolvable(problem),
            false => {
                let firsts = options.iter().map(|options| options[0]);
                problem.with_items(items.bounds(), firsts)
            }
        };
        let why = |option| self.gone.get(option).copied().unwrap_or(Gone::Out);
        Reduction {
            gone: part.without.iter().map(why).collect(),
            part,
            is_contradictory,
            items: items.idle(),
            problem: smaller,
            options,
            stopped: None,
        }
    }
}

/// A primary item without options: the first one, or, if there is none, one of its own.
fn unsolvable(problem: &Problem) -> Problem {
    if problem.primary_count() == 0 {
        let mut builder = Problem::builder();
        builder.primary("given").expect("the name of an item");
        return builder.build();
    }
    let mut bounds = vec![None; problem.item_count()];
    bounds[0] = Some(Bounds::EXACT);
    problem.with_items(&bounds, [])
}

fn why(conflict: Conflict) -> Gone {
    match conflict {
        Conflict::AtLeast(item) => Gone::Leaves(ItemId::new(item as usize)),
        Conflict::AtMost(item) => Gone::Overfills(ItemId::new(item as usize)),
        _ => Gone::Contradicts,
    }
}

/// These options, together where they cover the same of the items that are kept and only one of them can be chosen.
fn merged(problem: &Problem, items: &Items, left: &[OptionId]) -> Groups<OptionId> {
    let entries = |option| {
        let all = problem.entries(option).iter();
        all.filter(|entry| items.keep(entry.item))
    };
    // Two options that cover the same can both be merged, or neither can.
    let can_merge = |option| !problem.has_facts() && items.allow_one(problem, option);
    let hash = |option: OptionId| match can_merge(option) {
        true => mix(hash_of(entries(option)) ^ problem.cost(option)),
        false => mix(option.index() as u64),
    };
    let is_same = |one, other| {
        can_merge(one)
            && problem.cost(one) == problem.cost(other)
            && are_same(entries(one), entries(other))
    };
    Groups::of(left, hash, is_same).0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Items that all have the same one of two colours: whatever is chosen, all else follows.
    fn agreeing(items: usize) -> Problem {
        let names = (0..items).map(|item| format!("p{item}"));
        let head = names.clone().collect::<Vec<_>>().join(" ");
        let options = names.map(|name| format!("\n{name} s:a\n{name} s:b"));
        Problem::parse(&format!("{head} | s{}", options.collect::<String>())).unwrap()
    }

    fn work(problem: &Problem) -> u64 {
        let (mut trying, limits) = Trying::new(problem, &Limits::default(), 0);
        assert_eq!(trying.go(&Part::default(), &limits), (false, None));
        assert!(trying.gone.is_empty());
        trying.state.work
    }

    #[test]
    fn what_follows_from_a_possible_option_is_not_tried() {
        let (small, large) = (work(&agreeing(100)), work(&agreeing(1000)));
        assert!(large < 20 * small, "{small} {large}");
    }
}
